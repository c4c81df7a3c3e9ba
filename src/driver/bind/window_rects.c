/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Window rectangles. For draws, the fragment shader variant tests the rectangles. Blits are divided
 * into visible pieces. */
#include "driver/bind/window_rects.h"

#include <string.h>

#include "driver/context.h"
#include "driver/state/inputs.h"

static void set_window_rectangles(struct pipe_context *pctx, boolean include, unsigned num,
                                  const struct pipe_scissor_state *rectangles)
{
    struct gv_context *ctx = gv_context(pctx);
    struct galvan_driver_block *block = &ctx->constants.block;
    if (num > PIPE_MAX_WINDOW_RECTANGLES)
        num = PIPE_MAX_WINDOW_RECTANGLES;
    bool on = include || num;
    if (on != ctx->state.window_rects)
        gv_input_changed(&ctx->graphics, GV_INPUT_WINDOW_RECTANGLES);
    ctx->state.window_rects = on;
    memset(block->window_rects, 0, sizeof(block->window_rects));
    for (unsigned i = 0; i < num; i++) {
        block->window_rects[i][0] = rectangles[i].minx;
        block->window_rects[i][1] = rectangles[i].miny;
        block->window_rects[i][2] = rectangles[i].maxx;
        block->window_rects[i][3] = rectangles[i].maxy;
    }
    block->window_include[0] = include != 0;
    ctx->constants.block_changed = true;
    gv_input_changed(&ctx->graphics, GV_INPUT_DRIVER_BLOCK);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

enum {
    MAX_EDGES = 2 * PIPE_MAX_WINDOW_RECTANGLES + 2
};

/* Inserts an edge in the sorted list, if it lies between the first and the last edge and is not in
 * the list yet. */
static void add_edge(uint16_t edges[MAX_EDGES], unsigned *num, uint16_t edge)
{
    unsigned at = *num - 1;
    if (edge <= edges[0] || edge >= edges[at])
        return;
    while (edges[at - 1] > edge)
        at--;
    if (edges[at - 1] == edge)
        return;
    memmove(&edges[at + 1], &edges[at], (*num - at) * sizeof(edges[0]));
    edges[at] = edge;
    (*num)++;
}

static bool is_drawn(const struct pipe_blit_info *info, unsigned x, unsigned y)
{
    bool inside = false;
    for (unsigned i = 0; i < info->num_window_rectangles; i++) {
        const struct pipe_scissor_state *r = &info->window_rectangles[i];
        inside |= x >= r->minx && x < r->maxx && y >= r->miny && y < r->maxy;
    }
    return inside == (info->window_rectangle_include != 0);
}

unsigned gv_window_pieces(const struct pipe_blit_info *info,
                          struct pipe_scissor_state out_pieces[GV_MAX_WINDOW_PIECES])
{
    const struct pipe_scissor_state all = {.maxx = UINT16_MAX, .maxy = UINT16_MAX};
    const struct pipe_scissor_state *bounds = info->scissor_enable ? &info->scissor : &all;
    uint16_t xs[MAX_EDGES] = {bounds->minx, bounds->maxx};
    uint16_t ys[MAX_EDGES] = {bounds->miny, bounds->maxy};
    unsigned num_x = 2, num_y = 2, num = 0;
    if (bounds->minx >= bounds->maxx || bounds->miny >= bounds->maxy)
        return 0;
    for (unsigned i = 0; i < info->num_window_rectangles; i++) {
        const struct pipe_scissor_state *r = &info->window_rectangles[i];
        add_edge(xs, &num_x, r->minx);
        add_edge(xs, &num_x, r->maxx);
        add_edge(ys, &num_y, r->miny);
        add_edge(ys, &num_y, r->maxy);
    }
    /* All pixels of a cell between edges have the same visibility, so one pixel of each cell is
     * tested. Adjacent cells of a row are joined. */
    for (unsigned y = 0; y + 1 < num_y; y++) {
        for (unsigned x = 0, joined = 0; x + 1 < num_x; x++) {
            if (!is_drawn(info, xs[x], ys[y])) {
                joined = 0;
                continue;
            }
            if (joined++)
                out_pieces[num - 1].maxx = xs[x + 1];
            else
                out_pieces[num++] = (struct pipe_scissor_state){
                    .minx = xs[x], .miny = ys[y], .maxx = xs[x + 1], .maxy = ys[y + 1]};
        }
    }
    return num;
}

void gv_context_init_window_rects(struct gv_context *ctx)
{
    ctx->base.set_window_rectangles = set_window_rectangles;
}
