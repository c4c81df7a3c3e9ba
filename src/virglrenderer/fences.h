/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The fences about which a caller wants to be notified, in the order of their creation, and the
 * thread that waits for the fences if the caller does not poll. */
#ifndef GV_VR_FENCES_H
#define GV_VR_FENCES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv_vr_backend;
struct pipe_fence_handle;
struct virgl_renderer_callbacks;

/* Identifies a fence to the caller. */
struct gv_vr_fence_name {
    bool of_context; /* true: a fence of a context; false: a fence of the renderer, for which ctx_id
                        and ring_idx are 0 */
    uint32_t ctx_id;
    uint32_t ring_idx; /* 0 for Galvan's contexts */
    uint64_t id;
};

/* Calls the caller's callback for the fence, if the callback is set. */
void gv_vr_fence_call_back(const struct gv_vr_fence_name *name,
                           const struct virgl_renderer_callbacks *callbacks, void *cookie);

struct gv_vr_fence {
    struct gv_vr_fence *next;
    struct gv_vr_fence_name name;
    struct pipe_fence_handle *pipe; /* NULL: the fence has passed */
    bool forgotten;                 /* the fence was forgotten while the thread waits for it */
};

/* A list from the oldest fence to the newest. */
struct gv_vr_fence_queue {
    struct gv_vr_fence *head, *tail;
    size_t num;
};

enum gv_vr_fence_mode {
    GV_VR_FENCES_ASKED,  /* gv_vr_fences_update() checks which fences have passed */
    GV_VR_FENCES_POLLED, /* a thread waits and makes a file descriptor readable */
    GV_VR_FENCES_ASYNC,  /* a thread waits and calls passed() */
};

struct gv_vr_fences {
    struct gv_vr_backend *backend;
    enum gv_vr_fence_mode mode;
    uint64_t timeout_ns;
    void (*passed)(void *priv);
    void *priv;

    /* The thread that waits for fences, and the data that it shares with callers; unused in mode
     * GV_VR_FENCES_ASKED. */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool stop;
    int event_fd; /* -1 unless the mode is GV_VR_FENCES_POLLED */

    struct gv_vr_fence_queue waiting;
    struct gv_vr_fence_queue done;
    struct gv_vr_fence *watched; /* the fence for which the thread waits, taken from `waiting` */
    bool timed_out;              /* a fence did not pass within timeout_ns */
};

/* Initialises the fences. In mode GV_VR_FENCES_ASYNC, the thread calls passed() after each fence;
 * passed() may block. False if the thread or the descriptor cannot be created. */
bool gv_vr_fences_init(struct gv_vr_fences *fences, struct gv_vr_backend *backend,
                       enum gv_vr_fence_mode mode, uint64_t timeout_ns, void (*passed)(void *priv),
                       void *priv);

/* Ends the thread after its current call of passed(), and drops all fences. */
void gv_vr_fences_finish(struct gv_vr_fences *fences);

/* Adds a fence that passes after all work that the backend has received. False if memory runs
 * out. */
bool gv_vr_fences_add(struct gv_vr_fences *fences, const struct gv_vr_fence_name *name);

/* _forget_all() forgets all fences, _forget_context() the fences of one context. */
void gv_vr_fences_forget_all(struct gv_vr_fences *fences);
void gv_vr_fences_forget_context(struct gv_vr_fences *fences, uint32_t ctx_id);

/* Returns the number of passed fences that have not been taken yet. Makes the descriptor
 * unreadable. */
size_t gv_vr_fences_update(struct gv_vr_fences *fences);

/* Takes the oldest passed fence. False if no passed fence is left. */
bool gv_vr_fences_take(struct gv_vr_fences *fences, struct gv_vr_fence_name *out_name);

/* Whether the calling thread is the thread that waits for fences. */
bool gv_vr_fences_is_thread(const struct gv_vr_fences *fences);

#endif
