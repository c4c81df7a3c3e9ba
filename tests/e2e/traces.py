# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Traces the OpenGL calls of programs of the distribution on Mesa's llvmpipe, and replays the
calls on llvmpipe and through `galvan run`. Each frame must be the same picture."""

import os
import subprocess

import common
from common import Display, directory, lines_of, need

COMPARE = os.environ["COMPARE_PICTURES"]
LLVMPIPE = {"GALLIUM_DRIVER": "llvmpipe", "LIBGL_ALWAYS_SOFTWARE": "1"}
NUM_FRAMES = 3  # frames of a scene
DESKTOP_SCENES = ["texture", "shading:shading=phong", "bump:bump-render=height", "effect2d",
                  "desktop", "shadow", "refract", "jellyfish", "terrain", "buffer"]
ES_SCENES = ["build", "bump:bump-render=normals", "conditionals", "loop", "shadow"]


def run(command, env):
    result = subprocess.run(command, env={**os.environ, **env}, timeout=common.TIMEOUT * 4,
                            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    common.check_sanitizers(result.stderr)
    assert result.returncode == 0, "%s: status %d\n%s" % (
        command, result.returncode, result.stderr)
    assert not lines_of(result.stderr), "Galvan complains:\n" + result.stderr
    return result.stdout


def record(api, command, trace, display):
    said = run([need("apitrace"), "trace", "-a", api, "-o", trace, *command],
               {**display.environment, **LLVMPIPE})
    assert "llvmpipe" in said, "not recorded on llvmpipe:\n" + said


def play(prefix, player, trace, dir, env):
    """Creates the directory dir, and writes a picture of each frame to it. Returns the names of
    the pictures."""
    os.mkdir(dir)
    run([*prefix, need(player), "--headless", "--snapshot-prefix", dir + os.sep, trace], env)
    return sorted(os.listdir(dir))


def compare(expected, actual, difference):
    """Returns whether the pictures are equal within the tolerance of still pictures, and a text
    with their difference."""
    result = subprocess.run([COMPARE, expected, actual, difference], text=True,
                            stdout=subprocess.PIPE)
    assert result.returncode in (0, 1), "no comparison of %s and %s" % (expected, actual)
    return result.returncode == 0, result.stdout.strip()


def check(program, api, player, scenes):
    program = need(program)
    command = [program, "--size", "160x120"]
    for scene in scenes:
        command += ["-b", "%s:nframes=%d" % (scene, NUM_FRAMES)]
    with Display() as display, directory() as dir:
        trace, expected, actual, shaders, difference = [
            os.path.join(dir, name)
            for name in ("program.trace", "expected", "actual", "shaders", "difference.png")]
        record(api, command, trace, display)
        frames = play([], player, trace, expected, {**display.environment, **LLVMPIPE})
        assert len(frames) == len(scenes) * NUM_FRAMES, "%d frames" % len(frames)
        galvan = [common.GALVAN, "run", "--save-shaders", shaders, "--"]
        assert frames == play(galvan, player, trace, actual, display.environment)
        assert len(os.listdir(shaders)) >= len(scenes), "not drawn by Galvan"
        for frame in frames:
            same, apart = compare(os.path.join(expected, frame), os.path.join(actual, frame),
                                  difference)
            assert same, "frame %s: %s" % (frame, apart)
        check_comparison(expected, actual, frames, difference)


def check_comparison(expected, actual, frames, difference):
    """Checks that pictures of different scenes differ; otherwise the comparison would prove
    nothing."""
    for i, frame in enumerate(frames):
        other = frames[(i + NUM_FRAMES) % len(frames)]
        same, apart = compare(os.path.join(expected, frame), os.path.join(actual, other),
                              difference)
        assert not same, "frames %s and %s of two scenes pass for the same: %s" % (
            frame, other, apart)


def test_desktop():
    check("glmark2", "gl", "glretrace", DESKTOP_SCENES)


def test_es():
    check("glmark2-es2", "egl", "eglretrace", ES_SCENES)


if __name__ == "__main__":
    common.main(globals())
