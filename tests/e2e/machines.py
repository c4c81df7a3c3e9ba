# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests QEMU of another Debian release, which scripts/machines has unpacked, with Galvan's
libvirglrenderer: windows, VNC, displays on a render node if one exists, host memory, blobs and
Venus. Without such a QEMU all tests are skipped."""

import contextlib
import os

import common
import displays
import machine_root
import qemu
import virglrenderer
from qemu import in_worker

VENUS = 4          # a capability set
HOST_MEMORY = ",hostmem=64M"


@contextlib.contextmanager
def root_of(root):
    machine_root.use(root)
    try:
        yield
    finally:
        machine_root.use(None)


def each_root(check):
    for root in machine_root.need_roots():
        with root_of(root):
            check()


def test_is_another():
    """Checks that the tree's QEMU is newer than this system's (at least version 8) and loads
    Galvan's library."""
    def check():
        with qemu.guest() as gpu:
            version = displays.order(gpu, "query-version")["return"]["qemu"]
            assert version["major"] >= 8, version
            libraries = virglrenderer.libraries_of(machine_root.pid_of(gpu.qemu))
            assert os.path.realpath(virglrenderer.LIBRARY) in libraries, libraries
    each_root(check)


def test_3d():
    def check():
        for environment in (virglrenderer.host_environment, in_worker):
            with qemu.guest(environment=environment) as gpu:
                qemu.check_3d(gpu)
    each_root(check)


def test_sdl_window():
    each_root(lambda: qemu.check_window("sdl", is_scaled=False))


def test_sdl_window_in_worker():
    each_root(lambda: qemu.check_window("sdl", is_scaled=False, environment=in_worker))


def test_gtk_window():
    each_root(lambda: qemu.check_window("gtk", is_scaled=True))


def test_gtk_window_in_worker():
    each_root(lambda: qemu.check_window("gtk", is_scaled=True, environment=in_worker))


def test_reset():
    each_root(qemu.test_reset)


def test_attacks_in_worker():
    each_root(qemu.test_attacks_in_worker)


def test_second_window():
    each_root(displays.test_second_window)


def test_egl_headless():
    each_root(displays.test_egl_headless)


def test_dbus():
    each_root(displays.test_dbus)


def test_spice():
    each_root(displays.test_spice)


def test_host_memory():
    """Checks that a machine with host memory for blobs offers both of virgl's capability sets, and
    draws."""
    def check():
        for environment in (virglrenderer.host_environment, in_worker):
            with qemu.guest(environment=environment, device=HOST_MEMORY) as gpu:
                assert [gpu.capset(i)[0] for i in range(gpu.num_capsets)] == [1, 2]
                qemu.check_3d(gpu)
    each_root(check)


def test_blobs():
    def check():
        with qemu.guest(device=HOST_MEMORY + ",blob=on") as gpu:
            qemu.check_3d(gpu)
    each_root(check)


def test_venus():
    """Checks that QEMU offers the capability set of Venus to the guest, with the contents that the
    tree's own library provides."""
    def check():
        with qemu.guest(device=HOST_MEMORY + ",blob=on,venus=on") as gpu:
            sets = dict(gpu.capset(i) for i in range(gpu.num_capsets))
            assert set(sets) == {1, 2, VENUS}, sets.keys()
            assert any(sets[VENUS]), "nothing in Venus' capability set"
            qemu.check_3d(gpu)
    each_root(check)


if __name__ == "__main__":
    common.main(globals())
