#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Finds cycles of modules of a layer that need each other, by #include lines.

usage: includes.py ROOT      includes.py --self-test

A module is a file x.c and its header x.h, or either file alone if the other does not exist. A
module needs each module whose header its .c or .h includes. A cycle is a set of modules each of
which needs, in one or more steps, all the others. The script prints every cycle. A cycle of more
modules than the layer's limit is an offence. The limits may only shrink: a change that makes a
cycle smaller also lowers its limit.

A header that includes many others, such as the context's, also has a maximum number of users.

cycles.py finds cycles of symbols. An #include is a stronger dependency: when a header changes, each
module that includes it, directly or through other headers, must be compiled again, and people must
read the module again."""

import os
import re
import sys

import cycles
import tree

# For each layer: modules that must be in no cycle, and the maximum number of modules in a cycle.
LIMITS = [
    ("src/driver", ("driver/context",), 14),
    ("src/vk", (), 7),
    ("src/virgl", (), 5),
]

# Headers that include many others, and the maximum number of files of src/driver that include them.
USERS = {"driver/context.h": 72}

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')


def module_of(header):
    return os.path.splitext(header)[0]


def needs(root, names, layer):
    """Returns the pairs of modules of a layer in which the first module includes a header of the
    second one."""
    inside = {name.replace("src/", "", 1) for name in names
              if name.startswith(layer + "/") and tree.is_c(name)}
    arrows = set()
    for name in inside:
        for line in tree.uncommented_c(tree.read(root, "src/" + name)).splitlines():
            match = INCLUDE.match(line)
            if match and match.group(1) in inside:
                arrows.add((module_of(name), module_of(match.group(1))))
    return {(user, used) for user, used in arrows if user != used}


def check_users(root, names, users, show):
    offences = []
    for header, limit in users.items():
        found = [name for name in names if name.startswith("src/driver/") and tree.is_c(name)
                 and '#include "%s"\n' % header in tree.read(root, name)]
        if len(found) > limit:
            offences.append((header, 0, "%d files include it, at most %d may: take the parts of "
                             "the context that are used" % (len(found), limit)))
        if len(found) < limit:
            show("%s: the limit %d can be lowered to %d" % (header, limit, len(found)))
    return offences


def check(root, limits, users, show):
    names = tree.files(root)
    offences = check_users(root, names, users, show)
    for layer, in_none, limit in limits:
        found = cycles.cycles(needs(root, names, layer))
        for cycle in found:
            show("%s: %d modules need each other: %s" % (layer, len(cycle), " ".join(cycle)))
            if len(cycle) > limit:
                offences.append((layer, 0, "%d modules need each other, at most %d may" % (
                    len(cycle), limit)))
            offences += [(layer, 0, "%s is in a cycle of %d modules" % (module, len(cycle)))
                         for module in in_none if module in cycle]
        largest = max((len(cycle) for cycle in found), default=1)
        if largest < limit:
            show("%s: the limit %d can be lowered to %d" % (layer, limit, largest))
    return offences


# Limits for the self-test.
SMALL_LIMITS = [("src/driver", ("driver/context",), 2), ("src/vk", (), 2)]
SMALL_USERS = {"driver/context.h": 1}

CASES = [
    # Two files that include each other, in one case by way of headers.
    ({"src/vk/a.h": '#include "vk/b.h"\n', "src/vk/b.h": "", "src/vk/b.c": '#include "vk/a.h"\n'},
     0),
    ({"src/vk/a.h": '#include "vk/b.h"\n', "src/vk/b.h": '#include "vk/c.h"\n',
      "src/vk/c.h": "", "src/vk/c.c": '#include "vk/a.h"\n'}, 1),
    ({"src/vk/a.h": '#include "vk/b.h"\n', "src/vk/b.h": '#include "vk/c.h"\n',
      "src/vk/c.h": "", "src/vk/d.c": '#include "vk/a.h"\n'}, 0),
    # A module that must be in no cycle.
    ({"src/driver/context.h": '#include "driver/draw/a.h"\n',
      "src/driver/draw/a.h": "", "src/driver/draw/a.c": '#include "driver/context.h"\n'}, 1),
    ({"src/driver/context.h": '#include "driver/draw/a_data.h"\n', "src/driver/draw/a_data.h": "",
      "src/driver/draw/a.h": "", "src/driver/draw/a.c": '#include "driver/context.h"\n'}, 0),
    ({"src/driver/draw/a.h": '#include "driver/draw/b.h"\n', "src/driver/draw/b.h": "",
      "src/driver/draw/b.c": '#include "driver/draw/a.h"\n'}, 0),
    # Too many files include the context.
    ({"src/driver/context.h": "", "src/driver/a.c": '#include "driver/context.h"\n',
      "src/driver/b.c": '#include "driver/context.h"\n'}, 1),
    # A line that is not an #include, and an #include of another layer's header.
    ({"src/vk/a.h": '// #include "vk/b.h"\n', "src/vk/b.h": '#include "vk/c.h"\n',
      "src/vk/c.h": '#include "vk/a.h"\n'}, 0),
    ({"src/vk/a.h": '#include "util/log.h"\n', "src/util/log.h": '#include "vk/a.h"\n'}, 0),
]

if __name__ == "__main__":
    if "--self-test" in sys.argv:
        tree.main(lambda root: check(root, SMALL_LIMITS, SMALL_USERS, lambda line: None), CASES)
    tree.main(lambda root: check(root, LIMITS, USERS, print), CASES)
