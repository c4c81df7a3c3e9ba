# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests libgalvan as another project uses it: installs it into a new directory, finds it with
pkg-config and with CMake, and links programs outside of the tree, which then draw. One program uses
the plain interface; the other one, a program of 2015, is built with the flags of galvan-auxiliary.
Also checks that the library exports, with a symbol version, only functions that the installed
headers declare. usage: installed.py WRAPPER; the command WRAPPER runs a program on the device under
test"""

import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ENV = {name: os.environ[name] for name in ("BUILD", "CC", "NM", "CMAKE")}
SANITIZE = os.environ.get("SANITIZE", "")
# Keeps libraries loaded that a driver unloads, so that the leak checker knows their functions.
KEEP = os.path.join(HERE, "../support/keep_libraries.c")
RUNTIME = re.compile(r"__(asan|ubsan|tsan|sanitizer|lsan|sancov)_|__odr_asan|_Unwind_")


def run(*args, **kwargs):
    return subprocess.run(args, check=True, stdout=subprocess.PIPE, text=True, **kwargs).stdout


def find(dir, name):
    for root, _, files in os.walk(dir):
        if name in files:
            return root
    raise AssertionError("%s was not installed" % name)


def declared_names(include):
    """Returns every word that precedes an argument list in an installed header."""
    names = set()
    for root, _, files in os.walk(include):
        for name in files:
            with open(os.path.join(root, name)) as file:
                text = file.read()
            names |= set(re.findall(r"\b(\w+)\(", text))
    return names


def check_exports(library, version, include):
    exported = {}
    for line in run(ENV["NM"], "-D", "--defined-only", library).splitlines():
        fields = line.split()
        if fields[-2] != "A" and not RUNTIME.match(fields[-1]):
            name, _, tag = fields[-1].partition("@@")
            exported[name] = tag
    assert exported, "nothing is exported"
    foreign = sorted(set(exported) - declared_names(include))
    assert not foreign, "exported and not declared: " + " ".join(foreign)
    unversioned = sorted(n for n, tag in exported.items() if tag != version)
    assert not unversioned, "without %s: %s" % (version, " ".join(unversioned))
    return exported


def check_soname(library, soname):
    dynamic = run("readelf", "-d", library)
    assert re.search(r"\(SONAME\).*\[%s\]" % re.escape(soname), dynamic), dynamic


CMAKE_PROJECT = """cmake_minimum_required(VERSION 3.25)
project(other LANGUAGES C)
find_package(galvan %s REQUIRED)
add_executable(program "%s" "%s")
target_link_libraries(program PRIVATE galvan::%s m)
"""


def minor_version():
    with open(os.path.join(HERE, "../../CMakeLists.txt")) as file:
        return re.search(r"^project\(galvan VERSION (\d+\.\d+)", file.read(), re.M).group(1)


def build_by_cmake(dir, source, package):
    project = os.path.join(dir, "uses-" + package)
    os.mkdir(project)
    with open(os.path.join(project, "CMakeLists.txt"), "w") as file:
        file.write(CMAKE_PROJECT % (minor_version(), source, KEEP, package))
    flags = "-fsanitize=" + SANITIZE if SANITIZE else ""
    run(ENV["CMAKE"], "-S", project, "-B", project, "-DCMAKE_PREFIX_PATH=" + dir,
        "-DCMAKE_C_COMPILER=" + ENV["CC"], "-DCMAKE_C_FLAGS=" + flags)
    run(ENV["CMAKE"], "--build", project)
    return os.path.join(project, "program")


def build_by_pkg_config(dir, source, package):
    env = dict(os.environ, PKG_CONFIG_LIBDIR="", PKG_CONFIG_PATH=find(dir, "galvan.pc"))
    flags = run("pkg-config", "--cflags", "--libs", package, env=env).split()
    includes = [os.path.normpath(flag[2:]) for flag in flags if flag.startswith("-I")]
    assert os.path.join(dir, "include") in includes, flags
    program = os.path.join(dir, os.path.basename(source)[:-2])
    sanitize = ["-fsanitize=" + SANITIZE] if SANITIZE else []
    run(ENV["CC"], "-std=gnu99", "-Wall", "-Wextra", "-Werror", *sanitize, "-o", program, source,
        KEEP, *flags, "-lm")
    return program


def draw(wrapper, program, libdir):
    env = dict(os.environ, LD_LIBRARY_PATH=libdir)
    done = subprocess.run([wrapper, program], env=env, cwd=os.path.dirname(program))
    if done.returncode:
        sys.exit(done.returncode)


def main(wrapper):
    with tempfile.TemporaryDirectory() as dir:
        run(ENV["CMAKE"], "--install", ENV["BUILD"], "--component", "galvan", "--prefix", dir)
        libdir = find(dir, "libgalvan.so")
        include = os.path.join(dir, "include")
        library = os.path.join(libdir, "libgalvan.so")
        exported = check_exports(library, "GALVAN_0", include)
        for name in ("galvan_screen_create", "tgsi_text_translate", "ureg_create",
                     "pipe_loader_probe", "cso_create_context", "util_format_description"):
            assert name in exported, name
        check_soname(library, "libgalvan.so.0")
        window = os.path.join(libdir, "libgalvan-window.so")
        check_exports(window, "GALVAN_WINDOW_0", include)
        check_soname(window, "libgalvan-window.so.0")
        for name, package in (("quad_tex.c", "galvan"), ("compute.c", "galvan-auxiliary")):
            source = os.path.join(HERE, name)
            draw(wrapper, build_by_pkg_config(dir, source, package), libdir)
            draw(wrapper, build_by_cmake(dir, source, package), libdir)
    print("ok")


if __name__ == "__main__":
    main(sys.argv[1])
