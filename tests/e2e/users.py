# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests galvan serve with clients of other users: which users can connect because of the socket's
group and mode, which users --allow-uid admits, and that admitted users can draw. Only root can act
as another user; without root, only the command line is tested."""

import contextlib
import os
import subprocess

import common
import gears
from common import Display, children_of, expect, galvan, need, wait_for

NOBODY, OTHER = 65534, 65533  # users who own no files here
GROUP = 65532

def need_root():
    if os.geteuid() != 0:
        raise common.Skip("only root can be another user")


@contextlib.contextmanager
def serve(*args):
    """Runs a server whose socket is in a directory that everybody may enter. .path is the socket,
    .cache is Galvan's cache directory."""
    with common.directory() as dir, common.directory() as cache:
        os.chmod(dir, 0o711)
        path = os.path.join(dir, "socket")
        with common.Process("serve", "--socket", path, *args,
                            env={"GALVAN_CACHE": cache}) as server:
            server.path, server.cache = path, cache
            server.wait_for_message("serving on " + path)
            yield server


def meet(path):
    try:
        with common.Client(path) as client:
            client.hello()
            return "served" if client.is_served() else "not served"
    except (OSError, AssertionError) as error:
        return type(error).__name__


def connect(path, uid, *groups):
    """Connects as this user, in a child process. Returns the result as a text."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups(groups)
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
            os.write(write_end, meet(path).encode())
        finally:
            os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end) as file:
        said = file.read()
    os.waitpid(child, 0)
    assert said, "no word from user %d" % uid
    return said


def test_own_user_only():
    need_root()
    with serve() as server:
        assert os.stat(server.path).st_mode & 0o777 == 0o600
        assert connect(server.path, NOBODY) == "PermissionError"
        assert connect(server.path, 0) == "served"


def test_group():
    need_root()
    with serve("--group", str(GROUP)) as server:
        stat = os.stat(server.path)
        assert (stat.st_mode & 0o777, stat.st_gid) == (0o660, GROUP)
        assert connect(server.path, NOBODY) == "PermissionError"
        assert connect(server.path, NOBODY, GROUP) == "served"
        assert connect(server.path, 0) == "served"


def test_mode():
    need_root()
    with serve("--mode", "666") as server:
        assert connect(server.path, NOBODY) == "served"
    with serve("--group", str(GROUP), "--mode", "0606") as server:
        assert connect(server.path, NOBODY) == "served"
        assert connect(server.path, NOBODY, GROUP) == "PermissionError"


def test_allow_uid():
    """Checks that the server closes the connection of a user whom it refuses, and logs a line."""
    need_root()
    with serve("--allow-uid", "1,%d" % OTHER) as server:
        assert connect(server.path, OTHER) == "served"
        assert connect(server.path, 0) == "served"
        assert "refused" not in server.stderr()
        for _ in range(40):
            assert connect(server.path, NOBODY) != "served"
        said = [line for line in server.stderr().splitlines() if "is refused" in line]
        assert len(said) == 32 and "uid 65534 is refused: --allow-uid has" in said[0], said[:1]
        assert said[-1].endswith("further refusals are not told"), said[-1]
        assert connect(server.path, OTHER) == "served"


def test_allow_uid_within_a_group():
    need_root()
    with serve("--allow-uid", str(OTHER), "--group", str(GROUP)) as server:
        assert connect(server.path, OTHER) == "PermissionError"
        assert connect(server.path, OTHER, GROUP) == "served"
        assert connect(server.path, NOBODY, GROUP) != "served"


def test_places_of_a_user():
    """Checks that the limit of clients per user leaves room for clients of other users."""
    need_root()
    with serve("--mode", "0666", "--max-clients-per-user", "2") as server:
        with contextlib.ExitStack() as stack:
            for _ in range(2):
                stack.enter_context(common.Client(server.path)).hello()
            assert connect(server.path, NOBODY) == "served"
            wait_for(lambda: len(children_of(server.pid)) == 2, "the end of the third")


def test_cache():
    """Checks that the clients of each user have a separate cache directory."""
    need_root()
    with serve("--mode", "0666") as server:
        clients = os.path.join(server.cache, "clients")
        assert os.listdir(clients) == ["key"]
        for uid in (NOBODY, 0):
            assert connect(server.path, uid) == "served"
        assert set(os.listdir(clients)) == {"key", str(NOBODY), "0"}
        for uid in (NOBODY, 0):
            assert os.stat(os.path.join(clients, str(uid))).st_mode & 0o777 == 0o700
        assert os.stat(os.path.join(clients, "key")).st_mode & 0o777 == 0o600


def test_picture():
    """Checks that a program of another user draws with the environment that `galvan env` prints for
    that user."""
    need_root()
    program = need("glxgears")
    with serve("--mode", "0666") as server, Display() as display:
        as_nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        try:
            said = subprocess.run([common.GALVAN, "env", "--socket", server.path], **as_nobody,
                                  stdout=subprocess.PIPE, text=True)
        except PermissionError:
            raise common.Skip("another user does not reach the galvan command here")
        assert said.returncode == 0
        process = subprocess.Popen(
            ["sh", "-c", 'eval "$1"; exec timeout 60 "$2"', "sh", said.stdout, program],
            env={**os.environ, **display.environment}, stdout=subprocess.DEVNULL, **as_nobody)
        try:
            gears.window(display)
        finally:
            process.kill()
            process.wait()


def test_wrong_options():
    for option, text, line in (
            ("--group", "no-such-group", 'there is no group "no-such-group"'),
            ("--mode", "0066", '--mode wants an octal number from 0600 to 0777, not "0066"'),
            ("--mode", "01666", "--mode wants"), ("--mode", "0680", "--mode wants"),
            ("--mode", "", "--mode wants"), ("--allow-uid", "nobody", "--allow-uid wants"),
            ("--allow-uid", "1,", "--allow-uid wants"), ("--allow-uid", "", "--allow-uid wants"),
            ("--allow-uid", "4294967295", "--allow-uid wants"),
            ("--allow-uid", ",".join(map(str, range(65))), "--allow-uid wants up to 64 numbers")):
        expect(galvan("serve", option, text), 2, line)


if __name__ == "__main__":
    common.main(globals())
