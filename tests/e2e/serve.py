# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests galvan serve with programs of the distribution: several clients at once, killed clients and
workers, and the server's end."""

import contextlib
import glob
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import common
from common import (Client, Display, Process, Skip, children_of, client_environment, directory,
                    expect, galvan, is_alive, need, serve, wait_for)


def resident_kB(pid):
    with open("/proc/%d/status" % pid) as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))


class Gears:
    """Runs glxgears as a client of a server, on a separate display."""

    def __init__(self, path, program="glxgears"):
        self.display = Display()
        self.process = subprocess.Popen(
            [need(program)], env={**client_environment(path), **self.display.environment},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.display.__exit__()

    def window(self):
        return self.display.picture().crop(300, 300)

    def wait_for_frames(self):
        """Waits until the picture has changed a few times."""
        seen = set()

        def changed():
            assert self.process.poll() is None, "glxgears ended"
            seen.add(hash(str(self.window().rows)))
            return len(seen) > 3
        wait_for(changed, "frames of glxgears")


def test_two_programs_at_once():
    with serve() as server, Gears(server.path) as a, Gears(server.path) as b:
        a.wait_for_frames()
        b.wait_for_frames()
        a.wait_for_frames()
        assert len(children_of(server.pid)) == 2


def test_pipelines_are_kept():
    """Checks that the listener stores the pipelines that a worker has compiled, and passes them to
    the next worker. A worker that is killed must not change the file."""
    with directory() as cache, serve(
            env={"GALVAN_CACHE": cache, "GALVAN_LOG": "vk=debug"}) as server:
        def lines():
            return [line.split() for line in server.stderr().splitlines()
                    if "pipeline cache pipelines-" in line]

        def loaded():
            return [int(line[-2]) for line in lines()]

        def kept():
            """Returns the contents of the device's cache file, and the number of cache files. The
            file that lists the pipelines with which programs drew does not count."""
            paths = glob.glob(os.path.join(cache, "clients", str(os.geteuid()), "glxgears-*",
                                           "pipelines-*"))
            name = lines()[0][-3].rstrip(":")
            own, = (open(path, "rb").read() for path in paths if path.endswith(name))
            return own, len(paths)

        with Gears(server.path) as gears:
            gears.wait_for_frames()
            worker, = children_of(server.pid)
        wait_for(lambda: worker not in children_of(server.pid), "the end of the first worker")
        first = kept()
        assert first[1] == 2
        with Gears(server.path) as gears:
            gears.wait_for_frames()
            os.kill(*children_of(server.pid), signal.SIGKILL)
            wait_for(lambda: not children_of(server.pid), "the end of the second worker")
        assert kept() == first
        assert loaded()[0] == 0 and 0 < loaded()[1] < len(first[0]), loaded()
        assert not glob.glob(os.path.join(cache, "pipelines-*"))


def test_drivers_caches():
    """Checks that workers which may only read the cache of their Vulkan driver use it and add no
    file. If there is no such cache, none may be created."""
    with directory() as cache, common.own_shader_cache():
        kept = os.path.join(cache, "clients", str(os.geteuid()), "*", "drivers",
                            "mesa_shader_cache")

        def files():
            return {path for path in glob.glob(os.path.join(kept, "*", "*"))}

        def draw(what):
            with serve("--drivers-cache", what, env={"GALVAN_CACHE": cache}) as server:
                with Gears(server.path) as gears:
                    gears.wait_for_frames()
                wait_for(lambda: not children_of(server.pid), "the end of the worker")

        draw("off")
        assert not glob.glob(kept)
        draw("program")
        all_files = files()
        if not all_files:
            raise Skip("this device keeps no files")
        for path in all_files:
            os.utime(path, (0, 1))  # the next read changes it, if access times are stored
        draw("read")
        assert files() == all_files
        assert all(os.stat(path).st_mtime == 1 for path in all_files)
        read = [path for path in all_files if os.stat(path).st_atime != 0]
        for path in glob.glob(kept):
            shutil.rmtree(path)
        draw("read")
        assert not files()
        assert read or not tells_reads(cache), "nothing was read"


def test_caches_of_programs():
    """Checks that the cache of a program is used by later workers of this program. Workers of
    another program must neither read nor change it, even if the other program is a copy with
    another name."""
    with directory() as cache, common.own_shader_cache():
        other = os.path.join(cache, "other")
        shutil.copy(need("glxgears"), other)

        def kept(name):
            dirs = glob.glob(os.path.join(cache, "clients", str(os.geteuid()), name + "-*"))
            assert len(dirs) <= 1, dirs
            return {path: os.stat(path).st_mtime_ns for dir in dirs
                    for path in glob.glob(os.path.join(dir, "**"), recursive=True)
                    if os.path.isfile(path) and not path.endswith(("index", "lock"))}

        def names(files):
            """Returns the files' names. The name of the file that lists the pipelines with which
            programs drew contains the client's name, which is removed."""
            return {re.sub("^pipelines-of-.*", "pipelines-of-", os.path.basename(path))
                    for path in files}

        def draw(program):
            with serve(env={"GALVAN_CACHE": cache}) as server:
                with Gears(server.path, program) as gears:
                    gears.wait_for_frames()
                wait_for(lambda: not children_of(server.pid), "the end of the worker")

        draw("glxgears")
        first = kept("glxgears")
        assert [path for path in first if "pipelines-" in path], first
        draw(other)
        assert kept("glxgears") == first
        assert names(kept("other")) == names(first)
        draw("glxgears")
        # lavapipe's pipeline caches contain no code, so they are stored at the end of each worker
        again = [path for path, _ in kept("glxgears").items() - first.items()
                 if "/drivers/" in path]
        assert not again, again


def tells_reads(dir):
    """Returns whether dir's file system stores access times."""
    path = os.path.join(dir, "probe")
    with open(path, "w") as file:
        file.write("x")
    os.utime(path, (0, 1))
    with open(path) as file:
        file.read()
    return os.stat(path).st_atime != 0


def test_client_is_killed_in_a_frame():
    with serve() as server, Gears(server.path) as other:
        for delay in (0, 0.05, 0.3):
            with Gears(server.path) as gears:
                gears.wait_for_frames()
                time.sleep(delay)
                gears.process.kill()
                gears.process.wait()
                wait_for(lambda: len(children_of(server.pid)) == 1, "the worker's end")
        other.wait_for_frames()
        assert "ended by signal" not in server.stderr()


def test_many_clients_are_killed():
    """Kills clients at random times. GALVAN_TEST_KILLS is the number of clients; 1000 makes this a
    soak test."""
    chance = random.Random(1)
    with serve() as server, Display() as display:
        environment = {**client_environment(server.path), **display.environment}

        def num_descriptors():
            return len(os.listdir("/proc/%d/fd" % server.pid))
        descriptors = num_descriptors()
        # The listener retains some memory after its first client. This client is not killed, since
        # a client that is killed early may not cause that.
        with Client(server.path) as client:
            client.hello()
        wait_for(lambda: children_of(server.pid) == [], "the worker's end")
        before = resident_kB(server.pid)
        for kill in range(int(os.environ.get("GALVAN_TEST_KILLS", "20"))):
            gears = subprocess.Popen([need("glxgears")], env=environment,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, 0.4))
            gears.kill()
            gears.wait()
            wait_for(lambda: children_of(server.pid) == [], "the worker's end")
        # After a worker has ended, the listener needs a moment to close its descriptors for this
        # worker.
        wait_for(lambda: num_descriptors() == descriptors, "%d descriptors" % descriptors)
        now = resident_kB(server.pid)
        assert now <= before * 1.05, "memory: %d kB, then %d kB" % (before, now)
        assert "ended by signal" not in server.stderr()


def test_worker_is_killed():
    with serve() as server, Gears(server.path) as a:
        a.wait_for_frames()
        (worker_of_a,) = children_of(server.pid)
        with Gears(server.path) as b:
            b.wait_for_frames()
            (worker_of_b,) = set(children_of(server.pid)) - {worker_of_a}
            os.kill(worker_of_b, signal.SIGKILL)
            assert b.process.wait(30) != 0, "the client has lost its server"
        a.wait_for_frames()
        assert "ended by signal 9 (Killed)" in server.stderr()
        with Gears(server.path) as c:
            c.wait_for_frames()


def test_sigterm():
    with serve() as server, Gears(server.path) as a, Gears(server.path) as b:
        a.wait_for_frames()
        b.wait_for_frames()
        workers = children_of(server.pid)
        server.process.terminate()
        assert server.wait() == 0
        assert not any(is_alive(worker) for worker in workers)
        assert not os.path.exists(server.path)


def test_socket_in_use():
    with serve() as server:
        expect(galvan("serve", "--socket", server.path), 5,
               "a server already answers on %s: stop it or choose --socket" % server.path)
        with Client(server.path) as client:
            client.hello()


def test_restart_after_kill():
    with directory() as dir:
        path = os.path.join(dir, "socket")
        for _ in range(2):
            with Process("serve", "--socket", path) as server:
                server.wait_for_message("serving on")
                with Client(path) as client:
                    client.hello()
                server.process.kill()
                server.wait()
            assert os.path.exists(path), "a killed server leaves its socket"


def test_path_too_long():
    with directory() as dir:
        path = os.path.join(dir, "s" * 120)
        expect(galvan("serve", "--socket", path), 5, "socket path of %d bytes" % len(path))


def test_no_such_directory():
    expect(galvan("serve", "--socket", "/nonexistent/socket"), 5,
           "no socket at /nonexistent/socket: No such file or directory")


def test_not_a_socket():
    with directory() as dir:
        path = os.path.join(dir, "file")
        with open(path, "w") as file:
            file.write("precious")
        expect(galvan("serve", "--socket", path), 5, "is there and no socket")
        with open(path) as file:
            assert file.read() == "precious"


def status_of(pid, field):
    with open("/proc/%d/status" % pid) as file:
        return next(line.split()[1] for line in file if line.startswith(field + ":"))


def test_system_calls_of_workers_are_filtered():
    for args, mode in ([], "2"), (["--no-sandbox"], status_of(os.getpid(), "Seccomp")):
        with serve(*args) as server, Client(server.path) as client:
            client.hello()
            worker, = children_of(server.pid)
            assert status_of(worker, "NoNewPrivs") == "1"
            assert {status_of(int(thread), "Seccomp")
                    for thread in os.listdir("/proc/%d/task" % worker)} == {mode}
            assert status_of(server.pid, "Seccomp") == status_of(os.getpid(), "Seccomp")


def test_weak_sandbox_is_told():
    """Checks that the line about missing confinement is logged exactly once, even if each client
    disconnects within a second."""
    forbid = os.path.join(os.path.dirname(os.path.abspath(__file__)), "forbid.py")
    start = [sys.executable, forbid, "landlock_create_ruleset,unshare"]
    with serve(start=start) as server:
        for _ in range(2):
            with Client(server.path) as client:
                client.hello()
        wait_for(lambda: "no Landlock: it can open all files of the user; no user namespaces"
                 in server.stderr(), "the line")
        assert server.stderr().count("confines a client's process less") == 1


def test_many_clients_of_one_user():
    """Starts one program with many contexts, each of which is a client. The server must refuse none
    of them."""
    num = 20
    with serve() as server, contextlib.ExitStack() as stack:
        for _ in range(num):
            stack.enter_context(Client(server.path)).hello()
        assert len(children_of(server.pid)) == num
        assert "waits" not in server.stderr()


def test_more_clients_than_places():
    """Starts more clients than the limit allows. The server must serve all of them, one after the
    other."""
    num, places = 12, 3
    with serve("--max-clients", str(places)) as server, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(Client(server.path)) for _ in range(num)]
        for client in clients:
            client.socket.sendall(b"\2\0\0\0\10\0\0\0x\0")
        wait_for(lambda: "waits for its turn" in server.stderr(), "a queue")
        for client in clients:
            assert client.is_served()
            assert len(children_of(server.pid)) <= places
            client.socket.close()


common.main(globals())
