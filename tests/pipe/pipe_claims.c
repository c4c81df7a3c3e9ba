/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Small features that a capability promises and that belong to no larger test. */
#include <stdlib.h>
#include <string.h>

#include "galvan/galvan.h"
#include "pipe_draw_kit.h"
#include "pipe_sample.h"

static int cap(struct pipe_fixture *f, enum pipe_cap param)
{
    return f->screen->get_param(f->screen, param);
}

/* Compares the screen's capabilities with its device information. */
static void test_device(void **state)
{
    struct pipe_fixture *f = *state;
    struct galvan_device_info info;
    galvan_screen_device_info(f->screen, &info);
    assert_int_equal((uint32_t)cap(f, PIPE_CAP_VENDOR_ID), info.vendor_id);
    assert_int_equal((uint32_t)cap(f, PIPE_CAP_DEVICE_ID), info.device_id);
    assert_int_equal(cap(f, PIPE_CAP_ACCELERATED), !info.software);
    assert_true(!info.software || cap(f, PIPE_CAP_UMA));
    assert_true((uint64_t)cap(f, PIPE_CAP_VIDEO_MEMORY) >= info.device_memory_B >> 20);
}

/* Looks up halfway between two texels of half floats with a linear filter; checks that the result
 * is their mean. */
static void test_half_floats_are_filtered(void **state)
{
    static const uint16_t texels[2] = {0x3c00, 0x4200}; /* 1 and 3 */
    struct pipe_fixture *f = *state;
    if (!cap(f, PIPE_CAP_TEXTURE_HALF_FLOAT_LINEAR))
        skip();
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R16_FLOAT, 2, 1, 1);
    const struct pipe_box box = fixture_level_box(res, 0);
    fixture_write(f, res, 0, &box, texels);
    const struct pipe_sampler_view view = sample_view(res);
    struct pipe_sampler_state s = sample_nearest();
    s.min_img_filter = s.mag_img_filter = PIPE_TEX_FILTER_LINEAR;
    const struct sample_lookup lookup = {.target = "2D", .coord = {0.5f, 0.5f, 0, 0}};
    const union pipe_color_union got = sample(f, res, &view, &s, &lookup);
    sample_expect(&got, 2, 0, 0, 1, 1e-3f, "between 1 and 3");
    pipe_resource_reference(&res, NULL);
}

/* Looks up in a texture with the target RECT; checks that coordinates are in texels. */
static void test_rectangles(void **state)
{
    struct pipe_fixture *f = *state;
    float texels[5 * 3];
    assert_true(cap(f, PIPE_CAP_TEXRECT));
    for (unsigned i = 0; i < 15; i++)
        texels[i] = (float)i;
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_RECT, PIPE_FORMAT_R32_FLOAT, 5, 3, 1);
    const struct pipe_box box = fixture_level_box(res, 0);
    fixture_write(f, res, 0, &box, texels);
    const struct pipe_sampler_view view = sample_view(res);
    struct pipe_sampler_state s = sample_nearest();
    s.normalized_coords = 0;
    for (unsigned i = 0; i < 15; i++) {
        const struct sample_lookup lookup = {
            .opcode = "TEX",
            .target = "RECT",
            .coord = {(float)(i % 5) + 0.5f, (float)(i / 5) + 0.5f, 0, 0}};
        const union pipe_color_union got = sample(f, res, &view, &s, &lookup);
        sample_expect(&got, (float)i, 0, 0, 1, 0, "texel of a rectangle");
    }
    pipe_resource_reference(&res, NULL);
}

/* Draws with a vertex shader that has a loop, a texture lookup and saturation; checks that adding
 * 0.25 from the texture eight times saturates to 1. */
static void test_vertex_shaders(void **state)
{
    static const char text[] = "VERT\n"
                               "DCL IN[0]\n"
                               "DCL IN[1]\n"
                               "DCL OUT[0], POSITION\n"
                               "DCL OUT[1], GENERIC[0]\n"
                               "DCL SAMP[0]\n"
                               "DCL SVIEW[0], 2D, FLOAT\n"
                               "DCL TEMP[0..2]\n"
                               "IMM FLT32 {0.5, 0.0, 1.0, 8.0}\n"
                               "MOV TEMP[0], IMM[0].yyyy\n"
                               "MOV TEMP[1].x, IMM[0].yyyy\n"
                               "BGNLOOP\n"
                               "  SGE TEMP[1].y, TEMP[1].xxxx, IMM[0].wwww\n"
                               "  IF TEMP[1].yyyy\n"
                               "    BRK\n"
                               "  ENDIF\n"
                               "  TXL TEMP[2], IMM[0].xxyy, SAMP[0], 2D\n"
                               "  ADD TEMP[0].x, TEMP[0].xxxx, TEMP[2].xxxx\n"
                               "  ADD TEMP[1].x, TEMP[1].xxxx, IMM[0].zzzz\n"
                               "ENDLOOP\n"
                               "MOV OUT[0], IN[0]\n"
                               "MUL TEMP[0].y, TEMP[0].xxxx, IMM[0].xxxx\n"
                               "MOV_SAT TEMP[0].x, TEMP[0].xxxx\n"
                               "MUL TEMP[0].x, TEMP[0].xxxx, IMM[0].xxxx\n"
                               "MUL TEMP[0].y, TEMP[0].yyyy, IMM[0].xxxx\n"
                               "MOV OUT[1].xy, TEMP[0]\n"
                               "MOV OUT[1].zw, IMM[0].yyyz\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    const float quarter = 0.25f;
    struct draw_kit k;
    assert_true(cap(f, PIPE_CAP_SM3) && cap(f, PIPE_CAP_VERTEX_SHADER_SATURATE));
    kit_init(&k, f, 0, NULL);
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT, 1, 1, 1);
    const struct pipe_box box = fixture_level_box(res, 0);
    fixture_write(f, res, 0, &box, &quarter);
    const struct pipe_sampler_view templ = sample_view(res);
    const struct pipe_sampler_state nearest = sample_nearest();
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, res, &templ);
    void *sampler = f->pipe->create_sampler_state(f->pipe, &nearest);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_VERTEX, 0, 1, &view);
    f->pipe->bind_sampler_states(f->pipe, PIPE_SHADER_VERTEX, 0, 1, &sampler);
    kit_use_vertex_shader(&k, text);
    kit_clear(&k, 0, 0, 1);
    kit_fill(&k, 0, 0, 0, 0);
    /* The unsaturated value is 2, and green is a quarter of it. The saturated value is 1, and red
     * is half of it. */
    const uint32_t pixel = kit_pixel(&k, 6, 6);
    assert_in_range(pixel & 0xff, 127, 128);
    assert_in_range(pixel >> 8 & 0xff, 127, 128);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_VERTEX, 0, 1, NULL);
    f->pipe->bind_sampler_states(f->pipe, PIPE_SHADER_VERTEX, 0, 1, NULL);
    f->pipe->delete_sampler_state(f->pipe, sampler);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&res, NULL);
    kit_finish(&k);
}

/* Draws vertices from a buffer that was created for constants and stays mapped while the draws are
 * recorded and executed; checks the pixels. */
static void test_mapped_constants_as_vertices(void **state)
{
    static const struct kit_vertex vertices[] = {{{-1, -1, 0, 1}, {0, 1, 0, 1}},
                                                 {{3, -1, 0, 1}, {0, 1, 0, 1}},
                                                 {{-1, 3, 0, 1}, {0, 1, 0, 1}}};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    assert_true(cap(f, PIPE_CAP_CAN_BIND_CONST_BUFFER_AS_VERTEX));
    assert_true(cap(f, PIPE_CAP_ALLOW_MAPPED_BUFFERS_DURING_EXECUTION));
    kit_init(&k, f, 0, NULL);
    struct pipe_resource templ =
        fixture_template(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, sizeof(vertices), 1, 1);
    templ.bind = PIPE_BIND_CONSTANT_BUFFER;
    struct pipe_resource *res = fixture_create(f, &templ);
    const struct pipe_box box = fixture_box(0, 0, 0, sizeof(vertices), 1, 1);
    fixture_write(f, res, 0, &box, vertices);
    struct pipe_transfer *transfer;
    const void *map = f->pipe->transfer_map(f->pipe, res, 0, PIPE_TRANSFER_READ, &box, &transfer);
    assert_non_null(map);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(vertices[0]), .buffer = res};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
    kit_clear(&k, 0, 0, 0);
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vb);
    f->pipe->draw_vbo(f->pipe, &info);
    f->pipe->flush(f->pipe, NULL, 0);
    assert_int_equal(kit_pixel(&k, 3, 12), 0xff00ff00);
    assert_memory_equal(map, vertices, sizeof(vertices));
    f->pipe->transfer_unmap(f->pipe, transfer);
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, NULL);
    pipe_resource_reference(&res, NULL);
    kit_finish(&k);
}

/* Draws with an evaluation shader that writes the layer; checks that the patch is drawn only to
 * that layer. */
static void test_layer_from_evaluation(void **state)
{
    static const char text[] = "TESS_EVAL\n"
                               "PROPERTY TES_PRIM_MODE 7\n"
                               "PROPERTY TES_SPACING 2\n"
                               "DCL IN[][0], POSITION\n"
                               "DCL SV[0], TESSCOORD\n"
                               "DCL OUT[0], POSITION\n"
                               "DCL OUT[1], GENERIC[0]\n"
                               "DCL OUT[2].x, LAYER\n"
                               "DCL TEMP[0..1]\n"
                               "IMM UINT32 {2, 0, 0, 0}\n"
                               "IMM FLT32 {1.0, 1.0, 1.0, 1.0}\n"
                               "LRP TEMP[0], SV[0].xxxx, IN[1][0], IN[0][0]\n"
                               "LRP TEMP[1], SV[0].xxxx, IN[3][0], IN[2][0]\n"
                               "LRP OUT[0], SV[0].yyyy, TEMP[1], TEMP[0]\n"
                               "MOV OUT[1], IMM[1]\n"
                               "MOV OUT[2].x, IMM[0].xxxx\n"
                               "END\n";
    static const struct kit_vertex vertices[4] = {{{-1, -1, 0, 1}, {0, 0, 0, 0}},
                                                  {{1, -1, 0, 1}, {0, 0, 0, 0}},
                                                  {{-1, 1, 0, 1}, {0, 0, 0, 0}},
                                                  {{1, 1, 0, 1}, {0, 0, 0, 0}}};
    static const float levels[4] = {1, 1, 1, 1};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!cap(f, PIPE_CAP_TGSI_TES_LAYER_VIEWPORT))
        skip();
    kit_init(&k, f, 0, NULL);
    k.patch_vertices = 4;
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D_ARRAY,
                                                PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE, 4);
    struct pipe_surface *surface = fixture_surface(f, res, res->format, 0, 0, 3);
    const struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {surface}};
    void *tes = fixture_shader(f, f->pipe->create_tes_state, text, NULL);
    f->pipe->set_framebuffer_state(f->pipe, &fb);
    f->pipe->set_tess_state(f->pipe, levels, levels);
    f->pipe->bind_tes_state(f->pipe, tes);
    kit_draw(&k, PIPE_PRIM_PATCHES, vertices, 4);
    f->pipe->bind_tes_state(f->pipe, NULL);
    f->pipe->set_framebuffer_state(f->pipe, &(struct pipe_framebuffer_state){0});
    for (int i = 0; i < 4; i++)
        assert_int_equal(fixture_texel32(f, res, 8, 8, i), i == 2 ? ~0u : 0);
    f->pipe->delete_tes_state(f->pipe, tes);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_device),
        cmocka_unit_test(test_half_floats_are_filtered),
        cmocka_unit_test(test_rectangles),
        cmocka_unit_test(test_vertex_shaders),
        cmocka_unit_test(test_mapped_constants_as_vertices),
        cmocka_unit_test(test_layer_from_evaluation),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
