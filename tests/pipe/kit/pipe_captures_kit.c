/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include <stdlib.h>
#include <string.h>

#include "pipe_captures_kit.h"

const struct pipe_stream_output_info capture_whole = {
    .num_outputs = 1, .stride = {4}, .output = {{.register_index = 1, .num_components = 4}}};

struct pipe_resource *capture_guarded_buffer(struct pipe_fixture *f, unsigned num_words)
{
    const uint32_t guard = CAPTURE_GUARD;
    struct pipe_resource *res = fixture_buffer(f, 4 * num_words, PIPE_USAGE_DEFAULT, 0);
    f->pipe->clear_buffer(f->pipe, res, 0, 4 * num_words, &guard, 4);
    return res;
}

void capture_scene_init(struct capture_scene *s, struct pipe_fixture *f, const char *text,
                        const struct pipe_stream_output_info *so)
{
    struct pipe_context *pipe = f->pipe;
    if (!pipe->create_stream_output_target)
        skip();
    kit_init(&s->kit, f, 0, NULL);
    s->vs = fixture_shader(f, pipe->create_vs_state, text, so);
    pipe->bind_vs_state(pipe, s->vs);
    s->buffer = capture_guarded_buffer(f, CAPTURE_MAX_WORDS);
    s->target = pipe->create_stream_output_target(pipe, s->buffer, 0, 4 * CAPTURE_MAX_WORDS);
    assert_non_null(s->target);
    pipe->set_stream_output_targets(pipe, 1, &s->target, (const unsigned[]){0});
}

void capture_scene_finish(struct capture_scene *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe_so_target_reference(&s->target, NULL);
    pipe_resource_reference(&s->buffer, NULL);
    pipe->bind_vs_state(pipe, s->kit.vs);
    pipe->delete_vs_state(pipe, s->vs);
    kit_finish(&s->kit);
}

void capture_discard(struct capture_scene *s, bool on)
{
    s->kit.rasterizer_state.rasterizer_discard = on;
    kit_update_rasterizer(&s->kit);
}

void capture_draw_points(struct capture_scene *s, unsigned num)
{
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_POINTS, .count = num, .instance_count = 1, .max_index = ~0u};
    s->kit.f->pipe->draw_vbo(s->kit.f->pipe, &info);
}

void capture_expect_words(struct capture_scene *s, struct pipe_resource *res, const uint32_t *words,
                          unsigned num)
{
    uint32_t *found = fixture_read_words(s->kit.f, res);
    fixture_expect_bytes(words, found, num * sizeof(*words), "captured words");
    free(found);
}

bool capture_can_store(const struct pipe_fixture *f)
{
    return f->screen->get_shader_param(f->screen, PIPE_SHADER_VERTEX,
                                       PIPE_SHADER_CAP_MAX_SHADER_BUFFERS);
}
