/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/intervals.h"

#include <pthread.h>
#include <string.h>

#include "util/env.h"

enum {
    MAX_DRAWABLES = 64
};

/* The values of vblank_mode, in numeric order. */
enum mode {
    NEVER,
    DEFAULT_0, /* used also if vblank_mode is not set, since Mesa's software drivers do not wait
                  either */
    DEFAULT_1,
    ALWAYS,
    NUM_MODES
};

static struct {
    pthread_mutex_t lock;
    uint64_t num_sets;
    struct {
        uintptr_t drawable; /* 0: the slot is free */
        unsigned interval;
        uint64_t set; /* num_sets when the interval was set */
    } all[MAX_DRAWABLES];
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static enum mode mode;

static void find_mode(void)
{
    const char *value = gv_getenv("vblank_mode");
    const bool is_known = value && value[0] >= '0' && value[0] < '0' + NUM_MODES && !value[1];

    mode = is_known ? (enum mode)(value[0] - '0') : DEFAULT_0;
}

static enum mode get_mode(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, find_mode);
    return mode;
}

unsigned gv_interval_of(uintptr_t drawable)
{
    unsigned interval = get_mode() == DEFAULT_1 || get_mode() == ALWAYS;

    pthread_mutex_lock(&table.lock);
    for (unsigned i = 0; i < MAX_DRAWABLES; i++) {
        if (drawable && table.all[i].drawable == drawable)
            interval = table.all[i].interval;
    }
    pthread_mutex_unlock(&table.lock);
    return interval;
}

/* If all entries are in use, replaces the oldest entry. */
bool gv_interval_set(uintptr_t drawable, unsigned interval)
{
    unsigned place = 0;

    if ((get_mode() == NEVER && interval > 0) || (get_mode() == ALWAYS && interval == 0))
        return false;
    pthread_mutex_lock(&table.lock);
    for (unsigned i = 0; i < MAX_DRAWABLES; i++) {
        if (table.all[i].drawable == drawable) {
            place = i;
            break;
        }
        if (table.all[i].set < table.all[place].set)
            place = i;
    }
    table.all[place].drawable = drawable;
    table.all[place].interval = interval;
    table.all[place].set = ++table.num_sets;
    pthread_mutex_unlock(&table.lock);
    return true;
}

void gv_interval_forget(uintptr_t drawable)
{
    pthread_mutex_lock(&table.lock);
    for (unsigned i = 0; i < MAX_DRAWABLES; i++) {
        if (table.all[i].drawable == drawable)
            memset(&table.all[i], 0, sizeof(table.all[i]));
    }
    pthread_mutex_unlock(&table.lock);
}
