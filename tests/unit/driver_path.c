/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which path a draw takes. The test needs no device: it finds the paths of the draws below for a
 * device that lacks nothing, and for each profile that lacks something (vk/profiles.h). The result
 * is a page that lists, for each draw, the paths and the devices that take each path.
 * tests/expect/paths.txt has the expected page. GALVAN_WRITE_PAGES=1 writes that file. */
#include "driver/path/path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/query/query.h"
#include "driver/query/query_segment.h"
#include "driver/query/statistics_data.h"
#include "driver/screen/screen.h"
#include "driver/state/bound_shaders.h"
#include "driver/state/depth_stencil.h"
#include "driver/state/rasterizer.h"
#include "driver/state/state.h"
#include "util/array.h"
#include "util/text.h"
#include "vk/profiles.h"

enum {
    MAX_DEVICES = 32,
    PAGE_B = 64 * 1024,
    LINE_B = 1024,
};

/* ---- Devices --------------------------------------------------------------------------------- */

struct device {
    char name[32];
    struct gv_vk_device dev;
};

/* Opens a device that lacks only what `mask` hides. */
static void open_device(struct device *d, const char *name, const char *mask)
{
    const struct galvan_log log = {.level = GALVAN_LOG_NONE};
    struct gv_vk_masked masked = {.version = VK_API_VERSION_1_3};
    VkPhysicalDeviceLimits *l = &masked.limits;
#define BEST_MOST(limit)  limit = (__typeof__(limit))1e9
#define BEST_LEAST(limit) limit = (__typeof__(limit))(1e-9)
#define BEST_BITS(limit)  limit = 0x7f
#define L(limit, rule)    BEST_##rule(l->limit);
    GV_VK_MASK_LIMITS(L)
#undef L
    for (unsigned i = 0; i < 3; i++)
        l->maxComputeWorkGroupSize[i] = 1024;
    l->strictLines = VK_TRUE;
    assert_int_equal(gv_vk_mask_apply(mask, &log, &masked), GALVAN_OK);
    memset(d, 0, sizeof(*d));
    snprintf(d->name, sizeof(d->name), "%s", name);
    d->dev.properties.limits = masked.limits;
    d->dev.properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    d->dev.quirks = masked.quirks;
    d->dev.version = masked.version;
#define X(flag, ...) d->dev.caps.flag = !masked.hidden[GV_VK_FEATURE_##flag];
    GV_VK_FEATURES(X)
#undef X
}

static unsigned open_devices(struct device devices[MAX_DEVICES])
{
    unsigned num = 0;
    open_device(&devices[num++], "everything", NULL);
    for (const struct gv_vk_profile *p = gv_vk_profile(0); p; p = gv_vk_profile(num - 1)) {
        char mask[64];
        assert_true(num < MAX_DEVICES);
        snprintf(mask, sizeof(mask), "@%s", p->name);
        open_device(&devices[num++], p->name, mask);
    }
    return num;
}

/* ---- States of draws ------------------------------------------------------------------------- */

#define VERTEX(more)    "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n" more "MOV OUT[0], IN[0]\nEND\n"
#define FRAGMENT(input) "FRAG\nDCL OUT[0], COLOR\nDCL " input "\nMOV OUT[0], IN[0]\nEND\n"
#define GEOMETRY(in, out, more)                                                                    \
    "GEOM\nPROPERTY GS_INPUT_PRIMITIVE " in "\nPROPERTY GS_OUTPUT_PRIMITIVE " out                  \
    "\nPROPERTY GS_MAX_OUTPUT_VERTICES 3\nDCL IN[][0], POSITION\nDCL OUT[0], POSITION\n"           \
    "IMM[0] UINT32 {0, 1, 0, 0}\nMOV OUT[0], IN[0][0]\nEMIT IMM[0].xxxx\n" more "END\n"
#define EVALUATION(mode, points)                                                                   \
    "TESS_EVAL\nPROPERTY TES_PRIM_MODE " mode "\nPROPERTY TES_POINT_MODE " points                  \
    "\nDCL IN[][0], POSITION\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0][0]\nEND\n"

static const char plain_vs[] = VERTEX("");
static const char storing_vs[] = VERTEX("DCL BUFFER[0]\nIMM[0] UINT32 {0, 1, 0, 0}\n"
                                        "STORE BUFFER[0].x, IMM[0].xxxx, IMM[0].yyyy\n");
static const char plain_fs[] = FRAGMENT("IN[0], GENERIC[0], PERSPECTIVE");
static const char numbered_fs[] =
    "FRAG\nDCL OUT[0], COLOR\nDCL SV[0], PRIM_ID\nMOV OUT[0], SV[0]\nEND\n";
static const char triangles_gs[] = GEOMETRY("TRIANGLES", "TRIANGLE_STRIP", "");
static const char points_gs[] = GEOMETRY("POINTS", "POINTS", "");
static const char streams_gs[] =
    GEOMETRY("POINTS", "POINTS", "MOV OUT[0], IN[0][0]\nEMIT IMM[0].yyyy\n");
static const char triangles_tes[] = EVALUATION("4", "0");
static const char points_tes[] = EVALUATION("4", "1");

/* The state of a draw. Fields that are 0 mean OpenGL's initial state: filled triangles to a window.
 */
struct draw {
    const char *name;
    unsigned mode; /* PIPE_PRIM_*; PIPE_PRIM_POINTS means triangles unless `points` is set */
    bool points;
    const char *vs, *fs, *gs, *tes;
    bool large;  /* gs has more outputs than devices allow */
    bool spills; /* fs reads more varyings than the device has */
    bool captures, discards;
    unsigned query; /* PIPE_QUERY_* + 1; 0: no query */
    uint32_t samples;
    bool single_sampled; /* multisampling is off */
    bool splits;         /* the framebuffer is larger than the device supports */
    struct pipe_rasterizer_state r;
};

#define LINES(...)   .r = {.line_width = 1.0f, .half_pixel_center = 1, __VA_ARGS__}
#define POLYGON(...) .r = {.half_pixel_center = 1, .point_size = 1.0f, __VA_ARGS__}

static const struct draw draws[] = {
    {"triangles"},
    {"triangles, multisampled", .samples = 4, .r.multisample = 1},
    {"triangles, multisampling off", .samples = 4},
    {"triangles, framebuffer too large", .splits = true},
    {"triangles, layer by vertex shader", .vs = VERTEX("DCL OUT[1], LAYER\nMOV OUT[1].x, IN[0]\n")},
    {"triangles, viewport by vertex shader",
     .vs = VERTEX("DCL OUT[1], VIEWPORT_INDEX\nMOV OUT[1].x, IN[0]\n")},
    {"triangles, primitive id", .fs = numbered_fs},
    {"triangles, too many varyings", .spills = true},
    {"triangles, too many varyings, captured", .spills = true, .captures = true},
    {"triangles, captured", .captures = true},
    {"triangles, captured alone", .captures = true, .discards = true},
    {"triangles, captured, stores", .vs = storing_vs, .captures = true},
    {"triangles as lines, captured, stores", .vs = storing_vs, .captures = true,
     POLYGON(.fill_front = 1, .fill_back = 1)},
    {"triangles, generated query", .query = 1 + PIPE_QUERY_PRIMITIVES_GENERATED},
    {"triangles, statistics query", .query = 1 + PIPE_QUERY_PIPELINE_STATISTICS},
    {"triangles, occlusion query", .query = 1 + PIPE_QUERY_OCCLUSION_COUNTER},
    {"lines", PIPE_PRIM_LINES, LINES()},
    {"lines, 3 wide", PIPE_PRIM_LINE_STRIP, .r = {.line_width = 3.0f}},
    {"lines, smooth", PIPE_PRIM_LINE_LOOP, LINES(.line_smooth = 1)},
    {"lines, stippled", PIPE_PRIM_LINES, LINES(.line_stipple_enable = 1)},
    {"lines, last pixel", PIPE_PRIM_LINES, LINES(.line_last_pixel = 1)},
    {"lines, 3 wide, captured", PIPE_PRIM_LINES, .captures = true, .r = {.line_width = 3.0f}},
    {"points", .points = true, .r.point_size = 1.0f},
    {"points, 8 wide", .points = true, .r.point_size = 8.0f},
    {"triangles as lines", POLYGON(.fill_front = 1, .fill_back = 1)},
    {"triangles as points", POLYGON(.fill_front = 2, .fill_back = 2)},
    {"triangles as lines, 3 wide",
     .r = {.fill_front = 1, .fill_back = 1, .line_width = 3.0f, .half_pixel_center = 1}},
    {"triangles, front lines, back filled", POLYGON(.fill_front = 1)},
    {"quads as lines", PIPE_PRIM_QUADS, POLYGON(.fill_front = 1, .fill_back = 1)},
    {"quads as lines, offset", PIPE_PRIM_QUADS,
     POLYGON(.fill_front = 1, .fill_back = 1, .offset_line = 1)},
    {"geometry shader", .gs = triangles_gs},
    {"geometry shader, captured", .gs = triangles_gs, .captures = true},
    {"geometry shader, statistics query", .gs = triangles_gs,
     .query = 1 + PIPE_QUERY_PIPELINE_STATISTICS},
    {"geometry shader, flat values of the last vertex", .gs = triangles_gs,
     .fs = FRAGMENT("IN[0], GENERIC[0], CONSTANT")},
    {"geometry shader, too large", .gs = triangles_gs, .large = true},
    {"geometry shader, too many varyings", .gs = triangles_gs, .spills = true},
    {"geometry shader of points, 8 wide", .points = true, .gs = points_gs, .r.point_size = 8.0f},
    {"geometry shader of two streams", .points = true, .gs = streams_gs, .r.point_size = 1.0f},
    {"geometry shader, as lines", .gs = triangles_gs, POLYGON(.fill_front = 1, .fill_back = 1)},
    {"patches", PIPE_PRIM_PATCHES, .tes = triangles_tes},
    {"patches, captured", PIPE_PRIM_PATCHES, .tes = triangles_tes, .captures = true},
    {"patches, statistics query", PIPE_PRIM_PATCHES, .tes = triangles_tes,
     .query = 1 + PIPE_QUERY_PIPELINE_STATISTICS},
    {"patches of points, 8 wide", PIPE_PRIM_PATCHES, .tes = points_tes, .r.point_size = 8.0f},
    {"patches, geometry shader", PIPE_PRIM_PATCHES, .tes = triangles_tes, .gs = triangles_gs},
};

static void make_shader(struct gv_shader *shader, enum galvan_stage stage, const char *text)
{
    struct galvan_diag diag = {0};
    if (galvan_tgsi_parse(text, strlen(text), &diag, &shader->tgsi) != GALVAN_OK)
        fail_msg("%s\n%s", diag.text, text);
    shader->info = galvan_tgsi_info(shader->tgsi);
    shader->stage = stage;
}

/* The bound state, and the objects of a draw. */
struct bound {
    struct gv_screen screen;
    struct gv_state state;
    struct gv_shader shaders[GALVAN_NUM_STAGES];
    struct gv_dsa dsa;
};

static void bind_shader(struct bound *b, enum galvan_stage stage, const char *text)
{
    if (!text)
        return;
    make_shader(&b->shaders[stage], stage, text);
    b->state.shaders[stage] = &b->shaders[stage];
}

static void bind_query(struct gv_state *state, unsigned type)
{
    unsigned number;
    state->counters = gv_query_counters(state, type, 0, &number);
    state->counts_lowered =
        type == PIPE_QUERY_PRIMITIVES_GENERATED && state->counters >= 1u << GV_COUNT_BY_SHADERS;
    if (state->counters & 1u << GV_COUNT_SHADER_STATISTICS)
        state->statistics = GV_ALL_STATISTICS;
}

static void bind_draw(struct bound *b, const struct gv_vk_device *dev, const struct draw *draw)
{
    struct pipe_rasterizer_state r = draw->r;
    struct gv_state *state = &b->state;
    memset(b, 0, sizeof(*b));
    state->screen = &b->screen;
    b->screen.dev = state->dev = (struct gv_vk_device *)dev;
    r.rasterizer_discard = draw->discards;
    state->rasterizer = gv_rasterizer_create(&b->screen, &r);
    assert_non_null(state->rasterizer);
    state->dsa = &b->dsa;
    bind_shader(b, GALVAN_STAGE_VERTEX, draw->vs ? draw->vs : plain_vs);
    bind_shader(b, GALVAN_STAGE_FRAGMENT, draw->fs ? draw->fs : plain_fs);
    bind_shader(b, GALVAN_STAGE_GEOMETRY, draw->gs);
    bind_shader(b, GALVAN_STAGE_TESS_EVAL, draw->tes);
    b->shaders[GALVAN_STAGE_GEOMETRY].exceeds_device = draw->large && gv_lowers_large_geometry(dev);
    b->shaders[GALVAN_STAGE_FRAGMENT].spills = draw->spills && gv_spills_varyings(dev);
    state->num_so_targets = draw->captures;
    for (unsigned i = 0; i < GALVAN_NUM_STAGES; i++)
        b->shaders[i].stream_output.num_captures = 1;
    if (draw->query)
        bind_query(state, draw->query - 1);
    state->fb.samples = draw->samples ? draw->samples : 1;
    state->fb.tiled = draw->splits;
}

static void unbind_draw(struct bound *b)
{
    for (unsigned i = 0; i < GALVAN_NUM_STAGES; i++)
        galvan_tgsi_destroy(b->shaders[i].tgsi);
    free((void *)b->state.rasterizer);
}

/* ---- The page -------------------------------------------------------------------------------- */

static void find_path(struct bound *b, const struct gv_vk_device *dev, const struct draw *draw,
                      struct gv_path *path)
{
    const unsigned mode = draw->mode || draw->points ? draw->mode : PIPE_PRIM_TRIANGLES;
    bind_draw(b, dev, draw);
    gv_path_init(path, dev);
    gv_path_find(path, &b->state, mode);
    unbind_draw(b);
}

static void add_draw(struct gv_text *page, struct bound *b, const struct device *devices,
                     unsigned num, const struct draw *draw)
{
    static char lines[MAX_DEVICES][LINE_B];
    bool done[MAX_DEVICES] = {false};
    for (unsigned i = 0; i < num; i++) {
        struct gv_text line = gv_text_init(lines[i], sizeof(lines[i]));
        struct gv_path path;
        find_path(b, &devices[i].dev, draw, &path);
        gv_path_print(&path, &line);
    }
    gv_text_add(page, "\n%s\n", draw->name);
    for (unsigned i = 0; i < num; i++) {
        if (done[i])
            continue;
        gv_text_add(page, "    %s\n", lines[i]);
        size_t column = 0;
        for (unsigned k = i; k < num; k++) {
            if (strcmp(lines[i], lines[k]) != 0)
                continue;
            const size_t len = 1 + strlen(devices[k].name);
            const bool wraps = !column || column + len > 100;
            gv_text_add(page, "%s %s",
                        !wraps   ? ""
                        : column ? "\n       "
                                 : "       ",
                        devices[k].name);
            column = len + (wraps ? 7 : column);
            done[k] = true;
        }
        gv_text_add(page, "\n");
    }
}

static void compare(const char *page)
{
    static char expected[PAGE_B];
    const bool writes = getenv("GALVAN_WRITE_PAGES") != NULL;
    FILE *file = fopen(GALVAN_TEST_PATHS, writes ? "w" : "r");
    if (!file)
        fail_msg("%s cannot be opened", GALVAN_TEST_PATHS);
    if (writes)
        fputs(page, file);
    else
        expected[fread(expected, 1, sizeof(expected) - 1, file)] = '\0';
    fclose(file);
    if (!writes && strcmp(page, expected) != 0)
        fail_msg("%s has other paths:\n%s", GALVAN_TEST_PATHS, page);
}

static void test_paths(void **state)
{
    static struct device devices[MAX_DEVICES];
    static char page[PAGE_B];
    struct gv_text text = gv_text_init(page, sizeof(page));
    struct bound *b = malloc(sizeof(*b));
    const unsigned num = open_devices(devices);
    (void)state;
    assert_non_null(b);
    gv_text_add(&text, "# Which path a draw takes, by device: tests/unit/driver_path.c\n");
    for (unsigned i = 0; i < GV_ARRAY_SIZE(draws); i++)
        add_draw(&text, b, devices, num, &draws[i]);
    free(b);
    compare(page);
}

/* ---- Reasons --------------------------------------------------------------------------------- */

/* Checks that every reason of the table holds for some draw on some device, so that the page tests
 * each row. */
static void test_all_reasons(void **state)
{
    static struct device devices[MAX_DEVICES];
    struct bound *b = malloc(sizeof(*b));
    const unsigned num = open_devices(devices);
    uint32_t reasons = 0;
    uint8_t passes = 0;
    (void)state;
    assert_non_null(b);
    for (unsigned i = 0; i < GV_ARRAY_SIZE(draws); i++) {
        for (unsigned k = 0; k < num; k++) {
            struct gv_path path;
            find_path(b, &devices[k].dev, &draws[i], &path);
            reasons |= path.captured | path.computed;
            passes |= path.passes;
        }
    }
    free(b);
    assert_int_equal(reasons, (1u << GV_NUM_REASONS) - 1);
    assert_int_equal(passes, 2 * GV_PASSES_SPLITS - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_all_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
