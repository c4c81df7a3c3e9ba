/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Barriers must be recorded only where they are needed. The driver counts the barriers, and the
 * tests check this count for sequences of dispatches and draws. The results, and the
 * synchronization validation of every test, prove that these barriers suffice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/record/sync.h"
#include "driver/resource/hazards.h"
#include "driver/resource/resource.h"
#include "pipe_draw_kit.h"

/* Submits the recorded commands, and returns how many barriers were recorded after the driver's
 * count of barriers was `since`. The submission comes first, because it may add a barrier at the
 * beginning of the batch. */
static uint64_t count_barriers(struct pipe_fixture *f, uint64_t since)
{
    f->pipe->flush(f->pipe, NULL, 0);
    return gv_context(f->pipe)->rec.stats.barriers - since;
}

static void expect_word(struct pipe_fixture *f, struct pipe_resource *res, uint32_t expected)
{
    uint32_t *got = fixture_read_words(f, res);
    assert_int_equal(got[0], expected);
    free(got);
}

/* Creates a buffer of four dwords in memory that the host can map on every device. The host itself
 * fills such memory with zeros. Other memory is filled by the device, and the buffer's first use
 * might wait for that. */
static struct pipe_resource *host_words(struct pipe_fixture *f)
{
    struct pipe_resource templ = fixture_template(PIPE_BUFFER, PIPE_FORMAT_R8_UINT, 16, 1, 1);
    templ.bind = PIPE_BIND_GLOBAL | PIPE_BIND_COMPUTE_RESOURCE | PIPE_BIND_SHADER_RESOURCE;
    templ.usage = PIPE_USAGE_STAGING;
    return fixture_create(f, &templ);
}

static void launch(struct pipe_fixture *f, const void *input)
{
    const struct pipe_grid_info info = {.block = {1, 1, 1}, .grid = {1, 1, 1}, .input = input};
    f->pipe->launch_grid(f->pipe, &info);
}

static const struct pipe_draw_info triangle = {
    .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};

/* ---- Dispatches */

enum {
    MAX_STEPS = 3,
    NUM_BUFFERS = 5,
};

/* A dispatch that loads dword 0 of buffer `from`, adds 1, and stores the sum to dword 0 of buffer
 * `to`. */
struct step {
    uint8_t from, to;
};

static const char step_text[] = "COMP\n"
                                "DCL BUFFER[0]\n"
                                "DCL BUFFER[1]\n"
                                "DCL TEMP[0]\n"
                                "IMM[0] UINT32 {0, 1, 0, 0}\n"
                                "LOAD TEMP[0].x, BUFFER[0], IMM[0].xxxx\n"
                                "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                                "STORE BUFFER[1].x, IMM[0].xxxx, TEMP[0].xxxx\n"
                                "END\n";

static void bind_buffers(struct pipe_fixture *f, struct pipe_resource *from,
                         struct pipe_resource *to)
{
    const struct pipe_shader_buffer buffers[2] = {{.buffer = from, .buffer_size = 16},
                                                  {.buffer = to, .buffer_size = 16}};
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 2, buffers);
}

/* Runs sequences of dispatches, with and without memory barriers from the client; checks the number
 * of recorded barriers. If bindings change, the driver checks for hazards even without a memory
 * barrier; but without one, it adds no barrier between two stores to one buffer. */
static void test_grids(void **state)
{
    static const struct {
        struct step steps[MAX_STEPS];
        unsigned num_steps, num_barriers, num_where_asked;
    } cases[] = {
        {{{0, 1}, {0, 2}, {0, 3}}, 3, 0, 0}, /* all read one buffer */
        {{{0, 1}, {2, 3}}, 2, 0, 0},         /* no common buffer */
        {{{0, 1}, {1, 2}}, 2, 1, 1},         /* read after write */
        {{{0, 1}, {1, 2}, {1, 3}}, 3, 1, 1}, /* one barrier for both reads */
        {{{0, 1}, {2, 0}}, 2, 1, 1},         /* write after read */
        {{{0, 1}, {2, 1}}, 2, 0, 1},         /* write after write */
        {{{0, 1}, {1, 2}, {2, 3}}, 3, 2, 2},
        {{{0, 1}, {1, 2}, {3, 1}}, 3, 2, 2}, /* write after read after write */
    };
    struct pipe_fixture *f = *state;
    void *cs = fixture_compute_shader(f, step_text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    const unsigned num_cases = sizeof(cases) / sizeof(cases[0]);
    for (unsigned turn = 0; turn < 2 * num_cases; turn++) {
        unsigned i = turn / 2;
        struct pipe_resource *buffers[NUM_BUFFERS];
        uint32_t expected[NUM_BUFFERS] = {0};
        for (unsigned k = 0; k < NUM_BUFFERS; k++)
            buffers[k] = host_words(f);
        uint64_t before = count_barriers(f, 0);
        for (unsigned k = 0; k < cases[i].num_steps; k++) {
            const struct step *step = &cases[i].steps[k];
            bind_buffers(f, buffers[step->from], buffers[step->to]);
            launch(f, NULL);
            if (turn % 2)
                f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_SHADER_BUFFER);
            expected[step->to] = expected[step->from] + 1;
        }
        uint64_t num = count_barriers(f, before);
        uint64_t wanted = turn % 2 ? cases[i].num_where_asked : cases[i].num_barriers;
        if (num != wanted)
            fail_msg("case %u: %u barriers, not %u", i, (unsigned)num, (unsigned)wanted);
        for (unsigned k = 0; k < NUM_BUFFERS; k++)
            expect_word(f, buffers[k], expected[k]);
        f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 2, NULL);
        for (unsigned k = 0; k < NUM_BUFFERS; k++)
            pipe_resource_reference(&buffers[k], NULL);
    }
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
}

/* Makes three dispatches with unchanged bindings; if `asked` is false, the client issues no memory
 * barrier. */
static void launch_three(struct pipe_fixture *f, const void *input, bool asked,
                         unsigned num_barriers)
{
    uint64_t before = count_barriers(f, 0);
    for (unsigned i = 0; i < 3; i++) {
        launch(f, input);
        if (asked)
            f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_SHADER_BUFFER);
    }
    assert_int_equal(count_barriers(f, before), num_barriers);
}

/* Repeats dispatches with unchanged bindings; checks that a memory barrier makes the next dispatch
 * check for hazards. */
static void test_memory_barriers(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL BUFFER[0]\n"
                               "DCL TEMP[0]\n"
                               "IMM[0] UINT32 {0, 1, 0, 0}\n"
                               "LOAD TEMP[0].x, BUFFER[0], IMM[0].xxxx\n"
                               "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                               "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = host_words(f);
    const struct pipe_shader_buffer buffer = {.buffer = res, .buffer_size = 16};
    void *cs = fixture_compute_shader(f, text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &buffer);
    launch_three(f, NULL, true, 2);
    expect_word(f, res, 3);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    pipe_resource_reference(&res, NULL);
}

static const char resource_text[] = "COMP\n"
                                    "DCL RES[0], BUFFER, RAW, WR\n"
                                    "DCL TEMP[0]\n"
                                    "IMM UINT32 {0, 1, 0, 0}\n"
                                    "LOAD TEMP[0].x, RES[0], IMM[0].xxxx\n"
                                    "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                                    "STORE RES[0].x, IMM[0].xxxx, TEMP[0].xxxx\n"
                                    "END\n";

/* Makes dispatches that bind compute resources, as frontends of 2014 did; checks that each dispatch
 * reads the dword that the previous dispatch wrote, without memory barriers. */
static void test_resources_in_order(void **state)
{
    static const struct pipe_compute_state sizes;
    struct pipe_fixture *f = *state;
    struct pipe_resource *res = host_words(f);
    const struct pipe_surface templ = {
        .format = PIPE_FORMAT_R32_UINT, .writable = 1, .u.buf.last_element = 3};
    struct pipe_surface *surface = f->pipe->create_surface(f->pipe, res, &templ);
    void *cs = fixture_compute(f, resource_text, &sizes);
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->set_compute_resources(f->pipe, 0, 1, &surface);
    launch_three(f, NULL, false, 2);
    expect_word(f, res, 3);
    f->pipe->set_compute_resources(f->pipe, 0, 1, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Makes dispatches with and without compute resources; checks that only the dispatches with compute
 * resources are ordered. */
static void test_order_ends(void **state)
{
    static const struct pipe_compute_state sizes;
    struct pipe_fixture own = *(struct pipe_fixture *)*state, *f = &own;
    struct pipe_resource *res[3];
    own.pipe = own.screen->context_create(own.screen, NULL,
                                          0); /* a context whose client issues no memory barriers */
    for (unsigned i = 0; i < 3; i++)
        res[i] = host_words(f);
    const struct pipe_surface templ = {
        .format = PIPE_FORMAT_R32_UINT, .writable = 1, .u.buf.last_element = 3};
    struct pipe_surface *surface = f->pipe->create_surface(f->pipe, res[2], &templ);
    const struct pipe_image_view view = {.resource = res[2],
                                         .format = PIPE_FORMAT_R32_UINT,
                                         .access = PIPE_IMAGE_ACCESS_READ_WRITE,
                                         .u.buf.size = 16};
    void *counts = fixture_compute(f, resource_text, &sizes);
    void *steps = fixture_compute_shader(f, step_text, 0);
    bind_buffers(f, res[0], res[1]);
    f->pipe->set_compute_resources(f->pipe, 0, 1, &surface);
    f->pipe->bind_compute_state(f->pipe, steps); /* this program uses no compute resources */
    launch_three(f, NULL, false, 0);
    f->pipe->bind_compute_state(f->pipe, counts);
    launch_three(f, NULL, false, 2);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &view);
    launch_three(f, NULL, false,
                 1); /* one barrier, because of the order of the earlier dispatches */

    f->pipe->set_compute_resources(f->pipe, 0, 1, &surface);
    uint64_t before = count_barriers(f, 0);
    launch(f, NULL);
    bind_buffers(f, res[0], res[2]);
    f->pipe->bind_compute_state(f->pipe, steps);
    launch(f, NULL);
    /* The first dispatch waits for the previous batch, the second for the first dispatch. */
    assert_int_equal(count_barriers(f, before), 2);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 2, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, counts);
    f->pipe->delete_compute_state(f->pipe, steps);
    pipe_surface_reference(&surface, NULL);
    for (unsigned i = 0; i < 3; i++)
        pipe_resource_reference(&res[i], NULL);
    f->pipe->destroy(f->pipe);
}

/* Makes dispatches with GLOBAL memory; checks that they are ordered without memory barriers. */
static void test_global_in_order(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL TEMP[0..1]\n"
                               "IMM UINT32 {0, 1, 0, 0}\n"
                               "LOAD TEMP[0].x, RINPUT, IMM[0].xxxx\n"
                               "LOAD TEMP[1].x, RGLOBAL, TEMP[0].xxxx\n"
                               "UADD TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy\n"
                               "STORE RGLOBAL.x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                               "END\n";
    static const struct pipe_compute_state sizes = {.req_input_mem = 4};
    struct pipe_fixture *f = *state;
    void *cs = fixture_try_compute(f, text, &sizes);
    if (!cs)
        skip();
    struct pipe_resource *res = host_words(f);
    uint32_t input = 0;
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->set_global_binding(f->pipe, 0, 1, &res, (uint32_t *[]){&input});
    launch_three(f, &input, false, 2);
    expect_word(f, res, 3);
    f->pipe->set_global_binding(f->pipe, 0, 1, NULL, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    pipe_resource_reference(&res, NULL);
}

/* Two contexts record overlapping batches that write to one buffer; checks that a read in a batch
 * waits for this batch's stores although the other batch writes, too. */
static void test_overlap(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_fixture other = {f->screen, f->screen->context_create(f->screen, NULL, 0)};
    struct pipe_fixture *const both[] = {f, &other};
    struct pipe_resource *res[3];
    void *cs[2];
    for (unsigned i = 0; i < 3; i++)
        res[i] = host_words(f);
    uint64_t before = count_barriers(&other, 0);
    for (unsigned i = 0; i < 2; i++) {
        cs[i] = fixture_compute_shader(both[i], step_text, 0);
        both[i]->pipe->bind_compute_state(both[i]->pipe, cs[i]);
        bind_buffers(both[i], res[0], res[1]);
        launch(both[i], NULL);
    }
    bind_buffers(&other, res[1], res[2]);
    launch(&other, NULL);
    assert_int_equal(count_barriers(&other, before), 2);
    expect_word(f, res[2], 2);
    for (unsigned i = 0; i < 2; i++) {
        bind_buffers(both[i], NULL, NULL);
        both[i]->pipe->bind_compute_state(both[i]->pipe, NULL);
        both[i]->pipe->delete_compute_state(both[i]->pipe, cs[i]);
    }
    for (unsigned i = 0; i < 3; i++)
        pipe_resource_reference(&res[i], NULL);
    other.pipe->destroy(other.pipe);
}

/* Records each kind of write to a buffer; checks that the next barrier has the access flags of that
 * write. Without these flags, the barrier would not make the written memory available. */
static void test_kinds_of_writes(void **state)
{
    static const struct {
        VkPipelineStageFlags2 stage;
        VkAccessFlags2 access;
    } writes[] = {
        {VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT},
        {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT},
        {VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT},
        {VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
         VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT},
        {VK_PIPELINE_STAGE_2_TRANSFORM_FEEDBACK_BIT_EXT,
         VK_ACCESS_2_TRANSFORM_FEEDBACK_WRITE_BIT_EXT},
        {VK_PIPELINE_STAGE_2_TRANSFORM_FEEDBACK_BIT_EXT,
         VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT},
        {VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VK_ACCESS_2_MEMORY_WRITE_BIT},
    };
    struct pipe_fixture *f = *state;
    struct gv_context *ctx = gv_context(f->pipe);
    struct pipe_resource *res = fixture_words(f, 4, NULL);
    struct gv_storage *storage = gv_resource(res)->storage;
    for (unsigned i = 0; i < sizeof(writes) / sizeof(writes[0]); i++) {
        if (writes[i].stage == VK_PIPELINE_STAGE_2_TRANSFORM_FEEDBACK_BIT_EXT &&
            !ctx->dev->caps.transformFeedback)
            continue;
        gv_sync_main(&ctx->rec, storage, writes[i].stage, writes[i].access, true);
        gv_sync_flush_main(&ctx->rec);
        gv_sync_main(&ctx->rec, storage, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                     VK_ACCESS_2_TRANSFER_READ_BIT, false);
        assert_int_equal(ctx->rec.main_barrier.memory.src_access, writes[i].access);
        gv_sync_flush_main(&ctx->rec);
    }
    pipe_resource_reference(&res, NULL);
}

/* Dispatches after resource_changed(); checks that the shared buffer is acquired again, whether the
 * previous dispatch stored to the buffer or not. */
static void test_taken_back(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->screen->get_param(f->screen, PIPE_CAP_MEMOBJ))
        skip();
    struct pipe_resource templ = fixture_template(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 16, 1, 1);
    templ.bind = PIPE_BIND_SHARED;
    struct pipe_resource *shared = fixture_create(f, &templ), *own = fixture_words(f, 4, NULL);
    void *cs = fixture_compute_shader(f, step_text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    for (unsigned i = 0; i < 2; i++) {
        bind_buffers(f, i ? own : shared, i ? shared : own);
        launch(f, NULL);
        f->screen->resource_changed(f->screen, shared);
        assert_true(gv_resource(shared)->storage->outside);
        bind_buffers(f, i ? own : shared, i ? shared : own);
        launch(f, NULL);
        assert_false(gv_resource(shared)->storage->outside);
    }
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 2, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    pipe_resource_reference(&shared, NULL);
    pipe_resource_reference(&own, NULL);
}

/* Lets the device write a query's result, between two dispatches, to memory that both dispatches
 * load; checks the barriers, and that the second dispatch loads the result. */
static void test_result_between_grids(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->pipe->get_query_result_resource)
        skip();
    struct pipe_resource *from = host_words(f), *to = host_words(f);
    struct pipe_query *query = f->pipe->create_query(f->pipe, PIPE_QUERY_GPU_FINISHED, 0);
    void *cs = fixture_compute_shader(f, step_text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->end_query(f->pipe, query);
    bind_buffers(f, from, to);
    uint64_t before = count_barriers(f, 0);
    launch(f, NULL);
    f->pipe->get_query_result_resource(f->pipe, query, true, PIPE_QUERY_TYPE_U32, 0, from, 0);
    launch(f, NULL);
    assert_int_equal(count_barriers(f, before), 2);
    expect_word(f, to, 2);
    bind_buffers(f, NULL, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    f->pipe->destroy_query(f->pipe, query);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&to, NULL);
}

/* Lets a dispatch write the size of an indirect dispatch; checks that the indirect dispatch has
 * this size. */
static void test_made_size(void **state)
{
    static const char text[] = "COMP\n"
                               "DCL BUFFER[0]\n"
                               "DCL BUFFER[1]\n"
                               "DCL TEMP[0]\n"
                               "IMM[0] UINT32 {0, 3, 1, 4}\n"
                               "STORE BUFFER[0].xyz, IMM[0].wwww, IMM[0].yyzz\n"
                               "ATOMUADD TEMP[0].x, BUFFER[1], IMM[0].xxxx, IMM[0].zzzz\n"
                               "END\n";
    struct pipe_fixture *f = *state;
    struct pipe_resource *size = fixture_words(f, 4, NULL), *count = fixture_words(f, 4, NULL);
    const struct pipe_grid_info info = {.block = {1, 1, 1}, .indirect = size, .indirect_offset = 4};
    void *cs = fixture_compute_shader(f, text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    bind_buffers(f, size, count);
    launch(f, NULL);
    f->pipe->memory_barrier(f->pipe, PIPE_BARRIER_INDIRECT_BUFFER | PIPE_BARRIER_SHADER_BUFFER);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    f->pipe->launch_grid(f->pipe, &info);
    expect_word(f, count, 1 + 3 * 3);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 1, 1, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    pipe_resource_reference(&size, NULL);
    pipe_resource_reference(&count, NULL);
}

/* ---- Draws */

enum {
    MAX_DRAWS = 4
};

/* A step of a case: a memory barrier, or a draw that uses the tested buffer in one of several ways
 * or does not use it. */
enum deed {
    NOTHING,
    FS_COUNTS,
    VS_COUNTS,
    FS_LOADS,
    VS_FETCHES,  /* reads the buffer as a vertex buffer */
    ASK,         /* issues a memory barrier for shader buffers */
    ASK_TARGETS, /* issues a memory barrier for framebuffers */
};

/* The shaders and vertex buffers for all uses. */
struct deeds {
    void *vs[2], *fs[3]; /* vs[1] and fs[1] count in the buffer; fs[2] loads from the buffer */
    struct pipe_resource *vertices, *uniforms[2], *words;
};

static const char *const deed_vs_texts[2] = {
    fixture_vertex_text,
    "VERT\n"
    "DCL IN[0]\n"
    "DCL IN[1]\n"
    "DCL OUT[0], POSITION\n"
    "DCL OUT[1], GENERIC[0]\n"
    "DCL BUFFER[0]\n"
    "DCL TEMP[0]\n"
    "IMM[0] UINT32 {4, 1, 0, 0}\n"
    "ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"
    "MOV OUT[0], IN[0]\n"
    "MOV OUT[1], IN[1]\n"
    "END\n",
};

#define DEED_FS(op)                                                                                \
    "FRAG\n"                                                                                       \
    "DCL OUT[0], COLOR\n"                                                                          \
    "DCL CONST[1][0]\n"                                                                            \
    "DCL BUFFER[0]\n"                                                                              \
    "DCL TEMP[0]\n"                                                                                \
    "IMM[0] UINT32 {0, 1, 0, 0}\n" op "MOV OUT[0], CONST[1][0]\n"                                  \
    "END\n"

static const char *const deed_fs_texts[3] = {
    DEED_FS("MOV TEMP[0].x, IMM[0].xxxx\n"),
    DEED_FS("ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"),
    DEED_FS("LOAD TEMP[0].x, BUFFER[0], IMM[0].xxxx\n"),
};

/* Returns whether vertex shaders can do VS_COUNTS. */
static bool vertex_shaders_store(const struct pipe_fixture *f)
{
    return f->screen->get_shader_param(f->screen, PIPE_SHADER_VERTEX,
                                       PIPE_SHADER_CAP_MAX_SHADER_BUFFERS) > 0;
}

static void make_deeds(struct pipe_fixture *f, struct deeds *d)
{
    static const struct kit_vertex quad_vertices[3] = {
        {{-1, -1, 0, 1}, {0}}, {{3, -1, 0, 1}, {0}}, {{-1, 3, 0, 1}, {0}}};
    for (unsigned i = 0; i < 2; i++) {
        const char *text = deed_vs_texts[vertex_shaders_store(f) ? i : 0];
        d->vs[i] = fixture_shader(f, f->pipe->create_vs_state, text, NULL);
        d->uniforms[i] = fixture_words(f, 4, NULL);
    }
    for (unsigned i = 0; i < 3; i++)
        d->fs[i] = fixture_shader(f, f->pipe->create_fs_state, deed_fs_texts[i], NULL);
    d->vertices = fixture_buffer_of(f, quad_vertices, sizeof(quad_vertices));
    d->words = fixture_words(f, sizeof(quad_vertices) / 4, NULL);
}

static void delete_deeds(struct pipe_fixture *f, struct deeds *d)
{
    for (unsigned i = 0; i < 2; i++) {
        f->pipe->delete_vs_state(f->pipe, d->vs[i]);
        pipe_resource_reference(&d->uniforms[i], NULL);
    }
    for (unsigned i = 0; i < 3; i++)
        f->pipe->delete_fs_state(f->pipe, d->fs[i]);
    pipe_resource_reference(&d->vertices, NULL);
    pipe_resource_reference(&d->words, NULL);
}

/* Makes the draw or the memory barrier `deed`. Each draw has a different uniform buffer than the
 * previous draw. */
static void do_deed(struct pipe_fixture *f, const struct deeds *d, enum deed deed, unsigned turn)
{
    struct pipe_context *pipe = f->pipe;
    if (deed == ASK || deed == ASK_TARGETS) {
        pipe->memory_barrier(pipe,
                             deed == ASK ? PIPE_BARRIER_SHADER_BUFFER : PIPE_BARRIER_FRAMEBUFFER);
        return;
    }
    const struct pipe_vertex_buffer vertices = {
        .stride = sizeof(struct kit_vertex),
        .buffer = deed == VS_FETCHES ? d->words : d->vertices,
    };
    const struct pipe_constant_buffer uniforms = {.buffer = d->uniforms[turn % 2],
                                                  .buffer_size = 16};
    pipe->set_vertex_buffers(pipe, 0, 1, &vertices);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_FRAGMENT, 1, &uniforms);
    pipe->bind_vs_state(pipe, d->vs[deed == VS_COUNTS]);
    pipe->bind_fs_state(pipe, d->fs[deed == FS_COUNTS ? 1 : deed == FS_LOADS ? 2 : 0]);
    pipe->draw_vbo(pipe, &triangle);
}

/* Makes draws that store to one buffer, with other bindings in between; checks that the draws stay
 * in one rendering, which ends only before a draw that must wait for a store. */
static void test_stores_of_draws(void **state)
{
    static const struct {
        enum deed deeds[MAX_DRAWS];
        unsigned num_renderings;
    } cases[] = {
        {{FS_COUNTS, FS_COUNTS, FS_COUNTS}, 1},
        {{FS_COUNTS, ASK, FS_COUNTS, FS_COUNTS}, 2},
        {{FS_LOADS, ASK, FS_LOADS}, 1},
        {{FS_LOADS, ASK_TARGETS, FS_LOADS}, 2}, /* shaders may have stored to the targets */
        {{FS_COUNTS, FS_LOADS, FS_LOADS, FS_COUNTS}, 3},
        {{FS_COUNTS, VS_FETCHES, FS_COUNTS}, 3},
        /* A stage that uses the buffer for the first time must wait for the stores of other stages.
         */
        {{VS_COUNTS, FS_COUNTS, VS_COUNTS, FS_COUNTS}, 2},
        {{VS_COUNTS, FS_LOADS, FS_COUNTS, VS_COUNTS}, 4},
    };
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    struct deeds d;
    uint32_t counted = 0;
    kit_init(&k, f, 0, NULL);
    make_deeds(f, &d);
    const struct pipe_shader_buffer buffer = {.buffer = d.words, .buffer_size = 16};
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_VERTEX, 0, 1, &buffer);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, &buffer);
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (cases[i].deeds[0] == VS_COUNTS && !vertex_shaders_store(f))
            continue;
        f->pipe->flush(f->pipe, NULL, 0);
        uint64_t before = gv_context(f->pipe)->rec.stats.renderings;
        for (unsigned turn = 0; turn < MAX_DRAWS && cases[i].deeds[turn]; turn++) {
            do_deed(f, &d, cases[i].deeds[turn], turn);
            counted += cases[i].deeds[turn] == FS_COUNTS;
        }
        uint64_t num = gv_context(f->pipe)->rec.stats.renderings - before;
        if (num != cases[i].num_renderings)
            fail_msg("case %u: %u renderings, not %u", i, (unsigned)num, cases[i].num_renderings);
    }
    expect_word(f, d.words, counted * KIT_SIZE * KIT_SIZE);
    f->pipe->set_constant_buffer(f->pipe, PIPE_SHADER_FRAGMENT, 1, NULL);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_VERTEX, 0, 1, NULL);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    kit_finish(&k);
    delete_deeds(f, &d);
}

/* Reads a constant buffer in each stage; checks that hazard tracking records that stage as the
 * reader. */
static void test_stages(void **state)
{
    static const char tes_text[] = "TESS_EVAL\n"
                                   "PROPERTY TES_PRIM_MODE 4\n"
                                   "PROPERTY TES_SPACING 2\n"
                                   "DCL IN[][0], POSITION\n"
                                   "DCL IN[][1], GENERIC[0]\n"
                                   "DCL OUT[0], POSITION\n"
                                   "DCL OUT[1], GENERIC[0]\n"
                                   "MOV OUT[0], IN[0][0]\n"
                                   "MOV OUT[1], IN[0][1]\n"
                                   "END\n";
    static const VkPipelineStageFlags2 expected[] = {
        [PIPE_SHADER_VERTEX] = VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT,
        [PIPE_SHADER_FRAGMENT] = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
        [PIPE_SHADER_GEOMETRY] = VK_PIPELINE_STAGE_2_GEOMETRY_SHADER_BIT,
        [PIPE_SHADER_TESS_CTRL] = VK_PIPELINE_STAGE_2_TESSELLATION_CONTROL_SHADER_BIT,
        [PIPE_SHADER_TESS_EVAL] = VK_PIPELINE_STAGE_2_TESSELLATION_EVALUATION_SHADER_BIT,
        [PIPE_SHADER_COMPUTE] = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
    };
    struct pipe_fixture *f = *state;
    const struct gv_vk_caps *caps = &gv_context(f->pipe)->dev->caps;
    if (!caps->tessellationShader ||
        !caps->geometryShader) /* lowered stages read as compute shaders */
        skip();
    struct draw_kit k;
    struct pipe_resource *constants[PIPE_SHADER_COMPUTE + 1];
    void *tes = fixture_shader(f, f->pipe->create_tes_state, tes_text, NULL);
    void *gs = fixture_shader(f, f->pipe->create_gs_state, KIT_GEOMETRY_PASSES, NULL);
    void *cs = fixture_compute_shader(f, "COMP\nEND\n", 0);
    for (unsigned s = 0; s <= PIPE_SHADER_COMPUTE; s++) {
        constants[s] = fixture_words(f, 4, NULL);
        const struct pipe_constant_buffer cb = {.buffer = constants[s], .buffer_size = 16};
        f->pipe->set_constant_buffer(f->pipe, s, 0, &cb);
    }
    kit_init(&k, f, 0, NULL);
    k.patch_vertices = 3;
    f->pipe->bind_tes_state(f->pipe, tes);
    f->pipe->bind_gs_state(f->pipe, gs);
    kit_draw(&k, PIPE_PRIM_PATCHES, (const struct kit_vertex[3]){{{0}, {0}}}, 3);
    f->pipe->bind_compute_state(f->pipe, cs);
    launch(f, NULL);
    for (unsigned s = 0; s <= PIPE_SHADER_COMPUTE; s++) {
        assert_int_equal(gv_resource(constants[s])->storage->hazards.read_stages, expected[s]);
        f->pipe->set_constant_buffer(f->pipe, s, 0, NULL);
        pipe_resource_reference(&constants[s], NULL);
    }
    f->pipe->bind_tes_state(f->pipe, NULL);
    f->pipe->bind_gs_state(f->pipe, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_tes_state(f->pipe, tes);
    f->pipe->delete_gs_state(f->pipe, gs);
    f->pipe->delete_compute_state(f->pipe, cs);
    kit_finish(&k);
}

/* Draws vertices at aligned and unaligned addresses; checks that the vertex shader itself fetches
 * vertices only if they are unaligned. */
static void test_pulled_vertices(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    struct pipe_resource *words = fixture_words(f, 32, NULL);
    kit_init(&k, f, 0, NULL);
    for (unsigned odd = 0; odd < 2; odd++) {
        const struct pipe_vertex_buffer vertices = {
            .stride = sizeof(struct kit_vertex), .buffer_offset = odd, .buffer = words};
        f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vertices);
        f->pipe->draw_vbo(f->pipe, &triangle);
        const struct gv_hazards *hazards = &gv_resource(words)->storage->hazards;
        bool fetches = hazards->read_stages & VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT;
        assert_int_equal(fetches, odd);
    }
    kit_finish(&k);
    pipe_resource_reference(&words, NULL);
}

/* Makes a dispatch between two draws to one target, which the dispatch does not use; checks the
 * last draw's pixels and the dispatch's result. */
static void test_dispatch_between_draws(void **state)
{
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    struct pipe_resource *from = fixture_words(f, 4, NULL), *to = fixture_words(f, 4, NULL);
    void *cs = fixture_compute_shader(f, step_text, 0);
    kit_init(&k, f, 0, NULL);
    kit_clear(&k, 0, 0, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    bind_buffers(f, from, to);
    kit_fill(&k, 1, 0, 0, 0);
    launch(f, NULL);
    kit_fill(&k, 0, 1, 0, 0);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xff00ff00);
    expect_word(f, to, 1);
    f->pipe->set_shader_buffers(f->pipe, PIPE_SHADER_COMPUTE, 0, 2, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    kit_finish(&k);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&to, NULL);
}

/* Draws from a vertex buffer that stays bound while dispatches overwrite it; checks the barriers
 * and the last image. */
static void test_drawn_in_order(void **state)
{
    /* Writes the positions of a triangle that covers the target; the colour of all vertices is (0,
     * blue, blue, 1). */
    static const char text[] = "COMP\n"
                               "DCL RES[0], BUFFER, RAW, WR\n"
                               "DCL SV[0], THREAD_ID[0]\n"
                               "DCL TEMP[0..2]\n"
                               "IMM UINT32 {0, 32, 16, 1}\n"
                               "IMM UINT32 {2, 0, 0, 0}\n"
                               "IMM FLT32 {-1.0, 3.0, 0.0, 1.0}\n"
                               "LOAD TEMP[2].x, RINPUT, IMM[0].xxxx\n"
                               "USEQ TEMP[1].x, SV[0].xxxx, IMM[0].wwww\n"
                               "USEQ TEMP[1].y, SV[0].xxxx, IMM[1].xxxx\n"
                               "UCMP TEMP[0].xy, TEMP[1], IMM[2].yyyy, IMM[2].xxxx\n"
                               "MOV TEMP[0].zw, IMM[2].zzzw\n"
                               "UMUL TEMP[1].x, SV[0].xxxx, IMM[0].yyyy\n"
                               "STORE RES[0].xyzw, TEMP[1].xxxx, TEMP[0]\n"
                               "UADD TEMP[1].x, TEMP[1].xxxx, IMM[0].zzzz\n"
                               "MOV TEMP[0], IMM[2].zzzw\n"
                               "MOV TEMP[0].yz, TEMP[2].xxxx\n"
                               "STORE RES[0].xyzw, TEMP[1].xxxx, TEMP[0]\n"
                               "END\n";
    static const struct pipe_compute_state sizes = {.req_input_mem = 4};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    struct pipe_resource *res = fixture_words(f, 24, NULL);
    const struct pipe_vertex_buffer vertices = {.stride = sizeof(struct kit_vertex), .buffer = res};
    const struct pipe_surface templ = {
        .format = PIPE_FORMAT_R32_UINT, .writable = 1, .u.buf.last_element = 23};
    struct pipe_surface *surface = f->pipe->create_surface(f->pipe, res, &templ);
    void *cs = fixture_compute(f, text, &sizes);
    kit_init(&k, f, 0, NULL);
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->set_compute_resources(f->pipe, 0, 1, &surface);
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vertices);
    uint64_t before = count_barriers(f, 0);
    for (unsigned i = 0; i < 3; i++) {
        const float blue = (float)i / 2;
        const struct pipe_grid_info info = {.block = {3, 1, 1}, .grid = {1, 1, 1}, .input = &blue};
        f->pipe->launch_grid(f->pipe, &info);
        f->pipe->draw_vbo(f->pipe, &triangle);
    }
    /* Each draw waits for a dispatch, in a barrier that also covers the target. The first draw
     * needs two barriers instead, since the target's barrier is moved to the beginning of the
     * batch. Each dispatch but the first waits for a draw. */
    assert_int_equal(count_barriers(f, before), 2 + 2 + 2);
    assert_int_equal(kit_pixel(&k, 3, 3), 0xffffff00);
    f->pipe->set_compute_resources(f->pipe, 0, 1, NULL);
    f->pipe->bind_compute_state(f->pipe, NULL);
    f->pipe->delete_compute_state(f->pipe, cs);
    pipe_surface_reference(&surface, NULL);
    kit_finish(&k);
    pipe_resource_reference(&res, NULL);
}

/* ---- Scopes */

/* Records a write and then reads of four kinds, in every order; checks that the barriers contain
 * each read's access flag together with the stage that reads. */
static void test_scopes_of_reads(void **state)
{
    static const struct {
        VkPipelineStageFlags2 stages;
        VkAccessFlags2 access;
    } kinds[] = {
        {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_SAMPLED_READ_BIT},
        {VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT, VK_ACCESS_2_UNIFORM_READ_BIT},
        {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_UNIFORM_READ_BIT},
        {VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT, VK_ACCESS_2_SHADER_SAMPLED_READ_BIT},
    };
    enum {
        NUM_KINDS = sizeof(kinds) / sizeof(kinds[0])
    };
    struct pipe_fixture *f = *state;
    for (unsigned order = 0; order < NUM_KINDS * NUM_KINDS * NUM_KINDS * NUM_KINDS; order++) {
        struct pipe_resource *buffer = host_words(f);
        struct gv_hazards *h = &gv_resource(buffer)->storage->hazards;
        bool sees[NUM_KINDS] = {false};
        gv_hazards_lock(h);
        gv_hazards_add(h, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                       VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT, true, h->layout);
        for (unsigned i = 0, rest = order; i < NUM_KINDS; i++, rest /= NUM_KINDS) {
            const unsigned kind = rest % NUM_KINDS;
            const struct gv_vk_barrier b =
                gv_hazards_add(h, kinds[kind].stages, kinds[kind].access, false, h->layout);
            for (unsigned k = 0; k < NUM_KINDS; k++)
                sees[k] |= (b.dst_stages & kinds[k].stages) && (b.dst_access & kinds[k].access);
            if (!sees[kind])
                fail_msg("order %u: read %u does not wait for the write", order, i);
        }
        gv_hazards_unlock(h);
        pipe_resource_reference(&buffer, NULL);
    }
}

/* ---- Renderings */

/* Draws from a buffer that the previous batch wrote, copies from it, and draws from it again;
 * checks that the copy is moved before all draws, so that the draws stay in one rendering. */
static void test_copy_between_draws(void **state)
{
    static const struct kit_vertex quad_vertices[] = {{{-1, -1, 0, 1}, {1, 0, 0, 1}},
                                                      {{3, -1, 0, 1}, {1, 0, 0, 1}},
                                                      {{-1, 3, 0, 1}, {1, 0, 0, 1}}};
    struct pipe_fixture *f = *state;
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    struct pipe_resource *written = fixture_buffer_of(f, quad_vertices, sizeof(quad_vertices));
    struct pipe_resource *read = fixture_buffer(f, sizeof(quad_vertices), PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *to = fixture_buffer(f, sizeof(quad_vertices), PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box all = fixture_box(0, 0, 0, sizeof(quad_vertices), 1, 1);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(quad_vertices[0]), .buffer = read};
    f->pipe->resource_copy_region(f->pipe, read, 0, 0, 0, 0, written, 0, &all);
    f->pipe->flush(f->pipe, NULL, 0);

    const uint64_t before = gv_context(f->pipe)->rec.stats.renderings;
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vb);
    f->pipe->draw_vbo(f->pipe, &triangle);
    f->pipe->resource_copy_region(f->pipe, to, 0, 0, 0, 0, read, 0, &all);
    f->pipe->draw_vbo(f->pipe, &triangle);
    f->pipe->flush(f->pipe, NULL, 0);
    assert_int_equal(gv_context(f->pipe)->rec.stats.renderings - before, 1);

    uint8_t *bytes = fixture_read(f, to, 0, &all);
    fixture_expect_bytes(quad_vertices, bytes, sizeof(quad_vertices), "the copy");
    free(bytes);
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, NULL);
    pipe_resource_reference(&written, NULL);
    pipe_resource_reference(&read, NULL);
    pipe_resource_reference(&to, NULL);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grids),
        cmocka_unit_test(test_memory_barriers),
        cmocka_unit_test(test_resources_in_order),
        cmocka_unit_test(test_order_ends),
        cmocka_unit_test(test_global_in_order),
        cmocka_unit_test(test_kinds_of_writes),
        cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_taken_back),
        cmocka_unit_test(test_result_between_grids),
        cmocka_unit_test(test_made_size),
        cmocka_unit_test(test_stores_of_draws),
        cmocka_unit_test(test_stages),
        cmocka_unit_test(test_pulled_vertices),
        cmocka_unit_test(test_dispatch_between_draws),
        cmocka_unit_test(test_drawn_in_order),
        cmocka_unit_test(test_copy_between_draws),
        cmocka_unit_test(test_scopes_of_reads),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
