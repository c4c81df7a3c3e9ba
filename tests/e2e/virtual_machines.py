# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks the text that users of libvirt copy from docs/virtual-machines.md. The XML must match
libvirt's schema. The XML's library path must be the packages' path, with which the dynamic linker
finds Galvan's library. The test does not run libvirt; it uses libvirt's schema and AppArmor's
parser if they are installed."""

import glob
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

import common
from common import directory, need

LIBRARY = os.environ.get("GALVAN_VIRGLRENDERER", "")
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCHEMA = "/usr/share/libvirt/schemas/domain.rng"
ABSTRACTION = "/etc/apparmor.d/abstractions/libvirt-qemu"
QEMU = "{http://libvirt.org/schemas/domain/qemu/1.0}"
SBIN = os.environ["PATH"] + ":/sbin:/usr/sbin"


def read(*path):
    with open(os.path.join(TOP, *path)) as file:
        return file.read()


def block(begin):
    """Returns the indented block of the page whose first line begins with this text."""
    page = read("docs", "virtual-machines.md").splitlines()
    first = next(i for i, line in enumerate(page) if line.startswith("    " + begin))
    lines = []
    for line in page[first:]:
        if not line.startswith("    "):
            break
        lines.append(line[4:])
    return "\n".join(lines) + "\n"


def variables():
    root = ElementTree.fromstring(block("<domain"))
    return {env.get("name"): env.get("value")
            for env in root.iterfind("%scommandline/%senv" % (QEMU, QEMU))}


def test_the_xml_is_of_a_domain():
    root = ElementTree.fromstring(block("<domain"))
    assert root.tag == "domain" and root.get("type") == "kvm"
    assert root.find("devices/video/model").get("type") == "virtio"
    assert root.find("devices/video/model/acceleration").get("accel3d") == "yes"
    assert root.find("devices/graphics/gl").get("enable") == "yes"
    assert set(variables()) == {"LD_LIBRARY_PATH", "GALVAN_CACHE"}
    if shutil.which("xmllint") and os.path.exists(SCHEMA):
        subprocess.run(["xmllint", "--noout", "--relaxng", SCHEMA, "-"], check=True, text=True,
                       input=block("<domain"))


def test_the_path_is_that_of_the_packages():
    assert variables()["LD_LIBRARY_PATH"] == "/usr/$LIB/galvan"
    debian = read("packaging", "debian", "galvan-virglrenderer.install").split()
    assert "usr/lib/*/galvan/libvirglrenderer.so.1" in debian, debian
    assert "%{_libdir}/galvan/libvirglrenderer.so.1" in read("packaging", "fedora", "galvan.spec")


def library_of(environment):
    """Returns the path of the libvirglrenderer that the dynamic linker finds for
    virgl_test_server."""
    said = subprocess.run(["ldd", need("virgl_test_server")], text=True, check=True,
                          stdout=subprocess.PIPE, env={**os.environ, **environment}).stdout
    return os.path.realpath(re.search(r"libvirglrenderer\.so\.1 => (\S+)", said).group(1))


def test_the_linker_goes_there_and_back():
    with directory() as dir:
        for lib in {"lib64", "lib/" + os.path.basename(os.path.dirname(library_of({}))), "lib32"}:
            os.makedirs(os.path.join(dir, "usr", lib))
            os.symlink(os.path.dirname(LIBRARY), os.path.join(dir, "usr", lib, "galvan"))
        path = {"LD_LIBRARY_PATH": dir + variables()["LD_LIBRARY_PATH"]}
        assert library_of(path) == os.path.realpath(LIBRARY)
        for link in glob.glob(os.path.join(dir, "usr/**/galvan"), recursive=True):
            os.remove(link)
        assert library_of(path) == library_of({}) != os.path.realpath(LIBRARY)


def test_the_linkers_own_list_puts_it_first():
    """Checks that the page's file name in ld.so.conf.d comes before the distribution's file names:
    ldconfig reads these files in the order of their names, and the first directory with the library
    wins."""
    name = re.search(r"ld\.so\.conf\.d/(\S+)", block("echo /usr/lib64/galvan")).group(1)
    assert name < "fakeroot-x86_64-linux-gnu.conf" and name < "libc.conf"
    stock = library_of({})
    with directory() as dir:
        config, cache = os.path.join(dir, "ld.so.conf"), os.path.join(dir, "cache")
        with open(config, "w") as file:
            file.write("%s\n%s\n" % (os.path.dirname(LIBRARY), os.path.dirname(stock)))
        environment = {**os.environ, "PATH": SBIN}
        subprocess.run(["ldconfig", "-X", "-C", cache, "-f", config], env=environment, check=True)
        said = subprocess.run(["ldconfig", "-C", cache, "-p"], env=environment, check=True,
                              text=True, stdout=subprocess.PIPE).stdout
    found = re.findall(r"libvirglrenderer\.so\.1 .*=> (\S+)", said)
    assert [os.path.realpath(path) for path in found] == [os.path.realpath(LIBRARY), stock], said


def test_apparmors_rules_are_rules():
    rules = block("# Galvan's libvirglrenderer")
    for rule in rules.splitlines()[1:]:
        assert re.fullmatch(r"include <abstractions/\w+>|(owner )?/\S+ \w+,", rule), rule
    parser = shutil.which("apparmor_parser", path=SBIN)
    if parser and os.path.exists(ABSTRACTION):
        profile = "include <tunables/global>\nprofile guest {\n%s\n}\n" % rules
        subprocess.run([parser, "-Q", "-K"], check=True, text=True, input=profile)


if __name__ == "__main__":
    common.main(globals())
