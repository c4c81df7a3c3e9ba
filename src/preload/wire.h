/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads Mesa's messages to the server, and answers some in the server's place. A swap creates a
 * fence, waits for the fence, reads the back buffer, waits for the read, and puts the frame on the
 * window. glFinish() and glReadPixels() send the same messages, so the library answers these only
 * inside of a swap, on the thread that swaps. The library answers questions about ordinary
 * resources (asks.h) outside of swaps, too. */
#ifndef GV_PRELOAD_WIRE_H
#define GV_PRELOAD_WIRE_H

#include <stdbool.h>

#include <stddef.h>
#include <stdint.h>

struct gv_show_how;

/* Begin and end a swap. Call before and after Mesa's function that swaps, on the same thread. A
 * program may leave a swap by longjmp(), from a handler of X errors. The program's messages until
 * the next swap are then treated as part of the old swap, of which only the first fence and the
 * first read-back are handled. */
void gv_wire_begin_swap(const struct gv_show_how *how);
void gv_wire_end_swap(void);

/* Returns the memory of a new resource if the descriptor stands for that memory, so that nothing
 * needs to be mapped; otherwise NULL. Call when this thread maps a descriptor from its
 * beginning. */
void *gv_wire_map(int fd, size_t size_B);

/* Whether a descriptor must stay open, because it came with a new resource and also serves later
 * resources. Call when this thread closes a descriptor. */
bool gv_wire_keeps(int fd);

/* Returns the size of the resource that this thread has just created, if Mesa can present the
 * resource and the thread has sent no message since: in this case Mesa is filling a new front
 * buffer from the window. Otherwise returns false. */
bool gv_wire_made_target(uint32_t *out_width, uint32_t *out_height);

/* Whether this thread should submit because the resources that it has created since its last
 * submission take much memory. Mesa frees deleted resources when it submits. */
bool gv_wire_has_much_unsent(void);

#endif
