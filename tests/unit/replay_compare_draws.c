/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The report on two sequences of draws: which draw differs first, in which attachment, and which
 * draws wrote to memory before. */
#include "replay/compare_draws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "galvan/galvan.h"
#include "replay/draw_steps.h"

struct sides {
    FILE *files[2];
    char *bytes[2];
    size_t sizes[2];
    char said[1024];
};

static int set_up(void **state)
{
    static struct sides sides;
    sides = (struct sides){0};
    for (unsigned i = 0; i < 2; i++)
        sides.files[i] = open_memstream(&sides.bytes[i], &sides.sizes[i]);
    *state = &sides;
    return sides.files[0] && sides.files[1] ? 0 : -1;
}

static int tear_down(void **state)
{
    struct sides *sides = *state;
    free(sides->bytes[0]);
    free(sides->bytes[1]);
    return 0;
}

static struct gv_step surface(uint64_t draw, enum gv_step_kind kind, uint32_t part,
                              uint64_t pixel_B)
{
    return (struct gv_step){.draw = draw,
                            .kind = kind,
                            .part = part,
                            .width = 2,
                            .height = 1,
                            .num_pixels = 2,
                            .pixel_B = pixel_B};
}

/* Writes a step with two pixels, whose bytes are `a` in one sequence and `b` in the other. */
static void put(struct sides *sides, struct gv_step step, const void *a, const void *b)
{
    const void *const pixels[] = {a, b};
    for (unsigned i = 0; i < 2; i++) {
        fwrite(&step, sizeof(step), 1, sides->files[i]);
        if (step.num_pixels > 0)
            fwrite(pixels[i], step.pixel_B, step.num_pixels, sides->files[i]);
    }
}

static void put_writer(struct sides *sides, uint64_t draw, enum gv_step_kind kind, uint32_t writes)
{
    const struct gv_step step = {.draw = draw, .kind = kind, .part = writes};
    put(sides, step, NULL, NULL);
}

static void expect(struct sides *sides, const char *said)
{
    FILE *out = fmemopen(sides->said, sizeof(sides->said), "w");
    FILE *in[2];
    for (unsigned i = 0; i < 2; i++) {
        fclose(sides->files[i]);
        in[i] = sides->sizes[i] > 0 ? fmemopen(sides->bytes[i], sides->sizes[i], "r")
                                    : fopen("/dev/null", "r");
        assert_non_null(in[i]);
    }
    gv_compare_draws(in[0], in[1], out, 5);
    fclose(in[0]);
    fclose(in[1]);
    fclose(out);
    assert_string_equal(sides->said, said);
}

static void test_nothing_differs(void **state)
{
    const uint8_t a[8] = {10, 20, 30, 40, 50, 60, 70, 80}, b[8] = {12, 20, 30, 38, 50, 60, 70, 80};
    const float far[2] = {0.5f, 1.0f}, near[2] = {0.5015f, 1.0f};
    put(*state, surface(7, GV_STEP_COLOUR, 0, 4), a, b); /* differences within the tolerance */
    put(*state, surface(7, GV_STEP_DEPTH, 0, 4), far, near);
    put(*state, surface(7, GV_STEP_STENCIL, 0, 1), a, a);
    put_writer(*state, 7, GV_STEP_WRITES, GALVAN_WRITES_STREAM_OUTPUT | GALVAN_WRITES_STORES);
    expect(*state, "no draw of frame 5 has left another framebuffer\n"
                   "  to memory, which was not compared, wrote before: "
                   "draw 7 (stream output, stores)\n");
}

static void test_nothing_at_all(void **state)
{
    expect(*state, "no draw of frame 5 has left another framebuffer\n");
}

/* Compares draws with several attachments; checks that the report has all attachments of the first
 * draw that differs, and no other draw. */
static void test_attachments(void **state)
{
    const uint8_t a[8] = {0}, alpha[8] = {[3] = 3};
    const uint32_t small[8] = {0}, large[8] = {[4] = 1};
    const float depth[2] = {0.5f, 0.25f}, nearer[2] = {0.4375f, 0.25f};
    put_writer(*state, 2, GV_STEP_WRITES, GALVAN_WRITES_STORES);
    put(*state, surface(3, GV_STEP_COLOUR, 0, 4), a, a);
    put(*state, surface(3, GV_STEP_COLOUR, 1, 4), a, alpha);
    put(*state, surface(3, GV_STEP_INTEGERS, 2, 16), small, large);
    put(*state, surface(3, GV_STEP_DEPTH, 0, 4), depth, nearer);
    put(*state, surface(3, GV_STEP_STENCIL, 0, 1), a + 2, alpha + 2);
    put_writer(*state, 3, GV_STEP_WRITES, GALVAN_WRITES_STORES);
    put(*state, surface(4, GV_STEP_DEPTH, 0, 4), depth, nearer);
    expect(*state, "draw 3, in frame 5, is the first to differ:\n"
                   "  colour 1, 2x1: 1 of 2 pixels differ by more than 2, at most by 3\n"
                   "  colour 2, 2x1: 1 of 2 pixels differ\n"
                   "  depth, 2x1: 1 of 2 pixels differ by more than 0.002, at most by 0.0625\n"
                   "  stencil, 2x1: 1 of 2 pixels differ\n"
                   "  to memory, which was not compared, wrote before: draw 2 (stores)\n");
}

static void test_no_number(void **state)
{
    const float depth[2] = {0.5f, 0.25f}, no_depth[2] = {0.5f, NAN};
    put(*state, surface(4, GV_STEP_DEPTH, 0, 4), depth, no_depth);
    expect(*state, "draw 4, in frame 5, is the first to differ:\n"
                   "  depth, 2x1: 1 of 2 pixels differ by more than 0.002, at most by 1\n");
}

static void test_many_writers(void **state)
{
    const uint8_t a[2] = {0}, b[2] = {1, 1};
    put_writer(*state, 1, GV_STEP_WRITES, GALVAN_WRITES_STREAM_OUTPUT);
    for (uint64_t i = 2; i < 10; i++)
        put_writer(*state, i, GV_STEP_DISPATCH, 0);
    put(*state, surface(9, GV_STEP_STENCIL, 0, 1), a, b);
    expect(*state, "draw 9, in frame 5, is the first to differ:\n"
                   "  stencil, 2x1: 2 of 2 pixels differ\n"
                   "  to memory, which was not compared, wrote before: a grid before "
                   "draw 2, a grid before draw 3, a grid before draw 4, a grid before draw 5, "
                   "a grid before draw 6, a grid before draw 7, a grid before draw 8, a grid "
                   "before draw 9; and 1 before these\n");
}

/* Passes steps that a compromised process with a hostile recording may send; checks that nothing
 * crashes. */
static void test_anything(void **state)
{
    struct sides *sides = *state;
    const uint8_t a[8] = {0};
    struct gv_step step = surface(1, GV_STEP_COLOUR, 0, 4);
    put(sides, step, a, a);
    step.num_pixels = UINT64_MAX;
    step.draw = 2;
    fwrite(&step, sizeof(step), 1, sides->files[0]);
    fwrite(&step, sizeof(step), 1, sides->files[1]);
    expect(sides, "draw 2, in frame 5, is the first to differ:\n"
                  "  its framebuffer is of another size or format\n");
}

static void test_another_kind(void **state)
{
    struct sides *sides = *state;
    const struct gv_step steps[] = {{.draw = 1, .kind = GV_NUM_STEP_KINDS},
                                    {.draw = 1, .pixel_B = GV_STEP_MAX_PIXEL_B + 1}};
    for (unsigned i = 0; i < 2; i++)
        fwrite(&steps[i], sizeof(steps[i]), 1, sides->files[i]);
    expect(sides, "no draw of frame 5 has left another framebuffer\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_nothing_differs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nothing_at_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_attachments, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_number, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_many_writers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_anything, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_another_kind, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
