# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests a program in which several threads create resources, draw, read and delete at the same
time. Each thread must get the answers to its own messages, and no two resources may get the same
handle. The client library ensures both; Mesa does not."""

import os

import common
from common import expect, galvan

CLIENT = os.environ["THREAD_CLIENT"]
ROUNDS = 60


def draw(threads, *options):
    result = galvan("run", "--", CLIENT, str(threads), str(ROUNDS), *options)
    expect(result, 0)
    assert "%d rounds, 0 wrong" % (threads * ROUNDS) in result.stdout, result.stdout
    assert "refused" not in result.stderr, result.stderr


def test_two_threads():
    draw(2)


def test_eight_threads():
    draw(8)


def test_threads_whose_contexts_share():
    draw(4, "share")


if __name__ == "__main__":
    common.main(globals())
