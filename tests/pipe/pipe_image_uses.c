/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An image is created for the uses that its template names. If other uses are requested later, it
 * is created again, once. Its contents must stay, and existing views, targets and bindings must
 * remain valid. */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/resource/image_uses.h"
#include "driver/resource/resource.h"
#include "pipe_draw_kit.h"
#include "pipe_sample.h"

enum {
    SIZE = KIT_SIZE
};

static uint64_t num_remade(struct pipe_fixture *f)
{
    return gv_context(f->pipe)->rec.stats.images_remade;
}

static struct gv_image_uses uses_of(struct pipe_resource *res)
{
    return gv_resource(res)->storage->uses;
}

static struct pipe_resource *create(struct pipe_fixture *f, enum pipe_texture_target target,
                                    enum pipe_format format, unsigned depth_or_layers,
                                    unsigned last_level, unsigned bind)
{
    struct pipe_resource templ = fixture_template(target, format, SIZE, SIZE, depth_or_layers);
    templ.last_level = (uint8_t)last_level;
    templ.bind = bind;
    return fixture_create(f, &templ);
}

static struct pipe_resource *create_target(struct pipe_fixture *f)
{
    return create(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 0,
                  PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET);
}

/* ---- Which uses images are created for */

static void test_named(void **state)
{
    static const struct {
        enum pipe_format format;
        unsigned bind;
        VkImageUsageFlags usage;
    } cases[] = {
        {PIPE_FORMAT_R8G8B8A8_UNORM, 0, 0},
        {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_BIND_SAMPLER_VIEW, VK_IMAGE_USAGE_SAMPLED_BIT},
        {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_BIND_RENDER_TARGET, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT},
        {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_BIND_SHADER_IMAGE, VK_IMAGE_USAGE_STORAGE_BIT},
        {PIPE_FORMAT_Z32_FLOAT, PIPE_BIND_DEPTH_STENCIL,
         VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT},
        {PIPE_FORMAT_Z32_FLOAT, PIPE_BIND_DEPTH_STENCIL | PIPE_BIND_SAMPLER_VIEW,
         VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT},
    };
    struct pipe_fixture *f = *state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (!f->screen->is_format_supported(f->screen, cases[i].format, PIPE_TEXTURE_2D, 0,
                                            cases[i].bind))
            continue; /* PanVK has no storage images of this format */
        struct pipe_resource *res =
            create(f, PIPE_TEXTURE_2D, cases[i].format, 1, 0, cases[i].bind);
        const struct gv_image_uses uses = uses_of(res);
        assert_int_equal(uses.usage, cases[i].usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                         VK_IMAGE_USAGE_TRANSFER_DST_BIT);
        assert_int_equal(uses.formats, GV_IMAGE_OWN_FORMAT);
        pipe_resource_reference(&res, NULL);
    }
}

/* Uses an image only in the ways for which its template asks; checks that the image is not created
 * again. */
static void test_retained(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = create_target(f);
    const uint64_t before = num_remade(f);
    struct pipe_surface *surface = fixture_surface(f, res, res->format, 0, 0, 0);
    struct pipe_sampler_view templ = sample_view(res);
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, res, &templ);
    assert_non_null(view);
    assert_int_equal(num_remade(f), before);
    pipe_sampler_view_reference(&view, NULL);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Creates surfaces with formats other than the image's. The sRGB twin of the image's format
 * requires an image with a list of two formats; any other format requires an image that allows all
 * formats. Checks that the image is created again once for each of these two requirements. */
static void test_formats(void **state)
{
    static const struct {
        enum pipe_format format;
        enum gv_image_formats formats;
        unsigned remade;
    } steps[] = {
        {PIPE_FORMAT_R8G8B8A8_UNORM, GV_IMAGE_OWN_FORMAT, 0},
        {PIPE_FORMAT_R8G8B8A8_SRGB, GV_IMAGE_TWIN, 1},
        {PIPE_FORMAT_R8G8B8A8_SRGB, GV_IMAGE_TWIN, 1},
        {PIPE_FORMAT_R32_FLOAT, GV_IMAGE_ANY_FORMAT, 2},
        {PIPE_FORMAT_R16G16_UNORM, GV_IMAGE_ANY_FORMAT, 2},
        {PIPE_FORMAT_R8G8B8A8_SRGB, GV_IMAGE_ANY_FORMAT, 2},
    };
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = create_target(f);
    const uint64_t before = num_remade(f);
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        struct pipe_surface *surface = fixture_surface(f, res, steps[i].format, 0, 0, 0);
        assert_int_equal(uses_of(res).formats, steps[i].formats);
        assert_int_equal(num_remade(f) - before, steps[i].remade);
        pipe_surface_reference(&surface, NULL);
    }
    assert_false(uses_of(res).usage & VK_IMAGE_USAGE_STORAGE_BIT);
    pipe_resource_reference(&res, NULL);
}

/* ---- Contents */

static struct pipe_image_view image_of(struct pipe_resource *res)
{
    return (struct pipe_image_view){
        .resource = res, .format = res->format, .access = PIPE_IMAGE_ACCESS_READ_WRITE};
}

/* Binds an image for a use that the template does not name. */
static void bind_image(struct pipe_fixture *f, struct pipe_resource *res)
{
    const struct pipe_image_view image = image_of(res);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &image);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
}

static void ask_for_storage(struct pipe_fixture *f, struct pipe_resource *res)
{
    bind_image(f, res);
    assert_true(uses_of(res).usage & VK_IMAGE_USAGE_STORAGE_BIT);
}

static void ask_for_sampling(struct pipe_fixture *f, struct pipe_resource *res)
{
    struct pipe_sampler_view templ = sample_view(res);
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, res, &templ);
    assert_non_null(view);
    assert_true(uses_of(res).usage & VK_IMAGE_USAGE_SAMPLED_BIT);
    pipe_sampler_view_reference(&view, NULL);
}

static void check_contents(struct pipe_fixture *f, struct pipe_resource *res,
                           void (*ask)(struct pipe_fixture *f, struct pipe_resource *res))
{
    uint8_t *written[PIPE_MAX_TEXTURE_LEVELS];
    for (unsigned level = 0; level <= res->last_level; level++) {
        const struct pipe_box all = fixture_level_box(res, level);
        const size_t size_B = fixture_box_size(res, &all);
        uint8_t *noise = malloc(size_B);
        fixture_noise(level + 1, noise, size_B);
        fixture_write(f, res, level, &all, noise);
        free(noise);
        /* Reads back what the write stored, and expects these bytes later: formats such as X8 do
         * not store all written bits. */
        written[level] = fixture_read(f, res, level, &all);
    }
    const uint64_t before = num_remade(f);
    ask(f, res);
    ask(f, res);
    assert_int_equal(num_remade(f) - before, 1);
    for (unsigned level = 0; level <= res->last_level; level++) {
        const struct pipe_box all = fixture_level_box(res, level);
        uint8_t *data = fixture_read(f, res, level, &all);
        fixture_expect_bytes(written[level], data, fixture_box_size(res, &all),
                             util_format_short_name(res->format));
        free(data);
        free(written[level]);
    }
}

static void test_contents(void **state)
{
    static const struct {
        enum pipe_texture_target target;
        enum pipe_format format;
        unsigned depth_or_layers, last_level;
        void (*ask)(struct pipe_fixture *f, struct pipe_resource *res);
    } cases[] = {
        {PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 4, ask_for_storage},
        {PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R32_UINT, 5, 2, ask_for_storage},
        {PIPE_TEXTURE_CUBE, PIPE_FORMAT_R8G8B8A8_UNORM, 6, 4, ask_for_storage},
        {PIPE_TEXTURE_3D, PIPE_FORMAT_R32_FLOAT, 7, 4, ask_for_storage},
        {PIPE_TEXTURE_2D, PIPE_FORMAT_Z32_FLOAT, 1, 0, ask_for_sampling},
        {PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_Z24_UNORM_S8_UINT, 3, 1, ask_for_sampling},
        {PIPE_TEXTURE_2D, PIPE_FORMAT_DXT1_RGBA, 1, 4, ask_for_sampling},
    };
    struct pipe_fixture *f = *state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const unsigned wanted =
            cases[i].ask == ask_for_storage ? PIPE_BIND_SHADER_IMAGE : PIPE_BIND_SAMPLER_VIEW;
        if (!f->screen->is_format_supported(f->screen, cases[i].format, cases[i].target, 0, wanted))
            continue;
        struct pipe_resource *res = create(f, cases[i].target, cases[i].format,
                                           cases[i].depth_or_layers, cases[i].last_level, 0);
        check_contents(f, res, cases[i].ask);
        pipe_resource_reference(&res, NULL);
    }
}

/* Lets the driver create an image again that was never written. Checks that nothing is copied, and
 * that the image still holds zeros. */
static void test_empty(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = create_target(f);
    struct gv_storage *old = gv_resource(res)->storage;
    gv_vk_object_ref(&old->object);
    ask_for_storage(f, res);
    assert_ptr_not_equal(gv_resource(res)->storage, old);
    assert_false(old->initialized);
    gv_storage_unref(old);
    assert_int_equal(fixture_texel32(f, res, 3, 3, 0), 0);
    pipe_resource_reference(&res, NULL);
}

/* ---- Bindings */

static const struct kit_vertex left[] = {
    {{-1, -3, 0, 1}, {1, 0, 0, 1}}, {{-1, 3, 0, 1}, {1, 0, 0, 1}}, {{0, -3, 0, 1}, {1, 0, 0, 1}},
    {{0, -3, 0, 1}, {1, 0, 0, 1}},  {{-1, 3, 0, 1}, {1, 0, 0, 1}}, {{0, 3, 0, 1}, {1, 0, 0, 1}},
};
static const struct kit_vertex right[] = {
    {{0, -3, 0, 1}, {0, 1, 0, 1}}, {{0, 3, 0, 1}, {0, 1, 0, 1}}, {{1, -3, 0, 1}, {0, 1, 0, 1}},
    {{1, -3, 0, 1}, {0, 1, 0, 1}}, {{0, 3, 0, 1}, {0, 1, 0, 1}}, {{1, 3, 0, 1}, {0, 1, 0, 1}},
};

/* Clears a target, replaces its image, and draws to it. If `draw_first` is set, an earlier draw has
 * recorded the clear; otherwise the clear is still pending. Checks the pixels. */
static void check_target(struct pipe_fixture *f, bool draw_first)
{
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    const uint64_t before = num_remade(f);
    kit_clear(&k, 0, 0, 1);
    if (draw_first)
        kit_draw(&k, PIPE_PRIM_TRIANGLES, left, 6);
    struct pipe_surface *twin = fixture_surface(f, k.color, PIPE_FORMAT_R8G8B8A8_SRGB, 0, 0, 0);
    assert_int_equal(num_remade(f) - before, 1);
    kit_draw(&k, PIPE_PRIM_TRIANGLES, right, 6);
    assert_int_equal(kit_pixel(&k, 1, 5), draw_first ? 0xff0000ff : 0xffff0000);
    assert_int_equal(kit_pixel(&k, SIZE - 2, 5), 0xff00ff00);
    pipe_surface_reference(&twin, NULL);
    kit_finish(&k);
}

static void test_target(void **state)
{
    check_target(*state, true);
    check_target(*state, false);
}

static const char sample_text[] = "FRAG\n"
                                  "DCL SAMP[0]\n"
                                  "DCL SVIEW[0], 2D, FLOAT\n"
                                  "DCL OUT[0], COLOR\n"
                                  "IMM[0] FLT32 {0.5, 0.5, 0.0, 0.0}\n"
                                  "TEX OUT[0], IMM[0], SAMP[0], 2D\n"
                                  "END\n";

static void fill(struct pipe_fixture *f, struct pipe_resource *res, uint32_t texel)
{
    uint32_t texels[SIZE * SIZE];
    for (unsigned i = 0; i < SIZE * SIZE; i++)
        texels[i] = texel;
    const struct pipe_box all = fixture_level_box(res, 0);
    fixture_write(f, res, 0, &all, texels);
}

/* Draws with a view, replaces its texture's image, and draws again; checks that the view refers to
 * the new image, whether the view stayed bound or not. */
static void check_view(struct pipe_fixture *f, bool bound)
{
    struct draw_kit k;
    struct pipe_resource *res = create_target(f);
    struct pipe_sampler_view templ = sample_view(res);
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, res, &templ);
    struct pipe_sampler_state nearest = sample_nearest();
    void *sampler = f->pipe->create_sampler_state(f->pipe, &nearest);
    kit_init(&k, f, 0, NULL);
    kit_use_fragment_shader(&k, sample_text);
    f->pipe->bind_sampler_states(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &sampler);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    fill(f, res, 0xff112233);
    kit_fill(&k, 0, 0, 0, 0);
    if (!bound)
        f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    bind_image(f, res);
    fill(f, res, 0xff445566);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &view);
    kit_draw(&k, PIPE_PRIM_TRIANGLES, left, 6);
    assert_int_equal(kit_pixel(&k, 1, 5), 0xff445566);
    assert_int_equal(kit_pixel(&k, SIZE - 2, 5), 0xff112233);
    f->pipe->set_sampler_views(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    f->pipe->bind_sampler_states(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    f->pipe->delete_sampler_state(f->pipe, sampler);
    pipe_sampler_view_reference(&view, NULL);
    pipe_resource_reference(&res, NULL);
    kit_finish(&k);
}

static void test_view(void **state)
{
    check_view(*state, true);
    check_view(*state, false);
}

/* Replaces an image while another context has flushed draws to it; checks that these draws stay,
 * and that the other context's surface refers to the new image. */
static void test_contexts(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_fixture other = {.screen = f->screen,
                                 .pipe = f->screen->context_create(f->screen, NULL, 0)};
    struct draw_kit k;
    const uint64_t before = num_remade(f);
    kit_init(&k, &other, 0, NULL);
    kit_clear(&k, 0, 0, 1);
    kit_draw(&k, PIPE_PRIM_TRIANGLES, left, 6);
    other.pipe->flush(other.pipe, NULL, 0);
    struct pipe_surface *twin = fixture_surface(f, k.color, PIPE_FORMAT_R8G8B8A8_SRGB, 0, 0, 0);
    assert_int_equal(num_remade(f) - before, 1);
    f->pipe->flush(f->pipe, NULL, 0);
    kit_draw(&k, PIPE_PRIM_TRIANGLES, right, 6);
    assert_int_equal(kit_pixel(&k, 1, 5), 0xff0000ff);
    assert_int_equal(kit_pixel(&k, SIZE - 2, 5), 0xff00ff00);
    pipe_surface_reference(&twin, NULL);
    kit_finish(&k);
    other.pipe->destroy(other.pipe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_named),   cmocka_unit_test(test_retained),
        cmocka_unit_test(test_formats), cmocka_unit_test(test_contents),
        cmocka_unit_test(test_empty),   cmocka_unit_test(test_target),
        cmocka_unit_test(test_view),    cmocka_unit_test(test_contexts),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
