# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Creates GL contexts without a window, for programs of the tests that draw with the driver under
test."""

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


def attributes(values):
    return (ctypes.c_int32 * (len(values) + 1))(*values, NONE)


def function(name, result, *arguments):
    """Returns a function of GL."""
    return ctypes.CFUNCTYPE(result, *arguments)(EGL.eglGetProcAddress(name))


def get_integer(name):
    value = ctypes.c_int()
    function(b"glGetIntegerv", None, ctypes.c_uint, ctypes.c_void_p)(name, ctypes.byref(value))
    return value.value


def open_display():
    display = ctypes.c_void_p(EGL.eglGetPlatformDisplay(PLATFORM_SURFACELESS, None, None))
    if not EGL.eglInitialize(display, None, None):
        sys.exit("no EGL display without a surface")
    return display


def make_current(display, api=OPENGL_API, wanted=()):
    """Creates a context of an API with these attributes, and makes it current in this thread."""
    config, num = ctypes.c_void_p(), ctypes.c_int32()
    EGL.eglBindAPI(api)
    EGL.eglChooseConfig(display, attributes([SURFACE_TYPE, PBUFFER_BIT, RENDERABLE_TYPE,
                                             API_BITS[api]]),
                        ctypes.byref(config), 1, ctypes.byref(num))
    context = ctypes.c_void_p(EGL.eglCreateContext(display, config, None, attributes(wanted)))
    if not context or not EGL.eglMakeCurrent(display, None, None, context):
        sys.exit("no context of API 0x%x, %r" % (api, wanted))


def leave(display):
    EGL.eglMakeCurrent(display, None, None, None)
