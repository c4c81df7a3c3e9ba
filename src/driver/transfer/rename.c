/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/transfer/rename.h"

#include "driver/context.h"
#include "driver/resource/mirror.h"
#include "driver/resource/resource.h"
#include "driver/screen/screen.h"
#include "driver/state/inputs.h"
#include "galvan/galvan.h"

/* Makes ctx record again all state that contains a VkBuffer. Other contexts record their state
 * again in their next batch. */
static void rebind(struct gv_context *ctx, const struct pipe_resource *resource)
{
    gv_input_changed(&ctx->graphics, GV_INPUT_MEMORY);
    gv_input_changed(&ctx->compute, GV_INPUT_MEMORY);
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (ctx->state.stages[s].const0.resource == resource) {
            ctx->state.stages[s].const0.resource_data = NULL;
            ctx->constants.stale_mask |= 1u << s;
            gv_input_changed(gv_stage_point(ctx, s), GV_INPUT_CONSTANTS);
        }
    }
}

bool gv_resource_rename(struct gv_context *ctx, struct gv_resource *res)
{
    if (ctx->screen->keeps_storage || res->base.target != PIPE_BUFFER ||
        atomic_load(&res->persistent_maps) || gv_screen_is_shared(ctx->screen))
        return false;
    struct gv_storage *fresh = gv_storage_create(ctx->screen, &res->base);
    if (!fresh)
        return false;
    pthread_mutex_lock(&ctx->screen->share_lock);
    bool shared = gv_screen_is_shared(ctx->screen);
    struct gv_storage *unused = shared ? fresh : res->storage;
    if (!shared)
        res->storage = fresh;
    pthread_mutex_unlock(&ctx->screen->share_lock);
    gv_storage_unref(unused);
    if (shared)
        return false;
    gv_resource_mark_unwritten(res);
    gv_recorder_submit_others(&ctx->rec);
    rebind(ctx, &res->base);
    return true;
}

/* ---- For callers with keeps_storage ---------------------------------------------------------- */

void galvan_context_replace_storage(struct pipe_context *pctx, struct pipe_resource *pto,
                                    struct pipe_resource *pfrom)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_resource *to = gv_resource(pto), *from = gv_resource(pfrom);
    struct gv_storage *old = to->storage;

    gv_vk_object_ref(&from->storage->object);
    to->storage = from->storage;
    atomic_store(&to->valid_B, atomic_load(&from->valid_B));
    gv_storage_unref(old);
    rebind(ctx, pto);
}

void *galvan_buffer_bytes(struct pipe_resource *buffer, unsigned offset_B, unsigned size_B,
                          bool write)
{
    struct gv_resource *res = gv_resource(buffer);
    struct gv_storage *storage = res->storage;

    if (storage->mirror || !storage->buffer.memory.map)
        return NULL;
    gv_storage_init_host(storage, write ? offset_B : 0, write ? offset_B + size_B : 0);
    if (write)
        gv_resource_mark_written(res, offset_B, size_B);
    return (uint8_t *)storage->buffer.memory.map + offset_B;
}

bool galvan_buffer_is_busy(struct pipe_resource *buffer, bool for_write)
{
    return !gv_storage_is_idle(gv_resource(buffer)->storage, for_write);
}
