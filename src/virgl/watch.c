/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/watch.h"

#include "pipe/p_state.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"

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

struct gv_virgl_area gv_virgl_watch_take(struct gv_virgl_renderer *r, struct gv_virgl_resource *res)
{
    const struct gv_virgl_area all = gv_virgl_area_all();
    if (!res->is_watched || (res->image_format && res->seen_submits != r->num_submits))
        add(res, &all);
    if (!res->is_watched) {
        res->next_watched = r->watched;
        r->watched = res;
        res->is_watched = true;
    }
    res->seen_submits = r->num_submits;
    const struct gv_virgl_area damage = res->damage;
    res->damage = (struct gv_virgl_area){0};
    return damage;
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
