/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a resource is and how it could leave the process: not at all, so far. */
#include "virglrenderer/query.h"

#include <errno.h>
#include <string.h>

#include "virglrenderer/instance.h"
#include "virglrenderer/resource.h"

/* ---- Resources ----------------------------------------------------------------------------- */

int gv_vr_resource_info(const struct gv_vr_instance *instance, uint32_t handle,
                        struct virgl_renderer_resource_info *info)
{
    const struct gv_vr_resource *res = gv_vr_resource_find(instance, handle);
    if (!res || !info)
        return -EINVAL;
    *info = (struct virgl_renderer_resource_info){
        .handle = handle,
        .virgl_format = res->args.format,
        .width = res->args.width,
        .height = res->args.height,
        .depth = res->args.depth,
        .stride = gv_vr_resource_stride(res),
    };
    return 0;
}

int gv_vr_resource_info_ext(const struct gv_vr_instance *instance, uint32_t handle,
                            struct virgl_renderer_resource_info_ext *info)
{
    struct virgl_renderer_resource_info base;
    int error = info ? gv_vr_resource_info(instance, handle, &base) : -EINVAL;
    if (error)
        return error;
    memset(info, 0, sizeof(*info));
    memcpy(&info->base, &base, sizeof(base));
    info->base.fd = -1;
    return 0;
}

/* ---- Structures ---------------------------------------------------------------------------- */

static int export_query(const struct gv_vr_instance *instance,
                        struct virgl_renderer_export_query *query)
{
    if (!gv_vr_resource_find(instance, query->in_resource_id))
        return -EINVAL;
    query->out_num_fds = 0;
    query->out_fourcc = 0;
    for (unsigned i = 0; i < 4; i++) {
        query->out_fds[i] = -1;
        query->out_strides[i] = 0;
        query->out_offsets[i] = 0;
    }
    query->out_modifier = 0;
    return 0;
}

static int supported_structures(struct virgl_renderer_supported_structures *query)
{
    query->out_supported_structures_mask =
        query->in_stype_version == 0 ? VIRGL_RENDERER_STRUCTURE_TYPE_EXPORT_QUERY |
                                           VIRGL_RENDERER_STRUCTURE_TYPE_SUPPORTED_STRUCTURES
                                     : 0;
    return 0;
}

int gv_vr_execute(const struct gv_vr_instance *instance, void *args, uint32_t size_B)
{
    const struct virgl_renderer_hdr *hdr = args;
    if (!args || size_B < sizeof(*hdr) || hdr->stype_version != 0 || hdr->size != size_B)
        return -EINVAL;
    switch (hdr->stype) {
    case VIRGL_RENDERER_STRUCTURE_TYPE_EXPORT_QUERY:
        return size_B == sizeof(struct virgl_renderer_export_query) ? export_query(instance, args)
                                                                    : -EINVAL;
    case VIRGL_RENDERER_STRUCTURE_TYPE_SUPPORTED_STRUCTURES:
        return size_B == sizeof(struct virgl_renderer_supported_structures)
                   ? supported_structures(args)
                   : -EINVAL;
    default:
        return -EINVAL;
    }
}
