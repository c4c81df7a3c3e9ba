# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Drives QEMU's virtio GPU in place of a guest system. This driver runs outside of QEMU, and
accesses memory, ports and configuration space by QEMU's test protocol (-qtest). The guest's
processor only runs firmware that does nothing. Numbers and layouts are those of the virtio
specification 1.2, sections 2.7, 4.1 and 5.7."""

import socket
import struct

import common

VENDOR, DEVICE = 0x1AF4, 0x1050
FEATURE_VIRGL, FEATURE_VERSION_1 = 1 << 0, 1 << 32
STATUS_ACKNOWLEDGE, STATUS_DRIVER, STATUS_DRIVER_OK, STATUS_FEATURES_OK = 1, 2, 4, 8
CAP_COMMON, CAP_NOTIFY, CAP_DEVICE = 1, 2, 4
QUEUE_SIZE = 16
MEMORY = 16 << 20       # the guest's address of this driver's data
WINDOW = 0xE0000000     # the guest's address of the device's registers

GET_DISPLAY_INFO, CREATE_2D, UNREF, SET_SCANOUT, FLUSH, TO_HOST_2D = range(0x100, 0x106)
ATTACH_BACKING, DETACH_BACKING, GET_CAPSET_INFO, GET_CAPSET = range(0x106, 0x10A)
CTX_CREATE, CTX_DESTROY, CTX_ATTACH, CTX_DETACH = range(0x200, 0x204)
CREATE_3D, TO_HOST_3D, FROM_HOST_3D, SUBMIT_3D = range(0x204, 0x208)
UPDATE_CURSOR = 0x300
OK_NODATA, OK_DISPLAY_INFO, OK_CAPSET_INFO, OK_CAPSET = range(0x1100, 0x1104)
FLAG_FENCE = 1


def write_firmware(path):
    """Writes firmware that disables interrupts and halts at its first instruction."""
    image = bytearray(64 << 10)
    image[0xFFF0:0xFFF4] = bytes([0xFA, 0xF4, 0xEB, 0xFD])  # cli; hlt; jmp back to hlt
    with open(path, "wb") as file:
        file.write(image)


class Machine:
    """Accesses memory, ports and PCI configuration of a virtual machine by the test protocol."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(common.PATIENCE * common.TIMEOUT) # on a busy host
        self.socket.connect(path)
        self.lines = self.socket.makefile("r")
        try:
            self.ask("inl", "0xcf8")
        except (AssertionError, ConnectionError):
            self.close()
            raise ConnectionError("QEMU is gone")

    def close(self):
        self.lines.close()
        self.socket.close()

    def ask(self, *words):
        self.socket.sendall((" ".join(str(word) for word in words) + "\n").encode())
        answer = self.lines.readline().split()
        while answer and answer[0] == "IRQ":
            answer = self.lines.readline().split()
        assert answer and answer[0] == "OK", "%r: %r" % (words, answer)
        return answer[1] if len(answer) > 1 else None

    def read(self, address, size):
        return bytes.fromhex(self.ask("read", hex(address), hex(size))[2:])

    def write(self, address, data):
        if data:
            self.ask("write", hex(address), hex(len(data)), "0x" + data.hex())

    def value(self, bits, address):
        return int(self.ask({8: "readb", 16: "readw", 32: "readl"}[bits], hex(address)), 16)

    def set(self, bits, address, value):
        self.ask({8: "writeb", 16: "writew", 32: "writel"}[bits], hex(address), hex(value))

    def config(self, slot, offset):
        self.ask("outl", "0xcf8", hex(0x80000000 | slot << 11 | offset & ~3))
        return int(self.ask("inl", "0xcfc"), 16)

    def set_config(self, slot, offset, value):
        self.ask("outl", "0xcf8", hex(0x80000000 | slot << 11 | offset & ~3))
        self.ask("outl", "0xcfc", hex(value))

    def find_device(self):
        for slot in range(32):
            if self.config(slot, 0) == DEVICE << 16 | VENDOR:
                return slot
        raise AssertionError("no virtio GPU on the bus")


class Queue:
    def __init__(self, index, address):
        self.index, self.num_added = index, 0
        self.descriptors, self.available = address, address + 0x1000
        self.used, self.request, self.response = address + 0x2000, address + 0x10000, \
            address + 0x80000


class Gpu:
    """The initialised device."""

    def __init__(self, machine):
        self.machine = machine
        slot = machine.find_device()
        self.find_areas(slot)
        machine.set_config(slot, 4, machine.config(slot, 4) | 6)  # memory, bus master
        self.set_status(0)
        self.set_status(STATUS_ACKNOWLEDGE | STATUS_DRIVER)
        self.features = self.common(32, 4, select=(0, 0)) | self.common(32, 4, select=(0, 1)) << 32
        wanted = self.features & (FEATURE_VIRGL | FEATURE_VERSION_1)
        for half in range(2):
            self.set_common(32, 8, half)
            self.set_common(32, 12, wanted >> 32 * half & 0xFFFFFFFF)
        self.set_status(STATUS_ACKNOWLEDGE | STATUS_DRIVER | STATUS_FEATURES_OK)
        assert self.common(8, 20) & STATUS_FEATURES_OK, "the device does not take its features"
        self.control, self.cursor = self.make_queue(0), self.make_queue(1)
        self.set_status(STATUS_ACKNOWLEDGE | STATUS_DRIVER | STATUS_FEATURES_OK | STATUS_DRIVER_OK)
        self.num_capsets = machine.value(32, self.areas[CAP_DEVICE] + 12)

    def find_areas(self, slot):
        """Finds the device's register areas, which must lie in one 64-bit memory BAR."""
        machine, self.areas = self.machine, {}
        at = machine.config(slot, 0x34) & 0xFF
        while at:
            head = machine.config(slot, at)
            if head & 0xFF == 9:
                kind, bar = head >> 24, machine.config(slot, at + 4) & 0xFF
                if kind in (CAP_COMMON, CAP_NOTIFY, CAP_DEVICE):
                    machine.set_config(slot, 0x10 + 4 * bar, WINDOW)
                    machine.set_config(slot, 0x14 + 4 * bar, 0)
                    self.areas[kind] = WINDOW + machine.config(slot, at + 8)
                if kind == CAP_NOTIFY:
                    self.notify_step = machine.config(slot, at + 16)
            at = head >> 8 & 0xFF

    def common(self, bits, offset, select=None):
        if select:
            self.set_common(32, *select)
        return self.machine.value(bits, self.areas[CAP_COMMON] + offset)

    def set_common(self, bits, offset, value):
        self.machine.set(bits, self.areas[CAP_COMMON] + offset, value)

    def set_status(self, status):
        self.set_common(8, 20, status)

    def make_queue(self, index):
        queue = Queue(index, MEMORY + index * 0x100000)
        self.set_common(16, 22, index)
        self.set_common(16, 24, QUEUE_SIZE)
        for offset, address in ((32, queue.descriptors), (40, queue.available), (48, queue.used)):
            self.set_common(32, offset, address & 0xFFFFFFFF)
            self.set_common(32, offset + 4, address >> 32)
        queue.notify = self.areas[CAP_NOTIFY] + self.common(16, 30) * self.notify_step
        self.set_common(16, 28, 1)
        return queue

    def send(self, queue, request, response_size):
        """Passes a request to the device; answered() returns whether the device has finished
        it."""
        machine = self.machine
        machine.write(queue.request, request)
        machine.write(queue.response, bytes(response_size))
        chain = struct.pack("<QIHH", queue.request, len(request), 1, 1)
        chain += struct.pack("<QIHH", queue.response, response_size, 2, 0)
        machine.write(queue.descriptors, chain)
        machine.set(16, queue.available + 4 + 2 * (queue.num_added % QUEUE_SIZE), 0)
        queue.num_added += 1
        machine.set(16, queue.available + 2, queue.num_added & 0xFFFF)
        machine.set(16, queue.notify, queue.index)

    def answered(self, queue):
        return self.machine.value(16, queue.used + 2) == queue.num_added & 0xFFFF

    def command(self, kind, payload=b"", ctx=0, fence=0, response_size=24, expect=OK_NODATA):
        """Executes one command. Returns the bytes after the header of the answer."""
        head = struct.pack("<IIQII", kind, FLAG_FENCE if fence else 0, fence, ctx, 0)
        self.send(self.control, head + payload, response_size)
        common.wait_for(lambda: self.answered(self.control), "an answer to 0x%x" % kind)
        answer = self.machine.read(self.control.response, response_size)
        said, flags, fence_id = struct.unpack("<IIQ", answer[:16])
        assert said == expect, "0x%x is answered with 0x%x" % (kind, said)
        assert not fence or (flags & FLAG_FENCE and fence_id == fence), (flags, fence_id)
        return answer[24:]

    # ---- What a driver does with the device
    # ------------------------------------------------------------

    def capset(self, index):
        """Returns (number, bytes) of a capability set."""
        number, version, size, _ = struct.unpack("<IIII", self.command(
            GET_CAPSET_INFO, struct.pack("<II", index, 0), response_size=40,
            expect=OK_CAPSET_INFO))
        return number, self.command(GET_CAPSET, struct.pack("<II", number, version),
                                    response_size=24 + size, expect=OK_CAPSET)

    def attach_backing(self, resource, address, sizes):
        """Attaches memory from address on, in pieces with a gap of one page between them. Returns
        (address, size) of each piece."""
        payload, places = struct.pack("<II", resource, len(sizes)), []
        for size in sizes:
            payload += struct.pack("<QII", address, size, 0)
            places.append((address, size))
            address += size + 0x1000
        self.command(ATTACH_BACKING, payload)
        return places

    def read_backing(self, places):
        return b"".join(self.machine.read(address, size) for address, size in places)

    def transfer(self, kind, resource, box, ctx, stride=0, offset=0, fence=0):
        self.command(kind, struct.pack("<6IQIIII", *box, offset, resource, 0, stride, 0), ctx=ctx,
                     fence=fence)

    def submit(self, ctx, words, fence=0):
        self.command(SUBMIT_3D, struct.pack("<II%dI" % len(words), 4 * len(words), 0, *words),
                     ctx=ctx, fence=fence)

    def update_cursor(self, resource):
        head = struct.pack("<IIQII", UPDATE_CURSOR, 0, 0, 0, 0)
        self.send(self.cursor, head + struct.pack("<8I", 0, 5, 5, 0, resource, 0, 0, 0), 24)
        common.wait_for(lambda: self.answered(self.cursor), "the cursor's answer")
