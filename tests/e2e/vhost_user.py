# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests a virtual GPU in a process apart from the monitor, as crosvm and cloud-hypervisor have it:
QEMU's vhost-user-gpu with Galvan's libvirglrenderer, and QEMU as the monitor. The guest is that of
qemu.py. QEMU shares memory and interrupts with such a process only under KVM; without KVM, the
tests are skipped. vhost-user-gpu passes a scan-out to QEMU as a dma-buf. If the Vulkan device has
no dma-bufs, Galvan refuses only the scan-out. With the distribution's library, vhost-user-gpu does
not start without a render node."""

import contextlib
import os
import struct
import subprocess

import common
import qemu
import virglrenderer
import virtio_gpu
from common import directory, need, wait_for
from qemu import BACKING, attach, clear_words, create_3d, create_context
from virtio_gpu import CREATE_2D, FROM_HOST_3D, OK_NODATA, SET_SCANOUT, UNREF

PROGRAM = "/usr/lib/qemu/vhost-user-gpu"
ERROR_INVALID_RESOURCE = 0x1203


@contextlib.contextmanager
def backend(dir, environment):
    """Runs vhost-user-gpu, with the socket dir/gpu and a file for its messages, dir/messages."""
    if not os.path.exists(PROGRAM):
        raise common.Skip("no " + PROGRAM)
    with open(os.path.join(dir, "messages"), "w") as messages:
        process = subprocess.Popen([PROGRAM, "--virgl", "--socket-path", os.path.join(dir, "gpu")],
                                   env=virglrenderer.host_environment(environment),
                                   stdin=subprocess.DEVNULL, stdout=messages, stderr=messages)
    try:
        wait_for(lambda: os.path.exists(os.path.join(dir, "gpu")), "vhost-user-gpu")
        yield process
    finally:
        process.terminate()
        process.wait()
    with open(os.path.join(dir, "messages"), errors="replace") as file:
        said = file.read()
    common.check_sanitizers(said)
    assert "galvan:" not in said, said


def start_monitor(dir):
    path = os.path.join(dir, "qtest")
    virtio_gpu.write_firmware(path + ".firmware")
    with open(path + ".messages", "w") as messages:
        process = subprocess.Popen(
            [need("qemu-system-x86_64"), "-nodefaults", "-machine", "pc,memory-backend=memory",
             "-object", "memory-backend-memfd,id=memory,size=256M,share=on", "-accel", "kvm",
             "-m", "256", "-display", "none", "-bios", path + ".firmware",
             "-chardev", "socket,id=gpu,path=" + os.path.join(dir, "gpu"),
             "-device", "vhost-user-gpu-pci,chardev=gpu,edid=off",
             "-qtest", "unix:%s,server=on,wait=off" % path, "-qtest-log", "none"],
            stdin=subprocess.DEVNULL, stdout=messages, stderr=messages)
    machine = wait_for(lambda: process.poll() is not None or qemu.try_connect(path), "QEMU")
    if machine is not True:
        return process, machine
    raise common.Skip("QEMU has no vhost-user-gpu here: %s" % qemu.messages_of(path)[-200:])


@contextlib.contextmanager
def guest(environment=None):
    if not os.access("/dev/kvm", os.R_OK | os.W_OK):
        raise common.Skip("QEMU's vhost-user-gpu wants KVM, and /dev/kvm cannot be opened here")
    with directory() as dir, backend(dir, environment) as gpu_process:
        process, machine = start_monitor(dir)
        try:
            gpu = virtio_gpu.Gpu(machine)
            gpu.process = gpu_process
            yield gpu
            assert gpu_process.poll() is None, "vhost-user-gpu has ended"
        finally:
            machine.close()
            process.terminate()
            process.wait()


def cleared(gpu, ctx, resource, places):
    """Clears a texture, and returns its pixels, which are read after a fence."""
    gpu.submit(ctx, clear_words(resource, resource, (1.0, 0.0, 0.2, 0.4)), fence=11)
    gpu.transfer(FROM_HOST_3D, resource, (0, 0, 0, 16, 16, 1), ctx, fence=12)
    return gpu.read_backing(places)


def test_drawing():
    """Checks that vhost-user-gpu offers capability sets and does not load OpenGL, and that a
    context draws into the guest's memory."""
    with guest() as gpu:
        assert gpu.features & virtio_gpu.FEATURE_VIRGL
        number, caps = gpu.capset(gpu.num_capsets - 1)
        assert number == 2 and b"Galvan" in caps
        libraries = {os.path.realpath(path)
                     for path in virglrenderer.libraries_of(gpu.process.pid)}
        assert os.path.realpath(virglrenderer.LIBRARY) in libraries
        create_context(gpu, 1)
        create_3d(gpu, 7, 16, 16)
        places = gpu.attach_backing(7, BACKING, [16 * 16 * 4])
        attach(gpu, 1, 7)
        assert cleared(gpu, 1, 7, places) == bytes([51, 0, 255, 102]) * 256


def show(gpu, answer):
    gpu.command(CREATE_2D, struct.pack("<4I", 1, qemu.B8G8R8A8, 320, 200))
    gpu.command(SET_SCANOUT, struct.pack("<6I", 0, 0, 320, 200, 0, 1), expect=answer)


def test_scanout():
    """Checks that vhost-user-gpu gets a dma-buf from the library and passes it to QEMU. QEMU has no
    window in this test, since a window would need an OpenGL that imports dma-bufs."""
    with guest(common.layer_environment("dma_buf")) as gpu:
        show(gpu, OK_NODATA)
        qemu.flush(gpu, 1, 320, 200)


def test_scanout_refused():
    """Checks that without dma-bufs the scan-out is refused, and that later commands draw."""
    with guest({"GALVAN_MASK": "externalMemoryDmaBuf"}) as gpu:
        show(gpu, ERROR_INVALID_RESOURCE)
        gpu.command(UNREF, struct.pack("<II", 1, 0))
        create_context(gpu, 1)
        create_3d(gpu, 7, 16, 16)
        places = gpu.attach_backing(7, BACKING, [16 * 16 * 4])
        attach(gpu, 1, 7)
        assert cleared(gpu, 1, 7, places) == bytes([51, 0, 255, 102]) * 256


if __name__ == "__main__":
    common.main(globals())
