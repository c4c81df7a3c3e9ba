# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs tests/mesa/test.c, which calls the functions of mesa/driver from several threads: as
scripts/mesa builds it, with and without the recording thread, and as scripts/mesa --sanitize=thread
and --sanitize=address build it."""

import os
import subprocess

import in_process
import common

NAME = "galvan-mesa-test"


def run(build, library, **variables):
    """Runs the program of one build, with the libgalvan of another build."""
    program = in_process.TREE.parent / build / NAME
    if not program.exists():
        raise common.Skip("no %s: scripts/mesa makes it" % program)
    result = subprocess.run([program], timeout=common.TIMEOUT, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE,
                            env={**os.environ, **common.driver_environment(), **variables,
                                 "LD_LIBRARY_PATH": str(in_process.TOP / "build" / library)})
    assert result.returncode == 0 and result.stdout == "ok\n", "status %d\n%s" % (
        result.returncode, result.stderr[-10000:])
    assert not result.stderr, result.stderr


def test_threads():
    run("build/src/gallium/drivers/softpipe", "mesa/galvan/lib", GALLIUM_THREAD="1")


def test_one_thread():
    run("build/src/gallium/drivers/softpipe", "mesa/galvan/lib", GALLIUM_THREAD="0")


def test_thread_sanitizer():
    run("thread", "tsan/lib", GALLIUM_THREAD="1")


def test_address_sanitizer():
    run("address", "dev/lib", GALLIUM_THREAD="1")


if __name__ == "__main__":
    common.main(globals())
