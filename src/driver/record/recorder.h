/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_recorder: the batch that is being recorded, its rings, the state of the command buffer,
 * pending barriers, and the active rendering. The recorder does not know bound state; other modules
 * register hooks for the recorder's events. A recorder is used by one thread at a time: the thread
 * that uses its context. */
#ifndef GV_RECORDER_H
#define GV_RECORDER_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/record/borrow.h"
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

/* Events of recording, for which hooks are called. */
enum gv_record_event {
    GV_RECORD_STATE_LOST,      /* a command buffer was begun, or an internal command has bound other
                                  state: all bound state must be emitted again */
    GV_RECORD_COMPUTE_LOST,    /* an internal command has bound other state at the compute bind
                                  point: all state of this bind point must be emitted again */
    GV_RECORD_MEMORY_USED,     /* a copy or another internal command has used memory: bindings must
                                  be synchronized again */
    GV_RECORD_FLUSH_CLEARS,    /* pending clears must be recorded */
    GV_RECORD_END_RENDERING,   /* rendering is about to end: hooks may record the last commands
                                  inside of rendering */
    GV_RECORD_RENDERING_ENDED, /* rendering has ended: hooks may record the first commands outside
                                  of rendering, before any barrier */
    GV_RECORD_END_BATCH,       /* the batch is about to end: hooks may record the last commands of
                                  the batch */
    GV_RECORD_DEVICE_LOST,
    GV_NUM_RECORD_EVENTS,
};

enum {
    GV_MAX_RECORD_HOOKS = 4, /* largest number of hooks for each event */
};

typedef void (*gv_record_fn)(struct gv_context *ctx);

/* A hook of an event. Hooks of one event are called in the order of the table that was passed to
 * gv_recorder_init(). */
struct gv_record_hook {
    enum gv_record_event event;
    gv_record_fn fn;
};

/* A pending barrier: a memory barrier and layout changes. */
struct gv_waiting_barrier {
    struct gv_vk_barrier memory; /* barrier for buffers, and for images that remain in their
                                    layout */
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
    struct gv_context *ctx; /* argument of the hooks */

    /* The thread that records, for gv_recorder_enter(). 0: no thread records. */
    _Atomic uintptr_t thread;
    unsigned depth;                  /* nesting depth of gv_recorder_enter() */
    const struct gv_hazards *locked; /* hazards that record/sync.c has locked; nothing may be
                                        submitted while they are locked */

    gv_record_fn hooks[GV_NUM_RECORD_EVENTS][GV_MAX_RECORD_HOOKS + 1]; /* each list ends with
                                                                          NULL */

    struct gv_vk_batch *batch; /* the batch that is being recorded; NULL until a command is
                                  recorded */
    uint64_t last_value;       /* timeline value of this recorder's last submission */
    bool rendering;            /* rendering is active in `main` */
    struct gv_late_rendering late;
    VkPipelineStageFlags2 host_writers; /* stages of this batch that write memory which the CPU may
                                           read */
    struct gv_waiting_barrier main_barrier, pre_barrier;
    struct gv_borrowed borrowed;
    uint64_t num_memory_barriers; /* 1 + the number of memory barriers that the client has
                                     requested */

    struct gv_vk_ring upload; /* vertex, index and staging data */
    struct gv_vk_ring constants;
    struct gv_vk_ring scratch; /* memory that compute shaders write and that the CPU cannot read */
    struct gv_vk_ring_block *const_block; /* the block of `constants` that this batch uses now; may
                                             be NULL */

    uint32_t num_draws;     /* number of draws in this batch */
    uint32_t num_repeats;   /* number of draws in this batch that were recorded as parts of runs */
    uint32_t next_check;    /* number of draws at which gv_early_submit_check() is called */
    uint32_t max_draws;     /* number of draws at which the batch is submitted */
    uint32_t max_changes;   /* number of draws, not counting num_repeats, at which the next check
                               submits the batch */
    uint32_t num_pipelines; /* number of times that this batch binds a pipeline */
    uint32_t max_pipelines; /* value of num_pipelines at which the next check submits the batch */
    uint64_t max_held_B;    /* bytes of upload memory at which the next check submits the batch */
    struct gv_early_submit early;
    struct gv_draw_run run; /* deferred draws */
    struct gv_emitted emitted;

    struct {
        uint64_t draws, grids, pipelines, batches, barriers, renderings, images_remade, upload_B;
        uint64_t waited;            /* draws, dispatches and blits that waited for a compile */
        uint64_t linked, optimized; /* numbers of pipelines, see pipeline.h */
        uint64_t inlined;           /* number of pipelines with inlined uniforms, see
                                       inline_uniforms.h */
    } stats;
    uint64_t waited_in; /* serial number of the command that was last counted in stats.waited */
    uint64_t draws_told, upload_told_B; /* the values of stats.draws and stats.upload_B that were
                                           already added to the screen's counters */
};

/* Submits the batch if it holds much upload memory. Call before the batch gets more upload
 * memory. */
void gv_recorder_limit_memory(struct gv_recorder *rec);

void gv_recorder_init(struct gv_recorder *rec, struct gv_screen *screen, struct gv_context *ctx,
                      const struct gv_record_hook *hooks, unsigned num_hooks);

/* gv_recorder_enter() and gv_recorder_leave() mark a section that records. The dev build asserts
 * that only one thread is inside of a section. */
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

/* Asserts that rendering is not active. Call before commands that Vulkan allows only outside of
 * rendering. */
static inline void gv_recorder_assert_outside(const struct gv_recorder *rec)
{
    assert(rec->batch && !rec->rendering && !rec->run.num);
    (void)rec;
}

/* Asserts that rendering is active. Call before commands that Vulkan allows only inside of
 * rendering. */
static inline void gv_recorder_assert_inside(const struct gv_recorder *rec)
{
    assert(rec->batch && rec->rendering);
    (void)rec;
}

/* Destroys the recorder. The device must have finished its batches. */
void gv_recorder_finish(struct gv_recorder *rec);

/* Begins a batch. Returns NULL if the device is lost or memory runs out. */
struct gv_vk_batch *gv_recorder_begin(struct gv_recorder *rec);

/* Returns the batch that is being recorded. Begins a batch if none is being recorded. Returns NULL
 * if the device is lost or memory runs out. */
static inline struct gv_vk_batch *gv_recorder_batch(struct gv_recorder *rec)
{
    return rec->batch ? rec->batch : gv_recorder_begin(rec);
}

/* Returns the serial of the batch that is being recorded. */
static inline uint64_t gv_recorder_serial(const struct gv_recorder *rec)
{
    return atomic_load_explicit(&rec->batch->serial, memory_order_relaxed);
}

/* If one thread uses all contexts, submits the batch that another context is recording. So batches
 * are submitted in the order of recording. This order is needed because the first batch that uses
 * an image initializes the image's contents and layout. Each context synchronizes its bindings
 * again in its next batch. */
void gv_recorder_submit_others(struct gv_recorder *rec);

/* Returns the batch's main command buffer, for a command after all earlier draws. Records the
 * deferred draws first. */
static inline VkCommandBuffer gv_recorder_main(struct gv_recorder *rec)
{
    assert(rec->batch);
    if (rec->run.num)
        gv_draw_run_flush(rec);
    return rec->batch->main;
}

/* Submits the recorded commands and the pending clears. *out_value gets the timeline value to wait
 * for; if no command is recorded, this is the value of the last submission. out_value may be
 * NULL. */
void gv_recorder_submit(struct gv_recorder *rec, uint64_t *out_value);

/* Counts a draw. Call after each draw command. Never submits, since the remaining steps of the draw
 * use this batch. */
static inline void gv_recorder_count_draw(struct gv_recorder *rec)
{
    gv_recorder_assert_inside(rec);
    rec->stats.draws++;
    rec->num_draws++;
}

/* Submits the batch if it is full, if it ran out of memory, or if it should reach an idle device
 * early. Call before the client's draws and dispatches. */
static inline void gv_recorder_limit_batch(struct gv_recorder *rec)
{
    if (rec->batch && rec->batch->out_of_memory)
        gv_recorder_submit(rec, NULL);
    else if (rec->batch && rec->num_draws >= rec->next_check)
        gv_early_submit_check(rec);
}

/* Counts in stats.waited that the next command had to wait for a compile. A command that waits
 * several times is counted once. */
void gv_recorder_waited(struct gv_recorder *rec);

/* Waits until a use has finished. Submits the current batch if it contains the use. Returns false
 * on timeout or device loss, or if another recorder is still recording the use. */
bool gv_recorder_wait_use(struct gv_recorder *rec, struct gv_vk_use use, uint64_t timeout_ns);

/* Calls fn(dev, data) once all commands that were recorded or submitted so far have finished. */
void gv_recorder_defer(struct gv_recorder *rec, gv_vk_deferred_fn fn, void *data);

/* Begins rendering in `main`. No other rendering may be active. Returns false on failure. If `late`
 * is true, store operations may change until the end of the rendering, and all bound state must be
 * emitted again. */
bool gv_recorder_begin_rendering(struct gv_recorder *rec, const VkRenderingInfo *info,
                                 const struct gv_vk_targets *targets, bool late);

/* Ends rendering if it is active, after recording the deferred draws. Call before barriers and
 * other commands that must be outside of rendering. */
void gv_recorder_end_rendering(struct gv_recorder *rec);

/* Records pending clears. Call before the cleared storage is used in another way. */
void gv_recorder_flush_clears(struct gv_recorder *rec);

/* Makes draws and dispatches emit all bound state again. Call after internal commands in `main`. */
void gv_recorder_forget_state(struct gv_recorder *rec);

/* Calls the hooks of an event. */
void gv_recorder_notify(struct gv_recorder *rec, enum gv_record_event event);

#endif
