/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sampler states. The shader implements the wrap modes that Vulkan lacks (CLAMP, mirroring once),
 * on the axes in clamp_axes and mirror_axes. */
#include "driver/view/sampler.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/screen/sampler_cache.h"
#include "driver/state/inputs.h"
#include "driver/view/sampler_view.h"
#include "util/clamp.h"

/* A variant of the sampler that meets the requirements of some views. */
struct sampler_variant {
    struct sampler_variant *next;
    uint32_t wants; /* GV_WANTS_*, GV_BORDER_* */
    struct gv_sampler_entry *entry;
};

struct sampler_state {
    struct gv_sampler base;
    struct gv_screen *screen;
    struct gv_sampler_entry *entry;
    struct sampler_variant *variants; /* created at their first use */
    union pipe_color_union border;
};

/* ---- Wrapping -------------------------------------------------------------------------------- */

static VkSamplerAddressMode clamp_mode(bool linear, unsigned axis, struct gv_sampler *sampler)
{
    /* With nearest filters, CLAMP never reads the border colour. */
    if (!linear)
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    sampler->clamp_axes |= (uint8_t)(1u << axis);
    return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
}

static VkSamplerAddressMode address_mode(const struct gv_vk_caps *caps, unsigned wrap, bool linear,
                                         unsigned axis, struct gv_sampler *sampler)
{
    switch (wrap) {
    case PIPE_TEX_WRAP_CLAMP:
        return clamp_mode(linear, axis, sampler);
    case PIPE_TEX_WRAP_CLAMP_TO_EDGE:
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case PIPE_TEX_WRAP_CLAMP_TO_BORDER:
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    case PIPE_TEX_WRAP_MIRROR_REPEAT:
        return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case PIPE_TEX_WRAP_MIRROR_CLAMP:
        if (!linear && caps->samplerMirrorClampToEdge)
            return VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE;
        sampler->mirror_axes |= (uint8_t)(1u << axis);
        return clamp_mode(linear, axis, sampler);
    case PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE:
        if (caps->samplerMirrorClampToEdge)
            return VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE;
        sampler->mirror_axes |= (uint8_t)(1u << axis);
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER:
        sampler->mirror_axes |= (uint8_t)(1u << axis);
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    default:
        return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    }
}

/* ---- Border ---------------------------------------------------------------------------------- */

static bool all_equal(const union pipe_color_union *c, float rgb, float alpha)
{
    return c->f[0] == rgb && c->f[1] == rgb && c->f[2] == rgb && c->f[3] == alpha;
}

static VkBorderColor nearest_border(const union pipe_color_union *c, bool integer)
{
    if (integer) {
        if (!c->ui[3])
            return VK_BORDER_COLOR_INT_TRANSPARENT_BLACK;
        return c->ui[0] ? VK_BORDER_COLOR_INT_OPAQUE_WHITE : VK_BORDER_COLOR_INT_OPAQUE_BLACK;
    }
    if (!(c->f[3] >= 0.5f))
        return VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
    return c->f[0] + c->f[1] + c->f[2] >= 1.5f ? VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE
                                               : VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
}

static void set_border(const struct gv_vk_caps *caps, const union pipe_color_union *c, bool integer,
                       struct gv_sampler_desc *desc)
{
    bool custom = gv_has_custom_borders(caps);
    memset(&desc->custom_border, 0, sizeof(desc->custom_border));
    if (integer) {
        bool zero = !(c->ui[0] | c->ui[1] | c->ui[2] | c->ui[3]);
        desc->border = custom && !zero ? VK_BORDER_COLOR_INT_CUSTOM_EXT : nearest_border(c, true);
    } else if (all_equal(c, 0.0f, 0.0f)) {
        desc->border = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
    } else if (all_equal(c, 0.0f, 1.0f)) {
        desc->border = VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
    } else if (all_equal(c, 1.0f, 1.0f)) {
        desc->border = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
    } else {
        desc->border = custom ? VK_BORDER_COLOR_FLOAT_CUSTOM_EXT : nearest_border(c, false);
    }
    if (desc->border == VK_BORDER_COLOR_INT_CUSTOM_EXT ||
        desc->border == VK_BORDER_COLOR_FLOAT_CUSTOM_EXT)
        memcpy(desc->custom_border.uint32, c->ui, sizeof(desc->custom_border.uint32));
}

/* Returns the border colour in the form in which a format stores it. */
static union pipe_color_union border_in_memory(const union pipe_color_union *c, unsigned wants)
{
    unsigned sources = (wants & GV_BORDER_SOURCES) ^ GV_BORDER_IN_PLACE;
    unsigned cls = (wants & GV_BORDER_CLASS) >> GV_BORDER_CLASS_SHIFT;
    union pipe_color_union result;
    for (unsigned i = 0; i < 4; i++) {
        unsigned from = sources >> (2 * i) & 3;
        result.ui[i] = c->ui[from];
        if (cls == GV_BORDER_UNORM || cls == GV_BORDER_SNORM)
            result.f[i] = gv_clamp(c->f[from], cls == GV_BORDER_SNORM ? -1.0f : 0.0f, 1.0f);
    }
    return result;
}

/* ---- Levels of detail ------------------------------------------------------------------------ */

static void set_lod(const struct gv_vk_device *dev, const struct pipe_sampler_state *s,
                    struct gv_sampler_desc *desc)
{
    const float max_bias = dev->properties.limits.maxSamplerLodBias;
    desc->lod_bias = gv_clamp(s->lod_bias, -max_bias, max_bias);
    desc->min_lod = gv_clamp(s->min_lod, -1000.0f, 1000.0f);
    desc->max_lod = gv_clamp(s->max_lod, -1000.0f, 1000.0f);
    desc->mip_mode = s->min_mip_filter == PIPE_TEX_MIPFILTER_LINEAR
                         ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                         : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    if (s->min_mip_filter == PIPE_TEX_MIPFILTER_NONE) {
        /* Only level 0 is used, but the level of detail still selects the magnification or
         * minification filter. */
        desc->max_lod = gv_clamp(desc->max_lod, 0.0f, 0.25f);
        desc->min_lod = gv_clamp(desc->min_lod, 0.0f, 0.25f);
    }
    if (desc->max_lod < desc->min_lod)
        desc->max_lod = desc->min_lod;
}

static VkSamplerReductionMode reduction_mode(unsigned mode)
{
    switch (mode) {
    case PIPE_TEX_REDUCTION_MIN:
        return VK_SAMPLER_REDUCTION_MODE_MIN;
    case PIPE_TEX_REDUCTION_MAX:
        return VK_SAMPLER_REDUCTION_MODE_MAX;
    default:
        return VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
    }
}

/* Whether the colour is zero, which all classes of formats represent equally. */
static bool is_zero(const union pipe_color_union *c)
{
    return !(c->ui[0] | c->ui[1] | c->ui[2] | c->ui[3]);
}

/* Lets the shader apply the border colour. The device's sampler clamps to the edge. */
static void let_shader_mix(struct gv_sampler *sampler, struct gv_sampler_desc *desc)
{
    for (unsigned i = 0; i < 3; i++) {
        if (desc->wrap[i] != VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER)
            continue;
        desc->wrap[i] = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
        sampler->border_axes |= (uint8_t)(1u << i);
    }
    sampler->border_linear[0] = desc->mag_filter == VK_FILTER_LINEAR;
    sampler->border_linear[1] = desc->min_filter == VK_FILTER_LINEAR;
}

static void translate(const struct gv_vk_device *dev, const struct pipe_sampler_state *s,
                      struct gv_sampler *sampler, struct gv_sampler_desc *desc)
{
    const struct gv_vk_caps *caps = &dev->caps;
    const unsigned wraps[3] = {s->wrap_s, s->wrap_t, s->wrap_r};
    bool linear =
        s->min_img_filter == PIPE_TEX_FILTER_LINEAR || s->mag_img_filter == PIPE_TEX_FILTER_LINEAR;
    bool border = false;

    memset(desc, 0, sizeof(*desc));
    desc->min_filter =
        s->min_img_filter == PIPE_TEX_FILTER_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    desc->mag_filter =
        s->mag_img_filter == PIPE_TEX_FILTER_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    for (unsigned i = 0; i < 3; i++) {
        desc->wrap[i] = address_mode(caps, wraps[i], linear, i, sampler);
        border |= desc->wrap[i] == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    }
    sampler->compare = s->compare_mode == PIPE_TEX_COMPARE_R_TO_TEXTURE;
    if (border && !gv_has_custom_borders(caps) && !is_zero(&s->border_color)) {
        let_shader_mix(sampler, desc);
        border = false;
    }
    if (border)
        set_border(caps, &s->border_color, false, desc);
    sampler->has_border = border;
    sampler->border_in_0_1 = true;
    for (unsigned i = 0; i < 4; i++)
        sampler->border_in_0_1 &= s->border_color.f[i] >= 0.0f && s->border_color.f[i] <= 1.0f;
    sampler->texel_coords = !s->normalized_coords;
    set_lod(dev, s, desc);
    if (caps->samplerAnisotropy && s->max_anisotropy > 1 && linear)
        desc->max_anisotropy =
            gv_clamp((float)s->max_anisotropy, 1.0f, dev->properties.limits.maxSamplerAnisotropy);
    if (s->compare_mode == PIPE_TEX_COMPARE_R_TO_TEXTURE) {
        desc->compare = VK_TRUE;
        desc->compare_op = (VkCompareOp)s->compare_func; /* Gallium and Vulkan have the same
                                                            values */
    }
    desc->non_seamless = !s->seamless_cube_map && caps->nonSeamlessCubeMap;
    sampler->seams = !s->seamless_cube_map && !caps->nonSeamlessCubeMap && linear;
    if (caps->samplerFilterMinmax && !desc->compare)
        desc->reduction = reduction_mode(s->reduction_mode);
    sampler->linear = linear || desc->mip_mode == VK_SAMPLER_MIPMAP_MODE_LINEAR;
    sampler->minmax = desc->reduction != VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
}

/* Returns a sampler. If no more custom border colours are available, the sampler has the standard
 * colour that is nearest to `border`. */
static struct gv_sampler_entry *get_entry(struct gv_screen *screen, struct gv_sampler_desc *desc,
                                          const union pipe_color_union *border)
{
    struct gv_sampler_entry *entry = gv_sampler_cache_get(screen->samplers, desc);
    bool integer = desc->border == VK_BORDER_COLOR_INT_CUSTOM_EXT;
    if (!entry && (integer || desc->border == VK_BORDER_COLOR_FLOAT_CUSTOM_EXT)) {
        desc->border = nearest_border(border, integer);
        memset(&desc->custom_border, 0, sizeof(desc->custom_border));
        entry = gv_sampler_cache_get(screen->samplers, desc);
    }
    return entry;
}

/* Returns the requirements that the default sampler does not meet. */
static unsigned unmet(const struct gv_sampler *sampler, unsigned wants)
{
    const unsigned integer = GV_BORDER_INT << GV_BORDER_CLASS_SHIFT;
    const unsigned mapping = GV_BORDER_MAPPING | GV_BORDER_SRGB;
    if (!sampler->has_border)
        wants &= ~(unsigned)(GV_BORDER_SOURCES | GV_BORDER_CLASS | mapping);
    else if (sampler->border_in_0_1 && (wants & GV_BORDER_CLASS) != integer)
        wants &= ~(unsigned)GV_BORDER_CLASS;
    if (!sampler->minmax)
        wants &= ~(unsigned)GV_WANTS_NO_MINMAX;
    if (!sampler->compare)
        wants &= ~(unsigned)GV_WANTS_NO_COMPARE;
    /* The results of a comparison may be filtered linearly for any format. */
    bool compares = sampler->compare && !(wants & GV_WANTS_NO_COMPARE);
    if (compares) /* the comparison precedes the swizzle, so the view's mapping does not matter */
        wants &= ~mapping;
    if (!sampler->linear || compares)
        wants &= ~(unsigned)GV_WANTS_NO_LINEAR;
    return wants;
}

static void *create_sampler_state(struct pipe_context *pctx, const struct pipe_sampler_state *templ)
{
    struct gv_context *ctx = gv_context(pctx);
    struct sampler_state *state = calloc(1, sizeof(*state));
    if (!state)
        return NULL;
    struct gv_sampler_desc desc;
    translate(ctx->dev, templ, &state->base, &desc);
    state->screen = ctx->screen;
    state->border = templ->border_color;
    state->entry = get_entry(ctx->screen, &desc, &state->border);
    if (!state->entry) {
        free(state);
        return NULL;
    }
    state->base.handle = state->entry->handle;
    state->base.may_miss = unmet(&state->base, ~0u);
    return &state->base;
}

static VkComponentSwizzle swizzle_in(unsigned wants, unsigned i)
{
    return (VkComponentSwizzle)(wants >> (GV_BORDER_MAPPING_SHIFT + 3 * i) & 7);
}

static struct sampler_variant *add_variant(struct gv_screen *screen, struct sampler_state *state,
                                           unsigned wants)
{
    struct sampler_variant *v = calloc(1, sizeof(*v));
    if (!v)
        return NULL;
    struct gv_sampler_desc desc = state->entry->desc;
    union pipe_color_union color = border_in_memory(&state->border, wants);
    if (state->base.has_border)
        set_border(&screen->dev->caps, &color,
                   (wants & GV_BORDER_CLASS) == GV_BORDER_INT << GV_BORDER_CLASS_SHIFT, &desc);
    desc.border_mapping = (VkComponentMapping){swizzle_in(wants, 0), swizzle_in(wants, 1),
                                               swizzle_in(wants, 2), swizzle_in(wants, 3)};
    desc.border_srgb = (wants & GV_BORDER_SRGB) != 0;
    if (wants & GV_WANTS_NO_MINMAX)
        desc.reduction = VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
    if (wants & GV_WANTS_NO_LINEAR) {
        desc.min_filter = desc.mag_filter = VK_FILTER_NEAREST;
        desc.mip_mode = VK_SAMPLER_MIPMAP_MODE_NEAREST;
        desc.max_anisotropy = 0.0f;
    }
    if (wants & GV_WANTS_NO_COMPARE) {
        desc.compare = VK_FALSE;
        desc.compare_op = (VkCompareOp)0;
    }
    v->wants = wants;
    v->entry = get_entry(screen, &desc, &color);
    if (!v->entry) {
        free(v);
        return NULL;
    }
    v->next = state->variants;
    state->variants = v;
    return v;
}

VkSampler gv_sampler_get_variant(struct gv_screen *screen, struct gv_sampler *sampler,
                                 unsigned wants)
{
    struct sampler_state *state = (struct sampler_state *)sampler;
    wants = unmet(sampler, wants);
    if (!wants)
        return sampler->handle;
    struct sampler_variant *v = state->variants;
    while (v && v->wants != wants)
        v = v->next;
    if (!v)
        v = add_variant(screen, state, wants);
    return v ? v->entry->handle : sampler->handle;
}

/* Writes a view's border colour, in the order of the view's components. For a lookup that compares,
 * writes the parameters of the comparison instead. */
static void border_of_view(const struct sampler_state *state, const struct gv_sampler_view *view,
                           bool compares, uint32_t out_color[4])
{
    unsigned wants = view->sampler_wants;
    bool integer = (wants & GV_BORDER_CLASS) == GV_BORDER_INT << GV_BORDER_CLASS_SHIFT;
    const union pipe_color_union memory = border_in_memory(&state->border, wants);
    if (compares) { /* see spirv/translate/texture/border.c */
        out_color[0] = memory.ui[0];
        out_color[1] = (uint32_t)state->entry->desc.compare_op;
        out_color[2] = (wants & GV_BORDER_CLASS) == GV_BORDER_UNORM << GV_BORDER_CLASS_SHIFT;
        out_color[3] = 0;
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        unsigned from = view->components[i];
        out_color[i] = from <= PIPE_SWIZZLE_W ? memory.ui[from] : 0;
        if (from == PIPE_SWIZZLE_1)
            out_color[i] = integer ? 1 : 0x3f800000;
    }
}

void gv_borders_update(struct gv_context *ctx)
{
    static const enum galvan_stage stages[2] = {GALVAN_STAGE_VERTEX, GALVAN_STAGE_FRAGMENT};
    for (unsigned n = 0; n < 2; n++) {
        const struct gv_shader *shader = ctx->state.shaders[stages[n]];
        const struct gv_stage_bindings *stage = &ctx->state.stages[stages[n]];
        for (uint32_t mask = shader ? shader->info->samplers_mask : 0; mask; mask &= mask - 1) {
            unsigned unit = (unsigned)__builtin_ctz(mask);
            const struct gv_sampler *sampler = stage->samplers[shader->info->unit_sampler[unit]];
            struct pipe_sampler_view *view = stage->views[shader->info->unit_view[unit]];
            if (!sampler || !sampler->border_axes || !view)
                continue;
            uint32_t color[4], *slot = ctx->constants.block.border[n][unit];
            border_of_view((const struct sampler_state *)sampler, gv_sampler_view(view),
                           gv_is_shadow_target(shader->info->sampler_target[unit]), color);
            if (!memcmp(slot, color, sizeof(color)))
                continue;
            memcpy(slot, color, sizeof(color));
            ctx->constants.block_changed = true;
            gv_input_changed(&ctx->graphics, GV_INPUT_DRIVER_BLOCK);
        }
    }
}

static void release(struct gv_vk_device *dev, void *data)
{
    struct sampler_state *state = data;
    (void)dev;
    for (struct sampler_variant *v = state->variants, *next; v; v = next) {
        next = v->next;
        gv_sampler_cache_put(state->screen->samplers, v->entry);
        free(v);
    }
    gv_sampler_cache_put(state->screen->samplers, state->entry);
    free(state);
}

static void delete_sampler_state(struct pipe_context *pctx, void *sampler)
{
    struct gv_context *ctx = gv_context(pctx);
    if (!sampler)
        return;
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        for (unsigned i = 0; i < GV_MAX_SAMPLERS; i++) {
            if (ctx->state.stages[s].samplers[i] == sampler)
                pctx->bind_sampler_states(pctx, s, i, 1, NULL);
        }
    }
    gv_recorder_defer(&ctx->rec, release, sampler);
}

void gv_context_init_samplers(struct gv_context *ctx)
{
    ctx->base.create_sampler_state = create_sampler_state;
    ctx->base.delete_sampler_state = delete_sampler_state;
}
