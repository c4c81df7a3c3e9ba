# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Creates and ends EGL displays, one after the other; the argument is their number. For each
display, prints the red value that a clear wrote, the number of open descriptors before and after
the display's end, whether the client library's memory was mapped before the end, and the number of
mappings and the MiB of address space after the end. The test runs this program on the driver under
test; it needs no window."""

import ctypes
import os
import sys

import egl

COLOR_BUFFER_BIT, RGBA, UNSIGNED_BYTE = 0x4000, 0x1908, 0x1401
TEXTURE_2D, FRAMEBUFFER, ATTACHMENT = 0x0DE1, 0x8D40, 0x8CE0
POOL_PART = 32 << 20  # size of the memory for resources that the client library maps at once


def num_descriptors():
    return len(os.listdir("/proc/self/fd"))


def mappings():
    with open("/proc/self/maps") as file:
        return file.read().splitlines()


def size_of(line):
    first, last = (int(word, 16) for word in line.split()[0].split("-"))
    return last - first


def draw(red):
    """Clears a texture to this red, and reads a texel back."""
    name, pixel = ctypes.c_uint(), (ctypes.c_ubyte * 4)()
    pointer, uint, int_ = ctypes.c_void_p, ctypes.c_uint, ctypes.c_int
    egl.function(b"glGenTextures", None, int_, pointer)(1, ctypes.byref(name))
    egl.function(b"glBindTexture", None, uint, uint)(TEXTURE_2D, name)
    egl.function(b"glTexImage2D", None, uint, int_, int_, int_, int_, int_, uint, uint, pointer)(
        TEXTURE_2D, 0, RGBA, 16, 16, 0, RGBA, UNSIGNED_BYTE, None)
    framebuffer = ctypes.c_uint()
    egl.function(b"glGenFramebuffers", None, int_, pointer)(1, ctypes.byref(framebuffer))
    egl.function(b"glBindFramebuffer", None, uint, uint)(FRAMEBUFFER, framebuffer)
    egl.function(b"glFramebufferTexture2D", None, uint, uint, uint, uint, int_)(
        FRAMEBUFFER, ATTACHMENT, TEXTURE_2D, name, 0)
    egl.function(b"glClearColor", None, *[ctypes.c_float] * 4)(red / 255, 0, 0, 1)
    egl.function(b"glClear", None, uint)(COLOR_BUFFER_BIT)
    egl.function(b"glReadPixels", None, int_, int_, int_, int_, uint, uint, pointer)(
        0, 0, 1, 1, RGBA, UNSIGNED_BYTE, pixel)
    return pixel[0]


for i in range(int(sys.argv[1])):
    display = egl.open_display()
    egl.make_current(display)
    red = draw(i)
    during = num_descriptors()
    has_memory = any("memfd" in line and size_of(line) == POOL_PART for line in mappings())
    egl.leave(display)
    egl.EGL.eglTerminate(display)
    left = mappings()
    print(red, during, num_descriptors(), int(has_memory), len(left),
          sum(map(size_of, left)) >> 20, flush=True)
