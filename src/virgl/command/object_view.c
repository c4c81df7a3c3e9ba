/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* CREATE_OBJECT of views of resources: sampler views and surfaces. */
#include "pipe/p_context.h"
#include "pipe/p_format_description.h"
#include "pipe/p_screen.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/command/handles.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"

/* The view targets that each texture target supports; bit t stands for target t. */
static const uint16_t view_targets[PIPE_MAX_TEXTURE_TYPES] = {
    [PIPE_BUFFER] = 1 << PIPE_BUFFER,
    [PIPE_TEXTURE_1D] = 1 << PIPE_TEXTURE_1D | 1 << PIPE_TEXTURE_1D_ARRAY,
    [PIPE_TEXTURE_2D] = 1 << PIPE_TEXTURE_2D | 1 << PIPE_TEXTURE_2D_ARRAY | 1 << PIPE_TEXTURE_RECT,
    [PIPE_TEXTURE_3D] = 1 << PIPE_TEXTURE_3D,
    [PIPE_TEXTURE_CUBE] = 1 << PIPE_TEXTURE_CUBE | 1 << PIPE_TEXTURE_2D |
                          1 << PIPE_TEXTURE_2D_ARRAY | 1 << PIPE_TEXTURE_CUBE_ARRAY,
    [PIPE_TEXTURE_RECT] = 1 << PIPE_TEXTURE_RECT | 1 << PIPE_TEXTURE_2D,
    [PIPE_TEXTURE_1D_ARRAY] = 1 << PIPE_TEXTURE_1D | 1 << PIPE_TEXTURE_1D_ARRAY,
    [PIPE_TEXTURE_2D_ARRAY] = 1 << PIPE_TEXTURE_2D | 1 << PIPE_TEXTURE_2D_ARRAY |
                              1 << PIPE_TEXTURE_CUBE | 1 << PIPE_TEXTURE_CUBE_ARRAY,
    [PIPE_TEXTURE_CUBE_ARRAY] = 1 << PIPE_TEXTURE_CUBE | 1 << PIPE_TEXTURE_2D |
                                1 << PIPE_TEXTURE_2D_ARRAY | 1 << PIPE_TEXTURE_CUBE_ARRAY,
};

/* Whether texels of format `from` can be read or written as format `to`. */
static bool formats_castable(uint32_t from, uint32_t to)
{
    if (from == to)
        return true;
    return to != PIPE_FORMAT_NONE && to < PIPE_FORMAT_COUNT &&
           util_format_get_blocksize(from) == util_format_get_blocksize(to) &&
           util_format_get_blockwidth(from) == util_format_get_blockwidth(to) &&
           util_format_get_blockheight(from) == util_format_get_blockheight(to) &&
           util_format_is_depth_or_stencil(from) == util_format_is_depth_or_stencil(to);
}

/* Checks that layers first to last exist, and that the number of layers fits the view's target. */
static const char *check_view_layers(const struct gv_virgl_resource *res, unsigned target,
                                     unsigned first, unsigned last)
{
    if (first > last || last >= gv_virgl_level_slices(&res->layout, 0))
        return "layers that the resource does not have";
    unsigned num = last - first + 1;
    switch (target) {
    case PIPE_TEXTURE_CUBE:
        return num == 6 ? NULL : "a cube view without six layers";
    case PIPE_TEXTURE_CUBE_ARRAY:
        return num % 6 == 0 ? NULL : "a cube array view without a multiple of six layers";
    case PIPE_TEXTURE_1D_ARRAY:
    case PIPE_TEXTURE_2D_ARRAY:
        return NULL;
    default:
        return num == 1 ? NULL : "a view of one layer with several";
    }
}

static const char *texture_view(const struct gv_virgl_resource *res,
                                struct pipe_sampler_view *templ, uint32_t layers, uint32_t levels)
{
    unsigned first_layer = gv_virgl_bits(layers, 0, 16), last_layer = layers >> 16;
    unsigned first_level = gv_virgl_bits(levels, 0, 8), last_level = gv_virgl_bits(levels, 8, 8);

    if (!(view_targets[res->layout.target] >> templ->target & 1))
        return "a target that its resource cannot be seen as";
    if (templ->target == PIPE_TEXTURE_3D) {
        /* A view of a 3D texture has all slices, whatever layers the command names. */
        first_layer = 0;
        last_layer = gv_virgl_level_slices(&res->layout, 0) - 1;
    } else {
        const char *why = check_view_layers(res, templ->target, first_layer, last_layer);
        if (why)
            return why;
    }
    if (last_level >= res->layout.num_levels)
        last_level = res->layout.num_levels - 1;
    if (first_level > last_level)
        return "levels that the resource does not have";
    templ->u.tex.first_layer = first_layer;
    templ->u.tex.last_layer = last_layer;
    templ->u.tex.first_level = first_level;
    templ->u.tex.last_level = last_level;
    return NULL;
}

static const char *buffer_view(const struct gv_virgl_resource *res, struct pipe_sampler_view *templ,
                               uint32_t first, uint32_t last)
{
    unsigned block_B = util_format_get_blocksize(templ->format);
    uint64_t num_elements = block_B ? gv_virgl_buffer_size(res) / block_B : 0;

    if (templ->target != PIPE_BUFFER)
        return "a target that its resource cannot be seen as";
    if (first > last || first >= num_elements)
        return "elements that the buffer does not have";
    templ->u.buf.first_element = first;
    templ->u.buf.last_element = last < num_elements ? last : (uint32_t)num_elements - 1;
    return NULL;
}

static const char *check_view_format(struct pipe_screen *screen,
                                     const struct gv_virgl_resource *res, uint32_t format,
                                     unsigned target)
{
    if (format >= PIPE_FORMAT_COUNT || !util_format_get_blocksize(format))
        return "unknown format";
    if (target != PIPE_BUFFER && !formats_castable(res->format, format))
        return "a format that its resource cannot be seen as";
    if (!screen->is_format_supported(screen, format, target,
                                     target == PIPE_BUFFER ? 0 : res->layout.samples,
                                     PIPE_BIND_SAMPLER_VIEW))
        return "a format that cannot be sampled";
    return NULL;
}

static const char *decode_view_template(struct gv_virgl_cmd *cmd,
                                        const struct gv_virgl_resource *res,
                                        struct pipe_sampler_view *templ)
{
    uint32_t format_target = gv_virgl_u32(&cmd->in);
    uint32_t range0 = gv_virgl_u32(&cmd->in);
    uint32_t range1 = gv_virgl_u32(&cmd->in);
    uint32_t swizzle = gv_virgl_u32(&cmd->in);
    uint32_t format = format_target & 0xffffff, target = format_target >> 24;

    /* Target 0 means "buffer" or "unspecified": the resource's target is used. */
    if (target == 0)
        target = res->layout.target;
    if (target >= PIPE_MAX_TEXTURE_TYPES)
        return "unknown target";
    templ->swizzle_r = gv_virgl_bits(swizzle, 0, 3);
    templ->swizzle_g = gv_virgl_bits(swizzle, 3, 3);
    templ->swizzle_b = gv_virgl_bits(swizzle, 6, 3);
    templ->swizzle_a = gv_virgl_bits(swizzle, 9, 3);
    for (unsigned i = 0; i < 4; i++) {
        if (gv_virgl_bits(swizzle, 3 * i, 3) > PIPE_SWIZZLE_1)
            return "unknown swizzle";
    }
    const char *why = check_view_format(cmd->r->screen, res, format, target);
    if (why)
        return why;
    templ->format = format;
    templ->target = target;
    return gv_virgl_resource_is_buffer(res) ? buffer_view(res, templ, range0, range1)
                                            : texture_view(res, templ, range0, range1);
}

enum galvan_result gv_virgl_decode_create_sampler_view(struct gv_virgl_cmd *cmd)
{
    struct pipe_sampler_view templ = {0};
    uint32_t handle = gv_virgl_u32(&cmd->in);
    uint32_t res_handle = gv_virgl_u32(&cmd->in);
    struct gv_virgl_resource *res = gv_virgl_need_device_resource(cmd, res_handle);
    if (!res)
        return GALVAN_ERROR_INVALID;
    const char *why = decode_view_template(cmd, res, &templ);
    if (why)
        return gv_virgl_fail(cmd, "resource %u: %s", res_handle, why);

    struct gv_virgl_object *obj = gv_virgl_new_object(cmd, handle, GV_VIRGL_OBJECT_SAMPLER_VIEW);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    obj->u.view = cmd->pipe->create_sampler_view(cmd->pipe, res->pipe, &templ);
    if (obj->u.view)
        return GALVAN_OK;
    gv_virgl_object_remove(obj);
    return gv_virgl_fail(cmd, "resource %u: the driver cannot see it as format %u, target %u",
                         res_handle, templ.format, templ.target);
}

static const char *decode_surface_template(struct gv_virgl_cmd *cmd,
                                           const struct gv_virgl_resource *res,
                                           struct pipe_surface *templ)
{
    uint32_t format = gv_virgl_u32(&cmd->in);
    uint32_t level = gv_virgl_u32(&cmd->in);
    uint32_t layers = gv_virgl_u32(&cmd->in);
    unsigned first_layer = gv_virgl_bits(layers, 0, 16), last_layer = layers >> 16;

    if (!formats_castable(res->format, format))
        return "a format that its resource cannot be seen as";
    if (level >= res->layout.num_levels)
        return "level past the last";
    if (first_layer > last_layer || last_layer >= gv_virgl_level_slices(&res->layout, level))
        return "layers that the resource does not have";
    templ->format = format;
    templ->u.tex.level = level;
    templ->u.tex.first_layer = first_layer;
    templ->u.tex.last_layer = last_layer;
    return NULL;
}

static bool is_renderable(const struct gv_virgl_cmd *cmd, const struct gv_virgl_resource *res,
                          enum pipe_format format)
{
    struct pipe_screen *screen = cmd->r->screen;
    unsigned bind =
        util_format_is_depth_or_stencil(format) ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET;

    return screen->is_format_supported(screen, format, res->layout.target, res->layout.samples,
                                       bind) &&
           screen->is_format_supported(screen, res->format, res->layout.target, res->layout.samples,
                                       bind);
}

/* Creates a SURFACE or an MSAA_SURFACE. An MSAA_SURFACE has one more dword, the sample count.
 * Clients use MSAA_SURFACE only if the caps announce implicit resolve. */
enum galvan_result gv_virgl_decode_create_surface(struct gv_virgl_cmd *cmd)
{
    struct pipe_surface templ = {0};
    uint32_t handle = gv_virgl_u32(&cmd->in);
    uint32_t res_handle = gv_virgl_u32(&cmd->in);
    struct gv_virgl_resource *res = gv_virgl_need_texture(cmd, res_handle);
    if (!res)
        return GALVAN_ERROR_INVALID;
    const char *why = decode_surface_template(cmd, res, &templ);
    if (why)
        return gv_virgl_fail(cmd, "resource %u: %s", res_handle, why);
    if (gv_virgl_header_type(cmd->header) == GV_VIRGL_OBJECT_MSAA_SURFACE) {
        struct pipe_screen *screen = cmd->r->screen;
        if (!screen->get_param(screen, PIPE_CAP_SURFACE_SAMPLE_COUNT))
            return gv_virgl_fail_unsupported(cmd);
        uint32_t samples = gv_virgl_u32(&cmd->in);
        if (samples > 1 && res->layout.samples > 1)
            return gv_virgl_fail(cmd, "resource %u is multisampled itself", res_handle);
        if (samples > 32 || (samples > 1 && (samples & (samples - 1))))
            return gv_virgl_fail(cmd, "%u samples", samples);
        templ.nr_samples = samples;
    }

    struct gv_virgl_object *obj = gv_virgl_new_object(cmd, handle, GV_VIRGL_OBJECT_SURFACE);
    if (!obj)
        return GALVAN_ERROR_INVALID;
    /* Mesa creates a surface for an attachment before it asks whether the format can be rendered
     * to. */
    if (!is_renderable(cmd, res, templ.format))
        return GALVAN_OK;
    obj->u.surface = cmd->pipe->create_surface(cmd->pipe, res->pipe, &templ);
    if (obj->u.surface)
        return GALVAN_OK;
    gv_virgl_object_remove(obj);
    return gv_virgl_fail(cmd, "resource %u: the driver cannot render to it as format %u",
                         res_handle, templ.format);
}
