/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tests the helper functions that programs call in addition to Gallium's interface, at the bounds
 * of their arguments. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "os/os_thread.h"
#include "os/os_time.h"
#include "util/u_atomic.h"
#include "util/u_box.h"
#include "util/u_draw.h"
#include "util/u_half.h"
#include "util/u_math.h"
#include "util/u_rect.h"
#include "util/u_sampler.h"
#include "util/u_string.h"

static void test_halves(void **state)
{
    (void)state;

    for (unsigned bits = 0; bits < 0x10000; bits++) {
        const uint16_t half = (uint16_t)bits;
        const float f = util_half_to_float(half);

        if (util_is_half_nan((int16_t)half))
            assert_true(util_is_nan(f) && util_is_half_nan((int16_t)util_float_to_half(f)));
        else
            assert_int_equal(util_float_to_half(f), half);
        assert_int_equal(util_is_half_inf_or_nan((int16_t)half), util_is_inf_or_nan(f));
        assert_int_equal(util_half_inf_sign((int16_t)half), util_inf_sign(f));
    }
    assert_int_equal(util_float_to_half(1.0f + 0x1p-11f), 0x3c00); /* ties round to even */
    assert_int_equal(util_float_to_half(1.0f + 0x3p-11f), 0x3c02);
    assert_int_equal(util_float_to_half(65520.0f), 0x7c00);
    assert_int_equal(util_float_to_half(-0x1p-25f), 0x8000);
}

static void test_signs(void **state)
{
    (void)state;

    assert_int_equal(util_inf_sign(INFINITY), 1);
    assert_int_equal(util_inf_sign(-INFINITY), -1);
    assert_int_equal(util_inf_sign(NAN), 0);
    assert_int_equal(util_inf_sign(1e38f), 0);
    assert_int_equal(util_double_inf_sign(-(double)INFINITY), -1);
    assert_int_equal(util_double_inf_sign((double)NAN), 0);
    assert_int_equal(util_double_inf_sign(1e308), 0);
    assert_true(util_is_double_inf_or_nan((double)NAN));
    assert_false(util_is_double_nan((double)INFINITY));
    assert_int_equal(util_get_float32_exponent(1.0f), 0);
    assert_int_equal(util_get_float32_exponent(-0.75f), -1);
    assert_int_equal(util_get_float32_exponent(0.0f), -127);
}

static void test_bits(void **state)
{
    (void)state;
    unsigned mask = 0xf000000e;
    int start, count;

    u_bit_scan_consecutive_range(&mask, &start, &count);
    assert_true(start == 1 && count == 3 && mask == 0xf0000000);
    u_bit_scan_consecutive_range(&mask, &start, &count);
    assert_true(start == 28 && count == 4 && mask == 0);
    mask = ~0u;
    u_bit_scan_consecutive_range(&mask, &start, &count);
    assert_true(start == 0 && count == 32 && mask == 0);
    assert_int_equal(util_bitreverse(1), 0x80000000);
    assert_int_equal(util_bitreverse(0x12345678), 0x1e6a2c48);
    assert_int_equal(util_last_bit_signed(0), 0);
    assert_int_equal(util_last_bit_signed(-1), 0);
    assert_int_equal(util_last_bit_signed(5), 3);
    assert_int_equal(util_last_bit_signed(-6), 3);
    assert_int_equal(util_last_bit_signed(INT_MIN), 31);
    assert_int_equal(util_align_npot(13, 12), 24);
    assert_int_equal(util_align_npot(24, 12), 24);
    assert_int_equal(util_align_npot(0, 12), 0);
}

static void test_byte_order(void **state)
{
    (void)state;
    const uint32_t words[2] = {0x01020304, 0xa0b0c0d0};
    uint8_t bytes[8];
    const uint8_t little[8] = {4, 3, 2, 1, 0xd0, 0xc0, 0xb0, 0xa0};

    assert_ptr_equal(util_memcpy_cpu_to_le32(bytes, words, sizeof(words)), bytes);
    assert_memory_equal(bytes, little, sizeof(little));
    assert_int_equal(util_le32_to_cpu(util_cpu_to_le32(0x01020304u)), 0x01020304);
    assert_int_equal(util_le16_to_cpu(util_cpu_to_le16(0x0102u)), 0x0102);
}

static void check_box(const struct pipe_box *box, int x, int y, int width, int height)
{
    assert_true(box->x == x && box->y == y && box->width == width && box->height == height);
}

static void test_boxes(void **state)
{
    (void)state;
    struct pipe_box a, b, c;

    u_box_3d(1, 2, 3, 4, 5, 6, &a);
    u_box_3d(10, 0, 0, 1, 3, 4, &b);
    u_box_union_3d(&c, &a, &b);
    check_box(&c, 1, 0, 10, 7);
    assert_true(c.z == 0 && c.depth == 9);
    u_box_union_2d(&a, &a, &b);
    check_box(&a, 1, 0, 10, 7);
    assert_true(a.z == 3 && a.depth == 6);
    assert_int_equal(u_box_volume_3d(&c), 630);
    c.width = -10;
    assert_int_equal(u_box_volume_3d(&c), 630);

    u_box_2d(2, 2, 4, 4, &a);
    assert_int_equal(u_box_clip_2d(&b, &a, 6, 6), 0);
    check_box(&b, 2, 2, 4, 4);
    assert_int_equal(u_box_clip_2d(&b, &a, 5, 9), 1);
    check_box(&b, 2, 2, 3, 4);
    assert_int_equal(u_box_clip_2d(&b, &a, 5, 3), 3);
    check_box(&b, 2, 2, 3, 1);
    a.x = -1;
    assert_int_equal(u_box_clip_2d(&b, &a, 9, 9), 1);
    check_box(&b, 0, 2, 3, 4);
    assert_int_equal(u_box_clip_2d(&b, &a, 9, 2), -1);
    check_box(&b, 0, 2, 3, 4);

    u_box_2d(8, 4, 8, 2, &a);
    u_box_minify_2d(&b, &a, 2);
    check_box(&b, 2, 1, 2, 1);
}

static void test_rects(void **state)
{
    (void)state;
    const struct u_rect a = {0, 4, 0, 4}, apart = {4, 8, 0, 4};
    struct u_rect b = {2, 8, 1, 3}, d;

    assert_true(u_rect_test_intersection(&a, &b));
    assert_false(u_rect_test_intersection(&a, &apart));
    u_rect_union(&d, &a, &b);
    assert_true(d.x0 == 0 && d.x1 == 8 && d.y0 == 0 && d.y1 == 4);
    u_rect_find_intersection(&a, &b);
    assert_true(b.x0 == 2 && b.x1 == 4 && b.y0 == 1 && b.y1 == 3);
    assert_int_equal(u_rect_area(&b), 4);
    d = apart;
    u_rect_possible_intersection(&a, &d);
    assert_int_equal(u_rect_area(&d), 0);
}

/* Copies rows from the last to the first, by a negative stride, as for an image that is stored
 * upside down; checks the texels. */
static void test_copies(void **state)
{
    (void)state;
    uint16_t src[2][3][4], dst[2][5][6] = {{{0}}};

    for (unsigned z = 0; z < 2; z++) {
        for (unsigned i = 0; i < 12; i++)
            src[z][i / 4][i % 4] = (uint16_t)(100 * z + 10 * (i / 4) + i % 4);
    }
    util_copy_box((ubyte *)dst, PIPE_FORMAT_R16_UINT, sizeof(dst[0][0]), sizeof(dst[0]), 2, 1, 0, 3,
                  2, 2, (const ubyte *)src[0][2], -(int)sizeof(src[0][0]), sizeof(src[0]), 1, 0, 0);
    for (unsigned z = 0; z < 2; z++) {
        for (unsigned y = 0; y < 5; y++) {
            for (unsigned x = 0; x < 6; x++) {
                bool inside = x >= 2 && x < 5 && y >= 1 && y < 3;
                assert_int_equal(dst[z][y][x], inside ? 100 * z + 10 * (3 - y) + x - 1 : 0);
            }
        }
    }
}

/* Copies texels of compressed formats; checks that positions are in texels. */
static void test_copies_of_blocks(void **state)
{
    (void)state;
    uint64_t src[2][2] = {{1, 2}, {3, 4}}, dst[3][3] = {{0}};

    util_copy_rect((ubyte *)dst, PIPE_FORMAT_DXT1_RGB, sizeof(dst[0]), 4, 8, 8, 4,
                   (const ubyte *)src, sizeof(src[0]), 0, 4);
    assert_true(dst[2][1] == 3 && dst[2][2] == 4 && dst[1][1] == 0 && dst[2][0] == 0);
}

static void test_fills(void **state)
{
    (void)state;
    uint32_t dst[2][3][4] = {{{0}}};
    uint64_t blocks[1] = {0};
    union util_color color;
    const float rgba[4] = {1.0f, 0.0f, 1.0f, 0.0f};

    util_pack_color(rgba, PIPE_FORMAT_R8G8B8A8_UNORM, &color);
    util_fill_box((ubyte *)dst, PIPE_FORMAT_R8G8B8A8_UNORM, sizeof(dst[0][0]), sizeof(dst[0]), 1, 1,
                  1, 2, 2, 1, &color);
    for (unsigned i = 0; i < 24; i++) {
        unsigned x = i % 4, y = i / 4 % 3, z = i / 12;
        assert_int_equal(dst[z][y][x], z == 1 && y >= 1 && x >= 1 && x < 3 ? color.ui[0] : 0);
    }
    util_fill_rect((ubyte *)blocks, PIPE_FORMAT_DXT1_RGB, sizeof(blocks), 0, 0, 4, 4, &color);
    assert_int_equal(blocks[0], 0);
}

static void test_strings(void **state)
{
    (void)state;
    const char *text = "a,b";

    assert_ptr_equal(util_strchrnul(text, ','), text + 1);
    assert_ptr_equal(util_strchrnul(text, ';'), text + 3);
    assert_int_equal(util_strcasecmp("Galvan", "gALVAN"), 0);
}

static void test_time(void **state)
{
    (void)state;
    volatile int busy = 1, idle = 0;
    const int64_t before = os_time_get_nano();

    os_time_sleep(2000);
    assert_true(os_time_get_nano() - before >= 2000000);
    assert_true(os_time_get_absolute_timeout(1000) > before);
    assert_true(os_time_get_absolute_timeout(OS_TIMEOUT_INFINITE) == (int64_t)OS_TIMEOUT_INFINITE);
    assert_true(os_wait_until_zero(&idle, 0));
    assert_true(os_wait_until_zero(&idle, OS_TIMEOUT_INFINITE));
    assert_false(os_wait_until_zero(&busy, 1000));
    assert_false(os_time_timeout(10, 20, 15));
    assert_true(os_time_timeout(10, 20, 20));
    assert_true(os_time_timeout(10, 20, 5));
    assert_false(os_time_timeout(20, 10, 5)); /* the end has wrapped */
    assert_true(os_time_timeout(20, 10, 15));
}

#define NUM_THREADS 4
#define NUM_ROUNDS  100

struct shared {
    pipe_barrier barrier;
    pipe_semaphore turns;
    pipe_mutex mutex;
    int arrived, late, sum;
};

static PIPE_THREAD_ROUTINE(run_rounds, data)
{
    struct shared *s = data;

    for (int round = 1; round <= NUM_ROUNDS; round++) {
        p_atomic_inc(&s->arrived);
        pipe_barrier_wait(&s->barrier);
        /* All threads must have arrived in this round, and no thread may have arrived in the next
         * round. */
        if (p_atomic_read(&s->arrived) != round * NUM_THREADS)
            p_atomic_inc(&s->late);
        pipe_barrier_wait(&s->barrier);
        pipe_mutex_lock(s->mutex);
        s->sum += round;
        pipe_mutex_unlock(s->mutex);
    }
    pipe_semaphore_signal(&s->turns);
    return 0;
}

static void test_threads(void **state)
{
    (void)state;
    struct shared s = {.arrived = 0};
    pipe_thread threads[NUM_THREADS];
    int one = 1;

    pipe_barrier_init(&s.barrier, NUM_THREADS);
    pipe_semaphore_init(&s.turns, 0);
    pipe_mutex_init(s.mutex);
    for (unsigned i = 0; i < NUM_THREADS; i++)
        threads[i] = pipe_thread_create(run_rounds, &s);
    for (unsigned i = 0; i < NUM_THREADS; i++)
        pipe_semaphore_wait(&s.turns);
    for (unsigned i = 0; i < NUM_THREADS; i++)
        assert_int_equal(pipe_thread_wait(threads[i]), 0);
    assert_int_equal(s.late, 0);
    assert_int_equal(s.sum, NUM_THREADS * NUM_ROUNDS * (NUM_ROUNDS + 1) / 2);
    pipe_barrier_destroy(&s.barrier);
    pipe_semaphore_destroy(&s.turns);
    pipe_mutex_destroy(s.mutex);

    assert_int_equal(p_atomic_cmpxchg(&one, 1, 5), 1);
    assert_int_equal(p_atomic_cmpxchg(&one, 1, 6), 5);
    assert_int_equal(p_atomic_inc_return(&one), 6);
    p_atomic_set(&one, 1);
    assert_true(p_atomic_dec_zero(&one));
}

static void test_string_buffers(void **state)
{
    (void)state;
    char text[8];
    struct util_strbuf buf;

    util_strbuf_init(&buf, text, sizeof(text));
    assert_string_equal(text, "");
    util_strbuf_printf(&buf, "%d%s", 12, "ab");
    assert_string_equal(text, "12ab");
    assert_int_equal(buf.left, 4);
    util_strbuf_printf(&buf, "cdefg");
    assert_string_equal(text, "12abcde");
    util_strbuf_printf(&buf, "more");
    assert_string_equal(text, "12abcde");
}

static void test_max_index(void **state)
{
    (void)state;
    struct pipe_resource buffer = {.target = PIPE_BUFFER, .width0 = 100};
    struct pipe_vertex_buffer vbs[3] = {{.stride = 16, .buffer_offset = 4, .buffer = &buffer},
                                        {.stride = 8, .user_buffer = &buffer}};
    struct pipe_vertex_element elements[3] = {
        {.src_offset = 4, .src_format = PIPE_FORMAT_R32G32_FLOAT},
        {.src_format = PIPE_FORMAT_R32_FLOAT, .vertex_buffer_index = 1}};
    struct pipe_draw_info info = {.instance_count = 3};

    assert_int_equal(util_draw_max_index(vbs, elements, 2, &info), 6); /* (100 - 4 - 12) / 16 + 1 */
    assert_true(util_draw_max_index(vbs, elements + 1, 1, &info) == ~0u);
    vbs[0].stride = 0;
    assert_true(util_draw_max_index(vbs, elements, 2, &info) == ~0u);
    vbs[0].buffer_offset = 96;
    assert_int_equal(util_draw_max_index(vbs, elements, 2, &info), 0);
    vbs[0].buffer_offset = 0;
    vbs[0].stride = 44; /* space for only three vertices */
    elements[0].instance_divisor = 1;
    assert_true(util_draw_max_index(vbs, elements, 2, &info) == ~0u);
    info.start_instance = 1;
    assert_int_equal(util_draw_max_index(vbs, elements, 2, &info), 0);
    elements[0].instance_divisor = 2;
    assert_true(util_draw_max_index(vbs, elements, 2, &info) == ~0u);
}

static void expect_dx9(enum pipe_format format, unsigned green, unsigned blue)
{
    const struct pipe_resource texture = {.target = PIPE_TEXTURE_2D, .format = format};
    struct pipe_sampler_view view;

    u_sampler_view_default_dx9_template(&view, &texture, format);
    assert_int_equal(view.format, format);
    assert_int_equal(view.swizzle_r, PIPE_SWIZZLE_RED);
    assert_int_equal(view.swizzle_g, green);
    assert_int_equal(view.swizzle_b, blue);
    assert_int_equal(view.swizzle_a, PIPE_SWIZZLE_ALPHA);
}

static void test_dx9_views(void **state)
{
    (void)state;

    expect_dx9(PIPE_FORMAT_R8_UNORM, PIPE_SWIZZLE_ONE, PIPE_SWIZZLE_ONE);
    expect_dx9(PIPE_FORMAT_R16G16_FLOAT, PIPE_SWIZZLE_GREEN, PIPE_SWIZZLE_ONE);
    expect_dx9(PIPE_FORMAT_B8G8R8A8_UNORM, PIPE_SWIZZLE_GREEN, PIPE_SWIZZLE_BLUE);
    expect_dx9(PIPE_FORMAT_L8_UNORM, PIPE_SWIZZLE_GREEN, PIPE_SWIZZLE_BLUE);
    expect_dx9(PIPE_FORMAT_A8_UNORM, PIPE_SWIZZLE_GREEN, PIPE_SWIZZLE_BLUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_halves),         cmocka_unit_test(test_signs),
        cmocka_unit_test(test_bits),           cmocka_unit_test(test_byte_order),
        cmocka_unit_test(test_boxes),          cmocka_unit_test(test_rects),
        cmocka_unit_test(test_copies),         cmocka_unit_test(test_copies_of_blocks),
        cmocka_unit_test(test_fills),          cmocka_unit_test(test_strings),
        cmocka_unit_test(test_time),           cmocka_unit_test(test_threads),
        cmocka_unit_test(test_string_buffers), cmocka_unit_test(test_max_index),
        cmocka_unit_test(test_dx9_views),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
