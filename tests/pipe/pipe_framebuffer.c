/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Framebuffers of every kind: many targets, holes between targets, depth only, attachments of
 * different sizes, layers, no attachment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"
#include "vk/batch.h"

enum {
    MAX_TARGETS = PIPE_MAX_COLOR_BUFS
};

struct target {
    struct pipe_resource *res;
    struct pipe_surface *surface;
};

static struct target make_target(struct pipe_fixture *f, enum pipe_format format, unsigned width,
                                 unsigned height)
{
    struct target t;
    struct pipe_resource templ = fixture_template(PIPE_TEXTURE_2D, format, width, height, 1);
    templ.bind = PIPE_BIND_RENDER_TARGET;
    t.res = fixture_create(f, &templ);
    t.surface = fixture_surface(f, t.res, format, 0, 0, 0);
    return t;
}

static void drop_target(struct target *t)
{
    pipe_surface_reference(&t->surface, NULL);
    pipe_resource_reference(&t->res, NULL);
}

static void set_framebuffer(struct draw_kit *k, const struct pipe_framebuffer_state *fb)
{
    k->f->pipe->set_framebuffer_state(k->f->pipe, fb);
}

/* Returns the text of a shader whose output COLOR[i] is i + 1 in each of its four bytes; the shader
 * does not write the outputs in `skip_mask`. */
static char *fragment_text(unsigned num, uint32_t skip_mask)
{
    static char text[2048];
    size_t len = (size_t)snprintf(text, sizeof(text), "FRAG\n");
    for (unsigned i = 0; i < num; i++)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "DCL OUT[%u], COLOR[%u]\n", i, i);
    for (unsigned i = 0; i < num; i++)
        len += (size_t)snprintf(text + len, sizeof(text) - len,
                                "IMM[%u] FLT32 {%.9f, %.9f, %.9f, %.9f}\n", i, (i + 1) / 255.0,
                                (i + 1) / 255.0, (i + 1) / 255.0, (i + 1) / 255.0);
    for (unsigned i = 0; i < num; i++) {
        if (!(skip_mask >> i & 1))
            len += (size_t)snprintf(text + len, sizeof(text) - len, "MOV OUT[%u], IMM[%u]\n", i, i);
    }
    snprintf(text + len, sizeof(text) - len, "END\n");
    return text;
}

static uint32_t all_bytes(unsigned value)
{
    return value * 0x01010101u;
}

static unsigned max_targets(struct pipe_fixture *f)
{
    int max = f->screen->get_param(f->screen, PIPE_CAP_MAX_RENDER_TARGETS);
    assert_in_range(max, 4, MAX_TARGETS);
    return (unsigned)max;
}

/* Draws to every pattern of present and missing targets, with shaders that write all targets or
 * only some; checks the pixels. */
static void test_holes(void **state)
{
    struct draw_kit k;
    struct target t[MAX_TARGETS];
    const union pipe_color_union cleared = {.f = {0.4f, 0.4f, 0.4f, 0.4f}};
    struct pipe_fixture *f = *state;
    /* Without independent blending, all targets share one write mask, and the validation layer
     * applies its rules for targets also to holes. */
    if (!f->screen->get_param(f->screen, PIPE_CAP_INDEP_BLEND_ENABLE))
        skip();
    kit_init(&k, f, 0, NULL);
    unsigned num = max_targets(k.f);
    for (unsigned i = 0; i < num; i++)
        t[i] = make_target(k.f, PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE);
    for (unsigned n = 0; n < 24; n++) {
        struct pipe_framebuffer_state fb = {.width = KIT_SIZE, .height = KIT_SIZE};
        uint32_t present = (n * 37 + 11) & ((1u << num) - 1), skip_mask = n % 3 ? 0 : n;
        fb.nr_cbufs = 32u - (unsigned)__builtin_clz(present | 1);
        for (unsigned i = 0; i < fb.nr_cbufs; i++)
            fb.cbufs[i] = present >> i & 1 ? t[i].surface : NULL;
        set_framebuffer(&k, &fb);
        kit_use_fragment_shader(&k, fragment_text(num, skip_mask));
        k.f->pipe->clear(k.f->pipe, PIPE_CLEAR_COLOR, &cleared, 0, 0);
        kit_fill(&k, 0, 0, 0, 0);
        for (unsigned i = 0; i < num; i++) {
            if (present >> i & 1)
                assert_int_equal(fixture_texel32(k.f, t[i].res, 5, 5, 0),
                                 all_bytes(skip_mask >> i & 1 ? 0x66 : i + 1));
        }
    }
    set_framebuffer(&k, &(struct pipe_framebuffer_state){0});
    for (unsigned i = 0; i < num; i++)
        drop_target(&t[i]);
    kit_finish(&k);
}

/* Draws to targets of different formats in one framebuffer, with a shader whose first output goes
 * to all targets; checks the pixels. */
static void test_mixed_formats(void **state)
{
    static const char text[] = "FRAG\n"
                               "PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\n"
                               "DCL OUT[0], COLOR\n"
                               "IMM[0] FLT32 {1.0, 0.0, 1.0, 1.0}\n"
                               "  0: MOV OUT[0], IMM[0]\n"
                               "  1: END\n";
    static const enum pipe_format formats[] = {PIPE_FORMAT_R8G8B8A8_UNORM,
                                               PIPE_FORMAT_B8G8R8A8_UNORM, PIPE_FORMAT_R32_FLOAT,
                                               PIPE_FORMAT_R8G8B8X8_UNORM};
    static const uint32_t expected[] = {0xffff00ff, 0xffff00ff, 0x3f800000, 0x00ff00ff};
    static const uint32_t masks[] = {~0u, ~0u, ~0u, 0x00ffffff};
    struct draw_kit k;
    struct target t[4];
    struct pipe_framebuffer_state fb = {.width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 4};
    kit_init(&k, *state, 0, NULL);
    for (unsigned i = 0; i < 4; i++) {
        t[i] = make_target(k.f, formats[i], KIT_SIZE, KIT_SIZE);
        fb.cbufs[i] = t[i].surface;
    }
    set_framebuffer(&k, &fb);
    kit_use_fragment_shader(&k, text);
    kit_fill(&k, 0, 0, 0, 0);
    set_framebuffer(&k, &(struct pipe_framebuffer_state){0});
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(fixture_texel32(k.f, t[i].res, 1, 1, 0) & masks[i], expected[i]);
        drop_target(&t[i]);
    }
    kit_finish(&k);
}

/* Draws and clears with attachments of different sizes; checks that only the area common to all
 * attachments changes. */
static void test_mixed_sizes(void **state)
{
    struct draw_kit k;
    struct target t[2];
    const union pipe_color_union cleared = {.f = {0.4f, 0.4f, 0.4f, 0.4f}};
    kit_init(&k, *state, 0, NULL);
    t[0] = make_target(k.f, PIPE_FORMAT_R8G8B8A8_UNORM, 12, 40);
    t[1] = make_target(k.f, PIPE_FORMAT_R8G8B8A8_UNORM, 32, 8);
    const struct pipe_framebuffer_state fb = {.width = 12,
                                              .height = 8,
                                              .nr_cbufs = 2,
                                              .cbufs = {t[0].surface, t[1].surface},
                                              .zsbuf = k.depth_surface};
    for (unsigned n = 0; n < 2; n++) {
        set_framebuffer(&k, &fb);
        kit_use_fragment_shader(&k, fragment_text(2, 0));
        const struct pipe_viewport_state v = {.scale = {50, 50, 0.5f}, .translate = {0, 0, 0.5f}};
        k.f->pipe->set_viewport_states(k.f->pipe, 0, 1, &v);
        if (n)
            k.f->pipe->clear(k.f->pipe, PIPE_CLEAR_COLOR, &cleared, 0, 0);
        else
            kit_fill(&k, 0, 0, 0, 0);
        set_framebuffer(&k, &(struct pipe_framebuffer_state){0});
        for (unsigned i = 0; i < 2; i++) {
            int w = i ? 32 : 12, h = i ? 8 : 40;
            uint32_t want = n ? 0x66666666 : all_bytes(i + 1);
            const struct pipe_box box = fixture_box(0, 0, 0, w, h, 1);
            uint32_t *texels = (uint32_t *)(void *)fixture_read(k.f, t[i].res, 0, &box);
            for (int p = 0; p < w * h; p++)
                assert_int_equal(texels[p], p % w < 12 && p / w < 8 ? want : 0);
            free(texels);
        }
    }
    drop_target(&t[0]);
    drop_target(&t[1]);
    kit_finish(&k);
}

/* Draws to one level and one layer of a texture; checks that other levels and layers stay. */
static void test_level_and_layer(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_resource templ = fixture_template(PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM,
                                                  2 * KIT_SIZE, 2 * KIT_SIZE, 3);
    templ.last_level = 2;
    templ.bind = PIPE_BIND_RENDER_TARGET;
    struct pipe_resource *res = fixture_create(k.f, &templ);
    struct pipe_surface *surface = fixture_surface(k.f, res, res->format, 1, 2, 2);
    const struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {surface}};
    set_framebuffer(&k, &fb);
    kit_fill(&k, 1, 1, 1, 0);
    set_framebuffer(&k, &(struct pipe_framebuffer_state){0});
    pipe_surface_reference(&surface, NULL);
    for (unsigned level = 0; level <= 2; level++) {
        for (int layer = 0; layer < 3; layer++) {
            const struct pipe_box box = fixture_box(1, 1, layer, 1, 1, 1);
            uint8_t *texel = fixture_read(k.f, res, level, &box);
            assert_int_equal(texel[0], level == 1 && layer == 2 ? 0xff : 0);
            free(texel);
        }
    }
    pipe_resource_reference(&res, NULL);
    kit_finish(&k);
}

/* ---- Layers ---------------------------------------------------------------------------------- */

/* Outputs the vertex's colour in red, and the layer that the fragment shader reads in green. */
static const char layer_fragment_text[] = "FRAG\n"
                                          "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                          "DCL IN[1].x, LAYER, CONSTANT\n"
                                          "DCL OUT[0], COLOR\n"
                                          "DCL TEMP[0]\n"
                                          "IMM[0] FLT32 {0.0627451, 1.0, 0, 0}\n"
                                          "MOV TEMP[0], IMM[0].yyyy\n"
                                          "MOV TEMP[0].x, IN[0].xxxx\n"
                                          "I2F TEMP[0].y, IN[1].xxxx\n"
                                          "MUL TEMP[0].y, TEMP[0].yyyy, IMM[0].xxxx\n"
                                          "MOV OUT[0], TEMP[0]\n"
                                          "END\n";

static void draw_to_layer(struct draw_kit *k, unsigned layer)
{
    const float l = (float)layer;
    const struct kit_vertex v[3] = {{{-1, -1, 0, 1}, {1, 0, 0, l}},
                                    {{3, -1, 0, 1}, {1, 0, 0, l}},
                                    {{-1, 3, 0, 1}, {1, 0, 0, l}}};
    kit_draw(k, PIPE_PRIM_TRIANGLES, v, 3);
}

static uint32_t texel_of_layer(struct draw_kit *k, struct pipe_resource *res, int layer)
{
    const struct pipe_box box = fixture_box(3, 3, layer, 1, 1, 1);
    uint8_t *texel = fixture_read(k->f, res, 0, &box);
    uint32_t value;
    memcpy(&value, texel, sizeof(value));
    free(texel);
    return value;
}

static void check_layers(struct draw_kit *k, enum pipe_texture_target target, unsigned first,
                         unsigned last, unsigned num)
{
    const union pipe_color_union blue = {.f = {0, 0, 1, 0}};
    struct pipe_resource templ =
        fixture_template(target, PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE, num);
    templ.bind = PIPE_BIND_RENDER_TARGET;
    struct pipe_resource *res = fixture_create(k->f, &templ);
    struct pipe_surface *surface = fixture_surface(k->f, res, res->format, 0, first, last);
    const struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {surface}};
    set_framebuffer(k, &fb);
    k->f->pipe->clear(k->f->pipe, PIPE_CLEAR_COLOR, &blue, 0, 0);
    /* Layers are counted from the surface's first layer. */
    for (unsigned i = 0; first + i <= last; i += 2)
        draw_to_layer(k, i);
    set_framebuffer(k, &(struct pipe_framebuffer_state){0});
    for (unsigned i = 0; i < num; i++) {
        uint32_t want = 0;
        if (i >= first && i <= last)
            want = (i - first) % 2 ? 0x00ff0000 : 0xffff00ff | (i - first) * 16 << 8;
        uint32_t got = texel_of_layer(k, res, (int)i);
        if (got != want)
            fail_msg("target %u, layers %u to %u: layer %u is %08x, not %08x", target, first, last,
                     i, got, want);
    }
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

static void check_all_layers(struct draw_kit *k)
{
    kit_use_fragment_shader(k, layer_fragment_text);
    check_layers(k, PIPE_TEXTURE_2D_ARRAY, 0, 4, 5);
    check_layers(k, PIPE_TEXTURE_2D_ARRAY, 2, 4, 6);
    check_layers(k, PIPE_TEXTURE_CUBE, 0, 5, 6);
    check_layers(k, PIPE_TEXTURE_3D, 0, 7, 8);
}

static void test_layers_from_geometry(void **state)
{
    struct draw_kit k;
    struct pipe_fixture *f = *state;
    if (!f->screen->get_shader_param(f->screen, PIPE_SHADER_GEOMETRY,
                                     PIPE_SHADER_CAP_MAX_INSTRUCTIONS))
        skip();
    kit_init(&k, f, 0, NULL);
    void *gs = fixture_shader(f, f->pipe->create_gs_state, KIT_GEOMETRY_CHOOSES("LAYER"), NULL);
    f->pipe->bind_gs_state(f->pipe, gs);
    check_all_layers(&k);
    f->pipe->bind_gs_state(f->pipe, NULL);
    f->pipe->delete_gs_state(f->pipe, gs);
    kit_finish(&k);
}

static void test_layers_from_vertex(void **state)
{
    struct draw_kit k;
    struct pipe_fixture *f = *state;
    if (!f->screen->get_param(f->screen, PIPE_CAP_TGSI_VS_LAYER_VIEWPORT))
        skip();
    kit_init(&k, f, 0, NULL);
    kit_use_vertex_shader(&k, KIT_VERTEX_CHOOSES("LAYER"));
    check_all_layers(&k);
    kit_finish(&k);
}

/* Draws with a vertex shader that writes no layer; checks that the first layer is drawn. */
static void test_first_layer(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_resource *res = fixture_texture(k.f, PIPE_TEXTURE_2D_ARRAY,
                                                PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE, 3);
    struct pipe_surface *surface = fixture_surface(k.f, res, res->format, 0, 0, 2);
    const struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {surface}};
    set_framebuffer(&k, &fb);
    kit_fill(&k, 1, 1, 1, 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(texel_of_layer(&k, res, i), i ? 0 : ~0u);
    set_framebuffer(&k, &(struct pipe_framebuffer_state){0});
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
    kit_finish(&k);
}

/* ---- Nothing attached ------------------------------------------------------------------------ */

static void test_no_attachment(void **state)
{
    static const struct {
        unsigned width, height, samples;
    } cases[] = {{7, 5, 0}, {300, 200, 1}, {16, 16, 4}, {1, 1, 0}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    const struct pipe_viewport_state v = {.scale = {4096, 4096, 0.5f}, .translate = {0, 0, 0.5f}};
    pipe->set_viewport_states(pipe, 0, 1, &v);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct pipe_framebuffer_state fb = {.width = (uint16_t)cases[i].width,
                                                  .height = (uint16_t)cases[i].height,
                                                  .samples = (ubyte)cases[i].samples,
                                                  .layers = 1};
        if (!k.f->screen->is_format_supported(k.f->screen, PIPE_FORMAT_NONE, PIPE_TEXTURE_2D,
                                              cases[i].samples, PIPE_BIND_RENDER_TARGET))
            continue;
        k.rasterizer_state.multisample = cases[i].samples > 1;
        kit_update_rasterizer(&k);
        set_framebuffer(&k, &fb);
        pipe->begin_query(pipe, q);
        kit_fill(&k, 1, 1, 1, 0);
        pipe->end_query(pipe, q);
        unsigned samples = cases[i].samples > 1 ? cases[i].samples : 1;
        assert_int_equal(kit_query_u64(&k, q), cases[i].width * cases[i].height * samples);
    }
    pipe->destroy_query(pipe, q);
    kit_finish(&k);
}

/* Alternates between framebuffers; checks that each framebuffer still has its contents when it is
 * bound again. */
static void test_taking_turns(void **state)
{
    struct draw_kit k;
    struct target t[2];
    kit_init(&k, *state, 0, NULL);
    for (unsigned i = 0; i < 2; i++)
        t[i] = make_target(k.f, PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE);
    k.rasterizer_state.scissor = 1;
    kit_update_rasterizer(&k);
    for (unsigned n = 0; n < 2 * KIT_SIZE; n++) {
        const struct pipe_framebuffer_state fb = {
            .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {t[n & 1].surface}};
        const struct pipe_scissor_state row = {
            .miny = (n / 2) & 0xf, .maxx = KIT_SIZE, .maxy = (n / 2 + 1) & 0x1f};
        set_framebuffer(&k, &fb);
        k.f->pipe->set_scissor_states(k.f->pipe, 0, 1, &row);
        kit_fill(&k, n & 1, 1, 0, 0);
    }
    set_framebuffer(&k, &(struct pipe_framebuffer_state){0});
    for (unsigned i = 0; i < 2; i++) {
        for (int y = 0; y < KIT_SIZE; y++)
            assert_int_equal(fixture_texel32(k.f, t[i].res, 9, y, 0), i ? 0xff00ffff : 0xff00ff00);
        drop_target(&t[i]);
    }
    kit_finish(&k);
}

static PFN_vkCreateFramebuffer real_create;
static PFN_vkDestroyFramebuffer real_destroy;
static unsigned num_created;
static int num_alive; /* negative after framebuffers of earlier tests are destroyed */

static VKAPI_ATTR VkResult VKAPI_CALL count_create(VkDevice device,
                                                   const VkFramebufferCreateInfo *info,
                                                   const VkAllocationCallbacks *alloc,
                                                   VkFramebuffer *out)
{
    num_created++;
    num_alive++;
    return real_create(device, info, alloc, out);
}

static VKAPI_ATTR void VKAPI_CALL count_destroy(VkDevice device, VkFramebuffer framebuffer,
                                                const VkAllocationCallbacks *alloc)
{
    num_alive--;
    real_destroy(device, framebuffer, alloc);
}

static void show_and_fill(struct draw_kit *k, const struct target *t, float red)
{
    const struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {t->surface}};
    set_framebuffer(k, &fb);
    kit_fill(k, red, 1, 0, 0);
    k->f->pipe->flush(k->f->pipe, NULL, 0);
}

/* Draws to framebuffers, frees them and creates new ones. Checks that cached VkFramebuffers, which
 * are used with render passes, are destroyed with their image views, since later views may have the
 * same handles. */
static void test_retained(void **state)
{
    struct draw_kit k;
    struct target t[2];
    kit_init(&k, *state, 0, NULL);
    struct gv_vk_device *dev = gv_screen(k.f->screen)->dev;
    if (dev->caps.dynamicRendering) {
        kit_finish(&k);
        skip();
    }
    real_create = dev->vk.vkCreateFramebuffer;
    real_destroy = dev->vk.vkDestroyFramebuffer;
    dev->vk.vkCreateFramebuffer = count_create;
    dev->vk.vkDestroyFramebuffer = count_destroy;
    for (unsigned round = 0; round < 10; round++) {
        for (unsigned i = 0; i < 2; i++)
            t[i] = make_target(k.f, PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE);
        for (unsigned n = 0; n < 6; n++) {
            show_and_fill(&k, &t[n & 1], n & 1);
            if (n == 3)
                num_created = 0;
        }
        assert_int_equal(num_created, 0);
        set_framebuffer(&k, &(struct pipe_framebuffer_state){0});
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(fixture_texel32(k.f, t[i].res, 9, 9, 0), i ? 0xff00ffff : 0xff00ff00);
            drop_target(&t[i]);
        }
        gv_vk_device_make_room(dev, true); /* destroys what finished batches have used */
        assert_true(num_alive <= 4);       /* only framebuffers of the last iteration */
    }
    dev->vk.vkCreateFramebuffer = real_create;
    dev->vk.vkDestroyFramebuffer = real_destroy;
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_holes),
        cmocka_unit_test(test_mixed_formats),
        cmocka_unit_test(test_mixed_sizes),
        cmocka_unit_test(test_level_and_layer),
        cmocka_unit_test(test_layers_from_geometry),
        cmocka_unit_test(test_layers_from_vertex),
        cmocka_unit_test(test_first_layer),
        cmocka_unit_test(test_no_attachment),
        cmocka_unit_test(test_taking_turns),
        cmocka_unit_test(test_retained),
    };
    return cmocka_run_group_tests_name("framebuffer", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
