/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include <stdlib.h>
#include <string.h>

#include "pipe_storage_kit.h"

void storage_dispatch(struct pipe_fixture *f, const char *text, unsigned x, unsigned y, unsigned z)
{
    const struct pipe_compute_state sizes = {0};
    const struct pipe_grid_info info = {.work_dim = 3, .block = {1, 1, 1}, .grid = {x, y, z}};
    fixture_dispatch(f, text, &sizes, &info);
}

struct pipe_resource *storage_words(struct pipe_fixture *f, unsigned num, uint32_t value)
{
    struct pipe_resource *res = fixture_buffer(f, num * 4, PIPE_USAGE_DEFAULT, 0);
    f->pipe->clear_buffer(f->pipe, res, 0, num * 4, &value, 4);
    return res;
}

void storage_expect_word(struct pipe_fixture *f, struct pipe_resource *res, unsigned word,
                         uint32_t expected)
{
    const struct pipe_box box = fixture_box((int)word * 4, 0, 0, 4, 1, 1);
    uint8_t *data = fixture_read(f, res, 0, &box);
    uint32_t got;
    memcpy(&got, data, 4);
    free(data);
    if (got != expected)
        fail_msg("word %u is 0x%x, not 0x%x", word, got, expected);
}

void storage_bind_buffer(struct pipe_fixture *f, unsigned shader, unsigned slot,
                         struct pipe_resource *res, unsigned offset_B, unsigned size_B)
{
    const struct pipe_shader_buffer buffer = {
        .buffer = res, .buffer_offset = offset_B, .buffer_size = size_B};
    f->pipe->set_shader_buffers(f->pipe, shader, slot, 1, res ? &buffer : NULL);
}
