# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs programs under the profiles of devices that this machine lacks. GALVAN_PROFILES is a list
of profiles, separated by commas, or "all"; without it the test is skipped. Under each profile, the
test draws the groups of gl_pictures that the command line names, and compares the verdicts of
`glmark2 --validate` with those on llvmpipe."""

import os
import subprocess
import sys

import common

HERE = os.path.dirname(os.path.abspath(__file__))


def profiles():
    names = os.environ.get("GALVAN_PROFILES")
    if not names:
        raise common.Skip("GALVAN_PROFILES names no profile")
    if names != "all":
        return names.split(",")
    said = common.galvan("info", "--mask", "@all").stdout
    return [line.split()[0] for line in said.splitlines()[1:] if line and line[0].isalnum()]


def run(profile, *command):
    """Returns whether a script of this directory succeeds under the profile."""
    result = subprocess.run(
        [sys.executable, os.path.join(HERE, command[0]), *command[1:]], text=True,
        env={**os.environ, "GALVAN_MASK": "@" + profile,
             "PICTURES_DIR": os.path.join(os.environ["PICTURES_DIR"], profile)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print("%s %s: %s" % (profile, " ".join(command),
                         {0: "ok", 77: "skipped"}.get(result.returncode, "FAILED")), flush=True)
    if result.returncode not in (0, 77):
        print(result.stdout, flush=True)
    return result.returncode in (0, 77)


def main(groups):
    failed = []
    for profile in profiles():
        for command in [("pictures/pictures.py", group) for group in groups] + [("glmark.py",)]:
            if not run(profile, *command):
                failed.append("%s %s" % (profile, command[-1]))
    if failed:
        sys.exit("failed: " + ", ".join(failed))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except common.Skip as reason:
        print("skipped: %s" % reason)
        sys.exit(77)
