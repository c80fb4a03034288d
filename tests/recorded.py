"""Recorded results of the genuine legacy library, in tests/data (described there)."""

import gzip
import json
from pathlib import Path

# arguments whose fourth coordinate is 1 (planes and the B of moltp are free), and those that are lists of integers
POINTS = {"P", "P1", "P2", "P3", "O", "p"}
INTEGERS = {"var", "vet", "vpr"}


def recorded(name):
    """Content of tests/data/<name>.json.gz."""
    return json.loads(gzip.decompress((Path(__file__).parent / "data" / f"{name}.json.gz").read_bytes()))
