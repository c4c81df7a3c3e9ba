#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests scripts/run-cts with a program that replaces the suite's: verdicts, a crash and a hang in
the middle of a slice, an interrupted run that is continued, and the differences from a list of
expected verdicts."""

import os
import subprocess
import sys
import tempfile

RUN_CTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts/run-cts")
# The name of each case says how the case ends. All cases fail if the window's size is not the one
# that run-cts must request.
PROGRAM = """#!/usr/bin/env python3
import os, sys, time
options = dict(word.split("=", 1) for word in sys.argv[1:])
size = options["--deqp-surface-width"], options["--deqp-surface-height"]
with open("started", "a") as file:
    file.write("x")
for case in open(options["--deqp-caselist-file"]).read().split():
    print("Test case '%s'.." % case, flush=True)
    verdict = case.split(".")[-1] if size == ("64", "48") else "Fail"
    if verdict == "Crash":
        os.abort()
    if verdict == "Hang":
        time.sleep(100)
    if verdict == "Driver":
        verdict = os.path.basename(os.environ.get("LIBGL_DRIVERS_PATH", "none"))
    print("  %s (of the case)" % verdict, flush=True)
"""
CASES = ["a.Pass", "b.NotSupported", "c.Fail", "d.Crash", "e.QualityWarning", "f.Hang", "g.Pass"]
EXPECTED = """fail c.Fail  # known
crash d.Crash  # known
fail g.Pass  # was mended
fail h.Pass  # another list's
"""


def run(directory, *more):
    command = [sys.executable, RUN_CTS, os.path.join(directory, "glcts"),
               os.path.join(directory, "cases.txt"), os.path.join(directory, "out.tsv"),
               "--jobs", "1", "--timeout", "5", "--size", "64x48", *more]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    with open(os.path.join(directory, "out.tsv")) as file:
        verdicts = dict(line.rstrip("\n").split("\t") for line in file)
    return result.returncode, result.stdout.splitlines(), verdicts


def write(directory, name, text):
    path = os.path.join(directory, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(write(directory, "glcts", PROGRAM), 0o755)
        write(directory, "cases.txt", "\n".join(CASES) + "\n")
        expected = write(directory, "expected.txt", EXPECTED)

        status, said, verdicts = run(directory, "--peer", "--expect", expected)
        assert verdicts == {case: case.split(".")[-1] for case in CASES}, verdicts
        changed = [line for line in said if ":" in line]
        assert changed == ["f.Hang: timeout, expected pass",
                           "g.Pass: pass, expected fail; take it off the list"], changed
        assert status == 1, status
        started = os.path.getsize(os.path.join(directory, "started"))
        assert started == 3, started  # once more after the crash and once after the hang

        write(directory, "cases.txt", "\n".join(CASES[:5]) + "\nz.Driver\n")
        status, _, verdicts = run(directory, "--in-mesa", directory, "--expect", expected)
        assert verdicts["z.Driver"] == "dri", verdicts
        assert status == 1, status  # a verdict that the suite does not have is a failure
        assert os.path.getsize(os.path.join(directory, "started")) == 4
        os.remove(os.path.join(directory, "out.tsv"))
        write(directory, "cases.txt", "\n".join(CASES[:5]) + "\n")
        status, said, _ = run(directory, "--peer", "--expect", expected)
        assert status == 0, said
    return 0


if __name__ == "__main__":
    sys.exit(main())
