/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A textured quad that turns by a degree in each frame. Shows how to use buffers, a texture and
 * constants. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <galvan/window.h>
#include <pipe/p_context.h>
#include <pipe/p_screen.h>
#include <tgsi/tgsi_text.h>
#include <util/u_box.h>
#include <util/u_draw.h>
#include <util/u_inlines.h>
#include <util/u_sampler.h>

enum {
    MAX_TOKENS = 128, /* limit for one shader */
    TEXTURE_SIZE = 16 /* texels */
};

/* CONST[0] is a 2x2 matrix in row order. CONST[1].xy scales positions so that the quad is square in
 * windows of any shape. */
static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "DCL CONST[0..1]\n"
                                  "DCL TEMP[0]\n"
                                  "  0: MUL TEMP[0].xy, CONST[0].xzzz, IN[0].xxxx\n"
                                  "  1: MAD TEMP[0].xy, CONST[0].ywww, IN[0].yyyy, TEMP[0]\n"
                                  "  2: MUL OUT[0].xy, TEMP[0], CONST[1]\n"
                                  "  3: MOV OUT[0].zw, IN[0]\n"
                                  "  4: MOV OUT[1], IN[1]\n"
                                  "  5: END\n";

static const char fragment_text[] = "FRAG\n"
                                    "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                    "DCL OUT[0], COLOR\n"
                                    "DCL SAMP[0]\n"
                                    "DCL SVIEW[0], 2D, FLOAT\n"
                                    "  0: TEX OUT[0], IN[0], SAMP[0], 2D\n"
                                    "  1: END\n";

static const struct vertex {
    float position[2];
    float texcoord[2];
} vertices[] = {
    {{-0.6f, -0.6f}, {0.0f, 0.0f}},
    {{0.6f, -0.6f}, {1.0f, 0.0f}},
    {{-0.6f, 0.6f}, {0.0f, 1.0f}},
    {{0.6f, 0.6f}, {1.0f, 1.0f}},
};

/* If an element has fewer than four components, the shader reads z = 0 and w = 1. */
static const struct pipe_vertex_element elements[] = {
    {.src_offset = offsetof(struct vertex, position), .src_format = PIPE_FORMAT_R32G32_FLOAT},
    {.src_offset = offsetof(struct vertex, texcoord), .src_format = PIPE_FORMAT_R32G32_FLOAT},
};

struct quad {
    struct pipe_resource *buffer, *texture;
    struct pipe_sampler_view *view;
    void *vs, *fs, *blend, *dsa, *rasterizer, *elements, *sampler;
};

/* Creates a shader from text. Returns NULL if the text is invalid or the device lacks a feature.
 * The driver copies the tokens. */
static void *create_shader(struct pipe_context *pipe, const char *text,
                           void *(*create)(struct pipe_context *, const struct pipe_shader_state *))
{
    struct tgsi_token tokens[MAX_TOKENS];
    const struct pipe_shader_state state = {.tokens = tokens};

    return tgsi_text_translate(text, tokens, MAX_TOKENS) ? create(pipe, &state) : NULL;
}

/* Creates a texture in which red grows with x, green grows with y, and blue is a chequered
 * pattern. */
static struct pipe_resource *create_texture(struct pipe_context *pipe)
{
    const struct pipe_resource templ = {.target = PIPE_TEXTURE_2D,
                                        .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                        .width0 = TEXTURE_SIZE,
                                        .height0 = TEXTURE_SIZE,
                                        .depth0 = 1,
                                        .array_size = 1,
                                        .bind = PIPE_BIND_SAMPLER_VIEW};
    struct pipe_resource *texture = pipe->screen->resource_create(pipe->screen, &templ);
    uint8_t texels[TEXTURE_SIZE][TEXTURE_SIZE][4];
    struct pipe_box box;

    for (int y = 0; y < TEXTURE_SIZE; y++) {
        for (int x = 0; x < TEXTURE_SIZE; x++) {
            texels[y][x][0] = (uint8_t)(x * 17);
            texels[y][x][1] = (uint8_t)(y * 17);
            texels[y][x][2] = (x + y) % 2 ? 255 : 0;
            texels[y][x][3] = 255;
        }
    }
    if (texture) {
        u_box_origin_2d(TEXTURE_SIZE, TEXTURE_SIZE, &box);
        pipe->transfer_inline_write(pipe, texture, 0, PIPE_TRANSFER_WRITE, &box, texels,
                                    sizeof(texels[0]), sizeof(texels));
    }
    return texture;
}

static bool create_resources(struct pipe_context *pipe, struct quad *q)
{
    struct pipe_sampler_view view;

    q->buffer = pipe_buffer_create_with_data(pipe, PIPE_BIND_VERTEX_BUFFER, PIPE_USAGE_DEFAULT,
                                             sizeof(vertices), vertices);
    q->texture = create_texture(pipe);
    if (!q->buffer || !q->texture) {
        return false;
    }
    u_sampler_view_default_template(&view, q->texture, q->texture->format);
    q->view = pipe->create_sampler_view(pipe, q->texture, &view);
    return q->view;
}

static bool create_objects(struct pipe_context *pipe, struct quad *q)
{
    const struct pipe_blend_state blend = {.rt[0].colormask = PIPE_MASK_RGBA};
    const struct pipe_depth_stencil_alpha_state dsa = {.depth_enabled = 0};
    const struct pipe_rasterizer_state rasterizer = {
        .half_pixel_center = 1, .depth_clip = 1, .line_width = 1.0f, .point_size = 1.0f};
    const struct pipe_sampler_state sampler = {.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
                                               .wrap_t = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
                                               .wrap_r = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
                                               .min_img_filter = PIPE_TEX_FILTER_NEAREST,
                                               .mag_img_filter = PIPE_TEX_FILTER_NEAREST,
                                               .min_mip_filter = PIPE_TEX_MIPFILTER_NONE,
                                               .normalized_coords = 1};

    q->vs = create_shader(pipe, vertex_text, pipe->create_vs_state);
    q->fs = create_shader(pipe, fragment_text, pipe->create_fs_state);
    q->blend = pipe->create_blend_state(pipe, &blend);
    q->dsa = pipe->create_depth_stencil_alpha_state(pipe, &dsa);
    q->rasterizer = pipe->create_rasterizer_state(pipe, &rasterizer);
    q->elements = pipe->create_vertex_elements_state(pipe, 2, elements);
    q->sampler = pipe->create_sampler_state(pipe, &sampler);
    return q->vs && q->fs && q->blend && q->dsa && q->rasterizer && q->elements && q->sampler;
}

/* Binds the state that is the same in all frames. */
static void bind_objects(struct pipe_context *pipe, struct quad *q)
{
    const struct pipe_vertex_buffer buffer = {.stride = sizeof(vertices[0]), .buffer = q->buffer};

    pipe->bind_vs_state(pipe, q->vs);
    pipe->bind_fs_state(pipe, q->fs);
    pipe->bind_blend_state(pipe, q->blend);
    pipe->bind_depth_stencil_alpha_state(pipe, q->dsa);
    pipe->bind_rasterizer_state(pipe, q->rasterizer);
    pipe->bind_vertex_elements_state(pipe, q->elements);
    pipe->set_vertex_buffers(pipe, 0, 1, &buffer);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &q->sampler);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &q->view);
}

static void set_constants(struct pipe_context *pipe, const struct galvan_window_frame *frame)
{
    const float angle = (float)(frame->number % 360) * 3.14159265f / 180.0f;
    const float width = (float)frame->width, height = (float)frame->height;
    const float shorter = width < height ? width : height;
    const float constants[2][4] = {{cosf(angle), -sinf(angle), sinf(angle), cosf(angle)},
                                   {shorter / width, shorter / height, 0.0f, 0.0f}};
    const struct pipe_constant_buffer buffer = {.buffer_size = sizeof(constants),
                                                .user_buffer = constants};

    pipe->set_constant_buffer(pipe, PIPE_SHADER_VERTEX, 0, &buffer);
}

static void draw(struct pipe_context *pipe, const struct galvan_window_frame *frame)
{
    const struct pipe_framebuffer_state framebuffer = {
        .width = frame->width, .height = frame->height, .nr_cbufs = 1, .cbufs = {frame->color}};
    const float x = (float)frame->width / 2.0f, y = (float)frame->height / 2.0f;
    const struct pipe_viewport_state viewport = {.scale = {x, y, 0.5f}, .translate = {x, y, 0.5f}};
    const union pipe_color_union background = {.f = {0.1f, 0.1f, 0.1f, 1.0f}};

    pipe->set_framebuffer_state(pipe, &framebuffer);
    pipe->set_viewport_states(pipe, 0, 1, &viewport);
    set_constants(pipe, frame);
    pipe->clear(pipe, PIPE_CLEAR_COLOR0, &background, 0.0, 0);
    util_draw_arrays(pipe, PIPE_PRIM_TRIANGLE_STRIP, 0, 4);
}

static void unbind_objects(struct pipe_context *pipe)
{
    pipe->bind_vs_state(pipe, NULL);
    pipe->bind_fs_state(pipe, NULL);
    pipe->bind_blend_state(pipe, NULL);
    pipe->bind_depth_stencil_alpha_state(pipe, NULL);
    pipe->bind_rasterizer_state(pipe, NULL);
    pipe->bind_vertex_elements_state(pipe, NULL);
    pipe->set_vertex_buffers(pipe, 0, 1, NULL);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
}

static void destroy_objects(struct pipe_context *pipe, struct quad *q)
{
    pipe->delete_vs_state(pipe, q->vs);
    pipe->delete_fs_state(pipe, q->fs);
    pipe->delete_blend_state(pipe, q->blend);
    pipe->delete_depth_stencil_alpha_state(pipe, q->dsa);
    pipe->delete_rasterizer_state(pipe, q->rasterizer);
    pipe->delete_vertex_elements_state(pipe, q->elements);
    pipe->delete_sampler_state(pipe, q->sampler);
    pipe_sampler_view_reference(&q->view, NULL);
    pipe_resource_reference(&q->texture, NULL);
    pipe_resource_reference(&q->buffer, NULL);
}

int main(int argc, char **argv)
{
    struct galvan_window_params *params = galvan_window_params(.title = "quad");
    struct galvan_window_frame frame;
    struct galvan_window *window;
    struct quad quad = {.buffer = NULL};

    if (galvan_window_options(argc, argv, params) != GALVAN_OK ||
        galvan_window_create(params, &window) != GALVAN_OK) {
        return 1;
    }
    struct pipe_context *pipe = galvan_window_context(window);
    bool good = create_resources(pipe, &quad) && create_objects(pipe, &quad);
    if (good) {
        bind_objects(pipe, &quad);
    }
    while (good && galvan_window_begin(window, &frame)) {
        draw(pipe, &frame);
        galvan_window_present(window);
    }
    good = good && galvan_window_result(window) == GALVAN_OK;
    unbind_objects(pipe);
    destroy_objects(pipe, &quad);
    galvan_window_destroy(window);
    return good ? 0 : 1;
}
