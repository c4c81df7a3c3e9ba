/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/watch.h"

#include "pipe/p_state.h"
#include "virgl/api/watch.h"
#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"

static bool is_target_of(const struct gv_virgl_framebuffer *fb, const struct pipe_resource *pipe)
{
    for (unsigned i = 0; i < fb->num_cbufs; i++) {
        const struct gv_virgl_object *obj = fb->cbufs[i];
        if (obj && obj->u.surface && obj->u.surface->texture == pipe)
            return true;
    }
    return false;
}

static bool is_target(const struct gv_virgl_renderer *r, const struct pipe_resource *pipe)
{
    for (const struct gv_virgl_context *ctx = r->contexts; ctx; ctx = ctx->next) {
        for (unsigned i = 0; i < ctx->num_sub_contexts; i++) {
            if (is_target_of(&ctx->sub_contexts[i]->fb, pipe))
                return true;
        }
    }
    return false;
}

bool gv_virgl_resource_changed(struct gv_virgl_renderer *r, uint32_t handle)
{
    struct gv_virgl_resource *res = gv_hash_find(&r->resources, handle);
    if (!res || !res->pipe)
        return false;
    bool changed =
        !res->is_watched || res->is_changed ||
        (res->seen_submits != r->num_submits && (res->was_image || is_target(r, res->pipe)));
    if (!res->is_watched) {
        res->next_watched = r->watched;
        r->watched = res;
        res->is_watched = true;
    }
    res->is_changed = false;
    res->seen_submits = r->num_submits;
    return changed;
}

void gv_virgl_watch_surface(struct gv_virgl_renderer *r, const struct pipe_surface *surface)
{
    for (struct gv_virgl_resource *res = r->watched; res && surface; res = res->next_watched)
        res->is_changed |= res->pipe == surface->texture;
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
