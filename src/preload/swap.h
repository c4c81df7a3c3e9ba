/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The swap that a thread is in. Mesa makes a fence, waits for it, reads the back buffer, waits for
 * that, and puts it on the window; only the first fence and the first read-back are looked at. */
#ifndef GV_PRELOAD_SWAP_H
#define GV_PRELOAD_SWAP_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/show.h"

/* All zero: in none. */
struct gv_swap {
    bool is_on;   /* in a function of the vendor's that presents a frame, */
    bool in_part; /* or a part */
    struct gv_show_how how;
    struct gv_window *window; /* whose frame the server puts; NULL: Mesa does */
    bool has_put;             /* Mesa's own put was left out */

    struct gv_show_get get; /* the read-back */
    bool has_read;          /* it has come */
    bool has_get;           /* and passed, with nothing but its wait behind it */
    bool awaits_read;       /* it was taken over, and its wait is to come */

    uint32_t fence;    /* made in this swap; 0: none */
    bool wants_number; /* its number comes with the answer that is read next */
};

/* Whether a resource of this RESOURCE_CREATE2 is the swap's fence. */
bool gv_swap_is_fence(const struct gv_swap *swap, const uint32_t *payload);

/* Takes a TRANSFER_GET2. True: the server presents what it reads, and the message is answered. */
bool gv_swap_take_get(struct gv_swap *swap, struct gv_show *show, const uint32_t *payload);

/* Whether the swap answers a wait for this resource: its fence, and what it has read. */
bool gv_swap_take_wait(struct gv_swap *swap, uint32_t handle);

/* Another message than a wait begins. */
void gv_swap_note_other(struct gv_swap *swap);

/* Mesa puts on the window what it has read from this connection's; NULL: from none. */
void gv_swap_note_put(struct gv_swap *swap, struct gv_show *show,
                      const struct gv_show_place *place);

#endif
