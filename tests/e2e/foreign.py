# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""foreign.py ARCHITECTURE: tests a program and a client library for another processor, which
scripts/cross has built in build/cross. scripts/cross also runs this file. For arm64, GALVAN and the
Vulkan device are also built for arm64. For i386, whose programs this processor can execute, they
are built for this processor."""

import os
import re
import shlex
import shutil
import subprocess
import sys

import common
import gears
from common import Display, directory, galvan, need, serve

ARCHITECTURE = sys.argv[1]
TRIPLET = {"arm64": "aarch64-linux-gnu", "i386": "i386-linux-gnu"}[ARCHITECTURE]
CROSS = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../build/cross"))
TREE = os.path.join(CROSS, ARCHITECTURE + "-tree")
LIBRARY = os.path.join(CROSS, ARCHITECTURE, "lib/libgalvan-preload.so")
PROGRAM = "/usr/bin/glxgears"


def check_picture(display, command):
    """Runs the command and checks that its picture has the same colours as with llvmpipe on this
    processor."""
    expected = gears.on_llvmpipe(need("glxgears"))
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                               env={**os.environ, **display.environment})
    try:
        picture = gears.window(display)
    finally:
        process.terminate()
        said = process.communicate()[0]
    gears.compare("glxgears of " + ARCHITECTURE, gears.shares(picture), expected)
    return said


def need_architecture(name):
    if ARCHITECTURE != name:
        raise common.Skip("for " + name)


def in_tree(*words):
    """Returns a command in a sandbox whose root is the other processor's."""
    return [need("bwrap"), "--ro-bind", TREE, "/", "--dev", "/dev", "--proc", "/proc",
            "--unshare-net", "--die-with-parent", *words]


def test_all_of_arm64():
    """Runs all programs in QEMU's emulator: the client with Mesa and the client library, the
    server, and its workers with lavapipe."""
    need_architecture("arm64")
    emulator = [need("qemu-aarch64"), "-L", TREE]
    device = "/usr/share/vulkan/icd.d/lvp_icd.aarch64.json"
    with serve(start=emulator, env={"VK_ICD_FILENAMES": device}) as server, Display() as display:
        variables = {"GALLIUM_DRIVER": "virpipe", "LIBGL_ALWAYS_SOFTWARE": "1",
                     "VTEST_SOCKET_NAME": server.path, "LD_PRELOAD": LIBRARY}
        words = [word for name, value in variables.items() for word in ("-E", name + "=" + value)]
        said = check_picture(display, [*emulator, *words, TREE + PROGRAM, "-info"])
        assert re.search(r"GL_RENDERER += virgl \(Galvan \(LLVMpipe \(LLVM [\d.]+, 128 bits\)\)\)",
                         said), said[:400]


def test_i386_by_env():
    """Draws with a 32-bit program in a sandbox that gets the arguments that `galvan env` prints and
    a 32-bit client library."""
    need_architecture("i386")
    with serve() as server, Display() as display:
        words = shlex.split(galvan("env", "--bwrap", "--preload", "--socket", server.path).stdout)
        ours = os.path.realpath(common.client_environment("")["LD_PRELOAD"])
        words[words.index(ours)] = LIBRARY
        check_picture(display, in_tree("--tmpfs", "/tmp", "--ro-bind", "/tmp/.X11-unix",
                                       "/tmp/.X11-unix", *words, PROGRAM))


def test_i386_by_run():
    """Runs `galvan run` with a client library for each word size, as both packages install them.
    Its child is a 64-bit program, which starts a 32-bit program."""
    need_architecture("i386")
    with directory() as dir, Display() as display:
        for name in ("bin", "lib/x86_64-linux-gnu/galvan", "lib/%s/galvan" % TRIPLET):
            os.makedirs(os.path.join(dir, name))
        shutil.copy(common.GALVAN, os.path.join(dir, "bin"))
        ours = os.path.realpath(common.client_environment("")["LD_PRELOAD"])
        for name in ("lib", "lib/x86_64-linux-gnu/galvan"):
            shutil.copy(ours, os.path.join(dir, name))
        shutil.copy(LIBRARY, os.path.join(dir, "lib", TRIPLET, "galvan"))
        check_picture(display, [os.path.join(dir, "bin/galvan"), "run", "--",
                                *in_tree("--bind", "/tmp", "/tmp", PROGRAM)])


def test_loader_of_i386():
    """Checks that the 32-bit dynamic linker loads the 32-bit client library in the environment of
    `galvan run`, and reports no error."""
    need_architecture("i386")
    libraries = ":".join(os.path.join(TREE, dir, TRIPLET) for dir in ("lib", "usr/lib"))
    loader = os.path.join(TREE, "lib/ld-linux.so.2")
    said = galvan("run", "--", loader, "--library-path", libraries, TREE + PROGRAM,
                  env={"LD_DEBUG": "files", "DISPLAY": ""}).stderr
    assert "ERROR: ld.so" not in said, re.findall("ERROR.*", said)
    assert re.search("calling init: .*/lib/i386-linux-gnu/libgalvan-preload.so", said), said[-2000:]


common.main(globals())
