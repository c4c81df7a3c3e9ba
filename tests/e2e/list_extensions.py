# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Prints the GL version and extensions of a context of each kind, one a line: "core GL_ARB_sync".
It runs as a program on the driver under test and needs no window."""

import ctypes

import egl
from egl import CORE, MAJOR, MINOR, OPENGL_API, OPENGL_ES_API, PROFILE

VERSION, EXTENSIONS, NUM_EXTENSIONS = 0x1F02, 0x1F03, 0x821D

CONTEXTS = [
    ("compat", OPENGL_API, []),
    ("core", OPENGL_API, [MAJOR, 4, MINOR, 3, PROFILE, CORE]),
    ("es1", OPENGL_ES_API, [MAJOR, 1]),
    ("es2", OPENGL_ES_API, [MAJOR, 2]),
    ("es3", OPENGL_ES_API, [MAJOR, 3]),
]


def get(name):
    return egl.function(b"glGetString", ctypes.c_char_p, ctypes.c_uint)(name)


def extensions(kind):
    if kind != "core":
        return get(EXTENSIONS).split()
    at = egl.function(b"glGetStringi", ctypes.c_char_p, ctypes.c_uint, ctypes.c_uint)
    return [at(EXTENSIONS, i) for i in range(egl.get_integer(NUM_EXTENSIONS))]


def main():
    display = egl.open_display()
    for kind, api, wanted in CONTEXTS:
        egl.make_current(display, api, wanted)
        print("%s version %s" % (kind, get(VERSION).decode()))
        for name in sorted(extensions(kind)):
            print("%s %s" % (kind, name.decode()))
        egl.leave(display)


main()
