#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Compares the tests that a run of ctest skipped with those that it is expected to skip on a system
image.

    skips.py IMAGE-test-skips.txt RESULTS.xml   exit status 1 if they differ
    skips.py --self-test

RESULTS.xml is written by `ctest --output-junit RESULTS.xml --test-output-size-passed 10000000`.
Each line of the list is for one or several test functions that are expected to be skipped:

    # a comment
    ENTRY FUNCTION  # reason

ENTRY is a test of ctest, and FUNCTION is one of this test's functions, in the form in which cmocka
or unittest prints it. Both are patterns like a shell's (*, ?, [ab]). FUNCTION is "-" for an entry
that ends with status 77 and names no function. A line "without WHAT ENTRY FUNCTION" applies only if
the machine lacks WHAT: a readable file (a pattern of its path, relative to the top of the tree) or
a program. A line "any ENTRY FUNCTION" is for a function that is skipped on only some machines with
this image. The comparison fails if a function is skipped that is not on the list, or if a function
on the list is not skipped. It ignores entries that failed or did not run. With --all, for a run of
all entries, it also fails if a line matches no function that ran."""

import fnmatch
import glob
import os
import re
import shutil
import sys
import xml.etree.ElementTree

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
WHOLE = "-"  # an entry that names none of its functions
CMOCKA = re.compile(r"^\[ +(OK|SKIPPED) \] (\w+)$")
UNITTEST = re.compile(r"^(ok|skipped) +\d+\.\d+ s  (\w+)(?:: .*)?$")


class Malformed(Exception):
    pass


def is_there(what):
    if "/" not in what:
        return shutil.which(what) is not None
    return any(os.access(path, os.R_OK) for path in glob.glob(os.path.join(TOP, what)))


def parse(lines):
    """Returns a tuple of patterns for each line, in order: (entry, function), ("any", entry,
    function), or ("without", what, entry, function)."""
    expected = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        names, separator, reason = line.rstrip("\n").partition("  # ")
        names = names.split()
        if len(names) != 2 + {"any": 1, "without": 2}.get((names or [""])[0], 0):
            raise Malformed("line %d: not '[any | without WHAT] ENTRY FUNCTION  # reason'" % number)
        if not separator or not reason.strip():
            raise Malformed("line %d: %s has no reason" % (number, names[0]))
        if tuple(names) in expected:
            raise Malformed("line %d: %s %s is listed twice" % (number, *names))
        expected.append(tuple(names))
    return expected


def functions_of(output):
    """Returns {function: whether it was skipped} for the functions that ended."""
    functions = {}
    for line in output.splitlines():
        match = CMOCKA.match(line) or UNITTEST.match(line)
        if match:
            functions[match[2]] = match[1] in ("SKIPPED", "skipped")
    return functions


def load_results(path):
    """Returns {(entry, function): whether it was skipped}."""
    results = {}
    for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        skipped = case.find("skipped")
        is_skip = skipped is not None and "SKIP_RETURN_CODE" in skipped.get("message", "")
        if case.get("status") != "run" and not is_skip:
            continue
        functions = functions_of(case.findtext("system-out", "")) or {WHOLE: is_skip}
        results.update({(case.get("name"), name): skip for name, skip in functions.items()})
    return results


def matches(pattern, name):
    return all(fnmatch.fnmatchcase(word, part) for word, part in zip(name, pattern[-2:]))


def differences(expected, results, is_all=False):
    said, met = [], set()
    for name, is_skip in sorted(results.items()):
        lines = {pattern for pattern in expected if matches(pattern, name)}
        met |= lines
        lines -= {line for line in lines if line[0] == "without" and is_there(line[1])}
        if is_skip != bool(lines) and not any(len(line) == 3 for line in lines):
            said.append("%s %s: %s" % (*name, "skipped, which is not expected" if is_skip else
                                       "passed, but a skip is expected; take it off the list"))
    if is_all:
        said += ["%s %s: nothing of this name ran" % pattern[-2:] for pattern in expected
                 if pattern not in met]
    return said


def self_test():
    listed = parse(["# why\n", "\n", "pipe/a test_x  # lacks it\n", "e2e/*_b *  # no such device\n",
                    "gone -  # nothing to run\n"])
    assert listed == [("pipe/a", "test_x"), ("e2e/*_b", "*"), ("gone", WHOLE)]
    ran = {("pipe/a", "test_x"): True, ("pipe/a", "test_y"): False, ("e2e/c_b", "test_z"): True,
           ("gone", WHOLE): True}
    assert differences(listed, ran, True) == []
    for name, is_skip in ((("pipe/a", "test_y"), True), (("pipe/a", "test_x"), False),
                          (("e2e/d_b", WHOLE), False), (("pipe/b", "test_x"), True)):
        said = differences(listed, {**ran, name: is_skip})
        assert len(said) == 1 and said[0].startswith("%s %s: " % name), said
    either = parse(["any pipe/a test_x  # some have it\n"])
    for is_skip in (False, True):
        assert differences(either, {("pipe/a", "test_x"): is_skip}) == []
    for what, is_missing in (("sh", False), ("no-such-program", True), ("tests/exp*", False),
                             ("/dev/null", False), ("/no/such/*", True)):
        lines = parse(["without %s pipe/a test_x  # lacks it\n" % what])
        assert differences(lines, {("pipe/a", "test_x"): is_missing}, True) == []
        assert len(differences(lines, {("pipe/a", "test_x"): not is_missing})) == 1
    del ran["gone", WHOLE]
    assert differences(listed, ran) == [] and len(differences(listed, ran, True)) == 1
    assert functions_of("[ RUN      ] test_a\n[       OK ] test_a\n[  SKIPPED ] test_b\n"
                        "[  SKIPPED ] 1 test(s), listed below:\n[  SKIPPED ] test_b\n"
                        "ok         0.12 s  test_c\nskipped   10.00 s  test_d: no d: here\n"
                        "OK (skipped=1)\n") == {
        "test_a": False, "test_b": True, "test_c": False, "test_d": True}
    for refused in (["a  # reason\n"], ["a b\n"], ["a b  # \n"], ["a b c  # x\n"],
                    ["without a b  # x\n"], ["a b  # x\n", "a b  # y\n"]):
        try:
            parse(refused)
        except Malformed:
            continue
        raise AssertionError("accepted %r" % refused)


def main(argv):
    if argv[1:] == ["--self-test"]:
        self_test()
        return 0
    is_all = argv[1:2] == ["--all"]
    if len(argv) != 3 + is_all:
        print(__doc__, file=sys.stderr)
        return 2
    path, results = argv[1 + is_all:]
    try:
        with open(path) as file:
            expected = parse(file)
        said = differences(expected, load_results(results), is_all)
    except (Malformed, OSError, xml.etree.ElementTree.ParseError) as error:
        print("%s, %s: %s" % (path, results, error), file=sys.stderr)
        return 2
    for line in said:
        print(line)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
