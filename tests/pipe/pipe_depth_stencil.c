/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Depth, stencil, depth bounds and alpha tests against their rules: every function and operation,
 * both faces, masks and references, in each format. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"

enum {
    RED = (int)0xff0000ff,
    GREEN = (int)0xff00ff00
};

static bool passes(unsigned func, double value, double reference)
{
    switch (func) {
    case PIPE_FUNC_NEVER:
        return false;
    case PIPE_FUNC_LESS:
        return value < reference;
    case PIPE_FUNC_EQUAL:
        return value == reference;
    case PIPE_FUNC_LEQUAL:
        return value <= reference;
    case PIPE_FUNC_GREATER:
        return value > reference;
    case PIPE_FUNC_NOTEQUAL:
        return value != reference;
    case PIPE_FUNC_GEQUAL:
        return value >= reference;
    default:
        return true;
    }
}

/* ---- Targets --------------------------------------------------------------------------------- */

static bool has_format(struct pipe_fixture *f, enum pipe_format format)
{
    return f->screen->is_format_supported(f->screen, format, PIPE_TEXTURE_2D, 0,
                                          PIPE_BIND_DEPTH_STENCIL);
}

/* Replaces the kit's depth buffer by one in this format. */
static void use_depth_format(struct draw_kit *k, enum pipe_format format)
{
    struct pipe_context *pipe = k->f->pipe;
    struct pipe_resource t = fixture_template(PIPE_TEXTURE_2D, format, KIT_SIZE, KIT_SIZE, 1);
    t.bind = PIPE_BIND_DEPTH_STENCIL;
    pipe->set_framebuffer_state(pipe, &(struct pipe_framebuffer_state){0});
    pipe_surface_reference(&k->depth_surface, NULL);
    pipe_resource_reference(&k->depth, NULL);
    k->depth = fixture_create(k->f, &t);
    k->depth_surface = fixture_surface(k->f, k->depth, format, 0, 0, 0);
    const struct pipe_framebuffer_state fb = {.width = KIT_SIZE,
                                              .height = KIT_SIZE,
                                              .nr_cbufs = 1,
                                              .cbufs = {k->color_surface},
                                              .zsbuf = k->depth_surface};
    pipe->set_framebuffer_state(pipe, &fb);
}

static double depth_of(enum pipe_format format, const uint8_t *texel)
{
    uint16_t u16;
    uint32_t u32;
    float f;
    switch (format) {
    case PIPE_FORMAT_Z16_UNORM:
        memcpy(&u16, texel, sizeof(u16));
        return (double)u16 / 65535;
    case PIPE_FORMAT_Z24X8_UNORM:
    case PIPE_FORMAT_Z24_UNORM_S8_UINT:
        memcpy(&u32, texel, sizeof(u32));
        return (double)(u32 & 0xffffff) / 0xffffff;
    case PIPE_FORMAT_X8Z24_UNORM:
    case PIPE_FORMAT_S8_UINT_Z24_UNORM:
        memcpy(&u32, texel, sizeof(u32));
        return (double)(u32 >> 8) / 0xffffff;
    default:
        memcpy(&f, texel, sizeof(f));
        return (double)f;
    }
}

/* Returns the index of the stencil byte in a texel, or -1 if the format has no stencil. */
static int stencil_byte(enum pipe_format format)
{
    switch (format) {
    case PIPE_FORMAT_Z24_UNORM_S8_UINT:
        return 3;
    case PIPE_FORMAT_S8_UINT_Z24_UNORM:
    case PIPE_FORMAT_S8_UINT:
        return 0;
    case PIPE_FORMAT_Z32_FLOAT_S8X24_UINT:
        return 4;
    default:
        return -1;
    }
}

static double depth_at(struct draw_kit *k, int x, int y)
{
    const struct pipe_box box = fixture_box(x, y, 0, 1, 1, 1);
    uint8_t *texel = fixture_read(k->f, k->depth, 0, &box);
    double depth = depth_of(k->depth->format, texel);
    free(texel);
    return depth;
}

static void draw_at_depth(struct draw_kit *k, float depth, bool green)
{
    kit_fill(k, green ? 0 : 1, green ? 1 : 0, 0, depth * 2 - 1);
}

/* ---- Depth ----------------------------------------------------------------------------------- */

static const struct pipe_depth_stencil_alpha_state write_depth = {
    .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_ALWAYS}};

static void check_depth_func(struct draw_kit *k, unsigned func, bool write)
{
    static const float depths[] = {0.25f, 0.5f, 0.75f};
    const struct pipe_depth_stencil_alpha_state dsa = {
        .depth = {.enabled = 1, .writemask = write, .func = func & 7}};
    for (unsigned i = 0; i < 3; i++) {
        kit_use_depth_stencil_alpha(k, &write_depth);
        draw_at_depth(k, 0.5f, false);
        kit_use_depth_stencil_alpha(k, &dsa);
        draw_at_depth(k, depths[i], true);
        bool passed = passes(func, (double)depths[i], 0.5);
        double left = passed && write ? (double)depths[i] : 0.5;
        assert_int_equal((int)kit_pixel(k, 7, 3), passed ? GREEN : RED);
        assert_true(fabs(depth_at(k, 7, 3) - left) < 1.0 / 65535);
    }
}

static void test_depth_functions(void **state)
{
    static const enum pipe_format formats[] = {
        PIPE_FORMAT_Z16_UNORM,
        PIPE_FORMAT_Z24X8_UNORM,
        PIPE_FORMAT_X8Z24_UNORM,
        PIPE_FORMAT_Z24_UNORM_S8_UINT,
        PIPE_FORMAT_S8_UINT_Z24_UNORM,
        PIPE_FORMAT_Z32_FLOAT,
        PIPE_FORMAT_Z32_FLOAT_S8X24_UINT,
    };
    struct draw_kit k;
    unsigned tested = 0;
    kit_init(&k, *state, 0, NULL);
    for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (!has_format(k.f, formats[i]))
            continue;
        tested++;
        use_depth_format(&k, formats[i]);
        for (unsigned func = 0; func < 8; func++) {
            check_depth_func(&k, func, true);
            check_depth_func(&k, func, false);
        }
    }
    assert_true(tested >= 3);
    kit_finish(&k);
}

/* Draws with the depth test off, and without a depth buffer; checks that all fragments pass and no
 * depth is written. */
static void test_depth_off(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    const struct pipe_depth_stencil_alpha_state off = {
        .depth = {.enabled = 0, .writemask = 1, .func = PIPE_FUNC_NEVER}};
    const struct pipe_depth_stencil_alpha_state never = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_NEVER},
        .stencil[0] = {.enabled = 1, .func = PIPE_FUNC_NEVER}};
    kit_clear(&k, 1, 0, 0);
    kit_use_depth_stencil_alpha(&k, &off);
    draw_at_depth(&k, 0.5f, true);
    assert_int_equal((int)kit_pixel(&k, 2, 2), GREEN);
    assert_true(depth_at(&k, 2, 2) == 1.0);

    const struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {k.color_surface}};
    k.f->pipe->set_framebuffer_state(k.f->pipe, &fb);
    kit_use_depth_stencil_alpha(&k, &never);
    draw_at_depth(&k, 0.5f, false);
    assert_int_equal((int)kit_pixel(&k, 2, 2), RED);
    kit_finish(&k);
}

/* Draws with the depth bounds test; checks that the test compares the stored depth, not the
 * fragment's depth. */
static void test_depth_bounds(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->screen->get_param(f->screen, PIPE_CAP_DEPTH_BOUNDS_TEST))
        skip();
    static const struct {
        float stored, min, max;
        bool passes;
    } cases[] = {
        {0.5f, 0.25f, 0.75f, true},  {0.125f, 0.25f, 0.75f, false}, {0.875f, 0.25f, 0.75f, false},
        {0.25f, 0.25f, 0.75f, true}, {0.75f, 0.25f, 0.75f, true},   {1.0f, 0.0f, 1.0f, true},
    };
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct pipe_depth_stencil_alpha_state dsa = {
            .depth = {.bounds_test = 1, .bounds_min = cases[i].min, .bounds_max = cases[i].max}};
        kit_clear(&k, 1, 0, 0);
        kit_use_depth_stencil_alpha(&k, &write_depth);
        draw_at_depth(&k, cases[i].stored, false);
        kit_use_depth_stencil_alpha(&k, &dsa);
        draw_at_depth(&k, 0.5f, true);
        assert_int_equal((int)kit_pixel(&k, 1, 9), cases[i].passes ? GREEN : RED);
        dsa.depth.bounds_test = 0;
        kit_use_depth_stencil_alpha(&k, &dsa);
        draw_at_depth(&k, 0.5f, true);
        assert_int_equal((int)kit_pixel(&k, 1, 9), GREEN);
    }
    kit_finish(&k);
}

/* ---- Stencil --------------------------------------------------------------------------------- */

struct stencil_case {
    struct pipe_depth_stencil_alpha_state dsa;
    struct pipe_stencil_ref ref;
    uint8_t stored;
    bool back, depth_passes;
};

static uint8_t apply(unsigned op, uint8_t stored, uint8_t ref)
{
    switch (op) {
    case PIPE_STENCIL_OP_ZERO:
        return 0;
    case PIPE_STENCIL_OP_REPLACE:
        return ref;
    case PIPE_STENCIL_OP_INCR:
        return stored == 255 ? 255 : (uint8_t)(stored + 1);
    case PIPE_STENCIL_OP_DECR:
        return stored == 0 ? 0 : (uint8_t)(stored - 1);
    case PIPE_STENCIL_OP_INCR_WRAP:
        return (uint8_t)(stored + 1);
    case PIPE_STENCIL_OP_DECR_WRAP:
        return (uint8_t)(stored - 1);
    case PIPE_STENCIL_OP_INVERT:
        return (uint8_t)~stored;
    default:
        return stored;
    }
}

static uint8_t stencil_model(const struct stencil_case *c, bool *out_drawn)
{
    bool own = c->back && c->dsa.stencil[1].enabled;
    const struct pipe_stencil_state *s = &c->dsa.stencil[own ? 1 : 0];
    uint8_t ref = c->ref.ref_value[own ? 1 : 0];
    bool pass = passes(s->func, ref & s->valuemask, c->stored & s->valuemask);
    unsigned op = !pass ? s->fail_op : c->depth_passes ? s->zpass_op : s->zfail_op;
    *out_drawn = pass && c->depth_passes;
    uint8_t mask = (uint8_t)s->writemask;
    return (uint8_t)((c->stored & ~mask) | (apply(op, c->stored, ref) & mask));
}

static struct pipe_stencil_state stencil_side(unsigned n)
{
    static const uint8_t valuemasks[] = {0xff, 0x0f, 0xf0, 0}, writemasks[] = {0xff, 0x3c, 0xff, 1};
    return (struct pipe_stencil_state){
        .enabled = 1,
        .func = n & 7,
        .fail_op = n / 8 & 7,
        .zpass_op = (n / 8 + n) & 7,
        .zfail_op = (n / 8 + 3 * n + 1) & 7,
        .valuemask = valuemasks[n / 3 % 4],
        .writemask = writemasks[n / 5 % 4],
    };
}

/* Returns case n. The cases combine every stencil function with every operation in each slot;
 * masks, references and stored values vary with n. */
static struct stencil_case stencil_case(unsigned n)
{
    static const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xfe, 0xff, 0x5a};
    struct stencil_case c = {
        .dsa = {.depth = {.enabled = 1, .func = PIPE_FUNC_LESS},
                .stencil = {stencil_side(n), stencil_side(n * 7 + 5)}},
        .ref.ref_value = {values[(n / 4) % 7], values[(n / 2 + 3) % 7]},
        .stored = values[n % 7],
        .back = n & 1,
        .depth_passes = n % 3 != 0,
    };
    if (n % 11 == 0)
        c.dsa.stencil[1].enabled = 0;
    return c;
}

static void draw_case(struct draw_kit *k, unsigned n, const struct stencil_case *c)
{
    struct pipe_context *pipe = k->f->pipe;
    const uint16_t x = (uint16_t)(n % KIT_SIZE), y = (uint16_t)(n / KIT_SIZE % KIT_SIZE);
    const struct pipe_scissor_state pixel = {
        .minx = x, .miny = y, .maxx = (uint16_t)(x + 1), .maxy = (uint16_t)(y + 1)};
    const float size = c->back ? -3 : 3, z = c->depth_passes ? -0.5f : 0.5f;
    const float start = c->back ? 1 : -1; /* back faces have the opposite winding */
    const struct kit_vertex v[3] = {{{-1, start, z, 1}, {0, 1, 0, 1}},
                                    {{3, start, z, 1}, {0, 1, 0, 1}},
                                    {{-1, size, z, 1}, {0, 1, 0, 1}}};
    pipe->set_scissor_states(pipe, 0, 1, &pixel);
    kit_draw(k, PIPE_PRIM_TRIANGLES, v, 3);
}

static void store_values(struct draw_kit *k, unsigned first)
{
    const struct pipe_depth_stencil_alpha_state store = {
        .stencil[0] = {.enabled = 1,
                       .func = PIPE_FUNC_ALWAYS,
                       .zpass_op = PIPE_STENCIL_OP_REPLACE,
                       .writemask = 0xff}};
    kit_use_depth_stencil_alpha(k, &store);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++) {
        struct stencil_case c = stencil_case(first + i);
        const struct pipe_stencil_ref ref = {{c.stored, 0x33}};
        k->f->pipe->set_stencil_ref(k->f->pipe, &ref);
        draw_case(k, i, &c);
    }
}

static void check_stencil(struct draw_kit *k, unsigned first)
{
    const struct pipe_box box = fixture_box(0, 0, 0, KIT_SIZE, KIT_SIZE, 1);
    unsigned texel_B = util_format_get_blocksize(k->depth->format);
    uint8_t *texels = fixture_read(k->f, k->depth, 0, &box);
    uint32_t *pixels = kit_pixels(k);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++) {
        struct stencil_case c = stencil_case(first + i);
        bool drawn;
        uint8_t want = stencil_model(&c, &drawn);
        uint8_t got = texels[i * texel_B + (unsigned)stencil_byte(k->depth->format)];
        if (got != want || (int)pixels[i] != (drawn ? GREEN : RED))
            fail_msg("case %u: stencil %02x, not %02x; pixel %08x, drawn %d (stored %02x)",
                     first + i, got, want, pixels[i], drawn, c.stored);
    }
    free(texels);
    free(pixels);
}

static void test_stencil(void **state)
{
    static const enum pipe_format formats[] = {PIPE_FORMAT_Z24_UNORM_S8_UINT,
                                               PIPE_FORMAT_Z32_FLOAT_S8X24_UINT,
                                               PIPE_FORMAT_S8_UINT_Z24_UNORM};
    const union pipe_color_union red = {.f = {1, 0, 0, 1}};
    struct draw_kit k;
    unsigned tested = 0;
    kit_init(&k, *state, 0, NULL);
    k.rasterizer_state.scissor = 1;
    k.rasterizer_state.front_ccw =
        0; /* the front faces of draw_case() are clockwise in the window, where y points down */
    kit_update_rasterizer(&k);
    for (unsigned i = 0; i < 3; i++) {
        if (!has_format(k.f, formats[i]))
            continue;
        unsigned first = 256 * tested++;
        use_depth_format(&k, formats[i]);
        k.f->pipe->clear(k.f->pipe, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTHSTENCIL, &red, 0.5, 0);
        store_values(&k, first);
        k.f->pipe->clear(k.f->pipe, PIPE_CLEAR_COLOR0, &red, 0, 0);
        for (unsigned n = 0; n < KIT_SIZE * KIT_SIZE; n++) {
            struct stencil_case c = stencil_case(first + n);
            kit_use_depth_stencil_alpha(&k, &c.dsa);
            k.f->pipe->set_stencil_ref(k.f->pipe, &c.ref);
            draw_case(&k, n, &c);
        }
        check_stencil(&k, first);
    }
    assert_true(tested > 0);
    kit_finish(&k);
}

/* Draws with a format that has stencil and no depth; checks the stencil values. */
static void test_stencil_only(void **state)
{
    struct draw_kit k;
    if (!has_format(*state, PIPE_FORMAT_S8_UINT))
        skip();
    kit_init(&k, *state, 0, NULL);
    use_depth_format(&k, PIPE_FORMAT_S8_UINT);
    const union pipe_color_union red = {.f = {1, 0, 0, 1}};
    const struct pipe_depth_stencil_alpha_state dsa = {
        .stencil[0] = {.enabled = 1,
                       .func = PIPE_FUNC_EQUAL,
                       .zpass_op = PIPE_STENCIL_OP_INCR,
                       .valuemask = 0xff,
                       .writemask = 0xff}};
    const struct pipe_stencil_ref ref = {{0x21, 0}};
    k.f->pipe->clear(k.f->pipe, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_STENCIL, &red, 0, 0x21);
    k.f->pipe->set_stencil_ref(k.f->pipe, &ref);
    kit_use_depth_stencil_alpha(&k, &dsa);
    draw_at_depth(&k, 0.5f, true);
    draw_at_depth(&k, 0.5f, false); /* fails the stencil test: the stored value has changed */
    assert_int_equal((int)kit_pixel(&k, 4, 4), GREEN);
    const struct pipe_box box = fixture_box(4, 4, 0, 1, 1, 1);
    uint8_t *texel = fixture_read(k.f, k.depth, 0, &box);
    assert_int_equal(texel[stencil_byte(PIPE_FORMAT_S8_UINT)], 0x22);
    free(texel);
    kit_finish(&k);
}

/* ---- Alpha ----------------------------------------------------------------------------------- */

static void draw_alpha(struct draw_kit *k, float alpha)
{
    const struct kit_vertex v[3] = {{{-1, -1, 0, 1}, {0, 1, 0, alpha}},
                                    {{3, -1, 0, 1}, {0, 1, 0, alpha}},
                                    {{-1, 3, 0, 1}, {0, 1, 0, alpha}}};
    kit_draw(k, PIPE_PRIM_TRIANGLES, v, 3);
}

/* Draws with the alpha test; checks that fragments that fail the test write neither colour nor
 * depth. NaN equals no value. */
static void test_alpha(void **state)
{
    static const float alphas[] = {0.25f, 0.5f, 0.75f, -1, 2, NAN};
    static const float refs[] = {0.5f, 1.0f, 0.0f};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    for (unsigned n = 0; n < 8 * 6 * 3 * 2; n++) {
        unsigned func = n % 8;
        float alpha = alphas[n / 8 % 6], ref = refs[n / 48 % 3];
        bool clamp = n / 144;
        if (clamp && isnan(alpha))
            continue;
        struct pipe_depth_stencil_alpha_state dsa = write_depth;
        dsa.alpha.enabled = 1;
        dsa.alpha.func = func & 7;
        dsa.alpha.ref_value = ref;
        k.rasterizer_state.clamp_fragment_color = clamp;
        kit_update_rasterizer(&k);
        kit_clear(&k, 1, 0, 0);
        kit_use_depth_stencil_alpha(&k, &dsa);
        draw_alpha(&k, alpha);
        if (clamp)
            alpha = alpha < 0 ? 0 : alpha > 1 ? 1 : alpha;
        bool passed = passes(func, (double)alpha, (double)ref);
        uint32_t pixel = kit_pixel(&k, 6, 6);
        if ((pixel & 0xffff) != (passed ? 0xff00u : 0xffu) ||
            depth_at(&k, 6, 6) != (passed ? 0.5 : 1.0))
            fail_msg("alpha %f, function %u, reference %f, clamped %d: pixel %08x, depth %f",
                     (double)alpha, func, (double)ref, clamp, pixel, depth_at(&k, 6, 6));
    }
    kit_finish(&k);
}

/* Draws with the alpha test and without a colour buffer; checks that the test still applies. */
static void test_alpha_depth_only(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_depth_stencil_alpha_state dsa = write_depth;
    dsa.alpha.enabled = 1;
    dsa.alpha.func = PIPE_FUNC_GREATER;
    dsa.alpha.ref_value = 0.5f;
    const struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE, .height = KIT_SIZE, .zsbuf = k.depth_surface};
    k.f->pipe->set_framebuffer_state(k.f->pipe, &fb);
    kit_use_depth_stencil_alpha(&k, &dsa);
    k.f->pipe->clear(k.f->pipe, PIPE_CLEAR_DEPTH, NULL, 1.0, 0);
    draw_alpha(&k, 0.25f);
    assert_true(depth_at(&k, 3, 3) == 1.0);
    draw_alpha(&k, 0.75f);
    assert_true(depth_at(&k, 3, 3) == 0.5);
    kit_finish(&k);
}

/* Draws to an integer target with the alpha test enabled; checks that the alpha test has no
 * effect. */
static void test_alpha_integer(void **state)
{
    static const char text[] = "FRAG\n"
                               "DCL OUT[0], COLOR\n"
                               "IMM[0] UINT32 {7, 8, 9, 0}\n"
                               "  0: MOV OUT[0], IMM[0]\n"
                               "  1: END\n";
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_resource t =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UINT, KIT_SIZE, KIT_SIZE, 1);
    t.bind = PIPE_BIND_RENDER_TARGET;
    struct pipe_resource *res = fixture_create(k.f, &t);
    struct pipe_surface *surface = fixture_surface(k.f, res, res->format, 0, 0, 0);
    const struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {surface}};
    const struct pipe_depth_stencil_alpha_state dsa = {
        .alpha = {.enabled = 1, .func = PIPE_FUNC_NEVER}};
    k.f->pipe->set_framebuffer_state(k.f->pipe, &fb);
    kit_use_fragment_shader(&k, text);
    kit_use_depth_stencil_alpha(&k, &dsa);
    kit_fill(&k, 0, 0, 0, 0);
    assert_int_equal(fixture_texel32(k.f, res, 2, 2, 0), 0x00090807);
    k.f->pipe->set_framebuffer_state(k.f->pipe, &(struct pipe_framebuffer_state){0});
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depth_functions),  cmocka_unit_test(test_depth_off),
        cmocka_unit_test(test_depth_bounds),     cmocka_unit_test(test_stencil),
        cmocka_unit_test(test_stencil_only),     cmocka_unit_test(test_alpha),
        cmocka_unit_test(test_alpha_depth_only), cmocka_unit_test(test_alpha_integer),

    };
    return cmocka_run_group_tests_name("depth_stencil", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
