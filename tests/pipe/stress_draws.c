/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "stress.h"

#include <stdlib.h>
#include <string.h>

enum {
    QUAD_B = 4 * 16,
    QUADS_B = 16 * QUAD_B,
    CONSTANT_B = 16,
};

static const char vs_text[] = "VERT\n"
                              "DCL IN[0]\n"
                              "DCL OUT[0], POSITION\n"
                              "MOV OUT[0], IN[0]\n"
                              "END\n";

/* Outputs a random dword of a buffer. */
static const char constant_text[] = "FRAG\n"
                                    "DCL OUT[0], COLOR\n"
                                    "DCL CONST[1][0]\n"
                                    "MOV OUT[0], CONST[1][0]\n"
                                    "END\n";

/* Fetches the texel at the fragment's position plus CONST[0][0].xy, in layer CONST[0][0].z and
 * level CONST[0][0].w. Outputs the texel plus CONST[0][1]. */
static const char fetch_text[] = "FRAG\n"
                                 "DCL IN[0], POSITION, LINEAR\n"
                                 "DCL OUT[0], COLOR\n"
                                 "DCL SAMP[0]\n"
                                 "DCL SVIEW[0], 2D_ARRAY, UINT\n"
                                 "DCL CONST[0][0..1]\n"
                                 "DCL TEMP[0..1]\n"
                                 "MOV TEMP[0], CONST[0][0]\n"
                                 "F2U TEMP[1].xy, IN[0].xyyy\n"
                                 "UADD TEMP[0].xy, TEMP[0].xyyy, TEMP[1].xyyy\n"
                                 "TXF TEMP[1], TEMP[0], SAMP[0], 2D_ARRAY\n"
                                 "UADD OUT[0], TEMP[1], CONST[0][1]\n"
                                 "END\n";

/* For each dword, BUFFER[1] = BUFFER[0] + CONST[0][0].x. */
static const char compute_text[] = COMP(1) "DCL SV[0], BLOCK_ID\n"
                                           "DCL BUFFER[0..1]\n"
                                           "DCL CONST[0][0]\n"
                                           "DCL TEMP[0..1]\n"
                                           "IMM[0] UINT32 {4, 0, 0, 0}\n"
                                           "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                                           "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\n"
                                           "UADD TEMP[1].x, TEMP[1].xxxx, CONST[0][0].xxxx\n"
                                           "STORE BUFFER[1].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                                           "END\n";

void stress_draws_init(struct stress *s)
{
    struct pipe_context *pipe = s->f->pipe;
    const struct pipe_blend_state blend = {.rt[0].colormask = PIPE_MASK_RGBA};
    const struct pipe_depth_stencil_alpha_state dsa = {.depth.enabled = 0};
    const struct pipe_rasterizer_state rasterizer = {
        .half_pixel_center = 1, .depth_clip = 1, .line_width = 1.0f, .point_size = 1.0f};
    const struct pipe_vertex_element element = {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT};
    const struct pipe_sampler_state sampler = {.min_mip_filter = PIPE_TEX_MIPFILTER_NEAREST,
                                               .max_lod = 15.0f};
    s->blend = pipe->create_blend_state(pipe, &blend);
    s->dsa = pipe->create_depth_stencil_alpha_state(pipe, &dsa);
    s->rasterizer = pipe->create_rasterizer_state(pipe, &rasterizer);
    s->elements = pipe->create_vertex_elements_state(pipe, 1, &element);
    s->sampler = pipe->create_sampler_state(pipe, &sampler);
    s->vs = fixture_shader(s->f, pipe->create_vs_state, vs_text, NULL);
    s->fs_constant = fixture_shader(s->f, pipe->create_fs_state, constant_text, NULL);
    s->fs_fetch = fixture_shader(s->f, pipe->create_fs_state, fetch_text, NULL);
    s->cs = fixture_compute_shader(s->f, compute_text, 0);
    s->quads = fixture_buffer(s->f, QUADS_B, PIPE_USAGE_STREAM, 0);
    pipe->bind_blend_state(pipe, s->blend);
    pipe->bind_depth_stencil_alpha_state(pipe, s->dsa);
    pipe->bind_rasterizer_state(pipe, s->rasterizer);
    pipe->bind_vertex_elements_state(pipe, s->elements);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &s->sampler);
    pipe->bind_vs_state(pipe, s->vs);
    pipe->bind_compute_state(pipe, s->cs);
}

void stress_drop_target(struct stress *s)
{
    s->f->pipe->set_framebuffer_state(s->f->pipe, &(struct pipe_framebuffer_state){0});
    pipe_surface_reference(&s->target, NULL);
    s->target_texture = NULL;
}

void stress_draws_finish(struct stress *s)
{
    struct pipe_context *pipe = s->f->pipe;
    stress_drop_target(s);
    pipe->set_vertex_buffers(pipe, 0, 1, NULL);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_FRAGMENT, 1, NULL);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 2, NULL);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 1, (void *[]){NULL});
    pipe->bind_vs_state(pipe, NULL);
    pipe->bind_fs_state(pipe, NULL);
    pipe->bind_compute_state(pipe, NULL);
    pipe->delete_vs_state(pipe, s->vs);
    pipe->delete_fs_state(pipe, s->fs_constant);
    pipe->delete_fs_state(pipe, s->fs_fetch);
    pipe->delete_compute_state(pipe, s->cs);
    pipe->delete_sampler_state(pipe, s->sampler);
    pipe->delete_vertex_elements_state(pipe, s->elements);
    pipe->delete_rasterizer_state(pipe, s->rasterizer);
    pipe->delete_depth_stencil_alpha_state(pipe, s->dsa);
    pipe->delete_blend_state(pipe, s->blend);
    pipe_resource_reference(&s->quads, NULL);
}

/* ---- Targets --------------------------------------------------------------------------------- */

/* Keeps the bound target, or binds a level and layer of another texture of unsigned integers. */
static void choose_target(struct stress *s)
{
    if (s->target && !stress_one_in(s, 4))
        return;
    struct stress_texture *t;
    do
        t = &s->textures[stress_below(s, STRESS_TEXTURES)];
    while (t->res->format != PIPE_FORMAT_R32_UINT);
    unsigned level = stress_below(s, t->res->last_level + 1u);
    unsigned layer = stress_below(s, t->res->array_size);
    struct pipe_surface *surface =
        fixture_surface(s->f, t->res, t->res->format, level, layer, layer);
    const struct pipe_framebuffer_state fb = {
        .width = surface->width, .height = surface->height, .nr_cbufs = 1, .cbufs = {surface}};
    s->f->pipe->set_framebuffer_state(s->f->pipe, &fb);
    pipe_surface_reference(&s->target, NULL);
    s->target = surface;
    s->target_texture = t;
    const float w = (float)surface->width / 2, h = (float)surface->height / 2;
    const struct pipe_viewport_state viewport = {.scale = {w, h, 0.5f}, .translate = {w, h, 0.5f}};
    s->f->pipe->set_viewport_states(s->f->pipe, 0, 1, &viewport);
}

/* Returns a random box in one layer of the target. */
static struct pipe_box target_box(struct stress *s)
{
    struct pipe_box box = stress_box(s, s->target_texture, s->target->u.tex.level);
    box.z = s->target->u.tex.first_layer;
    box.depth = 1;
    return box;
}

/* Writes the vertices of the box after vertices that the device may still read. If the buffer is
 * full, discards its contents and writes at its beginning. */
static unsigned write_quad(struct stress *s, const struct pipe_box *box)
{
    struct pipe_context *pipe = s->f->pipe;
    const float w = (float)s->target->width, h = (float)s->target->height;
    const float x0 = 2 * (float)box->x / w - 1, x1 = 2 * (float)(box->x + box->width) / w - 1;
    const float y0 = 2 * (float)box->y / h - 1, y1 = 2 * (float)(box->y + box->height) / h - 1;
    const float quad[4][4] = {{x0, y0, 0, 1}, {x1, y0, 0, 1}, {x0, y1, 0, 1}, {x1, y1, 0, 1}};
    unsigned usage = PIPE_TRANSFER_WRITE | PIPE_TRANSFER_UNSYNCHRONIZED;
    if (s->quads_used_B == QUADS_B) {
        s->quads_used_B = 0;
        usage = PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE;
    }
    unsigned at_B = s->quads_used_B;
    struct pipe_box bytes = fixture_box((int)at_B, 0, 0, QUAD_B, 1, 1);
    struct pipe_transfer *t;
    void *map = pipe->transfer_map(pipe, s->quads, 0, usage, &bytes, &t);
    assert_non_null(map);
    memcpy(map, quad, sizeof(quad));
    pipe->transfer_unmap(pipe, t);
    s->quads_used_B += QUAD_B;
    return at_B;
}

static void draw_box(struct stress *s, const struct pipe_box *box)
{
    struct pipe_context *pipe = s->f->pipe;
    const struct pipe_vertex_buffer vb = {
        .stride = 16, .buffer_offset = write_quad(s, box), .buffer = s->quads};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLE_STRIP, .count = 4, .instance_count = 1, .max_index = ~0u};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->draw_vbo(pipe, &info);
}

/* ---- Operations ------------------------------------------------------------------------------ */

static void op_draw_constant(struct stress *s)
{
    struct pipe_context *pipe = s->f->pipe;
    /* A buffer that stays bound may have new memory by now. */
    if (!s->constants || stress_one_in(s, 3)) {
        s->constants = &s->buffers[stress_below(s, STRESS_BUFFERS)];
        const struct pipe_constant_buffer cb = {.buffer = s->constants->res,
                                                .buffer_size = CONSTANT_B};
        pipe->set_constant_buffer(pipe, PIPE_SHADER_FRAGMENT, 1, &cb);
    }
    choose_target(s);
    pipe->bind_fs_state(pipe, s->fs_constant);
    struct pipe_box box = target_box(s);
    draw_box(s, &box);
    uint32_t word;
    memcpy(&word, s->constants->bytes, sizeof(word));
    stress_fill(s->target_texture, s->target->u.tex.level, &box, word);
}

static void op_draw_fetch(struct stress *s)
{
    struct pipe_context *pipe = s->f->pipe;
    struct stress_texture *src = &s->textures[stress_below(s, STRESS_TEXTURES)];
    choose_target(s);
    if (src == s->target_texture || src->res->format != PIPE_FORMAT_R32_UINT)
        return;
    unsigned level = stress_below(s, src->res->last_level + 1u);
    struct pipe_box from = stress_box(s, src, level), box = target_box(s);
    box.width = box.width < from.width ? box.width : from.width;
    box.height = box.height < from.height ? box.height : from.height;
    uint32_t add = stress_below(s, 1u << 30);
    const uint32_t constants[8] = {(uint32_t)(from.x - box.x),
                                   (uint32_t)(from.y - box.y),
                                   (uint32_t)from.z,
                                   level,
                                   add,
                                   add,
                                   add,
                                   add};
    const struct pipe_constant_buffer cb = {.user_buffer = constants,
                                            .buffer_size = sizeof(constants)};
    const struct pipe_sampler_view templ = {.format = src->res->format,
                                            .target = PIPE_TEXTURE_2D_ARRAY,
                                            .u.tex.last_layer =
                                                (uint16_t)(src->res->array_size - 1),
                                            .u.tex.last_level = src->res->last_level,
                                            .swizzle_r = PIPE_SWIZZLE_RED,
                                            .swizzle_g = PIPE_SWIZZLE_GREEN,
                                            .swizzle_b = PIPE_SWIZZLE_BLUE,
                                            .swizzle_a = PIPE_SWIZZLE_ALPHA};
    struct pipe_sampler_view *view = pipe->create_sampler_view(pipe, src->res, &templ),
                             *none = NULL;
    assert_non_null(view);
    pipe->bind_fs_state(pipe, s->fs_fetch);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_FRAGMENT, 0, &cb);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    draw_box(s, &box);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &none);
    pipe_sampler_view_reference(&view, NULL);
    for (int y = 0; y < box.height; y++) {
        for (int x = 0; x < box.width; x++)
            *stress_texel(s->target_texture, s->target->u.tex.level, box.x + x, box.y + y, box.z) =
                *stress_texel(src, level, from.x + x, from.y + y, from.z) + add;
    }
}

static void op_clear(struct stress *s)
{
    union pipe_color_union color = {0};
    choose_target(s);
    stress_noise(s, &color.ui[0], 4);
    s->f->pipe->clear(s->f->pipe, PIPE_CLEAR_COLOR0, &color, 0, 0);
    const struct pipe_box all =
        fixture_box(0, 0, s->target->u.tex.first_layer, s->target->width, s->target->height, 1);
    stress_fill(s->target_texture, s->target->u.tex.level, &all, color.ui[0]);
}

static void bind_dispatch_buffers(struct stress *s)
{
    unsigned src = stress_below(s, STRESS_BUFFERS);
    unsigned dst = (src + 1 + stress_below(s, STRESS_BUFFERS - 1)) % STRESS_BUFFERS;
    s->dispatch_buffers[0] = &s->buffers[src];
    s->dispatch_buffers[1] = &s->buffers[dst];
    struct pipe_shader_buffer buffers[2] = {{0}};
    for (unsigned i = 0; i < 2; i++) {
        buffers[i].buffer = s->dispatch_buffers[i]->res;
        buffers[i].buffer_size = s->dispatch_buffers[i]->size_B;
    }
    s->f->pipe->set_shader_buffers(s->f->pipe, PIPE_SHADER_COMPUTE, 0, 2, buffers);
}

static void op_dispatch(struct stress *s)
{
    struct pipe_context *pipe = s->f->pipe;
    const uint32_t add[4] = {stress_below(s, 1u << 30)};
    const struct pipe_constant_buffer cb = {.user_buffer = add, .buffer_size = sizeof(add)};
    pipe->set_constant_buffer(pipe, PIPE_SHADER_COMPUTE, 0, &cb);
    if (!s->dispatch_buffers[0] || stress_one_in(s, 3))
        bind_dispatch_buffers(s);
    struct stress_buffer *src = s->dispatch_buffers[0], *dst = s->dispatch_buffers[1];
    unsigned num = (src->size_B < dst->size_B ? src->size_B : dst->size_B) / 4;
    const struct pipe_grid_info info = {.work_dim = 1, .block = {1, 1, 1}, .grid = {num, 1, 1}};
    pipe->launch_grid(pipe, &info);
    pipe->memory_barrier(pipe, PIPE_BARRIER_ALL);
    for (unsigned i = 0; i < num; i++) {
        uint32_t word;
        memcpy(&word, src->bytes + 4 * i, 4);
        word += add[0];
        memcpy(dst->bytes + 4 * i, &word, 4);
    }
}

static void op_flush(struct stress *s)
{
    struct pipe_context *pipe = s->f->pipe;
    struct pipe_screen *screen = s->f->screen;
    if (!stress_one_in(s, 3)) {
        pipe->flush(pipe, NULL, 0);
        return;
    }
    struct pipe_fence_handle *fence = NULL;
    pipe->flush(pipe, &fence, 0);
    assert_true(screen->fence_finish(screen, fence, PIPE_TIMEOUT_INFINITE));
    screen->fence_reference(screen, &fence, NULL);
}

const struct stress_op stress_draw_ops[] = {
    {"draw of a constant", op_draw_constant, 24},
    {"draw of texels", op_draw_fetch, 24},
    {"clear", op_clear, 8},
    {"grid", op_dispatch, 14},
    {"flush", op_flush, 4},
};
const unsigned stress_num_draw_ops = sizeof(stress_draw_ops) / sizeof(stress_draw_ops[0]);
