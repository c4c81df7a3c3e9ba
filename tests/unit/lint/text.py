#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks the form of every text file: encoding, line ends, tabs, line length and licence line. Also
checks that no file contains a path of the machine on which it was written, and that no file is as
large as a core dump."""

import os
import re

import tree

MAX_COLUMNS = 100
MAX_BYTES = 1 << 20
SOURCE = (".c", ".h", ".py", ".sh", ".glsl", ".vert", ".frag", ".comp", ".geom", ".tesc", ".tese")
MEASURED = SOURCE + (".md", ".cmake", "CMakeLists.txt")
# Text files that are data: shaders in the form in which clients print them, licences, patches, and
# lists with long lines.
DATA = (".tgsi", ".tsv", ".list", ".patch", ".png", ".bin", ".trace", ".spvasm")
TABS_ALLOWED = re.compile(r"(^|/)(Makefile|rules|\.gitmodules)$")

# Paths of build machines, spelled so that this file itself does not match.
MACHINE = re.compile(r"(?<![\w.~$}*-])/(home/[a-z]|root/|workspace/|builds?/[a-z])")

INVISIBLE = {
    "\u00a0": "no-break space", "\u00ad": "soft hyphen", "\ufeff": "byte order mark",
    "\u200b": "zero-width space", "\u200c": "zero-width non-joiner",
    "\u200d": "zero-width joiner", "\u2028": "line separator", "\u2029": "paragraph separator",
}
INVISIBLE.update({chr(c): "bidirectional control" for c in
                  list(range(0x202a, 0x202f)) + list(range(0x2066, 0x206a))})


def check_line(name, line, in_table):
    if "\r" in line:
        yield "carriage return"
    if "\t" in line and not TABS_ALLOWED.search(name):
        yield "tab"
    if line != line.rstrip():
        yield "blank at end of line"
    for character, what in INVISIBLE.items():
        if character in line:
            yield what
    if re.search("[\udc80-\udcff]", line):
        yield "not UTF-8"
    # Tables and addresses in a document cannot be broken; tables in code are clearer unbroken.
    is_unbreakable = in_table or name.endswith(".md") and (line.startswith("|") or "http" in line)
    if len(line) > MAX_COLUMNS and name.endswith(MEASURED) and not is_unbreakable:
        yield "%d columns" % len(line)


def check(root):
    offences = []
    for name in tree.files(root):
        if os.path.getsize(os.path.join(root, name)) > MAX_BYTES:
            offences.append((name, 1, "more than %d bytes" % MAX_BYTES))
            continue
        text = tree.read(root, name)
        if not text or name.endswith(".png"):
            continue
        for number, line in tree.numbered(text):
            for match in MACHINE.finditer(line):
                offences.append((name, number, "path of a build machine: %s" % match.group(0)))
        if name.endswith(DATA):
            continue
        if not text.endswith("\n"):
            offences.append((name, text.count("\n") + 1, "no newline at end of file"))
        if text.endswith("\n\n"):
            offences.append((name, text.count("\n"), "blank line at end of file"))
        if name.endswith(SOURCE) and \
                not any("SPDX-License-Identifier: MIT" in line for line in text.split("\n")[:3]):
            offences.append((name, 1, "no SPDX-License-Identifier in the first three lines"))
        in_table = False
        for number, line in tree.numbered(text):
            in_table = "clang-format off" in line or in_table and "clang-format on" not in line
            offences += [(name, number, message) for message in check_line(name, line, in_table)]
    return offences


SPDX = "/* SPDX-" + "License-Identifier: MIT */\n"  # split, so that it is not this file's own line

CASES = [
    ({"a.c": SPDX + "int a;\n"}, 0),
    ({"a.c": "int a;\n"}, 1),
    ({"a.c": SPDX + "int a;"}, 1),
    ({"a.c": SPDX + "int a;\n\n"}, 1),
    ({"a.c": SPDX + "\tint a;\n"}, 1),
    ({"debian/rules": "all:\n\ttrue\n"}, 0),
    ({"a.c": SPDX + "int a; \n"}, 1),
    ({"a.c": SPDX + "int a;\r\n"}, 2),
    ({"a.c": SPDX + "/* %s */\n" % ("x" * 94)}, 0),
    ({"a.c": SPDX + "/* %s */\n" % ("x" * 95)}, 1),
    ({"a.c": SPDX + "// clang-format off\n/* %s */\n" % ("x" * 99)}, 0),
    ({"a.c": SPDX + "// clang-format off\n// clang-format on\n/* %s */\n" % ("x" * 99)}, 1),
    ({"a.json": "\"%s\"\n" % ("x" * 200)}, 0),
    ({"a.md": "| %s |\n" % ("x" * 200)}, 0),
    ({"a.md": "%s\n" % ("x" * 200)}, 1),
    ({"a.md": "zero\u200bwidth\n"}, 1),
    ({"a.md": b"latin \xe9\n"}, 1),
    ({"a.md": "see /" + "root/main\n"}, 1),
    ({"a.tgsi": "# /" + "builds/x"}, 1),
    ({"a.md": "see /" + "home/user/x\n"}, 1),
    ({"a.md": "docs/home/x and $HOME/root/ and /tmp/x\n"}, 0),
    ({"a.bin": b"\0\t \r"}, 0),
    ({"core": b"\0" * (1 << 20)}, 0),
    ({"core": b"\0" * ((1 << 20) + 1)}, 1),
    ({"a.tgsi": "FRAG\n  0: END"}, 0),
]

if __name__ == "__main__":
    tree.main(check, CASES)
