# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests that string markers in a client's commands become labels in the Vulkan command buffer, for
capture tools. The client does not use Mesa, since Mesa 22.3 sends no markers."""

import struct

import common
from common import Client, serve
from wire import EMIT_STRING_MARKER, command

SUBMIT = 6
STRING_MARKER = 1 << 4
CAPABILITY_BITS_V2 = 688 // 4  # index of the dword in the capabilities


def marker(text, size_B=None):
    data = text + bytes(-len(text) % 4)
    return command(EMIT_STRING_MARKER, 0, len(text) if size_B is None else size_B,
                   *struct.unpack("<%dI" % (len(data) // 4), data))


def labels_of(server):
    return [line[7:-1] for line in server.stderr().splitlines() if line.startswith('label "')]


def test_labels():
    """Checks that each label appears once, in order, with a question mark for each unprintable
    byte."""
    with serve(env=common.layer_environment("label")) as server:
        with Client(server.path) as client:
            assert client.hello()[CAPABILITY_BITS_V2] & STRING_MARKER
            client.message(SUBMIT, *marker(b"frame 1"), *marker(b"shadow pass of the lamp"),
                           *marker(b"a\n\xff\"z"), *marker(b"cut here, please", 8))
            assert client.is_served()
            expected = ["frame 1", "shadow pass of the lamp", "a??\"z", "cut here"]
            assert labels_of(server) == expected, server.stderr()
            client.message(SUBMIT, *marker(b"too short", 400))
            assert client.is_served()
            assert labels_of(server) == expected, server.stderr()


if __name__ == "__main__":
    common.main(globals())
