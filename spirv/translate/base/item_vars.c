/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/base/item_vars.h"

uint32_t gv_spv_items_type(struct gv_spv_ctx *c, uint32_t type)
{
    return c->items.num ? gv_spv_type_array(&c->b, type, c->items.num) : type;
}

uint32_t gv_spv_item_pointer(struct gv_spv_ctx *c, uint32_t var, uint32_t type)
{
    struct gv_spv_builder *b = &c->b;
    if (!c->items.num)
        return var;
    uint32_t pointer = gv_spv_cache_find(&b->cache, GV_CACHED_POINTER, var, c->items.item);
    if (!pointer) {
        pointer =
            gv_spv_op2(b, SpvOpAccessChain, gv_spv_type_pointer(b, SpvStorageClassFunction, type),
                       var, c->items.item);
        gv_spv_cache_put(&b->cache, GV_CACHED_POINTER, var, c->items.item, pointer);
    }
    return pointer;
}
