/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/resource/mirror.h"

#include <stdlib.h>
#include <string.h>

#include "driver/resource/hazards.h"
#include "driver/resource/storage.h"

enum {
    PIECE_B = 256 /* bytes that are compared with one memcmp() */
};

struct gv_mirror {
    struct gv_mirror *next, **link; /* links in the list gv_screen.mirrors; link is NULL once the
                                       mirror has ended */
    struct gv_storage *storage;
    uint8_t *pages; /* user memory, which the caller may write at any time */
    uint64_t size_B;
    bool filled;          /* `storage` and `known` have contents */
    _Atomic bool written; /* whether the device may have written bytes that are not yet in
                             `pages` */
    uint64_t shown;  /* timeline value; `pages` contains the writes of all submissions up to this
                        value */
    uint8_t known[]; /* the contents that both sides had when they were last compared */
};

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Copies to the other side the bytes of this side that differ from the known contents. Does not
 * write bytes that are equal to the known contents, since they may be changing on the other
 * side. */
static void carry_bytes(const uint8_t *now, uint8_t *known, uint8_t *to, size_t size_B)
{
    for (size_t i = 0; i < size_B; i++) {
        if (now[i] != known[i])
            known[i] = to[i] = now[i];
    }
}

/* Copies all changed bytes of one side to the other. `to_is_known`: the other side equals the known
 * contents and is not being written. `from` may change during the copy, so each piece that differs
 * is read only once. */
static void carry(const uint8_t *from, uint8_t *known, uint8_t *to, uint64_t size_B,
                  bool to_is_known)
{
    uint8_t now[PIECE_B];
    for (uint64_t at_B = 0; at_B < size_B; at_B += PIECE_B) {
        size_t piece_B = size_B - at_B < PIECE_B ? (size_t)(size_B - at_B) : PIECE_B;
        if (memcmp(from + at_B, known + at_B, piece_B) == 0)
            continue;
        memcpy(now, from + at_B, piece_B);
        if (to_is_known) {
            memcpy(known + at_B, now, piece_B);
            memcpy(to + at_B, now, piece_B);
        } else {
            carry_bytes(now, known + at_B, to + at_B, piece_B);
        }
    }
}

/* Under the lock: copies changes of user memory to the storage. The first call copies everything,
 * so memory that is never used is never accessed. */
static void take(struct gv_mirror *m)
{
    uint8_t *copy = m->storage->buffer.memory.map;
    if (m->filled) {
        carry(m->pages, m->known, copy, m->size_B, !atomic_load(&m->written));
        return;
    }
    memcpy(m->known, m->pages, m->size_B);
    memcpy(copy, m->known, m->size_B);
    memset(copy + m->size_B, 0, m->storage->buffer.size_B - m->size_B);
    m->filled = true;
}

/* Under the lock: copies changes of the storage to user memory. A thread that records a write at
 * the same time sets `written` after it has added the use to the hazards. So either show() finds
 * the use, or `written` remains set. */
static void show(struct gv_mirror *m)
{
    if (!m->filled || !atomic_exchange(&m->written, false))
        return;
    bool writes_on = gv_hazards_pending(&m->storage->hazards) & GV_PENDING_WRITE;
    carry(m->storage->buffer.memory.map, m->known, m->pages, m->size_B, false);
    if (writes_on)
        atomic_store(&m->written, true);
}

void gv_mirrors_take(struct gv_screen *screen)
{
    pthread_mutex_lock(&screen->mirrors.lock);
    for (struct gv_mirror *m = screen->mirrors.first; m; m = m->next) {
        if (gv_hazards_recorded(&m->storage->hazards))
            take(m);
    }
    pthread_mutex_unlock(&screen->mirrors.lock);
}

void gv_mirrors_show(struct gv_screen *screen, uint64_t value)
{
    pthread_mutex_lock(&screen->mirrors.lock);
    for (struct gv_mirror *m = screen->mirrors.first; m; m = m->next) {
        if (value <= m->shown)
            continue;
        m->shown = value;
        show(m);
    }
    pthread_mutex_unlock(&screen->mirrors.lock);
}

void gv_mirror_note_write(struct gv_mirror *mirror)
{
    atomic_store(&mirror->written, true);
}

uint8_t *gv_mirror_map(struct gv_mirror *mirror)
{
    struct gv_screen *screen = mirror->storage->screen;
    pthread_mutex_lock(&screen->mirrors.lock);
    show(mirror);
    pthread_mutex_unlock(&screen->mirrors.lock);
    return mirror->pages;
}

/* ---- Create and destroy */

/* Adds a mirror to the screen's list. Under the lock of the screen's mirrors. */
static void insert(struct gv_screen *screen, struct gv_mirror *m)
{
    m->next = screen->mirrors.first;
    m->link = &screen->mirrors.first;
    if (m->next)
        m->next->link = &m->next;
    screen->mirrors.first = m;
    atomic_fetch_add(&screen->mirrors.num, 1);
}

/* Removes a mirror from the screen's list. Under the lock of the screen's mirrors. */
static void take_out(struct gv_screen *screen, struct gv_mirror *m)
{
    *m->link = m->next;
    if (m->next)
        m->next->link = m->link;
    m->link = NULL;
    atomic_fetch_sub(&screen->mirrors.num, 1);
}

bool gv_mirror_create(struct gv_storage *storage, void *pages, uint64_t size_B)
{
    struct gv_screen *screen = storage->screen;
    struct gv_mirror *m = malloc(sizeof(*m) + size_B);
    if (!m)
        return false;
    *m = (struct gv_mirror){.storage = storage, .pages = pages, .size_B = size_B};
    storage->mirror = m;
    pthread_mutex_lock(&screen->mirrors.lock);
    insert(screen, m);
    pthread_mutex_unlock(&screen->mirrors.lock);
    return true;
}

void gv_mirror_end(struct gv_mirror *mirror)
{
    struct gv_screen *screen = mirror->storage->screen;
    pthread_mutex_lock(&screen->mirrors.lock);
    if (gv_hazards_recorded(&mirror->storage->hazards))
        take(mirror);
    pthread_mutex_unlock(&screen->mirrors.lock);
    gv_hazards_wait_submitted(&mirror->storage->hazards);
    pthread_mutex_lock(&screen->mirrors.lock);
    show(mirror);
    take_out(screen, mirror);
    pthread_mutex_unlock(&screen->mirrors.lock);
}

void gv_mirror_destroy(struct gv_mirror *mirror)
{
    if (!mirror)
        return;
    struct gv_screen *screen = mirror->storage->screen;
    pthread_mutex_lock(&screen->mirrors.lock);
    if (mirror->link)
        take_out(screen, mirror);
    pthread_mutex_unlock(&screen->mirrors.lock);
    free(mirror);
}
