"""``python -m chain``: the command line `spacelib`."""

from chain.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
