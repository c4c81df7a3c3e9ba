/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The bound framebuffer: its attachments, its pending clears, and dynamic rendering to it. */
#include "driver/bind/framebuffer.h"

#include <assert.h>
#include <float.h>
#include <string.h>

#include "driver/context.h"
#include "driver/query/condition.h"
#include "driver/query/stream_output.h"
#include "driver/record/sync.h"
#include "driver/state/depth_bias.h"
#include "driver/state/inputs.h"
#include "driver/state/intern.h"
#include "driver/state/shader_blend.h"
#include "driver/view/sampler_view.h"
#include "driver/view/surface.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"

static struct gv_storage *surface_storage(const struct pipe_surface *surface)
{
    return surface ? gv_resource(surface->texture)->storage : NULL;
}

static unsigned attachment_bits(const struct gv_surface *zs)
{
    unsigned bits = 0;
    if (zs && (zs->aspects & VK_IMAGE_ASPECT_DEPTH_BIT))
        bits |= PIPE_CLEAR_DEPTH;
    if (zs && (zs->aspects & VK_IMAGE_ASPECT_STENCIL_BIT))
        bits |= PIPE_CLEAR_STENCIL;
    return bits;
}

/* Whether a fragment shader can emulate a logic operation on targets of this format by writing
 * another colour. Only some operations can be emulated. */
static bool has_logic(enum pipe_format format)
{
    return !util_format_is_float(format) && !util_format_is_srgb(format) &&
           !util_format_is_snorm(format);
}

/* Returns the depth offset unit for a normalised format that the device stores as floats; 0 for
 * other formats. The unit is four times the step between floats just below 1: the vertex stage adds
 * it to clip coordinates, where the steps are up to twice as large, and depths that differ by one
 * step may round to the same value. */
static float lowered_unit(const struct pipe_surface *zs)
{
    const struct util_format_description *desc = zs ? util_format_description(zs->format) : NULL;
    bool is_lowered = desc && util_format_has_depth(desc) && !util_format_is_float(zs->format) &&
                      gv_depth_unit(((const struct gv_surface *)zs)->format->vk) == 0.0f;
    return is_lowered ? 2 * FLT_EPSILON : 0.0f;
}

static void describe_targets(struct gv_framebuffer *fb)
{
    struct gv_target_formats *f = &fb->formats;
    memset(f, 0, sizeof(*f));
    fb->color_mask = 0;
    f->num_colors = fb->state.nr_cbufs;
    for (unsigned i = 0; i < fb->state.nr_cbufs; i++) {
        if (!fb->state.cbufs[i])
            continue;
        const struct gv_format *format = gv_surface(fb->state.cbufs[i])->format;
        f->color[i] = format->vk;
        fb->color_mask |= 1u << i;
        if (format->no_alpha)
            f->no_alpha_mask |= 1u << i;
        if (format->cbuf_swizzle == GALVAN_CBUF_ALPHA_TO_RED)
            f->alpha_red_mask |= 1u << i;
        if (format->cbuf_swizzle == GALVAN_CBUF_ALPHA_TO_GREEN)
            f->alpha_green_mask |= 1u << i;
        if (format->cbuf_class == GALVAN_CBUF_FLOAT)
            f->float_mask |= 1u << i;
        if (format->intensity)
            f->intensity_mask |= 1u << i;
        if (!(format->image_features & VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT))
            f->no_blend_mask |= 1u << i;
        if (has_logic(fb->state.cbufs[i]->format))
            f->logic_mask |= 1u << i;
        if (gv_storage_loops(surface_storage(fb->state.cbufs[i])))
            f->loops |= VK_PIPELINE_CREATE_COLOR_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT;
    }
    f->unblended_mask = f->no_blend_mask & f->float_mask;
    if (fb->state.zsbuf) {
        const struct gv_surface *zs = gv_surface(fb->state.zsbuf);
        if (zs->aspects & VK_IMAGE_ASPECT_DEPTH_BIT)
            f->depth = zs->format->vk;
        if (zs->aspects & VK_IMAGE_ASPECT_STENCIL_BIT)
            f->stencil = zs->format->vk;
        if (gv_storage_loops(surface_storage(fb->state.zsbuf)))
            f->loops |= VK_PIPELINE_CREATE_DEPTH_STENCIL_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT;
    }
}

void gv_framebuffer_update_formats(struct gv_context *ctx)
{
    struct gv_framebuffer *fb = &ctx->state.fb;
    const struct gv_target_formats old = fb->formats;
    const uint32_t old_id = fb->formats_id;
    describe_targets(fb);
    if (!fb->formats_id || memcmp(&old, &fb->formats, sizeof(old)) != 0)
        fb->formats_id =
            gv_intern(&ctx->cache.interned, ctx->screen, &fb->formats, sizeof(fb->formats));
    if (old_id == fb->formats_id)
        return;
    ctx->state.shader_blend_mask = gv_shader_blend_mask(fb, ctx->state.blend);
    gv_input_changed(&ctx->graphics, GV_INPUT_TARGETS);
}

static void measure_attachment(struct gv_framebuffer *fb, const struct pipe_surface *surface)
{
    const struct gv_surface *s = (const struct gv_surface *)surface;
    if (surface->width < fb->width)
        fb->width = surface->width;
    if (surface->height < fb->height)
        fb->height = surface->height;
    if (s->num_layers < fb->layers)
        fb->layers = s->num_layers;
    fb->samples = s->samples;
    fb->shown_samples = surface->texture->nr_samples ? surface->texture->nr_samples : 1;
}

/* Returns the smallest sample count of at least `samples` that the device supports without
 * attachments; 1 if there is no such count. */
static uint32_t samples_without_attachments(const struct gv_vk_device *dev, uint32_t samples)
{
    const uint32_t counts = dev->properties.limits.framebufferNoAttachmentsSampleCounts;
    const uint32_t possible = counts & ~(samples - 1);
    return possible ? possible & ~(possible - 1) : 1;
}

/* Sets the size, layers and samples of `fb`. The width, the height and the number of layers are the
 * smallest of all attachments. If there are no attachments, the values come from the framebuffer
 * state. */
static void measure(const struct gv_vk_device *dev, struct gv_framebuffer *fb)
{
    fb->width = fb->height = fb->layers = UINT32_MAX;
    fb->samples = fb->shown_samples = 1;
    for (unsigned i = 0; i < fb->state.nr_cbufs; i++) {
        if (fb->state.cbufs[i])
            measure_attachment(fb, fb->state.cbufs[i]);
    }
    if (fb->state.zsbuf)
        measure_attachment(fb, fb->state.zsbuf);
    if (fb->layers == UINT32_MAX) {
        /* Draws that are only captured need no size. */
        fb->width = fb->state.width ? fb->state.width : 1;
        fb->height = fb->state.height ? fb->state.height : 1;
        fb->layers = fb->state.layers ? fb->state.layers : 1;
        fb->shown_samples = fb->state.samples ? fb->state.samples : 1;
        fb->samples = samples_without_attachments(dev, fb->shown_samples);
        if (fb->shown_samples > fb->samples)
            fb->shown_samples = fb->samples;
    }
}

static bool is_tiled(const struct gv_vk_device *dev, const struct gv_framebuffer *fb)
{
    const VkPhysicalDeviceLimits *limits = &dev->properties.limits;
    const struct gv_surface *zs = (const struct gv_surface *)fb->state.zsbuf;
    bool tiled = fb->width > limits->maxFramebufferWidth ||
                 fb->height > limits->maxFramebufferHeight || (zs && zs->tiled);
    for (unsigned i = 0; i < fb->state.nr_cbufs; i++)
        tiled |= fb->state.cbufs[i] && gv_surface(fb->state.cbufs[i])->tiled;
    return tiled;
}

static void set_place(struct gv_context *ctx, const struct gv_tile_place *place)
{
    if (ctx->state.fb.place.is_tile || place->is_tile)
        gv_input_changed(&ctx->graphics, GV_INPUT_SHOWN);
    ctx->state.fb.place = *place;
}

static bool same_framebuffer(const struct pipe_framebuffer_state *a,
                             const struct pipe_framebuffer_state *b)
{
    return a->nr_cbufs == b->nr_cbufs && a->zsbuf == b->zsbuf && a->width == b->width &&
           a->height == b->height && a->samples == b->samples && a->layers == b->layers &&
           !memcmp(a->cbufs, b->cbufs, a->nr_cbufs * sizeof(a->cbufs[0]));
}

/* Returns the surface, or NULL if the surface cannot be an attachment and is only a shader's
 * resource. */
static struct pipe_surface *attachment(struct pipe_surface *surface)
{
    return surface && gv_surface(surface)->aspects ? surface : NULL;
}

void gv_framebuffer_bind(struct gv_context *ctx, const struct pipe_framebuffer_state *state)
{
    struct gv_framebuffer *fb = &ctx->state.fb;
    static const struct pipe_framebuffer_state none;
    if (!state)
        state = &none;
    if (same_framebuffer(&fb->state, state))
        return;
    gv_framebuffer_flush_clears(ctx);
    gv_recorder_end_rendering(&ctx->rec);

    unsigned num = state->nr_cbufs < PIPE_MAX_COLOR_BUFS ? state->nr_cbufs : PIPE_MAX_COLOR_BUFS;
    for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
        pipe_surface_reference(&fb->state.cbufs[i], i < num ? attachment(state->cbufs[i]) : NULL);
    pipe_surface_reference(&fb->state.zsbuf, attachment(state->zsbuf));
    fb->state.nr_cbufs = num;
    fb->state.width = state->width;
    fb->state.height = state->height;
    fb->state.samples = state->samples;
    fb->state.layers = state->layers;

    const uint32_t shown_samples = fb->shown_samples;
    measure(ctx->dev, fb);
    const VkExtent2D size = {fb->width, fb->height};
    const struct gv_tile_place whole = {.rect = {.extent = size}, .window = size};
    set_place(ctx, &whole);
    fb->tiled = is_tiled(ctx->dev, fb);
    if (fb->shown_samples != shown_samples)
        gv_input_changed(&ctx->graphics, GV_INPUT_SAMPLE_SHADING);
    const float unit = lowered_unit(fb->state.zsbuf);
    if (fb->lowered_unit != unit) {
        fb->lowered_unit = unit;
        gv_input_changed(&ctx->graphics, GV_INPUT_DEPTH_UNIT);
    }
    gv_framebuffer_update_formats(ctx);
    ctx->derived.observed++;
    gv_input_changed(&ctx->graphics, GV_INPUT_FRAMEBUFFER);
}

static void set_framebuffer_state(struct pipe_context *pctx,
                                  const struct pipe_framebuffer_state *state)
{
    gv_framebuffer_bind(gv_context(pctx), state);
}

void gv_framebuffer_show_tile(struct gv_context *ctx, const struct gv_tile_place *place)
{
    gv_recorder_end_rendering(&ctx->rec);
    set_place(ctx, place);
    ctx->derived.observed++;
    gv_input_changed(&ctx->graphics, GV_INPUT_FRAMEBUFFER);
}

/* ---- Rendering */

static VkImageView attachment_view(const struct gv_state *state, struct gv_recorder *rec,
                                   struct pipe_surface *surface)
{
    if (!surface)
        return VK_NULL_HANDLE;
    return state->fb.shown_layer
               ? gv_surface_layer_view(rec, gv_surface(surface), state->fb.shown_layer - 1)
               : gv_surface_view(rec, gv_surface(surface));
}

static VkRenderingAttachmentInfo
attachment_info(struct gv_context *ctx, struct pipe_surface *surface, VkAttachmentLoadOp load)
{
    return (VkRenderingAttachmentInfo){
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = attachment_view(&ctx->state, &ctx->rec, surface),
        .imageLayout =
            surface ? gv_storage_layout(surface_storage(surface)) : VK_IMAGE_LAYOUT_GENERAL,
        .loadOp = load,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
    };
}

/* Returns the number of clears of depth and stencil in a mask. */
static uint32_t num_clears(uint32_t mask)
{
    return (uint32_t)__builtin_popcount(mask & PIPE_CLEAR_DEPTHSTENCIL);
}

/* Returns the mask of pending clears and resets it, so that synchronization does not record these
 * clears. */
static uint32_t take_clears(struct gv_context *ctx)
{
    struct gv_framebuffer *fb = &ctx->state.fb;
    uint32_t mask = ctx->clears.mask;
    ctx->clears.mask = 0;
    for (unsigned i = 0; i < fb->state.nr_cbufs; i++) {
        if (mask & (PIPE_CLEAR_COLOR0 << i))
            surface_storage(fb->state.cbufs[i])->clears_pending--;
    }
    if (mask & PIPE_CLEAR_DEPTHSTENCIL)
        surface_storage(fb->state.zsbuf)->clears_pending -= num_clears(mask);
    return mask;
}

/* Whether the image has no contents yet, and a load operation that clears `aspects` writes every
 * texel of the image. */
static bool makes_contents(const struct gv_framebuffer *fb, const struct gv_storage *storage,
                           VkImageAspectFlags aspects)
{
    return gv_storage_is_blank(storage) && !storage->outside && fb->width == storage->shape.width &&
           fb->height == storage->shape.height && fb->layers == storage->shape.layers &&
           storage->shape.depth == 1 && storage->shape.levels == 1 &&
           !(storage->aspects & ~aspects);
}

/* If a new image is attached as a whole, makes its load operation write the image's first contents:
 * the value of the pending clear or, if no clear is pending, zeros. Does nothing if another context
 * might access an image. Returns the mask of the attachments that load operations clear. */
static uint32_t make_first_contents(struct gv_context *ctx, uint32_t clears)
{
    struct gv_framebuffer *fb = &ctx->state.fb;
    if (fb->shown_layer || gv_screen_is_shared(ctx->screen))
        return clears;
    for (unsigned i = 0; i < fb->state.nr_cbufs; i++) {
        struct gv_storage *storage = surface_storage(fb->state.cbufs[i]);
        if (!storage || !makes_contents(fb, storage, VK_IMAGE_ASPECT_COLOR_BIT))
            continue;
        storage->overwritten = true;
        if (!(clears & (PIPE_CLEAR_COLOR0 << i)))
            ctx->clears.color[i] = (VkClearColorValue){.uint32 = {0}};
        clears |= PIPE_CLEAR_COLOR0 << i;
    }
    const struct gv_surface *zs = (const struct gv_surface *)fb->state.zsbuf;
    struct gv_storage *storage = surface_storage(fb->state.zsbuf);
    if (!storage || !makes_contents(fb, storage, zs->aspects))
        return clears;
    storage->overwritten = true;
    if (!(clears & PIPE_CLEAR_DEPTH))
        ctx->clears.zs.depth = 0.0f;
    if (!(clears & PIPE_CLEAR_STENCIL))
        ctx->clears.zs.stencil = 0;
    return clears | attachment_bits(zs);
}

static void sync_attachment(struct gv_recorder *rec, const struct pipe_surface *surface, bool color)
{
    const struct gv_attachment_use use = gv_attachment_use(color);
    if (surface)
        gv_sync_main(rec, surface_storage(surface), use.stages, use.access, true);
}

static void sync_attachments(const struct gv_state *state, struct gv_recorder *rec)
{
    const struct pipe_framebuffer_state *fb = &state->fb.state;
    for (unsigned i = 0; i < fb->nr_cbufs; i++)
        sync_attachment(rec, fb->cbufs[i], true);
    sync_attachment(rec, fb->zsbuf, false);
}

/* Records clears inside rendering with vkCmdClearAttachments(). Ending the rendering would cost a
 * store and a load. */
static void clear_now(struct gv_context *ctx, uint32_t buffers, const VkRect2D *area)
{
    struct gv_framebuffer *fb = &ctx->state.fb;
    assert(!fb->shown_layer);
    VkClearAttachment clears[PIPE_MAX_COLOR_BUFS + 1];
    uint32_t num = 0;
    for (unsigned i = 0; i < fb->state.nr_cbufs; i++) {
        if (buffers & (PIPE_CLEAR_COLOR0 << i))
            clears[num++] = (VkClearAttachment){
                .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
                .colorAttachment = i,
                .clearValue.color = ctx->clears.color[i],
            };
    }
    VkImageAspectFlags aspects = gv_clear_aspects(buffers);
    if (aspects)
        clears[num++] =
            (VkClearAttachment){.aspectMask = aspects, .clearValue.depthStencil = ctx->clears.zs};
    const VkClearRect rect = {.rect = *area, .layerCount = fb->layers};
    ctx->dev->vk.vkCmdClearAttachments(gv_recorder_main(&ctx->rec), num, clears, 1, &rect);
}

/* Records the clears that were requested during rendering. First ends the render condition. The
 * condition was set after these clears, since clears under a condition are recorded immediately. */
static void clear_waiting(struct gv_context *ctx)
{
    const VkRect2D area = {.extent = {ctx->state.fb.width, ctx->state.fb.height}};
    uint32_t clears = take_clears(ctx);
    if (clears) {
        gv_condition_end(ctx);
        clear_now(ctx, clears, &area);
    }
}

static struct gv_vk_targets targets_of(const struct gv_framebuffer *fb)
{
    return (struct gv_vk_targets){
        .colors = fb->formats.color,
        .num_colors = fb->formats.num_colors,
        .depth = fb->formats.depth,
        .stencil = fb->formats.stencil,
        .samples = fb->samples,
    };
}

/* How rendering begins. `clears`: PIPE_CLEAR_* bits of the attachments to clear. `dead`:
 * PIPE_CLEAR_* bits of the attachments whose contents are not needed. `late`: store operations are
 * decided at the end of the rendering. */
struct beginning {
    uint32_t clears, dead;
    bool late;
};

static void look_at(struct beginning *b, const struct pipe_surface *surface, uint32_t bits)
{
    const struct gv_storage *storage = surface_storage(surface);
    if (!storage)
        return;
    if (storage->dead)
        b->dead |= bits;
    b->late |= storage->ends_late;
}

/* Decides how rendering begins. Call before the attachments are synchronized, since synchronization
 * marks the attachments as having contents. */
static struct beginning how_to_begin(struct gv_context *ctx)
{
    const struct pipe_framebuffer_state *fb = &ctx->state.fb.state;
    struct beginning b = {.clears = make_first_contents(ctx, take_clears(ctx))};
    for (unsigned i = 0; i < fb->nr_cbufs; i++)
        look_at(&b, fb->cbufs[i], PIPE_CLEAR_COLOR0 << i);
    look_at(&b, fb->zsbuf, PIPE_CLEAR_DEPTHSTENCIL);
    b.late &= ctx->dev->quirks.rendersInTiles && !ctx->dev->quirks.losesQueryEnds;
    return b;
}

static VkAttachmentLoadOp load_op(const struct beginning *b, uint32_t bit)
{
    if (b->clears & bit)
        return VK_ATTACHMENT_LOAD_OP_CLEAR;
    return b->dead & bit ? VK_ATTACHMENT_LOAD_OP_DONT_CARE : VK_ATTACHMENT_LOAD_OP_LOAD;
}

/* Begins rendering to the bound framebuffer. Not inlined, so that draws inside of rendering save no
 * registers for this function. */
static __attribute__((noinline)) bool begin_rendering(struct gv_context *ctx)
{
    struct gv_framebuffer *fb = &ctx->state.fb;
    assert(!fb->tiled);
    if (!fb->width || !fb->height || !gv_recorder_batch(&ctx->rec))
        return false;
    const struct beginning b = how_to_begin(ctx);
    sync_attachments(&ctx->state, &ctx->rec);
    gv_sync_flush_main(&ctx->rec);

    VkRenderingAttachmentInfo colors[PIPE_MAX_COLOR_BUFS], depth, stencil;
    for (unsigned i = 0; i < fb->state.nr_cbufs; i++) {
        colors[i] = attachment_info(ctx, fb->state.cbufs[i], load_op(&b, PIPE_CLEAR_COLOR0 << i));
        colors[i].clearValue.color = ctx->clears.color[i];
    }
    depth = attachment_info(ctx, fb->state.zsbuf, load_op(&b, PIPE_CLEAR_DEPTH));
    depth.clearValue.depthStencil = ctx->clears.zs;
    stencil = attachment_info(ctx, fb->state.zsbuf, load_op(&b, PIPE_CLEAR_STENCIL));
    stencil.clearValue.depthStencil = ctx->clears.zs;

    const VkRenderingInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {.extent = {fb->width, fb->height}},
        .layerCount = fb->shown_layer ? 1 : fb->layers,
        .colorAttachmentCount = fb->state.nr_cbufs,
        .pColorAttachments = colors,
        .pDepthAttachment = fb->formats.depth ? &depth : NULL,
        .pStencilAttachment = fb->formats.stencil ? &stencil : NULL,
    };
    const struct gv_vk_targets targets = targets_of(fb);
    if (!gv_recorder_begin_rendering(&ctx->rec, &info, &targets, b.late))
        return false;
    gv_input_changed(&ctx->graphics, GV_INPUT_QUERIES);
    gv_input_changed(&ctx->compute, GV_INPUT_MEMORY_USE); /* draws use memory */
    return true;
}

/* Continues the active rendering: records pending clears, or begins a new rendering if the active
 * rendering is closed. */
static __attribute__((noinline)) bool go_on(struct gv_context *ctx)
{
    if (ctx->clears.mask & GV_RENDERING_CLOSED) {
        gv_recorder_end_rendering(&ctx->rec);
        return begin_rendering(ctx);
    }
    clear_waiting(ctx);
    return true;
}

bool gv_framebuffer_begin(struct gv_context *ctx)
{
    if (!ctx->rec.rendering)
        return begin_rendering(ctx);
    return ctx->clears.mask ? go_on(ctx) : true;
}

void gv_framebuffer_close(struct gv_context *ctx)
{
    ctx->clears.mask |= GV_RENDERING_CLOSED;
    gv_input_changed(&ctx->graphics, GV_INPUT_WAITING_CLEARS);
}

void gv_framebuffer_show_layer(struct gv_context *ctx, uint32_t layer)
{
    if (ctx->state.fb.shown_layer == layer)
        return;
    gv_framebuffer_flush_clears(ctx);
    gv_recorder_end_rendering(&ctx->rec);
    ctx->state.fb.shown_layer = layer;
}

void gv_framebuffer_flush_clears(struct gv_context *ctx)
{
    if ((ctx->clears.mask & ~GV_RENDERING_CLOSED) && gv_framebuffer_begin(ctx))
        gv_recorder_end_rendering(&ctx->rec);
}

/* ---- Clear */

static uint32_t present_buffers(const struct gv_framebuffer *fb, unsigned buffers)
{
    uint32_t present = fb->color_mask * PIPE_CLEAR_COLOR0;
    if (fb->state.zsbuf)
        present |= attachment_bits(gv_surface(fb->state.zsbuf));
    return buffers & present;
}

static void store_clear_values(struct gv_context *ctx, uint32_t buffers,
                               const union pipe_color_union *color, double depth, unsigned stencil)
{
    struct gv_framebuffer *fb = &ctx->state.fb;
    for (unsigned i = 0; i < fb->state.nr_cbufs; i++) {
        if (buffers & (PIPE_CLEAR_COLOR0 << i))
            ctx->clears.color[i] =
                gv_format_clear_color(gv_surface(fb->state.cbufs[i])->format, color);
    }
    if (buffers & PIPE_CLEAR_DEPTH)
        ctx->clears.zs.depth = gv_clear_depth(depth);
    if (buffers & PIPE_CLEAR_STENCIL)
        ctx->clears.zs.stencil = stencil & 0xff;
}

static void mark_pending(struct gv_context *ctx, uint32_t buffers)
{
    struct gv_framebuffer *fb = &ctx->state.fb;
    const uint32_t added = buffers & ~ctx->clears.mask;
    for (unsigned i = 0; i < fb->state.nr_cbufs; i++) {
        if (added & (PIPE_CLEAR_COLOR0 << i))
            surface_storage(fb->state.cbufs[i])->clears_pending++;
    }
    if (added & PIPE_CLEAR_DEPTHSTENCIL)
        surface_storage(fb->state.zsbuf)->clears_pending += num_clears(added);
    ctx->clears.mask |= buffers;
    gv_input_changed(&ctx->graphics, GV_INPUT_WAITING_CLEARS);
}

/* Clears each attachment immediately, since splits have no pending clears. */
static void clear_tiled(struct pipe_context *pctx, uint32_t buffers, const VkRect2D *area,
                        const union pipe_color_union *color, double depth, unsigned stencil)
{
    const struct pipe_framebuffer_state *fb = &gv_context(pctx)->state.fb.state;
    const unsigned x = (unsigned)area->offset.x, y = (unsigned)area->offset.y;
    for (unsigned i = 0; i < fb->nr_cbufs; i++) {
        if (buffers & (PIPE_CLEAR_COLOR0 << i))
            pctx->clear_render_target(pctx, fb->cbufs[i], color, x, y, area->extent.width,
                                      area->extent.height);
    }
    if (buffers & PIPE_CLEAR_DEPTHSTENCIL)
        pctx->clear_depth_stencil(pctx, fb->zsbuf, buffers & PIPE_CLEAR_DEPTHSTENCIL, depth,
                                  stencil, x, y, area->extent.width, area->extent.height);
}

/* Begins rendering in which commands may be conditional. Returns false if nothing can be
 * recorded. */
static bool begin_conditional(struct gv_context *ctx)
{
    gv_condition_use(ctx);
    if (ctx->rec.rendering)
        gv_sync_flush_main(&ctx->rec);
    return gv_framebuffer_begin(ctx);
}

static void clear(struct pipe_context *pctx, unsigned buffers, const union pipe_color_union *color,
                  double depth, unsigned stencil)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_framebuffer *fb = &ctx->state.fb;
    uint32_t present = present_buffers(fb, buffers);
    if (!present || !fb->width || !fb->height || !gv_condition_passes(ctx))
        return;
    if (fb->tiled) {
        const VkRect2D all = {.extent = {fb->width, fb->height}};
        clear_tiled(pctx, present, &all, color, depth, stencil);
        return;
    }
    if (!gv_condition_on_device(ctx)) {
        store_clear_values(ctx, present, color, depth, stencil);
        mark_pending(ctx, present);
        return;
    }
    /* Load operations do not depend on the render condition, so this clear is recorded inside
     * rendering. */
    if (!begin_conditional(ctx))
        return;
    const VkRect2D area = {.extent = {fb->width, fb->height}};
    store_clear_values(ctx, present, color, depth, stencil);
    gv_condition_begin(ctx, gv_recorder_main(&ctx->rec));
    clear_now(ctx, present, &area);
}

static void clear_scissored(struct pipe_context *pctx, unsigned buffers,
                            const struct pipe_scissor_state *scissor,
                            const union pipe_color_union *color, double depth, unsigned stencil)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_framebuffer *fb = &ctx->state.fb;
    if (!scissor) {
        clear(pctx, buffers, color, depth, stencil);
        return;
    }
    uint32_t present = present_buffers(fb, buffers);
    uint32_t x1 = scissor->maxx < fb->width ? scissor->maxx : fb->width;
    uint32_t y1 = scissor->maxy < fb->height ? scissor->maxy : fb->height;
    if (!present || scissor->minx >= x1 || scissor->miny >= y1 || !gv_condition_passes(ctx))
        return;
    const VkRect2D area = {{(int32_t)scissor->minx, (int32_t)scissor->miny},
                           {x1 - scissor->minx, y1 - scissor->miny}};
    if (area.extent.width == fb->width && area.extent.height == fb->height) {
        clear(pctx, buffers, color, depth, stencil);
        return;
    }
    if (fb->tiled) {
        clear_tiled(pctx, present, &area, color, depth, stencil);
        return;
    }
    /* Begin rendering before the new values are stored: the load operations of earlier pending
     * clears need the old values. */
    if (!begin_conditional(ctx))
        return;
    store_clear_values(ctx, present, color, depth, stencil);
    gv_condition_begin(ctx, gv_recorder_main(&ctx->rec));
    clear_now(ctx, present, &area);
}

void gv_framebuffer_finish(struct gv_context *ctx)
{
    gv_framebuffer_bind(ctx, NULL);
}

void gv_context_init_framebuffer(struct gv_context *ctx)
{
    ctx->base.set_framebuffer_state = set_framebuffer_state;
    ctx->base.clear = clear;
    ctx->base.clear_scissored = clear_scissored;
}
