/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* POSIX threads, and a barrier and a semaphore based on them, under the names that programs written
 * against Gallium use. An object must not be in use when it is destroyed. */
#ifndef OS_THREAD_H
#define OS_THREAD_H

#include <pthread.h>

#include "pipe/p_compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef pthread_t pipe_thread;
typedef pthread_mutex_t pipe_mutex;
typedef pthread_cond_t pipe_condvar;

/* Declares a function that a thread runs. Its result is ignored. */
#define PIPE_THREAD_ROUTINE(name, param) void *name(void *param)

/* Creates a thread that runs `routine`. Returns 0 if the thread cannot be created. */
static inline pipe_thread pipe_thread_create(void *(*routine)(void *), void *param)
{
    pipe_thread thread;

    return pthread_create(&thread, NULL, routine, param) ? 0 : thread;
}

/* Waits for the end of a thread. Call once for each thread. */
static inline int pipe_thread_wait(pipe_thread thread)
{
    return pthread_join(thread, NULL);
}

/* Detaches the thread; use instead of pipe_thread_wait(). */
static inline int pipe_thread_destroy(pipe_thread thread)
{
    return pthread_detach(thread);
}

/* Does nothing: threads have no names. */
static inline void pipe_thread_setname(const char *name)
{
    (void)name;
}

/* The arguments of these macros are mutexes and conditions themselves, not pointers to them. */
#define pipe_static_mutex(mutex)       static pipe_mutex mutex = PTHREAD_MUTEX_INITIALIZER
#define pipe_mutex_init(mutex)         ((void)pthread_mutex_init(&(mutex), NULL))
#define pipe_mutex_destroy(mutex)      ((void)pthread_mutex_destroy(&(mutex)))
#define pipe_mutex_lock(mutex)         ((void)pthread_mutex_lock(&(mutex)))
#define pipe_mutex_unlock(mutex)       ((void)pthread_mutex_unlock(&(mutex)))
#define pipe_condvar_init(cond)        ((void)pthread_cond_init(&(cond), NULL))
#define pipe_condvar_destroy(cond)     ((void)pthread_cond_destroy(&(cond)))
#define pipe_condvar_wait(cond, mutex) ((void)pthread_cond_wait(&(cond), &(mutex)))
#define pipe_condvar_signal(cond)      ((void)pthread_cond_signal(&(cond)))
#define pipe_condvar_broadcast(cond)   ((void)pthread_cond_broadcast(&(cond)))

/* A reusable barrier for count threads. */
typedef struct {
    unsigned count, waiters;
    uint64_t rounds;
    pipe_mutex mutex;
    pipe_condvar condvar;
} pipe_barrier;

static inline void pipe_barrier_init(pipe_barrier *barrier, unsigned count)
{
    barrier->count = count;
    barrier->waiters = 0;
    barrier->rounds = 0;
    pipe_mutex_init(barrier->mutex);
    pipe_condvar_init(barrier->condvar);
}

static inline void pipe_barrier_destroy(pipe_barrier *barrier)
{
    pipe_mutex_destroy(barrier->mutex);
    pipe_condvar_destroy(barrier->condvar);
}

static inline void pipe_barrier_wait(pipe_barrier *barrier)
{
    uint64_t round;

    pipe_mutex_lock(barrier->mutex);
    round = barrier->rounds;
    if (++barrier->waiters == barrier->count) {
        barrier->waiters = 0;
        barrier->rounds++;
        pipe_condvar_broadcast(barrier->condvar);
    }
    while (barrier->rounds == round) {
        pipe_condvar_wait(barrier->condvar, barrier->mutex);
    }
    pipe_mutex_unlock(barrier->mutex);
}

/* A counting semaphore. */
typedef struct {
    pipe_mutex mutex;
    pipe_condvar cond;
    int counter;
} pipe_semaphore;

static inline void pipe_semaphore_init(pipe_semaphore *sema, int init_val)
{
    pipe_mutex_init(sema->mutex);
    pipe_condvar_init(sema->cond);
    sema->counter = init_val;
}

static inline void pipe_semaphore_destroy(pipe_semaphore *sema)
{
    pipe_mutex_destroy(sema->mutex);
    pipe_condvar_destroy(sema->cond);
}

static inline void pipe_semaphore_signal(pipe_semaphore *sema)
{
    pipe_mutex_lock(sema->mutex);
    sema->counter++;
    pipe_condvar_signal(sema->cond);
    pipe_mutex_unlock(sema->mutex);
}

static inline void pipe_semaphore_wait(pipe_semaphore *sema)
{
    pipe_mutex_lock(sema->mutex);
    while (sema->counter <= 0) {
        pipe_condvar_wait(sema->cond, sema->mutex);
    }
    sema->counter--;
    pipe_mutex_unlock(sema->mutex);
}

#ifdef __cplusplus
}
#endif
#endif
