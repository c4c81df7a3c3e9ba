/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/watch_draws.h"

#include "pipe/p_state.h"
#include "virgl/api/watch.h"
#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"
#include "virgl/watch.h"

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

/* After this call, each sub-context whose framebuffer contains the texture reports the area of its
 * next draw. */
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

bool gv_virgl_resource_changed(struct gv_virgl_renderer *r, uint32_t handle,
                               struct pipe_box *out_box)
{
    struct gv_virgl_resource *res = gv_hash_find(&r->resources, handle);
    if (!res || !res->pipe)
        return false;
    const struct gv_virgl_area damage = gv_virgl_watch_take(r, res);
    if (gv_virgl_area_is_empty(&damage))
        return false;
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
