/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The swap that a thread is executing: Mesa reads the window's back buffer, and puts the frame on
 * the window. A show (show.h) may present the frame in place of Mesa. */
#ifndef GV_PRELOAD_SWAP_H
#define GV_PRELOAD_SWAP_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/show.h"

/* A rectangle of the back buffer. */
struct gv_swap_box {
    uint32_t x, y, width, height;
};

/* Call before and after Mesa's function that swaps, on the same thread. _end() waits until the
 * window has no more pending frames than allowed. */
void gv_swap_begin(const struct gv_show_how *how);
void gv_swap_end(void);
bool gv_swap_is_on(void);

/* Whether this thread is inside of a swap in which no frame has been offered to a show yet. */
bool gv_swap_awaits_frame(void);

/* Call before and after Mesa's functions that present a part of the back buffer. */
void gv_swap_begin_part(void);
void gv_swap_end_part(void);
bool gv_swap_in_part(void);

/* Ends the thread's swap or part without a wait. */
void gv_swap_reset(void);

/* Call when Mesa reads `box` of a back buffer. Returns true if the show presents the frame; only
 * the first frame of a swap can be presented. The show must exist until the swap ends. */
bool gv_swap_take(struct gv_show *show, const struct gv_show_buffer *buffer,
                  const struct gv_swap_box *box);

/* Call if Mesa will not put the frame that the show presents. */
void gv_swap_note_no_put(void);

/* Call when Mesa does anything but read or wait. An image that Mesa puts later is then not the
 * image that it has read. */
void gv_swap_note_other(void);

/* Call before the program or Mesa puts an image on a window. True: the caller must omit the put,
 * since a show presents the frame. False: all presented frames have been shown. */
bool gv_swap_put(const struct gv_show_place *place);

/* Returns the rectangle of the back buffer that Mesa has read for this thread's next put. False if
 * Mesa has read nothing, or if the thread is not in a function that presents. */
bool gv_swap_read(struct gv_swap_box *out_box);

/* Whether an image was omitted in this thread's current swap. */
bool gv_swap_has_put(void);

#endif
