#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks that each header compiles alone: as C11; public headers also as C99 and, if there is a C++
compiler, as C++. Each header must also have an include guard.

usage: headers.py ROOT CC [CXX] -- FLAGS...      headers.py --self-test CC"""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

import tree

PUBLIC = ("include/", "auxiliary/include/")
DIRS = ("include/", "src/", "spirv/", "auxiliary/", "tests/")
PUBLIC_MODES = (["-std=c99", "-xc"],)
PRIVATE_MODES = (["-std=gnu11", "-D_GNU_SOURCE", "-xc"],)
CXX_MODE = ["-std=c++11", "-xc++"]
WARNINGS = ["-Wall", "-Wextra", "-Wundef", "-Werror", "-Wno-unused-function", "-fsyntax-only"]


def commands(name, cc, cxx, flags):
    if name.startswith(PUBLIC):
        runs = [[cc] + mode for mode in PUBLIC_MODES]
        if cxx:
            runs.append([cxx] + CXX_MODE)
    else:
        runs = [[cc] + mode for mode in PRIVATE_MODES]
    return [run + WARNINGS + flags for run in runs]


def compile_alone(root, name, command):
    """Returns None if the header compiles, else the compiler's message."""
    source = '#include "%s"\n' % os.path.join(root, name)
    include = ["-I" + os.path.join(root, d)
               for d in ("include", "auxiliary/include", "src", "spirv", "tests/support",
                         "tests/pipe/kit", "")]
    done = subprocess.run(command + include + ["-"], input=source.encode(), cwd=root,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.decode(errors="replace") if done.returncode else None


def check(root, cc, cxx, flags):
    headers = [n for n in tree.files(root) if n.endswith(".h") and n.startswith(DIRS)]
    offences = []
    for name in headers:
        bare = tree.uncommented_c(tree.read(root, name))
        if not re.match(r"\s*#(ifndef \w+\s*\n#define \w+|pragma once)", bare):
            offences.append((name, 1, "no include guard"))
    jobs = [(n, c) for n in headers for c in commands(n, cc, cxx, flags)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for (name, command), said in zip(jobs, pool.map(
                lambda job: compile_alone(root, *job), jobs)):
            if said:
                offences.append((name, 1, "%s\n%s" % (" ".join(command), said)))
    return offences


def guarded(body):
    return "#ifndef A_H\n#define A_H\n%s\n#endif\n" % body


CASES = [
    ({"src/vk/a.h": guarded("#include <stdint.h>\nuint32_t f(void);")}, 0),
    ({"src/vk/a.h": guarded("uint32_t f(void);")}, 1),
    ({"src/vk/a.h": "int f(void);\n"}, 1),
    ({"spirv/a.h": guarded("struct a b;")}, 1),
    ({"include/galvan/a.h": guarded("int f(void);")}, 0),
    ({"include/galvan/a.h": guarded("#if UNKNOWN\n#endif")}, 1),
    ({"include/galvan/a.h": guarded("#include \"pipe/none.h\"")}, 1),
    ({"src/vk/a.c": "broken\n"}, 0),
]


def main(argv):
    if len(argv) == 3 and argv[1] == "--self-test":
        return tree.self_test(lambda root: check(root, argv[2], None, []), CASES)
    split = argv.index("--")
    cxx = argv[3] if split > 3 and shutil.which(argv[3]) else None
    offences = check(argv[1], argv[2], cxx, argv[split + 1:])
    for name, _, message in offences:
        print("%s: %s" % (name, message))
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
