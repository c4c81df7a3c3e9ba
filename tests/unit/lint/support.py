#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks tests/features.tsv: it must have one line for each row of the specification, in order, and
each test that it names must exist in CTest. docs/support.md must be the page that this script
generates from it.

usage: support.py ROOT [BUILD_DIR]      support.py --self-test
       support.py --write ROOT      generates docs/support.md

A line is "C1 TAB what TAB mechanism TAB fallback TAB tests". tests is "missing", or names of tests
in backquotes. Without BUILD_DIR, the names are not checked."""

import json
import os
import re
import subprocess
import sys
import textwrap

import tree

TABLE = "tests/features.tsv"
PAGE = "docs/support.md"
COLUMNS = ["row", "what", "mechanism", "fallback", "tests"]
TEST = re.compile(r"`([^`]+)`")

INTRODUCTION = """# What Galvan supports

This page has a row for each feature that the Gallium documents describe. The row says how Galvan
implements the feature on Vulkan, what Galvan does on a device that lacks a part of it (the
fallback), and which tests check rendered or read-back results. The last section has a row for each
feature of Vulkan that a device may lack. Tests have the names that `ctest` uses. The rows are lines
of `tests/features.tsv`, from which `tests/unit/lint/support.py --write .` generates this page; a
lint test checks the order of the rows and the names of the tests. [caps.md](caps.md) lists the
capabilities one by one, [emulation.md](emulation.md) explains the larger emulations,
[extensions.md](extensions.md) has the extensions of OpenGL, and [conformance.md](conformance.md)
the verdicts of conformance suites.

| words | meaning |
|---|---|
| no fallback | every device that Galvan supports has the required features |
| refused | if the device lacks the feature, the capability answers no or the create call fails |
| missing | Galvan does not implement this; instead of tests: no test checks the row yet |
| the shader variant | Galvan translates the shader again for this state |
| as a compute shader | the stage is lowered: a compute shader replaces it |
"""
# Letter, number of rows, heading, the text after the heading, and the titles of the last two
# columns.
SECTIONS = [
    ("C", 45, "Context",
     "The methods and the state of `pipe_context` (`include/pipe/p_context.h`)."),
    ("S", 15, "Screen", "The methods of `pipe_screen` (`include/pipe/p_screen.h`)."),
    ("R", 32, "Rasterizer state",
     "The fields of `pipe_rasterizer_state` (`include/pipe/p_state.h`)."),
    ("B", 11, "Blit", "The cases of `pipe_context::blit`."),
    ("K", 8, "The whole", "Features that involve several methods."),
    ("W", 50, "Without a feature",
     "How Galvan replaces a feature of Vulkan that the device lacks, and which other features the "
     "replacement needs. Every device that Galvan supports has these other features, except "
     "`pipelineStatisticsQuery`, `fragmentStoresAndAtomics`, `shaderClipDistance` and, below "
     "Vulkan 1.3, `bufferDeviceAddress`. Without `bufferDeviceAddress`, Galvan omits draws in "
     "which shaders would have to fetch the vertices. [profiles.md](profiles.md) lists devices "
     "that lack several features at once."),
]


def registered_tests(build_dir):
    out = subprocess.run(["ctest", "--test-dir", build_dir, "--show-only=json-v1"],
                         stdout=subprocess.PIPE, check=True).stdout
    return {test["name"] for test in json.loads(out)["tests"]}


def check_row(row, cells, known):
    if len(cells) != len(COLUMNS) - 1:
        yield "%s has %d columns instead of %d" % (row, len(cells) + 1, len(COLUMNS))
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


def rows_of(text):
    """Yields (line, row, cells) for each line but the first, which has the names of the columns."""
    for number, line in tree.numbered(text):
        if line and number > 1:
            row, *cells = line.split("\t")
            yield number, row, cells


def wrapped(mark, text):
    indent = "  " if mark.startswith("-") else ""
    return textwrap.fill(mark + text, 100, subsequent_indent=indent, break_long_words=False,
                         break_on_hyphens=False)


def paragraph(row, cells):
    what, mechanism, fallback, tests = cells
    lines = [wrapped("", "**%s %s**: %s." % (row, what, mechanism.rstrip("."))), ""]
    if row[0] == "W":
        lines[0] = wrapped("", "**%s without %s**: %s." % (row, what, mechanism.rstrip(".")))
        if fallback != "nothing":
            lines.append(wrapped("- Needs ", fallback + "."))
    elif fallback != "none":
        lines.append(wrapped("- Fallback: ", fallback + "."))
    lines.append(wrapped("- Tests: ", tests))
    return "\n".join(lines) + "\n"


def page(text, sections=None):
    parts = [INTRODUCTION]
    rows = [(row, cells) for _, row, cells in rows_of(text) if len(cells) == len(COLUMNS) - 1]
    for letter, _, heading, about in sections or SECTIONS:
        parts.append("## %s\n\n%s\n" % (heading, wrapped("", about)))
        parts += [paragraph(row, cells) for row, cells in rows if row[0] == letter]
    return "\n".join(parts)


def check(root, known=None, sections=None):
    sections = sections or SECTIONS
    names = tree.files(root)
    text = tree.read(root, TABLE) if TABLE in names else ""
    expected = [letter + str(i + 1) for letter, num, _, _ in sections for i in range(num)]
    offences = []
    position = 0
    for number, row, cells in rows_of(text):
        if position < len(expected) and row == expected[position]:
            position += 1
        else:
            offences.append((TABLE, number, "%s is not the next row" % row))
        offences += [(TABLE, number, message) for message in check_row(row, cells, known)]
    if position < len(expected):
        offences.append((TABLE, 1, "%s is not there, or not in order" % expected[position]))
    if PAGE not in names or tree.read(root, PAGE) != page(text, sections):
        offences.append((PAGE, 1, "is not what %s makes: support.py --write ." % TABLE))
    return offences


TITLES = "\t".join(COLUMNS) + "\n"
FEW = [("C", 2, "Context", "All.")]


def files(*rows, shown=None):
    text = TITLES + "".join("\t".join(row.split(" | ")) + "\n" for row in rows)
    return {TABLE: text, PAGE: page(text if shown is None else shown, FEW)}


GOOD = "C1 | blend | x | none | `pipe/a`"
CASES = [
    (files(GOOD, "C2 | x | y | z | missing"), 0),
    (files(GOOD, "C2 | x | y | z | missing", shown=TITLES), 1),
    (files(GOOD), 1),
    ({"a": ""}, 2),
    (files(GOOD, GOOD, "C2 | x | y | z | missing"), 1),
    (files("C2 | x | y | z | missing", GOOD), 2),
    (files(GOOD, "C2 | x | y | missing"), 1),
    (files(GOOD, "C2 | x |  | z | missing"), 1),
    (files(GOOD, "C2 | x | y | z | by hand"), 1),
    (files(GOOD, "C2 | x | missing | z | `pipe/a`"), 1),
    (files(GOOD, "C2 | x | y | z | `pipe/none`"), 1),
]


def main(argv):
    if argv[1:] == ["--self-test"]:
        return tree.self_test(lambda root: check(root, {"pipe/a"}, FEW), CASES)
    if argv[1:2] == ["--write"]:
        with open(os.path.join(argv[2], PAGE), "w") as file:
            file.write(page(tree.read(argv[2], TABLE)))
        return 0
    known = registered_tests(argv[2]) if len(argv) > 2 else None
    return tree.run(lambda root: check(root, known), [], argv[:2])


if __name__ == "__main__":
    sys.exit(main(sys.argv))
