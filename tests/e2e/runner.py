# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests the test runner: the lines and the exit status of common.main(), on which ctest and the
list of expected skips (tests/expect) depend; the pictures that read_png() accepts; and run-alone,
which must end all processes and ignore no signal."""

import contextlib
import io
import os
import re
import signal
import subprocess
import time

from PIL import Image

import common
from common import directory

RUN_ALONE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support/run-alone")


def passes():
    pass


def skips():
    raise common.Skip("no such thing here")


def fails():
    assert 1 == 2, "one is not two"


def errs():
    raise OSError("no such file")


def outcome(*functions):
    """Runs the functions as a suite. Returns the exit status and the printed lines, with N in
    place of each duration."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        status = common.run_suite({"help": fails, **{"test_%s_%d" % (function.__name__, i): function
                                                     for i, function in enumerate(functions)}})
    return status, re.sub(r" +\d+\.\d+ s ", " N s ", said.getvalue()).splitlines()


def test_verdicts_by_name():
    status, lines = outcome(passes, skips, passes)
    assert status == 0
    assert lines[:3] == ["ok N s  test_passes_0",
                         "skipped N s  test_skips_1: no such thing here",
                         "ok N s  test_passes_2"], lines
    assert lines[-1] == "OK (skipped=1)", lines


def test_status_of_skips_alone():
    assert outcome(skips, skips)[0] == 77
    assert outcome(skips, passes)[0] == 0


def waited_in_vain(seconds, cpu_s):
    """Waits for a condition that never becomes true, and returns the duration of the wait."""
    begin = time.monotonic()
    try:
        common.wait_for(lambda: False, "nothing", seconds, cpu_s)
    except AssertionError:
        return time.monotonic() - begin


def test_waits_by_processor_time():
    """Checks that a wait lasts until the processes have used the given processor time, but only up
    to a limit."""
    begin = time.monotonic()
    common.wait_for(lambda: time.monotonic() > begin + 0.5, "half a second", 0.1, lambda: 0)
    assert waited_in_vain(0.1, lambda: 0) >= common.PATIENCE * 0.1
    begin = time.monotonic()
    waited = waited_in_vain(0.1, lambda: (time.monotonic() - begin) / 4)
    assert waited >= 0.4, waited


def alone(script, **options):
    """Starts run-alone with a shell that executes the script."""
    return subprocess.Popen([RUN_ALONE, "sh", "-c", script], text=True, stdout=subprocess.PIPE,
                            **options)


def test_alone_ends_what_is_left_behind():
    """Checks that run-alone also ends the processes that the command has started, both when the
    command ends and on SIGTERM."""
    with directory() as dir:
        for rest, signals in ("exit 3", []), ("wait", [signal.SIGTERM]):
            path = os.path.join(dir, rest)
            with alone("sleep 1000 & echo $! >'%s.new'; mv '%s.new' '%s'; %s" % (
                    path, path, path, rest)) as process:
                common.wait_for(lambda: os.path.exists(path), "the shell")
                with open(path) as file:
                    left = int(file.read())
                for number in signals:
                    process.send_signal(number)
                assert process.wait(common.TIMEOUT) == (1 if signals else 3)
            common.wait_for(lambda: not common.is_alive(left), "the end of what was left", 10)


def test_alone_ignores_no_signal():
    """Checks that run-alone ignores no signal, even if its parent ignores signals, as nohup and
    shells do."""
    ignored = signal.SIGHUP, signal.SIGINT, signal.SIGQUIT

    def ignore():
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
    for number in ignored:
        with alone("kill -%d $$; echo ignored" % number, preexec_fn=ignore) as process:
            said, _ = process.communicate(timeout=common.TIMEOUT)
        assert process.returncode == 128 + number and not said, (number, said)


def test_status_of_failures():
    for wrong, reason in ((fails, "AssertionError: one is not two"), (errs, "OSError: no such")):
        status, lines = outcome(passes, wrong, skips)
        assert status == 1
        assert any(reason in line for line in lines), lines
        assert sum(line.startswith("FAILED") for line in lines) == 2, lines
    assert outcome()[0] == 1, "a module without tests passes"


def test_pictures():
    with directory() as dir:
        path = os.path.join(dir, "a.png")
        image = Image.new("RGB", (3, 2))
        image.putpixel((2, 1), (10, 20, 30))
        image.save(path)
        picture = common.read_png(path)
        assert (picture.width, picture.height) == (3, 2)
        assert picture.rows == [[(0, 0, 0)] * 3, [(0, 0, 0)] * 2 + [(10, 20, 30)]]
        image.convert("RGBA").save(path)
        try:
            common.read_png(path)
        except AssertionError:
            return
        raise AssertionError("alpha was read as RGB")


common.main(globals())
