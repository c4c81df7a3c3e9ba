/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/emulate/unbounded_draws.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "driver/context.h"
#include "driver/draw/emulation.h"
#include "driver/resource/resource.h"
#include "pipe/p_inlines.h"
#include "util/log.h"

static bool need_note(struct gv_context *ctx)
{
    struct gv_vk_buffer *overflow = &ctx->unbounded_draws->overflow;
    if (overflow->handle)
        return true;
    VkResult result =
        gv_vk_buffer_create(ctx->dev, sizeof(uint32_t), GV_VK_MEMORY_SHARED, overflow);
    if (result == VK_SUCCESS)
        *(uint32_t *)overflow->memory.map = 0;
    else
        gv_vk_device_error(ctx->dev, "a buffer for the overflow flag of draws", result);
    return result == VK_SUCCESS;
}

static bool need_scratch(struct gv_context *ctx)
{
    struct gv_unbounded_draws *o = ctx->unbounded_draws;
    if (o->scratch)
        return true;
    o->scratch = pipe_buffer_create(ctx->base.screen, PIPE_BIND_CUSTOM, PIPE_USAGE_DEFAULT,
                                    GV_UNBOUNDED_SCRATCH_B);
    if (!o->scratch)
        return false;
    gv_resource(o->scratch)->storage->initialized = true; /* no dword is read before the device has
                                                             written it */
    return true;
}

static void look_at_note(struct gv_context *ctx)
{
    struct gv_unbounded_draws *o = ctx->unbounded_draws;
    if (o->are_read || !o->overflow.handle ||
        !atomic_load((const _Atomic uint32_t *)o->overflow.memory.map))
        return;
    o->are_read = true;
    gv_err(&ctx->screen->log, "driver",
           "an indirect draw was cut short: its commands ask for more than the %d MiB of scratch "
           "memory take, a few times over; from now on such draws wait for their commands",
           GV_UNBOUNDED_SCRATCH_B >> 20);
}

bool gv_unbounded_draws_may(struct gv_context *ctx, uint32_t num_commands)
{
    look_at_note(ctx);
    return !ctx->unbounded_draws->are_read && num_commands <= GV_UNBOUNDED_MAX_COMMANDS &&
           need_note(ctx) && need_scratch(ctx);
}

bool gv_unbounded_draws_init(struct gv_context *ctx)
{
    ctx->unbounded_draws = calloc(1, sizeof(*ctx->unbounded_draws));
    if (!ctx->unbounded_draws)
        return false;
    ctx->unbounded_draws->sizes = (struct gv_scratch_sizes){
        .part_B = GV_UNBOUNDED_SCRATCH_B, .round_B = 32 << 20, .group_B = 24 << 20};
    return true;
}

void gv_unbounded_draws_finish(struct gv_context *ctx)
{
    look_at_note(ctx);
    pipe_resource_reference(&ctx->unbounded_draws->scratch, NULL);
    gv_vk_buffer_destroy(ctx->dev, &ctx->unbounded_draws->overflow);
    free(ctx->unbounded_draws);
}
