# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests galvan top and galvan serve --metrics, which report the activity of a server and its
clients."""

import json
import os
import re
import shutil
import subprocess

import common
from common import Client, Display, client_environment, directory, expect, galvan, need, serve, \
    wait_for

# A line of Prometheus' text format that is not a comment.
SAMPLE = re.compile(
    r'^(galvan_[a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\d+(?:\.\d+)?)$')
UNITS = re.compile(r"_(ns|us|ms|nanoseconds|milliseconds|kib|mib)(_|$)")


def top(path, *args):
    result = galvan("top", "--socket", path, "--once", *args)
    expect(result, 0)
    return result.stdout


def top_json(path):
    return json.loads(top(path, "--json"))


def samples(text):
    """Parses a metrics file. Returns {(name, labels): number}. Every line must be valid, and
    follow the lines that declare its metric family. Prometheus' own tool also checks the file if
    it is installed."""
    if shutil.which("promtool"):
        said = subprocess.run(["promtool", "check", "metrics"], input=text, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert said.returncode == 0, said.stdout
    found, families = {}, set()
    for line in text.splitlines():
        kind = re.match(r"^# (?:HELP (galvan_\w+) \S.*|TYPE (galvan_\w+) (?:counter|gauge))$", line)
        if kind:
            families.add(kind.group(1) or kind.group(2))
            continue
        sample = SAMPLE.match(line)
        assert sample, line
        assert sample.group(1) in families and not UNITS.search(sample.group(1)), line
        found[sample.group(1), sample.group(2)] = float(sample.group(3))
    return found


def test_nobody():
    with serve() as server:
        told = top_json(server.path)
        assert told["clients"] == [] and told["process"] == server.pid, told
        assert told["schema"] == 1 and told["served"] == 0, told
        assert "0 of at most 64 clients" in top(server.path)


def test_program():
    """Checks that galvan top reports the counters of a program that draws, as JSON and as text."""
    need("glxgears")
    with serve() as server, Display() as display:
        process = subprocess.Popen(["glxgears"], stdout=subprocess.DEVNULL,
                                   env={**client_environment(server.path), **display.environment})
        try:
            wait_for(lambda: any(c["frames"] > 5 for c in top_json(server.path)["clients"]),
                     "frames of glxgears")
            told = next(c for c in top_json(server.path)["clients"] if c["frames"])
            text = top(server.path)
        finally:
            process.kill()
            process.wait()
        assert told["program"] == "glxgears" and told["pid"] == process.pid, told
        assert told["draws"] >= told["frames"] and told["memory_bytes"] > 0, told
        assert told["pipelines"] > 0 and told["submissions"] >= told["submissions_finished"], told
        # The worker updates its counters twice a second.
        assert told["per_second"]["frames"] > 1 and told["per_second"]["draws"] > 1, told
        assert "memory_bytes" not in told["per_second"], told
        lines = text.splitlines()
        row = next(line for line in lines if line.startswith("glxgears ")
                   and float(line.split()[2]) > 1)
        assert len(row.split()) == 10 and row.split()[6] == "-" and float(row.split()[3]) > 1, text


def test_names():
    """Connects a client whose name contains control characters and quotes. The name must be printed
    without control characters, and must not break the output formats."""
    with directory() as dir:
        path = os.path.join(dir, "metrics.prom")
        with serve("--metrics", path) as server, Client(server.path) as client:
            client.hello(b'a"b\\c}\n\033[31m' + "é".encode() + b"x" * 80)
            told = top_json(server.path)["clients"][0]
            name = 'a"b\\c}??[31mé' + "x" * 49
            assert told["program"] == name, told
            assert "\033" not in top(server.path)
            wait_for(lambda: "program=" in open(path).read(), "metrics of a client")
            labels = [key[1] for key in samples(open(path).read()) if key[1]]
            assert all(r'program="a\"b\\c}??[31mé' in text for text in labels), labels


def test_metrics():
    with directory() as dir:
        path = os.path.join(dir, "metrics.prom")
        with serve("--metrics", path) as server:
            with Client(server.path) as client:
                client.hello()
                wait_for(lambda: os.path.exists(path)
                         and samples(open(path).read())[("galvan_clients", None)] == 1, "metrics")
                found = samples(open(path).read())
                assert found[("galvan_clients_served_total", None)] == 1, found
                of_client = [key for key in found if key[1]]
                names = {key[0] for key in of_client}
                assert {"galvan_client_frames_total",
                        "galvan_client_device_seconds_total"} <= names, names
                assert len(of_client) == len(names) == 13, found
                assert os.stat(path).st_mode & 0o777 == 0o644
            wait_for(lambda: samples(open(path).read())[("galvan_clients", None)] == 0, "the end")
        assert os.listdir(dir) == [], os.listdir(dir)


def test_no_server():
    with directory() as dir:
        path = os.path.join(dir, "socket")
        expect(galvan("top", "--socket", path), 5, "no server answers at %s.stats" % path)
        expect(galvan("top", "--socket", "/" + "x" * 103), 5, "so long a path")
        expect(galvan("top", "x"), 2, 'takes no argument "x"')


def test_end():
    """Checks that galvan top ends when the server ends."""
    with serve() as server:
        process = subprocess.Popen([common.GALVAN, "top", "--socket", server.path], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert "PROGRAM" in process.stdout.readline() + process.stdout.readline()
        server.process.terminate()
        out, err = process.communicate(timeout=30)
        assert process.returncode == 5 and "no server answers" in err, err


if __name__ == "__main__":
    common.main(globals())
