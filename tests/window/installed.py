# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests the examples as a user of an installed Galvan builds them: compiles them as C99 with
pkg-config's flags, and checks that they draw the same pixels as the tree's examples."""

import os
import subprocess
import sys

import common

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "../../examples")
# Keeps libraries loaded that a driver unloads, so that the leak checker knows their functions.
KEEP = os.path.join(HERE, "../support/keep_libraries.c")


def run(*command, **kwargs):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **kwargs).stdout


def find(dir, name):
    for root, _, files in os.walk(dir):
        if name in files:
            return root
    raise AssertionError("%s was not installed" % name)


def build(dir, name):
    env = dict(os.environ, PKG_CONFIG_LIBDIR="", PKG_CONFIG_PATH=find(dir, "galvan-window.pc"))
    flags = run("pkg-config", "--cflags", "--libs", "galvan-window", env=env).split()
    sanitize = os.environ["SANITIZE"]
    if sanitize:
        flags = ["-fsanitize=" + sanitize, "-D_GNU_SOURCE", KEEP, *flags]
    run(os.environ["CC"], "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-o",
        os.path.join(dir, "example-" + name), os.path.join(EXAMPLES, name + ".c"), *flags, "-lm")


def main():
    with common.directory() as dir:
        run(os.environ["CMAKE"], "--install", os.environ["BUILD"], "--component", "galvan",
            "--prefix", dir)
        for name in os.listdir(EXAMPLES):
            if name.endswith(".c"):
                build(dir, name[:-2])
        env = dict(os.environ, GALVAN_EXAMPLES=dir,
                   LD_LIBRARY_PATH=find(dir, "libgalvan-window.so"))
        sys.exit(subprocess.run([sys.executable, os.path.join(HERE, "examples.py")],
                                env=env).returncode)


main()
