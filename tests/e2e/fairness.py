# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests that clients get fair shares of the processors and of the device. One client runs beside
four other clients, each of which has as many busy threads as the machine has processors. The test
compares the processor time of the workers, so that other programs on the machine do not matter.
Another test runs a client beside four clients that keep a device busy, and compares their device
time."""

import contextlib
import itertools
import os
import struct
import threading
import time

import common
from common import Client, Skip, again, children_of, serve
from wire import draw_state, draw_triangles

SIZE = 512
SECONDS = 4
TRIES = 3  # attempts, since other programs may keep the machine busy
PACER_S = 8  # time in which the listener decides which workers to stop

# A vertex shader that keeps one thread busy. The value of CONST[0] is unknown to the compiler.
BUSY_VERTEX = """VERT
DCL OUT[0], POSITION
DCL CONST[0]
DCL TEMP[0..2]
IMM[0] UINT32 {1, 50000, 0, 0}
  0: MOV TEMP[0], CONST[0]
  1: MOV TEMP[2], IMM[0].zzzz
  2: BGNLOOP
  3:   UADD TEMP[0], TEMP[0].yzwx, IMM[0].xxxx
  4:   UADD TEMP[2], TEMP[2], IMM[0].xxxx
  5:   USEQ TEMP[1].x, TEMP[2].xxxx, IMM[0].yyyy
  6:   UIF TEMP[1].xxxx
  7:     BRK
  8:   ENDIF
  9: ENDLOOP
 10: MOV OUT[0], TEMP[0]
 11: END
"""
PLAIN_FRAGMENT = """FRAG
DCL OUT[0], COLOR
IMM[0] FLT32 {1.0, 0.0, 0.0, 1.0}
  0: MOV OUT[0], IMM[0]
  1: END
"""
# A fragment shader that keeps as many threads busy as there are processors.
PLAIN_VERTEX = """VERT
DCL OUT[0], POSITION
DCL SV[0], VERTEXID
DCL TEMP[0..1]
IMM[0] UINT32 {1, 2, 0, 0}
IMM[1] FLT32 {3.0, -1.0, 0.0, 1.0}
  0: USEQ TEMP[0].x, SV[0].xxxx, IMM[0].xxxx
  1: USEQ TEMP[0].y, SV[0].xxxx, IMM[0].yyyy
  2: UCMP TEMP[1].x, TEMP[0].xxxx, IMM[1].xxxx, IMM[1].yyyy
  3: UCMP TEMP[1].y, TEMP[0].yyyy, IMM[1].xxxx, IMM[1].yyyy
  4: MOV TEMP[1].zw, IMM[1].zzzw
  5: MOV OUT[0], TEMP[1]
  6: END
"""
BUSY_FRAGMENT = """FRAG
DCL IN[0], POSITION, LINEAR
DCL OUT[0], COLOR
DCL CONST[0]
DCL TEMP[0..2]
IMM[0] UINT32 {1, 200, 0, 0}
  0: MOV TEMP[0], CONST[0]
  1: MOV TEMP[2], IMM[0].zzzz
  2: BGNLOOP
  3:   UADD TEMP[0], TEMP[0].yzwx, IMM[0].xxxx
  4:   XOR TEMP[0], TEMP[0], IN[0].yxxy
  5:   UADD TEMP[2], TEMP[2], IMM[0].xxxx
  6:   USEQ TEMP[1].x, TEMP[2].xxxx, IMM[0].yyyy
  7:   UIF TEMP[1].xxxx
  8:     BRK
  9:   ENDIF
 10: ENDLOOP
 11: MOV OUT[0], TEMP[0]
 12: END
"""


class Busy:
    """A client that draws without pause, with this number of instances in each message."""

    def __init__(self, server, vertex, fragment, num_instances):
        before = set(children_of(server.pid))
        self.client = Client(server.path)
        self.client.hello()
        self.client.message(12, 1, 2, 1, 0xa, SIZE, SIZE, 1, 1, 0, 0, SIZE * SIZE * 4)
        os.close(self.client.receive_fd())
        self.client.message(6, *draw_state(vertex, fragment, SIZE))
        assert self.client.is_served()
        self.worker, = set(children_of(server.pid)) - before
        threading.Thread(target=self.run, args=(draw_triangles(num_instances),),
                         daemon=True).start()

    def run(self, draw):
        try:
            while True:
                self.client.message(6, *draw)
        except OSError:
            pass

    def ticks(self):
        with open("/proc/%d/stat" % self.worker) as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])


def divides_by_session(pid):
    """Returns whether the kernel divides processors among sessions; it does not in a control group
    other than the root group."""
    try:
        with open("/proc/sys/kernel/sched_autogroup_enabled") as file:
            if file.read().strip() != "1":
                return False
    except FileNotFoundError:
        return False
    with open("/proc/%d/cgroup" % pid) as file:
        for line in file:
            number, controllers, path = line.strip().split(":", 2)
            if "cpu" in controllers.split(",") and path != "/":
                return False
            while number == "0" and path != "/":
                if os.path.exists("/sys/fs/cgroup%s/cpu.weight" % path):
                    return False
                path = os.path.dirname(path)
    return True


def part_of_last(clients):
    """Returns the processor time of the last client during SECONDS, as a fraction of its fair
    share."""
    begin = [client.ticks() for client in clients]
    time.sleep(SECONDS)
    used = [client.ticks() - ticks for client, ticks in zip(clients, begin)]
    part = used[-1] * len(used) / sum(used)
    print("ticks %s: %.2f of a fair share" % (used, part))
    assert sum(used) > 10, "nobody draws: %s" % used
    return part


def check_a_fifth(server, settle_s):
    """Checks that a client with one busy thread gets 0.8 of its fair share while each of four other
    clients has as many busy threads as there are processors."""
    many = [Busy(server, PLAIN_VERTEX, BUSY_FRAGMENT, 1) for _ in range(4)]
    one = Busy(server, BUSY_VERTEX, PLAIN_FRAGMENT, 20)
    parts = []
    time.sleep(settle_s)
    while not parts or (parts[-1] <= 0.8 and len(parts) < TRIES):
        if parts:
            again("a_fifth", "%.2f of a fair share" % parts[-1])
        parts.append(part_of_last([*many, one]))
    assert parts[-1] > 0.8, "%s of a fair share" % parts
    assert not [line for line in server.stderr().splitlines() if "virgl" in line]
    for client in [*many, one]:
        client.client.socket.close()


def test_a_fifth_beside_four():
    """Runs the check with this machine's setting for how the kernel divides processors."""
    with serve() as server:
        check_a_fifth(server, 1 if divides_by_session(server.pid) else PACER_S)


@contextlib.contextmanager
def group_of_threads():
    """A control group in which the kernel divides processors among threads, not sessions."""
    for root in "/sys/fs/cgroup/cpu", "/sys/fs/cgroup":
        path = os.path.join(root, "galvan-e2e-%d" % os.getpid())
        try:
            os.mkdir(path)
        except OSError:
            continue
        try:
            if os.path.exists(os.path.join(path, "cpu.shares")) or os.path.exists(
                    os.path.join(path, "cpu.weight")):
                yield os.path.join(path, "cgroup.procs")
                return
        finally:
            os.rmdir(path)
    raise Skip("no control group for processors can be made here")


def test_among_threads():
    """Runs the check in a control group in which the kernel divides processors among threads: there
    the listener must stop the other clients from time to time."""
    with group_of_threads() as procs:
        enter = ("sh", "-c", 'echo $$ > "$0" && exec "$@"', procs)
        with serve(start=enter) as server:
            assert not divides_by_session(server.pid)
            check_a_fifth(server, PACER_S)


# ---- A device apart from the processors -------------------------------------------------

INSTANCE_US = 500    # device time of one instance
LONG, SHORT = 8, 2   # instances: 4 and 1 milliseconds
SETTLE_S, DEVICE_S = 4, 4
FENCES = range(2, 100)  # handles, more than the server allows draws ahead of the device


class Submits(Busy):
    """A client that makes the server submit each draw. `ahead` is the number of draws that it may
    be ahead of the device; None: as many as the server allows."""

    def __init__(self, server, num_instances, ahead):
        self.ahead = ahead
        super().__init__(server, PLAIN_VERTEX, PLAIN_FRAGMENT, num_instances)

    def ask(self, fence, wait):
        self.client.message(7, fence, wait)
        self.client.receive(3)

    def run(self, draw):
        for fence in FENCES:
            self.client.message(12, fence, 0, 64, 1 << 17, 8, 1, 1, 1, 0, 0, 8)
            os.close(self.client.receive_fd())
        try:
            for i in itertools.count():
                self.client.message(6, *draw)
                self.ask(FENCES[i % len(FENCES)], 0)
                if self.ahead is not None:
                    self.ask(FENCES[(i - self.ahead) % len(FENCES)], 1)
        except OSError:
            pass


def device_times(path):
    """Returns the time that the simulated device has worked for each process."""
    with open(path, "rb") as file:
        words = struct.unpack("<257Q", file.read(257 * 8))
    return {words[i]: words[i + 1] for i in range(1, 257, 2) if words[i]}


def part_of_device(software, ahead=1):
    """Runs a client with short frames beside four clients with long submissions. Returns the
    device time of the first client, as a fraction of its fair share, and the fraction of time for
    which the device is busy."""
    with common.directory() as dir:
        clock = os.path.join(dir, "clock")
        with open(clock, "wb") as file:
            file.write(bytes(4096))
        env = {"VK_LAYER_PATH": os.environ["GALVAN_BENCH_LAYERS"],
               "VK_INSTANCE_LAYERS": "VK_LAYER_GALVAN_pace", "GALVAN_PACE_US": str(INSTANCE_US),
               "GALVAN_PACE_CLOCK": clock, **common.driver_environment(),
               # workers may write to the directory of the layers' settings
               "VK_LAYER_SETTINGS_PATH": os.path.join(dir, "settings")}
        if software:
            env["GALVAN_PACE_SOFTWARE"] = "1"
        with serve(env=env) as server:
            clients = [Submits(server, LONG, None) for _ in range(4)]
            clients.append(Submits(server, SHORT, ahead))
            time.sleep(SETTLE_S)
            begin = device_times(clock)
            time.sleep(DEVICE_S)
            end = device_times(clock)
            used = [(end.get(c.worker, 0) - begin.get(c.worker, 0)) / 1e9 for c in clients]
            for client in clients:
                client.client.socket.close()
    print("device: %s s of %d: %.2f of a fair share" % (
        ["%.2f" % u for u in used], DEVICE_S, used[-1] * len(used) / DEVICE_S))
    return used[-1] * len(used) / DEVICE_S, sum(used) / DEVICE_S


def test_device():
    """Runs four clients that are as far ahead of the device as the server allows, and a fifth
    client that is at most two frames ahead. The fifth client must get 0.8 of its fair share of
    device time. Galvan does not divide the time of software devices: on a device that reports
    itself as one, the fifth client must get less than 0.4, which shows that the test can fail."""
    part, _ = part_of_device(software=True)
    assert part < 0.4, "nothing to show: %.2f" % part
    for left in reversed(range(TRIES)):
        part, busy = part_of_device(software=False)
        if part > 0.8 and busy > 0.9:
            return
        if left:
            again("device", "%.2f of a fair share, device busy for %.2f" % (part, busy))
    raise AssertionError("%.2f of a fair share, device busy for %.2f" % (part, busy))


common.main(globals())
