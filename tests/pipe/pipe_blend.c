/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compares blending with a model of its arithmetic: every factor, every equation, formats of every
 * kind, render targets with different blend states. Each case is one pixel of a shared target. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"

enum {
    SIZE = 32, /* width and height of the target */
    MAX_CASES = SIZE * SIZE
};

/* ---- Formats --------------------------------------------------------------------------------- */

enum channel {
    U8,
    S8,
    U16,
    S16,
    HALF,
    FULL,
    SRGB /* alpha is U8 */
};

/* A render target's format. `order` names the component of each stored channel; x is padding.
 * Missing channels read as (0, 0, 0, 1). */
struct blend_format {
    enum pipe_format format;
    enum channel channel;
    const char *order;
    float tolerance;
};

static const struct blend_format rgba8 = {PIPE_FORMAT_R8G8B8A8_UNORM, U8, "rgba", 2.1f / 255};

static const struct blend_format formats[] = {
    {PIPE_FORMAT_R8G8B8A8_UNORM, U8, "rgba", 2.1f / 255},
    {PIPE_FORMAT_B8G8R8A8_UNORM, U8, "bgra", 2.1f / 255},
    {PIPE_FORMAT_R8G8B8X8_UNORM, U8, "rgbx", 2.1f / 255},
    {PIPE_FORMAT_B8G8R8X8_UNORM, U8, "bgrx", 2.1f / 255},
    {PIPE_FORMAT_R8_UNORM, U8, "r", 2.1f / 255},
    {PIPE_FORMAT_R8G8_UNORM, U8, "rg", 2.1f / 255},
    {PIPE_FORMAT_A8_UNORM, U8, "a", 2.1f / 255},
    {PIPE_FORMAT_L8_UNORM, U8, "r", 2.1f / 255},
    {PIPE_FORMAT_R8G8B8A8_SRGB, SRGB, "rgba", 5.0f / 255},
    {PIPE_FORMAT_R16G16B16A16_UNORM, U16, "rgba", 1e-3f},
    {PIPE_FORMAT_A16_UNORM, U16, "a", 1e-3f},
    {PIPE_FORMAT_L8A8_UNORM, U8, "ra", 2.1f / 255},
    {PIPE_FORMAT_R8A8_UNORM, U8, "ra", 2.1f / 255},
    {PIPE_FORMAT_L16A16_FLOAT, HALF, "ra", 4e-3f},
    {PIPE_FORMAT_L8A8_SNORM, S8, "ra", 2.1f / 127},
    {PIPE_FORMAT_A8_SNORM, S8, "a", 2.1f / 127},
    {PIPE_FORMAT_R8_SNORM, S8, "r", 2.1f / 127},
    {PIPE_FORMAT_R8G8B8A8_SNORM, S8, "rgba", 2.1f / 127},
    {PIPE_FORMAT_R16G16B16A16_SNORM, S16, "rgba", 1e-3f},
    {PIPE_FORMAT_R16G16B16A16_FLOAT, HALF, "rgba", 4e-3f},
    {PIPE_FORMAT_R16G16B16X16_FLOAT, HALF, "rgbx", 4e-3f},
    {PIPE_FORMAT_A16_FLOAT, HALF, "a", 4e-3f},
    {PIPE_FORMAT_R16_FLOAT, HALF, "r", 4e-3f},
    {PIPE_FORMAT_R32G32B32A32_FLOAT, FULL, "rgba", 1e-5f},
    {PIPE_FORMAT_R32_FLOAT, FULL, "r", 1e-5f},
};

static unsigned channel_size(enum channel channel)
{
    static const uint8_t sizes[] = {
        [U8] = 1, [S8] = 1, [U16] = 2, [S16] = 2, [HALF] = 2, [FULL] = 4, [SRGB] = 1};
    return sizes[channel];
}

static float half_value(uint16_t h)
{
    int exponent = h >> 10 & 31;
    float mantissa = (float)(h & 1023) / 1024;
    float value = exponent ? ldexpf(1 + mantissa, exponent - 15) : ldexpf(mantissa, -14);
    return h & 0x8000 ? -value : value;
}

static float decode(enum channel channel, const uint8_t *p)
{
    uint16_t u16 = 0;
    float f = 0;
    memcpy(&u16, p, channel_size(channel) >= 2 ? 2 : 1);
    if (channel == FULL)
        memcpy(&f, p, sizeof(f));
    switch (channel) {
    case U8:
        return (float)p[0] / 255;
    case S8:
        return fmaxf((float)(int8_t)p[0] / 127, -1);
    case U16:
        return (float)u16 / 65535;
    case S16:
        return fmaxf((float)(int16_t)u16 / 32767, -1);
    case HALF:
        return half_value(u16);
    case SRGB:
        f = (float)p[0] / 255;
        return f <= 0.04045f ? f / 12.92f : powf((f + 0.055f) / 1.055f, 2.4f);
    default:
        return f;
    }
}

/* Returns v clamped to the range of the channel, but not rounded. */
static float stored(enum channel channel, float v)
{
    switch (channel) {
    case U8:
    case U16:
    case SRGB:
        return fminf(fmaxf(v, 0), 1);
    case S8:
    case S16:
        return fminf(fmaxf(v, -1), 1);
    default:
        return v;
    }
}

/* ---- The model ------------------------------------------------------------------------------- */

struct colors {
    float src[4], src1[4], dst[4], constant[4];
};

static float factor_value(unsigned factor, const struct colors *c, unsigned i)
{
    bool inverse = factor >= PIPE_BLENDFACTOR_ZERO;
    float v = 0;
    switch (factor & 15) {
    case PIPE_BLENDFACTOR_ONE:
        v = 1;
        break;
    case PIPE_BLENDFACTOR_SRC_COLOR:
        v = c->src[i];
        break;
    case PIPE_BLENDFACTOR_SRC_ALPHA:
        v = c->src[3];
        break;
    case PIPE_BLENDFACTOR_DST_ALPHA:
        v = c->dst[3];
        break;
    case PIPE_BLENDFACTOR_DST_COLOR:
        v = c->dst[i];
        break;
    case PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE:
        v = i == 3 ? 1 : fminf(c->src[3], 1 - c->dst[3]);
        break;
    case PIPE_BLENDFACTOR_CONST_COLOR:
        v = c->constant[i];
        break;
    case PIPE_BLENDFACTOR_CONST_ALPHA:
        v = c->constant[3];
        break;
    case PIPE_BLENDFACTOR_SRC1_COLOR:
        v = c->src1[i];
        break;
    default:
        v = c->src1[3];
        break;
    }
    return inverse ? 1 - v : v;
}

static float equation(unsigned func, float s, float sf, float d, float df)
{
    switch (func) {
    case PIPE_BLEND_SUBTRACT:
        return s * sf - d * df;
    case PIPE_BLEND_REVERSE_SUBTRACT:
        return d * df - s * sf;
    case PIPE_BLEND_MIN:
        return fminf(s, d);
    case PIPE_BLEND_MAX:
        return fmaxf(s, d);
    default:
        return s * sf + d * df;
    }
}

/* Computes the blended colour. A fixed-point target clamps every input to its range; a target
 * without alpha reads as alpha 1. */
static void blend_model(const struct blend_format *f, const struct pipe_rt_blend_state *rt,
                        const struct colors *given, float out[4])
{
    struct colors c;
    bool alpha = strchr(f->order, 'a') != NULL;
    for (unsigned i = 0; i < 4; i++) {
        c.src[i] = stored(f->channel, given->src[i]);
        c.src1[i] = stored(f->channel, given->src1[i]);
        c.dst[i] = stored(f->channel, given->dst[i]);
        c.constant[i] = stored(f->channel, given->constant[i]);
    }
    if (!alpha)
        c.dst[3] = 1;
    for (unsigned i = 0; i < 4; i++) {
        bool a = i == 3;
        unsigned sf = a ? rt->alpha_src_factor : rt->rgb_src_factor;
        unsigned df = a ? rt->alpha_dst_factor : rt->rgb_dst_factor;
        float v = c.src[i];
        if (rt->blend_enable)
            v = equation(a ? rt->alpha_func : rt->rgb_func, c.src[i], factor_value(sf, &c, i),
                         c.dst[i], factor_value(df, &c, i));
        out[i] = rt->colormask >> i & 1 ? stored(f->channel, v) : c.dst[i];
    }
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static const char dual_text[] = "FRAG\n"
                                "DCL OUT[0], COLOR[0]\n"
                                "DCL OUT[1], COLOR[1]\n"
                                "DCL CONST[0..1]\n"
                                "  0: MOV OUT[0], CONST[0]\n"
                                "  1: MOV OUT[1], CONST[1]\n"
                                "  2: END\n";
static const char single_text[] = "FRAG\n"
                                  "PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\n"
                                  "DCL OUT[0], COLOR[0]\n"
                                  "DCL CONST[0..1]\n"
                                  "  0: MOV OUT[0], CONST[0]\n"
                                  "  1: END\n";

struct bench {
    struct draw_kit k;
    struct pipe_context *pipe;
    const struct blend_format *format;
    struct pipe_resource *target[PIPE_MAX_COLOR_BUFS];
    struct pipe_surface *surface[PIPE_MAX_COLOR_BUFS];
    unsigned num_targets, num_cases;
    float expected[MAX_CASES][4];
    struct pipe_rt_blend_state states[MAX_CASES];
};

static struct bench *begin(struct pipe_fixture *f, const struct blend_format *format,
                           unsigned num_targets, bool dual)
{
    struct bench *b = calloc(1, sizeof(*b));
    assert_non_null(b);
    kit_init(&b->k, f, 0, NULL);
    b->pipe = f->pipe;
    b->format = format;
    b->num_targets = num_targets;
    struct pipe_framebuffer_state fb = {.width = SIZE, .height = SIZE, .nr_cbufs = num_targets};
    for (unsigned i = 0; i < num_targets; i++) {
        struct pipe_resource t = fixture_template(PIPE_TEXTURE_2D, format->format, SIZE, SIZE, 1);
        t.bind = PIPE_BIND_RENDER_TARGET;
        b->target[i] = fixture_create(f, &t);
        b->surface[i] = fixture_surface(f, b->target[i], format->format, 0, 0, 0);
        fb.cbufs[i] = b->surface[i];
    }
    const struct pipe_viewport_state v = {.scale = {SIZE / 2, SIZE / 2, 0.5f},
                                          .translate = {SIZE / 2, SIZE / 2, 0.5f}};
    b->pipe->set_framebuffer_state(b->pipe, &fb);
    b->pipe->set_viewport_states(b->pipe, 0, 1, &v);
    b->k.rasterizer_state.scissor = 1;
    kit_update_rasterizer(&b->k);
    kit_use_fragment_shader(&b->k, dual ? dual_text : single_text);
    return b;
}

static void end(struct bench *b)
{
    b->pipe->set_framebuffer_state(b->pipe, &(struct pipe_framebuffer_state){0});
    for (unsigned i = 0; i < b->num_targets; i++) {
        pipe_surface_reference(&b->surface[i], NULL);
        pipe_resource_reference(&b->target[i], NULL);
    }
    b->pipe->set_constant_buffer(b->pipe, PIPE_SHADER_FRAGMENT, 0, NULL);
    kit_finish(&b->k);
    free(b);
}

static void clear_to(struct bench *b, const float dst[4])
{
    union pipe_color_union color;
    memcpy(color.f, dst, sizeof(color.f));
    b->pipe->clear(b->pipe, PIPE_CLEAR_COLOR, &color, 0, 0);
}

/* Draws the source colours to the pixel of the next case. */
static void draw_case(struct bench *b, const struct colors *c)
{
    const uint16_t x = (uint16_t)(b->num_cases % SIZE), y = (uint16_t)(b->num_cases / SIZE);
    const struct pipe_scissor_state pixel = {
        .minx = x, .miny = y, .maxx = (uint16_t)(x + 1), .maxy = (uint16_t)(y + 1)};
    float values[8];
    memcpy(values, c->src, sizeof(c->src));
    memcpy(values + 4, c->src1, sizeof(c->src1));
    const struct pipe_constant_buffer constants = {.buffer_size = sizeof(values),
                                                   .user_buffer = values};
    struct pipe_blend_color constant;
    memcpy(constant.color, c->constant, sizeof(constant.color));
    assert_true(b->num_cases < MAX_CASES);
    b->pipe->set_blend_color(b->pipe, &constant);
    b->pipe->set_scissor_states(b->pipe, 0, 1, &pixel);
    b->pipe->set_constant_buffer(b->pipe, PIPE_SHADER_FRAGMENT, 0, &constants);
    kit_fill(&b->k, 0, 0, 0, 0);
    b->num_cases++;
}

/* Draws a case on a framebuffer with one target, and records its expected colour. */
static void add_case(struct bench *b, const struct pipe_rt_blend_state *rt, const struct colors *c)
{
    const struct pipe_blend_state state = {.rt[0] = *rt, .dither = 1};
    kit_use_blend(&b->k, &state);
    b->states[b->num_cases] = *rt;
    blend_model(b->format, rt, c, b->expected[b->num_cases]);
    draw_case(b, c);
}

static void check_pixel(const struct bench *b, const uint8_t *pixel, const float expected[4],
                        const struct pipe_rt_blend_state *rt, unsigned number)
{
    const struct blend_format *f = b->format;
    for (unsigned i = 0; f->order[i]; i++) {
        static const char names[] = "rgba";
        const char *name = strchr(names, f->order[i]);
        if (!name)
            continue;
        float want = expected[name - names];
        bool linear = f->channel == SRGB && f->order[i] == 'a';
        float got = decode(linear ? U8 : f->channel, pixel + i * channel_size(f->channel));
        if (!(fabsf(got - want) <= f->tolerance * fmaxf(1, fabsf(want))))
            fail_msg("%s, case %u, channel %c: %f, not %f (rgb %u: %u %u, alpha %u: %u %u)",
                     util_format_name(f->format), number, f->order[i], (double)got, (double)want,
                     rt->rgb_func, rt->rgb_src_factor, rt->rgb_dst_factor, rt->alpha_func,
                     rt->alpha_src_factor, rt->alpha_dst_factor);
    }
}

static void check(struct bench *b)
{
    const struct pipe_box box = fixture_box(0, 0, 0, SIZE, SIZE, 1);
    uint8_t *pixels = fixture_read(b->k.f, b->target[0], 0, &box);
    size_t size_B = strlen(b->format->order) * channel_size(b->format->channel);
    for (unsigned i = 0; i < b->num_cases; i++)
        check_pixel(b, pixels + i * size_B, b->expected[i], &b->states[i], i);
    free(pixels);
    b->num_cases = 0;
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static const unsigned factors[] = {
    PIPE_BLENDFACTOR_ZERO,
    PIPE_BLENDFACTOR_ONE,
    PIPE_BLENDFACTOR_SRC_COLOR,
    PIPE_BLENDFACTOR_INV_SRC_COLOR,
    PIPE_BLENDFACTOR_SRC_ALPHA,
    PIPE_BLENDFACTOR_INV_SRC_ALPHA,
    PIPE_BLENDFACTOR_DST_ALPHA,
    PIPE_BLENDFACTOR_INV_DST_ALPHA,
    PIPE_BLENDFACTOR_DST_COLOR,
    PIPE_BLENDFACTOR_INV_DST_COLOR,
    PIPE_BLENDFACTOR_CONST_COLOR,
    PIPE_BLENDFACTOR_INV_CONST_COLOR,
    PIPE_BLENDFACTOR_CONST_ALPHA,
    PIPE_BLENDFACTOR_INV_CONST_ALPHA,
    PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE,
    PIPE_BLENDFACTOR_SRC1_COLOR,
    PIPE_BLENDFACTOR_INV_SRC1_COLOR,
    PIPE_BLENDFACTOR_SRC1_ALPHA,
    PIPE_BLENDFACTOR_INV_SRC1_ALPHA,
};

enum {
    NUM_FACTORS = sizeof(factors) / sizeof(factors[0]),
    NUM_SINGLE = NUM_FACTORS - 4 /* number of factors that need no second source */
};

static const struct colors plain = {
    .src = {0.8f, 0.4f, 0.1f, 0.6f},
    .src1 = {0.55f, 0.15f, 0.75f, 0.35f},
    .dst = {0.3f, 0.9f, 0.5f, 0.2f},
    .constant = {0.2f, 0.7f, 0.4f, 0.5f},
};

static struct pipe_rt_blend_state pair(unsigned src, unsigned dst, unsigned alpha_src,
                                       unsigned alpha_dst, unsigned func)
{
    return (struct pipe_rt_blend_state){
        .blend_enable = 1,
        .rgb_func = func & 7,
        .rgb_src_factor = src & 31,
        .rgb_dst_factor = dst & 31,
        .alpha_func = func & 7,
        .alpha_src_factor = alpha_src & 31,
        .alpha_dst_factor = alpha_dst & 31,
        .colormask = PIPE_MASK_RGBA,
    };
}

/* Draws with every pair of colour factors; in each draw, the alpha factors are a different pair.
 * Checks the pixels. */
static void test_factors(void **state)
{
    struct bench *b = begin(*state, &rgba8, 1, false);
    clear_to(b, plain.dst);
    for (unsigned i = 0; i < NUM_SINGLE; i++) {
        for (unsigned j = 0; j < NUM_SINGLE; j++) {
            struct pipe_rt_blend_state rt = pair(factors[i], factors[j], factors[j],
                                                 factors[(i + 1) % NUM_SINGLE], PIPE_BLEND_ADD);
            add_case(b, &rt, &plain);
        }
    }
    check(b);
    end(b);
}

static void test_dual_source(void **state)
{
    struct pipe_fixture *f = *state;
    assert_int_equal(f->screen->get_param(f->screen, PIPE_CAP_MAX_DUAL_SOURCE_RENDER_TARGETS), 1);
    struct bench *b = begin(f, &rgba8, 1, true);
    clear_to(b, plain.dst);
    for (unsigned i = 0; i < NUM_FACTORS; i++) {
        for (unsigned j = NUM_SINGLE; j < NUM_FACTORS; j++) {
            struct pipe_rt_blend_state rt =
                pair(factors[i], factors[j], factors[j], factors[i], PIPE_BLEND_ADD);
            add_case(b, &rt, &plain);
        }
    }
    /* A blend state with one source, bound after a state with two sources. */
    struct pipe_rt_blend_state rt =
        pair(PIPE_BLENDFACTOR_SRC_ALPHA, PIPE_BLENDFACTOR_INV_SRC_ALPHA, PIPE_BLENDFACTOR_ONE,
             PIPE_BLENDFACTOR_ZERO, PIPE_BLEND_ADD);
    add_case(b, &rt, &plain);
    check(b);
    end(b);
}

static bool can_blend(struct pipe_fixture *f, enum pipe_format format)
{
    return f->screen->is_format_supported(f->screen, format, PIPE_TEXTURE_2D, 0,
                                          PIPE_BIND_RENDER_TARGET | PIPE_BIND_BLENDABLE);
}

/* Sources and blend constants outside of the range of fixed-point formats. */
static const struct colors wide = {
    .src = {1.5f, -0.5f, 0.25f, 0.75f},
    .src1 = {0.5f, 0.5f, 0.5f, 0.5f},
    .dst = {0.75f, 0.5f, -0.25f, 0.5f},
    .constant = {2.0f, 0.5f, -1.0f, 1.25f},
};

/* Draws with every equation to formats of every kind; checks the pixels. */
static void test_equations(void **state)
{
    static const uint8_t pairs[][4] = {
        {PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_ONE},
        {PIPE_BLENDFACTOR_SRC_ALPHA, PIPE_BLENDFACTOR_INV_SRC_ALPHA, PIPE_BLENDFACTOR_ONE,
         PIPE_BLENDFACTOR_INV_SRC_ALPHA},
        {PIPE_BLENDFACTOR_DST_ALPHA, PIPE_BLENDFACTOR_INV_DST_ALPHA, PIPE_BLENDFACTOR_DST_ALPHA,
         PIPE_BLENDFACTOR_INV_DST_ALPHA},
        {PIPE_BLENDFACTOR_DST_COLOR, PIPE_BLENDFACTOR_CONST_COLOR, PIPE_BLENDFACTOR_DST_COLOR,
         PIPE_BLENDFACTOR_CONST_COLOR},
        {PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE, PIPE_BLENDFACTOR_SRC_COLOR,
         PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE, PIPE_BLENDFACTOR_CONST_ALPHA},
    };
    unsigned tested = 0;
    for (unsigned n = 0; n < sizeof(formats) / sizeof(formats[0]); n++) {
        if (!can_blend(*state, formats[n].format))
            continue;
        tested++;
        struct bench *b = begin(*state, &formats[n], 1, false);
        for (unsigned pass = 0; pass < 2; pass++) {
            const struct colors *c = pass ? &wide : &plain;
            clear_to(b, c->dst);
            for (unsigned func = 0; func <= PIPE_BLEND_MAX; func++) {
                for (unsigned p = 0; p < sizeof(pairs) / sizeof(pairs[0]); p++) {
                    struct pipe_rt_blend_state rt =
                        pair(pairs[p][0], pairs[p][1], pairs[p][2], pairs[p][3], func);
                    rt.alpha_func = (func + p) % 5;
                    add_case(b, &rt, c);
                }
            }
            check(b);
        }
        end(b);
    }
    assert_true(tested >= 8);
}

/* Checks that the device or the shader can blend in every format that can be rendered to, except
 * formats of integers. */
static void test_every_target_blends(void **state)
{
    struct pipe_fixture *f = *state;
    unsigned num = 0;
    for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
        enum pipe_format format = (enum pipe_format)i;
        if (util_format_is_pure_integer(format) ||
            !f->screen->is_format_supported(f->screen, format, PIPE_TEXTURE_2D, 0,
                                            PIPE_BIND_RENDER_TARGET))
            continue;
        assert_true(can_blend(f, format));
        num++;
    }
    assert_true(num > 30);
}

/* Draws overlapping primitives in one draw. Each primitive adds an eighth to the colour. Checks
 * that a pixel has the sum of all primitives that cover it. */
static void test_order_in_a_draw(void **state)
{
    static const enum pipe_format targets[] = {PIPE_FORMAT_R8G8B8A8_SNORM,
                                               PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_L8A8_UNORM};
    static const float line[2][2] = {{-0.9f, 0.0625f}, {0.9f, 0.0625f}};
    static const float quad_vertices[4][2] = {{-1, -1}, {3, -1}, {-1, 3}, {3, -1}};
    static const struct {
        unsigned mode, num, times; /* times: how often the primitives cover a pixel in the middle */
        const float (*at)[2];
        unsigned period; /* number of different vertices in `at`; later vertices repeat them */
    } cases[] = {{PIPE_PRIM_TRIANGLES, 12, 4, quad_vertices, 3},
                 {PIPE_PRIM_TRIANGLE_FAN, 4, 2, quad_vertices, 4},
                 {PIPE_PRIM_TRIANGLE_STRIP, 7, 5, quad_vertices, 3},
                 {PIPE_PRIM_LINES, 6, 3, line, 2},
                 {PIPE_PRIM_LINE_STRIP, 5, 4, line, 2},
                 {PIPE_PRIM_LINE_LOOP, 2, 2, line, 2},
                 {PIPE_PRIM_POINTS, 3, 3, line, 1}};
    struct pipe_fixture *f = *state;
    const struct pipe_blend_state add = {.rt[0] =
                                             pair(PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_ONE,
                                                  PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_ONE, 0)};
    for (unsigned n = 0; n < sizeof(targets) / sizeof(targets[0]); n++) {
        if (!can_blend(f, targets[n]))
            continue; /* PanVK 25.0 does not render to SNORM */
        struct pipe_resource templ =
            fixture_template(PIPE_TEXTURE_2D, targets[n], KIT_SIZE, KIT_SIZE, 1);
        templ.bind |= PIPE_BIND_RENDER_TARGET;
        struct pipe_resource *target = fixture_create(f, &templ);
        struct pipe_surface *surface = fixture_surface(f, target, targets[n], 0, 0, 0);
        const struct pipe_framebuffer_state fb = {
            .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {surface}};
        struct draw_kit k;
        kit_init(&k, f, 0, NULL);
        f->pipe->set_framebuffer_state(f->pipe, &fb);
        kit_use_blend(&k, &add);
        for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
            struct kit_vertex vertices[12] = {0};
            for (unsigned v = 0; v < cases[i].num; v++) {
                const float *at = cases[i].at[v % cases[i].period];
                vertices[v] = (struct kit_vertex){{at[0], at[1], 0, 1}, {0.125f, 0, 0, 0}};
            }
            const union pipe_color_union zero = {{0}};
            f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR, &zero, 0, 0);
            kit_draw(&k, cases[i].mode, vertices, cases[i].num);
            int x = cases[i].mode == PIPE_PRIM_POINTS ? 0 : 8;
            const struct pipe_box box = fixture_box(x, 8, 0, 1, 1, 1);
            uint8_t *texel = fixture_read(f, target, 0, &box);
            unsigned one = targets[n] == PIPE_FORMAT_R8G8B8A8_SNORM ? 127 : 255;
            int expected = (int)(cases[i].times * one / 8);
            if (abs(texel[0] - expected) > (int)cases[i].times)
                fail_msg("format %u, case %u: %u, not %d", n, i, texel[0], expected);
            free(texel);
        }
        f->pipe->set_framebuffer_state(f->pipe, &(struct pipe_framebuffer_state){0});
        kit_finish(&k);
        pipe_surface_reference(&surface, NULL);
        pipe_resource_reference(&target, NULL);
    }
}

static void test_masks(void **state)
{
    static const enum pipe_format names[] = {
        PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_B8G8R8A8_UNORM, PIPE_FORMAT_R8G8B8X8_UNORM,
        PIPE_FORMAT_A8_UNORM,       PIPE_FORMAT_L8_UNORM,       PIPE_FORMAT_L8A8_UNORM,
        PIPE_FORMAT_R8G8B8A8_SNORM,
    };
    for (unsigned n = 0; n < sizeof(formats) / sizeof(formats[0]); n++) {
        bool listed = false;
        for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
            listed |= names[i] == formats[n].format;
        if (!listed || !can_blend(*state, formats[n].format))
            continue;
        struct bench *b = begin(*state, &formats[n], 1, false);
        clear_to(b, plain.dst);
        for (unsigned mask = 0; mask < 32; mask++) {
            struct pipe_rt_blend_state rt =
                pair(PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_SRC_ALPHA, PIPE_BLENDFACTOR_ONE,
                     PIPE_BLENDFACTOR_SRC_ALPHA, PIPE_BLEND_ADD);
            rt.blend_enable = mask >> 4 & 1;
            rt.colormask = mask & 15;
            add_case(b, &rt, &plain);
        }
        check(b);
        end(b);
    }
}

/* Draws, sets a new blend colour and no other state, and draws again; checks that the new blend
 * colour applies. */
static void test_blend_color(void **state)
{
    struct bench *b = begin(*state, &rgba8, 1, false);
    struct pipe_rt_blend_state rt =
        pair(PIPE_BLENDFACTOR_CONST_COLOR, PIPE_BLENDFACTOR_INV_CONST_ALPHA,
             PIPE_BLENDFACTOR_CONST_ALPHA, PIPE_BLENDFACTOR_ZERO, PIPE_BLEND_ADD);
    const struct pipe_blend_state blend = {.rt[0] = rt};
    clear_to(b, plain.dst);
    kit_use_blend(&b->k, &blend);
    for (unsigned i = 0; i < 16; i++) {
        struct colors c = plain;
        for (unsigned j = 0; j < 4; j++)
            c.constant[j] = (float)((i * (j + 3)) % 16) / 15;
        b->states[i] = rt;
        blend_model(b->format, &rt, &c, b->expected[i]);
        draw_case(b, &c);
    }
    check(b);
    end(b);
}

/* ---- Several targets ------------------------------------------------------------------------- */

static void check_target(struct bench *b, unsigned target, const struct pipe_rt_blend_state *rt)
{
    float expected[4];
    const struct pipe_box box = fixture_box(0, 0, 0, 1, 1, 1);
    uint8_t *pixel = fixture_read(b->k.f, b->target[target], 0, &box);
    blend_model(b->format, rt, &plain, expected);
    check_pixel(b, pixel, expected, rt, target);
    free(pixel);
}

static void test_targets(void **state)
{
    struct pipe_fixture *f = *state;
    unsigned num = (unsigned)f->screen->get_param(f->screen, PIPE_CAP_MAX_RENDER_TARGETS);
    bool independent = f->screen->get_param(f->screen, PIPE_CAP_INDEP_BLEND_FUNC);
    assert_true(num >= 4 && num <= PIPE_MAX_COLOR_BUFS);
    assert_int_equal(independent, f->screen->get_param(f->screen, PIPE_CAP_INDEP_BLEND_ENABLE));
    struct bench *b = begin(f, &rgba8, num, false);
    for (unsigned own = 0; own < 2; own++) {
        struct pipe_blend_state blend = {.independent_blend_enable = own};
        for (unsigned i = 0; i < num; i++) {
            blend.rt[i] = pair(factors[i + 2], factors[NUM_SINGLE - 1 - i], factors[i + 1],
                               factors[i], i % 5);
            blend.rt[i].blend_enable = i != 3;
            blend.rt[i].colormask = PIPE_MASK_RGBA & ~(1u << i % 5);
        }
        clear_to(b, plain.dst);
        kit_use_blend(&b->k, &blend);
        b->num_cases = 0;
        draw_case(b, &plain);
        for (unsigned i = 0; i < num; i++)
            check_target(b, i, &blend.rt[own && independent ? i : 0]);
    }
    end(b);
}

/* ---- Logic operations ------------------------------------------------------------------------ */

static uint8_t logic(unsigned op, uint8_t s, uint8_t d)
{
    uint8_t result = 0;
    for (unsigned i = 0; i < 8; i++) {
        unsigned which = (s >> i & 1u) << 1 |
                         (d >> i & 1u); /* the logic operation's number is its truth table */
        result |= (uint8_t)((op >> which & 1u) << i);
    }
    return result;
}

static void check_logic(struct bench *b, unsigned op, const uint8_t src[4], const uint8_t dst[4],
                        unsigned mask)
{
    const struct pipe_box box = fixture_box(0, 0, 0, 1, 1, 1);
    uint8_t *pixel = fixture_read(b->k.f, b->target[0], 0, &box);
    for (unsigned i = 0; b->format->order[i] && b->format->order[i] != 'x'; i++) {
        uint8_t want = mask >> i & 1 ? logic(op, src[i], dst[i]) : dst[i];
        if (pixel[i] != want)
            fail_msg("%s, operation %u, channel %u: %02x, not %02x (%02x on %02x)",
                     util_format_name(b->format->format), op, i, pixel[i], want, src[i], dst[i]);
    }
    free(pixel);
}

static void test_logic(void **state)
{
    static const struct blend_format logic_formats[] = {
        {PIPE_FORMAT_R8G8B8A8_UNORM, U8, "rgba", 0},
        {PIPE_FORMAT_R8G8B8X8_UNORM, U8, "rgbx", 0},
        {PIPE_FORMAT_R8G8B8A8_UINT, U8, "rgba", 0},
        {PIPE_FORMAT_R8G8B8A8_SINT, U8, "rgba", 0},
    };
    static const uint8_t src[4] = {0xc5, 0x0f, 0xff, 0x36}, dst[4] = {0xa3, 0x55, 0x00, 0xf0};
    for (unsigned n = 0; n < 4; n++) {
        bool is_int = n >= 2, is_signed = n == 3;
        struct bench *b = begin(*state, &logic_formats[n], 1, false);
        for (unsigned i = 0; i < 32; i++) {
            unsigned mask = i < 16 ? PIPE_MASK_RGBA : PIPE_MASK_G | PIPE_MASK_A;
            struct pipe_blend_state blend = {.logicop_enable = 1, .logicop_func = i & 15};
            struct colors c = plain;
            /* Blend factors that must have no effect: a logic operation disables blending. */
            blend.rt[0] = pair(PIPE_BLENDFACTOR_ZERO, PIPE_BLENDFACTOR_ZERO, PIPE_BLENDFACTOR_ZERO,
                               PIPE_BLENDFACTOR_ZERO, PIPE_BLEND_ADD);
            blend.rt[0].colormask = mask & 15;
            for (unsigned j = 0; j < 4; j++) {
                const int32_t words[2] = {is_signed ? (int8_t)src[j] : src[j],
                                          is_signed ? (int8_t)dst[j] : dst[j]};
                c.src[j] = (float)src[j] / 255;
                c.dst[j] = (float)dst[j] / 255;
                if (is_int) {
                    memcpy(&c.src[j], &words[0], 4);
                    memcpy(&c.dst[j], &words[1], 4);
                }
            }
            kit_use_blend(&b->k, &blend);
            clear_to(b, c.dst);
            b->num_cases = 0;
            draw_case(b, &c);
            check_logic(b, i & 15, src, dst, mask);
        }
        end(b);
    }
}

/* Draws with a logic operation to float and sRGB targets; checks that the operation and blending
 * have no effect. */
static void test_logic_ignored(void **state)
{
    static const struct blend_format ignoring[] = {
        {PIPE_FORMAT_R32G32B32A32_FLOAT, FULL, "rgba", 1e-6f},
        {PIPE_FORMAT_R8G8B8A8_SRGB, SRGB, "rgba", 5.0f / 255},
    };
    for (unsigned n = 0; n < 2; n++) {
        struct bench *b = begin(*state, &ignoring[n], 1, false);
        clear_to(b, plain.dst);
        for (unsigned op = 0; op < 16; op++) {
            struct pipe_blend_state blend = {.logicop_enable = 1, .logicop_func = op & 15};
            blend.rt[0] = pair(PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_ONE, PIPE_BLENDFACTOR_ONE,
                               PIPE_BLENDFACTOR_ONE, PIPE_BLEND_ADD);
            kit_use_blend(&b->k, &blend);
            memcpy(b->expected[op], plain.src, sizeof(plain.src));
            draw_case(b, &plain);
        }
        check(b);
        end(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_factors),         cmocka_unit_test(test_dual_source),
        cmocka_unit_test(test_equations),       cmocka_unit_test(test_every_target_blends),
        cmocka_unit_test(test_order_in_a_draw), cmocka_unit_test(test_masks),
        cmocka_unit_test(test_blend_color),     cmocka_unit_test(test_targets),
        cmocka_unit_test(test_logic),           cmocka_unit_test(test_logic_ignored),
    };
    return cmocka_run_group_tests_name("blend", tests, pipe_fixture_setup, pipe_fixture_teardown);
}
