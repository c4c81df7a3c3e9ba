/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures that are read while they are rendered to: texture_barrier must make the writes of
 * earlier draws visible to later draws, without a new binding. Devices that execute draws in order
 * get the right image anyway, so the tests also count the recorded barriers. */
#include <stdlib.h>

#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"
#include "pipe_sample.h"

static PFN_vkCmdPipelineBarrier2 real_barrier;
static unsigned num_barriers; /* number of barriers from attachment writes to shader reads */

static VKAPI_ATTR void VKAPI_CALL count_barrier(VkCommandBuffer cmd, const VkDependencyInfo *info)
{
    for (uint32_t i = 0; i < info->memoryBarrierCount; i++) {
        const VkMemoryBarrier2 *b = &info->pMemoryBarriers[i];
        num_barriers += (b->srcAccessMask & VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT) &&
                        (b->dstAccessMask & VK_ACCESS_2_SHADER_SAMPLED_READ_BIT);
    }
    real_barrier(cmd, info);
}

/* The kit, with a float texture as its target; unit 0 also samples that texture. */
struct loop {
    struct draw_kit kit;
    struct pipe_resource *texture;
    struct pipe_surface *surface;
    struct pipe_sampler_view *view;
    void *sampler;
};

static void bind_level(struct loop *l, unsigned shown, unsigned drawn)
{
    struct pipe_fixture *f = l->kit.f;
    struct pipe_sampler_view templ = sample_view(l->texture);
    templ.u.tex.first_level = templ.u.tex.last_level = shown;
    pipe_sampler_view_reference(&l->view, NULL);
    l->view = f->pipe->create_sampler_view(f->pipe, l->texture, &templ);
    assert_non_null(l->view);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &l->view);
    pipe_surface_reference(&l->surface, NULL);
    l->surface = fixture_surface(f, l->texture, l->texture->format, drawn, 0, 0);
    const struct pipe_framebuffer_state fb = {.width = l->surface->width,
                                              .height = l->surface->height,
                                              .nr_cbufs = 1,
                                              .cbufs = {l->surface}};
    f->pipe->set_framebuffer_state(f->pipe, &fb);
}

static void begin(struct loop *l, struct pipe_fixture *f, const char *fs_text, unsigned levels)
{
    *l = (struct loop){0};
    kit_init(&l->kit, f, 0, NULL);
    kit_use_fragment_shader(&l->kit, fs_text);
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT, KIT_SIZE, KIT_SIZE, 1);
    templ.bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET;
    templ.last_level = (unsigned char)(levels - 1);
    l->texture = fixture_create(f, &templ);
    const struct pipe_sampler_state sampler = sample_nearest();
    l->sampler = f->pipe->create_sampler_state(f->pipe, &sampler);
    f->pipe->bind_sampler_states(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &l->sampler);
    bind_level(l, 0, 0);
}

static void end(struct loop *l)
{
    struct pipe_fixture *f = l->kit.f;
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    f->pipe->bind_sampler_states(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    f->pipe->set_framebuffer_state(f->pipe, NULL);
    f->pipe->delete_sampler_state(f->pipe, l->sampler);
    pipe_sampler_view_reference(&l->view, NULL);
    pipe_surface_reference(&l->surface, NULL);
    pipe_resource_reference(&l->texture, NULL);
    kit_finish(&l->kit);
}

static float *read_level(struct loop *l, unsigned level)
{
    const struct pipe_box box = fixture_level_box(l->texture, level);
    return (float *)(void *)fixture_read(l->kit.f, l->texture, level, &box);
}

/* Outputs 1 plus the texel at the fragment, or 1 plus the texel to its left. */
#define READ_TEXT(offset)                                                                          \
    "FRAG\n"                                                                                       \
    "DCL IN[0], POSITION, LINEAR\n"                                                                \
    "DCL OUT[0], COLOR\n"                                                                          \
    "DCL SAMP[0]\n"                                                                                \
    "DCL SVIEW[0], 2D, FLOAT\n"                                                                    \
    "DCL TEMP[0]\n"                                                                                \
    "IMM[0] INT32 {" offset ", 0, 0, 0}\n"                                                         \
    "IMM[1] FLT32 {1.0, 0.0, 0.0, 0.0}\n"                                                          \
    "F2I TEMP[0].xy, IN[0]\n"                                                                      \
    "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].xxxx\n"                                                  \
    "MOV TEMP[0].zw, IMM[0].yyyy\n"                                                                \
    "TXF TEMP[0], TEMP[0], SAMP[0], 2D\n"                                                          \
    "ADD OUT[0], TEMP[0], IMM[1].xxxx\n"                                                           \
    "END\n"

/* Draws several times, each time adding 1 to the fragment's own texel; checks the values and the
 * barriers. */
static void test_own_texel(void **state)
{
    struct pipe_fixture *f = *state;
    struct VolkDeviceTable *vk = &((struct gv_screen *)f->screen)->dev->vk;
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
    struct loop l;
    begin(&l, f, READ_TEXT("0"), 1);
    const union pipe_color_union three = {.f = {3.0f}};
    f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR, &three, 0.0, 0);
    kit_fill(&l.kit, 0.0f, 0.0f, 0.0f, 0.5f);
    real_barrier = vk->vkCmdPipelineBarrier2;
    vk->vkCmdPipelineBarrier2 = count_barrier;
    num_barriers = 0;
    for (unsigned i = 0; i < 20; i++) {
        f->pipe->texture_barrier(f->pipe);
        f->pipe->draw_vbo(f->pipe, &info);
    }
    vk->vkCmdPipelineBarrier2 = real_barrier;
    assert_int_equal(num_barriers, 20);
    float *got = read_level(&l, 0);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
        assert_float_equal(got[i], 24.0f, 0.0f);
    free(got);
    end(&l);
}

/* Draws column after column: each pixel gets the value of its left neighbour plus 1. Checks the
 * values. */
static void test_other_texels(void **state)
{
    struct pipe_fixture *f = *state;
    struct loop l;
    begin(&l, f, READ_TEXT("-1"), 1);
    l.kit.rasterizer_state.scissor = 1;
    kit_update_rasterizer(&l.kit);
    const union pipe_color_union five = {.f = {5.0f}};
    f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR, &five, 0.0, 0);
    for (unsigned i = 1; i < KIT_SIZE; i++) {
        const struct pipe_scissor_state column = {
            .minx = (uint16_t)i, .maxx = (uint16_t)(i + 1), .maxy = KIT_SIZE};
        f->pipe->set_scissor_states(f->pipe, 0, 1, &column);
        f->pipe->texture_barrier(f->pipe);
        kit_fill(&l.kit, 0.0f, 0.0f, 0.0f, 0.5f);
    }
    float *got = read_level(&l, 0);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
        assert_float_equal(got[i], 5.0f + (float)(i % KIT_SIZE), 0.0f);
    free(got);
    end(&l);
}

/* Draws each level from the previous level without texture_barrier, since the new binding suffices;
 * checks the values. */
static void test_levels(void **state)
{
    struct pipe_fixture *f = *state;
    struct loop l;
    begin(&l, f, READ_TEXT("0"), 5);
    const union pipe_color_union seven = {.f = {7.0f}};
    f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR, &seven, 0.0, 0);
    for (unsigned level = 1; level < 5; level++) {
        bind_level(&l, level - 1, level);
        kit_fill(&l.kit, 0.0f, 0.0f, 0.0f, 0.5f);
    }
    for (unsigned level = 0; level < 5; level++) {
        float *got = read_level(&l, level);
        unsigned size = KIT_SIZE >> level;
        for (unsigned i = 0; i < size * size; i++)
            assert_float_equal(got[i], 7.0f + (float)level, 0.0f);
        free(got);
    }
    end(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_texel),
        cmocka_unit_test(test_other_texels),
        cmocka_unit_test(test_levels),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
