# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests persistently mapped buffers, in the way in which Mesa 25.0 and later creates them, on a
Vulkan device."""

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
CUSTOM, FENCE_B = 1 << 17, 8


def submit(client, command, *payload):
    client.message(SUBMIT_CMD, command | len(payload) << 16, *payload)


def announce(client, number):
    submit(client, PIPE_RESOURCE_CREATE, 0, 49, 0x10, SIZE_B, 1, 1, 1, 0, 0, 6, number)


def receive_resource(client, command):
    """Returns the handle that the server chose for a resource, and the resource's memory."""
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


def copy(client, dst, src, to=0, size=SIZE_B):
    submit(client, RESOURCE_COPY_REGION, dst, 0, to, 0, 0, src, 0, 0, 0, 0, size, 1, 1)


def transfer(client, command, handle):
    client.message(command, handle, 0, 0, 0, 0, SIZE_B, 1, 1, 0, 0)


def wait(client, handle):
    client.message(BUSY_WAIT, handle, 1)
    assert client.receive(3) == (1, BUSY_WAIT, 0)


# The first device can import the client's memory; the second cannot.
DEVICES = ({}, {"GALVAN_MASK": "externalMemoryHost"})


def see_it(env):
    with serve(env=env) as server, Client(server.path) as client:
        assert client.hello(version=3)[CAPABILITY_BITS] & BUFFER_STORAGE
        blob, shared = make_blob(client, 1)
        buffer, memory = make_buffer(client)
        assert blob != buffer
        for _ in range(3):
            shared[:] = random.randbytes(SIZE_B)  # the server gets no message
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


def test_both_sides_see_it():
    for env in DEVICES:
        see_it(env)


def make_fence(client):
    client.message(RESOURCE_CREATE2, 0, 0, 64, CUSTOM, FENCE_B, 1, 1, 1, 0, 0, FENCE_B)
    size, kind, handle = client.receive(3)
    os.close(client.receive_fd())
    return handle


def write_beside(env):
    """The client writes one half of a blob while the device writes the other half; the client only
    waits for a fence."""
    half = SIZE_B // 2
    with serve(env=env) as server, Client(server.path) as client:
        client.hello(version=3)
        blob, shared = make_blob(client, 1)
        buffer, memory = make_buffer(client)
        for round in range(8):
            memory[:] = random.randbytes(SIZE_B)
            mine = random.randbytes(half)
            transfer(client, TRANSFER_PUT2, buffer)
            where = round % 2 * half
            copy(client, blob, buffer, where, half)
            shared[half - where : SIZE_B - where] = mine
            wait(client, make_fence(client))
            assert shared[where : where + half] == memory[:half]
            assert shared[half - where : SIZE_B - where] == mine
            copy(client, buffer, blob)
            transfer(client, TRANSFER_GET2, buffer)
            wait(client, buffer)
            assert memory[:] == shared[:]
        assert len(lines_of(server.stderr())) == 1, server.stderr()


def test_both_sides_write():
    for env in DEVICES:
        write_beside(env)


def end_in_use(env):
    with serve(env=env) as server, Client(server.path) as client:
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


def test_ends_while_the_device_uses_it():
    for env in DEVICES:
        end_in_use(env)


common.main(globals())
