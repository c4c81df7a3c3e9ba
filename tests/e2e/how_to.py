# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs each command of the how-to pages in docs/index.md, unchanged, in a session in which galvan
is the command under test and /tmp is private. If another test runs a command, this file names that
test instead."""

import os
import re
import subprocess

import common
import gears
import pages
from common import need, wait_for
from pages import must_run, session

# Other tests run all commands of these pages.
OF_OTHER_TESTS = {"docs/containers.md": "tests/e2e/containers.py",
                  "docs/mesa.md": "tests/mesa/in_process.py",
                  "docs/virtual-machines.md": "tests/e2e/guest.py"}
# Each entry is a command, the file that runs the command, and a word that this file must contain.
ELSEWHERE = [(r"^scripts/demo", ".ci/run", "scripts/demo"),
             (r"^scripts/package|apt (install|remove)", "scripts/clean-root", "README.md"),
             (r"cmake (--preset|--install)|install_manifest", "tests/package/recipes.py",
              "README.md"),
             (r"^scripts/cross", ".ci/run", "scripts/cross arm64"),
             (r"^cmake .*build/package|--component", "tests/package/recipes.py", "packaging.md"),
             (r"^scripts/mesa", ".ci/run", "scripts/mesa"),
             (r"--in-process=|^rm -rf build/mesa$", "tests/mesa/in_process.py", "--in-process="),
             (r"qemu-system", "tests/e2e/guest.py", "qemu-system")]
# Each entry is a placeholder for a name that the reader chooses, and the test's replacement.
NAMES = [("PROGRAM ARGUMENTS", "glxgears"), ("--recordable DIR", '--recordable "$HOME/kept"'),
         ("--client 3", "--client 1"), ("--frames 100 ", "--frames 2 ")]
SERVES = re.compile(r"^galvan serve\b")
STAYS = re.compile(r"^galvan top$")


# No test runs these commands; the page gives the reason.
NOT_RUN = [r"^proot-distro "]


def how_to_pages():
    section = pages.text_of("docs/index.md").split("\n## How-to\n")[1].split("\n## ")[0]
    names = re.findall(r"\]\(([^)]+)\)", section)
    return [os.path.normpath(os.path.join("docs", name)) for name in names]


def elsewhere(command):
    return [(path, word) for pattern, path, word in ELSEWHERE if re.search(pattern, command)]


def is_not_run(command):
    return any(re.search(pattern, command) for pattern in NOT_RUN)


def is_a_picture_of_words(block):
    return "-->" in block


def commands():
    """Yields (page, command) for all commands that this test runs."""
    for page in how_to_pages():
        if page in OF_OTHER_TESTS:
            continue
        for block in pages.blocks(page):
            if is_a_picture_of_words(block):
                continue
            for command in pages.commands(block):
                if not elsewhere(command) and not is_not_run(command):
                    yield page, command


class Shell:
    """Runs commands of a page in one session, with a private /tmp and home directory."""

    def __init__(self, user):
        self.user, self.client = user, None
        for name in ("tmp", "home", "home/kept"):
            os.mkdir(user.path(name), 0o700)
        user.environment["HOME"] = user.path("home")
        user.environment["XDG_CACHE_HOME"] = user.path("home")

    def script(self, command):
        for name, stand_in in NAMES:
            command = command.replace(name, stand_in)
        return "cd; %s" % command

    def inside(self, command):
        user = self.user
        return ["bwrap", "--dev-bind", "/", "/", "--bind", user.path("tmp"), "/tmp", "--ro-bind",
                "/tmp/.X11-unix", "/tmp/.X11-unix", "--bind", user.dir, user.dir, "--cap-add",
                "ALL", "--die-with-parent", need("bash"), "-c", self.script(command)]

    def start(self, command):
        process = subprocess.Popen(self.inside(command), env=self.user.environment,
                                   start_new_session=True, text=True, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.user.stack.callback(self.end, process)
        return process

    def end(self, process):
        if process.stdout.closed:
            return
        self.user.end(process)
        process.stdout.close()

    def run(self, command):
        """Runs a command until it ends. A command that does not end runs until it draws, listens on
        its socket or prints."""
        if SERVES.match(command):
            socket = self.user.path("tmp/.virgl_test")
            server = self.start(command.rstrip("& ") + " & wait")
            wait_for(lambda: os.path.exists(socket) or server.poll() is not None, "a socket")
            assert server.poll() is None, server.stderr.read()
        elif "--client" in command:
            self.have_a_client()
            self.run_to_its_end(command)
        elif STAYS.match(command):
            process = self.start(command)
            assert process.stdout.readline(), process.stderr.read()
            self.end(process)
        elif "glxgears" in self.script(command):
            self.draw(command)
        else:
            self.run_to_its_end(command)

    def run_to_its_end(self, command):
        process = self.start(command)
        out, err = process.communicate(timeout=common.TIMEOUT)
        assert process.returncode == 0, "%s ended with %d:\n%s%s" % (
            command, process.returncode, out, err)

    def have_a_client(self):
        """Starts glxgears as a client of the server, unless a client is running."""
        if not self.client:
            self.client = self.start('eval "$(galvan env)"; exec glxgears')
            gears.window(self.user.display)

    def draw(self, command):
        process = self.start(command)
        gears.window(self.user.display)
        self.end(process)
        wait_for(lambda: self.user.display.picture().share(lambda *pixel: max(pixel) < 16) > 0.95,
                 "an empty screen")


def run_page(page):
    must_run("bwrap", "--dev-bind", "/", "/", "--cap-add", "ALL", "true")
    with session() as user:
        shell = Shell(user)
        done = [shell.run(command) for of, command in commands() if of == page]
        assert done, "%s has no command that is run here" % page


def test_readme():
    run_page("README.md")


def test_programs():
    run_page("docs/programs.md")


def test_devices():
    run_page("docs/devices.md")


def test_recording():
    run_page("docs/recording.md")


def test_zz_every_page_is_run():
    run_here = {of for of, _ in commands()}
    known = {"README.md", "docs/programs.md", "docs/devices.md", "docs/recording.md"}
    assert run_here == known, run_here ^ known


def test_zz_what_runs_elsewhere_is_there():
    for page, path in OF_OTHER_TESTS.items():
        assert page in pages.text_of(path), path
    for _, path, word in ELSEWHERE:
        assert word in pages.text_of(path), (path, word)


common.main(globals())
