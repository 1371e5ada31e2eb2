"""Play Thin Walls: python run.py. Its options: python run.py --help."""

import sys

SETUP = "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/python run.py"
if sys.platform == "win32":
    SETUP = (
        r"py -m venv .venv; .venv\Scripts\pip install -e .; .venv\Scripts\python run.py"
    )


def main():
    if sys.version_info < (3, 11):
        return "Thin Walls needs Python 3.11 or newer; install it, then run: " + SETUP
    from importlib.util import find_spec

    if not (find_spec("pygame") and find_spec("numpy")):
        return "Thin Walls needs pygame-ce and numpy; run: " + SETUP
    from game.cli import main

    return main()


if __name__ == "__main__":
    answer = main()
    if isinstance(answer, str):
        sys.stderr.write(answer + "\n")
        answer = 2
    sys.exit(answer)
