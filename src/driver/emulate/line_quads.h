/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where the corners of quads that stand for lines (quads.h) are, and what they have of both ends.
 */
#ifndef GV_LINE_QUADS_H
#define GV_LINE_QUADS_H

#include <stdbool.h>
#include <stdint.h>

struct gv_state;
struct gv_text;

/* What a shader is made for. */
struct gv_line_quads_key {
    uint64_t flat_slots; /* varyings that the whole line has from one end */
    enum gv_line_quads_shape {
        GV_NO_LINE_QUADS,
        GV_QUADS_OF_PIXELS, /* columns or rows of whole pixels, across the longer axis */
        GV_QUADS_EXACT,     /* rectangles */
        GV_QUADS_SMOOTH,    /* with half a pixel all around that is covered in part */
    } shape;
    uint8_t subpixel_bits; /* of the device's grid */
    bool lower;            /* lines are drawn a subpixel further down (viewport.c) */
    bool flat_first;       /* that end is the first */
};

/* Under such state; *out_key is zeros. */
void gv_line_quads_key(const struct gv_state *state, struct gv_line_quads_key *out_key);

/* Writes OUT[0], the position, and OUT[1] and so on, the varyings of these slots, which are inputs
 * from first_varying on; each end has num_inputs of them. */
void gv_line_quads_text(struct gv_text *t, const struct gv_line_quads_key *key, uint64_t slots,
                        unsigned first_varying, unsigned num_inputs);

#endif
