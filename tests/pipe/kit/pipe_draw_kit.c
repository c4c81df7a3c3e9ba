/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pipe_draw_kit.h"

#include <stdlib.h>
#include <string.h>

const struct pipe_blend_state kit_blend_add = {.rt[0] = {.blend_enable = 1,
                                                         .rgb_src_factor = PIPE_BLENDFACTOR_ONE,
                                                         .rgb_dst_factor = PIPE_BLENDFACTOR_ONE,
                                                         .alpha_src_factor = PIPE_BLENDFACTOR_ONE,
                                                         .alpha_dst_factor = PIPE_BLENDFACTOR_ONE,
                                                         .colormask = PIPE_MASK_RGBA}};

static void create_target(struct draw_kit *k, unsigned samples)
{
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE, 1);
    templ.nr_samples = samples;
    templ.bind |= PIPE_BIND_RENDER_TARGET;
    struct pipe_screen *screen = k->f->screen;
    if (samples <= 1 && screen->is_format_supported(screen, templ.format, templ.target, samples,
                                                    PIPE_BIND_SHADER_IMAGE))
        templ.bind |= PIPE_BIND_SHADER_IMAGE;
    k->color = fixture_create(k->f, &templ);
    k->color_surface = fixture_surface(k->f, k->color, k->color->format, 0, 0, 0);
    templ.format = PIPE_FORMAT_Z32_FLOAT;
    templ.bind = PIPE_BIND_DEPTH_STENCIL;
    k->depth = fixture_create(k->f, &templ);
    k->depth_surface = fixture_surface(k->f, k->depth, k->depth->format, 0, 0, 0);
}

void kit_update_rasterizer(struct draw_kit *k)
{
    struct pipe_context *pipe = k->f->pipe;
    void *old = k->rasterizer;
    k->rasterizer = pipe->create_rasterizer_state(pipe, &k->rasterizer_state);
    pipe->bind_rasterizer_state(pipe, k->rasterizer);
    if (old)
        pipe->delete_rasterizer_state(pipe, old);
}

const char kit_face_text[] = "FRAG\n"
                             "DCL IN[0], FACE, CONSTANT\n"
                             "DCL OUT[0], COLOR\n"
                             "IMM[0] FLT32 {0.0, 1.0, 0.0, 0.0}\n"
                             "DCL TEMP[0]\n"
                             "FSLT TEMP[0].x, IN[0].xxxx, IMM[0].xxxx\n"
                             "UCMP OUT[0].x, TEMP[0].xxxx, IMM[0].yyyy, IMM[0].xxxx\n"
                             "UCMP OUT[0].y, TEMP[0].xxxx, IMM[0].xxxx, IMM[0].yyyy\n"
                             "MOV OUT[0].zw, IMM[0].xxxy\n"
                             "END\n";

void kit_use_vertex_shader(struct draw_kit *k, const char *text)
{
    struct pipe_context *pipe = k->f->pipe;
    void *old = k->vs;
    k->vs = fixture_shader(k->f, pipe->create_vs_state, text, NULL);
    pipe->bind_vs_state(pipe, k->vs);
    pipe->delete_vs_state(pipe, old);
}

void kit_use_fragment_shader(struct draw_kit *k, const char *text)
{
    struct pipe_context *pipe = k->f->pipe;
    void *old = k->fs;
    k->fs = fixture_shader(k->f, pipe->create_fs_state, text, NULL);
    pipe->bind_fs_state(pipe, k->fs);
    pipe->delete_fs_state(pipe, old);
}

void kit_use_blend(struct draw_kit *k, const struct pipe_blend_state *state)
{
    struct pipe_context *pipe = k->f->pipe;
    void *old = k->blend;
    k->blend = pipe->create_blend_state(pipe, state);
    pipe->bind_blend_state(pipe, k->blend);
    pipe->delete_blend_state(pipe, old);
}

void kit_use_depth_stencil_alpha(struct draw_kit *k,
                                 const struct pipe_depth_stencil_alpha_state *state)
{
    struct pipe_context *pipe = k->f->pipe;
    void *old = k->dsa;
    k->dsa = pipe->create_depth_stencil_alpha_state(pipe, state);
    pipe->bind_depth_stencil_alpha_state(pipe, k->dsa);
    pipe->delete_depth_stencil_alpha_state(pipe, old);
}

void kit_init(struct draw_kit *k, struct pipe_fixture *f, unsigned samples,
              const struct pipe_stream_output_info *capture)
{
    const struct pipe_blend_state blend = {.rt[0].colormask = PIPE_MASK_RGBA};
    const struct pipe_depth_stencil_alpha_state dsa = {.depth.enabled = 0};
    const struct pipe_vertex_element elements[] = {
        {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT},
        {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT, .src_offset = 16}};
    const float half = KIT_SIZE / 2.0f;
    const struct pipe_viewport_state viewport = {.scale = {half, half, 0.5f},
                                                 .translate = {half, half, 0.5f}};
    struct pipe_context *pipe = f->pipe;
    memset(k, 0, sizeof(*k));
    k->f = f;
    create_target(k, samples);
    k->vs = fixture_shader(f, pipe->create_vs_state, fixture_vertex_text, capture);
    k->fs = fixture_shader(f, pipe->create_fs_state, fixture_fragment_text, NULL);
    k->blend = pipe->create_blend_state(pipe, &blend);
    k->dsa = pipe->create_depth_stencil_alpha_state(pipe, &dsa);
    k->elements = pipe->create_vertex_elements_state(pipe, 2, elements);
    k->rasterizer_state = (struct pipe_rasterizer_state){.half_pixel_center = 1,
                                                         .depth_clip = 1,
                                                         .multisample = samples > 1,
                                                         .line_width = 1.0f,
                                                         .point_size = 1.0f};
    kit_update_rasterizer(k);

    const struct pipe_framebuffer_state fb = {.width = KIT_SIZE,
                                              .height = KIT_SIZE,
                                              .nr_cbufs = 1,
                                              .cbufs = {k->color_surface},
                                              .zsbuf = k->depth_surface};
    pipe->set_framebuffer_state(pipe, &fb);
    pipe->set_viewport_states(pipe, 0, 1, &viewport);
    pipe->bind_blend_state(pipe, k->blend);
    pipe->bind_depth_stencil_alpha_state(pipe, k->dsa);
    pipe->bind_vertex_elements_state(pipe, k->elements);
    pipe->bind_vs_state(pipe, k->vs);
    pipe->bind_fs_state(pipe, k->fs);
}

void kit_finish(struct draw_kit *k)
{
    struct pipe_context *pipe = k->f->pipe;
    pipe->set_framebuffer_state(pipe, &(struct pipe_framebuffer_state){0});
    pipe->set_vertex_buffers(pipe, 0, 1, NULL);
    pipe->bind_vs_state(pipe, NULL);
    pipe->bind_fs_state(pipe, NULL);
    pipe->delete_vs_state(pipe, k->vs);
    pipe->delete_fs_state(pipe, k->fs);
    pipe->delete_blend_state(pipe, k->blend);
    pipe->delete_depth_stencil_alpha_state(pipe, k->dsa);
    pipe->delete_rasterizer_state(pipe, k->rasterizer);
    pipe->delete_vertex_elements_state(pipe, k->elements);
    pipe_surface_reference(&k->color_surface, NULL);
    pipe_surface_reference(&k->depth_surface, NULL);
    pipe_resource_reference(&k->color, NULL);
    pipe_resource_reference(&k->depth, NULL);
}

void kit_draw(struct draw_kit *k, unsigned mode, const struct kit_vertex *vertices, unsigned num)
{
    struct pipe_context *pipe = k->f->pipe;
    unsigned size_B = num * (unsigned)sizeof(*vertices);
    struct pipe_resource *buffer = fixture_buffer(k->f, size_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, (int)size_B, 1, 1);
    fixture_write(k->f, buffer, 0, &box, vertices);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(*vertices), .buffer = buffer};
    const struct pipe_draw_info info = {.mode = mode,
                                        .count = num,
                                        .instance_count = 1,
                                        .max_index = ~0u,
                                        .vertices_per_patch = k->patch_vertices};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->draw_vbo(pipe, &info);
    pipe_resource_reference(&buffer, NULL);
}

void kit_fill(struct draw_kit *k, float r, float g, float b, float z)
{
    const struct kit_vertex vertices[3] = {{{-1, -1, z, 1}, {r, g, b, 1}},
                                           {{3, -1, z, 1}, {r, g, b, 1}},
                                           {{-1, 3, z, 1}, {r, g, b, 1}}};
    kit_draw(k, PIPE_PRIM_TRIANGLES, vertices, 3);
}

void kit_clear(struct draw_kit *k, float r, float g, float b)
{
    const union pipe_color_union color = {.f = {r, g, b, 1}};
    k->f->pipe->clear(k->f->pipe, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTH, &color, 1.0, 0);
}

static struct pipe_resource *resolve(struct draw_kit *k)
{
    struct pipe_resource *resolved =
        fixture_texture(k->f, PIPE_TEXTURE_2D, k->color->format, KIT_SIZE, KIT_SIZE, 1);
    const struct pipe_box box = fixture_box(0, 0, 0, KIT_SIZE, KIT_SIZE, 1);
    const struct pipe_blit_info info = {
        .dst = {.resource = resolved, .box = box, .format = k->color->format},
        .src = {.resource = k->color, .box = box, .format = k->color->format},
        .mask = PIPE_MASK_RGBA,
    };
    k->f->pipe->blit(k->f->pipe, &info);
    return resolved;
}

uint32_t *kit_pixels(struct draw_kit *k)
{
    const struct pipe_box box = fixture_box(0, 0, 0, KIT_SIZE, KIT_SIZE, 1);
    struct pipe_resource *resolved = NULL;
    if (k->color->nr_samples > 1)
        resolved = resolve(k);
    uint8_t *pixels = fixture_read(k->f, resolved ? resolved : k->color, 0, &box);
    pipe_resource_reference(&resolved, NULL);
    return (uint32_t *)(void *)pixels;
}

uint32_t kit_pixel(struct draw_kit *k, int x, int y)
{
    uint32_t *pixels = kit_pixels(k);
    uint32_t pixel = pixels[y * KIT_SIZE + x];
    free(pixels);
    return pixel;
}

uint64_t kit_query_u64(struct draw_kit *k, struct pipe_query *query)
{
    union pipe_query_result result = {0};
    assert_true(k->f->pipe->get_query_result(k->f->pipe, query, true, &result));
    return result.u64;
}
