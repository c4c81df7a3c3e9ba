/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/pass_draw.h"

#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/draw/draw_indirect.h"
#include "driver/draw/emit.h"
#include "driver/draw/emulation.h"
#include "driver/draw/primitive.h"
#include "driver/draw/record_draw.h"
#include "driver/draw/user_vertices.h"
#include "driver/path/path.h"
#include "driver/shader/program.h"
#include "driver/state/shader_blend.h"

static struct gv_assembly assemble(const struct gv_state *state, const struct gv_pass *pass,
                                   uint32_t count)
{
    return (struct gv_assembly){
        .primitive = pass->primitive,
        .topology = pass->primitive->topology,
        .count = count,
        .splits =
            state->shader_blend_mask && pass->primitive->list != VK_PRIMITIVE_TOPOLOGY_PATCH_LIST,
    };
}

/* Sets the right shift that turns the index of a drawn primitive into the API's primitive id, since
 * the two triangles of a quad have one id. The shift is 0 if the fragment shader reads no primitive
 * ids. */
static void set_primitive_shift(struct gv_context *ctx, const struct gv_pass *pass)
{
    const struct gv_shader *fs = ctx->state.shaders[GALVAN_STAGE_FRAGMENT];
    bool read =
        fs && fs->info->reads_primitive_id && !gv_pass_geometry(&ctx->state, pass) && !pass->vertex;
    uint32_t shift = read ? pass->primitive->id_shift : 0;
    if (ctx->derived.push.primitive_shift == shift)
        return;
    ctx->derived.push.primitive_shift = shift;
    gv_input_changed(&ctx->graphics, GV_INPUT_DRAW_PARAMETERS);
}

/* ---- Passes of a draw */

/* Draws the rewritten indirect commands. VkDrawIndirectCommand is a prefix of
 * VkDrawIndexedIndirectCommand, so one stride serves draws without indices, too. */
static void record_rewritten(struct gv_recorder *rec, const struct gv_assembly *a)
{
    const struct VolkDeviceTable *vk = &rec->dev->vk;
    const PFN_vkCmdDrawIndirect draw_fn =
        a->indexed ? vk->vkCmdDrawIndexedIndirect : vk->vkCmdDrawIndirect;
    draw_fn(gv_recorder_main(rec), a->index_buffer, a->commands_offset_B, a->num_commands,
            sizeof(VkDrawIndexedIndirectCommand));
    gv_recorder_count_draw(rec);
}

static void record_indirect(struct gv_context *ctx, const struct gv_draw *draw,
                            const struct gv_pass *pass)
{
    const struct pipe_draw_info *info = draw->info;
    struct gv_assembly a = assemble(&ctx->state, pass, 0);
    if (!gv_assembly_resolve_indirect(ctx, pass, info, draw->indirect, &a))
        return;
    set_primitive_shift(ctx, pass);
    gv_set_push(&ctx->state, info, a.vertex_offset, &ctx->derived.push, &ctx->graphics);
    if (!gv_emit_state(ctx, pass, &a) || !gv_assembly_emit(ctx, &a))
        return;
    if (a.num_commands) {
        record_rewritten(&ctx->rec, &a);
    } else {
        gv_indirect_command(&ctx->rec, info, draw->indirect);
        gv_recorder_count_draw(&ctx->rec);
    }
}

/* Whether each primitive becomes a separate draw command. Returns false for a draw with too many
 * primitives, because one batch has to hold the commands and the indices of the whole draw. */
static bool splits(const struct pipe_draw_info *info, const struct gv_assembly *a)
{
    enum {
        MAX_SPLIT_DRAWS = 30000
    };
    return a->splits && UINT64_C(2) * info->count < MAX_SPLIT_DRAWS; /* a quad is two triangles */
}

static void record_split(struct gv_context *ctx, const struct gv_draw *draw,
                         const struct gv_pass *pass, const struct gv_assembly *a)
{
    uint32_t size = gv_primitive_size(a->primitive->list);
    for (uint32_t i = 0; i + size <= a->count; i += size) {
        if (!gv_emit_state(ctx, pass, a) || !gv_assembly_emit(ctx, a))
            return;
        gv_record_draw(&ctx->rec, draw->info, a, a->first + i, size);
    }
}

/* Stores the draw in ctx->derived.steady if the next draw can reuse its pass and indices. */
static void note_steady(struct gv_context *ctx, const struct gv_draw *draw,
                        const struct gv_pass *pass, const struct gv_assembly *a)
{
    const bool whole = !ctx->path.passes && gv_path_kind(&ctx->path) == GV_PATH_NATIVE &&
                       !ctx->state.num_so_targets && !pass->kind.form &&
                       draw->info->mode != PIPE_PRIM_PATCHES;
    ctx->derived.steady.valid =
        whole && a->lasting && !draw->user_vertices && !ctx->graphics.program->fetch_mask;
    ctx->derived.steady.mode = draw->info->mode;
    ctx->derived.steady.restart_index = draw->info->restart_index;
    ctx->derived.steady.pass = *pass;
    ctx->derived.steady.assembly = *a;
}

static void record_direct(struct gv_context *ctx, const struct gv_draw *draw,
                          const struct gv_pass *pass)
{
    const struct pipe_draw_info *info = draw->info;
    struct gv_assembly a = assemble(&ctx->state, pass, info->count);
    bool split = splits(info, &a);
    ctx->derived.steady.valid = false;
    /* Find the bounds first: reading indices may submit the batch, and the copies that are made
     * below must be in the upload ring of the batch that draws. */
    struct gv_vertex_bounds bounds;
    if (draw->user_vertices && !gv_vertex_bounds(ctx, info, &bounds))
        return;
    if (!gv_assembly_resolve(ctx, pass, info, &a) || !a.count)
        return;
    if (draw->user_vertices && !gv_user_vertices_upload(ctx, info, &bounds))
        return;
    set_primitive_shift(ctx, pass);
    gv_set_push(&ctx->state, info, a.vertex_offset, &ctx->derived.push, &ctx->graphics);
    if (split && !a.num_commands) {
        record_split(ctx, draw, pass, &a);
        return;
    }
    if (!gv_emit_state(ctx, pass, &a) || !gv_assembly_emit(ctx, &a))
        return;
    if (a.indexed && a.num_commands)
        record_rewritten(&ctx->rec, &a);
    else
        gv_record_draw(&ctx->rec, info, &a, a.first, a.count);
    note_steady(ctx, draw, pass, &a);
}

static void record_generated(struct gv_context *ctx, const struct gv_draw *draw,
                             const struct gv_pass *pass)
{
    const struct gv_assembly *a = &draw->generated->assembly;
    ctx->emulation->bind(ctx, draw->generated);
    gv_input_changed(&ctx->graphics, GV_INPUT_SHADERS); /* the vertex shader may have changed, and
                                                           the shift depends on the vertex shader */
    set_primitive_shift(ctx, pass);
    gv_set_push(&ctx->state, draw->info, 0, &ctx->derived.push, &ctx->graphics);
    if (!gv_emit_state(ctx, pass, a) || !gv_assembly_emit(ctx, a))
        return;
    record_rewritten(&ctx->rec, a);
}

void gv_draw_pass(struct gv_context *ctx, const struct gv_draw *draw, const struct gv_pass *pass)
{
    if (draw->generated)
        record_generated(ctx, draw, pass);
    else if (pass->lowered)
        ctx->emulation->draw_pass(ctx, draw, pass);
    else if (draw->indirect)
        record_indirect(ctx, draw, pass);
    else
        record_direct(ctx, draw, pass);
}
