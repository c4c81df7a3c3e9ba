/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Polygon modes on a device without the features for polygon modes and geometry shaders. Lines and
 * points must replace polygons, even if a face is culled. If front and back faces have different
 * modes, polygons are filled. */
#include "pipe_map.h"

#include <string.h>

#include "driver/screen/screen.h"

static const struct corner quad_vertices[2][4] = {
    {{1, 2}, {6, 2}, {6, 7}, {1, 7}},   /* clockwise: a front face */
    {{14, 2}, {9, 2}, {9, 7}, {14, 7}}, /* a back face */
};

static void check(struct draw_kit *k, unsigned prim, unsigned num, unsigned state)
{
    unsigned front = state % 3, back = state / 3 % 3, cull = state / 9;
    bool shown[2] = {!(cull & PIPE_FACE_FRONT), !(cull & PIPE_FACE_BACK)};
    unsigned mode = shown[0] ? front : back;
    struct kit_vertex vertices[8];
    struct map map;
    map_clear(&map);
    if (!cull && front != back)
        mode = PIPE_POLYGON_MODE_FILL;
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < num; i++)
            vertices[side * num + i] =
                map_vertex(quad_vertices[side][i].x, quad_vertices[side][i].y);
        if (shown[side] || (cull != PIPE_FACE_FRONT_AND_BACK && mode != PIPE_POLYGON_MODE_FILL))
            map_polygon(&map, quad_vertices[side], num, mode);
    }
    k->rasterizer_state.fill_front = front;
    k->rasterizer_state.fill_back = back;
    k->rasterizer_state.cull_face = cull;
    kit_update_rasterizer(k);
    kit_clear(k, 0, 0, 0);
    kit_draw(k, prim, vertices, 2 * num);
    map_expect(k, &map, "without polygon modes");
}

static void test_modes(void **state)
{
    struct draw_kit k;
    struct pipe_fixture *f = *state;
    const struct gv_vk_caps *caps = &gv_screen(f->screen)->dev->caps;
    assert_false(caps->fillModeNonSolid || caps->geometryShader);
    kit_init(&k, f, 0, NULL);
    for (unsigned i = 0; i < 36; i++) {
        check(&k, PIPE_PRIM_QUADS, 4, i);
        check(&k, PIPE_PRIM_TRIANGLES, 3, i);
    }
    kit_finish(&k);
}

/* Draws strips and fans as lines and as points; checks that each triangle is outlined. */
static void test_strips_and_fans(void **state)
{
    static const struct corner ring[4] = {{2, 2}, {2, 13}, {13, 2}, {13, 13}};
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    for (unsigned i = 0; i < 4; i++) {
        unsigned prim = i & 1 ? PIPE_PRIM_TRIANGLE_STRIP : PIPE_PRIM_TRIANGLE_FAN;
        unsigned mode = i >> 1 ? PIPE_POLYGON_MODE_LINE : PIPE_POLYGON_MODE_POINT;
        struct corner around[4] = {ring[0], ring[1], ring[3], ring[2]};
        struct kit_vertex vertices[4];
        struct map map;
        map_clear(&map);
        if (mode == PIPE_POLYGON_MODE_LINE && prim == PIPE_PRIM_TRIANGLE_STRIP)
            map_edge(&map, ring[1], ring[2], '#');
        if (mode == PIPE_POLYGON_MODE_LINE && prim == PIPE_PRIM_TRIANGLE_FAN)
            map_edge(&map, ring[0], ring[3], '#');
        map_polygon(&map, around, 4, mode);
        for (unsigned n = 0; n < 4; n++) {
            struct corner c = prim == PIPE_PRIM_TRIANGLE_STRIP ? ring[n] : around[n];
            vertices[n] = map_vertex(c.x, c.y);
        }
        k.rasterizer_state.fill_front = k.rasterizer_state.fill_back = mode;
        kit_update_rasterizer(&k);
        kit_clear(&k, 0, 0, 0);
        kit_draw(&k, prim, vertices, 4);
        map_expect(&k, &map, prim == PIPE_PRIM_TRIANGLE_STRIP ? "strip" : "fan");
    }
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_strips_and_fans),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
