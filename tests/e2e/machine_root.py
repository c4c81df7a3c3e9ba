# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs QEMU of this system or of another Debian release. scripts/machines has unpacked the packages
of that release into a tree, which becomes the root of QEMU's processes. In both cases, QEMU loads
the Galvan library that was built for this system."""

import glob
import os
import tempfile

import common
from common import need

TOP = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
MACHINES = os.path.join(TOP, "build/machines")
HOST = "/run/host"  # the path in the tree for libraries of this system's compiler

_root = None


def roots():
    return sorted(path for path in glob.glob(os.path.join(MACHINES, "*"))
                  if os.path.exists(os.path.join(path, "usr/bin/qemu-system-x86_64")))


def libraries(name):
    """Returns the paths of a library in the trees."""
    return [path for root in roots() for path in glob.glob(os.path.join(root, "usr/lib/*", name))]


def use(root):
    """Sets the root of QEMU's processes: a tree, or None for this system's root."""
    global _root
    _root = root


def runtimes():
    """Returns a dictionary from the paths of the sanitizers' libraries on this system to their
    names."""
    runtime = os.environ.get("GALVAN_SANITIZER_RUNTIME")
    if not runtime:
        return {}
    dir = os.path.dirname(os.path.realpath(runtime))
    return {os.path.realpath(path): os.path.basename(path)
            for name in ("libasan.so.?", "libtsan.so.?", "libubsan.so.?")
            for path in glob.glob(os.path.join(dir, name))}


def _mounts():
    words = ["--ro-bind", os.path.join(_root, "usr"), "/usr",
             "--ro-bind", os.path.join(_root, "etc"), "/etc"]
    for name in ("bin", "lib", "lib64", "sbin"):
        words += ["--symlink", "usr/" + name, "/" + name]
    words += ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run",
              "--bind", tempfile.gettempdir(), tempfile.gettempdir(),
              "--bind-try", "/tmp/.X11-unix", "/tmp/.X11-unix", "--ro-bind", TOP, TOP]
    for path in ("/dev/udmabuf", "/dev/dri"):
        words += ["--dev-bind-try", path, path]
    for path, name in runtimes().items():
        words += ["--ro-bind", path, os.path.join(HOST, name)]
    return words


def _environment(environment):
    """Returns QEMU's environment inside of the tree, which has one Vulkan device and no layer."""
    inside = {name: value for name, value in environment.items()
              if not name.startswith(("VK_", "MESA_", "XDG_"))}
    inside["VK_ICD_FILENAMES"] = glob.glob(os.path.join(
        _root, "usr/share/vulkan/icd.d/lvp_icd*.json"))[0][len(_root):]
    if "LD_LIBRARY_PATH" in inside:
        inside["LD_LIBRARY_PATH"] += ":" + HOST
    preloads = [os.path.join(HOST, runtimes()[path]) if path in runtimes() else path
                for path in inside.get("LD_PRELOAD", "").split(":")]
    return {**inside, "LD_PRELOAD": ":".join(preloads)}


def command(environment):
    """Returns the command that starts QEMU, and its environment."""
    if not _root:
        return [need("qemu-system-x86_64")], environment
    inside = _environment(environment)
    preload = inside.pop("LD_PRELOAD")
    words = [need("bwrap"), *_mounts(), "--die-with-parent"]
    if preload: # not for bwrap
        words += ["--setenv", "LD_PRELOAD", preload]
    return [*words, "--", "qemu-system-x86_64"], inside


def pid_of(process):
    """Returns QEMU's process id; with a tree, `process` is bwrap, QEMU's parent."""
    pid = process.pid
    while _root and not common.name_of(pid).startswith("qemu-system"):
        (pid,) = common.children_of(pid)
    return pid


def workers_of(pid):
    """Returns the processes of galvan-renderer that a monitor has started."""
    return [child for child in common.children_of(pid)
            if common.name_of(child) == "galvan-renderer"]


def cpu_s_of(process):
    """Returns the processor time of QEMU and of the processes that it has started."""
    pid = pid_of(process)
    return sum(common.cpu_s_of(each) for each in [pid, *workers_of(pid)])


def need_roots():
    found = roots()
    if not found:
        raise common.Skip("no QEMU of another Debian here: scripts/machines unpacks one")
    return found
