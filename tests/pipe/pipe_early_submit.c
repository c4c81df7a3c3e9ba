/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A frame of many draws must be submitted in several batches if that pays. The image does not
 * depend on the number of batches, so the tests count submissions. */
#include <stdlib.h>

#include "driver/context.h"
#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"

enum {
    NUM_POINTS = KIT_SIZE * KIT_SIZE,
    CHECK_DRAWS = 64,
    MAX_DRAWS = 150,
};

struct frame {
    struct pipe_fixture *f;
    struct draw_kit k;
    struct gv_recorder *rec;
    struct pipe_query *query;
    uint32_t max_draws, max_changes, max_pipelines;
    uint64_t max_held_B;
};

/* Returns a colour for point i that differs from its neighbours' colours. */
static uint32_t color_of(unsigned i)
{
    return 0xff000000u | (i & 1 ? 0xff : 0) | (i & 2 ? 0xff00u : 0) | (i & 4 ? 0xff0000u : 0);
}

static void draw_points(struct draw_kit *k, unsigned first, unsigned num)
{
    for (unsigned i = first; i < first + num; i++) {
        const float x = (float)(i % KIT_SIZE) + 0.5f, y = (float)(i / KIT_SIZE) + 0.5f;
        const struct kit_vertex point = {
            {x * 2 / KIT_SIZE - 1, y * 2 / KIT_SIZE - 1, 0, 1},
            {(float)(i & 1), (float)(i >> 1 & 1), (float)(i >> 2 & 1), 1},
        };
        kit_draw(k, PIPE_PRIM_POINTS, &point, 1);
    }
}

static void wait_idle(struct frame *frame)
{
    struct gv_vk_device *dev = frame->rec->dev;
    assert_int_equal(gv_vk_device_wait(dev, dev->submitted, UINT64_MAX), VK_SUCCESS);
}

/* Begins a frame on an idle device. `cost_ns` is the assumed cost of a submission: if it is 1, a
 * submission always pays; if it is UINT64_MAX / 32, a submission never pays. */
static void begin_frame(struct frame *frame, struct pipe_fixture *f, uint64_t cost_ns)
{
    *frame = (struct frame){.f = f, .rec = &gv_context(f->pipe)->rec};
    kit_init(&frame->k, f, 0, NULL);
    frame->query = f->pipe->create_query(f->pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    kit_clear(&frame->k, 0, 0, 0);
    f->pipe->flush(f->pipe, NULL, 0);
    wait_idle(frame);
    frame->max_draws = frame->rec->max_draws;
    frame->max_changes = frame->rec->max_changes;
    frame->max_pipelines = frame->rec->max_pipelines;
    frame->max_held_B = frame->rec->max_held_B;
    frame->rec->max_changes = UINT32_MAX;
    frame->rec->max_pipelines = UINT32_MAX;
    frame->rec->max_held_B = UINT64_MAX;
    frame->rec->early.cost_ns = cost_ns;
    f->pipe->begin_query(f->pipe, frame->query);
}

/* Checks that the image and the sample count show that every point was drawn. */
static void check_frame(struct frame *frame)
{
    struct pipe_context *pipe = frame->f->pipe;
    pipe->end_query(pipe, frame->query);
    pipe->flush(pipe, NULL, 0);
    assert_int_equal(kit_query_u64(&frame->k, frame->query), NUM_POINTS);
    uint32_t *pixels = kit_pixels(&frame->k);
    for (unsigned i = 0; i < NUM_POINTS; i++)
        assert_int_equal(pixels[i], color_of(i));
    free(pixels);
    pipe->destroy_query(pipe, frame->query);
    frame->rec->max_draws = frame->max_draws;
    frame->rec->max_changes = frame->max_changes;
    frame->rec->max_pipelines = frame->max_pipelines;
    frame->rec->max_held_B = frame->max_held_B;
    kit_finish(&frame->k);
}

static bool ends_in_rendering(const struct frame *frame)
{
    return frame->rec->dev->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

/* Draws on an idle device; checks that the recorded draws are submitted as soon as the driver
 * checks for an early submission. Inside of a rendering, the driver submits early only on software
 * devices. */
static void test_idle(void **state)
{
    struct frame frame;
    begin_frame(&frame, *state, 1);
    const uint64_t before = frame.rec->dev->submitted;
    draw_points(&frame.k, 0, CHECK_DRAWS);
    assert_int_equal(frame.rec->dev->submitted, before);
    draw_points(&frame.k, CHECK_DRAWS, 1);
    assert_int_equal(frame.rec->dev->submitted, before + ends_in_rendering(&frame));
    draw_points(&frame.k, CHECK_DRAWS + 1, NUM_POINTS - CHECK_DRAWS - 1);
    check_frame(&frame);
}

/* Changes the framebuffer between draws; checks that the draws are submitted on every kind of
 * device. */
static void test_framebuffer_changes(void **state)
{
    struct frame frame;
    begin_frame(&frame, *state, 1);
    const uint64_t before = frame.rec->dev->submitted;
    draw_points(&frame.k, 0, CHECK_DRAWS);
    gv_recorder_end_rendering(frame.rec);
    draw_points(&frame.k, CHECK_DRAWS, 1);
    assert_int_equal(frame.rec->dev->submitted, before + 1);
    draw_points(&frame.k, CHECK_DRAWS + 1, NUM_POINTS - CHECK_DRAWS - 1);
    check_frame(&frame);
}

/* Draws while the device executes the last submission; checks that nothing more is submitted, up to
 * the batch's limit of draws. */
static void test_busy(void **state)
{
    struct frame frame;
    begin_frame(&frame, *state, 1);
    frame.rec->max_draws = MAX_DRAWS;
    const uint64_t before = frame.rec->dev->submitted;
    draw_points(&frame.k, 0, 1);
    frame.rec->last_value = before + 1000; /* a timeline value that is not submitted yet */
    draw_points(&frame.k, 1, MAX_DRAWS - 1);
    assert_int_equal(frame.rec->dev->submitted, before);
    draw_points(&frame.k, MAX_DRAWS, 1);
    assert_int_equal(frame.rec->dev->submitted, before + 1);
    draw_points(&frame.k, MAX_DRAWS + 1, NUM_POINTS - MAX_DRAWS - 1);
    check_frame(&frame);
}

/* Lets a batch hold much memory for uploads; checks that the batch is submitted at the next check.
 */
static void test_holds_much(void **state)
{
    struct frame frame;
    begin_frame(&frame, *state, UINT64_MAX / 32);
    const uint64_t before = frame.rec->dev->submitted;
    draw_points(&frame.k, 0, 1);
    frame.rec->max_held_B = frame.rec->batch->held_B;
    draw_points(&frame.k, 1, CHECK_DRAWS);
    assert_int_equal(frame.rec->dev->submitted, before);
    frame.rec->max_held_B--;
    draw_points(&frame.k, CHECK_DRAWS + 1, CHECK_DRAWS);
    assert_int_equal(frame.rec->dev->submitted, before + 1);
    frame.rec->max_held_B = UINT64_MAX;
    draw_points(&frame.k, 2 * CHECK_DRAWS + 1, NUM_POINTS - 2 * CHECK_DRAWS - 1);
    check_frame(&frame);
}

/* A submission costs more time than the recorded draws; checks that no batch is submitted early. */
static void test_dear(void **state)
{
    struct frame frame;
    begin_frame(&frame, *state, UINT64_MAX / 32);
    const uint64_t before = frame.rec->dev->submitted;
    draw_points(&frame.k, 0, NUM_POINTS);
    assert_int_equal(frame.rec->dev->submitted, before);
    frame.rec->early.cost_ns = 1;
    check_frame(&frame);
}

/* Makes many state changes in a batch; checks that the batch is submitted whatever the device is
 * doing. */
static void test_changes(void **state)
{
    struct frame frame;
    begin_frame(&frame, *state, UINT64_MAX / 32);
    frame.rec->max_changes = 2;
    const uint64_t before = frame.rec->dev->submitted;
    draw_points(&frame.k, 0, CHECK_DRAWS);
    frame.rec->num_repeats = 0; /* makes every draw count as a change of state */
    draw_points(&frame.k, CHECK_DRAWS, 1);
    assert_int_equal(frame.rec->dev->submitted, before + 1);
    draw_points(&frame.k, CHECK_DRAWS + 1, NUM_POINTS - CHECK_DRAWS - 1);
    frame.rec->early.cost_ns = 1;
    check_frame(&frame);
}

/* Binds as many pipelines as a batch may bind; checks that the batch is submitted whatever the
 * device is doing. */
static void test_pipelines(void **state)
{
    struct frame frame;
    begin_frame(&frame, *state, UINT64_MAX / 32);
    frame.rec->max_pipelines = 1;
    const uint64_t before = frame.rec->dev->submitted;
    draw_points(&frame.k, 0, CHECK_DRAWS);
    assert_int_equal(frame.rec->dev->submitted, before);
    draw_points(&frame.k, CHECK_DRAWS, 1);
    assert_int_equal(frame.rec->dev->submitted, before + 1);
    draw_points(&frame.k, CHECK_DRAWS + 1, NUM_POINTS - CHECK_DRAWS - 1);
    frame.rec->early.cost_ns = 1;
    check_frame(&frame);
}

/* Repeats a draw; checks that a batch ends before its commands exceed 1 MiB. Each draw counts as 64
 * bytes; on tilers a batch holds more draws. */
static void test_repeats(void **state)
{
    enum {
        NUM_DRAWS = (1 << 20) / 64,
    };
    const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES,
                                        .count = 1,
                                        .instance_count =
                                            1}; /* fewer vertices than a triangle needs */
    struct frame frame;
    begin_frame(&frame, *state, UINT64_MAX / 32);
    struct pipe_context *pipe = frame.f->pipe;
    const struct gv_vk_device *dev = frame.rec->dev;
    const bool software = ends_in_rendering(&frame);
    const uint64_t before = dev->submitted;
    draw_points(&frame.k, 0, NUM_POINTS);
    for (unsigned i = NUM_POINTS; i < NUM_DRAWS; i++)
        pipe->draw_vbo(pipe, &info);
    assert_int_equal(dev->submitted > before, software);
    pipe->draw_vbo(pipe, &info);
    assert_int_equal(dev->submitted > before, software || !dev->quirks.rendersInTiles);
    frame.rec->early.cost_ns = 1;
    check_frame(&frame);
}

/* Draws a long frame; checks that a later batch of the frame is not submitted too early: recording
 * it must have taken half as long as recording all earlier batches of the frame. */
static void test_later_batches(void **state)
{
    struct frame frame;
    begin_frame(&frame, *state, 1);
    draw_points(&frame.k, 0, CHECK_DRAWS);
    gv_recorder_end_rendering(frame.rec);
    draw_points(&frame.k, CHECK_DRAWS, 1);
    wait_idle(&frame);
    assert_true(frame.rec->early.frame_ns < frame.rec->early.batch_ns);
    const uint64_t before = frame.rec->dev->submitted, frame_ns = frame.rec->early.frame_ns;
    frame.rec->early.frame_ns = 0; /* makes the frame seem to have begun long ago */
    draw_points(&frame.k, CHECK_DRAWS + 1, 2 * CHECK_DRAWS);
    assert_int_equal(frame.rec->dev->submitted, before);
    frame.rec->early.frame_ns = frame_ns;
    draw_points(&frame.k, 3 * CHECK_DRAWS + 1, NUM_POINTS - 3 * CHECK_DRAWS - 1);
    check_frame(&frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_idle),      cmocka_unit_test(test_framebuffer_changes),
        cmocka_unit_test(test_busy),      cmocka_unit_test(test_holds_much),
        cmocka_unit_test(test_dear),      cmocka_unit_test(test_later_batches),
        cmocka_unit_test(test_changes),   cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_pipelines),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
