# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""guest_rates.py [SUITE]: measures the frames per second of a guest of scripts/guest, with the
renderer in the monitor's process and in a worker. Both virtual machines run at the same time; their
programs take turns. Prints the medians, the least and greatest values, and the processor time of
QEMU and the worker; exits with status 1 if the median with the worker is below 0.9 of the other.
ctest does not run this script, since it needs an idle machine."""

import contextlib
import os
import re
import statistics
import sys

import common
import guest
import machine_root
import virglrenderer

ROUNDS = 3
FRAMES = 100  # number of frames of each scene of glmark2
PROGRAMS = {
    # kmscube ends on input.
    "kmscube": ("sleep 999 | { kmscube -D /dev/dri/card0 -c 151 2>&1; killall sleep; }",
                r"Rendered (\d+) frames in ([\d.]+)"),
    "glmark2": ("glmark2-es2-drm --off-screen --size 320x240 -b build:nframes=%(n)d "
                "-b texture:nframes=%(n)d -b shading:nframes=%(n)d 2>&1" % {"n": FRAMES},
                r"Score: (\d+)()"),
}


def equalize(machine):
    """Gives this session's nice value to the worker's session. Linux divides processors among
    sessions (autogroups), and a worker has its own session. Without this function the nice value
    would apply only to QEMU."""
    with open("/proc/self/autogroup") as file:
        nice = file.read().split()[-1]
    for worker in machine_root.workers_of(machine.pid()):
        with open("/proc/%d/autogroup" % worker, "w") as file:
            file.write(nice)


def measure(machine, name):
    """Returns the frames per second, and the processor time of all processes per frame in
    milliseconds."""
    command, pattern = PROGRAMS[name]
    with contextlib.suppress(FileNotFoundError): # the kernel has no autogroups
        equalize(machine)
    before = machine.cpu_s()
    said = machine.run(command, 300)
    used = machine.cpu_s() - before
    found = re.findall(pattern, said)
    assert found, said
    if found[-1][1]:
        frames, seconds = int(found[-1][0]), float(found[-1][1])
        return frames / seconds, 1000 * used / frames
    rates = [float(rate) for rate in re.findall(r"FPS: (\d+)", said)]
    return statistics.harmonic_mean(rates), 1000 * used / (FRAMES * len(rates))


def row(name, values):
    parts = []
    for kind in ("process", "worker"):
        for unit, of_kind in zip(("fps", "ms"), zip(*values[kind])):
            parts.append("%6.1f (%.1f to %.1f) %s" % (statistics.median(of_kind), min(of_kind),
                                                      max(of_kind), unit))
    ratio = [statistics.median(value[0] for value in values[kind])
             for kind in ("worker", "process")]
    print("%-8s process %s, %s; worker %s, %s; ratio %.2f" % (name, *parts, ratio[0] / ratio[1]))
    return ratio[0] / ratio[1] >= 0.9


def main():
    suite = sys.argv[1] if len(sys.argv) > 1 else ""
    with contextlib.ExitStack() as stack:
        machines = {kind: stack.enter_context(guest.guest(suite=suite, environment=virglrenderer.
                    host_environment({"GALVAN_RENDERER": kind}))) for kind in ("process", "worker")}
        good = True
        for name in PROGRAMS:
            values = {kind: [] for kind in machines}
            for number in range(ROUNDS + 1):
                for kind in list(machines)[::1 if number % 2 else -1]:
                    value = measure(machines[kind], name)
                    if number: # the first run compiles
                        values[kind].append(value)
            good &= row(name, values)
    return 0 if good else 1


if __name__ == "__main__":
    os.environ.setdefault("VK_ICD_FILENAMES", "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
    try:
        sys.exit(main())
    except common.Skip as skip:
        sys.exit(str(skip))
