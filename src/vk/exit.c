/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Waits for the device at the end of a thread. A handler of atexit() would run too late. Handlers
 * run newest first, and LLVM registers the destructors of its tables late: when a thread of the
 * device first uses the tables. Functions that a thread registers for its own end run before all
 * handlers. */
#include "vk/exit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "vk/device.h"

#define LIMIT_NS UINT64_C(10000000000)

/* The C library's function for thread_local objects of C++; without this function, no thread waits.
 * The last argument is an address in the library that must stay loaded. */
__attribute__((weak)) int __cxa_thread_atexit_impl(void (*end)(void *), void *data, void *library);
extern void *__dso_handle;

/* The wait of one thread for one device. The struct lives until both the device and the thread have
 * ended. */
struct gv_vk_exit {
    atomic_uint refs;
    pid_t process; /* the process that owns the device's threads; a child of fork() lacks them */
    pthread_mutex_t lock;
    struct gv_vk_device *dev; /* NULL after the device was destroyed */
    void (*ends)(void *priv, bool main_thread);
    void *priv;
};

static void unref(struct gv_vk_exit *at_exit)
{
    if (atomic_fetch_sub(&at_exit->refs, 1) != 1)
        return;
    pthread_mutex_destroy(&at_exit->lock);
    free(at_exit);
}

static void thread_ends(void *data)
{
    struct gv_vk_exit *at_exit = data;
    if (at_exit->process != getpid())
        return;
    pthread_mutex_lock(&at_exit->lock);
    struct gv_vk_device *dev = at_exit->dev;
    if (dev && at_exit->ends)
        at_exit->ends(at_exit->priv, gettid() == getpid());
    if (dev)
        gv_vk_device_wait(dev, atomic_load(&dev->submitted), LIMIT_NS);
    pthread_mutex_unlock(&at_exit->lock);
    unref(at_exit);
}

struct gv_vk_exit *gv_vk_exit_create(struct gv_vk_device *dev)
{
    struct gv_vk_exit *at_exit = calloc(1, sizeof(*at_exit));
    if (!at_exit)
        return NULL;
    atomic_init(&at_exit->refs, 1);
    pthread_mutex_init(&at_exit->lock, NULL);
    at_exit->process = getpid();
    at_exit->dev = dev;
    if (__cxa_thread_atexit_impl) {
        atomic_fetch_add(&at_exit->refs, 1);
        if (__cxa_thread_atexit_impl(thread_ends, at_exit, &__dso_handle))
            unref(at_exit);
    }
    return at_exit;
}

void gv_vk_exit_before(struct gv_vk_exit *at_exit, void (*ends)(void *priv, bool main_thread),
                       void *priv)
{
    if (!at_exit)
        return;
    pthread_mutex_lock(&at_exit->lock);
    at_exit->ends = ends;
    at_exit->priv = priv;
    pthread_mutex_unlock(&at_exit->lock);
}

void gv_vk_exit_destroy(struct gv_vk_exit *at_exit)
{
    if (!at_exit)
        return;
    pthread_mutex_lock(&at_exit->lock);
    at_exit->dev = NULL;
    pthread_mutex_unlock(&at_exit->lock);
    unref(at_exit);
}
