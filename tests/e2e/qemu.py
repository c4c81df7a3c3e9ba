# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests QEMU's virtio GPU with Galvan's libvirglrenderer. No guest system runs: a driver outside of
QEMU (virtio_gpu.py) takes the place of a guest's driver. The tests use capability sets, contexts,
2D and 3D resources with scattered backing, commands, transfers in both directions, fences, cursors
and reset. QEMU draws a scan-out as a texture of its own GL context; the tests read the contents of
QEMU's window from the X server. The tests are skipped without QEMU and its GL displays, which
external/ does not install, and without a display on which QEMU can create a GL context."""

import contextlib
import os
import struct
import subprocess

import common
import machine_root
import virglrenderer
import virtio_gpu
import wire
from common import Display, directory, wait_for
from virtio_gpu import (CREATE_2D, CREATE_3D, CTX_ATTACH, CTX_CREATE, CTX_DESTROY, CTX_DETACH,
                        DETACH_BACKING, FLUSH, FROM_HOST_3D, GET_DISPLAY_INFO, OK_DISPLAY_INFO,
                        SET_SCANOUT, TO_HOST_2D, TO_HOST_3D, UNREF)

B8G8R8A8 = 1              # the format's number, for virtio and for virgl
BIND_RENDER_TARGET = 2
BACKING = 64 << 20        # the guest's address of backing memory
CREATE_OBJECT, SURFACE = 1, 8
SET_FRAMEBUFFER_STATE, CLEAR, RESOURCE_COPY_REGION, TRANSFER3D = 5, 7, 17, 43


KINDS = ("sdl", "gtk")     # kinds of windows
WINDOW_S = 60              # timeout for a picture, and QEMU's processor time before it


def start(display, path, kinds, outputs, options, environment, device=""):
    """Starts QEMU with the first of these kinds of displays that it supports. `device` has further
    options of the virtio GPU."""
    program, environment = machine_root.command(environment)
    virtio_gpu.write_firmware(path + ".firmware")
    for kind in kinds:
        with open(path + ".messages", "w") as messages:
            process = subprocess.Popen(
                [*program, "-nodefaults", "-machine", "pc", "-accel", "tcg", "-m", "256",
                 "-display", kind if "," in kind else kind + ",gl=on",
                 "-bios", path + ".firmware",
                 "-device", "virtio-gpu-gl-pci,id=gpu,max_outputs=%d%s" % (outputs, device),
                 "-qtest", "unix:%s,server=on,wait=off" % path, "-qtest-log", "none",
                 "-qmp", "unix:%s.qmp,server=on,wait=off" % path, *options],
                env=environment, stdin=subprocess.DEVNULL, stdout=messages, stderr=messages)
        machine = wait_for(lambda: process.poll() is not None or try_connect(path), "QEMU")
        if machine is not True:
            return process, machine
    raise common.Skip("QEMU has no such display: %s" % messages_of(path)[-200:])


def try_connect(path):
    """Tries to connect; None if QEMU does not listen yet."""
    try:
        return virtio_gpu.Machine(path)
    except (ConnectionError, FileNotFoundError):
        return None


def messages_of(path):
    with open(path + ".messages", errors="replace") as file:
        return file.read().strip()


@contextlib.contextmanager
def guest(kinds=KINDS, outputs=1, options=(), environment=virglrenderer.host_environment,
          may_complain=False, device=""):
    """Yields an initialised virtio GPU. .qemu is QEMU's process; .path is the beginning of the
    paths of QEMU's sockets."""
    with directory() as dir, Display() as display:
        path = os.path.join(dir, "qtest")
        process, machine = start(display, path, kinds, outputs, options,
                                 environment(display.environment), device)
        try:
            gpu = virtio_gpu.Gpu(machine)
            gpu.qemu, gpu.display, gpu.path = process, display, path
            yield gpu
            assert process.poll() is None, "QEMU has ended: " + messages_of(path)
        finally:
            machine.close()
            process.terminate()
            process.wait()
            common.check_sanitizers(messages_of(path))
        assert may_complain or "galvan" not in messages_of(path), messages_of(path)


def in_worker(extra):
    """Returns an environment in which a worker renders for the guest."""
    return virglrenderer.host_environment({**extra, "GALVAN_RENDERER": "worker"})


def create_3d(gpu, resource, width, height):
    gpu.command(CREATE_3D, struct.pack("<12I", resource, 2, B8G8R8A8, BIND_RENDER_TARGET, width,
                                       height, 1, 1, 0, 0, 0, 0))


def attach(gpu, ctx, resource):
    gpu.command(CTX_ATTACH, struct.pack("<II", resource, 0), ctx=ctx)


def create_context(gpu, ctx):
    gpu.command(CTX_CREATE, struct.pack("<II64s", 4, 0, b"test"), ctx=ctx)


def words_of(command, kind, *payload):
    return [len(payload) << 16 | kind << 8 | command, *payload]


def float_words(*values):
    return [struct.unpack("<I", struct.pack("<f", value))[0] for value in values]


def clear_words(surface, resource, colour):
    bits = float_words(*colour)
    return [*words_of(CREATE_OBJECT, SURFACE, surface, resource, B8G8R8A8, 0, 0),
            *words_of(SET_FRAMEBUFFER_STATE, 0, 1, 0, surface),
            *words_of(CLEAR, 0, 4, *bits, 0, 0, 0)]


def test_capsets():
    """Checks that the device offers both of virgl's capability sets, with Galvan's contents."""
    with guest() as gpu:
        assert gpu.features & virtio_gpu.FEATURE_VIRGL
        assert gpu.num_capsets == 2, gpu.num_capsets
        number, caps = gpu.capset(0)
        assert (number, len(caps)) == (1, 308)
        number, caps = gpu.capset(1)
        assert number == 2 and len(caps) > 1000
        assert b"Galvan" in caps, "no name of the renderer's"
        gpu.command(GET_DISPLAY_INFO, response_size=24 + 16 * 24, expect=OK_DISPLAY_INFO)
        assert os.path.realpath(virglrenderer.LIBRARY) in {
            os.path.realpath(l) for l in virglrenderer.libraries_of(gpu.qemu.pid)}


def test_3d():
    """Clears a texture in a context. After a fence, the scattered backing must contain the
    texture's pixels."""
    with guest() as gpu:
        check_3d(gpu)


def test_3d_in_worker():
    """Does the same as test_3d() with a worker, and checks that QEMU's process does not load
    Vulkan."""
    with guest(environment=in_worker) as gpu:
        check_3d(gpu)
        libraries = virglrenderer.libraries_of(gpu.qemu.pid)
        assert not [path for path in libraries if "libvulkan" in path], libraries


def check_3d(gpu):
    create_context(gpu, 1)
    create_3d(gpu, 7, 16, 16)
    places = gpu.attach_backing(7, BACKING, [100, 4, 16 * 16 * 4 - 104])
    attach(gpu, 1, 7)
    gpu.submit(1, clear_words(1, 7, (1.0, 0.0, 0.2, 0.4)), fence=11)
    gpu.transfer(FROM_HOST_3D, 7, (0, 0, 0, 16, 16, 1), 1, fence=12)
    assert gpu.read_backing(places) == bytes([51, 0, 255, 102]) * 256

    # Transfers new pixels of a part from the backing; another context must see them.
    gpu.machine.write(places[2][0], bytes([1, 2, 3, 4]) * 8)
    gpu.transfer(TO_HOST_3D, 7, (4, 4, 0, 4, 2, 1), 1, stride=16, offset=104, fence=13)
    create_context(gpu, 2)
    attach(gpu, 2, 7)
    gpu.transfer(FROM_HOST_3D, 7, (0, 0, 0, 16, 16, 1), 2, fence=14)
    pixels = gpu.read_backing(places)
    row = bytes([51, 0, 255, 102]) * 4 + bytes([1, 2, 3, 4]) * 4 + bytes([51, 0, 255, 102]) * 8
    assert pixels[4 * 64:6 * 64] == row * 2
    assert pixels[6 * 64:] == bytes([51, 0, 255, 102]) * 160

    # Destroys the objects as a guest does when it shuts down, and the context twice.
    gpu.command(CTX_DETACH, struct.pack("<II", 7, 0), ctx=1)
    gpu.command(CTX_DESTROY, ctx=1)
    gpu.command(CTX_DESTROY, ctx=1)
    gpu.command(DETACH_BACKING, struct.pack("<II", 7, 0))
    gpu.command(UNREF, struct.pack("<II", 7, 0))


def test_2d_and_scanout():
    """Shows a 2D resource, as firmware and a text console do."""
    with guest() as gpu:
        gpu.command(CREATE_2D, struct.pack("<4I", 1, B8G8R8A8, 64, 64))
        places = gpu.attach_backing(1, BACKING, [64 * 64 * 4])
        gpu.machine.write(places[0][0], bytes([255, 255, 255, 255]) * 64 * 64)
        gpu.command(TO_HOST_2D, struct.pack("<4IQII", 0, 0, 64, 64, 0, 1, 0), fence=1)
        gpu.command(SET_SCANOUT, struct.pack("<6I", 0, 0, 64, 64, 0, 1))
        gpu.command(FLUSH, struct.pack("<6I", 0, 0, 64, 64, 1, 0), fence=2)
        gpu.update_cursor(1)
        gpu.update_cursor(0)
        # Another context must be able to read the pixels.
        create_context(gpu, 1)
        attach(gpu, 1, 1)
        gpu.machine.write(places[0][0], bytes(64 * 64 * 4))
        gpu.transfer(FROM_HOST_3D, 1, (0, 0, 0, 64, 64, 1), 1, fence=3)
        assert gpu.read_backing(places) == bytes([255]) * (64 * 64 * 4)
        gpu.command(SET_SCANOUT, struct.pack("<6I", 0, 0, 0, 0, 0, 0))
        gpu.command(UNREF, struct.pack("<II", 1, 0))


QUARTERS = {"top left": (200, 0, 0), "top right": (0, 200, 0),
            "bottom left": (0, 0, 200), "bottom right": (200, 200, 0)}


def quarters(width, height, colours=QUARTERS):
    """Returns the pixels of a picture whose quarters have these colours."""
    def row(left, right):
        return b"".join(bytes([b, g, r, 255]) * (width // 2)
                        for r, g, b in (colours[left], colours[right]))
    return (row("top left", "top right") * (height // 2) +
            row("bottom left", "bottom right") * (height // 2))


def places_of(picture, colours):
    """Returns a dictionary from each colour's name to its bounding box and its number of pixels:
    left, top, right, bottom, number."""
    found = {}
    names = {colour: name for name, colour in colours.items()}
    for y, row in enumerate(picture.rows):
        for x, pixel in enumerate(row):
            name = names.get(pixel)
            if name:
                l, t, r, b, num = found.get(name, (x, y, x, y, 0))
                found[name] = (min(l, x), min(t, y), max(r, x), max(b, y), num + 1)
    return found


def is_in_quarters(found, width, height, is_scaled):
    """Returns whether the bounding boxes of the colours are the quarters of a picture. A scaled
    picture may have any size and a blurred seam, and may be cut off at the edge of the screen."""
    if set(found) != set(QUARTERS):
        return False
    x, y = found["top left"][:2]
    if is_scaled:
        right, below, seam = found["top right"][0], found["bottom left"][1], 4
        w, h = right - x, below - y
        return all(abs(found[name][0] - left) <= seam and abs(found[name][1] - top) <= seam and
                   found[name][4] > 0.8 * w * h
                   for name, left, top in (("top left", x, y), ("top right", right, y),
                                           ("bottom left", x, below),
                                           ("bottom right", right, below)))
    w, h = width // 2, height // 2
    return found == {name: (x + dx, y + dy, x + dx + w - 1, y + dy + h - 1, w * h)
                     for name, dx, dy in (("top left", 0, 0), ("top right", w, 0),
                                          ("bottom left", 0, h), ("bottom right", w, h))}


def expect_quarters(gpu, width, height, is_scaled, colours=QUARTERS):
    """Waits until the window shows each quarter at its position."""
    seen = []

    def shown():
        seen[:] = [places_of(gpu.display.picture(), colours)]
        return is_in_quarters(seen[0], width, height, is_scaled)
    try:
        wait_for_window(gpu, shown, "the picture")
    except AssertionError:
        raise AssertionError("QEMU's window shows %r" % seen)


def wait_for_window(gpu, is_right, what):
    wait_for(is_right, what + " in QEMU's window", WINDOW_S,
             lambda: machine_root.cpu_s_of(gpu.qemu))


def show(gpu, resource, width, height):
    gpu.command(SET_SCANOUT, struct.pack("<6I", 0, 0, width, height, 0, resource))
    flush(gpu, resource, width, height)


def flush(gpu, resource, width, height):
    gpu.command(FLUSH, struct.pack("<6I", 0, 0, width, height, resource, 0))


def test_sdl_window():
    check_window("sdl", is_scaled=False)


def test_sdl_window_in_worker():
    check_window("sdl", is_scaled=False, environment=in_worker)


def test_gtk_window():
    """Checks the GTK window, which has a fixed size and scales the guest's picture."""
    check_window("gtk", is_scaled=True)


def check_window(kind, is_scaled, environment=virglrenderer.host_environment):
    """Checks that the window shows the guest's picture the right way up, and follows each kind of
    change."""
    with guest((kind,), environment=environment) as gpu:
        # The picture is a console: pixels from the guest's memory.
        gpu.command(CREATE_2D, struct.pack("<4I", 1, B8G8R8A8, 320, 200))
        places = gpu.attach_backing(1, BACKING, [320 * 200 * 4])
        gpu.machine.write(places[0][0], quarters(320, 200))
        gpu.command(TO_HOST_2D, struct.pack("<4IQII", 0, 0, 320, 200, 0, 1, 0))
        show(gpu, 1, 320, 200)
        expect_quarters(gpu, 320, 200, is_scaled)
        other = {name: tuple(c // 2 for c in colour) for name, colour in QUARTERS.items()}
        gpu.machine.write(places[0][0], quarters(320, 200, other))
        gpu.command(TO_HOST_2D, struct.pack("<4IQII", 0, 0, 320, 200, 0, 1, 0))
        flush(gpu, 1, 320, 200)
        expect_quarters(gpu, 320, 200, is_scaled, other)

        # A context draws a second picture of another size; then it draws to the picture that is
        # displayed.
        create_context(gpu, 1)
        create_3d(gpu, 2, 160, 120)
        attach(gpu, 1, 2)
        gpu.submit(1, clear_words(1, 2, (1.0, 0.0, 1.0, 1.0)))
        show(gpu, 2, 160, 120)
        expect_filled(gpu, (255, 0, 255), 160, 120, is_scaled)
        gpu.submit(1, words_of(CLEAR, 0, 4, 0, *float_words(1.0, 1.0, 1.0), 0, 0, 0))
        flush(gpu, 2, 160, 120)
        expect_filled(gpu, (0, 255, 255), 160, 120, is_scaled)

        # The window returns to the console, which a copy by the device has changed meanwhile.
        create_3d(gpu, 3, 320, 200)
        for resource in (1, 3):
            attach(gpu, 1, resource)
        gpu.submit(1, clear_words(2, 3, (1.0, 1.0, 0.0, 1.0)))
        gpu.submit(1, words_of(RESOURCE_COPY_REGION, 0, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 320, 200, 1))
        show(gpu, 1, 320, 200)
        expect_filled(gpu, (255, 255, 0), 320, 200, is_scaled)
        gpu.command(UNREF, struct.pack("<II", 2, 0))

        # Turns the screen off, and on again.
        gpu.command(SET_SCANOUT, struct.pack("<6I", 0, 0, 0, 0, 0, 0))
        show(gpu, 1, 320, 200)
        expect_filled(gpu, (255, 255, 0), 320, 200, is_scaled)


def expect_filled(gpu, colour, width, height, is_scaled):
    def shown():
        num = places_of(gpu.display.picture(), {"all": colour}).get("all", (0,) * 5)[4]
        return num > 0.8 * width * height if is_scaled else num == width * height
    wait_for_window(gpu, shown, "%dx%d pixels of %r" % (width, height, colour))


def test_reset():
    """Checks that after a reset, the guest can create contexts and resources with the ids that it
    used before."""
    with guest() as gpu:
        for _ in range(3):
            create_context(gpu, 1)
            create_3d(gpu, 7, 16, 16)
            attach(gpu, 1, 7)
            gpu.submit(1, clear_words(1, 7, (1, 1, 1, 1)), fence=5)
            gpu.set_status(0)
            gpu = again(gpu)


# ---- Attacks of a guest ------------------------------------------------------------------------

def attack_with_garbage(gpu):
    gpu.submit(1, list(range(0xdead0000, 0xdead0100)))
    gpu.submit(1, [0xffffffff] * 64)


def attack_with_cut_commands(gpu):
    words = clear_words(1, 7, (1, 1, 1, 1))
    for length in range(1, len(words)):
        gpu.submit(1, words[:length])


def attack_with_unknown_handles(gpu):
    for number in range(1, 64):
        gpu.submit(1, words_of(number, 1, *[0xabcdef] * 12))


def attack_with_absurd_resources(gpu):
    for width, height, samples in ((0, 0, 0), (1 << 31, 1 << 31, 0), (65536, 65536, 255)):
        gpu.command(CREATE_3D, struct.pack("<12I", 100, 2, B8G8R8A8, BIND_RENDER_TARGET, width,
                                           height, 1, 1, 0, samples, 0, 0))


def attack_the_memory(gpu):
    """Creates more textures than the guest's memory limit allows, and then destroys them."""
    for resource in range(1000, 1100):
        create_3d(gpu, resource, 16384, 8192)
        attach(gpu, 1, resource)
    for resource in range(1000, 1100):
        gpu.command(UNREF, struct.pack("<II", resource, 0))


def attack_with_boxes_outside(gpu):
    for box in ((-1, 0, 0, 2, 2, 1), (8, 8, 0, 100, 100, 1), (0, 0, 5, 1, 1, 9)):
        numbers = [number & 0xffffffff for number in box]
        for kind in (TO_HOST_3D, FROM_HOST_3D):
            gpu.transfer(kind, 7, numbers, 1, stride=1 << 30, offset=1 << 40)


def attack_the_backing(gpu):
    """Detaches a backing, and then uses it in transfers."""
    gpu.attach_backing(7, BACKING, [1024])
    gpu.command(DETACH_BACKING, struct.pack("<II", 7, 0))
    gpu.transfer(FROM_HOST_3D, 7, (0, 0, 0, 16, 16, 1), 1)
    gpu.submit(1, words_of(TRANSFER3D, 0, 7, 0, 0, 0, 0, 0, 0, 0, 16, 16, 1, 0, 2))


def attack_with_short_backing(gpu):
    """Attaches a backing that is smaller than the resource: transfers may access only bytes of the
    backing."""
    gpu.attach_backing(7, BACKING, [100])
    for kind in (TO_HOST_3D, FROM_HOST_3D):
        gpu.transfer(kind, 7, (0, 0, 0, 16, 16, 1), 1)
    gpu.submit(1, words_of(TRANSFER3D, 0, 7, 0, 0, 0, 0, 0, 0, 0, 16, 16, 1, 0, 1))


def attack_with_unknown_numbers(gpu):
    """Sends commands for contexts and resources that do not exist."""
    for number in (0, 99, 0xffffffff):
        attach(gpu, 1, number)
        gpu.submit(number, clear_words(1, 7, (1, 1, 1, 1)))
        gpu.command(CTX_DETACH, struct.pack("<II", number, 0), ctx=1)
        gpu.command(CTX_DESTROY, ctx=number)


def attack_with_a_name(gpu):
    """Names a context with control sequences of terminals, which must not reach QEMU's messages."""
    name = b"\x1b]0;owned\x07\r\n\x9b31m\xff\xe2\x80\xae"
    gpu.command(CTX_CREATE, struct.pack("<II64s", len(name), 0, name), ctx=3)
    attach(gpu, 3, 7)
    gpu.submit(3, [0xffffffff] * 4)
    gpu.command(CTX_DESTROY, ctx=3)
    said = messages_of(gpu.path)
    assert not set(said) & set("\x1b\x07\x9b\u202e"), repr(said)


def attack_with_contexts(gpu):
    """Creates more contexts than the guest's limit allows."""
    for number in range(1000, 2100):
        create_context(gpu, number)
    for number in range(1000, 2100):
        gpu.command(CTX_DESTROY, ctx=number)


def attack_with_objects(gpu):
    """Creates many objects, each of which takes memory."""
    for first in range(100, 3100, 500):
        gpu.submit(1, [word for number in range(first, first + 500) for word in
                       words_of(CREATE_OBJECT, SURFACE, number, 7, B8G8R8A8, 0, 0)])


ATTACKS = (attack_with_garbage, attack_with_cut_commands, attack_with_unknown_handles,
           attack_with_absurd_resources, attack_the_memory, attack_with_boxes_outside,
           attack_the_backing, attack_with_short_backing, attack_with_unknown_numbers,
           attack_with_a_name, attack_with_contexts, attack_with_objects)


def test_attacks_in_worker():
    """Makes the attacks of e2e/hostile that a guest can make. QEMU must survive, and another
    context must draw."""
    with guest(environment=in_worker, may_complain=True) as gpu:
        for number, attack in enumerate(ATTACKS):
            create_context(gpu, 1)
            create_3d(gpu, 7, 16, 16)
            attach(gpu, 1, 7)
            attack(gpu)
            assert gpu.qemu.poll() is None, "%s ends QEMU" % attack.__name__
            gpu.command(CTX_DESTROY, ctx=1)
            gpu.command(UNREF, struct.pack("<II", 7, 0))
            check_other(gpu, 20 + number)


def test_endless_draw_in_worker():
    """Submits an endless draw, and a transfer that waits for it. QEMU must end the worker, and the
    guest's next program must draw."""
    with guest(environment=in_worker, may_complain=True) as gpu:
        create_context(gpu, 1)
        create_3d(gpu, 1, 16, 16)
        gpu.attach_backing(1, BACKING, [16 * 16 * 4])
        attach(gpu, 1, 1)
        gpu.submit(1, wire.endless_draw())
        gpu.transfer(FROM_HOST_3D, 1, (0, 0, 0, 16, 16, 1), 1)
        assert "did not answer in time" in messages_of(gpu.path), messages_of(gpu.path)
        check_other(gpu, 20)
        assert gpu.qemu.poll() is None


def check_other(gpu, number):
    """Checks that a second program of the guest can draw."""
    create_context(gpu, 2)
    create_3d(gpu, number, 16, 16)
    places = gpu.attach_backing(number, BACKING, [16 * 16 * 4])
    attach(gpu, 2, number)
    gpu.submit(2, clear_words(1, number, (1.0, 0.0, 0.2, 0.4)), fence=number)
    gpu.transfer(FROM_HOST_3D, number, (0, 0, 0, 16, 16, 1), 2, fence=number + 100)
    assert gpu.read_backing(places) == bytes([51, 0, 255, 102]) * 256
    gpu.command(CTX_DESTROY, ctx=2)
    gpu.command(UNREF, struct.pack("<II", number, 0))


def again(gpu):
    fresh = virtio_gpu.Gpu(gpu.machine)
    fresh.qemu, fresh.display, fresh.path = gpu.qemu, gpu.display, gpu.path
    return fresh


if __name__ == "__main__":
    common.main(globals())
