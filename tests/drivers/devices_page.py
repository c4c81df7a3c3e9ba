#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""devices_page.py [--update]: compares the table of docs/devices.md, which lists the OpenGL
versions and the emulated features of each chip, with the output of `galvan info` on that chip in
tests/expect/devices. --update writes the table."""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEAD = """\
| driver | chip | tested | OpenGL | OpenGL ES | emulated, beyond what is emulated on all |
|---|---|---|---|---|---|
"""
DRAWN = """\
| lavapipe 22.3, 25.0 | the CPU | drawn | 4.6 | 3.2 | |
| SwiftShader | the CPU | drawn | 4.6 | 3.2 | see [profiles.md](profiles.md) |
"""
# The names of drivers, in the order of the rows. hasvk reports ANV's name.
DRIVERS = {"radv": "RADV", "Intel open-source Mesa driver": "ANV", "hasvk": "hasvk", "NVK": "NVK",
           "turnip Mesa driver": "Turnip", "V3DV Mesa": "V3DV", "panvk": "PanVK"}
HASVK = ("hsw",)
# The table's words for emulated capabilities. An emulated capability that is not listed here is
# always emulated together with a listed one.
WORDS = {
    "PIPE_CAP_MAX_GS_INVOCATIONS": "geometry shaders",
    "PIPE_CAP_MAX_SHADER_PATCH_VARYINGS": "tessellation",
    "PIPE_CAP_MAX_STREAM_OUTPUT_BUFFERS": "stream output",
    "PIPE_CAPF_MAX_LINE_WIDTH": "wide lines",
    "PIPE_CAP_DOUBLES": "doubles",
    "PIPE_CAP_INT64": "64-bit integers",
    "PIPE_CAP_MAX_VERTEX_STREAMS": "vertex streams",
    "PIPE_CAP_CONDITIONAL_RENDER": "conditional rendering",
    "PIPE_CAP_CULL_DISTANCE": "cull distances",
    "PIPE_CAP_DEPTH_CLAMP_ENABLE": "depth clamps",
    "PIPE_CAP_MAX_DUAL_SOURCE_RENDER_TARGETS": "dual source blending",
    "PIPE_CAP_MAX_VIEWPORTS": "viewports",
    "PIPE_CAP_MULTI_DRAW_INDIRECT": "multi-draw indirect",
    "PIPE_CAP_QUERY_PIPELINE_STATISTICS": "pipeline statistics",
    "PIPE_CAP_VERTEX_ELEMENT_INSTANCE_DIVISOR": "instance divisors",
    "PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE": "work groups of 1024 threads",
}


def row(path):
    """Returns the sort key and the table row of a file."""
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    chip = os.path.basename(path)[:-len(".txt")]
    name, version = re.fullmatch(r"driver (.*) (\d+\.\d+)", lines[0]).groups()
    name = "hasvk" if chip in HASVK else name
    levels = [re.search(r"[\d.]+$", line).group() for line in lines if re.match("gl(es)? ", line)]
    emulated = [word for cap, word in WORDS.items() if "emulated " + cap in lines]
    cells = ["%s %s" % (DRIVERS[name], version), chip, "opened", *levels, ", ".join(emulated)]
    return (list(DRIVERS).index(name), version, chip), "| %s |\n" % " | ".join(cells).rstrip()


def main(args):
    files = glob.glob(os.path.join(ROOT, "tests", "expect", "devices", "*", "*.txt"))
    table = HEAD + DRAWN + "".join(text for _, text in sorted(row(file) for file in files))
    path = os.path.join(ROOT, "docs", "devices.md")
    with open(path, encoding="utf-8") as file:
        page = file.read()
    found = re.search(re.escape(HEAD) + r"(\|.*\n)+", page)
    if "--update" in args:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page.replace(found.group(), table))
        return 0
    if found.group() == table:
        return 0
    print("docs/devices.md has another table than tests/drivers/devices_page.py makes:\n" + table)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
