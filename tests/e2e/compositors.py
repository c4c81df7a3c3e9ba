# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs programs that bind pixmaps as textures (GLX_EXT_texture_from_pixmap): compositors, each with
an OpenGL program as a client, and GTK's GtkGLArea. Also runs toolkits that draw their windows with
several threads or contexts. The screen must look the same as if llvmpipe had drawn everything, and
the server must refuse no command."""

import contextlib
import ctypes
import os
import re
import signal
import subprocess
import tempfile
import time

import common
from common import Display, need, wait_for

SWAP_CLIENT = os.environ["SWAP_CLIENT"]
LLVMPIPE = {"LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe"}
XFWM4 = """<channel name="xfwm4" version="1.0"><property name="general" type="empty">
<property name="use_compositing" type="bool" value="true"/>
<property name="vblank_mode" type="string" value="glx"/>
<property name="sync_to_vblank" type="bool" value="true"/>
</property></channel>"""
LAST = (33, 7, 128)  # colour of the client's last frame, which stays in its window
CLEARLY = 10


@contextlib.contextmanager
def program(words, env, said):
    """Runs a program in a separate process group while the context lasts. At the end, the
    program's output is added to the list said."""
    env = {**os.environ, "NO_AT_BRIDGE": "1", **env}  # GTK may wait 25 s for the bridge
    with subprocess.Popen(words, env=env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace",
                          start_new_session=True) as process:
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                said.append(process.communicate(timeout=30)[1])
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                said.append(process.communicate()[1])


def run(words, by_galvan):
    return [common.GALVAN, "run", "--stats", "--", *words] if by_galvan else list(words)


def still(display, is_there):
    """Returns the screen once is_there holds and two successive pictures of the screen are
    equal."""
    last = [None]

    def stands():
        before, last[0] = last[0], display.picture()
        time.sleep(0.3)
        return before is not None and before.rows == last[0].rows and is_there(last[0])
    wait_for(stands, "a screen that stands still")
    return last[0]


def has_compositor(display):
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x = ctypes.c_void_p(x11.XOpenDisplay(display.environment["DISPLAY"].encode()))
    x11.XGetSelectionOwner.restype = ctypes.c_ulong
    owner = x11.XGetSelectionOwner(x, ctypes.c_ulong(x11.XInternAtom(x, b"_NET_WM_CM_S0", 0)))
    x11.XCloseDisplay(x)
    return owner != 0


def screen(words, client, is_there, by_galvan):
    """Runs a program and, if client names one, an OpenGL client of that program. Returns the
    screen and the program's log."""
    said = []
    with Display() as display:
        env = {**display.environment, **({} if by_galvan else LLVMPIPE)}
        with contextlib.ExitStack() as stack:
            stack.enter_context(program(run(words, by_galvan), env, said))
            if client:
                wait_for(lambda: has_compositor(display), "the compositor")
                stack.enter_context(program(run(client, by_galvan), env, said))
            picture = still(display, is_there)
    for text in said:
        common.check_sanitizers(text)
        assert "at dword" not in text and "at byte" not in text and "in use" not in text, text
    return picture, said[-1]


def expect_same(words, client, is_there):
    """Checks that the screen is the same with llvmpipe and with Galvan. Returns the number of
    frames that the first program presented with Galvan."""
    wanted, _ = screen(words, client, is_there, False)
    got, log = screen(words, client, is_there, True)
    assert (got.width, got.height) == (wanted.width, wanted.height)
    num = sum(1 for row, line in zip(got.rows, wanted.rows) for a, b in zip(row, line)
              if max(abs(x - y) for x, y in zip(a, b)) > CLEARLY)
    assert num == 0, "%d pixels differ" % num
    return int(re.search(r"run: (\d+) frames?,", log).group(1))


def is_coloured(picture):
    return picture.share(lambda *pixel: max(pixel) - min(pixel) > 100) > 0.01


def test_picom():
    """Checks the client's frame and the background, which picom paints and the X server leaves
    black."""
    picom = [need("picom"), "--backend", "glx", "--config", "/dev/null", "--shadow"]
    expect_same(picom, [SWAP_CLIENT, "numbers"],
                lambda picture: picture.rows[3][3] == LAST and picture.rows[-1][-1] != (0, 0, 0))


def test_xfwm4():
    """Makes Mesa report another renderer name, since xfwm4 composites without OpenGL if the
    renderer is Galvan or llvmpipe."""
    with tempfile.TemporaryDirectory(prefix="galvan-e2e-") as config:
        channels = os.path.join(config, "xfce4", "xfconf", "xfce-perchannel-xml")
        os.makedirs(channels)
        with open(os.path.join(channels, "xfwm4.xml"), "w", encoding="ascii") as file:
            file.write(XFWM4)
        xfwm4 = ["env", "XDG_CONFIG_HOME=" + config, "force_gl_renderer=Other",
                 need("dbus-run-session"), "--", need("xfwm4")]
        num_frames = expect_same(xfwm4, [SWAP_CLIENT, "numbers"],
                                 lambda picture: picture.rows[3][3] == LAST)
        assert num_frames > 2, "%d frames by OpenGL" % num_frames


def test_gtk_gl_area():
    """The demo draws a coloured triangle in a grey window of GTK."""
    expect_same([need("gtk3-demo"), "--run=glarea"], None, is_coloured)


def test_gtk4_gl_area():
    """GTK 4 draws its whole window by OpenGL, and the GL area in another context, which shares
    objects with the window's context."""
    expect_same(["env", "GSK_RENDERER=gl", need("gtk4-demo"), "--run=glarea"], None, is_coloured)


def test_solvespace():
    """The program has two windows of GTK 3, each with a GL area."""
    expect_same([need("solvespace")], None,
                lambda picture: picture.share(lambda *pixel: pixel == (0, 0, 0)) < 0.9)


if __name__ == "__main__":
    common.main(globals())
