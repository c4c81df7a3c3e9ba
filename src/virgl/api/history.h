/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What of a client's commands still holds: those that made the objects it has, and the last ones
 * that set its state. Carried out in their order they bring a new context to where the client's is,
 * but for what resources hold, and what queries have counted. */
#ifndef GV_VIRGL_API_HISTORY_H
#define GV_VIRGL_API_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv_virgl_history;
struct gv_virgl_renderer;

/* Of one context of the renderer, which must outlive it and from whose client's memory it takes
 * what it keeps. NULL without memory. */
struct gv_virgl_history *gv_virgl_history_create(struct gv_virgl_renderer *r);

/* NULL is fine. */
void gv_virgl_history_destroy(struct gv_virgl_history *history);

/* Takes note of a buffer of commands that was submitted, whatever became of it. */
void gv_virgl_history_note(struct gv_virgl_history *history, const uint32_t *dwords,
                           size_t num_dwords);

/* Tells the commands one by one, their header first. False, and nothing told, when the history had
 * to leave something out, since the client has no memory left. */
bool gv_virgl_history_tell(const struct gv_virgl_history *history,
                           void (*tell)(void *priv, const uint32_t *dwords, size_t num_dwords),
                           void *priv);

#endif
