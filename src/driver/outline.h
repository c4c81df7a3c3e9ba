/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The geometry shaders that draw what Vulkan's polygon modes cannot: the edges or corners of
 * triangles, quads and polygons without inner edges and as their edge flags say. Their input is
 * what gv_primitive_outline() makes of a draw's indices. */
#ifndef GV_OUTLINE_H
#define GV_OUTLINE_H

#include <stdbool.h>
#include <stdint.h>

struct gv_context;
struct gv_outline;
struct gv_shader;

/* What one of these shaders is made for; filled with zeros first, compared as bytes. */
struct gv_outline_key {
    uint64_t slots;      /* varyings that it passes on */
    uint64_t flat_slots; /* those of them that the whole primitive has from one vertex */
    uint8_t num_clipdist, num_culldist;
    bool points;     /* corners, else edges */
    bool edge_flags; /* the vertex shader writes them */
    bool point_size; /* likewise */
};

/* Constant buffer 0 of these shaders: what may change from draw to draw. */
struct gv_outline_constants {
    float scale[3], depth_bias; /* the viewport's scale and z translation */
    float front_sign;           /* of the area of front faces in clip space */
    float keep_front, keep_back;
    float near; /* z / w of the near plane */
    /* Depth offset: units in depth, the same for each power of two of depth, and slope. */
    float units, float_units, slope, offset;
    float offset_min, offset_max;
    float clip_per_depth; /* 1 / scale[2] */
    float pad;
};

/* The shader for key, made if it is new; NULL when it cannot be made. Good until the next call. */
struct gv_shader *gv_outline_shader(struct gv_context *ctx, const struct gv_outline_key *key);

void gv_outlines_finish(struct gv_context *ctx);

#endif
