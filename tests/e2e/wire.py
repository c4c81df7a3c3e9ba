# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Provides functions that return commands of the virgl protocol as lists of dwords."""

import struct

CREATE_OBJECT, BIND_OBJECT, SET_VIEWPORT_STATE, SET_FRAMEBUFFER_STATE = 1, 2, 4, 5
DRAW_VBO, BIND_SHADER, EMIT_STRING_MARKER = 8, 31, 51
SET_SAMPLE_MASK, SET_SUB_CTX, CREATE_SUB_CTX = 24, 28, 29
BLEND, RASTERIZER, DSA, SHADER, VERTEX_ELEMENTS, SURFACE = 1, 2, 3, 4, 5, 8
SAMPLER_VIEW, SAMPLER_STATE, QUERY, STREAMOUT_TARGET = 6, 7, 9, 10
ONE = 0x3f800000


def word_of(number):
    return struct.unpack("<I", struct.pack("<f", number))[0]


def command(number, kind, *payload):
    return [number | kind << 8 | len(payload) << 16, *payload]


def shader(handle, stage, text):
    data = text.encode() + b"\0"
    words = struct.unpack("<%dI" % ((len(data) + 3) // 4), data + bytes(-len(data) % 4))
    return command(CREATE_OBJECT, SHADER, handle, stage, len(data), 100, 0, *words) + \
        command(BIND_SHADER, 0, handle, stage)


def draw_state(vertex, fragment, size, resource=1):
    """Returns commands that create and bind objects 1 to 7: draws then use these shaders and render
    to the resource, a square of this size."""
    half, depth = word_of(size / 2), word_of(0.5)
    words = command(CREATE_OBJECT, BLEND, 1, 0, 0, *[0xf << 27] * 8)
    words += command(CREATE_OBJECT, DSA, 2, 0, 0, 0, 0)
    words += command(CREATE_OBJECT, RASTERIZER, 3, 0, ONE, 0, 0, ONE, 0, 0, 0)
    words += command(CREATE_OBJECT, VERTEX_ELEMENTS, 4)
    words += command(CREATE_OBJECT, SURFACE, 5, resource, 1, 0, 0)
    for kind, handle in ((BLEND, 1), (DSA, 2), (RASTERIZER, 3), (VERTEX_ELEMENTS, 4)):
        words += command(BIND_OBJECT, kind, handle)
    words += command(SET_FRAMEBUFFER_STATE, 0, 1, 0, 5)
    words += command(SET_VIEWPORT_STATE, 0, 0, half, half, depth, half, half, depth)
    return words + shader(6, 0, vertex) + shader(7, 1, fragment)


def draw_triangles(num_instances):
    """Returns a draw of one triangle per instance."""
    return command(DRAW_VBO, 0, 0, 3, 4, 0, num_instances, 0, 0, 0, 0, 0, 0xffffffff, 0)


# Each vertex loops until its id has a value that no vertex id has; the compiler cannot detect that
# the loop is endless.
ENDLESS_VERTEX = """VERT
DCL OUT[0], POSITION
DCL SV[0], VERTEXID
DCL CONST[0]
DCL TEMP[0..1]
IMM[0] UINT32 {1, 1000, 0, 0}
  0: MOV TEMP[0], CONST[0]
  1: BGNLOOP
  2:   UADD TEMP[0], TEMP[0].yzwx, IMM[0].xxxx
  3:   USEQ TEMP[1].x, SV[0].xxxx, IMM[0].yyyy
  4:   UIF TEMP[1].xxxx
  5:     BRK
  6:   ENDIF
  7: ENDLOOP
  8: MOV OUT[0], TEMP[0]
  9: END
"""
FRAGMENT = """FRAG
DCL IN[0], POSITION, LINEAR
DCL OUT[0], COLOR
  0: MOV OUT[0], IN[0]
  1: END
"""


def endless_draw(resource=1):
    """Returns a draw that takes practically for ever. Lavapipe ends a loop after 65536 iterations,
    so the draw has a million instances."""
    return draw_state(ENDLESS_VERTEX, FRAGMENT, 16, resource) + draw_triangles(1000000)


def many_elements(num):
    """Returns the dwords of vertex elements that differ for each num."""
    return [word for i in range(16) for word in (4 * i, 0, 0, 28 + (num >> i & 1))]


def objects(texture=1, buffer=2):
    """Returns a dictionary from kinds of objects to functions that create the n-th object of this
    kind. All objects of a kind differ."""
    return {
        "blend": lambda n: command(CREATE_OBJECT, BLEND, n, 1, 0,
                                   *[(n >> 4 * i & 15) << 27 for i in range(8)]),
        "depth": lambda n: command(CREATE_OBJECT, DSA, n, n & 0xff, n >> 8, 0, n),
        "rasterizer": lambda n: command(CREATE_OBJECT, RASTERIZER, n, 0, ONE + n, 0, 0, ONE, 0, 0,
                                        0),
        "elements": lambda n: command(CREATE_OBJECT, VERTEX_ELEMENTS, n, *many_elements(n)),
        "sampler": lambda n: command(CREATE_OBJECT, SAMPLER_STATE, n, 0, ONE + n, 0, 0, 0, 0, 0,
                                     0),
        "view": lambda n: command(CREATE_OBJECT, SAMPLER_VIEW, n, texture, 1, 0, 0,
                                  n % 6 | n // 6 % 6 << 3 | n // 36 % 6 << 6 | n // 216 % 6 << 9),
        "surface": lambda n: command(CREATE_OBJECT, SURFACE, n, texture, 1, 0, 0),
        "query": lambda n: command(CREATE_OBJECT, QUERY, n, 0, 0, buffer),
        "target": lambda n: command(CREATE_OBJECT, STREAMOUT_TARGET, n, buffer, 0, 64),
        "shader": lambda n: shader(n, 1, FRAGMENT.replace(
            "  0:", "IMM[0] UINT32 {%d, 0, 0, 0}\n0:" % n))[:-3],
        "sub-context": lambda n: command(CREATE_SUB_CTX, 0, n) + command(SET_SUB_CTX, 0, n) +
        command(SET_SAMPLE_MASK, 0, n) + command(SET_SUB_CTX, 0, 0),
    }
