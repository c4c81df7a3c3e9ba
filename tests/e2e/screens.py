# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests programs that create and end EGL displays repeatedly. An ended display must leave no
descriptor and no memory, and each display must use the client library. (frames.py tests GLX
displays.)"""

import os
import sys

import common
from common import expect, galvan

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "end_screens.py")
NUM = 24


def test_displays_that_end_leave_nothing():
    result = galvan("run", "--", sys.executable, PROGRAM, str(NUM))
    expect(result, 0)
    lines = [[int(word) for word in line.split()] for line in result.stdout.splitlines()]
    assert len(lines) == NUM, result.stdout
    for i, (red, during, after, has_memory, num_maps, size_mib) in enumerate(lines):
        assert red == i and has_memory, (i, result.stdout)
        assert during == lines[0][1] and after == lines[0][2], (i, result.stdout)
        # The program's own allocator makes a few mappings.
        assert num_maps <= lines[1][4] + 16 and size_mib <= lines[1][5] + 64, (i, result.stdout)


common.main(globals())
