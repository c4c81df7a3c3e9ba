/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "translate.h"

/* Vulkan has no point size state: the shader's size, or 1, is clamped to a range from the driver,
 * which is a single value where the rasterizer state tells the size. */
uint32_t gv_spv_lower_point_size(struct gv_spv_ctx *c, uint32_t size)
{
    uint32_t least = gv_spv_push(c, offsetof(struct galvan_push_block, point_size[0]), GV_F);
    uint32_t most = gv_spv_push(c, offsetof(struct galvan_push_block, point_size[1]), GV_F);
    return gv_spv_ext3(&c->b, GLSLstd450NClamp, gv_spv_type_float(&c->b, 1), size, least, most);
}
