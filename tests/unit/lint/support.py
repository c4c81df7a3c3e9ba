#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""docs/support.md: one line for each row of the specification, in order, and every test it names is
a test that CTest knows.

usage: support.py ROOT [BUILD_DIR]      support.py --self-test

A line is "| C1 | what | mechanism | fallback | tests |". tests is "missing", or names of tests in
backquotes. Without BUILD_DIR the names are not looked up."""

import json
import re
import subprocess
import sys

import tree

PAGE = "docs/support.md"
SECTIONS = [("C", 45), ("S", 15), ("R", 32), ("B", 11), ("K", 8)]
ROW = re.compile(r"^\|\s*([A-Z]\d+)\s*\|(.*)\|\s*$")
TEST = re.compile(r"`([^`]+)`")
COLUMNS = 5


def registered_tests(build_dir):
    out = subprocess.run(["ctest", "--test-dir", build_dir, "--show-only=json-v1"],
                         stdout=subprocess.PIPE, check=True).stdout
    return {test["name"] for test in json.loads(out)["tests"]}


def check_row(row, cells, known):
    if len(cells) != COLUMNS - 1:
        yield "%s has %d columns instead of %d" % (row, len(cells) + 1, COLUMNS)
        return
    what, mechanism, fallback, tests = cells
    names = TEST.findall(tests)
    if not what or not mechanism or not fallback:
        yield "%s has an empty column" % row
    if bool(names) == (tests.startswith("missing")):
        yield "%s: tests must be \"missing\" or names in backquotes" % row
    if mechanism.startswith("missing") and names:
        yield "%s has tests for what is missing" % row
    for name in names:
        if known is not None and name not in known:
            yield "%s: there is no test %s" % (row, name)


def check(root, known=None, sections=None):
    text = tree.read(root, PAGE) if PAGE in tree.files(root) else ""
    expected = [letter + str(i + 1) for letter, n in sections or SECTIONS for i in range(n)]
    offences = []
    position = 0
    for number, line in tree.numbered(text):
        match = ROW.match(line)
        if not match:
            continue
        row = match.group(1)
        if position < len(expected) and row == expected[position]:
            position += 1
        else:
            offences.append((PAGE, number, "%s is not the next row" % row))
        cells = [cell.strip() for cell in match.group(2).split("|")]
        offences += [(PAGE, number, message) for message in check_row(row, cells, known)]
    if position < len(expected):
        offences.append((PAGE, 1, "%s is not there, or not in order" % expected[position]))
    return offences


GOOD = "| C1 | blend | x | none | `pipe/a` |\n"
CASES = [
    ({PAGE: GOOD + "| C2 | x | y | z | missing |\n"}, 0),
    ({PAGE: GOOD}, 1),
    ({"a": ""}, 1),
    ({PAGE: GOOD + GOOD + "| C2 | x | y | z | missing |\n"}, 1),
    ({PAGE: "| C2 | x | y | z | missing |\n" + GOOD}, 2),
    ({PAGE: GOOD + "| C2 | x | y | missing |\n"}, 1),
    ({PAGE: GOOD + "| C2 | x | | z | missing |\n"}, 1),
    ({PAGE: GOOD + "| C2 | x | y | z | by hand |\n"}, 1),
    ({PAGE: GOOD + "| C2 | x | missing | z | `pipe/a` |\n"}, 1),
    ({PAGE: GOOD + "| C2 | x | y | z | `pipe/none` |\n"}, 1),
]


def main(argv):
    if argv[1:] == ["--self-test"]:
        return tree.self_test(lambda root: check(root, {"pipe/a"}, [("C", 2)]), CASES)
    known = registered_tests(argv[2]) if len(argv) > 2 else None
    return tree.run(lambda root: check(root, known), [], argv[:2])


if __name__ == "__main__":
    sys.exit(main(sys.argv))
