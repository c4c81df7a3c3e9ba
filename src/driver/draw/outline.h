/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The geometry shaders that draw what Vulkan's polygon modes cannot: the edges or corners of
 * triangles, quads and polygons without inner edges and as their edge flags say. Their input is
 * what gv_index_pattern_outline() makes of a draw's indices, or triangles of another shader. */
#ifndef GV_OUTLINE_H
#define GV_OUTLINE_H

struct gv_pass_shader_key;
struct gv_text;

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

/* The text of the shader for key. */
void gv_outline_text(struct gv_text *t, const struct gv_pass_shader_key *key);

#endif
