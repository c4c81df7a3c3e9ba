# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs Galvan without a Vulkan loader, without a device, and with a driver that fails only after
the program has started. Galvan must print one line, return the documented exit status, and leave no
files; it must not hang."""

import contextlib
import os
import signal

import common
from common import (Process, children_of, directory, expect, galvan, is_alive, layer_environment,
                    lines_of, wait_for)

NO_DEVICE = {"VK_ICD_FILENAMES": "/nonexistent.json", "VK_DRIVER_FILES": "/nonexistent.json"}


def commands(dir):
    """Yields each command that opens a device."""
    yield "info",
    yield "run", "--", "touch", os.path.join(dir, "started")
    yield "record", os.path.join(dir, "file"), "--", "touch", os.path.join(dir, "started")
    yield "serve", "--socket", os.path.join(dir, "socket")


def test_no_loader():
    with directory() as dir:
        # The loader finds these files, which are not libraries, before the real libraries.
        for name in ("libvulkan.so.1", "libvulkan.so"):
            open(os.path.join(dir, name), "w").close()
        for command in commands(dir):
            result = galvan(*command, env={"LD_LIBRARY_PATH": dir})
            expect(result, 3, "libvulkan.so.1")
        assert len(os.listdir(dir)) == 2, "started, or left a socket"


def test_no_device():
    with directory() as dir:
        for command in commands(dir):
            expect(galvan(*command, env=NO_DEVICE), 4, "no usable driver")
        assert os.listdir(dir) == []


def test_no_such_device():
    with directory() as dir:
        for command in commands(dir):
            with_device = (command[0], "--device", "no such thing") + command[1:]
            expect(galvan(*with_device), 4, "no such thing")
        assert os.listdir(dir) == []


# ---- A driver that fails late -----------------------------------------------------------------

class LateRun(Process):
    """Runs a shell script under galvan run while the device is being opened; self.dir is a
    directory for the script's files. Once the file .gate exists, opening the device fails."""

    def __init__(self, dir, script):
        self.dir, self.runtime = dir, os.path.join(dir, "runtime")
        self.gate = os.path.join(dir, "gate")
        os.mkdir(self.runtime, 0o700)
        super().__init__("run", "--", "sh", "-c", "cd %s; %s" % (dir, script), env={
            **layer_environment("gate"), "GALVAN_GATE_FILE": self.gate,
            "XDG_RUNTIME_DIR": self.runtime})

    def has(self, name):
        return os.path.exists(os.path.join(self.dir, name))

    def wait_for_start(self):
        """Waits until the script has written its process id to the file "started", and returns the
        id."""
        path = os.path.join(self.dir, "started")
        return int(wait_for(lambda: self.has("started") and open(path).read(), "the start"))

    def open_gate(self):
        open(self.gate, "w").close()


@contextlib.contextmanager
def late_run(script):
    with directory() as dir, LateRun(dir, script) as run:
        yield run
        wait_for(lambda: os.listdir(run.runtime) == [], "an empty directory", 10)


LOOP = "echo $$ >started; while :; do sleep 0.05; done"


def test_program_is_ended():
    with late_run("trap 'echo >told; exit 0' TERM; " + LOOP) as run:
        program = run.wait_for_start()
        run.open_gate()
        assert run.wait() == 4
        assert run.has("told") and not is_alive(program)
        said = lines_of(run.stderr())
        assert len(said) == 1 and "found no device" in said[0], said


def test_program_that_stays_is_killed():
    with late_run("trap '' TERM; " + LOOP) as run:
        program = run.wait_for_start()
        run.open_gate()
        assert run.wait(30) == 4
        assert not is_alive(program)


CLIENT = """exec python3 -c '
import os, socket
client = socket.socket(socket.AF_UNIX)
client.connect(os.environ["VTEST_SOCKET_NAME"])
client.sendall(b"\\2\\0\\0\\0\\10\\0\\0\\0x\\0")
with open("started", "w") as file: file.write(str(os.getpid()))
client.recv(1)
open("answered", "w")'"""


def test_client_waits_to_the_end():
    """Checks that the client's connection stays open until galvan run ends the program: if the
    connection closed before, some clients would draw without Galvan."""
    with late_run(CLIENT) as run:
        run.wait_for_start()
        run.open_gate()
        assert run.wait() == 4
        assert not run.has("answered")


def test_program_ends_before_the_device_is_open():
    with late_run("exit 7") as run:
        assert run.wait() == 7
        said = lines_of(run.stderr())
        assert len(said) == 1 and "ended without connecting" in said[0], said


def test_signals_are_passed_on_while_the_device_opens():
    for sig in (signal.SIGTERM, signal.SIGINT, signal.SIGUSR1):
        with late_run("trap 'exit 5' %d; %s" % (sig, LOOP)) as run:
            run.wait_for_start()
            os.kill(run.pid, sig)
            assert run.wait() == 5


def test_run_is_killed_while_the_device_opens():
    with late_run(LOOP) as run:
        program = run.wait_for_start()
        server, = set(children_of(run.pid)) - {program}
        worker, = children_of(server)
        run.process.kill()
        run.wait()
        os.kill(program, signal.SIGKILL)
        for pid in server, worker:
            wait_for(lambda: not is_alive(pid), "the end of the server and its worker", 10)


common.main(globals())
