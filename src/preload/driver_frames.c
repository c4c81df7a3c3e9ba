/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/driver_frames.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "preload/driver_frames_shared.h"
#include "preload/export.h"
#include "preload/presents.h"
#include "preload/show.h"
#include "preload/swap.h"
#include "util/env.h"
#include "util/text.h"

enum {
    MAX_SCREENS = 16, /* Mesa puts the frames of further screens */
    MAX_COPIES = 64,  /* more than a show has pending frames */
    EXIT_WAIT_MS = 2000
};

_Static_assert((int)GV_DRIVER_FRAMES_MAX_AHEAD == (int)GV_SHOW_MAX_AHEAD, "as many slots");

struct gv_driver_frames {
    const struct gv_driver_frames_methods *methods;
    struct gv_show *show;
    pid_t process;
    unsigned num_uses; /* drains; protected by the table's lock */

    pthread_mutex_t lock; /* protects the fields below */
    pthread_cond_t changed;
    struct {
        uint32_t serial;
        void *copy;
    } copies[MAX_COPIES]; /* pending, a ring */
    unsigned first, num;
    bool stopped;
    bool in_driver; /* the show's thread is in methods->await() or ->present() */
    /* has_thread: the show's thread uses this struct. is_destroyed: the screen does not use it
     * any more. The last user destroys it. */
    bool has_thread, is_destroyed;
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct gv_driver_frames *all[MAX_SCREENS];
} table = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* The frame that this thread presents; set during gv_swap_take(). */
static __thread __attribute__((tls_model("initial-exec"))) const struct gv_driver_frame *current;

/* ---- The source of a show -------------------------------------------------------------------- */

static bool open_driver(void *priv)
{
    struct gv_driver_frames *frames = priv;

    frames->has_thread = true;
    return true;
}

static int make(void *priv, const struct gv_show_buffer *buffer, unsigned slot)
{
    const struct gv_driver_frames *frames = priv;

    (void)buffer;
    return frames->methods->make(current->priv, slot);
}

static bool copy(void *priv, const struct gv_show_buffer *buffer, unsigned slot, uint32_t serial,
                 const struct gv_show_how *how)
{
    struct gv_driver_frames *frames = priv;
    void *pending = frames->methods->copy(current->priv, slot);

    (void)buffer;
    (void)how;
    if (!pending)
        return false;
    pthread_mutex_lock(&frames->lock);
    const unsigned place = (frames->first + frames->num++) % MAX_COPIES;
    frames->copies[place].serial = serial;
    frames->copies[place].copy = pending;
    pthread_cond_broadcast(&frames->changed);
    pthread_mutex_unlock(&frames->lock);
    return true;
}

/* Removes the oldest pending copy. The caller holds the lock. */
static void *take_copy(struct gv_driver_frames *frames, uint32_t *out_serial)
{
    void *pending = frames->copies[frames->first].copy;

    *out_serial = frames->copies[frames->first].serial;
    frames->first = (frames->first + 1) % MAX_COPIES;
    frames->num--;
    return pending;
}

/* Notes that the show's thread leaves the driver. */
static void leave_driver(struct gv_driver_frames *frames)
{
    pthread_mutex_lock(&frames->lock);
    frames->in_driver = false;
    pthread_cond_broadcast(&frames->changed);
    pthread_mutex_unlock(&frames->lock);
}

static bool await(void *priv, uint32_t *out_serial, bool *out_there)
{
    struct gv_driver_frames *frames = priv;
    void *pending = NULL;

    pthread_mutex_lock(&frames->lock);
    while (frames->num == 0 && !frames->stopped)
        pthread_cond_wait(&frames->changed, &frames->lock);
    if (!frames->stopped)
        pending = take_copy(frames, out_serial);
    frames->in_driver = pending != NULL;
    pthread_mutex_unlock(&frames->lock);
    if (!pending)
        return false;
    *out_there = frames->methods->await(pending);
    leave_driver(frames);
    return true;
}

static void *open_swapchain(void *priv, const struct gv_show_buffer *buffer, void *connection,
                            uint32_t window)
{
    const struct gv_driver_frames *frames = priv;

    (void)buffer;
    return frames->methods->open_swapchain(current->priv, connection, window);
}

static bool present_slot(void *priv, void *swapchain, unsigned slot)
{
    struct gv_driver_frames *frames = priv;

    pthread_mutex_lock(&frames->lock);
    frames->in_driver = !frames->stopped;
    const bool is_open = frames->in_driver;
    pthread_mutex_unlock(&frames->lock);
    if (!is_open)
        return false;
    const bool is_presented = frames->methods->present(swapchain, slot);
    leave_driver(frames);
    return is_presented;
}

static void close_swapchain(void *priv, void *swapchain)
{
    struct gv_driver_frames *frames = priv;

    pthread_mutex_lock(&frames->lock);
    while (frames->in_driver && frames->stopped)
        pthread_cond_wait(&frames->changed, &frames->lock);
    pthread_mutex_unlock(&frames->lock);
    frames->methods->close_swapchain(swapchain);
}

static void stop(void *priv)
{
    struct gv_driver_frames *frames = priv;

    pthread_mutex_lock(&frames->lock);
    frames->stopped = true;
    pthread_cond_broadcast(&frames->changed);
    pthread_mutex_unlock(&frames->lock);
}

/* Ends the show if the screen has been destroyed before. */
static void leave(void *priv)
{
    struct gv_driver_frames *frames = priv;

    pthread_mutex_lock(&frames->lock);
    frames->has_thread = false;
    const bool is_last = frames->is_destroyed;
    pthread_mutex_unlock(&frames->lock);
    if (is_last)
        gv_show_destroy(frames->show);
}

static void end(void *priv)
{
    struct gv_driver_frames *frames = priv;

    pthread_cond_destroy(&frames->changed);
    pthread_mutex_destroy(&frames->lock);
    free(frames);
}

static const struct gv_show_source source = {
    .open = open_driver,
    .make = make,
    .copy = copy,
    .await = await,
    .open_swapchain = open_swapchain,
    .present = present_slot,
    .close_swapchain = close_swapchain,
    .stop = stop,
    .leave = leave,
    .destroy = end,
};

/* ---- All screens ----------------------------------------------------------------------------- */

static bool add(struct gv_driver_frames *frames)
{
    unsigned place = 0;

    pthread_mutex_lock(&table.lock);
    while (place < MAX_SCREENS && table.all[place])
        place++;
    if (place < MAX_SCREENS)
        table.all[place] = frames;
    pthread_mutex_unlock(&table.lock);
    return place < MAX_SCREENS;
}

/* Removes the screen from the table, and waits until no other thread waits for the screen's
 * frames. */
static void take_out(struct gv_driver_frames *frames)
{
    pthread_mutex_lock(&table.lock);
    for (unsigned i = 0; i < MAX_SCREENS; i++) {
        if (table.all[i] == frames)
            table.all[i] = NULL;
    }
    while (frames->num_uses > 0)
        pthread_cond_wait(&table.changed, &table.lock);
    pthread_mutex_unlock(&table.lock);
}

static void drain(int timeout_ms)
{
    pthread_mutex_lock(&table.lock);
    for (unsigned i = 0; i < MAX_SCREENS; i++) {
        struct gv_driver_frames *frames = table.all[i];
        if (!frames || !gv_show_is_busy(frames->show) || frames->process != getpid())
            continue;
        frames->num_uses++;
        pthread_mutex_unlock(&table.lock);
        gv_show_drain(frames->show, timeout_ms);
        pthread_mutex_lock(&table.lock);
        frames->num_uses--;
        pthread_cond_broadcast(&table.changed);
    }
    pthread_mutex_unlock(&table.lock);
}

void gv_driver_frames_drain(void)
{
    drain(-1);
}

bool gv_driver_frames_are_there(void)
{
    bool are_there = false;

    pthread_mutex_lock(&table.lock);
    for (unsigned i = 0; i < MAX_SCREENS && !are_there; i++)
        are_there = table.all[i] && table.all[i]->process == getpid();
    pthread_mutex_unlock(&table.lock);
    return are_there;
}

/* A child process has none of its parent's threads, so it forgets its parent's screens. */
static void forget_in_child(void)
{
    pthread_mutex_init(&table.lock, NULL);
    pthread_cond_init(&table.changed, NULL);
    memset(table.all, 0, sizeof(table.all));
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, forget_in_child);
}

/* Runs at the program's end: waits until the program's last frame is shown. */
__attribute__((destructor)) static void at_end(void)
{
    drain(EXIT_WAIT_MS);
}

/* ---- The driver's functions ------------------------------------------------------------------ */

/* Returns how many frames the program may be ahead of its windows, including the frame that the
 * program is drawing; 0 if the program draws through a server. */
static unsigned frames_ahead(void)
{
    const char *value = gv_getenv("GALVAN_FRAMES_AHEAD");
    const char *colon = value ? strchr(value, ':') : NULL;
    uint64_t ahead;

    return colon && !colon[1] &&
                   gv_parse_u64(value, (size_t)(colon - value), GV_SHOW_MAX_AHEAD, &ahead)
               ? (unsigned)ahead
               : 0;
}

bool gv_driver_frames_are_wanted(void)
{
    return frames_ahead() > 0;
}

static struct gv_driver_frames *create(const struct gv_driver_frames_methods *methods,
                                       unsigned *out_num_slots)
{
    struct gv_driver_frames *frames = calloc(1, sizeof(*frames));

    if (!frames)
        return NULL;
    *out_num_slots = frames_ahead();
    frames->methods = methods;
    frames->process = getpid();
    pthread_mutex_init(&frames->lock, NULL);
    pthread_cond_init(&frames->changed, NULL);
    frames->show = gv_show_create(&source, frames, *out_num_slots);
    if (!frames->show)
        return NULL; /* gv_show_create() has freed frames */
    if (add(frames))
        return frames;
    gv_show_destroy(frames->show);
    return NULL;
}

/* Does not wait until the thread has ended, because the thread may wait for an X server that this
 * program has grabbed. */
static void destroy(struct gv_driver_frames *frames)
{
    uint32_t serial;

    if (!frames || frames->process != getpid())
        return;
    gv_show_drain(frames->show, EXIT_WAIT_MS);
    take_out(frames);
    gv_show_stop(frames->show);
    pthread_mutex_lock(&frames->lock);
    while (frames->in_driver)
        pthread_cond_wait(&frames->changed, &frames->lock);
    while (frames->num > 0)
        frames->methods->await(take_copy(frames, &serial));
    frames->is_destroyed = true;
    const bool is_last = !frames->has_thread;
    pthread_mutex_unlock(&frames->lock);
    if (is_last)
        gv_show_destroy(frames->show);
}

static bool present(struct gv_driver_frames *frames, const struct gv_driver_frame *frame)
{
    const struct gv_swap_box box = {frame->part_x, frame->part_y, frame->part_width,
                                    frame->part_height};
    const bool is_whole = frame->buffer && frame->part_width == frame->width &&
                          frame->part_height == frame->height && frame->width <= INT16_MAX &&
                          frame->height <= INT16_MAX;
    struct gv_show_buffer buffer = {0};

    if (frames->process != getpid())
        return false;
    if (!gv_swap_awaits_frame() && !gv_swap_in_part()) {
        gv_presents_drain();
        return false;
    }
    if (is_whole)
        buffer = (struct gv_show_buffer){frame->buffer, frame->width, frame->height};
    current = frame;
    const bool is_taken = gv_swap_take(frames->show, &buffer, &box);
    current = NULL;
    if (is_taken)
        gv_swap_note_no_put();
    return is_taken;
}

EXPORT const struct gv_driver_frames_library *galvan_driver_frames(void);

EXPORT const struct gv_driver_frames_library *galvan_driver_frames(void)
{
    static const struct gv_driver_frames_library library = {
        .version = GV_DRIVER_FRAMES_VERSION,
        .create = create,
        .destroy = destroy,
        .in_swap = gv_swap_awaits_frame,
        .present = present,
    };

    return frames_ahead() > 1 ? &library : NULL;
}
