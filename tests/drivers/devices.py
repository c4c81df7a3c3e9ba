#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""devices.py [--update] GALVAN CHIP: what `galvan info` says of a real driver that a stand-in for
the kernel opens, compared with tests/expect/devices/CHIP.txt, and with the chip's row in
docs/devices.md. --update writes the former."""

import difflib
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEAD = """\
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
# What `galvan info` says of this chip; tests/drivers/devices.py --update writes it.
"""


def names(entries, holds):
    return sorted(entry["name"] for entry in entries if holds(entry))


def description(told):
    """A line for each fact, so that a difference names it."""
    lines = ["driver %s %s" % (told["driver"], told["driver_info"]),
             "vulkan %s" % told["vulkan"], "gl %s" % told["gl"], "gles %s" % told["gles"]]
    for level in told["levels"]:
        lines += ["missing for %s: %s" % (level["name"], text) for text in level["missing"]]
    emulated = names(told["caps"], lambda cap: cap["state"] == "emulated")
    lines += ["emulated " + name for name in emulated]
    lacking = names(told["features"], lambda feature: not feature["present"])
    lines += ["without " + name for name in lacking]
    lines += ["quirk " + name for name in names(told["quirks"], lambda quirk: True)]
    return lines


def row_is_right(chip, told):
    """Whether docs/devices.md has the versions that programs get on the chip."""
    with open(os.path.join(ROOT, "docs", "devices.md"), encoding="utf-8") as page:
        rows = [[cell.strip() for cell in line.strip("|\n ").split("|")]
                for line in page if re.match(r"\|.*\b%s\b" % re.escape(chip), line)]
    versions = [re.sub(r"[^0-9.]", "", told[key]) for key in ("gl", "gles")]
    return any(versions == row[3:5] for row in rows if len(row) > 4)


def main(args):
    update = "--update" in args
    galvan, chip = [arg for arg in args if arg != "--update"]
    result = subprocess.run([galvan, "info", "--json", "--caps"], stdout=subprocess.PIPE,
                            check=False, text=True)
    if result.returncode:
        print("galvan info ended with %d" % result.returncode)
        return 1
    told = json.loads(result.stdout)
    lines = description(told)
    path = os.path.join(ROOT, "tests", "expect", "devices", chip + ".txt")
    if update:
        with open(path, "w", encoding="utf-8") as out:
            out.write(HEAD + "\n".join(lines) + "\n")
        return 0
    with open(path, encoding="utf-8") as known:
        expected = [line.rstrip("\n") for line in known if not line.startswith("#")]
    difference = list(difflib.unified_diff(expected, lines, path, "galvan info", lineterm="", n=0))
    print("\n".join(difference))
    if not row_is_right(chip, told):
        print("docs/devices.md has no row of %s with %s, %s" % (chip, told["gl"], told["gles"]))
        return 1
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
