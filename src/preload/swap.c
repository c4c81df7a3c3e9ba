/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/swap.h"

#include <stddef.h>

#include "preload/presents.h"

/* All members are zero if the thread is in no swap. */
static __thread __attribute__((tls_model("initial-exec"))) struct {
    bool is_on;   /* the thread is in a function of Mesa that presents a frame */
    bool in_part; /* the thread is in a function of Mesa that presents a part of a frame */
    struct gv_show_how how;
    struct gv_show *show;
    struct gv_window *window; /* the window on which the show puts the frame; NULL: Mesa puts it */
    bool has_put;             /* Mesa's own put was omitted */
    bool will_put;            /* Mesa puts the frame, too, although the show presents it */
    struct gv_show_buffer buffer; /* what Mesa has read */
    struct gv_swap_box box;
    bool has_read; /* Mesa has read the box, and has done nothing else since */
} swap;

void gv_swap_reset(void)
{
    swap = (__typeof__(swap)){0};
}

void gv_swap_begin(const struct gv_show_how *how)
{
    swap = (__typeof__(swap)){.is_on = true, .how = *how};
}

void gv_swap_end(void)
{
    swap.is_on = false;
    if (swap.show)
        gv_show_pace(swap.show, swap.window);
    gv_swap_reset();
}

bool gv_swap_is_on(void)
{
    return swap.is_on;
}

bool gv_swap_awaits_frame(void)
{
    return swap.is_on && !swap.show;
}

void gv_swap_begin_part(void)
{
    swap.in_part = true;
}

void gv_swap_end_part(void)
{
    swap.in_part = swap.has_read = false;
}

bool gv_swap_in_part(void)
{
    return swap.in_part;
}

bool gv_swap_take(struct gv_show *show, const struct gv_show_buffer *buffer,
                  const struct gv_swap_box *box)
{
    swap.buffer = *buffer;
    swap.box = *box;
    swap.has_read = true;
    if (!gv_swap_awaits_frame())
        return false;
    swap.show = show;
    swap.window = gv_show_take(show, buffer, &swap.how);
    swap.has_read = !swap.window;
    swap.will_put = true;
    return swap.window != NULL;
}

void gv_swap_note_no_put(void)
{
    swap.will_put = false;
}

void gv_swap_note_other(void)
{
    swap.has_read = false;
}

bool gv_swap_put(const struct gv_show_place *place)
{
    if (swap.is_on && swap.window && swap.will_put && gv_show_is_at(swap.window, place)) {
        swap.has_put = true;
        return true;
    }
    gv_presents_drain();
    if (swap.is_on && swap.has_read) {
        gv_show_learn(swap.show, &swap.buffer, place);
        gv_show_await(swap.show, place, swap.how.interval);
    }
    swap.has_read = false;
    return false;
}

bool gv_swap_read(struct gv_swap_box *out_box)
{
    *out_box = swap.box;
    return swap.has_read && (swap.is_on || swap.in_part);
}

bool gv_swap_has_put(void)
{
    return swap.is_on && swap.has_put;
}
