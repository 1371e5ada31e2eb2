"""How fast is the same algorithm, compiled?

reference.c, built with the system's compiler into a temporary folder when it is asked for. It has
walls that rest and movers that bounce, all that the arena needs. Its times make ratios that mean
the same on any machine.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from ctypes import CDLL, c_double, c_int, c_void_p
from functools import cache
from pathlib import Path
from shutil import which

import numpy as np
from numpy.ctypeslib import ndpointer
from support.adapters import Columns, Missing

SOURCE = Path(__file__).with_name("reference.c")
FLAGS = ("-O2", "-ffp-contract=off", "-shared", "-fPIC")
"""No fused multiply-add: it would round otherwise than numpy does."""
CELL = 0.5
"""Side of a cell, in mean distances between walls: of 0.35, 0.5, 0.7, 1, 1.4 and 2 one of the
fastest wherever it matters."""


@cache
def library() -> CDLL:
    """Build and load it; raise Missing if there is no compiler, or it failed."""
    compiler = which(os.environ.get("CC", "cc")) or which("gcc") or which("clang")
    if compiler is None:
        raise Missing("the compiled reference needs a C compiler: cc, gcc or clang, or CC names it")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        built = Path(folder) / "reference.so"
        command = [compiler, *FLAGS, "-o", str(built), str(SOURCE), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            last = done.stderr.strip().splitlines()[-1:]
            raise Missing(f"the compiled reference: {compiler} failed: {' '.join(last)}")
        lib = CDLL(str(built))
    column = ndpointer(np.float64, 2, flags="C")
    lib.grid_new.restype, lib.grid_free.argtypes = c_void_p, [c_void_p]
    lib.grid_new.argtypes = [column, column, c_int, c_double, c_double]
    lib.step.argtypes = [c_void_p, c_void_p, c_void_p, c_void_p, c_int, c_double]
    lib.step.restype = lib.grid_free.restype = None
    return lib


class Reference:
    """reference.c, as an Engine that only bounces."""

    def __init__(self, cell: float = CELL) -> None:
        self.lib, self.cell, self.grid = library(), cell, None

    def add(self, kind, center, half, velocity=None):
        if kind == "mover":
            self.columns = center.copy(), velocity.copy(), half.copy()
            self.arguments = [c_void_p(column.ctypes.data) for column in self.columns]
            self.arguments.append(c_int(len(center)))
            return
        side = float((center + half).max())
        cell = self.cell * side / np.sqrt(len(center))
        self.grid = c_void_p(self.lib.grid_new(center, half, len(center), side, cell))

    def __del__(self) -> None:
        if getattr(self, "grid", None):
            self.lib.grid_free(self.grid)

    def step(self, dt: float) -> None:
        self.lib.step(self.grid, *self.arguments, dt)

    def positions(self) -> Columns:
        return self.columns[0]

    def velocities(self) -> Columns:
        return self.columns[1]
