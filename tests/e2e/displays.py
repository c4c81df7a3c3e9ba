# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests QEMU's displays beyond the single output in a window of qemu.py: two outputs, the cursor,
VNC, and the displays that need a DRM render node. Guests are as in qemu.py. Where QEMU itself is
limited, the distribution's library must have the same limit."""

import contextlib
import glob
import os
import socket
import struct

import common
import guest as guest_system
import qemu
import virglrenderer
from common import wait_for
from pointer import Pointer
from qemu import BACKING, QUARTERS, guest, places_of, show
from virtio_gpu import CREATE_2D, SET_SCANOUT, TO_HOST_2D

SIZES = ((320, 200), (64, 64))   # sizes of the two outputs
PINK = (255, 0, 255)


def stock(extra):
    """Returns an environment with the distribution's library."""
    return {**os.environ, **extra}


def picture_in_memory(gpu, resource, width, height, pixels):
    gpu.command(CREATE_2D, struct.pack("<4I", resource, qemu.B8G8R8A8, width, height))
    place, _ = gpu.attach_backing(resource, BACKING + (resource << 20), [len(pixels)])[0]
    gpu.machine.write(place, pixels)
    gpu.command(TO_HOST_2D, struct.pack("<4IQII", 0, 0, width, height, 0, resource, 0))


def show_on_two(gpu):
    """Shows a picture of four coloured quarters on the first output, and a pink picture on the
    second output."""
    picture_in_memory(gpu, 1, *SIZES[0], qemu.quarters(*SIZES[0]))
    picture_in_memory(gpu, 2, *SIZES[1], bytes([255, 0, 255, 255]) * (64 * 64))
    show(gpu, 1, *SIZES[0])
    gpu.command(SET_SCANOUT, struct.pack("<6I", 0, 0, *SIZES[1], 1, 2))
    qemu.flush(gpu, 2, *SIZES[1])


# ---- Windows ----------------------------------------------------------------------------------

def second_output(environment):
    """Shows a picture on each output, and checks the first. Returns how many pixels of the second
    output's picture are on the screen."""
    with guest(("sdl",), outputs=2, environment=environment) as gpu:
        show_on_two(gpu)
        qemu.expect_quarters(gpu, *SIZES[0], is_scaled=False)
        return places_of(gpu.display.picture(), {PINK: PINK}).get(PINK, (0,) * 5)[4]


def test_second_window():
    """Checks that the first window is right, and that the second window shows at least as many
    pixels of its picture as with the distribution's library. In QEMU 7.2 the second window stays
    black, since its GL context lacks the textures of the first window."""
    assert second_output(virglrenderer.host_environment) >= second_output(stock)


def test_cursor():
    """Checks that the pointer over the window has the guest's cursor image, top row first. Red and
    blue are equal in each pixel, since QEMU 7.2's GTK window exchanges them."""
    with guest(("gtk",)) as gpu, Pointer(gpu.display) as pointer:
        picture_in_memory(gpu, 1, *SIZES[0], qemu.quarters(*SIZES[0]))
        show(gpu, 1, *SIZES[0])
        qemu.expect_quarters(gpu, *SIZES[0], is_scaled=True)
        picture_in_memory(gpu, 2, 64, 64, b"".join(bytes([200, y, 200, 255]) * 64
                                                   for y in range(64)))
        expected = 64, 64, [0xFFC800C8 | y << 8 for y in range(64) for _ in range(64)]
        pointer.move(200, 200)
        gpu.update_cursor(2)
        wait_for(lambda: pointer.picture() == expected, "the cursor")


def test_no_screendump():
    """Checks that QEMU refuses a screendump. With any library, QEMU has no copy of the texture that
    it displays."""
    for environment in (virglrenderer.host_environment, stock):
        with guest(environment=environment) as gpu:
            picture_in_memory(gpu, 1, *SIZES[0], qemu.quarters(*SIZES[0]))
            show(gpu, 1, *SIZES[0])
            said = order(gpu, "screendump", filename=gpu.path + ".ppm")
            assert "no surface" in said["error"]["desc"], said


def order(gpu, name, **arguments):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(gpu.path + ".qmp")
        return guest_system.Monitor(connection).order(name, **arguments)


# ---- Displays on a render node ----------------------------------------------------------------

def render_node():
    for path in sorted(glob.glob("/dev/dri/renderD*")):
        if os.access(path, os.R_OK | os.W_OK):
            return path
    return None


def need_render_node():
    path = render_node()
    if not path:
        raise common.Skip("this display wants a DRM render node, and there is no /dev/dri/renderD*"
                          " here that may be opened")
    return path


def without_node(environment):
    """Returns an environment in which QEMU uses EGL of the X server instead of EGL of a render
    node."""
    preload = environment.get("LD_PRELOAD")
    stand_in = os.environ["RENDER_NODE"]
    return {**environment, "LD_PRELOAD": preload + ":" + stand_in if preload else stand_in}


def picture_by_vnc(path):
    """Returns the picture that a VNC client receives (RFC 6143)."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(common.TIMEOUT)
        connection.connect(path)
        file = connection.makefile("rb")
        version = file.read(12)
        connection.sendall(version)
        file.read(file.read(1)[0])
        connection.sendall(b"\1")           # no password
        assert file.read(4) == bytes(4)
        connection.sendall(b"\1")
        width, height = struct.unpack(">HH", file.read(4))
        file.read(16)
        file.read(struct.unpack(">I", file.read(4))[0])
        connection.sendall(struct.pack(">B3x4B3H3B3x", 0, 32, 24, 0, 1, 255, 255, 255, 16, 8, 0) +
                           struct.pack(">BxHi", 2, 1, 0) +
                           struct.pack(">BB4H", 3, 0, 0, 0, width, height))
        rows = [[(0, 0, 0)] * width for _ in range(height)]
        kind, num = struct.unpack(">BxH", file.read(4))
        assert kind == 0, kind
        for _ in range(num):
            left, top, columns, lines, encoding = struct.unpack(">4Hi", file.read(12))
            assert encoding == 0, encoding
            for y in range(top, top + lines):
                line = file.read(4 * columns)
                rows[y][left:left + columns] = zip(line[2::4], line[1::4], line[0::4])
        return common.Picture(width, height, rows)


def expect_by_vnc(path, size, colours, is_right):
    def shown():
        picture = picture_by_vnc(path)
        return (picture.width, picture.height) == size and is_right(places_of(picture, colours))
    wait_for(shown, "a picture of %r by VNC" % (size,))


@contextlib.contextmanager
def headless(environment=virglrenderer.host_environment, options=(), may_complain=False):
    """Runs a guest without a window, whose two outputs are VNC servers; gpu.vnc has their
    sockets."""
    node = render_node()
    with common.directory() as dir:
        vnc = [os.path.join(dir, "vnc%d" % i) for i in range(2)]
        options = [*options, *(word for i in range(2) for word in
                               ("-vnc", "unix:%s,display=gpu,head=%d" % (vnc[i], i)))]
        with guest(("egl-headless,rendernode=%s" % (node or "/dev/null"),), 2, options,
                   lambda extra: environment(extra) if node else
                   without_node(environment(extra)), may_complain) as gpu:
            gpu.vnc = vnc
            yield gpu


def test_egl_headless():
    """Both outputs must show the guest's pictures, the right way up, and follow a change. Without
    a render node, QEMU uses EGL of the X server (render_node.c)."""
    with headless() as gpu:
        show_on_two(gpu)
        expect_by_vnc(gpu.vnc[0], SIZES[0], QUARTERS,
                      lambda found: qemu.is_in_quarters(found, *SIZES[0], False))
        expect_by_vnc(gpu.vnc[1], SIZES[1], {PINK: PINK},
                      lambda found: found.get(PINK, (0,) * 5)[4] == 64 * 64)
        picture_in_memory(gpu, 3, *SIZES[0], bytes([255, 0, 255, 255]) * (320 * 200))
        show(gpu, 3, *SIZES[0])
        expect_by_vnc(gpu.vnc[0], SIZES[0], {PINK: PINK},
                      lambda found: found.get(PINK, (0,) * 5)[4] == 320 * 200)


def test_sandbox():
    """Runs QEMU with a filter of system calls. A filter that lets QEMU start programs has no
    effect. Under a filter that forbids starting programs, Galvan starts no worker and logs why, and
    QEMU continues. QEMU's own windows cannot run under such a filter, even without a worker."""
    denied = "-sandbox", "on,spawn=deny"
    with headless(qemu.in_worker, ("-sandbox", "on")) as gpu:
        qemu.check_3d(gpu)
    with headless(options=denied) as gpu:
        qemu.check_3d(gpu)
    with headless(qemu.in_worker, denied, may_complain=True) as gpu:
        qemu.create_context(gpu, 1)
        wait_for(lambda: "a filter forbids this process to start" in qemu.messages_of(gpu.path),
                 "the refusal")


def check_comes_up(kind, *options):
    """Makes the guest show a picture, and checks only that QEMU's messages report no failure."""
    with guest((kind,), options=options) as gpu:
        picture_in_memory(gpu, 1, *SIZES[0], qemu.quarters(*SIZES[0]))
        show(gpu, 1, *SIZES[0])
        assert "ailed" not in qemu.messages_of(gpu.path), qemu.messages_of(gpu.path)


def test_dbus():
    check_comes_up("dbus,p2p=yes,gl=on,rendernode=" + need_render_node())


def test_spice():
    node = need_render_node()
    with common.directory() as dir:
        check_comes_up("none,gl=off", "-spice", "unix=on,addr=%s/spice,disable-ticketing=on,gl=on,"
                       "rendernode=%s" % (dir, node))


if __name__ == "__main__":
    common.main(globals())
