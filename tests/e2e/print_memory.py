# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Prints the memory counters of OpenGL three times: at the start, after creating a buffer of 64
MiB, and after creating another buffer of 768 MiB. The counters of one extension are the total
memory, the dedicated memory and its available part, in KiB, and the number of evictions; the last
counter is the available memory according to another extension. A test runs this program on the
driver under test; it needs no window."""

import ctypes

import egl

DEDICATED_NVX, TOTAL_NVX, AVAILABLE_NVX, EVICTIONS_NVX = 0x9047, 0x9048, 0x9049, 0x904A
TEXTURE_FREE_ATI = 0x87FC
ARRAY_BUFFER, STATIC_DRAW = 0x8892, 0x88E4
SIZE, LARGE_SIZE = 64 << 20, 768 << 20


def show():
    free = (ctypes.c_int * 4)()
    egl.function(b"glGetIntegerv", None, ctypes.c_uint, ctypes.c_void_p)(TEXTURE_FREE_ATI, free)
    print(*map(egl.get_integer, (TOTAL_NVX, DEDICATED_NVX, AVAILABLE_NVX, EVICTIONS_NVX)), free[0])


def make_buffer(size, data):
    name = ctypes.c_uint()
    pointer = ctypes.c_void_p
    egl.function(b"glGenBuffers", None, ctypes.c_int, pointer)(1, ctypes.byref(name))
    egl.function(b"glBindBuffer", None, ctypes.c_uint, ctypes.c_uint)(ARRAY_BUFFER, name)
    egl.function(b"glBufferData", None, ctypes.c_uint, ctypes.c_ssize_t, pointer, ctypes.c_uint)(
        ARRAY_BUFFER, size, data, STATIC_DRAW)
    egl.function(b"glFinish", None)()


def main():
    egl.make_current(egl.open_display())
    show()
    make_buffer(SIZE, bytes(SIZE))
    show()
    make_buffer(LARGE_SIZE, None)
    show()
    print("error", egl.function(b"glGetError", ctypes.c_uint)())


main()
