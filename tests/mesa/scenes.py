# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Compares the scenes of tests/e2e/pictures as drawn by llvmpipe and by Galvan inside of Debian's
Mesa. Leaves the pictures, and pictures of their differences, in MESA_PICTURES_DIR."""

import os
import shutil
import sys

import in_process
import common

sys.path.append(str(in_process.HERE.parent / "e2e" / "pictures"))
os.environ.setdefault("PICTURES_EXPECTED", "")
import pictures  # noqa: E402


def test_scenes():
    env = in_process.environment()
    dir = os.path.join(os.environ["MESA_PICTURES_DIR"], in_process.TREE.parent.name)
    dirs = [os.path.join(dir, kind) for kind in ("expected", "actual", "difference")]
    shutil.rmtree(dirs[2], ignore_errors=True)
    os.makedirs(dirs[2])
    with common.Display() as display:
        env.update(display.environment)
        llvmpipe = {**env, "GALLIUM_DRIVER": "llvmpipe"}
        for name in ("LIBGL_DRIVERS_PATH", "__GLX_VENDOR_LIBRARY_NAME", "LD_LIBRARY_PATH",
                     "__EGL_VENDOR_LIBRARY_FILENAMES"):
            llvmpipe.pop(name, None)
        reference, renderer = pictures.draw([pictures.PROGRAM, dirs[0]], dirs[0], llvmpipe)
        assert renderer.startswith("llvmpipe"), "the reference is drawn by " + renderer
        ours, renderer = pictures.draw([pictures.PROGRAM, dirs[1]], dirs[1], env)
        assert renderer.startswith("Galvan"), "not drawn by Galvan but by " + renderer
    wrong = []
    for name, (verdict, rest, _) in reference.items():
        assert verdict == "ok", "llvmpipe itself: %s %s" % (name, rest)
        got, reason = pictures.judge(name, reference, ours, dirs)
        print("%-8s%s: %s" % (got, name, reason), flush=True)
        if got != "pass":
            wrong.append(name)
    assert len(reference) > 50 and not wrong, "pictures in %s differ: %s" % (dir, wrong)


if __name__ == "__main__":
    common.main(globals())
