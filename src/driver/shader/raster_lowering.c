/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/raster_lowering.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "driver/shader/pipeline.h"
#include "driver/state/pass.h"
#include "driver/state/rasterizer.h"
#include "driver/state/sample_places.h"
#include "util/clamp.h"

/* ---- Lines */

static const struct gv_line_style *line_style(const struct gv_state *state,
                                              const struct gv_pass *pass)
{
    return &pass->rasterizer->line[gv_multisampling(state, pass->rasterizer)];
}

static void line_keys(const struct gv_state *state, const struct gv_pass *pass,
                      struct galvan_spirv_key *key)
{
    const struct gv_line_style *line = line_style(state, pass);
    if (!(pass->kind.draws & GV_DRAWS_LINES))
        return;
    key->fragment.line_stipple = line->lower_stipple;
    if (line->lower_smooth)
        key->fragment.line_smooth = pass->rasterizer->draws_quads ? 2 : 1;
    if (line->lower_stipple || line->lower_smooth)
        key->raster.extra_mask |= 1 << GALVAN_EXTRA_LINE_START | 1 << GALVAN_EXTRA_LINE_POSITION;
}

/* ---- Points */

bool gv_lowering_guards_points(const struct gv_state *state, const struct gv_pass *pass)
{
    return (pass->kind.draws & GV_DRAWS_POINTS) && !pass->rasterizer->draws_quads &&
           pass->rasterizer->state.point_tri_clip && gv_points_may_clip_by_center(state->dev);
}

/* Whether the state clips points by their centres, with clip distances for the sides of the view
 * volume. Shaders write these distances because devices are not trusted: lavapipe and SwiftShader
 * keep points that extend into the view volume. */
static bool clips_sides(const struct gv_pass *pass)
{
    return (pass->kind.draws & GV_DRAWS_POINTS) && !pass->rasterizer->state.point_tri_clip;
}

/* Whether points are "legacy points", as GL calls points that are not sprites. Only legacy points
 * can be round. */
static bool legacy_points(const struct gv_pass *pass)
{
    const struct pipe_rasterizer_state *r = &pass->rasterizer->state;
    return (pass->kind.draws & GV_DRAWS_POINTS) && !r->point_quad_rasterization &&
           !r->sprite_coord_enable && pass->kind.form != GV_FORM_LINE_ENDS;
}

/* Whether points are circles: multisampled legacy points. */
static bool circles(const struct gv_state *state, const struct gv_pass *pass)
{
    return legacy_points(pass) && gv_multisampling(state, pass->rasterizer) &&
           state->fb.samples <= 16 && state->dev->properties.limits.standardSampleLocations;
}

static bool smooth_points(const struct gv_state *state, const struct gv_pass *pass)
{
    return legacy_points(pass) && !gv_multisampling(state, pass->rasterizer) &&
           pass->rasterizer->state.point_smooth;
}

static bool whole_points(const struct gv_state *state, const struct gv_pass *pass)
{
    return legacy_points(pass) && !gv_multisampling(state, pass->rasterizer) &&
           !pass->rasterizer->state.point_smooth;
}

static inline bool size_per_vertex(const struct gv_state *state, const struct gv_pass *pass)
{
    return pass->rasterizer->state.point_size_per_vertex &&
           gv_pass_last_vertex_shader(state, pass)->info->writes_psize;
}

void gv_lowering_point_sizes(const struct gv_state *state, const struct gv_pass *pass,
                             float out_range[2])
{
    const float *range = state->dev->properties.limits.pointSizeRange;
    float low = range[0], high = state->dev->caps.largePoints ? range[1] : 1.0f;
    if (pass->rasterizer->draws_quads)
        high = GV_MAX_QUAD_WIDTH;
    out_range[0] = low;
    out_range[1] = high;
    if (pass->kind.form == GV_FORM_LINE_ENDS)
        out_range[0] = out_range[1] = 1.0f;
    if (pass->kind.form == GV_FORM_LINE_ENDS || size_per_vertex(state, pass))
        return;
    float size = gv_clamp(pass->rasterizer->state.point_size, low, high);
    if (whole_points(state, pass))
        size = size >= 1.5f ? floorf(size + 0.5f) : 1.0f;
    if (smooth_points(state, pass))
        size += 1.0f;
    out_range[0] = out_range[1] = gv_clamp(size, low, high);
}

static bool draws_point_quads(const struct gv_pass *pass)
{
    return pass->vertex && pass->rasterizer->draws_quads && (pass->kind.draws & GV_DRAWS_POINTS);
}

/* Returns the internal varyings for points: the centre of a round point, unless the shader selects
 * among viewports; and the point coordinate of expanded points, which the device does not
 * provide. */
static uint8_t point_extras(const struct gv_state *state, const struct gv_pass *pass)
{
    const bool round = circles(state, pass) || smooth_points(state, pass);
    const bool read = round || pass->rasterizer->state.sprite_coord_enable ||
                      state->shaders[GALVAN_STAGE_FRAGMENT]->info->reads_pcoord;
    uint8_t extras = 0;
    if (round && !gv_pass_last_vertex_shader(state, pass)->info->writes_viewport_index)
        extras |= 1 << GALVAN_EXTRA_LINE_START;
    if (read && draws_point_quads(pass))
        extras |= 1 << GALVAN_EXTRA_LINE_POSITION;
    return extras;
}

static void point_keys(const struct gv_state *state, const struct gv_pass *pass,
                       struct galvan_spirv_key *key)
{
    key->vertex.point_round = size_per_vertex(state, pass) && whole_points(state, pass);
    key->vertex.point_grow = size_per_vertex(state, pass) && smooth_points(state, pass);
    key->vertex.point_guard = gv_lowering_guards_points(state, pass);
    if (clips_sides(pass))
        key->vertex.clip_added |= GALVAN_CLIP_SIDES;
}

/* A viewport is only enlarged up to the device's limits: a device that clamped the viewport would
 * change the viewport's scale. */
void gv_lowering_guard(const struct gv_state *state, const struct gv_pass *pass,
                       float out_factors[2])
{
    const struct pipe_viewport_state *v = &state->viewports[gv_pass_viewport(pass)];
    const VkPhysicalDeviceLimits *limits = &state->dev->properties.limits;
    float sizes[2];
    gv_lowering_point_sizes(state, pass, sizes);
    for (unsigned i = 0; i < 2; i++) {
        float half = fabsf(v->scale[i]);
        float grown = half + 0.5f * sizes[1];
        grown = gv_clamp(grown, 0.0f, 0.5f * (float)limits->maxViewportDimensions[i]);
        grown = gv_clamp(grown, 0.0f, v->translate[i] - limits->viewportBoundsRange[0] - 1.0f);
        grown = gv_clamp(grown, 0.0f, limits->viewportBoundsRange[1] - 1.0f - v->translate[i]);
        out_factors[i] = half > 0.0f && grown > half ? grown / half : 1.0f;
    }
}

/* ---- Clipping */

/* Returns the mask of enabled clip planes or distances that may clip. Distances that the shader
 * does not write never clip. Planes that are all zero, as in the initial state, never clip
 * either. */
static uint32_t clip_mask(const struct gv_state *state, const struct gv_pass *pass)
{
    uint32_t enabled = pass->rasterizer->state.clip_plane_enable;
    unsigned num_distances = gv_pass_last_vertex_shader(state, pass)->info->num_clipdist;
    return enabled & (num_distances ? (1u << num_distances) - 1 : state->clip_planes_mask);
}

/* Returns the internal varyings for clip distances, if the device lacks clip distances. */
static uint8_t clip_extras(const struct gv_state *state, const struct gv_pass *pass)
{
    const struct gv_rasterizer *rast = pass->rasterizer;
    uint32_t planes = clip_mask(state, pass);
    unsigned num = planes ? 32 - (unsigned)__builtin_clz(planes) : 0;
    num += (unsigned)__builtin_popcount(rast->clip_added) + clips_sides(pass);
    if (state->dev->caps.shaderClipDistance || !num)
        return 0;
    return 1 << GALVAN_EXTRA_CLIP_0 | (num > 4) << GALVAN_EXTRA_CLIP_1;
}

static uint8_t cull_extras(const struct gv_state *state, const struct gv_pass *pass)
{
    unsigned num = gv_pass_last_vertex_shader(state, pass)->info->num_culldist;
    if (!num || state->screen->spirv_device.cull != GALVAN_CULL_VARYINGS)
        return 0;
    return (uint8_t)(1 << GALVAN_EXTRA_CULL_0 | (num > 4) << GALVAN_EXTRA_CULL_1);
}

/* ---- Depth */

static uint8_t depth_extras(const struct gv_pass *pass)
{
    return (uint8_t)(pass->rasterizer->lower_depth_clamp << GALVAN_EXTRA_DEPTH);
}

/* ---- Primitive ids in lists that lowered stages emit, where the device's ids would differ */

static uint8_t primitive_extras(const struct gv_state *state, const struct gv_pass *pass)
{
    bool read = pass->vertex && state->shaders[GALVAN_STAGE_FRAGMENT]->info->reads_primitive_id;
    return (uint8_t)(read << GALVAN_EXTRA_PRIMITIVE_ID);
}

static uint16_t extras(const struct gv_state *state, const struct gv_pass *pass)
{
    return clip_extras(state, pass) | cull_extras(state, pass) | point_extras(state, pass) |
           depth_extras(pass) | primitive_extras(state, pass);
}

/* ---- The edge rule */

/* Whether the vertex stage moves vertices for the bottom edge rule. True only for filled triangles,
 * since lines and points are moved as a whole (viewport.c). False if the shader selects among
 * viewports, since the rows of samples depend on the viewport. */
static bool has_edge_rule(const struct gv_state *state, const struct gv_pass *pass)
{
    return pass->rasterizer->state.bottom_edge_rule && (pass->kind.draws & GV_DRAWS_FILLED) &&
           !gv_pass_last_vertex_shader(state, pass)->info->writes_viewport_index;
}

void gv_lowering_edge(const struct gv_state *state, const struct gv_pass *pass, float out_edge[3])
{
    const VkPhysicalDeviceLimits *limits = &state->dev->properties.limits;
    const struct pipe_viewport_state *v = &state->viewports[gv_pass_viewport(pass)];
    float scale = v->scale[1], translate = v->translate[1];
    if (gv_pass_last_vertex_shader(state, pass)->info->window_space_position)
        scale = translate = 0.5f * (float)state->fb.place.window.height;
    if (!pass->rasterizer->state.half_pixel_center)
        translate += 0.5f;
    /* At standard locations, each of n samples is in the middle of one of n rows. With 16 samples,
     * each sample is at the upper end of its row. */
    uint32_t samples =
        gv_multisampling(state, pass->rasterizer) && !pass->kind.sample ? state->fb.samples : 1;
    float first = samples == 1 ? gv_sample_place_row(state, pass) : samples == 16 ? 0.0f : 0.5f;
    bool known = samples == 1 || (samples <= 16 && limits->standardSampleLocations);
    float rows = (float)samples;
    out_edge[0] = scale * rows;
    out_edge[1] = translate * rows - first;
    out_edge[2] = known ? ldexpf(rows, -(int)limits->subPixelPrecisionBits) : 0.0f;
}

/* ---- Keys */

/* Drops the internal varyings from the key if the device supports too few varyings for them. */
static void drop_extras(const struct gv_state *state, uint64_t inputs_mask,
                        struct galvan_spirv_key *key)
{
    uint32_t num = (uint32_t)__builtin_popcountll(inputs_mask) +
                   (uint32_t)__builtin_popcount(key->raster.extra_mask);
    if (num <= gv_device_varyings(state->dev))
        return;
    key->raster.extra_mask = 0;
    key->fragment.line_stipple = false;
    key->fragment.line_smooth = 0;
}

enum {
    /* Number of locations for varyings and captured pieces: 32, minus 4 for the position, a point
     * size, a layer and 8 distances, which count against Vulkan's limit, too. */
    MAX_SHARED_LOCATIONS = 28,
};

/* Returns how many varyings the fragment shader may read from locations; other varyings are
 * spilled. This is the device's limit, reduced so that each captured output has a location, too. */
static uint32_t max_varyings_read(const struct gv_state *state)
{
    const uint32_t most = gv_device_varyings(state->dev);
    const uint32_t captured = gv_last_vertex_shader(state)->stream_output.num_captures;
    if (!captured || !state->dev->caps.transformFeedback)
        return most;
    const uint32_t left = captured < MAX_SHARED_LOCATIONS ? MAX_SHARED_LOCATIONS - captured : 0;
    return left < most ? left : most;
}

/* Returns the mask of the fragment shader's varyings that spill: the upper slots. The lowest
 * max_varyings_read() - num_extras varyings are read from locations. */
static uint64_t spilled_slots(const struct gv_state *state, uint32_t num_extras)
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    const struct galvan_spirv_key reader = {.fragment.light_twoside =
                                                state->rasterizer->state.light_twoside};
    uint64_t slots = galvan_spirv_inputs(fs->tgsi, &reader);
    for (uint32_t i = num_extras; i < max_varyings_read(state); i++)
        slots &= slots - 1;
    return slots;
}

static uint64_t spill(const struct gv_state *state, struct galvan_spirv_key *key)
{
    const struct galvan_tgsi_info *fs = state->shaders[GALVAN_STAGE_FRAGMENT]->info;
    key->raster.extra_mask |= (uint16_t)(1u << GALVAN_EXTRA_SPILL_ENTRIES |
                                         (unsigned)fs->places_mask << GALVAN_EXTRA_SPILL_WEIGHTS);
    return spilled_slots(state, (uint32_t)__builtin_popcount(key->raster.extra_mask));
}

void gv_lowering_fragment_key(const struct gv_state *state, const struct gv_pass *pass,
                              struct galvan_spirv_key *key)
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    key->fragment.whole_pixels = pass->kind.sample != 0;
    key->fragment.persample |= key->fragment.whole_pixels;
    key->raster.point_quads = draws_point_quads(pass);
    line_keys(state, pass, key);
    key->raster.extra_mask |= extras(state, pass);
    if (gv_spills(state))
        key->fragment.spilled_mask = spill(state, key);
    drop_extras(state, galvan_spirv_inputs(fs->tgsi, key), key);
    if (circles(state, pass))
        key->fragment.point_smooth = (uint8_t)state->fb.samples;
    else if (smooth_points(state, pass))
        key->fragment.point_smooth = 1;
}

void gv_lowering_vertex_key(const struct gv_state *state, const struct gv_pass *pass,
                            const struct gv_shader *shader, struct galvan_spirv_key *key)
{
    const struct gv_rasterizer *rast = pass->rasterizer;
    key->raster.point_quads = draws_point_quads(pass);
    key->vertex.clip_plane_mask = (uint8_t)clip_mask(state, pass);
    key->vertex.clip_added = rast->clip_added;
    key->vertex.edge_rule = has_edge_rule(state, pass);
    if (shader->info->writes_psize || (pass->kind.draws & GV_DRAWS_POINTS))
        point_keys(state, pass, key);
    if (state->shaders[GALVAN_STAGE_FRAGMENT]) {
        line_keys(state, pass, key);
        key->raster.extra_mask |= extras(state, pass);
        if (gv_spills(state))
            key->vertex.consumer_mask &= ~spill(state, key);
        drop_extras(state, key->vertex.consumer_mask, key);
        key->fragment.line_stipple = false; /* line stipple and smoothing belong to the fragment
                                               shader's key */
        key->fragment.line_smooth = 0;
    }
    if (!state->dev->caps.shaderClipDistance &&
        !(key->raster.extra_mask & 1 << GALVAN_EXTRA_CLIP_0))
        key->vertex.clip_plane_mask = key->vertex.clip_added = 0;
}

/* ---- Values */

void gv_lowering_window(const struct gv_state *state, const struct gv_rasterizer *rast,
                        unsigned viewport, float out_window[4])
{
    const struct pipe_viewport_state *v = &state->viewports[viewport];
    float center = rast->state.half_pixel_center ? 0.0f : 0.5f;
    const float origin[2] = {(float)state->fb.place.rect.offset.x,
                             (float)state->fb.place.rect.offset.y};
    for (unsigned i = 0; i < 2; i++) {
        out_window[i] = v->scale[i];
        out_window[2 + i] = v->translate[i] + center - origin[i];
    }
}

/* Returns the line width that the fragment shader uses, at least one pixel. Smooth lines are drawn
 * one pixel wider than this width, unless the device's limit does not allow that. */
static float line_width(const struct gv_line_style *line)
{
    if (!line->lower_smooth)
        return line->drawn_width;
    return line->drawn_width > 2.0f ? line->drawn_width - 1.0f : 1.0f;
}

/* Writes the parameters of lines to the driver block. In aliased lines, pixels are counted from the
 * centre of the line's first pixel. */
static void set_line(const struct gv_state *state, const struct gv_pass *pass,
                     struct galvan_driver_block *block)
{
    const struct pipe_rasterizer_state *r = &pass->rasterizer->state;
    const struct gv_line_style *line = line_style(state, pass);
    bool whole = !gv_multisampling(state, pass->rasterizer) && !r->line_smooth;
    block->line[0] = line_width(line);
    block->line[1] = (float)(r->line_stipple_factor + 1u);
    block->line[2] = (float)r->line_stipple_pattern;
    block->line[3] = whole ? 31.0f / 64.0f : 0.0f;
}

static void set_guard(const struct gv_state *state, const struct gv_pass *pass,
                      struct galvan_driver_block *block)
{
    float factors[2] = {1.0f, 1.0f};
    if (gv_lowering_guards_points(state, pass))
        gv_lowering_guard(state, pass, factors);
    block->guard[0] = 1.0f / factors[0];
    block->guard[1] = 1.0f / factors[1];
    block->guard[2] = block->guard[3] = 1.0f;
}

bool gv_lowering_update_block(const struct gv_state *state, const struct gv_pass *pass,
                              struct galvan_driver_block *block)
{
    /* Compares only the fields from `window` to `guard`: the whole block is large, and its
     * constants change often. */
    float before[12];
    _Static_assert(offsetof(struct galvan_driver_block, guard) + sizeof(block->guard) -
                           offsetof(struct galvan_driver_block, window) ==
                       sizeof(before),
                   "window, line and guard lie behind each other");
    const char *values = (const char *)block + offsetof(struct galvan_driver_block, window);
    memcpy(before, values, sizeof(before));
    gv_lowering_window(state, pass->rasterizer, gv_pass_viewport(pass), block->window);
    set_line(state, pass, block);
    set_guard(state, pass, block);
    return memcmp(before, values, sizeof(before)) != 0;
}
