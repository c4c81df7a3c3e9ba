#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Which layer may include which, read from #include lines.

util <- vk <- driver <- virgl <- vtest <- server <- cli; util <- spirv <- driver; virgl <-
virglrenderer; util <- window; spirv <- gallium, what programs written against Gallium call beside
the driver. In spirv, words <- tgsi, module <- translate, and tgsi and module do not know each
other. virgl, the layers above it, and window speak pipe_* only and see no Vulkan; vk has no
Gallium word; spirv knows neither but the token definitions. Examples include what is installed. A
.c file includes its own header first."""

import os
import re

import tree

VULKAN = re.compile(r"^(volk\.h|vulkan/.*|vk_.*\.h)$")
TOKENS = "pipe/p_shader_tokens.h"
MACROS = "util/macros.h"
WORDS = "spirv/words.h"

# For each directory of code, what it may include: directories as the include path spells them,
# single headers, and "vulkan". Its own directory needs no mention.
MAY = {
    "include/pipe": {"pipe", MACROS},
    "include/util": {"pipe", "util/u_", MACROS},
    "include/tgsi": {"pipe", "tgsi"},
    "include/cso_cache": {"pipe"},
    "include/pipe-loader": {"pipe", "pipe-loader"},
    "include/state_tracker": {"pipe", "galvan", "tgsi", "util/u_"},
    "include/galvan": {"galvan"},
    "spirv/tgsi": {WORDS, "util", "galvan", TOKENS},
    "spirv/module": {WORDS},
    "spirv/translate": {"spirv/tgsi", "spirv/module", WORDS, "util", "galvan", TOKENS},
    "spirv": set(),
    "src/util": {"util", "util/u_", "galvan", "pipe/p_format.h", "pipe/p_defines.h"},
    "src/vk": {"vk", "util", "galvan", "vulkan"},
    "src/driver": {"driver", "vk", "util", "util/u_", "spirv", "galvan", "pipe", "vulkan"},
    "src/gallium": {"gallium", "util", "util/u_", "spirv/tgsi", "galvan", "pipe", "tgsi",
                    "cso_cache", "pipe-loader", "state_tracker"},
    "src/virgl": {"virgl", "util", "util/u_", "galvan", "pipe"},
    "src/virglrenderer": {"virglrenderer", "virgl", "util", "util/u_", "galvan", "pipe"},
    "src/vtest": {"vtest", "virgl", "util", "util/u_", "galvan", "pipe"},
    "src/server": {"server", "vtest", "virgl", "util", "util/u_", "galvan", "pipe"},
    "src/cli": {"cli", "server", "vtest", "virgl", "util", "util/u_", "galvan", "pipe", "spirv"},
    "src/window": {"window", "util", "util/u_", "galvan", "pipe"},
    "examples": {"galvan", "pipe", "tgsi", "util/u_"},
}
PROJECT_DIRS = {"pipe", "galvan", "util", "vk", "spirv", "driver", "virgl", "virglrenderer",
                "vtest", "server", "cli", "window", "gallium", "tgsi", "cso_cache", "pipe-loader",
                "state_tracker"}

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')


def layer_of(name):
    for layer in MAY:
        if name.startswith(layer + "/"):
            return layer
    return None


def needed(header):
    """What of MAY an include line asks for; None: nothing of the project's."""
    if VULKAN.match(header):
        return "vulkan"
    first = header.split("/")[0]
    if first not in PROJECT_DIRS or "/" not in header or header.startswith("spirv/unified1/"):
        return None
    if header.startswith("util/u_"):
        return "util/u_"
    if first == "spirv" and header.count("/") == 2:
        return os.path.dirname(header)
    return first


def check(root):
    offences = []
    names = set(tree.files(root))
    for name in sorted(names):
        layer = layer_of(name)
        if not layer or not tree.is_c(name):
            continue
        includes = []
        for number, line in tree.numbered(tree.uncommented_c(tree.read(root, name))):
            match = INCLUDE.match(line)
            if not match:
                continue
            header = match.group(1)
            includes.append((number, header))
            what = needed(header)
            if what and what not in MAY[layer] and header not in MAY[layer] and \
                    layer != what and layer != "src/" + what:
                offences.append((name, number, "%s may not include <%s>" % (layer, header)))
        own = name[:-2] + ".h"
        if name.endswith(".c") and own in names and includes:
            spelled = {own, own.replace("src/", "", 1), os.path.basename(own)}
            if includes[0][1] not in spelled:
                offences.append((name, includes[0][0], "own header %s is not first" % own))
    return offences


CASES = [
    ({"src/vk/a.c": '#include "pipe/p_state.h"\n'}, 1),
    ({"src/vk/a.c": '#include "util/u_format.h"\n'}, 1),
    ({"src/vk/a.c": '#include "driver/screen.h"\n#include "util/log.h"\n'}, 1),
    ({"src/util/a.c": '#include "vk/device.h"\n'}, 1),
    ({"src/util/a.c": '#include <pipe/p_context.h>\n'}, 1),
    ({"src/virgl/a.c": "#include <volk.h>\n"}, 1),
    ({"src/virgl/a.h": "#  include <vulkan/vulkan.h>\n"}, 1),
    ({"src/virgl/a.c": '#include "driver/screen.h"\n'}, 1),
    ({"src/vtest/a.c": '#include "server/server.h"\n'}, 1),
    ({"src/driver/a.c": '#include "virgl/wire.h"\n'}, 1),
    ({"spirv/translate/a.c": '#include "pipe/p_state.h"\n'}, 1),
    ({"spirv/tgsi/a.c": '#include "spirv/module/builder.h"\n'}, 1),
    ({"spirv/module/a.c": '#include "spirv/tgsi/token.h"\n'}, 1),
    ({"spirv/tgsi/a.c": '#include "spirv/translate/stage.h"\n'}, 1),
    ({"spirv/words.c": '#include "spirv/tgsi/token.h"\n'}, 1),
    ({"spirv/translate/a.c":
        '#include "spirv/tgsi/token.h"\n#include "spirv/module/builder.h"\n'}, 0),
    ({"src/gallium/a.c": '#include "driver/screen.h"\n'}, 1),
    ({"src/driver/a.c": '#include "tgsi/tgsi_ureg.h"\n'}, 1),
    ({"src/gallium/a.c": '#include "tgsi/tgsi_ureg.h"\n#include "spirv/tgsi/token.h"\n'}, 0),
    ({"src/gallium/a.c": '#include "spirv/module/builder.h"\n'}, 1),
    ({"spirv/translate/a.c": '#include "vk/device.h"\n'}, 1),
    ({"include/pipe/a.h": '#include "util/u_format.h"\n'}, 1),
    ({"include/galvan/a.h": '#include "pipe/p_state.h"\n'}, 1),
    ({"src/vk/a.h": "", "src/vk/a.c": '#include <stdio.h>\n#include "vk/a.h"\n'}, 1),
    ({"src/vk/a.c": '/* #include "pipe/p_state.h" */\n// #include "driver/x.h"\n'}, 0),
    ({"src/vk/a.h": "", "src/vk/a.c": '#include "vk/a.h"\n#include <volk.h>\n'}, 0),
    ({"spirv/tgsi/a.c": '#include "pipe/p_shader_tokens.h"\n#include "util/array.h"\n'}, 0),
    ({"spirv/module/a.c": "#include <spirv/unified1/spirv.h>\n"}, 0),
    ({"src/cli/a.c": '#include "server/server.h"\n#include "galvan/galvan.h"\n'}, 0),
    ({"src/window/a.c": '#include "driver/screen.h"\n'}, 1),
    ({"src/window/a.c": '#include "galvan/galvan.h"\n#include "pipe/p_context.h"\n'}, 0),
    ({"examples/a.c": '#include "util/log.h"\n'}, 1),
    ({"tests/unit/a.c": '#include "vk/device.h"\n#include "virgl/wire.h"\n'}, 0),
]

if __name__ == "__main__":
    tree.main(check, CASES)
