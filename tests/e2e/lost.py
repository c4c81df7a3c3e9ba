# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""A lost device under galvan serve: the client's connection ends, its worker ends cleanly and says
why, and the next client works. A Vulkan layer of the tests loses the device."""

import contextlib
import os
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


common.main(globals())
