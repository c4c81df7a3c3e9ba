# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""The recordings of recordings/, which earlier Galvans made of gl_pictures' groups, show what the
program draws today. `recordings.py --make DIR` records them anew, into a directory that has none:
for when a scene changes."""

import os
import re
import subprocess
import sys

import common
from common import Display, directory, galvan

RECORDINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recordings")
GROUPS = ["primitive", "fragment", "texture-kind", "framebuffer", "pixel", "vertex", "glsl",
          "stages", "memory", "gles2"]
FRAME = re.compile(r"^frame (\d+) (\d+x\d+) ([0-9a-f]{16})$")


def record(display, group, path):
    with directory() as pictures:
        result = galvan("record", path, "--", os.environ["GL_PICTURES"], pictures, group,
                        env=display.environment, timeout=common.TIMEOUT * 4)
    assert result.returncode == 0, result.stdout + result.stderr


def replay(path, *args):
    """(size, hash) of each frame."""
    result = galvan("replay", "--hash", *args, path, timeout=common.TIMEOUT * 4)
    assert result.returncode == 0, result.stderr
    return [FRAME.match(line).groups()[1:] for line in result.stdout.splitlines()]


def alike(one, two, number):
    """Whether frames of two recordings differ by no more than edges."""
    with directory() as dir:
        pictures = [os.path.join(dir, name) for name in ("a.png", "b.png")]
        for path, picture in zip((one, two), pictures):
            replay(path, "--screenshot", "%s@%d" % (picture, number))
        return subprocess.call([os.environ["COMPARE_PICTURES"], *pictures,
                                os.path.join(dir, "difference.png")]) == 0


def test_what_they_show():
    with directory() as dir, Display() as display:
        for group in GROUPS:
            kept, fresh = os.path.join(RECORDINGS, group + ".gvrec"), os.path.join(dir, group)
            record(display, group, fresh)
            was, now = replay(kept), replay(fresh)
            assert len(was) == len(now) > 0, "%s: %d frames, not %d" % (group, len(was), len(now))
            for number, (a, b) in enumerate(zip(was, now), 1):
                assert a == b or alike(kept, fresh, number), "%s: frame %d" % (group, number)


def make(dir):
    with Display() as display:
        for group in GROUPS:
            record(display, group, os.path.join(dir, group + ".gvrec"))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        make(sys.argv[2])
    else:
        common.main(globals())
