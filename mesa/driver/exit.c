/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The end of a process whose contexts still have recorded work. A handler of atexit() that destroys
 * the contexts would submit that work when the compilers of software devices are already gone. So
 * the work is submitted at the end of the thread that created a context, before all handlers.
 * Galvan's own handler, which was registered earlier and so runs later, waits for the work. */
#include <unistd.h>

#include "util/u_memory.h"

#include "gm.h"

/* The C library's function that registers destructors of C++'s thread_local objects. Without it, no
 * work is submitted at exit. */
__attribute__((weak)) int __cxa_thread_atexit_impl(void (*end)(void *), void *data, void *library);
extern void *__dso_handle;

static void thread_ends(void *data)
{
    struct gm_exit *at_exit = data;

    simple_mtx_lock(&at_exit->lock);
    if (at_exit->ctx && at_exit->process == getpid() && gettid() == getpid()) {
        gm_sync(at_exit->ctx);
        at_exit->ctx->galvan->flush(at_exit->ctx->galvan, NULL, 0);
    }
    simple_mtx_unlock(&at_exit->lock);
    gm_exit_release(at_exit);
}

void gm_exit_release(struct gm_exit *at_exit)
{
    if (p_atomic_dec_zero(&at_exit->references)) {
        simple_mtx_destroy(&at_exit->lock);
        FREE(at_exit);
    }
}

struct gm_exit *gm_exit_create(struct gm_context *ctx)
{
    struct gm_exit *at_exit = CALLOC_STRUCT(gm_exit);

    if (!at_exit)
        return NULL;
    simple_mtx_init(&at_exit->lock, mtx_plain);
    at_exit->references = 1;
    at_exit->process = getpid();
    at_exit->ctx = ctx;
    /* Registers the handler only for the main thread, because other threads end while the process
     * continues. */
    if (__cxa_thread_atexit_impl && gettid() == getpid()) {
        at_exit->references++;
        if (__cxa_thread_atexit_impl(thread_ends, at_exit, &__dso_handle))
            at_exit->references--;
    }
    return at_exit;
}
