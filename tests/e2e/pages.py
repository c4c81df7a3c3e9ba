# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Reads the commands in pages, and provides a user's session in which tests run these commands
unchanged."""

import contextlib
import os
import re
import signal
import subprocess

import common
import gears
from common import Display, need, wait_for

TREE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


def text_of(name):
    with open(os.path.join(TREE, name)) as file:
        return file.read()


def blocks(name):
    """Returns the indented blocks of a page."""
    found = re.findall(r"(?:(?<=\n\n)(?:    .*\n)+)", text_of(name))
    return ["\n".join(line[4:] for line in block.splitlines()) for block in found]


def commands(block):
    """Returns the commands of a block. Lines that a backslash joins are one command."""
    return [line for line in block.replace("\\\n", " ").splitlines() if line.strip()]


class Session:
    """A user's session: a directory for programs, a directory for sockets, a display, and the
    processes that the session has started."""

    def __init__(self, stack):
        self.stack = stack
        self.dir = stack.enter_context(common.directory())
        os.chmod(self.dir, 0o755)
        os.mkdir(self.path("bin"))
        os.symlink(common.GALVAN, self.path("bin/galvan"))
        os.mkdir(self.path("run"), 0o700)
        self.display = stack.enter_context(Display())
        self.environment = {**os.environ, **self.display.environment,
                            "PATH": self.path("bin") + ":" + os.environ["PATH"],
                            "XDG_RUNTIME_DIR": self.path("run")}

    def path(self, name):
        return os.path.join(self.dir, name)

    def start(self, script, **options):
        """Starts a block; all processes of the block are ended with the session."""
        process = subprocess.Popen(
            [need("bash"), "-c", script + "\nwait"], start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            **{"env": self.environment, **options})
        self.stack.callback(self.end, process)
        return process

    @staticmethod
    def end(process):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        process.stderr.close()

    def serve(self, script, socket="run/galvan/vtest"):
        server = self.start(script)
        wait_for(lambda: os.path.exists(self.path(socket)) or server.poll() is not None, "a socket")
        assert server.poll() is None, server.stderr.read()

    def draw(self, script, **options):
        process = self.start(script, **options)
        try:
            gears.window(self.display)
        except AssertionError:
            self.end(process)
            raise


@contextlib.contextmanager
def session():
    need("glxgears")
    with contextlib.ExitStack() as stack:
        yield Session(stack)


def must_run(*command):
    need(command[0])
    if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        raise common.Skip("%s starts no container here" % command[0])
