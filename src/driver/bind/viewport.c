/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Viewports and scissors. A program whose last vertex stage selects among viewports uses all
 * viewports; other programs use only the first. Vulkan does not allow empty viewports, so an empty
 * viewport gets an empty scissor instead. */
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
    memcpy(&ctx->state.viewports[start], states, num * sizeof(*states));
    uint32_t mirrored = ctx->state.mirrored_viewports;
    for (unsigned i = start; i < start + num; i++) {
        mirrored &= ~(1u << i);
        if (ctx->state.viewports[i].scale[0] < 0.0f)
            mirrored |= 1u << i;
    }
    gv_input_changed(&ctx->graphics, GV_INPUT_VIEWPORTS);
    if (mirrored == ctx->state.mirrored_viewports)
        return;
    if (!mirrored != !ctx->state.mirrored_viewports)
        gv_input_changed(&ctx->graphics, GV_INPUT_MIRRORED_VIEWPORTS);
    ctx->state.mirrored_viewports = mirrored;
}

static void set_scissor_states(struct pipe_context *pctx, unsigned start, unsigned num,
                               const struct pipe_scissor_state *states)
{
    struct gv_context *ctx = gv_context(pctx);
    if (start > GV_MAX_VIEWPORTS || num > GV_MAX_VIEWPORTS - start)
        return;
    for (unsigned i = 0; i < num; i++)
        ctx->state.scissors[start + i] = states[i];
    gv_input_changed(&ctx->graphics, GV_INPUT_SCISSORS);
}

void gv_viewports_choose(const struct gv_state *state, const struct gv_pass *pass,
                         struct gv_derived *derived, struct gv_bind_point *graphics)
{
    const struct gv_shader *last = gv_pass_last_vertex_shader(state, pass);
    uint32_t num = 1;
    if (last->info->writes_viewport_index && gv_has_viewport_arrays(state->dev) &&
        !pass->kind.viewports)
        num = GV_MAX_VIEWPORTS;
    bool window_space = last->info->window_space_position;
    if (num == derived->num_viewports && window_space == derived->window_space)
        return;
    derived->window_space = window_space;
    derived->num_viewports = num;
    gv_input_changed(graphics, GV_INPUT_VIEWPORT_COUNT);
}

/* ---- Emitters */

/* Computes the distance in pixels by which the device's viewport lies to the right of and below the
 * frontend's viewport. If the frontend's pixel centres are at whole numbers, the distance includes
 * half a pixel, since Vulkan's pixel centres lie half a pixel further. The origin of a framebuffer
 * split is subtracted. Vulkan assigns a pixel whose centre is on an edge to the primitive below or
 * to the right of the edge. For the other edge rule in y, lines and points are moved down by one
 * subpixel. For triangles, the shader moves each vertex (galvan_spirv_key.vertex.edge_rule). */
static void viewport_shift(const struct gv_state *state, const struct gv_pass *pass,
                           float out_shift[2])
{
    const struct pipe_rasterizer_state *r = &pass->rasterizer->state;
    gv_sample_place_shift(state, pass, out_shift);
    for (unsigned i = 0; i < 2; i++)
        out_shift[i] += r->half_pixel_center ? 0.0f : 0.5f;
    out_shift[0] -= (float)state->fb.place.rect.offset.x;
    out_shift[1] -= (float)state->fb.place.rect.offset.y;
    if (r->bottom_edge_rule &&
        ((pass->kind.draws & GV_DRAWS_LINES) || (pass->kind.draws & GV_DRAWS_POINTS)))
        out_shift[1] += ldexpf(1.0f, -(int)state->dev->properties.limits.subPixelPrecisionBits);
}

void gv_viewport_depth_range(const struct gv_state *state, const struct gv_pass *pass, unsigned i,
                             float out_range[2])
{
    const struct pipe_viewport_state *v = &state->viewports[i];
    bool halfz = pass->rasterizer->state.clip_halfz;
    out_range[0] = 0.0f;
    out_range[1] = 1.0f;
    if (gv_pass_last_vertex_shader(state, pass)->info->window_space_position)
        return;
    out_range[0] = gv_clamp(halfz ? v->translate[2] : v->translate[2] - v->scale[2], 0.0f, 1.0f);
    out_range[1] = gv_clamp(v->translate[2] + v->scale[2], 0.0f, 1.0f);
}

/* A viewport along one axis. `half` is negative if the viewport is flipped. */
struct span {
    float center, half;
};

/* Computes the spans of viewport i in x and y. The width is never negative: if the x scale is
 * negative, the last vertex stage mirrors x. Shaders that write window coordinates use the whole
 * window. */
static void find_spans(const struct gv_state *state, const struct gv_pass *pass, unsigned i,
                       struct span out_spans[2])
{
    const struct pipe_viewport_state *v = &state->viewports[i];
    float guard[2] = {1.0f, 1.0f}, shift[2];
    viewport_shift(state, pass, shift);
    if (gv_pass_last_vertex_shader(state, pass)->info->window_space_position) {
        const float half[2] = {0.5f * (float)state->fb.place.window.width,
                               0.5f * (float)state->fb.place.window.height};
        for (unsigned k = 0; k < 2; k++)
            out_spans[k] = (struct span){half[k] + shift[k], half[k]};
        return;
    }
    if (gv_lowering_guards_points(state, pass))
        gv_lowering_guard(state, pass, guard);
    for (unsigned k = 0; k < 2; k++)
        out_spans[k] = (struct span){v->translate[k] + shift[k], v->scale[k] * guard[k]};
    out_spans[0].half = fabsf(out_spans[0].half);
}

/* Returns the part of a viewport's span that can be visible in a split, in pixels of the split. The
 * part includes a margin from which points and lines extend into the split. */
static struct span clip_to_tile(const struct gv_state *state, unsigned axis, struct span span)
{
    const VkPhysicalDeviceLimits *limits = &state->dev->properties.limits;
    const VkExtent2D *extent = &state->fb.place.rect.extent;
    const float size = (float)(axis ? extent->height : extent->width);
    const float room = 0.5f * ((float)limits->maxViewportDimensions[axis] - size);
    const float begin = span.center - fabsf(span.half), end = span.center + fabsf(span.half);
    if (begin >= -room && end <= size + room)
        return span;
    const float low = gv_clamp(begin, -room, size + room);
    const float high = gv_clamp(end, -room, size + room);
    return (struct span){0.5f * (low + high), copysignf(0.5f * (high - low), span.half)};
}

void gv_viewport_push_tile(const struct gv_state *state, const struct gv_pass *pass,
                           struct galvan_push_block *push)
{
    const VkOffset2D *origin = &state->fb.place.rect.offset;
    struct span spans[2];
    find_spans(state, pass, gv_pass_viewport(pass), spans);
    for (unsigned k = 0; k < 2; k++) {
        const struct span whole = spans[k], part = clip_to_tile(state, k, whole);
        const bool empty = part.half == 0.0f;
        push->tile_origin[k] = (float)(k ? origin->y : origin->x);
        push->tile_scale[k] = empty ? 1.0f : whole.half / part.half;
        push->tile_offset[k] = empty ? 0.0f : (whole.center - part.center) / part.half;
    }
}

/* Returns viewport i in Vulkan's form, within the device's limits. */
static VkViewport translate_viewport(const struct gv_state *state, const struct gv_pass *pass,
                                     unsigned i)
{
    const VkPhysicalDeviceLimits *limits = &state->dev->properties.limits;
    const float low = limits->viewportBoundsRange[0], high = limits->viewportBoundsRange[1];
    float begin[2], size[2], depth_range[2];
    struct span spans[2];
    gv_viewport_depth_range(state, pass, i, depth_range);
    find_spans(state, pass, i, spans);
    for (unsigned k = 0; k < 2; k++) {
        const struct span s = state->fb.place.is_tile ? clip_to_tile(state, k, spans[k]) : spans[k];
        const float max = (float)limits->maxViewportDimensions[k];
        begin[k] = gv_clamp(s.center - s.half, low, high);
        size[k] = gv_clamp(gv_clamp(s.center + s.half, low, high) - begin[k], -max, max);
    }
    return (VkViewport){begin[0], begin[1], size[0], size[1], depth_range[0], depth_range[1]};
}

/* Clips rect to the pixels whose centres are in the viewport. */
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

/* Clips rect to the split, and translates rect to the split's coordinates. */
static void move_to_tile(const struct gv_state *state, VkRect2D *rect)
{
    const VkRect2D *tile = &state->fb.place.rect;
    const int64_t at[] = {(int64_t)rect->offset.x - tile->offset.x,
                          (int64_t)rect->offset.y - tile->offset.y};
    const int64_t ends[] = {at[0] + rect->extent.width, at[1] + rect->extent.height};
    const int64_t sizes[] = {tile->extent.width, tile->extent.height};
    int64_t begin[2], end[2];
    for (unsigned i = 0; i < 2; i++) {
        begin[i] = at[i] < 0 ? 0 : at[i] > sizes[i] ? sizes[i] : at[i];
        end[i] = ends[i] < begin[i] ? begin[i] : ends[i] > sizes[i] ? sizes[i] : ends[i];
    }
    *rect = (VkRect2D){{(int32_t)begin[0], (int32_t)begin[1]},
                       {(uint32_t)(end[0] - begin[0]), (uint32_t)(end[1] - begin[1])}};
}

void gv_emit_scissors(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    VkRect2D rects[GV_MAX_VIEWPORTS];
    const unsigned first = gv_pass_viewport(pass);
    bool discards = pass->rasterizer->state.rasterizer_discard && ctx->state.keeps_discarded;
    for (uint32_t i = 0; i < ctx->derived.num_viewports; i++) {
        VkRect2D *rect = &rects[i];
        *rect = (VkRect2D){
            .extent = {ctx->state.fb.place.window.width, ctx->state.fb.place.window.height}};
        if (pass->rasterizer->state.scissor) {
            const struct pipe_scissor_state *s = &ctx->state.scissors[first + i];
            rect->offset.x = (int32_t)s->minx;
            rect->offset.y = (int32_t)s->miny;
            rect->extent.width = s->maxx > s->minx ? s->maxx - s->minx : 0;
            rect->extent.height = s->maxy > s->miny ? s->maxy - s->miny : 0;
        }
        if (gv_lowering_guards_points(&ctx->state, pass))
            clip_to_viewport(&ctx->state.viewports[first + i], rect);
        if (ctx->state.fb.place.is_tile)
            move_to_tile(&ctx->state, rect);
        if (ctx->derived.empty_viewports >> i & 1 || discards)
            rect->extent = (VkExtent2D){0, 0};
    }
    if (ctx->dev->caps.extendedDynamicState)
        ctx->dev->vk.vkCmdSetScissorWithCount(cmd, ctx->derived.num_viewports, rects);
    else
        ctx->dev->vk.vkCmdSetScissor(cmd, 0, ctx->derived.num_viewports, rects);
}

void gv_emit_viewports(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    VkViewport viewports[GV_MAX_VIEWPORTS];
    uint32_t empty_mask = 0;
    for (uint32_t i = 0; i < ctx->derived.num_viewports; i++) {
        VkViewport *v = &viewports[i];
        *v = translate_viewport(&ctx->state, pass, gv_pass_viewport(pass) + i);
        if (v->width > 0.0f && v->height != 0.0f)
            continue;
        empty_mask |= 1u << i;
        *v = (VkViewport){.width = 1.0f, .height = 1.0f};
    }
    if (ctx->dev->caps.extendedDynamicState)
        ctx->dev->vk.vkCmdSetViewportWithCount(cmd, ctx->derived.num_viewports, viewports);
    else
        ctx->dev->vk.vkCmdSetViewport(cmd, 0, ctx->derived.num_viewports, viewports);
    if (empty_mask != ctx->derived.empty_viewports) {
        ctx->derived.empty_viewports = empty_mask;
        gv_emit_scissors(ctx, pass, cmd);
    }
}

void gv_context_init_viewports(struct gv_context *ctx)
{
    ctx->base.set_viewport_states = set_viewport_states;
    ctx->base.set_scissor_states = set_scissor_states;
    ctx->derived.num_viewports = 1;
}
