/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* After a draw with every combination of state, further draws must compile nothing and record only
 * the state that changed. */
#include <stdio.h>

#include "driver/context.h"
#include "pipe_draw_kit.h"
#include "pipe_sample.h"

static const struct pipe_blend_state blends[] = {
    {.rt[0].colormask = PIPE_MASK_RGBA},
    {.rt[0] = {.blend_enable = 1,
               .rgb_src_factor = PIPE_BLENDFACTOR_ONE,
               .rgb_dst_factor = PIPE_BLENDFACTOR_ONE,
               .alpha_src_factor = PIPE_BLENDFACTOR_ONE,
               .alpha_dst_factor = PIPE_BLENDFACTOR_ONE,
               .colormask = PIPE_MASK_RGBA}},
};

static const struct pipe_depth_stencil_alpha_state tests_of[] = {
    {.depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_LEQUAL}},
    {.alpha = {.enabled = 1, .func = PIPE_FUNC_GREATER, .ref_value = 0.5f}},
};

/* Draws with every combination of blending, tests, culling, flat shading and primitive type. */
static void draw_all(struct draw_kit *k)
{
    static const struct kit_vertex vertices[3] = {{{-1, -1, 0, 1}, {1, 0, 0, 1}},
                                                  {{3, -1, 0, 1}, {0, 1, 0, 1}},
                                                  {{-1, 3, 0, 1}, {0, 0, 1, 1}}};
    static const unsigned modes[] = {PIPE_PRIM_TRIANGLES, PIPE_PRIM_LINES, PIPE_PRIM_POINTS,
                                     PIPE_PRIM_TRIANGLE_FAN, PIPE_PRIM_POLYGON};
    for (unsigned i = 0; i < 16; i++) {
        kit_use_blend(k, &blends[i & 1]);
        kit_use_depth_stencil_alpha(k, &tests_of[i >> 1 & 1]);
        k->rasterizer_state.cull_face = i & 4 ? PIPE_FACE_FRONT : PIPE_FACE_NONE;
        k->rasterizer_state.flatshade = i >> 3 & 1;
        kit_update_rasterizer(k);
        for (unsigned m = 0; m < sizeof(modes) / sizeof(modes[0]); m++)
            kit_draw(k, modes[m], vertices, 3);
    }
}

/* Deletes state objects and creates them again; checks that nothing is compiled, since equal states
 * have equal pipelines. */
static void test_nothing_is_compiled_again(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    const struct gv_context *ctx = gv_context(k.f->pipe);
    draw_all(&k);
    uint64_t pipelines = ctx->rec.stats.pipelines, draws = ctx->rec.stats.draws;
    assert_true(pipelines > 0);
    draw_all(&k);
    k.f->pipe->flush(k.f->pipe, NULL, 0);
    draw_all(&k);
    assert_int_equal(ctx->rec.stats.pipelines, pipelines);
    assert_int_equal(ctx->rec.stats.draws, 3 * draws);
    kit_finish(&k);
}

/* ---- Dynamic state needs no further pipelines; other state needs one pipeline for each value */

static void expect_drawn(struct draw_kit *k, uint64_t *pipelines, bool dynamic)
{
    const struct gv_context *ctx = gv_context(k->f->pipe);
    kit_fill(k, 1, 0, 0, 0);
    *pipelines += !dynamic;
    assert_int_equal(ctx->rec.stats.pipelines, *pipelines);
}

static void test_dynamic_state(void **state)
{
    static const struct pipe_vertex_element swapped[2] = {
        {.src_offset = 16, .src_format = PIPE_FORMAT_R32G32B32A32_FLOAT},
        {.src_offset = 0, .src_format = PIPE_FORMAT_R32G32B32A32_FLOAT}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    const struct gv_context *ctx = gv_context(pipe);
    const struct gv_vk_caps *caps = &ctx->dev->caps;
    const bool blend = caps->extendedDynamicState3ColorBlendEnable &&
                       caps->extendedDynamicState3ColorBlendEquation &&
                       caps->extendedDynamicState3ColorWriteMask;
    kit_use_blend(&k, &blends[0]);
    kit_fill(&k, 1, 0, 0, 0);
    uint64_t pipelines = ctx->rec.stats.pipelines;
    kit_use_blend(&k, &blends[1]);
    expect_drawn(&k, &pipelines, blend);
    if (caps->fillModeNonSolid) {
        k.rasterizer_state.fill_front = k.rasterizer_state.fill_back = PIPE_POLYGON_MODE_LINE;
        kit_update_rasterizer(&k);
        expect_drawn(&k, &pipelines, caps->extendedDynamicState3PolygonMode);
    }
    k.rasterizer_state.depth_clip = 0;
    k.rasterizer_state.depth_clamp = 1;
    kit_update_rasterizer(&k);
    expect_drawn(&k, &pipelines, ctx->screen->dynamic.depth_range);
    void *elements = pipe->create_vertex_elements_state(pipe, 2, swapped);
    pipe->bind_vertex_elements_state(pipe, elements);
    expect_drawn(&k, &pipelines, caps->vertexInputDynamicState);
    pipe->bind_vertex_elements_state(pipe, k.elements);
    pipe->delete_vertex_elements_state(pipe, elements);
    kit_finish(&k);
}

/* ---- Programs that alternate keep their variants while the state that the variants depend on
 * stays */

/* Creates one of two fragment shaders that have different text and draw the same pixels. */
static void *fragment_shader(struct pipe_fixture *f, bool other)
{
    static const char other_text[] = "FRAG\n"
                                     "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                     "DCL OUT[0], COLOR\n"
                                     "DCL TEMP[0]\n"
                                     "MOV TEMP[0], IN[0]\n"
                                     "MOV OUT[0], TEMP[0]\n"
                                     "END\n";
    return fixture_shader(f, f->pipe->create_fs_state, other ? other_text : fixture_fragment_text,
                          NULL);
}

/* Creates equal shaders in one context; checks that they share one object and its pipelines until
 * the last of the shaders is deleted. */
static void test_equal_shaders_are_one(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    const struct gv_context *ctx = gv_context(pipe);
    kit_fill(&k, 1, 0, 0, 0);
    uint64_t pipelines = ctx->rec.stats.pipelines;
    void *equal = fragment_shader(k.f, false), *other = fragment_shader(k.f, true);
    assert_ptr_equal(equal, k.fs);
    assert_ptr_not_equal(other, k.fs);
    pipe->bind_fs_state(pipe, equal);
    kit_fill(&k, 0, 1, 0, 0);
    assert_int_equal(ctx->rec.stats.pipelines, pipelines);
    pipe->delete_fs_state(pipe, equal);
    kit_clear(&k, 0, 0, 0);
    kit_fill(&k, 0, 0, 1, 0);
    assert_int_equal(kit_pixel(&k, 3, 3) & 0xffffff, 0xff0000);
    assert_int_equal(ctx->rec.stats.pipelines, pipelines);
    pipe->bind_fs_state(pipe, other);
    kit_fill(&k, 0, 1, 0, 0);
    assert_int_equal(ctx->rec.stats.pipelines, pipelines + 1);

    /* A deleted shader must not be found again. */
    pipe->delete_fs_state(pipe, k.fs);
    k.fs = fragment_shader(k.f, false);
    pipe->bind_fs_state(pipe, k.fs);
    kit_fill(&k, 1, 0, 0, 0);
    assert_int_equal(kit_pixel(&k, 3, 3) & 0xffffff, 0x0000ff);
    pipe->delete_fs_state(pipe, other);
    kit_finish(&k);
}

/* Creates vertex shaders with different captured outputs; checks that they are different shaders.
 */
static void test_captures_distinguish_shaders(void **state)
{
    static const struct pipe_stream_output_info capture = {
        .num_outputs = 1,
        .stride = {4},
        .output[0] = {.register_index = 0, .num_components = 4},
    };
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    void *equal = fixture_shader(k.f, pipe->create_vs_state, fixture_vertex_text, NULL);
    void *captures = fixture_shader(k.f, pipe->create_vs_state, fixture_vertex_text, &capture);
    assert_ptr_equal(equal, k.vs);
    assert_ptr_not_equal(captures, k.vs);
    pipe->delete_vs_state(pipe, equal);
    pipe->delete_vs_state(pipe, captures);
    kit_finish(&k);
}

/* Changes state while another shader is bound, and binds the first shader again in the same batch;
 * checks the pixels. */
static void test_state_changes_meanwhile(void **state)
{
    static const struct pipe_depth_stencil_alpha_state all = {0};
    static const struct pipe_depth_stencil_alpha_state none = {
        .alpha = {.enabled = 1, .func = PIPE_FUNC_LESS, .ref_value = 0.5f}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    void *shaders[] = {fragment_shader(k.f, false), fragment_shader(k.f, true)};
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned n = 0; n < 4; n++) {
            kit_use_depth_stencil_alpha(&k, (n < 2) == (i != 0) ? &none : &all);
            kit_clear(&k, 0, 0, 0);
            pipe->bind_fs_state(pipe, shaders[n & 1]);
            kit_fill(&k, 0, 1, 0, 0);
        }
        assert_int_equal(kit_pixel(&k, 3, 3) & 0xffffff, i ? 0x00ff00 : 0);
    }
    pipe->bind_fs_state(pipe, k.fs);
    pipe->delete_fs_state(pipe, shaders[0]);
    pipe->delete_fs_state(pipe, shaders[1]);
    kit_finish(&k);
}

/* Changes the primitive from triangles to points while a program without a geometry shader is
 * bound, then binds a program with a geometry shader; checks the pixels. The change matters to the
 * second program on a device that clips points as a whole. */
static void test_points_come_meanwhile(void **state)
{
    /* One vertex in the middle of the target, the others far outside. */
    static const struct kit_vertex corner[3] = {
        {{0, 0, 0, 1}, {0, 1, 0, 1}}, {{9, 0, 0, 1}, {0, 1, 0, 1}}, {{0, 9, 0, 1}, {0, 1, 0, 1}}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    if (!pipe->create_gs_state || !gv_context(pipe)->dev->caps.fillModeNonSolid) {
        kit_finish(&k);
        skip();
    }
    VkPhysicalDevicePointClippingProperties *properties = &gv_context(pipe)->dev->point_clipping;
    const VkPointClippingBehavior behavior = properties->pointClippingBehavior;
    properties->pointClippingBehavior = VK_POINT_CLIPPING_BEHAVIOR_USER_CLIP_PLANES_ONLY;
    void *gs = fixture_shader(k.f, pipe->create_gs_state, KIT_GEOMETRY_PASSES, NULL);
    for (unsigned i = 0; i < 3; i++) {
        unsigned mode = i ? PIPE_POLYGON_MODE_POINT : PIPE_POLYGON_MODE_FILL;
        k.rasterizer_state.fill_front = k.rasterizer_state.fill_back = mode;
        k.rasterizer_state.point_size = 6;
        k.rasterizer_state.point_quad_rasterization = k.rasterizer_state.point_tri_clip = 1;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        pipe->bind_gs_state(pipe, i == 1 ? NULL : gs);
        kit_draw(&k, PIPE_PRIM_TRIANGLES, corner, 3);
    }
    assert_int_equal(kit_pixel(&k, 6, 6) & 0xffffff, 0x00ff00);
    assert_int_equal(kit_pixel(&k, 9, 9) & 0xffffff, 0x00ff00);
    pipe->bind_gs_state(pipe, NULL);
    pipe->delete_gs_state(pipe, gs);
    properties->pointClippingBehavior = behavior;
    kit_finish(&k);
}

/* ---- Bindings that several programs have in common stay bound */

static unsigned num_binds;
static PFN_vkCmdBindDescriptorSets real_bind;

static VKAPI_ATTR void VKAPI_CALL count_bind(VkCommandBuffer cmd, VkPipelineBindPoint point,
                                             VkPipelineLayout layout, uint32_t first, uint32_t num,
                                             const VkDescriptorSet *sets, uint32_t num_offsets,
                                             const uint32_t *offsets)
{
    num_binds++;
    real_bind(cmd, point, layout, first, num, sets, num_offsets, offsets);
}

/* Creates a shader that outputs the unit's texel at the origin, combined with a constant. */
static void *sampling_shader(struct pipe_fixture *f, unsigned unit, const char *op)
{
    char text[400];
    snprintf(text, sizeof(text),
             "FRAG\n"
             "DCL OUT[0], COLOR\n"
             "DCL SAMP[%u]\n"
             "DCL SVIEW[%u], 2D, FLOAT\n"
             "DCL CONST[0][0]\n"
             "DCL TEMP[0]\n"
             "IMM[0] INT32 {0, 0, 0, 0}\n"
             "TXF TEMP[0], IMM[0], SAMP[%u], 2D\n"
             "%s OUT[0], TEMP[0], CONST[0][0]\n"
             "END\n",
             unit, unit, unit, op);
    return fixture_shader(f, f->pipe->create_fs_state, text, NULL);
}

static void test_bindings_stay(void **state)
{
    static const uint32_t red = 0xff0000ff, blue = 0xffff0000;
    static const float ones[4] = {1, 1, 1, 1};
    static const uint32_t colors[] = {0xff0000ff, 0xffffffff, 0xffff0000};
    static const struct pipe_constant_buffer constants = {.buffer_size = sizeof(ones),
                                                          .user_buffer = ones};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct gv_vk_device *dev = gv_context(pipe)->dev;
    const struct pipe_sampler_state nearest = sample_nearest();
    void *sampler = pipe->create_sampler_state(pipe, &nearest), *samplers[] = {sampler, sampler};
    struct pipe_resource *textures[2];
    struct pipe_sampler_view *views[2];
    for (unsigned i = 0; i < 2; i++) {
        const struct pipe_box texel = fixture_box(0, 0, 0, 1, 1, 1);
        textures[i] = fixture_texture(k.f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 1, 1);
        fixture_write(k.f, textures[i], 0, &texel, i ? &blue : &red);
        const struct pipe_sampler_view view = sample_view(textures[i]);
        views[i] = pipe->create_sampler_view(pipe, textures[i], &view);
    }
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 2, views);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 2, samplers);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_FRAGMENT, 0, &constants);
    void *shaders[] = {sampling_shader(k.f, 0, "MUL"), sampling_shader(k.f, 0, "ADD"),
                       sampling_shader(k.f, 1, "MUL")};
    real_bind = dev->vk.vkCmdBindDescriptorSets;
    dev->vk.vkCmdBindDescriptorSets = count_bind;
    for (unsigned i = 0; i < 9; i++) {
        pipe->bind_fs_state(pipe, shaders[i / 3]);
        kit_fill(&k, 0, 0, 0, 0);
        num_binds = 0;
        pipe->bind_fs_state(pipe, shaders[i % 3]);
        kit_fill(&k, 0, 0, 0, 0);
        /* The third program reads a texture that the other two do not read. */
        assert_int_equal(num_binds, (i / 3 == 2) != (i % 3 == 2));
        assert_int_equal(kit_pixel(&k, 3, 3), colors[i % 3]);
    }
    dev->vk.vkCmdBindDescriptorSets = real_bind;
    pipe->set_constant_buffer(pipe, PIPE_SHADER_FRAGMENT, 0, NULL);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 2, NULL);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 2, (void *[2]){NULL, NULL});
    pipe->bind_fs_state(pipe, k.fs);
    for (unsigned i = 0; i < 3; i++)
        pipe->delete_fs_state(pipe, shaders[i]);
    for (unsigned i = 0; i < 2; i++) {
        pipe_sampler_view_reference(&views[i], NULL);
        pipe_resource_reference(&textures[i], NULL);
    }
    pipe->delete_sampler_state(pipe, sampler);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_compiled_again),
        cmocka_unit_test(test_dynamic_state),
        cmocka_unit_test(test_equal_shaders_are_one),
        cmocka_unit_test(test_captures_distinguish_shaders),
        cmocka_unit_test(test_state_changes_meanwhile),
        cmocka_unit_test(test_points_come_meanwhile),
        cmocka_unit_test(test_bindings_stay),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
