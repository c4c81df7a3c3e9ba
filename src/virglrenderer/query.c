/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries about a resource, and its export to other processes. */
#include "virglrenderer/query.h"

#include <errno.h>
#include <string.h>

#include "pipe/p_format.h"
#include "virglrenderer/blob.h"
#include "virglrenderer/dmabuf.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/record.h"
#include "virglrenderer/resource.h"
#include "virglrenderer/texture.h"

/* ---- Resources ------------------------------------------------------------------------------- */

static int fourcc(const char name[4])
{
    return name[0] | name[1] << 8 | name[2] << 16 | name[3] << 24;
}

/* Returns DRM's name of a format that windows and screens use, or 0 for other formats. DRM lists
 * channels from the most significant bits of a little-endian number on, Gallium from the first byte
 * on. */
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

/* Whether the resource can be exported as a dma-buf. DRM must have a name for the resource's
 * format. */
static bool is_exportable(struct gv_vr_instance *instance, const struct gv_vr_resource *res)
{
    return drm_fourcc(res->args.format) && gv_vr_dmabuf_is_possible(instance, res);
}

/* Returns the id of the resource's texture in the caller's OpenGL. For callers without OpenGL,
 * returns the resource's handle, which is only valid for gv_vr_texture_fd(). */
static uint32_t texture_id(struct gv_vr_instance *instance, uint32_t handle)
{
    if (instance->gl.wanted)
        return gv_vr_texture_get(instance, handle);
    return is_exportable(instance, gv_vr_resource_find(instance, handle)) ? handle : 0;
}

int gv_vr_resource_info(struct gv_vr_instance *instance, uint32_t handle,
                        struct virgl_renderer_resource_info *info)
{
    const struct gv_vr_resource *res = gv_vr_resource_find(instance, handle);
    if (!res || !info)
        return -EINVAL;
    gv_vr_record_frame(instance, res);
    *info = (struct virgl_renderer_resource_info){
        .handle = handle,
        .virgl_format = res->args.format,
        .width = res->args.width,
        .height = res->args.height,
        .depth = res->args.depth,
        .tex_id = texture_id(instance, handle),
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
    info->has_dmabuf_export = is_exportable(instance, gv_vr_resource_find(instance, handle));
    info->planes = info->has_dmabuf_export;
    return 0;
}

/* ---- Descriptors ----------------------------------------------------------------------------- */

static struct gv_vr_resource *find_texture(const struct gv_vr_instance *instance, uint32_t tex_id)
{
    struct gv_vr_resource *res = instance->shown;
    if (!instance->gl.wanted)
        return gv_vr_resource_find(instance, tex_id);
    while (res && (!tex_id || res->texture != tex_id))
        res = res->next_shown;
    return res;
}

static int export(struct gv_vr_instance *instance, struct gv_vr_resource *res, int *out_fd)
{
    if (!is_exportable(instance, res))
        return -EOPNOTSUPP;
    int error = gv_vr_dmabuf_make(instance, res);
    return error ? error : gv_vr_dmabuf_open(instance, res, out_fd);
}

int gv_vr_texture_fd(struct gv_vr_instance *instance, uint32_t tex_id, int *out_fd, int *out_stride,
                     int *out_offset)
{
    struct gv_vr_resource *res = find_texture(instance, tex_id);
    if (!res || !out_fd || !out_stride || !out_offset || export(instance, res, out_fd))
        return -EINVAL;
    *out_stride = (int)res->dmabuf_stride;
    *out_offset = 0;
    return 0;
}

int gv_vr_resource_export(struct gv_vr_instance *instance, uint32_t handle, uint32_t *out_type,
                          int *out_fd)
{
    struct gv_vr_resource *res = gv_vr_resource_find(instance, handle);
    if (!res || res->memory || !out_type || !out_fd)
        return gv_vr_blob_export(instance, handle, out_type, out_fd);
    int error = export(instance, res, out_fd);
    if (!error)
        *out_type = VIRGL_RENDERER_BLOB_FD_TYPE_DMABUF;
    return error;
}

/* ---- Structures ------------------------------------------------------------------------------ */

static int export_query(struct gv_vr_instance *instance, struct virgl_renderer_export_query *query)
{
    struct gv_vr_resource *res = gv_vr_resource_find(instance, query->in_resource_id);
    if (!res)
        return -EINVAL;
    query->out_num_fds = 0;
    query->out_fourcc = 0;
    for (unsigned i = 0; i < 4; i++) {
        query->out_fds[i] = -1;
        query->out_strides[i] = 0;
        query->out_offsets[i] = 0;
    }
    query->out_modifier = 0; /* DRM_FORMAT_MOD_LINEAR */
    if (!is_exportable(instance, res))
        return 0;
    int error = gv_vr_dmabuf_make(instance, res);
    if (!error && query->in_export_fds)
        error = gv_vr_dmabuf_open(instance, res, &query->out_fds[0]);
    if (error)
        return error;
    query->out_num_fds = 1;
    query->out_fourcc = (uint32_t)drm_fourcc(res->args.format);
    query->out_strides[0] = res->dmabuf_stride;
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

int gv_vr_execute(struct gv_vr_instance *instance, void *args, uint32_t size_B)
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
