/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The Gallium interface. Values that the virgl wire also uses must equal the wire's values, the old
 * and the new names of a value must be equal, and a program of 2015 must compile unchanged. */
#include "pipe/p_context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pipe/p_screen.h"

#ifdef PIPE_P_GENERATIONS_H
#error "calls in the forms of other years are for programs that ask for them"
#endif

/* An enumeration whose values are 0, 1, 2, ... on the wire, in this order. */
#define ORDERED(...)                                                                               \
    do {                                                                                           \
        static const int values[] = {__VA_ARGS__};                                                 \
        for (int i = 0; i < (int)(sizeof(values) / sizeof(values[0])); i++)                        \
            assert_int_equal(values[i], i);                                                        \
    } while (0)

static void test_ordered(void **state)
{
    (void)state;

    ORDERED(PIPE_PRIM_POINTS, PIPE_PRIM_LINES, PIPE_PRIM_LINE_LOOP, PIPE_PRIM_LINE_STRIP,
            PIPE_PRIM_TRIANGLES, PIPE_PRIM_TRIANGLE_STRIP, PIPE_PRIM_TRIANGLE_FAN, PIPE_PRIM_QUADS,
            PIPE_PRIM_QUAD_STRIP, PIPE_PRIM_POLYGON, PIPE_PRIM_LINES_ADJACENCY,
            PIPE_PRIM_LINE_STRIP_ADJACENCY, PIPE_PRIM_TRIANGLES_ADJACENCY,
            PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, PIPE_PRIM_PATCHES, PIPE_PRIM_MAX);
    ORDERED(PIPE_BLEND_ADD, PIPE_BLEND_SUBTRACT, PIPE_BLEND_REVERSE_SUBTRACT, PIPE_BLEND_MIN,
            PIPE_BLEND_MAX);
    ORDERED(PIPE_LOGICOP_CLEAR, PIPE_LOGICOP_NOR, PIPE_LOGICOP_AND_INVERTED,
            PIPE_LOGICOP_COPY_INVERTED, PIPE_LOGICOP_AND_REVERSE, PIPE_LOGICOP_INVERT,
            PIPE_LOGICOP_XOR, PIPE_LOGICOP_NAND, PIPE_LOGICOP_AND, PIPE_LOGICOP_EQUIV,
            PIPE_LOGICOP_NOOP, PIPE_LOGICOP_OR_INVERTED, PIPE_LOGICOP_COPY, PIPE_LOGICOP_OR_REVERSE,
            PIPE_LOGICOP_OR, PIPE_LOGICOP_SET);
    ORDERED(PIPE_FUNC_NEVER, PIPE_FUNC_LESS, PIPE_FUNC_EQUAL, PIPE_FUNC_LEQUAL, PIPE_FUNC_GREATER,
            PIPE_FUNC_NOTEQUAL, PIPE_FUNC_GEQUAL, PIPE_FUNC_ALWAYS);
    ORDERED(PIPE_STENCIL_OP_KEEP, PIPE_STENCIL_OP_ZERO, PIPE_STENCIL_OP_REPLACE,
            PIPE_STENCIL_OP_INCR, PIPE_STENCIL_OP_DECR, PIPE_STENCIL_OP_INCR_WRAP,
            PIPE_STENCIL_OP_DECR_WRAP, PIPE_STENCIL_OP_INVERT);
    ORDERED(PIPE_TEX_WRAP_REPEAT, PIPE_TEX_WRAP_CLAMP, PIPE_TEX_WRAP_CLAMP_TO_EDGE,
            PIPE_TEX_WRAP_CLAMP_TO_BORDER, PIPE_TEX_WRAP_MIRROR_REPEAT, PIPE_TEX_WRAP_MIRROR_CLAMP,
            PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE, PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER);
    ORDERED(PIPE_TEX_FILTER_NEAREST, PIPE_TEX_FILTER_LINEAR);
    ORDERED(PIPE_TEX_MIPFILTER_NEAREST, PIPE_TEX_MIPFILTER_LINEAR, PIPE_TEX_MIPFILTER_NONE);
    ORDERED(PIPE_TEX_COMPARE_NONE, PIPE_TEX_COMPARE_R_TO_TEXTURE);
    ORDERED(PIPE_SWIZZLE_RED, PIPE_SWIZZLE_GREEN, PIPE_SWIZZLE_BLUE, PIPE_SWIZZLE_ALPHA,
            PIPE_SWIZZLE_ZERO, PIPE_SWIZZLE_ONE);
    ORDERED(PIPE_POLYGON_MODE_FILL, PIPE_POLYGON_MODE_LINE, PIPE_POLYGON_MODE_POINT);
    ORDERED(PIPE_FACE_NONE, PIPE_FACE_FRONT, PIPE_FACE_BACK, PIPE_FACE_FRONT_AND_BACK);
    ORDERED(PIPE_BUFFER, PIPE_TEXTURE_1D, PIPE_TEXTURE_2D, PIPE_TEXTURE_3D, PIPE_TEXTURE_CUBE,
            PIPE_TEXTURE_RECT, PIPE_TEXTURE_1D_ARRAY, PIPE_TEXTURE_2D_ARRAY,
            PIPE_TEXTURE_CUBE_ARRAY);
    ORDERED(PIPE_SHADER_VERTEX, PIPE_SHADER_FRAGMENT, PIPE_SHADER_GEOMETRY, PIPE_SHADER_TESS_CTRL,
            PIPE_SHADER_TESS_EVAL, PIPE_SHADER_COMPUTE, PIPE_SHADER_TYPES);
    ORDERED(PIPE_RENDER_COND_WAIT, PIPE_RENDER_COND_NO_WAIT, PIPE_RENDER_COND_BY_REGION_WAIT,
            PIPE_RENDER_COND_BY_REGION_NO_WAIT);
    ORDERED(PIPE_QUERY_TYPE_I32, PIPE_QUERY_TYPE_U32, PIPE_QUERY_TYPE_I64, PIPE_QUERY_TYPE_U64);
    ORDERED(PIPE_STAT_QUERY_IA_VERTICES, PIPE_STAT_QUERY_IA_PRIMITIVES,
            PIPE_STAT_QUERY_VS_INVOCATIONS, PIPE_STAT_QUERY_GS_INVOCATIONS,
            PIPE_STAT_QUERY_GS_PRIMITIVES, PIPE_STAT_QUERY_C_INVOCATIONS,
            PIPE_STAT_QUERY_C_PRIMITIVES, PIPE_STAT_QUERY_PS_INVOCATIONS,
            PIPE_STAT_QUERY_HS_INVOCATIONS, PIPE_STAT_QUERY_DS_INVOCATIONS,
            PIPE_STAT_QUERY_CS_INVOCATIONS);
    ORDERED(PIPE_SPRITE_COORD_UPPER_LEFT, PIPE_SPRITE_COORD_LOWER_LEFT);
}

static void test_bits(void **state)
{
    (void)state;

    for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
        assert_true(PIPE_CLEAR_COLOR & PIPE_CLEAR_COLOR0 << i);
    assert_int_equal(PIPE_CLEAR_DEPTH, 0x1);
    assert_int_equal(PIPE_CLEAR_STENCIL, 0x2);
    assert_int_equal(PIPE_CLEAR_COLOR0, 0x4);
    assert_int_equal(PIPE_CLEAR_COLOR7, 0x200);
    assert_int_equal(PIPE_MASK_RGBA, 0xf);
    assert_int_equal(PIPE_MASK_Z, 0x10);
    assert_int_equal(PIPE_MASK_S, 0x20);
    assert_int_equal(PIPE_BARRIER_MAPPED_BUFFER, 0x1);
    assert_int_equal(PIPE_BARRIER_TEXTURE, 0x80);
    assert_int_equal(PIPE_BARRIER_UPDATE_TEXTURE, 0x2000);
    assert_int_equal(PIPE_BARRIER_ALL, 0x3fff);
    assert_int_equal(PIPE_IMAGE_ACCESS_READ, 1);
    assert_int_equal(PIPE_IMAGE_ACCESS_WRITE, 2);
    assert_int_equal(PIPE_BLENDFACTOR_ONE, 0x01);
    assert_int_equal(PIPE_BLENDFACTOR_SRC1_ALPHA, 0x0a);
    assert_int_equal(PIPE_BLENDFACTOR_ZERO, 0x11);
    assert_int_equal(PIPE_BLENDFACTOR_INV_DST_COLOR, 0x15);
    assert_int_equal(PIPE_BLENDFACTOR_INV_CONST_COLOR, 0x17);
    assert_int_equal(PIPE_BLENDFACTOR_INV_SRC1_ALPHA, 0x1a);
    assert_int_equal(PIPE_FORMAT_B8G8R8A8_UNORM, 1);
    assert_int_equal(PIPE_FORMAT_R8G8B8A8_UNORM, 67);
    assert_int_equal(PIPE_FORMAT_Y12X4_U12X4_V12X4_444_UNORM, PIPE_FORMAT_COUNT - 1);
}

static void test_two_spellings(void **state)
{
    (void)state;
    struct pipe_depth_stencil_alpha_state dsa;

    memset(&dsa, 0, sizeof(dsa));
    dsa.depth_enabled = 1;
    dsa.depth_func = PIPE_FUNC_GEQUAL;
    dsa.depth_bounds_max = 0.5f;
    dsa.alpha_func = PIPE_FUNC_LESS;
    dsa.alpha_ref_value = 0.25f;
    assert_int_equal(dsa.depth.enabled, 1);
    assert_int_equal(dsa.depth.writemask, 0);
    assert_int_equal(dsa.depth.func, PIPE_FUNC_GEQUAL);
    assert_true(dsa.depth.bounds_max == 0.5f);
    assert_int_equal(dsa.alpha.func, PIPE_FUNC_LESS);
    assert_true(dsa.alpha.ref_value == 0.25f);
    dsa.depth.writemask = 1;
    dsa.depth.bounds_test = 1;
    dsa.alpha.enabled = 1;
    assert_int_equal(dsa.depth_writemask, 1);
    assert_int_equal(dsa.depth_bounds_test, 1);
    assert_int_equal(dsa.alpha_enabled, 1);

    assert_int_equal(PIPE_MAP_READ, PIPE_TRANSFER_READ);
    assert_int_equal(PIPE_MAP_COHERENT, PIPE_TRANSFER_COHERENT);
    assert_int_equal(PIPE_SWIZZLE_W, PIPE_SWIZZLE_ALPHA);
    assert_int_equal(PIPE_SWIZZLE_1, PIPE_SWIZZLE_ONE);
    assert_int_equal(PIPE_FORMAT_BGRA8888_UNORM, PIPE_FORMAT_B8G8R8A8_UNORM);
}

/* Has code of a program of 2015, which only has to compile. */
static struct pipe_draw_info draw_of_2015(struct pipe_context *pipe, struct pipe_screen *screen)
{
    struct pipe_shader_state shader = {NULL};
    struct pipe_draw_info info;

    memset(&info, 0, sizeof(info));
    info.indexed = TRUE;
    info.mode = PIPE_PRIM_TRIANGLES;
    info.count = 3;
    info.instance_count = 1;
    info.max_index = ~0u;
    if (screen) {
        struct pipe_transfer *transfer;
        struct pipe_box box = {0, 0, 0, 1, 1, 1};
        union pipe_query_result result;
        void *map = pipe->transfer_map(pipe, NULL, 0, PIPE_TRANSFER_READ, &box, &transfer);

        pipe = screen->context_create(screen, map, 0);
        pipe->bind_vs_state(pipe, pipe->create_vs_state(pipe, &shader));
        pipe->get_query_result(pipe, pipe->create_query(pipe, PIPE_QUERY_TIMESTAMP, 0), TRUE,
                               &result);
    }
    return info;
}

static void test_program_of_2015(void **state)
{
    (void)state;

    assert_int_equal(draw_of_2015(NULL, NULL).count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ordered),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_two_spellings),
        cmocka_unit_test(test_program_of_2015),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
