/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Whether pixmaps have changed, by the X server's DAMAGE extension, on a connection of the
 * library's own: its events never reach the program. One thread at a time. */
#ifndef GV_PRELOAD_DAMAGE_H
#define GV_PRELOAD_DAMAGE_H

#include <stdbool.h>
#include <stdint.h>

struct gv_damage; /* opaque */

/* To the display of this name, if it is the server that the program's socket leads to and has the
 * extension. NULL otherwise. */
struct gv_damage *gv_damage_open(const char *display, int program_fd);

/* NULL is fine. */
void gv_damage_close(struct gv_damage *damage);

/* Watches a pixmap from now on; 0 where it cannot be watched. It counts as changed at first. */
uint32_t gv_damage_watch(struct gv_damage *damage, uint32_t pixmap);
void gv_damage_unwatch(struct gv_damage *damage, uint32_t id);

/* Whether the pixmap has changed since this was last asked, by requests that the server has
 * executed. True as well where that is not known. */
bool gv_damage_take(struct gv_damage *damage, uint32_t id);

#endif
