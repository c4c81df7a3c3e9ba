# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""guest_image.py TREE OUT FILE...: makes an initramfs for a virtual machine with a virtio GPU. It
contains files of the unpacked Debian packages in TREE (modules, busybox, two programs that draw,
Mesa), and each FILE in its root directory. Its init loads the modules and then becomes a shell on
the serial port."""

import glob
import lzma
import os
import re
import stat
import subprocess
import sys

TREE, OUT, OWN_FILES = os.path.realpath(sys.argv[1]), sys.argv[2], sys.argv[3:]
LIBRARIES = ("usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu")

MODULES = ("virtio_pci", "virtio-gpu")
PROGRAMS = ("usr/bin/kmscube", "usr/bin/glmark2-es2-drm")
# Programs open these libraries by name. Newer versions of Mesa open the last one.
OPENED = ("libEGL_mesa.so.0", "libGLESv2.so.2", "libgcc_s.so.1", "dri/virtio_gpu_dri.so")
OPENED_BY_SOME = ("gbm/dri_gbm.so",)
BUSYBOX = ("bin/busybox", "usr/bin/busybox")
FILES = ("usr/share/glvnd/egl_vendor.d/50_mesa.json", "usr/share/glmark2/models/*",
         "usr/share/glmark2/shaders/*", "usr/share/glmark2/textures/crate-base.*")

INIT = """#!/bin/busybox sh
/bin/busybox mkdir -p /dev /proc /sys /tmp /sbin
/bin/busybox --install -s /bin
mount -t devtmpfs dev /dev; mount -t proc proc /proc; mount -t sysfs sys /sys
%s
stty -F /dev/ttyS0 -echo
while :; do setsid sh </dev/ttyS0 >/dev/ttyS0 2>&1; done
"""


def find(name):
    paths = [os.path.join(dir, name) for dir in LIBRARIES]
    return next((path for path in paths if os.path.lexists(os.path.join(TREE, path))), None)


def path_of(name):
    return find(name) or sys.exit("no %s in %s" % (name, TREE))


def needed_by(path):
    said = subprocess.run(["readelf", "-dW", os.path.join(TREE, path)], text=True, check=True,
                          stdout=subprocess.PIPE).stdout
    return re.findall(r"\(NEEDED\).*\[(.*)\]", said)


def libraries(paths):
    """Returns the given programs and libraries, and all libraries to which they are linked."""
    found, left = [], list(paths)
    while left:
        path = left.pop()
        if path not in found:
            found.append(path)
            left += [path_of(name) for name in needed_by(path)]
    return found


def module(path):
    with (lzma.open if path.endswith(".xz") else open)(path, "rb") as file:
        return file.read()


def modules():
    """Returns the name and bytes of each kernel module, in the order in which they must be loaded.
    The order follows from the dependencies that each module names. Modules that are built into the
    kernel are left out."""
    paths = {os.path.basename(path).split(".")[0].replace("-", "_"): path for path in
             glob.glob(TREE + "/lib/modules/*/kernel/**/*.ko*", recursive=True)}
    found = {}
    (path,) = glob.glob(TREE + "/lib/modules/*/modules.builtin")
    with open(path) as file:
        built_in = {os.path.basename(line).split(".")[0].replace("-", "_") for line in file}

    def add(name):
        name = name.replace("-", "_")
        if name in found or name in built_in:
            return
        data = module(paths[name])
        depends = re.search(rb"\0depends=([^\0]*)\0", data).group(1).decode()
        for other in filter(None, depends.split(",")):
            add(other)
        found[name] = data

    for name in MODULES:
        add(name)
    return found


class Archive:
    """A cpio archive in the format that the kernel unpacks."""

    def __init__(self, file):
        self.file, self.names = file, set()

    def add(self, name, mode, data=b""):
        if os.path.dirname(name) and os.path.dirname(name) not in self.names:
            self.add(os.path.dirname(name), stat.S_IFDIR | 0o755)
        if name in self.names:
            return
        self.names.add(name)
        fields = (len(self.names), mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
        header = b"070701" + b"".join(b"%08X" % field for field in fields)
        for part in (header + name.encode() + b"\0", data):
            self.file.write(part + bytes(-len(part) % 4))

    def copy(self, path, name=None):
        """Copies a file into the archive. Symbolic links on the way to the file are stored as
        links."""
        full = os.path.join(TREE, path)
        if os.path.islink(full):
            target = os.readlink(full)
            self.add(path, stat.S_IFLNK | 0o777, target.encode())
            self.copy(os.path.normpath(os.path.join(os.path.dirname("/" + path), target))[1:])
        else:
            with open(full, "rb") as file:
                self.add(name or path, stat.S_IFREG | 0o755, file.read())


def main():
    loads = []
    with open(OUT, "wb") as file:
        archive = Archive(file)
        for name, data in modules().items():
            path = "modules/%s.ko" % name
            archive.add(path, stat.S_IFREG | 0o644, data)
            loads.append("insmod /" + path)
        archive.add("init", stat.S_IFREG | 0o755, (INIT % "\n".join(loads)).encode())
        archive.copy("lib64/ld-linux-x86-64.so.2")
        archive.copy(next(path for path in BUSYBOX if os.path.exists(os.path.join(TREE, path))),
                     "bin/busybox")
        opened = [*map(path_of, OPENED), *filter(None, map(find, OPENED_BY_SOME))]
        for path in libraries([*PROGRAMS, *opened]):
            archive.copy(path)
        for pattern in FILES:
            for path in glob.glob(os.path.join(TREE, pattern)):
                archive.copy(os.path.relpath(path, TREE))
        for path in OWN_FILES:
            with open(path, "rb") as own:
                archive.add(os.path.basename(path), stat.S_IFREG | 0o755, own.read())
        archive.add("TRAILER!!!", stat.S_IFREG)


main()
