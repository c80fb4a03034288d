"""What the commands share: errors of one line, arguments that are checked, files that appear when they are complete."""

import argparse
import contextlib
import sys

from chain.io.text import replacing

__all__ = ["Parser", "complain", "output", "show_warning"]


def complain(message, code=1):
    """Print one line on standard error and return the exit code."""
    print("spacelib:", " ".join(str(message).split()), file=sys.stderr)
    return code


def show_warning(message, category, filename, lineno, file=None, line=None):
    """A warning as one line (see warnings.showwarning)."""
    complain(f"warning: {message}")


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message):
        """Say what is wrong and where the help is, and leave with exit code 2."""
        self.exit(complain(f"{message} (see {self.prog} --help)", 2))


@contextlib.contextmanager
def output(path, binary):
    """The file to write: a new one that appears when it is complete, or standard output."""
    if path not in (None, "-"):
        with replacing(path, "wb" if binary else "w") as file:
            yield file
    else:
        yield sys.stdout.buffer if binary else sys.stdout
