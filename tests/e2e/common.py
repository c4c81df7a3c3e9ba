# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Provides what the end-to-end tests share: functions that run the galvan command, a private X
server whose screen tests can read, a vtest client without Mesa, and functions for pictures. A test
file defines test_*() functions and ends with a call of common.main(), which runs the functions as a
suite of Python's unittest. A test that cannot run on this machine raises Skip."""

import array
import contextlib
import os
import platform
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from PIL import Image

GALVAN = os.environ.get("GALVAN", "")
TIMEOUT = 120  # seconds, far more than a test needs, even with sanitizers and validation
PATIENCE = 10  # a wait for processor time takes at most this many times TIMEOUT
TICKS = os.sysconf("SC_CLK_TCK")
ACCEPTS = 0x10000  # the flag of listening sockets in /proc/net/unix


Skip = unittest.SkipTest


def need(program):
    path = shutil.which(program)
    if not path:
        raise Skip("no %s here" % program)
    return path


def openarena(home, frames, size=(320, 240), **settings):
    """Returns a command that shows this many frames of openarena's demo; openarena stores its
    files in home."""
    settings = {"fs_homepath": home, "com_hunkmegs": 512, "r_mode": -1, "r_fullscreen": 0,
                "r_customwidth": size[0], "r_customheight": size[1], "s_initsound": 0,
                "activeAction": "wait %d; quit" % frames, **settings}
    return [need("openarena"), *sum((["+set", name, str(value)]
                                     for name, value in settings.items()), []),
            "+demo", "demo088-test1"]


class Function(unittest.FunctionTestCase):
    """A test case that runs one test_ function and has this function's name."""

    def __init__(self, name, function):
        super().__init__(function)
        self.name = name

    def __str__(self):
        return self.name


class Result(unittest.TextTestResult):
    """Prints a line for each test at its end: verdict, duration, name, and a skip's reason."""

    def startTest(self, test):
        super().startTest(test)
        self.began = time.monotonic()

    def print_line(self, verdict, test, rest=""):
        print("%-8s%7.2f s  %s%s" % (verdict, time.monotonic() - self.began, test, rest),
              flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.print_line("ok", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.print_line("skipped", test, ": %s" % reason)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.print_line("FAILED", test, "\n" + self.failures[-1][1])

    def addError(self, test, error):
        super().addError(test, error)
        self.print_line("FAILED", test, "\n" + self.errors[-1][1])

    def printErrors(self):
        """Prints nothing: each failure was printed when it happened."""


def run_suite(tests):
    """Returns the exit status that ctest reads: 77 if all tests were skipped."""
    suite = unittest.TestSuite(Function(name, function) for name, function in tests.items()
                               if name.startswith("test_"))
    runner = unittest.TextTestRunner(sys.stdout, verbosity=0, resultclass=Result)
    result = runner.run(suite)
    if not result.wasSuccessful() or not result.testsRun:
        return 1
    return 77 if len(result.skipped) == result.testsRun else 0


def main(tests):
    """Runs the test_ functions of a module and ends the program."""
    if not os.access(GALVAN, os.X_OK):
        sys.exit("GALVAN does not name the galvan command: %r" % GALVAN)
    sys.exit(run_suite(tests))


def again(name, reason):
    """Prints that a test is about to try again; scripts count the printed lines."""
    print("again: %s: %s" % (name, reason), flush=True)


def wait_for(condition, what, seconds=None, cpu_s=None):
    """Polls until the condition holds, and returns its value. Fails after the given seconds, or
    after TIMEOUT seconds. If cpu_s is given, it returns the processor time of some processes: the
    function then fails only after these processes have also used that many seconds of processor
    time, since a busy host gives them little."""
    seconds = TIMEOUT if seconds is None else seconds
    begin, begin_cpu_s = time.monotonic(), cpu_s() if cpu_s else 0
    while True:
        value = condition()
        if value:
            return value
        waited = time.monotonic() - begin
        if waited > seconds and (not cpu_s or cpu_s() - begin_cpu_s > seconds or
                                 waited > PATIENCE * seconds):
            raise AssertionError("waited %d s in vain for %s" % (waited, what))
        time.sleep(0.02)


# ---- Processes ------------------------------------------------------------------------------

def is_removed(path):
    shutil.rmtree(path, ignore_errors=True)
    return not os.path.lexists(path)


@contextlib.contextmanager
def directory():
    """Creates a directory, which is removed at the end, even if programs that still run write to
    it meanwhile."""
    path = tempfile.mkdtemp(prefix="galvan-e2e-")
    try:
        yield path
    finally:
        wait_for(lambda: is_removed(path), "the removal of " + path)


def check_sanitizers(stderr):
    """Checks that stderr has no report of a sanitizer. Workers may end, and report, later than the
    client."""
    assert "Sanitizer" not in stderr and "runtime error:" not in stderr, stderr


def galvan(*args, env=None, timeout=TIMEOUT, input=None):
    """Runs the galvan command to its end."""
    result = subprocess.run([GALVAN, *args], env={**os.environ, **(env or {})}, timeout=timeout,
                            input=input, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)
    check_sanitizers(result.stderr)
    return result


def lines_of(stderr):
    """Returns the lines that Galvan itself logged, without those of drivers and loaders."""
    return [line for line in stderr.splitlines() if line.startswith("galvan")]


def expect(result, status, line=None):
    """Checks the exit status and, if line is given, that Galvan logged exactly one line, which
    contains this text."""
    said = lines_of(result.stderr)
    assert result.returncode == status, "status %d, not %d:\n%s" % (
        result.returncode, status, result.stderr)
    if line is not None:
        assert len(said) == 1, "not one line: %r" % said
        assert line in said[0], "%r is not in %r" % (line, said[0])


def children_of(pid):
    try:
        with open("/proc/%d/task/%d/children" % (pid, pid)) as file:
            return [int(word) for word in file.read().split()]
    except FileNotFoundError:
        return []


def name_of(pid):
    """Returns the name of the program that a process runs, or None if the process has gone."""
    try:
        with open("/proc/%d/comm" % pid) as file:
            return file.read().strip()
    except FileNotFoundError:
        return None


def is_alive(pid):
    try:
        with open("/proc/%d/stat" % pid) as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def driver_environment():
    """Returns the variable for the tests' Vulkan driver, unless the environment names a driver."""
    driver = os.environ.get("VK_ICD_FILENAMES") or os.environ.get("GALVAN_TEST_ICD")
    return {"VK_ICD_FILENAMES": driver} if driver else {}


def layer_environment(name):
    """Returns variables that put a Vulkan layer of these tests between the program and the
    driver."""
    return {"VK_LAYER_PATH": os.environ["GALVAN_LAYERS"],
            "VK_INSTANCE_LAYERS": "VK_LAYER_GALVAN_" + name, **driver_environment()}


class Process:
    """A galvan command that runs while the test continues; a file receives its messages. The words
    in `start`, if given, precede the galvan command. The command inherits the descriptors in
    `passed`."""

    def __init__(self, *args, env=None, start=(), passed=()):
        self.messages = tempfile.NamedTemporaryFile("w+")
        self.process = subprocess.Popen([*start, GALVAN, *args], env={**os.environ, **(env or {})},
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=self.messages, pass_fds=passed)
        self.pid = self.process.pid

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        stderr = self.stderr()
        self.messages.close()
        check_sanitizers(stderr)

    def stderr(self):
        with open(self.messages.name, errors="replace") as file:
            return file.read()

    def wait(self, timeout=TIMEOUT):
        return self.process.wait(timeout)

    def wait_for_message(self, text):
        def said():
            if text in self.stderr():
                return True
            assert self.process.poll() is None, "ended before it said %r:\n%s" % (
                text, self.stderr())
            return False
        wait_for(said, "the message " + text)


def cpu_s_of(pid):
    """Returns the processor time of a process, or 0 if the process has ended."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / TICKS


@contextlib.contextmanager
def own_shader_cache():
    """Programs that start inside this context store drivers' shaders in Galvan's cache, not in the
    cache of all tests."""
    shared = os.environ.pop("MESA_SHADER_CACHE_DIR", None)
    try:
        yield
    finally:
        if shared:
            os.environ["MESA_SHADER_CACHE_DIR"] = shared


@contextlib.contextmanager
def serve(*args, env=None, start=()):
    """Runs a server on a socket of its own; .path is the socket."""
    with directory() as dir:
        path = os.path.join(dir, "socket")
        with Process("serve", "--socket", path, *args, env=env, start=start) as server:
            server.path = path
            server.wait_for_message("serving on " + path)
            yield server


def client_environment(path):
    """Returns an environment that makes programs clients of the server at path without galvan
    run."""
    preload = os.path.join(os.path.dirname(GALVAN), "..", "lib", "libgalvan-preload.so")
    return {**os.environ, "GALLIUM_DRIVER": "virpipe", "LIBGL_ALWAYS_SOFTWARE": "1",
            "VTEST_SOCKET_NAME": path, "LD_PRELOAD": os.path.realpath(preload)}


def is_listening(path):
    """Returns whether a process has called listen() for this socket; the file exists earlier."""
    with open("/proc/net/unix") as file:
        rows = [line.split() for line in file]
    return any(len(row) == 8 and row[7] == path and int(row[3], 16) & ACCEPTS for row in rows)


class VirglTestServer:
    """The distribution's virgl_test_server; .environment makes programs its clients."""

    def __init__(self, *args, env):
        program = need("virgl_test_server")
        self.dir = tempfile.mkdtemp(prefix="galvan-e2e-")
        self.path = path = os.path.join(self.dir, "vtest")
        self.environment = client_environment(path)
        with open(os.path.join(self.dir, "messages"), "w") as file:
            self.process = subprocess.Popen(
                [program, "--use-egl-surfaceless", "--socket-path=" + path, *args],
                env=env, stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        wait_for(lambda: is_listening(path) or self.process.poll() is not None, "the server")
        assert self.process.poll() is None, self.said()

    def said(self):
        with open(os.path.join(self.dir, "messages"), errors="replace") as file:
            return file.read()

    def workers(self):
        return children_of(self.process.pid)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.terminate()
        self.process.wait()
        said = self.said()
        shutil.rmtree(self.dir)
        check_sanitizers(said)


def static_program(path):
    """Writes a program that needs no library and ends at once."""
    machine, code = {
        "x86_64": (62, b"\xb8\x3c\0\0\0\x31\xff\x0f\x05"),
        "aarch64": (183, b"\xa8\x0b\x80\xd2\0\0\x80\xd2\x01\0\0\xd4"),
    }.get(platform.machine()) or (0, b"")
    if not code:
        raise Skip("no machine code for this processor here")
    base, start = 0x400000, 64 + 56
    size = start + len(code)
    header = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", 2, machine, 1, base + start, 64,
                         0, 0, 64, 56, 1, 64, 0, 0)
    segment = struct.pack("<IIQQQQQQ", 1, 5, 0, base, base, size, size, 4096)
    with open(path, "wb") as file:
        file.write(header + segment + code)
    os.chmod(path, 0o755)
    return path


# ---- X and pictures -------------------------------------------------------------------------

class Picture:
    """A picture: rows of (r, g, b)."""

    def __init__(self, width, height, rows):
        self.width, self.height, self.rows = width, height, rows

    def crop(self, width, height):
        return Picture(width, height, [row[:width] for row in self.rows[:height]])

    def share(self, is_counted):
        """Returns the part of all pixels for which is_counted(r, g, b)."""
        num = sum(1 for row in self.rows for pixel in row if is_counted(*pixel))
        return num / (self.width * self.height)

    def colours(self):
        return {pixel for row in self.rows for pixel in row}


def read_png(path):
    """Reads a PNG file with 8-bit RGB, as galvan writes it."""
    with Image.open(path) as image:
        assert (image.format, image.mode) == ("PNG", "RGB"), "not an 8-bit RGB PNG file"
        pixels = iter(image.getdata())
        rows = [list(row) for row in zip(*[pixels] * image.width)]
        return Picture(image.width, image.height, rows)


CLEARLY = 32       # of 255
MAY_DIFFER = 0.03  # the share of all pixels that may differ between two devices


def apart(path, other):
    """Returns the share of pixels that differ by more than the filters of two devices may."""
    one, two = read_png(path), read_png(other)
    assert (one.width, one.height) == (two.width, two.height)
    num = sum(1 for row, line in zip(one.rows, two.rows) for a, b in zip(row, line)
              if max(abs(x - y) for x, y in zip(a, b)) > CLEARLY)
    return num / (one.width * one.height)


class Display:
    """A private X server. .environment makes programs use this server; picture() returns its
    screen."""

    def __init__(self, *options, depth=24):
        need("Xvfb")
        self.dir = tempfile.mkdtemp(prefix="galvan-e2e-")
        read_end, write_end = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "640x480x%d" % depth,
             "-nolisten", "tcp", "-noreset", "-fbdir", self.dir, *options],
            pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as file:
            number = file.readline().strip()
        assert number, "Xvfb did not start"
        self.environment = {"DISPLAY": ":" + number}

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.dir)

    def picture(self):
        with open(os.path.join(self.dir, "Xvfb_screen0"), "rb") as file:
            data = file.read()
        header = struct.unpack(">25I", data[:100])
        header_size, width, height, bits, line_size, num_colours = (
            header[0], header[4], header[5], header[11], header[12], header[19])
        assert bits == 32
        start, rows = header_size + num_colours * 12, []
        for y in range(height):
            line = data[start + y * line_size:start + y * line_size + width * 4]
            rows.append(list(zip(line[2::4], line[1::4], line[0::4])))
        return Picture(width, height, rows)


# ---- A client without Mesa --------------------------------------------------------------------

class Client:
    """A client of the vtest protocol without Mesa."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(TIMEOUT)
        self.socket.connect(path)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.socket.close()

    def send_bytes(self, data):
        self.socket.sendall(data)

    def offer_bytes(self, data):
        """Sends as many bytes as the socket accepts without blocking. Returns whether it accepted
        any."""
        self.socket.setblocking(False)
        try:
            self.socket.send(data)
            return True
        except BlockingIOError:
            return False
        finally:
            self.socket.settimeout(TIMEOUT)

    def send(self, *words):
        self.send_bytes(struct.pack("<%dI" % len(words), *words))

    def message(self, command, *payload):
        self.send(len(payload), command, *payload)

    def receive(self, num_words):
        data = b""
        while len(data) < num_words * 4:
            piece = self.socket.recv(num_words * 4 - len(data))
            assert piece, "the server hung up"
            data += piece
        return struct.unpack("<%dI" % num_words, data)

    def receive_fd(self):
        data, ancillary, _, _ = self.socket.recvmsg(1, socket.CMSG_SPACE(4))
        assert data == b"\0" and len(ancillary) == 1
        fds = array.array("i")
        fds.frombytes(ancillary[0][2][:4])
        return fds[0]

    def hello(self, name=b"test", version=2):
        """Does the handshake and returns the capabilities."""
        self.socket.sendall(struct.pack("<II", len(name) + 1, 8) + name + b"\0")
        self.message(11, version)
        assert self.receive(3) == (1, 11, version)
        self.message(9)
        size, kind = self.receive(2)
        assert kind == 2
        return self.receive((size - 1) // 4)

    def is_served(self):
        self.message(10)
        return self.receive(2) == (0, 10)

    def is_hung_up(self):
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True
