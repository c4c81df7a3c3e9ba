# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests galvan env: the printed text must make programs clients of a server, in a shell, and in a
sandbox with a read-only root and without a network. e2e/containers tests other containers."""

import os
import re
import shlex
import shutil
import subprocess

import common
import gears
from common import Display, expect, galvan, need, serve

# A shell would split and expand this path if it were not quoted.
ODD = "it's a \"socket\" $HOME"


def descendants(pid):
    return [pid] + [one for child in common.children_of(pid) for one in descendants(child)]


def has_mapped(pid, name):
    with open("/proc/%d/maps" % pid) as file:
        return name in file.read()


def draw(display, script, *arguments, library=None):
    """Runs a shell script that starts glxgears. Checks that the gears are on the display and, if
    library is given, that the program has loaded it."""
    process = subprocess.Popen(["sh", "-c", script, "sh", *arguments],
                               env={**os.environ, **display.environment},
                               stdout=subprocess.DEVNULL)
    try:
        gears.window(display)
        assert not library or any(has_mapped(pid, library) for pid in descendants(process.pid))
    finally:
        process.kill()
        process.wait()


def test_shell():
    need("glxgears")
    with serve() as server, Display() as display:
        draw(display, 'set -e; text=$("$1" env --socket "$2"); eval "$text"; '
             'exec timeout 60 glxgears', common.GALVAN, server.path)
        assert "client 1" not in server.stderr(), server.stderr()


def draw_in_sandbox(*arguments, library=None):
    """Draws in a sandbox that gets access to the server only by the printed arguments. The test
    adds the X server's socket."""
    need("glxgears")
    bwrap = need("bwrap")
    sandbox = ("%s --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --unshare-net "
               "--ro-bind /tmp/.X11-unix /tmp/.X11-unix " % bwrap)
    if subprocess.run(sandbox.split() + ["true"], stderr=subprocess.DEVNULL).returncode:
        raise common.Skip("no sandbox can be made here")
    with serve() as server, Display() as display:
        draw(display, 'set -e; text=$("$@"); eval "exec timeout 60 %s $text glxgears"' % sandbox,
             common.GALVAN, "env", "--bwrap", "--socket", server.path, *arguments,
             library=library)


def test_sandbox():
    draw_in_sandbox()


def test_sandbox_with_the_library():
    draw_in_sandbox("--preload", library="/tmp/.libgalvan-preload.so")


# The expected arguments for each kind of container, from the manuals of docker-run, podman-run,
# flatpak-run and systemd-nspawn.
VARIABLES = "GALLIUM_DRIVER=virpipe", "LIBGL_ALWAYS_SOFTWARE=1", "__GLX_VENDOR_LIBRARY_NAME=mesa"
IMAGE_WORDS = ["--mount", "type=bind,source={socket},target=/tmp/.virgl_test",
               *(word for variable in VARIABLES for word in ("--env", variable))]
WORDS = {
    "--docker": IMAGE_WORDS,
    "--podman": IMAGE_WORDS,
    "--flatpak": ["--filesystem={socket}", "--env=GALLIUM_DRIVER=virpipe",
                  "--env=LIBGL_ALWAYS_SOFTWARE=1", "--env=VTEST_SOCKET_NAME={socket}",
                  "--env=__GLX_VENDOR_LIBRARY_NAME=mesa",
                  "--unset-env=MESA_LOADER_DRIVER_OVERRIDE", "--unset-env=LIBGL_ALWAYS_INDIRECT"],
    "--systemd-nspawn": ["--bind={socket}:/tmp/.virgl_test",
                         *("--setenv=" + variable for variable in VARIABLES)],
}
LIBRARY_WORDS = {
    "--docker": ["--mount", "type=bind,source={library},target={there},readonly"],
    "--systemd-nspawn": ["--bind-ro={library}:{there}"],
}


def words_of(*arguments):
    result = galvan("env", *arguments)
    expect(result, 0)
    assert result.stdout.count("\n") == 1 and not result.stdout.endswith(" \n"), result.stdout
    return shlex.split(result.stdout)


def test_words():
    library = common.client_environment("")["LD_PRELOAD"]
    there = "/tmp/.libgalvan-preload.so"
    with serve() as server:
        for option, words in WORDS.items():
            said = words_of(option, "--socket", server.path)
            assert said == [word.format(socket=server.path) for word in words], said
        for option, words in LIBRARY_WORDS.items():
            said = words_of(option, "--preload", "--socket", server.path)
            for word in words:
                assert word.format(library=library, there=there) in said, said
            for variable in ("LD_PRELOAD=" + there, "VTEST_SOCKET_NAME=/tmp/.virgl_test",
                             "GALVAN_FRAMES_AHEAD=2:/tmp/.virgl_test"):
                assert variable in " ".join(said), said
        expect(galvan("env", "--flatpak", "--preload", "--socket", server.path), 1,
               "flatpak does not show single files")


def test_words_are_understood():
    """Container programs must accept the printed arguments: they may fail only later, because the
    image, the application or the service is missing."""
    far = {"docker": (["docker", "run", "{words}", "image", "true"], "Cannot connect"),
           "flatpak": (["flatpak", "run", "{words}", "org.example.App"], "not installed")}
    tried = 0
    with serve() as server:
        for name, (command, answer) in far.items():
            if not shutil.which(name):
                continue
            at = command.index("{words}")
            words = words_of("--" + name, "--socket", server.path)
            result = subprocess.run(command[:at] + words + command[at + 1:], text=True,
                                    env={**os.environ, "DOCKER_HOST": "unix:///nonexistent"},
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            assert result.returncode != 0 and answer in result.stderr, result.stderr
            tried += 1
    if not tried:
        raise common.Skip("neither docker nor flatpak here")


def test_paths_that_cannot_be_said():
    for option, name in (("--docker", "a,b"), ("--podman", 'a"b'), ("--systemd-nspawn", "a:b"),
                         ("--flatpak", "a\\b")):
        with common.directory() as dir:
            path = os.path.join(dir, name)
            with common.Process("serve", "--socket", path) as server:
                server.wait_for_message("serving on")
                expect(galvan("env", option, "--socket", path), 1,
                       "%s takes no path with any of" % option[2:])
                expect(galvan("env", "--bwrap", "--socket", path), 0)


def test_in_process():
    """galvan env --in-process needs no server, and unsets the variables that clients of a server
    need."""
    with common.directory() as dir:
        dir = os.path.realpath(dir)
        os.mkdir(os.path.join(dir, "dri"))
        expect(galvan("env", "--in-process=" + dir), 6, "there is no Galvan inside of Mesa in")
        with open(os.path.join(dir, "dri/swrast_dri.so"), "w"):
            said = galvan("env", "--in-process=" + dir, env={"LD_LIBRARY_PATH": "/other"}).stdout
    assert "export LD_LIBRARY_PATH=%s:/other\n" % dir in said, said
    assert "export LIBGL_DRIVERS_PATH=%s/dri\n" % dir in said, said
    assert "unset GALLIUM_DRIVER\n" in said, said
    assert "export GALVAN_FRAMES_AHEAD=2:\n" in said, said
    assert "export NODEVICE_SELECT=1\n" in said, said
    assert re.search(r"export LD_PRELOAD=\S*libgalvan-preload.so", said), said


def test_wrong_options():
    expect(galvan("env", "--in-process", "--bwrap"), 2, "--in-process is for a shell")
    expect(galvan("env", "--bwrap", "--docker"), 2, "which one kind of container?")
    expect(galvan("env", "--preload"), 2, "--preload is for containers")


def test_text():
    """A shell must get the printed values unchanged, even if they contain special characters."""
    with common.directory() as dir:
        path = os.path.join(dir, ODD)
        with common.Process("serve", "--socket", path) as server:
            server.wait_for_message("serving on")
            script = 'eval "$("$1" env --socket "$2")"; printf %s "$VTEST_SOCKET_NAME"'
            said = subprocess.run(["sh", "-c", script, "sh", common.GALVAN, path], text=True,
                                  stdout=subprocess.PIPE,
                                  env={**os.environ, "LIBGL_ALWAYS_INDIRECT": "1"}).stdout
            assert said == os.path.realpath(path), said
            expect(galvan("env", "--socket", path), 0)
            assert "unset LIBGL_ALWAYS_INDIRECT\n" in galvan("env", "--socket", path).stdout


def test_socket_of_systemd():
    """Without --socket, the command must use the socket of the unit galvan.socket if this socket
    exists."""
    with common.directory() as dir:
        os.mkdir(os.path.join(dir, "galvan"))
        path = os.path.join(dir, "galvan/vtest")
        with common.Process("serve", "--socket", path) as server:
            server.wait_for_message("serving on")
            said = galvan("env", env={"XDG_RUNTIME_DIR": dir}).stdout
            assert "export VTEST_SOCKET_NAME=%s\n" % path in said, said
        result = galvan("env", "--bwrap", env={"XDG_RUNTIME_DIR": "/nonexistent"})
        assert result.returncode == 0 or "/tmp/.virgl_test: " in result.stderr, result.stderr


def test_no_server():
    with common.directory() as dir:
        path = os.path.join(dir, "socket")
        result = galvan("env", "--socket", path)
        expect(result, 5, "%s: No such file or directory; start `galvan serve --socket %s` first" %
               (path, path))
        assert not result.stdout
        expect(galvan("env", "--socket", "/" + "x" * 200), 5, "too long")


if __name__ == "__main__":
    common.main(globals())
