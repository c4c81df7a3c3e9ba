# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""galvan info: for people and for programs, and that masking a feature shows."""

import json

import common
from common import expect, galvan


def info(*args):
    result = galvan("info", "--json", *args)
    expect(result, 0)
    return json.loads(result.stdout)


def test_text():
    result = galvan("info")
    expect(result, 0)
    for word in ("device:", "Vulkan:  1.", "offers:", "optional Vulkan features:"):
        assert word in result.stdout
    lines = result.stdout.splitlines()
    assert all(line == line.rstrip() for line in lines)
    names = {feature["name"]: feature["purpose"] for feature in info()["features"]}
    rows = [line for line in lines if len(line.split()) > 2 and line.split()[1] in names]
    assert len(rows) == len(names)
    assert len({len(row) - len(names[row.split()[1]]) for row in rows}) == 1


def test_json():
    told = info()
    assert told["device"] and told["vulkan"].startswith("1.")
    names = [level["name"] for level in told["levels"]]
    assert names[0] == "OpenGL 2.1" and "OpenGL ES 3.2" in names
    assert told["gl"] in names and told["gles"] in names
    assert told["features"] and all(feature["purpose"] for feature in told["features"])


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


def test_quirks():
    """lavapipe has some; one that is masked says so, and is known to the mask."""
    told = info()
    quirks = {quirk["name"]: quirk for quirk in told["quirks"]}
    if told["driver"] != "llvmpipe":
        return
    assert quirks["filtersDepth"]["reason"] and not quirks["filtersDepth"]["masked"]
    result = galvan("info", "--mask", "filtersDepth")
    expect(result, 0)
    assert result.stderr == ""
    lines = result.stdout[result.stdout.index("quirks of the driver:"):].splitlines()
    assert ["masked", "filtersDepth"] in [line.split()[:2] for line in lines]
    assert ["yes", "compilesForConstants"] in [line.split()[:2] for line in lines]


common.main(globals())
