/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compares the screen's limits with the minimum values that OpenGL requires for each version up to
 * the screen's GLSL level. The values are from tables 23.53 to 23.73 of OpenGL 4.6 core, or from
 * the tables of the version that a row names. If compute shaders have images, also compares the
 * limits with those of OpenGL ES 3.1 and 3.2. */
#include "pipe_fixture.h"

enum kind {
    PARAM,   /* a PIPE_CAP */
    STAGE,   /* a PIPE_SHADER_CAP of a stage */
    COMPUTE, /* the first element of a PIPE_COMPUTE_CAP */
};

struct row {
    unsigned glsl; /* the lowest GLSL level that requires the value */
    uint64_t least;
    enum kind kind;
    unsigned cap, stage;
    const char *name;
};

#define PARAM(glsl, cap, least)                                                                    \
    {                                                                                              \
        glsl, least, PARAM, PIPE_CAP_##cap, 0, #cap                                                \
    }
#define STAGE(glsl, stage, cap, least)                                                             \
    {                                                                                              \
        glsl, least, STAGE, PIPE_SHADER_CAP_##cap, PIPE_SHADER_##stage, #cap " of " #stage         \
    }
#define COMPUTE(glsl, cap, least)                                                                  \
    {                                                                                              \
        glsl, least, COMPUTE, PIPE_COMPUTE_CAP_##cap, 0, #cap                                      \
    }

/* Texture levels count from 1: level n has a size of 2^(n - 1). MAX_CONST_BUFFERS is one more than
 * the required number of uniform blocks, because the default uniform block takes a constant buffer.
 * MAX_OUTPUTS of vertex shaders is 32, because Mesa's client uses this limit for geometry shaders,
 * too, which must support 128 components. */
static const struct row rows[] = {
    PARAM(130, MAX_RENDER_TARGETS, 8),
    PARAM(130, MAX_TEXTURE_2D_SIZE, 1024),
    PARAM(130, MAX_TEXTURE_3D_LEVELS, 9),
    PARAM(130, MAX_TEXTURE_CUBE_LEVELS, 11),
    PARAM(130, MAX_TEXTURE_ARRAY_LAYERS, 256),
    PARAM(130, MAX_STREAM_OUTPUT_BUFFERS, 4),
    PARAM(130, MAX_STREAM_OUTPUT_INTERLEAVED_COMPONENTS, 64),
    PARAM(130, MAX_STREAM_OUTPUT_SEPARATE_COMPONENTS, 4),
    PARAM(130, MAX_VARYINGS, 15),
    PARAM(130, MAX_TEXEL_OFFSET, 7),
    STAGE(130, VERTEX, MAX_INPUTS, 16),
    STAGE(130, VERTEX, MAX_SAMPLER_VIEWS, 16),
    STAGE(130, FRAGMENT, MAX_SAMPLER_VIEWS, 16),
    PARAM(140, MAX_TEXTURE_BUFFER_SIZE, 65536),
    STAGE(140, VERTEX, MAX_CONST_BUFFERS, 13),
    STAGE(140, FRAGMENT, MAX_CONST_BUFFERS, 13),
    STAGE(140, FRAGMENT, MAX_CONST_BUFFER_SIZE, 16384),
    PARAM(150, MAX_GEOMETRY_OUTPUT_VERTICES, 256),
    PARAM(150, MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, 1024),
    STAGE(150, GEOMETRY, MAX_INPUTS, 16),
    STAGE(150, GEOMETRY, MAX_OUTPUTS, 32),
    STAGE(150, VERTEX, MAX_OUTPUTS, 32),
    STAGE(150, FRAGMENT, MAX_INPUTS, 32),
    STAGE(150, GEOMETRY, MAX_SAMPLER_VIEWS, 16),
    STAGE(150, GEOMETRY, MAX_CONST_BUFFERS, 13),
    PARAM(330, MAX_DUAL_SOURCE_RENDER_TARGETS, 1),
    PARAM(400, MAX_VERTEX_STREAMS, 4),
    PARAM(400, MAX_GS_INVOCATIONS, 32),
    PARAM(400, MAX_SHADER_PATCH_VARYINGS, 30),
    PARAM(400, MAX_TEXTURE_GATHER_COMPONENTS, 4),
    STAGE(400, TESS_CTRL, MAX_INPUTS, 32),
    STAGE(400, TESS_CTRL, MAX_OUTPUTS, 32),
    STAGE(400, TESS_EVAL, MAX_INPUTS, 32),
    STAGE(400, TESS_EVAL, MAX_OUTPUTS, 32),
    PARAM(400, MAX_TEXTURE_GATHER_OFFSET, 7),
    PARAM(410, MAX_VIEWPORTS, 16),
    PARAM(410, MAX_TEXTURE_2D_SIZE, 16384),
    PARAM(410, MAX_TEXTURE_3D_LEVELS, 12),
    PARAM(410, MAX_TEXTURE_CUBE_LEVELS, 15),
    PARAM(410, MAX_TEXTURE_ARRAY_LAYERS, 2048),
    STAGE(420, FRAGMENT, MAX_SHADER_IMAGES, 8),
    STAGE(420, FRAGMENT, MAX_HW_ATOMIC_COUNTERS, 8),
    STAGE(420, FRAGMENT, MAX_HW_ATOMIC_COUNTER_BUFFERS, 1),
    PARAM(430, MAX_COMBINED_SHADER_BUFFERS, 8),
    STAGE(430, FRAGMENT, MAX_SHADER_BUFFERS, 8),
    STAGE(430, COMPUTE, MAX_SHADER_BUFFERS, 8),
    STAGE(430, COMPUTE, MAX_SHADER_IMAGES, 8),
    STAGE(430, COMPUTE, MAX_HW_ATOMIC_COUNTERS, 8),
    STAGE(430, COMPUTE, MAX_HW_ATOMIC_COUNTER_BUFFERS, 8),
    STAGE(430, COMPUTE, MAX_CONST_BUFFERS, 15),
    STAGE(430, COMPUTE, MAX_SAMPLER_VIEWS, 16),
    STAGE(430, FRAGMENT, MAX_CONST_BUFFERS, 15),
    COMPUTE(430, MAX_GRID_SIZE, 65535),
    COMPUTE(430, MAX_BLOCK_SIZE, 1024),
    COMPUTE(430, MAX_THREADS_PER_BLOCK, 1024),
    COMPUTE(430, MAX_LOCAL_SIZE, 32768),
    PARAM(440, MAX_VERTEX_ATTRIB_STRIDE, 2048),
};

/* Values that ES 3.1 and 3.2 require, checked if compute shaders have images. */
static const struct row es_rows[] = {
    STAGE(0, COMPUTE, MAX_SHADER_BUFFERS, 4),
    STAGE(0, COMPUTE, MAX_SHADER_IMAGES, 4),
    STAGE(0, COMPUTE, MAX_HW_ATOMIC_COUNTERS, 8),
    STAGE(0, COMPUTE, MAX_HW_ATOMIC_COUNTER_BUFFERS, 1),
    STAGE(0, FRAGMENT, MAX_SHADER_BUFFERS, 4),
    STAGE(0, FRAGMENT, MAX_SHADER_IMAGES, 4),
    STAGE(0, FRAGMENT, MAX_HW_ATOMIC_COUNTERS, 8),
    STAGE(0, FRAGMENT, MAX_HW_ATOMIC_COUNTER_BUFFERS, 1),
    COMPUTE(0, MAX_GRID_SIZE, 65535),
    COMPUTE(0, MAX_BLOCK_SIZE, 128),
    COMPUTE(0, MAX_THREADS_PER_BLOCK, 128),
    COMPUTE(0, MAX_LOCAL_SIZE, 16384),
};

static uint64_t limit_of(struct pipe_screen *screen, const struct row *row)
{
    uint64_t values[3] = {0};
    int value = 0;
    switch (row->kind) {
    case PARAM:
        value = screen->get_param(screen, (enum pipe_cap)row->cap);
        break;
    case STAGE:
        value = screen->get_shader_param(screen, row->stage, (enum pipe_shader_cap)row->cap);
        break;
    case COMPUTE:
        screen->get_compute_param(screen, PIPE_SHADER_IR_TGSI, (enum pipe_compute_cap)row->cap,
                                  values);
        return values[0];
    }
    return value > 0 ? (uint64_t)value : 0;
}

/* Returns whether a row is a known exception of V3D 4.2: it has 4 render targets, and OpenGL 3.0
 * requires 8; docs/devices.md documents this. */
static bool is_limit_of_v3d(struct pipe_screen *screen, const struct row *row)
{
    return row->kind == PARAM && row->cap == PIPE_CAP_MAX_RENDER_TARGETS &&
           limit_of(screen, row) == 4;
}

/* Prints the rows of the table that the screen does not reach, and returns their number. */
static unsigned count_below(struct pipe_screen *screen, unsigned glsl, const struct row *table,
                            size_t num)
{
    unsigned below = 0;
    for (size_t i = 0; i < num; i++) {
        const uint64_t value = limit_of(screen, &table[i]);
        if (table[i].glsl > glsl || value >= table[i].least || is_limit_of_v3d(screen, &table[i]))
            continue;
        print_error("%s: %llu, and GLSL %u wants %llu\n", table[i].name, (unsigned long long)value,
                    table[i].glsl, (unsigned long long)table[i].least);
        below++;
    }
    return below;
}

/* Returns the GLSL level that clients offer. They offer 4.1 and above only if textures are large
 * enough. */
static int client_level(struct pipe_screen *screen)
{
    const int glsl = screen->get_param(screen, PIPE_CAP_GLSL_FEATURE_LEVEL);
    const bool large = screen->get_param(screen, PIPE_CAP_MAX_TEXTURE_2D_SIZE) >= 16384;
    return large || glsl < 400 ? glsl : 400;
}

static void test_desktop(void **state)
{
    struct pipe_fixture *f = *state;
    const int glsl = client_level(f->screen);
    assert_in_range(glsl, 120, 460);
    assert_int_equal(count_below(f->screen, (unsigned)glsl, rows, sizeof(rows) / sizeof(rows[0])),
                     0);
}

static void test_es(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->screen->get_shader_param(f->screen, PIPE_SHADER_COMPUTE,
                                     PIPE_SHADER_CAP_MAX_SHADER_IMAGES))
        return; /* OpenGL ES 3.0 has no compute shaders */
    assert_int_equal(count_below(f->screen, 0, es_rows, sizeof(es_rows) / sizeof(es_rows[0])), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_desktop),
        cmocka_unit_test(test_es),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
