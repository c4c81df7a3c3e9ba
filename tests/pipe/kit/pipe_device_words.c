/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pipe_device_words.h"

void device_words_copy(struct pipe_fixture *f, struct pipe_resource *to, const uint32_t *words,
                       unsigned num)
{
    struct pipe_resource *from = fixture_buffer_of(f, words, num * 4);
    const struct pipe_box box = fixture_box(0, 0, 0, (int)num * 4, 1, 1);
    f->pipe->resource_copy_region(f->pipe, to, 0, 0, 0, 0, from, 0, &box);
    pipe_resource_reference(&from, NULL);
}

void device_words_store(struct pipe_fixture *f, struct pipe_resource *to, const uint32_t *words,
                        unsigned num)
{
    static const char text[] = COMP(1) "DCL SV[0], BLOCK_ID\n"
                                       "DCL BUFFER[0]\n"
                                       "DCL BUFFER[1]\n"
                                       "DCL TEMP[0..1]\n"
                                       "IMM[0] UINT32 {4, 0, 0, 0}\n"
                                       "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                                       "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\n"
                                       "STORE BUFFER[1].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                                       "END\n";
    struct pipe_context *pipe = f->pipe;
    struct pipe_resource *from = fixture_buffer_of(f, words, num * 4);
    void *cs = fixture_compute_shader(f, text, 0);
    const struct pipe_shader_buffer buffers[2] = {{.buffer = from, .buffer_size = num * 4},
                                                  {.buffer = to, .buffer_size = num * 4}};
    const struct pipe_grid_info grid = {.work_dim = 3, .block = {1, 1, 1}, .grid = {num, 1, 1}};
    pipe->bind_compute_state(pipe, cs);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 2, buffers);
    pipe->launch_grid(pipe, &grid);
    pipe->memory_barrier(pipe, PIPE_BARRIER_INDIRECT_BUFFER | PIPE_BARRIER_INDEX_BUFFER);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 2, NULL);
    pipe->bind_compute_state(pipe, NULL);
    pipe->delete_compute_state(pipe, cs);
    pipe_resource_reference(&from, NULL);
}
