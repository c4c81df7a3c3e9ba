# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""pictures.py GROUP: draws a group of gl_pictures on Mesa's llvmpipe and through `galvan run`, and
compares the pictures. Leaves the pictures, and pictures of their differences, in
PICTURES_DIR/GROUP. Under a mask (GALVAN_MASK), a scene may differ if lacking.txt lists it for a
feature that the masked device lacks."""

import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.dirname(HERE), os.path.join(HERE, "..", "..", "expect")]

import common
import expectations

# Mesa's virgl client offers these extensions only if MESA_EXTENSION_OVERRIDE requests them.
ASKED_FOR = {
    "int64": "+GL_ARB_gpu_shader_int64",
    "asked": "+GL_EXT_shader_framebuffer_fetch_non_coherent +GL_NV_shader_atomic_float "
             "+GL_ARB_shader_viewport_layer_array +GL_ARB_post_depth_coverage",
}

PROGRAM = os.environ["GL_PICTURES"]
COMPARE = os.environ["COMPARE_PICTURES"]
EXPECTED = os.environ["PICTURES_EXPECTED"]


def draw(command, dir, env):
    """Draws all scenes of a group. Returns a dictionary from scenes to (verdict, verdict with its
    reason, reported values), and the renderer's name."""
    shutil.rmtree(dir, ignore_errors=True)
    os.makedirs(dir)
    process = subprocess.run(command, env=env, timeout=300, text=True, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
    sys.stderr.write(process.stderr)
    scenes, renderer, values = {}, "", []
    for line in process.stdout.splitlines():
        name, _, rest = line.partition(" ")
        verdict = rest.split(" ")[0]
        if name == "renderer":
            renderer = rest
        elif verdict in ("ok", "skip", "fail"):
            scenes[name] = (verdict, rest, values)
            values = []
        else:
            values.append(line)
    assert process.returncode >= 0, "%s ended by signal %d after %d scenes" % (
        command, -process.returncode, len(scenes))
    return scenes, renderer


def judge(name, reference, ours, dirs):
    """Returns the verdict on one scene, and the reason."""
    if name not in ours:
        return "crash", "not reached"
    verdict, rest, values = ours[name]
    if verdict != "ok":
        return verdict, rest
    if values != reference[name][2]:
        return "fail", "reports %r, not %r" % (values, reference[name][2])
    compared = subprocess.run(
        [COMPARE] + [os.path.join(dir, name + ".png") for dir in dirs],
        text=True, stdout=subprocess.PIPE)
    return "fail" if compared.returncode else "pass", compared.stdout.strip()


def lacking():
    """Returns the features and the OpenGL versions that the device lacks."""
    info = json.loads(common.galvan("info", "--features", "--json").stdout)
    names = {feature["name"] for feature in info["features"] if not feature["present"]}
    ended = set()  # APIs whose later versions lack the feature, too
    for level in info["levels"]:
        kind = level["name"].rpartition(" ")[0]
        if level["missing"] or kind in ended:
            ended.add(kind)
            names.add(level["name"])
    return names


def excused():
    """Returns a dictionary from scenes that may differ on this device to the reasons."""
    scenes, missing = {}, lacking()
    with open(os.path.join(HERE, "lacking.txt")) as file:
        for number, line in enumerate(file, 1):
            if line.startswith("#"):
                continue
            entry, _, reason = line.rstrip("\n").partition("  # ")
            scene, _, feature = entry.partition(": ")
            assert scene and feature and reason, "lacking.txt, line %d" % number
            if feature in missing:
                scenes[scene] = "without " + feature
    return scenes


def main(group):
    dir = os.path.join(os.environ["PICTURES_DIR"], group)
    dirs = [os.path.join(dir, kind) for kind in ("expected", "actual", "difference")]
    shutil.rmtree(dirs[2], ignore_errors=True)
    os.makedirs(dirs[2])
    with common.Display() as display:
        env = {**os.environ, **display.environment}
        reference, renderer = draw(
            [PROGRAM, dirs[0], group], dirs[0],
            {**env, "LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe"})
        assert renderer.startswith("llvmpipe"), "the reference is drawn by " + renderer
        if group in ASKED_FOR:
            env["MESA_EXTENSION_OVERRIDE"] = ASKED_FOR[group]
        ours, renderer = draw([common.GALVAN, "run", "--", PROGRAM, dirs[1], group], dirs[1], env)
        assert renderer.startswith("virgl"), "not drawn by Galvan but by " + renderer

    results = {}
    for name, (verdict, rest, _) in reference.items():
        assert verdict == "ok", "llvmpipe itself: %s %s" % (name, rest)
        results[name], reason = judge(name, reference, ours, dirs)
        print("%-8s%s: %s" % (results[name], name, reason), flush=True)
    # The list contains the scenes of all groups.
    expected = {name: verdict for name, verdict in expectations.load(EXPECTED).items()
                if name in reference}
    if os.environ.get("GALVAN_MASK"):
        for name, reason in excused().items():
            if name in results and results[name] in ("fail", "skip"):
                print("%s may differ %s" % (name, reason))
                expected[name] = "any"
    said = expectations.differences(expected, results)
    for line in said:
        print("not as expected: " + line)
    if said:
        print("pictures are in " + dir)
    sys.exit(1 if said else 0)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except common.Skip as reason:
        print("skipped: %s" % reason)
        sys.exit(77)
