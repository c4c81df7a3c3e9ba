#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Compares the verdicts of a test run with the expected verdicts.

    expectations.py EXPECTED.txt RESULTS.tsv    exit status 1 if they differ
    expectations.py --self-test

RESULTS.tsv has one test per line: name, tab, verdict. The expected verdict is "pass", except for
the tests that EXPECTED.txt lists, each with its verdict and a reason:

    # a comment
    fail NAME  # reason

NAME may contain spaces; two spaces and "#" end it. The verdict "any" is for tests whose verdict
changes from run to run. The comparison also fails if a listed test passes or was not run, so that
the list stays up to date.

A list may be based on another list, and then contains only the differences: a line "pass NAME"
removes a test of the other list."""

import sys

VERDICTS = {"fail", "skip", "warn", "crash", "timeout", "any", "pass"}


class Malformed(Exception):
    pass


def parse(lines, base=None):
    """Returns {name: verdict} of a list that is based on base. Rejects a verdict that base already
    implies."""
    base = base or {}
    expected = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        entry, separator, reason = line.rstrip("\n").partition("  # ")
        verdict, _, name = entry.partition(" ")
        if verdict not in VERDICTS or not name:
            raise Malformed("line %d: not 'VERDICT NAME  # reason'" % number)
        if not separator or not reason.strip():
            raise Malformed("line %d: %s has no reason" % (number, name))
        if name in expected:
            raise Malformed("line %d: %s is listed twice" % (number, name))
        if verdict == base.get(name, "pass"):
            raise Malformed("line %d: %s is expected to %s without it" % (number, name, verdict))
        expected[name] = verdict
    return expected


def load(path, base=None):
    with open(path) as file:
        return parse(file, base)


def differences(expected, results):
    """Returns a line for each difference between the results {name: verdict} and the expected
    ones."""
    said = []
    for name, verdict in sorted(results.items()):
        wanted = expected.get(name, "pass")
        if wanted not in (verdict, "any"):
            said.append("%s: %s, expected %s%s" % (
                name, verdict, wanted, "; take it off the list" if verdict == "pass" else ""))
    for name in sorted(set(expected) - set(results)):
        said.append("%s: listed as %s, but was not run" % (name, expected[name]))
    return said


def load_results(path):
    with open(path) as file:
        return dict(line.rstrip("\n").split("\t") for line in file if "\t" in line)


def self_test():
    listed = parse(["# why\n", "\n", "fail a b  # broken\n", "any c  # flaky\n"])
    assert listed == {"a b": "fail", "c": "any"}
    assert differences(listed, {"a b": "fail", "c": "pass", "d": "pass"}) == []
    assert len(differences(listed, {"a b": "pass", "c": "pass"})) == 1
    assert len(differences(listed, {"a b": "crash", "c": "pass"})) == 1
    assert len(differences(listed, {"a b": "fail", "c": "pass", "d": "fail"})) == 1
    assert len(differences(listed, {"c": "crash"})) == 1
    base = {"a b": "fail", "c": "any"}
    assert parse(["pass a b  # mended here\n", "skip d  # lacks it\n"], base) == {
        "a b": "pass", "d": "skip"}
    for refused in (["fail a\n"], ["fail  # reason\n"], ["a\n"], ["fail a  # \n"],
                    ["maybe a  # reason\n"], ["fail a  # x\n", "skip a  # x\n"],
                    ["pass a  # as ever\n"], ["fail a b  # as in base\n"]):
        try:
            parse(refused, base)
        except Malformed:
            continue
        raise AssertionError("accepted %r" % refused)


def main(argv):
    if argv[1:] == ["--self-test"]:
        self_test()
        return 0
    if len(argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        said = differences(load(argv[1]), load_results(argv[2]))
    except (Malformed, OSError) as error:
        print("%s: %s" % (argv[1], error), file=sys.stderr)
        return 2
    for line in said:
        print(line)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
