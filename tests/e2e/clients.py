# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs programs with the Mesa of another Debian release. That Mesa uses protocol 3, in which the
server chooses the handles of resources, and presents frames in other ways. The tests run with each
Mesa that scripts/clients has unpacked into build/clients; if there is none, they are skipped."""

import glob
import os
import re

import common
from common import Display, galvan

TREES = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../build/clients"))
SWAP_CLIENT = os.environ["SWAP_CLIENT"]
THREAD_CLIENT = os.environ["THREAD_CLIENT"]
THREADS, ROUNDS = 4, 400


def trees():
    found = sorted(glob.glob(os.path.join(TREES, "*", "usr/lib64/ld-linux-*.so.*")))
    if not found:
        raise common.Skip("no other Mesa here: scripts/clients unpacks one")
    for loader in found:
        libraries, = glob.glob(os.path.join(os.path.dirname(loader), "../lib/*/libGLX_mesa.so.0"))
        yield [loader, "--library-path", os.path.dirname(libraries)]


def draw(words, env=None):
    result = galvan("run", "--", *words, env=env)
    assert result.returncode == 0, "%s: status %d\n%s" % (
        " ".join(words), result.returncode, result.stderr)
    assert "refused" not in result.stderr and "unknown" not in result.stderr, result.stderr
    return result.stdout


def run_modes(*modes, options=()):
    for tree in trees():
        with Display(*options) as display:
            for mode in modes:
                draw([*tree, SWAP_CLIENT, mode], display.environment)


def test_is_of_another_version():
    """glxinfo must report the version of the Mesa in build/clients, and Galvan as the renderer."""
    for tree in trees():
        program, = glob.glob(os.path.join(os.path.dirname(tree[0]), "../bin/glxinfo.*"))
        with Display() as display:
            said = draw([*tree, program, "-B"], display.environment)
        version = re.search(r"OpenGL core profile version string: .* Mesa (\d+)\.", said)
        assert version and int(version.group(1)) >= 23, said
        assert "virgl (Galvan" in said, said


def test_threads():
    for tree in trees():
        for share in ([], ["share"]):
            said = draw([*tree, THREAD_CLIENT, str(THREADS), str(ROUNDS), *share])
            assert "%d rounds, 0 wrong" % (THREADS * ROUNDS) in said, said


def test_swaps():
    run_modes("shown", "address", "egl", "readback", "front", "part", "resize", "vanish",
              "two-windows", "two-threads", "buffers", "pool", "displays", "shared-displays",
              "picks", "multi-draws")


def test_front_buffer_of_what_cannot_be_read():
    modes = "single", "single-hidden", "single-off-screen", "single-book"
    run_modes(*modes)
    run_modes(*modes, options=["-extension", "MIT-SHM"])


def test_pixmaps_bound_as_textures():
    run_modes("bound-pixmaps", "pixmaps-bound-again")
    run_modes("bound-pixmaps", options=["-extension", "MIT-SHM"])


if __name__ == "__main__":
    common.main(globals())
