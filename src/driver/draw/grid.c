/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compute shaders and their dispatches. */
#include "driver/draw/grid.h"

#include <stdlib.h>
#include <string.h>

#include "driver/bind/constants.h"
#include "driver/bind/descriptors.h"
#include "driver/bind/uses.h"
#include "driver/context.h"
#include "driver/draw/grid_statistics.h"
#include "driver/query/condition.h"
#include "driver/query/queries.h"
#include "driver/query/statistics.h"
#include "driver/query/statistics_data.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"
#include "driver/screen/address.h"
#include "driver/screen/blocks.h"
#include "driver/shader/compute_pipeline.h"
#include "driver/shader/program.h"
#include "driver/shader/shader.h"
#include "driver/shader/variant_key.h"
#include "driver/state/inputs.h"
#include "pipe/p_inlines.h"
#include "pipe/p_shader_tokens.h"
#include "util/log.h"

/* ---- State */

static const char *why_not_created(const struct gv_state *state,
                                   const struct pipe_compute_state *templ)
{
    if (templ->ir_type != PIPE_SHADER_IR_TGSI)
        return "it is not TGSI";
    if (templ->req_local_mem > state->dev->properties.limits.maxComputeSharedMemorySize)
        return "more LOCAL memory than the device has";
    if (templ->req_private_mem > GV_MAX_PRIVATE_B)
        return "more PRIVATE memory than there is";
    if (templ->req_input_mem > GALVAN_MAX_INPUT_B)
        return "more INPUT memory than there is";
    return NULL;
}

static void *create_compute_state(struct pipe_context *pctx, const struct pipe_compute_state *templ)
{
    struct gv_context *ctx = gv_context(pctx);
    const char *why = why_not_created(&ctx->state, templ);
    if (why) {
        gv_message(&ctx->messages, GV_MESSAGE_SHADER, "a compute shader was refused: %s", why);
        return NULL;
    }
    const struct pipe_shader_state state = {.tokens = templ->prog};
    struct gv_shader *shader = gv_shader_create(&ctx->cache, GALVAN_STAGE_COMPUTE, &state);
    if (!shader)
        return NULL;
    shader->shared_size_B = templ->req_local_mem;
    shader->private_size_B = templ->req_private_mem;
    shader->input_size_B = templ->req_input_mem;
    return shader;
}

static void bind_compute_state(struct pipe_context *pctx, void *state)
{
    gv_shader_bind(gv_context(pctx), GALVAN_STAGE_COMPUTE, state);
}

static void delete_compute_state(struct pipe_context *pctx, void *state)
{
    gv_shader_delete(gv_context(pctx), state);
}

/* ---- GLOBAL memory: each buffer has an entry of struct galvan_compute_block. Entry 0 is unused,
 * so that 0 is not an address. */

/* Adds the device address of the buffer's start to the value at `handle`, which may be unaligned. A
 * value that is no valid offset in the buffer counts as 0. */
static void write_address(uint32_t *handle, unsigned place, unsigned size_B)
{
    uint32_t value;
    memcpy(&value, handle, sizeof(value));
    if (value >= size_B)
        value = 0;
    value += (uint32_t)place << GALVAN_GLOBAL_SHIFT;
    memcpy(handle, &value, sizeof(value));
}

static void set_global_binding(struct pipe_context *pctx, unsigned first, unsigned count,
                               struct pipe_resource **resources, uint32_t **handles)
{
    struct gv_context *ctx = gv_context(pctx);
    const unsigned max = GALVAN_NUM_GLOBALS - 1;
    if (first > max || count > max - first) {
        gv_err(&ctx->screen->log, "driver", "global bindings %u to %u: there are %u", first,
               first + count - 1, max);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        struct pipe_resource *res = resources ? resources[i] : NULL;
        bool usable = res && res->target == PIPE_BUFFER;
        pipe_resource_reference(&ctx->grid.globals[1 + first + i], usable ? res : NULL);
        if (usable && handles && handles[i])
            write_address(handles[i], 1 + first + i, res->width0);
    }
}

/* Writes the device address and the size of each bound GLOBAL buffer to the compute block. */
static void fill_globals(struct gv_context *ctx)
{
    struct galvan_compute_block *block = &ctx->grid.block;
    for (unsigned i = 0; i < GALVAN_NUM_GLOBALS; i++) {
        block->globals[i].num_words = 0;
        if (!ctx->grid.globals[i])
            continue;
        const struct gv_resource *res = gv_resource(ctx->grid.globals[i]);
        VkDeviceAddress address = res->storage->buffer.address;
        uint32_t size_B = res->base.width0 < GV_MAX_GLOBAL_B ? res->base.width0 : GV_MAX_GLOBAL_B;
        gv_put_address(block->globals[i].address, address);
        block->globals[i].num_words = address % 4 ? 0 : size_B / 4;
    }
}

/* ---- Rows: the state that dispatches derive and record, in this order */

enum row {
    ROW_VARIANT, /* the program and the variant of its shader */
    ROW_SYNC,
    ROW_PIPELINE,
    ROW_CONSTANTS,
    ROW_TEXTURES,
    ROW_BUFFERS,
    NUM_ROWS,
};

#define ROW_BIT(row) (UINT64_C(1) << ROW_##row)

static void emit_pipeline(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    (void)pass;
    ctx->dev->vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, ctx->grid.pipeline);
}

static void emit_constants(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    (void)pass;
    gv_constants_emit(ctx, ctx->compute.program, cmd);
}

static void emit_textures(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    (void)pass;
    gv_emit_textures(&ctx->state, &ctx->rec, ctx->compute.program, cmd);
}

static void emit_buffers(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    (void)pass;
    gv_emit_buffers(&ctx->state, &ctx->rec, ctx->compute.program, cmd);
}

static const struct gv_row rows[NUM_ROWS] = {
    [ROW_VARIANT] = {{GV_INPUT_SHADERS, GV_INPUT_SAMPLING, GV_INPUT_IMAGE_FORMATS,
                      GV_INPUT_COUNTER_STARTS}},
    [ROW_SYNC] = {{GV_INPUT_MEMORY_USE, GV_INPUT_MEMORY, GV_INPUT_CONSTANT_BUFFER,
                   GV_INPUT_UNIFORM_BUFFERS, GV_INPUT_SAMPLER_VIEWS, GV_INPUT_STORAGE,
                   GV_INPUT_PROGRAM}},
    [ROW_PIPELINE] = {{GV_INPUT_PIPELINE_KEY}, emit_pipeline},
    [ROW_CONSTANTS] = {{GV_INPUT_CONSTANTS, GV_INPUT_DRIVER_BLOCK, GV_INPUT_PROGRAM},
                       emit_constants},
    [ROW_TEXTURES] = {{GV_INPUT_SAMPLER_VIEWS, GV_INPUT_SAMPLERS, GV_INPUT_MEMORY,
                       GV_INPUT_PROGRAM},
                      emit_textures},
    [ROW_BUFFERS] = {{GV_INPUT_UNIFORM_BUFFERS, GV_INPUT_STORAGE, GV_INPUT_MEMORY,
                      GV_INPUT_PROGRAM},
                     emit_buffers},
};

/* Returns the size of the last block on an axis, in invocations. info->last_block applies only if
 * it is smaller than the block: clients that do not know the field may leave any value in it. */
static unsigned last_block(const struct pipe_grid_info *info, unsigned axis)
{
    unsigned last = info->last_block[axis], block = info->block[axis];
    return last && last < block ? last : block;
}

/* Selects program and pipeline for a dispatch. Returns false if there is no program or no
 * pipeline. */
static bool update_program(struct gv_context *ctx, const struct pipe_grid_info *info)
{
    struct gv_compute_launch launch = {
        .work_dim = info->work_dim - 1 < 3 ? info->work_dim : 3,
        .entry = info->pc,
        .shared_size_B =
            ctx->state.shaders[GALVAN_STAGE_COMPUTE]->shared_size_B + info->variable_shared_mem,
    };
    for (unsigned i = 0; i < 3; i++) {
        launch.block[i] = info->block[i];
        launch.grid_base |= info->grid_base[i] != 0;
        launch.last_block |= last_block(info, i) != info->block[i];
    }
    if (!(ctx->compute.dirty & ROW_BIT(VARIANT)) &&
        !memcmp(&ctx->grid.launch, &launch, sizeof(launch)))
        return true;
    struct gv_program *program = gv_program_get_compute(&ctx->cache, &ctx->state);
    if (!program)
        return false;
    struct galvan_spirv_key key;
    gv_compute_key(&ctx->state, &launch, &key);
    const struct gv_variant *variant =
        gv_shader_variant(&ctx->cache, ctx->state.shaders[GALVAN_STAGE_COMPUTE], &key);
    VkPipeline pipeline =
        gv_compute_pipeline_get(&ctx->state, &ctx->rec, program, variant, &launch);
    if (!pipeline)
        return false;
    if (program != ctx->compute.program)
        gv_input_changed(&ctx->compute, GV_INPUT_PROGRAM);
    if (pipeline != ctx->grid.pipeline)
        gv_input_changed(&ctx->compute, GV_INPUT_PIPELINE_KEY);
    ctx->compute.program = program;
    ctx->grid.pipeline = pipeline;
    ctx->grid.launch = launch;
    ctx->grid.block_used = variant->needs_driver_block;
    ctx->compute.dirty &= ~ROW_BIT(VARIANT);
    return true;
}

/* ---- Dispatches */

/* Returns why a dispatch is rejected, or NULL if the dispatch is valid. */
static const char *why_not_launched(const struct gv_state *state, const struct pipe_grid_info *info)
{
    const VkPhysicalDeviceLimits *limits = &state->dev->properties.limits;
    const struct gv_shader *cs = state->shaders[GALVAN_STAGE_COMPUTE];
    for (unsigned i = 0; i < 3; i++) {
        if (!info->block[i])
            return "block size";
        if (!info->indirect && info->grid[i] > limits->maxComputeWorkGroupCount[i])
            return "grid size";
    }
    if (!gv_is_block(state->dev, info->block))
        return "block size";
    if (cs->input_size_B && !info->input)
        return "input";
    if (info->variable_shared_mem > limits->maxComputeSharedMemorySize - cs->shared_size_B)
        return "variable shared memory";
    if (info->indirect && (info->indirect->target != PIPE_BUFFER || info->indirect_offset % 4 ||
                           (uint64_t)info->indirect_offset + 12 > info->indirect->width0))
        return "place of the grid size";
    return NULL;
}

/* Writes to the compute block the parameters of the dispatch that its shader reads. */
static void fill_block(struct gv_context *ctx, const struct pipe_grid_info *info)
{
    struct galvan_compute_block *block = &ctx->grid.block;
    uint32_t input_B = ctx->state.shaders[GALVAN_STAGE_COMPUTE]->input_size_B;
    for (unsigned i = 0; i < 3; i++) {
        block->grid_base[i] = info->grid_base[i];
        block->last_block[i] = last_block(info, i);
    }
    fill_globals(ctx);
    if (input_B)
        memcpy(block->input, info->input, input_B);
    memset((uint8_t *)block->input + input_B, 0, sizeof(block->input) - input_B);
}

static void count(struct gv_context *ctx, const struct pipe_grid_info *info)
{
    uint32_t last[3];
    for (unsigned i = 0; i < 3; i++)
        last[i] = last_block(info, i);
    gv_grid_statistics_count(ctx, info, last);
}

static void launch_grid(struct pipe_context *pctx, const struct pipe_grid_info *info)
{
    struct gv_context *ctx = gv_context(pctx);
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    if (!ctx->state.shaders[GALVAN_STAGE_COMPUTE])
        return;
    const char *why = why_not_launched(&ctx->state, info);
    if (why) {
        gv_err(&ctx->screen->log, "driver", "a grid was dropped: bad %s", why);
        return;
    }
    gv_recorder_limit_batch(&ctx->rec);
    gv_queries_flush_sums(ctx); /* the summation of queries binds another compute pipeline */
    if ((!info->indirect && !(info->grid[0] && info->grid[1] && info->grid[2])) ||
        !gv_condition_passes(ctx) || !gv_recorder_batch(&ctx->rec) || !update_program(ctx, info))
        return;
    if (ctx->state.statistics & GV_STATISTICS_OF_GRIDS)
        count(ctx, info);
    gv_sync_compute_bindings(ctx, ctx->compute.dirty & ROW_BIT(SYNC));
    if (ctx->grid.block_used) {
        fill_block(ctx, info);
        gv_input_changed(&ctx->compute, GV_INPUT_DRIVER_BLOCK);
    }
    if (info->indirect)
        gv_sync_main(&ctx->rec, gv_resource(info->indirect)->storage,
                     VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT,
                     false);
    gv_recorder_end_rendering(&ctx->rec);
    gv_condition_use(ctx);
    gv_sync_flush_main(&ctx->rec);

    gv_recorder_assert_outside(&ctx->rec);
    VkCommandBuffer cmd = gv_recorder_main(&ctx->rec);
    uint64_t dirty = ctx->compute.dirty;
    gv_bind_point_emit(&ctx->compute, ctx, rows, NULL, cmd);
    if (ctx->rec.batch->out_of_memory) { /* a descriptor set may be missing */
        ctx->compute.dirty = dirty;
        return;
    }
    gv_queries_begin_grid(ctx, cmd);
    gv_condition_begin(ctx, cmd);
    if (info->indirect)
        vk->vkCmdDispatchIndirect(cmd, gv_resource(info->indirect)->storage->buffer.handle,
                                  info->indirect_offset);
    else
        vk->vkCmdDispatch(cmd, info->grid[0], info->grid[1], info->grid[2]);
    gv_condition_end(ctx);
    gv_queries_end_grid(ctx);
    ctx->rec.batch->main_used = true;
    ctx->rec.stats.grids++;
    gv_input_changed(&ctx->graphics, GV_INPUT_MEMORY_USE); /* the dispatch uses memory */
}

static void watched_launch_grid(struct pipe_context *pctx, const struct pipe_grid_info *info)
{
    const struct gv_screen *screen = gv_context(pctx)->screen;
    launch_grid(pctx, info);
    screen->launched(screen->drawn_priv, pctx, info);
}

static void launch_grid_of_layouts(struct pipe_context *pctx, const uint *block_layout,
                                   const uint *grid_layout, uint32_t pc, const void *input)
{
    struct pipe_grid_info info = {.pc = pc, .input = input};
    memcpy(info.block, block_layout, sizeof(info.block));
    memcpy(info.grid, grid_layout, sizeof(info.grid));
    pctx->launch_grid(pctx, &info);
}

void gv_compute_finish(struct gv_context *ctx)
{
    set_global_binding(&ctx->base, 0, GALVAN_NUM_GLOBALS - 1, NULL, NULL);
}

void gv_context_init_compute(struct gv_context *ctx)
{
    gv_bind_point_init(&ctx->compute, ctx->screen, rows, NUM_ROWS);
    ctx->base.create_compute_state = create_compute_state;
    ctx->base.bind_compute_state = bind_compute_state;
    ctx->base.delete_compute_state = delete_compute_state;
    ctx->base.set_global_binding = set_global_binding;
    ctx->base.launch_grid = ctx->screen->launched ? watched_launch_grid : launch_grid;
    ctx->base.launch_grid_of_layouts = launch_grid_of_layouts;
}
