/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The text of a shader, which arrives in several commands. */
#ifndef GV_VIRGL_SHADER_TEXT_H
#define GV_VIRGL_SHADER_TEXT_H

#include <stdint.h>

#include "galvan/result.h"
#include "pipe/p_state.h"

struct gv_virgl_sub_context;

struct gv_virgl_shader_text {
    uint32_t handle;
    uint32_t stage;
    uint32_t total_B; /* including the NUL; charged to the client */
    uint32_t got_B;
    uint32_t shared_memory_B; /* for a compute shader */
    struct pipe_stream_output_info stream_output;
    char *text; /* total_B bytes */
};

/* Allocates a shader text in the sub-context, which must have no incomplete shader text. text->text
 * is ignored. GALVAN_ERROR_LIMIT beyond the client's memory limit, GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_virgl_shader_text_begin(struct gv_virgl_sub_context *sub,
                                              const struct gv_virgl_shader_text *text);

/* Drops the text of an incomplete shader, if there is one. */
void gv_virgl_shader_text_destroy(struct gv_virgl_sub_context *sub);

#endif
