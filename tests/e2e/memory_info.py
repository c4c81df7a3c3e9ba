# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests the amounts of memory that programs can query. Used memory must not be reported as
available, and memory of deleted resources must become available, even without a flush."""

import os
import subprocess
import sys

import common
from common import expect, galvan, serve

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "print_memory.py")
TAKEN_KIB, LARGE_KIB = 64 << 10, 768 << 10
ENOUGH_B = 7 << 30


def ask(*options):
    result = galvan("run", *options, "--", sys.executable, PROGRAM)
    expect(result, 0)
    lines = result.stdout.splitlines()
    assert lines.pop() == "error 0", result.stdout
    return [[int(word) for word in line.split()] for line in lines]


def video_memory_mib():
    result = galvan("info", "--caps")
    expect(result, 0)
    line, = [line for line in result.stdout.splitlines() if "PIPE_CAP_VIDEO_MEMORY" in line]
    return int(line.split()[1])


def test_totals_and_what_is_left():
    before, after, _ = ask("--mask", "memoryBudget")
    for total, dedicated, available, evictions, free in (before, after):
        assert dedicated >> 10 == video_memory_mib(), dedicated
        assert total >= dedicated
        assert 0 < available <= dedicated
        assert free == available
        assert evictions == 0
    assert before[:2] == after[:2]
    assert before[2] - after[2] >= TAKEN_KIB, (before, after)


def test_the_program_may_have_half_of_the_machine():
    if os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE") < ENOUGH_B:
        raise common.Skip("the machine has too little memory")
    _, before, after = ask("--mask", "memoryBudget")
    assert before[2] - after[2] >= LARGE_KIB, (before, after)


def test_as_the_device_tells():
    for total, dedicated, available, evictions, free in ask():
        assert 0 < available <= dedicated <= total


def test_deleted_and_replaced_textures_are_given_back():
    """Checks that the client library makes Mesa submit commands before memory runs out: until then,
    Mesa keeps deleted and replaced textures."""
    with serve("--memory-limit", "512") as server:
        for how in ("delete", "replace"):
            result = subprocess.run(
                ["sh", "-c", 'eval "$("$0" env --socket "$1")" && exec "$2" "$3" "$4"',
                 common.GALVAN, server.path, sys.executable,
                 os.path.join(HERE, "make_textures.py"), how],
                text=True, stdout=subprocess.PIPE, timeout=60)
            assert result.returncode == 0
            assert result.stdout == "127 254 7 255 error 0\n", how + " " + result.stdout
        assert "memory limit of the client" not in server.stderr(), server.stderr()


common.main(globals())
