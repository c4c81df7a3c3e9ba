# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests libgalvan-spirv as another project uses it: installs it into a new directory, finds it with
pkg-config and with CMake, and links it into a C99 program. Checks that the library exports only
galvan_*, needs only harmless functions of libc, links no other library, and has no variable that
could keep state between calls."""

import os
import re
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ENV = {name: os.environ[name] for name in ("BUILD", "CC", "NM", "CMAKE", "ARCHIVE")}
SANITIZE = os.environ.get("SANITIZE", "")

# The allocator and pure functions: none of them prints, ends the program, reads the environment or
# a file, or keeps state. The hardening calls __stack_chk_fail when memory is already corrupt.
ALLOWED = set("""malloc calloc realloc free memcpy memmove memset memcmp memchr strlen strcmp
    strncmp strchr strcspn vsnprintf __vsnprintf_chk __memcpy_chk __memset_chk __stack_chk_fail
    __assert_fail __cxa_finalize __gmon_start__ _ITM_deregisterTMCloneTable
    _ITM_registerTMCloneTable""".split())
RUNTIME = re.compile(r"__(asan|ubsan|tsan|sanitizer|lsan|sancov)_|__odr_asan|_Unwind_")


def run(*args, **kwargs):
    return subprocess.run(args, check=True, stdout=subprocess.PIPE, **kwargs).stdout


def symbols(path, *options):
    """Returns (type, name) of each symbol, without its version."""
    for line in run(ENV["NM"], *options, path, text=True).splitlines():
        fields = line.split()
        if len(fields) >= 2 and len(fields[-2]) == 1:
            yield fields[-2], fields[-1].split("@")[0]


def check_exports(library):
    exported = {name for kind, name in symbols(library, "-D", "--defined-only") if kind != "A"}
    exported = {name for name in exported if not RUNTIME.match(name)}
    with open(os.path.join(HERE, "../../include/galvan/spirv.h")) as file:
        code = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    declared = set(re.findall(r"\b(galvan_\w+)\(", code))
    assert exported == declared, "not both exported and declared: %s" % (exported ^ declared)


def check_needs(library):
    needed = {name for kind, name in symbols(library, "-D", "--undefined-only")}
    foreign = sorted(n for n in needed - ALLOWED if not RUNTIME.match(n))
    assert not foreign, "needs: " + " ".join(foreign)
    dynamic = run("readelf", "-d", library, text=True)
    linked = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    foreign = [n for n in linked if not re.match(r"lib(c|m|asan|ubsan|tsan)\.so|ld-linux", n)]
    assert not foreign, "links: " + " ".join(foreign)


def check_no_state(archive):
    """Checks that no object has a variable that can be written after loading."""
    for kind, name in symbols(archive):
        if kind in "bBC" and not RUNTIME.match(name):
            raise AssertionError("%s is a variable" % name)
    for line in run("readelf", "-SW", archive, text=True).splitlines():
        fields = line.replace("[ ", "[").split()
        if len(fields) < 6 or not re.match(r"\[\d+\]$", fields[0]) or SANITIZE:
            continue  # sanitizers describe variables in other sections
        writable = re.match(r"\.(data|bss|tdata|tbss)", fields[1])
        if writable and not fields[1].startswith(".data.rel.ro") and int(fields[5], 16):
            raise AssertionError("a section for variables: " + line)


CMAKE_PROJECT = """cmake_minimum_required(VERSION 3.25)
project(other LANGUAGES C)
find_package(galvan-spirv REQUIRED)
add_executable(program "%s")
target_link_libraries(program PRIVATE galvan::galvan-spirv)
"""


def check_cmake_package(dir):
    project = os.path.join(dir, "other")
    os.mkdir(project)
    with open(os.path.join(project, "CMakeLists.txt"), "w") as file:
        file.write(CMAKE_PROJECT % os.path.join(HERE, "installed.c"))
    flags = "-fsanitize=" + SANITIZE if SANITIZE else ""
    run(ENV["CMAKE"], "-S", project, "-B", project, "-DCMAKE_PREFIX_PATH=" + dir,
        "-DCMAKE_C_COMPILER=" + ENV["CC"], "-DCMAKE_C_FLAGS=" + flags)
    run(ENV["CMAKE"], "--build", project)
    check_module(run(os.path.join(project, "program")))


def check_module(module):
    assert struct.unpack("<I", module[:4]) == (0x07230203,), module[:16]


def check_program(dir):
    env = dict(os.environ, PKG_CONFIG_LIBDIR="", PKG_CONFIG_PATH="")
    for root, _, files in os.walk(dir):
        if "galvan-spirv.pc" in files:
            env["PKG_CONFIG_PATH"] = root
        if "libgalvan-spirv.so" in files:
            env["LD_LIBRARY_PATH"] = root
    flags = run("pkg-config", "--cflags", "--libs", "galvan-spirv", env=env, text=True).split()
    includes = [os.path.normpath(flag[2:]) for flag in flags if flag.startswith("-I")]
    assert os.path.join(dir, "include") in includes, flags
    program = os.path.join(dir, "program")
    sanitize = ["-fsanitize=" + SANITIZE] if SANITIZE else []
    run(ENV["CC"], "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", *sanitize, "-o", program,
        os.path.join(HERE, "installed.c"), *flags)
    check_module(run(program, env=env))


def main():
    with tempfile.TemporaryDirectory() as dir:
        run(ENV["CMAKE"], "--install", ENV["BUILD"], "--component", "spirv", "--prefix", dir)
        library = None
        for root, _, files in os.walk(dir):
            if "libgalvan-spirv.so" in files:
                library = os.path.join(root, "libgalvan-spirv.so")
        assert library, "no library was installed"
        check_exports(library)
        check_needs(library)
        check_no_state(ENV["ARCHIVE"])
        check_program(dir)
        check_cmake_package(dir)
    print("ok")


if __name__ == "__main__":
    sys.exit(main())
