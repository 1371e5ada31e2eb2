"""Write the reference of game.collision, from its docstrings.

    python tests/tools/make/reference.py

It needs the extra dev. pdoc expands type aliases; for numpy's types that would be unreadable.
"""

import argparse
import inspect
import re
import sys
import warnings
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

import pdoc
from numpy.typing import ArrayLike

from game.collision.batch import Bools, Floats, Ints

FOLDER = Path(__file__).parents[3] / "build" / "reference"
ALIASES = {ArrayLike: "ArrayLike", Bools: "Bools", Floats: "Floats", Ints: "Ints"}
spelled_out = inspect.formatannotation


def format_annotation(annotation: Any, *how: Any) -> str:
    """Return a type as it is written in the source."""
    text = re.sub(r"ForwardRef\('([^']+)'\)", r"\1", spelled_out(annotation, *how))
    for alias, name in ALIASES.items():
        text = text.replace(spelled_out(alias), name)
    return text


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    inspect.formatannotation = pdoc.doc.formatannotation = format_annotation
    warnings.simplefilter("ignore")  # pdoc cannot resolve the fields of a NamedTuple.
    pdoc.render.configure(docformat="google")
    # sweep is a module as well, but the function is meant.
    pdoc.pdoc("game.collision", "!game.collision.sweep", output_directory=FOLDER)
    print(FOLDER / "game" / "collision.html")
