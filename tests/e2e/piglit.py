# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""The conformance sample: piglit's programs through `galvan run`, verdicts against tests/expect.

GALVAN_PIGLIT_LIST names the list: 'NAME ::: COMMAND' lines, as `piglit print-cmd` prints them. It
takes minutes and the programs of the Debian package piglit, so without a list it is skipped.
GALVAN_PIGLIT_MATCH, a regular expression, chooses among the names."""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

import common

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "expect"))
import expectations  # noqa: E402

EXPECTED = pathlib.Path(__file__).parent.parent / "expect"
LISTS = ("lavapipe-fails.txt", "lavapipe-skips.txt", "lavapipe-flakes.txt")
FILES = "/usr/lib/x86_64-linux-gnu/piglit"  # commands name files relative to it
SECONDS_PER_TEST = 60
SECONDS_FOR_ALL = 5300
JOBS = 2


def programs(path, match):
    """(name, argv) of the list's lines; commands are relative to /usr/bin."""
    with open(path) as file:
        for line in file:
            name, separator, command = line.rstrip("\n").partition(" ::: ")
            if separator and re.search(match, name):
                program, *arguments = command.split()
                yield name, [os.path.normpath(os.path.join("/usr/bin", program)), *arguments]


def verdict_of(output):
    """What the last of a program's PIGLIT lines says."""
    said = None
    for line in output.splitlines():
        if not line.startswith("PIGLIT: "):
            continue
        try:
            said = json.loads(line.removeprefix("PIGLIT: ")).get("result", said)
        except ValueError:
            pass
    return said


def run(argv, environment):
    try:
        done = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=SECONDS_PER_TEST,
                              env=dict(environment, PIGLIT_SOURCE_DIR=FILES), text=True,
                              errors="replace", cwd=FILES)
    except subprocess.TimeoutExpired:
        return "timeout"
    except FileNotFoundError:
        return "skip"  # the list knows programs that Debian's piglit lacks
    if done.returncode < 0:
        return "crash"
    return verdict_of(done.stdout) or "crash"


def run_list(path, match, environment):
    """The verdicts by name: one client of a server for each program."""
    tests = list(programs(path, match))
    environment = dict(environment, PIGLIT_NO_WINDOW="1")
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        verdicts = pool.map(lambda test: run(test[1], environment), tests)
        return {name: verdict for (name, _), verdict in zip(tests, verdicts)}


def run_all(path, match, results_path):
    """Inside `galvan run`."""
    results = run_list(path, match, os.environ)
    with open(results_path, "w") as file:
        json.dump(results, file)


def expected_of(names):
    """What is expected of the tests that are run; the lists may know more."""
    expected = {}
    for path in LISTS:
        expected.update(expectations.load(EXPECTED / path))
    return {name: verdict for name, verdict in expected.items() if name in names}


def list_and_match():
    path = os.environ.get("GALVAN_PIGLIT_LIST")
    if not path:
        raise common.Skip("GALVAN_PIGLIT_LIST names no list")
    return path, os.environ.get("GALVAN_PIGLIT_MATCH", "")


def check(results):
    different = expectations.differences(expected_of(results), results)
    passed = sum(verdict == "pass" for verdict in results.values())
    print("%d of %d pass" % (passed, len(results)))
    assert not different, "\n".join(different)


def test_sample():
    path, match = list_and_match()
    with common.directory() as directory, common.Display() as display:
        results_path = os.path.join(directory, "results.json")
        common.galvan("run", "--", sys.executable, __file__, "--inside", path, match, results_path,
                      env=display.environment, timeout=SECONDS_FOR_ALL)
        with open(results_path) as file:
            results = json.load(file)
    check(results)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        run_all(*sys.argv[2:])
    else:
        common.main(globals())
