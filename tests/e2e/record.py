# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests recordings of programs: checks the contents of the file for each way in which a recording
can end."""

import contextlib
import glob
import json
import os
import re
import signal
import socket
import struct
import subprocess
import threading
import time
import types

import common
from common import Display, Process, directory, expect, galvan, lines_of, need, wait_for

CLIENT = os.environ["SWAP_CLIENT"]
SUMMARY = re.compile(r"^galvan: record: (\d+) frames of (\d+) clients?, [0-9.]+ MB in ", re.M)


def record(display, path, *args, status=0):
    """Records a program. Returns the numbers of frames and clients that the command reports."""
    result = galvan("record", path, "--", *args, env=display.environment)
    assert result.returncode == status, "status %d\n%s" % (result.returncode, result.stderr)
    found = SUMMARY.search(result.stderr)
    assert found, result.stderr
    return int(found.group(1)), int(found.group(2))


def whole(path):
    with open(path, "rb") as file:
        data = file.read()
    return data.startswith(b"GVREC\r\n\x1a") and data.endswith(b"GVRECEND")


def test_a_program():
    with directory() as dir, Display() as display:
        path = os.path.join(dir, "file.gvrec")
        frames, clients = record(display, path, CLIENT, "shown")
        assert frames > 0 and clients == 1
        assert os.stat(path).st_mode & 0o777 == 0o600
        assert whole(path)


def test_two_processes():
    with directory() as dir, Display() as display:
        both = '"$0" shown && "$0" egl'
        frames, clients = record(display, os.path.join(dir, "file"), "sh", "-c", both, CLIENT)
        assert frames > 0 and clients == 2


def test_a_program_that_fails():
    """Checks that no file remains if no client connects, since the next attempt would find its path
    in use."""
    with directory() as dir:
        path = os.path.join(dir, "file")
        result = galvan("record", path, "sh", "-c", "exit 7")
        assert result.returncode == 7, result.stderr
        assert "no client connected, so %s is not kept" % path in result.stderr, result.stderr
        assert os.listdir(dir) == []


def test_a_file_that_is_there():
    with directory() as dir:
        path = os.path.join(dir, "file")
        with open(path, "w") as file:
            file.write("precious")
        expect(galvan("record", path, "--", "true"), 1, "File exists")
        with open(path) as file:
            assert file.read() == "precious"
        expect(galvan("record", os.path.join(dir, "none", "file"), "--", "true"), 1,
               "No such file")


def test_a_server():
    """Checks that the server creates the directory, and a separate file for each client."""
    with directory() as dir, Display() as display:
        files = os.path.join(dir, "files")
        with common.serve("--record", files) as server:
            env = {**display.environment, **common.client_environment(server.path)}
            env.update(display.environment)
            for _ in range(2):
                subprocess.run([CLIENT, "shown"], env=env, check=True, timeout=common.TIMEOUT)
            wait_for(lambda: sum(whole(os.path.join(files, name))
                                 for name in os.listdir(files)) == 2, "two whole files")
        for name in os.listdir(files):
            result = galvan("replay", os.path.join(files, name))
            assert result.returncode == 0 and len(common.lines_of(result.stderr)) == 1, (
                result.stderr)
        with open(os.path.join(dir, "file"), "w"):
            pass
        expect(galvan("serve", "--record", os.path.join(dir, "file")), 1, "Not a directory")


def test_a_worker_that_is_killed():
    """Kills the worker. The file must contain the frames that the worker has drawn."""
    need("glxgears")
    with directory() as dir, Display() as display:
        path = os.path.join(dir, "file")
        picture = os.path.join(dir, "picture.png")
        with Process("record", "--screenshot", picture + "@20", path, "--", "glxgears",
                     env=display.environment) as process:
            wait_for(lambda: os.path.exists(picture), "20 frames")
            server = next(child for child in common.children_of(process.pid)
                          if "glxgears" not in open("/proc/%d/comm" % child).read())
            for worker in common.children_of(server):
                os.kill(worker, signal.SIGKILL)
            process.wait()
            found = SUMMARY.search(process.stderr())
            assert found and int(found.group(1)) >= 20, process.stderr()


def first_client(path):
    """Returns the first client of a server that has presented more than 5 frames; None if no
    client has."""
    result = galvan("top", "--socket", path, "--once", "--json")
    clients = json.loads(result.stdout)["clients"] if result.returncode == 0 else []
    return next((client for client in clients if client["frames"] > 5), None)


def ask(path, id, answer, *options):
    expect(galvan("record", "--socket", path, "--client", str(id), *options), 0, answer)


def test_a_client_that_runs():
    """Begins a recording while the client runs. The recording must begin with the client's current
    state, so that the last frame of a replay is the frame that the program presented last."""
    need("glmark2")
    with directory() as dir, Display() as display:
        files, live, again = [os.path.join(dir, name) for name in ("files", "a.png", "b.png")]
        with Process("run", "--recordable", files, "--screenshot", live, "--", "glmark2", "--size",
                     "160x120", "-b", "shadow:duration=60",
                     env={**display.environment, "XDG_RUNTIME_DIR": dir}) as process:
            wait_for(lambda: glob.glob(os.path.join(dir, "galvan-*", "vtest.stats")), "a socket")
            path = glob.glob(os.path.join(dir, "galvan-*", "vtest"))[0]
            wait_for(lambda: first_client(path), "frames of the program")
            client = first_client(path)
            ask(path, client["id"], "client %d, glmark2, begins" % client["id"])
            wait_for(lambda: os.listdir(files), "a file")
            begun = first_client(path)["frames"]
            wait_for(lambda: first_client(path)["frames"] > begun + 5, "frames in the file")
            os.kill(client["pid"], signal.SIGTERM)
            process.wait()
        (name,) = os.listdir(files)
        file = os.path.join(files, name)
        assert whole(file)
        result = galvan("replay", "--hash", "--screenshot", again, file, timeout=common.TIMEOUT * 4)
        assert result.returncode == 0, result.stderr
        assert len(lines_of(result.stderr)) == 1, result.stderr  # no command was refused
        frames = result.stdout.splitlines()
        assert len(frames) > 5 and frames[0].startswith("frame 1 "), frames[:1]
        with open(live, "rb") as one, open(again, "rb") as other:
            assert one.read() == other.read(), "not what the program drew"


def test_a_client_twice():
    """Records one client twice, into two files."""
    need("glxgears")
    with directory() as dir, Display() as display:
        files = os.path.join(dir, "files")
        with common.serve("--recordable", files) as server:
            process = subprocess.Popen(["glxgears"], stdout=subprocess.DEVNULL,
                                       env={**common.client_environment(server.path),
                                            **display.environment})
            try:
                wait_for(lambda: first_client(server.path), "frames of glxgears")
                id = first_client(server.path)["id"]
                assert os.listdir(files) == []
                for num in (1, 2):
                    ask(server.path, id, "begins")
                    wait_for(lambda: len(os.listdir(files)) == num, "a file")
                    ask(server.path, id, "ends", "--end")
                    wait_for(lambda: all(whole(os.path.join(files, name))
                                         for name in os.listdir(files)), "its end")
                process.kill()
                expect(galvan("record", "--socket", server.path, "--client", "77"), 1,
                       "has no client 77")
            finally:
                process.kill()
                process.wait()
        for name in os.listdir(files):
            result = galvan("replay", os.path.join(files, name))
            assert result.returncode == 0 and len(lines_of(result.stderr)) == 1, result.stderr


def answer_of_server(dir):
    """Returns the statistics file of a recordable server with one client named "test"."""
    with common.serve("--recordable", dir) as server, common.Client(server.path) as client:
        client.hello()
        wait_for(lambda: json.loads(galvan("top", "--socket", server.path, "--once", "--json")
                                    .stdout)["clients"][0]["program"] == "test", "a client")
        with socket.socket(socket.AF_UNIX) as asker:
            asker.connect(server.path + ".stats")
            (memory,) = socket.recv_fds(asker, 1, 1)[1]
            try:
                return os.pread(memory, os.fstat(memory).st_size, 0)
            finally:
                os.close(memory)


@contextlib.contextmanager
def false_server(answer):
    """Runs a server that sends this answer over each connection. .requests has the bytes that each
    connection then received."""
    with directory() as dir, socket.socket(socket.AF_UNIX) as listener:
        memory = os.memfd_create("answer")
        os.pwrite(memory, answer, 0)
        server = types.SimpleNamespace(path=os.path.join(dir, "socket"), requests=[])
        listener.bind(server.path + ".stats")
        listener.listen()

        def serve():
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection:
                    socket.send_fds(connection, [b"x"], [memory])
                    request = connection.recv(100)
                    server.requests.append(request)
                    if request:
                        connection.send(b"\1")

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()
            os.close(memory)


def test_a_server_that_names_another_process():
    """Runs a server that claims the id of another process. galvan must send the other process no
    signal, and send its request to the process that sent the answer."""
    with directory() as dir:
        answer = answer_of_server(dir)
    victim = subprocess.Popen(["sleep", "1000"])
    try:
        with false_server(answer[:8] + struct.pack("=i", victim.pid) + answer[12:]) as server:
            ask(server.path, 1, "client 1, test, begins")
            assert any(server.requests), server.requests
            told = json.loads(galvan("top", "--socket", server.path, "--once", "--json").stdout)
            assert told["process"] == os.getpid(), told
        time.sleep(0.2)
        assert victim.poll() is None, "the process has ended: status %d" % victim.returncode
    finally:
        victim.kill()
        victim.wait()


def test_names_that_a_server_makes_up():
    """Checks that names from a server's answer are printed without control characters (C0 and
    C1)."""
    with directory() as dir:
        answer = answer_of_server(dir)
    name = b"test" + bytes(20)
    assert answer.count(name) == 1
    hostile = answer.replace(name, b"a\033[2Jb\x9b31m\xc2\x9b1m\n".ljust(len(name), b"\0"))
    with false_server(hostile) as server:
        plain = "a?[2Jb?31m?1m?"
        ask(server.path, 1, "client 1, %s, begins" % plain)
        for options in ([], ["--json"]):
            told = galvan("top", "--socket", server.path, "--once", *options)
            expect(told, 0)
            assert plain in told.stdout, told.stdout


def test_who_cannot_be_recorded():
    with common.serve() as server, common.Client(server.path) as client:
        client.hello()
        wait_for(lambda: json.loads(galvan("top", "--socket", server.path, "--once", "--json")
                                    .stdout)["clients"], "a client")
        expect(galvan("record", "--socket", server.path, "--client", "1"), 1,
               "was started without --recordable")
        assert client.is_served()
        expect(galvan("record", "--socket", server.path, "--client", "x"), 2, "--client wants")
        expect(galvan("record", "--socket", server.path, "--client", "1", "file"), 2,
               "--client goes without a file")
    with directory() as dir:
        expect(galvan("serve", "--record", dir, "--recordable", dir), 2, "one of them")


if __name__ == "__main__":
    common.main(globals())
