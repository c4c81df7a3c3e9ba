# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""The command line: help, version, and everything that is wrong with it."""

import os
import re
import shutil
import subprocess

import common
from common import expect, galvan

TREE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
MAN_PAGE = os.path.join(TREE, "docs/galvan.1")
COMPLETION = os.path.join(TREE, "src/cli/galvan.bash")

WITH_DEVICE = ("run", "record", "replay", "serve", "info")
COMMANDS = WITH_DEVICE + ("doctor", "env", "tgsi", "top")


def test_help():
    result = galvan("--help")
    expect(result, 0)
    for command in COMMANDS:
        assert "\n  %s " % command in result.stdout
        of_command = galvan(command, "--help")
        expect(of_command, 0)
        assert of_command.stdout.startswith("usage: galvan %s [OPTIONS]" % command)
        assert ("--device DEVICE" in of_command.stdout) == (command in WITH_DEVICE)
        assert max(map(len, of_command.stdout.splitlines())) <= 100


def test_man_page_has_what_the_help_has():
    with open(MAN_PAGE) as file:
        page = file.read().replace("\\-", "-")
    helps = [galvan("--help").stdout] + [galvan(c, "--help").stdout for c in COMMANDS]
    told = {name for text in helps for name in
            re.findall(r"^  (--[a-z-]+|GALVAN_[A-Z]+|[a-z]+(?=  ))", text, re.M)}
    listed = set(re.findall(r"^\.TP\n\.BI? ([A-Za-z_-]+)", page, re.M))
    assert told == listed, told ^ listed


def test_defaults():
    with open(MAN_PAGE) as file:
        entries = re.findall(r"^\.TP\n\.BI? (--[a-z-]+).*\n(.*)", file.read().replace("\\-", "-"),
                             re.M)
    said = {name: text for name, text in entries}
    for command in ("run", "serve"):
        text = galvan(command, "--max-clients", "3", "--help").stdout
        told = re.findall(r"^  (--[a-z-]+) .*\(default: (\d+)\)$", text, re.M)
        assert ("--max-clients", "64") in told and ("--time-limit", "60") in told, told
        for name, number in told:
            assert said[name].endswith("; %s without it." % number), (name, said[name])


def complete(*words):
    """What bash offers for the last of some words."""
    script = ('. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _galvan; '
              'printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run([common.need("bash"), "-c", script, COMPLETION, common.GALVAN, *words],
                          text=True, stdout=subprocess.PIPE, check=True)
    return done.stdout.split()


def test_completion():
    """It offers what the help has."""
    assert set(COMMANDS) <= set(complete("")), complete("")
    assert complete("doc") == ["doctor"]
    for command in COMMANDS:
        told = re.findall(r"^  (--[a-z-]+)", galvan(command, "--help").stdout, re.M)
        assert complete(command, "--") == told, command
    assert "glxgears" in complete("run", "--stats", "--", "glxg") or not shutil.which("glxgears")
    assert "usage.py" in [os.path.basename(path) for path in complete(
        "tgsi", os.path.join(os.path.dirname(os.path.abspath(__file__)), "usa"))]


def test_version():
    result = galvan("--version")
    expect(result, 0)
    assert result.stdout.startswith("galvan 0.")


def test_nothing():
    expect(galvan(), 2, "which command? (see galvan --help)")


def test_unknown_command():
    expect(galvan("rum"), 2, 'unknown command "rum"')
    expect(galvan("--rum"), 2, 'unknown option "--rum"')


def test_unknown_option():
    for command in COMMANDS:
        expect(galvan(command, "--bogus", "x"), 2,
               "galvan %s: unknown option --bogus (see galvan %s --help)" % (command, command))


def test_missing_argument():
    expect(galvan("serve", "--socket"), 2, "option --socket wants an argument")
    expect(galvan("run"), 2, "galvan run: which program?")
    expect(galvan("run", "--stats", "--"), 2, "galvan run: which program?")
    expect(galvan("record"), 2, "galvan record: which file?")
    expect(galvan("record", "file", "--"), 2, "galvan record: which program?")


def test_surplus_argument():
    expect(galvan("serve", "x"), 2, 'galvan serve: takes no argument "x"')
    expect(galvan("info", "x"), 2, 'galvan info: takes no argument "x"')


def test_numbers():
    for number in ("", "0", "4097", "-1", "0x10", "1e3", "12 ", "99999999999999999999999"):
        expect(galvan("serve", "--max-clients", number), 2,
               '--max-clients wants a number from 1 to 4096, not "%s"' % number)


def test_screenshot_names():
    for name in ("", ".png", "picture.jpg", "picture.png@0", "@5", "picture@5"):
        expect(galvan("run", "--screenshot", name, "true"), 2,
               '--screenshot wants FILE.png or FILE.png@FRAME, not "%s"' % name)


common.main(globals())
