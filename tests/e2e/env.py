# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""galvan env: what it prints makes programs clients of a server, in a shell and in a sandbox with a
root that cannot be written and without a network."""

import os
import subprocess

import common
import gears
from common import Display, expect, galvan, need, serve

# A path that a shell would take apart.
ODD = "it's a \"socket\" $HOME"


def draw(display, script, *arguments):
    """Runs a script of the shell that ends in glxgears; whether the gears are on the display."""
    process = subprocess.Popen(["sh", "-c", script, "sh", *arguments],
                               env={**os.environ, **display.environment},
                               stdout=subprocess.DEVNULL)
    try:
        picture = gears.shares(gears.window(display))
    finally:
        process.kill()
        process.wait()
    for hue in ("red", "green", "blue"):
        assert picture[hue] > 0.02, "no %s gear: %r" % (hue, picture)


def test_shell():
    need("glxgears")
    with serve() as server, Display() as display:
        draw(display, 'set -e; text=$("$1" env --socket "$2"); eval "$text"; '
             'exec timeout 60 glxgears', common.GALVAN, server.path)
        assert "client 1" not in server.stderr(), server.stderr()


def test_sandbox():
    """Only what is printed leads to the server there; the X server's socket is added."""
    need("glxgears")
    bwrap = need("bwrap")
    sandbox = ("%s --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --unshare-net "
               "--ro-bind /tmp/.X11-unix /tmp/.X11-unix " % bwrap)
    if subprocess.run(sandbox.split() + ["true"], stderr=subprocess.DEVNULL).returncode:
        raise common.Skip("no sandbox can be made here")
    with serve() as server, Display() as display:
        draw(display, 'set -e; text=$("$1" env --bwrap --socket "$2"); '
             'eval "exec timeout 60 %s $text glxgears"' % sandbox, common.GALVAN, server.path)


def test_text():
    """Values survive a shell whatever is in them."""
    with common.directory() as dir:
        path = os.path.join(dir, ODD)
        with common.Process("serve", "--socket", path) as server:
            server.wait_for_message("serving on")
            script = 'eval "$("$1" env --socket "$2")"; printf %s "$VTEST_SOCKET_NAME"'
            said = subprocess.run(["sh", "-c", script, "sh", common.GALVAN, path], text=True,
                                  stdout=subprocess.PIPE,
                                  env={**os.environ, "LIBGL_ALWAYS_INDIRECT": "1"}).stdout
            assert said == os.path.realpath(path), said
            expect(galvan("env", "--socket", path), 0)
            assert "unset LIBGL_ALWAYS_INDIRECT\n" in galvan("env", "--socket", path).stdout


def test_no_server():
    with common.directory() as dir:
        path = os.path.join(dir, "socket")
        result = galvan("env", "--socket", path)
        expect(result, 5, "%s: No such file or directory; start `galvan serve --socket %s` first" %
               (path, path))
        assert not result.stdout
        expect(galvan("env", "--socket", "/" + "x" * 200), 5, "too long")


if __name__ == "__main__":
    common.main(globals())
