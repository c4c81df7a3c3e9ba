# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Compiles every source of Galvan against musl's headers, except the sources that
tests/package/musl.txt lists, and links and runs the translator. The other programs are not linked,
since Debian has no libraries for musl besides musl itself."""

import json
import os
import re
import shlex
import struct
import subprocess
from concurrent.futures import ThreadPoolExecutor

import common
from common import directory, need

SOURCE = os.environ["SOURCE"]
BUILD = os.environ["BUILD"]
EXPECTED = os.path.join(SOURCE, "tests/package/musl.txt")
# Headers that belong to no libc.
HEADERS = """linux asm asm-generic vulkan vk_video xcb X11 GL EGL KHR glvnd spirv volk.h libpng16
png.h pngconf.h pnglibconf.h seccomp.h seccomp-syscalls.h sodium sodium.h xxhash.h xxh3.h zstd.h
zstd_errors.h gperftools""".split()


def collect_headers(dir):
    triplet = os.environ["TRIPLET"]
    for name in HEADERS:
        for place in ("/usr/include", "/usr/include/" + triplet):
            path, target = os.path.join(place, name), os.path.join(dir, name)
            if os.path.exists(path) and not os.path.lexists(target):
                os.symlink(path, target)


def sources():
    """Returns {source: the -D and -I options of its compilation}."""
    with open(os.path.join(BUILD, "compile_commands.json")) as file:
        commands = json.load(file)
    found = {}
    for command in commands:
        name = os.path.relpath(command["file"], SOURCE)
        if re.match("(src|spirv|auxiliary)/", name) and "/empty/" not in name:
            found.setdefault(name, [word for word in shlex.split(command["command"])
                                    if word.startswith(("-D", "-I")) and "FORTIFY" not in word])
    return found


def compile_with_musl(headers, name, options, *more):
    return subprocess.run(
        [need("musl-gcc"), "-std=gnu11", "-Werror=implicit-function-declaration",
         *options, "-isystem", headers, os.path.join(SOURCE, name), *more], cwd=BUILD, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def expected():
    with open(EXPECTED) as file:
        return {line.split()[0] for line in file if line.strip() and line[0] != "#"}


def test_sources():
    found = sources()
    assert len(found) > 400, len(found)
    with directory() as headers, ThreadPoolExecutor(os.cpu_count()) as pool:
        collect_headers(headers)
        done = {name: pool.submit(compile_with_musl, headers, name, options, "-fsyntax-only")
                for name, options in found.items()}
        failed = {name: future.result().stdout for name, future in done.items()
                  if future.result().returncode}
    assert set(failed) == expected(), "\n".join(
        ["not as %s has it: %s" % (EXPECTED, sorted(set(failed) ^ expected())), *failed.values()])


def test_translator():
    found = {name: options for name, options in sources().items()
             if name.startswith(("spirv/", "src/util/"))}
    with directory() as dir, ThreadPoolExecutor(os.cpu_count()) as pool:
        collect_headers(dir)
        objects = [os.path.join(dir, "%d.o" % i) for i in range(len(found))]
        jobs = [pool.submit(compile_with_musl, dir, name, options, "-c", "-o", path)
                for (name, options), path in zip(found.items(), objects)]
        assert not any(job.result().returncode for job in jobs), "see test_sources"
        library, program = os.path.join(dir, "libspirv.a"), os.path.join(dir, "program")
        subprocess.run(["ar", "rc", library, *objects], check=True)
        done = compile_with_musl(dir, "tests/spirv/installed.c",
                                 ["-static", "-I" + os.path.join(SOURCE, "include")], library,
                                 "-o", program)
        assert done.returncode == 0, done.stdout
        module = subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout
        assert struct.unpack("<I", module[:4]) == (0x07230203,)


need("musl-gcc")
common.main(globals())
