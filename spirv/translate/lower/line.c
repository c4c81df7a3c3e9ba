/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stippled and smooth lines, for devices that lack them. The last vertex stage passes the window
 * positions of the line's vertices. From these positions, the fragment shader computes where the
 * fragment lies along and across the line. */
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/lower/discard.h"
#include "spirv/translate/lower/fragment.h"
#include "spirv/translate/lower/vertex.h"
#include "spirv/translate/varyings/extra_varyings.h"

static uint32_t scalar_of(struct gv_spv_ctx *c, uint32_t vec, unsigned comp)
{
    return gv_spv_extract(&c->b, vec, GV_F, comp);
}

static uint32_t float_op(struct gv_spv_ctx *c, SpvOp op, uint32_t x, uint32_t y)
{
    return gv_spv_op2(&c->b, op, gv_spv_type_float(&c->b, 1), x, y);
}

/* Returns the window position of a position in clip space. */
static uint32_t window_position(struct gv_spv_ctx *c, uint32_t position)
{
    uint32_t window = gv_spv_driver_window(c);
    uint32_t w = scalar_of(c, position, 3);
    uint32_t xy[2];
    for (unsigned i = 0; i < 2; i++) {
        uint32_t ndc = float_op(c, SpvOpFDiv, scalar_of(c, position, i), w);
        uint32_t middle = scalar_of(c, window, 2 + i);
        uint32_t offset = float_op(c, SpvOpFMul, ndc, scalar_of(c, window, i));
        xy[i] = float_op(c, SpvOpFAdd, offset, middle);
    }
    return gv_spv_op(&c->b, SpvOpCompositeConstruct, gv_spv_type_float(&c->b, 2), xy, 2);
}

/* A distance in pixels that is longer than any window. */
enum {
    FAR_AWAY = 65536,
};

static uint32_t is_behind_eye(struct gv_spv_ctx *c, uint32_t position)
{
    uint32_t zero = gv_spv_const_float(&c->b, 0.0f);
    uint32_t w = scalar_of(c, position, 3);
    uint32_t is = gv_spv_op2(&c->b, SpvOpFOrdLessThanEqual, gv_spv_type_bool(&c->b, 1), w, zero);
    return gv_spv_op(&c->b, SpvOpCompositeConstruct, gv_spv_type_bool(&c->b, 2),
                     (uint32_t[]){is, is}, 2);
}

/* Returns a window-space vector of length FAR_AWAY from an end in front of the eye toward the other
 * end, which may be behind the eye; zero if both ends coincide. */
static uint32_t far_way(struct gv_spv_ctx *c, uint32_t from, uint32_t to)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec2 = gv_spv_type_float(b, 2), window = gv_spv_driver_window(c), way[2];
    for (unsigned i = 0; i < 2; i++) {
        uint32_t from_w = scalar_of(c, from, 3);
        uint32_t ahead = float_op(c, SpvOpFMul, scalar_of(c, to, i), from_w);
        uint32_t to_w = scalar_of(c, to, 3);
        uint32_t back = float_op(c, SpvOpFMul, scalar_of(c, from, i), to_w);
        uint32_t scale = scalar_of(c, window, i);
        way[i] = float_op(c, SpvOpFMul, float_op(c, SpvOpFSub, ahead, back), scale);
    }
    uint32_t both = gv_spv_op(b, SpvOpCompositeConstruct, vec2, way, 2);
    uint32_t length = gv_spv_ext1(b, GLSLstd450Length, gv_spv_type_float(b, 1), both);
    uint32_t least = gv_spv_const_float(b, 1e-30f);
    length = gv_spv_ext2(b, GLSLstd450FMax, gv_spv_type_float(b, 1), length, least);
    return gv_spv_op2(b, SpvOpVectorTimesScalar, vec2, both,
                      float_op(c, SpvOpFDiv, gv_spv_const_float(b, FAR_AWAY), length));
}

/* Returns the window position of a line's end. If the end is behind the eye, returns the far point
 * to which far_way() leads from the other end. */
static uint32_t end_position(struct gv_spv_ctx *c, uint32_t end, uint32_t other)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec2 = gv_spv_type_float(b, 2);
    uint32_t way = far_way(c, other, end);
    uint32_t far = gv_spv_op2(b, SpvOpFAdd, vec2, window_position(c, other), way);
    uint32_t near = window_position(c, end);
    return gv_spv_op3(b, SpvOpSelect, vec2, is_behind_eye(c, end), far, near);
}

/* Computes the window positions of both ends of an expanded line. All vertices of the line compute
 * the same positions. */
static void line_ends(struct gv_spv_ctx *c, uint32_t *out_start, uint32_t *out_end)
{
    struct gv_spv_builder *b = &c->b;
    const unsigned num = gv_spv_line_inputs(c);
    uint32_t own = gv_spv_gather(b, c->in[0], 4, GV_F);
    uint32_t other = gv_spv_gather(b, c->in[num], 4, GV_F);
    uint32_t vec2 = gv_spv_type_float(b, 2);
    uint32_t way = gv_spv_gather(b, &c->in[2 * num + GALVAN_CORNER_SIDES][1], 1, GV_F);
    uint32_t first = gv_spv_compare_float(b, SpvOpFOrdGreaterThan, way, 0.0f);
    uint32_t firsts = gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type_bool(b, 2),
                                (uint32_t[]){first, first}, 2);
    uint32_t at_own = end_position(c, own, other), at_other = end_position(c, other, own);
    *out_start = gv_spv_op3(b, SpvOpSelect, vec2, firsts, at_own, at_other);
    *out_end = gv_spv_op3(b, SpvOpSelect, vec2, firsts, at_other, at_own);
}

/* Returns the value of LINE_START: a window position, and the stipple position at the line's
 * start. */
static uint32_t with_run(struct gv_spv_ctx *c, uint32_t start)
{
    uint32_t run = c->line_run ? c->line_run : gv_spv_const_float(&c->b, 0.0f);
    return gv_spv_op(&c->b, SpvOpCompositeConstruct, gv_spv_type_float(&c->b, 3),
                     (uint32_t[]){start, run}, 2);
}

void gv_spv_lower_line_vertex(struct gv_spv_ctx *c, uint32_t position)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t start_var = gv_spv_extra_output(c, GALVAN_EXTRA_LINE_START);
    uint32_t position_var = gv_spv_extra_output(c, GALVAN_EXTRA_LINE_POSITION);
    uint32_t start, line_position;
    if (!start_var && !position_var)
        return;
    if (c->key->vertex.entry_inputs && c->key->vertex.entry_lines)
        line_ends(c, &start, &line_position);
    else
        start = line_position = window_position(c, position);
    if (c->point_side)
        line_position = gv_spv_expanded_point_coord(c);
    if (start_var)
        gv_spv_store(b, start_var, with_run(c, start));
    if (position_var)
        gv_spv_store(b, position_var, line_position);
}

static uint32_t absolute(struct gv_spv_ctx *c, uint32_t x)
{
    return gv_spv_ext1(&c->b, GLSLstd450FAbs, gv_spv_type_float(&c->b, 1), x);
}

static uint32_t choose(struct gv_spv_ctx *c, uint32_t cond, uint32_t x, uint32_t y)
{
    return gv_spv_op3(&c->b, SpvOpSelect, gv_spv_type_float(&c->b, 1), cond, x, y);
}

/* Returns the length of the vector `off` along a line with direction `way`. On a rectangular line,
 * this length is measured along the line itself. On a non-antialiased line, it is measured along x
 * or y, the axis on which the line is longer. */
static uint32_t distance_along(struct gv_spv_ctx *c, uint32_t off, uint32_t way, uint32_t line)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1), boolean = gv_spv_type_bool(b, 1);
    uint32_t height = absolute(c, scalar_of(c, way, 1));
    uint32_t width = absolute(c, scalar_of(c, way, 0));
    uint32_t steep = gv_spv_op2(b, SpvOpFOrdLessThan, boolean, width, height);
    uint32_t off_x = scalar_of(c, off, 0);
    uint32_t axis = choose(c, steep, scalar_of(c, off, 1), off_x);
    uint32_t length = gv_spv_ext1(b, GLSLstd450Length, f32, way);
    length = gv_spv_ext2(b, GLSLstd450FMax, f32, length, gv_spv_const_float(b, 1e-6f));
    uint32_t along = float_op(c, SpvOpFDiv, gv_spv_op2(b, SpvOpDot, f32, off, way), length);
    uint32_t zero = gv_spv_const_float(b, 0.0f);
    uint32_t whole = gv_spv_op2(b, SpvOpFOrdGreaterThan, boolean, scalar_of(c, line, 3), zero);
    return absolute(c, choose(c, whole, axis, along));
}

/* Discards the fragment if the stipple pattern's bit at this distance from the line's start is
 * 0. */
static void stipple(struct gv_spv_ctx *c, uint32_t distance, uint32_t line)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t u32 = gv_spv_type_uint(b, 1);
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t count = float_op(c, SpvOpFAdd, distance, scalar_of(c, line, 3));
    count = gv_spv_ext1(b, GLSLstd450Floor, f32, count);
    count =
        gv_spv_op1(b, SpvOpConvertFToU, u32, float_op(c, SpvOpFDiv, count, scalar_of(c, line, 1)));
    count = gv_spv_op2(b, SpvOpBitwiseAnd, u32, count, gv_spv_uint(b, 15, 1));
    uint32_t pattern = gv_spv_op1(b, SpvOpConvertFToU, u32, scalar_of(c, line, 2));
    uint32_t bit = gv_spv_op2(b, SpvOpShiftRightLogical, u32, pattern, count);
    bit = gv_spv_op2(b, SpvOpBitwiseAnd, u32, bit, gv_spv_uint(b, 1, 1));
    gv_spv_discard(c, gv_spv_compare_uint(b, SpvOpIEqual, bit, 0));
}

/* Returns the part of a pixel that a band of width `extent` covers. `distance` is the distance from
 * the pixel's centre to the middle of the band. */
static uint32_t covered(struct gv_spv_ctx *c, uint32_t extent, uint32_t distance)
{
    uint32_t half = gv_spv_const_float(&c->b, 0.5f);
    uint32_t reach = float_op(c, SpvOpFAdd, float_op(c, SpvOpFMul, extent, half), half);
    uint32_t part = gv_spv_saturate(&c->b, float_op(c, SpvOpFSub, reach, distance), 1);
    return gv_spv_ext2(&c->b, GLSLstd450FMin, gv_spv_type_float(&c->b, 1), part, extent);
}

/* Sets c->coverage to the part of the pixel that the line covers. The sides of the line reduce the
 * coverage; if key.fragment.line_smooth is 2, the line's ends reduce the coverage, too. `off` is
 * the vector from the line's start. `way` has the line's direction; if line_smooth is 2, `way` is
 * the vector to the line's second end. */
static void smooth(struct gv_spv_ctx *c, uint32_t off, uint32_t way, uint32_t line)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t f32 = gv_spv_type_float(b, 1);
    uint32_t length = gv_spv_ext1(b, GLSLstd450Length, f32, way);
    uint32_t way_x = scalar_of(c, way, 0);
    uint32_t right = float_op(c, SpvOpFMul, scalar_of(c, off, 1), way_x);
    uint32_t way_y = scalar_of(c, way, 1);
    uint32_t left = float_op(c, SpvOpFMul, scalar_of(c, off, 0), way_y);
    uint32_t across = float_op(c, SpvOpFSub, left, right);
    across = float_op(c, SpvOpFDiv, absolute(c, across), length);
    uint32_t at_start = gv_spv_compare_float(b, SpvOpFOrdLessThan, length, 1.0f / 1024.0f);
    uint32_t distance = choose(c, at_start, gv_spv_ext1(b, GLSLstd450Length, f32, off), across);
    c->coverage = covered(c, scalar_of(c, line, 0), distance);
    if (c->key->fragment.line_smooth < 2)
        return;
    uint32_t along = float_op(c, SpvOpFDiv, gv_spv_op2(b, SpvOpDot, f32, off, way), length);
    uint32_t middle = float_op(c, SpvOpFMul, length, gv_spv_const_float(b, 0.5f));
    uint32_t part = covered(c, length, absolute(c, float_op(c, SpvOpFSub, along, middle)));
    c->coverage =
        float_op(c, SpvOpFMul, c->coverage, choose(c, at_start, gv_spv_const_float(b, 1.0f), part));
}

void gv_spv_lower_line(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t vec2 = gv_spv_type_float(b, 2);
    uint32_t position_var = gv_spv_extra_input(c, GALVAN_EXTRA_LINE_POSITION);
    uint32_t start, run;
    if (!position_var || !gv_spv_load_line_start(c, &start, &run))
        return;
    uint32_t line = gv_spv_driver_line(c);
    uint32_t line_position = gv_spv_op1(b, SpvOpLoad, vec2, position_var);
    uint32_t way = gv_spv_op2(b, SpvOpFSub, vec2, line_position, start);
    uint32_t off = gv_spv_op2(b, SpvOpFSub, vec2, gv_spv_pixel_center(c), start);
    if (c->key->fragment.line_stipple)
        stipple(c, float_op(c, SpvOpFAdd, distance_along(c, off, way, line), run), line);
    if (c->key->fragment.line_smooth)
        smooth(c, off, way, line);
}
