# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests that galvan run behaves like the program that it runs, as its parent sees it: exit status,
signals, environment and files. No process or file may remain."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import common
from common import (GALVAN, Display, Process, children_of, client_environment, directory, expect,
                    galvan, is_alive, lines_of, need, wait_for)

NOT_CONNECTED = "ended without connecting"


def test_exit_status():
    expect(galvan("run", "--", "true"), 0, NOT_CONNECTED)
    expect(galvan("run", "--", "false"), 1, NOT_CONNECTED)
    expect(galvan("run", "sh", "-c", "exit 77"), 77, NOT_CONNECTED)


def test_killed_program():
    expect(galvan("run", "--", "sh", "-c", "kill -9 $$"), 137, NOT_CONNECTED)
    expect(galvan("run", "--", "sh", "-c", "kill -TERM $$"), 143, NOT_CONNECTED)


def test_why_not_connected():
    """Checks the message about a program that did not connect: it must have a separate sentence for
    each cause, and name the program, even if a launcher starts it."""
    def why(*command, **environment):
        result = galvan("run", "--", "env", "A=b", "timeout", "-k", "9", "9", *command,
                        env={"WAYLAND_DISPLAY": "", **environment})
        line, = [line for line in lines_of(result.stderr)]
        assert line.startswith("galvan: run: %s %s: " % (command[0], NOT_CONNECTED)), line
        return line

    gears = common.need("glxgears")
    assert "neither DISPLAY nor WAYLAND_DISPLAY is set" in why(gears, DISPLAY="")
    assert "no X server answers at DISPLAY=:987" in why(gears, DISPLAY=":987")
    assert "it uses no OpenGL" in why("ls")
    with directory() as dir:
        assert "linked statically" in why(common.static_program(os.path.join(dir, "static")))
    sandbox = [common.need("bwrap"), "--bind", "/", "/", "--dev", "/dev"]
    if subprocess.run(sandbox + ["true"], stderr=subprocess.DEVNULL).returncode == 0:
        assert "its sandbox hides" in why(*sandbox, "true")


def test_closed_standard_descriptors():
    """Checks that galvan run returns the program's status even if standard descriptors are closed.
    galvan run replaces closed ones by /dev/null."""
    for closed in (">&-", "<&-", "2>&-", "<&- >&- 2>&-"):
        command = "exec %s run -- sh -c 'exit 3' %s" % (GALVAN, closed)
        done = subprocess.run(["sh", "-c", command], timeout=common.TIMEOUT)
        assert done.returncode == 3, (closed, done.returncode)


def test_no_such_program():
    expect(galvan("run", "--", "/nonexistent/program"), 127,
           "/nonexistent/program: no such program")


def test_not_executable():
    with directory() as dir:
        expect(galvan("run", "--", dir), 126, "cannot be executed: Permission denied")


def test_options_of_the_program_are_its_own():
    result = galvan("run", "echo", "--help", "--bogus")
    expect(result, 0)
    assert result.stdout == "--help --bogus\n"


def test_input_and_output_pass_through():
    result = galvan("run", "--", "cat", input="through\n")
    expect(result, 0)
    assert result.stdout == "through\n"


def test_environment():
    # If galvan is linked to AddressSanitizer, this must be the first library.
    result = galvan("run", "--", "env", env={
        "MESA_LOADER_DRIVER_OVERRIDE": "zink", "LIBGL_ALWAYS_INDIRECT": "1",
        "LD_PRELOAD": "libm.so.6",
        "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"})
    expect(result, 0)
    lines = result.stdout.splitlines()
    environment = dict(line.split("=", 1) for line in lines if "=" in line)
    assert environment["GALLIUM_DRIVER"] == "virpipe"
    assert environment["LIBGL_ALWAYS_SOFTWARE"] == "1"
    assert environment["VTEST_SOCKET_NAME"].endswith("/vtest")
    assert "MESA_LOADER_DRIVER_OVERRIDE" not in environment
    assert "LIBGL_ALWAYS_INDIRECT" not in environment
    preload = environment["LD_PRELOAD"].split(":")
    assert os.path.basename(preload[0]) == "libgalvan-preload.so"
    assert preload[1:] == ["libm.so.6"]


def mesa_in(dir):
    """Creates a directory like the one that scripts/mesa makes, with an empty driver, for programs
    that do not draw."""
    os.mkdir(os.path.join(dir, "dri"))
    with open(os.path.join(dir, "dri/swrast_dri.so"), "w"):
        return dir


def test_in_process():
    """Checks that Mesa's driver is Galvan, that galvan run starts no server, and that its exit
    status is the program's."""
    script = "printenv LIBGL_DRIVERS_PATH GALVAN_MASK GALVAN_FRAMES_AHEAD; " \
             "printenv GALLIUM_DRIVER; exit 7"
    with common.directory() as dir:
        tree = mesa_in(dir)
        for arguments, variables in ((["--in-process=" + tree], {}),
                                     ([], {"GALVAN_IN_PROCESS": tree}),
                                     (["--in-process"], {"GALVAN_IN_PROCESS": tree})):
            result = galvan("run", *arguments, "--mask", "maxViewports=1", "--", "sh", "-c", script,
                            env={"GALLIUM_DRIVER": "virpipe", **variables})
            expect(result, 7)
            assert result.stdout.split() == [tree + "/dri", "maxViewports=1", "2:"], result.stdout
            assert not common.lines_of(result.stderr), result.stderr
        expect(galvan("run", "--in-process=" + tree, "--", "no-such"), 127, "no such program")


# The program reports frames as Mesa's driver does: struct gv_frames_shared has `image` at 336.
REPORTS = """
import mmap, os, struct, sys
process, memory, picture = os.environ["GALVAN_FRAMES"].split(":")
path = "/proc/%s/fd/" % process
file = os.open(path + memory, os.O_RDWR)
shared = mmap.mmap(file, 0)
assert struct.unpack_from("I", shared)[0] == 1
if sys.argv[1] == "picture":
    struct.pack_into("Q", shared, 8, 5)
    struct.pack_into("4I", shared, 336, 2, 1, 2, 4)
    os.write(os.open(path + picture, os.O_RDWR), bytes([3, 2, 1, 0, 6, 5, 4, 0]))
elif sys.argv[1] == "lies":
    shared[8:] = b"\\xff" * (len(shared) - 8)
    os.truncate(path + picture, 0)
    try:
        os.truncate(path + memory, 0)
        sys.exit("the memory can be taken away")
    except PermissionError:
        pass
elif sys.argv[1] == "huge":
    struct.pack_into("4I", shared, 336, 1 << 31, 1 << 31, 2, 4)
elif sys.argv[1] == "format":
    struct.pack_into("4I", shared, 336, 2, 1, 77777, 4)
    os.write(os.open(path + picture, os.O_RDWR), bytes(8))
"""


def test_in_process_reports():
    """Checks that Galvan saves the image that a program has written, and refuses a missing image
    and an image of invalid size or format."""
    with directory() as dir:
        tree, path = mesa_in(dir), os.path.join(dir, "picture.png")

        def run(what):
            return galvan("run", "--in-process=" + tree, "--stats", "--screenshot", path, "--",
                          sys.executable, "-c", REPORTS, what)

        result = run("picture")
        expect(result, 0)
        assert "galvan: run: 5 frames, 0.0 frames/s, " in result.stderr, result.stderr
        picture = common.read_png(path)
        assert (picture.width, picture.height) == (2, 1)
        assert picture.colours() == {(1, 2, 3), (4, 5, 6)}, picture.colours()
        os.remove(path)
        for what, said in (("nothing", path), ("lies", path), ("huge", path),
                           ("format", "frames have format 77777")):
            result = run(what)
            assert result.returncode == 1, result
            assert "no screenshot" in result.stderr and said in result.stderr, result.stderr
        assert not os.path.exists(path)


def test_in_process_without_it():
    expect(galvan("run", "--in-process=/nonexistent", "--", "true"), 6,
           "there is no Galvan inside of Mesa in /nonexistent")
    expect(galvan("run", "--in-process=/nonexistent", "--core-files", "--", "true"), 2,
           "--core-files needs a worker")
    result = galvan("run", "--max-clients", "2", "--", "printenv", "GALLIUM_DRIVER",
                    env={"GALVAN_IN_PROCESS": "/nonexistent"})
    assert result.stdout == "virpipe\n", result.stdout
    assert "--max-clients needs a worker: GALVAN_IN_PROCESS is not heeded" in result.stderr


def elf_class(path):
    with open(path, "rb") as file:
        head = file.read(5)
    assert head[:4] == b"\x7fELF", head
    return {1: 32, 2: 64}[head[4]]


def preload_of(program):
    result = subprocess.run([program, "run", "--", "sh", "-c", 'echo "$LD_PRELOAD"'], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            env={name: value for name, value in os.environ.items()
                                 if name != "LD_PRELOAD"})
    return result.stdout.strip()


def test_programs_of_both_word_sizes():
    """Checks which client library a program gets; the dynamic linker replaces $LIB in the library's
    path. A 64-bit program must get the 64-bit client library. A 32-bit program must get the 32-bit
    client library or, if that is not installed, another library that it can load. scripts/cross
    i386 tests the 32-bit dynamic linker itself."""
    if os.uname().machine != "x86_64":
        raise common.Skip("a processor of one word size")
    path = preload_of(common.GALVAN)
    if "$LIB" not in path:
        raise common.Skip("the compiler makes nothing of 32 bits")
    of_64, of_32 = (path.replace("$LIB", "lib/" + name)
                    for name in ("x86_64-linux-gnu", "i386-linux-gnu"))
    assert (elf_class(of_64), elf_class(of_32)) == (64, 32)
    assert os.path.samefile(of_64, client_environment("")["LD_PRELOAD"])
    result = galvan("run", "--", "cat", "/proc/self/maps")
    assert os.path.realpath(of_64) in result.stdout and "ld.so" not in result.stderr
    with directory() as dir:
        for name in ("bin", "lib/x86_64-linux-gnu/galvan", "lib/i386-linux-gnu/galvan"):
            os.makedirs(os.path.join(dir, name))
        shutil.copy(common.GALVAN, os.path.join(dir, "bin"))
        shutil.copy(of_64, os.path.join(dir, "lib"))
        for name, source in (("x86_64-linux-gnu", of_64), ("i386-linux-gnu", of_32)):
            shutil.copy(source, os.path.join(dir, "lib", name, "galvan"))
        said = preload_of(os.path.join(dir, "bin/galvan"))
        assert said == dir + "/bin/../$LIB/galvan/libgalvan-preload.so", said


def test_no_preload():
    result = galvan("run", "--no-preload", "--", "env", env={"LD_PRELOAD": ""})
    expect(result, 0)
    assert "libgalvan-preload" not in result.stdout


def test_signals_are_passed_on():
    for sig in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1):
        with directory() as dir:
            ready, got = os.path.join(dir, "ready"), os.path.join(dir, "got")
            script = "trap 'echo x >%s; exit 5' %d; echo >%s; while :; do sleep 0.1; done" % (
                got, sig, ready)
            with Process("run", "--", "sh", "-c", script) as run:
                wait_for(lambda: os.path.exists(ready), "the program's start")
                os.kill(run.pid, sig)
                assert run.wait() == 5
                assert os.path.exists(got)


def test_no_preload_with_an_older_mesa():
    """Checks the message without the client library and with Mesa before 23.1, which does not read
    VTEST_SOCKET_NAME: it must say so, and not name the program as the cause."""
    need("glxgears")
    with directory() as dir, Display() as display:
        def run(driver):
            with open(os.path.join(dir, "swrast_dri.so"), "wb") as file:
                file.write(driver)
            # Only galvan's check of Mesa's version uses the variable: the program unsets it, and
            # ends at once.
            return lines_of(galvan("run", "--no-preload", "--", "env", "-u", "LIBGL_DRIVERS_PATH",
                                   "timeout", "9", "glxgears", "-info", "-bogus",
                                   env={**display.environment, "LIBGL_DRIVERS_PATH": dir}).stderr)

        old, = run(b"Mesa 22.3.6\0virpipe\0/tmp/.virgl_test\0")
        assert "--no-preload needs Mesa 23.1 or later, and Mesa 22.3.6 looks" in old, old
        new, = run(b"Mesa 23.1.0\0virpipe\0VTEST_SOCKET_NAME\0")
        assert "it made no OpenGL context" in new, new


def has_frames(dir):
    """Returns whether the server whose private directory is in dir has a client that has presented
    more than 5 frames."""
    for name in private_directories(dir):
        told = galvan("top", "--socket", os.path.join(dir, name, "vtest"), "--once", "--json")
        if told.returncode == 0:
            return any(c["frames"] > 5 for c in json.loads(told.stdout)["clients"])
    return False


def test_signals_to_the_group_end_the_program_first():
    """Checks that on a signal to the process group the program ends before its server, which must
    still write the screenshot."""
    need("glxgears")
    for sig in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        with directory() as dir, Display() as display:
            picture = os.path.join(dir, "picture.png")
            with Process("run", "--screenshot", picture, "--", "glxgears", start=["setsid"],
                         env={**display.environment, "XDG_RUNTIME_DIR": dir}) as run:
                wait_for(lambda: has_frames(dir), "frames of glxgears")
                os.killpg(run.pid, sig)
                assert run.wait() == 128 + sig, (sig, run.stderr())
                assert os.path.exists(picture), (sig, run.stderr())
                assert "the server ended" not in run.stderr(), run.stderr()
            assert private_directories(dir) == []


def private_directories(dir):
    return [name for name in os.listdir(dir) if name.startswith("galvan-")]


def test_nothing_is_left():
    with directory() as dir:
        result = galvan("run", "--", "sh", "-c", "ls -ld \"$VTEST_SOCKET_NAME\" \"$(dirname "
                        "\"$VTEST_SOCKET_NAME\")\"", env={"XDG_RUNTIME_DIR": dir})
        expect(result, 0)
        of_dir, of_socket = result.stdout.splitlines()
        assert of_socket.startswith("srw-------"), of_socket
        assert of_dir.startswith("drwx------") and dir in of_dir, of_dir
        assert private_directories(dir) == []


def test_server_dies_with_run():
    with directory() as dir, Process("run", "--", "sleep", "1000",
                                     env={"XDG_RUNTIME_DIR": dir}) as run:
        children = wait_for(lambda: len(children_of(run.pid)) == 2 and children_of(run.pid),
                            "the server and the program")
        run.process.kill()
        run.wait()
        server, program = children
        os.kill(program, signal.SIGKILL)
        wait_for(lambda: not is_alive(server), "the server's end", 10)
        wait_for(lambda: private_directories(dir) == [], "an empty directory", 10)


def test_long_runtime_directory():
    with directory() as dir:
        deep = os.path.join(dir, "d" * 100)
        os.mkdir(deep)
        expect(galvan("run", "--", "true", env={"XDG_RUNTIME_DIR": deep, "TMPDIR": deep}), 0,
               NOT_CONNECTED)
        expect(galvan("run", "--", "true", env={"XDG_RUNTIME_DIR": "/nonexistent"}), 0,
               NOT_CONNECTED)


def test_side_by_side():
    runs = [subprocess.Popen([GALVAN, "run", "--", "sh", "-c", "echo $VTEST_SOCKET_NAME; sleep 1"],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            for _ in range(3)]
    sockets = {run.communicate(timeout=common.TIMEOUT)[0] for run in runs}
    assert len(sockets) == 3
    assert all(run.returncode == 0 for run in runs)


def test_screenshot_without_a_frame():
    with directory() as dir:
        picture = os.path.join(dir, "picture.png")
        result = galvan("run", "--screenshot", picture, "--", "true")
        assert result.returncode == 1
        assert any("no screenshot" in line for line in lines_of(result.stderr))
        assert galvan("run", "--screenshot", picture, "--", "sh", "-c", "exit 9").returncode == 9
        assert os.listdir(dir) == []


common.main(globals())
