# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests scripts/abi, which compares the binary interface of the libraries with its description in
tests/package/abi. A library of two lines tests the kinds of change that scripts/abi must report."""

import os
import shutil
import subprocess

import common

SOURCE = os.environ["SOURCE"]
BUILD = os.environ["BUILD"]
SCRIPT = os.path.join(SOURCE, "scripts/abi")


def run(*arguments, news=None):
    env = {**os.environ, **({"GALVAN_NEWS": news} if news else {})}
    done = subprocess.run([SCRIPT, *arguments], env=env, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=common.TIMEOUT)
    return done.returncode, done.stdout


def test_the_libraries():
    status, told = run(BUILD)
    assert status == 0, told


def test_a_struct_of_the_interface():
    """Checks that scripts/abi reports a struct whose size in the description differs from the
    library's."""
    described = os.path.join(SOURCE, "tests/package/abi")
    with common.directory() as dir:
        shutil.copytree(described, dir, dirs_exist_ok=True)
        path = os.path.join(dir, "libgalvan.abi")
        with open(path) as file:
            text = file.read()
        start = text.index("class-decl name='pipe_box' size-in-bits='")
        with open(path, "w") as file:
            file.write(text[:start] + text[start:].replace("size-in-bits='", "size-in-bits='9", 1))
        status, told = run(BUILD, dir)
        assert status == 1 and "pipe_box" in told and "another" in told, told


class Library:
    """The library libtwo.so, which make() compiles from the given lines."""

    def __init__(self, dir):
        self.dir = dir
        os.mkdir(os.path.join(dir, "lib"))

    def make(self, code, major, version=None):
        paths = [os.path.join(self.dir, name) for name in ("two.c", "two.map", "lib/libtwo.so")]
        with open(paths[0], "w") as file:
            file.write(code)
        with open(paths[1], "w") as file:
            file.write("TWO_%d { global: two_*; local: *; };" % (version or major))
        subprocess.run([os.environ["CC"], "-g", "-fPIC", "-shared", "-o", paths[2], paths[0],
                        "-Wl,--version-script=" + paths[1], "-Wl,-soname,libtwo.so.%d" % major],
                       check=True)

    def run(self, *options, news=""):
        path = os.path.join(self.dir, "NEWS.md")
        with open(path, "w") as file:
            file.write(news)
        return run(*options, self.dir, self.dir, "two", news=path)


BEFORE = "int two_a(int x) { return x; }\nint two_b(void) { return 0; }\n"
MORE = BEFORE + "int two_c(void) { return 0; }\n"
LESS = "int two_a(int x) { return x; }\n"
OTHER = "int two_a(char *x) { return *x; }\nint two_b(void) { return 0; }\n"


def test_changes():
    for major in 0, 1:
        for code, breaks in ((MORE, False), (LESS, True), (OTHER, True)):
            with common.directory() as dir:
                library = Library(dir)
                library.make(BEFORE, major)
                assert library.run()[0] == 1  # there is no description
                assert library.run("--update")[0] == 0
                assert library.run()[0] == 0
                library.make(code, major)
                status, told = library.run()
                assert status == 1 and "scripts/abi --update" in told, told
                status, told = library.run("--update")
                assert (status != 0) == breaks and ("would break" in told) == breaks, told
                library.make(code, major + 1)
                assert library.run("--update")[0] == 0
                assert library.run()[0] == 0


SAID = "- Interface of `libtwo.so.%d`: two_b() is gone.\n"
NEWS = "# News\n\n## 0.2.0, not released yet\n\n%s\n## 0.1.0, 2026-11-01\n\n%s"


def test_news_of_a_change():
    """Checks that before 1.0, NEWS.md may announce a change that breaks programs, in the section of
    the next version."""
    for major, next, last, accepted in ((0, SAID % 0, "", True), (0, "", SAID % 0, False),
                                        (0, SAID % 1, "", False), (1, SAID % 1, "", False)):
        with common.directory() as dir:
            library = Library(dir)
            library.make(BEFORE, major)
            assert library.run("--update")[0] == 0
            library.make(LESS, major)
            status, told = library.run("--update", news=NEWS % (next, last))
            assert (status == 0) == accepted, told


def test_no_place_of_the_build():
    """Checks that no library contains the path of its build directory: with such a path, builds in
    two directories would differ, also in their build IDs."""
    for name in "galvan", "galvan-spirv", "galvan-window":
        told = subprocess.run(["readelf", "-d", os.path.join(BUILD, "lib/lib%s.so" % name)],
                              text=True, stdout=subprocess.PIPE, check=True).stdout
        assert "SONAME" in told and BUILD not in told, told


def test_versions_of_symbols():
    with common.directory() as dir:
        library = Library(dir)
        library.make(BEFORE, 2, version=1)
        status, told = library.run("--update")
        assert status == 1 and "TWO_1" in told, told


if not shutil.which("abidw"):
    print("skipped: no libabigail here")
    raise SystemExit(77)
common.main(globals())
