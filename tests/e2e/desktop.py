# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks the installed files for file managers and software centres: the desktop entry must start
programs, and the validators of the desktops must report no error."""

import contextlib
import os
import re
import shlex
import subprocess
import xml.etree.ElementTree

import common
from common import GALVAN, need


@contextlib.contextmanager
def installed():
    """Yields a dictionary from the names of installed files to their paths."""
    build = os.path.realpath(os.path.join(os.path.dirname(GALVAN), ".."))
    with common.directory() as dir:
        subprocess.run(["cmake", "--install", build, "--prefix", dir, "--component", "desktop"],
                       check=True, stdout=subprocess.DEVNULL)
        paths = [os.path.join(base, leaf) for base, _, leaves in os.walk(dir) for leaf in leaves]
        yield {os.path.relpath(path, dir): path for path in paths}


ENTRY = "share/applications/galvan.desktop"
ICON = "share/icons/hicolor/scalable/apps/galvan.svg"
ABOUT = "share/metainfo/org.example.galvan.metainfo.xml"


def keys(path):
    with open(path) as file:
        return dict(re.findall(r"^(\w+)=(.*)$", file.read(), re.M))


def must_find_nothing(*command):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_entry():
    with installed() as files:
        assert keys(files[ENTRY])["Icon"] + ".svg" == os.path.basename(ICON)
        assert not must_find_nothing(need("desktop-file-validate"), files[ENTRY])


def test_entry_runs_a_program():
    """Starts a program whose file name contains a space by the command of the desktop entry, with
    the name filled in as a file manager does it."""
    with installed() as files, common.directory() as dir:
        program, came = os.path.join(dir, "a program"), os.path.join(dir, "came")
        with open(program, "w") as file:
            file.write("#!/bin/sh\nprintenv GALLIUM_DRIVER >'%s'\nexit 7\n" % came)
        os.chmod(program, 0o700)
        entry = keys(files[ENTRY])
        words = shlex.split(entry["Exec"])
        assert words[0] == entry["TryExec"] == os.path.basename(GALVAN)
        done = subprocess.run([GALVAN] + [program if word == "%f" else word for word in words[1:]],
                              stderr=subprocess.DEVNULL, timeout=common.TIMEOUT)
        assert done.returncode == 7
        with open(came) as file:
            assert file.read() == "virpipe\n"


def test_software_centres():
    with installed() as files:
        root = xml.etree.ElementTree.parse(files[ABOUT]).getroot()
        assert root.find("id").text + ".metainfo.xml" == os.path.basename(ABOUT)
        assert root.find("icon").text + ".svg" == os.path.basename(ICON)
        assert root.find("provides/binary").text == os.path.basename(GALVAN)
        told = must_find_nothing(need("appstreamcli"), "validate", "--no-net", files[ABOUT])
        assert not re.search("^[EW]:", told, re.M), told


def test_icon():
    with installed() as files:
        root = xml.etree.ElementTree.parse(files[ICON]).getroot()
        assert root.tag.endswith("}svg") and root.get("width") == root.get("height")


common.main(globals())
