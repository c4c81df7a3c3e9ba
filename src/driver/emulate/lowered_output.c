/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/lowered_output.h"

#include <assert.h>
#include <string.h>

#include "driver/context.h"
#include "driver/draw/assembly.h"
#include "driver/draw/emulation.h"
#include "driver/draw/primitive.h"
#include "driver/emulate/capture.h"
#include "driver/emulate/entry_shader.h"
#include "driver/emulate/expanded_quads.h"
#include "driver/query/queries.h"
#include "driver/query/stream_output.h"
#include "driver/record/sync.h"
#include "driver/shader/raster_lowering.h"
#include "driver/state/inputs.h"

enum {
    ORDER_LAST = 1,
    ORDER_TURN = 2,
};

/* Packs a captured dword: its index in the vertex entry, its target, and its index in a vertex of
 * the target. */
static uint32_t pack_capture(unsigned word, unsigned target, unsigned dst)
{
    return word | target << 10 | dst << 12;
}

/* ---- Layout ---------------------------------------------------------------------------------- */

/* Returns the mask of varyings that must be stored: varyings that the fragment shader reads, and
 * clip distances. */
static uint64_t passed_slots(const struct gv_state *state, const struct galvan_tgsi_info *last)
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    const struct galvan_spirv_key reader = {.fragment.light_twoside =
                                                state->rasterizer->state.light_twoside};
    uint64_t wanted = fs ? galvan_spirv_inputs(fs->tgsi, &reader) : 0;
    if (state->rasterizer->state.clip_plane_enable)
        wanted |= UINT64_C(1) << GALVAN_SLOT_CLIPVERTEX;
    if (last->num_clipdist + last->num_culldist)
        wanted |= UINT64_C(3) << GALVAN_SLOT_CLIPDIST(0);
    return wanted & last->outputs_mask;
}

uint64_t gv_lowered_output_captured_slots(const struct gv_shader *shader)
{
    const struct galvan_spirv_stream_output *so = &shader->stream_output;
    uint64_t slots = 0;
    for (uint32_t i = 0; i < so->num_captures; i++) {
        int output = galvan_spirv_output(shader->tgsi, so->captures[i].register_index);
        if (output >= 0 && output < GALVAN_NUM_SLOTS)
            slots |= UINT64_C(1) << output;
    }
    return slots;
}

bool gv_lowered_output_is_of_vertices(const struct gv_state *state, const struct gv_path *path,
                                      unsigned mode)
{
    return (path->computed & GV_REASON_BIT(STORES)) ||
           (path->capturer == GV_CAPTURED_BY_DEVICE && gv_path_computes_whole(path) &&
            !gv_path_expands(path, mode) && !gv_shades_primitives(state));
}

/* Returns the shader whose stream output captures the outputs of `last`. If `last` is the geometry
 * shader of numbering.h, the vertex shader's stream output applies. */
static const struct gv_shader *capturing(const struct gv_context *ctx, const struct gv_shader *last,
                                         unsigned mode)
{
    return gv_lowered_output_is_of_vertices(&ctx->state, &ctx->path, mode)
               ? ctx->state.shaders[GALVAN_STAGE_VERTEX]
               : last;
}

/* Returns the mask of header dwords that must be stored, because later stages or captures read
 * them. */
static uint8_t passed_head(const struct gv_state *state, const struct gv_shader *last)
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    const struct galvan_spirv_stream_output *so = &last->stream_output;
    unsigned header = 0;
    if (last->info->writes_psize)
        header |= 1u << GALVAN_ENTRY_POINT_SIZE;
    if (last->info->writes_layer)
        header |= 1u << GALVAN_ENTRY_LAYER;
    if (last->info->writes_viewport_index)
        header |= 1u << GALVAN_ENTRY_VIEWPORT_INDEX;
    if (fs && fs->info->reads_primitive_id)
        header |= 1u << GALVAN_ENTRY_PRIMITIVE_ID;
    for (uint32_t i = 0; i < so->num_captures; i++) {
        int output = galvan_spirv_output(last->tgsi, so->captures[i].register_index);
        if (output == GALVAN_OUTPUT_HEAD + GALVAN_ENTRY_PRIMITIVE_ID)
            header |= 1u << GALVAN_ENTRY_PRIMITIVE_ID;
    }
    return (uint8_t)header;
}

static struct gv_shader *find_vertex_shader(struct gv_context *ctx,
                                            const struct gv_lowered_output *o)
{
    const struct galvan_tgsi_info *last = o->last->info;
    struct gv_entry_shader_key key;
    memset(&key, 0, sizeof(key));
    key.slots = o->slots;
    key.num_clipdist = last->num_clipdist;
    key.num_culldist = last->num_culldist;
    key.header = o->header;
    if (o->quads && o->mode == PIPE_PRIM_LINES)
        gv_line_quads_key(&ctx->state, &key.line_quads);
    key.captured_id =
        ctx->path.capturer == GV_CAPTURED_BY_DEVICE && !o->quads ? o->capturing->id : 0;
    return gv_entry_shader_get(&ctx->cache, o->capturing, &key);
}

void gv_lowered_output_find_inner(const struct gv_shader *last, uint64_t slots, uint8_t header,
                                  unsigned mode, struct gv_lowered_output *out_output)
{
    *out_output = (struct gv_lowered_output){
        .last = last,
        .mode = mode,
        .prim_vertices = gv_primitive_size(gv_primitive(mode)->list),
        .slots = slots,
        .header = header,
        .entry_dw = GALVAN_ENTRY_VARYINGS + 4 * (uint32_t)__builtin_popcountll(slots),
    };
}

bool gv_lowered_output_find(struct gv_context *ctx, const struct gv_shader *last, unsigned mode,
                            struct gv_lowered_output *out_output)
{
    const struct gv_shader *captured = capturing(ctx, last, mode);
    const uint8_t header = passed_head(&ctx->state, last);
    uint64_t slots = passed_slots(&ctx->state, last->info);
    if (ctx->path.capturer != GV_CAPTURED_BY_NOBODY)
        slots |= gv_lowered_output_captured_slots(captured);
    gv_lowered_output_find_inner(last, slots, header, mode, out_output);
    out_output->capturing = captured;
    out_output->leaves = true;
    out_output->statistics.per_primitive[PIPE_STAT_QUERY_C_INVOCATIONS] = 1;
    out_output->statistics.per_primitive[PIPE_STAT_QUERY_C_PRIMITIVES] = 1;
    if (last->stage == GALVAN_STAGE_GEOMETRY)
        out_output->statistics.per_primitive[PIPE_STAT_QUERY_GS_PRIMITIVES] = 1;
    out_output->quads = gv_path_expands(&ctx->path, mode);
    out_output->spills = gv_spills(&ctx->state);
    out_output->stipples = out_output->quads && mode == PIPE_PRIM_LINES &&
                           ctx->state.rasterizer->state.line_stipple_enable;
    out_output->seen = out_output->quads && ctx->path.device_sees;
    out_output->vertex = find_vertex_shader(ctx, out_output);
    return out_output->vertex && gv_internal_shader_need(&ctx->rec, GV_CS_OUTPUT_CAPTURE) &&
           (!out_output->stipples || gv_internal_shader_need(&ctx->rec, GV_CS_LINE_STIPPLE));
}

/* ---- Capturing ------------------------------------------------------------------------------- */

bool gv_lowered_output_captures(const struct gv_path *path, const struct gv_lowered_output *o)
{
    return o->leaves && !o->captured && path->capturer == GV_CAPTURED_BY_SHADERS;
}

void gv_lowered_output_uses(struct gv_context *ctx, struct gv_lowered_output *o,
                            struct gv_dispatch_uses *uses)
{
    memset(o->targets, 0, sizeof(o->targets));
    memset(o->counters, 0, sizeof(o->counters));
    if (gv_lowered_output_captures(&ctx->path, o))
        gv_capture_targets(&ctx->state, &o->capturing->stream_output, o->targets, o->counters,
                           uses);
}

void gv_lowered_output_count(struct gv_context *ctx, struct gv_lowered_output *o)
{
    memset(o->counts, 0, sizeof(o->counts));
    if (!o->leaves || o->captured)
        return;
    for (unsigned stream = 0; stream < PIPE_MAX_VERTEX_STREAMS; stream++)
        gv_queries_counted(ctx, stream, &o->counts[stream]);
}

/* Returns the flags of output.glsl that rotate the primitives, so that the provoking vertex is at
 * the index where the device expects it. Expanded lines and points need no rotation. */
static uint32_t order(const struct gv_state *state, const struct gv_lowered_output *o)
{
    bool last = !state->rasterizer->state.flatshade_first;
    bool device_last = (state->rasterizer->key[0] & GV_RASTER_PROVOKING_LAST) != 0;
    return last ? ORDER_LAST | (device_last || !o->leaves || o->quads ? 0 : ORDER_TURN) : 0;
}

/* Returns the index of an output's dword in a vertex entry. */
static unsigned word_of(const struct gv_lowered_output *o, unsigned output)
{
    uint64_t lower = o->slots & ((UINT64_C(1) << output % 64) - 1);
    return output >= GALVAN_OUTPUT_HEAD
               ? output - GALVAN_OUTPUT_HEAD
               : GALVAN_ENTRY_VARYINGS + 4 * (unsigned)__builtin_popcountll(lower);
}

/* Lists the captured dwords of a vertex. Captures of registers that are not outputs are left
 * out. */
static void plan_captures(const struct gv_lowered_output *o, struct gv_output_arguments *args)
{
    const struct galvan_spirv_stream_output *so = &o->capturing->stream_output;
    for (uint32_t i = 0; i < so->num_captures; i++) {
        const struct galvan_spirv_capture *piece = &so->captures[i];
        int output = galvan_spirv_output(o->capturing->tgsi, piece->register_index);
        unsigned end = piece->dst_offset_dw + piece->num_components;
        if (output < 0 || piece->buffer >= PIPE_MAX_SO_BUFFERS ||
            piece->stream != o->targets[piece->buffer].stream ||
            end > so->stride_dw[piece->buffer] ||
            piece->start_component + piece->num_components > 4)
            continue;
        unsigned word = word_of(o, (unsigned)output) + piece->start_component;
        for (unsigned k = 0; k < piece->num_components; k++)
            args->captures[args->num_captures++] =
                pack_capture(word + k, piece->buffer, piece->dst_offset_dw + k);
    }
}

/* Whether the draw of the list is indexed. Otherwise the generated vertex shader reads the indices
 * from memory. */
static bool is_indexed(const struct gv_lowered_output *o)
{
    return !o->quads && !o->spills;
}

void gv_lowered_output_plan(const struct gv_lowered_run *run, const struct gv_lowered_output *o,
                            struct gv_output_arguments *out_args)
{
    *out_args = (struct gv_output_arguments){
        .prim_vertices = o->prim_vertices,
        .drawn_vertices = o->quads ? GV_QUAD_VERTICES : o->prim_vertices,
        .command = o->leaves ? GV_SCRATCH_COMMAND : GV_SCRATCH_INNER_COMMAND,
        .streams = GV_SCRATCH_STREAMS,
        .captured = GV_SCRATCH_CAPTURED,
        .capture_groups = GV_SCRATCH_CAPTURE_GROUPS,
        .first_index = is_indexed(o) ? (uint32_t)(run->scratch->offset_B / 4) + o->indices : 0,
        .indices = o->indices,
        .entries = o->entries,
        .entry_dw = o->entry_dw,
        .order = order(&run->ctx->state, o),
    };
    out_args->statistics = o->statistics;
    memcpy(out_args->counts, o->counts, sizeof(out_args->counts));
    memcpy(out_args->targets, o->targets, sizeof(out_args->targets));
    if (gv_lowered_output_captures(&run->ctx->path, o))
        plan_captures(o, out_args);
}

/* ---- Dispatches ---------------------------------------------------------------------------------
 */

bool gv_lowered_run_upload(const struct gv_lowered_run *run, const void *args, VkDeviceSize size_B,
                           VkDescriptorBufferInfo *out_args)
{
    struct gv_recorder *rec = &run->ctx->rec;
    struct gv_vk_ring_slice slice;
    if (gv_vk_ring_alloc(&rec->upload, rec->batch, size_B, gv_storage_align_B(run->ctx->dev),
                         &slice) != VK_SUCCESS)
        return false;
    memcpy(slice.map, args, size_B);
    *out_args = (VkDescriptorBufferInfo){slice.buffer, slice.offset_B, size_B};
    return true;
}

_Static_assert((int)GV_NUM_OUTPUT_BINDINGS == (int)GV_CS_OUTPUT_CAPTURE_BUFFERS,
               "bindings of the internal compute shaders");

bool gv_lowered_run_bind(const struct gv_lowered_run *run, enum gv_internal_shader_id id,
                         const VkDescriptorBufferInfo *args, const struct gv_lowered_output *o)
{
    const struct gv_vertex_tasks *tasks = run->tasks;
    const struct gv_scratch *scratch = run->scratch;
    VkDescriptorBufferInfo buffers[GV_NUM_OUTPUT_BINDINGS] = {
        [GV_OUTPUT_ARGUMENTS] = *args,
        [GV_OUTPUT_SCRATCH] = {scratch->buffer, scratch->offset_B, scratch->size_B},
        [GV_OUTPUT_TASKS] = {tasks->out.buffer, tasks->out.offset_B, tasks->out_B},
    };
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
        buffers[GV_OUTPUT_COUNTERS + i] = o->counters[i].buffer ? o->counters[i] : *args;
    gv_dispatch_barrier(&run->ctx->rec, run->cmd, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT,
                        VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT);
    return gv_internal_shader_bind(&run->ctx->rec, run->cmd, id, buffers);
}

void gv_lowered_run_dispatch(const struct gv_lowered_run *run, uint64_t num_threads,
                             uint32_t group_size)
{
    const struct gv_vk_device *dev = run->ctx->dev;
    const uint32_t groups = (uint32_t)((num_threads + group_size - 1) / group_size);
    const uint32_t max = dev->properties.limits.maxComputeWorkGroupCount[0];
    const uint32_t x = groups < max ? groups : max;
    if (groups)
        dev->vk.vkCmdDispatch(run->cmd, x, (groups + x - 1) / x, 1);
}

void gv_lowered_run_dispatch_indirect(const struct gv_lowered_run *run, uint32_t word)
{
    run->ctx->dev->vk.vkCmdDispatchIndirect(run->cmd, run->scratch->buffer,
                                            run->scratch->offset_B + 4 * (VkDeviceSize)word);
}

void gv_lowered_run_dispatch_follower(const struct gv_lowered_run *run,
                                      enum gv_vertex_follower follower, uint64_t num_threads,
                                      uint32_t group_size)
{
    const struct gv_vertex_tasks *tasks = run->tasks;
    if (!tasks->args.followers[follower].threads) {
        gv_lowered_run_dispatch(run, num_threads, group_size);
        return;
    }
    assert(tasks->args.followers[follower].group == group_size);
    run->ctx->dev->vk.vkCmdDispatchIndirect(run->cmd, tasks->out.buffer,
                                            tasks->out.offset_B +
                                                4 * gv_vertex_tasks_follower_dw(follower));
}

static bool capture(const struct gv_lowered_run *run, const struct gv_lowered_output *o,
                    const VkDescriptorBufferInfo *args)
{
    if (!gv_lowered_output_captures(&run->ctx->path, o))
        return true;
    if (!gv_lowered_run_bind(run, GV_CS_OUTPUT_CAPTURE, args, o))
        return false;
    gv_lowered_run_dispatch_indirect(run, GV_SCRATCH_CAPTURE_GROUPS);
    return true;
}

/* The arguments of shaders/line_stipple.comp. */
struct stipple_plan {
    uint32_t command, drawn_vertices;
    uint32_t indices, entries, entry_dw;
    uint32_t strips, whole, unused;
    float window[4];
};

static bool run_stipple(const struct gv_lowered_run *run, const struct gv_lowered_output *o)
{
    const struct gv_context *ctx = run->ctx;
    const struct gv_rasterizer *r = ctx->state.rasterizer;
    struct stipple_plan args = {
        .command = GV_SCRATCH_COMMAND,
        .drawn_vertices = GV_QUAD_VERTICES,
        .indices = o->indices,
        .entries = o->entries,
        .entry_dw = o->entry_dw,
        .strips = o->strips,
        .whole = !r->state.line_smooth && !gv_multisampling(&ctx->state, r),
    };
    VkDescriptorBufferInfo uploaded;
    gv_lowering_window(&ctx->state, r, 0, args.window);
    if (!gv_lowered_run_upload(run, &args, sizeof(args), &uploaded) ||
        !gv_lowered_run_bind(run, GV_CS_LINE_STIPPLE, &uploaded, o))
        return false;
    ctx->dev->vk.vkCmdDispatch(run->cmd, 1, 1, 1);
    return true;
}

bool gv_lowered_output_finish(const struct gv_lowered_run *run, const struct gv_lowered_output *o,
                              const VkDescriptorBufferInfo *args)
{
    return capture(run, o, args) && (!o->stipples || run_stipple(run, o));
}

/* ---- Drawing --------------------------------------------------------------------------------- */

bool gv_lowered_output_must_draw(const struct gv_path *path, const struct gv_rasterizer *rast)
{
    return !rast->state.rasterizer_discard || path->device_sees;
}

VkPipelineStageFlags2 gv_lowered_output_readers(bool spills)
{
    return VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT |
           (spills ? VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT : 0);
}

void gv_lowered_output_generated(const struct gv_lowered_output *o,
                                 const struct gv_scratch *scratch,
                                 struct gv_generated *out_generated)
{
    const struct gv_primitive *primitive = gv_primitive(o->quads ? PIPE_PRIM_TRIANGLES : o->mode);
    *out_generated = (struct gv_generated){
        .mode = o->mode,
        .expanded = o->quads,
        .seen = o->seen,
        .spills = o->spills,
        .vertex = o->vertex,
        .scratch = scratch,
        .entries = o->entries,
        .indices = o->indices,
        .slots = o->slots,
        .entry_dw = o->entry_dw,
        .assembly =
            {
                .primitive = primitive,
                .topology = primitive->topology,
                .indexed = is_indexed(o),
                .index_buffer = scratch->buffer,
                .index_type = VK_INDEX_TYPE_UINT32,
                .commands_offset_B = scratch->offset_B + 4 * GV_SCRATCH_COMMAND,
                .num_commands = 1,
            },
    };
}

/* Writes to the driver block how vertex entries store spilled varyings, and which end of an
 * expanded line is the provoking vertex. */
static void put_spilled(struct gv_context *ctx, const struct gv_generated *generated)
{
    uint32_t *spilled = ctx->constants.block.spilled;
    spilled[0] = (uint32_t)generated->slots;
    spilled[1] = (uint32_t)(generated->slots >> 32);
    spilled[2] = generated->entry_dw;
    spilled[3] = !ctx->state.rasterizer->state.flatshade_first;
}

void gv_lowered_output_bind(struct gv_context *ctx, const struct gv_generated *generated)
{
    const struct gv_scratch *scratch = generated->scratch;
    if (scratch->storage)
        gv_sync_main(&ctx->rec, scratch->storage,
                     gv_lowered_output_readers(generated->spills) |
                         VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT,
                     VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_INDEX_READ_BIT |
                         VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT,
                     false);
    gv_put_address(ctx->constants.block.tasks, gv_scratch_address(scratch, generated->entries));
    gv_put_address(ctx->constants.block.tasks + 2, gv_scratch_address(scratch, generated->indices));
    put_spilled(ctx, generated);
    ctx->constants.block_changed = true;
    gv_input_changed(&ctx->graphics, GV_INPUT_DRIVER_BLOCK);
}
