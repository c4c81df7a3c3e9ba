#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Finds cycles of files of a module that need each other, and cycles of the module's folders. Reads
the symbols of the object files in a build.

usage: cycles.py ROOT BUILD_DIR      cycles.py --self-test

File A needs file B if A's object leaves a symbol undefined that B's object defines. A cycle is a
set of files each of which needs, in one or more steps, all the others. The script prints every
cycle. A cycle of more files than the module's limit is an offence. Any cycle of folders is an
offence; the module's own directory counts as a folder."""

import collections
import contextlib
import glob
import io
import os
import re
import subprocess
import sys

# The maximum number of files in a cycle, for each module; 1: no two files may need each other.
LIMIT = 1
LIMITS = {
    "galvan_driver": 4,
    "galvan_auxiliary": 2,
}

OBJECT = re.compile(r"^(?P<path>.*\.c)\.o$")
MODULE_DIRS = ("*/CMakeFiles/galvan_*.dir", "src/*/CMakeFiles/galvan_*.dir")


def parse(text):
    """Parses the output of nm. Returns two tables: the symbols that each file defines, and those
    that it leaves undefined."""
    defined, undefined = {}, {}
    for line in text.splitlines():
        name, _, rest = line.partition(":")
        match = OBJECT.match(name)
        words = rest.split()
        if not match or len(words) < 2:
            continue
        source, kind, symbol = match.group("path"), words[-2], words[-1]
        defined.setdefault(source, set())
        undefined.setdefault(source, set())
        (undefined if kind in "Uwv" else defined)[source].add(symbol)
    return defined, undefined


def needs(defined, undefined):
    """Returns {(user, owner): symbols} for pairs of files, without the symbols that no file of the
    module defines."""
    owner = {symbol: name for name, symbols in defined.items() for symbol in symbols}
    arrows = collections.defaultdict(set)
    for name, symbols in undefined.items():
        for symbol in symbols:
            if owner.get(symbol, name) != name:
                arrows[name, owner[symbol]].add(symbol)
    return arrows


def by_folder(arrows):
    """Returns the table of needs() for folders; each symbol is paired with the file that uses
    it."""
    folders = collections.defaultdict(set)
    for (user, used), symbols in arrows.items():
        pair = os.path.dirname(user) or ".", os.path.dirname(used) or "."
        if pair[0] != pair[1]:
            folders[pair] |= {"%s (in %s)" % (symbol, user) for symbol in symbols}
    return folders


def cycles(arrows):
    """Returns the sets of two or more nodes in which each node reaches all others, the largest set
    first."""
    after = collections.defaultdict(set)
    for user, used in arrows:
        after[user].add(used)

    def reach(start):
        seen, todo = set(), [start]
        while todo:
            fresh = after[todo.pop()] - seen
            seen |= fresh
            todo += fresh
        return seen

    reached = {node: reach(node) for node in list(after)}
    found = {frozenset(n for n in reached[node] if node in reached.get(n, ()))
             for node in reached if node in reached[node]}
    return sorted((sorted(cycle) for cycle in found), key=lambda cycle: (-len(cycle), cycle))


def check_module(module, text):
    """Returns the offences of one module, from nm's output for its objects."""
    limit = LIMITS.get(module, LIMIT)
    arrows = needs(*parse(text))
    offences = []
    for cycle in cycles(arrows):
        print("%s: %d files need each other: %s" % (module, len(cycle), " ".join(cycle)))
        if len(cycle) > limit:
            offences.append("%d files need each other, at most %d may" % (len(cycle), limit))
    folders = by_folder(arrows)
    for cycle in cycles(folders):
        offences.append("folders need each other: %s" % " ".join(cycle))
        inside = [pair for pair in folders if pair[0] in cycle and pair[1] in cycle]
        # The dependency with the fewest symbols is probably the wrong one.
        for pair in sorted(inside, key=lambda pair: (len(folders[pair]), pair)):
            symbols = sorted(folders[pair])
            print("%s: %s needs %s for %d symbols: %s%s" % (
                module, pair[0], pair[1], len(symbols), ", ".join(symbols[:4]),
                ", ..." if len(symbols) > 4 else ""))
    return offences


def run_nm(object_dir, source_dir):
    """Returns the output of nm for the objects whose source exists, with paths relative to
    object_dir."""
    objects = [os.path.relpath(path, object_dir)
               for path in glob.glob(object_dir + "/**/*.c.o", recursive=True)]
    objects = [o for o in objects if os.path.isfile(os.path.join(source_dir, o[:-2]))]
    if not objects:
        return ""
    return subprocess.run(["nm", "-A", "-g", *sorted(objects)], cwd=object_dir, check=True,
                          stdout=subprocess.PIPE).stdout.decode()


def check(root, build_dir):
    offences, seen = [], set()
    for pattern in MODULE_DIRS:
        for object_dir in sorted(glob.glob(os.path.join(build_dir, pattern))):
            module = os.path.basename(object_dir)[:-len(".dir")]
            source_dir = os.path.dirname(os.path.dirname(os.path.relpath(object_dir, build_dir)))
            text = run_nm(object_dir, os.path.join(root, source_dir))
            if text:
                seen.add(module)
            offences += [(module, message) for message in check_module(module, text)]
    for module in sorted(set(LIMITS) | {"galvan_spirv", "galvan_virgl", "galvan_vk"}):
        if module not in seen:
            offences.append((module, "has no objects in %s" % build_dir))
    return offences


def nm(*files):
    """Returns the output that nm would print for files; each file is (name, defined symbols,
    undefined symbols)."""
    return "".join("%s.c.o:%s %s %s\n" % (name, "0" * 16 if kind == "T" else " " * 16, kind, symbol)
                   for name, defines, uses in files
                   for kind, symbols in (("T", defines), ("U", uses)) for symbol in symbols.split())


CASES = [
    (nm(("a", "a", "b"), ("b", "b", "c printf"), ("c", "c", "malloc")), 0),
    (nm(("a", "a", "b"), ("b", "b", "a")), 1),
    (nm(("a", "a", "b"), ("b", "b", "c"), ("c", "c", "a")), 1),
    (nm(("a", "a", "b"), ("b", "b", "a"), ("c", "c", "d"), ("d", "d", "c a")), 2),
    (nm(("a", "a", "a"), ("b", "b", "a b")), 0),
    (nm(("top", "t", "x"), ("low/x", "x", "y"), ("low/y", "y", "")), 0),
    (nm(("top", "t", "x"), ("t2", "t2", ""), ("low/x", "x", "t2")), 1),
    (nm(("up/a", "a", "b"), ("low/b", "b", ""), ("low/c", "c", "d"), ("up/d", "d", "")), 1),
    (nm(("up/a", "a", "b"), ("low/a", "b", "a")), 2),
]


def self_test():
    failed = 0
    for text, expected in CASES:
        with contextlib.redirect_stdout(io.StringIO()):
            offences = check_module("a module", text)
        if len(offences) != expected:
            failed += 1
            print("%r: %d offences instead of %d" % (text, len(offences), expected))
    print("%d of %d cases failed" % (failed, len(CASES)))
    return 1 if failed else 0


def main(argv):
    if argv[1:] == ["--self-test"]:
        return self_test()
    offences = check(argv[1], argv[2])
    for module, message in offences:
        print("%s: %s" % (module, message))
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
