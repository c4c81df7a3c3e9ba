/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bindings of a shader stage, as values. */
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

/* Values of constants, and where the ring has them. */
struct gv_const_values {
    uint8_t *data;
    uint32_t size_B, capacity_B;
    uint32_t ring_offset_B; /* of the copy in the ring */
    uint32_t uploaded_B;    /* of that copy, zeros included */
    uint64_t block_number;  /* gv_constants.block_number when it was made; 0: there is none */
};

/* Constant buffer 0 keeps a copy, since the ring's memory ends with its batch. A program that is
 * bound again often gets the values that it had, so the values before these are kept, too. */
struct gv_const0 {
    struct gv_const_values now, before;
    uint32_t num_misses;            /* values in a row that were neither of both */
    struct pipe_resource *resource; /* a real buffer bound instead; NULL otherwise */
    uint32_t resource_offset_B, resource_size_B;
};

/* What a shader loads from and stores to. The view is made when a shader's target is known. */
struct gv_image_binding {
    struct pipe_image_view base; /* holds a reference */
    uint8_t target;              /* TGSI_TEXTURE_* that view is for */
    bool raw;                    /* view shows words */
    struct gv_image_view *view;  /* NULL: not used yet, or memory ran out */
    struct gv_storage *storage;  /* that view is of; counted; NULL before view is asked for */
};

struct gv_stage_bindings {
    struct gv_const0 const0;
    struct pipe_constant_buffer buffers[GV_MAX_CONST_BUFFERS]; /* from 1 */
    uint32_t buffers_mask;
    /* Behind the caller's: copies of targets, see fb_fetch.c, which want no sampler. */
    struct pipe_sampler_view *views[GV_MAX_SAMPLERS + PIPE_MAX_COLOR_BUFS];
    struct gv_sampler *samplers[GV_MAX_SAMPLERS + 1];
    uint32_t views_mask;
    struct pipe_shader_buffer shader_buffers[GV_MAX_SHADER_BUFFERS];
    struct gv_image_binding images[GV_MAX_SHADER_IMAGES];
};

#endif
