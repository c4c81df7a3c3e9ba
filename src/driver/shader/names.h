/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Names of shaders and pipelines in messages, and for debugging tools. */
#ifndef GV_SHADER_NAMES_H
#define GV_SHADER_NAMES_H

#include <volk.h>

#include "galvan/spirv.h"

struct gv_program;
struct gv_state;

/* Returns the name of a stage in messages, such as "vertex". */
const char *gv_stage_name(enum galvan_stage stage);

/* Names a pipeline after its program's shaders, if a debugging tool is active. */
void gv_program_name_pipeline(const struct gv_state *state, const struct gv_program *program,
                              VkPipeline pipeline);

#endif
