# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Builds the Debian packages from this tree, unpacks them into a directory and tests the unpacked
files."""

import ctypes
import glob
import os
import shutil
import signal
import stat
import struct
import subprocess
import tempfile

import common

SOURCE = os.environ["SOURCE"]
TIMEOUT = 1500  # seconds to compile all packages


def output_of(*command, env=None, text=True):
    done = subprocess.run(command, env={**os.environ, **(env or {})}, text=text, timeout=TIMEOUT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 0, "%r ended with %d:\n%s\n%s" % (
        command, done.returncode, done.stdout[-4000:], done.stderr[-4000:])
    return done.stdout


class Packages:
    """All packages, unpacked in .root; .lib is the directory of the libraries."""

    def __init__(self, dir):
        self.root = os.path.join(dir, "root")
        self.debs = {}
        # Without the validation layer, since compilation does not need it.
        output_of(os.path.join(SOURCE, "scripts/package"), dir,
                  env={"VK_INSTANCE_LAYERS": "", "ASAN_OPTIONS": ""})
        for deb in glob.glob(os.path.join(dir, "*.deb")):
            name = output_of("dpkg-deb", "-f", deb, "Package").strip()
            self.debs[name] = deb
            output_of("dpkg-deb", "-x", deb, self.root)
        triplet = output_of("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()
        self.lib = os.path.join(self.root, "usr/lib", triplet)
        self.galvan = os.path.join(self.root, "usr/bin/galvan")

    def depends(self, name):
        field = output_of("dpkg-deb", "-f", self.debs[name], "Depends")
        return {item.split()[0] for item in field.split(",")}


NAMES = {"galvan", "galvan-client", "galvan-virglrenderer", "libgalvan0", "libgalvan-spirv0",
         "libgalvan-window0", "libgalvan-dev"}


def test_contents():
    names = {name for name in packages.debs if not name.endswith("-dbgsym")}
    assert names == NAMES, names ^ NAMES
    assert {"galvan-client", "libc6", "libpng16-16", "libseccomp2", "libvulkan1"} <= \
        packages.depends("galvan")
    assert {"libc6", "libvulkan1"} <= packages.depends("galvan-virglrenderer")
    assert {"libc6", "libvulkan1"} <= packages.depends("libgalvan0")
    assert {"libgalvan0", "libxcb-shm0"} <= packages.depends("libgalvan-window0")
    assert NAMES & packages.depends("libgalvan-dev") == {name for name in NAMES if name[-1] == "0"}
    for path in ("usr/bin/galvan", "usr/share/man/man1/galvan.1.gz",
                 "usr/share/man/man1/galvan-run.1.gz", "usr/share/doc/galvan/copyright",
                 "usr/share/applications/galvan.desktop",
                 "usr/share/bash-completion/completions/galvan",
                 "usr/share/fish/vendor_completions.d/galvan.fish",
                 "usr/share/zsh/vendor-completions/_galvan"):
        assert os.path.exists(os.path.join(packages.root, path)), path
    for base, _, leaves in os.walk(packages.root):
        modes = [os.lstat(os.path.join(base, leaf)) for leaf in leaves]
        unsafe = [m for m in modes if stat.S_ISREG(m.st_mode) and m.st_mode & 0o6022]
        assert not unsafe, "set-id, or others may write: " + base


def test_hardening():
    """Checks that binaries call fortified functions and bind all symbols at start, and that
    libgalvan-window0 depends on a libgalvan0 below the next minor version, whose interface may
    differ."""
    for path in (packages.galvan, os.path.join(packages.lib, "libgalvan.so.0"),
                 os.path.join(packages.lib, "galvan/libvirglrenderer.so.1")):
        assert "_chk@" in output_of("nm", "-D", path), "not fortified: " + path
        assert "BIND_NOW" in output_of("readelf", "-d", path), "bound late: " + path
    field = output_of("dpkg-deb", "-f", packages.debs["libgalvan-window0"], "Depends")
    assert "libgalvan0 (<< " in field, field


def test_autopkgtest():
    common.need("xvfb-run")
    output_of(os.path.join(SOURCE, "packaging/debian/tests/draws"),
              env={"PATH": os.path.dirname(packages.galvan) + ":" + os.environ["PATH"]})


def test_client_half():
    """Checks that galvan-client can be installed for several processor architectures at once: the
    paths of its files contain the architecture, except those of texts, which are equal for all."""
    deb = packages.debs["galvan-client"]
    assert output_of("dpkg-deb", "-f", deb, "Multi-Arch").strip() == "same"
    files = [line.split()[5] for line in output_of("dpkg-deb", "-c", deb).splitlines()
             if not line.startswith("d")]
    triplet = os.path.basename(packages.lib)
    assert "./usr/lib/%s/galvan/libgalvan-preload.so" % triplet in files, files
    texts = "./usr/share/doc/galvan-client/", "./usr/share/lintian/overrides/"
    apart = [name for name in files if triplet not in name and not name.startswith(texts)]
    assert not apart, apart


def test_info():
    assert output_of(packages.galvan, "--version").startswith("galvan ")
    told = output_of(packages.galvan, "info")
    assert "OpenGL" in told and packages.root not in told


def test_run():
    with common.Display() as display, common.directory() as dir:
        picture = os.path.join(dir, "picture.png")
        run = subprocess.Popen([packages.galvan, "run", "--screenshot", picture + "@5", "--",
                                common.need("glxgears")],
                               env={**os.environ, **display.environment},
                               stdout=subprocess.DEVNULL)
        try:
            common.wait_for(lambda: os.path.exists(picture), "the fifth frame")
        finally:
            run.terminate()
            assert run.wait(common.TIMEOUT) == 128 + signal.SIGTERM
        assert len(common.read_png(picture).colours()) > 50


def test_virglrenderer():
    library = ctypes.CDLL(os.path.join(packages.lib, "galvan/libvirglrenderer.so.1"))
    version, size = ctypes.c_uint32(7), ctypes.c_uint32(7)
    library.virgl_renderer_get_cap_set(99, ctypes.byref(version), ctypes.byref(size))
    assert (version.value, size.value) == (0, 0)
    worker = subprocess.run([os.path.join(packages.lib, "galvan/galvan-renderer")], text=True,
                            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert worker.returncode == 2 and "GALVAN_RENDERER=worker" in worker.stderr, worker


def compile(source, package, *flags):
    """Compiles a program outside of the tree with the headers and libraries of the packages."""
    env = {"PKG_CONFIG_SYSROOT_DIR": packages.root,
           "PKG_CONFIG_LIBDIR": os.path.join(packages.lib, "pkgconfig")}
    told = output_of("pkg-config", "--cflags", "--libs", package, env=env).split()
    program = os.path.join(packages.root, "program")
    output_of(os.environ["CC"], "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", program, source,
              "-I" + os.path.join(packages.root, "usr/include"), *told, "-L" + packages.lib, *flags)
    return program


def test_translation():
    program = compile(os.path.join(SOURCE, "tests/spirv/installed.c"), "galvan-spirv")
    module = output_of(program, env={"LD_LIBRARY_PATH": packages.lib}, text=False)
    assert struct.unpack("<I", module[:4]) == (0x07230203,)


def test_example():
    examples = os.path.join(packages.root, "usr/share/doc/libgalvan-dev/examples")
    assert {"triangle.c", "quad.c", "life.c"} <= set(os.listdir(examples))
    program = compile(os.path.join(examples, "triangle.c"), "galvan-window")
    picture = program + ".png"
    output_of(program, "--png", picture, env={"LD_LIBRARY_PATH": packages.lib})
    assert len(common.read_png(picture).colours()) > 1000


def main():
    global packages
    if not shutil.which("dh") or not shutil.which("dpkg-buildpackage"):
        print("skipped: no debhelper here")
        raise SystemExit(77)
    with tempfile.TemporaryDirectory(prefix="galvan-package-") as dir:
        packages = Packages(dir)
        common.main(globals())


main()
