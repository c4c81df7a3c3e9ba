/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Derives the variant keys of the bound shaders from bound state. A field is set only if the shader
 * can observe it, so that other state does not create variants. */
#include "driver/shader/variant_key.h"

#include <string.h>

#include "driver/query/statistics_data.h"
#include "driver/screen/blocks.h"
#include "driver/screen/caps.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/program_layout.h"
#include "driver/shader/raster_lowering.h"
#include "driver/shader/stage_bits.h"
#include "driver/state/blend.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/depth_stencil.h"
#include "driver/state/pass.h"
#include "driver/state/shader_blend.h"
#include "driver/state/state.h"
#include "driver/state/vertex_pull.h"
#include "driver/view/image_view.h"
#include "driver/view/sampler.h"
#include "driver/view/sampler_view.h"
#include "driver/view/surface.h"
#include "pipe/p_shader_tokens.h"

static bool is_cube_target(unsigned target)
{
    return target == TGSI_TEXTURE_CUBE || target == TGSI_TEXTURE_SHADOWCUBE ||
           target == TGSI_TEXTURE_CUBE_ARRAY || target == TGSI_TEXTURE_SHADOWCUBE_ARRAY;
}

/* Sets in the key the units whose samplers have properties that the shader implements: legacy wrap
 * modes, border colours, unnormalized coordinates or cube seams. */
static void sampler_axes(const struct gv_state *state, const struct gv_shader *shader,
                         struct galvan_spirv_key *key)
{
    const struct gv_stage_bindings *stage = &state->stages[shader->stage];
    uint32_t mask = shader->info->samplers_mask & ~shader->info->sampler_buffer_mask;
    while (mask) {
        uint32_t unit = (uint32_t)__builtin_ctz(mask);
        mask &= mask - 1;
        const struct gv_sampler *s = stage->samplers[shader->info->unit_sampler[unit]];
        if (!s)
            continue;
        key->common.sampler_texels |= (uint32_t)s->texel_coords << unit;
        bool seams = s->seams && is_cube_target(shader->info->sampler_target[unit]);
        key->common.sampler_seams |= (uint32_t)seams << unit;
        /* If the lookup compares but the sampler does not compare, the border colour is not
         * used. */
        bool fits = s->compare || !gv_is_shadow_target(shader->info->sampler_target[unit]);
        uint32_t border_axes = fits ? s->border_axes : 0;
        if (!(s->clamp_axes | s->mirror_axes | border_axes))
            continue;
        for (unsigned i = 0; i < 2 && border_axes; i++)
            key->common.sampler_border_linear[i] |= (uint32_t)s->border_linear[i] << unit;
        for (unsigned axis = 0; axis < 3; axis++) {
            key->common.sampler_clamp[axis] |= ((s->clamp_axes >> axis) & 1u) << unit;
            key->common.sampler_mirror[axis] |= ((s->mirror_axes >> axis) & 1u) << unit;
            key->common.sampler_border[axis] |= ((border_axes >> axis) & 1u) << unit;
        }
    }
}

/* Sets in the key the properties of views that Vulkan lacks: swizzles of depth comparisons and of
 * buffers, sample counts that the device lacks, and single-sampled textures that are read as
 * multisampled. */
static void view_traits(const struct gv_state *state, const struct gv_shader *shader,
                        struct galvan_spirv_key *key)
{
    const struct gv_stage_bindings *stage = &state->stages[shader->stage];
    uint32_t mask = shader->info->samplers_mask;
    while (mask) {
        uint32_t unit = (uint32_t)__builtin_ctz(mask);
        mask &= mask - 1;
        struct pipe_sampler_view *view = stage->views[shader->info->unit_view[unit]];
        if (view && gv_is_shadow_target(shader->info->sampler_target[unit]))
            key->common.shadow_swizzle[unit] = gv_sampler_view(view)->shadow_swizzle;
        if (view && (shader->info->sampler_buffer_mask >> unit & 1))
            key->common.buffer_swizzle[unit] = gv_sampler_view(view)->buffer_swizzle;
        if (view)
            key->common.shown_texture_samples[unit] = gv_resource_shown_samples(view->texture);
        if (!gv_view_has_samples(view) &&
            gv_is_multisampled_target(shader->info->sampler_target[unit]))
            key->common.shown_texture_samples[unit] = 1;
    }
}

/* Finds the format of an image whose format the shader does not declare. This is the view's format
 * if SPIR-V has it. Otherwise, if the device supports storage images without a format, the shader
 * only depends on the class of the view's format. If the device cannot store to the view's format
 * at all, the image has texels of one dword. */
static void open_format(const struct gv_screen *screen, enum pipe_format format,
                        uint8_t *out_format, uint8_t *out_class)
{
    static const uint8_t words[] = {
        [GALVAN_CBUF_FLOAT] = PIPE_FORMAT_R32_FLOAT,
        [GALVAN_CBUF_SINT] = PIPE_FORMAT_R32_SINT,
        [GALVAN_CBUF_UINT] = PIPE_FORMAT_R32_UINT,
    };
    const struct gv_format *f = gv_format_get(screen, format);
    if (galvan_spirv_has_image_format(format))
        *out_format = (uint8_t)format;
    else if (f->image_features & VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT || f->image_buffer)
        *out_class = f->cbuf_class;
    else
        *out_format = words[f->cbuf_class];
}

/* Whether no image is bound and the device lacks null descriptors. */
static bool is_absent(const struct gv_state *state, const struct gv_shader *shader, uint32_t unit)
{
    return !state->dev->caps.nullDescriptor &&
           !gv_image_view_exists(state->screen, &state->stages[shader->stage].images[unit].base,
                                 shader->info, unit);
}

/* Sets in the key the properties of bound images: the format, if the shader does not declare a
 * format, the sample count, whether writes are forbidden, and whether no image is bound. */
static void image_formats(const struct gv_state *state, const struct gv_shader *shader,
                          struct galvan_spirv_key *key)
{
    const struct gv_image_binding *images = state->stages[shader->stage].images;
    uint32_t mask = shader->info->images_mask;
    while (mask) {
        uint32_t unit = (uint32_t)__builtin_ctz(mask);
        mask &= mask - 1;
        if (shader->info->image_format[unit] == PIPE_FORMAT_NONE &&
            !(shader->info->images_raw_mask >> unit & 1))
            open_format(state->screen, images[unit].base.format, &key->common.image_format[unit],
                        &key->common.image_class[unit]);
        key->common.shown_image_samples[unit] =
            gv_resource_shown_samples(images[unit].base.resource);
        key->common.image_slice[unit] = gv_storage_view_slice(state->screen, &images[unit].base,
                                                              shader->info->image_target[unit]);
        key->common.images_read_only |=
            (uint32_t)(images[unit].base.access == PIPE_IMAGE_ACCESS_READ) << unit;
        key->common.images_absent |= (uint32_t)is_absent(state, shader, unit) << unit;
    }
    key->common.images_read_only &= shader->info->images_write_mask;
}

uint32_t gv_counter_start(const struct gv_state *state, unsigned slot)
{
    const VkDeviceSize align_B = state->dev->properties.limits.minStorageBufferOffsetAlignment;
    return (uint32_t)(state->atomic_buffers[slot].buffer_offset % align_B) / 4;
}

static void counter_starts(const struct gv_state *state, const struct gv_shader *shader,
                           struct galvan_spirv_key *key)
{
    for (uint32_t mask = shader->info->hw_atomics_mask; mask; mask &= mask - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(mask);
        if (slot < GV_MAX_ATOMIC_BUFFERS)
            key->common.counter_start[slot] = (uint8_t)gv_counter_start(state, slot);
    }
}

/* Whether the shader uses subgroup operations that the device lacks in `stage`, the stage as which
 * the shader runs. Shaders support subgroups of at most 64 invocations. */
static bool lacks_subgroups(const struct gv_vk_device *dev, const struct gv_shader *shader,
                            enum galvan_stage stage)
{
    const struct galvan_tgsi_info *info = shader->info;
    const bool sees_size = info->uses_subgroups || info->uses_ballots || info->uses_shuffles;
    VkSubgroupFeatureFlags operations = VK_SUBGROUP_FEATURE_VOTE_BIT;
    if (info->uses_subgroups)
        operations |= VK_SUBGROUP_FEATURE_BASIC_BIT;
    if (info->uses_ballots)
        operations |= VK_SUBGROUP_FEATURE_BALLOT_BIT;
    if (info->uses_shuffles)
        operations |= VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
    return !gv_has_subgroups(dev, gv_stage_bit(stage), operations) ||
           (sees_size && dev->subgroups.subgroupSize > 64);
}

/* Begins the key of any stage, with the fields that every stage can observe. */
static void begin_stage(const struct gv_state *state, const struct gv_shader *shader,
                        struct galvan_spirv_key *key)
{
    memset(key, 0, sizeof(*key));
    memcpy(&key->device, &state->screen->spirv_device, sizeof(key->device));
    key->fragment.alpha_func = PIPE_FUNC_ALWAYS;
    sampler_axes(state, shader, key);
    view_traits(state, shader, key);
    image_formats(state, shader, key);
    counter_starts(state, shader, key);
    key->common.lone_subgroups = lacks_subgroups(state->dev, shader, shader->stage);
    key->common.const_storage = (uint16_t)gv_storage_constants(state->dev, shader->info);
}

static void color_outputs(const struct gv_state *state, const struct galvan_tgsi_info *info,
                          struct galvan_spirv_key *key)
{
    const struct pipe_framebuffer_state *fb = &state->fb.state;
    for (unsigned i = 0; i < fb->nr_cbufs; i++) {
        if (!(info->color0_writes_all || info->fs_color_mask & (1u << i)))
            continue;
        if (!fb->cbufs[i]) {
            key->fragment.cbuf_holes |= (uint8_t)(1u << i);
            continue;
        }
        const struct gv_format *format = gv_surface(fb->cbufs[i])->format;
        key->fragment.cbuf_class[i] = format->cbuf_class;
        key->fragment.cbuf_swizzle[i] = format->cbuf_swizzle;
    }
    /* Alpha-to-coverage needs a first colour output even if there is no target. */
    if (state->blend->state.alpha_to_coverage)
        key->fragment.cbuf_holes &= 0xfe;
    if (info->color0_writes_all)
        key->fragment.num_cbufs = (uint8_t)(fb->nr_cbufs ? fb->nr_cbufs : 1);
}

/* Returns the mask of targets to which logic_source applies. Integer targets are only included for
 * GALVAN_LOGIC_ZEROS, because all ones and inverted values depend on an integer's number of
 * bits. */
static uint8_t logic_mask(const struct gv_state *state)
{
    const struct gv_target_formats *formats = &state->fb.formats;
    bool any = state->blend->logic_source == GALVAN_LOGIC_ZEROS;
    return (uint8_t)(any ? formats->logic_mask : formats->logic_mask & ~formats->no_blend_mask);
}

static void fragment_key(const struct gv_state *state, const struct gv_pass *pass,
                         struct galvan_spirv_key *out_key)
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    const struct galvan_tgsi_info *info = fs->info;
    const struct pipe_rasterizer_state *rast = &pass->rasterizer->state;
    struct galvan_spirv_key *key = out_key;
    begin_stage(state, fs, key);

    key->fragment.flatshade = rast->flatshade && info->reads_color_interp;
    key->fragment.light_twoside = rast->light_twoside && info->reads_color;
    key->fragment.back_facing =
        pass->kind.back_faces && (key->fragment.light_twoside || info->reads_face);
    if ((pass->kind.draws & GV_DRAWS_POINTS))
        key->fragment.sprite_mask = rast->sprite_coord_enable & info->reads_texcoord_mask;
    key->fragment.poly_stipple = rast->poly_stipple_enable && (pass->kind.draws & GV_DRAWS_FILLED);
    gv_shader_blend_key(state, key);
    if (gv_fb_fetch_mask(state))
        key->fragment.fb_fetch =
            state->fb.samples > 1 ? GALVAN_FB_FETCH_COPY_SAMPLES : GALVAN_FB_FETCH_COPY;
    key->fragment.persample = rast->force_persample_interp && state->dev->caps.sampleRateShading;

    key->fragment.window_rects = state->window_rects;
    key->fragment.count_invocations = (state->statistics & GV_STATISTICS_OF_FRAGMENTS) != 0;
    key->raster.no_layer = key->device.no_geometry && !state->dev->caps.shaderOutputLayer;
    key->raster.no_viewport_index = !gv_has_viewport_arrays(state->dev) || pass->kind.viewports;
    key->raster.shown_viewports = pass->kind.viewports && info->reads_viewport_index;
    key->raster.shown_layer = pass->kind.layer != 0;
    key->raster.tile = state->fb.place.is_tile;

    /* Vulkan applies the sample mask to a single-sampled target, too. */
    key->fragment.single_sample = info->writes_sample_mask && state->fb.samples <= 1;
    if (state->fb.shown_samples < state->fb.samples &&
        (info->writes_sample_mask || info->reads_sample_mask || info->reads_sample_id))
        key->fragment.shown_samples = (uint8_t)state->fb.shown_samples;

    color_outputs(state, info, key);
    if ((info->fs_color_mask & 1) && key->fragment.cbuf_class[0] == GALVAN_CBUF_FLOAT)
        key->fragment.alpha_func = state->dsa->alpha_func;
    if (info->fs_color_mask) {
        key->fragment.clamp_fragment_color = rast->clamp_fragment_color;
        key->fragment.alpha_to_one = state->blend->state.alpha_to_one &&
                                     (!state->dev->caps.alphaToOne || state->shader_blend_mask);
        key->fragment.logic_source = state->blend->logic_source;
        if (key->fragment.logic_source)
            key->fragment.logic_mask = logic_mask(state);
    }
    /* The device would derive coverage from the alpha of the blended colour, so the shader computes
     * coverage from its own alpha. */
    bool coverage = state->blend->shader_coverage ||
                    (state->blend->state.alpha_to_coverage && state->shader_blend_mask);
    if (coverage && state->fb.samples > 1 && (info->fs_color_mask & 1))
        key->fragment.alpha_coverage = (uint8_t)state->fb.samples;
    key->fragment.dual_source = state->blend->dual_source && (info->fs_color_mask & 2);
    gv_lowering_fragment_key(state, pass, key);
}

/* Begins the key of a stage before the rasterizer. The last stage before the rasterizer has
 * additional fields. */
static void begin_vertex_stage(const struct gv_state *state, const struct gv_pass *pass,
                               const struct gv_shader *shader, const struct gv_consumer *consumer,
                               struct galvan_spirv_key *key)
{
    begin_stage(state, shader, key);
    key->common.no_stores = pass->kind.no_stores && shader->info->has_side_effects;
    key->vertex.consumer_mask = consumer->slots;
    key->vertex.clamp_vertex_color = pass->rasterizer->state.clamp_vertex_color;
    if (shader != gv_pass_last_vertex_shader(state, pass))
        return;
    const struct gv_vk_caps *caps = &state->dev->caps;
    bool geometry = shader->stage == GALVAN_STAGE_GEOMETRY;
    key->vertex.last_vertex_stage = true;
    key->raster.no_layer = shader->info->writes_layer && !geometry && !caps->shaderOutputLayer;
    key->raster.shown_layer = pass->kind.layer != 0;
    if (shader->info->writes_viewport_index) {
        key->raster.no_viewport_index = !gv_has_viewport_arrays(state->dev) ||
                                        pass->kind.viewports ||
                                        (!geometry && !caps->shaderOutputViewportIndex);
        key->raster.shown_viewports = pass->kind.viewports != 0;
    }
    key->raster.tile = state->fb.place.is_tile;
    key->vertex.mirror_x = state->mirrored_viewports != 0;
    gv_lowering_vertex_key(state, pass, shader, key);
    if (shader->stream_output.num_captures && caps->transformFeedback)
        key->vertex.stream_output = &shader->stream_output;
}

static void geometry_key(const struct gv_state *state, const struct gv_pass *pass,
                         const struct gv_consumer *consumer, struct galvan_spirv_key *out_key)
{
    const struct gv_shader *fs = state->shaders[GALVAN_STAGE_FRAGMENT];
    begin_vertex_stage(state, pass, gv_pass_geometry(state, pass), consumer, out_key);
    out_key->vertex.no_points = !(pass->kind.draws & GV_DRAWS_POINTS);
    out_key->vertex.write_primitive_id = fs && fs->info->reads_primitive_id;
}

static void tess_key(const struct gv_state *state, const struct gv_pass *pass,
                     const struct gv_shader *shader, const struct gv_consumer *consumer,
                     struct galvan_spirv_key *out_key)
{
    begin_vertex_stage(state, pass, shader, consumer, out_key);
    if (shader->stage == GALVAN_STAGE_TESS_CTRL)
        out_key->vertex.consumer_patch_mask = consumer->patches;
    else if (out_key->vertex.last_vertex_stage)
        out_key->vertex.no_points = !(pass->kind.draws & GV_DRAWS_POINTS);
}

static void vertex_key(const struct gv_state *state, const struct gv_pass *pass,
                       const struct gv_consumer *consumer, struct galvan_spirv_key *out_key)
{
    const struct gv_shader *vs = gv_pass_vertex(state, pass);
    const struct gv_vertex_elements *ve = state->vertex_elements;
    struct galvan_spirv_key *key = out_key;
    begin_vertex_stage(state, pass, vs, consumer, key);
    key->vertex.entry_inputs = pass->vertex != NULL;
    key->vertex.entry_lines =
        pass->vertex && pass->rasterizer->draws_quads && (pass->kind.draws & GV_DRAWS_LINES);
    if (key->vertex.entry_inputs && gv_spills(state) && !key->vertex.entry_lines &&
        !key->raster.point_quads)
        key->vertex.entry_vertices = pass->kind.draws & GV_DRAWS_POINTS  ? 1
                                     : pass->kind.draws & GV_DRAWS_LINES ? 2
                                                                         : 3;
    if (key->vertex.entry_inputs)
        return;
    uint32_t mask = vs->info->vs_inputs_mask & ve->mask;
    while (mask) {
        uint32_t i = (uint32_t)__builtin_ctz(mask);
        mask &= mask - 1;
        key->vertex.attrib[i] =
            state->pulled_inputs & 1u << i ? GALVAN_ATTRIB_PULLED : ve->attrib.kind[i];
        if (key->vertex.attrib[i] >= GALVAN_ATTRIB_WORDS)
            key->vertex.attrib_layout[i] = ve->attrib.layout[i];
    }
}

/* Begins the key of a draw's vertex shader that runs as a lowered stage. */
static void begin_lowered_vertex(const struct gv_state *state, struct galvan_spirv_key *out_key)
{
    const uint32_t zeros = GALVAN_ATTRIB_LAYOUT(0, 0, 0, GALVAN_CHANNEL_ZERO, GALVAN_CHANNEL_ZERO,
                                                GALVAN_CHANNEL_ZERO, GALVAN_CHANNEL_ZERO);
    const struct gv_shader *vs = state->shaders[GALVAN_STAGE_VERTEX];
    const struct gv_vertex_elements *ve = state->vertex_elements;
    begin_stage(state, vs, out_key);
    out_key->common.lone_subgroups = lacks_subgroups(state->dev, vs, GALVAN_STAGE_COMPUTE);
    out_key->vertex.lowered = true;
    for (uint32_t mask = vs->info->vs_inputs_mask; mask; mask &= mask - 1) {
        unsigned i = (unsigned)__builtin_ctz(mask);
        out_key->vertex.attrib_layout[i] =
            ve->mask >> i & 1 ? gv_vertex_pull_layout(state, i) : zeros;
    }
}

void gv_lowered_capture_key(const struct gv_state *state, struct galvan_spirv_key *out_key)
{
    begin_lowered_vertex(state, out_key);
    out_key->vertex.stream_output = &state->shaders[GALVAN_STAGE_VERTEX]->stream_output;
}

void gv_lowered_vertex_key(const struct gv_state *state, uint64_t slots, uint8_t head,
                           struct galvan_spirv_key *out_key)
{
    begin_lowered_vertex(state, out_key);
    out_key->vertex.consumer_mask = slots;
    out_key->vertex.head_unread = GALVAN_ENTRY_HEADER_MASK & (uint8_t)~head;
}

void gv_lowered_inner_key(const struct gv_state *state, const struct gv_shader *shader,
                          uint64_t slots, uint8_t head, struct galvan_spirv_key *out_key)
{
    begin_stage(state, shader, out_key);
    out_key->common.lone_subgroups = lacks_subgroups(state->dev, shader, GALVAN_STAGE_COMPUTE);
    out_key->vertex.lowered = true;
    out_key->vertex.consumer_mask = slots;
    out_key->vertex.head_unread = GALVAN_ENTRY_HEADER_MASK & (uint8_t)~head;
}

/* Sets the block size in the key if the device does not support the block size; the translation
 * then emulates it. Otherwise the pipeline sets the block size. */
static void fill_block(const struct gv_vk_device *dev, const struct gv_compute_launch *launch,
                       struct galvan_spirv_key *key)
{
    if (!gv_is_device_block(dev, launch->block))
        memcpy(key->compute.block_size, launch->block, sizeof(key->compute.block_size));
}

void gv_compute_key(const struct gv_state *state, const struct gv_compute_launch *launch,
                    struct galvan_spirv_key *out_key)
{
    const struct gv_shader *cs = state->shaders[GALVAN_STAGE_COMPUTE];
    begin_stage(state, cs, out_key);
    out_key->compute.shared_size_B = launch->shared_size_B;
    out_key->compute.private_size_B = cs->private_size_B;
    out_key->compute.entry = launch->entry;
    out_key->compute.grid_base = launch->grid_base;
    out_key->compute.last_block = launch->last_block;
    fill_block(state->dev, launch, out_key);
    out_key->compute.ends_together =
        state->dev->quirks.endsBlocksEarly &&
        launch->shared_size_B + 4 <= state->dev->properties.limits.maxComputeSharedMemorySize;
}

void gv_shader_key(const struct gv_state *state, const struct gv_pass *pass,
                   const struct gv_shader *shader, const struct gv_consumer *consumer,
                   struct galvan_spirv_key *out_key)
{
    switch (shader->stage) {
    case GALVAN_STAGE_FRAGMENT:
        fragment_key(state, pass, out_key);
        break;
    case GALVAN_STAGE_GEOMETRY:
        geometry_key(state, pass, consumer, out_key);
        break;
    case GALVAN_STAGE_VERTEX:
        vertex_key(state, pass, consumer, out_key);
        break;
    default:
        tess_key(state, pass, shader, consumer, out_key);
        break;
    }
}
