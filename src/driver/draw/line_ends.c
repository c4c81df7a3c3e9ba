/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The last pixel of a thin line is a point. That of a wide line is a row of pixels across it, which
 * only the device's own rule places: a geometry shader draws a line one pixel long there. With a
 * stipple it counts the pixels of the line to know the pattern's bit; along a strip the device
 * counts on, so that bit is known of separate lines only. */
#include "driver/draw/line_ends.h"

#include <math.h>
#include <string.h>

#include "driver/context.h"
#include "driver/draw/pass.h"
#include "driver/draw/pass_shader.h"
#include "driver/draw/primitive.h"
#include "driver/state/pass.h"
#include "util/text.h"

/* Constant buffer 0 of the shader. */
struct line_end_constants {
    float scale[2], translate[2];     /* from clip to window space */
    float subpixels, subpixel;        /* in a pixel; the size of one */
    uint32_t stipple, pixels_per_bit; /* the pattern, least significant bit first */
};

/* ---- The text. Temporaries: 0 scratch, 1 and 2 beginning and end in window space, 3 the direction
 * in window space, later for one pixel of the longer axis, 4 whether that is x, 5 the way drawn, 6
 * and 7 the centres of the pixels of beginning and end, 8 and 9 from there to the line's ends, 10
 * the longer axis' part of the direction (x) and its sign (y), 11 the pixel's number. */

static void add_header(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    gv_pass_shader_declare(t, key, "LINES", "LINE_STRIP", 2);
    gv_text_add(t, "DCL CONST[0][0..1]\n"
                   "DCL TEMP[0..11]\n"
                   "IMM[0] FLT32 {0.0, 1.0, 0.5, 0.0}\n"
                   "IMM[1] FLT32 {0.25, 0.0625, 1.0, 0.9990234375}\n"
                   "IMM[2] UINT32 {0, 1, 15, 0}\n");
}

/* Where a vertex is, on the device's grid; its pixel, for which points on a diamond's edge are
 * moved as Vulkan has it, by an epsilon to the right and its square down. */
static void add_place(struct gv_text *t, unsigned vertex)
{
    gv_text_add(t,
                "RCP TEMP[0].x, IN[%u][0].wwww\n"
                "MUL TEMP[%u].xy, IN[%u][0].xyyy, TEMP[0].xxxx\n"
                "MAD TEMP[%u].xy, TEMP[%u], CONST[0][0].xyyy, CONST[0][0].zwww\n"
                "MUL TEMP[%u].xy, TEMP[%u], CONST[0][1].xxxx\n"
                "ROUND TEMP[%u].xy, TEMP[%u]\n"
                "MUL TEMP[%u].xy, TEMP[%u], CONST[0][1].yyyy\n"
                "MAD TEMP[%u].xy, IMM[1].xyyy, CONST[0][1].yyyy, TEMP[%u]\n"
                "FLR TEMP[%u].xy, TEMP[%u]\n"
                "ADD TEMP[%u].xy, TEMP[%u], IMM[0].zzzz\n"
                "ADD TEMP[%u].xy, TEMP[%u], -TEMP[%u]\n",
                vertex, 1 + vertex, vertex, 1 + vertex, 1 + vertex, 1 + vertex, 1 + vertex,
                1 + vertex, 1 + vertex, 1 + vertex, 1 + vertex, 8 + vertex, 1 + vertex, 6 + vertex,
                8 + vertex, 6 + vertex, 6 + vertex, 8 + vertex, 8 + vertex, 6 + vertex);
}

/* The way of the line at its end, wherever it begins. */
static void add_direction(struct gv_text *t)
{
    gv_text_add(t, "MUL TEMP[3].xy, IN[1][0].xyyy, IN[0][0].wwww\n"
                   "MAD TEMP[3].xy, -IN[0][0].xyyy, IN[1][0].wwww, TEMP[3]\n"
                   "MUL TEMP[3].xy, TEMP[3], CONST[0][0].xyyy\n"
                   "FSGE TEMP[4].x, |TEMP[3].xxxx|, |TEMP[3].yyyy|\n"
                   "UCMP TEMP[10].x, TEMP[4].xxxx, TEMP[3].xxxx, TEMP[3].yyyy\n"
                   "SSG TEMP[10].y, TEMP[10].xxxx\n");
}

/* Whether the line enters the diamond of its last pixel and does not leave it. */
static void add_test(struct gv_text *t)
{
    gv_text_add(t, "ADD TEMP[0].x, |TEMP[9].xxxx|, |TEMP[9].yyyy|\n"
                   "FSLT TEMP[0].x, TEMP[0].xxxx, IMM[0].zzzz\n"
                   "FSNE TEMP[0].y, TEMP[10].xxxx, IMM[0].xxxx\n"
                   "AND TEMP[0].x, TEMP[0].xxxx, TEMP[0].yyyy\n"
                   "UIF TEMP[0].xxxx\n");
}

/* TEMP[11].x: the pattern's bit. The line's first pixel is that of its beginning, but not if it
 * begins behind the diamond. */
static void add_stipple(struct gv_text *t)
{
    gv_text_add(t, "ADD TEMP[0].xy, TEMP[7], -TEMP[6]\n"
                   "UCMP TEMP[0].x, TEMP[4].xxxx, TEMP[0].xxxx, TEMP[0].yyyy\n"
                   "MUL TEMP[11].x, TEMP[0].xxxx, TEMP[10].yyyy\n"
                   "ADD TEMP[0].x, |TEMP[8].xxxx|, |TEMP[8].yyyy|\n"
                   "FSGE TEMP[0].x, TEMP[0].xxxx, IMM[0].zzzz\n"
                   "UCMP TEMP[0].y, TEMP[4].xxxx, TEMP[8].xxxx, TEMP[8].yyyy\n"
                   "MUL TEMP[0].y, TEMP[0].yyyy, TEMP[10].yyyy\n"
                   "FSLT TEMP[0].y, IMM[0].xxxx, TEMP[0].yyyy\n"
                   "AND TEMP[0].x, TEMP[0].xxxx, TEMP[0].yyyy\n"
                   "UCMP TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy, IMM[0].xxxx\n"
                   "ADD TEMP[11].x, TEMP[11].xxxx, -TEMP[0].xxxx\n"
                   "MAX TEMP[11].x, TEMP[11].xxxx, IMM[0].xxxx\n"
                   "F2U TEMP[11].x, TEMP[11].xxxx\n"
                   "UDIV TEMP[11].x, TEMP[11].xxxx, CONST[0][1].wwww\n"
                   "AND TEMP[11].x, TEMP[11].xxxx, IMM[2].zzzz\n"
                   "USHR TEMP[11].x, CONST[0][1].zzzz, TEMP[11].xxxx\n"
                   "AND TEMP[11].x, TEMP[11].xxxx, IMM[2].yyyy\n"
                   "UIF TEMP[11].xxxx\n");
}

/* TEMP[2]: where to begin: a quarter of a pixel before the place on the line that its last column,
 * or row, is drawn at. Devices differ about lines that begin at the centre of a pixel. TEMP[5]:
 * from there to the end, a little less steep than the line, so that rounding never makes the other
 * axis the longer one. */
static void add_center(struct gv_text *t)
{
    gv_text_add(t, "RCP TEMP[0].x, |TEMP[10].xxxx|\n"
                   "MUL TEMP[3].xy, TEMP[3], TEMP[0].xxxx\n"
                   "UCMP TEMP[0].x, TEMP[4].xxxx, TEMP[2].xxxx, TEMP[2].yyyy\n"
                   "UCMP TEMP[0].y, TEMP[4].xxxx, TEMP[7].xxxx, TEMP[7].yyyy\n"
                   "ADD TEMP[0].x, TEMP[0].yyyy, -TEMP[0].xxxx\n"
                   "MUL TEMP[0].x, TEMP[0].xxxx, TEMP[10].yyyy\n"
                   "MAD TEMP[2].xy, TEMP[0].xxxx, TEMP[3], TEMP[2]\n"
                   "UCMP TEMP[0].xy, TEMP[4].xxxx, IMM[1].zwww, IMM[1].wzzz\n"
                   "MUL TEMP[5].xy, TEMP[3], TEMP[0]\n"
                   "MAD TEMP[2].xy, -IMM[1].xxxx, TEMP[5], TEMP[2]\n");
}

static void add_vertex(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    gv_text_add(t, "ADD TEMP[0].xy, TEMP[2], -CONST[0][0].zwww\n"
                   "RCP TEMP[1].x, CONST[0][0].xxxx\n"
                   "RCP TEMP[1].y, CONST[0][0].yyyy\n"
                   "MUL TEMP[0].xy, TEMP[0], TEMP[1]\n"
                   "MUL OUT[0].xy, TEMP[0], IN[1][0].wwww\n"
                   "MOV OUT[0].zw, IN[1][0]\n");
    gv_pass_shader_move(t, key, 1, key->flat_first ? 0 : 1);
    gv_text_add(t, "EMIT IMM[2].xxxx\n");
}

void gv_line_end_text(struct gv_text *t, const struct gv_pass_shader_key *key)
{
    add_header(t, key);
    gv_text_add(t, "FSLT TEMP[0].x, IMM[0].xxxx, IN[1][0].wwww\n"
                   "UIF TEMP[0].xxxx\n");
    add_place(t, 0);
    add_place(t, 1);
    add_direction(t);
    add_test(t);
    add_stipple(t);
    add_center(t);
    add_vertex(t, key);
    gv_text_add(t, "ADD TEMP[2].xy, TEMP[2], TEMP[5]\n");
    add_vertex(t, key);
    gv_text_add(t, "ENDIF\nENDIF\nENDIF\nEND\n");
}

/* ---- The pass */

/* The last pixel of a loop is its first. */
static bool has_ends(const struct gv_state *state, const struct pipe_draw_info *info)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    return !r->line_smooth && !r->rasterizer_discard &&
           !gv_multisampling(state, state->rasterizer) &&
           (info->mode == PIPE_PRIM_LINES || info->mode == PIPE_PRIM_LINE_STRIP) &&
           gv_last_vertex_shader(state) == state->shaders[GALVAN_STAGE_VERTEX];
}

static bool can_be_points(const struct gv_state *state)
{
    return state->rasterizer->line[0].width <= 1.0f &&
           !state->rasterizer->state.line_stipple_enable;
}

/* Whether the last pixel has something of the line's beginning. */
static bool is_flat_from_first(const struct gv_state *state)
{
    return state->rasterizer->state.flatshade_first && state->shaders[GALVAN_STAGE_FRAGMENT] &&
           gv_flat_slots(state);
}

static bool can_generate(const struct gv_state *state, const struct pipe_draw_info *info)
{
    const struct galvan_tgsi_info *vs = state->shaders[GALVAN_STAGE_VERTEX]->info;
    const struct pipe_viewport_state *v = &state->viewports[0];
    bool counted = info->mode == PIPE_PRIM_LINES || !state->rasterizer->state.line_stipple_enable;
    return state->dev->caps.geometryShader && state->shaders[GALVAN_STAGE_FRAGMENT] && counted &&
           state->rasterizer->line[0].mode == VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT &&
           !vs->writes_layer && !vs->writes_viewport_index && !vs->window_space_position &&
           v->scale[0] != 0.0f && v->scale[1] != 0.0f;
}

static struct line_end_constants line_end_constants(const struct gv_state *state)
{
    const struct pipe_rasterizer_state *r = &state->rasterizer->state;
    const struct pipe_viewport_state *v = &state->viewports[0];
    int bits = (int)state->dev->properties.limits.subPixelPrecisionBits;
    struct line_end_constants c = {
        .scale = {v->scale[0], v->scale[1]},
        .translate = {v->translate[0], v->translate[1]},
        .subpixels = ldexpf(1.0f, bits),
        .subpixel = ldexpf(1.0f, -bits),
        .stipple = r->line_stipple_enable ? r->line_stipple_pattern : 0xffff,
        .pixels_per_bit = r->line_stipple_factor + 1u,
    };
    for (unsigned i = 0; i < 2; i++)
        c.translate[i] += r->half_pixel_center ? 0.0f : 0.5f;
    if (r->bottom_edge_rule)
        c.translate[1] += c.subpixel;
    return c;
}

/* NULL when it cannot be made. */
static struct gv_shader *line_end_shader(struct gv_context *ctx)
{
    struct gv_pass_shader_key key;
    memset(&key, 0, sizeof(key));
    gv_pass_shader_set_varyings(&ctx->state, &key);
    key.kind = GV_PASS_SHADER_LINE_ENDS;
    key.flat_first = ctx->state.rasterizer->state.flatshade_first;
    return gv_pass_shader_get(ctx, &key);
}

void gv_line_ends_plan(struct gv_context *ctx, const struct pipe_draw_info *info,
                       struct gv_plan *plan)
{
    const struct gv_rasterizer *r = ctx->state.rasterizer;
    struct gv_pass pass = {.rasterizer = r};
    if (!ctx->state.shaders[GALVAN_STAGE_VERTEX] || !has_ends(&ctx->state, info))
        return;
    bool points = can_be_points(&ctx->state);
    if (!can_generate(&ctx->state, info) || (points && !is_flat_from_first(&ctx->state))) {
        pass.kind.form = GV_FORM_LINE_ENDS;
        if (points)
            gv_plan_add(plan, &pass);
        return;
    }
    const struct line_end_constants constants = line_end_constants(&ctx->state);
    pass.kind.form = GV_FORM_LAST_LINES;
    pass.rasterizer = r->unstippled ? r->unstippled : r;
    pass.geometry = line_end_shader(ctx);
    if (pass.geometry)
        gv_plan_add_shaded(plan, &pass, &constants, sizeof(constants));
}
