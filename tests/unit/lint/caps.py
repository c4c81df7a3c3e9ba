#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks docs/caps.md: it must have one line for every capability that the driver's tables support,
with names of tests that exist in CTest.

usage: caps.py ROOT [BUILD_DIR]      caps.py --self-test

A line is "| `CAP`, `CAP` | `test`, `test` (remark) |". The supported capabilities are those of
GV_CAP() in the tables, not those of GV_CAP_ABSENT() and GV_CAP_UNASKED(). Without BUILD_DIR, the
names of tests are not checked."""

import re
import sys

import support
import tree

PAGE = "docs/caps.md"
TABLES = ("src/driver/screen/caps_table.c", "src/driver/screen/caps_shader.c")
CLAIM = re.compile(r"\bGV_CAP\(\s*(PIPE_\w+)")
ROW = re.compile(r"^\|([^|]*`PIPE_[^|]*)\|([^|]*)\|\s*$")
NAME = re.compile(r"`([^`]+)`")


def claims(root):
    known = tree.files(root)
    return {name for table in TABLES if table in known
            for name in CLAIM.findall(tree.uncommented_c(tree.read(root, table)))}


def check(root, known=None):
    text = tree.read(root, PAGE) if PAGE in tree.files(root) else ""
    claimed, seen, offences = claims(root), set(), []
    for number, line in tree.numbered(text):
        match = ROW.match(line)
        if not match:
            continue
        caps, tests = (NAME.findall(cell) for cell in match.groups())
        for cap in caps:
            if cap not in claimed:
                offences.append((PAGE, number, "%s is not claimed" % cap))
            if cap in seen:
                offences.append((PAGE, number, "%s stands in another line too" % cap))
            seen.add(cap)
        if not tests:
            offences.append((PAGE, number, "no test in backquotes"))
        for test in tests:
            if known is not None and test not in known:
                offences.append((PAGE, number, "there is no test %s" % test))
    return offences + [(PAGE, 1, "%s has no line" % cap) for cap in sorted(claimed - seen)]


TABLE = {TABLES[0]: "GV_CAP(PIPE_CAP_A, GV_VALUE(1)),\nGV_CAP(\n    PIPE_CAP_B, GV_VALUE(1)),\n"
                    "GV_CAP_ABSENT(PIPE_CAP_C, \"no\"),\n"}
GOOD = "| `PIPE_CAP_A`, `PIPE_CAP_B` | `pipe/a` (both) |\n"
CASES = [
    ({**TABLE, PAGE: GOOD}, 0),
    ({**TABLE, PAGE: "| capability | tests |\n|---|---|\n" + GOOD}, 0),
    ({**TABLE}, 2),
    ({**TABLE, PAGE: "| `PIPE_CAP_A` | `pipe/a` |\n"}, 1),
    ({**TABLE, PAGE: GOOD + GOOD}, 2),
    ({**TABLE, PAGE: GOOD + "| `PIPE_CAP_C` | `pipe/a` |\n"}, 1),
    ({**TABLE, PAGE: GOOD + "| `PIPE_CAP_NONE` | `pipe/a` |\n"}, 1),
    ({**TABLE, PAGE: "| `PIPE_CAP_A`, `PIPE_CAP_B` | missing |\n"}, 1),
    ({**TABLE, PAGE: "| `PIPE_CAP_A`, `PIPE_CAP_B` | `pipe/none` |\n"}, 1),
]


def main(argv):
    if argv[1:] == ["--self-test"]:
        return tree.self_test(lambda root: check(root, {"pipe/a"}), CASES)
    known = support.registered_tests(argv[2]) if len(argv) > 2 else None
    return tree.run(lambda root: check(root, known), [], argv[:2])


if __name__ == "__main__":
    sys.exit(main(sys.argv))
