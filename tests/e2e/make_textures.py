# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Creates 128 textures of 4 MiB without a flush, and prints the first texel of the last texture.
The argument selects what the program does with each texture: "delete" it, or "replace" it by a
texture of another size. A test runs this program on the driver under test; it needs no window."""

import ctypes
import sys

import egl

TEXTURE_2D, RGBA, UNSIGNED_BYTE = 0x0DE1, 0x1908, 0x1401
FRAMEBUFFER, COLOR_ATTACHMENT0 = 0x8D40, 0x8CE0
NUM, SIZE = 128, 1024


def call(name, *args):
    return egl.function(name, None, *[ctypes.c_void_p if isinstance(arg, (bytes, ctypes.Array))
                                      else ctypes.c_int for arg in args])(*args)


def main():
    egl.make_current(egl.open_display())
    name = (ctypes.c_uint * 1)()
    for i in range(NUM):
        if i == 0 or sys.argv[1] == "delete":
            call(b"glGenTextures", 1, name)
        call(b"glBindTexture", TEXTURE_2D, name[0])
        texels = bytes((i, 2 * i & 255, 7, 255)) * (SIZE * SIZE)
        call(b"glTexImage2D", TEXTURE_2D, 0, RGBA, SIZE, SIZE - i % 2, 0, RGBA, UNSIGNED_BYTE,
             texels)
        if sys.argv[1] == "delete" and i < NUM - 1:
            call(b"glDeleteTextures", 1, name)
    frame = (ctypes.c_uint * 1)()
    call(b"glGenFramebuffers", 1, frame)
    call(b"glBindFramebuffer", FRAMEBUFFER, frame[0])
    call(b"glFramebufferTexture2D", FRAMEBUFFER, COLOR_ATTACHMENT0, TEXTURE_2D, name[0], 0)
    texel = (ctypes.c_ubyte * 4)()
    call(b"glReadPixels", 0, 0, 1, 1, RGBA, UNSIGNED_BYTE, texel)
    print(*texel, "error", egl.function(b"glGetError", ctypes.c_uint)())


main()
