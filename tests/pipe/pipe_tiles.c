/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Targets larger than the device's framebuffers, so that the driver splits framebuffers. Checks the
 * results of draws, clears and blits on each side of the seams. Queries must have the same counts
 * as without a split. The tests mask maxFramebufferWidth, so that the targets are too large. */
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"

enum {
    WIDTH = 300,
    HEIGHT = 200,
    LAYERS = 3,
    LONG = 8200, /* larger than SwiftShader's framebuffers */
};

static const char position_text[] = "FRAG\n"
                                    "PROPERTY FS_COORD_ORIGIN UPPER_LEFT\n"
                                    "DCL IN[0], POSITION, LINEAR\n"
                                    "DCL OUT[0], COLOR\n"
                                    "MOV OUT[0], IN[0]\n"
                                    "END\n";

struct scene {
    struct draw_kit k;
    struct pipe_resource *color, *depth;
    struct pipe_surface *color_surface, *depth_surface;
    unsigned width, height;
};

static void view(struct scene *s, unsigned width, unsigned height)
{
    const float w = 0.5f * (float)width, h = 0.5f * (float)height;
    const struct pipe_viewport_state viewport = {.scale = {w, h, 0.5f}, .translate = {w, h, 0.5f}};
    s->k.f->pipe->set_viewport_states(s->k.f->pipe, 0, 1, &viewport);
    s->width = width;
    s->height = height;
}

static void bind(struct scene *s, struct pipe_surface *color, struct pipe_surface *depth)
{
    const struct pipe_surface *any = color ? color : depth;
    const struct pipe_framebuffer_state fb = {.width = any->width,
                                              .height = any->height,
                                              .nr_cbufs = 1,
                                              .cbufs = {color},
                                              .zsbuf = depth};
    s->k.f->pipe->set_framebuffer_state(s->k.f->pipe, &fb);
    view(s, any->width, any->height);
}

static struct pipe_resource *make(struct pipe_fixture *f, enum pipe_texture_target target,
                                  enum pipe_format format, unsigned width, unsigned height,
                                  unsigned layers)
{
    struct pipe_resource templ = fixture_template(target, format, width, height, layers);
    const bool is_depth = util_format_has_depth(util_format_description(format));
    templ.bind =
        PIPE_BIND_SAMPLER_VIEW | (is_depth ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET);
    return fixture_create(f, &templ);
}

static void scene_init(struct scene *s, struct pipe_fixture *f, enum pipe_format format,
                       const struct pipe_stream_output_info *capture)
{
    kit_init(&s->k, f, 0, capture);
    s->color = make(f, PIPE_TEXTURE_2D, format, WIDTH, HEIGHT, 1);
    s->depth = make(f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z32_FLOAT, WIDTH, HEIGHT, 1);
    s->color_surface = fixture_surface(f, s->color, format, 0, 0, 0);
    s->depth_surface = fixture_surface(f, s->depth, s->depth->format, 0, 0, 0);
    bind(s, s->color_surface, s->depth_surface);
}

static void scene_finish(struct scene *s)
{
    kit_finish(&s->k);
    pipe_surface_reference(&s->color_surface, NULL);
    pipe_surface_reference(&s->depth_surface, NULL);
    pipe_resource_reference(&s->color, NULL);
    pipe_resource_reference(&s->depth, NULL);
}

/* Draws two triangles over the pixels from (x0, y0) to (x1, y1), at depth z. */
static void draw_box(struct scene *s, int x0, int y0, int x1, int y1, const float color[4], float z)
{
    const float l = 2.0f * (float)x0 / (float)s->width - 1.0f;
    const float r = 2.0f * (float)x1 / (float)s->width - 1.0f;
    const float t = 2.0f * (float)y0 / (float)s->height - 1.0f;
    const float b = 2.0f * (float)y1 / (float)s->height - 1.0f;
    const float depth = 2.0f * z - 1.0f;
    const float quad_vertices[4][2] = {{l, t}, {r, t}, {l, b}, {r, b}};
    struct kit_vertex vertices[4];
    for (unsigned i = 0; i < 4; i++) {
        vertices[i] =
            (struct kit_vertex){.position = {quad_vertices[i][0], quad_vertices[i][1], depth, 1}};
        memcpy(vertices[i].color, color, sizeof(vertices[i].color));
    }
    kit_draw(&s->k, PIPE_PRIM_TRIANGLE_STRIP, vertices, 4);
}

static void scissor(struct scene *s, unsigned x0, unsigned y0, unsigned x1, unsigned y1)
{
    const struct pipe_scissor_state rect = {
        .minx = (uint16_t)x0, .miny = (uint16_t)y0, .maxx = (uint16_t)x1, .maxy = (uint16_t)y1};
    s->k.f->pipe->set_scissor_states(s->k.f->pipe, 0, 1, &rect);
    s->k.rasterizer_state.scissor = 1;
    kit_update_rasterizer(&s->k);
}

static bool inside(int x, int y, int x0, int y0, int x1, int y1)
{
    return x >= x0 && x < x1 && y >= y0 && y < y1;
}

static const float red[4] = {1, 0, 0, 1}, green[4] = {0, 1, 0, 1}, half_blue[4] = {0, 0, 1, 0.5f};

enum {
    RED = 0xff0000ffu,
    GREEN = 0xff00ff00u
};

static void expect_color(uint32_t got, uint32_t expected, int x, int y)
{
    if (got != expected)
        fail_msg("pixel %d, %d is %08x, not %08x", x, y, got, expected);
}

/* ---- Draws */

/* Draws with a shader that reads the fragment position, and with a scissor; checks that both are
 * relative to the whole target. */
static void test_positions(void **state)
{
    struct scene s;
    scene_init(&s, *state, PIPE_FORMAT_R32G32B32A32_FLOAT, NULL);
    const struct pipe_box all = fixture_box(0, 0, 0, WIDTH, HEIGHT, 1);
    const union pipe_color_union none = {.f = {-1, -1, -1, -1}};
    kit_use_fragment_shader(&s.k, position_text);
    s.k.f->pipe->clear(s.k.f->pipe, PIPE_CLEAR_COLOR0, &none, 0, 0);
    scissor(&s, 3, 5, 290, 199);
    draw_box(&s, -50, 0, WIDTH + 50, HEIGHT, red, 0.5f);
    float(*texels)[4] = (void *)fixture_read(s.k.f, s.color, 0, &all);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const float *texel = texels[y * WIDTH + x];
            const bool drawn = inside(x, y, 3, 5, 290, 199);
            const float expected[2] = {drawn ? (float)x + 0.5f : -1.0f,
                                       drawn ? (float)y + 0.5f : -1.0f};
            if (texel[0] != expected[0] || texel[1] != expected[1])
                fail_msg("pixel %d, %d says %g, %g", x, y, (double)texel[0], (double)texel[1]);
        }
    }
    free(texels);
    scene_finish(&s);
}

/* Draws with blending and the depth test; checks that both use the colour and depth of the right
 * pixels in each split of the framebuffer. */
static void test_blend_and_depth(void **state)
{
    const struct pipe_blend_state blend = {.rt[0] = {.blend_enable = 1,
                                                     .rgb_src_factor = PIPE_BLENDFACTOR_SRC_ALPHA,
                                                     .rgb_dst_factor = PIPE_BLENDFACTOR_ONE,
                                                     .alpha_src_factor = PIPE_BLENDFACTOR_ZERO,
                                                     .alpha_dst_factor = PIPE_BLENDFACTOR_ONE,
                                                     .colormask = PIPE_MASK_RGBA}};
    const struct pipe_depth_stencil_alpha_state less = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_LESS}};
    const struct pipe_scissor_state part = {.minx = 100, .miny = 50, .maxx = 270, .maxy = 180};
    const union pipe_color_union color = {.f = {1, 0, 0, 1}}, other = {.f = {0, 1, 0, 1}};
    struct scene s;
    scene_init(&s, *state, PIPE_FORMAT_R8G8B8A8_UNORM, NULL);
    struct pipe_context *pipe = s.k.f->pipe;
    const struct pipe_box all = fixture_box(0, 0, 0, WIDTH, HEIGHT, 1);
    pipe->clear(pipe, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTH, &color, 0.75, 0);
    pipe->clear_scissored(pipe, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTH, &part, &other, 0.25, 0);
    kit_use_blend(&s.k, &blend);
    kit_use_depth_stencil_alpha(&s.k, &less);
    draw_box(&s, 10, 10, 290, 190, half_blue, 0.5f);
    draw_box(&s, 10, 10, 290, 190, half_blue, 0.6f); /* fails the depth test everywhere */
    uint32_t *texels = (void *)fixture_read(s.k.f, s.color, 0, &all);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const uint32_t texel = texels[y * WIDTH + x], blue = texel >> 16 & 0xff;
            const bool cleared = inside(x, y, 100, 50, 270, 180);
            const bool drawn = inside(x, y, 10, 10, 290, 190) && !cleared;
            expect_color(texel & 0xff00ffff, cleared ? GREEN : RED, x, y);
            if (drawn ? blue < 127 || blue > 128 : blue)
                fail_msg("blue of pixel %d, %d is %u", x, y, blue);
        }
    }
    free(texels);
    scene_finish(&s);
}

/* Draws to a split target while queries count; checks that the samples of all splits are added up,
 * and that primitives and captures are counted once. */
static void test_counts(void **state)
{
    static const struct pipe_stream_output_info capture = {
        .num_outputs = 1,
        .stride = {4},
        .output = {{.register_index = 1, .num_components = 4}},
    };
    const unsigned types[] = {PIPE_QUERY_OCCLUSION_COUNTER, PIPE_QUERY_PRIMITIVES_GENERATED,
                              PIPE_QUERY_PRIMITIVES_EMITTED};
    const uint64_t expected[] = {(uint64_t)WIDTH * HEIGHT, 2, 2};
    struct pipe_query *queries[3];
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, PIPE_FORMAT_R8G8B8A8_UNORM, &capture);
    struct pipe_resource *buffer = fixture_words(f, 64, NULL);
    struct pipe_stream_output_target *target =
        pipe->create_stream_output_target(pipe, buffer, 0, 256);
    const unsigned offset = 0;
    pipe->set_stream_output_targets(pipe, 1, &target, &offset);
    for (unsigned i = 0; i < 3; i++) {
        queries[i] = pipe->create_query(pipe, types[i], 0);
        pipe->begin_query(pipe, queries[i]);
    }
    draw_box(&s, 0, 0, WIDTH, HEIGHT, green, 0.5f);
    for (unsigned i = 0; i < 3; i++)
        pipe->end_query(pipe, queries[i]);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(kit_query_u64(&s.k, queries[i]), expected[i]);
        pipe->destroy_query(pipe, queries[i]);
    }
    uint32_t *words = fixture_read_words(f, buffer);
    for (unsigned i = 0; i < 6; i++)
        assert_memory_equal(&words[4 * i], green, sizeof(green));
    assert_int_equal(words[24], 0);
    free(words);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&buffer, NULL);
    scene_finish(&s);
}

/* Draws to a framebuffer with a size and without attachments; checks the counts. */
static void test_no_attachments(void **state)
{
    const struct pipe_framebuffer_state fb = {.width = WIDTH, .height = HEIGHT, .layers = 1};
    struct scene s;
    scene_init(&s, *state, PIPE_FORMAT_R8G8B8A8_UNORM, NULL);
    struct pipe_context *pipe = s.k.f->pipe;
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    pipe->set_framebuffer_state(pipe, &fb);
    pipe->begin_query(pipe, q);
    draw_box(&s, 20, 0, WIDTH, HEIGHT, green, 0.5f);
    pipe->end_query(pipe, q);
    assert_int_equal(kit_query_u64(&s.k, q), (WIDTH - 20) * HEIGHT);
    pipe->destroy_query(pipe, q);
    scene_finish(&s);
}

/* ---- Targets */

static void expect_halves(struct scene *s, struct pipe_resource *res, unsigned level,
                          unsigned layer, unsigned width, unsigned height, unsigned seam)
{
    const struct pipe_box all = fixture_box(0, 0, (int)layer, (int)width, (int)height, 1);
    uint32_t *texels = (void *)fixture_read(s->k.f, res, level, &all);
    for (unsigned i = 0; i < width * height; i++)
        expect_color(texels[i], i % width < seam ? RED : GREEN, (int)(i % width), (int)(i / width));
    free(texels);
}

/* Clears a surface to red, and draws green from column `seam` on. */
static void draw_halves(struct scene *s, struct pipe_surface *surface, unsigned seam)
{
    struct pipe_context *pipe = s->k.f->pipe;
    const union pipe_color_union color = {.f = {1, 0, 0, 1}};
    bind(s, surface, NULL);
    pipe->clear(pipe, PIPE_CLEAR_COLOR0, &color, 0, 0);
    draw_box(s, (int)seam, 0, (int)surface->width, (int)surface->height, green, 0.5f);
}

/* Draws to the last layer of two levels of every kind of texture; checks the texels. */
static void test_targets(void **state)
{
    static const struct {
        enum pipe_texture_target target;
        unsigned width, height, layers;
    } cases[] = {
        {PIPE_TEXTURE_1D, 700, 1, 1},       {PIPE_TEXTURE_1D_ARRAY, 700, 1, LAYERS},
        {PIPE_TEXTURE_2D, 700, 20, 1},      {PIPE_TEXTURE_2D, 20, 700, 1},
        {PIPE_TEXTURE_2D_ARRAY, 700, 6, 3}, {PIPE_TEXTURE_3D, 700, 6, LAYERS},
        {PIPE_TEXTURE_CUBE, 260, 260, 6},   {PIPE_TEXTURE_2D, LONG, 4, 1},
    };
    struct scene s;
    struct pipe_fixture *f = *state;
    const enum pipe_format format = PIPE_FORMAT_R8G8B8A8_UNORM;
    scene_init(&s, f, format, NULL);
    const unsigned most = (unsigned)f->screen->get_param(f->screen, PIPE_CAP_MAX_TEXTURE_2D_SIZE);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (cases[i].width > most)
            continue;
        struct pipe_resource templ = fixture_template(cases[i].target, format, cases[i].width,
                                                      cases[i].height, cases[i].layers);
        templ.bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET;
        templ.last_level = 1;
        struct pipe_resource *res = fixture_create(f, &templ);
        for (unsigned level = 0; level < 2; level++) {
            const struct pipe_box box = fixture_level_box(res, level);
            const unsigned last = (unsigned)box.depth - 1, seam = (unsigned)box.width / 3;
            struct pipe_surface *surface = fixture_surface(f, res, format, level, last, last);
            draw_halves(&s, surface, seam);
            pipe_surface_reference(&surface, NULL);
            expect_halves(&s, res, level, last, (unsigned)box.width, (unsigned)box.height, seam);
        }
        bind(&s, s.color_surface, s.depth_surface);
        pipe_resource_reference(&res, NULL);
    }
    scene_finish(&s);
}

/* Clears a surface of several layers, and draws without selecting a layer; checks that all layers
 * are cleared, and that the draw goes to the first layer. */
static void test_layers(void **state)
{
    struct scene s;
    struct pipe_fixture *f = *state;
    scene_init(&s, f, PIPE_FORMAT_R8G8B8A8_UNORM, NULL);
    struct pipe_resource *res =
        make(f, PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, WIDTH, 10, LAYERS);
    struct pipe_surface *surface = fixture_surface(f, res, res->format, 0, 0, LAYERS - 1);
    draw_halves(&s, surface, 100);
    bind(&s, s.color_surface, s.depth_surface);
    expect_halves(&s, res, 0, 0, WIDTH, 10, 100);
    for (unsigned layer = 1; layer < LAYERS; layer++)
        expect_halves(&s, res, 0, layer, WIDTH, 10, WIDTH);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
    scene_finish(&s);
}

/* ---- Blits */

/* Blits a small image to the large image, enlarged, mirrored and clipped, and back; checks the
 * pixels. */
static void test_blits(void **state)
{
    enum {
        SMALL = 30
    };
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, PIPE_FORMAT_R8G8B8A8_UNORM, NULL);
    struct pipe_resource *small =
        make(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, SMALL, SMALL, 1);
    uint32_t in[SMALL * SMALL];
    const struct pipe_box box = fixture_box(0, 0, 0, SMALL, SMALL, 1);
    fixture_noise(7, in, sizeof(in));
    fixture_write(f, small, 0, &box, in);
    const union pipe_color_union color = {.f = {1, 0, 0, 1}};
    pipe->clear_render_target(pipe, s.color_surface, &color, 0, 0, WIDTH, HEIGHT);
    struct pipe_blit_info info = {
        .dst = {.resource = s.color, .format = s.color->format},
        .src = {.resource = small, .box = box, .format = small->format},
        .mask = PIPE_MASK_RGBA,
        .filter = PIPE_TEX_FILTER_NEAREST,
        .scissor_enable = true, /* with a scissor, the blit is a draw */
        .scissor = {.minx = 8, .miny = 3, .maxx = 280, .maxy = 200},
    };
    info.dst.box = fixture_box(300, 0, 0, -300, 180, 1);
    pipe->blit(pipe, &info);
    const struct pipe_box all = fixture_box(0, 0, 0, WIDTH, HEIGHT, 1);
    uint32_t *texels = (void *)fixture_read(f, s.color, 0, &all);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++)
            expect_color(texels[y * WIDTH + x],
                         inside(x, y, 8, 3, 280, 180) ? in[y / 6 * SMALL + (299 - x) / 10] : RED, x,
                         y);
    }
    free(texels);
    info.dst.resource = small;
    info.dst.box = box;
    info.src.resource = s.color;
    info.src.box = fixture_box(300, 0, 0, -300, 180, 1);
    info.scissor = (struct pipe_scissor_state){.minx = 2, .miny = 1, .maxx = 29, .maxy = 30};
    pipe->blit(pipe, &info);
    uint8_t *out = fixture_read(f, small, 0, &box);
    fixture_expect_bytes(in, out, sizeof(in), "the picture");
    free(out);
    pipe_resource_reference(&small, NULL);
    scene_finish(&s);
}

/* Clears the depth buffer, and then a part of it to another depth. Copies it with a blit that the
 * driver executes as a draw; checks the depths. */
static void test_depth_values(void **state)
{
    struct scene s;
    struct pipe_fixture *f = *state;
    struct pipe_context *pipe = f->pipe;
    scene_init(&s, f, PIPE_FORMAT_R8G8B8A8_UNORM, NULL);
    const struct pipe_box all = fixture_box(0, 0, 0, WIDTH, HEIGHT, 1);
    const struct pipe_box part = fixture_box(60, 20, 0, 200, 150, 1);
    const float fill = 0.25f;
    pipe->clear_depth_stencil(pipe, s.depth_surface, PIPE_CLEAR_DEPTH, 1.0, 0, 0, 0, WIDTH, HEIGHT);
    pipe->clear_texture(pipe, s.depth, 0, &part, &fill);
    struct pipe_resource *copy =
        make(f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z32_FLOAT, 2 * WIDTH, HEIGHT, 1);
    const struct pipe_blit_info info = {
        .dst = {.resource = copy,
                .box = fixture_box(0, 0, 0, 2 * WIDTH, HEIGHT, 1),
                .format = copy->format},
        .src = {.resource = s.depth, .box = all, .format = s.depth->format},
        .mask = PIPE_MASK_Z,
        .filter = PIPE_TEX_FILTER_NEAREST,
        .scissor_enable = true,
        .scissor = {.maxx = 2 * WIDTH, .maxy = HEIGHT - 1},
    };
    pipe->blit(pipe, &info);
    const struct pipe_box drawn = fixture_box(0, 0, 0, 2 * WIDTH, HEIGHT - 1, 1);
    float *texels = (void *)fixture_read(f, copy, 0, &drawn);
    for (int y = 0; y < HEIGHT - 1; y++) {
        for (int x = 0; x < 2 * WIDTH; x++) {
            const float expected = inside(x / 2, y, 60, 20, 260, 170) ? 0.25f : 1.0f;
            if (texels[y * 2 * WIDTH + x] != expected)
                fail_msg("the depth of %d, %d is %g", x, y, (double)texels[y * 2 * WIDTH + x]);
        }
    }
    free(texels);
    pipe_resource_reference(&copy, NULL);
    scene_finish(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions), cmocka_unit_test(test_blend_and_depth),
        cmocka_unit_test(test_counts),    cmocka_unit_test(test_no_attachments),
        cmocka_unit_test(test_targets),   cmocka_unit_test(test_layers),
        cmocka_unit_test(test_blits),     cmocka_unit_test(test_depth_values),
    };
    return cmocka_run_group_tests_name("tiles", tests, pipe_fixture_setup, pipe_fixture_teardown);
}
