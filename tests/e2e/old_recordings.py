# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Replays recordings that earlier versions of Galvan made of the groups of gl_pictures
(old_recordings/). Each replay must give the frames that Galvan draws for the program today, so the
test detects old files that cannot be read, and frames that have changed. The test compares only the
last frame of each file with llvmpipe's; e2e/pictures compares all scenes. When a scene changes,
`old_recordings.py --make DIR` records new files into DIR, which must not contain these files
yet."""

import os
import re
import subprocess
import sys

from PIL import Image

import common
from common import Display, directory, galvan

RECORDINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "old_recordings")
GROUPS = ["primitive", "fragment", "texture-kind", "framebuffer", "pixel", "vertex", "glsl",
          "stages", "memory", "gles2"]
SCENE = re.compile(r"^(\S+) ok$", re.MULTILINE)
FRAME = re.compile(r"^frame (\d+) (\d+x\d+) ([0-9a-f]{16})$")


def record(display, group, path):
    """Records a group and returns the names of the scenes."""
    with directory() as pictures:
        result = galvan("record", path, "--", os.environ["GL_PICTURES"], pictures, group,
                        env=display.environment, timeout=common.TIMEOUT * 4)
    assert result.returncode == 0, result.stdout + result.stderr
    return SCENE.findall(result.stdout)


def replay(path, *args):
    """Returns (size, hash) of each frame."""
    result = galvan("replay", "--hash", *args, path, timeout=common.TIMEOUT * 4)
    assert result.returncode == 0, result.stderr
    return [FRAME.match(line).groups()[1:] for line in result.stdout.splitlines()]


def compare(expected, actual):
    """Returns whether two pictures are equal except at edges, and a text with their difference."""
    with directory() as dir:
        done = subprocess.run([os.environ["COMPARE_PICTURES"], expected, actual,
                               os.path.join(dir, "difference.png")], text=True,
                              stdout=subprocess.PIPE)
    return done.returncode == 0, done.stdout.strip()


def alike(one, two, number):
    """Returns whether frame `number` of two recordings is equal except at edges."""
    with directory() as dir:
        pictures = [os.path.join(dir, name) for name in ("a.png", "b.png")]
        for path, picture in zip((one, two), pictures):
            replay(path, "--screenshot", "%s@%d" % (picture, number))
        return compare(*pictures)[0]


def draw_on_llvmpipe(display, dir, scene):
    """Returns the path of the scene's picture without alpha, since a presented frame has no
    alpha."""
    done = subprocess.run([os.environ["GL_PICTURES"], dir, scene], text=True,
                          env={**os.environ, **display.environment, "LIBGL_ALWAYS_SOFTWARE": "1",
                               "GALLIUM_DRIVER": "llvmpipe"},
                          timeout=common.TIMEOUT, stdout=subprocess.PIPE)
    assert "renderer llvmpipe" in done.stdout and SCENE.findall(done.stdout) == [scene], done.stdout
    path = os.path.join(dir, scene + ".png")
    with Image.open(path) as image:
        opaque = image.convert("RGB").convert("RGBA")
    opaque.save(path)
    return path


def test_regression():
    for group in GROUPS:
        with directory() as dir, Display() as display:
            kept, fresh = os.path.join(RECORDINGS, group + ".gvrec"), os.path.join(dir, group)
            scenes, last = record(display, group, fresh), os.path.join(dir, "last.png")
            was, now = replay(kept, "--screenshot", last), replay(fresh)
            assert len(was) == len(now) > 0, "%s: %d frames, not %d" % (group, len(was), len(now))
            for number, (a, b) in enumerate(zip(was, now), 1):
                assert a == b or alike(kept, fresh, number), "%s: frame %d" % (group, number)
            same, apart = compare(draw_on_llvmpipe(display, dir, scenes[-1]), last)
            assert same, "%s: unlike llvmpipe: %s" % (scenes[-1], apart)


def make(dir):
    with Display() as display:
        for group in GROUPS:
            record(display, group, os.path.join(dir, group + ".gvrec"))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        make(sys.argv[2])
    else:
        common.main(globals())
