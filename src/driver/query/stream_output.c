/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Targets of stream output, and captures with VK_EXT_transform_feedback. A target owns the counter
 * of its written bytes. Transform feedback is active from the first draw that captures until
 * rendering ends, or the targets or the pipeline change. A later draw resumes transform feedback
 * from the counters. Without the extension, lowered stages capture (emulate/capture.h) and use the
 * same counters. */
#include "driver/query/stream_output.h"

#include <stdlib.h>

#include "driver/context.h"
#include "driver/query/capture_state.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"
#include "driver/state/indirect_draws.h"
#include "driver/state/inputs.h"
#include "pipe/p_inlines.h"
#include "util/checked.h"
#include "util/log.h"

enum {
    COUNTER_B = 4
};

struct so_target {
    struct pipe_stream_output_target base;
    struct pipe_resource *counter; /* a dword with the number of bytes written; the device updates
                                      it */
    bool counter_valid;            /* whether vertices were captured since the target was reset */
    uint32_t stride_B;             /* size of a captured vertex; 0: no capture yet */
};

static struct so_target *so_target(struct pipe_stream_output_target *target)
{
    return (struct so_target *)target;
}

static struct gv_storage *storage_of(struct pipe_resource *resource)
{
    return gv_resource(resource)->storage;
}

static struct pipe_stream_output_target *create_stream_output_target(struct pipe_context *pctx,
                                                                     struct pipe_resource *buffer,
                                                                     unsigned buffer_offset,
                                                                     unsigned buffer_size)
{
    if (!buffer || buffer->target != PIPE_BUFFER || buffer_offset % 4 ||
        !gv_range_fits_u64(buffer_offset, buffer_size, buffer->width0))
        return NULL;
    struct so_target *t = calloc(1, sizeof(*t));
    if (!t)
        return NULL;
    t->counter =
        pipe_buffer_create(pctx->screen, PIPE_BIND_STREAM_OUTPUT, PIPE_USAGE_DEFAULT, COUNTER_B);
    if (!t->counter) {
        free(t);
        return NULL;
    }
    /* Usually only the device writes the counter. Marking the counter as written makes later CPU
     * writes wait for pending uses. */
    gv_resource_mark_written(gv_resource(t->counter), 0, COUNTER_B);
    t->base.reference.count = 1;
    t->base.context = pctx;
    t->base.buffer_offset = buffer_offset;
    t->base.buffer_size = buffer_size;
    pipe_resource_reference(&t->base.buffer, buffer);
    return &t->base;
}

static void stream_output_target_destroy(struct pipe_context *pctx,
                                         struct pipe_stream_output_target *target)
{
    struct so_target *t = so_target(target);
    (void)pctx;
    pipe_resource_reference(&t->counter, NULL);
    pipe_resource_reference(&t->base.buffer, NULL);
    free(t);
}

/* Sets the target's write position to offset_B. After that, the device updates the counter. If
 * offset_B is not a valid position, all output overflows. */
static void reset_target(struct pipe_context *pctx, struct so_target *t, uint32_t offset_B)
{
    const struct pipe_box box = {.width = COUNTER_B, .height = 1, .depth = 1};
    if (offset_B > t->base.buffer_size || offset_B % 4)
        offset_B = t->base.buffer_size;
    t->counter_valid = offset_B != 0;
    if (offset_B)
        pctx->transfer_inline_write(pctx, t->counter, 0, PIPE_TRANSFER_WRITE, &box, &offset_B,
                                    COUNTER_B, COUNTER_B);
}

static void set_stream_output_targets(struct pipe_context *pctx, unsigned num,
                                      struct pipe_stream_output_target **targets,
                                      const unsigned *offsets)
{
    struct gv_context *ctx = gv_context(pctx);
    gv_stream_output_end(ctx);
    if (num > PIPE_MAX_SO_BUFFERS)
        num = PIPE_MAX_SO_BUFFERS;
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
        struct pipe_stream_output_target *target = i < num ? targets[i] : NULL;
        pipe_so_target_reference(&ctx->state.so_targets[i], target);
        if (target && offsets && offsets[i] != (unsigned)-1)
            reset_target(pctx, so_target(target), offsets[i]);
    }
    ctx->state.num_so_targets = num;
    gv_input_changed(&ctx->graphics, GV_INPUT_PATH);
}

/* ---- Captures */

void gv_stream_output_watch(struct gv_context *ctx)
{
    const uint32_t streams = gv_stream_output_device_streams(&ctx->state);
    if (streams == ctx->stream_output.device_streams)
        return;
    ctx->stream_output.device_streams = streams;
    gv_input_changed(&ctx->graphics, GV_INPUT_QUERIES);
}

void gv_stream_output_sync(struct gv_context *ctx, const struct gv_pass *pass)
{
    if (ctx->stream_output.capturing || !gv_stream_output_wanted(&ctx->state, pass))
        return;
    for (unsigned i = 0; i < ctx->state.num_so_targets; i++) {
        struct so_target *t = so_target(ctx->state.so_targets[i]);
        if (!t)
            continue;
        gv_sync_main(&ctx->rec, storage_of(t->base.buffer),
                     VK_PIPELINE_STAGE_2_TRANSFORM_FEEDBACK_BIT_EXT,
                     VK_ACCESS_2_TRANSFORM_FEEDBACK_WRITE_BIT_EXT, true);
        /* A resumed capture reads the counter in the indirect-draw stage, too. */
        gv_sync_main(&ctx->rec, storage_of(t->counter),
                     VK_PIPELINE_STAGE_2_TRANSFORM_FEEDBACK_BIT_EXT |
                         VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT,
                     VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_READ_BIT_EXT |
                         VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT,
                     true);
    }
}

/* Lists the counter buffers for Vulkan. When a capture begins, a target that is written from its
 * beginning passes no counter. When a capture ends, all targets pass their counters. */
static void list_counters(const struct gv_state *state, bool begin,
                          VkBuffer out_counters[PIPE_MAX_SO_BUFFERS])
{
    for (unsigned i = 0; i < state->num_so_targets; i++) {
        const struct so_target *t = so_target(state->so_targets[i]);
        bool given = t && (!begin || t->counter_valid);
        out_counters[i] = given ? storage_of(t->counter)->buffer.handle : VK_NULL_HANDLE;
    }
}

void gv_stream_output_begin(struct gv_context *ctx, const struct gv_pass *pass)
{
    if (ctx->stream_output.capturing || !gv_stream_output_wanted(&ctx->state, pass))
        return;
    VkBuffer buffers[PIPE_MAX_SO_BUFFERS], counters[PIPE_MAX_SO_BUFFERS];
    VkDeviceSize offsets[PIPE_MAX_SO_BUFFERS], sizes[PIPE_MAX_SO_BUFFERS];
    const VkDeviceSize zero[PIPE_MAX_SO_BUFFERS] = {0};
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    VkCommandBuffer cmd = gv_recorder_main(&ctx->rec);
    const struct gv_shader *last = gv_last_vertex_shader(&ctx->state);
    for (unsigned i = 0; i < ctx->state.num_so_targets; i++) {
        struct so_target *t = so_target(ctx->state.so_targets[i]);
        bool present = t && t->base.buffer_size;
        if (t)
            t->stride_B = last->stream_output.stride_dw[i] * 4u;
        buffers[i] = present ? storage_of(t->base.buffer)->buffer.handle
                             : ctx->screen->null.so_buffer.handle;
        offsets[i] = present ? t->base.buffer_offset : 0;
        sizes[i] = present ? t->base.buffer_size : COUNTER_B;
        if (present)
            gv_resource_mark_written(gv_resource(t->base.buffer), t->base.buffer_offset,
                                     t->base.buffer_size);
    }
    gv_recorder_assert_inside(&ctx->rec);
    list_counters(&ctx->state, true, counters);
    vk->vkCmdBindTransformFeedbackBuffersEXT(cmd, 0, ctx->state.num_so_targets, buffers, offsets,
                                             sizes);
    vk->vkCmdBeginTransformFeedbackEXT(cmd, 0, ctx->state.num_so_targets, counters, zero);
    ctx->stream_output.capturing = true;
}

void gv_stream_output_end(struct gv_context *ctx)
{
    if (!ctx->stream_output.capturing)
        return;
    VkBuffer counters[PIPE_MAX_SO_BUFFERS];
    const VkDeviceSize zero[PIPE_MAX_SO_BUFFERS] = {0};
    gv_recorder_assert_inside(&ctx->rec);
    list_counters(&ctx->state, false, counters);
    ctx->dev->vk.vkCmdEndTransformFeedbackEXT(gv_recorder_main(&ctx->rec), 0,
                                              ctx->state.num_so_targets, counters, zero);
    for (unsigned i = 0; i < ctx->state.num_so_targets; i++) {
        if (ctx->state.so_targets[i])
            so_target(ctx->state.so_targets[i])->counter_valid = true;
    }
    ctx->stream_output.capturing = false;
}

/* ---- Captures of lowered stages */

bool gv_stream_output_target(const struct gv_state *state, unsigned i,
                             struct gv_capture_target *out_target)
{
    const struct so_target *t = i < state->num_so_targets ? so_target(state->so_targets[i]) : NULL;
    if (!t)
        return false;
    struct gv_storage *buffer = storage_of(t->base.buffer);
    *out_target = (struct gv_capture_target){
        .buffer = buffer,
        .counter = storage_of(t->counter),
        .address = buffer->buffer.address + t->base.buffer_offset,
        .size_B = t->base.buffer_size,
        .counted = t->counter_valid,
    };
    return true;
}

void gv_stream_output_captured(const struct gv_state *state)
{
    const struct gv_shader *last = gv_last_vertex_shader(state);
    for (unsigned i = 0; i < state->num_so_targets; i++) {
        struct so_target *t = so_target(state->so_targets[i]);
        if (!t || !last->stream_output.stride_dw[i])
            continue;
        t->stride_B = last->stream_output.stride_dw[i] * 4u;
        t->counter_valid = true;
        gv_resource_mark_written(gv_resource(t->base.buffer), t->base.buffer_offset,
                                 t->base.buffer_size);
    }
}

/* ---- Draws of captured vertices */

bool gv_stream_output_indirect(struct gv_context *ctx, struct pipe_stream_output_target *target,
                               struct gv_indirect_draws *out_draws)
{
    struct so_target *t = so_target(target);
    gv_stream_output_end(ctx);
    if (!t->counter_valid || !t->stride_B)
        return false;
    *out_draws = (struct gv_indirect_draws){
        .num = 1,
        .counter = storage_of(t->counter),
        .vertex_B = t->stride_B,
        .max_count = t->base.buffer_size / t->stride_B,
    };
    return true;
}

uint32_t gv_stream_output_count(struct gv_context *ctx, struct pipe_stream_output_target *target)
{
    struct so_target *t = so_target(target);
    uint32_t written_B = 0;
    gv_stream_output_end(ctx);
    if (!t->counter_valid || !t->stride_B)
        return 0;
    pipe_buffer_read(&ctx->base, t->counter, 0, sizeof(written_B), &written_B);
    return written_B / t->stride_B;
}

void gv_stream_output_finish(struct gv_state *state)
{
    for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
        pipe_so_target_reference(&state->so_targets[i], NULL);
    state->num_so_targets = 0;
}

void gv_context_init_stream_output(struct gv_context *ctx)
{
    if (!ctx->dev->caps.transformFeedback && !gv_has_lowered_stages(ctx->dev))
        return;
    ctx->base.create_stream_output_target = create_stream_output_target;
    ctx->base.stream_output_target_destroy = stream_output_target_destroy;
    ctx->base.set_stream_output_targets = set_stream_output_targets;
}
