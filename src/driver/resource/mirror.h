/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_mirror: the device cannot access some user memory, so a buffer replaces this memory on
 * the device. Each of the two sides is compared with the contents that both had last. Bytes that
 * the caller has changed are copied to the storage before commands that use the storage are
 * submitted. Bytes that the device has changed are copied to user memory before the caller learns
 * that the device has finished. A change of one side never overwrites a change of the other side to
 * other bytes, and the CPU never waits. Each comparison reads all bytes of the buffers in use. */
#ifndef GV_MIRROR_H
#define GV_MIRROR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "driver/screen/screen.h"

struct gv_storage;

/* Makes `storage`, a mapped buffer without contents, the mirror of size_B bytes of user memory at
 * `pages`. False if memory runs out. */
bool gv_mirror_create(struct gv_storage *storage, void *pages, uint64_t size_B);

/* Makes both sides equal for the last time. Waits for all submissions that use the storage. The
 * user memory is not accessed afterwards. */
void gv_mirror_end(struct gv_mirror *mirror);

/* Destroys the mirror together with its storage. `mirror` may be NULL. */
void gv_mirror_destroy(struct gv_mirror *mirror);

/* Marks the storage as written by the device. Call after the use has been added to the storage's
 * hazards. May be called by any thread. */
void gv_mirror_note_write(struct gv_mirror *mirror);

/* Returns the user memory for an access by the CPU, after copying all finished writes of the device
 * to it. */
uint8_t *gv_mirror_map(struct gv_mirror *mirror);

/* Implement the two functions below, for all mirrors of a screen. */
void gv_mirrors_take(struct gv_screen *screen);
void gv_mirrors_show(struct gv_screen *screen, uint64_t value);

static inline bool gv_screen_has_mirrors(const struct gv_screen *screen)
{
    return atomic_load_explicit(&screen->mirrors.num, memory_order_relaxed) > 0;
}

/* Copies to the device the bytes of user memory that callers have changed, if recorded commands use
 * this memory. Call before a submission. */
static inline void gv_mirrors_before_submit(struct gv_screen *screen)
{
    if (gv_screen_has_mirrors(screen))
        gv_mirrors_take(screen);
}

/* Copies to user memory the bytes that all submissions up to `value` have written. Call before a
 * caller learns that these submissions have finished. */
static inline void gv_mirrors_after_wait(struct gv_screen *screen, uint64_t value)
{
    if (gv_screen_has_mirrors(screen))
        gv_mirrors_show(screen, value);
}

#endif
