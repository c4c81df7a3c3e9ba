# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""galvan tgsi: one shader in, SPIR-V out, errors with their place."""

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


def test_translation():
    with directory() as dir:
        module = os.path.join(dir, "module.spv")
        expect(galvan("tgsi", "--validate", "--spirv", module, input=SHADER), 0)
        with open(module, "rb") as file:
            data = file.read()
        assert struct.unpack("<I", data[:4]) == (0x07230203,) and len(data) % 4 == 0


def test_file():
    with directory() as dir:
        path = os.path.join(dir, "shader.tgsi")
        with open(path, "w") as file:
            file.write(SHADER)
        expect(galvan("tgsi", "--validate", path), 0)
        expect(galvan("tgsi", path + ".no"), 1, "No such file or directory")


def test_print():
    result = galvan("tgsi", "--print", input=SHADER)
    expect(result, 0)
    assert result.stdout == SHADER


def test_error():
    result = galvan("tgsi", input=SHADER.replace("MOV", "MOVE"))
    assert result.returncode == 1
    assert result.stderr.startswith("-:4:"), result.stderr


common.main(globals())
