/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The values that are bound to a shader stage. */
#ifndef GV_STAGE_BINDINGS_H
#define GV_STAGE_BINDINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/screen/limits.h"
#include "galvan/spirv.h"
#include "pipe/p_state.h"

struct gv_image_view;
struct gv_sampler;
struct gv_storage;

/* Values of a constant buffer, and the location of their copy in the ring. */
struct gv_const_values {
    uint8_t *data;
    uint32_t size_B, capacity_B;
    uint32_t ring_offset_B; /* offset of the copy in the ring */
    uint32_t uploaded_B;    /* size of the ring's copy, zero padding included */
    uint64_t block_number;  /* gv_constants.block_number when the copy was written; 0: there is no
                               copy */
};

/* Constant buffer 0 has a CPU copy, since the ring's memory is freed with its batch. When a program
 * is bound again, its constants often have their previous values, so the previous values are
 * cached, too. */
struct gv_const0 {
    struct gv_const_values now, before;
    uint32_t num_misses; /* consecutive updates that matched neither `now` nor `before` */
    struct pipe_resource *resource; /* a buffer that is bound in place of these values; NULL: no
                                       buffer */
    uint32_t resource_offset_B, resource_size_B;
    const uint8_t *resource_data; /* the host's address of the buffer's constants, which do not
                                     change; NULL: unknown */
};

/* A shader image. Its view is created once the texture target that the shader declares is known. */
struct gv_image_binding {
    struct pipe_image_view base; /* holds a reference */
    uint8_t target;              /* TGSI_TEXTURE_* of the view */
    bool raw;                    /* the view accesses dwords */
    struct gv_image_view *view;  /* NULL: not used yet, or memory ran out */
    struct gv_storage *storage;  /* the storage of the view, referenced; NULL before a view is
                                    requested */
};

struct gv_stage_bindings {
    struct gv_const0 const0;
    struct pipe_constant_buffer buffers[GV_MAX_CONST_BUFFERS]; /* index 0 is unused: const0 replaces
                                                                  it */
    uint32_t buffers_mask;
    /* The caller's views, followed by views of copies of the targets (fb_fetch.c), which need no
     * sampler. */
    struct pipe_sampler_view *views[GV_MAX_SAMPLERS + PIPE_MAX_COLOR_BUFS];
    struct gv_sampler *samplers[GV_MAX_SAMPLERS + 1];
    uint32_t views_mask;
    struct pipe_shader_buffer shader_buffers[GV_MAX_SHADER_BUFFERS];
    struct gv_image_binding images[GV_MAX_SHADER_IMAGES];
};

#endif
