/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The swap that a thread is executing. Mesa creates a fence, waits for it, reads the back
 * buffer, waits for that, and puts the frame on the window. The library handles only the first
 * fence and the first read-back. */
#ifndef GV_PRELOAD_SWAP_H
#define GV_PRELOAD_SWAP_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/show.h"

/* All zero: in none. */
struct gv_swap {
    bool is_on;   /* in a function of Mesa that presents a frame, */
    bool in_part; /* or a part */
    struct gv_show_how how;
    struct gv_window *window; /* whose frame the server puts; NULL: Mesa does */
    bool has_put;             /* Mesa's own put was left out */

    struct gv_show_get get; /* the read-back */
    bool has_read;          /* it has come */
    bool has_get;           /* and passed, and only its wait may follow */
    bool awaits_read;       /* it was taken over, and its wait will follow */

    uint32_t fence;    /* made in this swap; 0: none */
    bool wants_number; /* its handle is in the next answer */
};

/* Whether the resource of this RESOURCE_CREATE2 is the swap's fence. */
bool gv_swap_is_fence(const struct gv_swap *swap, const uint32_t *payload);

/* Handles a TRANSFER_GET2. True: the server presents the frame, and the library answers the
 * message. */
bool gv_swap_take_get(struct gv_swap *swap, struct gv_show *show, const uint32_t *payload);

/* Whether the library answers a wait for this resource in the swap: its fence, or the resource
 * that was read. */
bool gv_swap_take_wait(struct gv_swap *swap, uint32_t handle);

/* Another message than a wait begins. */
void gv_swap_note_other(struct gv_swap *swap);

/* The connection from which Mesa has read the frame that it puts on the window; NULL if none. */
void gv_swap_note_put(struct gv_swap *swap, struct gv_show *show,
                      const struct gv_show_place *place);

#endif
