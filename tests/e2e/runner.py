# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""What common.main() makes of test_ functions: the lines and the exit status that ctest and the
list of expected skips (tests/expect) read. And which pictures read_png() takes."""

import contextlib
import io
import os
import re

from PIL import Image

import common
from common import directory


def passes():
    pass


def skips():
    raise common.Skip("no such thing here")


def fails():
    assert 1 == 2, "one is not two"


def errs():
    raise OSError("no such file")


def outcome(*functions):
    """The exit status and the lines, with N for each number of seconds."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        status = common.run_suite({"help": fails, **{"test_%s_%d" % (function.__name__, i): function
                                                     for i, function in enumerate(functions)}})
    return status, re.sub(r" +\d+\.\d+ s ", " N s ", said.getvalue()).splitlines()


def test_verdicts_by_name():
    status, lines = outcome(passes, skips, passes)
    assert status == 0
    assert lines[:3] == ["ok N s  test_passes_0",
                         "skipped N s  test_skips_1: no such thing here",
                         "ok N s  test_passes_2"], lines
    assert lines[-1] == "OK (skipped=1)", lines


def test_status_of_skips_alone():
    assert outcome(skips, skips)[0] == 77
    assert outcome(skips, passes)[0] == 0


def test_status_of_failures():
    for wrong, reason in ((fails, "AssertionError: one is not two"), (errs, "OSError: no such")):
        status, lines = outcome(passes, wrong, skips)
        assert status == 1
        assert any(reason in line for line in lines), lines
        assert sum(line.startswith("FAILED") for line in lines) == 2, lines
    assert outcome()[0] == 1, "a module without tests passes"


def test_pictures():
    with directory() as dir:
        path = os.path.join(dir, "a.png")
        image = Image.new("RGB", (3, 2))
        image.putpixel((2, 1), (10, 20, 30))
        image.save(path)
        picture = common.read_png(path)
        assert (picture.width, picture.height) == (3, 2)
        assert picture.rows == [[(0, 0, 0)] * 3, [(0, 0, 0)] * 2 + [(10, 20, 30)]]
        image.convert("RGBA").save(path)
        try:
            common.read_png(path)
        except AssertionError:
            return
        raise AssertionError("alpha was read as RGB")


common.main(globals())
