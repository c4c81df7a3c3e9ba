/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Border colours: for each class of formats, through emulated formats and view swizzles, filtered
 * together with texels, and in comparisons. */
#include "pipe_sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The expected result for the border (r, g, b, a): letters name its components, digits are
 * constants. `low` and `high` are the range of the format. */
struct border_case {
    const char *format;
    const char *components;
    float low, high;
    unsigned checked; /* number of components that are defined; 0: all */
};

static const struct border_case float_cases[] = {
    {"R8G8B8A8_UNORM", "rgba", 0, 1, 0},
    {"B8G8R8A8_UNORM", "rgba", 0, 1, 0},
    {"A8R8G8B8_UNORM", "rgba", 0, 1, 0},
    {"R8G8B8X8_UNORM", "rgb1", 0, 1, 0},
    {"B8G8R8X8_UNORM", "rgb1", 0, 1, 0},
    {"R8G8B8A8_SNORM", "rgba", -1, 1, 0},
    {"R16G16B16A16_UNORM", "rgba", 0, 1, 0},
    {"R8_UNORM", "r001", 0, 1, 0},
    {"R8G8_SNORM", "rg01", -1, 1, 0},
    {"R8G8B8A8_SRGB", "rgba", 0, 1, 0},
    {"R16G16B16A16_FLOAT", "rgba", -100, 100, 0},
    {"R32G32B32A32_FLOAT", "rgba", -100, 100, 0},
    {"R32_FLOAT", "r001", -100, 100, 0},
    {"L8_UNORM", "rrr1", 0, 1, 0},
    {"A8_UNORM", "000a", 0, 1, 0},
    {"I8_UNORM", "rrrr", 0, 1, 0},
    {"L8A8_UNORM", "rrra", 0, 1, 0},
    {"L16A16_SNORM", "rrra", -1, 1, 0},
    {"A32_FLOAT", "000a", -100, 100, 0},
    {"L32A32_FLOAT", "rrra", -100, 100, 0},
    {"I32_FLOAT", "rrrr", -100, 100, 0},
    {"DXT5_RGBA", "rgba", 0, 1, 0},
    {"Z16_UNORM", "r", 0, 1, 1},
    {"Z24X8_UNORM", "r", 0, 1, 1},
    {"Z24_UNORM_S8_UINT", "r", 0, 1, 1},
    {"Z32_FLOAT", "r", -100, 100, 1},
};

static const float float_colors[][4] = {
    {0, 0, 0, 0},
    {0, 0, 0, 1},
    {1, 1, 1, 1},
    {0.2f, 0.4f, 0.6f, 0.8f},
    {2.0f, -0.5f, 0.25f, -3.0f},
    {1, 0, 0, 0.5f},
};

static bool can_sample(struct pipe_fixture *f, enum pipe_format format)
{
    return f->screen->is_format_supported(f->screen, format, PIPE_TEXTURE_2D, 0,
                                          PIPE_BIND_SAMPLER_VIEW);
}

static float component(const struct border_case *c, const float color[4], unsigned i)
{
    const char *letter = strchr("rgba", c->components[i]);
    if (!letter)
        return c->components[i] == '1' ? 1.0f : 0.0f;
    float value = color[letter - "rgba"];
    return value < c->low ? c->low : value > c->high ? c->high : value;
}

static void check_float(struct pipe_fixture *f, const struct border_case *c, bool half_way)
{
    enum pipe_format format = util_format_from_name(c->format);
    if (!can_sample(f, format))
        return;
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, format, 4, 4, 1);
    const struct pipe_sampler_view view = sample_view(res);
    const struct sample_lookup lookup = {.target = "2D", .coord = {half_way ? 0.0f : -0.5f, 0.5f}};
    for (size_t n = 0; n < sizeof(float_colors) / sizeof(float_colors[0]); n++) {
        struct pipe_sampler_state s = sample_nearest();
        s.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_BORDER;
        if (half_way)
            s.min_img_filter = s.mag_img_filter = PIPE_TEX_FILTER_LINEAR;
        memcpy(s.border_color.f, float_colors[n], sizeof(float_colors[n]));
        union pipe_color_union actual = sample(f, res, &view, &s, &lookup);
        for (unsigned i = 0; i < (c->checked ? c->checked : 4); i++) {
            /* Texels are 0, so the filtered result is half of the border colour. Components that
             * the format lacks are constants, which are not filtered. */
            float expected = component(c, float_colors[n], i);
            if (half_way && strchr("rgba", c->components[i]))
                expected *= 0.5f;
            if (!(fabsf(actual.f[i] - expected) <= 0.01f))
                fail_msg("%s, colour %zu, %s: component %u is %f, not %f", c->format, n,
                         half_way ? "half way" : "outside", i, (double)actual.f[i],
                         (double)expected);
        }
    }
    pipe_resource_reference(&res, NULL);
}

static void test_float_formats(void **state)
{
    for (size_t i = 0; i < sizeof(float_cases) / sizeof(float_cases[0]); i++)
        check_float(*state, &float_cases[i], false);
}

/* Filters between the border and texels of zeros; checks the mean. Not every device can filter
 * depth formats. */
static void test_mixed_with_texels(void **state)
{
    for (size_t i = 0; i < sizeof(float_cases) / sizeof(float_cases[0]); i++) {
        if (!strstr(float_cases[i].format, "DXT") && float_cases[i].format[0] != 'Z')
            check_float(*state, &float_cases[i], true);
    }
}

static void test_integer_formats(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        const char *format;
        const char *components;
        enum sample_type type;
        int values[4];
    } cases[] = {
        {"R8G8B8A8_SINT", "rgba", SAMPLE_SINT, {5, -7, 127, -128}},
        {"R8G8B8A8_UINT", "rgba", SAMPLE_UINT, {5, 0, 255, 1}},
        {"R32G32B32A32_SINT", "rgba", SAMPLE_SINT, {0x7fffffff, -0x7fffffff - 1, 0x3f800000, 9}},
        {"R32G32B32A32_UINT",
         "rgba",
         SAMPLE_UINT,
         {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000}},
        {"R32G32B32A32_UINT", "rgba", SAMPLE_UINT, {0, 0, 0, 0}},
        {"R32G32B32A32_UINT", "rgba", SAMPLE_UINT, {0, 0, 0, 0x3f800000}},
        {"R32G32B32A32_UINT", "rgba", SAMPLE_UINT, {0, 0, 0, 1}},
        {"R32G32B32A32_SINT", "rgba", SAMPLE_SINT, {1, 1, 1, 1}},
        {"R16G16_UINT", "rg01", SAMPLE_UINT, {1000, 65535, 7, 7}},
        {"R32_SINT", "r001", SAMPLE_SINT, {-1000000, 4, 4, 4}},
        {"L32_UINT", "rrr1", SAMPLE_UINT, {77, 1, 2, 3}},
        {"A32_UINT", "000a", SAMPLE_UINT, {1, 2, 3, 0x40000000}},
        {"L32A32_SINT", "rrra", SAMPLE_SINT, {-77, 1, 2, 78}},
    };
    const struct sample_lookup coord = {.target = "2D", .coord = {-0.5f, 0.5f}};
    for (size_t n = 0; n < sizeof(cases) / sizeof(cases[0]); n++) {
        enum pipe_format format = util_format_from_name(cases[n].format);
        if (!can_sample(f, format))
            continue;
        struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, format, 2, 2, 1);
        const struct pipe_sampler_view view = sample_view(res);
        struct sample_lookup lookup = coord;
        struct pipe_sampler_state s = sample_nearest();
        lookup.type = cases[n].type;
        s.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_BORDER;
        memcpy(s.border_color.i, cases[n].values, sizeof(cases[n].values));
        union pipe_color_union actual = sample(f, res, &view, &s, &lookup);
        for (unsigned i = 0; i < 4; i++) {
            const char *letter = strchr("rgba", cases[n].components[i]);
            int expected = letter ? cases[n].values[letter - "rgba"] : cases[n].components[i] - '0';
            if (actual.i[i] != expected)
                fail_msg("%s (case %zu): component %u is %d, not %d", cases[n].format, n, i,
                         actual.i[i], expected);
        }
        pipe_resource_reference(&res, NULL);
    }
}

/* Reads through one sampler with views of different format classes; checks that each view reads the
 * border in its own class. */
static void test_one_sampler_many_views(void **state)
{
    struct pipe_fixture *f = *state;
    static const char *const formats[] = {"R8G8B8A8_UNORM", "A8_UNORM", "R32G32B32A32_FLOAT",
                                          "L8A8_UNORM", "R8G8B8A8_SNORM"};
    struct pipe_sampler_state s = sample_nearest();
    s.wrap_s = s.wrap_t = PIPE_TEX_WRAP_CLAMP_TO_BORDER;
    memcpy(s.border_color.f, float_colors[4], sizeof(float_colors[4]));
    for (unsigned round = 0; round < 2; round++) {
        for (size_t n = 0; n < sizeof(formats) / sizeof(formats[0]); n++) {
            for (size_t i = 0; i < sizeof(float_cases) / sizeof(float_cases[0]); i++) {
                const struct border_case *c = &float_cases[i];
                if (strcmp(c->format, formats[n]) != 0)
                    continue;
                struct pipe_resource *res =
                    fixture_texture(f, PIPE_TEXTURE_2D, util_format_from_name(c->format), 4, 4, 1);
                const struct pipe_sampler_view view = sample_view(res);
                const struct sample_lookup lookup = {.target = "2D", .coord = {0.5f, 3.5f}};
                union pipe_color_union actual = sample(f, res, &view, &s, &lookup);
                sample_expect(&actual, component(c, float_colors[4], 0),
                              component(c, float_colors[4], 1), component(c, float_colors[4], 2),
                              component(c, float_colors[4], 3), 0.01f, c->format);
                pipe_resource_reference(&res, NULL);
            }
        }
    }
}

static void test_view_swizzles(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 4, 1);
    struct pipe_sampler_view view = sample_view(res);
    struct pipe_sampler_state s = sample_nearest();
    const struct sample_lookup lookup = {.target = "2D", .coord = {-0.5f, 0.5f}};
    view.swizzle_r = PIPE_SWIZZLE_ALPHA;
    view.swizzle_g = PIPE_SWIZZLE_ONE;
    view.swizzle_b = PIPE_SWIZZLE_RED;
    view.swizzle_a = PIPE_SWIZZLE_GREEN;
    s.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_BORDER;
    memcpy(s.border_color.f, float_colors[3], sizeof(float_colors[3]));
    union pipe_color_union c = sample(f, res, &view, &s, &lookup);
    sample_expect(&c, 0.8f, 1.0f, 0.2f, 0.4f, 0.01f, "swizzled border");
    pipe_resource_reference(&res, NULL);
}

/* Compares with the border; checks that the comparison uses the border's red, clamped to the range
 * of the format. */
static void test_compared(void **state)
{
    struct pipe_fixture *f = *state;
    static const struct {
        enum pipe_format format;
        float border, ref;
        bool less; /* true if the clamped border is less than ref */
    } cases[] = {
        {PIPE_FORMAT_Z32_FLOAT, 0.5f, 0.6f, true},   {PIPE_FORMAT_Z32_FLOAT, 0.5f, 0.4f, false},
        {PIPE_FORMAT_Z16_UNORM, 0.5f, 0.6f, true},   {PIPE_FORMAT_Z16_UNORM, 0.5f, 0.4f, false},
        {PIPE_FORMAT_Z24X8_UNORM, 0.3f, 0.4f, true}, {PIPE_FORMAT_Z24X8_UNORM, 0.3f, 0.2f, false},
        {PIPE_FORMAT_Z16_UNORM, -2.0f, 0.1f, true},  {PIPE_FORMAT_Z24X8_UNORM, 7.0f, 0.9f, false},
        {PIPE_FORMAT_Z16_UNORM, 1.0f, 0.9f, false},  {PIPE_FORMAT_Z16_UNORM, 0.0f, 0.1f, true},
    };
    for (size_t n = 0; n < sizeof(cases) / sizeof(cases[0]); n++) {
        if (!can_sample(f, cases[n].format))
            continue;
        struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, cases[n].format, 4, 4, 1);
        const struct pipe_sampler_view view = sample_view(res);
        struct pipe_sampler_state s = sample_nearest();
        const struct sample_lookup lookup = {
            .opcode = "TEX", .target = "SHADOW2D", .coord = {-0.5f, 0.5f, cases[n].ref}};
        s.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_BORDER;
        s.border_color.f[0] = cases[n].border;
        s.compare_mode = PIPE_TEX_COMPARE_R_TO_TEXTURE;
        s.compare_func = PIPE_FUNC_GREATER; /* whether the reference is greater */
        float actual = sample(f, res, &view, &s, &lookup).f[0];
        if (actual != (cases[n].less ? 1.0f : 0.0f))
            fail_msg("case %zu: %f", n, (double)actual);
        pipe_resource_reference(&res, NULL);
    }
}

/* Looks up without comparison through a sampler with a comparison mode; checks that the border is
 * returned. */
static void test_not_compared(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 4, 4, 1);
    const struct pipe_sampler_view view = sample_view(res);
    struct pipe_sampler_state s = sample_nearest();
    const struct sample_lookup lookup = {.target = "2D", .coord = {-0.5f, 0.5f}};
    s.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_BORDER;
    memcpy(s.border_color.f, float_colors[3], sizeof(float_colors[3]));
    s.compare_mode = PIPE_TEX_COMPARE_R_TO_TEXTURE;
    s.compare_func = PIPE_FUNC_GREATER;
    union pipe_color_union c = sample(f, res, &view, &s, &lookup);
    sample_expect(&c, 0.2f, 0.4f, 0.6f, 0.8f, 0.01f, "border of a comparing sampler");
    pipe_resource_reference(&res, NULL);
}

/* ---- Gathers */

enum {
    GATHERED = 4 /* width and height of the texture */
};

/* Creates a texture for gathers. Texel (x, y) stores 10 * x as the byte of its first component and
 * 10 * y + 5 as that of its second. Depth textures are 0.25 everywhere. */
static struct pipe_resource *gathered_texture(struct pipe_fixture *f, enum pipe_format format)
{
    uint8_t texels[GATHERED * GATHERED][4];
    float depths[GATHERED * GATHERED];
    const bool depth = format == PIPE_FORMAT_Z32_FLOAT;
    struct pipe_resource *res = fixture_texture(f, PIPE_TEXTURE_2D, format, GATHERED, GATHERED, 1);
    for (unsigned i = 0; i < GATHERED * GATHERED; i++) {
        texels[i][0] = (uint8_t)(10 * (i % GATHERED));
        texels[i][1] = (uint8_t)(10 * (i / GATHERED) + 5);
        texels[i][2] = texels[i][3] = 0;
        depths[i] = 0.25f;
    }
    const struct pipe_box box = fixture_level_box(res, 0);
    fixture_write(f, res, 0, &box, depth ? (const void *)depths : (const void *)texels);
    return res;
}

struct gathered {
    enum pipe_format format;
    const char *target, *type; /* target and type of the view */
    unsigned component;
    int x, y; /* offset of the gather */
    enum {
        NO_OFFSET,
        CONSTANT_OFFSET,
        COMPUTED_OFFSET,
    } offset;
    bool border_t; /* the wrap mode of t also has a border; false: only that of s */
};

/* Returns the expected component i. `at` are the texels of the gather's footprint without an
 * offset. */
static float gathered_texel(const struct gathered *g, unsigned i)
{
    static const uint8_t at[4][2] = {{1, 2}, {2, 2}, {2, 1}, {1, 1}};
    int x = at[i][0] + g->x, y = at[i][1] + g->y;
    const bool outside = x < 0 || x >= GATHERED || (g->border_t && (y < 0 || y >= GATHERED));
    y = y < 0 ? 0 : y >= GATHERED ? GATHERED - 1 : y;
    if (g->format == PIPE_FORMAT_Z32_FLOAT) /* 0.4 against 0.5, or 0.25 inside */
        return outside;
    const int value = outside ? 100 + (int)g->component : g->component ? 10 * y + 5 : 10 * x;
    return g->format == PIPE_FORMAT_R8G8B8A8_UINT ? (float)value : (float)value / 255.0f;
}

static void check_gathered(struct pipe_fixture *f, const struct gathered *g)
{
    static const char *const offsets[] = {"", ", IMM[1].xyy", ", TEMP[0].xyy"};
    const bool depth = g->format == PIPE_FORMAT_Z32_FLOAT;
    const bool is_uint = g->format == PIPE_FORMAT_R8G8B8A8_UINT;
    char text[640];
    snprintf(text, sizeof(text),
             "FRAG\n"
             "DCL IN[0], GENERIC[0], CONSTANT\n"
             "DCL OUT[0], COLOR\n"
             "DCL SAMP[0]\n"
             "DCL SVIEW[0], %s, %s\n"
             "DCL TEMP[0..1]\n"
             "IMM[0] FLT32 {0.4, 0.0, 0.0, 0.0}\n"
             "IMM[1] INT32 {%d, %d, %u, 0}\n"
             "F2I TEMP[0].xy, IN[0].zwww\n"
             "MOV TEMP[1].xy, IN[0].xyyy\n"
             "MOV TEMP[1].zw, IMM[0].xxxx\n"
             "TG4 OUT[0], TEMP[1], IMM[1].zzzz, SAMP[0], %s%s\n"
             "END\n",
             g->target, g->type, g->x, g->y, g->component, g->target, offsets[g->offset]);
    const struct sample_lookup lookup = {.coord = {0.5f, 0.5f, (float)g->x, (float)g->y},
                                         .type = is_uint ? SAMPLE_UINT : SAMPLE_FLOAT,
                                         .text = text};
    struct pipe_resource *res = gathered_texture(f, g->format);
    const struct pipe_sampler_view view = sample_view(res);
    struct pipe_sampler_state s = sample_nearest();
    struct sample_lookup moved = lookup;
    if (g->offset == NO_OFFSET) {
        moved.coord[0] += (float)g->x / GATHERED;
        moved.coord[1] += (float)g->y / GATHERED;
    }
    s.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_BORDER;
    if (g->border_t)
        s.wrap_t = PIPE_TEX_WRAP_CLAMP_TO_BORDER;
    for (unsigned i = 0; i < 4; i++) {
        if (is_uint)
            s.border_color.ui[i] = 100 + i;
        else
            s.border_color.f[i] = depth ? 0.5f : (float)(100 + i) / 255.0f;
    }
    if (depth) {
        s.compare_mode = PIPE_TEX_COMPARE_R_TO_TEXTURE;
        s.compare_func = PIPE_FUNC_LESS;
    }
    const union pipe_color_union got = sample(f, res, &view, &s, &moved);
    for (unsigned i = 0; i < 4; i++) {
        const float value = is_uint ? (float)got.ui[i] : got.f[i], wanted = gathered_texel(g, i);
        if (fabsf(value - wanted) > 1e-3f)
            fail_msg("%s, component %u, offset %d, %d of kind %d, border_t %d: texel %u is %f, "
                     "not %f",
                     g->target, g->component, g->x, g->y, (int)g->offset, g->border_t, i,
                     (double)value, (double)wanted);
    }
    pipe_resource_reference(&res, NULL);
}

/* Gathers at the edge of a texture; checks that texels of the footprint that lie outside are the
 * border colour. */
static void test_gathers(void **state)
{
    static const struct gathered kinds[] = {
        {.format = PIPE_FORMAT_R8G8B8A8_UNORM, .target = "2D", .type = "FLOAT"},
        {.format = PIPE_FORMAT_R8G8B8A8_UNORM, .target = "2D", .type = "FLOAT", .component = 1},
        {.format = PIPE_FORMAT_R8G8B8A8_UINT, .target = "2D", .type = "UINT", .component = 1},
        {.format = PIPE_FORMAT_Z32_FLOAT, .target = "SHADOW2D", .type = "FLOAT"},
    };
    static const int8_t places[][2] = {{0, 0}, {-2, 0}, {2, 1}, {1, 2}, {-2, -2}, {7, -8}};
    struct pipe_fixture *f = *state;
    if (!f->screen->get_param(f->screen, PIPE_CAP_TEXTURE_GATHER_SM5))
        skip();
    for (unsigned kind = 0; kind < sizeof(kinds) / sizeof(kinds[0]); kind++) {
        for (unsigned i = 0; i < 3 * sizeof(places) / sizeof(places[0]); i++) {
            struct gathered g = kinds[kind];
            g.x = places[i / 3][0];
            g.y = places[i / 3][1];
            g.offset = i % 3;
            g.border_t = i & 1;
            check_gathered(f, &g);
        }
    }
}

/* Creates more samplers than most devices allow, each with a different border colour; checks that
 * all are created. */
static void test_many_borders(void **state)
{
    struct pipe_fixture *f = *state;
    enum {
        NUM = 6000
    };
    void **samplers = calloc(NUM, sizeof(*samplers));
    for (unsigned i = 0; i < NUM; i++) {
        struct pipe_sampler_state s = sample_nearest();
        s.wrap_s = PIPE_TEX_WRAP_CLAMP_TO_BORDER;
        s.border_color.f[0] = (float)i / NUM;
        s.border_color.f[3] = 0.5f;
        samplers[i] = f->pipe->create_sampler_state(f->pipe, &s);
        assert_non_null(samplers[i]);
    }
    for (unsigned i = 0; i < NUM; i++)
        f->pipe->delete_sampler_state(f->pipe, samplers[i]);
    free(samplers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_float_formats),   cmocka_unit_test(test_mixed_with_texels),
        cmocka_unit_test(test_integer_formats), cmocka_unit_test(test_one_sampler_many_views),
        cmocka_unit_test(test_view_swizzles),   cmocka_unit_test(test_compared),
        cmocka_unit_test(test_not_compared),    cmocka_unit_test(test_gathers),
        cmocka_unit_test(test_many_borders),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
