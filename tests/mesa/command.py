# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests `galvan run --in-process`, `env --in-process` and `doctor` with Galvan inside of Debian's
Mesa."""

import json
import os
import re
import subprocess
import sys

import in_process
import common
import gears
from common import Display, expect, galvan, need
from pages import must_run


def test_run():
    program = need("glxinfo")
    with Display() as display:
        result = subprocess.run(in_process.command("--mask", "@mali-g710", "--", program, "-B"),
                                env={**os.environ, **display.environment}, text=True,
                                timeout=common.TIMEOUT, stdout=subprocess.PIPE)
    assert result.returncode == 0
    for text in (r"renderer string: Galvan ", r"core profile version string: 4\."):
        assert re.search(text, result.stdout), result.stdout


GRAB = """
import ctypes
x, gl = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libGL.so.1")
x.XOpenDisplay.restype = gl.glXChooseVisual.restype = ctypes.c_void_p
display = ctypes.c_void_p(x.XOpenDisplay(None))
x.XGrabServer(display)
x.XSync(display, 0)
rgba = (ctypes.c_int * 2)(4, 0)
assert gl.glXChooseVisual(display, x.XDefaultScreen(display), rgba)
"""


def test_grabbed_server():
    """Runs a program that has grabbed the X server when Galvan opens the device, like compiz."""
    with Display() as display:
        subprocess.run(in_process.command("--", sys.executable, "-c", GRAB), check=True,
                       env={**os.environ, **display.environment}, timeout=common.TIMEOUT)


def test_hud():
    """Checks that Mesa's own HUD appears: its letters and lines are white; the gears are not."""
    with Display() as display:
        process = subprocess.Popen(in_process.command("--hud", "--", need("glxgears")),
                                   env={**os.environ, **display.environment},
                                   stdout=subprocess.DEVNULL)
        try:
            common.wait_for(lambda: display.picture().share(
                lambda *pixel: min(pixel) > 250) > 0.0003, "letters over the gears")
        finally:
            process.kill()
            process.wait()


def test_reports():
    """Checks statistics and both kinds of screenshots, and then a program that presents no
    frames."""
    program = need("glxgears")
    expected = gears.on_llvmpipe(program)
    with common.directory() as dir, Display() as display:
        for name in ("one.png@10", "last.png"):
            result = subprocess.run(
                in_process.command("--stats", "--screenshot", os.path.join(dir, name), "--",
                                   "timeout", "-s", "KILL", "3", program),
                env={**os.environ, **display.environment}, text=True, timeout=common.TIMEOUT,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            assert re.search(r": [1-9]\d* frames, [1-9]\d*\.\d frames/s, .* 1 client, on Galvan",
                             result.stderr), result.stderr
            picture = common.read_png(os.path.join(dir, name.split("@")[0]))
            assert (picture.width, picture.height) == (gears.SIZE, gears.SIZE)
            gears.compare(name, gears.shares(picture), expected)
        result = subprocess.run(
            in_process.command("--stats", "--screenshot", os.path.join(dir, "none.png"), "--",
                               need("glxinfo"), "-B"),
            env={**os.environ, **display.environment}, text=True, timeout=common.TIMEOUT,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert result.returncode == 1
    assert ": 0 frames, " in result.stderr, result.stderr
    assert "only 0 frames were presented" in result.stderr, result.stderr


def test_env():
    program = need("glxinfo")
    in_process.environment()
    with Display() as display:
        said = subprocess.run(
            ["sh", "-c", 'eval "$("$1" env --in-process="$2")"; exec "$3"', "sh", common.GALVAN,
             str(in_process.TREE), program], text=True, timeout=common.TIMEOUT,
            env={**os.environ, **display.environment, **common.driver_environment()},
            stdout=subprocess.PIPE).stdout
    assert "OpenGL renderer string: Galvan " in said, said


def test_sandbox():
    """Checks that the driver works in a sandbox that contains only the system's files and the
    directories in LD_LIBRARY_PATH, such as the one in which WebKitGTK starts its processes."""
    words = [need("bwrap"), "--unshare-pid", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
             "--ro-bind", "/tmp/.X11-unix", "/tmp/.X11-unix"]
    for path in ("/usr", "/etc", "/bin", "/lib", "/lib64", "/sbin"):
        words += ["--ro-bind-try", path, path]
    must_run(*words, "true")
    for path in filter(None, in_process.environment().get("LD_LIBRARY_PATH", "").split(":")):
        words += ["--ro-bind-try", path, path]
    for path in common.driver_environment().values():
        words += ["--ro-bind-try", os.path.dirname(path), os.path.dirname(path)]
    with Display() as display:
        said = subprocess.run(in_process.command("--no-preload", "--", *words, need("glxinfo")),
                              env={**os.environ, **display.environment}, text=True,
                              timeout=common.TIMEOUT, stdout=subprocess.PIPE).stdout
    assert "OpenGL renderer string: Galvan " in said, said


def test_doctor():
    in_process.environment()
    with Display() as display:
        result = galvan("doctor", "--json", env={**display.environment,
                                                 "GALVAN_IN_PROCESS": str(in_process.TREE)})
    expect(result, 0)
    check, = [check for check in json.loads(result.stdout)["checks"]
              if check["name"] == "in-process"]
    assert check["finding"] == "ok" and " 4.6 " in check["text"], check


if __name__ == "__main__":
    common.main(globals())
