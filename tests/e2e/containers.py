# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs each block of commands of docs/containers.md unchanged, in a shell in which galvan is the
command under test, and checks that the block draws a picture. If a block cannot draw on this
machine, the test checks only that the container program accepts the arguments."""

import os
import re
import shlex
import socket
import subprocess

import common
import pages
from common import Display, need
from pages import must_run, session

PAGE = "docs/containers.md"
NOBODY = 65534


def block(*words, without="\0"):
    chosen = [text for text in pages.blocks(PAGE)
              if all(word in text for word in words) and without not in text]
    assert len(chosen) == 1, "%d blocks with %r" % (len(chosen), words)
    used.add(chosen[0])
    return chosen[0]


def test_bwrap():
    texts = block("--bwrap) glxgears", without="--setenv"), \
        block("--bwrap --preload)")
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
    """Returns options for a container that has this system's /usr instead of an image."""
    root = user.path("root")
    for name in ("usr", "etc", "proc", "sys", "dev", "tmp", "run"):
        os.makedirs(os.path.join(root, name))
    for name in ("bin", "sbin", "lib", "lib64"):
        if os.path.islink("/" + name):
            os.symlink("usr/" + name, os.path.join(root, name))
    return "--volume=/usr:/usr:ro --rootfs " + root


def podman(user):
    """Returns the beginning of a Podman command that leaves no files in the user's own storage."""
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
    """Runs the text as a command, which must fail with this message, since the image or the
    application is missing."""
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
    """Runs the page's commands for other users, with the user alice and the socket of the page
    replaced."""
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


class GuardedDisplay(Display):
    """An X server that refuses clients without a cookie. .file contains the cookie for this host's
    name."""

    def __init__(self, dir):
        self.file = os.path.join(dir, "Xauthority.user")
        cookies = os.path.join(dir, "Xauthority.server")
        cookie = "0123456789abcdef0123456789abcdef"
        self.add(cookies, ":0", cookie)
        super().__init__("-auth", cookies)
        self.add(self.file, self.environment["DISPLAY"], cookie)
        self.environment["XAUTHORITY"] = self.file

    @staticmethod
    def add(file, display, cookie):
        subprocess.run([need("xauth"), "-f", file, "add", display, ".", cookie], check=True,
                       stderr=subprocess.DEVNULL)


def test_cookie():
    text = block("xauth nlist")
    copy, program = text.split("nmerge -\n")
    must_run("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-net",
             "--unshare-uts", "--hostname", "other", "true")
    with session() as user, GuardedDisplay(user.dir) as display:
        user.display = display
        user.environment.update(display.environment)
        user.serve(block("mkdir"))
        refused = re.sub(r"--ro-bind \S+Xauthority.*--setenv XAUTHORITY \S+", "",
                         program.replace("\\\n", " "))
        assert refused != program
        done = subprocess.run(["bash", "-c", refused], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=common.TIMEOUT,
                              env={**user.environment, "XAUTHORITY": "/dev/null"})
        assert done.returncode != 0, "the X server lets everybody in"
        user.draw(text)


def test_wayland():
    text = block("WAYLAND_DISPLAY")
    must_run("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-net",
             "true")
    with session() as user, socket.socket(socket.AF_UNIX) as compositor:
        user.serve(block("mkdir"))
        compositor.bind(user.path("run/wayland-7"))
        compositor.listen()
        compositor.settimeout(common.TIMEOUT)
        user.environment["WAYLAND_DISPLAY"] = "wayland-7"
        with open(user.path("program"), "w") as file:
            # A program first connects to the socket in the sandbox's /tmp.
            file.write("import os, socket\n"
                       "for path in ('/tmp/.virgl_test', os.path.join(\n"
                       "        os.environ['XDG_RUNTIME_DIR'], os.environ['WAYLAND_DISPLAY'])):\n"
                       "    socket.socket(socket.AF_UNIX).connect(path)\n")
        user.environment["PROGRAM"] = "--ro-bind %s /tmp/program %s /tmp/program" % (
            user.path("program"), need("python3"))
        process = user.start(text)
        compositor.accept()[0].close()
        said = process.stderr.read()
        assert not said, said


def sandbox(user, mounts, environment, command, roots=("/tmp", "/run", "/var/cache")):
    """Returns a sandbox in place of a container engine. The directories in roots contain only
    these mounts (source, target)."""
    words = [need("bwrap"), "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
             "--unshare-net", "--cap-add", "ALL", "--clearenv"]
    for root in roots:
        words += ["--tmpfs", root]
    # The image contains this build and the tests' device.
    given = {name: value for name, value in user.environment.items()
             if name == "PATH" or name.startswith(("VK_", "ASAN_", "UBSAN_", "LSAN_"))}
    for name, value in {**given, **environment}.items():
        words += ["--setenv", name, value]
    for source, target in [*mounts, ("/tmp/.X11-unix", "/tmp/.X11-unix"), (user.dir, user.dir)]:
        words += ["--bind", source, target]
    return shlex.join(words + list(command))


def documents(word):
    """Returns the parsed YAML of the page's block that contains this word."""
    try:
        import yaml
    except ImportError:
        raise common.Skip("no python3-yaml here")
    found = [text for text in re.findall("```yaml\n(.*?)```", pages.text_of(PAGE), re.S)
             if word in text]
    assert len(found) == 1, word
    return list(yaml.safe_load_all(found[0]))


def filled(value, environment):
    return re.sub(r"\$\{(\w+)\}", lambda name: environment[name.group(1)], value)


def test_compose():
    must_run("bwrap", "--ro-bind", "/", "/", "--tmpfs", "/run", "true")
    program = documents("services:")[0]["services"]["program"]
    with session() as user:
        user.serve(block("mkdir"))
        mounts = [filled(volume, user.environment).split(":")[:2] for volume in program["volumes"]]
        variables = {name: filled(value, user.environment)
                     for name, value in program["environment"].items()}
        user.draw(sandbox(user, mounts, variables, program["command"].split()))


def pod(user, document, node):
    """Returns the command of a pod's only container, in a sandbox whose mounts are subdirectories
    of the directory `node`."""
    spec = document["spec"]["template"]["spec"]
    container, = spec["containers"]
    paths = {volume["name"]: volume["hostPath"]["path"] for volume in spec["volumes"]}
    mounts = [(node + paths[mount["name"]], mount["mountPath"])
              for mount in container["volumeMounts"]]
    for source, _ in mounts:
        os.makedirs(source, exist_ok=True)
    variables = {item["name"]: item["value"] for item in container["env"]}
    if "DISPLAY" in variables:
        variables.update(user.display.environment)
    return sandbox(user, mounts, variables, container["command"])


def test_kubernetes():
    must_run("bwrap", "--ro-bind", "/", "/", "--tmpfs", "/run", "true")
    server, program = documents("DaemonSet")
    assert server["spec"]["selector"]["matchLabels"] == \
        server["spec"]["template"]["metadata"]["labels"]
    with session() as user:
        node = user.path("node")
        user.serve(pod(user, server, node), "node/run/galvan/vtest")
        user.draw(pod(user, program, node))


def test_ci_jobs():
    need("xvfb-run")
    github = [step["run"] for step in documents("runs-on")[0]["jobs"]["opengl"]["steps"]
              if "run" in step]
    gitlab = documents("script:")[0]["opengl"]["script"]
    with session() as user:
        for script in github + gitlab:
            if "apt-get" in script:
                continue
            done = subprocess.run(["sh", "-ec", script], env=user.environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=common.TIMEOUT)
            assert done.returncode == 0, (script, done.stdout)
            assert "glxinfo" not in script or "virgl (Galvan" in done.stdout, done.stdout


def test_shared_directories():
    """Runs the part of the commands for Distrobox and Toolbox that is executed inside of the
    container, in a sandbox with the directories that these programs share."""
    server, programs = "galvan serve &", block("distrobox")
    assert server in pages.blocks(PAGE)
    used.add(server)
    must_run("bwrap", "--ro-bind", "/", "/", "true")
    for command in pages.commands(programs):
        inside = re.search(r"\benv GALLIUM.*", command).group(0)
        with session() as user:
            os.mkdir(user.path("tmp"))
            shared = [(user.path("tmp"), "/tmp"), ("/tmp/.X11-unix", "/tmp/.X11-unix")]
            user.serve(sandbox(user, shared, {}, ["bash", "-c", server + "\nwait"], ()),
                       "tmp/.virgl_test")
            user.draw(sandbox(user, shared, user.display.environment, inside.split(), ()))


used = set()


def test_zz_every_block_was_looked_at():
    block("mkdir")
    left = set(pages.blocks(PAGE)) - used
    assert not left, left


common.main(globals())
