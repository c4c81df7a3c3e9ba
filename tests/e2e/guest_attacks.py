# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Makes those attacks of e2e/hostile that a guest can make, from a guest that scripts/guest has
created. The guest runs guest_gpu.c, which sends requests to the guest's kernel driver that Mesa
never sends. A worker renders. QEMU must survive, and the guest's next program must draw, in the
same worker unless the attack has ended it. If workers have died too often, QEMU must start no
worker for a while."""

import base64
import os
import random
import time
import zlib

import common
import guest
import machine_root
import qemu
import virglrenderer
import wire

CHUNK = 2000               # characters per line that the guest's terminal accepts
SECONDS = 10 * common.TIMEOUT
REST_S = 61                # QEMU starts no worker after two workers have hung within this time
MAX_COMMANDS_DW = 1 << 18  # in one submission
SIZE, BUFFER_B = 16, 4096  # sizes of the texture and the buffer that each client creates first
TEXTURE_2D, BUFFER, RENDER_TARGET = 2, 0, 2


class Resource(int):
    """The index of a client's buffer in a command. The guest's program replaces it by the host's
    handle, which only the guest knows."""

    def __str__(self):
        return "r%d" % int(self)


THEIRS, BYTES = Resource(0), Resource(1)


def lines(*words):
    return " ".join(str(word) for word in words) + "\n"


def submit(words):
    return lines("submit", *words, ".")


def create(width=SIZE, height=SIZE, target=TEXTURE_2D, bind=RENDER_TARGET, layers=1, last_level=0,
           samples=0, size_B=SIZE * SIZE * 4):
    return lines("create", target, qemu.B8G8R8A8, bind, width, height, 1, layers, last_level,
                 samples, 0, size_B)


def client():
    """Returns the script's lines that create a context with a texture and a buffer."""
    return lines("open") + create() + \
        lines("create", BUFFER, 64, 0x810, BUFFER_B, 1, 1, 1, 0, 0, 0, BUFFER_B)


def transfer(verb, box, resource=0, level=0, offset=0):
    return lines(verb, resource, level, offset, *[number & 0xffffffff for number in box])


def both_ways(*args, **kwargs):
    return transfer("to", *args, **kwargs) + transfer("from", *args, **kwargs)


# ---- Attacks, as lines for the guest's program ------------------------------------------------

def garbage():
    numbers = random.Random(1)
    return client() + "".join(submit(numbers.getrandbits(32) for _ in range(200))
                              for _ in range(20)) + submit([0xffffffff] * 64)


def cut_commands():
    words = qemu.clear_words(1, THEIRS, (1, 1, 1, 1))
    return client() + "".join(submit(words[:length]) for length in range(1, len(words)))


def lengths():
    """Sends commands whose headers announce more dwords than follow."""
    return client() + "".join(submit([0xffff0000 | number, 1, 2, 3]) for number in range(64))


def unknown_handles():
    return client() + "".join(submit(qemu.words_of(number, 1, *[0xabcdef] * 12))
                              for number in range(1, 64)) + \
        both_ways((0, 0, 0, 1, 1, 1), resource=99) + lines("destroy", 99) + lines("wait", 99)


def absurd_resources():
    huge = 0x7fffffff
    return client() + create(huge, huge) + create(0, 0) + create(65536, 65536, samples=255) + \
        create(layers=0) + create(layers=65536) + create(last_level=31) + create(samples=3) + \
        create(target=77) + create(bind=0xffffffff) + create(1 << 31, 1, target=BUFFER)


def boxes_outside():
    boxes = ((-1, 0, 0, 16, 16, 1), (0, 0, 0, 17, 16, 1), (0, 0, 0, 16, 17, 1),
             (0, 0, 1, 16, 16, 1), (0x7fffffff, 0, 0, 16, 16, 1), (0, 0, 5, 1, 1, 9),
             (1, 1, 1, -1, -1, -1))
    return client() + "".join(map(both_ways, boxes)) + \
        both_ways((0, 0, 0, 1, 1, 1), level=5) + \
        "".join(both_ways((0, 0, 0, 16, 16, 1), offset=offset) for offset in (4, 0xffffffff))


def short_memory():
    """Attaches a backing that is smaller than the resource: transfers may access only bytes of the
    backing."""
    return client() + create(64, 64, size_B=16) + both_ways((0, 0, 0, 64, 64, 1), resource=2) + \
        both_ways((0, 0, 0, 4, 1, 1), resource=2) + \
        submit(qemu.words_of(qemu.TRANSFER3D, 0, Resource(2), 0, 0, 0, 0, 0, 0, 0, 64, 64, 1, 0,
                             1))


def memory():
    """Requests more device memory than the guest's limit."""
    return client() + create(16384, 8192, size_B=4096) * 100 + submit(
        qemu.clear_words(1, THEIRS, (1, 1, 1, 1)))


def memory_that_is_gone():
    """Transfers from a backing that belongs to a buffer which the guest has destroyed."""
    return client() + (transfer("from", (0, 0, 0, 16, 16, 1)) + lines("destroy", 0) +
                       submit(qemu.words_of(qemu.TRANSFER3D, 0, THEIRS, 0, 0, 0, 0, 0, 0, 0, 16,
                                            16, 1, 0, 2)))


def objects():
    """Creates many objects of each kind; each object takes memory."""
    kinds = wire.objects(THEIRS, BYTES)
    return "".join(client() + submit(word for number in range(1, 101)
                                     for word in kind(number)) for kind in kinds.values())


def clients():
    return client() * 200


def name():
    """name_that_deceives_a_terminal: the kernel's driver names a context after its program. The
    library logs an error of that context."""
    deceiver = "\x1b]0;owned\x07\r\n\x9b31m".encode("latin1")
    return lines("name", *deceiver, 0) + client() + submit([0xffffffff] * 4)


def long_submission():
    """The guest submits more commands than the library takes at once."""
    return client() + lines("zeros", MAX_COMMANDS_DW) + lines("zeros", MAX_COMMANDS_DW + 1) + \
        lines("zeros", 2 * MAX_COMMANDS_DW)


def rewritten_memory():
    """shm_rewritten_during_transfer: the guest writes to the memory during transfers."""
    return client() + lines("race", 0, 200, 0, 0, 0, SIZE, SIZE, 1) + \
        lines("race", 1, 200, 0, 0, 0, BUFFER_B, 1, 1)


ATTACKS = (name, long_submission, rewritten_memory, garbage, cut_commands, lengths, unknown_handles,
           absurd_resources, boxes_outside, short_memory, memory, memory_that_is_gone, objects,
           clients)


def endless_draw():
    return client() + submit(wire.endless_draw(THEIRS))


def endless_draw_that_is_read():
    return endless_draw() + transfer("from", (0, 0, 0, 16, 16, 1)) + lines("wait", 0)


def writes_behind_an_endless_draw():
    """Sends many writes after an endless draw. The writes wait for the device, and their memory
    must be bounded."""
    write = qemu.words_of(9, 0, BYTES, 0, 0, 1024, 0, 0, 0, 0, 1024, 1, 1, *[0] * 256)
    return endless_draw() + submit(write + wire.draw_triangles(1)) + lines("again", 3000)


# ---- The guest ----------------------------------------------------------------------------------

def carry_out(machine, script):
    """Sends the script over the serial line in pieces, executes it with the guest's program, and
    returns the output."""
    text = base64.b64encode(zlib.compress(script.encode(), 9, 31)).decode()
    machine.run(": >/tmp/attack")
    for start in range(0, len(text), CHUNK):
        machine.run("echo %s >>/tmp/attack" % text[start:start + CHUNK])
    said = machine.run("base64 -d /tmp/attack | gunzip | /gpu", SECONDS)
    assert said.endswith("status=0\n"), said[-300:]
    return said


def check_next_program(machine):
    """Checks that the guest's next program draws, and that its new texture contains no data of
    earlier programs."""
    box = (0, 0, 0, SIZE, SIZE, 1)
    said = carry_out(machine, client() + lines("fill", 0, 0x11) + transfer("from", box) +
                     lines("wait", 0) + lines("read", 0) +
                     submit(qemu.clear_words(1, THEIRS, (1.0, 0.0, 0.2, 0.4))) +
                     transfer("from", box) + lines("wait", 0) + lines("read", 0))
    words = [line for line in said.splitlines() if line.startswith("word")]
    assert words == ["word 0 00000000", "word 0 66ff0033"], said + machine.said()[-500:]


def check_messages(machine):
    """Checks that QEMU's messages contain the program's name, but no byte that controls a
    terminal."""
    with open(machine.messages, "rb") as file:
        said = file.read()
    assert b"owned" in said and not set(said) & {0x1b, 0x07, 0x0d, 0x9b}, said[-500:]


def check_endless(machine, attack, worker):
    """Makes an attack with endless work. QEMU must end the worker, and the next program must get
    another worker. Returns the process id of that worker."""
    carry_out(machine, attack())
    check_next_program(machine)
    (other,) = machine_root.workers_of(machine.pid())
    assert other != worker, attack.__name__
    return other


def check_last_endless(machine, attack, since):
    """Makes an attack with endless work soon after another one. QEMU must report that workers die
    too often, and start no other worker."""
    carry_out(machine, attack())
    if time.monotonic() - since < REST_S - 1:
        common.wait_for(lambda: "die too often; no other is started" in machine.said(),
                        "what QEMU says")
        assert not machine_root.workers_of(machine.pid()), attack.__name__
    assert machine.process.poll() is None


def test_attacks():
    """Makes all attacks. Begins with an attack that ends the worker, so that enough time has passed
    before the last such attack."""
    environment = virglrenderer.host_environment({"GALVAN_RENDERER": "worker"})
    with guest.guest(environment=environment) as machine:
        if machine.run("test -x /gpu").endswith("=1\n"):
            raise AssertionError("the guest is older than its attacks: scripts/guest makes one")
        check_next_program(machine)
        (worker,) = machine_root.workers_of(machine.pid())
        worker = check_endless(machine, writes_behind_an_endless_draw, worker)
        rested = time.monotonic() + REST_S
        for attack in ATTACKS:
            said = carry_out(machine, attack())
            assert "submit: 0" in said or "create: 0" in said, said
            check_next_program(machine)
            assert machine_root.workers_of(machine.pid()) == [worker], attack.__name__
        guest.check_monitor_draws_nothing(machine)
        check_messages(machine)
        time.sleep(max(0, rested - time.monotonic()))
        begin = time.monotonic()
        check_endless(machine, endless_draw_that_is_read, worker)
        check_last_endless(machine, endless_draw, begin)


if __name__ == "__main__":
    common.main(globals())
