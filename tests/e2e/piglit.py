# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs a sample of piglit's conformance tests through `galvan run`, and compares their verdicts
with tests/expect. piglit.txt lists the programs of the sample. GALVAN_PIGLIT_LIST names another
list, for longer runs: lines 'NAME ::: COMMAND', which `piglit print-cmd` prints.
GALVAN_PIGLIT_MATCH, a regular expression, chooses among the names. GALVAN_PIGLIT_OPTIONS has
options for `galvan run`, such as --frames-ahead 1, which must not change the verdicts. The device
is lavapipe, SwiftShader, or lavapipe under the profile that GALVAN_MASK names. lavapipe's
expectations apply to all of them, except where tests/expect/DEVICE-*.txt lists another verdict for
a device. If GALVAN_MASK is not a profile, GALVAN_PIGLIT_DEVICE names the device."""

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

HERE = pathlib.Path(__file__).parent
EXPECTED = HERE.parent / "expect"
KINDS = ("fails", "skips", "flakes", "passes")
PROFILES = ("quick_gl", "quick_shader")  # the sample is from these profiles of piglit's
FILES = "/usr/lib/x86_64-linux-gnu/piglit"  # commands name files relative to it
SECONDS_PER_TEST = 60
SECONDS_FOR_ALL = 5300
JOBS = 2


def device_name():
    """Returns the device's name, which is the beginning of the file names of its expectations."""
    if "GALVAN_PIGLIT_DEVICE" in os.environ:
        return os.environ["GALVAN_PIGLIT_DEVICE"]
    mask = os.environ.get("GALVAN_MASK")
    if mask:
        return mask.removeprefix("@")
    driver = os.environ.get("VK_ICD_FILENAMES")
    is_second = driver and driver == os.environ.get("GALVAN_TEST_SWIFTSHADER")
    return "swiftshader" if is_second else "lavapipe"


def commands_of_piglit():
    """Yields the lines 'NAME ::: COMMAND' of all programs in piglit."""
    piglit = common.need("piglit")
    for profile in PROFILES:
        yield from subprocess.run([piglit, "print-cmd", profile], stdout=subprocess.PIPE, text=True,
                                  check=True, timeout=common.TIMEOUT).stdout.splitlines()


def sample():
    """Returns the lines of the programs that piglit.txt names."""
    names = {line for line in (HERE / "piglit.txt").read_text().splitlines()
             if line and not line.startswith("#")}
    lines = [line for line in commands_of_piglit() if line.partition(" ::: ")[0] in names]
    missing = names - {line.partition(" ::: ")[0] for line in lines}
    assert not missing, "piglit has no %s" % sorted(missing)
    return lines


def programs(lines, match):
    """Yields (name, argv) for lines whose name matches; commands are relative to /usr/bin."""
    for line in lines:
        name, separator, command = line.partition(" ::: ")
        if separator and re.search(match, name):
            program, *arguments = command.split()
            yield name, [os.path.normpath(os.path.join("/usr/bin", program)), *arguments]


def verdict_of(output):
    """Returns the verdict in the last PIGLIT line of a program's output."""
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
        return "skip"  # the list contains programs that Debian's piglit lacks
    if done.returncode < 0:
        return "crash"
    return verdict_of(done.stdout) or "crash"


def run_list(tests, environment):
    """Runs the tests, each as one client of a server. Returns a dictionary from names to
    verdicts."""
    environment = dict(environment, PIGLIT_NO_WINDOW="1")
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        verdicts = pool.map(lambda test: run(test[1], environment), tests)
        return {name: verdict for (name, _), verdict in zip(tests, verdicts)}


def run_all(tests_path, results_path):
    """Runs all tests. Called in a process that `galvan run` has started."""
    with open(tests_path) as file:
        results = run_list(json.load(file), os.environ)
    with open(results_path, "w") as file:
        json.dump(results, file)


def load_lists(device, base=None):
    """Returns the expected verdicts on a device, which may lack lists of some kinds."""
    paths = [EXPECTED / ("%s-%s.txt" % (device, kind)) for kind in KINDS]
    expected = {}
    for path in paths:
        if path.exists():
            expected.update(expectations.load(path, base))
    assert any(path.exists() for path in paths), "nobody has said what is expected on " + device
    return expected


def expected_of(names, device="lavapipe"):
    """Returns the expected verdicts of these tests alone; the lists may contain more tests."""
    expected = load_lists("lavapipe")
    if device != "lavapipe":
        expected |= load_lists(device, expected)
    return {name: verdict for name, verdict in expected.items() if name in names}


def chosen_programs():
    """Returns (name, argv) for each program of the list that the environment names, or of the
    sample."""
    path = os.environ.get("GALVAN_PIGLIT_LIST")
    lines = pathlib.Path(path).read_text().splitlines() if path else sample()
    return list(programs(lines, os.environ.get("GALVAN_PIGLIT_MATCH", "")))


def check(results, device="lavapipe"):
    different = expectations.differences(expected_of(results, device), results)
    passed = sum(verdict == "pass" for verdict in results.values())
    print("%s: %d of %d pass" % (device, passed, len(results)))
    assert not different, "\n".join(different)


def test_sample():
    tests = chosen_programs()
    with common.directory() as directory, common.Display() as display:
        tests_path = os.path.join(directory, "tests.json")
        results_path = os.path.join(directory, "results.json")
        with open(tests_path, "w") as file:
            json.dump(tests, file)
        options = os.environ.get("GALVAN_PIGLIT_OPTIONS", "").split()
        common.galvan("run", *options, "--", sys.executable, __file__, "--inside", tests_path,
                      results_path, env={**display.environment, **common.driver_environment()},
                      timeout=SECONDS_FOR_ALL)
        with open(results_path) as file:
            results = json.load(file)
    check(results, device_name())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        run_all(*sys.argv[2:])
    else:
        common.main(globals())
