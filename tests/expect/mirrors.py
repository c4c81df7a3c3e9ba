#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests that scripts/common.sh finds a mirror of Debian in apt's sources, in both of their formats,
if apt's lists are missing, as in an image of a container."""

import os
import subprocess
import tempfile

COMMON = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts/common.sh")
IMAGE = """Types: deb
# http://snapshot.example/archive/debian/20250520T000000Z
URIs: http://a.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://a.example/debian-security
Suites: bookworm-security
Components: main
"""
# Sources that must be skipped: those of another vendor, the installer's CD, and disabled sources.
VENDOR = "deb [signed-by=/x.gpg arch=amd64] https://vendor.example/apt\tvendor-bookworm main\n"
LINES = """# deb http://no.example/debian bookworm main
deb cdrom:[Debian GNU/Linux 12]/ bookworm main
deb cdrom:/Debian bookworm main
deb-src http://no.example/debian bookworm main
deb http://no.example/debian-security bookworm-security main
deb [ arch=amd64 ]\thttp://b.example/debian/ bookworm main non-free-firmware
"""
DISABLED = "Enabled: No\n" + IMAGE.replace("a.example", "no.example").split("\n\n")[0] + "\n\n"
FOLDED = """Types: deb deb-src
URIs:
 mirror+file:/etc/apt/mirrors/debian.list
Suites: stable
 stable-updates
Components: contrib main
"""
CASES = (
    ({"sources.list.d/debian.sources": IMAGE}, "http://a.example/debian"),
    ({"sources.list.d/debian.sources": IMAGE, "sources.list.d/a.list": VENDOR},
     "http://a.example/debian"),
    ({"sources.list": LINES}, "http://b.example/debian/"),
    ({"sources.list.d/debian.sources": DISABLED + IMAGE}, "http://a.example/debian"),
    ({"sources.list.d/debian.sources": FOLDED}, "mirror+file:/etc/apt/mirrors/debian.list"),
    ({"sources.list.d/a.list": VENDOR}, ""),
    ({}, ""),
)


def main():
    for files, expected in CASES:
        with tempfile.TemporaryDirectory() as etc:
            os.mkdir(os.path.join(etc, "sources.list.d"))
            for name, text in files.items():
                with open(os.path.join(etc, name), "w") as file:
                    file.write(text)
            done = subprocess.run(
                ["bash", "-c", 'set -euo pipefail; . "$0"; mirror bookworm "$1"', COMMON, etc],
                stdout=subprocess.PIPE, text=True, check=True)
        assert done.stdout == expected + "\n", "%r instead of %r from %s" % (
            done.stdout, expected, files)


main()
