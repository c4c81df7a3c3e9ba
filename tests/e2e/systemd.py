# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests galvan serve under a service manager. The test plays the manager: it passes a listening
socket as descriptor 3, and reads the server's notifications. Some tests use systemd's own programs
if they are installed."""

import contextlib
import os
import re
import signal
import socket
import stat
import subprocess

import common
from common import GALVAN, Client, children_of, need, wait_for

# The shell becomes the server, with descriptor $1 as descriptor 3, as under a service manager.
START = """exec 3<&"$1"; [ "$1" = 3 ] || eval "exec $1<&-"; shift
export LISTEN_PID="${PID:-$$}" LISTEN_FDS="${FDS:-1}"; exec "$@\""""


@contextlib.contextmanager
def listening(kind=socket.SOCK_STREAM):
    with common.directory() as dir:
        with socket.socket(socket.AF_UNIX, kind) as listener:
            listener.bind(os.path.join(dir, "socket"))
            if kind == socket.SOCK_STREAM:
                listener.listen()
            yield listener


class Managed(common.Process):
    """A common.Process: a server that gets a listening socket."""

    def __init__(self, passed, *args, **environment):
        fd = passed.fileno()
        super().__init__(*args, env=environment, passed=[fd],
                         start=[need("bash"), "-c", START, "bash", str(fd)])


@contextlib.contextmanager
def notified(name):
    """Binds the manager's socket. Yields a function that receives a notification as a
    dictionary."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.settimeout(common.TIMEOUT)
        notify.bind(name)
        yield lambda: dict(line.split("=", 1) for line in notify.recv(4096).decode().split("\n"))


def test_passed_socket():
    """Checks that a client that connects before the server starts waits and is then served. The
    server must not remove the socket's file, which belongs to the manager."""
    with listening() as listener, Client(listener.getsockname()) as client:
        client.socket.sendall(b"\2\0\0\0\10\0\0\0x\0")
        with Managed(listener, "serve", "--socket", "/nonexistent/socket") as server:
            server.wait_for_message("serving on " + listener.getsockname())
            assert client.is_served()
            worker, = children_of(server.pid)
            links = [os.readlink("/proc/%d/fd/%s" % (worker, fd))
                     for fd in os.listdir("/proc/%d/fd" % worker)]
            assert "socket:[%d]" % os.fstat(listener.fileno()).st_ino not in links
        assert stat.S_ISSOCK(os.lstat(listener.getsockname()).st_mode)


def test_notifications():
    with common.directory() as dir:
        for name in (os.path.join(dir, "notify"), "\0galvan-test-%d" % os.getpid()):
            with notified(name) as receive, listening() as listener:
                with Managed(listener, "serve",
                             NOTIFY_SOCKET=name.replace("\0", "@")) as server:
                    message = receive()
                    assert message["READY"] == "1", message
                    assert message["STATUS"].startswith("draws with "), message
                    with Client(listener.getsockname()) as client:
                        client.hello()
                        os.kill(server.pid, signal.SIGTERM)
                        assert receive() == {"STOPPING": "1"}
                    assert server.wait() == 0


def test_nothing_is_ready_without_a_device():
    with common.directory() as dir:
        name = os.path.join(dir, "notify")
        with notified(name) as receive, listening() as listener:
            with Managed(listener, "serve", "--device", "no such device",
                         NOTIFY_SOCKET=name) as server:
                assert server.wait() == 4, server.stderr()
            subprocess.run([GALVAN, "serve", "--socket", os.path.join(dir, "none", "socket")],
                           env={**os.environ, "NOTIFY_SOCKET": name}, stderr=subprocess.DEVNULL)
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as last:
                last.sendto(b"LAST=1", name)
            assert receive() == {"LAST": "1"}


def test_manager_is_gone():
    """Checks that the server serves clients even if it cannot reach the manager."""
    with listening() as listener:
        with Managed(listener, "serve", NOTIFY_SOCKET="/nonexistent/notify") as server:
            server.wait_for_message("serving on")
            assert "the service manager is not told: No such file" in server.stderr()
        with Managed(listener, "serve", NOTIFY_SOCKET="notify") as server:
            server.wait_for_message("serving on")
            assert "NOTIFY_SOCKET is no address of a socket" in server.stderr()


def test_what_is_no_socket_to_serve():
    with listening(socket.SOCK_DGRAM) as wrong, listening() as right:
        with open("/dev/null") as null:
            for passed, environment in ((wrong, {}), (null, {}), (right, {"FDS": "2"})):
                with Managed(passed, "serve", **environment) as server:
                    assert server.wait() == 5
                    assert "has to pass one listening Unix socket" in server.stderr()


def test_socket_of_another_process():
    """Checks that the server ignores the passed socket if LISTEN_PID names another process."""
    with common.directory() as dir, listening() as listener:
        path = os.path.join(dir, "own")
        with Managed(listener, "serve", "--socket", path, PID="1") as server:
            server.wait_for_message("serving on " + path)


def test_socket_activate():
    """Starts the server by systemd-socket-activate, which passes the socket."""
    with common.directory() as dir:
        path = os.path.join(dir, "socket")
        process = subprocess.Popen([need("systemd-socket-activate"), "--listen=" + path, GALVAN,
                                    "serve"], stderr=subprocess.DEVNULL)
        try:
            wait_for(lambda: os.path.exists(path), "the socket")
            with Client(path) as client:
                client.hello()
                assert client.is_served()
        finally:
            process.terminate()
            process.wait()


def test_units():
    """Checks the installed units, also by systemd's own tool if it is installed."""
    build = os.path.realpath(os.path.join(os.path.dirname(GALVAN), ".."))
    with common.directory() as dir:
        subprocess.run(["cmake", "--install", build, "--prefix", dir, "--component", "systemd"],
                       check=True, stdout=subprocess.DEVNULL)
        units = [os.path.join(dir, "lib/systemd/user/galvan." + kind)
                 for kind in ("service", "socket")]
        with open(units[0]) as file:
            text = file.read()
        program = re.search("^ExecStart=(/.*/bin/galvan) serve$", text, re.M).group(1)
        with open(units[0], "w") as file:
            file.write(text.replace(program, GALVAN))
        assert os.path.exists(units[1])
        done = subprocess.run([need("systemd-analyze"), "--user", "--man=no", "verify", *units],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == 0 and not done.stdout, done.stdout


common.main(globals())
