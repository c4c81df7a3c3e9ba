# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Sets the position of an X server's pointer, and reads its picture."""

import contextlib
import ctypes

import common


class CursorImage(ctypes.Structure):
    _fields_ = [("x", ctypes.c_short), ("y", ctypes.c_short),
                ("width", ctypes.c_ushort), ("height", ctypes.c_ushort),
                ("xhot", ctypes.c_ushort), ("yhot", ctypes.c_ushort),
                ("serial", ctypes.c_ulong), ("pixels", ctypes.POINTER(ctypes.c_ulong))]


def library(name):
    try:
        return ctypes.CDLL(name)
    except OSError:
        raise common.Skip("no " + name)


class Pointer(contextlib.AbstractContextManager):
    def __init__(self, display):
        self.x11, self.fixes = library("libX11.so.6"), library("libXfixes.so.3")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.fixes.XFixesGetCursorImage.restype = ctypes.POINTER(CursorImage)
        self.connection = ctypes.c_void_p(
            self.x11.XOpenDisplay(display.environment["DISPLAY"].encode()))
        assert self.connection.value, "no X server"
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.connection))
        numbers = ctypes.c_int(), ctypes.c_int()
        assert self.fixes.XFixesQueryExtension(self.connection, *map(ctypes.byref, numbers))

    def __exit__(self, *unused):
        self.x11.XCloseDisplay(self.connection)

    def move(self, x, y):
        self.x11.XWarpPointer(self.connection, ctypes.c_ulong(0), self.root, 0, 0, 0, 0, x, y)
        self.x11.XSync(self.connection, 0)

    def picture(self):
        """Returns the pointer's width, height and pixels; each pixel is 0xAARRGGBB."""
        image = self.fixes.XFixesGetCursorImage(self.connection).contents
        num = image.width * image.height
        return image.width, image.height, [image.pixels[i] & 0xFFFFFFFF for i in range(num)]
