/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Dynamic rasterizer, depth, stencil and blend state. A CSO holds a dozen values, of which clients
 * usually change one. So a value that is already set in the command buffer is not recorded
 * again. */
#ifndef GV_EMIT_FIXED_H
#define GV_EMIT_FIXED_H

#include <volk.h>

struct gv_context;
struct gv_pass;

void gv_emit_rasterizer(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);
void gv_emit_depth_stencil(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);
void gv_emit_stencil_ref(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);
void gv_emit_blend(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);

#endif
