/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rasterizer state: its dynamic state, its part of the pipeline key, and its effect on shader
 * variants. */
#ifndef GV_RASTERIZER_H
#define GV_RASTERIZER_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "pipe/p_state.h"

struct gv_bind_point;
struct gv_derived;
struct gv_pass;
struct gv_screen;
struct gv_state;
struct gv_vk_device;

enum {
    GV_RASTER_POLYGON_MODE_SHIFT = 0, /* 2 bits, VkPolygonMode; 0 if dynamic */
    GV_RASTER_DEPTH_CLAMP = 1 << 2,   /* depth clamp and depth clip are 0 if dynamic */
    GV_RASTER_DEPTH_CLIP = 1 << 3,
    GV_RASTER_PROVOKING_LAST = 1 << 4,
    GV_RASTER_LINE_STIPPLE = 1 << 5,
    GV_RASTER_LINE_MODE_SHIFT = 6, /* 2 bits, VkLineRasterizationModeEXT */
    GV_RASTER_CLIP_GL = 1 << 8,    /* the device clips depths from -w to w, as GL does */
};

/* The parts into which a rasterizer state may be divided, one for each pass; see polygon.c. */
enum gv_raster_part {
    GV_RASTER_FRONT,   /* only front faces */
    GV_RASTER_BACK,    /* only back faces */
    GV_RASTER_OUTLINE, /* lines or points of outlines */
    GV_RASTER_COUNT,   /* counted only, nothing is rasterized */
    GV_NUM_RASTER_PARTS,
};

/* The rasterizer states for expanded lines and points: one draws them, the other lets the device
 * count the native lines and points. See expanded_quads.h. */
enum gv_raster_quads {
    GV_RASTER_QUADS,
    GV_RASTER_COUNT_NATIVE, /* counted only, nothing is rasterized */
    GV_NUM_RASTER_QUADS,
};

/* How lines are drawn. The style depends on whether lines are multisampled. */
struct gv_line_style {
    VkLineRasterizationModeEXT mode;
    float width;        /* the line width for Vulkan */
    bool quads;         /* lines are expanded (expanded_quads.h) */
    float drawn_width;  /* width of the drawn lines: equal to `width`, or larger if lines are
                           expanded */
    bool stipple;       /* the device applies the stipple pattern */
    bool lower_stipple; /* the fragment shader applies the stipple pattern */
    bool lower_smooth;  /* the fragment shader turns coverage into alpha */
};

struct gv_rasterizer {
    struct pipe_rasterizer_state state;
    struct pipe_rasterizer_state path_state; /* the fields that gv_rasterizer_draws_alike()
                                                compares */
    uint32_t id;                             /* unique in the screen, never 0 */
    uint32_t key[2]; /* GV_RASTER_* for the pipeline key; key[1] applies if each sample has its own
                        coverage (gv_multisampling()), otherwise key[0] */
    struct gv_line_style line[2];
    VkPolygonMode polygon_mode;
    VkCullModeFlags cull_mode;
    VkFrontFace front_face;
    bool depth_clamp, depth_clip; /* whether the device clamps and clips depth */
    uint8_t clip_added;           /* enum galvan_clip: planes at which shaders clip in place of the
                                     device */
    bool lower_depth_clamp;       /* shaders clamp depth because the device cannot */
    bool sees_primitives; /* shader variants depend on the kind of primitives that are drawn */
    bool point_quads;     /* points are expanded */
    bool draws_quads; /* this state draws expanded lines or points; it is quads[GV_RASTER_QUADS] of
                         another state */
    bool offset[3];   /* whether depth bias applies to points, lines and filled triangles */
    unsigned num_states;         /* number of states in this allocation: this state, followed by the
                                    derived states below */
    struct gv_rasterizer *parts; /* derived states by enum gv_raster_part; NULL if every
                                    visible face is filled */
    struct gv_rasterizer *quads; /* derived states by enum gv_raster_quads; NULL if neither
                                    lines nor points are expanded */
    /* Derived state that draws the last pixels of lines without stipple; NULL if lines have no
     * stipple, or their last pixels are not drawn. */
    struct gv_rasterizer *unstippled;
};

/* Translates a rasterizer state. Returns NULL if memory runs out. Destroy with free(). */
struct gv_rasterizer *gv_rasterizer_create(struct gv_screen *screen,
                                           const struct pipe_rasterizer_state *state);

/* Whether draws with states a and b have the same path and the same passes. Either state may be
 * NULL. */
bool gv_rasterizer_draws_alike(const struct gv_rasterizer *a, const struct gv_rasterizer *b);

/* Whether the device may clip points by their centre. */
bool gv_points_may_clip_by_center(const struct gv_vk_device *dev);

/* Updates the rasterizer's dword of the pipeline key, which depends on the sample count of the
 * targets. */
void gv_rasterizer_update_key(const struct gv_state *state, const struct gv_pass *pass,
                              struct gv_derived *derived, struct gv_bind_point *graphics);

/* Reports the inputs that differ between two rasterizer states. `old` may be NULL. */
void gv_rasterizer_changed(struct gv_bind_point *graphics, const struct gv_rasterizer *old,
                           const struct gv_rasterizer *rast);

#endif
