# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Machines without a Vulkan loader or without a device: one line, a documented status, no hang."""

import os

import common
from common import directory, expect, galvan

NO_DEVICE = {"VK_ICD_FILENAMES": "/nonexistent.json", "VK_DRIVER_FILES": "/nonexistent.json"}


def commands(dir):
    """Each command that opens a device."""
    yield "info",
    yield "run", "--", "touch", os.path.join(dir, "started")
    yield "serve", "--socket", os.path.join(dir, "socket")


def test_no_loader():
    with directory() as dir:
        # Found before the real ones, and no libraries.
        for name in ("libvulkan.so.1", "libvulkan.so"):
            open(os.path.join(dir, name), "w").close()
        for command in commands(dir):
            result = galvan(*command, env={"LD_LIBRARY_PATH": dir})
            expect(result, 3, "libvulkan.so.1")
        assert len(os.listdir(dir)) == 2, "started, or left a socket"


def test_no_device():
    with directory() as dir:
        for command in commands(dir):
            expect(galvan(*command, env=NO_DEVICE), 4, "no usable driver")
        assert os.listdir(dir) == []


def test_no_such_device():
    with directory() as dir:
        for command in commands(dir):
            with_device = (command[0], "--device", "no such thing") + command[1:]
            expect(galvan(*with_device), 4, "no such thing")
        assert os.listdir(dir) == []


common.main(globals())
