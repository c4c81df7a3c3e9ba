/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* generate_mipmap: each level is a linear blit of the previous level. */
#include "driver/transfer/mipmap.h"

#include "driver/context.h"
#include "driver/resource/image.h"
#include "driver/transfer/blit.h"
#include "driver/view/sampler_view.h"

/* Whether gv_blit() can draw the format. Such draws also filter formats that the device cannot
 * filter. */
static bool can_draw(const struct gv_screen *screen, const struct gv_resource *res,
                     enum pipe_format format)
{
    const VkFormatFeatureFlags2 sampled = VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT;
    const VkFormatFeatureFlags2 target = VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT;
    const struct gv_format *f = gv_view_format(screen, res, format);
    return f && (f->aspects & VK_IMAGE_ASPECT_COLOR_BIT) && f->cbuf_class == GALVAN_CBUF_FLOAT &&
           (f->image_features & sampled) && (f->image_features & target);
}

static void make_level(struct gv_context *ctx, struct pipe_resource *res, enum pipe_format format,
                       unsigned level, unsigned first_layer, unsigned num_layers)
{
    struct pipe_blit_info info = {
        .src = {.resource = res, .level = level - 1, .format = format},
        .dst = {.resource = res, .level = level, .format = format},
        .mask = PIPE_MASK_RGBA,
        .filter = PIPE_TEX_FILTER_LINEAR,
    };
    bool is_3d = res->target == PIPE_TEXTURE_3D;
    struct pipe_box *boxes[] = {&info.src.box, &info.dst.box};
    for (unsigned i = 0; i < 2; i++) {
        unsigned of = level - 1 + i;
        boxes[i]->z = is_3d ? 0 : (int)first_layer;
        boxes[i]->width = (int)gv_minify(res->width0, of);
        boxes[i]->height = (int)gv_minify(res->height0, of);
        boxes[i]->depth = is_3d ? (int)gv_minify(res->depth0, of) : (int)num_layers;
    }
    gv_blit(&ctx->base, &info);
}

static boolean generate_mipmap(struct pipe_context *pctx, struct pipe_resource *res,
                               enum pipe_format format, unsigned base_level, unsigned last_level,
                               unsigned first_layer, unsigned last_layer)
{
    struct gv_context *ctx = gv_context(pctx);
    if (res->target == PIPE_BUFFER || res->nr_samples > 1 || last_level > res->last_level ||
        base_level >= last_level || first_layer > last_layer ||
        last_layer >= gv_resource_num_layers(res, base_level) ||
        !can_draw(ctx->screen, gv_resource(res), format))
        return FALSE;
    for (unsigned level = base_level + 1; level <= last_level; level++)
        make_level(ctx, res, format, level, first_layer, last_layer - first_layer + 1);
    return TRUE;
}

void gv_context_init_mipmaps(struct gv_context *ctx)
{
    ctx->base.generate_mipmap = generate_mipmap;
}
