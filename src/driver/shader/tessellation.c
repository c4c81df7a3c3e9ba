/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* GL draws patches without a control shader, Vulkan does not: the missing one is written as TGSI,
 * one for each set of varyings and number of vertices that meets one. */
#include "driver/shader/tessellation.h"

#include <string.h>

#include "driver/context.h"
#include "driver/screen/slot_names.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/shader.h"
#include "driver/shader/text_shader.h"
#include "util/text.h"

/* Filled with zeros first, compared as bytes. */
struct default_key {
    uint64_t slots; /* varyings that it passes on */
    uint32_t num_vertices;
    uint32_t point_size; /* the vertex shader writes it */
};

/* Registers: 0 the position, then the varyings, then point size, then the levels. */
static unsigned declare(struct gv_text *t, const struct default_key *key, const char *file)
{
    unsigned reg = 0;
    gv_text_add(t, "DCL %s[][%u], POSITION\n", file, reg++);
    for (uint64_t left = key->slots; left; left &= left - 1) {
        gv_text_add(t, "DCL %s[][%u], ", file, reg++);
        gv_slot_name_add(t, (unsigned)__builtin_ctzll(left));
    }
    if (key->point_size)
        gv_text_add(t, "DCL %s[][%u].x, PSIZE\n", file, reg++);
    return reg;
}

static void write_text(struct gv_text *t, const void *data)
{
    const struct default_key *key = data;
    gv_text_add(t, "TESS_CTRL\nPROPERTY TCS_VERTICES_OUT %u\n", key->num_vertices);
    declare(t, key, "IN");
    unsigned num = declare(t, key, "OUT");
    gv_text_add(t,
                "DCL OUT[%u], TESSOUTER\n"
                "DCL OUT[%u].xy, TESSINNER\n"
                "DCL SV[0], INVOCATIONID\n"
                "DCL SV[1], TESS_DEFAULT_OUTER_LEVEL\n"
                "DCL SV[2], TESS_DEFAULT_INNER_LEVEL\n"
                "DCL ADDR[0..1]\n"
                "UARL ADDR[1].x, SV[0].xxxx\n",
                num, num + 1);
    for (unsigned reg = 0; reg < num; reg++)
        gv_text_add(t, "MOV OUT[ADDR[1].x][%u], IN[ADDR[1].x][%u]\n", reg, reg);
    gv_text_add(t, "MOV OUT[%u], SV[1]\nMOV OUT[%u].xy, SV[2]\nEND\n", num, num + 1);
}

static const struct gv_text_shader_family family = {
    .stage = GALVAN_STAGE_TESS_CTRL,
    .max = 16,
    .key_B = sizeof(struct default_key),
    .text_B = 16 * 1024,
    .write = write_text,
};

/* Out of line, so that draws without patches save no registers for it. */
static __attribute__((noinline)) struct gv_shader *default_ctrl(struct gv_context *ctx,
                                                                const struct gv_shader *tes)
{
    struct default_key key;
    memset(&key, 0, sizeof(key));
    key.slots = tes->info->inputs_mask;
    key.num_vertices = ctx->derived.key.patch_vertices;
    key.point_size = ctx->state.shaders[GALVAN_STAGE_VERTEX]->info->writes_psize;
    return gv_text_shader_get(ctx, &ctx->default_ctrls, &family, &key);
}

struct gv_shader *gv_tess_ctrl_shader(struct gv_context *ctx)
{
    const struct gv_shader *tes = ctx->state.shaders[GALVAN_STAGE_TESS_EVAL];
    if (!tes)
        return NULL;
    struct gv_shader *ctrl = ctx->state.shaders[GALVAN_STAGE_TESS_CTRL];
    return ctrl ? ctrl : default_ctrl(ctx, tes);
}
