# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests that galvan tgsi reads shaders, writes SPIR-V, and reports the position of an error."""

import os
import struct

import common
from common import directory, expect, galvan

SHADER = """FRAG
DCL IN[0], COLOR, COLOR
DCL OUT[0], COLOR
  0: MOV OUT[0], IN[0]
  1: END
"""
VERTEX = """VERT
DCL IN[0]
DCL OUT[0], POSITION
  0: MOV OUT[0], IN[0]
  1: END
"""


def write(dir, name, text):
    path = os.path.join(dir, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def is_module(path):
    with open(path, "rb") as file:
        data = file.read()
    return struct.unpack("<I", data[:4]) == (0x07230203,) and len(data) % 4 == 0


def test_standard_input():
    with directory() as dir:
        module = os.path.join(dir, "module.spv")
        expect(galvan("tgsi", "--validate", "--spirv", module, "-", input=SHADER), 0)
        assert is_module(module)


def test_file():
    with directory() as dir:
        path = write(dir, "shader.tgsi", SHADER)
        result = galvan("tgsi", "--validate", path)
        expect(result, 0)
        assert result.stdout == "" and result.stderr == "", result
        expect(galvan("tgsi", path + ".no"), 1, "No such file or directory")
        expect(galvan("tgsi", "--spirv", os.path.join(dir, "no", "x"), path), 1, "No such file")


def test_several_files():
    with directory() as dir:
        one, two = write(dir, "one.tgsi", SHADER), write(dir, "two.x.tgsi", VERTEX)
        result = galvan("tgsi", "--stage", one, two)
        expect(result, 0)
        assert result.stdout == "%s: fragment\n%s: vertex\n" % (one, two), result.stdout
        expect(galvan("tgsi", "--spirv", dir, one, two), 0)
        assert is_module(os.path.join(dir, "one.spv"))
        assert is_module(os.path.join(dir, "two.x.spv"))
        expect(galvan("tgsi", "--spirv", os.path.join(dir, "one.spv"), one, two), 2, "directory")


def test_one_bad_among_good():
    with directory() as dir:
        bad = write(dir, "bad.tgsi", SHADER.replace("MOV", "MOVE"))
        good = write(dir, "good.tgsi", SHADER)
        result = galvan("tgsi", "--spirv", dir, bad, good)
        assert result.returncode == 1 and is_module(os.path.join(dir, "good.spv"))
        assert result.stderr.startswith(bad + ":4:"), result.stderr
        assert not os.path.exists(os.path.join(dir, "bad.spv"))


def test_dump():
    result = galvan("tgsi", "--dump", "-", input=SHADER.replace("  0: ", ""))
    expect(result, 0)
    assert result.stdout == SHADER


def test_tokens():
    result = galvan("tgsi", "--tokens", "-", input=SHADER)
    expect(result, 0)
    words = [int(word, 16) for word in result.stdout.split()]
    assert words[0] & 0xff == 2 and (words[0] >> 8) + 2 == len(words), words


def test_assembly_and_keys():
    plain = galvan("tgsi", "--asm", "-", input=SHADER)
    expect(plain, 0)
    flat = galvan("tgsi", "--asm", "--validate", "--key", "flatshade=1", "--key", "num_cbufs=1",
                  "-", input=SHADER)
    expect(flat, 0)
    assert "OpEntryPoint Fragment" in plain.stdout
    assert "Flat" not in plain.stdout and "Flat" in flat.stdout, flat.stdout
    for wrong in ("flatshad=1", "flatshade", "alpha_func=8", "attrib[32]=0"):
        expect(galvan("tgsi", "--key", wrong, "-", input=SHADER), 2, wrong)


def test_no_tools():
    with directory() as dir:
        result = galvan("tgsi", "--validate", "-", input=SHADER, env={"PATH": dir})
        expect(result, 127, "there is no spirv-val (Debian: spirv-tools)")


def test_error():
    result = galvan("tgsi", "-", input=SHADER.replace("MOV", "MOVE"))
    assert result.returncode == 1
    assert result.stderr.startswith("-:4:"), result.stderr
    expect(galvan("tgsi"), 2, "which file?")


common.main(globals())
