# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests galvan info: the output for people and for programs, with masked features, and with
profiles."""

import json
import os
import re

import common
from common import expect, galvan


def info(*args):
    result = galvan("info", "--json", *args)
    expect(result, 0)
    return json.loads(result.stdout)


def test_text():
    short = galvan("info")
    expect(short, 0)
    assert len(short.stdout.splitlines()) <= 10, short.stdout
    for word in ("device:", "Vulkan:   1.", "offers:", "in Mesa:", "emulated:"):
        assert word in short.stdout
    result = galvan("info", "--features")
    expect(result, 0)
    assert result.stdout.startswith(short.stdout + "\nversions that programs do not get:\n")
    lines = result.stdout.splitlines()
    assert all(line == line.rstrip() for line in lines)
    names = {feature["name"]: feature["purpose"] for feature in info()["features"]}
    listed = lines[:lines.index("quirks of the driver:")]  # a quirk may have a feature's name
    rows = [line for line in listed if len(line.split()) > 2 and line.split()[1] in names]
    assert len(rows) == len(names)
    assert len({len(row) - len(names[row.split()[1]]) for row in rows}) == 1


def test_next_version():
    """Checks that the text lists the features that are missing for the next OpenGL version, also
    under the profile of a less capable device."""
    told = galvan("info", "--mask", "imageCubeArray").stdout.splitlines()
    line, = [line for line in told if line.startswith("next:     OpenGL 4")]
    assert "imageCubeArray" in line or "cube map arrays" in line, line
    assert any(line.startswith("next:     OpenGL ES 3") for line in told), told


def test_json():
    told = info()
    assert told["device"] and told["vulkan"].startswith("1.")
    names = [level["name"] for level in told["levels"]]
    assert names[0] == "OpenGL 2.1" and "OpenGL ES 3.2" in names
    assert told["gl"] in names and told["gles"] in names
    assert told["features"] and all(feature["purpose"] for feature in told["features"])


def test_in_process():
    assert "in Mesa:  no" in galvan("info", env={"GALVAN_IN_PROCESS": "/nonexistent"}).stdout
    with common.directory() as dir:
        os.mkdir(os.path.join(dir, "dri"))
        with open(os.path.join(dir, "dri/swrast_dri.so"), "w"):
            result = galvan("info", "--json", env={"GALVAN_IN_PROCESS": dir})
    assert json.loads(result.stdout)["in_process"] == os.path.realpath(dir), result.stdout


def test_caps():
    caps = {cap["name"]: cap for cap in info("--caps")["caps"]}
    assert caps["PIPE_CAP_GRAPHICS"]["state"] == "native"
    assert caps["PIPE_CAP_ALPHA_TEST"]["state"] == "emulated"
    assert caps["PIPE_CAP_THROTTLE"]["state"] == "unasked"
    assert all(cap["note"] for cap in caps.values() if cap["state"] != "native")
    masked = next(cap for cap in info("--caps", "--mask", "imageCubeArray")["caps"]
                  if cap["name"] == "PIPE_CAP_CUBE_MAP_ARRAY")
    assert masked == {"name": "PIPE_CAP_CUBE_MAP_ARRAY", "value": "0", "state": "absent",
                      "note": "imageCubeArray"}
    result = galvan("info", "--caps")
    expect(result, 0)
    for name in caps:
        assert "\n  %s " % name in result.stdout
    assert "caps" not in info()


def test_levels_below_the_offered_miss_nothing():
    told = info()
    for key, prefix in (("gl", "OpenGL "), ("gles", "OpenGL ES ")):
        reached = False
        for level in told["levels"]:
            if level["name"].startswith("OpenGL ES ") != (key == "gles"):
                continue
            if not reached:
                assert level["missing"] == []
            reached = reached or level["name"] == told[key]
        assert reached


def test_masked_feature_shows():
    feature = next(f for f in info()["features"] if f["present"])
    masked = next(f for f in info("--mask", feature["name"])["features"]
                  if f["name"] == feature["name"])
    assert masked["masked"] and not masked["present"]


def test_profiles():
    """Checks that a profile hides the features that its device lacks, and that --mask @all lists
    all profiles with the OpenGL versions that programs get."""
    rows = {row["name"]: row for row in info("--mask", "@all")}
    assert len(rows) >= 16
    assert all(row["about"] and row["source"] and row["gles"] for row in rows.values())
    told = info("--caps", "--mask", "@mali-g710")
    features = {feature["name"]: feature for feature in told["features"]}
    assert not features["shaderCullDistance"]["present"]
    assert features["fragmentStoresAndAtomics"]["present"]
    caps = {cap["name"]: cap["value"] for cap in told["caps"]}
    assert int(caps["PIPE_CAP_SHADER_BUFFER_OFFSET_ALIGNMENT"]) >= 64
    assert (told["gl"], told["gles"]) == (rows["mali-g710"]["gl"], rows["mali-g710"]["gles"])
    result = galvan("info", "--mask", "@all")
    expect(result, 0)
    assert len(result.stdout.splitlines()) == len(rows) + 1
    for name, row in rows.items():
        assert any(line.startswith(name + " ") and line.endswith(row["about"])
                   for line in result.stdout.splitlines())


def test_documented_levels():
    """Compares the table of docs/profiles.md with the output on lavapipe. Skips other devices,
    which lack more features."""
    if "llvmpipe" not in info()["device"]:
        return
    page = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "profiles.md")
    with open(page) as file:
        rows = re.findall(r"^\| (`.*`) \| (\d\.\d) \| (\d\.\d) \| ", file.read(), re.M)
    documented = {name: ("OpenGL " + gl, "OpenGL ES " + es)
                  for names, gl, es in rows for name in re.findall("`([^`]+)`", names)}
    told = {row["name"]: (row["gl"], row["gles"]) for row in info("--mask", "@all")}
    assert documented == told, set(documented.items()) ^ set(told.items())


def test_unknown_profile():
    """Checks that each command that opens a device rejects an unknown profile, and lists the valid
    names."""
    for result in (galvan("info", "--mask", "@no-such"),
                   galvan("info", env={"GALVAN_MASK": "@no-such"}),
                   galvan("run", "--mask", "imageCubeArray,@no-such", "--", "true")):
        expect(result, 2)
        assert "\"no-such\"" in result.stderr and "mali-g710" in result.stderr


def test_quirks():
    """Checks that galvan info lists lavapipe's quirks, accepts a quirk in a mask, and marks it as
    masked."""
    told = info()
    quirks = {quirk["name"]: quirk for quirk in told["quirks"]}
    if told["driver"] != "llvmpipe":
        return
    assert quirks["filtersDepth"]["reason"] and not quirks["filtersDepth"]["masked"]
    result = galvan("info", "--features", "--mask", "filtersDepth")
    expect(result, 0)
    assert result.stderr == ""
    lines = result.stdout[result.stdout.index("quirks of the driver:"):].splitlines()
    assert ["masked", "filtersDepth"] in [line.split()[:2] for line in lines]
    assert ["yes", "compilesForConstants"] in [line.split()[:2] for line in lines]


common.main(globals())
