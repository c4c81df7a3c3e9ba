# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Makes the package galvan-mesa from the files that scripts/mesa has built, checks its contents,
and draws with its driver."""

import glob
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["SOURCE"])
sys.path.append(str(SOURCE / "tests/mesa"))
import in_process  # noqa: E402
import common  # noqa: E402


def output_of(*command, **arguments):
    done = subprocess.run(command, text=True, timeout=common.TIMEOUT, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **arguments)
    assert done.returncode == 0, "%r ended with %d:\n%s" % (command, done.returncode, done.stderr)
    return done.stdout


def lib():
    return "usr/lib/" + output_of("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()


def loaded():
    """Returns the package's files that programs load, relative to the directory galvan."""
    if (in_process.TREE / "dri").is_dir():
        return ["dri/swrast_dri.so"]
    gallium, = in_process.TREE.glob("libgallium-*.so")
    return ["50_galvan.json", "libEGL_galvan.so.0", "libGLX_galvan.so.0", gallium.name]


def test_contents():
    listed = output_of("dpkg-deb", "-c", package)
    files = [line.split()[5][2:] for line in listed.splitlines() if not line.startswith("d")]
    assert sorted(files) == [lib() + "/galvan/" + name for name in loaded()] + [
        "usr/share/doc/galvan-mesa/copyright", "usr/share/doc/galvan-mesa/copyright.mesa"], files
    assert all(line.split()[1] == "root/root" for line in listed.splitlines()), listed
    depends = output_of("dpkg-deb", "-f", package, "Depends")
    loaders = ("libglx-mesa0 (<< ", "libegl-mesa0 (<< ") if "/dri/" in listed else (
        "libglx0,", "libegl1,")
    for name in ("libgalvan0 (<< ", "libc6 (>= ", *loaders):
        assert name in depends, depends
    assert "/dri/" in listed or "-mesa" not in depends, "of the system's Mesa: " + depends


def test_replaces_nothing():
    """Checks that no file of galvan-mesa belongs to another package."""
    for name in loaded():
        owner = subprocess.run(["dpkg", "-S", "/%s/galvan/%s" % (lib(), name)],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        assert not owner or owner.startswith("galvan-mesa:"), owner
    assert not output_of("dpkg-deb", "-f", package, "Replaces", "Conflicts", "Provides").strip()


def test_draws():
    """Draws with the unpacked package, and with libgalvan at the path where libgalvan0 installs
    it."""
    with tempfile.TemporaryDirectory(prefix="galvan-package-") as root, \
            common.Display() as display:
        output_of("dpkg-deb", "-x", package, root)
        os.symlink(in_process.TREE / "libgalvan.so.0",
                   os.path.join(root, lib(), "libgalvan.so.0"))
        said = output_of(
            common.GALVAN, "run", "--in-process=" + os.path.join(root, lib(), "galvan"), "--",
            common.need("glxinfo"), "-B",
            env={**in_process.environment(), **display.environment, "LD_PRELOAD": "",
                 "LD_LIBRARY_PATH": os.path.join(root, lib())})
    assert "OpenGL renderer string: Galvan " in said, said


def main():
    global package
    try:
        in_process.environment()
    except common.Skip as reason:
        print("skipped: %s" % reason)
        raise SystemExit(77)
    with tempfile.TemporaryDirectory(prefix="galvan-package-") as dir:
        output_of(str(SOURCE / "scripts/package"), "--mesa=" + in_process.TREE.parent.name, dir)
        package, = glob.glob(os.path.join(dir, "galvan-mesa_*.deb"))
        common.main(globals())


main()
