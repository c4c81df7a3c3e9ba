/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/dmabuf.h"

#include <errno.h>

#include "pipe/p_defines.h"
#include "pipe/p_state.h"
#include "virgl/api/dmabuf.h"
#include "virgl/api/watch.h"
#include "virglrenderer/error.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/resource.h"
#include "virglrenderer/shown.h"

bool gv_vr_dmabuf_is_possible(struct gv_vr_instance *instance, const struct gv_vr_resource *res)
{
    if ((res->args.target != PIPE_TEXTURE_2D && res->args.target != PIPE_TEXTURE_RECT) ||
        res->args.nr_samples > 1)
        return false;
    if (!instance->tried_dmabufs) {
        instance->tried_dmabufs = true;
        instance->has_dmabufs = gv_virgl_has_dmabufs(instance->renderer);
    }
    return instance->has_dmabufs;
}

int gv_vr_dmabuf_make(struct gv_vr_instance *instance, struct gv_vr_resource *res)
{
    struct gv_virgl_renderer *r = instance->renderer;
    const struct pipe_box all = {
        .width = (int)res->args.width, .height = (int)res->args.height, .depth = 1};
    struct pipe_box changed;
    if (res->dmabuf)
        return 0;
    int error = gv_vr_error(gv_virgl_dmabuf_create(r, res->args.handle, &res->dmabuf));
    if (error)
        return error;
    gv_vr_shown_add(instance, res);
    if (!res->texture) /* whose changes are its own until it has seen them */
        gv_virgl_resource_changed(r, res->args.handle, &changed);
    return gv_vr_error(gv_virgl_dmabuf_update(r, res->dmabuf, &all));
}

int gv_vr_dmabuf_open(struct gv_vr_instance *instance, const struct gv_vr_resource *res,
                      int *out_fd)
{
    int fd = gv_virgl_dmabuf_open(instance->renderer, res->dmabuf);
    if (fd < 0)
        return -EMFILE;
    *out_fd = fd;
    return 0;
}

void gv_vr_dmabufs_update(struct gv_vr_instance *instance)
{
    struct pipe_box box;
    for (struct gv_vr_resource *res = instance->shown; res; res = res->next_shown) {
        if (res->dmabuf && !res->texture &&
            gv_virgl_resource_changed(instance->renderer, res->args.handle, &box))
            gv_virgl_dmabuf_update(instance->renderer, res->dmabuf, &box);
    }
}

void gv_vr_dmabuf_forget(struct gv_vr_instance *instance, struct gv_vr_resource *res)
{
    gv_virgl_dmabuf_destroy(instance->renderer, res->dmabuf);
    res->dmabuf = NULL;
}
