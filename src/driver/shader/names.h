/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What shaders and pipelines are called, in messages and where a tool listens. */
#ifndef GV_SHADER_NAMES_H
#define GV_SHADER_NAMES_H

#include <volk.h>

#include "galvan/spirv.h"

struct gv_program;
struct gv_state;

/* "vertex". */
const char *gv_stage_name(enum galvan_stage stage);

/* Names a pipeline by its program's shaders, where somebody listens. */
void gv_program_name_pipeline(const struct gv_state *state, const struct gv_program *program,
                              VkPipeline pipeline);

#endif
