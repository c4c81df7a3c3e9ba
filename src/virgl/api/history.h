/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The commands of a client that are still in effect: the commands that created its existing objects
 * and, for each part of its state, the last command that set this part. These commands, executed in
 * their order, bring a new context to the state of the client's context, except for the contents of
 * resources and the counts of queries. */
#ifndef GV_VIRGL_API_HISTORY_H
#define GV_VIRGL_API_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv_virgl_history;
struct gv_virgl_renderer;

/* Creates the history of one context of the renderer. The renderer must outlive the history, whose
 * memory is charged to the client. NULL if memory runs out. */
struct gv_virgl_history *gv_virgl_history_create(struct gv_virgl_renderer *r);

/* Destroys history, which may be NULL. */
void gv_virgl_history_destroy(struct gv_virgl_history *history);

/* Adds a buffer of commands that was submitted, whether or not the submit succeeded. */
void gv_virgl_history_note(struct gv_virgl_history *history, const uint32_t *dwords,
                           size_t num_dwords);

/* Calls `tell` for each command. The first dword of a command is its header. False, without a call,
 * if the history is incomplete because the client has reached its memory limit. */
bool gv_virgl_history_tell(const struct gv_virgl_history *history,
                           void (*tell)(void *priv, const uint32_t *dwords, size_t num_dwords),
                           void *priv);

#endif
