#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks that docs/troubleshooting.md has an entry for each error and warning of the command, its
server, the device and a client's process, and for each fault that `galvan doctor` finds; and that
each entry is such a message. An entry is the text between backquotes in the first cell of a row;
"…" in an entry stands for any text."""

import re

import tree

PAGE = "docs/troubleshooting.md"
FOLDERS = tuple("src/%s/" % name for name in (
    "cli", "confine", "diagnose", "hud", "recording", "replay", "server", "virgl", "vk", "vtest"))
FOREIGN = "## Mesa's client"  # the section with messages of other programs
CALL = re.compile(r"\bgv_(err|warn|log_at|finding_set)\(")
IS_NO_FAULT = re.compile(r"GV_FINDING_(OK|NONE|SKIPPED)")
LITERAL = r'"(?:[^"\\]|\\.)*"'
# String literals, with macros of the preprocessor between them.
CHAIN = re.compile(r"(?:\b[A-Z_0-9]+[a-z0-9]*\b\s*)?%s(?:\s|%s|\b[A-Z_0-9]+[a-z0-9]*\b)*" %
                   (LITERAL, LITERAL))
CLIENT = re.compile("^client …, pid …: ")
CONVERSION = re.compile(r"%[-0-9.*]*(?:hh|h|ll|l|z|j)?[a-zA-Z]?")


def arguments(text, start):
    """Returns the arguments, as source text, of a call whose first argument begins at start."""
    parts, depth, at, begin = [], 0, start, start
    while depth >= 0 and at < len(text):
        if text[at] == '"':
            at = re.compile(LITERAL).match(text, at).end()
            continue
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth < 0 or text[at] == "," and depth == 0:
            parts.append(text[begin:at])
            begin = at + 1
        at += 1
    return parts


def formats(argument):
    """Returns the texts of a format, with … in place of conversions: one text for each branch of an
    ?:."""
    for chain in CHAIN.findall(argument):
        # A macro is either a conversion's (PRIu64) or a text.
        words = re.sub(r"\bPRI\w+", "", chain)
        words = re.sub(r"\b[A-Z][A-Z_]+\b(?=[^\"]*(?:\"[^\"]*\"[^\"]*)*$)", '"%s"', words)
        told = "".join(word[1:-1] for word in re.findall(LITERAL, words))
        yield CONVERSION.sub("…", told.replace("\\", ""))


def messages(root, names):
    for name in names:
        if not name.startswith(FOLDERS) or not name.endswith(".c"):
            continue
        text = tree.read(root, name)
        for call in CALL.finditer(text):
            parts = arguments(text, call.end())
            if call.group(1) == "log_at":
                del parts[1]  # the log level
            if len(parts) < 3 or IS_NO_FAULT.search(parts[1]):
                continue
            for told in formats(parts[2]):
                # If a format has little text besides the client's name, an argument contains the
                # message.
                if len(re.findall("[a-z]", CLIENT.sub("", told))) > 3:
                    yield name, text.count("\n", 0, call.start()) + 1, told


def entries(page):
    """Yields (line, entry) for each entry."""
    foreign = False
    for number, line in tree.numbered(page):
        if line.startswith("## "):
            foreign = line == FOREIGN
        if line.startswith("|") and not foreign:
            for entry in re.findall("`([^`]+)`", line.split("|")[1]):
                yield number, entry


def check(root):
    names = tree.files(root)
    if PAGE not in names:
        return []
    known = [(number, entry, re.compile(".*".join(map(re.escape, entry.split("…")))))
             for number, entry in entries(tree.read(root, PAGE))]
    told = list(messages(root, names))
    offences = [(name, line, "%s has no entry for: %s" % (PAGE, message))
                for name, line, message in told
                if not any(pattern.search(message) for _, _, pattern in known)]
    offences += [(PAGE, number, "no message is: %s" % entry) for number, entry, pattern in known
                 if not any(pattern.search(message) for _, _, message in told)]
    return offences


def source(*lines):
    return "void f(void)\n{\n%s}\n" % "".join("    %s\n" % line for line in lines)


def page(*entries, heading="## A"):
    return "%s\n\n| a | b |\n|---|---|\n%s" % (
        heading, "".join("| %s | c |\n" % entry for entry in entries))


OPEN = 'gv_err(log, "run", "no way to %s: %s", name, text);'
CASES = [
    ({PAGE: page("`no way to …`"), "src/cli/a.c": source(OPEN)}, 0),
    ({PAGE: page("`no way`, `none`"), "src/cli/a.c": source(OPEN)}, 1),
    ({PAGE: page("no way to"), "src/cli/a.c": source(OPEN)}, 1),
    ({PAGE: page("`no way to go`"), "src/cli/a.c": source(OPEN)}, 2),
    ({PAGE: page(), "src/driver/a.c": source(OPEN)}, 0),
    ({PAGE: page("`no way`", heading=FOREIGN), "src/cli/a.c": source(OPEN)}, 1),
    ({PAGE: page("`all of it`"), "src/vk/a.c": source('gv_warn(log, f(",)"), "all "', '"of it");')},
     0),
    ({PAGE: page("`… lies at …`"),
      "src/vk/a.c": source('gv_log_at(l, level, "a", "%s lies at %d", s, n);')}, 0),
    ({PAGE: page(), "src/vk/a.c": source('gv_log_at(l, level, "a", "%s lies at %d", s, n);')}, 1),
    ({PAGE: page("`… bytes`"), "src/vk/a.c": source('gv_err(l, "a", "%" PRIu64 " bytes", n);')}, 0),
    ({PAGE: page("`here`"), "src/cli/a.c": source('gv_err(l, "a", x ? "here" : "there");')}, 0),
    ({PAGE: page("`left`"), "src/cli/a.c": source('gv_err(l, "a", x ? "left" : "right");')}, 1),
    ({PAGE: page("`… is gone`"), "src/cli/a.c": source('gv_warn(l, "a", NAME " is gone");')}, 0),
    ({PAGE: page(), "src/cli/a.c": source('gv_err(l, "a", "%s: %s", a, b);')}, 0),
    ({PAGE: page(), "src/cli/a.c": source('gv_finding_set(out, GV_FINDING_OK, "fine");')}, 0),
    ({PAGE: page(), "src/cli/a.c": source('gv_finding_set(out, GV_FINDING_FAULT, "lost");')}, 1),
    ({PAGE: page(), "src/cli/a.c": source('gv_finding_set(out, kind, "lost");')}, 1),
    ({PAGE: page(), "src/cli/a.c": source('gv_err(l, "a", "client %u, pid %d: %s", 1, 2, s);')}, 0),
    ({"README.md": "", "src/cli/a.c": source(OPEN)}, 0),
]

if __name__ == "__main__":
    tree.main(check, CASES)
