/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa's messages in a swap. Mesa creates a fence, waits for the fence, reads the back buffer, and
 * waits for the read. The library handles only the first fence and the first read of a swap. */
#ifndef GV_PRELOAD_SWAP_MESSAGES_H
#define GV_PRELOAD_SWAP_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

struct gv_show;

/* All members are zero at the beginning of a swap. */
struct gv_swap_messages {
    bool has_read;        /* Mesa has sent the transfer that reads the back buffer */
    bool awaits_read;     /* the library took the transfer over, and the wait for the transfer will
                             follow */
    uint32_t read_handle; /* the resource that the transfer reads */

    uint32_t fence; /* handle of the fence that was created in this swap; 0: no fence was created */
    bool wants_number; /* the fence's handle is in the next answer */
};

/* Whether this RESOURCE_CREATE2 payload creates the swap's fence. */
bool gv_swap_messages_is_fence(const struct gv_swap_messages *messages, const uint32_t *payload);

/* Handles a TRANSFER_GET2 message. True: the server presents the frame, and the library answers the
 * message. */
bool gv_swap_messages_take_get(struct gv_swap_messages *messages, struct gv_show *show,
                               const uint32_t *payload);

/* Whether the library answers a wait for this resource: the swap's fence, or the resource that the
 * swap has read. */
bool gv_swap_messages_take_wait(struct gv_swap_messages *messages, uint32_t handle);

#endif
