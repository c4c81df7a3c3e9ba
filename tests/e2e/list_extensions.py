# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Prints the GL version and extensions of a context of each kind, one a line: "core GL_ARB_sync".
Run as a program on the driver in question; it needs no window."""

import ctypes
import sys

EGL = ctypes.CDLL("libEGL.so.1")
EGL.eglGetProcAddress.restype = ctypes.c_void_p
for name in ("eglGetPlatformDisplay", "eglCreateContext"):
    getattr(EGL, name).restype = ctypes.c_void_p

PLATFORM_SURFACELESS = 0x31DD
OPENGL_API, OPENGL_ES_API = 0x30A2, 0x30A0
NONE, MAJOR, MINOR, PROFILE, CORE = 0x3038, 0x3098, 0x30FB, 0x30FD, 1
RENDERABLE_TYPE, SURFACE_TYPE, PBUFFER_BIT = 0x3040, 0x3033, 1
API_BITS = {OPENGL_API: 8, OPENGL_ES_API: 4}
VERSION, EXTENSIONS, NUM_EXTENSIONS = 0x1F02, 0x1F03, 0x821D

CONTEXTS = [
    ("compat", OPENGL_API, []),
    ("core", OPENGL_API, [MAJOR, 4, MINOR, 3, PROFILE, CORE]),
    ("es1", OPENGL_ES_API, [MAJOR, 1]),
    ("es2", OPENGL_ES_API, [MAJOR, 2]),
    ("es3", OPENGL_ES_API, [MAJOR, 3]),
]


def attributes(values):
    return (ctypes.c_int32 * (len(values) + 1))(*values, NONE)


def function(name, result, *arguments):
    return ctypes.CFUNCTYPE(result, *arguments)(EGL.eglGetProcAddress(name))


def extensions(kind):
    get = function(b"glGetString", ctypes.c_char_p, ctypes.c_uint)
    if kind != "core":
        return get(EXTENSIONS).split()
    at = function(b"glGetStringi", ctypes.c_char_p, ctypes.c_uint, ctypes.c_uint)
    num = ctypes.c_int()
    function(b"glGetIntegerv", None, ctypes.c_uint, ctypes.c_void_p)(NUM_EXTENSIONS,
                                                                     ctypes.byref(num))
    return [at(EXTENSIONS, i) for i in range(num.value)]


def main():
    display = ctypes.c_void_p(EGL.eglGetPlatformDisplay(PLATFORM_SURFACELESS, None, None))
    if not EGL.eglInitialize(display, None, None):
        sys.exit("no EGL display without a surface")
    for kind, api, wanted in CONTEXTS:
        config, num = ctypes.c_void_p(), ctypes.c_int32()
        EGL.eglBindAPI(api)
        EGL.eglChooseConfig(display, attributes([SURFACE_TYPE, PBUFFER_BIT, RENDERABLE_TYPE,
                                                 API_BITS[api]]),
                            ctypes.byref(config), 1, ctypes.byref(num))
        context = ctypes.c_void_p(EGL.eglCreateContext(display, config, None, attributes(wanted)))
        if not context or not EGL.eglMakeCurrent(display, None, None, context):
            sys.exit("no context: %s" % kind)
        get = function(b"glGetString", ctypes.c_char_p, ctypes.c_uint)
        print("%s version %s" % (kind, get(VERSION).decode()))
        for name in sorted(extensions(kind)):
            print("%s %s" % (kind, name.decode()))
        EGL.eglMakeCurrent(display, None, None, None)


main()
