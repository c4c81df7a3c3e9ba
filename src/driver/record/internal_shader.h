/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Records internal compute shaders (screen/internal_shaders.h) in command buffers. */
#ifndef GV_INTERNAL_SHADER_H
#define GV_INTERNAL_SHADER_H

#include <stdbool.h>

#include "driver/screen/internal_shaders.h"

struct gv_recorder;

/* Creates the pipeline of an internal shader if it does not exist. If creation fails or has failed
 * before, writes a message to the log and returns false. */
bool gv_internal_shader_need(struct gv_recorder *rec, enum gv_internal_shader_id id);

/* Binds the existing pipeline of an internal shader, and the shader's buffers, in a command buffer
 * of the batch, outside of rendering. If cmd is `main`, the bindings of dispatches become invalid.
 * Returns false if memory runs out. */
bool gv_internal_shader_bind(struct gv_recorder *rec, VkCommandBuffer cmd,
                             enum gv_internal_shader_id id, const VkDescriptorBufferInfo *buffers);

/* Records a barrier between internal dispatches. Later dispatches, and `stages` with `access`, see
 * the memory that earlier dispatches wrote. */
void gv_dispatch_barrier(struct gv_recorder *rec, VkCommandBuffer cmd, VkPipelineStageFlags2 stages,
                         VkAccessFlags2 access);

#endif
