/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pipe_fetch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char fragment_text[] = "FRAG\n"
                                    "DCL IN[0], GENERIC[0], CONSTANT\n"
                                    "DCL OUT[0], COLOR\n"
                                    "  0: MOV OUT[0], IN[0]\n"
                                    "  1: END\n";

void fetch_init(struct fetch_kit *k, struct pipe_fixture *f)
{
    const struct pipe_blend_state blend = {.rt[0].colormask = PIPE_MASK_RGBA};
    const struct pipe_depth_stencil_alpha_state dsa = {.depth.enabled = 0};
    const struct pipe_rasterizer_state rasterizer = {.half_pixel_center = 1,
                                                     .depth_clip = 1,
                                                     .flatshade_first = 1,
                                                     .line_width = 1.0f,
                                                     .point_size = 1.0f};
    const struct pipe_viewport_state viewport = {
        .scale = {FETCH_WIDTH / 2, FETCH_HEIGHT / 2, 0.5f},
        .translate = {FETCH_WIDTH / 2, FETCH_HEIGHT / 2, 0.5f}};
    struct pipe_context *pipe = f->pipe;
    memset(k, 0, sizeof(*k));
    k->f = f;
    k->target = fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32G32B32A32_UINT, FETCH_WIDTH,
                                FETCH_HEIGHT, 1);
    k->surface = fixture_surface(f, k->target, k->target->format, 0, 0, 0);
    k->fs = fixture_shader(f, pipe->create_fs_state, fragment_text, NULL);
    k->blend = pipe->create_blend_state(pipe, &blend);
    k->dsa = pipe->create_depth_stencil_alpha_state(pipe, &dsa);
    k->rasterizer = pipe->create_rasterizer_state(pipe, &rasterizer);
    const struct pipe_framebuffer_state fb = {
        .width = FETCH_WIDTH, .height = FETCH_HEIGHT, .nr_cbufs = 1, .cbufs = {k->surface}};
    pipe->set_framebuffer_state(pipe, &fb);
    pipe->set_viewport_states(pipe, 0, 1, &viewport);
    pipe->bind_blend_state(pipe, k->blend);
    pipe->bind_depth_stencil_alpha_state(pipe, k->dsa);
    pipe->bind_rasterizer_state(pipe, k->rasterizer);
    pipe->bind_fs_state(pipe, k->fs);
    fetch_use_input(k, 0);
}

void fetch_finish(struct fetch_kit *k)
{
    struct pipe_context *pipe = k->f->pipe;
    pipe->set_framebuffer_state(pipe, &(struct pipe_framebuffer_state){0});
    pipe->set_vertex_buffers(pipe, 0, PIPE_MAX_ATTRIBS, NULL);
    pipe->set_index_buffer(pipe, NULL);
    pipe->bind_vertex_elements_state(pipe, NULL);
    pipe->bind_vs_state(pipe, NULL);
    pipe->bind_fs_state(pipe, NULL);
    pipe->delete_vs_state(pipe, k->vs);
    pipe->delete_fs_state(pipe, k->fs);
    pipe->delete_blend_state(pipe, k->blend);
    pipe->delete_depth_stencil_alpha_state(pipe, k->dsa);
    pipe->delete_rasterizer_state(pipe, k->rasterizer);
    if (k->elements)
        pipe->delete_vertex_elements_state(pipe, k->elements);
    pipe_surface_reference(&k->surface, NULL);
    pipe_resource_reference(&k->target, NULL);
}

void fetch_use_code(struct fetch_kit *k, const char *declarations, const char *code)
{
    struct pipe_context *pipe = k->f->pipe;
    char text[4096];
    int len = snprintf(text, sizeof(text),
                       "VERT\n"
                       "IMM[0] FLT32 {%.8f, %.8f, 0.0, 1.0}\n"
                       "IMM[1] FLT32 {%.8f, %.8f, 0.0, 1.0}\n"
                       "%s"
                       "DCL SV[0], VERTEXID\n"
                       "DCL SV[1], INSTANCEID\n"
                       "DCL OUT[0], POSITION\n"
                       "DCL OUT[1], GENERIC[0]\n"
                       "DCL TEMP[0..3]\n"
                       "%s"
                       "U2F TEMP[0].x, SV[0].xxxx\n"
                       "U2F TEMP[0].y, SV[1].xxxx\n"
                       "MOV OUT[0], IMM[0].zzzw\n"
                       "MAD OUT[0].x, TEMP[0].xxxx, IMM[0].xxxx, IMM[0].yyyy\n"
                       "MAD OUT[0].y, TEMP[0].yyyy, IMM[1].xxxx, IMM[1].yyyy\n"
                       "END\n",
                       2.0 / FETCH_WIDTH, 1.0 / FETCH_WIDTH - 1.0, 2.0 / FETCH_HEIGHT,
                       1.0 / FETCH_HEIGHT - 1.0, declarations, code);
    assert_in_range(len, 1, sizeof(text) - 1);
    void *old = k->vs;
    k->vs = fixture_shader(k->f, pipe->create_vs_state, text, NULL);
    pipe->bind_vs_state(pipe, k->vs);
    if (old)
        pipe->delete_vs_state(pipe, old);
}

void fetch_use_fragment_shader(struct fetch_kit *k, const char *text)
{
    struct pipe_context *pipe = k->f->pipe;
    void *old = k->fs;
    k->fs = fixture_shader(k->f, pipe->create_fs_state, text, NULL);
    pipe->bind_fs_state(pipe, k->fs);
    pipe->delete_fs_state(pipe, old);
}

void fetch_use_input(struct fetch_kit *k, unsigned input)
{
    char declarations[512] = "", code[64];
    size_t len = 0;
    for (unsigned i = 0; i <= input; i++)
        len += (size_t)snprintf(declarations + len, sizeof(declarations) - len, "DCL IN[%u]\n", i);
    snprintf(code, sizeof(code), "MOV OUT[1], IN[%u]\n", input);
    fetch_use_code(k, declarations, code);
}

void fetch_use_elements(struct fetch_kit *k, unsigned num,
                        const struct pipe_vertex_element *elements)
{
    struct pipe_context *pipe = k->f->pipe;
    void *old = k->elements;
    k->elements = pipe->create_vertex_elements_state(pipe, num, elements);
    assert_non_null(k->elements);
    pipe->bind_vertex_elements_state(pipe, k->elements);
    if (old)
        pipe->delete_vertex_elements_state(pipe, old);
}

fetch_value *fetch_draw_info(struct fetch_kit *k, const struct pipe_draw_info *info)
{
    struct pipe_context *pipe = k->f->pipe;
    const union pipe_color_union nothing = {
        .ui = {FETCH_NOTHING, FETCH_NOTHING, FETCH_NOTHING, FETCH_NOTHING}};
    const struct pipe_box box = fixture_level_box(k->target, 0);
    pipe->clear(pipe, PIPE_CLEAR_COLOR0, &nothing, 0.0, 0);
    pipe->draw_vbo(pipe, info);
    return (fetch_value *)(void *)fixture_read(k->f, k->target, 0, &box);
}

fetch_value *fetch_draw(struct fetch_kit *k, unsigned num_vertices, unsigned num_instances)
{
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS,
                                        .count = num_vertices,
                                        .instance_count = num_instances,
                                        .max_index = ~0u};
    return fetch_draw_info(k, &info);
}

struct pipe_resource *fetch_buffer(struct fetch_kit *k, const void *data, unsigned size_B)
{
    struct pipe_resource *res = fixture_buffer(k->f, size_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, (int)size_B, 1, 1);
    fixture_write(k->f, res, 0, &box, data);
    return res;
}
