/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/dmabuf.h"

#include <errno.h>

#include "pipe/p_defines.h"
#include "pipe/p_state.h"
#include "virglrenderer/backend.h"
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
        instance->has_dmabufs = instance->backend->f->has_dmabufs(instance->backend);
    }
    return instance->has_dmabufs;
}

int gv_vr_dmabuf_make(struct gv_vr_instance *instance, struct gv_vr_resource *res)
{
    struct gv_vr_backend *b = instance->backend;
    const struct pipe_box all = {
        .width = (int)res->args.width, .height = (int)res->args.height, .depth = 1};
    struct pipe_box changed;
    if (res->has_dmabuf)
        return 0;
    int error = b->f->dmabuf_create(b, res->args.handle, &res->dmabuf_stride);
    if (error)
        return error;
    res->has_dmabuf = true;
    gv_vr_shown_add(instance, res);
    if (!res->texture) /* the changes of a resource with a texture are watched already */
        b->f->changed(b, res->args.handle, &changed);
    b->f->dmabuf_update(b, res->args.handle, &all);
    return 0;
}

int gv_vr_dmabuf_open(struct gv_vr_instance *instance, const struct gv_vr_resource *res,
                      int *out_fd)
{
    int fd = instance->backend->f->dmabuf_open(instance->backend, res->args.handle);
    if (fd < 0)
        return -EMFILE;
    *out_fd = fd;
    return 0;
}

void gv_vr_dmabufs_update(struct gv_vr_instance *instance)
{
    struct gv_vr_backend *b = instance->backend;
    for (struct gv_vr_resource *res = instance->shown; res; res = res->next_shown) {
        if (res->has_dmabuf && !res->texture)
            b->f->dmabuf_refresh(b, res->args.handle);
    }
}
