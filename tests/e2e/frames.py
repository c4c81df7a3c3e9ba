# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests the windows of programs that do not wait for their frames. The client (swap_client.c)
checks what OpenGL guarantees to a program; the tests also check the report of galvan run about the
client. The simulated device is tests/bench/pace_layer.c."""

import os
import re
import signal
import subprocess

import common
from common import Display, Process, directory, galvan, read_png, wait_for

CLIENT = os.environ["SWAP_CLIENT"]
FRAMES = 60         # in most modes
NUMBERED = 400      # in the mode "numbers"
CLEARED = 200       # in the mode "cleared"
LINE = re.compile(r"pace layer: (\d+) submissions, \d+ us of device, (\d+) waits")


def run(display, mode, *args, env=None):
    result = galvan("run", *args, "--", CLIENT, mode, env={**display.environment, **(env or {})})
    assert result.returncode == 0, "%s: status %d\n%s" % (mode, result.returncode, result.stderr)
    return result


def run_modes(*args, modes, options=()):
    with Display(*options) as display:
        for mode in modes:
            run(display, mode, *args)


def paced(us, work=True):
    """Returns an environment with a device that takes this long for each submission, without
    validation."""
    env = {"VK_LAYER_PATH": os.environ["GALVAN_BENCH_LAYERS"],
           "VK_INSTANCE_LAYERS": "VK_LAYER_GALVAN_pace", "GALVAN_PACE_US": str(us)}
    if work:
        env["GALVAN_PACE_WORK"] = "1"
    return {**env, **common.driver_environment()}


def waits_of(result):
    found = LINE.search(result.stderr)
    assert found, result.stderr
    return int(found.group(2))


def colour(frame):
    return (frame % 128 * 2 + 1, frame // 128 * 2 + 1, 128)


def shows(path, frame):
    colours = read_png(path).colours()
    assert len(colours) == 1, "%s has %d colours" % (path, len(colours))
    return all(abs(a - b) <= 1 for a, b in zip(colours.pop(), colour(frame)))


# ---- What the program sees ------------------------------------------------------------------

def test_swaps():
    run_modes(modes=["shown", "dlsym", "address", "egl"])


def test_reads():
    run_modes(modes=["readback", "front", "single", "pixmap", "part"])


def test_front_buffer():
    """Reads the front buffer after each swap. The pixels must be the same with --frames-ahead 1,
    where the program waits for each frame."""
    with Display() as display:
        behind = run(display, "front-read", "--frames-ahead", "1")
        ahead = run(display, "front-read")
        assert len(behind.stdout.split()) == FRAMES, behind.stdout
        assert ahead.stdout == behind.stdout


def test_front_buffer_of_what_cannot_be_read():
    """Reads front buffers of windows that are not viewable, or partly off the screen."""
    run_modes(modes=["single", "single-hidden", "single-off-screen", "single-book"])
    run_modes(modes=["single-hidden", "single-off-screen", "single-book"],
              options=["-extension", "MIT-SHM"])
    with Display() as display:
        result = galvan("run", "--", common.need("glxinfo"), env=display.environment)
        assert result.returncode == 0 and "OpenGL renderer" in result.stdout, result.stderr


def test_picks():
    """Runs the client's mode for selection, feedback and raster positions in a lit scene."""
    run_modes(modes=["picks"])


def test_multi_draws():
    """Runs the client's mode that makes several draws by one call, with indices in the program's
    memory."""
    run_modes(modes=["multi-draws"])


def test_pixmaps_bound_as_textures():
    run_modes(modes=["bound-pixmaps", "pixmaps-bound-again"])
    run_modes("--frames-ahead", "1", modes=["bound-pixmaps"])
    run_modes(modes=["bound-pixmaps"], options=["-extension", "MIT-SHM"])


def test_buffers():
    run_modes(modes=["buffers"])


def test_resources():
    run_modes(modes=["resources", "pool"])
    run_modes("--frames-ahead", "1", modes=["resources"])


def test_windows():
    run_modes(modes=["resize", "vanish", "killed", "two-windows", "grab", "hidden-grab"])


def test_displays_that_end():
    run_modes(modes=["displays"])


def test_displays_that_share():
    run_modes(modes=["shared-displays"])
    with Display() as display:
        result = galvan("run", "--frames-ahead", "1", "--", CLIENT, "shared-displays",
                        env=display.environment)
        assert result.returncode != 0, "displays share without the client library"
        assert "without the client library, Mesa's client sends such numbers" in result.stderr


def test_processes_and_threads():
    run_modes(modes=["leave", "sleeps", "killed-in-swaps", "forks", "two-threads"])


def test_three_ahead():
    run_modes("--frames-ahead", "3", modes=["shown", "readback", "resize", "two-windows"])


def test_waiting_in_each_swap():
    run_modes("--frames-ahead", "1", modes=["shown", "resize", "leave"])


def test_other_displays():
    """On an X server without MIT-SHM, the client library cannot put frames on windows, and Mesa
    must do so."""
    run_modes(modes=["shown", "egl"], options=["-extension", "MIT-SHM"])


def test_device_that_cannot_reach_memory():
    run_modes("--mask", "external_memory_host", modes=["shown", "resize"])


def run_with_library(display, library, mode, *args):
    """Runs the client with another library of the tests, preloaded after Galvan's."""
    path = os.path.join(os.path.dirname(CLIENT), "..", "lib", library)
    script = 'LD_PRELOAD="$LD_PRELOAD:%s" exec "%s" %s' % (os.path.realpath(path), CLIENT, mode)
    result = galvan("run", *args, "--", "sh", "-c", script, env=display.environment)
    assert result.returncode == 0, result.stderr
    return result


def test_second_library():
    """Preloads a second library after Galvan's. When the second library calls dlsym() with
    RTLD_NEXT, it must get the definition after its own."""
    with Display() as display:
        common.expect(run_with_library(display, "libnext_library.so", "shown"), 0)


def test_copies_of_a_frame():
    """Checks how often the program's process copies a frame of 800x600. Only once is allowed: Mesa
    copies the frame into its display target. Without MIT-SHM, Mesa sends frames through the X
    server's socket, and the process copies each frame twice."""
    def copies(*options):
        with Display("-screen", "0", "800x600x24", *options) as display:
            result = run_with_library(display, "libcopies_library.so", "cleared")
            copied_B, = re.findall(r"copies library: (\d+) bytes", result.stderr)
            return int(copied_B) / CLEARED / (800 * 600 * 4)

    once, twice = copies(), copies("-extension", "MIT-SHM")
    print("copies of a frame: %.3f, without MIT-SHM %.3f" % (once, twice))
    assert 0.95 < once < 1.05
    assert 1.95 < twice


# ---- Swap intervals -------------------------------------------------------------------------

# Refreshes of Xvfb's screen per second, and seconds for the frames that swap_client times. The
# first timed frame may be shown with the same refresh as the frame before it.
RATE = 60
TRIES = 5           # most attempts, since other programs may keep the machine busy
SECONDS = (FRAMES - 1) / RATE


def seconds_of(result):
    return [int(line) / 1e6 for line in result.stdout.split()]


class Busy(AssertionError):
    """Raised when frames came late, which other programs on the machine can also cause."""


def is_paced(seconds, interval=1, free=1):
    """Checks that the frames came no faster than the interval allows, and not much slower. `free`
    is the time that the frames take without an interval; it depends on the machine's load."""
    least = SECONDS * interval
    assert least - 0.02 < seconds, "%.2f s, not %.2f" % (seconds, least)
    if seconds >= 1.8 * least + free:
        raise Busy("%.2f s, not %.2f" % (seconds, least))


def is_free(seconds):
    if seconds >= SECONDS - 0.1:
        raise Busy("%.2f s, though nothing waits" % seconds)


def try_while_busy(name, check):
    """Repeats the check if it raises Busy. So the test fails at once if frames come too early, but
    only after several attempts if they come late."""
    for _ in range(TRIES - 1):
        try:
            return check()
        except Busy as reason:
            common.again(name, reason)
    return check()


def check_intervals(display):
    free, two, zero, one = seconds_of(run(display, "intervals"))
    is_free(free)
    is_paced(two, 2)
    is_free(zero)
    is_paced(one)


def check_two_intervals(display):
    free, paced = seconds_of(run(display, "two-intervals"))
    is_paced(paced, free=free)


def test_copies_of_a_pixmap_that_does_not_change():
    """Binds an unchanged pixmap about 110 times: at most about ten bindings may read the pixmap.
    Without the client library, each binding reads it."""
    def copies(*options):
        with Display() as display:
            result = run_with_library(display, "libcopies_library.so", "pixmaps-bound-again",
                                      *options)
            copied_B, = re.findall(r"copies library: (\d+) bytes", result.stderr)
            return int(copied_B) / (1150 * 700 * 4)

    few, all_of_them = copies(), copies("--frames-ahead", "1")
    print("pixmaps copied: %.1f, without the library %.1f" % (few, all_of_them))
    assert all_of_them - few > 90, (few, all_of_them)


def test_intervals():
    with Display() as display:
        try_while_busy("intervals", lambda: check_intervals(display))
        try_while_busy("egl", lambda: is_paced(seconds_of(run(display, "egl"))[-1]))
        try_while_busy("two-intervals", lambda: check_two_intervals(display))


def check_vblank_mode(display, mode, check, wanted):
    result = run(display, mode, env={"vblank_mode": wanted})
    if check:
        check(seconds_of(result)[0])


def test_vblank_mode():
    """The client library must interpret vblank_mode as Mesa's hardware drivers do."""
    with Display() as display:
        for mode, check, wanted in [("interval-1", is_free, "0"), ("interval-1", is_paced, "1"),
                                    ("shown", None, "2"), ("interval-0", is_free, "2"),
                                    ("interval-0", is_paced, "3")]:
            try_while_busy(mode, lambda: check_vblank_mode(display, mode, check, wanted))


def test_window_that_dies_while_it_waits():
    """Destroys the window while a frame waits for an interval of ten seconds. The client must not
    wait for the remainder of the interval."""
    with Display() as display:
        assert seconds_of(run(display, "interval-killed"))[0] < 8


def check_no_intervals(display, *args):
    for seconds in seconds_of(run(display, "no-intervals", *args)):
        is_free(seconds)


def test_no_intervals():
    """Checks that swap intervals behave as without the client library if Mesa presents the
    frames."""
    with Display() as display:
        try_while_busy("no-intervals",
                       lambda: check_no_intervals(display, "--frames-ahead", "1"))
    with Display("-extension", "MIT-SHM") as display:
        try_while_busy("no-intervals", lambda: check_no_intervals(display))


# ---- Who waits ------------------------------------------------------------------------------

def test_nobody_waits():
    """Checks that the worker's thread that serves the client waits for the device in each swap only
    with --frames-ahead 1."""
    with Display() as display:
        for mode in ("dlsym", "address"):
            ahead = run(display, mode, env=paced(2000))
            assert waits_of(ahead) <= 4, ahead.stderr
        behind = run(display, "dlsym", "--frames-ahead", "1", env=paced(2000))
        assert waits_of(behind) >= FRAMES, behind.stderr


def test_frames_in_order():
    """Checks that another program, which reads the window meanwhile, sees complete frames in
    order."""
    for args in (["--frames-ahead", "3"], []):
        with Display() as display:
            env = {**os.environ, **display.environment, **paced(500)}
            process = subprocess.Popen([common.GALVAN, "run", "--stats", *args, "--", CLIENT,
                                        "numbers"], env=env, text=True, stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            try:
                window = process.stdout.readline().strip()
                seen = subprocess.run([CLIENT, "watch", window], timeout=common.TIMEOUT, text=True,
                                      env={**os.environ, **display.environment},
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            finally:
                _, stderr = process.communicate(timeout=common.TIMEOUT)
            assert process.returncode == 0, stderr
            assert seen.returncode == 0, seen.stderr
            assert int(seen.stdout) >= 10, seen.stdout
            assert "run: %d frames," % NUMBERED in stderr, stderr
            assert int(LINE.search(stderr).group(2)) <= 4, stderr


# ---- What galvan run tells ------------------------------------------------------------------

def test_frames_are_counted_and_kept():
    with directory() as dir, Display() as display:
        some, last = os.path.join(dir, "some.png"), os.path.join(dir, "last.png")
        result = run(display, "dlsym", "--stats", "--screenshot", "%s@37" % some)
        assert "run: %d frames," % FRAMES in result.stderr, result.stderr
        assert shows(some, 37)
        run(display, "dlsym", "--screenshot", last)
        assert shows(last, FRAMES)


def test_worker_that_dies():
    """Kills the program's worker. The program must end, as it does without a server, and not
    hang."""
    with Display() as display:
        with Process("run", "--", "glxgears", env={**display.environment, **paced(20000)}) as run:
            wait_for(lambda: display.picture().share(lambda r, g, b: r > 100 and g < 50) > 0.005,
                     "gears")
            server = [pid for pid in common.children_of(run.pid)
                      if os.path.samefile("/proc/%d/exe" % pid, common.GALVAN)]
            workers = [pid for parent in server for pid in common.children_of(parent)]
            assert workers, "no worker"
            for pid in workers:
                os.kill(pid, signal.SIGKILL)
            assert run.wait() != 0


if __name__ == "__main__":
    common.main(globals())
