#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""symbolize.py [FILE.xml...]: adds function names and line numbers to sanitizer reports; the tests'
environment (GALVAN_TEST_ENVIRONMENT) makes sanitizers omit them. Reads standard input, or the
failed tests in ctest's JUnit files."""

import re
import subprocess
import sys
import xml.etree.ElementTree

FRAME = re.compile(r"^((?:\d+: )?\s*#\d+) 0x[0-9a-f]+ +\((/[^()]+)\+(0x[0-9a-f]+)\)")
BEGIN = re.compile(r"ERROR: \w+Sanitizer|WARNING: ThreadSanitizer")


def name_of(module, offset):
    """Returns FUNCTION at FILE:LINE, or (MODULE+OFFSET) if these are unknown."""
    found = subprocess.run(["addr2line", "-Cfpe", module, offset], text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.strip()
    unknown = not found or found.startswith("??")
    return "(%s+%s)" % (module, offset) if unknown else found


def symbolize(lines):
    """Yields each line; in stack frames, names replace the addresses."""
    for line in lines:
        frame = FRAME.match(line)
        yield "%s %s" % (frame[1], name_of(frame[2], frame[3])) if frame else line.rstrip("\n")


def reports(text):
    """Yields the lines of each sanitizer report, from its first line to its summary."""
    inside = False
    for line in text.splitlines():
        inside = inside or bool(BEGIN.search(line))
        if inside:
            yield line
        inside = inside and not line.startswith("SUMMARY:")


def self_test():
    report = ["==7==ERROR: LeakSanitizer: detected memory leaks", "",
              "    #0 0x7f97 (/nowhere/libone.so+0x12) (BuildId: 34)",
              "    #1 0x5569  (<unknown module>)", "SUMMARY: AddressSanitizer: 3 byte(s) leaked"]
    assert list(reports("\n".join(["before", *report, "after", *report]))) == report * 2
    named = list(symbolize(report))
    assert named[2] == "    #0 (/nowhere/libone.so+0x12)", named
    assert named[:2] + named[3:] == report[:2] + report[3:], named
    # A symbol that any program has.
    symbols = subprocess.run(["nm", sys.argv[2]], text=True, stdout=subprocess.PIPE).stdout
    offset, = re.findall(r"^0*([0-9a-f]+) [Tt] main$", symbols, re.M)
    named, = symbolize(["#4 0x55 (%s+0x%s)" % (sys.argv[2], offset)])
    assert re.fullmatch(r"#4 main at .*\.c:\d+", named), named


def main(files):
    if not files:
        for line in symbolize(sys.stdin):
            print(line)
    for file in files:
        for case in xml.etree.ElementTree.parse(file).getroot().iter("testcase"):
            output = case.findtext("system-out") or ""
            lines = list(reports(output)) if case.get("status") == "fail" else []
            if lines:
                print("\n%s:" % case.get("name"), *symbolize(lines), sep="\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--self-test"]:
        sys.exit(self_test())
    main(sys.argv[1:])
