/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pipe_dots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_sample.h"

enum {
    LOOKUP_WIDTH = 64
};

static const char pass_text[] = "FRAG\n"
                                "DCL IN[0], GENERIC[0], CONSTANT\n"
                                "DCL OUT[0], COLOR\n"
                                "  0: MOV OUT[0], IN[0]\n"
                                "  1: END\n";

void dots_init(struct dots *d, struct pipe_fixture *f)
{
    struct pipe_context *pipe = f->pipe;
    const struct pipe_blend_state blend = {.rt[0].colormask = PIPE_MASK_RGBA};
    const struct pipe_blend_state add = {.rt[0] = {.blend_enable = 1,
                                                   .rgb_func = PIPE_BLEND_ADD,
                                                   .rgb_src_factor = PIPE_BLENDFACTOR_ONE,
                                                   .rgb_dst_factor = PIPE_BLENDFACTOR_ONE,
                                                   .alpha_func = PIPE_BLEND_ADD,
                                                   .alpha_src_factor = PIPE_BLENDFACTOR_ONE,
                                                   .alpha_dst_factor = PIPE_BLENDFACTOR_ONE,
                                                   .colormask = PIPE_MASK_RGBA}};
    const struct pipe_depth_stencil_alpha_state dsa = {.depth.enabled = 0};
    const struct pipe_depth_stencil_alpha_state write = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_ALWAYS},
        .stencil[0] = {.enabled = 1,
                       .func = PIPE_FUNC_ALWAYS,
                       .fail_op = PIPE_STENCIL_OP_REPLACE,
                       .zpass_op = PIPE_STENCIL_OP_REPLACE,
                       .zfail_op = PIPE_STENCIL_OP_REPLACE,
                       .valuemask = 0xff,
                       .writemask = 0xff}};
    const struct pipe_rasterizer_state rasterizer = {.half_pixel_center = 1,
                                                     .depth_clip = 1,
                                                     .multisample = 1,
                                                     .clip_halfz = 1,
                                                     .flatshade_first = 1,
                                                     .line_width = 1.0f,
                                                     .point_size = 1.0f,
                                                     .point_quad_rasterization = 1};
    const struct pipe_vertex_element elements[] = {
        {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT},
        {.src_format = PIPE_FORMAT_R32G32B32A32_UINT, .src_offset = 16}};
    *d = (struct dots){
        .f = f,
        .vs = fixture_shader(f, pipe->create_vs_state, fixture_vertex_text, NULL),
        .pass = fixture_shader(f, pipe->create_fs_state, pass_text, NULL),
        .blend = pipe->create_blend_state(pipe, &blend),
        .blend_add = pipe->create_blend_state(pipe, &add),
        .dsa = pipe->create_depth_stencil_alpha_state(pipe, &dsa),
        .dsa_write = pipe->create_depth_stencil_alpha_state(pipe, &write),
        .rasterizer = pipe->create_rasterizer_state(pipe, &rasterizer),
        .elements = pipe->create_vertex_elements_state(pipe, 2, elements),
    };
}

void dots_finish(struct dots *d)
{
    struct pipe_context *pipe = d->f->pipe;
    pipe->bind_vs_state(pipe, NULL);
    pipe->bind_fs_state(pipe, NULL);
    pipe->delete_vs_state(pipe, d->vs);
    pipe->delete_fs_state(pipe, d->pass);
    for (unsigned i = 0; i < sizeof(d->lookups) / sizeof(d->lookups[0]) && d->lookups[i].fs; i++)
        pipe->delete_fs_state(pipe, d->lookups[i].fs);
    pipe->delete_blend_state(pipe, d->blend);
    pipe->delete_blend_state(pipe, d->blend_add);
    pipe->delete_depth_stencil_alpha_state(pipe, d->dsa);
    pipe->delete_depth_stencil_alpha_state(pipe, d->dsa_write);
    pipe->delete_rasterizer_state(pipe, d->rasterizer);
    pipe->delete_vertex_elements_state(pipe, d->elements);
}

struct vertex {
    float position[4];
    dots_value value;
};

static struct pipe_resource *make_points(struct dots *d, const struct dots_draw *draw,
                                         unsigned width, unsigned height)
{
    unsigned size_B = draw->num * (unsigned)sizeof(struct vertex);
    struct vertex *vertices = calloc(draw->num, sizeof(*vertices));
    assert_non_null(vertices);
    for (unsigned i = 0; i < draw->num; i++) {
        float *p = vertices[i].position;
        p[0] = ((float)(i % width) + 0.5f) / (float)width * 2.0f - 1.0f;
        p[1] = ((float)(i / width) + 0.5f) / (float)height * 2.0f - 1.0f;
        p[2] = draw->depths ? draw->depths[i] : 0.0f;
        p[3] = 1.0f;
        if (draw->values)
            memcpy(vertices[i].value, draw->values[i], sizeof(dots_value));
    }
    struct pipe_resource *res = fixture_buffer(d->f, size_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_box box = fixture_box(0, 0, 0, (int)size_B, 1, 1);
    fixture_write(d->f, res, 0, &box, vertices);
    free(vertices);
    return res;
}

void dots_draw(struct dots *d, const struct dots_draw *draw)
{
    struct pipe_context *pipe = d->f->pipe;
    const struct pipe_surface *any = draw->color ? draw->color : draw->zs;
    const struct pipe_framebuffer_state fb = {.width = any->width,
                                              .height = any->height,
                                              .nr_cbufs = draw->color != NULL,
                                              .cbufs = {draw->color},
                                              .zsbuf = draw->zs};
    const float w = (float)any->width / 2.0f, h = (float)any->height / 2.0f;
    const struct pipe_viewport_state viewport = {.scale = {w, h, 1.0f}, .translate = {w, h, 0.0f}};
    const struct pipe_stencil_ref ref = {{(uint8_t)draw->stencil, (uint8_t)draw->stencil}};
    struct pipe_resource *points = make_points(d, draw, any->width, any->height);
    const struct pipe_vertex_buffer buffer = {.stride = sizeof(struct vertex), .buffer = points};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .count = draw->num, .instance_count = 1, .max_index = ~0u};
    pipe->set_framebuffer_state(pipe, &fb);
    pipe->set_viewport_states(pipe, 0, 1, &viewport);
    pipe->set_stencil_ref(pipe, &ref);
    pipe->set_sample_mask(pipe, ~0u << draw->mask_first);
    pipe->bind_blend_state(pipe, draw->add ? d->blend_add : d->blend);
    pipe->bind_depth_stencil_alpha_state(pipe, draw->zs ? d->dsa_write : d->dsa);
    pipe->bind_rasterizer_state(pipe, d->rasterizer);
    pipe->bind_vertex_elements_state(pipe, d->elements);
    pipe->bind_vs_state(pipe, d->vs);
    pipe->bind_fs_state(pipe, draw->fs ? draw->fs : d->pass);
    pipe->set_vertex_buffers(pipe, 0, 1, &buffer);
    pipe->draw_vbo(pipe, &info);

    static const struct pipe_framebuffer_state none;
    pipe->set_framebuffer_state(pipe, &none);
    pipe->set_vertex_buffers(pipe, 0, 1, NULL);
    pipe->set_sample_mask(pipe, ~0u);
    pipe_resource_reference(&points, NULL);
}

static void *make_lookup(struct dots *d, const char *opcode, const char *target, unsigned type)
{
    static const char *const types[] = {"FLOAT", "UINT", "SINT"};
    char text[400];
    snprintf(text, sizeof(text),
             "FRAG\n"
             "DCL IN[0], GENERIC[0], CONSTANT\n"
             "DCL OUT[0], COLOR\n"
             "DCL SAMP[0]\n"
             "DCL SVIEW[0], %s, %s\n"
             "  0: %s OUT[0], IN[0], SAMP[0], %s\n"
             "  1: END\n",
             target, types[type], opcode, target);
    return fixture_shader(d->f, d->f->pipe->create_fs_state, text, NULL);
}

/* Returns a cached lookup shader, or creates one. If the cache is full, the new shader replaces the
 * first shader in the cache. */
static void *lookup_shader(struct dots *d, const char *opcode, const char *target, unsigned type)
{
    struct dots_lookup_shader *l = d->lookups;
    for (unsigned i = 0; i < sizeof(d->lookups) / sizeof(d->lookups[0]); i++) {
        l = &d->lookups[i];
        if (!l->fs)
            break;
        if (!strcmp(l->opcode, opcode) && !strcmp(l->target, target) && l->type == type)
            return l->fs;
        if (i + 1 == sizeof(d->lookups) / sizeof(d->lookups[0])) {
            l = &d->lookups[0];
            d->f->pipe->delete_fs_state(d->f->pipe, l->fs);
            break;
        }
    }
    *l = (struct dots_lookup_shader){opcode, target, type, make_lookup(d, opcode, target, type)};
    return l->fs;
}

dots_value *dots_lookup(struct dots *d, struct pipe_resource *res,
                        const struct pipe_sampler_view *templ, const char *opcode,
                        const char *target, unsigned type, const dots_value *coords, unsigned num)
{
    static const enum pipe_format formats[] = {PIPE_FORMAT_R32G32B32A32_FLOAT,
                                               PIPE_FORMAT_R32G32B32A32_UINT,
                                               PIPE_FORMAT_R32G32B32A32_SINT};
    struct pipe_context *pipe = d->f->pipe;
    const struct pipe_sampler_state state = sample_nearest();
    unsigned height = (num + LOOKUP_WIDTH - 1) / LOOKUP_WIDTH;
    struct pipe_resource *pixels =
        fixture_texture(d->f, PIPE_TEXTURE_2D, formats[type], LOOKUP_WIDTH, height, 1);
    struct pipe_surface *surface = fixture_surface(d->f, pixels, formats[type], 0, 0, 0);
    struct pipe_sampler_view *view = pipe->create_sampler_view(pipe, res, templ);
    if (!view)
        fail_msg("no view of %s as %s, target %u", util_format_name(res->format),
                 util_format_name(templ->format), (unsigned)templ->target);
    void *sampler = pipe->create_sampler_state(pipe, &state);
    void *fs = lookup_shader(d, opcode, target, type);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &sampler);
    dots_draw(d, &(struct dots_draw){.color = surface, .values = coords, .num = num, .fs = fs});
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe->bind_fs_state(pipe, NULL);
    pipe->delete_sampler_state(pipe, sampler);
    pipe_sampler_view_reference(&view, NULL);

    struct pipe_box all = fixture_level_box(pixels, 0);
    uint8_t *data = fixture_read(d->f, pixels, 0, &all);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&pixels, NULL);
    return (dots_value *)data;
}
