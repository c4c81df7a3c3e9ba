#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks that no layer includes the headers of a higher layer, by #include lines. "A <- B" means
that B may include A.

util <- vk <- driver <- virgl <- vtest <- server <- diagnose <- cli; vtest <- hud, replay <- cli;
util <- confine <- server, diagnose, cli, renderer; virglrenderer <- renderer; util <- spirv <-
driver; virgl <- virglrenderer; util <- window <- replay; util <- recording <- replay, cli,
virglrenderer, which records messages of vtest. virgl, the layers above it, and window call pipe_*
only and include no Vulkan; vk includes no Gallium; preload includes only the protocol and a little
of util; spirv includes neither Vulkan nor Gallium, except the token definitions. No layer includes
auxiliary, which has helpers for programs that are written against Gallium. Examples include only
installed headers. A .c file includes its own header first.

In spirv, words <- tgsi and module <- translate; tgsi and module do not include each other. In
driver, a file includes headers of its own layer and of the layers below it: screen <- resource <-
record <- state <- query <- view <- shader <- bind <- transfer <- path <- draw <- emulate. The four
lowest do not use struct gv_context; the others share it, in their .c files. The folders of
spirv/translate are layers, too: base <- varyings <- texture <- lower <- memory <- opcodes <-
interface <- stages.

Only the code for rows of draws writes the pipeline key in struct gv_derived: files of draw, and
functions that get the struct as an argument. Files that bind state reach the key only through the
context."""

import os
import re

import tree

VULKAN = re.compile(r"^(volk\.h|vulkan/.*|vk_.*\.h)$")
AUXILIARY = re.compile(
    r"^(util/(u_\w+|macros)\.h|(cso_cache|os|pipe-loader|state_tracker|tgsi)/.*)$")
TOKENS = "pipe/p_shader_tokens.h"
WORDS = "spirv/words.h"
FORMATS = {"pipe/p_defines.h", "pipe/p_format.h", "pipe/p_format_description.h"}

# For each directory of code, what its files may include: directories as the include path spells
# them, single headers, "vulkan", and "auxiliary" for the headers of auxiliary/include. A file may
# always include headers of its own directory.
MAY = {
    "include/galvan": {"galvan"},
    "include/pipe": {"pipe"},
    "spirv/tgsi": {WORDS, "util", "galvan", TOKENS},
    "spirv/module": {WORDS},
    "spirv/translate": {"spirv/tgsi", "spirv/module", WORDS, "util", "galvan", TOKENS},
    "spirv": set(),
    "src/util": {"util", "galvan"} | FORMATS,
    "src/confine": {"confine", "util", "galvan"},
    "src/vk": {"vk", "util", "galvan", "vulkan"},
    "src/driver": {"driver", "vk", "util", "spirv", "galvan", "pipe", "vulkan"},
    "src/virgl": {"virgl", "util", "galvan", "pipe"},
    "src/virglrenderer": {"virglrenderer", "virgl", "recording", "vtest/protocol.h", "util",
                          "galvan", "pipe"},
    "src/renderer": {"renderer", "virglrenderer", "virgl", "confine", "util", "galvan", "pipe"},
    "src/vtest": {"vtest", "virgl", "util", "galvan", "pipe"},
    "src/recording": {"recording", "util", "galvan"},
    "src/server": {"server", "confine", "vtest", "virgl", "util", "galvan", "pipe"},
    "src/hud": {"hud", "vtest", "util", "galvan", "pipe"},
    "src/replay": {"replay", "recording", "window", "vtest", "virgl", "util", "galvan", "pipe"},
    "src/diagnose": {"diagnose", "server", "confine", "vtest", "util", "galvan", "pipe"},
    "src/cli": {"cli", "diagnose", "replay", "hud", "server", "confine", "recording", "vtest",
                "virgl", "util", "galvan", "pipe", "spirv"},
    "src/preload": {"preload", "vtest/protocol.h", "virgl/wire.h", "virgl/wire_commands.h",
                    "util/clock.h", "util/env.h", "util/text.h"},
    "src/probe": {"probe"},
    "src/window": {"window", "util", "galvan", "pipe"},
    "auxiliary/include": {"auxiliary", "galvan", "pipe"},
    "auxiliary": {"auxiliary", "util", "spirv/tgsi", "galvan", "pipe"},
    "examples": {"auxiliary", "galvan", "pipe"},
}
PROJECT_DIRS = {"pipe", "galvan", "util", "confine", "vk", "spirv", "driver", "virgl",
                "virglrenderer", "renderer", "vtest", "recording", "server", "hud", "replay",
                "diagnose", "cli", "preload", "probe", "window", "auxiliary"}

# The layers of driver, from the lowest up.
STOREYS = ["screen", "resource", "record", "state", "query", "view", "shader", "bind", "transfer",
           "path", "draw", "emulate"]
STOREY = re.compile(r"driver/(\w+)/")

TRANSLATE = ["base", "varyings", "texture", "lower", "memory", "opcodes", "interface", "stages"]
TRANSLATE_FOLDER = re.compile(r"spirv/translate/(\w+)/")

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')


KEY_WRITTEN = re.compile(r"\bctx->derived\.key\b[\w.\[\]]*\s*([|&^+-]?=)(?!=)")


def layer_of(name):
    for layer in MAY:
        if name.startswith(layer + "/"):
            return layer
    return None


def needed(header):
    """Returns the entry of MAY that an #include line needs, or None if the line includes neither a
    header of the project nor Vulkan."""
    if VULKAN.match(header):
        return "vulkan"
    if AUXILIARY.match(header):
        return "auxiliary"
    first = header.split("/")[0]
    if first not in PROJECT_DIRS or "/" not in header or header.startswith("spirv/unified1/"):
        return None
    if first == "spirv" and header.count("/") >= 2:
        return "/".join(header.split("/")[:2])
    return first


def storey(path):
    """Returns the index of a path's layer in driver, or None if the path is in no layer."""
    match = STOREY.match(path)
    return STOREYS.index(match.group(1)) if match and match.group(1) in STOREYS else None


def translate_layer(path):
    """Returns the index of a path's folder in TRANSLATE; files outside of these folders rank above
    them."""
    match = TRANSLATE_FOLDER.match(path)
    return TRANSLATE.index(match.group(1)) if match else len(TRANSLATE)


def is_way_up(name, header):
    """Returns whether a file of driver or of spirv/translate includes a header of a higher
    layer."""
    if name.startswith("spirv/translate/") and header.startswith("spirv/translate/"):
        return translate_layer(header) > translate_layer(name)
    if header == "driver/context.h" and name.startswith("src/driver/") and name.endswith(".h"):
        return True
    own, other = storey(name.replace("src/", "", 1)), storey(header)
    if own is None:
        return False
    if own <= STOREYS.index("state") and header == "driver/context.h":
        return True
    return other is not None and other > own


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
            if KEY_WRITTEN.search(line) and not name.startswith("src/driver/draw/"):
                offences.append((name, number, "only rows of draws write the pipeline key"))
            if not match:
                continue
            header = match.group(1)
            includes.append((number, header))
            what = needed(header)
            if what and what not in MAY[layer] and header not in MAY[layer] and \
                    layer != what and layer != "src/" + what:
                offences.append((name, number, "%s may not include <%s>" % (layer, header)))
            if is_way_up(name, header):
                offences.append((name, number, "<%s> is in a folder above" % header))
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
    ({"spirv/tgsi/a.c": '#include "pipe/p_state.h"\n'}, 1),
    ({"spirv/tgsi/a.c": '#include "spirv/module/builder.h"\n'}, 1),
    ({"spirv/module/a.c": '#include "spirv/tgsi/opcode.h"\n'}, 1),
    ({"spirv/translate/a.c": '#include "spirv/tgsi/a.h"\n#include "spirv/module/a.h"\n'}, 0),
    ({"spirv/translate/lower/a.c": '#include "spirv/translate/stages/a.h"\n'}, 1),
    ({"spirv/translate/base/a.h": '#include "spirv/translate/a.h"\n'}, 1),
    ({"spirv/translate/a.c": '#include "spirv/translate/stages/a.h"\n'}, 0),
    ({"spirv/translate/stages/a.c": '#include "spirv/translate/base/a.h"\n'}, 0),
    ({"spirv/tgsi/a.c": '#include "spirv/translate/base/a.h"\n'}, 1),
    ({"src/driver/record/a.c": '#include "driver/draw/draw.h"\n'}, 1),
    ({"src/driver/record/a.c": '#include "driver/context.h"\n'}, 1),
    ({"src/driver/state/a.c": '#include "driver/context.h"\n'}, 1),
    ({"src/driver/draw/a.c": '#include "driver/emulate/a.h"\n'}, 1),
    ({"src/driver/bind/a.c": "    ctx->derived.key.blend = 1;\n"}, 1),
    ({"src/driver/bind/a.c": "    ctx->derived.key.multisample |= 1u << 8;\n"}, 1),
    ({"src/driver/bind/a.c": "    if (ctx->derived.key.blend == 1)\n"}, 0),
    ({"src/driver/draw/a.c": "    ctx->derived.key.topology = 1;\n"}, 0),
    ({"src/driver/draw/a.h": '#include "driver/context.h"\n'}, 1),
    ({"src/driver/draw/a.c": '#include "driver/context.h"\n#include "driver/bind/a.h"\n'}, 0),
    ({"auxiliary/a.c": '#include "driver/screen.h"\n'}, 1),
    ({"src/driver/a.c": '#include "tgsi/tgsi_ureg.h"\n#include "util/u_inlines.h"\n'}, 2),
    ({"src/virgl/a.c": '#include "os/os_time.h"\n#include "util/macros.h"\n'}, 2),
    ({"src/window/a.c": '#include "auxiliary/texel.h"\n'}, 1),
    ({"auxiliary/include/util/u_a.h": '#include "util/log.h"\n'}, 1),
    ({"auxiliary/include/util/u_a.h": '#include "util/u_b.h"\n#include "tgsi/a.h"\n'}, 0),
    ({"auxiliary/a.c": '#include "tgsi/tgsi_ureg.h"\n#include "spirv/tgsi/token.h"\n'}, 0),
    ({"spirv/tgsi/a.c": '#include "vk/device.h"\n'}, 1),
    ({"include/pipe/a.h": '#include "util/u_format.h"\n'}, 1),
    ({"include/galvan/a.h": '#include "pipe/p_state.h"\n'}, 1),
    ({"src/vk/a.h": "", "src/vk/a.c": '#include <stdio.h>\n#include "vk/a.h"\n'}, 1),
    ({"src/vk/a.c": '/* #include "pipe/p_state.h" */\n// #include "driver/x.h"\n'}, 0),
    ({"src/vk/a.h": "", "src/vk/a.c": '#include "vk/a.h"\n#include <volk.h>\n'}, 0),
    ({"spirv/tgsi/a.c": '#include "pipe/p_shader_tokens.h"\n#include "util/array.h"\n'}, 0),
    ({"spirv/tgsi/a.c": "#include <spirv/unified1/spirv.h>\n"}, 0),
    ({"src/cli/a.c": '#include "server/server.h"\n#include "galvan/galvan.h"\n'}, 0),
    ({"src/window/a.c": '#include "driver/screen.h"\n'}, 1),
    ({"src/driver/screen/a.h": '#include "driver/record/b.h"\n'}, 1),
    ({"src/driver/record/a.h": '#include "driver/screen/b.h"\n'}, 0),
    ({"src/window/a.c": '#include "galvan/galvan.h"\n#include "pipe/p_context.h"\n'}, 0),
    ({"examples/a.c": '#include "util/log.h"\n'}, 1),
    ({"tests/unit/a.c": '#include "vk/device.h"\n#include "virgl/wire.h"\n'}, 0),
]

if __name__ == "__main__":
    tree.main(check, CASES)
