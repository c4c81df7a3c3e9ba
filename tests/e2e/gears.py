# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs programs of the distribution through Galvan. Each colour must cover the same share of the
screen and of the screenshot as with llvmpipe."""

import os
import re
import subprocess
import time

import common
from common import Display, Process, directory, expect, galvan, need, read_png, wait_for

SIZE = 300           # of the window
FRAME = 10
TOLERANCE = 0.03     # of the window's pixels; the gears turn
LEAST = 0.02         # of the window's pixels; each gear covers more
HUES = {
    "black": lambda r, g, b: max(r, g, b) < 16,
    "red": lambda r, g, b: r > 1.5 * max(g, b) and r >= 16,
    "green": lambda r, g, b: g > 1.5 * max(r, b) and g >= 16,
    "blue": lambda r, g, b: b > 1.5 * max(r, g) and b >= 16,
}


def shares(picture):
    return {name: picture.share(hue) for name, hue in HUES.items()}


def compare(what, got, expected):
    for name in HUES:
        assert abs(got[name] - expected[name]) <= TOLERANCE, "%s: %.3f of the picture is %s, on " \
            "llvmpipe %.3f" % (what, got[name], name, expected[name])


def window(display):
    """Returns the picture on the display, once all gears are on it: the display is the X server's
    memory, which may contain a part of the first frame."""
    def drawn():
        picture = display.picture().crop(SIZE, SIZE)
        covered = [picture.share(HUES[hue]) > LEAST for hue in ("red", "green", "blue")]
        return picture if all(covered) else None
    return wait_for(drawn, "three gears on the display")


def on_llvmpipe(program):
    with Display() as display:
        process = subprocess.Popen([program], env={
            **os.environ, **display.environment, "GALLIUM_DRIVER": "llvmpipe",
            "LIBGL_ALWAYS_SOFTWARE": "1"}, stdout=subprocess.DEVNULL)
        try:
            return shares(window(display))
        finally:
            process.kill()
            process.wait()


def check(program):
    program = need(program)
    expected = on_llvmpipe(program)
    with directory() as dir, Display() as display:
        path = os.path.join(dir, "picture.png")
        with Process("run", "--stats", "--screenshot", "%s@%d" % (path, FRAME), "--", program,
                     env={**display.environment, "GALVAN_CACHE": dir}) as run:
            wait_for(lambda: os.path.exists(path) or run.process.poll() is not None, "a frame")
            assert run.process.poll() is None, run.stderr()
            on_screen = window(display)
            run.process.terminate()
            assert run.wait() == 143
            told = re.search(r"frames/s, [1-9]\d* pipelines compiled, (\d+) linked, \d+ optimized, "
                             r"(\d+) draws waited for a compile, 1 client, on Galvan \(",
                             run.stderr())
            # The first draw waits for a compilation, unless its pipeline was compiled in time.
            assert told and any(int(number) for number in told.groups()), run.stderr()
        picture = read_png(path)
        assert (picture.width, picture.height) == (SIZE, SIZE)
        assert len(picture.colours()) > 10
        compare("screenshot", shares(picture), expected)
        compare("screen", shares(on_screen), expected)


def test_glxgears():
    check("glxgears")


def test_es2gears():
    check("es2gears_x11")


def test_saved_shaders():
    """Checks that each shader is saved once, as text that can be translated, and that a second run
    saves no further shader."""
    program = need("es2gears_x11")
    with directory() as dir, Display() as display:
        shaders = os.path.join(dir, "shaders")
        seen = []
        for path in (os.path.join(dir, "1.png"), os.path.join(dir, "2.png")):
            with Process("run", "--save-shaders", shaders, "--screenshot", path + "@1", "--",
                         program, env=display.environment) as run:
                wait_for(lambda: os.path.exists(path), "a frame")
                run.process.terminate()
                assert run.wait() == 143
            seen.append(sorted(os.listdir(shaders)))
        names = [os.path.join(shaders, name) for name in seen[0]]
        assert seen[0] == seen[1] and names and all(n.endswith(".tgsi") for n in names), seen
        result = galvan("tgsi", "--validate", "--stage", *names)
        expect(result, 0)
        stages = [line.rsplit(": ", 1)[1] for line in result.stdout.splitlines()]
        assert "vertex" in stages and "fragment" in stages, stages
        expect(galvan("run", "--save-shaders", names[0], "--", "true"), 1, "Not a directory")


def test_last_frame():
    """Checks that a screenshot without a frame number is the last frame, even if the program is
    killed."""
    program = need("glxgears")
    with directory() as dir, Display() as display:
        path = os.path.join(dir, "picture.png")
        with Process("run", "--screenshot", path, "--", program,
                     env=display.environment) as run:
            window(display)
            time.sleep(0.5)
            assert not os.path.exists(path)
            run.process.terminate()
            assert run.wait() == 143
        assert read_png(path).share(HUES["black"]) < 0.95


if __name__ == "__main__":
    common.main(globals())
