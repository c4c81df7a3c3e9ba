#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Finds private words, in place of which graphics programmers use another word, in the identifiers
and comments of FOLDERS, and in the pages of the documentation.

A name that a header outside of FOLDERS declares is not an offence, since it belongs to an
interface. ALLOWED lists the files in which a word is right."""

import re

import tree

# The folders whose names and comments follow the glossary.
FOLDERS = (
    "auxiliary/",
    "spirv/",
    "src/cli/",
    "src/confine/",
    "src/diagnose/",
    "src/hud/",
    "src/probe/",
    "src/recording/",
    "src/replay/",
    "src/server/",
    "src/util/",
    "src/vtest/",
    "src/window/",
    "tests/",
)

# Headers whose names are an interface, so that only their comments follow the glossary.
COMMENTS = ("include/",)

# Headers within these folders whose names belong to an interface of several modules.
SHARED = ("src/vtest/protocol.h",)

# Pages of prose. In them, "kernel" means Linux, and "quad" OpenGL's primitive.
PAGES = ("docs/", "CONTRIBUTING.md", "README.md", "SECURITY.md")
NOT_IN_PAGES = ("kernels?", "quads?")

# Words that must not be a part of an identifier, and the word to use instead.
NAMES = {
    "behind": "after",
    "corner": "vertex",
    "corners": "vertices",
    "grid": "dispatch",
    "head": "header",
    "job": "task, dispatch",
    "jobs": "tasks, dispatches",
    "keeper": "cache broker",
    "kept": "cached, retained",
    "kernel": "compute shader, lowered stage",
    "kernels": "compute shaders, lowered stages",
    "pacer": "CPU throttle",
    "picture": "present buffer, image",
    "pictures": "present buffers, images",
    "place": "offset, slot, path rule",
    "places": "offsets, slots, path rules",
    "pulse": "heartbeat",
    "quads": "expanded lines, expanded points",
    "room": "accept queue, free space",
    "shot": "pending present",
    "shots": "pending presents",
    "shown": "bound, visible",
    "storey": "layer",
    "tell": "report, print, send",
    "told": "reported, last bound",
}

# Phrases that a comment must not contain, and what to write instead.
PHRASES = {
    r"carried out": "executed",
    r"client half": "client library",
    r"corners? of (a |the )?(line|quad|square)": "vertices of an expanded line or point",
    r"driver's own": "internal",
    r"has not\b(?! (been|\w+(ed|n|t))\b)": "lacks",
    r"in front of": "before",
    r"keepers?": "cache broker",
    r"kernels?": "compute shader, lowered stage",
    r"likewise": "the noun itself",
    r"pacers?": "CPU throttle",
    r"pulses?": "heartbeat",
    r"quads?": "expanded line, expanded point",
    r"storeys?": "layer",
    r"that many": "the number itself",
    r"(is|was|are|were) told": "is notified, gets",
    r"waiting room": "accept queue",
}
# (word or pattern, prefix of files, why the word is right there)
ALLOWED = (
    ("kernels?", "src/cli/", "Linux's"),
    ("kernel", "src/cli/program.c", "Linux's SI_KERNEL"),
    ("kernels?", "src/confine/", "Linux's"),
    ("kernels?", "src/diagnose/", "Linux's"),
    ("kernels?", "src/server/", "Linux's"),
    ("kernels?", "src/util/", "Linux's"),
    ("kernels?", "src/vtest/", "Linux's"),
    ("kernel", "src/confine/", "Linux's"),
    ("kernel", "src/server/", "Linux's"),
    ("job", "tests/", "a job of a queue runs on a CPU thread"),
    ("kernel", "tests/", "Linux's types, a query's enumerator of the driver"),
    ("kernels?", "tests/support/", "Linux's"),
    ("kernels?", "tests/unit/", "Linux's"),
    ("kernels?", "tests/virglrenderer/", "Linux's"),
    ("quads", "tests/", "a primitive of OpenGL"),
    ("quads?", "tests/", "a primitive of OpenGL"),
    ("quads?", "include/pipe/", "a primitive of OpenGL"),
    ("grid", "tests/pipe/", "MAX_GRID_SIZE, a name of Gallium"),
    ("picture", "tests/e2e/pictures/", "the pictures that scenes draw"),
    ("pictures", "tests/e2e/pictures/", "the pictures that scenes draw"),
    ("picture", "src/cli/doctor.c", "the picture that the probe draws"),
    ("picture", "src/diagnose/", "the picture that the probe draws"),
    ("picture", "src/probe/", "the picture that the probe draws"),
    ("quads", "spirv/t", "a primitive of TGSI and SPIR-V"),
    ("quads?", "spirv/t", "a primitive of TGSI and SPIR-V"),
    ("place", "src/vtest/", "the command RESOURCE_PLACE"),
    ("job", "src/util/job_queue.", "a job of a queue runs on a CPU thread"),
    ("jobs", "src/util/job_queue.", "a job of a queue runs on a CPU thread"),
    ("in front of", "spirv/translate/lower/line.c", "the eye: in space"),
    ("behind", "spirv/translate/lower/line.c", "the eye: in space"),
)

CODE = re.compile(r"```.*?```|`[^`]*`|^    [^\n]*$", re.S | re.M)
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
FILE_NAME = re.compile(r"[\w/-]+\.(md|c|h|py|tgsi)\b")
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")


def is_allowed(word, name):
    return any(word == allowed and name.startswith(prefix) for allowed, prefix, _ in ALLOWED)


def outside_names(root, names):
    """Returns the identifiers in headers outside of FOLDERS, and in the SHARED headers."""
    found = set()
    for name in names:
        if name in SHARED or name.endswith(".h") and not name.startswith(FOLDERS) and \
                name.startswith(("include/", "src/")):
            found.update(IDENTIFIER.findall(tree.read(root, name) or ""))
    return found


def identifier_offences(name, text, outside):
    seen = set()
    for number, line in tree.numbered(tree.bare_c(text)):
        if line.lstrip().startswith("#include"):
            continue
        for identifier in IDENTIFIER.findall(line):
            if identifier in outside or identifier in seen:
                continue
            for part in PART.findall(identifier):
                if part.lower() in NAMES and not is_allowed(part.lower(), name):
                    seen.add(identifier)
                    yield number, "%s: not %s but %s" % (identifier, part.lower(),
                                                         NAMES[part.lower()])
                    break


def comment_offences(name, text):
    for match in COMMENT.finditer(text):
        if match.group(0)[0] != "/":
            continue
        line = text.count("\n", 0, match.start()) + 1
        plain = re.sub(r"\s*\n\s*\*?\s*", " ", FILE_NAME.sub("", match.group(0)))
        for pattern, better in PHRASES.items():
            found = re.search(r"\b(%s)\b" % pattern, plain, re.I)
            if found and not is_allowed(pattern, name):
                yield line, "comment: not \"%s\" but %s" % (found.group(0), better)


def page_offences(text):
    """Yields the offences in the prose of a page, outside of code."""
    plain = CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)
    for pattern, better in PHRASES.items():
        if pattern in NOT_IN_PAGES:
            continue
        for found in re.finditer(r"\b(%s)\b" % pattern, plain, re.I):
            yield plain.count("\n", 0, found.start()) + 1, \
                "not \"%s\" but %s" % (found.group(0), better)


def check(root):
    offences = []
    names = tree.files(root)
    outside = outside_names(root, names)
    for name in names:
        if name.startswith(PAGES) and name.endswith(".md"):
            for line, message in page_offences(tree.read(root, name)):
                offences.append((name, line, message))
        if not name.startswith(FOLDERS + COMMENTS) or not tree.is_c(name):
            continue
        text = tree.read(root, name)
        if name.startswith(FOLDERS):
            for line, message in identifier_offences(name, text, outside):
                offences.append((name, line, message))
        for line, message in comment_offences(name, text):
            offences.append((name, line, message))
    return offences


CASES = [
    ({"src/server/a.c": "/* The storeys below. */\n"}, 1),
    ({"src/server/a.c": "// told of likewise\n"}, 1),
    ({"src/server/a.c": "/* It is carried\n * out later. */\n"}, 1),
    ({"src/server/a.c": "/* The kernel divides. */\n"}, 0),
    ({"spirv/a.c": "/* The kernel divides. */\n"}, 1),
    ({"spirv/a.c": "int find_place(void);\n"}, 1),
    ({"spirv/a.c": "struct gv_room;\nint replace(int headroom);\n"}, 1),
    ({"spirv/a.c": "int GV_MAX_JOBS, shownThere;\n"}, 2),
    ({"spirv/a.c": 'const char *a = "the quads are told";\n'}, 0),
    ({"spirv/a.c": "int a = galvan_vertex_task();\n",
      "include/galvan/a.h": "int galvan_vertex_task(void);\n"}, 0),
    ({"src/driver/a.c": "/* The storeys. */\nint room;\n"}, 0),
    ({"src/vtest/a.c": "/* See docs/client-half.md. */\n"}, 0),
    ({"src/vtest/a.c": "/* What the client half does. */\n"}, 1),
    ({"docs/a.md": "A worker is told\nof it, `likewise`.\n"}, 1),
    ({"docs/a.md": "The kernel ends it.\n\n    what is likewise code\n"}, 0),
    ({"src/util/job_queue.c": "struct gv_job *job;\n"}, 0),
]

if __name__ == "__main__":
    tree.main(check, CASES)
