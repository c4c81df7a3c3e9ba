#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks the subjects of commits by the rules of CONTRIBUTING.md: `module: verb ...`, where the
verb is an imperative, in at most 72 characters. Commits before SINCE are not checked. Without a git
history, no commit is checked."""

import re
import subprocess
import sys

SINCE = "2026-11-29T00:00:00Z"
MAX_COLUMNS = 72
SUBJECT = re.compile(r"^[a-z0-9][\w./+-]*(, [a-z0-9][\w./+-]*)*: (\S+)( .*)?$")
NO_VERB = set("a an the this that these those it its what which who when where why how whether no "
              "not none more less one two some any all each only also and or but if for from in on "
              "of to with without new".split())
# Imperatives that have the ending of another form of a verb.
IMPERATIVES = set("pass process express address focus discuss guess cross compress bypass access "
                  "need feed speed embed seed exceed proceed bring ring string".split())


def is_imperative(word):
    if word in IMPERATIVES:
        return True
    return re.fullmatch(r"[a-z][a-z-]*", word) is not None and word not in NO_VERB and \
        not word.endswith(("ing", "ed")) and not (word.endswith("s") and not word.endswith("ss"))


def faults(subject):
    match = SUBJECT.match(subject)
    if not match:
        yield "is not `module: verb ...`"
    elif not is_imperative(match.group(2)):
        yield "has no imperative behind the module: %s" % match.group(2)
    if len(subject) > MAX_COLUMNS:
        yield "has %d characters" % len(subject)
    if subject.endswith("."):
        yield "ends with a period"


def subjects(root):
    try:
        out = subprocess.run(
            ["git", "-C", root, "log", "--no-merges", "--since", SINCE, "--format=%h %s"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return []
    return [line.split(" ", 1) for line in out.decode("utf-8", "replace").splitlines()]


CASES = [
    ("draw: fix submission of a batch in the middle of a draw", 0),
    ("server, virgl: refuse at once what no division of memory can give", 0),
    ("tests/e2e: run tests by Python's unittest", 0),
    ("spirv: pass the key by value", 0),
    ("spirv: need no vertex id", 0),
    ("what a draw needs", 1),
    ("spirv, shader: a varying that is read is captured where it lies", 1),
    ("shader: adds a key", 1),
    ("shader: added a key", 1),
    ("shader: adding a key", 1),
    ("shader: Add a key", 1),
    ("shader: add a key.", 1),
    ("shader: add " + "a" * 61, 1),
]


def self_test():
    failed = [(s, n) for s, n in CASES if len(list(faults(s))) != n]
    for subject, number in failed:
        print("%r: not %d faults but %s" % (subject, number, list(faults(subject))))
    print("%d of %d cases failed" % (len(failed), len(CASES)))
    return 1 if failed else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = [(commit, subject, fault) for commit, subject in subjects(sys.argv[1])
             for fault in faults(subject)]
    for commit, subject, fault in found:
        print("%s: %r %s" % (commit, subject, fault))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
