/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_recorder: what is being recorded and what the command buffer has by now: the batch, its
 * rings, the barriers that wait, whether rendering is begun. It knows nothing of bound state: who
 * has something to do when rendering or a batch ends has a hook. A recorder belongs to one thread
 * at a time, that of its context. */
#ifndef GV_RECORDER_H
#define GV_RECORDER_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/record/draw_run.h"
#include "driver/record/early_submit.h"
#include "driver/record/emitted.h"
#include "driver/record/late.h"
#include "vk/barrier.h"
#include "vk/batch.h"
#include "vk/rendering.h"
#include "vk/ring.h"

struct gv_context;
struct gv_screen;

/* When hooks are called. */
enum gv_record_event {
    GV_RECORD_STATE_LOST,      /* a command buffer was begun, or a command of the driver's own has
                                  bound something else: everything bound must be emitted again */
    GV_RECORD_COMPUTE_LOST,    /* the same at the compute bind point alone */
    GV_RECORD_MEMORY_USED,     /* a copy or another command of the driver's own has used memory: the
                                  hazards of what is bound need another look */
    GV_RECORD_FLUSH_CLEARS,    /* clears that wait have to be recorded */
    GV_RECORD_END_RENDERING,   /* the last commands inside rendering */
    GV_RECORD_RENDERING_ENDED, /* outside of rendering, before a barrier or anything else */
    GV_RECORD_END_BATCH,       /* the last commands of a batch */
    GV_RECORD_DEVICE_LOST,
    GV_NUM_RECORD_EVENTS,
};

enum {
    GV_MAX_RECORD_HOOKS = 4, /* of one event */
};

typedef void (*gv_record_fn)(struct gv_context *ctx);

/* Hooks of one event are called in the order of the table that gv_recorder_init() got. */
struct gv_record_hook {
    enum gv_record_event event;
    gv_record_fn fn;
};

/* A barrier that waits to be recorded. */
struct gv_waiting_barrier {
    struct gv_vk_barrier memory; /* of what stays in its layout */
    uint32_t num_changes;
    struct gv_vk_layout_change changes[GV_VK_MAX_LAYOUT_CHANGES];
};

static inline bool gv_waits(const struct gv_waiting_barrier *b)
{
    return (b->memory.dst_stages | b->num_changes) != 0;
}

struct gv_recorder {
    struct gv_vk_device *dev;
    struct gv_screen *screen;
    struct gv_context *ctx; /* what hooks are called with */

    /* The thread that records just now, for gv_recorder_enter(); 0: none. */
    _Atomic uintptr_t thread;
    unsigned depth;                  /* of its calls */
    const struct gv_hazards *locked; /* by record/sync.c; nothing is submitted then */

    gv_record_fn hooks[GV_NUM_RECORD_EVENTS][GV_MAX_RECORD_HOOKS + 1]; /* up to the first NULL */

    struct gv_vk_batch *batch; /* NULL until something is recorded */
    uint64_t last_value;       /* timeline value of the newest submission of this recorder */
    bool rendering;            /* begun in main */
    struct gv_late_rendering late;
    VkPipelineStageFlags2 host_writers; /* of this batch's, that write what the host may read */
    struct gv_waiting_barrier main_barrier, pre_barrier;
    uint64_t num_memory_barriers; /* that the client asked for, and 1 */

    struct gv_vk_ring upload; /* vertex, index and staging data */
    struct gv_vk_ring constants;
    struct gv_vk_ring scratch;            /* written by kernels; the host does not see it */
    struct gv_vk_ring_block *const_block; /* of constants, that this batch uses now; may be NULL */

    uint32_t num_draws;   /* in this batch */
    uint32_t num_repeats; /* those that were held back in a run that is recorded */
    uint32_t next_check;  /* number of draws at which gv_early_submit_check() is called */
    uint32_t max_draws;   /* number of draws at which the batch is submitted */
    uint32_t max_changes; /* number of draws but repeats at which the next check submits it */
    struct gv_early_submit early;
    struct gv_draw_run run; /* draws that are held back */
    struct gv_emitted emitted;

    struct {
        uint64_t draws, grids, pipelines, batches, barriers, renderings, images_remade, upload_B;
        uint64_t waited;            /* draws, grids and blits, for a compile */
        uint64_t linked, optimized; /* pipelines, see pipeline.h */
        uint64_t inlined;           /* pipelines, see inline_uniforms.h */
    } stats;
    uint64_t waited_in; /* the command that stats.waited has counted last, by its number */
    uint64_t draws_told, upload_told_B; /* of stats, counted in the screen */
};

/* Submits a batch that holds much memory for uploads, before more is put into it. */
void gv_recorder_limit_memory(struct gv_recorder *rec);

void gv_recorder_init(struct gv_recorder *rec, struct gv_screen *screen, struct gv_context *ctx,
                      const struct gv_record_hook *hooks, unsigned num_hooks);

/* Brackets what records, in the dev build: two threads are never between them at a time. */
static inline void gv_recorder_enter(struct gv_recorder *rec)
{
#ifndef NDEBUG
    const uintptr_t self = (uintptr_t)pthread_self();
    uintptr_t none = 0;
    if (atomic_load(&rec->thread) != self) {
        bool alone = atomic_compare_exchange_strong(&rec->thread, &none, self);
        assert(alone && "a context is used by two threads at once");
    }
    rec->depth++;
#else
    (void)rec;
#endif
}

static inline void gv_recorder_leave(struct gv_recorder *rec)
{
#ifndef NDEBUG
    if (!--rec->depth)
        atomic_store(&rec->thread, 0);
#else
    (void)rec;
#endif
}

/* Comes before commands that Vulkan allows outside of rendering only. */
static inline void gv_recorder_assert_outside(const struct gv_recorder *rec)
{
    assert(rec->batch && !rec->rendering && !rec->run.num);
    (void)rec;
}

/* ... and inside only. */
static inline void gv_recorder_assert_inside(const struct gv_recorder *rec)
{
    assert(rec->batch && rec->rendering);
    (void)rec;
}

/* Nothing is recorded any more, and the device is done with all of it. */
void gv_recorder_finish(struct gv_recorder *rec);

/* Begins a batch; NULL when the device is lost or memory ran out. */
struct gv_vk_batch *gv_recorder_begin(struct gv_recorder *rec);

/* The batch being recorded, begun when there is none. */
static inline struct gv_vk_batch *gv_recorder_batch(struct gv_recorder *rec)
{
    return rec->batch ? rec->batch : gv_recorder_begin(rec);
}

/* Tells batches apart: that of the batch being recorded. */
static inline uint64_t gv_recorder_serial(const struct gv_recorder *rec)
{
    return atomic_load_explicit(&rec->batch->serial, memory_order_relaxed);
}

/* Where one thread has all contexts, what they record is submitted in that order: first contents
 * and layouts of images are made in the batch that needed them first, and what a context bound
 * before is looked at anew in its next one. */
void gv_recorder_submit_others(struct gv_recorder *rec);

/* The main command buffer of the batch, for a command that comes behind all draws so far. */
static inline VkCommandBuffer gv_recorder_main(struct gv_recorder *rec)
{
    assert(rec->batch);
    if (rec->run.num)
        gv_draw_run_flush(rec);
    return rec->batch->main;
}

/* Submits what was recorded, clears that wait included; *out_value (may be NULL) is the value to
 * wait for. Nothing recorded: the value of the last submission. */
void gv_recorder_submit(struct gv_recorder *rec, uint64_t *out_value);

/* Call after each draw command. It never submits: what the rest of the draw uses is in this batch.
 */
static inline void gv_recorder_count_draw(struct gv_recorder *rec)
{
    gv_recorder_assert_inside(rec);
    rec->stats.draws++;
    rec->num_draws++;
}

/* Call before a draw or a dispatch of the client. Submits a batch that is full, that ran out of
 * memory while it was recorded, or that an idle device should get early. */
static inline void gv_recorder_limit_batch(struct gv_recorder *rec)
{
    if (rec->batch && rec->batch->out_of_memory)
        gv_recorder_submit(rec, NULL);
    else if (rec->batch && rec->num_draws >= rec->next_check)
        gv_early_submit_check(rec);
}

/* The command that is going to be recorded has waited for a shader or a pipeline to be compiled. It
 * is counted once, however many it waits for. */
void gv_recorder_waited(struct gv_recorder *rec);

/* Makes a use finish: submits the batch when it is the one that uses. False on timeout or device
 * loss, or when another recorder still records it. */
bool gv_recorder_wait_use(struct gv_recorder *rec, struct gv_vk_use use, uint64_t timeout_ns);

/* Calls fn(dev, data) once everything that was recorded or submitted so far has finished. */
void gv_recorder_defer(struct gv_recorder *rec, gv_vk_deferred_fn fn, void *data);

/* Begins rendering in `main`, outside of it; false when that failed. late: its operations may
 * change until it ends, and everything bound must be emitted again. */
bool gv_recorder_begin_rendering(struct gv_recorder *rec, const VkRenderingInfo *info,
                                 const struct gv_vk_targets *targets, bool late);

/* Ends rendering if it is begun, and has what is held back recorded. Comes before every barrier and
 * whatever else is recorded outside. */
void gv_recorder_end_rendering(struct gv_recorder *rec);

/* Has clears that wait recorded: before their storage is used otherwise. */
void gv_recorder_flush_clears(struct gv_recorder *rec);

/* After commands of the driver's own in `main`: everything bound must be emitted again. */
void gv_recorder_forget_state(struct gv_recorder *rec);

/* Calls the hooks of an event. */
void gv_recorder_notify(struct gv_recorder *rec, enum gv_record_event event);

#endif
