/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A window is identified by the buffer from which Mesa reads the window's frames. The library knows
 * this buffer once Mesa itself has put a frame of the buffer on the window. So the library never
 * presents frames that do not go to an X11 window, and Mesa shows the first frame of a new buffer,
 * for example after a resize. */
#include "preload/show.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "preload/x11.h"
#include "util/clock.h"

/* If the X server reads nothing for STUCK_NS, a program has grabbed the X server, perhaps this
 * program. Threads that wait for frames check this every LOOK_NS. */
#define STUCK_NS UINT64_C(1000000000)
#define LOOK_NS  UINT64_C(200000000)

enum {
    MAX_WINDOWS = 8,
    MAX_SHOTS = MAX_WINDOWS * GV_SHOW_MAX_AHEAD,
    STACK_B = 256 << 10
};

enum state {
    FREE,
    LEARNED, /* Mesa has put a frame on put.window */
    READY,   /* the window has a GC and segments */
    REFUSED, /* Mesa permanently shows the window itself */
};

struct gv_window {
    enum state state;
    struct gv_show_buffer buffer;
    struct gv_x11_put put; /* before each put, put.segment is set to the slot's segment */
    uint32_t segments[GV_SHOW_MAX_AHEAD];
    void *swapchain;   /* the source's swapchain for the window; NULL: frames are put from the
                          segments */
    char display[128]; /* empty: the default display */
    int display_fd;
    unsigned next_slot;
    unsigned num_under_way;
    uint64_t last_use;
    uint64_t last_frame; /* the screen's refresh at which the window's last frame was shown */
};

struct shot {
    struct gv_window *window;
    uint32_t serial;
    unsigned slot;
    unsigned interval;
};

struct gv_show {
    const struct gv_show_source *source;
    void *priv; /* the source's */
    unsigned ahead;

    pthread_mutex_t lock; /* protects all fields below, except fields that belong to the thread that
                             is in a window's swap */
    pthread_cond_t changed;
    bool opened; /* the source was opened, perhaps in vain */
    bool dead;   /* Mesa shows all frames from now on */
    struct gv_x11 *x;
    struct gv_window windows[MAX_WINDOWS];
    uint64_t num_uses;

    struct shot shots[MAX_SHOTS];
    unsigned first_shot;
    atomic_uint num_shots;
    uint32_t last_serial;
    uint64_t put_ns; /* when the thread began to wait for the X server; 0: the thread does not
                        wait */
};

static atomic_int num_holds;

/* Whether this thread puts the frames of a show. Such a thread waits for no frames: a driver that
 * presents a frame by puts of XCB must not wait for this frame. */
static __thread __attribute__((tls_model("initial-exec"))) bool puts_frames;

struct gv_show *gv_show_create(const struct gv_show_source *source, void *priv, unsigned ahead)
{
    struct gv_show *show = calloc(1, sizeof(*show));
    pthread_condattr_t attr;

    if (!show) {
        source->destroy(priv);
        return NULL;
    }
    show->source = source;
    show->priv = priv;
    show->ahead = ahead;
    pthread_mutex_init(&show->lock, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&show->changed, &attr);
    pthread_condattr_destroy(&attr);
    return show;
}

/* ---- The thread that puts -------------------------------------------------------------------- */

/* Stops showing frames: Mesa shows all later frames, and no thread waits any more. The caller holds
 * the lock. */
static void give_up(struct gv_show *show)
{
    show->dead = true;
    atomic_store(&show->num_shots, 0);
    pthread_cond_broadcast(&show->changed);
}

/* Waits until the window's last frame has been shown for its interval. A screen that is switched
 * off may refresh only once per second. */
static uint64_t await_turn(struct gv_show *show, uint32_t id, uint64_t last, unsigned interval)
{
    return interval == 0 ? last
                         : gv_x11_await_frame(show->x, id, last + interval,
                                              STUCK_NS * (UINT64_C(1) + interval));
}

/* Puts a finished frame on its window: by `swapchain`, the window's swapchain, or from a segment if
 * `swapchain` is NULL. Returns true once the X server has the frame. */
static bool put_now(struct gv_show *show, const struct shot *shot, void *swapchain)
{
    struct gv_x11_put put = shot->window->put;

    if (swapchain)
        return show->source->present(show->priv, swapchain, shot->slot) &&
               gv_x11_sync(show->x, put.window);
    put.segment = shot->window->segments[shot->slot];
    return gv_x11_put(show->x, &put);
}

static void put(struct gv_show *show, const struct shot *shot)
{
    struct gv_window *window = shot->window;

    window->last_frame = await_turn(show, window->put.window, window->last_frame, shot->interval);
    pthread_mutex_lock(&show->lock);
    show->put_ns = gv_now_ns();
    void *swapchain = window->swapchain;
    pthread_mutex_unlock(&show->lock);
    bool is_put = put_now(show, shot, swapchain);
    pthread_mutex_lock(&show->lock);
    show->put_ns = 0;
    if (!is_put)
        shot->window->state = REFUSED; /* the window does not exist any more */
    pthread_mutex_unlock(&show->lock);
}

/* Waits for the next finished copy. False if the source has ended, or reports a wrong serial. */
static bool hear(struct gv_show *show, struct shot *out_shot, bool *out_there)
{
    uint32_t serial = 0;
    const bool works = show->source->await(show->priv, &serial, out_there);

    pthread_mutex_lock(&show->lock);
    bool is_next = works && atomic_load(&show->num_shots) > 0 &&
                   show->shots[show->first_shot].serial == serial;
    *out_shot = show->shots[show->first_shot];
    pthread_mutex_unlock(&show->lock);
    return is_next;
}

static void *run(void *data)
{
    struct gv_show *show = data;
    struct shot shot;
    bool there, goes_on = true;

    puts_frames = true;
    while (goes_on && hear(show, &shot, &there)) {
        if (there)
            put(show, &shot);
        pthread_mutex_lock(&show->lock);
        goes_on = !show->dead;
        if (goes_on) {
            shot.window->num_under_way--;
            show->first_shot = (show->first_shot + 1) % MAX_SHOTS;
            atomic_fetch_sub(&show->num_shots, 1);
        }
        pthread_cond_broadcast(&show->changed);
        pthread_mutex_unlock(&show->lock);
    }
    pthread_mutex_lock(&show->lock);
    give_up(show);
    pthread_mutex_unlock(&show->lock);
    show->source->leave(show->priv); /* show may be destroyed by now */
    return NULL;
}

/* Starts the thread with all signals blocked: signals must be handled on the program's own
 * threads. */
static bool start_thread(struct gv_show *show)
{
    pthread_attr_t attr;
    sigset_t all, before;
    pthread_t thread;

    sigfillset(&all);
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, STACK_B);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool runs = pthread_create(&thread, &attr, run, show) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    return runs;
}

/* The caller holds the lock. */
static void close_swapchain(struct gv_show *show, struct gv_window *window)
{
    if (window->swapchain)
        show->source->close_swapchain(show->priv, window->swapchain);
    window->swapchain = NULL;
}

void gv_show_stop(struct gv_show *show)
{
    pthread_mutex_lock(&show->lock);
    give_up(show);
    show->source->stop(show->priv);
    for (unsigned i = 0; i < MAX_WINDOWS; i++)
        close_swapchain(show, &show->windows[i]);
    pthread_mutex_unlock(&show->lock);
}

void gv_show_destroy(struct gv_show *show)
{
    if (!show)
        return;
    gv_x11_close(show->x);
    show->source->destroy(show->priv);
    pthread_cond_destroy(&show->changed);
    pthread_mutex_destroy(&show->lock);
    free(show);
}

/* ---- Waiting --------------------------------------------------------------------------------- */

static bool must_wait(const struct gv_show *show, const struct gv_window *window, unsigned most)
{
    return !show->dead && (window ? window->num_under_way : atomic_load(&show->num_shots)) > most;
}

/* Waits until something changes, at most LOOK_NS. The caller holds the lock. */
static void look_later(struct gv_show *show)
{
    const uint64_t then_ns = gv_now_ns() + LOOK_NS;
    const struct timespec then = {.tv_sec = (time_t)(then_ns / 1000000000u),
                                  .tv_nsec = (long)(then_ns % 1000000000u)};

    pthread_cond_timedwait(&show->changed, &show->lock, &then);
    if (show->put_ns && gv_now_ns() - show->put_ns > STUCK_NS)
        give_up(show);
}

/* Waits until at most `most` frames of the window (NULL: of all windows) are pending. */
static void wait_for(struct gv_show *show, const struct gv_window *window, unsigned most,
                     int timeout_ms)
{
    const uint64_t begin_ns = gv_now_ns();
    int cancel;

    if (puts_frames)
        return;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    pthread_mutex_lock(&show->lock);
    while (must_wait(show, window, most) &&
           (timeout_ms < 0 || gv_now_ns() - begin_ns < (uint64_t)timeout_ms * 1000000u))
        look_later(show);
    pthread_mutex_unlock(&show->lock);
    pthread_setcancelstate(cancel, NULL);
}

bool gv_show_is_busy(const struct gv_show *show)
{
    return atomic_load(&show->num_shots) > 0;
}

void gv_show_drain(struct gv_show *show, int timeout_ms)
{
    wait_for(show, NULL, 0, timeout_ms);
}

void gv_show_pace(struct gv_show *show, const struct gv_window *window)
{
    if (window)
        wait_for(show, window, show->ahead - 1, -1);
}

void gv_show_hold(bool hold)
{
    int num = atomic_load(&num_holds);

    /* num_holds does not fall below 0, since programs may ungrab a server that they have not
     * grabbed. */
    while ((hold || num > 0) &&
           !atomic_compare_exchange_weak(&num_holds, &num, num + (hold ? 1 : -1)))
        ;
}

bool gv_show_is_held(void)
{
    return atomic_load(&num_holds) > 0;
}

/* ---- Windows --------------------------------------------------------------------------------- */

/* Frees the entry of a window that has no pending frames. The caller holds the lock. */
static void free_window(struct gv_show *show, struct gv_window *window)
{
    for (unsigned i = 0; i < GV_SHOW_MAX_AHEAD; i++) {
        if (window->segments[i])
            gv_x11_detach(show->x, window->segments[i]);
    }
    if (window->put.gc)
        gv_x11_free_gc(show->x, window->put.gc);
    close_swapchain(show, window);
    *window = (struct gv_window){0};
}

/* Returns an entry for this window: the window's existing entry, else a free entry, else the entry
 * of the window whose last swap is oldest. The caller holds the lock. */
static struct gv_window *choose(struct gv_show *show, uint32_t id)
{
    struct gv_window *oldest = &show->windows[0];

    for (unsigned i = 0; i < MAX_WINDOWS; i++) {
        struct gv_window *window = &show->windows[i];
        if (window->state != FREE && window->put.window == id)
            return window;
        if (window->state == FREE || (oldest->state != FREE && window->last_use < oldest->last_use))
            oldest = window;
    }
    return oldest;
}

static bool is_same(const struct gv_show_buffer *a, const struct gv_show_buffer *b)
{
    return a->id == b->id && a->width == b->width && a->height == b->height;
}

void gv_show_learn(struct gv_show *show, const struct gv_show_buffer *buffer,
                   const struct gv_show_place *place)
{
    const char *display = place->display ? place->display : "";

    if (buffer->width == 0 || strlen(display) >= sizeof(show->windows[0].display))
        return;
    gv_show_drain(show, -1);
    pthread_mutex_lock(&show->lock);
    struct gv_window *window = choose(show, place->window);
    bool known = window->state == REFUSED && window->put.window == place->window &&
                 is_same(&window->buffer, buffer);
    uint64_t last = window->put.window == place->window ? window->last_frame : 0;
    if (!show->dead && !known && window->num_under_way == 0) {
        free_window(show, window);
        window->state = LEARNED;
        window->buffer = *buffer;
        window->put.window = place->window;
        window->put.width = (uint16_t)buffer->width;
        window->put.height = (uint16_t)buffer->height;
        window->display_fd = place->display_fd;
        window->last_frame = last;
        window->last_use = ++show->num_uses;
        memcpy(window->display, display, strlen(display) + 1);
    }
    pthread_mutex_unlock(&show->lock);
}

/* Returns the window with this back buffer. The caller holds the lock. */
static struct gv_window *find(struct gv_show *show, const struct gv_show_buffer *buffer)
{
    for (unsigned i = 0; i < MAX_WINDOWS; i++) {
        struct gv_window *window = &show->windows[i];
        if ((window->state == LEARNED || window->state == READY) &&
            is_same(&window->buffer, buffer))
            return window;
    }
    return NULL;
}

/* Connects to the X server, once. The caller holds the lock. */
static bool open_x11(struct gv_show *show, const struct gv_window *window)
{
    if (!show->x && !show->dead)
        show->x = gv_x11_open(window->display[0] ? window->display : NULL, window->display_fd);
    show->dead = show->dead || !show->x;
    return !show->dead;
}

/* Connects to the X server, opens the source and starts the thread, once. The caller holds the
 * lock. */
static bool open_show(struct gv_show *show, const struct gv_window *window)
{
    if (show->opened || !open_x11(show, window))
        return !show->dead;
    show->opened = true;
    show->dead = !show->source->open(show->priv);
    if (!show->dead && !start_thread(show)) {
        show->dead = true;
        show->source->leave(show->priv);
    }
    return !show->dead;
}

static bool make_slots(struct gv_show *show, struct gv_window *window)
{
    for (unsigned i = 0; i < show->ahead; i++) {
        int fd = show->source->make(show->priv, &window->buffer, i);
        if (fd >= 0)
            window->segments[i] = gv_x11_attach(show->x, fd);
        if (!window->segments[i])
            return false;
    }
    return true;
}

static bool open_swapchain(struct gv_show *show, struct gv_window *window)
{
    if (show->source->open_swapchain)
        window->swapchain = show->source->open_swapchain(
            show->priv, &window->buffer, gv_x11_connection(show->x), window->put.window);
    return window->swapchain != NULL;
}

/* The caller holds the lock. */
static bool make_ready(struct gv_show *show, struct gv_window *window)
{
    if (window->state == READY)
        return true;
    window->state = REFUSED;
    if (!open_show(show, window) || !gv_x11_is_at(show->x, window->display_fd))
        return false;
    window->put.gc = gv_x11_make_gc(show->x, window->put.window, &window->put.depth);
    if (window->put.gc && (open_swapchain(show, window) || make_slots(show, window)))
        window->state = READY;
    return window->state == READY;
}

/* Requests a copy of the window's next frame. The caller holds the lock. */
static bool show_next(struct gv_show *show, struct gv_window *window, const struct gv_show_how *how)
{
    unsigned slot = window->next_slot, num = atomic_load(&show->num_shots);

    if (num == MAX_SHOTS || window->num_under_way >= show->ahead)
        return false;
    /* The present is noted before the request, since the copy may be done at once. */
    show->shots[(show->first_shot + num) % MAX_SHOTS] =
        (struct shot){window, ++show->last_serial, slot, how->interval};
    atomic_fetch_add(&show->num_shots, 1);
    window->next_slot = (slot + 1) % show->ahead;
    window->num_under_way++;
    window->last_use = ++show->num_uses;
    if (!show->source->copy(show->priv, &window->buffer, slot, show->last_serial, how))
        give_up(show);
    return !show->dead;
}

struct gv_window *gv_show_take(struct gv_show *show, const struct gv_show_buffer *buffer,
                               const struct gv_show_how *how)
{
    struct gv_window *window = NULL;
    int cancel;

    if (atomic_load(&num_holds) == 0) {
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
        pthread_mutex_lock(&show->lock);
        window = show->dead ? NULL : find(show, buffer);
        if (window && (!make_ready(show, window) || !show_next(show, window, how)))
            window = NULL;
        pthread_mutex_unlock(&show->lock);
        pthread_setcancelstate(cancel, NULL);
    }
    if (!window)
        gv_show_drain(show, -1);
    return window;
}

bool gv_show_is_at(const struct gv_window *window, const struct gv_show_place *place)
{
    return window->put.window == place->window;
}

/* Returns the entry of the window at this place. The caller holds the lock. */
static struct gv_window *at(struct gv_show *show, const struct gv_show_place *place)
{
    for (unsigned i = 0; i < MAX_WINDOWS; i++) {
        struct gv_window *window = &show->windows[i];
        if (window->state != FREE && gv_show_is_at(window, place))
            return window;
    }
    return NULL;
}

void gv_show_await(struct gv_show *show, const struct gv_show_place *place, unsigned interval)
{
    uint64_t last = 0;

    if (interval == 0)
        return;
    pthread_mutex_lock(&show->lock);
    struct gv_window *window = at(show, place);
    bool counts = window && open_x11(show, window) && gv_x11_is_at(show->x, place->display_fd);
    if (counts)
        last = window->last_frame;
    pthread_mutex_unlock(&show->lock);
    if (!counts)
        return;
    last = await_turn(show, place->window, last, interval);
    pthread_mutex_lock(&show->lock);
    if ((window = at(show, place)))
        window->last_frame = last;
    pthread_mutex_unlock(&show->lock);
}
