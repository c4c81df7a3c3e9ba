/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Varyings of which a stage declares some components only. */
#include "pipe_draw_kit.h"

static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1].xyw, GENERIC[0]\n"
                                  "DCL OUT[2].zw, GENERIC[3]\n"
                                  "IMM[0] FLT32 {0.0, 1.0, 0.2, 0.6}\n"
                                  "MOV OUT[0], IN[0]\n"
                                  "MOV OUT[1].xyw, IMM[0].xyyw\n"
                                  "MOV OUT[2].zw, IMM[0].xxzx\n"
                                  "END\n";

/* Each register of the other side reads what it declares, in its own way. */
static const char fragment_text[] = "FRAG\n"
                                    "DCL IN[0].xy, GENERIC[0], PERSPECTIVE\n"
                                    "DCL IN[1].w, GENERIC[0], LINEAR\n"
                                    "DCL IN[2].z, GENERIC[3], CONSTANT\n"
                                    "DCL OUT[0], COLOR\n"
                                    "MOV OUT[0].xy, IN[0].yxxx\n"
                                    "MOV OUT[0].z, IN[1].wwww\n"
                                    "MOV OUT[0].w, IN[2].zzzz\n"
                                    "END\n";

static void test_components(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    kit_use_vertex_shader(&k, vertex_text);
    kit_use_fragment_shader(&k, fragment_text);
    kit_fill(&k, 0, 0, 0, 0);
    assert_int_equal(kit_pixel(&k, 5, 5), 0x339900ff); /* 1.0, 0.0, 0.6, 0.2 */
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_components)};
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
