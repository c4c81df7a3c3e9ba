/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex shaders of the driver's own that take vertices from records in memory (struct
 * galvan_geometry_job) as they are: what follows kernels in a draw. Kept by what they pass on. */
#ifndef GV_RECORD_SHADER_H
#define GV_RECORD_SHADER_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/emulate/line_quads.h"

struct gv_context;
struct gv_shader;

/* Filled with zeros first: keys are compared as bytes. */
struct gv_record_shader_key {
    uint64_t slots; /* varyings */
    uint8_t num_clipdist, num_culldist;
    uint8_t head; /* bit n: word n of the heads, from 4 on */
    struct gv_line_quads_key line_quads;
    uint32_t captured_id; /* of the shader whose stream output the device captures; 0: none */
};

/* For galvan_spirv_key.vertex.record_inputs, and for record_lines or point_quads where quads are
 * drawn. last is the shader whose records it reads. NULL when memory ran out. */
struct gv_shader *gv_record_shader_get(struct gv_context *ctx, const struct gv_shader *last,
                                       const struct gv_record_shader_key *key);

#endif
