/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Polygon offset: which primitives have an offset in which fill mode, and how large the offset is.
 * The tests read depths back and compare their offsets with m * scale + r * units: m is the
 * steepest slope of the plane; r is the smallest step of the format (for floats, at the largest
 * depth of the primitive). */
#include "pipe_map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "driver/state/depth_bias.h"

/* A plane whose window depth in the middle of pixel (x, y) is z0 + x * dx + y * dy. */
struct plane {
    float z0, dx, dy;
};

static const struct plane level = {0.5f, 0, 0};
static const struct plane sloped = {0.5f, 0.01f, -0.02f};
static const struct plane near_half = {
    0.3f, 0.005f, 0.002f}; /* depths below 0.4, at which a float format has finer steps */

static const struct corner quad[4] = {{2, 2}, {13, 2}, {13, 13}, {2, 13}};

static const enum pipe_format formats[] = {PIPE_FORMAT_Z32_FLOAT, PIPE_FORMAT_Z16_UNORM,
                                           PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT};

struct scene {
    struct draw_kit k;
    struct pipe_resource *depth;
    struct pipe_surface *surface;
    float w; /* of all vertices */
};

static void bind_depth(struct scene *s)
{
    struct pipe_context *pipe = s->k.f->pipe;
    const struct pipe_framebuffer_state fb = {.width = KIT_SIZE,
                                              .height = KIT_SIZE,
                                              .nr_cbufs = 1,
                                              .cbufs = {s->k.color_surface},
                                              .zsbuf = s->surface};
    pipe->set_framebuffer_state(pipe, &fb);
}

/* Creates the scene. Returns false if the device lacks the depth format. */
static bool begin(struct scene *s, struct pipe_fixture *f, enum pipe_format format)
{
    const struct pipe_depth_stencil_alpha_state dsa = {
        .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_ALWAYS}};
    struct pipe_resource templ = fixture_template(PIPE_TEXTURE_2D, format, KIT_SIZE, KIT_SIZE, 1);
    memset(s, 0, sizeof(*s));
    s->w = 1;
    templ.bind = PIPE_BIND_DEPTH_STENCIL;
    if (!f->screen->is_format_supported(f->screen, format, PIPE_TEXTURE_2D, 0,
                                        PIPE_BIND_DEPTH_STENCIL))
        return false;
    kit_init(&s->k, f, 0, NULL);
    s->depth = fixture_create(f, &templ);
    s->surface = fixture_surface(f, s->depth, format, 0, 0, 0);
    kit_use_depth_stencil_alpha(&s->k, &dsa);
    bind_depth(s);
    return true;
}

static void end(struct scene *s)
{
    kit_finish(&s->k);
    pipe_surface_reference(&s->surface, NULL);
    pipe_resource_reference(&s->depth, NULL);
}

static float plane_at(const struct plane *p, int x, int y)
{
    return p->z0 + p->dx * (float)(x - 2) + p->dy * (float)(y - 2);
}

/* Draws the quad with PIPE_PRIM_QUADS, or its lower left half with a triangle mode. */
static void draw(struct scene *s, unsigned prim, const struct plane *p)
{
    struct kit_vertex vertices[4];
    for (unsigned i = 0; i < 4; i++) {
        vertices[i] = map_vertex(quad[i].x, quad[i].y);
        vertices[i].position[2] = plane_at(p, quad[i].x, quad[i].y) * 2 - 1;
        for (unsigned c = 0; c < 4; c++)
            vertices[i].position[c] *= s->w;
    }
    kit_update_rasterizer(&s->k);
    kit_clear(&s->k, 0, 0, 0);
    kit_draw(&s->k, prim, vertices, prim == PIPE_PRIM_QUADS ? 4 : 3);
}

static float depth_at(struct scene *s, int x, int y)
{
    const struct pipe_box box = fixture_box(x, y, 0, 1, 1, 1);
    uint8_t *texel = fixture_read(s->k.f, s->depth, 0, &box);
    uint32_t bits = 0;
    float value;
    memcpy(&bits, texel, s->depth->format == PIPE_FORMAT_Z16_UNORM ? 2 : 4);
    free(texel);
    memcpy(&value, &bits, sizeof(value));
    if (s->depth->format == PIPE_FORMAT_Z16_UNORM)
        return (float)bits / 65535.0f;
    if (s->depth->format != PIPE_FORMAT_Z32_FLOAT)
        return (float)((double)(bits & 0xffffff) / 16777215.0);
    return value;
}

/* Returns the smallest step of the format at depths up to `max`. For normalized formats Vulkan
 * allows up to twice this step. */
static float step(enum pipe_format format, float max)
{
    int exponent;
    if (format == PIPE_FORMAT_Z16_UNORM)
        return ldexpf(1, -16);
    if (format != PIPE_FORMAT_Z32_FLOAT)
        return ldexpf(1, -24);
    frexpf(max, &exponent);
    return ldexpf(1, exponent - 1 - 23);
}

static float max_depth(const struct plane *p, unsigned num)
{
    float max = 0;
    for (unsigned i = 0; i < num; i++)
        max = fmaxf(max, plane_at(p, quad[i].x, quad[i].y));
    return max;
}

/* Draws; expects a depth offset between `offset` and `offset` + `slack`. */
static void expect_about(struct scene *s, unsigned prim, unsigned mode, const struct plane *p,
                         float offset, float slack, const char *what)
{
    /* A pixel to read in each fill mode: inside, in the middle of the first edge, at a vertex. */
    static const struct corner probes[] = {{10, 5}, {8, 2}, {13, 2}};
    struct corner at = probes[mode];
    draw(s, prim, p);
    float found = depth_at(s, at.x, at.y) - plane_at(p, at.x, at.y);
    float low = fminf(offset, offset + slack), high = fmaxf(offset, offset + slack);
    float tolerance = 3e-6f + fabsf(offset) * 0.01f;
    if (s->depth->format == PIPE_FORMAT_Z16_UNORM)
        tolerance += 2.0f / 65536;
    if (!(found >= low - tolerance && found <= high + tolerance))
        fail_msg("%s: primitive %u in mode %u, format %u: offset %g, not %g to %g", what, prim,
                 mode, s->depth->format, (double)found, (double)low, (double)high);
}

static void expect_offset(struct scene *s, unsigned prim, unsigned mode, const struct plane *p,
                          float offset, const char *what)
{
    expect_about(s, prim, mode, p, offset, 0, what);
}

/* Calls `check` for each depth format and fill mode: first with triangles, whose outlines the
 * device draws, and then with quads, whose outlines the driver generates. */
static void each(struct pipe_fixture *f,
                 void (*check)(struct scene *s, unsigned prim, unsigned mode))
{
    static const unsigned prims[] = {PIPE_PRIM_TRIANGLES, PIPE_PRIM_QUADS};
    unsigned num_formats = 0;
    for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        struct scene s;
        if (!begin(&s, f, formats[i]))
            continue;
        for (unsigned n = 0; n < 6; n++) {
            struct pipe_rasterizer_state *r = &s.k.rasterizer_state;
            unsigned mode = n % 3;
            const struct pipe_rasterizer_state plain = *r;
            r->fill_front = r->fill_back = mode;
            check(&s, prims[n / 3], mode);
            *r = plain;
        }
        end(&s);
        num_formats++;
    }
    assert_true(num_formats > 1);
}

static void set_switches(struct scene *s, unsigned modes)
{
    s->k.rasterizer_state.offset_tri = modes >> PIPE_POLYGON_MODE_FILL & 1;
    s->k.rasterizer_state.offset_line = modes >> PIPE_POLYGON_MODE_LINE & 1;
    s->k.rasterizer_state.offset_point = modes >> PIPE_POLYGON_MODE_POINT & 1;
}

/* Sets one of the switches offset_tri, offset_line and offset_point; checks that the switch applies
 * only to its fill mode. */
static void check_switch(struct scene *s, unsigned prim, unsigned mode)
{
    s->k.rasterizer_state.offset_scale = 4;
    for (unsigned modes = 0; modes < 8; modes++) {
        set_switches(s, modes);
        expect_offset(s, prim, mode, &sloped, modes >> mode & 1 ? 4 * 0.02f : 0, "switch");
    }
}

static void test_switches(void **state)
{
    each(*state, check_switch);
}

/* Whether the device stores a normalised format as floats. */
static bool is_lowered(const struct scene *s)
{
    const struct gv_format *format = gv_format_get(gv_screen(s->k.f->screen), s->depth->format);
    return s->depth->format != PIPE_FORMAT_Z32_FLOAT && gv_depth_unit(format->vk) == 0.0f;
}

static void check_units(struct scene *s, unsigned prim, unsigned mode)
{
    struct pipe_rasterizer_state *r = &s->k.rasterizer_state;
    const struct plane *planes[] = {&level, &sloped, &near_half};
    set_switches(s, 7);
    for (unsigned i = 0; i < 3; i++) {
        float max = max_depth(planes[i], prim == PIPE_PRIM_QUADS ? 4 : 3);
        float slope = fmaxf(fabsf(planes[i]->dx), fabsf(planes[i]->dy));
        for (int sign = -1; sign <= 1; sign += 2) {
            float offset = (float)sign * 0.01f, scale = (float)sign * 1.5f;
            float slack = s->depth->format == PIPE_FORMAT_Z32_FLOAT ? 0
                          : is_lowered(s)                           ? 3 * offset
                                                                    : offset;
            r->offset_units = offset / step(s->depth->format, max);
            r->offset_scale = 0;
            expect_about(s, prim, mode, planes[i], offset, slack, "units");
            r->offset_scale = scale;
            expect_about(s, prim, mode, planes[i], offset + scale * slope, slack,
                         "units and scale");
        }
    }
}

static void test_units_and_scale(void **state)
{
    each(*state, check_units);
}

/* Draws vertices with w = 3; checks that the offset does not depend on w. */
static void check_w(struct scene *s, unsigned prim, unsigned mode)
{
    set_switches(s, 7);
    s->w = 3;
    s->k.rasterizer_state.offset_scale = 2;
    expect_offset(s, prim, mode, &sloped, 2 * 0.02f, "w of 3");
    s->w = 1;
}

static void test_w(void **state)
{
    each(*state, check_w);
}

static bool has_clamp(const struct pipe_fixture *f)
{
    return f->screen->get_param(f->screen, PIPE_CAP_POLYGON_OFFSET_CLAMP);
}

static void check_clamp(struct scene *s, unsigned prim, unsigned mode)
{
    struct pipe_rasterizer_state *r = &s->k.rasterizer_state;
    set_switches(s, 7);
    r->offset_scale = 4;
    r->offset_clamp = 0.03f;
    expect_offset(s, prim, mode, &sloped, 0.03f, "clamp");
    r->offset_clamp = 0.2f;
    expect_offset(s, prim, mode, &sloped, 0.08f, "clamp that does not reach");
    r->offset_scale = -4;
    r->offset_clamp = -0.03f;
    expect_offset(s, prim, mode, &sloped, -0.03f, "negative clamp");
    r->offset_clamp = 0.03f;
    expect_offset(s, prim, mode, &sloped, -0.08f, "clamp of the other sign");
}

static void test_clamp(void **state)
{
    struct pipe_fixture *f = *state;
    if (!has_clamp(f))
        skip();
    each(f, check_clamp);
}

/* Draws with offset_units_unscaled; checks that offset_units is then added to the depth unscaled,
 * and that offset_scale still multiplies the slope. */
static void check_unscaled(struct scene *s, unsigned prim, unsigned mode)
{
    struct pipe_rasterizer_state *r = &s->k.rasterizer_state;
    set_switches(s, 7);
    r->offset_units_unscaled = 1;
    for (int sign = -1; sign <= 1; sign += 2) {
        r->offset_units = (float)sign * 0.05f;
        r->offset_scale = 0;
        expect_offset(s, prim, mode, &level, (float)sign * 0.05f, "unscaled units");
        expect_offset(s, prim, mode, &sloped, (float)sign * 0.05f, "unscaled units on a slope");
        r->offset_scale = 1;
        expect_offset(s, prim, mode, &sloped, (float)sign * 0.05f + 0.02f,
                      "unscaled units and scale");
    }
    if (has_clamp(s->k.f)) {
        r->offset_scale = 1;
        r->offset_units = 0.05f;
        r->offset_clamp = 0.06f;
        expect_offset(s, prim, mode, &sloped, 0.06f, "unscaled units and clamp");
        r->offset_clamp = 0.03f;
        expect_offset(s, prim, mode, &sloped, 0.03f, "unscaled units beyond the clamp");
        r->offset_clamp = 0;
    }
    set_switches(s, 7 & ~(1u << mode));
    expect_offset(s, prim, mode, &level, 0, "unscaled units, switched off");
}

static void test_unscaled(void **state)
{
    struct pipe_fixture *f = *state;
    assert_true(f->screen->get_param(f->screen, PIPE_CAP_POLYGON_OFFSET_UNITS_UNSCALED));
    each(f, check_unscaled);
}

/* Draws lines and points that are not outlines of polygons; checks that they have no offset. */
static void test_not_polygons(void **state)
{
    static const struct plane planes[] = {{0.5f, 0, 0}, {0.5f, 0.01f, -0.02f}};
    struct scene s;
    assert_true(begin(&s, *state, PIPE_FORMAT_Z32_FLOAT));
    set_switches(&s, 7);
    for (unsigned i = 0; i < 4; i++) {
        s.k.rasterizer_state.offset_scale = 4;
        s.k.rasterizer_state.offset_units = 0.05f;
        s.k.rasterizer_state.offset_units_unscaled = i >> 1;
        expect_offset(&s, PIPE_PRIM_LINE_STRIP, PIPE_POLYGON_MODE_LINE, &planes[i & 1], 0, "line");
        expect_offset(&s, PIPE_PRIM_POINTS, PIPE_POLYGON_MODE_POINT, &planes[i & 1], 0, "point");
    }
    end(&s);
}

/* Draws front and back faces in different fill modes in one draw; checks that each face obeys the
 * switch of its mode. */
static void test_mixed_modes(void **state)
{
    struct scene s;
    assert_true(begin(&s, *state, PIPE_FORMAT_Z32_FLOAT));
    s.k.rasterizer_state.offset_scale = 4;
    for (unsigned i = 0; i < 2; i++) {
        s.k.rasterizer_state.fill_front = PIPE_POLYGON_MODE_LINE;
        s.k.rasterizer_state.fill_back = PIPE_POLYGON_MODE_FILL;
        s.k.rasterizer_state.front_ccw = i; /* the quad is clockwise */
        set_switches(&s, 1 << PIPE_POLYGON_MODE_LINE);
        unsigned mode = i ? PIPE_POLYGON_MODE_FILL : PIPE_POLYGON_MODE_LINE;
        expect_offset(&s, PIPE_PRIM_TRIANGLES, mode, &sloped, i ? 0 : 0.08f, "mixed");
        expect_offset(&s, PIPE_PRIM_QUADS, mode, &sloped, i ? 0 : 0.08f, "mixed");
    }
    end(&s);
}

/* Draws a plane, then a plane that is one unit nearer, at several depths. Checks that the second
 * one passes the depth test in each pixel: the specification says that a unit is "guaranteed to
 * remain distinct". */
static void test_unit_separates(void **state)
{
    static const struct pipe_depth_stencil_alpha_state less = {
        .depth = {.enabled = 1, .writemask = 0, .func = PIPE_FUNC_LESS}};
    struct map inside;
    map_clear(&inside);
    map_inside(&inside, quad, 4);
    for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        struct scene s;
        if (!begin(&s, *state, formats[i]))
            continue;
        for (unsigned n = 0; n < 8; n++) {
            const struct plane p = {0.04f + 0.12f * (float)n, 0.0011f, -0.0007f};
            const struct pipe_depth_stencil_alpha_state always = {
                .depth = {.enabled = 1, .writemask = 1, .func = PIPE_FUNC_ALWAYS}};
            set_switches(&s, 0);
            kit_use_depth_stencil_alpha(&s.k, &always);
            draw(&s, PIPE_PRIM_QUADS, &p);
            set_switches(&s, 7);
            s.k.rasterizer_state.offset_units = -1;
            kit_use_depth_stencil_alpha(&s.k, &less);
            draw(&s, PIPE_PRIM_QUADS, &p);
            map_expect(&s.k, &inside, "one unit nearer");
        }
        end(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_switches),    cmocka_unit_test(test_units_and_scale),
        cmocka_unit_test(test_w),           cmocka_unit_test(test_clamp),
        cmocka_unit_test(test_unscaled),    cmocka_unit_test(test_not_polygons),
        cmocka_unit_test(test_mixed_modes), cmocka_unit_test(test_unit_separates),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
