/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A triangle of three colours: the smallest program that draws. */
#include <stdbool.h>
#include <stddef.h>

#include <galvan/window.h>
#include <pipe/p_context.h>
#include <tgsi/tgsi_text.h>
#include <util/u_draw.h>

enum {
    MAX_TOKENS = 64 /* limit for one shader */
};

static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "  0: MOV OUT[0], IN[0]\n"
                                  "  1: MOV OUT[1], IN[1]\n"
                                  "  2: END\n";

static const char fragment_text[] = "FRAG\n"
                                    "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                    "DCL OUT[0], COLOR\n"
                                    "  0: MOV OUT[0], IN[0]\n"
                                    "  1: END\n";

static const struct vertex {
    float position[2]; /* -1 to 1; x points right and y down, because row 0 is the top row */
    float color[3];
} vertices[] = {
    {{0.0f, -0.8f}, {1.0f, 0.0f, 0.0f}},
    {{0.8f, 0.8f}, {0.0f, 1.0f, 0.0f}},
    {{-0.8f, 0.8f}, {0.0f, 0.0f, 1.0f}},
};

static const struct pipe_vertex_element elements[] = {
    {.src_offset = offsetof(struct vertex, position), .src_format = PIPE_FORMAT_R32G32_FLOAT},
    {.src_offset = offsetof(struct vertex, color), .src_format = PIPE_FORMAT_R32G32B32_FLOAT},
};

struct triangle {
    void *vs, *fs, *blend, *dsa, *rasterizer, *elements;
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

static bool create_objects(struct pipe_context *pipe, struct triangle *t)
{
    const struct pipe_blend_state blend = {.rt[0].colormask = PIPE_MASK_RGBA};
    const struct pipe_depth_stencil_alpha_state dsa = {.depth_enabled = 0};
    const struct pipe_rasterizer_state rasterizer = {
        .half_pixel_center = 1, .depth_clip = 1, .line_width = 1.0f, .point_size = 1.0f};

    t->vs = create_shader(pipe, vertex_text, pipe->create_vs_state);
    t->fs = create_shader(pipe, fragment_text, pipe->create_fs_state);
    t->blend = pipe->create_blend_state(pipe, &blend);
    t->dsa = pipe->create_depth_stencil_alpha_state(pipe, &dsa);
    t->rasterizer = pipe->create_rasterizer_state(pipe, &rasterizer);
    t->elements = pipe->create_vertex_elements_state(pipe, 2, elements);
    if (!t->vs || !t->fs || !t->blend || !t->dsa || !t->rasterizer || !t->elements) {
        return false;
    }
    pipe->bind_vs_state(pipe, t->vs);
    pipe->bind_fs_state(pipe, t->fs);
    pipe->bind_blend_state(pipe, t->blend);
    pipe->bind_depth_stencil_alpha_state(pipe, t->dsa);
    pipe->bind_rasterizer_state(pipe, t->rasterizer);
    pipe->bind_vertex_elements_state(pipe, t->elements);
    return true;
}

static void draw(struct pipe_context *pipe, const struct galvan_window_frame *frame)
{
    const struct pipe_framebuffer_state framebuffer = {
        .width = frame->width, .height = frame->height, .nr_cbufs = 1, .cbufs = {frame->color}};
    const float x = (float)frame->width / 2.0f, y = (float)frame->height / 2.0f;
    const struct pipe_viewport_state viewport = {.scale = {x, y, 0.5f}, .translate = {x, y, 0.5f}};
    const struct pipe_vertex_buffer buffer = {.stride = sizeof(vertices[0]),
                                              .user_buffer = vertices};
    const union pipe_color_union background = {.f = {0.1f, 0.1f, 0.1f, 1.0f}};

    pipe->set_framebuffer_state(pipe, &framebuffer);
    pipe->set_viewport_states(pipe, 0, 1, &viewport);
    pipe->set_vertex_buffers(pipe, 0, 1, &buffer);
    pipe->clear(pipe, PIPE_CLEAR_COLOR0, &background, 0.0, 0);
    util_draw_arrays(pipe, PIPE_PRIM_TRIANGLES, 0, 3);
}

/* Unbinds and deletes all objects, since bound objects must not be deleted. delete_* ignores NULL,
 * for objects that were not created. */
static void destroy_objects(struct pipe_context *pipe, struct triangle *t)
{
    pipe->bind_vs_state(pipe, NULL);
    pipe->bind_fs_state(pipe, NULL);
    pipe->bind_blend_state(pipe, NULL);
    pipe->bind_depth_stencil_alpha_state(pipe, NULL);
    pipe->bind_rasterizer_state(pipe, NULL);
    pipe->bind_vertex_elements_state(pipe, NULL);
    pipe->delete_vs_state(pipe, t->vs);
    pipe->delete_fs_state(pipe, t->fs);
    pipe->delete_blend_state(pipe, t->blend);
    pipe->delete_depth_stencil_alpha_state(pipe, t->dsa);
    pipe->delete_rasterizer_state(pipe, t->rasterizer);
    pipe->delete_vertex_elements_state(pipe, t->elements);
}

int main(int argc, char **argv)
{
    struct galvan_window_params *params = galvan_window_params(.title = "triangle");
    struct galvan_window_frame frame;
    struct galvan_window *window;
    struct triangle triangle;

    if (galvan_window_options(argc, argv, params) != GALVAN_OK ||
        galvan_window_create(params, &window) != GALVAN_OK) {
        return 1;
    }
    struct pipe_context *pipe = galvan_window_context(window);
    bool good = create_objects(pipe, &triangle);
    while (good && galvan_window_begin(window, &frame)) {
        draw(pipe, &frame);
        galvan_window_present(window);
    }
    good = good && galvan_window_result(window) == GALVAN_OK;
    destroy_objects(pipe, &triangle);
    galvan_window_destroy(window);
    return good ? 0 : 1;
}
