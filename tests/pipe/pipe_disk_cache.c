/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The disk cache of a program: in the program's second run, no draw may wait for a shader or a
 * pipeline, and the image must be the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../support/temp_dir.h"
#include "driver/context.h"
#include "driver/screen/screen.h"
#include "driver/shader/cache_tables.h"
#include "galvan/galvan.h"
#include "pipe_draw_kit.h"

static struct pipe_screen *open_screen_as(const char *dir, const char *program, const char *mask)
{
    struct pipe_screen *screen =
        fixture_open_screen(galvan_screen_params(.cache_dir = dir, .mask = mask));
    galvan_screen_set_program(screen, program);
    return screen;
}

static struct pipe_screen *open_screen(const char *dir, const char *program)
{
    return open_screen_as(dir, program, NULL);
}

/* What a run draws in addition to a triangle. */
enum {
    POINT = 1 << 0,
    GEOMETRY = 1 << 1,
    CAPTURE = 1 << 2,
    BLEND = 1 << 3,
    CONTEXTS = 1 << 4, /* the run repeats all draws in a second context */
    TESSELLATION = 1 << 5,
    DISPATCH = 1 << 6,
};

static void draw_captured(struct draw_kit *k)
{
    static const struct pipe_stream_output_info capture = {
        .num_outputs = 1,
        .stride = {4},
        .output[0] = {.register_index = 0, .num_components = 4},
    };
    struct pipe_context *pipe = k->f->pipe;
    void *vs = fixture_shader(k->f, pipe->create_vs_state, fixture_vertex_text, &capture);
    pipe->bind_vs_state(pipe, vs);
    kit_fill(k, 0, 0, 1, 0);
    pipe->bind_vs_state(pipe, k->vs);
    pipe->delete_vs_state(pipe, vs);
}

static void draw_geometry(struct draw_kit *k)
{
    struct pipe_context *pipe = k->f->pipe;
    void *gs = fixture_shader(k->f, pipe->create_gs_state, KIT_GEOMETRY_PASSES, NULL);
    pipe->bind_gs_state(pipe, gs);
    kit_fill(k, 0, 0, 1, 0);
    pipe->bind_gs_state(pipe, NULL);
    pipe->delete_gs_state(pipe, gs);
}

/* Draws a triangle as a patch, for which Galvan generates the control shader. */
static void draw_patch(struct draw_kit *k)
{
    static const struct kit_vertex vertices[] = {{{-1, -1, 0, 1}, {0, 0, 1, 1}},
                                                 {{3, -1, 0, 1}, {0, 0, 1, 1}},
                                                 {{-1, 3, 0, 1}, {0, 0, 1, 1}}};
    struct pipe_context *pipe = k->f->pipe;
    void *tes = fixture_shader(k->f, pipe->create_tes_state, KIT_EVALUATION_TRIANGLES, NULL);
    pipe->bind_tes_state(pipe, tes);
    k->patch_vertices = 3;
    kit_draw(k, PIPE_PRIM_PATCHES, vertices, 3);
    pipe->bind_tes_state(pipe, NULL);
    pipe->delete_tes_state(pipe, tes);
}

static void draw_blended(struct draw_kit *k)
{
    kit_use_blend(k, &kit_blend_add);
    kit_fill(k, 0, 0, 1, 0);
}

enum {
    DISPATCH_WORDS = 64
};

/* Runs a compute shader; returns the sum of the dwords that it writes. */
static uint64_t launch_grid(struct pipe_fixture *f)
{
    static const char text[] = "COMP\n"
                               "PROPERTY CS_FIXED_BLOCK_WIDTH 64\n"
                               "PROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
                               "PROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
                               "DCL SV[0], THREAD_ID\n"
                               "DCL BUFFER[0]\n"
                               "DCL TEMP[0]\n"
                               "IMM[0] UINT32 {4, 3, 0, 0}\n"
                               "UMUL TEMP[0].xy, SV[0].xxxx, IMM[0]\n"
                               "STORE BUFFER[0].x, TEMP[0].xxxx, TEMP[0].yyyy\n"
                               "END\n";
    const struct pipe_grid_info grid = {
        .work_dim = 1, .block = {DISPATCH_WORDS, 1, 1}, .grid = {1, 1, 1}};
    const struct pipe_box box = fixture_box(0, 0, 0, DISPATCH_WORDS * 4, 1, 1);
    struct pipe_context *pipe = f->pipe;
    struct pipe_resource *res =
        fixture_buffer(f, DISPATCH_WORDS * 4, PIPE_USAGE_DEFAULT, PIPE_BIND_SHADER_BUFFER);
    const struct pipe_shader_buffer buffer = {.buffer = res, .buffer_size = DISPATCH_WORDS * 4};
    void *cs = fixture_compute_shader(f, text, 0);
    uint64_t sum = 0;
    pipe->bind_compute_state(pipe, cs);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, &buffer);
    pipe->launch_grid(pipe, &grid);
    uint32_t *words = (uint32_t *)fixture_read(f, res, 0, &box);
    for (unsigned i = 0; i < DISPATCH_WORDS; i++)
        sum += words[i];
    assert_int_equal(sum, 3 * DISPATCH_WORDS * (DISPATCH_WORDS - 1) / 2);
    free(words);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe->bind_compute_state(pipe, NULL);
    pipe->delete_compute_state(pipe, cs);
    pipe->screen->resource_destroy(pipe->screen, res);
    return sum;
}

/* Draws what the flags in `what` select; returns the sum of the image's dwords and of the dwords
 * that the dispatch wrote. */
static uint64_t draw(struct pipe_screen *screen, unsigned what)
{
    struct pipe_fixture f = {.screen = screen};
    const struct kit_vertex point = {{0, 0, 0, 1}, {0, 1, 0, 1}};
    uint64_t sum = 0;
    f.pipe = screen->context_create(screen, NULL, 0);
    assert_non_null(f.pipe);
    struct draw_kit k;
    kit_init(&k, &f, 0, NULL);
    kit_fill(&k, 1, 0, 0, 0);
    if (what & GEOMETRY)
        draw_geometry(&k);
    if (what & TESSELLATION)
        draw_patch(&k);
    if (what & CAPTURE)
        draw_captured(&k);
    if (what & BLEND)
        draw_blended(&k);
    if (what & POINT)
        kit_draw(&k, PIPE_PRIM_POINTS, &point, 1);
    if (what & DISPATCH)
        sum += launch_grid(&f);
    uint32_t *pixels = kit_pixels(&k);
    for (unsigned i = 0; i < KIT_SIZE * KIT_SIZE; i++)
        sum += (uint64_t)pixels[i] * (i + 1);
    free(pixels);
    kit_finish(&k);
    f.pipe->destroy(f.pipe);
    return sum;
}

/* Runs a program once. The run waits until the cached pipelines are compiled, like a program that
 * takes long to start. */
static struct galvan_screen_counters run_as(const char *dir, const char *program, const char *mask,
                                            unsigned what, uint64_t *out_frame_image)
{
    struct pipe_screen *screen = open_screen_as(dir, program, mask);
    struct galvan_screen_counters counters;
    gv_job_queue_drain(&gv_screen(screen)->jobs);
    *out_frame_image = draw(screen, what);
    if (what & CONTEXTS)
        assert_int_equal(draw(screen, what), *out_frame_image);
    galvan_screen_counters(screen, &counters);
    screen->destroy(screen);
    return counters;
}

static struct galvan_screen_counters run(const char *dir, const char *program, unsigned what,
                                         uint64_t *out_frame_image)
{
    return run_as(dir, program, NULL, what, out_frame_image);
}

static void test_second_run(void **state)
{
    static const unsigned what[] = {0,       POINT,         GEOMETRY,         TESSELLATION,
                                    CAPTURE, BLEND | POINT, CONTEXTS | POINT, DISPATCH};
    (void)state;
    for (unsigned i = 0; i < sizeof(what) / sizeof(what[0]); i++) {
        char dir[] = TEMP_DIR_TEMPLATE;
        uint64_t first_image, second_image;
        assert_non_null(mkdtemp(dir));
        struct galvan_screen_counters first = run(dir, "a program", what[i], &first_image);
        assert_true(first.draws_waited > 0);
        struct galvan_screen_counters second = run(dir, "a program", what[i], &second_image);
        assert_int_equal(second.draws_waited, 0);
        assert_int_equal(second.pipelines_compiled, 0);
        assert_true(second.pipelines > 0);
        assert_true(first_image == second_image);
        assert_int_equal(temp_dir_remove(dir), 0);
    }
}

/* Runs programs several times; checks that a run finds the entries of all earlier runs of its
 * program, and no entries of other programs. */
static void test_runs_add(void **state)
{
    char dir[] = TEMP_DIR_TEMPLATE;
    uint64_t image;
    (void)state;
    assert_non_null(mkdtemp(dir));
    run(dir, "a program", 0, &image);
    assert_true(run(dir, "a program", POINT, &image).draws_waited > 0);
    assert_int_equal(run(dir, "a program", 0, &image).draws_waited, 0);
    assert_int_equal(run(dir, "a program", POINT, &image).draws_waited, 0);
    assert_true(run(dir, "another", POINT, &image).draws_waited > 0);
    assert_int_equal(temp_dir_remove(dir), 0);
}

/* Runs a program, and then runs it with two device features masked; checks that the later run does
 * not use cached pipelines that need these features. */
static void test_other_features(void **state)
{
    char dir[] = TEMP_DIR_TEMPLATE;
    const char *mask = "vertexInputDynamicState,extendedDynamicState3ColorBlendEnable";
    uint64_t image, masked_image;
    (void)state;
    assert_non_null(mkdtemp(dir));
    run(dir, "a program", BLEND, &image);
    assert_int_equal(run(dir, "a program", BLEND, &image).draws_waited, 0);
    assert_true(run_as(dir, "a program", mask, BLEND, &masked_image).draws_waited > 0);
    assert_int_equal(run_as(dir, "a program", mask, BLEND, &masked_image).draws_waited, 0);
    assert_true(masked_image == image);
    assert_int_equal(temp_dir_remove(dir), 0);
}

/* Runs a program twice at the same time; checks that both runs add their entries to the cache. */
static void test_runs_merge(void **state)
{
    char dir[] = TEMP_DIR_TEMPLATE;
    uint64_t image;
    (void)state;
    assert_non_null(mkdtemp(dir));
    struct pipe_screen *a = open_screen(dir, "a program"), *b = open_screen(dir, "a program");
    draw(a, POINT);
    draw(b, BLEND);
    a->destroy(a);
    b->destroy(b);
    assert_int_equal(run(dir, "a program", POINT, &image).draws_waited, 0);
    assert_int_equal(run(dir, "a program", BLEND, &image).draws_waited, 0);
    assert_int_equal(temp_dir_remove(dir), 0);
}

/* Draws before the cached pipeline is compiled; checks that the draw creates the pipeline itself or
 * waits for the thread that compiles it. */
static void test_early_draw(void **state)
{
    char dir[] = TEMP_DIR_TEMPLATE;
    uint64_t image;
    (void)state;
    assert_non_null(mkdtemp(dir));
    run(dir, "a program", POINT | GEOMETRY | BLEND, &image);
    for (unsigned i = 0; i < 5; i++) {
        struct pipe_screen *screen = open_screen(dir, "a program");
        assert_true(draw(screen, POINT | GEOMETRY | BLEND) == image);
        screen->destroy(screen);
    }
    struct pipe_screen *screen = open_screen(dir, "a program");
    screen->destroy(screen); /* at this point the thread has compiled nothing yet */
    assert_int_equal(temp_dir_remove(dir), 0);
}

static void nap(void *priv)
{
    (void)priv;
    usleep(100000);
}

/* Sums up a query's segments with an internal compute shader, before anything is drawn. */
static void sum_query(struct pipe_fixture *f)
{
    struct pipe_context *pipe = f->pipe;
    struct pipe_resource *res = fixture_words(f, 1, NULL);
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    assert_non_null(q);
    pipe->begin_query(pipe, q);
    pipe->end_query(pipe, q);
    pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U32, 0, res, 0);
    uint32_t *words = fixture_read_words(f, res);
    assert_int_equal(words[0], 0);
    free(words);
    pipe->destroy_query(pipe, q);
    pipe_resource_reference(&res, NULL);
}

/* Uses an internal compute shader before the job that reads the disk cache has run. The cache lists
 * this shader; checks that the job does not compile the shader again. */
static void test_early_compute_shader(void **state)
{
    const uint64_t bit = UINT64_C(1) << GV_CS_QUERY_SUM;
    char dir[] = TEMP_DIR_TEMPLATE;
    uint64_t image[2];
    (void)state;
    assert_non_null(mkdtemp(dir));
    for (unsigned i = 0; i < 2; i++) {
        struct pipe_fixture f = {.screen =
                                     fixture_open_screen(galvan_screen_params(.cache_dir = dir))};
        struct gv_screen *screen = gv_screen(f.screen);
        struct gv_job first = {.run = nap};
        assert_true(gv_job_queue_add(&screen->jobs, &first, GV_JOBS_LIBRARIES));
        galvan_screen_set_program(f.screen, "a program");
        f.pipe = f.screen->context_create(f.screen, NULL, 0);
        assert_non_null(f.pipe);
        sum_query(&f);
        const VkPipeline made = screen->internal_shaders[GV_CS_QUERY_SUM].pipeline;
        assert_true(gv_internal_shaders_needed(screen) & bit);
        image[i] = draw(f.screen, 0); /* makes the thread read the file */
        gv_job_queue_drain(&screen->jobs);
        assert_true(screen->internal_shaders[GV_CS_QUERY_SUM].pipeline == made);
        f.pipe->destroy(f.pipe);
        gv_job_cancel(&screen->jobs, &first);
        f.screen->destroy(f.screen);
    }
    assert_true(image[0] == image[1]);
    assert_int_equal(temp_dir_remove(dir), 0);
}

/* Compiles all internal compute shaders, including those that exist already; checks that a draw
 * that needs an internal compute shader does not wait. */
static void test_all_compute_shaders(void **state)
{
    struct pipe_fixture f = {.screen =
                                 fixture_open_screen(galvan_screen_params(.cache_dir = "off"))};
    struct gv_screen *screen = gv_screen(f.screen);
    struct galvan_screen_counters counters;
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        gv_internal_shaders_make(screen, UINT64_MAX);
        gv_internal_shaders_make(screen, UINT64_MAX);
        gv_job_queue_drain(&screen->jobs);
    }
    assert_int_equal(gv_internal_shaders_needed(screen), 0);
    f.pipe = f.screen->context_create(f.screen, NULL, 0);
    assert_non_null(f.pipe);
    sum_query(&f);
    galvan_screen_counters(f.screen, &counters);
    assert_int_equal(counters.draws_waited, 0);
    assert_int_equal(gv_internal_shaders_needed(screen), UINT64_C(1) << GV_CS_QUERY_SUM);
    f.pipe->destroy(f.pipe);
    f.screen->destroy(f.screen);
}

static void test_no_directory(void **state)
{
    uint64_t image;
    (void)state;
    run("off", "a program", POINT, &image);
    assert_true(run("off", "a program", POINT, &image).draws_waited > 0);
    assert_true(run("/dev/null/galvan", "a program", POINT, &image).draws_waited > 0);
}

/* ---- Invalid data ---------------------------------------------------------------------------- */

enum {
    HEADER = 16, /* each of the first HEADER dwords is corrupted; after them, every STEPth dword */
    STEP = 5
};

/* Runs a small program, and returns its serialized tables. */
static void *small_run(size_t *out_size_B)
{
    char dir[] = TEMP_DIR_TEMPLATE;
    uint64_t image;
    size_t size_B;
    assert_non_null(mkdtemp(dir));
    run(dir, "a program", POINT, &image);
    struct pipe_screen *screen = open_screen(dir, "another");
    struct gv_vk_pipeline_cache *cache = &gv_screen(screen)->pipeline_cache;
    char name[GV_VK_CACHE_NAME_B];
    gv_vk_pipeline_cache_name(cache, "a program", name);
    void *data = gv_vk_pipeline_cache_read(cache, name, &size_B);
    assert_non_null(data);
    screen->destroy(screen);
    assert_int_equal(temp_dir_remove(dir), 0);
    *out_size_B = size_B;
    return data;
}

static struct gv_cache_tables *read_tables(const void *data, size_t size_B)
{
    struct gv_cache_tables *tables = calloc(1, sizeof(*tables));
    assert_non_null(tables);
    gv_cache_tables_deserialize(tables, data, size_B, true);
    return tables;
}

static void end_tables(struct gv_cache_tables *tables)
{
    gv_cache_tables_finish(tables);
    free(tables);
}

static void test_same_again(void **state)
{
    size_t size_B, again_B = 0;
    (void)state;
    void *data = small_run(&size_B);
    struct gv_cache_tables *tables = read_tables(data, size_B);
    assert_int_equal(tables->num_pipelines, 2);
    for (uint32_t i = 0; i < tables->num_pipelines; i++)
        tables->pipelines[i].used = i + 1;
    void *again = gv_cache_tables_serialize(tables, &again_B);
    assert_int_equal(again_B, size_B);
    assert_memory_equal(again, data, size_B);
    gv_cache_tables_deserialize(tables, again, again_B,
                                true); /* must not add a second copy of an entry */
    assert_int_equal(tables->num_pipelines, 2);
    free(again);
    free(data);
    end_tables(tables);
}

/* Serializes tables; checks that the entries that this run has used come first, in the order of
 * use. */
static void test_order_of_use(void **state)
{
    size_t size_B, again_B = 0;
    (void)state;
    void *data = small_run(&size_B);
    struct gv_cache_tables *tables = read_tables(data, size_B);
    tables->pipelines[0].used = 2;
    tables->pipelines[1].used = 1;
    void *again = gv_cache_tables_serialize(tables, &again_B);
    struct gv_cache_tables *swapped = read_tables(again, again_B);
    assert_int_equal(swapped->num_pipelines, 2);
    for (unsigned i = 0; i < 2; i++) {
        const struct gv_pipeline_info *a = &tables->pipelines[i].info;
        const struct gv_pipeline_info *b = &swapped->pipelines[1 - i].info;
        assert_memory_equal(&a->dynamic, &b->dynamic,
                            sizeof(*a) - offsetof(struct gv_pipeline_info, dynamic));
    }
    tables->pipelines[0].used = 0;
    free(again);
    again = gv_cache_tables_serialize(tables, &again_B);
    end_tables(swapped);
    swapped = read_tables(again, again_B);
    assert_int_equal(swapped->pipelines[0].age, 0);
    assert_int_equal(swapped->pipelines[1].age, 1);
    end_tables(swapped);
    end_tables(tables);
    free(again);
    free(data);
}

static void test_cut_data(void **state)
{
    size_t size_B;
    (void)state;
    void *data = small_run(&size_B);
    for (size_t cut_B = 0; cut_B < size_B; cut_B += 4 * STEP) {
        void *cut = malloc(cut_B + 1);
        assert_non_null(cut);
        memcpy(cut, data, cut_B);
        struct gv_cache_tables *tables = read_tables(cut, cut_B);
        assert_true(tables->num_pipelines < 2);
        end_tables(tables);
        free(cut);
    }
    free(data);
}

/* Deserializes tables with corrupted dwords; checks that nothing is read beyond the end, and that
 * accepted entries are consistent. */
static void test_wrong_words(void **state)
{
    static const uint32_t wrong[] = {0, 5, 0x7fffffff, 0xffffffff};
    size_t size_B;
    (void)state;
    uint32_t *data = small_run(&size_B);
    for (size_t at = 0; at < size_B / 4; at += at < HEADER ? 1 : STEP) {
        const uint32_t right = data[at];
        for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
            data[at] = wrong[i];
            struct gv_cache_tables *tables = read_tables(data, size_B);
            for (uint32_t p = 0; p < tables->num_pipelines; p++) {
                const struct gv_pipeline_info *info = &tables->pipelines[p].info;
                assert_true(gv_pipeline_info_is_valid(info));
                for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++)
                    assert_true(info->cached_variants[s] <= tables->num_variants);
            }
            end_tables(tables);
        }
        data[at] = right;
    }
    free(data);
}

/* Sets fields of a pipeline entry, one at a time, to values that are invalid or that this device
 * does not support; checks that such entries are rejected. */
static void test_strange_words(void **state)
{
    size_t size_B;
    (void)state;
    void *data = small_run(&size_B);
    struct gv_cache_tables *tables = read_tables(data, size_B);
    struct pipe_screen *screen = open_screen("off", "a program");
    struct gv_pipeline_info right = tables->pipelines[0].info;
    assert_true(gv_pipeline_info_is_valid(&right) &&
                gv_pipeline_info_fits(gv_screen(screen), &right));
#define IS_STRANGE(field, value, function)                                                         \
    do {                                                                                           \
        struct gv_pipeline_info wrong = right;                                                     \
        wrong.field = (value);                                                                     \
        assert_false(function);                                                                    \
    } while (0)
#define IS_INVALID(field, value) IS_STRANGE(field, value, gv_pipeline_info_is_valid(&wrong))
#define DOES_NOT_FIT(field, value)                                                                 \
    IS_STRANGE(field, value, gv_pipeline_info_fits(gv_screen(screen), &wrong))
    IS_INVALID(cached_variants[GALVAN_STAGE_VERTEX], 0);
    IS_INVALID(cached_variants[GALVAN_STAGE_TESS_CTRL], 1);
    IS_INVALID(topology, VK_PRIMITIVE_TOPOLOGY_PATCH_LIST);
    IS_INVALID(topology, 11);
    IS_INVALID(is_compute, 1);
    IS_INVALID(launch.block[0], 1);
    IS_INVALID(cached_variants[GALVAN_STAGE_COMPUTE], 1);
    IS_INVALID(rasterizer, 0x200);
    IS_INVALID(rasterizer, right.rasterizer | 3);
    IS_INVALID(samples, 3);
    IS_INVALID(samples, 128);
    IS_INVALID(min_samples, 2);
    IS_INVALID(logic_op, 17);
    IS_INVALID(dynamic, 0x20);
    IS_INVALID(flags, VK_PIPELINE_CREATE_DERIVATIVE_BIT);
    IS_INVALID(num_colors, 9);
    IS_INVALID(blend[0].srcColorBlendFactor, 19);
    IS_INVALID(blend[0].colorBlendOp, VK_BLEND_OP_ZERO_EXT);
    IS_INVALID(fixed.enables, 0x80);
    IS_INVALID(fixed.stencil_ops[1], 8);
    IS_INVALID(fixed.stencil_ops[0], 8u << 24);
    IS_INVALID(fixed.num_viewports, 17);
    IS_INVALID(num_attributes, GV_MAX_VERTEX_ATTRIBUTES + 1);
    IS_INVALID(num_attributes, GV_MAX_VERTEX_ATTRIBUTES); /* all attributes at location 0 */
    IS_INVALID(num_bindings, GV_MAX_VERTEX_BINDINGS + 1);
    IS_INVALID(num_divisors, GV_MAX_VERTEX_BINDINGS + 1);
    DOES_NOT_FIT(color[0], VK_FORMAT_G8_B8R8_2PLANE_420_UNORM);
    DOES_NOT_FIT(color[0], VK_FORMAT_D16_UNORM);
    DOES_NOT_FIT(color[0], 0x7fffffff);
    DOES_NOT_FIT(depth, VK_FORMAT_R8G8B8A8_UNORM);
    DOES_NOT_FIT(samples, 64);
    DOES_NOT_FIT(patch_vertices, 4096);
    memset(&right, 0, sizeof(right));
    right.is_compute = right.cached_variants[GALVAN_STAGE_COMPUTE] = 1;
    right.launch.block[0] = right.launch.block[1] = right.launch.block[2] = 1;
    assert_true(gv_pipeline_info_is_valid(&right) &&
                gv_pipeline_info_fits(gv_screen(screen), &right));
    IS_INVALID(is_compute, 2);
    IS_INVALID(samples, 1);
    IS_INVALID(cached_variants[GALVAN_STAGE_FRAGMENT], 1);
    DOES_NOT_FIT(launch.block[0], 0);
    DOES_NOT_FIT(launch.block[2], 65536);
#undef IS_INVALID
#undef DOES_NOT_FIT
#undef IS_STRANGE
    screen->destroy(screen);
    end_tables(tables);
    free(data);
}

/* Creates shaders; checks that a cached pipeline counts as likely once the program has created all
 * shaders of the pipeline. */
static void test_likely(void **state)
{
    static const struct galvan_spirv_stream_output none;
    static const struct galvan_spirv_key key;
    static const uint32_t tokens[] = {1, 2, 3};
    static const enum galvan_stage stages[] = {GALVAN_STAGE_VERTEX, GALVAN_STAGE_FRAGMENT,
                                               GALVAN_STAGE_FRAGMENT};
    struct gv_cache_tables *tables = read_tables(NULL, 0);
    (void)state;
    assert_false(gv_cache_tables_note_shader(tables, stages[0], &tokens[0], 1, &none));
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(gv_cache_tables_add_shader(tables, stages[i], &tokens[i], 1, &none),
                         i + 1);
        assert_int_equal(gv_cache_tables_add_variant(tables, i + 1, &key, false, true), i + 1);
    }
    for (unsigned i = 0; i < 2; i++) {
        const struct gv_pipeline_info info = {
            .cached_variants = {[GALVAN_STAGE_VERTEX] = 1, [GALVAN_STAGE_FRAGMENT] = 2 + i}};
        assert_int_equal(gv_cache_tables_add_pipeline(tables, &info, true), i + 1);
    }
    assert_true(gv_cache_tables_note_shader(tables, stages[2], &tokens[2], 1, &none));
    assert_false(gv_cache_tables_is_likely(tables, &tables->pipelines[1]));
    assert_true(gv_cache_tables_note_shader(tables, stages[0], &tokens[0], 1, &none));
    assert_false(gv_cache_tables_note_shader(tables, stages[0], &tokens[0], 1, &none));
    assert_false(gv_cache_tables_is_likely(tables, &tables->pipelines[0]));
    assert_true(gv_cache_tables_is_likely(tables, &tables->pipelines[1]));
    end_tables(tables);
}

/* Draws, and waits until the running program has saved its entries; checks that a second run of the
 * program finds these entries although the first run has not ended. */
static void test_saved_early(void **state)
{
    char dir[] = TEMP_DIR_TEMPLATE;
    uint64_t image;
    (void)state;
    assert_non_null(mkdtemp(dir));
    struct pipe_screen *screen = open_screen(dir, "a program");
    draw(screen, POINT);
    while (!temp_dir_count(dir)) /* the time limit of the test ends this loop */
        usleep(10000);
    assert_int_equal(run(dir, "a program", POINT, &image).draws_waited, 0);
    screen->destroy(screen);
    assert_int_equal(temp_dir_remove(dir), 0);
}

/* Ages the entries; checks that entries that no run has used for a long time are dropped, and that
 * used entries stay. */
static void test_age(void **state)
{
    size_t size_B;
    (void)state;
    void *data = small_run(&size_B);
    for (unsigned i = 0; i <= GV_MAX_CACHED_AGE; i++) {
        struct gv_cache_tables *tables = read_tables(data, size_B);
        assert_int_equal(tables->num_pipelines, 2);
        tables->pipelines[0].used = ++tables->num_used;
        free(data);
        data = gv_cache_tables_serialize(tables, &size_B);
        end_tables(tables);
    }
    struct gv_cache_tables *tables = read_tables(data, size_B);
    assert_int_equal(tables->num_pipelines, 1);
    end_tables(tables);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_second_run),
        cmocka_unit_test(test_runs_add),
        cmocka_unit_test(test_other_features),
        cmocka_unit_test(test_runs_merge),
        cmocka_unit_test(test_early_draw),
        cmocka_unit_test(test_no_directory),
        cmocka_unit_test(test_early_compute_shader),
        cmocka_unit_test(test_all_compute_shaders),
        cmocka_unit_test(test_same_again),
        cmocka_unit_test(test_cut_data),
        cmocka_unit_test(test_wrong_words),
        cmocka_unit_test(test_strange_words),
        cmocka_unit_test(test_likely),
        cmocka_unit_test(test_order_of_use),
        cmocka_unit_test(test_saved_early),
        cmocka_unit_test(test_age),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
