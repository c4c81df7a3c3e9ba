#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks that the code in docs/api.md is compiled code: each block of C after "From `FILE`:" must
be in FILE, line by line. FILE also applies to the blocks that follow, until the page names another
file or a heading begins."""

import re

import tree

PAGE = "docs/api.md"
SOURCE = re.compile(r"From `([^`]+)`:")


def check(root):
    names = set(tree.files(root))
    if PAGE not in names:
        return []
    offences, source, block, start = [], None, None, 0
    for number, line in tree.numbered(tree.read(root, PAGE)):
        if line.startswith("```"):
            if block is None:
                block, start = ([], number) if line == "```c" else (False, number)
            else:
                if block and source and "\n".join(block) not in source[1]:
                    offences.append((PAGE, start, "is not what %s has" % source[0]))
                block = None
        elif block is not None:
            if block is not False:
                block.append(line)
        elif line.startswith("#"):
            source = None
        elif SOURCE.search(line):
            name = SOURCE.search(line).group(1)
            source = (name, tree.read(root, name) if name in names else "")
            if name not in names:
                offences.append((PAGE, number, "there is no %s" % name))
    return offences


def page(code, name="examples/a.c", fence="```c"):
    return "# A\n\nFrom `%s`:\n\n%s\n%s\n```\n" % (name, fence, code)


CODE = "int a;\nint b;\n"
CASES = [
    ({PAGE: page("int b;"), "examples/a.c": CODE}, 0),
    ({PAGE: page("int a;\nint b;"), "examples/a.c": CODE}, 0),
    ({PAGE: page("int b;\nint a;"), "examples/a.c": CODE}, 1),
    ({PAGE: page("int a;") + "\n```c\nint c;\n```\n", "examples/a.c": CODE}, 1),
    ({PAGE: page("int c;", fence="```sh"), "examples/a.c": CODE}, 0),
    ({PAGE: page("int a;") + "# B\n\n```c\nint c;\n```\n", "examples/a.c": CODE}, 0),
    ({PAGE: page("int a;", name="examples/b.c"), "examples/a.c": CODE}, 2),
    ({"README.md": ""}, 0),
]

if __name__ == "__main__":
    tree.main(check, CASES)
