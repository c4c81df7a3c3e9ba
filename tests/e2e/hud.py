# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests --hud and GALVAN_HUD: checks the text in the window, and that neither screenshots nor
pictures that the program reads back contain the text."""

import os
import re
import subprocess

import common
import gears
from common import Display, Process, client_environment, directory, expect, galvan, need, \
    read_png, serve, wait_for

CLIENT = os.environ["SWAP_CLIENT"]
FONT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../src/hud/font.c")
LETTER, LINE, PAD = 6, 9, 2     # in units, as in src/hud/hud.c
GRAPH = 28
WHITE, RED = (255, 255, 255), (255, 64, 48)


def glyphs():
    with open(FONT) as file:
        rows = re.findall(r"^    \{'(.)', \{(.*)\}\},$", file.read(), re.M)
    return {tuple(re.findall(r'"([.#]{5})"', text)): letter for letter, text in rows}


GLYPHS = glyphs()


def line_at(picture, unit, y):
    """Returns the line of text that begins this many units below the top."""
    text = ""
    for n in range(13):
        x = PAD + n * LETTER
        rows = tuple("".join("#" if picture.rows[(y + row) * unit][(x + i) * unit] in (WHITE, RED)
                             else "." for i in range(5)) for row in range(7))
        text += GLYPHS.get(rows, "_")
    return text.rstrip()


def lines(picture, unit, num, graph_behind=None):
    y, found = PAD, []
    for i in range(num):
        found.append(line_at(picture, unit, y))
        y += LINE + (GRAPH if i == graph_behind else 0)
    return found


def number(text, pattern):
    found = re.fullmatch(pattern, text)
    assert found, "%r is no %r" % (text, pattern)
    return [float(group) for group in found.groups()]


def watch_gears(display, unit=1):
    """Returns the lines of text on glxgears' window once they contain counters of about a
    second."""
    def read():
        text = lines(display.picture(), unit, 8, graph_behind=1)
        return text if re.fullmatch(r"FPS [1-9][\d.]*", text[0]) else None
    return wait_for(read, "a rate on the window")


def check(text):
    """Checks the text for a device with timestamps, which all devices here have."""
    fps, = number(text[0], r"FPS ([\d.]+)")
    median, worst = number(text[1], r"MS ([\d.]+)/([\d.]+)")
    draws, = number(text[2], r"DRAWS (\d+)")
    compiled, = number(text[3], r"COMP (\d+)")
    number(text[4], r"UP ([\d.]+) MIB/S")
    memory, = number(text[5], r"MEM (\d+) MIB")
    device, = number(text[6], r"GPU ([\d.]+) MS")
    number(text[7], r"WAITS ([\d.]+)")
    assert device > 0, text
    assert fps > 1 and 0 < median <= worst, text
    # A frame of glxgears has about a dozen draws. The count is not exact, since frames and batches
    # do not end together.
    assert 3 <= draws <= 40 and compiled >= 0 and memory >= 1, text


def test_gears():
    """Checks two runs: in the first one the client library presents the frames; in the second one
    Mesa reads frames back and presents them."""
    need("glxgears")
    for args in ([], ["--frames-ahead", "1"]):
        with Display() as display, Process("run", "--hud", *args, "--", "glxgears",
                                           env=display.environment):
            text = watch_gears(display)
            check(text)


def test_environment_and_server():
    need("glxgears")
    with serve(env={"GALVAN_HUD": "draws"}) as server, Display() as display:
        process = subprocess.Popen(["glxgears"], stdout=subprocess.DEVNULL,
                                   env={**client_environment(server.path), **display.environment})
        try:
            wait_for(lambda: re.fullmatch(r"DRAWS [1-9]\d*", lines(display.picture(), 1, 1)[0]),
                     "draws on the window")
            rows = display.picture().rows[PAD + LINE:40]
            box = [pixel for row in rows for pixel in row[:80]]
            assert WHITE not in box, "more than was asked for"
        finally:
            process.kill()
            process.wait()
    with Display() as display, Process("run", "--", "glxgears",
                                       env={**display.environment, "GALVAN_HUD": "0"}):
        gears.window(display)
        assert not lines(display.picture(), 1, 1)[0].startswith("FPS")


def test_program_does_not_see_it():
    """The client checks each pixel that it reads back, before and after its swaps."""
    with Display() as display:
        result = galvan("run", "--hud", "--", CLIENT, "readback", env=display.environment)
        # The client checks the window last, and must find the text there.
        assert "glReadPixels" not in result.stderr, result.stderr
        assert result.returncode == 1, result.stderr


def test_screenshots_are_without_it():
    with directory() as dir, Display() as display:
        for name in ("some.png@37", "last.png"):
            galvan("run", "--hud", "--screenshot", os.path.join(dir, name), "--", CLIENT, "dlsym",
                   env=display.environment)
            picture = read_png(os.path.join(dir, name.split("@")[0]))
            assert len(picture.colours()) == 1, "%s has more than the client's colour" % name


def test_wrong_items():
    expect(galvan("run", "--hud=fps,speed", "--", "true"), 2,
           '--hud wants items of fps, times, graph, draws, compiled, uploads, memory, device, '
           'waits, not "speed"')
    expect(galvan("run", "--", "true", env={"GALVAN_HUD": "fast"}), 2, "GALVAN_HUD wants items of")


if __name__ == "__main__":
    common.main(globals())
