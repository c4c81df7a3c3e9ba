# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Boots a guest with Debian's kernel and Mesa, which draws in QEMU's window. QEMU is started
without KVM by the command in README.md and docs/virtual-machines.md, once with Galvan's
libvirglrenderer and once with the distribution's. scripts/guest creates the guest, and
`scripts/guest trixie` a guest with another Debian release; if a guest was not created, its tests
are skipped."""

import contextlib
import functools
import glob
import json
import os
import re
import shlex
import signal
import socket
import struct
import subprocess

import common
import gears
import machine_root
import virglrenderer
from common import Display, directory, wait_for

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PAGES = [os.path.join(TOP, name) for name in ("README.md", "docs/virtual-machines.md")]
GUEST = os.path.join(TOP, "build/guest")
SWIFTSHADER = os.environ.get("GALVAN_TEST_SWIFTSHADER")
WIDTH, HEIGHT = 320, 240   # size of the guest's screen
BOOT_S = 240
FRAMES = 49                # number of frames after which the cube stands still
BACKGROUND = (128, 128, 128)
CONSOLE_TEXT = (170, 170, 170)


def command_of(page):
    with open(page) as file:
        found = re.search(r"^    LD_LIBRARY_PATH=\S+ (qemu-system-x86_64 (?:.*\\\n)*.*)",
                          file.read(), re.M).group(1)
    return shlex.split(found.replace("\\\n", " "))


def command(kind):
    """Returns the command that the pages show, without the argument for the user's own guest."""
    words = command_of(PAGES[0])
    assert words == command_of(PAGES[1]), "the pages show different commands"
    assert words[-2:] == ["-cdrom", "guest.iso"], words
    words[words.index("-display") + 1] = kind + ",gl=on"
    return words[:-2]


class Monitor:
    """QEMU's monitor, which executes commands of the test."""

    def __init__(self, connection):
        self.socket = connection
        self.socket.settimeout(common.TIMEOUT)
        self.file = self.socket.makefile("r")
        self.answer()
        self.order("qmp_capabilities")

    def answer(self):
        while True:
            said = json.loads(self.file.readline())
            if "event" not in said:
                return said

    def order(self, name, **arguments):
        self.socket.sendall(json.dumps({"execute": name, "arguments": arguments}).encode())
        return self.answer()


class Guest:
    """A machine that has booted; .run() executes a command in its shell."""

    def __init__(self, stack, kind, environment, files, options):
        self.dir = stack.enter_context(directory())
        self.display = stack.enter_context(Display())
        self.messages = os.path.join(self.dir, "messages")
        serial, monitor = os.path.join(self.dir, "serial"), os.path.join(self.dir, "monitor")
        program, environment = machine_root.command({**environment, **self.display.environment})
        words = [*program, *command(kind)[1:], "-nodefaults",
                 "-global", "virtio-vga-gl.xres=%d" % WIDTH,
                 "-global", "virtio-vga-gl.yres=%d" % HEIGHT,
                 # Newer versions of glmark2 choose the largest mode of the EDID.
                 "-global", "virtio-vga-gl.edid=off",
                 "-kernel", os.path.join(files, "kernel"),
                 "-initrd", os.path.join(files, "initramfs"), *options,
                 "-append", "console=ttyS0 quiet no_timer_check", # busy hosts delay timers
                 "-serial", "unix:%s,server=on,wait=off" % serial,
                 "-qmp", "unix:%s,server=on,wait=off" % monitor]
        with open(self.messages, "w") as file:
            self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=file,
                                            stderr=file, env=environment)
        stack.callback(self.end)
        self.serial, orders = self.connect(serial), self.connect(monitor)
        self.serial.settimeout(0.2)
        self.monitor = Monitor(orders)
        self.heard = ""
        self.wait_for_shell()
        self.restart_if_late()

    def connect(self, path):
        """Connects to a socket. Tries repeatedly, since QEMU creates the socket some time before
        it listens."""
        end = socket.socket(socket.AF_UNIX)

        def is_connected():
            if self.process.poll() is not None:
                raise common.Skip("QEMU has no GL display: %s" % self.said()[-200:])
            return end.connect_ex(path) == 0
        wait_for(is_connected, "QEMU")
        return end

    def end(self):
        self.process.terminate()
        self.process.wait()
        common.check_sanitizers(self.said())

    def said(self):
        with open(self.messages, errors="replace") as file:
            return file.read()

    def pid(self):
        return machine_root.pid_of(self.process)

    def cpu_s(self):
        """Returns the processor time of the monitor and of the processes that it has started."""
        return machine_root.cpu_s_of(self.process)

    def hear(self, pattern, seconds):
        """Waits until the guest's output matches the pattern. Returns the output so far, and
        clears it."""
        def is_heard():
            with contextlib.suppress(TimeoutError):
                self.heard += self.serial.recv(65536).decode(errors="replace").replace("\r", "")
            assert self.process.poll() is None, "QEMU has ended:\n" + self.said()
            return re.search(pattern, self.heard)
        try:
            end = wait_for(is_heard, repr(pattern), seconds, self.cpu_s).end()
        except AssertionError as error:
            raise AssertionError("%s in:\n%s" % (error, self.heard[-1000:]))
        said, self.heard = self.heard[:end], self.heard[end:]
        return said

    def wait_for_shell(self):
        self.hear(r"BusyBox v[^#]*[/~] # ", BOOT_S)

    def restart_if_late(self):
        """Resets the machine if the guest's driver has not waited for the host. Newer versions of
        QEMU open the device when the driver asks for capability sets, which may take longer than
        the driver's 5 seconds if the host is busy. After a reset the device is open."""
        if "timed out" in self.run("dmesg | grep 'cap set'"):
            common.again("boot", "the guest's driver did not wait for the host's device")
            self.monitor.order("system_reset")
            self.wait_for_shell()

    def run(self, script, seconds=common.TIMEOUT):
        self.serial.sendall((script + "; echo status=$?\n").encode())
        return self.hear(r"status=\d+\n", seconds)

    def turn_cube(self):
        """Starts kmscube, which turns a cube until the guest ends. kmscube would end on input, so
        it gets none."""
        self.serial.sendall(b"sleep 9999 | kmscube -D /dev/dri/card0 &\n")
        return self.hear(r"Rendered .*\n", common.TIMEOUT)

    def wait_for_still(self, is_right):
        """Returns the window's picture, once is_right accepts it and it does not change any
        more."""
        seen = [None]

        def is_still():
            picture = self.display.picture()
            before, seen[0] = seen[0], picture
            return before and before.rows == picture.rows and is_right(picture)
        wait_for(is_still, "a still picture in QEMU's window", cpu_s=self.cpu_s)
        return seen[0]

    def still(self):
        """Returns the window's picture of a cube that has turned for a while and then stands
        still."""
        self.serial.sendall(b"sleep 9999 | LD_PRELOAD=/hold.so kmscube -D /dev/dri/card0 -c %d &\n"
                            % (FRAMES + 1))
        self.hear(r"Rendered %d frames.*\n" % FRAMES, common.TIMEOUT)
        picture = self.wait_for_still(
            lambda picture: picture.share(lambda *pixel: pixel == BACKGROUND) > 0.1)
        self.run("killall -9 kmscube")
        return picture

    def console(self):
        """Returns the window's picture of the kernel's console, with some lines of text and no
        cursor."""
        self.run(r"printf '\033[2J\033[H\033[?25l' >/dev/tty1; seq 1000 1100 | xargs >/dev/tty1")
        return self.wait_for_still(
            lambda picture: picture.share(lambda *pixel: pixel == CONSOLE_TEXT) > 0.005)

    def validate(self):
        """Returns glmark2's verdicts about some of its scenes."""
        said = self.run("glmark2-es2-drm --validate -b build -b bump -b texture -b shading")
        verdicts = re.findall(r"\[(\w+)\].*Validation: (\w+)", said)
        assert len(verdicts) == 4 and ("build", "Success") in verdicts, said
        return verdicts

    def libraries(self):
        return {os.path.realpath(path) for path in virglrenderer.libraries_of(self.pid())}

    def check(self):
        """Checks that neither the guest's kernel nor QEMU has logged an error."""
        said = self.run("dmesg | grep ERROR")
        assert "*ERROR*" not in said, said
        assert not common.lines_of(self.said()) and "virtio" not in self.said(), self.said()


@contextlib.contextmanager
def guest(kind="sdl", environment=None, suite="", options=()):
    """Boots a guest with the Debian release `suite`; "" is the release of this system."""
    files = os.path.join(GUEST, suite)
    if not os.path.exists(os.path.join(files, "initramfs")):
        raise common.Skip("no guest here: scripts/guest %s makes one" % suite)
    with contextlib.ExitStack() as stack:
        yield Guest(stack, kind, environment or virglrenderer.host_environment(), files, options)


# ---- Tests ------------------------------------------------------------------------------------

@functools.cache
def stock(suite=""):
    """Returns the pictures of the console and of the still cube, and glmark2's verdicts, with the
    distribution's library."""
    environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
    with guest(environment=environment, suite=suite) as machine:
        console, picture = machine.console(), machine.still()
        assert os.path.realpath(virglrenderer.LIBRARY) not in machine.libraries()
        return console, picture, machine.validate()


def check_still(picture, expected):
    """Compares pixel by pixel: the pictures are the same, except for edges and rounding."""
    num, differ = 0, 0
    for row, expected_row in zip(picture.rows, expected.rows):
        for pixel, other in zip(row, expected_row):
            num += other not in ((0, 0, 0), BACKGROUND)
            differ += any(abs(a - b) > 8 for a, b in zip(pixel, other))
    assert num > 0.1 * WIDTH * HEIGHT, "the reference has no cube: %d pixels" % num
    assert differ < 0.02 * num, "%d pixels differ, of %d of the cube" % (differ, num)


def check_not_saved(machine):
    """QEMU must report that it cannot save the guest, and the guest must continue."""
    for name, words in (("human-monitor-command", {"command-line": "savevm a"}),
                        ("migrate", {"uri": "exec:cat >/dev/null"})):
        assert "virgl is not yet migratable" in repr(machine.monitor.order(name, **words))
    machine.monitor.order("human-monitor-command", **{"command-line": "loadvm a"})
    machine.monitor.order("cont")


def test_sdl_window():
    with guest() as machine:
        assert os.path.realpath(virglrenderer.LIBRARY) in machine.libraries()
        console, picture = machine.console(), machine.still()
        verdicts = machine.validate()
        assert "virgl (Galvan" in machine.turn_cube()
        check_not_saved(machine)
        machine.hear(r"Rendered \d+ frames in [1-9]\d+\.\d+ sec.*\n", 2 * common.TIMEOUT)
        machine.check()
        # Resets the guest in the middle of a frame; the rebooted guest must start without the
        # objects that it had before.
        machine.monitor.order("system_reset")
        machine.wait_for_shell()
        again = machine.still()
        machine.check()
    expected_console, expected_picture, expected_verdicts = stock()
    assert console.rows == expected_console.rows, "the console looks different"
    check_still(picture, expected_picture)
    check_still(again, expected_picture)
    assert verdicts == expected_verdicts, (verdicts, expected_verdicts)


def shares(picture):
    """Returns each colour's share of the guest's screen. The screen is the bounding box of the
    cube's background in the window."""
    rows = [row for row in picture.rows if BACKGROUND in row]
    left = min(row.index(BACKGROUND) for row in rows)
    right = max(len(row) - row[::-1].index(BACKGROUND) for row in rows)
    screen = common.Picture(right - left, len(rows), [row[left:right] for row in rows])
    return {"background": screen.share(lambda *pixel: pixel == BACKGROUND),
            **gears.shares(screen)}


def check_recording(dir):
    """Checks the recording of a guest: it must contain each frame of the cube, and a replay must
    give the same bytes each time and the same picture on another device. Returns the last frame of
    the cube, which precedes the console's frames."""
    (name,) = os.listdir(dir)
    path, png, theirs = [os.path.join(dir, name) for name in (name, "last.png", "theirs.png")]

    def replay(*args, env=None):
        result = common.galvan("replay", "--hash", *args, path, env=env,
                               timeout=4 * common.TIMEOUT)
        assert result.returncode == 0, result.stderr
        assert "not" not in result.stderr, result.stderr
        return result.stdout.splitlines()
    frames = replay()
    assert frames == replay() == replay()
    assert len({frame.split()[-1] for frame in frames}) >= FRAMES, frames
    last = ["--frames", str(len(frames) - 1), "--screenshot"]
    replay(*last, png + "@1")
    if SWIFTSHADER:
        replay(*last, theirs + "@1", env={"VK_ICD_FILENAMES": SWIFTSHADER})
        share = common.apart(png, theirs)
        assert share <= common.MAY_DIFFER, "%.3f of the pixels differ on SwiftShader" % share
    return common.read_png(png)


def test_gtk_window():
    """Compares each colour's share of the guest's screen, since the GTK window scales the picture.
    Also records the guest's commands."""
    with directory() as dir:
        environment = virglrenderer.host_environment({"GALVAN_RECORD": dir})
        with guest("gtk", environment) as machine:
            got = shares(machine.still())
            machine.check()
        recorded = check_recording(dir)
    expected = shares(stock()[1])
    for seen in got, shares(recorded):
        assert all(abs(seen[name] - expected[name]) < 0.01 for name in seen), (seen, expected)


def check_monitor_draws_nothing(machine):
    """Checks that QEMU's process has loaded neither Vulkan nor a driver: another process parses
    the guest's commands."""
    libraries = machine.libraries()
    assert os.path.realpath(virglrenderer.LIBRARY) in libraries
    drivers = [path for path in libraries if re.search("vulkan|lvp|swiftshader", path)]
    assert not drivers, "QEMU has loaded a driver: %r" % drivers


def kill_worker(machine):
    """Kills the worker while the guest draws. QEMU must report it, and QEMU and the guest must
    continue."""
    (worker,) = machine_root.workers_of(machine.pid())
    machine.turn_cube()
    os.kill(worker, signal.SIGKILL)
    wait_for(lambda: "contexts of the guest are lost" in machine.said(), "the worker's end",
             cpu_s=machine.cpu_s)
    machine.run("killall -9 kmscube")
    assert machine.process.poll() is None
    lines = [line for line in machine.said().splitlines() if "are lost" in line]
    assert len(lines) == 1 and "by signal 9" in lines[0], lines


def watched(dir):
    """Returns the environment of a QEMU with a worker, in which watch_library.c watches all
    commands of the guest."""
    environment = virglrenderer.host_environment(
        {"GALVAN_RENDERER": "worker", "GALVAN_TEST_WATCH": os.path.join(dir, "watch")})
    preloads = [environment.get("LD_PRELOAD"), os.environ["WATCH_LIBRARY"]]
    return {**environment, "LD_PRELOAD": ":".join(filter(None, preloads))}


def check_reads_no_command(dir):
    """Checks that no instruction of QEMU's process has read a command which QEMU passed to the
    library, except for one read that the watch itself made."""
    with open(os.path.join(dir, "watch"), "rb") as file:
        submissions, size_B, accesses, unwatched = struct.unpack("=4Q", file.read())
    print("%d submissions, %d bytes, %d accesses" % (submissions, size_B, accesses - 1))
    assert submissions >= FRAMES and size_B > 100000, (submissions, size_B)
    if unwatched < submissions: # else the system cannot watch
        assert (accesses, unwatched) == (1, 0), (accesses, unwatched)


def test_worker():
    """Renders in a worker. The pictures must be the same, QEMU's process must not read the guest's
    commands, and the guest and QEMU must survive the worker's death."""
    with directory() as dir, guest(environment=watched(dir)) as machine:
        console, picture = machine.console(), machine.still()
        verdicts = machine.validate()
        check_monitor_draws_nothing(machine)
        check_reads_no_command(dir)
        machine.check()
        kill_worker(machine)
        again = machine.still()
        check_monitor_draws_nothing(machine)
        assert len(machine_root.workers_of(machine.pid())) == 1
    expected_console, expected_picture, expected_verdicts = stock()
    assert console.rows == expected_console.rows, "the console looks different"
    check_still(picture, expected_picture)
    check_still(again, expected_picture)
    assert verdicts == expected_verdicts, (verdicts, expected_verdicts)


def need_other_suites():
    """Returns the other Debian releases for which scripts/guest has created guests."""
    suites = sorted(os.path.basename(os.path.dirname(path))
                    for path in glob.glob(os.path.join(GUEST, "*", "initramfs")))
    if not suites:
        raise common.Skip("no guest of another Debian here: scripts/guest trixie makes one")
    return suites


def seen_in(suite, renderer):
    """Returns the results that stock() returns, but with Galvan's library. renderer is the value
    of GALVAN_RENDERER: "process" or "worker"."""
    environment = virglrenderer.host_environment({"GALVAN_RENDERER": renderer})
    with guest(environment=environment, suite=suite) as machine:
        seen = machine.console(), machine.still(), machine.validate()
        assert len(machine_root.workers_of(machine.pid())) == (renderer == "worker")
        assert "virgl (Galvan" in machine.turn_cube()
        machine.check()
    return seen


def test_other_guests():
    """Checks that a guest of another Debian release draws exactly the same pictures in the
    monitor's process and in a worker. Except at edges, they must equal the pictures of the
    distribution's library."""
    for suite in need_other_suites():
        console, picture, verdicts = seen_in(suite, "process")
        in_worker = seen_in(suite, "worker")
        expected_console, expected_picture, expected_verdicts = stock(suite)
        assert console.rows == in_worker[0].rows == expected_console.rows, suite
        assert picture.rows == in_worker[1].rows, "a worker draws something else: " + suite
        check_still(picture, expected_picture)
        assert verdicts == in_worker[2] == expected_verdicts, (verdicts, expected_verdicts)


if __name__ == "__main__":
    common.main(globals())
