/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Images must have the layout of their use if the device benefits from layouts, else the general
 * layout. The validation layer checks the layout at each command; these tests check which
 * transitions are recorded, how many, and the contents of images afterwards. */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/resource/resource.h"
#include "pipe_draw_kit.h"
#include "pipe_sample.h"
#include "vk/layout.h"

enum {
    SIZE = KIT_SIZE,
    MANY = 2 * GV_VK_MAX_LAYOUT_CHANGES + 3
};

static const struct sample_lookup lookup_2d = {.target = "2D"};

static struct gv_vk_device *device(struct pipe_fixture *f)
{
    return gv_context(f->pipe)->dev;
}

static VkImageLayout layout_of(struct pipe_resource *res)
{
    return gv_storage_layout(gv_resource(res)->storage);
}

/* Checks that an image has this layout, or the general layout if layouts make no difference to the
 * device. */
static void expect_layout(struct pipe_fixture *f, struct pipe_resource *res, VkImageLayout layout)
{
    assert_int_equal(layout_of(res),
                     gv_vk_has_unified_layouts(device(f)) ? VK_IMAGE_LAYOUT_GENERAL : layout);
}

static struct pipe_resource *create(struct pipe_fixture *f, enum pipe_format format,
                                    unsigned last_level, unsigned bind)
{
    struct pipe_resource templ = fixture_template(PIPE_TEXTURE_2D, format, SIZE, SIZE, 1);
    templ.last_level = (uint8_t)last_level;
    templ.bind = bind;
    return fixture_create(f, &templ);
}

static struct pipe_resource *create_target(struct pipe_fixture *f)
{
    return create(f, PIPE_FORMAT_R8G8B8A8_UNORM, 0,
                  PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
}

static union pipe_color_union look_up(struct pipe_fixture *f, struct pipe_resource *res)
{
    const struct pipe_sampler_view view = sample_view(res);
    const struct pipe_sampler_state sampler = sample_nearest();
    return sample(f, res, &view, &sampler, &lookup_2d);
}

static void fill_level(struct pipe_fixture *f, struct pipe_resource *res, unsigned level,
                       uint32_t color)
{
    uint32_t texels[SIZE * SIZE];
    const struct pipe_box box = fixture_level_box(res, level);
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        texels[i] = color;
    fixture_write(f, res, level, &box, texels);
}

static void fill_texels(struct pipe_fixture *f, struct pipe_resource *res, uint32_t color)
{
    fill_level(f, res, 0, color);
}

/* Returns the first texel of a level. */
static uint32_t level_texel(struct pipe_fixture *f, struct pipe_resource *res, unsigned level)
{
    const struct pipe_box box = fixture_box(0, 0, 0, 1, 1, 1);
    uint8_t *data = fixture_read(f, res, level, &box);
    uint32_t texel;
    memcpy(&texel, data, sizeof(texel));
    free(data);
    return texel;
}

static void clear_to(struct pipe_fixture *f, struct pipe_resource *res, float red)
{
    const union pipe_color_union color = {.f = {red, 0.0f, 0.0f, 1.0f}};
    struct pipe_surface *surface = fixture_surface(f, res, res->format, 0, 0, 0);
    f->pipe->clear_render_target(f->pipe, surface, &color, 0, 0, SIZE, SIZE);
    pipe_surface_reference(&surface, NULL);
}

/* ---- Each use -------------------------------------------------------------------------------- */

static void test_color(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = create_target(f), *copy = create_target(f);
    const struct pipe_box box = fixture_level_box(res, 0);
    fill_texels(f, res, 0xff0000ff);
    expect_layout(f, res, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    union pipe_color_union got = look_up(f, res);
    sample_expect(&got, 1.0f, 0.0f, 0.0f, 1.0f, 0.0f, "what was written");
    expect_layout(f, res, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    clear_to(f, res, 0.0f);
    expect_layout(f, res, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    f->pipe->resource_copy_region(f->pipe, copy, 0, 0, 0, 0, res, 0, &box);
    expect_layout(f, res, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    expect_layout(f, copy, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    assert_int_equal(fixture_texel32(f, copy, 3, 3, 0), 0xff000000);
    pipe_resource_reference(&copy, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_depth(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res =
        create(f, PIPE_FORMAT_Z32_FLOAT, 0, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_DEPTH_STENCIL);
    struct pipe_surface *surface = fixture_surface(f, res, res->format, 0, 0, 0);
    f->pipe->clear_depth_stencil(f->pipe, surface, PIPE_CLEAR_DEPTH, 0.25, 0, 0, 0, SIZE, SIZE);
    expect_layout(f, res, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL);
    union pipe_color_union got = look_up(f, res);
    assert_float_equal(got.f[0], 0.25f, 0.0f);
    expect_layout(f, res, VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Stores to an image in shaders, also in the draw that samples it; checks the layout and the
 * contents. */
static void test_storage(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->screen->is_format_supported(f->screen, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D, 0,
                                        PIPE_BIND_SHADER_IMAGE))
        skip();
    struct pipe_resource *res =
        create(f, PIPE_FORMAT_R8G8B8A8_UNORM, 0, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_SHADER_IMAGE);
    fill_texels(f, res, 0xff00ff00);
    assert_int_equal(layout_of(res), VK_IMAGE_LAYOUT_GENERAL);
    union pipe_color_union got = look_up(f, res);
    sample_expect(&got, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f, "what was written");
    assert_int_equal(layout_of(res), VK_IMAGE_LAYOUT_GENERAL);
    pipe_resource_reference(&res, NULL);
}

static void expect_levels(struct pipe_fixture *f, struct pipe_resource *res, uint32_t level,
                          VkImageLayout own, VkImageLayout others)
{
    const bool one = gv_vk_has_unified_layouts(device(f));
    for (uint32_t i = 0; i <= res->last_level; i++) {
        const VkImageLayout layout = i == level ? own : others;
        assert_int_equal(gv_storage_level_layout(gv_resource(res)->storage, i),
                         one ? VK_IMAGE_LAYOUT_GENERAL : layout);
    }
}

/* Copies between levels of one image, by transfer commands and by a draw; checks that the source
 * level and the destination level each have the layout of that use. For a copy within one level,
 * the image has the general layout. */
static void test_within(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res =
        create(f, PIPE_FORMAT_R8G8B8A8_UNORM, 3, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
    fill_texels(f, res, 0xff0000ff);
    assert_true(f->pipe->generate_mipmap(f->pipe, res, res->format, 0, 2, 0, 0));
    expect_levels(f, res, 2, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                  VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    const struct pipe_blit_info info = {
        .src = {.resource = res,
                .level = 2,
                .format = res->format,
                .box = fixture_level_box(res, 2)},
        .dst = {.resource = res,
                .level = 3,
                .format = res->format,
                .box = fixture_level_box(res, 3)},
        .mask = PIPE_MASK_R | PIPE_MASK_A, /* copies and vkCmdBlitImage have no mask */
        .filter = PIPE_TEX_FILTER_LINEAR,
    };
    f->pipe->blit(f->pipe, &info);
    expect_levels(f, res, 3, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                  VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    const struct pipe_box from = fixture_box(0, 0, 0, 2, 2, 1);
    f->pipe->resource_copy_region(f->pipe, res, 1, 4, 4, 0, res, 1, &from);
    assert_int_equal(layout_of(res), VK_IMAGE_LAYOUT_GENERAL);
    f->pipe->resource_copy_region(f->pipe, res, 1, 2, 2, 0, res, 2, &from);
    expect_levels(f, res, 1, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                  VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    const struct pipe_sampler_state sampler = sample_nearest();
    const struct pipe_sampler_view view = sample_view(res);
    for (unsigned level = 0; level < 4; level++) {
        const struct sample_lookup lookup = {.target = "2D", .coord = {0.5f, 0.5f, 0.0f, level}};
        union pipe_color_union got = sample(f, res, &view, &sampler, &lookup);
        sample_expect(&got, 1.0f, 0.0f, 0.0f, 1.0f, 0.0f, "a level");
    }
    expect_layout(f, res, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    pipe_resource_reference(&res, NULL);
}

/* ---- What transitions cost ------------------------------------------------------------------- */

static struct VolkDeviceTable real;
static unsigned num_changes, num_commands;

static VKAPI_ATTR void VKAPI_CALL barrier_2(VkCommandBuffer cmd, const VkDependencyInfo *info)
{
    num_changes += info->imageMemoryBarrierCount;
    num_commands++;
    real.vkCmdPipelineBarrier2(cmd, info);
}

static VKAPI_ATTR void VKAPI_CALL barrier_1(VkCommandBuffer cmd, VkPipelineStageFlags src,
                                            VkPipelineStageFlags dst, VkDependencyFlags flags,
                                            uint32_t num_memory, const VkMemoryBarrier *memory,
                                            uint32_t num_buffers,
                                            const VkBufferMemoryBarrier *buffers,
                                            uint32_t num_images, const VkImageMemoryBarrier *images)
{
    num_changes += num_images;
    num_commands++;
    real.vkCmdPipelineBarrier(cmd, src, dst, flags, num_memory, memory, num_buffers, buffers,
                              num_images, images);
}

static void begin_count(struct pipe_fixture *f)
{
    struct VolkDeviceTable *vk = &device(f)->vk;
    f->pipe->flush(f->pipe, NULL, 0);
    if (vk->vkCmdPipelineBarrier2 != barrier_2) /* unless a failed test left them there */
        real = *vk;
    vk->vkCmdPipelineBarrier2 = barrier_2;
    vk->vkCmdPipelineBarrier = barrier_1;
    num_changes = num_commands = 0;
}

static void end_count(struct pipe_fixture *f)
{
    f->pipe->flush(f->pipe, NULL, 0);
    device(f)->vk = real;
}

/* Generates each level from the previous one; checks that each level takes one barrier and one
 * command. */
static void test_chain(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res =
        create(f, PIPE_FORMAT_R8G8B8A8_UNORM, 4, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
    fill_texels(f, res, 0xff0000ff);
    begin_count(f);
    assert_true(f->pipe->generate_mipmap(f->pipe, res, res->format, 0, 4, 0, 0));
    /* The first use of texels that the CPU has written in place has one more transition. */
    const unsigned first = gv_resource(res)->storage->texels ? 1 : 0;
    const unsigned commands = num_commands, changes = num_changes;
    end_count(f);
    if (gv_vk_has_unified_layouts(device(f))) {
        assert_int_equal(changes, first);
    } else {
        /* The first blit makes two transitions: one of level 1, which was written before, and one
         * of all other levels. Each later blit also makes two. */
        assert_int_equal(changes, 2 + 3 * 2);
    }
    if (device(f)->caps.synchronization2)
        assert_int_equal(commands, 4 + first);
    assert_int_equal(level_texel(f, res, 4), 0xff0000ff);
    pipe_resource_reference(&res, NULL);
}

/* The kit, with draws that sample a texture. */
struct scene {
    struct draw_kit kit;
    void *sampler;
};

#define SHOW_TEXT                                                                                  \
    "FRAG\n"                                                                                       \
    "DCL IN[0], POSITION, LINEAR\n"                                                                \
    "DCL OUT[0], COLOR\n"                                                                          \
    "DCL SAMP[0]\n"                                                                                \
    "DCL SVIEW[0], 2D, FLOAT\n"                                                                    \
    "DCL TEMP[0]\n"                                                                                \
    "IMM[0] INT32 {0, 0, 0, 0}\n"                                                                  \
    "F2I TEMP[0].xy, IN[0]\n"                                                                      \
    "MOV TEMP[0].zw, IMM[0].xxxx\n"                                                                \
    "TXF OUT[0], TEMP[0], SAMP[0], 2D\n"                                                           \
    "END\n"

static void begin(struct scene *s, struct pipe_fixture *f)
{
    const struct pipe_sampler_state sampler = sample_nearest();
    kit_init(&s->kit, f, 0, NULL);
    kit_use_fragment_shader(&s->kit, SHOW_TEXT);
    s->sampler = f->pipe->create_sampler_state(f->pipe, &sampler);
    f->pipe->bind_sampler_states(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &s->sampler);
}

static void show(struct scene *s, struct pipe_resource *res)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    const struct pipe_sampler_view templ = sample_view(res);
    struct pipe_sampler_view *view = pipe->create_sampler_view(pipe, res, &templ);
    assert_non_null(view);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    pipe_sampler_view_reference(&view, NULL);
}

static void draw_to(struct scene *s, struct pipe_resource *res)
{
    struct pipe_fixture *f = s->kit.f;
    struct pipe_surface *surface = fixture_surface(f, res, res->format, 0, 0, 0);
    const struct pipe_framebuffer_state fb = {
        .width = SIZE, .height = SIZE, .nr_cbufs = 1, .cbufs = {surface}};
    f->pipe->set_framebuffer_state(f->pipe, &fb);
    pipe_surface_reference(&surface, NULL);
}

static void draw(struct scene *s)
{
    kit_fill(&s->kit, 0.0f, 0.0f, 0.0f, 0.5f);
}

static void end(struct scene *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe->set_framebuffer_state(pipe, NULL);
    pipe->delete_sampler_state(pipe, s->sampler);
    kit_finish(&s->kit);
}

/* Draws to two targets in turn; each draw samples the target to which it does not draw. Checks the
 * contents, and that each iteration makes one transition of each target, in one barrier before the
 * iteration's first draw. */
static void test_turns(void **state)
{
    enum {
        TURNS = 6
    };
    struct pipe_fixture *f = *state;
    struct pipe_resource *targets[2] = {create_target(f), create_target(f)};
    struct scene s;
    begin(&s, f);
    clear_to(f, targets[0], 1.0f);
    clear_to(f, targets[1], 0.0f);
    show(&s, targets[0]);
    draw_to(&s, targets[1]);
    draw(&s);
    begin_count(f);
    for (unsigned i = 1; i <= TURNS; i++) {
        show(&s, targets[i & 1]);
        draw_to(&s, targets[~i & 1]);
        for (unsigned d = 0; d < 3; d++)
            draw(&s);
        expect_layout(f, targets[i & 1], VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
        expect_layout(f, targets[~i & 1], VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    }
    end_count(f);
    assert_int_equal(num_changes, gv_vk_has_unified_layouts(device(f)) ? 0 : 2 * TURNS);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(fixture_texel32(f, targets[i], 5, 5, 0), 0xff0000ff);
        pipe_resource_reference(&targets[i], NULL);
    }
    end(&s);
}

/* Samples many images, some of which were rendered to, so that there are more transitions than one
 * barrier can hold; checks the result. */
static void test_many(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *textures[MANY], *out = create_target(f);
    struct scene s;
    begin(&s, f);
    for (unsigned i = 0; i < MANY; i++) {
        textures[i] = create_target(f);
        fill_texels(f, textures[i], 0xff000000 | i);
    }
    f->pipe->flush(f->pipe, NULL, 0);
    draw_to(&s, out);
    for (unsigned i = 0; i < MANY; i++) {
        show(&s, textures[i]);
        draw(&s);
    }
    assert_int_equal(fixture_texel32(f, out, 1, 1, 0), 0xff000000 | (MANY - 1));
    for (unsigned i = 0; i < MANY; i++) {
        assert_int_equal(fixture_texel32(f, textures[i], 1, 1, 0), 0xff000000 | i);
        pipe_resource_reference(&textures[i], NULL);
    }
    pipe_resource_reference(&out, NULL);
    end(&s);
}

static void blit_levels(struct pipe_fixture *f, struct pipe_resource *res, unsigned to,
                        unsigned from, unsigned mask)
{
    const struct pipe_blit_info info = {
        .src = {.resource = res,
                .level = from,
                .format = res->format,
                .box = fixture_level_box(res, from)},
        .dst = {.resource = res,
                .level = to,
                .format = res->format,
                .box = fixture_level_box(res, to)},
        .mask = mask,
        .filter = PIPE_TEX_FILTER_NEAREST,
    };
    f->pipe->blit(f->pipe, &info);
}

/* Uses single levels and whole images of two images in random order; checks the contents. */
static void test_any_order(void **state)
{
    enum {
        STEPS = 600,
        LEVELS = 4
    };
    struct pipe_fixture *f = *state;
    struct pipe_resource *images[2], *out = create_target(f);
    uint32_t colors[2][LEVELS], random = 1;
    struct scene s;
    begin(&s, f);
    draw_to(&s, out);
    for (unsigned i = 0; i < 2; i++) {
        images[i] = create(f, PIPE_FORMAT_R8G8B8A8_UNORM, LEVELS - 1,
                           PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
        for (unsigned level = 0; level < LEVELS; level++) {
            colors[i][level] = 0xff000000;
            fill_level(f, images[i], level, colors[i][level]);
        }
    }
    for (unsigned step = 1; step <= STEPS; step++) {
        random = random * 1664525 + 1013904223;
        const unsigned i = random >> 31, to = random >> 29 & 3, from = random >> 27 & 3;
        switch (random >> 24 & 7) {
        case 0:
            colors[i][to] = 0xff000000 | step;
            fill_level(f, images[i], to, colors[i][to]);
            break;
        case 1: /* use the whole image */
            show(&s, images[i]);
            draw(&s);
            break;
        case 2:
        case 3:
            blit_levels(f, images[i], to, from, PIPE_MASK_RGBA);
            colors[i][to] = colors[i][from];
            break;
        case 4:
        case 5:
            blit_levels(f, images[i], to, from, PIPE_MASK_R | PIPE_MASK_G | PIPE_MASK_B);
            colors[i][to] = colors[i][from];
            break;
        case 6:
            if (random >> 20 & 1)
                f->pipe->flush(f->pipe, NULL, 0);
            break;
        default:
            assert_int_equal(level_texel(f, images[i], to), colors[i][to]);
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned level = 0; level < LEVELS; level++)
            assert_int_equal(level_texel(f, images[i], level), colors[i][level]);
        pipe_resource_reference(&images[i], NULL);
    }
    pipe_resource_reference(&out, NULL);
    end(&s);
}

/* ---- Feedback loops, and several contexts ---------------------------------------------------- */

static VkPipelineCreateFlags made_with;

static VKAPI_ATTR VkResult VKAPI_CALL create_pipelines(VkDevice dev, VkPipelineCache cache,
                                                       uint32_t num,
                                                       const VkGraphicsPipelineCreateInfo *infos,
                                                       const VkAllocationCallbacks *allocator,
                                                       VkPipeline *out_pipelines)
{
    for (uint32_t i = 0; i < num; i++)
        made_with |= infos[i].flags;
    return real.vkCreateGraphicsPipelines(dev, cache, num, infos, allocator, out_pipelines);
}

/* Draws to a texture that the same draw samples (a feedback loop), then draws to another target.
 * Checks that the texture, which is still bound, retains the loop's layout, and that a copy changes
 * the layout if feedback loops have a special layout. */
static void test_loop(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = create_target(f), *out = create_target(f);
    const bool own = device(f)->caps.attachmentFeedbackLoopLayout;
    const VkImageLayout loop =
        own ? VK_IMAGE_LAYOUT_ATTACHMENT_FEEDBACK_LOOP_OPTIMAL_EXT : VK_IMAGE_LAYOUT_GENERAL;
    const uint64_t remade = gv_context(f->pipe)->rec.stats.images_remade;
    struct scene s;
    begin(&s, f);
    fill_texels(f, res, 0xff0000ff);
    show(&s, res);
    draw_to(&s, out);
    draw(&s);
    expect_layout(f, res, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    begin_count(f);
    device(f)->vk.vkCreateGraphicsPipelines = create_pipelines;
    made_with = 0;
    draw_to(&s, res);
    f->pipe->texture_barrier(f->pipe);
    draw(&s);
    expect_layout(f, res, loop);
    end_count(f);
    assert_int_equal(made_with & VK_PIPELINE_CREATE_COLOR_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT,
                     own && !gv_vk_has_unified_layouts(device(f))
                         ? VK_PIPELINE_CREATE_COLOR_ATTACHMENT_FEEDBACK_LOOP_BIT_EXT
                         : 0);
    draw_to(&s, out);
    draw(&s);
    expect_layout(f, res, loop);
    assert_int_equal(fixture_texel32(f, res, 4, 4, 0), 0xff0000ff);
    expect_layout(f, res, own ? VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL : loop);
    assert_int_equal(fixture_texel32(f, out, 4, 4, 0), 0xff0000ff);
    draw_to(&s, res);
    f->pipe->texture_barrier(f->pipe);
    draw(&s);
    expect_layout(f, res, loop);
    assert_int_equal(gv_context(f->pipe)->rec.stats.images_remade - remade,
                     own && !gv_vk_has_unified_layouts(device(f)));
    pipe_resource_reference(&res, NULL);
    pipe_resource_reference(&out, NULL);
    end(&s);
}

/* Two contexts record commands on one image in turn; checks that the commands execute in the order
 * of recording, whether they were flushed or not. */
static void test_contexts(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_fixture other = *f;
    struct pipe_resource *res = create_target(f), *copy = create_target(f);
    const struct pipe_box box = fixture_level_box(res, 0);
    other.pipe = f->screen->context_create(f->screen, NULL, 0);
    assert_non_null(other.pipe);
    for (unsigned i = 0; i < 4; i++) {
        clear_to(f, res, i & 1 ? 1.0f : 0.0f);
        other.pipe->resource_copy_region(other.pipe, copy, 0, 0, 0, 0, res, 0, &box);
        clear_to(f, res, 0.5f);
        assert_int_equal(fixture_texel32(&other, copy, 2, 2, 0), i & 1 ? 0xff0000ff : 0xff000000);
    }
    other.pipe->destroy(other.pipe);
    pipe_resource_reference(&copy, NULL);
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_color),   cmocka_unit_test(test_depth),
        cmocka_unit_test(test_storage), cmocka_unit_test(test_within),
        cmocka_unit_test(test_turns),   cmocka_unit_test(test_many),
        cmocka_unit_test(test_chain),   cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_loop),    cmocka_unit_test(test_contexts),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
