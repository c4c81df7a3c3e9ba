# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Collects the advice that the validation layer gives for the drivers of Arm, AMD, IMG and NVIDIA.
The layer watches all scenes of glmark2 (some with EGL and multisampling), the begin of openarena's
demo, and gl_pictures. It must give only the advice that the tables below list; each entry has the
reason why Galvan does not follow the advice. Images have optimal tiling and change their layout for
each use, as with these drivers."""

import os
import re
import subprocess
import threading

import common
from common import Display, directory, need

MESSAGE = re.compile(r"BestPractices-([\w-]+)|(vkCmd\w+): For optimal performance VkImage")
SIZE = ["--size", "64x64"]
SOME = [*SIZE, "-b", "build:duration=0.2", "-b", "desktop:duration=0.2"]
LAYOUTS = "unifiedImageLayouts,linearImages"
# The layer (1.3.239) crashes on multisample pipelines without a render pass.
PASSES = LAYOUTS + ",dynamicRendering"
RUNS = [
    (LAYOUTS, "glmark2", [*SIZE, "-b", ":duration=0.2"]),  # all scenes
    (LAYOUTS, "glmark2-es2", SOME),
    (PASSES, "glmark2-es2", ["--visual-config", "samples=4", *SOME]),
]
PICTURES = [(PASSES if group == "framebuffer" else LAYOUTS, group) for group in (
    "primitive", "light", "fragment", "texture", "texture-kind", "framebuffer", "pixel", "vertex",
    "glsl", "stages", "memory", "gles2")]
SETTINGS = """khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG
khronos_validation.report_flags = warn,perf,error
khronos_validation.log_filename = %s
khronos_validation.enables = VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT,\
VALIDATION_CHECK_ENABLE_VENDOR_SPECIFIC_ALL
khronos_validation.enable_message_limit = true
khronos_validation.duplicate_message_limit = 2
"""
PROGRAM = "the program's draws are like that"
LAYER = "extensions that emulate other interfaces are what this layer over Vulkan is for"
ABSENT = "followed where a device has VK_EXT_memory_priority, which lavapipe has not"
CLIENT = "memory of the client, a window's picture for instance, which is imported where it is"
UNTOLD = "no command of the wire tells that contents or memory will not be needed"
LEFT = {
    "DrawState-VtxIndexOutOfBounds": "not seen by the layer: vertex inputs are dynamic state",
    "Pipeline-SortAndBind": PROGRAM,
    "vkCmdDrawIndexed-sparse-index-buffer": PROGRAM,
    "vkCreateSampler-lod-clamping": PROGRAM,
    "vkCreateSampler-different-wrapping-modes": PROGRAM,
    "Error-Result": "formats that a device lacks are asked for once, when it is opened",
    "ClearAttachment-ClearImage": "memory of a new image, which no other client may see",
    "CreatePipelines-MinimizeNumDynamicStates": "dynamic state saves compiles in frames",
    "CreatePipelinesLayout-KeepLayoutSmall": "dynamic offsets save descriptors: new constants of a "
                                             "draw write none",
    "UpdateDescriptors-PreferNonTemplate": "templates cost the processor less",
    "AllocateMemory-SetPriority": ABSENT,
    "vkBindMemory-small-dedicated-allocation": CLIENT,
    "vkAllocateMemory-small-allocation": CLIENT,
    "vkCreateDevice-specialuse-extension-glemulation": LAYER,
    "vkCreateDevice-specialuse-extension-d3demulation": LAYER,
    "vkCreateDevice-specialuse-extension-cadsupport": LAYER,
    "vkCreateDevice-specialuse-extension-devtools": LAYER,
    "vkCreateDevice-deprecated-extension": "enabled where a device of an older version has it",
    "vkCreateInstance-specialuse-extension-debugging": "of this layer alone",
    "DevLimit-MissingQueryCount": "more families than there can be are asked for at once",
    "ImageBarrierAccessLayout": "the layer takes sampled reads for none of shaders",
    "DevLimit-CountMismatch": "more families than there can be are asked for at once",
    # Advice that the layer gives only with render passes.
    "RenderPass-inefficient-clear": "memory of a new image, which no other client may see",
    "RenderPass-redundant-store": UNTOLD,
    "VkCommandBuffer-AvoidSecondaryCmdBuffers": "not used but for drivers that render in tiles",
    "vkCmdBeginRenderPass-attachment-needs-readback": PROGRAM,
    "vkCmdEndRenderPass-redundant-attachment-on-tile": "what draws use is not known when rendering "
                                                       "begins",
    "vkCmdResolveImage-resolving-image": "the first time; then it is an attachment",
    "vkCreateImage-non-transient-ms-image": UNTOLD,
    "vkCreateRenderPass-image-requires-memory": UNTOLD,
}
# Advice that the layer gives only for openarena.
LEFT_OF_OPENARENA = {
    "AllocateMemory-ReuseAllocations": "memory that a program let go of as it loaded is given "
                                       "back, but for one piece of each kind",
}
# Advice that the layer gives only for gl_pictures, whose scenes use many features.
LEFT_OF_PICTURES = {
    "Zcull-LessGreaterRatio": PROGRAM,
    "vkCreateSampler-border-clamp-color": PROGRAM,
    "vkCreateSampler-lod-bias": PROGRAM,
    "ClearColor-NotCompressed": PROGRAM,
    "RenderPass-copyimage-loadopload": PROGRAM,
    "RenderPass-redundant-clear": PROGRAM,
    "vkCreateComputePipelines-compute-spatial-locality": PROGRAM,
    "vkCreateComputePipelines-compute-thread-group-alignment": PROGRAM,
    "CreateImage-Depth32Format": "lavapipe has no depth of 24 bits",
    "vkCmdCopyImage-layout": "images that shaders store to stay in one layout",
    "vkImage-DontUseMutableRenderTargets": "a texture that the program views in another format",
    "vkImage-DontUseStorageRenderTargets": "a texture that the program's shaders store to; Mesa "
                                           "names each one a target",
}
# Advice that depends on how much a run draws.
SOMETIMES = {
    "vkCmdDrawIndexed-many-small-indexed-drawcalls": PROGRAM,
}


def name(match):
    """Returns a message's name, without its prefix. Messages about image layouts lack a name: they
    get the name of the command and "-layout"."""
    return match[1] or match[2] + "-layout"


def advice(display, mask, program, arguments):
    """Returns the names of the messages that the layer logs while the program runs."""
    print("#", mask, program, *arguments[-1:], flush=True)
    seen = set()
    with directory() as dir:
        log = os.path.join(dir, "log")
        os.mkfifo(log)  # a FIFO, since each process would truncate a file
        with open(os.path.join(dir, "vk_layer_settings.txt"), "w") as file:
            file.write(SETTINGS % log)

        def read(stream):
            for line in stream:
                seen.update(map(name, MESSAGE.finditer(line)))

        kept = os.open(log, os.O_RDWR)
        reader = threading.Thread(target=read, args=(open(log, errors="replace"),))
        reader.start()
        try:
            # The sandbox would not let the layer open its log by name.
            result = subprocess.run(
                [common.GALVAN, "run", "--no-sandbox", "--mask", mask, "--", program, *arguments],
                env={**os.environ, **display.environment, "XDG_CACHE_HOME": dir,
                     "VK_INSTANCE_LAYERS": "VK_LAYER_KHRONOS_validation",
                     "VK_LAYER_SETTINGS_PATH": dir},
                timeout=common.TIMEOUT * 3, text=True, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE)
        finally:
            os.close(kept)
            reader.join()
    assert result.returncode == 0, result.stderr
    assert "virgl" in result.stdout + result.stderr, "not drawn by Galvan"
    return seen


def compare(seen, left, others):
    assert seen, "the layer says nothing at all"
    new = seen - set(left) - set(others) - set(SOMETIMES)
    assert not new, "new: %s" % sorted(new)
    assert not set(left) - seen, "followed by now: %s" % sorted(set(left) - seen)


def test_glmark():
    with Display() as display:
        compare(set().union(*(advice(display, mask, need(program), arguments)
                              for mask, program, arguments in RUNS)), LEFT, {})


def test_openarena():
    with Display() as display, directory() as home:
        program, *arguments = common.openarena(home, 60, (128, 96), timedemo=1)
        compare(advice(display, LAYOUTS, program, arguments), LEFT_OF_OPENARENA, LEFT)


def test_pictures():
    seen = set()
    with Display() as display, directory() as out:
        for mask, group in PICTURES:
            seen |= advice(display, mask, os.environ["GL_PICTURES"], [out, group])
    compare(seen, LEFT_OF_PICTURES, LEFT)


def test_small_allocations():
    """Masks externalMemoryHost, so that Galvan imports no memory of the client. The layer must
    report no small allocations, since Galvan allocates memory in large blocks."""
    with Display() as display:
        seen = advice(display, LAYOUTS + ",externalMemoryHost", need("glmark2"), SOME)
    small = {name for name, reason in LEFT.items() if reason == CLIENT} & seen
    assert not small, sorted(small)


common.main(globals())
