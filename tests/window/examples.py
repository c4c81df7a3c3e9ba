# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs the examples in the directory GALVAN_EXAMPLES, and compares each pixel that they draw with
the values that expected.py computes, except for the few pixels on an edge."""

import os
import subprocess

import common
import expected

EXAMPLES = os.environ["GALVAN_EXAMPLES"]


def run(name, *args):
    result = subprocess.run([os.path.join(EXAMPLES, "example-" + name), *args], text=True,
                            timeout=common.TIMEOUT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    common.check_sanitizers(result.stderr)
    return result


def picture_of(name, *args):
    with common.directory() as dir:
        path = os.path.join(dir, "picture.png")
        result = run(name, "--png", path, *args)
        assert result.returncode == 0, result.stderr
        return common.read_png(path)


def check(picture, rows):
    """Checks that each colour component differs by at most 1.5 of 255."""
    assert (picture.width, picture.height) == (len(rows[0]), len(rows))
    num_open = sum(row.count(None) for row in rows)
    assert num_open < 0.03 * picture.width * picture.height, "only the rest was compared"
    for y, row in enumerate(rows):
        for x, want in enumerate(row):
            got = picture.rows[y][x]
            assert want is None or max(abs(g - w) for g, w in zip(got, want)) <= 1.5, \
                "(%d, %d) is %r, not %r" % (x, y, got, want)


def test_triangle():
    check(picture_of("triangle"), expected.triangle(640, 480))
    check(picture_of("triangle", "--size", "77x131", "--frames", "2"), expected.triangle(77, 131))


def test_quad():
    check(picture_of("quad"), expected.quad(640, 480, 0))
    check(picture_of("quad", "--size", "211x160", "--frames", "31"), expected.quad(211, 160, 30))


def test_life():
    check(picture_of("life", "--size", "128x128"), expected.life(128, 128, 0))
    check(picture_of("life", "--frames", "7"), expected.life(512, 512, 6))


def test_bad_options():
    for args in (["--nonsense", "1"], ["--frames"], ["--frames", "-1"], ["--size", "12"],
                 ["--device", "no such device", "--png", "/nonexistent/x.png"],
                 ["--png", "/nonexistent/x.png"]):
        result = run("triangle", *args)
        common.expect(result, 1, "galvan: ")


common.main(globals())
