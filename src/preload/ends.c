/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa does not close the socket of a screen that ends. The library notices the end by a mutex that
 * Mesa destroys (gv_connections_note_mutex()). Mesa destroys it by one of the two functions that
 * this file replaces. */
#include <pthread.h>
#include <threads.h>

#include "preload/connections.h"
#include "preload/export.h"
#include "preload/next.h"

/* libc's names of the parameters are reserved.
 * NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */

EXPORT int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr)
{
    gv_connections_note_mutex(mutex);
    return gv_next_mutex_init(mutex, attr);
}

EXPORT int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    gv_connections_note_mutex_end(mutex);
    return gv_next_mutex_destroy(mutex);
}

EXPORT int mtx_init(mtx_t *mutex, int type)
{
    gv_connections_note_mutex(mutex);
    return gv_next_mtx_init(mutex, type);
}

EXPORT void mtx_destroy(mtx_t *mutex)
{
    gv_connections_note_mutex_end(mutex);
    gv_next_mtx_destroy(mutex);
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
