# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests the windows of programs that draw in their own process and do not wait for their frames.
The client and its modes are those of e2e/frames (swap_client.c)."""

import os
import re
import subprocess

import in_process
import common
import frames
from common import Display, directory

DISPLAYS = 20       # in the mode "displays", one after the other
FRAMES_OF_ONE = 4   # on each of them

# Software devices have swapchains, but do not use them without this variable.
SWAPCHAINS = {"GALVAN_SWAPCHAINS": "1", "GALVAN_LOG": "vk=info"}
HAS_SWAPCHAIN = re.compile(r"vk: window \w+ has a swapchain of \d+ images")


def run(display, mode, *args, env=None):
    in_process.environment()
    return frames.run(display, mode, "--in-process=%s" % in_process.TREE, *args, env=env)


def run_modes(*args, modes, options=()):
    with Display(*options) as display:
        for mode in modes:
            run(display, mode, *args)


def test_swaps():
    run_modes(modes=["shown", "dlsym", "address", "egl"])


def test_reads():
    run_modes(modes=["readback", "front", "front-read", "single", "single-hidden",
                     "single-off-screen", "single-book", "pixmap", "part", "bound-pixmaps"])
    run_modes("--no-preload", modes=["single", "single-hidden", "single-book"])


def test_windows():
    run_modes(modes=["resize", "vanish", "killed", "two-windows", "grab", "hidden-grab"])


def test_displays():
    """Tests displays that end and displays that share. The former run without the validation layer,
    which leaves a descriptor open for each device."""
    with Display() as display:
        run(display, "displays", env={"VK_INSTANCE_LAYERS": ""})
        run(display, "shared-displays")


def test_processes_and_threads():
    run_modes(modes=["leave", "sleeps", "killed-in-swaps", "forks", "two-threads"])


def run_by_swapchains(display, mode, *args):
    result = run(display, mode, *args, env=SWAPCHAINS)
    assert HAS_SWAPCHAIN.search(result.stderr), "%s: %s" % (mode, result.stderr)
    return result


def test_swapchains():
    with Display() as display:
        for mode in ("shown", "dlsym", "readback", "front", "front-read", "part", "resize",
                     "vanish", "killed", "grab", "hidden-grab", "two-threads", "leave", "sleeps",
                     "forks", "shared-displays"):
            run_by_swapchains(display, mode)
        for mode in ("shown", "resize"):
            run_by_swapchains(display, mode, "--frames-ahead", "3")
        for mode in ("two-windows", "killed-in-swaps"):
            run(display, mode, env=SWAPCHAINS)
        frames.try_while_busy(
            "egl",
            lambda: frames.is_paced(frames.seconds_of(run_by_swapchains(display, "egl"))[-1]))
    with Display("-extension", "MIT-SHM") as display:
        run(display, "shown", env=SWAPCHAINS)


def test_who_uses_swapchains():
    """By default, software devices use no swapchains. Images of frames are read from memory."""
    with directory() as dir, Display() as display:
        result = run(display, "shown", env={"GALVAN_LOG": "vk=info"})
        assert not HAS_SWAPCHAIN.search(result.stderr), result.stderr
        result = run_by_swapchains(display, "dlsym", "--stats")
        assert "run: %d frames," % frames.FRAMES in result.stderr, result.stderr
        last = os.path.join(dir, "last.png")
        result = run(display, "dlsym", "--screenshot", last, env=SWAPCHAINS)
        assert not HAS_SWAPCHAIN.search(result.stderr), result.stderr
        assert frames.shows(last, frames.FRAMES)


def test_three_ahead():
    run_modes("--frames-ahead", "3", modes=["shown", "readback", "resize", "two-windows"])


def test_waiting_in_each_swap():
    run_modes("--frames-ahead", "1", modes=["shown", "resize", "leave"])
    run_modes("--no-preload", modes=["shown"])


def test_other_displays():
    """On an X server without MIT-SHM, the client library cannot put frames on windows, and Mesa
    must do so."""
    run_modes(modes=["shown", "egl"], options=["-extension", "MIT-SHM"])


def test_device_that_cannot_reach_memory():
    run_modes("--mask", "external_memory_host", modes=["shown", "resize"])


def test_nobody_waits():
    """The thread that submits may wait for the device in each swap only with --frames-ahead 1.
    Otherwise it waits for the first frame of each window, which Mesa puts. Without Mesa's recording
    thread, the thread that submits is the program's."""
    def waits(*args, env=None):
        with Display() as display:
            result = run(display, "displays", *args,
                         env={**frames.paced(2000), "GALLIUM_THREAD": "0", **(env or {})})
        found = [int(waits) for _, waits in frames.LINE.findall(result.stderr)]
        assert len(found) >= DISPLAYS - 1, result.stderr
        return max(found) if not args else min(found)

    most, least = waits(), waits("--frames-ahead", "1")
    swapchains = waits(env=SWAPCHAINS)
    print("waits in %d frames: at most %d, by swapchains %d; with --frames-ahead 1 at least %d" %
          (FRAMES_OF_ONE, most, swapchains, least))
    assert most <= 2
    assert swapchains <= 2
    assert least >= FRAMES_OF_ONE


def test_frames_in_order():
    """Another program reads the window meanwhile. It must see the frames in order, each of them
    whole."""
    for args, more in ((["--frames-ahead", "3"], {}), ([], {}), ([], SWAPCHAINS)):
        with Display() as display:
            env = {**os.environ, **display.environment, **frames.paced(500), **more}
            process = subprocess.Popen(in_process.command("--stats", *args, "--", frames.CLIENT,
                                                          "numbers"),
                                       env=env, text=True, stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            try:
                window = process.stdout.readline().strip()
                seen = subprocess.run([frames.CLIENT, "watch", window], text=True,
                                      timeout=common.TIMEOUT,
                                      env={**os.environ, **display.environment},
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            finally:
                _, stderr = process.communicate(timeout=common.TIMEOUT)
            assert process.returncode == 0, stderr
            assert seen.returncode == 0, seen.stderr
            assert int(seen.stdout) >= 10, seen.stdout
            assert "run: %d frames," % frames.NUMBERED in stderr, stderr


def test_frames_are_counted_and_kept():
    with directory() as dir, Display() as display:
        some, last = os.path.join(dir, "some.png"), os.path.join(dir, "last.png")
        result = run(display, "dlsym", "--stats", "--screenshot", "%s@37" % some)
        assert "run: %d frames," % frames.FRAMES in result.stderr, result.stderr
        assert frames.shows(some, 37)
        run(display, "dlsym", "--screenshot", last)
        assert frames.shows(last, frames.FRAMES)


def check_intervals(display):
    free, two, zero, one = frames.seconds_of(run(display, "intervals"))
    frames.is_free(free)
    frames.is_paced(two, 2)
    frames.is_free(zero)
    frames.is_paced(one)


def test_intervals():
    with Display() as display:
        frames.try_while_busy("intervals", lambda: check_intervals(display))
        frames.try_while_busy(
            "egl", lambda: frames.is_paced(frames.seconds_of(run(display, "egl"))[-1]))


def test_no_intervals():
    """If Mesa puts the frames, swap intervals must behave as without the client library."""
    with Display() as display:
        result = run(display, "no-intervals", "--frames-ahead", "1")
        assert all(seconds < frames.SECONDS - 0.1 for seconds in frames.seconds_of(result))


def test_window_that_dies_while_it_waits():
    with Display() as display:
        assert frames.seconds_of(run(display, "interval-killed"))[0] < 8


if __name__ == "__main__":
    common.main(globals())
