# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Provides functions that the lint tests share: the list of files, C without comments,
self-tests."""

import os
import re
import subprocess
import sys
import tempfile

SKIPPED_DIRS = {".git", "build", "__pycache__"}


def files(root):
    """Returns the names of the project's files: the files that git tracks or would track, or all
    files below root if there is no git."""
    try:
        out = subprocess.run(
            ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
        names = [n for n in out.decode().split("\0") if n]
    except (OSError, subprocess.CalledProcessError):
        names = []
        for base, dirs, leaves in os.walk(root):
            dirs[:] = [d for d in dirs if d not in SKIPPED_DIRS]
            names += [os.path.relpath(os.path.join(base, leaf), root) for leaf in leaves]
    return sorted(n for n in set(names) if os.path.isfile(os.path.join(root, n)))


def read(root, name):
    """Returns the text of a file, or None if the file is binary."""
    with open(os.path.join(root, name), "rb") as f:
        data = f.read()
    if b"\0" in data:
        return None
    return data.decode("utf-8", "surrogateescape")


def is_c(name):
    return name.endswith((".c", ".h"))


C_TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def bare_c(text):
    """Returns C source with comments, the contents of literals and the file names of #include lines
    replaced by spaces, so that line numbers stay."""
    def blank(match):
        token = match.group(0)
        if token[0] in "\"'":
            return token[0] + " " * (len(token) - 2) + token[0]
        return re.sub(r"[^\n]", " ", token)
    return C_TOKEN.sub(blank, text)


def uncommented_c(text):
    """Returns C source with comments replaced by spaces, so that line numbers stay."""
    def blank(match):
        token = match.group(0)
        return token if token[0] in "\"'" else re.sub(r"[^\n]", " ", token)
    return C_TOKEN.sub(blank, text)


def numbered(text):
    return enumerate(text.split("\n"), 1)


def run(check, cases, argv):
    """Runs a lint's command line. check(root) returns (file, line, message) for each offence. cases
    is a list of (files, number of offences); --self-test makes a tree of each case's files and runs
    check on it."""
    if argv[1:] == ["--self-test"]:
        return self_test(check, cases)
    offences = check(argv[1])
    for name, line, message in offences:
        print("%s:%d: %s" % (name, line, message))
    if offences:
        print("%d offences" % len(offences))
    return 1 if offences else 0


def self_test(check, cases):
    failed = 0
    for tree, expected in cases:
        with tempfile.TemporaryDirectory() as root:
            for name, content in tree.items():
                path = os.path.join(root, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as f:
                    f.write(content if isinstance(content, bytes) else content.encode())
            offences = check(root)
        if len(offences) != expected:
            failed += 1
            print("%r: %d offences instead of %d: %r" % (tree, len(offences), expected, offences))
    print("%d of %d cases failed" % (failed, len(cases)))
    return 1 if failed else 0


def main(check, cases):
    sys.exit(run(check, cases, sys.argv))
