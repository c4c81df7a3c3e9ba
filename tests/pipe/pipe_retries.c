/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A single failure for lack of memory must not disable later draws. Each Vulkan call of a draw and
 * a dispatch with new shaders fails in turn; the same draw and dispatch must work when they are
 * called again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_calls.h"
#include "pipe_draw_kit.h"

enum {
    MAX_CALLS = 400, /* more Vulkan calls than a draw with new shaders makes */
};

static const VkResult results[] = {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY};

/* Binds a shader that outputs a red of n / 255; each n gives a different shader. */
static void use_new_shader(struct draw_kit *k, unsigned n)
{
    char text[256];
    snprintf(text, sizeof(text),
             "FRAG\n"
             "DCL OUT[0], COLOR\n"
             "IMM[0] FLT32 {%u.0, 255.0, 1.0, 0.0}\n"
             "DCL TEMP[0]\n"
             "0: RCP TEMP[0].x, IMM[0].yyyy\n"
             "1: MUL OUT[0].x, TEMP[0].xxxx, IMM[0].xxxx\n"
             "2: MOV OUT[0].yzw, IMM[0].wwwz\n"
             "3: END\n",
             n % 256);
    kit_use_fragment_shader(k, text);
}

static void test_draws(void **state)
{
    static const struct kit_vertex quad_vertices[] = {
        {{-1, -1, 0, 1}, {0}}, {{3, -1, 0, 1}, {0}}, {{-1, 3, 0, 1}, {0}}};
    static const struct pipe_draw_info triangle = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    struct pipe_resource *vertices = fixture_buffer_of(f, quad_vertices, sizeof(quad_vertices));
    const struct pipe_vertex_buffer vb = {.stride = sizeof(quad_vertices[0]), .buffer = vertices};
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vb);
    unsigned num_failed = 0;
    for (unsigned i = 0, over = 0; i < MAX_CALLS && over < 2; i++) {
        for (unsigned r = 0; r < 2; r++) {
            use_new_shader(&k, i);
            kit_clear(&k, 0, 1, 0);
            failing_calls_begin(results[r], i, i + 1);
            f->pipe->draw_vbo(f->pipe, &triangle);
            const bool none = failing_calls_end() <= i;
            over = none ? over + 1 : 0;
            num_failed += !none;
            f->pipe->draw_vbo(f->pipe, &triangle);
            const uint32_t pixel = kit_pixel(&k, 1, 1);
            if ((pixel & 0xffffff) != i % 256)
                fail_msg("call %u, %s, failed with %d once: the next draw gives 0x%08x", i,
                         failing_calls_name(), results[r], pixel);
        }
    }
    assert_true(num_failed);
    print_message("%u calls of draws failed once\n", num_failed);
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, NULL);
    pipe_resource_reference(&vertices, NULL);
    kit_finish(&k);
}

/* Creates a shader that stores n in a buffer; each n gives a different shader. */
static void *new_compute_shader(struct pipe_fixture *f, unsigned n)
{
    char text[256];
    snprintf(text, sizeof(text),
             "COMP\n"
             "DCL BUFFER[0]\n"
             "IMM[0] UINT32 {%u, 0, 0, 0}\n"
             "0: STORE BUFFER[0].x, IMM[0].yyyy, IMM[0].xxxx\n"
             "1: END\n",
             n);
    return fixture_compute_shader(f, text, 0);
}

static void test_grids(void **state)
{
    static const struct pipe_grid_info info = {.block = {1, 1, 1}, .grid = {1, 1, 1}};
    struct pipe_fixture *f = *state;
    struct pipe_resource *buffer = fixture_buffer(f, 16, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_shader_buffer bound = {.buffer = buffer, .buffer_size = 16};
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &bound);
    unsigned num_failed = 0;
    for (unsigned i = 0, over = 0; i < MAX_CALLS && over < 2; i++) {
        for (unsigned r = 0; r < 2; r++) {
            const uint32_t wanted = 2 * i + r + 1;
            void *cs = new_compute_shader(f, wanted);
            f->pipe->bind_compute_state(f->pipe, cs);
            failing_calls_begin(results[r], i, i + 1);
            f->pipe->launch_grid(f->pipe, &info);
            const bool none = failing_calls_end() <= i;
            over = none ? over + 1 : 0;
            num_failed += !none;
            f->pipe->launch_grid(f->pipe, &info);
            uint32_t *got = fixture_read_words(f, buffer);
            if (got[0] != wanted)
                fail_msg("call %u, %s, failed with %d once: the next grid gives %u, not %u", i,
                         failing_calls_name(), results[r], got[0], wanted);
            free(got);
            f->pipe->bind_compute_state(f->pipe, NULL);
            f->pipe->delete_compute_state(f->pipe, cs);
        }
    }
    assert_true(num_failed);
    print_message("%u calls of grids failed once\n", num_failed);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe_resource_reference(&buffer, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_grids),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
