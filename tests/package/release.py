# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs scripts/release on a copy of this tree in a separate git repository."""

import contextlib
import os
import re
import subprocess
import tarfile

import common
import tree as lint

SOURCE = os.environ["SOURCE"]
ENVIRONMENT = {**os.environ, "SOURCE_DATE_EPOCH": "1769904000", "GIT_CONFIG_GLOBAL": os.devnull,
               **{"GIT_%s_%s" % (who, what): value for who in ("AUTHOR", "COMMITTER")
                  for what, value in (("NAME", "a"), ("EMAIL", "a@example.org"))}}


class Copy:
    def __init__(self, dir):
        self.dir = os.path.join(dir, "tree")
        self.out = os.path.join(dir, "out")
        os.mkdir(self.dir)
        names = "\0".join(lint.files(SOURCE)).encode()
        packed = subprocess.run(["tar", "-C", SOURCE, "--null", "--files-from=-", "-cf", "-"],
                                input=names, stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(["tar", "-C", self.dir, "-xf", "-"], input=packed, check=True)
        self.git("init", "--quiet")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "a tree")

    def run(self, *command, status=0):
        done = subprocess.run(command, cwd=self.dir, env=ENVIRONMENT, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == status, (command, done.stdout)
        return done.stdout

    def git(self, *arguments):
        return self.run("git", *arguments)

    def read(self, name):
        with open(os.path.join(self.dir, name)) as file:
            return file.read()

    def write(self, name, text):
        with open(os.path.join(self.dir, name), "w") as file:
            file.write(text)

    def announce(self, version):
        """Commits a NEWS.md with a section of this version, "not released yet"."""
        news = re.sub(r"^## [0-9.]+, not released yet$", "## 0.0.1, 2026-01-01",
                      self.read("NEWS.md"), flags=re.M)
        self.write("NEWS.md", news + "\n## %s, not released yet\n\n- All.\n" % version)
        self.git("commit", "--quiet", "--all", "--message", "news")

    def release(self, version, status=0):
        return self.run("scripts/release", version, self.out, status=status)


@contextlib.contextmanager
def copy():
    common.need("git")
    with common.directory() as dir:
        yield Copy(dir)


def version_of(tree):
    return re.search(r"^project\(galvan VERSION ([0-9.]+)", tree.read("CMakeLists.txt"),
                     re.M).group(1)


def test_a_minor_version():
    with copy() as tree:
        major, minor, _ = map(int, version_of(tree).split("."))
        version = "%d.%d.0" % (major, minor + 1)
        tree.announce(version)
        tree.release(version)
        assert version_of(tree) == version
        assert "\n## %s, 2026-02-01\n" % version in tree.read("NEWS.md")
        assert "not released" not in tree.read("NEWS.md")
        assert "Galvan is young: version %d.%d. " % (major, minor + 1) in tree.read("README.md")
        assert "\npkgver=%s\n" % version in tree.read("packaging/arch/PKGBUILD")
        for distribution in ("fedora", "opensuse"):
            spec = tree.read("packaging/%s/galvan.spec" % distribution)
            assert re.search("^Version: +%s$" % version, spec, re.M)
        assert "/galvan-%s.tar.gz" % version in tree.read("packaging/homebrew/galvan.rb")
        assert 'version = "%s";' % version in tree.read("packaging/nix/package.nix")
        for name in ("libgalvan0", "libgalvan-spirv0", "libgalvan-window0"):
            symbols = tree.read("packaging/debian/%s.symbols" % name)
            assert "(<< %d.%d~)" % (major, minor + 2) in symbols, symbols
            assert re.search(r"^ \(symver\)GALVAN_(\w+_)?0 %s$" % version, symbols, re.M), symbols
        changelog = tree.read("packaging/debian/changelog")
        assert changelog.startswith("galvan (%s-0galvan1) " % version), changelog
        assert "Sun, 01 Feb 2026 00:00:00 +0000" in changelog
        assert tree.git("tag").split() == ["v" + version]
        assert not tree.git("status", "--porcelain")

        archive = os.path.join(tree.out, "galvan-%s.tar.gz" % version)
        subprocess.run(["sha256sum", "--check", "--quiet", archive + ".sha256"], cwd=tree.out,
                       check=True)
        with tarfile.open(archive) as file:
            names = {name for name in file.getnames() if not file.getmember(name).isdir()}
        assert names == {"galvan-%s/%s" % (version, name) for name in
                         tree.git("ls-files").splitlines()}
        watched = tree.read("packaging/debian/watch").split()[-1]
        assert re.fullmatch(watched, os.path.basename(archive)).group(1) == version

        with open(os.path.join(tree.out, "galvan-%s.changelog" % version)) as file:
            assert [line.split()[1] for line in file] == ["a", "news"]

        tree.release(version, status=1)  # the version has already been released
        subprocess.run(["tar", "-xf", archive], cwd=tree.out, check=True)
        if os.path.exists("/usr/bin/dpkg-source"):
            # Makes the source package from the archive alone.
            subprocess.run([os.path.join(tree.out, "galvan-" + version, "scripts/package"),
                            "--source", tree.out], check=True, stdout=subprocess.DEVNULL)
            assert "galvan_%s-0galvan1.dsc" % version in os.listdir(tree.out)


def test_the_version_that_the_tree_has():
    """Releases the version that the tree already has, as the first release does. The symbols must
    keep their version."""
    with copy() as tree:
        version = version_of(tree)
        tree.announce(version)
        before = tree.read("packaging/debian/libgalvan0.symbols")
        tree.release(version)
        assert tree.read("packaging/debian/libgalvan0.symbols") == before
        changelog = tree.read("packaging/debian/changelog")
        assert changelog.count("galvan (%s-" % version) == 1
        assert "Sun, 01 Feb 2026 00:00:00 +0000" in changelog


def test_what_is_refused():
    with copy() as tree:
        major, minor, patch = map(int, version_of(tree).split("."))
        later = "%d.%d.%d" % (major, minor, patch + 1)
        assert "usage" in tree.release("1.0", status=1)
        assert "NEWS.md has no" in tree.release(later, status=1)
        tree.announce("0.0.2")
        assert "already" in tree.release("0.0.2", status=1)
        tree.announce("%d.0.0" % (major + 1))
        assert "another major version" in tree.release("%d.0.0" % (major + 1), status=1)
        tree.announce(later)
        tree.write("README.md", "")
        assert "not committed" in tree.release(later, status=1)
        assert version_of(tree) == "%d.%d.%d" % (major, minor, patch)
        assert not tree.git("tag")


common.main(globals())
