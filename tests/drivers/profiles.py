#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""profiles.py GALVAN: checks that no profile offers more than the driver that it describes. Runs
`galvan info` under the profile, on any device, and compares versions, features and limits with
those of Debian 13's driver on such a chip (tests/expect/devices). If the profile describes a newer
driver, compares only the limits."""

import json
import os
import re
import subprocess
import sys

import devices

CHIPS = {"radv": "navi31", "anv-gen9": "skl", "anv-gen12": "tgl", "turnip": "a740",
         "v3dv": "v3d71", "panvk-25": "g610"}
NEWER = {"panvk": "g610"}


def under(galvan, profile):
    command = [galvan, "info", "--json", "--caps", "--mask", "@" + profile]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def driver(chip):
    """Returns a dictionary from each first word in the chip's file to the remainders of the
    lines."""
    path = os.path.join(devices.ROOT, "tests", "expect", "devices", "25.0", chip + ".txt")
    told = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            word, _, rest = line.rstrip("\n").partition(" ")
            told.setdefault(word, []).append(rest)
    return told


def numbers(text):
    return [float(number) for number in re.findall(r"[\d.]*\d", text)]


def more_limits(profile, own):
    """Yields the limits of a profile that are above the driver's."""
    limits = dict(limit.split(" ", 1) for limit in own["limit"])
    for cap in profile["caps"]:
        name = cap["name"]
        if cap["state"] == "native" and name in limits and any(
                given > has for given, has in zip(numbers(cap["value"]), numbers(limits[name]))):
            yield "%s of %s, not %s" % (name, cap["value"], limits[name])


def more(profile, own):
    """Yields the versions, features and limits that the profile has and the driver lacks."""
    for key in ("gl", "gles"):
        if numbers(profile[key]) > numbers(own[key][0]):
            yield "%s, not %s" % (profile[key], own[key][0])
    for feature in profile["features"]:
        if feature["present"] and feature["name"] in own["without"]:
            yield feature["name"]
    yield from more_limits(profile, own)


def main(galvan):
    found = 0
    for profile, chip in (CHIPS | NEWER).items():
        compare = more_limits if profile in NEWER else more
        for text in compare(under(galvan, profile), driver(chip)):
            print("the profile %s has %s on %s" % (profile, text, chip))
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
