/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pipe_sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pipe_sampler_state sample_nearest(void)
{
    return (struct pipe_sampler_state){
        .wrap_s = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
        .wrap_t = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
        .wrap_r = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
        .min_img_filter = PIPE_TEX_FILTER_NEAREST,
        .min_mip_filter = PIPE_TEX_MIPFILTER_NEAREST,
        .mag_img_filter = PIPE_TEX_FILTER_NEAREST,
        .normalized_coords = 1,
        .seamless_cube_map = 1,
        .max_lod = 1000.0f,
    };
}

struct pipe_sampler_view sample_view(const struct pipe_resource *res)
{
    struct pipe_sampler_view view = {
        .format = res->format,
        .target = res->target,
        .swizzle_r = PIPE_SWIZZLE_RED,
        .swizzle_g = PIPE_SWIZZLE_GREEN,
        .swizzle_b = PIPE_SWIZZLE_BLUE,
        .swizzle_a = PIPE_SWIZZLE_ALPHA,
    };
    if (res->target == PIPE_BUFFER) {
        view.u.buf.size = res->width0;
        return view;
    }
    view.u.tex.last_level = res->last_level;
    view.u.tex.last_layer = (uint16_t)(res->array_size - 1);
    return view;
}

static void *create_fragment_shader(struct pipe_fixture *f, const struct sample_lookup *lookup)
{
    static const char *const types[] = {"FLOAT", "UINT", "SINT"};
    char text[512];
    if (lookup->text)
        return fixture_shader(f, f->pipe->create_fs_state, lookup->text, NULL);
    snprintf(text, sizeof(text),
             "FRAG\n"
             "DCL IN[0], GENERIC[0], %s\n"
             "DCL OUT[0], COLOR\n"
             "DCL SAMP[0]\n"
             "DCL SVIEW[0], %s, %s\n"
             "  0: %s OUT[0], IN[0], SAMP[0], %s\n"
             "  1: END\n",
             lookup->opcode && !strcmp(lookup->opcode, "TXF") ? "CONSTANT" : "PERSPECTIVE",
             lookup->target, types[lookup->type], lookup->opcode ? lookup->opcode : "TXL",
             lookup->target);
    return fixture_shader(f, f->pipe->create_fs_state, text, NULL);
}

/* Creates the vertices of a triangle that covers the target, with the lookup's coordinate at each
 * vertex. */
static struct pipe_resource *create_vertices(struct pipe_fixture *f,
                                             const struct sample_lookup *lookup)
{
    struct {
        float position[4];
        uint32_t coord[4];
    } vertices[3] = {{{-1.0f, -1.0f, 0.0f, 1.0f}, {0}},
                     {{3.0f, -1.0f, 0.0f, 1.0f}, {0}},
                     {{-1.0f, 3.0f, 0.0f, 1.0f}, {0}}};
    bool integer = lookup->opcode && !strcmp(lookup->opcode, "TXF");
    for (unsigned i = 0; i < 3; i++)
        memcpy(vertices[i].coord,
               integer ? (const void *)lookup->int_coord : (const void *)lookup->coord,
               sizeof(vertices[i].coord));
    struct pipe_resource *res = fixture_buffer(f, sizeof(vertices), PIPE_USAGE_DEFAULT, 0);
    struct pipe_box box = fixture_box(0, 0, 0, sizeof(vertices), 1, 1);
    fixture_write(f, res, 0, &box, vertices);
    return res;
}

struct objects {
    struct pipe_resource *target, *vertices;
    struct pipe_surface *surface;
    struct pipe_sampler_view *view;
    void *vs, *fs, *blend, *dsa, *rasterizer, *elements, *sampler;
};

static void create_objects(struct pipe_fixture *f, struct pipe_resource *res,
                           const struct pipe_sampler_view *view,
                           const struct pipe_sampler_state *sampler,
                           const struct sample_lookup *lookup, struct objects *o)
{
    static const enum pipe_format formats[] = {PIPE_FORMAT_R32G32B32A32_FLOAT,
                                               PIPE_FORMAT_R32G32B32A32_UINT,
                                               PIPE_FORMAT_R32G32B32A32_SINT};
    const struct pipe_blend_state blend = {.rt[0].colormask = PIPE_MASK_RGBA};
    const struct pipe_depth_stencil_alpha_state dsa = {.stencil[0].enabled = 0};
    const struct pipe_rasterizer_state rasterizer = {
        .half_pixel_center = 1, .depth_clip = 1, .line_width = 1.0f, .point_size = 1.0f};
    const struct pipe_vertex_element elements[] = {
        {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT},
        {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT, .src_offset = 16}};
    enum pipe_format format = formats[lookup->type];

    o->target = fixture_texture(f, PIPE_TEXTURE_2D, format, 1, 1, 1);
    o->surface = fixture_surface(f, o->target, format, 0, 0, 0);
    o->vertices = create_vertices(f, lookup);
    if (view) {
        o->view = f->pipe->create_sampler_view(f->pipe, res, view);
        assert_non_null(o->view);
    }
    o->vs = fixture_shader(f, f->pipe->create_vs_state, fixture_vertex_text, NULL);
    o->fs = create_fragment_shader(f, lookup);
    o->blend = f->pipe->create_blend_state(f->pipe, &blend);
    o->dsa = f->pipe->create_depth_stencil_alpha_state(f->pipe, &dsa);
    o->rasterizer = f->pipe->create_rasterizer_state(f->pipe, &rasterizer);
    o->elements = f->pipe->create_vertex_elements_state(f->pipe, 2, elements);
    o->sampler = f->pipe->create_sampler_state(f->pipe, sampler);
    assert_true(o->blend && o->dsa && o->rasterizer && o->elements && o->sampler);
}

static void draw(struct pipe_fixture *f, struct objects *o)
{
    struct pipe_context *pipe = f->pipe;
    const struct pipe_framebuffer_state framebuffer = {
        .width = 1, .height = 1, .nr_cbufs = 1, .cbufs = {o->surface}};
    const struct pipe_viewport_state viewport = {.scale = {0.5f, 0.5f, 0.5f},
                                                 .translate = {0.5f, 0.5f, 0.5f}};
    const struct pipe_vertex_buffer buffer = {.stride = 32, .buffer = o->vertices};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
    pipe->set_framebuffer_state(pipe, &framebuffer);
    pipe->set_viewport_states(pipe, 0, 1, &viewport);
    pipe->bind_blend_state(pipe, o->blend);
    pipe->bind_depth_stencil_alpha_state(pipe, o->dsa);
    pipe->bind_rasterizer_state(pipe, o->rasterizer);
    pipe->bind_vertex_elements_state(pipe, o->elements);
    pipe->bind_vs_state(pipe, o->vs);
    pipe->bind_fs_state(pipe, o->fs);
    pipe->set_vertex_buffers(pipe, 0, 1, &buffer);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &o->view);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &o->sampler);
    pipe->draw_vbo(pipe, &info);
}

static void destroy_objects(struct pipe_fixture *f, struct objects *o)
{
    struct pipe_context *pipe = f->pipe;
    static const struct pipe_framebuffer_state none;
    pipe->set_framebuffer_state(pipe, &none);
    pipe->set_vertex_buffers(pipe, 0, 1, NULL);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe->bind_blend_state(pipe, NULL);
    pipe->bind_depth_stencil_alpha_state(pipe, NULL);
    pipe->bind_rasterizer_state(pipe, NULL);
    pipe->bind_vertex_elements_state(pipe, NULL);
    pipe->bind_vs_state(pipe, NULL);
    pipe->bind_fs_state(pipe, NULL);
    pipe->delete_blend_state(pipe, o->blend);
    pipe->delete_depth_stencil_alpha_state(pipe, o->dsa);
    pipe->delete_rasterizer_state(pipe, o->rasterizer);
    pipe->delete_vertex_elements_state(pipe, o->elements);
    pipe->delete_sampler_state(pipe, o->sampler);
    pipe->delete_vs_state(pipe, o->vs);
    pipe->delete_fs_state(pipe, o->fs);
    pipe_sampler_view_reference(&o->view, NULL);
    pipe_surface_reference(&o->surface, NULL);
    pipe_resource_reference(&o->target, NULL);
    pipe_resource_reference(&o->vertices, NULL);
}

union pipe_color_union sample(struct pipe_fixture *f, struct pipe_resource *res,
                              const struct pipe_sampler_view *view,
                              const struct pipe_sampler_state *sampler,
                              const struct sample_lookup *lookup)
{
    struct objects o = {0}; /* not every shader stage has a view */
    create_objects(f, res, view, sampler, lookup, &o);
    draw(f, &o);
    struct pipe_box one = fixture_box(0, 0, 0, 1, 1, 1);
    uint8_t *data = fixture_read(f, o.target, 0, &one);
    union pipe_color_union result;
    memcpy(&result, data, sizeof(result));
    free(data);
    destroy_objects(f, &o);
    return result;
}

void sample_expect(const union pipe_color_union *actual, float r, float g, float b, float a,
                   float tolerance, const char *what)
{
    const float expected[4] = {r, g, b, a};
    for (unsigned i = 0; i < 4; i++) {
        if (!(fabsf(actual->f[i] - expected[i]) <= tolerance))
            fail_msg("%s: (%f, %f, %f, %f), not (%f, %f, %f, %f)", what, (double)actual->f[0],
                     (double)actual->f[1], (double)actual->f[2], (double)actual->f[3], (double)r,
                     (double)g, (double)b, (double)a);
    }
}
