# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Runs glmark2 and glmark2-es2 through `galvan run`. Every scene must run to its end, and the
option --validate must give the same verdict as on llvmpipe."""

import os
import re
import subprocess

import common
from common import Display, Skip, directory, need, own_shader_cache

VERDICT = re.compile(r"^(\[.*\] .*): Validation: (\w+)$", re.M)
RAN = re.compile(r"^(\[.*\] .*): FPS: \d+ ", re.M)
NUM_SCENES = 30   # of the default run, at least
NUM_JUDGED = 15   # number of scenes that validate their picture


def run(command, env):
    result = subprocess.run(command, env={**os.environ, **env}, timeout=common.TIMEOUT * 4,
                            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert result.returncode == 0, "%s: status %d\n%s" % (
        command, result.returncode, result.stderr)
    assert not common.lines_of(result.stderr), "Galvan complains:\n" + result.stderr
    return result.stdout


def check_verdicts(program, run_ours):
    """Compares the verdicts of --validate. run_ours(command, environment) returns the program's
    output with Galvan."""
    program = need(program)
    command = [program, "--validate", "--size", "320x240"]
    with Display() as display:
        reference = run(command, {
            **display.environment, "LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe"})
        ours = run_ours(command, display.environment)
    assert "llvmpipe" in reference and "virgl" in ours, "not the drivers that were asked for"
    expected, got = dict(VERDICT.findall(reference)), dict(VERDICT.findall(ours))
    assert len(expected) >= NUM_SCENES, "the reference has only %d scenes" % len(expected)
    judged = [scene for scene, verdict in expected.items() if verdict == "Success"]
    assert len(judged) >= NUM_JUDGED, "the reference has only %d verdicts" % len(judged)
    for scene, verdict in expected.items():
        assert got.get(scene) == verdict, "%s: %s, on llvmpipe %s" % (
            scene, got.get(scene), verdict)


def galvan_run(command, environment):
    return run([common.GALVAN, "run", "--", *command], environment)


def check_scenes(program):
    program = need(program)
    with Display() as display:
        said = run([common.GALVAN, "run", "--", program, "--size", "64x64",
                    "-b", ":duration=0.05"], display.environment)
    assert "virgl" in said, "not drawn by Galvan"
    ran = RAN.findall(said)
    scenes = re.findall(r"^(\[.*\].*)$", said, re.M)
    assert len(ran) == len(scenes) >= NUM_SCENES, "%d of %d scenes ran:\n%s" % (
        len(ran), len(scenes), said)


def test_glmark2_verdicts():
    check_verdicts("glmark2", galvan_run)


def test_glmark2_es2_verdicts():
    check_verdicts("glmark2-es2", galvan_run)


def test_glmark2_scenes():
    check_scenes("glmark2")


def test_glmark2_es2_scenes():
    check_scenes("glmark2-es2")


# The first run has more frames than the later runs, since "ideas" draws more objects the longer it
# runs.
LONG = ["-b", ":nframes=12"]
IDEAS = ["-b", "ideas:duration=2"]
SHORT = ["-b", ":nframes=4"]


def waits(scenes, environment):
    """Returns how many draws waited for a compilation."""
    command = [common.GALVAN, "run", "--stats", "--", need("glmark2"), "--size", "64x64", *scenes]
    result = subprocess.run(command, env={**os.environ, **environment}, text=True,
                            timeout=common.TIMEOUT * 4, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)
    assert result.returncode == 0, "status %d\n%s" % (result.returncode, result.stderr)
    return int(re.search(r" (\d+) draws waited for a compile", result.stderr).group(1))


def later_waits(scenes, environment):
    """Returns the smallest number of waits in up to three more runs. A draw waits if a thread is
    still compiling its pipeline; the next run then begins with this pipeline."""
    fewest = waits(scenes, environment)
    for _ in range(2):
        fewest = fewest and min(fewest, waits(scenes, environment))
    return fewest


def test_waits_without_frames():
    """Checks that waits are counted even if a program presents no frame. Masks
    graphicsPipelineLibrary: with it, Galvan may compile pipelines when programs are linked, so that
    no draw would wait."""
    masks = [os.environ.get("GALVAN_MASK"), "graphicsPipelineLibrary"]
    with Display() as display, directory() as cache, own_shader_cache():
        environment = {**display.environment, "GALVAN_CACHE": cache,
                       "GALVAN_MASK": ",".join(filter(None, masks))}
        scene = ["--off-screen", "-b", "build:duration=0.2"]
        assert waits(scene, environment) > 0
        assert later_waits(scene, environment) == 0


def test_second_run_compiles_nothing():
    """Checks that in later runs of all scenes no draw waits for a shader or a pipeline. Lavapipe
    stores each compiled shader as a file in Galvan's cache; later runs must add no file."""
    with Display() as display, directory() as cache, own_shader_cache():
        def kept():
            own = os.path.join(cache, "clients", str(os.geteuid()))
            return {name for path, _, names in os.walk(own) if "/drivers" in path for name in names}

        environment = {**display.environment, "GALVAN_CACHE": cache}
        first_waits = waits(LONG, environment)
        waits(IDEAS, environment)
        first = kept()
        second_waits = later_waits(SHORT, environment)
        added = kept() - first
        print("draws that waited for a compile: %d, then %d" % (first_waits, second_waits))
        assert first_waits > 0 and second_waits == 0, "%d draws waited" % second_waits
        if not first:
            raise Skip("this device keeps no files")
        print("second run: %d files, %d more" % (len(first), len(added)))
        assert not added, "%d shaders are compiled again" % len(added)


if __name__ == "__main__":
    common.main(globals())
