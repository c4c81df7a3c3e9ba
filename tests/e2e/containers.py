# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""docs/containers.md: each of its blocks is run as it stands there, in a shell whose galvan is the
one under test, and draws; where nothing can draw here, its words are taken by the program that they
are for."""

import os
import subprocess

import common
import pages
from common import need
from pages import must_run, session

PAGE = "docs/containers.md"
NOBODY = 65534


def block(*words):
    chosen = [text for text in pages.blocks(PAGE) if all(word in text for word in words)]
    assert len(chosen) == 1, "%d blocks with %r" % (len(chosen), words)
    used.add(chosen[0])
    return chosen[0]


def test_bwrap():
    texts = block("--bwrap)"), block("--bwrap --preload)")
    must_run("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-net",
             "true")
    for text in texts:
        with session() as user:
            user.serve(block("mkdir"))
            user.draw(text)


def test_nspawn():
    text = block("systemd-nspawn")
    must_run("systemd-nspawn", "--quiet", "--volatile=yes", "--directory=/", "--as-pid2",
             "--register=no", "--keep-unit", "--private-network", "true")
    with session() as user:
        user.serve(block("mkdir"))
        user.draw(text)


def image(user):
    """Options for a container of this system's /usr, in the place of an image."""
    root = user.path("root")
    for name in ("usr", "etc", "proc", "sys", "dev", "tmp", "run"):
        os.makedirs(os.path.join(root, name))
    for name in ("bin", "sbin", "lib", "lib64"):
        if os.path.islink("/" + name):
            os.symlink("usr/" + name, os.path.join(root, name))
    return "--volume=/usr:/usr:ro --rootfs " + root


def podman(user):
    """How Podman starts containers here, with nothing left in the user's own storage."""
    program = need("podman")
    with_storage = "%s --root %s --runroot %s --storage-driver vfs" % (
        program, user.path("storage"), user.path("storage-run"))
    user.stack.callback(subprocess.run, with_storage + " rm --all --force --time 0", shell=True,
                        env=user.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ways = "", " --runtime runc --cgroup-manager cgroupfs"
    limits = "", " --ulimit=nofile=1024:1024 --ulimit=nproc=1024:1024"
    for way in ways:
        for limit in limits:
            start = "%s%s run%s" % (with_storage, way, limit)
            if subprocess.run("%s --rm --network=none %s true" % (start, user.image), shell=True,
                              env=user.environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0:
                return start
    raise common.Skip("podman starts no container here")


def test_podman():
    text = block("podman run")
    need("podman")
    with session() as user:
        user.image = image(user)
        with open(user.path("bin/podman"), "w") as file:
            file.write('#!/bin/sh\nshift\nexec %s "$@"\n' % podman(user))
        os.chmod(user.path("bin/podman"), 0o755)
        user.environment["IMAGE"] = user.image
        user.serve(block("mkdir"))
        user.draw(text)


def understood(text, answer, **environment):
    """As far as it goes without an image or an application."""
    with session() as user:
        user.serve(block("mkdir"))
        user.environment.update(environment)
        process = user.start(text)
        said = process.stderr.read()
        assert answer in said, said


def test_docker():
    text = block("docker run")
    need("docker")
    understood(text, "Cannot connect", IMAGE="image", DOCKER_HOST="unix:///nonexistent")


def test_flatpak():
    text = block("flatpak run")
    need("flatpak")
    understood(text, "not installed", APPLICATION="org.example.App")


def test_other_users():
    """The page's names are alice and a socket that is there once only."""
    server, client = block("--allow-uid"), block("eval", "galvan-others")
    if os.geteuid() != 0:
        raise common.Skip("only root can be another user")
    as_nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    with session() as user:
        try:
            subprocess.run([common.GALVAN, "--version"], stdout=subprocess.DEVNULL, **as_nobody)
        except PermissionError:
            raise common.Skip("another user does not reach the galvan command here")
        socket = user.path("galvan-others")
        user.serve(server.replace("alice", "nobody").replace("/tmp/galvan-others", socket),
                   "galvan-others")
        user.draw(client.replace("/tmp/galvan-others", socket), **as_nobody,
                  env={**user.environment, "XDG_RUNTIME_DIR": "", "HOME": "/nonexistent"})


used = set()


def test_zz_every_block_was_looked_at():
    block("mkdir")
    left = set(pages.blocks(PAGE)) - used
    assert not left, left


common.main(globals())
