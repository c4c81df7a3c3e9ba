/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The resources that a thread has created since its last submission: their memory, and whether
 * the last one belongs to a window. */
#ifndef GV_PRELOAD_MADE_H
#define GV_PRELOAD_MADE_H

#include <stdbool.h>
#include <stdint.h>

struct gv_made {
    uint64_t unsent_B; /* since the thread last submitted commands */
    bool is_target;    /* the last message created a resource that Mesa can present, of this size */
    uint32_t width, height;
};

/* Notes the creation of a resource. payload is RESOURCE_CREATE2's. */
void gv_made_note(struct gv_made *made, const uint32_t *payload);

/* Another message begins; commands are submitted. */
void gv_made_note_other(struct gv_made *made);
void gv_made_note_submit(struct gv_made *made);

/* Whether Mesa should submit, so that deleted resources are freed; see
 * gv_wire_has_much_unsent(). */
bool gv_made_is_much(const struct gv_made *made);

#endif
