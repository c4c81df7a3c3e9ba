/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Conversion of depth and stencil texels between the client's layouts and Vulkan's planes, also for
 * devices that lack 24-bit depth. The tests need no device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "driver/transfer/zs_pack.h"

static const enum pipe_format clients[] = {
    PIPE_FORMAT_Z16_UNORM,         PIPE_FORMAT_Z24X8_UNORM,       PIPE_FORMAT_X8Z24_UNORM,
    PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_FORMAT_S8_UINT_Z24_UNORM, PIPE_FORMAT_S8_UINT,
};
static const VkFormat planes[] = {VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT};

/* Converts every 24-bit value to both of Vulkan's formats and back; checks that it is unchanged. */
static void test_all_values(void **state)
{
    (void)state;
    for (unsigned p = 0; p < 2; p++) {
        for (uint32_t first = 0; first < 1u << 24; first += 4096) {
            uint32_t in[4096], depth[4096], out[4096];
            uint8_t stencil[4096];
            for (uint32_t i = 0; i < 4096; i++)
                in[i] = (first + i) | (i & 0xff) << 24;
            gv_zs_unpack(PIPE_FORMAT_Z24_UNORM_S8_UINT, planes[p], 4096, in, depth, stencil);
            gv_zs_pack(PIPE_FORMAT_Z24_UNORM_S8_UINT, planes[p], 4096, depth, stencil, out);
            assert_memory_equal(in, out, sizeof(in));
        }
    }
}

static void test_every_layout(void **state)
{
    (void)state;
    static const uint8_t sizes[] = {2, 4, 4, 4, 4, 1};
    for (unsigned p = 0; p < 2; p++) {
        for (unsigned c = 0; c < 6; c++) {
            uint8_t in[64], out[64];
            uint32_t depth[16];
            uint8_t stencil[16];
            for (unsigned i = 0; i < 64; i++)
                in[i] = (uint8_t)(i * 37 + 11);
            unsigned num = 64 / sizes[c] < 16 ? 64 / sizes[c] : 16;
            gv_zs_unpack(clients[c], planes[p], num, in, depth, stencil);
            gv_zs_pack(clients[c], planes[p], num, depth, stencil, out);
            for (unsigned i = 0; i < num * sizes[c]; i++) {
                bool padding = (clients[c] == PIPE_FORMAT_Z24X8_UNORM && i % 4 == 3) ||
                               (clients[c] == PIPE_FORMAT_X8Z24_UNORM && i % 4 == 0);
                assert_int_equal(out[i], padding ? 0 : in[i]);
            }
        }
    }
}

static void test_floats(void **state)
{
    (void)state;
    const float values[4] = {0.0f, 1.0f, 0.3f, -7.5f};
    uint8_t in[32] = {0}, out[32], stencil[4];
    float depth[4];
    for (unsigned i = 0; i < 4; i++) {
        memcpy(in + i * 8, &values[i], 4);
        in[i * 8 + 4] = (uint8_t)(200 + i);
    }
    gv_zs_unpack(PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT, 4, in, depth,
                 stencil);
    assert_memory_equal(depth, values, sizeof(values));
    assert_int_equal(stencil[3], 203);
    memset(out, 0xee, sizeof(out));
    gv_zs_pack(PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT, 4, depth, stencil,
               out);
    assert_memory_equal(in, out, sizeof(in));
}

/* Converts floats that fixed-point depth cannot represent; checks the results. */
static void test_out_of_range(void **state)
{
    (void)state;
    const uint32_t depth[4] = {0x7fc00000, 0xbf800000, 0x40000000, 0xff800000};
    static const uint8_t stencil[4] = {0};
    uint32_t out[4];
    gv_zs_pack(PIPE_FORMAT_Z24_UNORM_S8_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT, 4, depth, stencil, out);
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 0);
    assert_int_equal(out[2], 0xffffff);
    assert_int_equal(out[3], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_values),
        cmocka_unit_test(test_every_layout),
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
