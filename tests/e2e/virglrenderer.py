# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests programs that were built for virglrenderer and load Galvan's library instead. The
distribution's virgl_test_server must then draw for other programs without using OpenGL."""

import contextlib
import mmap
import os
import re
import select
import subprocess

import common
import gears
import glmark
import machine_root
import piglit
from common import Display, need

LIBRARY = os.environ.get("GALVAN_VIRGLRENDERER", "")
GL_LIBRARIES = ("libgl.", "libgl-", "libglx", "libegl", "libgles", "libopengl", "libglapi",
                "libgallium", "_dri.so", "libgbm", "libepoxy", "swrast", "zink")

# Some programs of piglit, of different kinds, that pass on llvmpipe.
PIGLIT = (
    "fbo-clear-formats GL_ARB_ES2_compatibility -auto -fbo",
    "fbo-depthstencil drawpixels default_fb 24_8 -auto",
    "tex-miplevel-selection textureLod 2D -auto -fbo",
    "arb_texture_view-texsubimage-levels pbo -auto -fbo",
    "fbo-copyteximage-simple -auto -fbo",
    "occlusion_query -auto",
)


def host_environment(extra=None):
    """Returns the environment for a program that must load Galvan's library before the
    distribution's."""
    environment = {**os.environ, "LD_LIBRARY_PATH": os.path.dirname(LIBRARY), **(extra or {})}
    runtime = os.environ.get("GALVAN_SANITIZER_RUNTIME")
    if runtime:
        environment["LD_PRELOAD"] = os.path.realpath(runtime)
        # Leaks of other programs are not Galvan's fault.
        environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
    return environment


@contextlib.contextmanager
def serve(*arguments, may_complain=False):
    with common.VirglTestServer(*arguments, env=host_environment()) as server:
        yield server
        said = server.said()
        assert may_complain or not common.lines_of(said), "Galvan complains:\n" + said


def is_of_opengl(library):
    return any(name in os.path.basename(library).lower() for name in GL_LIBRARIES)


def libraries_of(pid):
    with open("/proc/%d/maps" % pid) as file:
        return {line.split(None, 5)[5].strip() for line in file if len(line.split(None, 5)) > 5}


def check_libraries(pid):
    """Checks that the process has loaded Galvan's library and Vulkan, but no library of OpenGL."""
    libraries = libraries_of(pid)
    assert os.path.realpath(LIBRARY) in {os.path.realpath(l) for l in libraries}, libraries
    assert any("libvulkan" in l for l in libraries), "no Vulkan: %r" % libraries
    gl = [l for l in libraries if is_of_opengl(l)]
    assert not gl, "the host loaded OpenGL: %r" % gl


def test_symbols():
    """Checks that Galvan's library exports each symbol that the distribution's library exports, and
    each symbol of the libraries of other releases that scripts/machines has unpacked. Galvan's
    symbols have no versions."""
    def exported(path):
        said = subprocess.run([need("nm"), "-D", "--defined-only", path], text=True, check=True,
                              stdout=subprocess.PIPE).stdout
        return {line.split()[-1] for line in said.splitlines() if "virgl" in line}
    found = subprocess.run(["ldconfig", "-p"], text=True, stdout=subprocess.PIPE,
                           env={**os.environ, "PATH": os.environ["PATH"] + ":/sbin:/usr/sbin"})
    paths = [l.split("=> ")[1] for l in found.stdout.splitlines() if "libvirglrenderer.so.1" in l]
    if not paths:
        raise common.Skip("no libvirglrenderer.so.1 of the distribution's")
    ours = exported(LIBRARY)
    for path in [paths[0], *machine_root.libraries("libvirglrenderer.so.1")]:
        theirs = exported(path)
        assert len(theirs) >= 41, (path, theirs)
        assert theirs <= ours, (path, theirs - ours)
    assert all("@" not in name for name in ours), ours


def test_needs_no_opengl():
    """Checks that Galvan's library is not linked to a library of OpenGL, and does not refer to a
    function of OpenGL."""
    said = subprocess.run([need("readelf"), "-dW", LIBRARY], text=True, check=True,
                          stdout=subprocess.PIPE).stdout
    wanted = re.findall(r"\(NEEDED\).*\[(.*)\]", said)
    assert wanted and not [l for l in wanted if is_of_opengl(l)], wanted
    said = subprocess.run([need("nm"), "-D", "--undefined-only", LIBRARY], text=True, check=True,
                          stdout=subprocess.PIPE).stdout
    names = [line.split()[-1] for line in said.splitlines()]
    gl = [name for name in names if re.match(r"(gl|egl|glX|gbm_|epoxy_)[A-Z_a-z]", name)]
    assert not [name for name in gl if name != "glob"], gl


def test_pictures_and_no_opengl():
    """Checks that es2gears shows the same colours as on llvmpipe and, while it draws, the libraries
    of the server's process."""
    program = need("es2gears_x11")
    expected = gears.on_llvmpipe(program)
    with serve() as server, Display() as display:
        client = subprocess.Popen([program], stdout=subprocess.DEVNULL,
                                  env={**server.environment, **display.environment})
        try:
            picture = gears.window(display)
            assert len(picture.colours()) > 10
            gears.compare("screen", gears.shares(picture), expected)
            workers = server.workers()
            assert len(workers) == 1, workers
            check_libraries(workers[0])
        finally:
            client.kill()
            client.wait()


def test_one_process():
    """Runs virgl_test_server with --no-fork, with which it calls init and cleanup for each client
    in one process."""
    command = [need("glmark2-es2"), "--size", "64x64", "-b", "build:duration=0.05"]
    with serve("--no-fork") as server, Display() as display:
        for _ in range(3):
            said = glmark.run(command, {**server.environment, **display.environment})
            assert "virgl (Galvan" in said, said
        check_libraries(server.process.pid)


def test_glmark2_es2_verdicts():
    with serve() as server:
        glmark.check_verdicts("glmark2-es2", lambda command, environment: glmark.run(
            command, {**server.environment, **environment}))


def test_piglit():
    """Checks that some programs of piglit pass, as they do on llvmpipe."""
    bin = os.path.join(piglit.FILES, "bin")
    if not os.path.isdir(bin):
        raise common.Skip("no piglit here")
    with serve() as server, Display() as display:
        for line in PIGLIT:
            program, *arguments = line.split()
            command = [os.path.join(bin, program), *arguments]
            for environment in (server.environment, {**os.environ, "GALLIUM_DRIVER": "llvmpipe",
                                                     "LIBGL_ALWAYS_SOFTWARE": "1"}):
                verdict = piglit.run(command, {**environment, **display.environment})
                assert verdict == "pass", "%s: %s" % (line, verdict)


def test_piglit_sample():
    """Checks that the programs of GALVAN_PIGLIT_LIST have the verdicts that e2e/piglit expects of
    them."""
    if not os.environ.get("GALVAN_PIGLIT_LIST"):
        raise common.Skip("GALVAN_PIGLIT_LIST names no list")
    with serve(may_complain=True) as server, Display() as display:
        environment = {**server.environment, **display.environment}
        piglit.check(piglit.run_list(piglit.chosen_programs(), environment))


def test_it_says_that_it_is_used():
    with common.VirglTestServer(env=host_environment({"GALVAN_LOG": "info"})) as server:
        with common.Client(server.path) as client:
            client.hello(version=3)
            assert client.is_served()
        assert "galvan: virglrenderer: version " in server.said(), server.said()


def test_host_memory():
    """Runs a client of protocol 3 that announces, creates and maps a blob of host memory; the
    device must read and write the blob."""
    size, shared = 8192, mmap.PAGESIZE * 2
    patterns = [bytes((i * k + i // 256) % 256 for i in range(size)) for k in (3, 5)]
    with serve() as server, common.Client(server.path) as client:
        client.hello(version=3)

        def copy(dst, src):
            client.message(6, 13 << 16 | 17, dst, 0, 0, 0, 0, src, 0, 0, 0, 0, size, 1, 1)

        def wait(resource):
            client.message(7, resource, 1)
            assert client.receive(3) == (1, 7, 0)

        client.message(6, 11 << 16 | 48, 0, 64, 0, size, 1, 1, 1, 0, 0, 6, 77)
        client.message(18, 2, 1, shared, 0, 77, 0)
        length, kind, blob = client.receive(3)
        assert (length, kind) == (1, 18), (length, kind)
        blob_fd = client.receive_fd()
        client.message(12, 0, 0, 64, 0, size, 1, 1, 1, 0, 0, size)
        length, kind, other = client.receive(3)
        assert (length, kind) == (1, 12), (length, kind)
        other_fd = client.receive_fd()
        with mmap.mmap(blob_fd, shared) as here, mmap.mmap(other_fd, size) as there:
            here[:size] = patterns[0]
            copy(other, blob)
            client.message(13, other, 0, 0, 0, 0, size, 1, 1, size, 0)
            wait(other)
            assert there[:] == patterns[0]
            there[:] = patterns[1]
            client.message(14, other, 0, 0, 0, 0, size, 1, 1, size, 0)
            copy(blob, other)
            wait(other)
            assert here[:size] == patterns[1]
            client.message(3, blob)
            assert client.is_served()
            assert here[:size] == patterns[1]
        os.close(blob_fd)
        os.close(other_fd)


def use_venus(environment, *options, draws_in_worker=False):
    """Uses Venus as a client of virgl_test_server: reads the capability set, creates a context
    with memory, and waits for a fence of a ring. Returns the capability set, the loaded libraries
    and the server's messages."""
    with common.VirglTestServer("--venus", *options, env=environment) as server:
        with common.Client(server.path) as client:
            client.hello(version=3)
            client.message(16, 4, 0)
            length, kind, valid = client.receive(3)
            assert (kind, valid) == (16, 1), (kind, valid)
            caps = client.receive(length - 1)
            client.message(17, 4)
            client.message(18, 2, 1, mmap.PAGESIZE, 0, 0, 0)
            length, kind, blob = client.receive(3)
            assert (length, kind) == (1, 18), (length, kind)
            blob_fd = client.receive_fd()
            with mmap.mmap(blob_fd, mmap.PAGESIZE) as memory:
                memory[:4] = b"test"
            os.close(blob_fd)
            client.message(19, 1, 0)
            length, kind, sync = client.receive(3)
            assert (length, kind) == (1, 19), (length, kind)
            client.message(24, 1, 1, 9, 0, 9, 1, 0, 0, 0, sync, 2, 0)
            client.message(23, 0, 5000, sync, 2, 0)
            length, kind = client.receive(2)
            assert (length, kind) == (0, 23), (length, kind)
            ready_fd = client.receive_fd()
            assert select.select([ready_fd], [], [], common.TIMEOUT)[0], "the fence does not pass"
            os.close(ready_fd)
            client.message(3, blob)
            (process,) = server.workers()
            libraries = libraries_of(process)
            names = [common.name_of(child) for child in common.children_of(process)]
            assert ("galvan-renderer" in names) == draws_in_worker, names
        return caps, {os.path.basename(l) for l in libraries}, server.said()


def test_venus_is_the_stock_librarys():
    """Checks that Venus still works with Galvan's library: in the server's process, and in a
    separate process, which also loads Galvan's library. With --render-server, a worker of Galvan
    renders OpenGL."""
    stock = {key: value for key, value in os.environ.items() if key != "LD_LIBRARY_PATH"}
    for options in (), ("--render-server",):
        caps, _, _ = use_venus(stock, *options)
        swapped, libraries, said = use_venus(host_environment(), *options,
                                             draws_in_worker="--render-server" in options)
        assert swapped == caps
        assert len([l for l in libraries if l.startswith("libvirglrenderer.so")]) == 2, libraries
        complaints = [l for l in common.lines_of(said) if "proxy: proxy server" not in l]
        assert not complaints, complaints


if __name__ == "__main__":
    if not os.path.exists(LIBRARY):
        raise SystemExit("GALVAN_VIRGLRENDERER does not name the library: %r" % LIBRARY)
    common.main(globals())
