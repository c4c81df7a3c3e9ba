#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks that each attack has a test: each line of tests/attacks.txt has an attack's name and a
test file, which must contain the name as a word or in a function test_NAME."""

import re

import tree

LIST = "tests/attacks.txt"


def is_in(name, text):
    return re.search(r"(?<![a-z0-9_])(test_)?%s(?![a-z0-9_])" % re.escape(name), text) is not None


def check(root):
    names = set(tree.files(root))
    if LIST not in names:
        return []
    offences, seen = [], set()
    for number, line in tree.numbered(tree.read(root, LIST)):
        words = line.split()
        if not words or words[0] == "#":
            continue
        if len(words) != 2:
            offences.append((LIST, number, "is not a name and a file"))
        elif words[0] in seen:
            offences.append((LIST, number, "%s stands here twice" % words[0]))
        elif words[1] not in names or not words[1].startswith("tests/"):
            offences.append((LIST, number, "there is no test %s" % words[1]))
        elif not is_in(words[0], tree.read(root, words[1])):
            offences.append((LIST, number, "%s does not name %s" % (words[1], words[0])))
        seen.add(words[0])
    return offences


FILE = {"tests/a.c": "/* wraps_32 */ static void test_half_close(void **state);"}
CASES = [
    ({LIST: "# Some\nwraps_32 tests/a.c\n\nhalf_close tests/a.c\n", **FILE}, 0),
    ({LIST: "wraps_64 tests/a.c\n", **FILE}, 1),
    ({LIST: "wraps tests/a.c\n", **FILE}, 1),
    ({LIST: "wraps_32 tests/a.c\nwraps_32 tests/a.c\n", **FILE}, 1),
    ({LIST: "wraps_32\n", **FILE}, 1),
    ({LIST: "wraps_32 tests/b.c\n", **FILE}, 1),
    ({LIST: "wraps_32 a.c\n", "a.c": "wraps_32"}, 1),
]

if __name__ == "__main__":
    tree.main(check, CASES)
