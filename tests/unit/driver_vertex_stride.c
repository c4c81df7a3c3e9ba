/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The strides with which the device fetches vertices. The test needs no device. */
#include "driver/state/vertex_input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    SIZE_B = 64,
    STRIDE_B = 16,
    MAX_STRIDE_B = 2048,
};

/* Checks that a binding without a source of vertices has the stride 0: the device then reads only
 * the first vertex of the buffer of zeros, whatever the indices are. */
static void test_strides(void **state)
{
    (void)state;
    static const char user[SIZE_B];
    struct pipe_resource buffer = {.target = PIPE_BUFFER, .width0 = SIZE_B};
    struct pipe_resource texture = {.target = PIPE_TEXTURE_2D, .width0 = SIZE_B};
    const struct {
        struct pipe_vertex_buffer vb;
        unsigned stride_B;
    } cases[] = {
        {{.stride = STRIDE_B, .buffer = &buffer}, STRIDE_B},
        {{.stride = STRIDE_B, .buffer = &buffer, .buffer_offset = SIZE_B - 1}, STRIDE_B},
        {{.stride = STRIDE_B, .buffer = &buffer, .buffer_offset = SIZE_B}, 0},
        {{.stride = STRIDE_B, .buffer = &buffer, .buffer_offset = 0xfffffff0}, 0},
        {{.stride = STRIDE_B, .buffer = &texture}, 0},
        {{.stride = STRIDE_B}, 0},
        {{.stride = STRIDE_B, .user_buffer = user}, STRIDE_B},
        {{.stride = MAX_STRIDE_B + 1, .buffer = &buffer}, MAX_STRIDE_B},
    };
    static struct gv_vk_device dev;
    static struct gv_vertex_elements elements = {.num_bindings = 1, .buffer_index = {3}};
    static struct gv_state s;
    dev.properties.limits.maxVertexInputBindingStride = MAX_STRIDE_B;
    s.dev = &dev;
    s.vertex_elements = &elements;
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        s.vertex_buffers[3] = cases[i].vb;
        assert_int_equal(gv_vertex_stride(&s, 0), cases[i].stride_B);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_strides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
