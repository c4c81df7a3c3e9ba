# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks that the recipes of distributions contain the tree's version, and list each file that is
installed. If the tools of a distribution are installed, they parse its recipe. scripts/recipes
builds packages with the recipes."""

import fnmatch
import glob
import os
import re
import subprocess

import common

SOURCE = os.environ["SOURCE"]
BUILD = os.environ["BUILD"]


def read(name):
    with open(os.path.join(SOURCE, name)) as file:
        return file.read()


def output_of(*command):
    return subprocess.run(command, text=True, check=True, stdout=subprocess.PIPE).stdout


def installed():
    """Returns the installed files, relative to /usr; LIB stands for the directory of libraries."""
    with common.directory() as dir:
        subprocess.run(["cmake", "--install", BUILD, "--prefix", dir], check=True,
                       stdout=subprocess.DEVNULL)
        names = [os.path.relpath(os.path.join(base, leaf), dir)
                 for base, dirs, leaves in os.walk(dir)
                 for leaf in leaves + [d for d in dirs if os.path.islink(os.path.join(base, d))]]
    libraries = os.environ["LIBDIR"] + "/"
    return [name.replace(libraries, "LIB/", 1)
            if name.startswith(libraries) and not name.startswith("lib/systemd/") else name
            for name in names]


def test_readme_removes_what_was_installed():
    """Runs README.md's command that removes the files that `cmake --install` has copied, with this
    build's list of installed files."""
    line = re.search(r"^    sudo (xargs .*)<build/release/install_manifest.txt$",
                     read("README.md"), re.M).group(1)
    with common.directory() as dir:
        done = output_of("cmake", "--install", BUILD, "--prefix", dir)
        names = re.findall(r"^-- (?:Installing|Up-to-date): (.*)$", done, re.M)
        manifest = os.path.join(BUILD, "install_manifest.txt")
        with open(manifest) as file:
            assert set(file.read().split()) <= set(names)
        subprocess.run(["bash", "-c", line + '<"$0"', manifest], check=True)
        left = [leaf for _, _, leaves in os.walk(dir) for leaf in leaves]
        assert not left, left


def test_commands_of_packaging():
    """Runs docs/packaging.md's command that installs, with this build instead of build/package."""
    commands = re.findall(r"^    (.*cmake.*build/package.*)$", read("docs/packaging.md"), re.M)
    assert len(commands) == 3, commands
    assert "-DGALVAN_TESTS=OFF" in commands[0] and "-DGALVAN_TESTS" not in "".join(commands[1:])
    with common.directory() as dir:
        subprocess.run(["sh", "-ec", commands[2].replace("build/package", '"$BUILD"')], check=True,
                       stdout=subprocess.DEVNULL, env={**os.environ, "ROOT": dir})
        assert any("galvan" in leaves for _, _, leaves in os.walk(dir))


def takes(pattern, name):
    """Returns whether a pattern matches a file, or a directory that contains the file."""
    return fnmatch.fnmatch(name, pattern) or fnmatch.fnmatch(name, pattern + "/*")


def check_files(patterns):
    names = installed()
    assert len(names) > 50, names
    for name in names:
        assert [p for p in patterns if takes(p, name)], "no package has %s" % name
    for pattern in patterns:
        assert [n for n in names if takes(pattern, n)], "nothing is installed as %s" % pattern


def test_files_of_debian():
    patterns = []
    for path in glob.glob(os.path.join(SOURCE, "packaging/debian/*.install")):
        patterns += read(path).split()
    patterns = [re.sub(r"^lib/\*/", "LIB/", re.sub("^usr/", "", p)) for p in patterns]
    check_files([p.replace("zsh/vendor-completions", "zsh/site-functions") for p in patterns])


def test_files_of_fedora():
    check_files_of_spec("packaging/fedora/galvan.spec")


def test_files_of_opensuse():
    check_files_of_spec("packaging/opensuse/galvan.spec")


def check_files_of_spec(name):
    macros = {"bindir": "bin", "libdir": "LIB", "datadir": "share", "mandir": "share/man",
              "includedir": "include"}
    patterns, listed = [], False
    for line in read(name).splitlines():
        listed = listed or line.startswith("%files")
        path = re.sub(r"%\{_(\w+)\}", lambda found: macros[found.group(1)], line)
        if listed and re.match("(bin|LIB|share|include|/usr)/", path):
            patterns.append(re.sub("^/usr/", "", path))
    # A spec lists compressed manual pages, as name.1*; `cmake --install` leaves them as name.1.
    check_files([p[:-1] if p.endswith(".1*") else p for p in patterns])


def test_versions():
    version = re.search(r"^project\(galvan VERSION ([0-9.]+)", read("CMakeLists.txt"),
                        re.M).group(1)
    assert "Galvan is young: version %s. " % version.rsplit(".", 1)[0] in read("README.md")
    assert re.search(r"^pkgver=%s$" % version, read("packaging/arch/PKGBUILD"), re.M)
    for distribution in ("fedora", "opensuse"):
        spec = read("packaging/%s/galvan.spec" % distribution)
        assert re.search(r"^Version: +%s$" % version, spec, re.M)
    assert "/galvan-%s.tar.gz\"" % version in read("packaging/homebrew/galvan.rb")
    assert 'version = "%s";' % version in read("packaging/nix/package.nix")
    assert read("packaging/debian/changelog").startswith("galvan (%s-" % version)


def test_arch_reads_it():
    told = output_of(common.need("bash"), "-euc", '. "$1"; declare -F build package; '
                     'echo "${pkgname} ${license[*]} ${source[*]}"', "bash",
                     os.path.join(SOURCE, "packaging/arch/PKGBUILD"))
    assert re.search("build\npackage\ngalvan MIT galvan-[0-9.]+tar.gz$", told), told


def test_fedora_reads_it():
    told = output_of(common.need("rpmspec"), "-q", "--qf", "%{name}\n",
                     os.path.join(SOURCE, "packaging/fedora/galvan.spec"))
    assert {"galvan", "galvan-libs", "galvan-virglrenderer", "galvan-devel"} <= set(told.split())


def test_opensuse_reads_it():
    told = output_of(common.need("rpmspec"), "-q", "--qf", "%{name}\n",
                     os.path.join(SOURCE, "packaging/opensuse/galvan.spec"))
    assert {"galvan", "libgalvan0", "libgalvan-spirv0", "libgalvan-window0",
            "galvan-virglrenderer", "galvan-devel"} <= set(told.split())


def test_ruby_reads_it():
    output_of(common.need("ruby"), "-c", os.path.join(SOURCE, "packaging/homebrew/galvan.rb"))


def test_nix_reads_it():
    output_of(common.need("nix-instantiate"), "--parse",
              os.path.join(SOURCE, "packaging/nix/package.nix"))


common.main(globals())
