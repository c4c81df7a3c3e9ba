/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/screen/memory_info.h"

#include "driver/screen/screen.h"
#include "util/checked.h"
#include "vk/memory.h"

bool gv_memory_reserve(struct gv_screen *screen, uint64_t size_B)
{
    uint64_t used_B = atomic_load_explicit(&screen->memory_used_B, memory_order_relaxed);
    uint64_t sum_B;
    do {
        if (!gv_add_u64(used_B, size_B, &sum_B) ||
            (screen->memory_limit_B && sum_B > screen->memory_limit_B))
            return false;
    } while (!atomic_compare_exchange_weak(&screen->memory_used_B, &used_B, sum_B));
    return true;
}

void gv_memory_release(struct gv_screen *screen, uint64_t size_B)
{
    atomic_fetch_sub(&screen->memory_used_B, size_B);
}

uint64_t gv_memory_device_B(const struct gv_screen *screen)
{
    uint64_t size_B = gv_vk_memory_total_B(screen->dev, true);
    return screen->memory_limit_B && screen->memory_limit_B < size_B ? screen->memory_limit_B
                                                                     : size_B;
}

static uint64_t available_B(struct gv_screen *screen)
{
    uint64_t size_B = gv_vk_memory_available_B(screen->dev, true);
    uint64_t left_B = screen->memory_limit_B - atomic_load(&screen->memory_used_B);
    return screen->memory_limit_B && left_B < size_B ? left_B : size_B;
}

static unsigned kib(uint64_t size_B)
{
    return size_B >> 10 > UINT32_MAX ? UINT32_MAX : (unsigned)(size_B >> 10);
}

/* Fills in the evictions as 0, since Vulkan does not report evictions. */
static void query_memory_info(struct pipe_screen *pscreen, struct pipe_memory_info *out_info)
{
    struct gv_screen *screen = gv_screen(pscreen);
    *out_info = (struct pipe_memory_info){
        .total_device_memory = kib(gv_memory_device_B(screen)),
        .avail_device_memory = kib(available_B(screen)),
        .total_staging_memory = kib(gv_vk_memory_total_B(screen->dev, false)),
        .avail_staging_memory = kib(gv_vk_memory_available_B(screen->dev, false)),
    };
}

void gv_screen_init_memory_info(struct gv_screen *screen)
{
    screen->base.query_memory_info = query_memory_info;
}
