/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs a session with all kinds of objects again and again. In the k-th run, the k-th allocation
 * fails, or the k-th creation of an object in the driver. The session must not crash, leak or free
 * memory twice, and the renderer must work afterwards. */
#include <stdlib.h>
#include <string.h>

#include "failing_alloc.h"
#include "virgl/api/busy.h"
#include "wire.h"

/* ---- A session ------------------------------------------------------------------------------ */

enum {
    VERTICES = 1,
    TEXTURE,
    DEPTH,
    RESULT,
    FENCE,
    STAGING,
    NUM_RESOURCES = STAGING
};

static uint8_t memory[NUM_RESOURCES + 1][64 * 64 * 4];

static void create(struct wire *w, uint32_t handle, struct gv_virgl_resource_args args,
                   uint32_t bind)
{
    struct iovec iov[2] = {{memory[handle], 100}, {memory[handle] + 100, 64 * 64 * 4 - 100}};
    args.handle = handle;
    args.bind = bind;
    wire_create(w, &args, iov, 2);
}

static void create_resources(struct wire *w)
{
    create(w, VERTICES, wire_args_buffer(4096), 0);
    create(w, TEXTURE, wire_args_2d(PIPE_FORMAT_B8G8R8A8_UNORM, 64, 64), 0);
    create(w, DEPTH, wire_args_2d(PIPE_FORMAT_Z32_FLOAT, 64, 64), 0);
    create(w, RESULT, wire_args_buffer(16), GV_VIRGL_BIND_CUSTOM);
    create(w, STAGING, wire_args_buffer(4096), GV_VIRGL_BIND_STAGING);
}

/* Writes the whole session; after a failed creation, later uses of the object are rejected. */
static void write_session(struct wire *w)
{
    uint32_t mask = 0xfu << 27;
    WIRE(w, TRANSFER3D, VERTICES, 0, 0, 0, 0, 0, 0, 0, 4096, 1, 1, 0, 1);
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SUB_CTX, 1);
    WIRE_CREATE(w, BLEND, 10, 0, 0, mask, mask, mask, mask, mask, mask, mask, mask);
    WIRE_CREATE(w, DSA, 11, 0, 0, 0, 0);
    WIRE_CREATE(w, RASTERIZER, 12, 0, 0, 0, 0, 0, 0, 0, 0);
    WIRE_CREATE(w, VERTEX_ELEMENTS, 13, 0, 0, 0, PIPE_FORMAT_R32G32B32A32_FLOAT);
    WIRE_CREATE(w, SAMPLER_STATE, 14, 0, 0, 0, 0, 0, 0, 0, 0);
    WIRE_CREATE(w, SAMPLER_VIEW, 15, TEXTURE, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 0, 0x688);
    WIRE_CREATE(w, SURFACE, 16, TEXTURE, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 0);
    WIRE_CREATE(w, SURFACE, 17, DEPTH, PIPE_FORMAT_Z32_FLOAT, 0, 0);
    WIRE_CREATE(w, QUERY, 18, GV_VIRGL_QUERY_OCCLUSION_COUNTER, 0, RESULT);
    WIRE_CREATE(w, STREAMOUT_TARGET, 19, VERTICES, 0, 64);
    wire_shader_packets(w, 20, PIPE_SHADER_VERTEX, wire_vs_text, strlen(wire_vs_text) + 1, 16);
    wire_shader_packets(w, 21, PIPE_SHADER_FRAGMENT, wire_fs_text, strlen(wire_fs_text) + 1, 4096);
    WIRE_BIND(w, BLEND, 10);
    WIRE_BIND(w, DSA, 11);
    WIRE_BIND(w, RASTERIZER, 12);
    WIRE_BIND(w, VERTEX_ELEMENTS, 13);
    WIRE(w, BIND_SAMPLER_STATES, PIPE_SHADER_FRAGMENT, 0, 14);
    WIRE(w, SET_SAMPLER_VIEWS, PIPE_SHADER_FRAGMENT, 0, 15);
    WIRE(w, SET_FRAMEBUFFER_STATE, 1, 17, 16);
    WIRE(w, SET_VERTEX_BUFFERS, 16, 0, VERTICES);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, 19);
    WIRE(w, BIND_SHADER, 20, PIPE_SHADER_VERTEX);
    WIRE(w, BIND_SHADER, 21, PIPE_SHADER_FRAGMENT);
    WIRE(w, BEGIN_QUERY, 18);
    WIRE(w, CLEAR, PIPE_CLEAR_COLOR0, 0, 0, 0, 0, 0, 0, 0);
    wire_draw(w);
    WIRE(w, END_QUERY, 18);
    WIRE(w, GET_QUERY_RESULT, 18, 0);
    WIRE(w, COPY_TRANSFER3D, TEXTURE, 0, 0, 64, 0, 0, 0, 0, 16, 4, 1, STAGING, 0, 1);
    WIRE(w, RESOURCE_COPY_REGION, VERTICES, 0, 4, 0, 0, VERTICES, 0, 0, 0, 0, 64, 1, 1);
    WIRE(w, DESTROY_OBJECT, 16);
    WIRE(w, DESTROY_OBJECT, 20);
}

static void run_session(struct wire *w)
{
    struct pipe_box box = wire_box(0, 0, 0, 64, 64, 1);
    create_resources(w);
    write_session(w);
    wire_submit(w);
    create(w, FENCE, wire_args_buffer(8), GV_VIRGL_BIND_CUSTOM);
    gv_virgl_resource_busy(w->r, FENCE, true);
    gv_virgl_resource_busy(w->r, RESULT, true);
    wire_get(w, TEXTURE, 0, &box, 0, 0, 0);
}

/* Runs the whole session without a failure, which proves that the session works and that the
 * previous run left nothing. */
static void expect_clean_run(struct wire *w)
{
    wire_restart(w, NULL);
    memset(memory, 0, sizeof(memory));
    memory[RESULT][0] = GV_VIRGL_QUERY_STATE_WAIT_HOST;
    unsigned draws = w->screen->counts.draws;
    run_session(w);
    wire_expect_no_line(w);
    assert_int_equal(w->screen->counts.draws, draws + 1);
    assert_int_equal(memory[RESULT][0], GV_VIRGL_QUERY_STATE_DONE);
    wire_restart(w, NULL);
}

static void every_thing_the_driver_makes(void **state)
{
    struct wire *w = *state;
    bool all_made = false;
    int k;
    for (k = 0; !all_made; k++) {
        wire_restart(w, NULL);
        w->screen->fail_after = k;
        run_session(w);
        all_made = w->screen->fail_after >= 0;
        w->screen->fail_after = -1;
        w->num_lines = 0;
    }
    assert_true(k > 15);
    expect_clean_run(w);
}

static void every_allocation(void **state)
{
    struct wire *w = *state;
    bool all_made = false;
    unsigned long k;
    for (k = 0; !all_made; k++) {
        wire_restart(w, NULL);
        /* Calls the renderer directly: allocations of the fixture must not fail. */
        create_resources(w);
        gv_virgl_resource_unref(w->r, TEXTURE);
        gv_virgl_resource_unref(w->r, VERTICES);
        write_session(w);
        failing_alloc_begin(k, k + 1);
        create(w, VERTICES, wire_args_buffer(4096), 0);
        create(w, TEXTURE, wire_args_2d(PIPE_FORMAT_B8G8R8A8_UNORM, 64, 64), 0);
        gv_virgl_submit(w->ctx, w->dwords, w->len_dw);
        create(w, FENCE, wire_args_buffer(8), GV_VIRGL_BIND_CUSTOM);
        gv_virgl_resource_busy(w->r, FENCE, true);
        gv_virgl_resource_busy(w->r, RESULT, true);
        all_made = failing_alloc_end() <= k;
        w->len_dw = 0;
        w->num_lines = 0;
    }
    assert_true(k > 40);
    expect_clean_run(w);
}

static void creating_a_renderer(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_params params = {.screen = &w->screen->base};
    struct gv_virgl_renderer *r = NULL;
    enum galvan_result result = GALVAN_ERROR_NO_MEMORY;
    for (unsigned long k = 0; result != GALVAN_OK; k++) {
        failing_alloc_begin(k, k + 1);
        result = gv_virgl_renderer_create(&params, &r);
        failing_alloc_end();
        assert_true(result == GALVAN_OK || (result == GALVAN_ERROR_NO_MEMORY && !r));
    }
    gv_virgl_renderer_destroy(r);
    gv_virgl_renderer_destroy(NULL);
    params.screen = NULL;
    assert_int_equal(gv_virgl_renderer_create(&params, &r), GALVAN_ERROR_INVALID);
    assert_int_equal(gv_virgl_renderer_create(NULL, &r), GALVAN_ERROR_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(every_thing_the_driver_makes),
        WIRE_TEST(every_allocation),
        WIRE_TEST(creating_a_renderer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
