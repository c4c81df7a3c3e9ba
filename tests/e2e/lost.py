# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""A lost device, and a fault in a driver, under galvan serve: the client's connection ends, its
worker ends and the log says why, and the next client works. A layer of the tests does both."""

import contextlib
import os
import re
import resource
import subprocess

import common
from common import (Display, children_of, client_environment, directory, layer_environment, need,
                    serve, wait_for)


@contextlib.contextmanager
def gears(path, display):
    """glxgears as a client of a server, once it draws."""
    process = subprocess.Popen([need("glxgears")],
                               env={**client_environment(path), **display.environment},
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seen = set()

    def changed():
        assert process.poll() is None, "glxgears ended"
        seen.add(hash(str(display.picture().crop(300, 300).rows)))
        return len(seen) > 3
    try:
        wait_for(changed, "frames of glxgears")
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def test_client_of_a_lost_device():
    with directory() as dir:
        loss = os.path.join(dir, "loss")
        environment = {**layer_environment("loss"), "GALVAN_LOSS_FILE": loss}
        with serve(env=environment) as server, Display() as display:
            with gears(server.path, display) as process:
                with open(loss, "w"):
                    pass
                server.wait_for_message("was lost")
                wait_for(lambda: process.poll() is not None, "the client's end")
                wait_for(lambda: not children_of(server.pid), "the worker's end")
            os.remove(loss)
            with gears(server.path, display):
                pass
            assert "ended by signal" not in server.stderr(), server.stderr()


def test_fault_in_a_driver():
    """The log names the signal, the library, the command and the shader; the core is kept. Without
    a sanitizer's own handler."""
    with directory() as dir:
        fault = os.path.join(dir, "fault")
        environment = {**layer_environment("loss"), "GALVAN_FAULT_FILE": fault,
                       "ASAN_OPTIONS": "handle_segv=0", "TSAN_OPTIONS": "handle_segv=0"}
        with serve("--core-files", env=environment) as server, Display() as display:
            with gears(server.path, display) as process:
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
