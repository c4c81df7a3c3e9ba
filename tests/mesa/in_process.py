# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""What the tests of docs/mesa.md share: where scripts/mesa has left Galvan inside of Mesa, and the
environment of a program that draws by it."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "e2e"))
import common  # noqa: E402

TOP = HERE.parent.parent
TREE = pathlib.Path(os.environ.get("GALVAN_MESA", TOP / "build/mesa/bookworm/galvan"))


def environment():
    """Raises Skip where there is no such Mesa."""
    if not (TREE / "dri" / "swrast_dri.so").exists():
        raise common.Skip("no Mesa with Galvan in it: scripts/mesa makes one")
    return {**os.environ, **common.driver_environment(), "LIBGL_ALWAYS_SOFTWARE": "1",
            "LIBGL_DRIVERS_PATH": str(TREE / "dri")}


def command(*words):
    """That of `galvan run` with a program in this environment."""
    environment()
    return [common.GALVAN, "run", "--in-process=%s" % TREE, *words]
