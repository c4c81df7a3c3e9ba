# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests clients that break the protocol, on a server with the real renderer. One log line must
report the client, the command, its position and the reason; the connection must end or continue as
documented; and other clients must not be affected."""

import mmap
import os
import resource
import select
import socket
import struct
import time

import common
from common import Client, Skip, children_of, lines_of, serve, wait_for
from wire import draw_triangles, endless_draw, objects


# ---- A ring ----------------------------------------------------------------------------------

HALVES = 4  # version of the internal commands between the client library and the server


class Ring:
    """A client's end of the ring in shared memory, through which it sends messages. A test may
    write anything to the ring and its counters."""

    SIZE_B, DATA = 1 << 20, 4096
    WRITTEN, TAKEN, SLEEPS = 0, 64, 68

    def __init__(self, client):
        client.message(70, HALVES)
        assert client.receive(3) == (1, 70, HALVES)
        fd = client.receive_fd()
        try:
            os.ftruncate(fd, 0)
            raise AssertionError("the memory is not sealed")
        except PermissionError:
            pass
        self.client, self.put_B = client, 0
        self.memory = mmap.mmap(fd, self.DATA + self.SIZE_B)
        os.close(fd)

    def set(self, place, number):
        struct.pack_into("<I", self.memory, place, number & 0xffffffff)

    def get(self, place):
        return struct.unpack_from("<I", self.memory, place)[0]

    def room_B(self):
        return self.SIZE_B - (self.put_B - self.get(self.TAKEN) & 0xffffffff)

    def put_bytes(self, data):
        """Writes bytes to the ring without announcing them to the worker."""
        at = self.put_B % self.SIZE_B
        first = data[:self.SIZE_B - at]
        self.memory[self.DATA + at:self.DATA + at + len(first)] = first
        self.memory[self.DATA:self.DATA + len(data) - len(first)] = data[len(first):]
        self.put_B += len(data)

    def put(self, *words):
        self.put_bytes(struct.pack("<%dI" % len(words), *words))

    def wake(self):
        self.set(self.WRITTEN, self.put_B)
        self.set(self.SLEEPS, 0)
        common.Client.send_bytes(self.client, struct.pack("<2I", 0, 71))

    def is_served(self):
        self.put(0, 10)
        self.wake()
        return self.client.receive(2) == (0, 10)


class RingClient(common.Client):
    """A client that sends all bytes after the handshake through a ring."""

    ring = None

    def hello(self, name=b"test", version=2):
        capabilities = super().hello(name, version)
        self.ring = Ring(self)
        return capabilities

    def offer_bytes(self, data):
        if not self.ring:
            return super().offer_bytes(data)
        data = data[:self.ring.room_B()]
        self.ring.put_bytes(data)
        self.ring.set(Ring.WRITTEN, self.ring.put_B)
        if self.ring.get(Ring.SLEEPS):
            self.ring.wake()
        return bool(data)

    def send_bytes(self, data):
        """Sends all bytes. Waits for space in the ring as long as the server exists."""
        if not self.ring:
            return super().send_bytes(data)
        hung_up = select.poll()
        hung_up.register(self.socket, 0)
        while data:
            room_B = self.ring.room_B()
            if self.offer_bytes(data):
                data = data[room_B:]
            elif hung_up.poll(1):
                raise BrokenPipeError


def over_the_ring(test):
    """Returns the test, but with clients that use a ring."""
    def run():
        global Client
        Client = RingClient
        try:
            test()
        finally:
            Client = common.Client
    run.__name__ = test.__name__ + "_over_the_ring"
    return run


# This setting logs an error even if its kind was logged before.
EVERY_ERROR = {"GALVAN_LOG": "warn,virgl=debug"}


def new_lines(server, before):
    return lines_of(server.stderr())[before:]


class Watched:
    """A server with a second, well-behaved client. Its workers do not prepare the pipelines that
    earlier workers stored, since these would take memory that no client has requested."""

    def __init__(self, env=None):
        self.env = {"GALVAN_CACHE": "off", **(env or {})}

    def __enter__(self):
        self.context = serve("--idle-timeout", "1", env={**os.environ, **self.env})
        self.server = self.context.__enter__()
        self.witness = Client(self.server.path)
        self.witness.hello(b"witness")
        self.before = len(lines_of(self.server.stderr()))
        return self

    def __exit__(self, *error):
        try:
            if error[0] is None:
                assert self.witness.is_served()
        finally:
            self.witness.socket.close()
            self.context.__exit__(*error)

    def client(self):
        return Client(self.server.path)

    def expect_line(self, *words):
        line, = wait_for(lambda: new_lines(self.server, self.before), "a line in the log", 10)
        for word in words:
            assert word in line, "%r is not in %r" % (word, line)


def test_garbage():
    with Watched() as watched, watched.client() as client:
        client.socket.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert client.is_hung_up()
        watched.expect_line("client 2, pid %d" % os.getpid(), "message header at byte 0",
                            "unknown command", "connection closed")


def test_name_that_deceives_a_terminal():
    """Sends a client's name with control characters (C0 and C1), characters that change the writing
    direction, and invalid UTF-8. The log contains the name, but must contain none of these
    characters."""
    with Watched() as watched, watched.client() as client:
        name = b"\x1b[2J \xc2\x9b31m \x9b1m \xe2\x80\xaetxt \xe2\x81\xa6 \xc3\xa4"
        client.hello(name)
        client.send(0, 99)
        assert client.is_hung_up()
        watched.expect_line("(?[2J ?31m ?1m ?txt ? \u00e4)", "unknown command 99")


def test_truncated_command():
    with Watched() as watched, watched.client() as client:
        client.hello()
        client.send(100, 6, 1, 2, 3)
        client.socket.shutdown(1)
        assert client.is_hung_up()
        watched.expect_line("SUBMIT_CMD at byte ", "the stream ends in the middle")


def test_unfinished_command():
    with Watched() as watched, watched.client() as client:
        client.hello()
        begin = time.monotonic()
        client.send(100)
        assert client.is_hung_up()
        assert time.monotonic() - begin > 0.5, watched.server.stderr()
        watched.expect_line("message header at byte ", "neither finishes this message")


def test_submit_of_4_gib():
    with Watched() as watched, watched.client() as client:
        client.hello()
        client.send(0x3fffffff, 6)
        assert client.is_hung_up()
        watched.expect_line("SUBMIT_CMD at byte ", "length 1073741823 dwords", "at most 262144")


def test_resource_of_absurd_size():
    """Creates a resource that is too large for the device. The server must refuse the resource; the
    client must still get a descriptor, and continue."""
    with Watched() as watched, watched.client() as client:
        client.hello()
        client.message(12, 1, 2, 1, 8, 0x7fffffff, 0x7fffffff, 1, 1, 0, 0, 4096)
        os.close(client.receive_fd())
        assert client.is_served()
        watched.expect_line("client 2, pid")


def test_memory_of_absurd_size():
    with Watched() as watched, watched.client() as client:
        client.hello()
        client.message(12, 1, 0, 64, 16, 16, 1, 1, 1, 0, 0, 0xffffffff)
        assert client.is_hung_up()
        watched.expect_line("RESOURCE_CREATE2 at byte ",
                            "resource 1 wants 4294967295 bytes of shared memory")


def test_memory_limit():
    """The client requests memory up to the limit, above it, and again after it has freed some."""
    with serve("--memory-limit", "1") as server, Client(server.path) as client:
        client.hello()

        def create(handle, height):
            client.message(12, handle, 2, 1, 8, 256, height, 1, 1, 0, 0, 256 * height * 4)
            os.close(client.receive_fd())
            assert client.is_served()
            return len(lines_of(server.stderr()))

        assert create(1, 256) == 1, "the line about serving"
        assert create(2, 1024) == 2
        client.message(3, 1)
        assert create(3, 256) == 2
        assert "out of memory" in server.stderr() or "limit" in server.stderr()


def test_memory_of_all_clients():
    """Checks that memory which one client uses is not available to other clients, until the client
    frees its resources or ends."""
    def create(client, handle, height):
        """Creates a texture. 128 rows take 1 MiB, for the texture and its backing together."""
        client.message(12, handle, 2, 1, 8, 1024, height, 1, 1, 0, 0, 1024 * height * 4)
        os.close(client.receive_fd())
        assert client.is_served()

    with serve("--total-memory-limit", "64", env=EVERY_ERROR) as server:
        def refused():
            return server.stderr().count("memory limit of the client")

        with Client(server.path) as greedy, Client(server.path) as modest:
            greedy.hello()
            modest.hello()
            for handle in range(1, 15):
                create(greedy, handle, 512)
            for handle in range(15, 21):
                create(greedy, handle, 512)
            held = 20 - refused()
            assert 14 <= held <= 15, server.stderr()
            before = refused()
            create(modest, 1, 1024)
            assert refused() == before + 1
            for handle in range(1, 4):
                greedy.message(3, handle)
            assert greedy.is_served()
            create(modest, 2, 1024)
            assert refused() == before + 1, server.stderr()
        with Client(server.path) as next_one:
            next_one.hello()
            create(next_one, 1, 4096)
            assert refused() == before + 1, server.stderr()


def test_announced_sizes_are_charged():
    """Requests a read over the socket, or shared memory, whose size is far above the limit. The
    worker must refuse the request without allocating memory."""
    read = (4, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0x7fffffff)
    share = (12, 1, 0, 64, 16, 16, 1, 1, 1, 0, 0, 1800 << 20)
    for version, message, reason in ((0, read, "2147483647 bytes of data: memory limit"),
                                     (2, share, "1887436800 bytes of shared memory, of at most "
                                      "1048576")):
        with serve("--memory-limit", "1") as server, Client(server.path) as client:
            client.hello(version=version)
            client.message(*message)
            assert client.is_hung_up()
            assert reason in server.stderr(), server.stderr()


def test_memory_cannot_be_taken_away():
    """shm_truncated_after_create, transfer_iov_unmapped_midway: checks that the client cannot
    shrink shared memory, since the worker would fault on the missing pages."""
    with Watched() as watched, watched.client() as client:
        client.hello()
        client.message(12, 1, 2, 1, 8, 64, 64, 1, 1, 0, 0, 64 * 64 * 4)
        fd = client.receive_fd()
        try:
            os.ftruncate(fd, 0)
            raise AssertionError("the memory is not sealed")
        except PermissionError:
            pass
        with mmap.mmap(fd, 64 * 64 * 4) as memory:
            assert memory[:] == bytes(64 * 64 * 4)
        os.close(fd)
        client.message(14, 1, 0, 0, 0, 0, 64, 64, 1, 0, 0)
        client.message(13, 1, 0, 0, 0, 0, 64, 64, 1, 0, 0)
        assert client.is_served()


PART_B = 32 << 20  # size of one part of the client's pool


def test_places_outside_the_pool():
    """The client places resources outside of its pool, the memory that it assigns to resources
    itself."""
    for size, offset in ((64, PART_B), (PART_B, 64), (0xffffffc0, 64), (64, 0xffffffc0)):
        with Watched() as watched, watched.client() as client:
            client.hello()
            client.message(68, HALVES)
            assert client.receive(3) == (1, 68, HALVES)
            os.close(client.receive_fd())
            client.message(69, 1, 0, 64, 16, size, 1, 1, 1, 0, 0, size, offset)
            assert client.is_hung_up()
            watched.expect_line("RESOURCE_PLACE at byte", "of a pool of %d" % PART_B)


def test_places_that_change_while_they_are_read():
    """shm_rewritten_during_transfer: the client places two resources at one offset of its pool,
    and fills this memory while the worker copies it."""
    with Watched() as watched, watched.client() as client:
        client.hello()
        client.message(68, HALVES)
        assert client.receive(3) == (1, 68, HALVES)
        fd = client.receive_fd()
        with mmap.mmap(fd, PART_B) as memory:
            for handle in (1, 2):
                client.message(69, handle, 2, 1, 8, 64, 64, 1, 1, 0, 0, 64 * 64 * 4, 4096)
            for round in range(200):
                client.message(14, 1 + round % 2, 0, 0, 0, 0, 64, 64, 1, 0, 0)
                client.message(13, 2 - round % 2, 0, 0, 0, 0, 64, 64, 1, 0, 0)
                memory[4096:4096 + 64 * 64 * 4] = bytes([round]) * (64 * 64 * 4)
            assert client.is_served()
            client.message(3, 1)
            client.message(13, 2, 0, 0, 0, 0, 64, 64, 1, 0, 0)
            assert client.is_served()
        os.close(fd)


def test_pools_are_charged():
    """Checks that the client's limit is charged for a pool as soon as the pool is created, and that
    a pool may take only a small part of the limit."""
    with serve("--memory-limit", "512", env=EVERY_ERROR) as server, \
            Client(server.path) as client:
        client.hello()
        client.message(68, HALVES)
        assert client.receive(3) == (1, 68, HALVES)
        os.close(client.receive_fd())
        client.message(68, HALVES)
        assert client.receive(3) == (1, 68, 0)
        client.message(12, 1, 0, 64, 16, 16, 1, 1, 1, 0, 0, 481 << 20)
        os.close(client.receive_fd())
        assert client.is_served()
        assert "resource 1" in server.stderr(), server.stderr()
    with serve("--memory-limit", "511") as server, Client(server.path) as client:
        client.hello()
        client.message(68, HALVES)
        assert client.receive(3) == (1, 68, 0)


# ---- Attacks that need a ring --------------------------------------------------------------------

def test_counts_of_a_ring_that_cannot_be():
    """Claims to have written more bytes than the ring holds, and fewer bytes than the worker has
    read."""
    for num in (Ring.SIZE_B + 1, 1 << 31, -1):
        with Watched() as watched, watched.client() as client:
            client.hello()
            ring = Ring(client)
            assert ring.is_served()
            ring.put_B += num
            ring.wake()
            assert client.is_hung_up()
            watched.expect_line("client 2, pid %d" % os.getpid(), "at byte ",
                                "the ring is said to hold", "room for %d" % Ring.SIZE_B)


def test_lengths_over_a_ring():
    """Checks that lengths of messages have the same bounds as on the socket, and that a message may
    be larger than the ring."""
    with Watched() as watched, watched.client() as client:
        client.hello()
        ring = Ring(client)
        ring.put(0x3fffffff, 6)
        ring.wake()
        assert client.is_hung_up()
        watched.expect_line("SUBMIT_CMD at byte ", "length 1073741823 dwords", "at most 262144")
    with Watched() as watched, watched.client() as client:
        client.hello()
        ring = Ring(client)
        words = 200000
        ring.put(words, 6)
        for _ in range(words // 10000):
            ring.put(*[0] * 10000)
            ring.wake()
            wait_for(lambda: ring.get(Ring.TAKEN) == ring.put_B, "the worker takes it")
        assert ring.is_served()


def test_a_ring_whose_end_never_moves():
    """Writes half of a message to the ring, and sends thousands of wakes. The time limit of a
    message must still apply."""
    with Watched() as watched, watched.client() as client:
        client.hello()
        ring = Ring(client)
        begin = time.monotonic()
        ring.put(2, 6, 0)
        try:
            while time.monotonic() - begin < common.TIMEOUT:
                ring.wake()
                time.sleep(0.001)
            raise AssertionError("is served for ever")
        except OSError:
            pass
        assert time.monotonic() - begin > 0.5, watched.server.stderr()
        watched.expect_line("SUBMIT_CMD at byte ", "neither finishes this message")


def test_wakes_alone():
    """Sends wakes without bytes in the ring, and overwrites the worker's fields in the ring's page.
    The worker must continue, and set these fields again."""
    with Watched() as watched, watched.client() as client:
        client.hello()
        ring = Ring(client)
        for _ in range(10000):
            client.message(71)
        for place in (Ring.TAKEN, Ring.SLEEPS, 4):
            ring.set(place, 0x55555555)
        assert ring.is_served()
        wait_for(lambda: ring.get(Ring.SLEEPS) == 1, "the worker sleeps")
        assert ring.get(Ring.TAKEN) == ring.put_B
        assert not new_lines(watched.server, watched.before)


def test_headers_that_change_behind_the_wake():
    """Changes headers in the ring after waking the worker. The worker must copy each header once:
    it executes or refuses either the old or the new header."""
    for _ in range(2):
        with Watched() as watched, watched.client() as client:
            client.hello()
            ring = Ring(client)
            at = Ring.DATA + ring.put_B
            ring.put(*[0, 10] * 1000)
            ring.wake()
            try:
                for _ in range(200):
                    struct.pack_into("<2I", ring.memory, at + 7992, 0xffffffff, 0xffffffff)
                    struct.pack_into("<2I", ring.memory, at + 7992, 0, 10)
                assert ring.is_served()
            except (OSError, AssertionError):
                watched.expect_line("message header at byte ", "unknown command 4294967295")


def test_a_ring_of_who_has_gone():
    """Disconnects while the last messages are still in the ring. The worker must execute these
    messages and end."""
    with Watched() as watched:
        client = watched.client()
        client.hello()
        ring = Ring(client)
        ring.put(0, 10)
        ring.set(Ring.WRITTEN, ring.put_B)
        client.message(71)
        client.socket.shutdown(socket.SHUT_WR)
        assert client.receive(2) == (0, 10)
        assert client.is_hung_up()
        client.socket.close()
        wait_for(lambda: len(children_of(watched.server.pid)) == 1, "the worker ends")


def test_rings_are_charged():
    with serve("--memory-limit", "4") as server, Client(server.path) as client:
        client.hello()
        client.message(70, HALVES)
        assert client.receive(3) == (1, 70, 0)


# ---- Descriptors -----------------------------------------------------------------------------

def num_descriptors(server):
    return sum(len(os.listdir("/proc/%d/fd" % pid)) for pid in children_of(server.pid))


def test_descriptors_that_nobody_asked_for():
    """fifty_fds_in_one_message: sends descriptors, which no command takes. The worker must leave
    none of them open."""
    with Watched() as watched, watched.client() as client:
        client.hello()
        before = num_descriptors(watched.server)
        with open(os.devnull, "rb") as null:
            socket.send_fds(client.socket, [struct.pack("<2I", 0, 10)], [null.fileno()] * 50)
        assert client.receive(2) == (0, 10)
        wait_for(lambda: num_descriptors(watched.server) == before, "the descriptors to go")


def test_descriptors_without_a_message():
    """fd_with_no_message: sends descriptors with the first bytes of a header that the client never
    completes."""
    with Watched() as watched, watched.client() as client:
        client.hello()
        assert client.is_served()
        before = num_descriptors(watched.server)
        with open(os.devnull, "rb") as null:
            socket.send_fds(client.socket, [b"\0\0\0"], [null.fileno()] * 50)
        wait_for(lambda: num_descriptors(watched.server) == before, "the descriptors to go", 10)
        assert client.is_hung_up()
        watched.expect_line("message header at byte ", "neither finishes this message")


def test_client_sends_but_never_reads():
    """client_sends_but_never_reads: checks that answers which the client does not read take no
    memory of the worker, and that other clients are served meanwhile."""
    with Watched() as watched, watched.client() as client:
        client.hello()
        assert client.is_served()
        worker = children_of(watched.server.pid)[-1]
        pings = struct.pack("<2I", 0, 10) * 8192
        begin_kB, refused = peak_kB(worker), 0
        end = time.monotonic() + common.TIMEOUT
        while refused < 20 and time.monotonic() < end:
            if not client.offer_bytes(pings):
                refused += 1
                time.sleep(0.01)
        assert refused == 20, "takes messages for ever"
        assert watched.witness.is_served()
        assert peak_kB(worker) - begin_kB < 4 << 10


def test_shared_memory_smaller_than_its_resource():
    """shm_smaller_than_resource: checks that a transfer accesses only the available bytes."""
    with Watched() as watched, watched.client() as client:
        client.hello()
        client.message(12, 1, 2, 1, 0xa, 64, 64, 1, 1, 0, 0, 16)
        fd = client.receive_fd()
        for command in (13, 14):
            client.message(command, 1, 0, 0, 0, 0, 64, 64, 1, 0, 0)
        assert client.is_served()
        assert len(new_lines(watched.server, watched.before)) == 2
        client.message(14, 1, 0, 0, 0, 0, 4, 1, 1, 0, 0)
        client.message(13, 1, 0, 0, 0, 0, 4, 1, 1, 0, 0)
        assert client.is_served()
        assert len(new_lines(watched.server, watched.before)) == 2
        os.close(fd)


def test_contents_come_back():
    with Watched() as watched, watched.client() as client:
        client.hello()
        client.message(12, 1, 2, 1, 0xa, 16, 4, 1, 1, 0, 0, 256)
        fd = client.receive_fd()
        with mmap.mmap(fd, 256) as memory:
            memory[:] = bytes(range(256))
            client.message(14, 1, 0, 0, 0, 0, 16, 4, 1, 0, 0)
            client.message(7, 1, 1)
            assert client.receive(3) == (1, 7, 0)
            memory[:] = bytes(256)
            client.message(13, 1, 0, 0, 0, 0, 16, 4, 1, 0, 0)
            client.message(7, 1, 1)
            assert client.receive(3) == (1, 7, 0)
            assert memory[:] == bytes(range(256))
        os.close(fd)


def test_boxes_outside():
    with Watched(EVERY_ERROR) as watched, watched.client() as client:
        client.hello()
        client.message(12, 1, 2, 1, 0xa, 16, 4, 1, 1, 0, 0, 256)
        os.close(client.receive_fd())
        minus = struct.unpack("<I", struct.pack("<i", -1))[0]
        for box, offset in (((minus, 0, 0, 16, 4, 1), 0), ((0, 0, 0, 17, 4, 1), 0),
                            ((0, 0, 0, 16, 5, 1), 0), ((0, 0, 1, 16, 4, 1), 0),
                            ((0x7fffffff, 0, 0, 16, 4, 1), 0), ((0, 0, 0, 16, 4, 1), 4),
                            ((0, 0, 0, 16, 4, 1), 0xffffffff)):
            for command in (13, 14):
                client.message(command, 1, 0, *box, 0, offset)
        client.message(13, 1, 5, 0, 0, 0, 1, 1, 1, 0, 0)
        client.message(13, 99, 0, 0, 0, 0, 1, 1, 1, 0, 0)
        assert client.is_served()
        assert len(new_lines(watched.server, watched.before)) == 16


def test_unknown_handles():
    with Watched() as watched, watched.client() as client:
        client.hello()
        client.message(3, 4711)
        client.message(7, 4711, 1)
        assert client.receive(3) == (1, 7, 0)
        assert client.is_served()


# ---- An endless shader ----------------------------------------------------------------------

def begin_endless_draw(client):
    client.hello()
    client.message(12, 1, 2, 1, 0xa, 16, 16, 1, 1, 0, 0, 16 * 16 * 4)
    os.close(client.receive_fd())
    client.message(6, *endless_draw())


def test_endless_loop():
    """Runs an endless shader, which a software device cannot interrupt. The listener must end the
    worker, and serve other clients."""
    with serve("--time-limit", "1") as server, Client(server.path) as witness:
        witness.hello(b"witness")
        with Client(server.path) as client:
            begin_endless_draw(client)
            client.message(13, 1, 0, 0, 0, 0, 16, 16, 1, 0, 0)
            client.message(7, 1, 1)
            assert client.is_hung_up()
        assert any("has taken more than 1 s" in line for line in lines_of(server.stderr()))
        assert witness.is_served()


def is_cut_off(client):
    try:
        return not client.is_served()
    except (AssertionError, OSError):
        return True


def test_endless_draw_of_a_client_that_never_waits():
    """Makes two clients submit endless draws; then one client sends pings, and the other sends
    nothing. The server must end both clients, since the time limit also applies to the device's
    work."""
    with serve("--time-limit", "2") as server:
        with Client(server.path) as silent, Client(server.path) as chatty:
            begin_endless_draw(silent)
            begin_endless_draw(chatty)
            wait_for(lambda: is_cut_off(chatty), "the end of the client that pings")
            assert silent.is_hung_up()
        cut = [line for line in lines_of(server.stderr())
               if "one submission to the device has taken more than 2 s" in line]
        assert len(cut) == 2, server.stderr()


def test_writes_behind_an_endless_draw():
    """Checks that the number of submissions ahead of the device is bounded: the client has to wait,
    and the memory for its writes stops growing."""
    with serve("--time-limit", "5", "--memory-limit", "64") as server:
        with Client(server.path) as client:
            begin_endless_draw(client)
            worker, = children_of(server.pid)
            begin_kB = last_kB = peak_kB(worker)
            client.message(12, 2, 2, 1, 0xa, 256, 256, 1, 1, 0, 0, 4)
            os.close(client.receive_fd())
            payload = struct.pack("<12I", 9 | 11 + 256 * 255 << 16, 2, 0, 0, 256 * 4, 0, 0, 0, 0,
                                  256, 255, 1) + bytes(256 * 255 * 4)
            message = struct.pack("<2I", len(payload) // 4, 6) + payload
            draw = draw_triangles(1)
            draw = struct.pack("<%dI" % (len(draw) + 2), len(draw), 6, *draw)
            try:
                for _ in range(4000):
                    client.send_bytes(message + draw)
                    last_kB = max(last_kB, peak_kB(worker))
            except OSError:
                pass
            assert last_kB - begin_kB < 300 << 10, "%d kB, then %d kB" % (begin_kB, last_kB)


# ---- Private memory ---------------------------------------------------------------------------

def test_ceiling_of_private_memory():
    """Reaches the ceiling of private memory that a worker with a software device has: the client's
    limit plus 1 GiB, for charged and other memory. The worker must refuse commands, and
    continue."""
    if os.environ.get("GALVAN_SANITIZER_RUNTIME"):
        raise Skip("a sanitizer's process has none")
    with serve("--memory-limit", "512") as server, Client(server.path) as client:
        client.hello()
        assert client.is_served()
        worker, = children_of(server.pid)
        ceiling = 512 + 1024 << 20
        assert resource.prlimit(worker, resource.RLIMIT_DATA) == (ceiling, ceiling)
        resource.prlimit(worker, resource.RLIMIT_DATA, (150 << 20, ceiling))
        for handle in range(1, 12):
            client.message(12, handle, 2, 1, 0xa, 2048, 2048, 1, 1, 0, 0, 4)
            os.close(client.receive_fd())
            assert client.is_served()
        assert "memory limit of the client" not in server.stderr()
        assert "resource 11" in server.stderr(), server.stderr()
        for handle in range(1, 12):
            client.message(3, handle)
        client.message(12, 12, 2, 1, 0xa, 2048, 2048, 1, 1, 0, 0, 4)
        os.close(client.receive_fd())
        assert client.is_served()
        assert "resource 12" not in server.stderr(), server.stderr()


# ---- Objects --------------------------------------------------------------------------------

OBJECTS = objects()


def peak_kB(pid):
    with open("/proc/%d/status" % pid) as file:
        return next((int(line.split()[1]) for line in file if line.startswith("VmHWM:")), 0)


def test_objects_are_charged_for_their_memory():
    """Creates objects of each kind, and of all kinds together, until the client's memory is used
    up, and then the same number again. The worker must take at most the limit plus 100 MiB (for
    sanitizers and validation), and continue. GALVAN_TEST_OBJECTS is the least number of objects
    that the test creates."""
    limit_MiB, per_message, last = 8, 1000, 32000
    least = int(os.environ.get("GALVAN_TEST_OBJECTS", "0"))
    for kinds in [*([kind] for kind in OBJECTS), list(OBJECTS)]:
        with serve("--memory-limit", str(limit_MiB)) as server, Client(server.path) as client:
            client.hello()
            client.message(12, 1, 2, 1, 0xa, 16, 16, 1, 1, 0, 0, 16 * 16 * 4)
            os.close(client.receive_fd())
            client.message(12, 2, 0, 64, 0x810, 4096, 1, 1, 1, 0, 0, 4096)
            os.close(client.receive_fd())
            assert client.is_served()
            worker, = children_of(server.pid)
            begin_kB = peak_kB(worker)
            first, held = 1, 0
            while not held or first < max(2 * held, least):
                client.message(6, *(word for n in range(first, first + per_message)
                                    for word in OBJECTS[kinds[n % len(kinds)]](n)))
                assert client.is_served()
                first += per_message
                if not held and "memory limit of the client" in server.stderr():
                    held = first
                assert held or first < last, "%s: %d objects" % (kinds, first)
            grown_kB = peak_kB(worker) - begin_kB
            print("%s: %d objects of %d, %d kB" % (" ".join(kinds), held, first, grown_kB))
            assert grown_kB < (limit_MiB + 100) << 10


# These tests also run with a ring: they break the protocol only after the handshake, and their
# memory limit has space for a ring.
for test in (test_name_that_deceives_a_terminal, test_truncated_command, test_unfinished_command,
             test_submit_of_4_gib, test_resource_of_absurd_size, test_memory_of_absurd_size,
             test_memory_of_all_clients, test_memory_cannot_be_taken_away,
             test_places_outside_the_pool, test_places_that_change_while_they_are_read,
             test_client_sends_but_never_reads, test_shared_memory_smaller_than_its_resource,
             test_contents_come_back, test_boxes_outside, test_unknown_handles, test_endless_loop,
             test_endless_draw_of_a_client_that_never_waits, test_writes_behind_an_endless_draw,
             test_ceiling_of_private_memory):
    globals()[test.__name__ + "_over_the_ring"] = over_the_ring(test)
del test

common.main(globals())
