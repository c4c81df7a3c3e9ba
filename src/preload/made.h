/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The resources that a thread has created since it last submitted commands: how much memory the
 * resources take, and whether the last resource belongs to a window. */
#ifndef GV_PRELOAD_MADE_H
#define GV_PRELOAD_MADE_H

#include <stdbool.h>
#include <stdint.h>

struct gv_made {
    uint64_t unsent_B; /* memory of resources created since the thread last submitted commands */
    bool is_target; /* the thread's last message created a resource of width x height that Mesa can
                       present */
    uint32_t width, height;
};

/* Notes the creation of a resource. `payload` is the payload of RESOURCE_CREATE2. */
void gv_made_note(struct gv_made *made, const uint32_t *payload);

/* Note other messages of the thread. Call _note_other() when a message other than RESOURCE_CREATE2
 * begins, _note_submit() when commands are submitted. */
void gv_made_note_other(struct gv_made *made);
void gv_made_note_submit(struct gv_made *made);

/* Whether the thread should submit now, so that Mesa frees deleted resources; see
 * gv_wire_has_much_unsent(). */
bool gv_made_is_much(const struct gv_made *made);

#endif
