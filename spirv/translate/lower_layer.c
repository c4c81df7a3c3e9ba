/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/translate.h"

/* LAYER_VIEWPORT_RELATIVE: a layer counts from the viewport's number. Vulkan has that only with
 * viewport masks; a vertex that names one viewport can add it by itself. */
uint32_t gv_spv_lower_layer(struct gv_spv_ctx *c, uint32_t layer, uint32_t viewport)
{
    if (!c->scan->properties[TGSI_PROPERTY_LAYER_VIEWPORT_RELATIVE])
        return layer;
    return gv_spv_op2(&c->b, SpvOpIAdd, gv_spv_type_uint(&c->b, 1), layer, viewport);
}
