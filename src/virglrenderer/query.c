/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a resource is and how it could leave the process: not at all, so far. */
#include "virglrenderer/query.h"

#include <errno.h>
#include <string.h>

#include "pipe/p_format.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/resource.h"
#include "virglrenderer/texture.h"

/* ---- Resources ----------------------------------------------------------------------------- */

static int fourcc(const char name[4])
{
    return name[0] | name[1] << 8 | name[2] << 16 | name[3] << 24;
}

/* The format that windows and screens have for such pixels, or 0. DRM names channels from the
 * highest bits of a little-endian number on, Gallium from the first byte on. */
static int drm_fourcc(uint32_t format)
{
    switch (format) {
    case PIPE_FORMAT_B8G8R8A8_UNORM:
    case PIPE_FORMAT_B8G8R8A8_SRGB:
        return fourcc("AR24");
    case PIPE_FORMAT_B8G8R8X8_UNORM:
    case PIPE_FORMAT_B8G8R8X8_SRGB:
        return fourcc("XR24");
    case PIPE_FORMAT_R8G8B8A8_UNORM:
    case PIPE_FORMAT_R8G8B8A8_SRGB:
        return fourcc("AB24");
    case PIPE_FORMAT_R8G8B8X8_UNORM:
    case PIPE_FORMAT_R8G8B8X8_SRGB:
        return fourcc("XB24");
    case PIPE_FORMAT_A8R8G8B8_UNORM:
        return fourcc("BA24");
    case PIPE_FORMAT_X8R8G8B8_UNORM:
        return fourcc("BX24");
    case PIPE_FORMAT_A8B8G8R8_UNORM:
        return fourcc("RA24");
    case PIPE_FORMAT_X8B8G8R8_UNORM:
        return fourcc("RX24");
    case PIPE_FORMAT_B5G6R5_UNORM:
        return fourcc("RG16");
    case PIPE_FORMAT_R8_UNORM:
        return fourcc("R8  ");
    case PIPE_FORMAT_R8G8_UNORM:
        return fourcc("GR88");
    case PIPE_FORMAT_B10G10R10A2_UNORM:
        return fourcc("AR30");
    case PIPE_FORMAT_R10G10B10A2_UNORM:
        return fourcc("AB30");
    case PIPE_FORMAT_R16G16B16A16_FLOAT:
        return fourcc("AB4H");
    default:
        return 0;
    }
}

int gv_vr_resource_info(struct gv_vr_instance *instance, uint32_t handle,
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
        .tex_id = gv_vr_texture_get(instance, handle),
        .stride = gv_vr_resource_stride(res),
        .drm_fourcc = drm_fourcc(res->args.format),
    };
    return 0;
}

int gv_vr_resource_info_ext(struct gv_vr_instance *instance, uint32_t handle,
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
