/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_mirror: memory of the caller's that the device cannot reach, and the storage of a
 * buffer that stands for it. Both are compared with what they had in common last. Bytes that the
 * caller has changed go to the storage before commands that use it are submitted; bytes that the
 * device has changed go to the caller before it hears that the device is done. What one side
 * changes never undoes what the other has changed beside it, and the host waits for nothing. Each
 * comparison reads the memory of the buffers in use once. */
#ifndef GV_MIRROR_H
#define GV_MIRROR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "driver/screen/screen.h"

struct gv_storage;

/* Makes storage, a mapped buffer without contents, the mirror of size_B bytes at pages. False if
 * memory runs out. */
bool gv_mirror_create(struct gv_storage *storage, void *pages, uint64_t size_B);

/* Makes both sides equal for the last time. All submissions have finished, and pages are not
 * accessed afterwards. */
void gv_mirror_end(struct gv_mirror *mirror);

/* With its storage; NULL is fine. */
void gv_mirror_destroy(struct gv_mirror *mirror);

/* Notes that the device may write the storage, after the use has been added to the storage's
 * hazards. For any thread. */
void gv_mirror_note_write(struct gv_mirror *mirror);

/* The caller's memory, for an access by the host, with everything that the device has written so
 * far. */
uint8_t *gv_mirror_map(struct gv_mirror *mirror);

/* As above, for all mirrors of a screen; see below. */
void gv_mirrors_take(struct gv_screen *screen);
void gv_mirrors_show(struct gv_screen *screen, uint64_t value);

static inline bool gv_screen_has_mirrors(const struct gv_screen *screen)
{
    return atomic_load_explicit(&screen->mirrors.num, memory_order_relaxed) > 0;
}

/* Call before a submission: copies what callers have written to memory that recorded commands
 * use. */
static inline void gv_mirrors_before_submit(struct gv_screen *screen)
{
    if (gv_screen_has_mirrors(screen))
        gv_mirrors_take(screen);
}

/* Call before a caller learns that all submissions up to value have finished: copies what these
 * have written. */
static inline void gv_mirrors_after_wait(struct gv_screen *screen, uint64_t value)
{
    if (gv_screen_has_mirrors(screen))
        gv_mirrors_show(screen, value);
}

#endif
