/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/watch.h"

#include "pipe/p_state.h"
#include "virgl/api/watch.h"
#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"

/* ---- Damage -------------------------------------------------------------------------------- */

static void add(struct gv_virgl_resource *res, const struct gv_virgl_area *area)
{
    const struct gv_virgl_level *level = &res->layout.levels[0];
    const struct gv_virgl_area all = {0, 0, (int)level->width, (int)level->height};
    const struct gv_virgl_area piece = gv_virgl_area_of_both(area, &all);
    if (gv_virgl_area_is_empty(&piece))
        return;
    res->damage =
        gv_virgl_area_is_empty(&res->damage) ? piece : gv_virgl_area_around(&res->damage, &piece);
}

void gv_virgl_watch_write(struct gv_virgl_resource *res, unsigned level, const struct pipe_box *box)
{
    if (res->is_watched && level == 0)
        add(res,
            &(struct gv_virgl_area){box->x, box->y, box->x + box->width, box->y + box->height});
}

void gv_virgl_watch_surface(struct gv_virgl_renderer *r, const struct pipe_surface *surface,
                            const struct gv_virgl_area *area)
{
    for (struct gv_virgl_resource *res = r->watched; res; res = res->next_watched) {
        if (surface && surface->texture == res->pipe && surface->u.tex.level == 0)
            add(res, area);
    }
}

/* ---- Draws --------------------------------------------------------------------------------- */

static const struct pipe_surface *colour_buffer(const struct gv_virgl_framebuffer *fb, unsigned i)
{
    return fb->cbufs[i] ? fb->cbufs[i]->u.surface : NULL;
}

static void watch_framebuffer(struct gv_virgl_sub_context *sub, const struct gv_virgl_area *area)
{
    for (unsigned i = 0; sub->r->watched && i < sub->fb.num_cbufs; i++)
        gv_virgl_watch_surface(sub->r, colour_buffer(&sub->fb, i), area);
}

void gv_virgl_watch_draws(struct gv_virgl_sub_context *sub)
{
    const struct gv_virgl_area all = gv_virgl_area_all();
    bool is_clipped = sub->rasterizer && sub->rasterizer->rasterizer_scissor && !sub->many_scissors;
    watch_framebuffer(sub, is_clipped ? &sub->scissor : &all);
}

void gv_virgl_watch_clear(struct gv_virgl_sub_context *sub)
{
    const struct gv_virgl_area all = gv_virgl_area_all();
    watch_framebuffer(sub, &all);
}

void gv_virgl_watch_state(struct gv_virgl_sub_context *sub)
{
    if (sub->r->watched)
        sub->fb.due |= GV_VIRGL_WATCH_DUE;
}

void gv_virgl_watch_scissors(struct gv_virgl_sub_context *sub, unsigned start, unsigned num,
                             const struct pipe_scissor_state *scissors)
{
    if (start == 0)
        sub->scissor =
            (struct gv_virgl_area){scissors->minx, scissors->miny, scissors->maxx, scissors->maxy};
    sub->many_scissors |= start + num > 1;
    gv_virgl_watch_state(sub);
}

/* The next draw of each context to the texture says where it draws. */
static void expect_draws(const struct gv_virgl_renderer *r, const struct pipe_resource *texture)
{
    for (const struct gv_virgl_context *ctx = r->contexts; ctx; ctx = ctx->next) {
        const struct gv_hash_entry *entry;
        for (uint32_t pos = 0; (entry = gv_hash_next(&ctx->sub_contexts, &pos));) {
            struct gv_virgl_framebuffer *fb = &((struct gv_virgl_sub_context *)entry->value)->fb;
            for (unsigned j = 0; j < fb->num_cbufs; j++) {
                const struct pipe_surface *surface = colour_buffer(fb, j);
                if (surface && surface->texture == texture)
                    fb->due |= GV_VIRGL_WATCH_DUE;
            }
        }
    }
}

/* ---- Who watches --------------------------------------------------------------------------- */

bool gv_virgl_resource_changed(struct gv_virgl_renderer *r, uint32_t handle,
                               struct pipe_box *out_box)
{
    const struct gv_virgl_area all = gv_virgl_area_all();
    struct gv_virgl_resource *res = gv_hash_find(&r->resources, handle);
    if (!res || !res->pipe)
        return false;
    if (!res->is_watched || (res->image_format && res->seen_submits != r->num_submits))
        add(res, &all);
    if (!res->is_watched) {
        res->next_watched = r->watched;
        r->watched = res;
        res->is_watched = true;
    }
    res->seen_submits = r->num_submits;
    const struct gv_virgl_area damage = res->damage;
    if (gv_virgl_area_is_empty(&damage))
        return false;
    res->damage = (struct gv_virgl_area){0};
    expect_draws(r, res->pipe);
    *out_box = (struct pipe_box){
        .x = damage.left,
        .y = damage.top,
        .width = damage.right - damage.left,
        .height = damage.bottom - damage.top,
        .depth = 1,
    };
    return true;
}

void gv_virgl_watch_end(struct gv_virgl_renderer *r, struct gv_virgl_resource *res)
{
    if (!res->is_watched)
        return;
    struct gv_virgl_resource **link = &r->watched;
    while (*link != res)
        link = &(*link)->next_watched;
    *link = res->next_watched;
}
