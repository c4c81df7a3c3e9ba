/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A corner lies half the width beside its end: nothing is divided by w, a place that far beside a
 * point is x, y + w times the distance. Behind the eye that would be the other side, so a line that
 * ends there ends just before the eye instead, and the clipper does the rest. A line of whole
 * pixels has those columns (rows, if it is steep) whose diamonds it leaves: an end in its pixel's
 * diamond moves along the line to the middle of that pixel. */
#include "driver/emulate/line_quads.h"

#include <math.h>

#include "driver/draw/pass_shader.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/state.h"
#include "galvan/spirv.h"
#include "util/text.h"

static enum gv_line_quads_shape find_shape(const struct gv_state *state)
{
    const struct gv_rasterizer *r = state->rasterizer;
    if (gv_multisampling(state, r))
        return GV_QUADS_EXACT;
    return r->state.line_smooth ? GV_QUADS_SMOOTH : GV_QUADS_OF_PIXELS;
}

void gv_line_quads_key(const struct gv_state *state, struct gv_line_quads_key *out_key)
{
    out_key->flat_slots = gv_flat_slots(state);
    out_key->shape = find_shape(state);
    out_key->subpixel_bits = (uint8_t)state->dev->properties.limits.subPixelPrecisionBits;
    out_key->lower = state->rasterizer->state.bottom_edge_rule;
    out_key->flat_first = state->rasterizer->state.flatshade_first;
}

/* ---- The text. Temporaries: 0 scratch, 1 the way to the other end and 2 that from the first to
 * the second, in window space and times both w, 3 whether the line is rather level (x), 4 how far
 * beside its end the corner is, 5 how far along the line (x) in parts of the way, 6 and 7 the end
 * and its pixel's middle in window space, 8 the end, moved. */

static void add_ways(struct gv_text *t, unsigned other, unsigned sides, unsigned window)
{
    gv_text_add(t,
                "MUL TEMP[1].xy, IN[%u].xyyy, IN[0].wwww\n"
                "MAD TEMP[1].xy, -IN[0].xyyy, IN[%u].wwww, TEMP[1]\n"
                "MUL TEMP[1].xy, TEMP[1], IN[%u].xyyy\n"
                "MUL TEMP[2].xy, TEMP[1], IN[%u].yyyy\n"
                "FSGE TEMP[3].x, |TEMP[1].xxxx|, |TEMP[1].yyyy|\n",
                other, other, window, sides);
}

/* TEMP[4]: a quarter turn from the line's way, so that all quads have one orientation. TEMP[6]:
 * that way, one pixel long, if lines are not of whole pixels. */
static void add_offset(struct gv_text *t, enum gv_line_quads_shape shape, unsigned sides)
{
    const unsigned line = sides + GALVAN_CORNER_LINE;
    if (shape == GV_QUADS_OF_PIXELS)
        gv_text_add(t, "SSG TEMP[0].xy, TEMP[2]\n"
                       "UCMP TEMP[4].x, TEMP[3].xxxx, IMM[0].xxxx, -TEMP[0].yyyy\n"
                       "UCMP TEMP[4].y, TEMP[3].xxxx, TEMP[0].xxxx, IMM[0].xxxx\n");
    else
        gv_text_add(t, "DP2 TEMP[0].x, TEMP[2], TEMP[2]\n"
                       "MAX TEMP[0].x, TEMP[0].xxxx, IMM[1].xxxx\n"
                       "RSQ TEMP[0].x, TEMP[0].xxxx\n"
                       "MUL TEMP[6].xy, TEMP[2], TEMP[0].xxxx\n"
                       "MOV TEMP[4].x, -TEMP[6].yyyy\n"
                       "MOV TEMP[4].y, TEMP[6].xxxx\n");
    gv_text_add(t, "MUL TEMP[0].x, IN[%u].xxxx, IMM[0].zzzz\n", line);
    if (shape == GV_QUADS_SMOOTH)
        gv_text_add(t, "ADD TEMP[0].x, TEMP[0].xxxx, IMM[0].zzzz\n");
    gv_text_add(t,
                "MUL TEMP[0].x, TEMP[0].xxxx, IN[%u].xxxx\n"
                "MUL TEMP[4].xy, TEMP[4], TEMP[0].xxxx\n",
                sides);
}

/* A smooth line begins half a pixel before its first end, and ends as far behind its second one. */
static void add_ends(struct gv_text *t, unsigned sides)
{
    gv_text_add(t,
                "MUL TEMP[0].x, IN[%u].yyyy, IMM[0].zzzz\n"
                "MAD TEMP[4].xy, TEMP[6], -TEMP[0].xxxx, TEMP[4]\n",
                sides);
}

/* TEMP[6] and 7: the end on the device's grid, and the middle of its pixel. Points on a diamond's
 * edge are moved as Vulkan has it, by an epsilon to the right and its square down. TEMP[0].xy:
 * where it is exactly; z: whether it lies in the diamond. */
static void add_place(struct gv_text *t, unsigned window, bool lower)
{
    gv_text_add(t,
                "RCP TEMP[0].x, IN[0].wwww\n"
                "MUL TEMP[0].xy, IN[0].xyyy, TEMP[0].xxxx\n"
                "MAD TEMP[0].xy, TEMP[0], IN[%u].xyyy, IN[%u].zwww\n",
                window, window);
    if (lower)
        gv_text_add(t, "ADD TEMP[0].y, TEMP[0].yyyy, IMM[1].zzzz\n");
    gv_text_add(t, "MUL TEMP[6].xy, TEMP[0], IMM[1].yyyy\n"
                   "ROUND TEMP[6].xy, TEMP[6]\n"
                   "MUL TEMP[6].xy, TEMP[6], IMM[1].zzzz\n"
                   "MAD TEMP[5].xy, IMM[2].xyyy, IMM[1].zzzz, TEMP[6]\n"
                   "FLR TEMP[7].xy, TEMP[5]\n"
                   "ADD TEMP[7].xy, TEMP[7], IMM[0].zzzz\n"
                   "ADD TEMP[5].xy, TEMP[5], -TEMP[7]\n"
                   "ADD TEMP[0].z, |TEMP[5].xxxx|, |TEMP[5].yyyy|\n"
                   "FSLT TEMP[0].z, TEMP[0].zzzz, IMM[0].zzzz\n");
}

/* TEMP[5].x: how far along the line an end that is to be of whole pixels moves, in parts of the way
 * to the other end. A pixel whose middle an end is at belongs to the line if it begins there, so
 * lines to the left and up are moved by as little as the device sees. */
static void add_step(struct gv_text *t, unsigned other, unsigned window, bool lower)
{
    add_place(t, window, lower);
    gv_text_add(t,
                "UCMP TEMP[0].x, TEMP[3].xxxx, TEMP[0].xxxx, TEMP[0].yyyy\n"
                "UCMP TEMP[6].xy, TEMP[0].zzzz, TEMP[7], TEMP[6]\n"
                "UCMP TEMP[6].x, TEMP[3].xxxx, TEMP[6].xxxx, TEMP[6].yyyy\n"
                "UCMP TEMP[7].x, TEMP[3].xxxx, TEMP[2].xxxx, TEMP[2].yyyy\n"
                "FSLT TEMP[7].x, TEMP[7].xxxx, IMM[0].xxxx\n"
                "UCMP TEMP[7].x, TEMP[7].xxxx, IMM[1].zzzz, IMM[0].xxxx\n"
                "ADD TEMP[6].x, TEMP[6].xxxx, TEMP[7].xxxx\n"
                "ADD TEMP[0].x, TEMP[6].xxxx, -TEMP[0].xxxx\n"
                "MUL TEMP[0].x, TEMP[0].xxxx, IN[0].wwww\n"
                "UCMP TEMP[0].y, TEMP[3].xxxx, TEMP[1].xxxx, TEMP[1].yyyy\n"
                "ADD TEMP[0].z, IN[%u].wwww, -IN[0].wwww\n"
                "MAD TEMP[0].y, -TEMP[0].xxxx, TEMP[0].zzzz, TEMP[0].yyyy\n"
                "MUL TEMP[0].x, TEMP[0].xxxx, IN[0].wwww\n"
                "RCP TEMP[0].z, TEMP[0].yyyy\n"
                "MUL TEMP[0].x, TEMP[0].xxxx, TEMP[0].zzzz\n"
                "FSNE TEMP[0].y, TEMP[0].yyyy, IMM[0].xxxx\n"
                "UCMP TEMP[5].x, TEMP[0].yyyy, TEMP[0].xxxx, IMM[0].xxxx\n",
                other);
}

/* The same for an end that is behind the eye, where the other one is not. */
static void add_cut(struct gv_text *t, unsigned other)
{
    gv_text_add(t,
                "FSLT TEMP[0].x, IMM[0].xxxx, IN[%u].wwww\n"
                "UIF TEMP[0].xxxx\n"
                "MAD TEMP[0].x, IN[%u].wwww, IMM[2].zzzz, -IN[0].wwww\n"
                "ADD TEMP[0].y, IN[%u].wwww, -IN[0].wwww\n"
                "RCP TEMP[0].y, TEMP[0].yyyy\n"
                "MUL TEMP[5].x, TEMP[0].xxxx, TEMP[0].yyyy\n"
                "ENDIF\n",
                other, other, other);
}

static void add_move(struct gv_text *t, const struct gv_line_quads_key *key, unsigned other,
                     unsigned window)
{
    gv_text_add(t, "MOV TEMP[5].x, IMM[0].xxxx\n"
                   "FSLT TEMP[0].x, IMM[0].xxxx, IN[0].wwww\n"
                   "UIF TEMP[0].xxxx\n");
    if (key->shape == GV_QUADS_OF_PIXELS)
        add_step(t, other, window, key->lower);
    gv_text_add(t, "ELSE\n");
    add_cut(t, other);
    gv_text_add(t, "ENDIF\n");
}

static void add_position(struct gv_text *t, unsigned other, unsigned window)
{
    gv_text_add(t,
                "ADD TEMP[8], IN[%u], -IN[0]\n"
                "MAD TEMP[8], TEMP[8], TEMP[5].xxxx, IN[0]\n",
                other);
    gv_text_add(t,
                "RCP TEMP[0].x, IN[%u].xxxx\n"
                "RCP TEMP[0].y, IN[%u].yyyy\n"
                "MUL TEMP[0].xy, TEMP[0], TEMP[4]\n"
                "MAD OUT[0].xy, TEMP[0], TEMP[8].wwww, TEMP[8]\n"
                "MOV OUT[0].zw, TEMP[8]\n",
                window, window);
}

static void add_varyings(struct gv_text *t, const struct gv_line_quads_key *key, uint64_t slots,
                         unsigned first, unsigned num_inputs)
{
    const unsigned sides = 2 * num_inputs;
    unsigned in = first, out = 1;
    gv_text_add(t, "FSLT TEMP[0].x, IN[%u].yyyy, IMM[0].xxxx\n", sides);
    for (uint64_t left = slots; left; left &= left - 1, in++, out++) {
        const unsigned from_first = key->flat_first ? in : in + num_inputs;
        const unsigned from_second = key->flat_first ? in + num_inputs : in;
        if (key->flat_slots & (left & -left))
            gv_text_add(t, "UCMP OUT[%u], TEMP[0].xxxx, IN[%u], IN[%u]\n", out, from_second,
                        from_first);
        else
            gv_text_add(t,
                        "ADD TEMP[8], IN[%u], -IN[%u]\n"
                        "MAD OUT[%u], TEMP[8], TEMP[5].xxxx, IN[%u]\n",
                        in + num_inputs, in, out, in);
    }
}

void gv_line_quads_text(struct gv_text *t, const struct gv_line_quads_key *key, uint64_t slots,
                        unsigned first_varying, unsigned num_inputs)
{
    const unsigned sides = 2 * num_inputs, window = sides + GALVAN_CORNER_WINDOW;
    gv_text_add(t,
                "DCL TEMP[0..8]\n"
                "IMM[0] FLT32 {0.0, 1.0, 0.5, 0.0}\n"
                "IMM[1] FLT32 {1e-30, %.1f, %.10f, 0.0}\n"
                "IMM[2] FLT32 {0.25, 0.0625, %.10f, 0.0}\n",
                (double)ldexpf(1.0f, key->subpixel_bits), (double)ldexpf(1.0f, -key->subpixel_bits),
                (double)ldexpf(1.0f, -16));
    add_ways(t, num_inputs, sides, window);
    add_offset(t, key->shape, sides);
    if (key->shape == GV_QUADS_SMOOTH)
        add_ends(t, sides);
    add_move(t, key, num_inputs, window);
    add_position(t, num_inputs, window);
    add_varyings(t, key, slots, first_varying, num_inputs);
}
