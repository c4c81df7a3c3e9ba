/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/shader_cache.h"

void gv_shader_cache_init(struct gv_shader_cache *cache)
{
    gv_intern_init(&cache->interned);
    gv_hash_init(&cache->by_content);
}

void gv_shader_cache_finish(struct gv_shader_cache *cache)
{
    gv_hash_finish(&cache->by_content);
    gv_intern_finish(&cache->interned, cache->screen);
}
