/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Varyings of which a stage declares only some components, and more varyings than some devices
 * have. */
#include "pipe_draw_kit.h"
#include "pipe_text.h"

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

/* Each register must read the components that it declares, with its own interpolation. */
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

/* ---- Many varyings. Varying n is the colour times 1 + n / 32, with interpolation kind n %
 * NUM_KINDS; the fragment shader compares it with varying n % NUM_KINDS. A pixel is green if all
 * varyings are right, else red. */

enum {
    NUM_VARYINGS = 29, /* 128 components, minus those of the position, the point size and an
                          internal varying */
};

static const char *const kinds[] = {"PERSPECTIVE", "LINEAR", "CONSTANT", "PERSPECTIVE, CENTROID",
                                    "PERSPECTIVE, SAMPLE"};

enum {
    NUM_KINDS = sizeof(kinds) / sizeof(kinds[0]),
};

static void add_outputs(struct text *t, const char *color)
{
    for (unsigned i = 0; i < NUM_VARYINGS; i++) {
        const char c = "xyzw"[i % 4];
        text_add(t, "MUL OUT[%u], %s, IMM[%u].%c%c%c%c\n", 1 + i, color, 1 + i / 4, c, c, c, c);
    }
}

static void declare(struct text *t)
{
    text_add(t, "DCL OUT[0], POSITION\n");
    for (unsigned i = 0; i < NUM_VARYINGS; i++)
        text_add(t, "DCL OUT[%u], GENERIC[%u]\n", 1 + i, i);
    text_add(t, "IMM[0] UINT32 {0, 0, 0, 0}\n");
}

static float factor(unsigned i)
{
    return 1.0f + (float)i / 32.0f;
}

/* Adds the factor of each varying as an immediate. If `relative` is set, factor i is divided by
 * factor i % NUM_KINDS. */
static void add_factors(struct text *t, bool relative)
{
    float values[NUM_VARYINGS + 4] = {0};
    for (unsigned i = 0; i < NUM_VARYINGS; i++)
        values[i] = factor(i) / (relative ? factor(i % NUM_KINDS) : 1.0f);
    for (unsigned i = 0; i < NUM_VARYINGS; i += 4)
        text_add(t, "IMM[%u] FLT32 {%f, %f, %f, %f}\n", 1 + i / 4, (double)values[i],
                 (double)values[i + 1], (double)values[i + 2], (double)values[i + 3]);
}

static void write_vertex(struct text *t)
{
    text_add(t, "VERT\nDCL IN[0]\nDCL IN[1]\n");
    declare(t);
    add_factors(t, false);
    text_add(t, "MOV OUT[0], IN[0]\n");
    add_outputs(t, "IN[1]");
    text_add(t, "END\n");
}

static void write_geometry(struct text *t)
{
    text_add(t, "GEOM\n"
                "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
                "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
                "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
                "DCL IN[][0], POSITION\n"
                "DCL IN[][1], GENERIC[0]\n");
    declare(t);
    add_factors(t, false);
    for (unsigned i = 0; i < 3; i++) {
        char color[16];
        snprintf(color, sizeof(color), "IN[%u][1]", i);
        text_add(t, "MOV OUT[0], IN[%u][0]\n", i);
        add_outputs(t, color);
        text_add(t, "EMIT IMM[0].xxxx\n");
    }
    text_add(t, "END\n");
}

/* Writes a shader that reads `num` varyings. If `offsets` is set, perspective varyings are
 * evaluated at an offset of 0 from the pixel's centre. */
static void write_fragment(struct text *t, unsigned num, bool offsets)
{
    text_add(t, "FRAG\n");
    for (unsigned i = 0; i < num; i++)
        text_add(t, "DCL IN[%u], GENERIC[%u], %s\n", i, i, kinds[i % NUM_KINDS]);
    text_add(t, "DCL OUT[0], COLOR\n"
                "DCL TEMP[0..2]\n"
                "IMM[0] FLT32 {0.0, 1.0, 0.002, 0.0}\n");
    add_factors(t, true);
    text_add(t, "MOV TEMP[1], IMM[0].xxxx\n");
    for (unsigned i = NUM_KINDS; i < num; i++) {
        const char component = "xyzw"[i % 4];
        text_add(t,
                 offsets && i % NUM_KINDS == 0 ? "INTERP_OFFSET TEMP[2], IN[%u], IMM[0].xxxx\n"
                                               : "MOV TEMP[2], IN[%u]\n",
                 i);
        text_add(t, "MAD TEMP[0], IN[%u], -IMM[%u].%c%c%c%c, TEMP[2]\n", i % NUM_KINDS, 1 + i / 4,
                 component, component, component, component);
        text_add(t, "MAX TEMP[1], TEMP[1], |TEMP[0]|\n");
    }
    text_add(t, "MAX TEMP[1].xy, TEMP[1], TEMP[1].zwww\n"
                "MAX TEMP[1].x, TEMP[1].xxxx, TEMP[1].yyyy\n"
                "SGE TEMP[1].x, TEMP[1].xxxx, IMM[0].zzzz\n"
                "MOV OUT[0].x, TEMP[1].xxxx\n"
                "ADD OUT[0].y, IMM[0].yyyy, -TEMP[1].xxxx\n"
                "MOV OUT[0].zw, IMM[0].xxxy\n"
                "END\n");
}

/* The vertices have different w, so that the kinds of interpolation give different values. */
static const struct kit_vertex vertices[] = {
    {{-1, -1, 0, 1}, {0.2f, 0.4f, 0.6f, 0.8f}},         {{6, -2, 0, 2}, {0.9f, 0.1f, 0.5f, 0.3f}},
    {{-0.5f, 1.5f, 0, 0.5f}, {0.1f, 0.8f, 0.3f, 0.7f}}, {{1, 1, 0, 1}, {0.7f, 0.2f, 0.9f, 0.4f}},
    {{0, 0, 0, 1}, {0.3f, 0.3f, 0.1f, 0.5f}},           {{-1, 1, 0, 1}, {0.6f, 0.9f, 0.2f, 0.1f}},
};

/* Returns the number of green pixels; fails if a pixel is neither green nor black. */
static unsigned count_green(struct draw_kit *k)
{
    unsigned num = 0;
    uint32_t *pixels = kit_pixels(k);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++) {
        assert_true(pixels[i] == 0xff00ff00 || (pixels[i] & 0xffffff) == 0);
        num += pixels[i] == 0xff00ff00;
    }
    free(pixels);
    return num;
}

static void draw_many(struct draw_kit *k, unsigned mode, unsigned least)
{
    for (unsigned first = 0; first < 2; first++) {
        k->rasterizer_state.flatshade_first = first;
        kit_update_rasterizer(k);
        kit_clear(k, 0, 0, 0);
        kit_draw(k, mode, vertices, sizeof(vertices) / sizeof(vertices[0]));
        assert_in_range(count_green(k), least, KIT_SIZE * KIT_SIZE);
    }
}

static void draw_each(void **state, unsigned samples, bool offsets, bool geometry)
{
    struct draw_kit k;
    struct text before = {0}, fragment = {0};
    void *gs = NULL;
    kit_init(&k, *state, samples, NULL);
    if (geometry && !k.f->pipe->create_gs_state)
        skip();
    if (geometry) {
        write_geometry(&before);
        gs = fixture_shader(k.f, k.f->pipe->create_gs_state, before.at, NULL);
        k.f->pipe->bind_gs_state(k.f->pipe, gs);
    } else {
        write_vertex(&before);
        kit_use_vertex_shader(&k, before.at);
    }
    write_fragment(&fragment, NUM_VARYINGS, offsets);
    kit_use_fragment_shader(&k, fragment.at);
    draw_many(&k, PIPE_PRIM_TRIANGLES, samples ? 0 : 100);
    if (!samples)
        draw_many(&k, PIPE_PRIM_TRIANGLE_STRIP, 150);
    if (!samples && !geometry && !offsets) {
        draw_many(&k, PIPE_PRIM_LINES, 4);
        draw_many(&k, PIPE_PRIM_POINTS, 2);
    }
    if (geometry) {
        k.f->pipe->bind_gs_state(k.f->pipe, NULL);
        k.f->pipe->delete_gs_state(k.f->pipe, gs);
    }
    kit_finish(&k);
    free(before.at);
    free(fragment.at);
}

/* Writes a vertex shader that copies the vertex's colour to all varyings, and a fragment shader
 * that outputs red if any varying differs from the flat one. */
static void write_equal(struct text *vertex, struct text *fragment)
{
    text_add(vertex, "VERT\nDCL IN[0]\nDCL IN[1]\n");
    declare(vertex);
    text_add(vertex, "MOV OUT[0], IN[0]\n");
    text_add(fragment, "FRAG\n");
    for (unsigned i = 0; i < NUM_VARYINGS; i++) {
        text_add(vertex, "MOV OUT[%u], IN[1]\n", 1 + i);
        text_add(fragment, "DCL IN[%u], GENERIC[%u], %s\n", i, i, kinds[i % NUM_KINDS]);
    }
    text_add(vertex, "END\n");
    text_add(fragment, "DCL OUT[0], COLOR\n"
                       "DCL TEMP[0..1]\n"
                       "IMM[0] FLT32 {0.0, 1.0, 0.0, 0.0}\n"
                       "MOV TEMP[1], IMM[0].xxxx\n");
    for (unsigned i = 0; i < NUM_VARYINGS; i++)
        text_add(fragment,
                 "SNE TEMP[0], IN[%u], IN[2]\n" /* IN[2] is the flat varying */
                 "MAX TEMP[1], TEMP[1], TEMP[0]\n",
                 i);
    text_add(fragment, "MAX TEMP[1].xy, TEMP[1], TEMP[1].zwww\n"
                       "MAX TEMP[1].x, TEMP[1].xxxx, TEMP[1].yyyy\n"
                       "MOV OUT[0].x, TEMP[1].xxxx\n"
                       "ADD OUT[0].y, IMM[0].yyyy, -TEMP[1].xxxx\n"
                       "MOV OUT[0].zw, IMM[0].xxxy\n"
                       "END\n");
}

/* Draws with equal values at all vertices; checks that all kinds of varyings equal the flat value
 * exactly. This matters because programs pass integers to fragment shaders in varyings and compare
 * them there. */
static void test_equal_vertices(void **state)
{
    static const struct kit_vertex equal[] = {
        {{-1, -1, 0, 1}, {97.0f, 0.3f, 12345.678f, 47.0f}},
        {{0.9f, -1, 0, 1}, {97.0f, 0.3f, 12345.678f, 47.0f}},
        {{-1, 0.7f, 0, 1}, {97.0f, 0.3f, 12345.678f, 47.0f}},
    };
    struct draw_kit k;
    struct text vertex = {0}, fragment = {0};
    kit_init(&k, *state, 0, NULL);
    write_equal(&vertex, &fragment);
    kit_use_vertex_shader(&k, vertex.at);
    kit_use_fragment_shader(&k, fragment.at);
    kit_clear(&k, 0, 0, 0);
    kit_draw(&k, PIPE_PRIM_TRIANGLES, equal, 3);
    assert_in_range(count_green(&k), 100, KIT_SIZE * KIT_SIZE);
    kit_finish(&k);
    free(vertex.at);
    free(fragment.at);
}

/* Draws with fragment shaders that differ only in the number of varyings, one after the other;
 * checks the pixels. */
static void test_few_and_many(void **state)
{
    struct draw_kit k;
    struct text vertex = {0};
    kit_init(&k, *state, 0, NULL);
    write_vertex(&vertex);
    kit_use_vertex_shader(&k, vertex.at);
    kit_clear(&k, 0, 0, 0);
    for (unsigned i = 0; i < 2; i++) {
        struct text fragment = {0};
        write_fragment(&fragment, i ? NUM_VARYINGS : 2 * NUM_KINDS, false);
        kit_use_fragment_shader(&k, fragment.at);
        kit_draw(&k, PIPE_PRIM_TRIANGLES, vertices, sizeof(vertices) / sizeof(vertices[0]));
        free(fragment.at);
    }
    assert_in_range(count_green(&k), 100, KIT_SIZE * KIT_SIZE);
    kit_finish(&k);
    free(vertex.at);
}

static void test_many(void **state)
{
    draw_each(state, 0, false, false);
}

static void test_many_offsets(void **state)
{
    draw_each(state, 0, true, false);
}

static void test_many_samples(void **state)
{
    draw_each(state, 4, false, false);
}

static void test_many_geometry(void **state)
{
    draw_each(state, 0, false, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_components),    cmocka_unit_test(test_many),
        cmocka_unit_test(test_many_offsets),  cmocka_unit_test(test_many_samples),
        cmocka_unit_test(test_many_geometry), cmocka_unit_test(test_equal_vertices),
        cmocka_unit_test(test_few_and_many),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
