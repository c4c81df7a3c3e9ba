# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Provides the path of the Mesa with Galvan inside that scripts/mesa builds (docs/mesa.md), and the
environment of a program that draws with this Mesa."""

import os
import pathlib
import shlex
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "e2e"))
import common  # noqa: E402

TOP = HERE.parent.parent
TREE = pathlib.Path(os.environ.get("GALVAN_MESA") or TOP / "build/mesa/bookworm/galvan")


def environment():
    """Returns the environment of a program; raises Skip if there is no such Mesa."""
    if not any((TREE / name).exists() for name in ("dri/swrast_dri.so", "libGLX_galvan.so.0")):
        raise common.Skip("no Mesa with Galvan in it: scripts/mesa makes one")
    env = {**os.environ, **common.driver_environment()}
    for line in common.galvan("env", "--in-process=%s" % TREE).stdout.splitlines():
        word, assignment = line.split(" ", 1)
        name, _, value = assignment.partition("=")
        if word == "export":
            env[name] = "".join(shlex.split(value))
        else:
            env.pop(name, None)
    return env


def command(*words):
    """Returns the command of `galvan run` with a program in this environment."""
    environment()
    return [common.GALVAN, "run", "--in-process=%s" % TREE, *words]
