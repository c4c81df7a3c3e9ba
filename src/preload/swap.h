/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The swap that a thread is executing. Mesa creates a fence, waits for the fence, reads the back
 * buffer, waits for the read, and puts the frame on the window. The library handles only the first
 * fence and the first read of a swap. */
#ifndef GV_PRELOAD_SWAP_H
#define GV_PRELOAD_SWAP_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/show.h"

/* The state of a swap. All members are zero if the thread is in no swap. */
struct gv_swap {
    bool is_on;   /* the thread is in a function of Mesa that presents a frame */
    bool in_part; /* the thread is in a function of Mesa that presents a part of a frame */
    struct gv_show_how how;
    struct gv_window *window; /* the window on which the server's frame
                                 is put; NULL: Mesa puts the frame */
    bool has_put;             /* Mesa's own put was omitted */

    struct gv_show_get get; /* the transfer that reads the back buffer */
    bool has_read;          /* Mesa has sent the transfer */
    bool has_get; /* the transfer was passed to the server, and only the wait for the transfer may
                     follow */
    bool awaits_read; /* the library took the transfer over, and the wait for the transfer will
                         follow */

    uint32_t fence; /* handle of the fence that was created in this swap; 0: no fence was created */
    bool wants_number; /* the fence's handle is in the next answer */
};

/* Whether this RESOURCE_CREATE2 payload creates the swap's fence. */
bool gv_swap_is_fence(const struct gv_swap *swap, const uint32_t *payload);

/* Handles a TRANSFER_GET2 message. True: the server presents the frame, and the library answers the
 * message. */
bool gv_swap_take_get(struct gv_swap *swap, struct gv_show *show, const uint32_t *payload);

/* Whether the library answers a wait for this resource: the swap's fence, or the resource that the
 * swap has read. */
bool gv_swap_take_wait(struct gv_swap *swap, uint32_t handle);

/* Forgets the transfer that was passed to the server. Call when a message that is not a wait
 * begins. */
void gv_swap_note_other(struct gv_swap *swap);

/* If the swap has read the back buffer, notes the window on which Mesa puts the frame. Call when
 * Mesa puts a frame on a window. `show` belongs to the connection from which Mesa has read the
 * frame; NULL if no such connection is known. */
void gv_swap_note_put(struct gv_swap *swap, struct gv_show *show,
                      const struct gv_show_place *place);

#endif
