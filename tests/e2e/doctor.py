# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs galvan doctor in each broken set-up of a table: it must report the cause, the cure, and no
other fault. In a set-up that works, it must report no fault."""

import contextlib
import glob
import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import threading
import time

import common
from common import Display, Skip, directory, expect, layer_environment, need

NOBODY = 65534
FORBID = os.path.join(os.path.dirname(os.path.abspath(__file__)), "forbid.py")


class Setup:
    """Describes how the test runs galvan doctor; a row of the table changes the description. dir is
    a directory for this set-up alone; contexts that a row enters into `stack` last as long as the
    set-up."""

    def __init__(self, dir, display, stack):
        self.dir, self.stack, self.galvan = dir, stack, common.GALVAN
        self.environment = {**os.environ, "XDG_RUNTIME_DIR": self.make_dir("runtime"),
                            "XDG_CACHE_HOME": self.make_dir("cache"), "HOME": dir,
                            **display.environment}
        self.unset("LD_LIBRARY_PATH", "LD_PRELOAD", "VK_INSTANCE_LAYERS", "GALVAN_CACHE", "TMPDIR",
                   "WAYLAND_DISPLAY", "LIBGL_DRIVERS_PATH")
        self.environment["GALVAN_IN_PROCESS"] = "/nonexistent"  # not the one of scripts/mesa
        self.before, self.options, self.limits = [], [], {}

    def make_dir(self, name):
        path = os.path.join(self.dir, name)
        os.mkdir(path, 0o700)
        return path

    def write(self, name, content=""):
        path = os.path.join(self.dir, name)
        with open(path, "w") as file:
            file.write(content)
        return path

    def unset(self, *names):
        for name in names:
            self.environment.pop(name, None)

    def run(self, *options):
        def limit():
            for kind, value in self.limits.items():
                resource.setrlimit(kind, (value, value))
        result = subprocess.run([*self.before, self.galvan, "doctor", *options, *self.options],
                                env=self.environment, preexec_fn=limit, text=True,
                                timeout=common.TIMEOUT, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)
        common.check_sanitizers(result.stderr)
        return result

    # ---- What rows share ---------------------------------------------------------------------

    def sandbox(self, *arguments):
        """Makes galvan doctor run in bubblewrap with the files of this system, except for those
        that the arguments replace."""
        self.before = [need("bwrap"), "--bind", "/", "/", "--dev-bind", "/dev", "/dev", *arguments]
        if subprocess.run([*self.before, "true"], stderr=subprocess.DEVNULL).returncode:
            raise Skip("no sandbox can be made here")

    def forbid(self, *calls):
        self.before = [sys.executable, FORBID, ",".join(calls)]

    def hide_libraries(self, *names):
        """Creates files that are not libraries but are found before the real libraries of these
        names."""
        for name in names:
            self.write(name)
        self.environment["LD_LIBRARY_PATH"] = self.dir

    def driver(self, library):
        path = self.write("driver.json", json.dumps(
            {"file_format_version": "1.0.0", "ICD": {"library_path": library,
                                                     "api_version": "1.3.0"}}))
        self.environment["VK_DRIVER_FILES"] = self.environment["VK_ICD_FILENAMES"] = path


    def socket(self, name="socket"):
        """Creates a listening socket, and passes its path to galvan doctor."""
        path = os.path.join(self.dir, name)
        server = self.stack.enter_context(socket.socket(socket.AF_UNIX))
        server.bind(path)
        server.listen(0)
        self.options = ["--socket", path]
        return server

    def install(self):
        """Copies the installed files, so that a test can change the copy. Returns the path of the
        client library in the copy."""
        build = os.path.dirname(os.path.dirname(common.GALVAN))
        os.chmod(self.dir, 0o755)
        for name in ("bin/galvan", "lib/galvan-probe", "lib/libgalvan-preload.so"):
            path = os.path.join(self.dir, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            shutil.copy(os.path.join(build, name), path)
        self.galvan = os.path.join(self.dir, "bin/galvan")
        return path

    def give_away(self, path):
        """Gives a file to another user."""
        if os.geteuid() != 0:
            raise Skip("only root can give files away")
        os.chown(path, NOBODY, NOBODY)

    def become_somebody(self):
        """Makes galvan doctor run as a user other than root, who has to obey the modes of
        files."""
        if os.geteuid() == 0:
            self.before = [need("setpriv"), "--reuid", str(NOBODY), "--clear-groups"]
            for name in ("runtime", "cache"):
                self.give_away(os.path.join(self.dir, name))


# ---- The set-ups ------------------------------------------------------------------------------

def no_loader(setup):
    setup.hide_libraries("libvulkan.so.1", "libvulkan.so")


def no_driver_file(setup):
    missing = os.path.join(setup.dir, "none.json")
    setup.environment.update(VK_DRIVER_FILES=missing, VK_ICD_FILENAMES=missing)


def driver_that_is_missing(setup):
    setup.driver("/nonexistent/libvulkan_none.so")


def driver_that_is_no_driver(setup):
    setup.driver("libc.so.6")


def driver_that_loses_the_device(setup):
    setup.environment.update(layer_environment("loss"), GALVAN_LOSS_FILE=setup.write("loss"))


def driver_that_crashes(setup):
    setup.environment.update(layer_environment("loss"), GALVAN_FAULT_FILE=setup.write("fault"))


def vulkan_1_0(setup):
    setup.environment.update(layer_environment("old"))


def forbidden_render_node(setup):
    node = setup.write("node")
    os.chmod(node, 0)
    os.chmod(setup.dir, 0o755)
    setup.become_somebody()
    somebody = setup.before
    setup.sandbox("--tmpfs", "/dev", "--dir", "/dev/shm", "--bind", node, "/dev/dri/renderD128",
                  "--dev-bind", "/dev/null", "/dev/null", "--dev-bind", "/dev/urandom",
                  "/dev/urandom")
    setup.before = somebody + setup.before
    if subprocess.run([*setup.before, "true"], stderr=subprocess.DEVNULL).returncode:
        raise Skip("such a user cannot make a sandbox here")


def no_proc(setup):
    if os.environ.get("GALVAN_SANITIZER_RUNTIME"):
        raise Skip("sanitizers need /proc")
    setup.sandbox("--tmpfs", "/proc")


def no_memfd(setup):
    setup.forbid("memfd_create")


def no_dev_shm(setup):
    setup.sandbox("--tmpfs", "/dev", "--dev-bind", "/dev/null", "/dev/null",
                  "--dev-bind", "/dev/urandom", "/dev/urandom")


def few_files(setup):
    setup.limits[resource.RLIMIT_NOFILE] = 32


def strict_container(setup):
    setup.forbid("unshare", "landlock_create_ruleset")


def no_runtime_dir(setup):
    setup.unset("XDG_RUNTIME_DIR")


def missing_runtime_dir(setup):
    os.rmdir(os.path.join(setup.dir, "runtime"))


def foreign_runtime_dir(setup):
    setup.give_away(os.path.join(setup.dir, "runtime"))


def open_runtime_dir(setup):
    os.chmod(os.path.join(setup.dir, "runtime"), 0o755)


def missing_socket(setup):
    setup.options = ["--socket", os.path.join(setup.dir, "none")]


def busy_socket(setup):
    setup.socket()
    for _ in range(2):
        client = setup.stack.enter_context(socket.socket(socket.AF_UNIX))
        client.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            client.connect(setup.options[1])


def stale_socket(setup):
    setup.socket().close()


def foreign_socket(setup):
    setup.socket()
    setup.give_away(setup.options[1])


def long_socket(setup):
    setup.options = ["--socket", "/" + "s" * 200]


def no_socket(setup):
    setup.options = ["--socket", setup.write("file")]


def other_program(setup):
    """Another program listens on the socket; it accepts one connection and closes it."""
    server = setup.socket()
    thread = threading.Thread(target=lambda: server.accept()[0].close(), daemon=True)
    thread.start()


def other_server(setup):
    environment = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    server = setup.stack.enter_context(
        common.VirglTestServer(env={**environment, "LIBGL_ALWAYS_SOFTWARE": "1"}))
    setup.options = ["--socket", server.path]


def read_only_home(setup):
    setup.unset("XDG_CACHE_HOME")
    home = setup.make_dir("home")
    setup.environment["HOME"] = home
    setup.sandbox("--ro-bind", home, home)


def full_cache(setup):
    cache = setup.environment["XDG_CACHE_HOME"]
    setup.sandbox("--size", "65536", "--tmpfs", cache)


def no_mesa(setup):
    setup.hide_libraries("libGL.so.1", "libEGL.so.1")


def other_vendor(setup):
    setup.hide_libraries("libGLX_mesa.so.0")


def other_egl_vendor(setup):
    vendors = setup.make_dir("vendors")
    setup.write("vendors/10_other.json", "{}")
    if not os.path.isdir("/usr/share/glvnd/egl_vendor.d"):
        raise Skip("no glvnd here")
    setup.sandbox("--bind", vendors, "/usr/share/glvnd/egl_vendor.d")


def no_virpipe(setup):
    driver = (glob.glob("/usr/lib/*/dri/swrast_dri.so") or [None])[0]
    if not driver:
        raise Skip("Mesa's drivers are elsewhere here")
    with open(driver, "rb") as file:
        data = file.read()
    with open(os.path.join(setup.make_dir("dri"), "swrast_dri.so"), "wb") as file:
        file.write(data.replace(b"virpipe", b"virpope"))
    setup.environment["LIBGL_DRIVERS_PATH"] = os.path.join(setup.dir, "dri")


def no_display(setup):
    setup.unset("DISPLAY")


def wrong_display(setup):
    setup.environment["DISPLAY"] = ":987"


def display_of_another(setup):
    """The display's X server requires a cookie, which galvan doctor lacks."""
    cookie = os.path.join(setup.dir, "cookie")
    subprocess.run([need("xauth"), "-f", cookie, "add", ":0", ".", "0123456789abcdef" * 2],
                   stderr=subprocess.DEVNULL, check=True)
    setup.environment.update(setup.stack.enter_context(Display("-auth", cookie)).environment)
    setup.unset("XAUTHORITY")


def only_wayland(setup):
    setup.socket("runtime/wayland-9")
    setup.options = []
    setup.unset("DISPLAY")
    setup.environment["WAYLAND_DISPLAY"] = "wayland-9"


def wrong_wayland(setup):
    setup.unset("DISPLAY")
    setup.environment["WAYLAND_DISPLAY"] = "wayland-9"


def no_preload(setup):
    os.unlink(setup.install())


def newer_mesa_without_preload(setup):
    """Mesa 23.1 finds the server without the client library."""
    no_preload(setup)
    with open(os.path.join(setup.make_dir("dri"), "swrast_dri.so"), "wb") as file:
        file.write(b"Mesa 23.1.0\0virpipe\0VTEST_SOCKET_NAME\0")
    setup.environment["LIBGL_DRIVERS_PATH"] = os.path.join(setup.dir, "dri")


def foreign_preload(setup):
    with open(setup.install(), "r+b") as file:
        file.seek(18)  # e_machine
        file.write(b"\x08\x00")


def wrong_stock_library(setup):
    setup.environment["GALVAN_STOCK_VIRGLRENDERER"] = setup.write("libvirglrenderer.so.1")


def forbidden_preload(setup):
    os.chmod(setup.install(), 0)
    setup.become_somebody()


def no_probe(setup):
    setup.install()
    os.unlink(os.path.join(setup.dir, "lib/galvan-probe"))


def fake_probe(setup, **said):
    """Replaces the installed galvan-probe by a program that prints these lines."""
    setup.install()
    lines = {"preload": "yes", "renderer": "virgl", "version": "2.1", "picture": "right", **said}
    with open(os.path.join(setup.dir, "lib/galvan-probe"), "w") as file:
        file.write("#!/bin/sh\n" + "".join("echo '%s: %s'\n" % item for item in lines.items()))


def wrong_picture(setup):
    fake_probe(setup, picture="the pixel at 1, 2 is 3 4 5 instead of 6 7 8")


def picture_without_window(setup):
    fake_probe(setup, window="wrong")


def other_renderer(setup):
    fake_probe(setup, renderer="llvmpipe")


def preload_not_heeded(setup):
    fake_probe(setup, preload="no")


def wrong_driver_in_mesa(setup):
    """GALVAN_IN_PROCESS names a directory whose driver is not a library, so Mesa has no driver,
    and the client draws no picture."""
    setup.make_dir("dri")
    setup.write("dri/swrast_dri.so")
    setup.environment["GALVAN_IN_PROCESS"] = setup.dir


def missing_program(setup):
    setup.options = ["--", "no-such-program"]


def static_program(setup):
    setup.options = ["--", "env", "A=b", "nice", "-n", "1",
                     common.static_program(os.path.join(setup.dir, "static"))]


def setuid_program(setup):
    path = os.path.join(setup.dir, "setuid")
    shutil.copy(need("glxgears"), path)
    setup.give_away(path)
    os.chmod(path, 0o4755)
    setup.options = ["--", path]


def program_of_32_bits(setup):
    path = os.path.join(setup.dir, "old")
    with open(path, "wb") as file:
        file.write(b"\x7fELF\1\1\1" + bytes(9) + b"\2\0\3\0" + bytes(100))
    os.chmod(path, 0o755)
    setup.options = ["--", path]


def program_without_graphics(setup):
    setup.options = ["--", "ls"]


def program_of_other_loader(setup):
    """The program names an unknown dynamic linker, which might start the program instead of
    listing its libraries."""
    path = os.path.join(setup.dir, "other")
    with open(need("glxgears"), "rb") as file:
        data = file.read()
    with open(path, "wb") as file:
        file.write(data.replace(b"/ld-linux", b"/ld-other", 1))
    os.chmod(path, 0o755)
    setup.options = ["--", path]


def in_sandbox(setup, *arguments):
    setup.sandbox()
    setup.options = ["--", *setup.before, *arguments, "sleep", "60"]
    setup.before = []


def sandbox_without_the_socket(setup):
    in_sandbox(setup, "--tmpfs", os.path.join(setup.dir, "runtime"))


def sandbox_without_the_preload(setup):
    setup.install()
    in_sandbox(setup, "--tmpfs", os.path.join(setup.dir, "lib"))


def sandbox_without_the_environment(setup):
    in_sandbox(setup, "--clearenv")


# A row is a set-up, the check that reports it and the kind of the finding, words of the text and
# of the cure, and the exit status.
ROWS = (
    (no_proc, "proc", "fault", "/proc is not mounted", "mount it", 1),
    (no_memfd, "memory", "fault", "memfd_create", "allow memfd_create", 1),
    (no_dev_shm, "shm", "warning", "/dev/shm is missing", "mount it", 0),
    (few_files, "limits", "fault", "only 32 open files", "ulimit -n", 1),
    (strict_container, "sandbox", "warning", "less confined", "allow", 0),
    (forbidden_render_node, "render-node", "warning", "cannot be opened by this", "usermod", 0),
    (no_loader, "loader", "fault", "loader cannot be opened", "libvulkan1", 3),
    (no_driver_file, "drivers", "fault", "no file announces", "mesa-vulkan-drivers", 4),
    (driver_that_is_missing, "drivers", "fault", "libvulkan_none.so", "remove its file", 4),
    (driver_that_is_no_driver, "device", "fault", "no usable driver", "mesa-vulkan-drivers", 4),
    (driver_that_loses_the_device, "device", "fault", "was lost", "GALVAN_DEVICE", 4),
    (driver_that_crashes, "device", "fault", "is ended by signal", "update that driver", 4),
    (vulkan_1_0, "device", "fault", "it has 1.0", "mesa-vulkan-drivers", 4),
    (no_runtime_dir, "runtime", "warning", "is not set", "mode 0700", 0),
    (missing_runtime_dir, "runtime", "warning", "No such file", "mode 0700", 0),
    (foreign_runtime_dir, "runtime", "warning", "belongs to another user (65534)", "of yours", 0),
    (open_runtime_dir, "runtime", "warning", "open to others (mode 755)", "mode 0700", 0),
    (missing_socket, "socket", "fault", "there is no socket", "start galvan serve", 5),
    (busy_socket, "socket", "fault", "takes nobody in", "end that server", 5),
    (stale_socket, "socket", "fault", "nobody listens", "start galvan serve", 5),
    (foreign_socket, "socket", "fault", "belongs to another user (65534)", "of your own", 5),
    (long_socket, "socket", "fault", "201 bytes, and 107 at most", "a shorter --socket", 5),
    (no_socket, "socket", "fault", "no socket", "remove it", 5),
    (other_program, "socket", "fault", "does not answer as Galvan", "use another socket", 5),
    (other_server, "socket", "fault", "another server than Galvan's", "use another socket", 5),
    (read_only_home, "cache", "warning", "Read-only file system", "make it writable", 0),
    (full_cache, "cache", "warning", "is full", "make room", 0),
    (no_mesa, "opengl", "fault", "no OpenGL library", "libgl1-mesa-dri", 6),
    (other_vendor, "opengl", "fault", "another vendor's", "libglx-mesa0", 6),
    (other_egl_vendor, "opengl", "warning", "EGL is another vendor's", "libegl-mesa0", 0),
    (no_virpipe, "virpipe", "fault", "without virpipe", "libgl1-mesa-dri", 6),
    (no_display, "display", "warning", "neither DISPLAY nor", "xvfb-run", 0),
    (wrong_display, "display", "fault", "DISPLAY=:987", "set DISPLAY", 7),
    (display_of_another, "display", "fault", "does not let this user in", "XAUTHORITY", 7),
    (only_wayland, "display", "warning", "no X server", "Xwayland", 0),
    (wrong_wayland, "display", "fault", "no Wayland compositor answers", "WAYLAND_DISPLAY", 7),
    (no_preload, "preload", "fault", "is not installed", "install Galvan anew", 6),
    (foreign_preload, "preload", "fault", "another architecture", "for this architecture", 6),
    (forbidden_preload, "preload", "fault", "Permission denied", "every user can read", 6),
    (wrong_stock_library, "guests", "warning", "cannot be loaded for guests", "unset it", 0),
    (no_probe, "picture", "fault", "galvan-probe is not installed", "install Galvan anew", 1),
    (wrong_picture, "picture", "fault", "at 1, 2 is 3 4 5 instead of 6 7 8", "GALVAN_DEVICE", 1),
    (picture_without_window, "picture", "fault", "not come to its window", "--frames-ahead 1",
     1),
    (other_renderer, "picture", "fault", "draw with \"llvmpipe\"", "drirc", 1),
    (preload_not_heeded, "picture", "warning", "LD_PRELOAD is not heeded", "LD_PRELOAD", 0),
    (wrong_driver_in_mesa, "in-process", "warning", "Galvan inside of Mesa does not draw",
     "scripts/mesa", 0),
    (missing_program, "program", "fault", "no-such-program: there is no such", "PATH", 8),
    (static_program, "program", "fault", "static: it is linked statically", "a build of it", 8),
    (setuid_program, "program", "fault", "rights of its own", "set-user-id", 8),
    (program_of_32_bits, "program", "warning", "another architecture", "Mesa 23.1", 0),
    (program_without_graphics, "program", "warning", "ls: it uses no OpenGL", "that draws", 0),
    (sandbox_without_the_socket, "program", "fault", "hides the server's socket", "--bwrap", 8),
    (sandbox_without_the_preload, "program", "fault", "hides the client half", "bind that", 8),
    (sandbox_without_the_environment, "program", "fault", "environment does not", "--bwrap", 8),
)


def bad(report):
    return [check for check in report["checks"] if check["finding"] in ("warning", "fault")]


@contextlib.contextmanager
def setup_of(display):
    with directory() as dir, contextlib.ExitStack() as stack:
        yield Setup(dir, display, stack)


def check_row(display, make, name, finding, text, cure, status):
    with setup_of(display) as setup:
        make(setup)
        result = setup.run("--json")
    report = json.loads(result.stdout)
    found = bad(report)
    assert [(check["name"], check["finding"]) for check in found] == [(name, finding)], found
    assert text in found[0]["text"], found
    assert cure in found[0]["cure"], found
    assert result.returncode == status, result.returncode


def test_broken_setups():
    failed = []
    with Display() as display:
        for row in ROWS:
            begin = time.monotonic()
            try:
                check_row(display, *row)
                said = "ok"
            except Skip as reason:
                said = "skipped: %s" % reason
            except AssertionError as error:
                said = "FAILED: %s" % error
                failed.append(row[0].__name__)
            print("  %-24s %4.1f s  %s" % (row[0].__name__, time.monotonic() - begin, said),
                  flush=True)
    assert not failed, failed


def test_all_is_well():
    with Display() as display:
        with setup_of(display) as setup:
            result = setup.run("--json")
            as_text = setup.run()
        with setup_of(display) as setup, common.serve() as server:
            setup.options = ["--socket", server.path]
            with_server = setup.run("--json")
        with setup_of(display) as setup:
            setup.options = ["--", "timeout", "5", need("glxgears")]
            with_program = setup.run("--json")
        with setup_of(display) as setup:
            program_of_other_loader(setup)
            with_other_loader = setup.run("--json")
        with setup_of(display) as setup:
            in_sandbox(setup, *["--setenv", "A", "b"] * 400)
            with_sandbox = setup.run("--json")
    expect(result, 0)
    report = json.loads(result.stdout)
    assert bad(report) == [] and report["ok"], report
    picture = next(check for check in report["checks"] if check["name"] == "picture")
    assert "the picture is right, and in its window: virgl" in picture["text"], picture
    assert "skipped" not in [check["finding"] for check in report["checks"]]
    expect(as_text, 0)
    assert as_text.stdout.endswith("\n\n0 faults, 0 warnings\n"), as_text.stdout
    for check in report["checks"]:
        assert "\n%-7s  %-11s " % (check["finding"], check["name"]) in "\n" + as_text.stdout
    assert "\033" not in as_text.stdout
    for run in (with_program, with_other_loader, with_sandbox):
        expect(run, 0)
        assert bad(json.loads(run.stdout)) == [], run.stdout
    assert "glxgears: it loads libGL.so.1" in with_program.stdout
    assert "/ld-other" in with_other_loader.stdout and "is not known" in with_other_loader.stdout
    assert "it starts a sandbox, which has the server's socket" in with_sandbox.stdout
    expect(with_server, 0)
    report = json.loads(with_server.stdout)
    assert bad(report) == [], report
    assert {"name": "socket", "finding": "ok", "text": "Galvan answers on " + server.path,
            "cure": None, "details": []} in report["checks"]


def test_uses_that_need_the_client_library():
    """Checks that galvan doctor reports two features that need the client library, threads and
    pixmaps as textures, before the program runs: it finds their names in the program's file."""
    pixmaps = os.environ["SWAP_CLIENT"]
    with Display() as display:
        for program, use in ((os.environ["THREAD_CLIENT"], "it has threads,"),
                             (pixmaps, "it has pixmaps as textures (swap_client) and threads,")):
            for lacks in (False, True):
                with setup_of(display) as setup:
                    if lacks:
                        newer_mesa_without_preload(setup)
                    setup.options = ["--", program]
                    found = next(check for check in json.loads(setup.run("--json").stdout)["checks"]
                                 if check["name"] == "program")
                assert found["finding"] == ("warning" if lacks else "ok"), found
                assert use in found["text"], found
                assert ("gets wrong without the client library" in found["text"]) == lacks, found


def test_nvidia_without_a_display():
    """Checks that galvan doctor finds no fault if NVIDIA's manifest names the library for GLX,
    which needs a display to open a device: NVIDIA's library for EGL, for which the tests' driver
    stands in, must open the device instead."""
    if os.path.exists("/dev/dri"):
        raise Skip("there are render nodes here")
    with open(common.driver_environment()["VK_ICD_FILENAMES"], encoding="ascii") as file:
        library = json.load(file)["ICD"]["library_path"]
    with Display() as display, setup_of(display) as setup:
        setup.hide_libraries("libGLX_nvidia.so.0")
        os.symlink(library, os.path.join(setup.dir, "libEGL_nvidia.so.0"))
        setup.driver("libGLX_nvidia.so.0")
        result = setup.run("--json")
    expect(result, 0)
    report = json.loads(result.stdout)
    assert bad(report) == [], report
    drivers = next(check for check in report["checks"] if check["name"] == "drivers")
    assert "nvidia_icd.json: has " in drivers["details"][0], drivers


common.main(globals())
