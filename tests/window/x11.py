# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests windows on a private X server: runs window_x11.c with each way in which pixels reach the X
server, and window_swapchain.c, and checks that an example's window shows the same picture as its
PNG file."""

import os
import subprocess

import common

EXAMPLES = os.environ["GALVAN_EXAMPLES"]


def run(display, program, *args, env=None):
    result = subprocess.run([program, *args], env={**os.environ, **display.environment,
                                                   **(env or {})},
                            timeout=common.TIMEOUT, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT)
    common.check_sanitizers(result.stdout)
    assert result.returncode == 0, result.stdout


def test_memory_that_the_device_writes():
    with common.Display() as display:
        run(display, os.environ["WINDOW_X11"], "shared")


def test_memory_that_the_program_writes():
    with common.Display() as display:
        run(display, os.environ["WINDOW_X11"], "shared", env={"GALVAN_MASK": "externalMemoryHost"})


def test_pixels_through_the_connection():
    with common.Display("-extension", "MIT-SHM") as display:
        run(display, os.environ["WINDOW_X11"], "sent")


def test_swapchains():
    for options in [], ["-extension", "MIT-SHM"]:
        with common.Display(*options) as display:
            run(display, os.environ["WINDOW_SWAPCHAIN"])


def test_server_without_true_colour():
    with common.Display(depth=8) as display:
        result = subprocess.run([os.path.join(EXAMPLES, "example-triangle")],
                                env={**os.environ, **display.environment}, text=True,
                                timeout=common.TIMEOUT, stderr=subprocess.PIPE)
        common.expect(result, 1, "no TrueColor of 24 bits")


def test_example_shows_its_picture():
    triangle = os.path.join(EXAMPLES, "example-triangle")
    with common.Display() as display, common.directory() as dir:
        path = os.path.join(dir, "picture.png")
        run(display, triangle, "--size", "320x200", "--png", path)
        picture = common.read_png(path)
        process = subprocess.Popen([triangle, "--size", "320x200"],
                                   env={**os.environ, **display.environment})
        try:
            common.wait_for(lambda: display.picture().crop(320, 200).rows == picture.rows,
                            "the picture in the window")
            assert process.poll() is None
        finally:
            process.terminate()
            process.wait()


def test_examples_end_after_their_frames():
    with common.Display() as display:
        for name in ("triangle", "quad", "life"):
            run(display, os.path.join(EXAMPLES, "example-" + name), "--frames", "5")


common.main(globals())
