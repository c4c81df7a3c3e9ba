#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks that Galvan's code does not call certain functions, except in the few files that may."""

import re

import tree

TESTS = "tests/"
COMMAND = ["src/cli/", "src/diagnose/", "src/replay/"]  # linked only into the command
PROBE = "src/probe/"  # a separate program
RENDERER = "src/renderer/"  # another separate program

# (functions, why not, prefixes of files that may call them)
RULES = [
    ("strcpy strcat stpcpy sprintf vsprintf gets", "writes without a bound", []),
    ("strtok", "keeps state between calls", []),
    ("atoi atol atoll atof strtol strtoul strtoll strtoull sscanf",
     "does not tell a bad number from a good one: use util/text.h or a parser that does", []),
    ("strtod strtof setlocale", "depends on the program's locale", []),
    ("getenv secure_getenv", "read the environment through util/env.h",
     ["src/util/env.c", "src/preload/draw_module.c", TESTS]),
    ("setenv putenv unsetenv", "changes the program's environment", COMMAND + [RENDERER, TESTS]),
    ("printf vprintf puts putchar fprintf vfprintf fputs fputc putc perror",
     "messages go to a galvan_log",
     COMMAND + [PROBE, RENDERER, "src/util/log.c", "auxiliary/debug.c", "auxiliary/text.c", TESTS]),
    ("abort quick_exit", "a library never ends its program", COMMAND + [TESTS]),
    # The server ends the worker processes that it forked.
    ("exit _exit _Exit", "a library never ends its program",
     COMMAND + [PROBE, RENDERER, "src/server/", TESTS]),
    ("alloca", "has no bound and no failure", []),
    ("rand srand random drand48", "keeps state for the whole process", [TESTS]),
    ("system popen", "runs a shell", []),
    ("tmpnam mktemp tempnam", "races: use mkstemp or mkdtemp", []),
]

BANNED = {f: (why, may) for functions, why, may in RULES for f in functions.split()}
CALL = re.compile(r"(?<![\w.>])(%s)\s*\(" % "|".join(sorted(BANNED, key=len, reverse=True)))
# The C library's functions, not members or declarations of the same name: "->exit(", ".puts(".
MEMBER = re.compile(r"(->|\.)\s*$")


def check(root):
    offences = []
    for name in tree.files(root):
        if not tree.is_c(name):
            continue
        for number, line in tree.numbered(tree.bare_c(tree.read(root, name))):
            if line.lstrip().startswith("#define " + "PRINTF"):
                continue
            for match in CALL.finditer(line):
                if MEMBER.search(line[:match.start()]) or \
                        "__attribute__" in line[max(0, match.start() - 24):match.start()]:
                    continue
                why, may = BANNED[match.group(1)]
                if not name.startswith(tuple(may)):
                    offences.append((name, number, "%s() %s" % (match.group(1), why)))
    return offences


def one(function):
    return "void f(char *s)\n{\n    %s(s);\n}\n" % function


CASES = [({"src/vk/a.c": one(f)}, 1) for f in sorted(BANNED)] + [
    ({"src/util/env.c": one("secure_getenv")}, 0),
    ({"src/util/log.c": one("fputs")}, 0),
    ({"src/cli/a.c": one("printf") + one("exit")}, 0),
    ({"src/cli/a.c": one("strcpy")}, 1),
    ({"tests/unit/a.c": one("printf") + one("abort")}, 0),
    ({"tests/unit/a.c": one("sprintf")}, 1),
    ({"src/server/worker.c": one("_exit")}, 0),
    ({"src/server/worker.c": one("abort")}, 1),
    ({"src/vk/a.c": "/* printf(1) */ // abort()\nconst char *s = \"exit(1)\";\n"}, 0),
    ({"src/vk/a.c": one("snprintf") + one("vsnprintf") + one("my_exit") + one("p->exit")}, 0),
    ({"src/vk/a.h": "void f(const char *, ...) __attribute__((format(printf, 1, 2)));\n"}, 0),
]

if __name__ == "__main__":
    tree.main(check, CASES)
