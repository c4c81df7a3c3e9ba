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

/* Constant buffer 0 keeps a copy, since the ring's memory ends with its batch. */
struct gv_const0 {
    uint8_t *data;
    uint32_t size_B, capacity_B;
    struct pipe_resource *resource; /* a real buffer bound instead; NULL otherwise */
    uint32_t resource_offset_B, resource_size_B;
    uint32_t ring_offset_B; /* of the copy in ctx->rec.const_block */
    uint32_t uploaded_B;    /* of that copy, zeros included */
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
