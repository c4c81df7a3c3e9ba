# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests galvan serve when a device is lost, a Vulkan call fails, or a driver faults; Vulkan layers
of the tests cause these failures. The client's connection and its worker must end, the log must
report why, and the next client must work."""

import contextlib
import itertools
import os
import re
import resource
import subprocess

import common
from common import (Client, Display, children_of, client_environment, directory,
                    layer_environment, need, serve, wait_for)


@contextlib.contextmanager
def gears(path, display):
    """Starts glxgears as a client of a server."""
    process = subprocess.Popen([need("glxgears")],
                               env={**client_environment(path), **display.environment},
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


@contextlib.contextmanager
def drawing_gears(path, display):
    """Starts glxgears, and yields its process once glxgears draws."""
    seen = set()
    with gears(path, display) as process:
        def changed():
            assert process.poll() is None, "glxgears ended"
            seen.add(hash(str(display.picture().crop(300, 300).rows)))
            return len(seen) > 3
        wait_for(changed, "frames of glxgears")
        yield process


def test_client_of_a_lost_device():
    with directory() as dir:
        loss = os.path.join(dir, "loss")
        environment = {**layer_environment("loss"), "GALVAN_LOSS_FILE": loss}
        with serve(env=environment) as server, Display() as display:
            with drawing_gears(server.path, display) as process:
                with open(loss, "w"):
                    pass
                server.wait_for_message("was lost")
                wait_for(lambda: process.poll() is not None, "the client's end")
                wait_for(lambda: not children_of(server.pid), "the worker's end")
            os.remove(loss)
            with drawing_gears(server.path, display):
                pass
            assert "ended by signal" not in server.stderr(), server.stderr()


HOST_MEMORY, DEVICE_MEMORY, LOST = 1, 2, 4  # values of VkResult without their sign
FOR_EVER = 2**64 - 1


class FailingServer:
    """A server. In its workers, those Vulkan calls fail that the test chooses. Mesa's device-select
    layer is disabled, since after a failed call it reads a count that the call did not write."""

    def __init__(self, stack):
        self.link = os.path.join(stack.enter_context(directory()), "calls")
        self.server = stack.enter_context(serve(env={**layer_environment("failing_calls"),
                                                     "GALVAN_FAILING_CALLS": self.link,
                                                     "NODEVICE_SELECT": "1"}))
        self.path = self.server.path

    @contextlib.contextmanager
    def failing(self, result, first, end):
        """Makes the calls first to end - 1 of each new worker fail with this result while the
        context lasts. After that, the server must serve a client."""
        os.symlink("%d %d %d" % (result, first, end), self.link)
        self.num_lines = len(self.server.stderr().splitlines())
        yield
        os.remove(self.link)
        assert self.serves(), "the next client is not served"
        wait_for(lambda: not children_of(self.server.pid), "the workers' ends")
        assert "ended by signal" not in self.server.stderr(), self.server.stderr()

    def serves(self):
        with Client(self.path) as client:
            try:
                client.hello()
                return client.is_served()
            except (AssertionError, ConnectionError):
                return False

    def has_told(self):
        return len(self.server.stderr().splitlines()) > self.num_lines


def test_failing_calls_of_a_screen():
    """Makes opening the device fail. The client's connection must end, and the log must report
    why."""
    with contextlib.ExitStack() as stack:
        server = FailingServer(stack)
        for result, first in itertools.product((HOST_MEMORY, DEVICE_MEMORY),
                                               (0, 1, 3, 7, 300, 611, 625)):
            with server.failing(result, first, FOR_EVER):
                assert server.serves() or server.has_told()


def test_failing_calls_of_a_program():
    """Makes one Vulkan call fail, or all calls from one on, while glxgears draws. glxgears must
    draw or end, or the log must report why it does not draw. With GALVAN_TEST_EVERY=N, the test
    does this for every Nth of the first 800 calls, which reports that memory has run out, and for
    every Nth of the first 100 calls, which reports a lost device."""
    every = int(os.environ.get("GALVAN_TEST_EVERY", "0"))
    places = [(HOST_MEMORY, 640), (DEVICE_MEMORY, 660), (HOST_MEMORY, 680), (DEVICE_MEMORY, 720),
              (LOST, 5), (LOST, 9)]
    if every:
        places = [*itertools.product((HOST_MEMORY, DEVICE_MEMORY), range(0, 800, every)),
                  *itertools.product((LOST,), range(0, 100, every))]
    with contextlib.ExitStack() as stack:
        server, display = FailingServer(stack), stack.enter_context(Display())
        tries = [(result, first, end) for result, first in places for end in (first + 1, FOR_EVER)]
        for result, first, end in tries:
            with server.failing(result, first, end), gears(server.path, display) as process:
                wait_for(lambda: (process.poll() is not None or server.has_told() or
                                  len(display.picture().crop(300, 300).colours()) > 100),
                         "a word or a picture")


def test_fault_in_a_driver():
    """Makes a driver fault. The log must name the signal, the library, the command and the shader,
    and the worker must write a core file. Handlers of sanitizers are disabled."""
    with directory() as dir:
        fault = os.path.join(dir, "fault")
        environment = {**layer_environment("loss"), "GALVAN_FAULT_FILE": fault,
                       "ASAN_OPTIONS": "handle_segv=0", "TSAN_OPTIONS": "handle_segv=0"}
        with serve("--core-files", env=environment) as server, Display() as display:
            with drawing_gears(server.path, display) as process:
                worker, = children_of(server.pid)
                soft, hard = resource.prlimit(worker, resource.RLIMIT_CORE)
                assert soft == hard == resource.getrlimit(resource.RLIMIT_CORE)[1]
                resource.prlimit(worker, resource.RLIMIT_CORE, (0, hard))
                with open(fault, "w"):
                    pass
                server.wait_for_message("was ended by signal 11 (Segmentation fault)")
                wait_for(lambda: process.poll() is not None, "the client's end")
            line, = wait_for(lambda: re.findall("client 1, pid .*: it was in .*", server.stderr()),
                             "a line about the fault")
            assert re.search(r"it was in libloss_layer\.so\+0x[0-9a-f]+, thread \"galvan\", "
                             r"address 0x10; its last message is [A-Z_0-9]+, its last command "
                             r"[A-Z_ ]+ at dword \d+, its last shader [1-9]\d*", line), line


common.main(globals())
