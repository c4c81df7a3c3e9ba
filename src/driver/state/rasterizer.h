/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rasterizer state: what goes to dynamic state, to the pipeline key and to shader variants. */
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
    GV_RASTER_POLYGON_MODE_SHIFT = 0, /* 2 bits, VkPolygonMode; 0 where dynamic */
    GV_RASTER_DEPTH_CLAMP = 1 << 2,   /* these two are clear where they are dynamic */
    GV_RASTER_DEPTH_CLIP = 1 << 3,
    GV_RASTER_PROVOKING_LAST = 1 << 4,
    GV_RASTER_LINE_STIPPLE = 1 << 5,
    GV_RASTER_LINE_MODE_SHIFT = 6, /* 2 bits, VkLineRasterizationModeEXT */
    GV_RASTER_CLIP_GL = 1 << 8,    /* the device's clip space has depths from -w to w */
};

/* The kinds of primitives that a draw with a rasterizer state may consist of; see polygon.c. */
enum gv_raster_part {
    GV_RASTER_FRONT,   /* front faces alone */
    GV_RASTER_BACK,    /* back faces alone */
    GV_RASTER_OUTLINE, /* lines or points that stand for polygons */
    GV_RASTER_COUNT,   /* nothing is rasterized */
    GV_NUM_RASTER_PARTS,
};

/* The states for expanded lines and points, for drawing and for counting; see quads.h. */
enum gv_raster_quads {
    GV_RASTER_QUADS,
    GV_RASTER_COUNT_NATIVE, /* nothing is rasterized */
    GV_NUM_RASTER_QUADS,
};

/* How lines are drawn: it depends on whether they are multisampled. */
struct gv_line_style {
    VkLineRasterizationModeEXT mode;
    float width;        /* as Vulkan gets it */
    bool quads;         /* stand for lines (quads.h), */
    float drawn_width;  /* and may be wider; else it is the same */
    bool stipple;       /* the device does the pattern */
    bool lower_stipple; /* the fragment shader does it */
    bool lower_smooth;  /* the fragment shader turns coverage into alpha */
};

struct gv_rasterizer {
    struct pipe_rasterizer_state state;
    struct pipe_rasterizer_state path_state; /* for gv_rasterizer_draws_alike() */
    uint32_t id;                             /* unique in the screen, never 0 */
    uint32_t key[2]; /* GV_RASTER_*; [1] where samples are told apart, see gv_multisampling() */
    struct gv_line_style line[2];
    VkPolygonMode polygon_mode;
    VkCullModeFlags cull_mode;
    VkFrontFace front_face;
    bool depth_clamp, depth_clip; /* the device's part of them */
    uint8_t clip_added;     /* enum galvan_clip: planes that are not the device's to clip at */
    bool lower_depth_clamp; /* shaders clamp depth, the device cannot */
    bool sees_primitives;   /* variants depend on what is drawn */
    bool point_quads;       /* stand for points */
    bool draws_quads;       /* for lines or points: it is GV_RASTER_QUADS of another state */
    bool offset[3];         /* depth bias for points, lines, filled triangles by polygon mode */
    unsigned num_states;    /* this one and those below, which lie behind it */
    struct gv_rasterizer *parts;      /* by enum gv_raster_part; NULL where every face that shows is
                                         filled */
    struct gv_rasterizer *quads;      /* by enum gv_raster_quads; NULL where no quads stand for
                                         anything */
    struct gv_rasterizer *unstippled; /* for the last pixels of lines; NULL where lines have none,
                                         or no stipple */
};

/* NULL: memory ran out. free() destroys it. */
struct gv_rasterizer *gv_rasterizer_create(struct gv_screen *screen,
                                           const struct pipe_rasterizer_state *state);

/* Whether draws with b take the path and the passes of draws with a; either may be NULL. */
bool gv_rasterizer_draws_alike(const struct gv_rasterizer *a, const struct gv_rasterizer *b);

/* Whether the device clips points by their centre, or may do so. */
bool gv_points_may_clip_by_center(const struct gv_vk_device *dev);

/* Puts the rasterizer's word into the pipeline key, as the targets' samples ask for. */
void gv_rasterizer_update_key(const struct gv_state *state, const struct gv_pass *pass,
                              struct gv_derived *derived, struct gv_bind_point *graphics);

/* Reports the inputs that differ between two states; old may be NULL. */
void gv_rasterizer_changed(struct gv_bind_point *graphics, const struct gv_rasterizer *old,
                           const struct gv_rasterizer *rast);

#endif
