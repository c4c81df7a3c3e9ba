/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A lock of one dword. Without contention, locking and unlocking are one atomic operation each,
 * without a function call. Neither locking nor unlocking is a cancellation point. */
#ifndef GV_PRELOAD_LOCK_H
#define GV_PRELOAD_LOCK_H

#include <stdatomic.h>

/* A lock. A zeroed lock is free. */
struct gv_lock {
    atomic_uint state; /* 0: free; 1: taken; 2: taken, and another thread may sleep until the lock
                          is free */
};

void gv_lock_wait(struct gv_lock *lock);
void gv_lock_wake(struct gv_lock *lock);

static inline void gv_lock_take(struct gv_lock *lock)
{
    unsigned state = 0;

    if (!atomic_compare_exchange_strong_explicit(&lock->state, &state, 1, memory_order_acquire,
                                                 memory_order_relaxed))
        gv_lock_wait(lock);
}

static inline void gv_lock_give_back(struct gv_lock *lock)
{
    if (atomic_exchange_explicit(&lock->state, 0, memory_order_release) == 2)
        gv_lock_wake(lock);
}

#endif
