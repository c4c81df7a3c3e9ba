#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks that each link in the documents leads to a file of the tree and, if it has an anchor, to a
heading in this file; and that docs/index.md links to each page in docs."""

import posixpath
import re

import tree

INDEX = "docs/index.md"
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def lines(text):
    """Returns the lines outside of code blocks, with their numbers."""
    fenced = False
    for number, line in tree.numbered(text):
        fenced ^= line.startswith("```")
        if not fenced and not line.startswith("    "):
            yield number, line


def anchors(text):
    """Returns the anchors of headings, as forges create them."""
    for _, line in lines(text):
        heading = re.match(r"#+ +(.*)", line)
        if heading:
            words = re.sub(r"[^\w\- ]", "", heading.group(1).lower())
            yield words.replace(" ", "-")


def links(text):
    # A link's text may continue in the next line. Inline code contains no links.
    plain = "\n".join(re.sub("`[^`]*`", "", line) for _, line in lines(text))
    return LINK.findall(plain.replace("\n", " "))


def check(root):
    names = [name for name in tree.files(root)]
    pages = {name: tree.read(root, name) for name in names if name.endswith(".md")}
    folders = {posixpath.dirname(name) for name in names}
    offences, indexed = [], set()
    for name, text in pages.items():
        for link in links(text):
            if re.match("[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) \
                if path else name
            if name == INDEX:
                indexed.add(target)
            if target not in names and target not in folders:
                offences.append((name, 1, "there is no %s" % link))
            elif anchor and anchor not in anchors(pages.get(target) or ""):
                offences.append((name, 1, "there is no heading %s" % link))
    if INDEX in pages:
        offences += [(INDEX, 1, "does not have %s" % name) for name in pages
                     if posixpath.dirname(name) == "docs" and name not in indexed | {INDEX}]
    return offences


CASES = [
    ({"a.md": "[b](docs/b.md)\n", "docs/b.md": "# B\n"}, 0),
    ({"a.md": "[b](docs/c.md)\n", "docs/b.md": "# B\n"}, 1),
    ({"a.md": "[b](docs)\n", "docs/b.md": "[a](../a.md)\n"}, 0),
    ({"a.md": "[b](b.md#the-other-one)\n", "b.md": "## The `other` one\n"}, 0),
    ({"a.md": "[b](b.md#the-other-one)\n", "b.md": "## The other\n"}, 1),
    ({"a.md": "# A\n\n[here](#a) and [there](#b)\n"}, 1),
    ({"a.md": "[two\nlines](b.md)\n"}, 1),
    ({"a.md": "`[b](b.md)`\n\n    [b](b.md)\n\n```\n[b](b.md)\n```\n"}, 0),
    ({"a.md": "[b](https://example.org/b.md)\n"}, 0),
    ({INDEX: "[a](a.md)\n", "docs/a.md": "# A\n"}, 0),
    ({INDEX: "# A\n", "docs/a.md": "# A\n"}, 1),
]

if __name__ == "__main__":
    tree.main(check, CASES)
