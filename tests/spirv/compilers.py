# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks that the builds of two compilers translate each shader to the same module. Builds the
library with the compiler that the current build does not use, and compares the digests of the
modules of both builds, for the cases of *.tgsi in this directory and for the complete shaders."""

import glob
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ENV = {name: os.environ[name] for name in ("OTHER_CC", "LAUNCHER", "SOURCE", "GENERATED", "HEADERS",
                                           "LIBRARY", "DIGESTS")}


def build(directory):
    """Builds the library with the other compiler. With -Bsymbolic the library calls its own
    functions, although the program that loads it has functions of the same names. The build need
    not be optimized, since the order of evaluation does not depend on it."""
    flags = ["-std=gnu11", "-O0", "-fPIC", "-w", "-D_GNU_SOURCE"]
    source = ENV["SOURCE"]
    for path in [source, source + "/include", source + "/src", ENV["GENERATED"],
                 *ENV["HEADERS"].split(":")]:
        flags += ["-I", path]
    launcher = [ENV["LAUNCHER"]] if ENV["LAUNCHER"] else []
    sources = sorted(glob.glob(source + "/spirv/**/*.c", recursive=True))
    objects = [os.path.join(directory, "%u.o" % i) for i in range(len(sources))]
    for name, built in zip(sources, objects):
        subprocess.run([*launcher, ENV["OTHER_CC"], *flags, "-c", "-o", built, name], check=True)
    library = os.path.join(directory, "libgalvan-spirv.so")
    subprocess.run([ENV["OTHER_CC"], "-shared", "-Wl,-Bsymbolic", "-o", library, *objects],
                   check=True)
    return library


def digests(library):
    shaders = sorted(glob.glob(os.path.join(HERE, "*.tgsi")) +
                     glob.glob(os.path.join(HERE, "shaders", "*.tgsi")))
    out = subprocess.run([ENV["DIGESTS"], library, *[os.path.relpath(s, HERE) for s in shaders]],
                         cwd=HERE, check=True, stdout=subprocess.PIPE, text=True).stdout
    return out.splitlines()


def main():
    if not os.path.exists(ENV["OTHER_CC"]):
        print("skipped: no second compiler")
        return 77
    with tempfile.TemporaryDirectory() as directory:
        other = digests(build(directory))
    own = digests(ENV["LIBRARY"])
    assert len(own) == len(other) and own, "%u and %u modules" % (len(own), len(other))
    differences = [pair for pair in zip(own, other) if pair[0] != pair[1]]
    for a, b in differences[:20]:
        print("%s\n    other compiler: %s" % (a, b.split(": ", 1)[1]))
    print("%u modules, %u differ" % (len(own), len(differences)))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
