/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Detects changes of pixmaps by the X server's DAMAGE extension. The library has its own connection
 * to the X server, so that the events do not reach the program. Only one thread at a time may call
 * these functions. */
#ifndef GV_PRELOAD_DAMAGE_H
#define GV_PRELOAD_DAMAGE_H

#include <stdbool.h>
#include <stdint.h>

struct gv_damage; /* opaque */

/* Connects to the display of this name. NULL if the display's X server lacks the extension, or if
 * program_fd is connected to another X server. */
struct gv_damage *gv_damage_open(const char *display, int program_fd);

/* Closes the connection; `damage` may be NULL. */
void gv_damage_close(struct gv_damage *damage);

/* Begins to watch a pixmap. Returns an id, or 0 if the pixmap cannot be watched. The first
 * gv_damage_take() reports a change. */
uint32_t gv_damage_watch(struct gv_damage *damage, uint32_t pixmap);

/* Ends the watch of a pixmap. Does not wait for the X server, which another connection of the
 * program may have grabbed. */
void gv_damage_unwatch(struct gv_damage *damage, uint32_t id);

/* Whether requests that the X server has executed have changed the pixmap since the last call for
 * this id. Also returns true if the library does not know this. */
bool gv_damage_take(struct gv_damage *damage, uint32_t id);

#endif
