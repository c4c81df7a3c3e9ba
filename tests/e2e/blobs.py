# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Buffers that the client maps for good, as Mesa makes them from 25.0 on, on a real device."""

import mmap
import os
import random

import common
from common import Client, lines_of, serve

SIZE_B = 8192
CAPABILITY_BITS, BUFFER_STORAGE = 392 // 4, 1 << 31
RESOURCE_UNREF, SUBMIT_CMD, BUSY_WAIT, RESOURCE_CREATE2 = 3, 6, 7, 12
TRANSFER_GET2, TRANSFER_PUT2, RESOURCE_CREATE_BLOB = 13, 14, 18
RESOURCE_COPY_REGION, PIPE_RESOURCE_CREATE = 17, 48
HOST3D, MAPPABLE = 2, 1


def submit(client, command, *payload):
    client.message(SUBMIT_CMD, command | len(payload) << 16, *payload)


def announce(client, number):
    submit(client, PIPE_RESOURCE_CREATE, 0, 49, 0x10, SIZE_B, 1, 1, 1, 0, 0, 6, number)


def receive_resource(client, command):
    """The number that the server gave a resource, and its memory."""
    size, kind, handle = client.receive(3)
    assert (size, kind) == (1, command) and handle, (size, kind, handle)
    fd = client.receive_fd()
    memory = mmap.mmap(fd, SIZE_B)
    os.close(fd)
    return handle, memory


def make_blob(client, number):
    announce(client, number)
    client.message(RESOURCE_CREATE_BLOB, HOST3D, MAPPABLE, SIZE_B, 0, number, 0)
    return receive_resource(client, RESOURCE_CREATE_BLOB)


def make_buffer(client):
    client.message(RESOURCE_CREATE2, 0, 0, 64, 0x10, SIZE_B, 1, 1, 1, 0, 0, SIZE_B)
    return receive_resource(client, RESOURCE_CREATE2)


def copy(client, dst, src):
    submit(client, RESOURCE_COPY_REGION, dst, 0, 0, 0, 0, src, 0, 0, 0, 0, SIZE_B, 1, 1)


def transfer(client, command, handle):
    client.message(command, handle, 0, 0, 0, 0, SIZE_B, 1, 1, 0, 0)


def wait(client, handle):
    client.message(BUSY_WAIT, handle, 1)
    assert client.receive(3) == (1, BUSY_WAIT, 0)


def test_both_sides_see_it():
    with serve() as server, Client(server.path) as client:
        assert client.hello(version=3)[CAPABILITY_BITS] & BUFFER_STORAGE
        blob, shared = make_blob(client, 1)
        buffer, memory = make_buffer(client)
        assert blob != buffer
        for _ in range(3):
            shared[:] = random.randbytes(SIZE_B)  # nobody is told
            copy(client, buffer, blob)
            transfer(client, TRANSFER_GET2, buffer)
            wait(client, buffer)
            assert memory[:] == shared[:]
            memory[:] = random.randbytes(SIZE_B)
            transfer(client, TRANSFER_PUT2, buffer)
            copy(client, blob, buffer)
            wait(client, blob)
            assert memory[:] == shared[:]
        assert len(lines_of(server.stderr())) == 1, server.stderr()


def test_ends_while_the_device_uses_it():
    with serve() as server, Client(server.path) as client:
        client.hello(version=3)
        buffer, memory = make_buffer(client)
        for number in range(1, 30):
            blob, shared = make_blob(client, number)
            shared[:] = bytes([number]) * SIZE_B
            copy(client, buffer, blob)
            client.message(RESOURCE_UNREF, blob)
        transfer(client, TRANSFER_GET2, buffer)
        wait(client, buffer)
        assert memory[:] == bytes([29]) * SIZE_B
        assert len(lines_of(server.stderr())) == 1, server.stderr()


def test_device_without():
    with serve(env={"GALVAN_MASK": "externalMemoryHost"}) as server, Client(server.path) as client:
        assert not client.hello(version=3)[CAPABILITY_BITS] & BUFFER_STORAGE
        announce(client, 1)
        client.message(RESOURCE_CREATE_BLOB, HOST3D, MAPPABLE, SIZE_B, 0, 1, 0)
        assert client.receive(3) == (1, RESOURCE_CREATE_BLOB, 0)
        os.close(client.receive_fd())
        assert client.is_served()
        lines = lines_of(server.stderr())
        assert "PIPE_RESOURCE_CREATE at dword 0: not supported" in lines[1], lines
        assert "unknown blob 1" in lines[2], lines


common.main(globals())
