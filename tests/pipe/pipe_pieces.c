/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A software device gets a frame of many draws in pieces, and nothing shows that but the count of
 * submissions. */
#include <stdlib.h>

#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"

enum {
    NUM_POINTS = KIT_SIZE * KIT_SIZE, /* two pieces */
    PIECE_DRAWS = 128,
};

/* Each in a colour of its own. */
static uint32_t color_of(unsigned i)
{
    return 0xff000000u | (i & 1 ? 0xff : 0) | (i & 2 ? 0xff00u : 0) | (i & 4 ? 0xff0000u : 0);
}

static void draw_points(struct draw_kit *k, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        const float x = (float)(i % KIT_SIZE) + 0.5f, y = (float)(i / KIT_SIZE) + 0.5f;
        const struct kit_vertex point = {
            {x * 2 / KIT_SIZE - 1, y * 2 / KIT_SIZE - 1, 0, 1},
            {(float)(i & 1), (float)(i >> 1 & 1), (float)(i >> 2 & 1), 1},
        };
        kit_draw(k, PIPE_PRIM_POINTS, &point, 1);
    }
}

static void test_frame(void **state)
{
    struct pipe_fixture *f = *state;
    const struct gv_vk_device *dev = gv_screen(f->screen)->dev;
    const bool software = dev->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    struct pipe_query *query = f->pipe->create_query(f->pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    kit_clear(&k, 0, 0, 0);
    f->pipe->flush(f->pipe, NULL, 0);

    uint64_t before = dev->submitted;
    f->pipe->begin_query(f->pipe, query);
    draw_points(&k, NUM_POINTS);
    f->pipe->end_query(f->pipe, query);
    f->pipe->flush(f->pipe, NULL, 0);
    assert_int_equal(dev->submitted - before, software ? NUM_POINTS / PIECE_DRAWS : 1);
    assert_int_equal(kit_query_u64(&k, query), NUM_POINTS);
    uint32_t *pixels = kit_pixels(&k);
    for (unsigned i = 0; i < NUM_POINTS; i++)
        assert_int_equal(pixels[i], color_of(i));
    free(pixels);
    f->pipe->destroy_query(f->pipe, query);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frame),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
