#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""devices.py [--update] CHIP GALVAN...: runs `galvan info` on a Vulkan driver, which runs on a
stand-in for the kernel, and compares the output with tests/expect/devices/VERSION/CHIP.txt, where
VERSION is Mesa's. With --update it writes this file. GALVAN is the command, of one or more
words."""

import difflib
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Matches the names of limits, except limits that depend on the machine's memory.
LIMIT = re.compile(r"PIPE_(CAPF?|(SHADER|COMPUTE)_CAP)_MAX_(?!GLOBAL_SIZE|MEM_ALLOC_SIZE)")
HEAD = """\
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
# What `galvan info` says of this chip; tests/drivers/devices.py --update writes it.
"""


def names(entries, holds):
    return sorted(entry["name"] for entry in entries if holds(entry))


def version(told):
    """Returns Mesa's version without the number of the bug-fix release."""
    return re.search(r"Mesa (\d+\.\d+)", told["driver_info"]).group(1)


def description(told):
    """Returns one line for each feature and limit, so that a difference between two files names
    it."""
    lines = ["driver %s %s" % (told["driver"], version(told)),
             "vulkan %s" % told["vulkan"], "gl %s" % told["gl"], "gles %s" % told["gles"]]
    for level in told["levels"]:
        lines += ["missing for %s: %s" % (level["name"], text) for text in level["missing"]]
    emulated = names(told["caps"], lambda cap: cap["state"] == "emulated")
    lines += ["emulated " + name for name in emulated]
    lines += ["limit %s %s" % (cap["name"], cap["value"])
              for cap in sorted(told["caps"], key=lambda cap: cap["name"])
              if LIMIT.match(cap["name"]) and cap["state"] == "native"]
    lacking = names(told["features"], lambda feature: not feature["present"])
    lines += ["without " + name for name in lacking]
    lines += ["quirk " + name for name in names(told["quirks"], lambda quirk: True)]
    return lines


def main(args):
    update = "--update" in args
    chip, *galvan = [arg for arg in args if arg != "--update"]
    result = subprocess.run([*galvan, "info", "--json", "--caps"], stdout=subprocess.PIPE,
                            check=False, text=True)
    if result.returncode:
        print("galvan info ended with %d" % result.returncode)
        return 1
    # Newer validation layers also print to this stream where they log.
    told = json.loads(result.stdout[result.stdout.find("{"):])
    lines = description(told)
    path = os.path.join(ROOT, "tests", "expect", "devices", version(told), chip + ".txt")
    if update:
        with open(path, "w", encoding="utf-8") as out:
            out.write(HEAD + "\n".join(lines) + "\n")
        return 0
    with open(path, encoding="utf-8") as known:
        expected = [line.rstrip("\n") for line in known if not line.startswith("#")]
    difference = list(difflib.unified_diff(expected, lines, path, "galvan info", lineterm="", n=0))
    print("\n".join(difference))
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
