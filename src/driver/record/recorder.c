/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/record/recorder.h"

#include <stdlib.h>
#include <string.h>

#include "driver/record/sync.h"
#include "driver/resource/mirror.h"
#include "driver/screen/screen.h"
#include "util/clock.h"

enum {
    UPLOAD_BLOCK_B = 1 << 20,
    CONSTANT_BLOCK_B = 1 << 20,
    SCRATCH_BLOCK_B = 1 << 20,
};

/* ---- Hooks */

void gv_recorder_notify(struct gv_recorder *rec, enum gv_record_event event)
{
    for (const gv_record_fn *fn = rec->hooks[event]; *fn; fn++)
        (*fn)(rec->ctx);
}

static void add_hook(struct gv_recorder *rec, const struct gv_record_hook *hook)
{
    unsigned i = 0;
    while (rec->hooks[hook->event][i])
        i++;
    assert(i < GV_MAX_RECORD_HOOKS);
    rec->hooks[hook->event][i] = hook->fn;
}

void gv_recorder_flush_clears(struct gv_recorder *rec)
{
    gv_recorder_notify(rec, GV_RECORD_FLUSH_CLEARS);
}

void gv_recorder_forget_state(struct gv_recorder *rec)
{
    memset(&rec->emitted, 0, sizeof(rec->emitted));
    gv_recorder_notify(rec, GV_RECORD_STATE_LOST);
}

static void notify_if_lost(struct gv_recorder *rec)
{
    if (atomic_load_explicit(&rec->dev->lost, memory_order_relaxed))
        gv_recorder_notify(rec, GV_RECORD_DEVICE_LOST);
}

/* ---- Rendering */

bool gv_recorder_begin_rendering(struct gv_recorder *rec, const VkRenderingInfo *info,
                                 const struct gv_vk_targets *targets, bool late)
{
    gv_recorder_assert_outside(rec);
    assert(!gv_waits(&rec->main_barrier));
    if (!(late ? gv_late_begin(&rec->late, rec->batch, info, targets)
               : gv_vk_rendering_begin(rec->batch, gv_recorder_main(rec), info, targets)))
        return false;
    if (late)
        gv_recorder_forget_state(rec);
    rec->batch->main_used = true;
    rec->rendering = true;
    rec->stats.renderings++;
    return true;
}

static void end_rendering(struct gv_recorder *rec)
{
    gv_recorder_notify(rec, GV_RECORD_END_RENDERING);
    VkCommandBuffer cmd = gv_recorder_main(rec); /* records deferred draws first */
    if (rec->late.primary) {
        gv_late_end(&rec->late, rec->batch);
        gv_recorder_forget_state(rec);
    } else {
        gv_vk_rendering_end(rec->dev, cmd);
    }
    rec->rendering = false;
    gv_early_submit_end_rendering(rec);
}

void gv_recorder_end_rendering(struct gv_recorder *rec)
{
    gv_recorder_enter(rec);
    if (rec->rendering)
        end_rendering(rec);
    gv_recorder_notify(rec, GV_RECORD_RENDERING_ENDED);
    gv_recorder_leave(rec);
}

/* ---- Batches */

void gv_recorder_submit_others(struct gv_recorder *rec)
{
    struct gv_recorder *other = rec->screen->recording;
    if (other && other != rec)
        gv_recorder_submit(other, NULL);
}

static void begin_batch(struct gv_recorder *rec)
{
    if (atomic_load_explicit(&rec->dev->lost, memory_order_relaxed)) {
        gv_recorder_notify(rec, GV_RECORD_DEVICE_LOST);
        return;
    }
    gv_recorder_submit_others(rec);
    VkResult result = gv_vk_batch_begin(rec->dev, &rec->batch);
    if (result != VK_SUCCESS) {
        gv_vk_device_error(rec->dev, "batch", result);
        rec->batch = NULL;
        return;
    }
    if (rec->screen->one_thread)
        rec->screen->recording = rec;
    rec->num_draws = 0;
    rec->num_pipelines = 0;
    rec->num_repeats = 0;
    rec->const_block = NULL;
    gv_early_submit_begin_batch(rec);
    gv_recorder_forget_state(rec);
}

struct gv_vk_batch *gv_recorder_begin(struct gv_recorder *rec)
{
    gv_recorder_enter(rec);
    begin_batch(rec);
    gv_recorder_leave(rec);
    return rec->batch;
}

/* Makes the writes of this batch visible to the CPU. */
static void barrier_to_host(struct gv_recorder *rec)
{
    const struct gv_vk_barrier barrier = {
        .src_stages = rec->host_writers,
        .src_access = VK_ACCESS_2_MEMORY_WRITE_BIT,
        .dst_stages = VK_PIPELINE_STAGE_2_HOST_BIT,
        .dst_access = VK_ACCESS_2_HOST_READ_BIT,
    };
    struct gv_vk_batch *batch = rec->batch;
    if (!batch->invalid) /* if it is, an object that its commands use may be destroyed already */
        gv_vk_barrier_record(rec->dev, batch->main_used ? batch->main : batch->pre, &barrier);
    rec->host_writers = 0;
}

/* Adds the recorder's counters to the screen's counters. Called once for each batch, so that
 * threads which read the screen's counters do not slow down draws. */
static void tell_screen(struct gv_recorder *rec)
{
    atomic_fetch_add_explicit(&rec->screen->num_draws, rec->stats.draws - rec->draws_told,
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&rec->screen->staged_B, rec->stats.upload_B - rec->upload_told_B,
                              memory_order_relaxed);
    rec->draws_told = rec->stats.draws;
    rec->upload_told_B = rec->stats.upload_B;
}

void gv_recorder_waited(struct gv_recorder *rec)
{
    const uint64_t command = rec->stats.draws + rec->stats.grids + 1;
    if (rec->waited_in == command)
        return;
    rec->waited_in = command;
    rec->stats.waited++;
    atomic_fetch_add_explicit(&rec->screen->num_waited, 1, memory_order_relaxed);
}

static void end_batch(struct gv_recorder *rec)
{
    gv_recorder_end_rendering(rec);
    gv_sync_flush_main(rec);
    gv_sync_flush_pre(rec);
    gv_recorder_notify(rec, GV_RECORD_END_BATCH);
    gv_recorder_return(rec);
    if (rec->host_writers && (rec->batch->main_used || rec->batch->pre_used))
        barrier_to_host(rec);
    gv_mirrors_before_submit(rec->screen);
    struct gv_vk_batch *batch = rec->batch;
    rec->batch = NULL;
    if (rec->screen->one_thread)
        rec->screen->recording = NULL;
    rec->const_block = NULL;
    const uint64_t begun_ns = gv_now_ns();
    VkResult result = gv_vk_batch_submit(batch, &rec->last_value);
    gv_early_submit_end_batch(rec, gv_now_ns() - begun_ns);
    gv_recorder_fence_returned(rec);
    if (result != VK_SUCCESS)
        gv_vk_device_error(rec->dev, "vkQueueSubmit", result);
    rec->stats.batches++;
    tell_screen(rec);
}

void gv_recorder_submit(struct gv_recorder *rec, uint64_t *out_value)
{
    assert(!rec->locked);
    gv_recorder_enter(rec);
    gv_recorder_flush_clears(rec);
    if (rec->batch)
        end_batch(rec);
    notify_if_lost(rec);
    if (out_value)
        *out_value = rec->last_value;
    gv_recorder_leave(rec);
}

bool gv_recorder_wait_use(struct gv_recorder *rec, struct gv_vk_use use, uint64_t timeout_ns)
{
    if (gv_vk_use_state(use) == GV_VK_USE_IDLE)
        return true;
    if (use.batch == rec->batch)
        gv_recorder_submit(rec, NULL);
    VkResult result = gv_vk_use_wait(use, timeout_ns);
    if (result != VK_SUCCESS)
        notify_if_lost(rec);
    return result == VK_SUCCESS;
}

void gv_recorder_defer(struct gv_recorder *rec, gv_vk_deferred_fn fn, void *data)
{
    if (!rec->batch && gv_vk_device_is_done(rec->dev, rec->last_value)) {
        fn(rec->dev, data);
        return;
    }
    /* Attach fn to the current batch, or to an empty batch, which finishes after all earlier
     * submissions. */
    struct gv_vk_batch *batch = gv_recorder_batch(rec);
    if (batch) {
        gv_vk_batch_defer(batch, fn, data);
        return;
    }
    gv_vk_device_wait(rec->dev, rec->last_value, UINT64_MAX);
    fn(rec->dev, data);
}

void gv_recorder_limit_memory(struct gv_recorder *rec)
{
    if (rec->batch && rec->batch->held_B > GV_VK_LARGE_BATCH_B)
        gv_recorder_submit(rec, NULL);
}

/* ---- Limits of a batch */

/* Sets the limits of a batch. On hardware, a batch ends before its commands and constants fill so
 * much memory that the driver and the rings allocate new memory for each batch. RADV reuses only 1
 * MiB of a command buffer's memory, and maps any further memory again for each batch; a repeated
 * indexed draw takes about 36 bytes. On tilers, ending a batch inside of rendering costs loads and
 * stores of the framebuffer, so batches for tilers may have more draws, and the other limits do not
 * apply to tilers.
 *
 * lavapipe copies 36 KiB of state into a block of 64 KiB for each draw with changed state, and
 * frees the blocks after the batch. The blocks of a short batch stay in the CPU's caches. Ending a
 * batch inside of rendering costs lavapipe no loads and stores. */
static void set_limits(struct gv_recorder *rec)
{
    enum {
        MAX_DRAWS = 16384, /* 1 MiB of commands if each draw takes 64 bytes */
        MAX_TILED_DRAWS = 30000,
        MAX_SOFTWARE_DRAWS = 4096,
        MAX_SOFTWARE_CHANGES = 128, /* 8 MiB of lavapipe's 64 KiB blocks */
        MAX_CHANGES = 2048,
        MAX_PIPELINES = 1024, /* on RADV, binding a pipeline takes most of a draw's commands */
        MAX_HELD_B = 8 << 20,
    };
    const bool software = rec->dev->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    const bool in_tiles = rec->dev->quirks.rendersInTiles;
    rec->max_draws = software ? MAX_SOFTWARE_DRAWS : in_tiles ? MAX_TILED_DRAWS : MAX_DRAWS;
    rec->max_changes = software ? MAX_SOFTWARE_CHANGES : in_tiles ? UINT32_MAX : MAX_CHANGES;
    rec->max_pipelines = software || in_tiles ? UINT32_MAX : MAX_PIPELINES;
    rec->max_held_B = in_tiles ? UINT64_MAX : MAX_HELD_B;
    rec->early.in_rendering = software;
}

/* ---- Create and destroy */

void gv_recorder_init(struct gv_recorder *rec, struct gv_screen *screen, struct gv_context *ctx,
                      const struct gv_record_hook *hooks, unsigned num_hooks)
{
    rec->dev = screen->dev;
    rec->screen = screen;
    rec->ctx = ctx;
    for (unsigned i = 0; i < num_hooks; i++)
        add_hook(rec, &hooks[i]);
    rec->num_memory_barriers = 1;
    set_limits(rec);
    gv_vk_ring_init(&rec->upload, rec->dev, GV_VK_MEMORY_UPLOAD, UPLOAD_BLOCK_B, 0);
    gv_vk_ring_init(&rec->constants, rec->dev, GV_VK_MEMORY_UPLOAD, CONSTANT_BLOCK_B,
                    screen->const_range_B);
    gv_vk_ring_init(&rec->scratch, rec->dev, GV_VK_MEMORY_DEVICE, SCRATCH_BLOCK_B, 0);
}

void gv_recorder_finish(struct gv_recorder *rec)
{
    assert(!rec->batch);
    free(rec->borrowed.storages);
    gv_vk_ring_finish(&rec->upload);
    gv_vk_ring_finish(&rec->constants);
    gv_vk_ring_finish(&rec->scratch);
}
