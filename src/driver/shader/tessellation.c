/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* GL draws patches without a control shader, Vulkan does not: the missing one is written as TGSI,
 * one for each set of varyings and number of vertices that meets one. */
#include "driver/shader/tessellation.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/screen/slot_names.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/shader.h"
#include "util/text.h"

enum {
    MAX_DEFAULTS = 16, /* the one not used for longest goes first */
    TEXT_SIZE_B = 16 * 1024,
};

/* Filled with zeros first, compared as bytes. */
struct default_key {
    uint64_t slots; /* varyings that it passes on */
    uint32_t num_vertices;
    uint32_t point_size; /* the vertex shader writes it */
};

struct gv_default_ctrl {
    struct gv_default_ctrl *next; /* most recently used first */
    struct default_key key;
    struct gv_shader *shader; /* NULL: it could not be made */
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

static void write_text(struct gv_text *t, const struct default_key *key)
{
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

static struct gv_shader *make_shader(struct gv_context *ctx, const struct default_key *key)
{
    char *data = malloc(TEXT_SIZE_B);
    if (!data)
        return NULL;
    struct gv_text text = gv_text_init(data, TEXT_SIZE_B);
    write_text(&text, key);
    struct gv_shader *shader =
        gv_shader_from_text(ctx, GALVAN_STAGE_TESS_CTRL, text.data, text.len);
    free(data);
    return shader;
}

static void drop(struct gv_context *ctx, struct gv_default_ctrl **link)
{
    struct gv_default_ctrl *made = *link;
    *link = made->next;
    gv_shader_destroy(ctx, made->shader);
    free(made);
}

static struct gv_shader *find_default(struct gv_context *ctx, const struct default_key *key)
{
    unsigned num = 0;
    struct gv_default_ctrl *found = NULL;
    struct gv_default_ctrl **link = &ctx->default_ctrls;
    while (*link && !found) {
        if (!memcmp(&(*link)->key, key, sizeof(*key))) {
            found = *link;
            *link = found->next;
        } else if (++num == MAX_DEFAULTS) {
            drop(ctx, link);
        } else {
            link = &(*link)->next;
        }
    }
    if (!found) {
        found = calloc(1, sizeof(*found));
        if (!found)
            return NULL;
        found->key = *key;
        found->shader = make_shader(ctx, key);
    }
    found->next = ctx->default_ctrls;
    ctx->default_ctrls = found;
    return found->shader;
}

/* Out of line, so that draws without patches save no registers for it. */
static __attribute__((noinline)) struct gv_shader *default_ctrl(struct gv_context *ctx,
                                                                const struct gv_shader *tes)
{
    struct default_key key;
    memset(&key, 0, sizeof(key));
    key.slots = tes->info->inputs_mask;
    key.num_vertices = ctx->key.patch_vertices;
    key.point_size = ctx->shaders[GALVAN_STAGE_VERTEX]->info->writes_psize;
    return find_default(ctx, &key);
}

struct gv_shader *gv_tess_ctrl_shader(struct gv_context *ctx)
{
    const struct gv_shader *tes = ctx->shaders[GALVAN_STAGE_TESS_EVAL];
    if (!tes)
        return NULL;
    struct gv_shader *ctrl = ctx->shaders[GALVAN_STAGE_TESS_CTRL];
    return ctrl ? ctrl : default_ctrl(ctx, tes);
}

unsigned gv_tess_output_prim(const struct gv_shader *tes)
{
    if (tes->info->tes_point_mode)
        return PIPE_PRIM_POINTS;
    return tes->info->tes_prim_mode == PIPE_PRIM_LINES ? PIPE_PRIM_LINES : PIPE_PRIM_TRIANGLES;
}

void gv_tessellation_finish(struct gv_context *ctx)
{
    while (ctx->default_ctrls)
        drop(ctx, &ctx->default_ctrls);
}
