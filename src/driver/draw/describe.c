/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Describes as text the state that the last draw of a context used. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/path/path.h"
#include "driver/query/capture_state.h"
#include "driver/shader/names.h"
#include "driver/shader/shader.h"
#include "driver/state/blend.h"
#include "driver/state/depth_stencil.h"
#include "driver/state/vertex_elements.h"
#include "galvan/galvan.h"
#include "pipe/p_format_description.h"
#include "util/text.h"

/* A line of text that is being written. */
struct line {
    const struct galvan_description *out;
    struct gv_text text;
    char data[4096]; /* longer text is cut */
};

static void end_line(struct line *line)
{
    line->out->line(line->out->priv, line->data);
    line->text = gv_text_init(line->data, sizeof(line->data));
}

#define ADD(...)  gv_text_add(&line->text, __VA_ARGS__)
#define LINE(...) (ADD(__VA_ARGS__), end_line(line))

/* ---- State: fields that are not 0, with their names ------------------------------------------ */

#define RASTERIZER_FIELDS(F)                                                                       \
    F(flatshade)                                                                                   \
    F(flatshade_first)                                                                             \
    F(light_twoside)                                                                               \
    F(clamp_vertex_color)                                                                          \
    F(clamp_fragment_color)                                                                        \
    F(front_ccw) F(cull_face) F(fill_front) F(fill_back) F(offset_point) F(offset_line)            \
        F(offset_tri) F(offset_units_unscaled) F(poly_smooth) F(poly_stipple_enable)               \
            F(point_smooth) F(sprite_coord_mode) F(point_quad_rasterization) F(point_tri_clip)     \
                F(point_size_per_vertex) F(line_smooth) F(line_stipple_enable) F(line_last_pixel)  \
                    F(scissor) F(multisample) F(force_persample_interp) F(half_pixel_center)       \
                        F(bottom_edge_rule) F(rasterizer_discard) F(depth_clip) F(depth_clip_near) \
                            F(depth_clip_far) F(depth_clamp) F(clip_halfz) F(clip_plane_enable)    \
                                F(conservative_raster_mode) F(line_stipple_factor)                 \
                                    F(line_stipple_pattern) F(sprite_coord_enable) F(line_width)   \
                                        F(point_size) F(offset_units) F(offset_scale)              \
                                            F(offset_clamp)

#define BLEND_FIELDS(F)                                                                            \
    F(independent_blend_enable)                                                                    \
    F(logicop_enable)                                                                              \
    F(logicop_func) F(alpha_to_coverage) F(alpha_to_one) F(advanced_blend_func) F(blend_coherent)

#define TARGET_FIELDS(F)                                                                           \
    F(blend_enable)                                                                                \
    F(rgb_func)                                                                                    \
    F(rgb_src_factor)                                                                              \
    F(rgb_dst_factor) F(alpha_func) F(alpha_src_factor) F(alpha_dst_factor) F(colormask)

#define DSA_FIELDS(F)                                                                              \
    F(depth_enabled)                                                                               \
    F(depth_writemask)                                                                             \
    F(depth_func)                                                                                  \
    F(depth_bounds_test)                                                                           \
    F(depth_bounds_min) F(depth_bounds_max) F(alpha_enabled) F(alpha_func) F(alpha_ref_value)

#define STENCIL_FIELDS(F)                                                                          \
    F(enabled) F(func) F(fail_op) F(zpass_op) F(zfail_op) F(valuemask) F(writemask)

#define PIPELINE_FIELDS(F)                                                                         \
    F(rasterizer)                                                                                  \
    F(multisample)                                                                                 \
    F(sample_mask) F(blend) F(logic_op) F(vertex) F(targets) F(topology) F(patch_vertices) F(fixed)

static void print_field(struct line *line, const char *name, double value)
{
    if (value != 0)
        ADD(" %s=%g", name, value);
}

#define PRINT(field) print_field(line, #field, (double)s->field);

static void print_rasterizer(struct line *line, const struct pipe_rasterizer_state *s)
{
    ADD("rasterizer:");
    RASTERIZER_FIELDS(PRINT)
    end_line(line);
}

static void print_blend_target(struct line *line, unsigned i, const struct pipe_rt_blend_state *s)
{
    ADD("  target %u:", i);
    TARGET_FIELDS(PRINT)
    end_line(line);
}

static void print_blend(struct line *line, const struct pipe_blend_state *s)
{
    ADD("blend:");
    BLEND_FIELDS(PRINT)
    end_line(line);
    for (unsigned i = 0; i < (s->independent_blend_enable ? PIPE_MAX_COLOR_BUFS : 1); i++)
        print_blend_target(line, i, &s->rt[i]);
}

static void print_stencil(struct line *line, const char *faces, const struct pipe_stencil_state *s)
{
    ADD("  stencil of %s faces:", faces);
    STENCIL_FIELDS(PRINT)
    end_line(line);
}

static void print_dsa(struct line *line, const struct pipe_depth_stencil_alpha_state *s)
{
    ADD("depth, stencil and alpha test:");
    DSA_FIELDS(PRINT)
    end_line(line);
    if (s->stencil[0].enabled)
        print_stencil(line, s->stencil[1].enabled ? "front" : "all", &s->stencil[0]);
    if (s->stencil[1].enabled)
        print_stencil(line, "back", &s->stencil[1]);
}

static void print_pipeline(struct line *line, const struct gv_pipeline_key *s)
{
    ADD("pipeline key:");
    PIPELINE_FIELDS(PRINT)
    end_line(line);
}

static void print_targets(struct line *line, const struct gv_framebuffer *fb)
{
    LINE("framebuffer: %ux%u, layers=%u samples=%u", fb->width, fb->height, fb->layers,
         fb->samples);
    for (unsigned i = 0; i < fb->state.nr_cbufs; i++) {
        if (fb->state.cbufs[i])
            LINE("  color %u: %s", i, util_format_name(fb->state.cbufs[i]->format));
    }
    if (fb->state.zsbuf)
        LINE("  depth and stencil: %s", util_format_name(fb->state.zsbuf->format));
}

static void print_viewports(struct line *line, const struct gv_context *ctx)
{
    for (unsigned i = 0; i < ctx->derived.num_viewports; i++) {
        const struct pipe_viewport_state *v = &ctx->state.viewports[i];
        LINE("viewport %u: scale %g %g %g, translate %g %g %g", i, v->scale[0], v->scale[1],
             v->scale[2], v->translate[0], v->translate[1], v->translate[2]);
        if (ctx->state.rasterizer && ctx->state.rasterizer->state.scissor) {
            const struct pipe_scissor_state *s = &ctx->state.scissors[i];
            LINE("scissor %u: %u %u to %u %u", i, s->minx, s->miny, s->maxx, s->maxy);
        }
    }
}

static void print_vertices(struct line *line, const struct gv_state *state)
{
    const struct gv_vertex_elements *elements = state->vertex_elements;
    LINE("vertex elements:");
    for (unsigned i = 0; elements && i < PIPE_MAX_ATTRIBS; i++) {
        const struct gv_vertex_element *e = &elements->elements[i];
        if (elements->mask >> i & 1)
            LINE("  IN[%u]: %u bytes at %u of buffer %u, stride %u, divisor %u", i, e->size_B,
                 e->offset_B, e->buffer, state->vertex_buffers[e->buffer].stride, e->divisor);
    }
}

/* ---- Shaders --------------------------------------------------------------------------------- */

static uint64_t load(const void *at, size_t size_B)
{
    uint64_t value = 0;
    uint32_t word;
    uint16_t half;
    switch (size_B) {
    case 1:
        return *(const uint8_t *)at;
    case sizeof(half):
        memcpy(&half, at, sizeof(half));
        return half;
    case sizeof(word):
        memcpy(&word, at, sizeof(word));
        return word;
    default:
        memcpy(&value, at, sizeof(value));
        return value;
    }
}

/* Prints a variant key in the syntax of `galvan tgsi`. */
static void print_key(struct line *line, const struct galvan_spirv_key *key)
{
    size_t num;
    const struct galvan_spirv_key_field *fields = galvan_spirv_key_fields(&num);
    ADD("  key:");
    for (size_t i = 0; i < num; i++) {
        const struct galvan_spirv_key_field *f = &fields[i];
        for (unsigned k = 0; k < f->num; k++) {
            const uint64_t value = load((const char *)key + f->offset_B + k * f->size_B, f->size_B);
            if (value && f->num > 1)
                ADD(" --key %s[%u]=%" PRIu64, f->name, k, value);
            else if (value)
                ADD(" --key %s=%" PRIu64, f->name, value);
        }
    }
    end_line(line);
}

static void print_module(struct line *line, const struct galvan_tgsi *tgsi,
                         const struct galvan_spirv_key *key)
{
    struct galvan_spirv_module module = {0};
    struct galvan_diag diag = {0};
    if (galvan_spirv_translate(tgsi, key, &diag, &module) != GALVAN_OK) {
        LINE("  no module: %s", diag.text);
        return;
    }
    line->out->module(line->out->priv, module.words, module.num_words);
    galvan_spirv_module_finish(&module);
}

static void print_variant(struct line *line, const struct gv_shader *shader,
                          const struct gv_variant *v)
{
    char *text = galvan_tgsi_print(shader->tgsi);
    LINE("%s shader %u, variant %u:", gv_stage_name(shader->stage), shader->id, v->id);
    print_key(line, &v->key);
    if (text)
        line->out->line(line->out->priv, text);
    print_module(line, shader->tgsi, &v->key);
    free(text);
}

static void print_shader(struct line *line, const struct gv_context *ctx, unsigned stage)
{
    const struct gv_shader *shader = ctx->state.shaders[stage];
    const uint32_t id = ctx->derived.key.variants[stage];
    for (const struct gv_variant *v = shader ? shader->variants : NULL; v; v = v->next) {
        if (v->id == id) {
            print_variant(line, shader, v);
            return;
        }
    }
    if (id)
        LINE("%s shader: variant %u of one of the driver's own", gv_stage_name(stage), id);
    else if (shader)
        LINE("%s shader %u: not in the pipeline", gv_stage_name(stage), shader->id);
}

void galvan_context_describe(struct pipe_context *pipe, const struct galvan_description *out)
{
    const struct gv_context *ctx = gv_context(pipe);
    struct line begun = {.out = out}, *line = &begun;
    line->text = gv_text_init(line->data, sizeof(line->data));
    ADD("path: ");
    gv_path_print(&ctx->path, &line->text);
    end_line(line);
    print_targets(line, &ctx->state.fb);
    print_viewports(line, ctx);
    if (ctx->state.rasterizer)
        print_rasterizer(line, &ctx->state.rasterizer->state);
    if (ctx->state.blend)
        print_blend(line, &ctx->state.blend->state);
    if (ctx->state.dsa)
        print_dsa(line, &ctx->state.dsa->state);
    print_vertices(line, &ctx->state);
    print_pipeline(line, &ctx->derived.key);
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++)
        print_shader(line, ctx, s);
}

const struct pipe_framebuffer_state *galvan_context_framebuffer(struct pipe_context *pipe)
{
    return &gv_context(pipe)->state.fb.state;
}

unsigned galvan_context_writes(struct pipe_context *pipe)
{
    const struct gv_context *ctx = gv_context(pipe);
    unsigned writes = gv_stream_output_is_bound(&ctx->state) ? GALVAN_WRITES_STREAM_OUTPUT : 0;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        if (ctx->state.shaders[s] && ctx->state.shaders[s]->info->has_side_effects)
            writes |= GALVAN_WRITES_STORES;
    }
    return writes;
}
