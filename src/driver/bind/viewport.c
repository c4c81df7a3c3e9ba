/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Viewports and scissors. A program whose last vertex stage chooses among them has all of them,
 * every other one the first alone. Vulkan wants viewports of some width: one that is empty gets a
 * scissor that is. */
#include "driver/bind/viewport.h"

#include <math.h>
#include <string.h>

#include "driver/context.h"
#include "driver/query/queries.h"
#include "driver/screen/caps.h"
#include "driver/shader/raster_lowering.h"
#include "driver/state/inputs.h"
#include "driver/state/pass.h"
#include "driver/state/sample_places.h"
#include "util/clamp.h"

static void set_viewport_states(struct pipe_context *pctx, unsigned start, unsigned num,
                                const struct pipe_viewport_state *states)
{
    struct gv_context *ctx = gv_context(pctx);
    if (start > GV_MAX_VIEWPORTS || num > GV_MAX_VIEWPORTS - start)
        return;
    memcpy(&ctx->viewports[start], states, num * sizeof(*states));
    uint32_t mirrored = ctx->mirrored_viewports;
    for (unsigned i = start; i < start + num; i++) {
        mirrored &= ~(1u << i);
        if (ctx->viewports[i].scale[0] < 0.0f)
            mirrored |= 1u << i;
    }
    gv_input_changed(&ctx->graphics, GV_INPUT_VIEWPORTS);
    if (mirrored == ctx->mirrored_viewports)
        return;
    if (!mirrored != !ctx->mirrored_viewports)
        gv_input_changed(&ctx->graphics, GV_INPUT_MIRRORED_VIEWPORTS);
    ctx->mirrored_viewports = mirrored;
}

static void set_scissor_states(struct pipe_context *pctx, unsigned start, unsigned num,
                               const struct pipe_scissor_state *states)
{
    struct gv_context *ctx = gv_context(pctx);
    if (start > GV_MAX_VIEWPORTS || num > GV_MAX_VIEWPORTS - start)
        return;
    memcpy(&ctx->scissors[start], states, num * sizeof(*states));
    gv_input_changed(&ctx->graphics, GV_INPUT_SCISSORS);
}

void gv_viewports_choose(struct gv_context *ctx, const struct gv_pass *pass)
{
    const struct gv_shader *last = gv_pass_last_vertex_shader(ctx, pass);
    uint32_t num = 1;
    if (last->info->writes_viewport_index && gv_has_viewport_arrays(ctx->dev))
        num = GV_MAX_VIEWPORTS;
    bool window_space = last->info->window_space_position;
    if (num == ctx->num_viewports && window_space == ctx->window_space)
        return;
    ctx->window_space = window_space;
    ctx->num_viewports = num;
    gv_input_changed(&ctx->graphics, GV_INPUT_VIEWPORT_COUNT);
}

/* ---- Emitters */

/* By how far everything is drawn to the right and further down than the frontend says. Where its
 * pixels have their centres at whole numbers, Vulkan has them half a pixel further. And Vulkan
 * gives a pixel whose centre is on an edge to what lies below or to the right of it: the other
 * rule, for edges above and below, is the same with lines and points a subpixel down. Of triangles
 * vertices move one by one (galvan_spirv_key.edge_rule). */
static void viewport_shift(const struct gv_context *ctx, const struct gv_pass *pass,
                           float out_shift[2])
{
    const struct pipe_rasterizer_state *r = &pass->rasterizer->state;
    gv_sample_place_shift(ctx, pass, out_shift);
    for (unsigned i = 0; i < 2; i++)
        out_shift[i] += r->half_pixel_center ? 0.0f : 0.5f;
    if (r->bottom_edge_rule &&
        ((pass->kind.draws & GV_DRAWS_LINES) || (pass->kind.draws & GV_DRAWS_POINTS)))
        out_shift[1] += ldexpf(1.0f, -(int)ctx->dev->properties.limits.subPixelPrecisionBits);
}

void gv_viewport_depth_range(const struct gv_context *ctx, const struct gv_pass *pass, unsigned i,
                             float out_range[2])
{
    const struct pipe_viewport_state *v = &ctx->viewports[i];
    bool halfz = pass->rasterizer->state.clip_halfz;
    out_range[0] = 0.0f;
    out_range[1] = 1.0f;
    if (ctx->window_space)
        return;
    out_range[0] = gv_clamp(halfz ? v->translate[2] : v->translate[2] - v->scale[2], 0.0f, 1.0f);
    out_range[1] = gv_clamp(v->translate[2] + v->scale[2], 0.0f, 1.0f);
}

/* In Vulkan's terms and limits. A width is never negative: where the scale is, the last vertex
 * stage mirrors x. */
static VkViewport translate_viewport(const struct gv_context *ctx, const struct gv_pass *pass,
                                     unsigned i)
{
    const struct pipe_viewport_state *v = &ctx->viewports[i];
    const VkPhysicalDeviceLimits *limits = &ctx->dev->properties.limits;
    float low = limits->viewportBoundsRange[0], high = limits->viewportBoundsRange[1];
    float half_width = v->scale[0] < 0.0f ? -v->scale[0] : v->scale[0];
    float depth_range[2];
    gv_viewport_depth_range(ctx, pass, i, depth_range);
    float guard[2] = {1.0f, 1.0f};
    if (gv_lowering_guards_points(ctx, pass))
        gv_lowering_guard(ctx, pass, guard);
    half_width *= guard[0];
    float half_height = v->scale[1] * guard[1];
    float shift[2];
    viewport_shift(ctx, pass, shift);
    float x = v->translate[0] + shift[0];
    float y = v->translate[1] + shift[1];
    float x0 = gv_clamp(x - half_width, low, high);
    float x1 = gv_clamp(x + half_width, low, high);
    float y0 = gv_clamp(y - half_height, low, high);
    float y1 = gv_clamp(y + half_height, low, high);
    float max_w = (float)limits->maxViewportDimensions[0];
    float max_h = (float)limits->maxViewportDimensions[1];
    return (VkViewport){
        .x = x0,
        .y = y0,
        .width = gv_clamp(x1 - x0, 0.0f, max_w),
        .height = gv_clamp(y1 - y0, -max_h, max_h),
        .minDepth = depth_range[0],
        .maxDepth = depth_range[1],
    };
}

/* For shaders that write window coordinates. */
static VkViewport window_viewport(const struct gv_context *ctx, const struct gv_pass *pass)
{
    float shift[2];
    viewport_shift(ctx, pass, shift);
    return (VkViewport){.x = shift[0],
                        .y = shift[1],
                        .width = (float)ctx->fb.width,
                        .height = (float)ctx->fb.height,
                        .maxDepth = 1.0f};
}

/* The pixels of rect whose centres lie in the viewport. */
static void clip_to_viewport(const struct pipe_viewport_state *v, VkRect2D *rect)
{
    int32_t offset[] = {rect->offset.x, rect->offset.y};
    uint32_t extent[] = {rect->extent.width, rect->extent.height};
    for (unsigned i = 0; i < 2; i++) {
        float half = fabsf(v->scale[i]);
        float most = (float)offset[i] + (float)extent[i];
        float begin = gv_clamp(ceilf(v->translate[i] - half - 0.5f), (float)offset[i], most);
        float end = gv_clamp(ceilf(v->translate[i] + half - 0.5f), begin, most);
        offset[i] = (int32_t)begin;
        extent[i] = (uint32_t)(end - begin);
    }
    *rect = (VkRect2D){{offset[0], offset[1]}, {extent[0], extent[1]}};
}

void gv_emit_scissors(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    VkRect2D rects[GV_MAX_VIEWPORTS];
    const unsigned first = gv_pass_viewport(pass);
    bool discards =
        pass->rasterizer->state.rasterizer_discard && gv_queries_keep_discarded(&ctx->queries);
    for (uint32_t i = 0; i < ctx->num_viewports; i++) {
        VkRect2D *rect = &rects[i];
        *rect = (VkRect2D){.extent = {ctx->fb.width, ctx->fb.height}};
        if (pass->rasterizer->state.scissor) {
            const struct pipe_scissor_state *s = &ctx->scissors[first + i];
            rect->offset.x = (int32_t)s->minx;
            rect->offset.y = (int32_t)s->miny;
            rect->extent.width = s->maxx > s->minx ? s->maxx - s->minx : 0;
            rect->extent.height = s->maxy > s->miny ? s->maxy - s->miny : 0;
        }
        if (gv_lowering_guards_points(ctx, pass))
            clip_to_viewport(&ctx->viewports[first + i], rect);
        if (ctx->empty_viewports >> i & 1 || discards)
            rect->extent = (VkExtent2D){0, 0};
    }
    if (ctx->dev->caps.extendedDynamicState)
        ctx->dev->vk.vkCmdSetScissorWithCount(cmd, ctx->num_viewports, rects);
    else
        ctx->dev->vk.vkCmdSetScissor(cmd, 0, ctx->num_viewports, rects);
}

void gv_emit_viewports(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    VkViewport viewports[GV_MAX_VIEWPORTS];
    uint32_t empty_mask = 0;
    for (uint32_t i = 0; i < ctx->num_viewports; i++) {
        VkViewport *v = &viewports[i];
        if (ctx->window_space)
            *v = window_viewport(ctx, pass);
        else
            *v = translate_viewport(ctx, pass, gv_pass_viewport(pass) + i);
        if (v->width > 0.0f && v->height != 0.0f)
            continue;
        empty_mask |= 1u << i;
        *v = (VkViewport){.width = 1.0f, .height = 1.0f};
    }
    if (ctx->dev->caps.extendedDynamicState)
        ctx->dev->vk.vkCmdSetViewportWithCount(cmd, ctx->num_viewports, viewports);
    else
        ctx->dev->vk.vkCmdSetViewport(cmd, 0, ctx->num_viewports, viewports);
    if (empty_mask != ctx->empty_viewports) {
        ctx->empty_viewports = empty_mask;
        gv_emit_scissors(ctx, pass, cmd);
    }
}

void gv_context_init_viewports(struct gv_context *ctx)
{
    ctx->base.set_viewport_states = set_viewport_states;
    ctx->base.set_scissor_states = set_scissor_states;
    ctx->num_viewports = 1;
}
