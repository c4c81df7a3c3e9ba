/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rasterizer state: its dynamic state, its part of the pipeline key, and its effect on shader
 * variants. */
#include "driver/state/rasterizer.h"

#include <math.h>
#include <stdlib.h>

#include "driver/screen/caps.h"
#include "driver/screen/screen.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/derived.h"
#include "driver/state/inputs.h"
#include "driver/state/pass.h"
#include "driver/state/state.h"
#include "util/clamp.h"

static VkPolygonMode polygon_mode(const struct gv_screen *screen,
                                  const struct pipe_rasterizer_state *state)
{
    /* Vulkan has one polygon mode for both faces. It is set to the mode of the face that is not
     * culled. */
    unsigned fill = (state->cull_face & PIPE_FACE_FRONT) ? state->fill_back : state->fill_front;
    if (!screen->dev->caps.fillModeNonSolid)
        return VK_POLYGON_MODE_FILL;
    switch (fill) {
    case PIPE_POLYGON_MODE_LINE:
        return VK_POLYGON_MODE_LINE;
    case PIPE_POLYGON_MODE_POINT:
        return VK_POLYGON_MODE_POINT;
    default:
        return VK_POLYGON_MODE_FILL;
    }
}

static VkCullModeFlags cull_mode(unsigned cull_face)
{
    VkCullModeFlags mode = VK_CULL_MODE_NONE;
    if (cull_face & PIPE_FACE_FRONT)
        mode |= VK_CULL_MODE_FRONT_BIT;
    if (cull_face & PIPE_FACE_BACK)
        mode |= VK_CULL_MODE_BACK_BIT;
    return mode;
}

static float clamped_line_width(const struct gv_screen *screen, float width)
{
    if (!screen->dev->caps.wideLines)
        return 1.0f;
    const float *range = screen->dev->properties.limits.lineWidthRange;
    if (!(width >= range[0]))
        return range[0];
    return width > range[1] ? range[1] : width;
}

/* Whether the device stipples lines of a rasterization mode. */
static bool has_stipple(const struct gv_vk_caps *caps, VkLineRasterizationModeEXT mode)
{
    switch (mode) {
    case VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT:
        return caps->stippledBresenhamLines;
    case VK_LINE_RASTERIZATION_MODE_RECTANGULAR_EXT:
        return caps->stippledRectangularLines;
    case VK_LINE_RASTERIZATION_MODE_RECTANGULAR_SMOOTH_EXT:
        return caps->stippledSmoothLines;
    default:
        return false;
    }
}

/* Chooses among GL's three kinds of lines: aliased lines with an integer width; smooth lines; and
 * rectangles, with multisampling. */
static struct gv_line_style line_style(const struct gv_screen *screen,
                                       const struct pipe_rasterizer_state *state, bool multisample)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    struct gv_line_style line = {.mode = VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT};
    const bool whole = !multisample && !state->line_smooth;
    const bool rectangles = gv_has_rectangles_alone(screen->dev);
    float width = state->line_width;
    if (multisample) {
        if (caps->rectangularLines)
            line.mode = VK_LINE_RASTERIZATION_MODE_RECTANGULAR_EXT;
    } else if (state->line_smooth) {
        if (caps->smoothLines)
            line.mode = VK_LINE_RASTERIZATION_MODE_RECTANGULAR_SMOOTH_EXT;
        else if (caps->rectangularLines)
            line.mode = VK_LINE_RASTERIZATION_MODE_RECTANGULAR_EXT;
        line.lower_smooth = !caps->smoothLines;
        width = width < 1.0f ? 1.0f : width;
        width += line.lower_smooth ? 1.0f : 0.0f; /* add the pixels that are partly covered */
    } else {
        if (caps->bresenhamLines)
            line.mode = VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT;
        width = width >= 1.5f ? floorf(width + 0.5f) : 1.0f;
    }
    line.width = clamped_line_width(screen, width);
    line.stipple = state->line_stipple_enable && has_stipple(caps, line.mode);
    line.lower_stipple = state->line_stipple_enable && !line.stipple;
    line.quads = gv_expands_lines(screen->dev) && (width > line.width || line.lower_smooth ||
                                                   line.lower_stipple || (whole && rectangles));
    line.drawn_width = line.quads ? gv_clamp(width, 1.0f, GV_MAX_QUAD_WIDTH) : line.width;
    return line;
}

/* Whether points must be expanded, since they may exceed the device's limit. Round points are drawn
 * one pixel larger than their size. */
static bool point_quads(const struct gv_screen *screen, const struct pipe_rasterizer_state *state)
{
    return gv_expands_points(screen->dev) &&
           (state->point_size_per_vertex || state->point_smooth || state->point_size > 1.0f);
}

static bool clips_near(const struct pipe_rasterizer_state *state)
{
    return state->depth_clip || state->depth_clip_near;
}

static bool clips_far(const struct pipe_rasterizer_state *state)
{
    return state->depth_clip || state->depth_clip_far;
}

/* Whether depth is clamped. Depth is always clamped at a plane that does not clip. */
static bool clamps_depth(const struct pipe_rasterizer_state *state)
{
    return state->depth_clamp || !clips_near(state) || !clips_far(state);
}

static bool lowers_depth_clamp(const struct gv_screen *screen,
                               const struct pipe_rasterizer_state *state)
{
    return clamps_depth(state) && !screen->dev->caps.depthClamp;
}

/* Returns the mask of depth planes, GALVAN_CLIP_*, that are implemented by clip distances. Vulkan
 * has one switch for both planes. Without VK_EXT_depth_clip_enable, this switch is depth clamp.
 * Clip distances are also used if shaders clamp depth, see lowers_depth_clamp(). */
static uint8_t clip_added(const struct gv_screen *screen, const struct pipe_rasterizer_state *state)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    bool near = clips_near(state), far = clips_far(state);
    if (near && far && (!state->depth_clamp || (caps->depthClamp && caps->depthClipEnable)))
        return 0;
    return (near ? GALVAN_CLIP_NEAR : 0) | (far ? GALVAN_CLIP_FAR : 0);
}

/* Whether the device clips depths as GL does. False if shaders clip or clamp depth, because shaders
 * do so in Vulkan's clip space. */
static bool clips_as_gl(const struct gv_screen *screen, const struct pipe_rasterizer_state *state)
{
    return screen->dev->caps.depthClipControl && !state->clip_halfz && !clip_added(screen, state) &&
           !lowers_depth_clamp(screen, state);
}

static uint32_t pipeline_bits(const struct gv_screen *screen, const struct gv_rasterizer *rast,
                              const struct gv_line_style *line)
{
    uint32_t key = 0;
    if (!screen->dynamic.polygon_mode)
        key |= (uint32_t)rast->polygon_mode << GV_RASTER_POLYGON_MODE_SHIFT;
    if (!screen->dynamic.depth_range && rast->depth_clamp)
        key |= GV_RASTER_DEPTH_CLAMP;
    if (!screen->dynamic.depth_range && rast->depth_clip)
        key |= GV_RASTER_DEPTH_CLIP;
    if (clips_as_gl(screen, &rast->state))
        key |= GV_RASTER_CLIP_GL;
    if (!rast->state.flatshade_first && screen->dev->caps.provokingVertexLast)
        key |= GV_RASTER_PROVOKING_LAST;
    if (line->stipple)
        key |= GV_RASTER_LINE_STIPPLE;
    key |= (uint32_t)line->mode << GV_RASTER_LINE_MODE_SHIFT;
    return key;
}

bool gv_points_may_clip_by_center(const struct gv_vk_device *dev)
{
    return dev->point_clipping.pointClippingBehavior == VK_POINT_CLIPPING_BEHAVIOR_ALL_CLIP_PLANES;
}

/* Whether shader variants under rast depend on the kind of primitives that are drawn. */
static bool sees_primitives(const struct gv_vk_device *dev, const struct gv_rasterizer *rast)
{
    const struct pipe_rasterizer_state *r = &rast->state;
    bool legacy = !r->point_quad_rasterization &&
                  (r->point_size_per_vertex || r->point_smooth || r->multisample);
    bool lines = false;
    for (unsigned i = 0; i < 2; i++)
        lines |= rast->line[i].lower_stipple || rast->line[i].lower_smooth;
    return legacy || lines || rast->draws_quads || r->sprite_coord_enable ||
           r->poly_stipple_enable || r->bottom_edge_rule || !r->point_tri_clip ||
           gv_points_may_clip_by_center(dev) || !dev->caps.shaderClipDistance;
}

static void translate(const struct gv_screen *screen, const struct pipe_rasterizer_state *state,
                      struct gv_rasterizer *rast)
{
    rast->state = *state;
    rast->polygon_mode = polygon_mode(screen, state);
    rast->depth_clamp = clamps_depth(state) && screen->dev->caps.depthClamp;
    rast->depth_clip = clips_near(state) && clips_far(state);
    for (unsigned i = 0; i < 2; i++) {
        rast->line[i] = line_style(screen, state, i != 0);
        rast->key[i] = pipeline_bits(screen, rast, &rast->line[i]);
    }
    rast->point_quads = point_quads(screen, state);
    rast->clip_added = clip_added(screen, state);
    rast->lower_depth_clamp = lowers_depth_clamp(screen, state);
    rast->sees_primitives = sees_primitives(screen->dev, rast);
    rast->cull_mode = cull_mode(state->cull_face);
    rast->front_face = state->front_ccw ? VK_FRONT_FACE_COUNTER_CLOCKWISE : VK_FRONT_FACE_CLOCKWISE;
    rast->offset[VK_POLYGON_MODE_FILL] = state->offset_tri;
    rast->offset[VK_POLYGON_MODE_LINE] = state->offset_line;
    rast->offset[VK_POLYGON_MODE_POINT] = state->offset_point;
}

static void translate_parts(const struct gv_screen *screen,
                            const struct pipe_rasterizer_state *state,
                            struct gv_rasterizer parts[GV_NUM_RASTER_PARTS])
{
    for (enum gv_raster_part i = 0; i < GV_NUM_RASTER_PARTS; i++) {
        struct pipe_rasterizer_state part = *state;
        if (i == GV_RASTER_FRONT)
            part.cull_face |= PIPE_FACE_BACK;
        if (i == GV_RASTER_BACK)
            part.cull_face |= PIPE_FACE_FRONT;
        if (i == GV_RASTER_COUNT)
            part.rasterizer_discard = 1;
        if (i == GV_RASTER_OUTLINE) {
            part.fill_front = part.fill_back = PIPE_POLYGON_MODE_FILL;
            part.cull_face = PIPE_FACE_NONE;
            part.offset_point = part.offset_line = part.offset_tri = 0;
        }
        translate(screen, &part, &parts[i]);
    }
}

static bool is_unfilled(const struct pipe_rasterizer_state *state)
{
    return !state->rasterizer_discard &&
           ((!(state->cull_face & PIPE_FACE_FRONT) &&
             state->fill_front != PIPE_POLYGON_MODE_FILL) ||
            (!(state->cull_face & PIPE_FACE_BACK) && state->fill_back != PIPE_POLYGON_MODE_FILL));
}

static bool wants_quads(const struct gv_rasterizer *rast)
{
    return rast->line[0].quads || rast->line[1].quads || rast->point_quads;
}

/* Lets the fragment shader implement smooth and stippled lines in place of the device. */
static void lower_line(const struct pipe_rasterizer_state *state, bool multisample,
                       struct gv_line_style *line)
{
    if (state->line_smooth && !multisample && !line->lower_smooth) {
        line->lower_smooth = true;
        line->drawn_width += 1.0f;
    }
    line->lower_stipple = state->line_stipple_enable;
    line->stipple = false;
}

/* Fills in the states of expanded lines and points. Each state that does not apply to lines and
 * points is off. All expanded lines and points have one orientation and are front faces. */
static void translate_quads(const struct gv_screen *screen,
                            const struct pipe_rasterizer_state *state,
                            struct gv_rasterizer quads[GV_NUM_RASTER_QUADS])
{
    struct pipe_rasterizer_state part = *state;
    part.rasterizer_discard = 1;
    translate(screen, &part, &quads[GV_RASTER_COUNT_NATIVE]);
    part = *state;
    part.fill_front = part.fill_back = PIPE_POLYGON_MODE_FILL;
    part.cull_face = PIPE_FACE_NONE;
    part.front_ccw = 1;
    part.offset_point = part.offset_line = part.offset_tri = 0;
    translate(screen, &part, &quads[GV_RASTER_QUADS]);
    quads[GV_RASTER_QUADS].draws_quads = true;
    for (unsigned i = 0; i < 2; i++)
        lower_line(state, i != 0, &quads[GV_RASTER_QUADS].line[i]);
    quads[GV_RASTER_QUADS].sees_primitives = sees_primitives(screen->dev, &quads[GV_RASTER_QUADS]);
}

/* Adds `num` derived states to `rast`, in the space that was allocated for them after `rast`.
 * Returns the first derived state. */
static struct gv_rasterizer *add_states(struct gv_rasterizer *rast, unsigned num)
{
    struct gv_rasterizer *added = rast + rast->num_states;
    rast->num_states += num;
    return added;
}

/* Returns a copy of `state` without the fields that affect neither the path nor the passes of a
 * draw: these fields are zero in the copy. The result is not valid for primitives that are divided
 * into parts or expanded. */
static struct pipe_rasterizer_state path_state(const struct pipe_rasterizer_state *state)
{
    struct pipe_rasterizer_state read = *state;
    read.clip_plane_enable = 0;
    read.scissor = 0;
    read.cull_face = 0;
    read.front_ccw = 0;
    read.offset_units = read.offset_scale = read.offset_clamp = 0.0f;
    return read;
}

struct gv_rasterizer *gv_rasterizer_create(struct gv_screen *screen,
                                           const struct pipe_rasterizer_state *state)
{
    struct gv_rasterizer whole = {.num_states = 1};
    translate(screen, state, &whole);
    const bool parts = is_unfilled(state), quads = wants_quads(&whole);
    const bool unstippled = state->line_last_pixel && state->line_stipple_enable;
    struct gv_rasterizer *rast = calloc(1 + (parts ? GV_NUM_RASTER_PARTS : 0) +
                                            (quads ? GV_NUM_RASTER_QUADS : 0) + unstippled,
                                        sizeof(*rast));
    if (!rast)
        return NULL;
    *rast = whole;
    rast->path_state = path_state(state);
    if (parts) {
        rast->parts = add_states(rast, GV_NUM_RASTER_PARTS);
        translate_parts(screen, state, rast->parts);
    }
    if (quads) {
        rast->quads = add_states(rast, GV_NUM_RASTER_QUADS);
        translate_quads(screen, state, rast->quads);
    }
    if (unstippled) {
        struct pipe_rasterizer_state part = *state;
        part.line_stipple_enable = 0;
        rast->unstippled = add_states(rast, 1);
        translate(screen, &part, rast->unstippled);
    }
    for (unsigned i = 0; i < rast->num_states; i++)
        rast[i].id = atomic_fetch_add(&screen->next_id, 1) + 1;
    return rast;
}

bool gv_rasterizer_draws_alike(const struct gv_rasterizer *a, const struct gv_rasterizer *b)
{
    return a && b && a->num_states == 1 && b->num_states == 1 &&
           a->polygon_mode == b->polygon_mode &&
           !memcmp(&a->path_state, &b->path_state, sizeof(a->path_state));
}

static bool same_points(const struct pipe_rasterizer_state *a,
                        const struct pipe_rasterizer_state *b)
{
    return a->point_smooth == b->point_smooth &&
           a->point_quad_rasterization == b->point_quad_rasterization &&
           a->point_tri_clip == b->point_tri_clip &&
           a->point_size_per_vertex == b->point_size_per_vertex;
}

/* Whether no shader can distinguish two states. The variant keys decide whether the bound shaders
 * depend on a difference. */
static bool same_for_shaders(const struct pipe_rasterizer_state *a,
                             const struct pipe_rasterizer_state *b)
{
    return a->flatshade == b->flatshade && a->light_twoside == b->light_twoside &&
           a->clamp_vertex_color == b->clamp_vertex_color &&
           a->clamp_fragment_color == b->clamp_fragment_color &&
           a->sprite_coord_enable == b->sprite_coord_enable &&
           a->clip_plane_enable == b->clip_plane_enable &&
           a->poly_stipple_enable == b->poly_stipple_enable &&
           a->force_persample_interp == b->force_persample_interp &&
           a->bottom_edge_rule == b->bottom_edge_rule && a->multisample == b->multisample &&
           a->line_smooth == b->line_smooth && a->line_stipple_enable == b->line_stipple_enable &&
           same_points(a, b);
}

void gv_rasterizer_update_key(const struct gv_state *state, const struct gv_pass *pass,
                              struct gv_derived *derived, struct gv_bind_point *graphics)
{
    const struct gv_rasterizer *rast = pass->rasterizer;
    unsigned i = gv_multisampling(state, rast);
    uint32_t key = rast->key[i];
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    /* A lowered stipple starts at the provoking vertex. Make the provoking vertex the line's first
     * vertex, unless the fragment shader can observe the provoking vertex. */
    bool flat = fs && (fs->info->flat_mask || (fs->info->shaded_mask && rast->state.flatshade));
    if ((pass->kind.draws & GV_DRAWS_LINES) && rast->line[i].lower_stipple && !flat)
        key &= ~(uint32_t)GV_RASTER_PROVOKING_LAST;
    if (derived->window_space)
        key &= ~(uint32_t)GV_RASTER_CLIP_GL;
    if (derived->key.rasterizer == key)
        return;
    derived->key.rasterizer = key;
    gv_input_changed(graphics, GV_INPUT_PIPELINE_KEY);
    gv_input_changed(graphics, GV_INPUT_RASTERIZER_KEY);
}

void gv_rasterizer_changed(struct gv_bind_point *graphics, const struct gv_rasterizer *old,
                           const struct gv_rasterizer *rast)
{
    const struct pipe_rasterizer_state *b = &rast->state, *a = old ? &old->state : NULL;
    gv_input_changed(graphics, GV_INPUT_RASTERIZER);
    if (!a || !same_for_shaders(a, b) || old->clip_added != rast->clip_added ||
        old->lower_depth_clamp != rast->lower_depth_clamp)
        gv_input_changed(graphics, GV_INPUT_RASTERIZER_SHADING);
    if (!a || a->scissor != b->scissor)
        gv_input_changed(graphics, GV_INPUT_SCISSOR_ENABLE);
    if (!a || a->rasterizer_discard != b->rasterizer_discard)
        gv_input_changed(graphics, GV_INPUT_DISCARD);
    if (!a || a->clip_halfz != b->clip_halfz || a->half_pixel_center != b->half_pixel_center ||
        a->bottom_edge_rule != b->bottom_edge_rule)
        gv_input_changed(graphics, GV_INPUT_PIXEL_CENTERS);
    if (!a || a->point_tri_clip != b->point_tri_clip)
        gv_input_changed(graphics, GV_INPUT_POINT_CLIPPING);
}
