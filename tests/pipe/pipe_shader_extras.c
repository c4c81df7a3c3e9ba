/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shader features with capabilities: stencil export, a clock, and lookups with both a level or bias
 * and a comparison. */
#include <stdio.h>
#include <stdlib.h>

#include "pipe_draw_kit.h"
#include "pipe_sample.h"

static bool has_cap(struct pipe_fixture *f, enum pipe_cap cap)
{
    return f->screen->get_param(f->screen, cap) != 0;
}

/* ---- Stencil --------------------------------------------------------------------------------- */

static const char stencil_text[] = "FRAG\n"
                                   "DCL IN[0], POSITION, LINEAR\n"
                                   "DCL OUT[0], COLOR\n"
                                   "DCL OUT[1], STENCIL\n"
                                   "DCL TEMP[0]\n"
                                   "IMM FLT32 {0.0, 0.0, 0.0, 0.0}\n"
                                   "F2I OUT[1].y, IN[0].xxxx\n"
                                   "MOV OUT[0], IMM[0]\n"
                                   "END\n";

static void use_stencil_target(struct draw_kit *k)
{
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_resource t =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, KIT_SIZE, KIT_SIZE, 1);
    t.bind = PIPE_BIND_DEPTH_STENCIL;
    pipe->set_framebuffer_state(pipe, &(struct pipe_framebuffer_state){0});
    pipe_surface_reference(&k->depth_surface, NULL);
    pipe_resource_reference(&k->depth, NULL);
    k->depth = fixture_create(k->f, &t);
    k->depth_surface = fixture_surface(k->f, k->depth, k->depth->format, 0, 0, 0);
    const struct pipe_framebuffer_state fb = {.width = KIT_SIZE,
                                              .height = KIT_SIZE,
                                              .nr_cbufs = 1,
                                              .cbufs = {k->color_surface},
                                              .zsbuf = k->depth_surface};
    pipe->set_framebuffer_state(pipe, &fb);
}

/* Writes the index of each column to the stencil buffer, and draws with a stencil test for one
 * reference value. Checks that the stencil test passes only in the column whose index is the
 * reference value. */
static void test_stencil_values(void **state)
{
    struct pipe_fixture *f = *state;
    const struct pipe_depth_stencil_alpha_state write = {
        .stencil[0] = {.enabled = 1,
                       .func = PIPE_FUNC_ALWAYS,
                       .zpass_op = PIPE_STENCIL_OP_REPLACE,
                       .valuemask = 0xff,
                       .writemask = 0xff}};
    const struct pipe_depth_stencil_alpha_state test = {
        .stencil[0] = {.enabled = 1, .func = PIPE_FUNC_EQUAL, .valuemask = 0xff}};
    const struct pipe_stencil_ref ref = {{11, 11}};
    struct draw_kit k;
    if (!has_cap(f, PIPE_CAP_SHADER_STENCIL_EXPORT))
        skip();
    kit_init(&k, f, 0, NULL);
    use_stencil_target(&k);
    kit_use_depth_stencil_alpha(&k, &write);
    f->pipe->set_stencil_ref(f->pipe, &(struct pipe_stencil_ref){{3, 3}});
    kit_use_fragment_shader(&k, stencil_text);
    kit_fill(&k, 0, 0, 0, 0);
    kit_use_depth_stencil_alpha(&k, &test);
    f->pipe->set_stencil_ref(f->pipe, &ref);
    kit_use_fragment_shader(&k, fixture_fragment_text);
    kit_fill(&k, 1, 0, 0, 0);
    for (int x = 0; x < KIT_SIZE; x++)
        assert_int_equal(kit_pixel(&k, x, 7) & 0xff, x == 11 ? 0xff : 0);
    kit_finish(&k);
}

/* Creates a shader that exports stencil; checks that only devices with stencil export accept it,
 * since Vulkan forbids such SPIR-V on other devices. */
static void test_stencil_shader(void **state)
{
    struct pipe_fixture *f = *state;
    void *fs = fixture_try_shader(f, f->pipe->create_fs_state, stencil_text, NULL);
    assert_int_equal(fs != NULL, has_cap(f, PIPE_CAP_SHADER_STENCIL_EXPORT));
    if (fs)
        f->pipe->delete_fs_state(f->pipe, fs);
}

/* ---- Images of several samples --------------------------------------------------------------- */

/* Creates a shader that declares multisampled images; checks that only devices with such images
 * accept it, since Vulkan forbids such SPIR-V on other devices. Also checks that these other
 * devices do not offer images with a sample count of 1, since frontends would then announce
 * multisampled images with one sample. */
static void test_multisampled_images(void **state)
{
    static const char text[] = "FRAG\n"
                               "DCL OUT[0], COLOR\n"
                               "DCL IMAGE[0], 2D_MSAA, PIPE_FORMAT_R8G8B8A8_UNORM\n"
                               "IMM[0] UINT32 {0, 0, 0, 1}\n"
                               "LOAD OUT[0], IMAGE[0], IMM[0], 2D_MSAA\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    struct pipe_screen *screen = f->screen;
    const bool has = screen->is_format_supported(screen, PIPE_FORMAT_R8G8B8A8_UNORM,
                                                 PIPE_TEXTURE_2D, 4, PIPE_BIND_SHADER_IMAGE);
    void *fs = fixture_try_shader(f, f->pipe->create_fs_state, text, NULL);
    assert_int_equal(fs != NULL, has);
    assert_int_equal(screen->is_format_supported(screen, PIPE_FORMAT_R8G8B8A8_UNORM,
                                                 PIPE_TEXTURE_2D, 1, PIPE_BIND_SHADER_IMAGE),
                     has);
    if (fs)
        f->pipe->delete_fs_state(f->pipe, fs);
}

/* ---- Clock ----------------------------------------------------------------------------------- */

/* Reads the clock before and after a loop; checks that the two values differ, but not by much. */
static void test_clock(void **state)
{
    static const char text[] = "FRAG\n"
                               "DCL IN[0], POSITION, LINEAR\n"
                               "DCL OUT[0], COLOR\n"
                               "DCL TEMP[0..4]\n"
                               "IMM UINT32 {0, 1, 200, 2147483648}\n"
                               "IMM FLT32 {0.999, 0.0, 1.0, 0.25}\n"
                               "CLOCK TEMP[0]\n"
                               "MOV TEMP[1].x, IMM[0].xxxx\n"
                               "MOV TEMP[2], IN[0]\n"
                               "BGNLOOP\n"
                               "  USGE TEMP[3].x, TEMP[1].xxxx, IMM[0].zzzz\n"
                               "  UIF TEMP[3].xxxx\n"
                               "    BRK\n"
                               "  ENDIF\n"
                               "  MUL TEMP[2].x, TEMP[2].xxxx, IMM[1].xxxx\n"
                               "  SIN TEMP[2].x, TEMP[2].xxxx\n"
                               "  UADD TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy\n"
                               "ENDLOOP\n"
                               "CLOCK TEMP[4]\n"
                               "INEG TEMP[0].x, TEMP[0].xxxx\n"
                               "UADD TEMP[0].x, TEMP[4].xxxx, TEMP[0].xxxx\n"
                               "USNE TEMP[3].x, TEMP[0].xxxx, IMM[0].xxxx\n"
                               "USLT TEMP[3].y, TEMP[0].xxxx, IMM[0].wwww\n"
                               "AND TEMP[3].xy, TEMP[3], IMM[1].zzzz\n"
                               "MOV TEMP[3].z, TEMP[2].xxxx\n"
                               "MOV TEMP[3].w, IMM[1].zzzz\n"
                               "MOV OUT[0], TEMP[3]\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    if (!has_cap(f, PIPE_CAP_TGSI_CLOCK))
        skip();
    kit_init(&k, f, 0, NULL);
    kit_use_fragment_shader(&k, text);
    kit_clear(&k, 0, 0, 0);
    kit_fill(&k, 0, 0, 0, 0);
    assert_int_equal(kit_pixel(&k, 4, 9) & 0xffff, 0xffff);
    kit_finish(&k);
}

/* ---- Levels and comparisons ------------------------------------------------------------------ */

enum {
    NUM_LEVELS = 2
};

/* Returns the depth of all texels of a layer or face. */
static float layer_depth(unsigned level, unsigned layer)
{
    return 0.05f + 0.07f * (float)layer + 0.035f * (float)level;
}

static struct pipe_resource *layered_depth(struct pipe_fixture *f, enum pipe_texture_target target,
                                           unsigned layers)
{
    static float texels[KIT_SIZE * KIT_SIZE];
    struct pipe_resource t =
        fixture_template(target, PIPE_FORMAT_Z32_FLOAT, KIT_SIZE, KIT_SIZE, layers);
    t.last_level = NUM_LEVELS - 1;
    t.bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_DEPTH_STENCIL;
    struct pipe_resource *res = fixture_create(f, &t);
    for (unsigned level = 0; level < NUM_LEVELS; level++) {
        for (unsigned layer = 0; layer < layers; layer++) {
            const int size = KIT_SIZE >> level;
            const struct pipe_box box = fixture_box(0, 0, (int)layer, size, size, 1);
            for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
                texels[i] = layer_depth(level, layer);
            fixture_write(f, res, level, &box, texels);
        }
    }
    return res;
}

struct shadow_case {
    const char *opcode;
    const char *target;
    unsigned layer; /* layer that the coordinate selects */
    float w;        /* the last coordinate, if the target has an unused one */
    float extra;    /* level or bias */
    unsigned level; /* level that the lookup must read */
};

/* Writes the text of a shader that makes a shadow lookup. TEMP[0].xy has the pixel's position, from
 * 0 to 1, or from -1 to 1 for cubes. IMM[0] has c->w in x, the level or bias in y, and the
 * reference in z. */
static void shadow_text(char *out, size_t size_B, const struct shadow_case *c, bool is_cube,
                        bool has_layers, float reference)
{
    const char *coords = !is_cube     ? "MUL TEMP[0].xy, IN[0], IMM[1].xxxx\n"
                                        "MOV TEMP[0].z, IMM[0].xxxx\n"
                                        "MOV TEMP[0].w, IMM[0].zzzz\n"
                         : has_layers ? "MAD TEMP[0].xy, IN[0], IMM[1].yyyy, IMM[1].zzzz\n"
                                        "MOV TEMP[0].z, IMM[1].wwww\n"
                                        "MOV TEMP[0].w, IMM[0].xxxx\n"
                                      : "MAD TEMP[0].xy, IN[0], IMM[1].yyyy, IMM[1].zzzz\n"
                                        "MOV TEMP[0].z, IMM[1].wwww\n"
                                        "MOV TEMP[0].w, IMM[0].zzzz\n";
    snprintf(out, size_B,
             "FRAG\n"
             "DCL IN[0], POSITION, LINEAR\n"
             "DCL OUT[0], COLOR\n"
             "DCL SAMP[0]\n"
             "DCL SVIEW[0], %s, FLOAT\n"
             "DCL TEMP[0]\n"
             "IMM FLT32 {%f, %f, %f, 0.0}\n"
             "IMM FLT32 {0.0625, 0.125, -1.0, 1.0}\n"
             "%s"
             "%s OUT[0], TEMP[0], IMM[0].%s, SAMP[0], %s\n"
             "END\n",
             c->target, (double)c->w, (double)c->extra, (double)reference, coords, c->opcode,
             is_cube && has_layers ? "zyyy" : "yyyy", c->target);
}

static void check_shadow(struct draw_kit *k, const struct shadow_case *c, bool is_cube,
                         bool has_layers)
{
    const float depth = layer_depth(c->level, c->layer);
    for (int side = -1; side <= 1; side += 2) {
        char text[1024];
        shadow_text(text, sizeof(text), c, is_cube, has_layers, depth + 0.01f * (float)side);
        kit_use_fragment_shader(k, text);
        kit_clear(k, 0, 0, 1);
        kit_fill(k, 0, 0, 0, 0);
        const uint32_t seen = kit_pixel(k, 7, 7) & 0xff;
        if (seen != (side < 0 ? 0xffu : 0))
            fail_msg("%s %s, level or bias %f, reference %f: %u", c->opcode, c->target,
                     (double)c->extra, (double)(depth + 0.01f * (float)side), seen);
    }
}

static void run_shadow(struct pipe_fixture *f, enum pipe_texture_target target, unsigned layers,
                       const struct shadow_case *cases, unsigned num)
{
    struct pipe_sampler_state s = sample_nearest();
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    struct pipe_resource *res = layered_depth(f, target, layers);
    const struct pipe_sampler_view templ = sample_view(res);
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, res, &templ);
    s.compare_mode = PIPE_TEX_COMPARE_R_TO_TEXTURE;
    s.compare_func = PIPE_FUNC_LESS;
    void *sampler = f->pipe->create_sampler_state(f->pipe, &s);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    f->pipe->bind_sampler_states(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &sampler);
    for (unsigned i = 0; i < num; i++)
        check_shadow(&k, &cases[i], target != PIPE_TEXTURE_2D_ARRAY, target != PIPE_TEXTURE_CUBE);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    f->pipe->bind_sampler_states(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    f->pipe->delete_sampler_state(f->pipe, sampler);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&res, NULL);
    kit_finish(&k);
}

/* Makes shadow lookups with a level or bias; checks from which level they read. The target has the
 * size of level 0, so a bias of n selects level n. */
static void test_shadow_levels(void **state)
{
    static const struct shadow_case arrays[] = {
        {"TXL2", "SHADOW2D_ARRAY", 2, 2.0f, 0.0f, 0},
        {"TXL2", "SHADOW2D_ARRAY", 1, 1.0f, 1.0f, 1},
        {"TXB2", "SHADOW2D_ARRAY", 1, 1.0f, 0.0f, 0},
        {"TXB2", "SHADOW2D_ARRAY", 2, 2.0f, 1.0f, 1},
    };
    static const struct shadow_case cubes[] = {
        {"TXL2", "SHADOWCUBE", 4, 0.0f, 0.0f, 0},
        {"TXL2", "SHADOWCUBE", 4, 0.0f, 1.0f, 1},
        {"TXB2", "SHADOWCUBE", 4, 0.0f, -1.0f, 0},
        {"TXB2", "SHADOWCUBE", 4, 0.0f, 1.0f, 1},
    };
    static const struct shadow_case cube_arrays[] = {
        {"TXL2", "SHADOWCUBEARRAY", 4, 0.0f, 1.0f, 1},
        {"TXL2", "SHADOWCUBEARRAY", 10, 1.0f, 0.0f, 0},
        {"TXB2", "SHADOWCUBEARRAY", 10, 1.0f, 1.0f, 1},
    };
    struct pipe_fixture *f = *state;
    assert_true(has_cap(f, PIPE_CAP_TEXTURE_SHADOW_LOD));
    run_shadow(f, PIPE_TEXTURE_2D_ARRAY, 3, arrays, 4);
    run_shadow(f, PIPE_TEXTURE_CUBE, 6, cubes, 4);
    if (has_cap(f, PIPE_CAP_CUBE_MAP_ARRAY))
        run_shadow(f, PIPE_TEXTURE_CUBE_ARRAY, 12, cube_arrays, 3);
}

/* ---- Votes ----------------------------------------------------------------------------------- */

/* Votes on uniform values, so that the size of subgroups does not matter: the vertex shader writes
 * three votes to red, green and blue, and the fragment shader votes again. Checks the pixels.
 * Devices may lack votes in either stage. */
static void test_votes(void **state)
{
    static const char vertex_text[] = "VERT\n"
                                      "DCL IN[0]\n"
                                      "DCL OUT[0], POSITION\n"
                                      "DCL OUT[1], GENERIC[0]\n"
                                      "DCL TEMP[0]\n"
                                      "IMM UINT32 {0, 4294967295, 1065353216, 0}\n"
                                      "VOTE_ANY TEMP[0].x, IMM[0].yyyy\n"
                                      "VOTE_ALL TEMP[0].y, IMM[0].xxxx\n"
                                      "VOTE_EQ TEMP[0].z, IMM[0].zzzz\n"
                                      "AND TEMP[0].xyz, TEMP[0], IMM[0].zzzz\n"
                                      "MOV TEMP[0].w, IMM[0].zzzz\n"
                                      "MOV OUT[1], TEMP[0]\n"
                                      "MOV OUT[0], IN[0]\n"
                                      "END\n";
    static const char fragment_text[] = "FRAG\n"
                                        "DCL IN[0], GENERIC[0], CONSTANT\n"
                                        "DCL OUT[0], COLOR\n"
                                        "DCL TEMP[0..1]\n"
                                        "IMM UINT32 {0, 1065353216, 0, 0}\n"
                                        "USNE TEMP[0], IN[0], IMM[0].xxxx\n"
                                        "VOTE_ALL TEMP[1].x, TEMP[0].xxxx\n"
                                        "VOTE_ANY TEMP[1].y, TEMP[0].yyyy\n"
                                        "VOTE_EQ TEMP[1].z, IN[0].zzzz\n"
                                        "VOTE_ALL TEMP[1].w, TEMP[0].wwww\n"
                                        "AND OUT[0], TEMP[1], IMM[0].yyyy\n"
                                        "END\n";
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    assert_true(has_cap(f, PIPE_CAP_TGSI_VOTE));
    kit_init(&k, f, 0, NULL);
    kit_use_vertex_shader(&k, vertex_text);
    kit_use_fragment_shader(&k, fragment_text);
    kit_clear(&k, 0, 0, 0);
    kit_fill(&k, 0, 0, 0, 0);
    assert_int_equal(kit_pixel(&k, 4, 9), 0xffff00ff);
    kit_finish(&k);
}

/* Takes a ballot in which each invocation votes true; checks that the ballot is not empty. If the
 * device lacks ballots in the stage, a ballot contains only the invocation that takes it. */
static void test_ballots(void **state)
{
    static const char text[] = "FRAG\n"
                               "DCL OUT[0], COLOR\n"
                               "DCL TEMP[0..1]\n"
                               "IMM[0] UINT32 {0, 4294967295, 1065353216, 0}\n"
                               "BALLOT TEMP[0].xy, IMM[0].yyyy\n"
                               "OR TEMP[0].x, TEMP[0].xxxx, TEMP[0].yyyy\n"
                               "USNE TEMP[0].x, TEMP[0].xxxx, IMM[0].xxxx\n"
                               "AND OUT[0], TEMP[0].xxxx, IMM[0].zxxz\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    assert_true(has_cap(f, PIPE_CAP_TGSI_BALLOT));
    kit_init(&k, f, 0, NULL);
    kit_use_fragment_shader(&k, text);
    kit_clear(&k, 0, 0, 0);
    kit_fill(&k, 0, 0, 0, 0);
    assert_int_equal(kit_pixel(&k, 4, 9), 0xff0000ff);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stencil_values),
        cmocka_unit_test(test_stencil_shader),
        cmocka_unit_test(test_multisampled_images),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_shadow_levels),
        cmocka_unit_test(test_votes),
        cmocka_unit_test(test_ballots),
    };
    return cmocka_run_group_tests_name("shader_extras", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
