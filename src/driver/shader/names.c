/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/names.h"

#include "driver/shader/program.h"
#include "driver/shader/shader.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/state.h"
#include "util/text.h"
#include "vk/name.h"

static const char *const stage_names[GALVAN_NUM_STAGES] = {
    [GALVAN_STAGE_VERTEX] = "vertex",
    [GALVAN_STAGE_FRAGMENT] = "fragment",
    [GALVAN_STAGE_GEOMETRY] = "geometry",
    [GALVAN_STAGE_TESS_CTRL] = "tessellation control",
    [GALVAN_STAGE_TESS_EVAL] = "tessellation evaluation",
    [GALVAN_STAGE_COMPUTE] = "compute",
};

const char *gv_stage_name(enum galvan_stage stage)
{
    return stage_names[stage];
}

void gv_program_name_pipeline(const struct gv_state *state, const struct gv_program *program,
                              VkPipeline pipeline)
{
    const bool is_compute = program->bind_point == VK_PIPELINE_BIND_POINT_COMPUTE;
    char shaders[128];
    struct gv_text text = gv_text_init(shaders, sizeof(shaders));
    if (!gv_vk_has_tool(state->dev))
        return;
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (program->shaders[s])
            gv_text_add(&text, "%s%s shader %u", text.len ? ", " : "", gv_stage_name(s),
                        program->shaders[s]->id);
    }
    gv_vk_name(state->dev, VK_OBJECT_TYPE_PIPELINE, pipeline, "%s of %s",
               is_compute ? "compute pipeline" : "pipeline", shaders);
}
