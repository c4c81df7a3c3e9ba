#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""opened.py RESULTS.xml...: prints a summary of `scripts/drivers opened` by chip and part, from
ctest's result files, and the failures that tests/expect/opened.txt does not expect. Exits with
status 1 if there is such a failure, or if a test passes that is expected to fail.

A line of the list is

    TEST [NAME]  # reason

TEST is the name of a test in ctest without "drivers/". NAME is a program that this test leaves out.
A line without NAME means that the test fails or, if the reason begins with "some: ", may fail. TEST
and NAME are patterns like a shell's (*, ?, [ab])."""

import collections
import fnmatch
import os
import re
import sys
import xml.etree.ElementTree

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "opened.txt")
CLIENTS = ("glmark2", "piglit", "shaders", "info")


def load(path=LIST):
    """Returns [(test, name, reason)] of the list; name is "" in a line without NAME."""
    expected = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            names, _, reason = line.rstrip("\n").partition("  # ")
            test, _, name = names.strip().partition(" ")
            if not reason.strip():
                raise ValueError("line %d: %s has no reason" % (number, test))
            expected.append((test, name, reason))
    return expected


def reason(test, name="", expected=None):
    """Returns the reason why a test may fail or, if name is given, leaves out this program. Returns
    None if the list has no such line."""
    for pattern, program, why in load() if expected is None else expected:
        if fnmatch.fnmatchcase(test, pattern) and bool(program) == bool(name) and (
                not name or fnmatch.fnmatchcase(name, program)):
            return why
    return None


def parts(test):
    """Returns (Debian release of the driver and chip, part) of a name like
    "trixie_blend_navi31"."""
    suite, rest = re.match(r"(trixie_)?(.*)", test).groups()
    what, _, chip = rest.rpartition("_")
    return "%s%s" % (suite or "", chip), what if what in CLIENTS else "pipe"


def results_of(paths):
    """Returns {test: "ok", "failed" or "skipped"}."""
    results = {}
    for path in paths:
        for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
            name = case.get("name").removeprefix("drivers/")
            failed = case.find("failure") is not None
            skipped = case.find("skipped") is not None
            results[name] = "failed" if failed else "skipped" if skipped else "ok"
    return results


def summary(results, expected):
    """Returns the lines of the table, and a line for each unexpected result."""
    counts, wrong = collections.defaultdict(collections.Counter), []
    for test, result in sorted(results.items()):
        if test in ("page", "profiles"):
            continue
        why = reason(test, "", expected)
        if result == "failed" and why:
            result = "expected"
        elif result == "failed":
            wrong.append("%s failed" % test)
        elif result == "ok" and why and not why.startswith("some: "):
            wrong.append("%s passed; take it off the list" % test)
        counts[parts(test)][result] += 1
    lines = ["%-18s %-8s %4s %8s %8s %8s" % ("chip", "part", "ok", "failed", "expected", "skipped")]
    lines += ["%-18s %-8s %4d %8d %8d %8d" % (*key, count["ok"], count["failed"],
                                             count["expected"], count["skipped"])
              for key, count in sorted(counts.items())]
    return lines, wrong


def self_test():
    expected = [("trixie_semaphores_*", "", "waits"), ("piglit_hsw", "a@b *", "wants"),
                ("lines_*", "", "some: chips")]
    assert parts("trixie_index_buffers_a740") == ("trixie_a740", "pipe")
    assert parts("piglit_hsw") == ("hsw", "piglit")
    assert reason("trixie_semaphores_lnl", "", expected) == "waits"
    assert reason("piglit_hsw", "a@b c", expected) == "wants"
    assert reason("piglit_hsw", "", expected) is None
    lines, wrong = summary({"trixie_semaphores_lnl": "failed", "blend_hsw": "failed",
                            "trixie_semaphores_dg2": "ok", "info_hsw": "ok",
                            "lines_hsw": "ok", "lines_skl": "failed"}, expected)
    assert len(lines) == 6 and wrong == [
        "blend_hsw failed", "trixie_semaphores_dg2 passed; take it off the list"], (lines, wrong)
    load()


def main(paths):
    if paths == ["--self-test"]:
        self_test()
        return 0
    lines, wrong = summary(results_of(paths), load())
    print("\n".join(lines))
    if wrong:
        print("Not as tests/expect/opened.txt expects:\n" + "\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
