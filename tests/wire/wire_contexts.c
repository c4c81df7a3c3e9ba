/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Contexts of one renderer: which resources each of them can use, the order between them, and their
 * end. */
#include <string.h>

#include "wire.h"

/* Creates a context and makes it current for later commands. */
static struct gv_virgl_context *new_context(struct wire *w)
{
    struct gv_virgl_context *ctx = NULL;
    assert_int_equal(gv_virgl_context_create(w->r, NULL, &ctx), GALVAN_OK);
    w->ctx = ctx;
    return ctx;
}

static void try_surface(struct wire *w, uint32_t texture)
{
    WIRE_CREATE(w, SURFACE, wire_handle(w), texture, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 0);
}

static void resources_are_seen_where_they_are_attached(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_context *first = w->ctx;
    uint32_t texture = wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 8, 8);
    struct gv_virgl_context *second = new_context(w);
    try_surface(w, texture);
    wire_refuse(w, "unknown resource");
    assert_int_equal(gv_virgl_context_attach(second, texture), GALVAN_OK);
    assert_int_equal(gv_virgl_context_attach(second, texture), GALVAN_OK);
    try_surface(w, texture);
    wire_accept(w);
    gv_virgl_context_detach(second, texture);
    gv_virgl_context_detach(second, texture);
    try_surface(w, texture);
    wire_refuse(w, "unknown resource");
    w->ctx = first;
    try_surface(w, texture);
    wire_accept(w);
    assert_int_equal(gv_virgl_context_attach(second, 99), GALVAN_ERROR_INVALID);
    assert_int_equal(w->num_lines, 1);
}

static void a_handle_used_again_is_not_attached(void **state)
{
    struct wire *w = *state;
    uint32_t texture = wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 8, 8);
    struct gv_virgl_resource_args args = wire_args_2d(PIPE_FORMAT_B8G8R8A8_UNORM, 4, 4);
    gv_virgl_resource_unref(w->r, texture);
    args.handle = texture;
    assert_int_equal(gv_virgl_resource_create(w->r, &args, NULL, 0), GALVAN_OK);
    try_surface(w, texture);
    wire_refuse(w, "unknown resource");
}

static void objects_belong_to_their_context(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_context *first = w->ctx;
    WIRE_CREATE(w, DSA, 100, 0, 0, 0, 0);
    WIRE(w, CREATE_SUB_CTX, 7);
    wire_accept(w);
    struct gv_virgl_context *second = new_context(w);
    WIRE_BIND(w, DSA, 100);
    wire_refuse(w, "unknown");
    WIRE(w, SET_SUB_CTX, 7);
    wire_refuse(w, "unknown sub-context");
    WIRE_CREATE(w, RASTERIZER, 100, 0, 0, 0, 0, 0, 0, 0, 0);
    WIRE_BIND(w, RASTERIZER, 100);
    wire_accept(w);
    gv_virgl_context_destroy(second);
    w->ctx = first;
    WIRE_BIND(w, DSA, 100);
    WIRE(w, SET_SUB_CTX, 7);
    wire_accept(w);
    assert_int_equal(w->screen->live.contexts, 1);
    assert_int_equal(w->screen->live.csos, 1);
}

/* Draws in several contexts; checks that a context's commands are submitted before another
 * context's, so that the latter sees the results. */
static void work_is_flushed_between_contexts(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_context *first = w->ctx;
    struct pipe_box box = wire_box(0, 0, 0, 64, 1, 1);
    uint32_t buffer = wire_buffer(w, 64);
    struct gv_virgl_context *second = new_context(w);
    w->ctx = first;
    assert_int_equal(wire_put(w, buffer, 0, &box, 0, 0, 0), GALVAN_OK);
    unsigned flushes = w->screen->counts.flushes;
    w->ctx = second;
    WIRE(w, MEMORY_BARRIER, 1);
    wire_accept(w);
    assert_int_equal(w->screen->counts.flushes, flushes + 1);
    w->ctx = first;
    assert_int_equal(wire_put(w, buffer, 0, &box, 0, 0, 0), GALVAN_OK);
    flushes = w->screen->counts.flushes;
    gv_virgl_context_destroy(first);
    assert_int_equal(w->screen->counts.flushes, flushes + 1);
    w->ctx = second;
    WIRE(w, MEMORY_BARRIER, 1);
    wire_accept(w);
}

static void transfers_ask_for_attachment(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_context *first = w->ctx;
    struct pipe_box box = wire_box(0, 0, 0, 8, 8, 1);
    uint32_t texture = wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 8, 8);
    struct gv_virgl_transfer t = {.ctx = new_context(w), .handle = texture, .box = &box};
    assert_int_equal(gv_virgl_transfer_put(w->r, &t), GALVAN_ERROR_INVALID);
    assert_int_equal(gv_virgl_transfer_get(w->r, &t), GALVAN_ERROR_INVALID);
    t.ctx = first;
    assert_int_equal(gv_virgl_transfer_put(w->r, &t), GALVAN_OK);
    t.ctx = NULL;
    assert_int_equal(gv_virgl_transfer_get(w->r, &t), GALVAN_OK);
}

static void transfers_without_any_context(void **state)
{
    struct wire *w = *state;
    struct pipe_box box = wire_box(0, 0, 0, 8, 8, 1);
    uint32_t texture = wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 8, 8);
    const struct gv_virgl_transfer t = {.handle = texture, .box = &box};
    gv_virgl_context_destroy(w->ctx);
    memset(wire_backing(w, texture), 0x5a, 256);
    assert_int_equal(gv_virgl_transfer_put(w->r, &t), GALVAN_OK);
    memset(wire_backing(w, texture), 0, 256);
    assert_int_equal(gv_virgl_transfer_get(w->r, &t), GALVAN_OK);
    assert_int_equal(wire_backing(w, texture)[255], 0x5a);
}

/* Transfers with memory other than the backing, in pieces that split a texel; checks the bytes. */
static void transfers_with_other_memory(void **state)
{
    struct wire *w = *state;
    uint8_t memory[256];
    struct iovec iov[2] = {{memory, 101}, {memory + 101, 155}};
    struct pipe_box box = wire_box(0, 0, 0, 8, 8, 1);
    uint32_t texture = wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 8, 8);
    struct gv_virgl_transfer t = {.handle = texture, .box = &box, .iov = iov, .num_iov = 2};
    for (unsigned i = 0; i < sizeof(memory); i++)
        memory[i] = (uint8_t)i;
    assert_int_equal(gv_virgl_transfer_put(w->r, &t), GALVAN_OK);
    memset(memory, 0, sizeof(memory));
    assert_int_equal(gv_virgl_transfer_get(w->r, &t), GALVAN_OK);
    for (unsigned i = 0; i < sizeof(memory); i++)
        assert_int_equal(memory[i], (uint8_t)i);
    assert_int_equal(wire_backing(w, texture)[1], 0);

    iov[1].iov_len = 154; /* attack transfer_iov_shorter_than_box */
    assert_int_equal(gv_virgl_transfer_get(w->r, &t), GALVAN_ERROR_INVALID);
    t.num_iov = 0; /* attack transfer_iov_zero_entries */
    assert_int_equal(gv_virgl_transfer_get(w->r, &t), GALVAN_ERROR_INVALID);
    t.num_iov = 2;
    iov[0].iov_base = NULL;
    assert_int_equal(gv_virgl_transfer_get(w->r, &t), GALVAN_ERROR_INVALID);
}

/* Transfers a staging buffer, which consists only of its backing; checks that bytes move between
 * the backing and the other memory. */
static void transfers_of_shared_memory_with_other_memory(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_resource_args args = wire_args_buffer(10000);
    args.bind = GV_VIRGL_BIND_STAGING;
    uint32_t staging = wire_resource(w, args);
    static uint8_t memory[6000];
    struct iovec iov = {memory, sizeof(memory)};
    struct pipe_box box = wire_box(4000, 0, 0, 5000, 1, 1);
    struct gv_virgl_transfer t = {
        .handle = staging, .box = &box, .offset = 1000, .iov = &iov, .num_iov = 1};
    memset(memory, 0x11, sizeof(memory));
    assert_int_equal(gv_virgl_transfer_put(w->r, &t), GALVAN_OK);
    assert_int_equal(wire_backing(w, staging)[3999], 0);
    assert_int_equal(wire_backing(w, staging)[4000], 0x11);
    assert_int_equal(wire_backing(w, staging)[8999], 0x11);
    assert_int_equal(wire_backing(w, staging)[9000], 0);
    memset(wire_backing(w, staging), 0x22, 10000);
    assert_int_equal(gv_virgl_transfer_get(w->r, &t), GALVAN_OK);
    assert_int_equal(memory[999], 0x11);
    assert_int_equal(memory[1000], 0x22);
    assert_int_equal(memory[5999], 0x22);
    gv_virgl_resource_detach_iov(w->r, staging); /* attack transfer_iov_detached */
    assert_int_equal(gv_virgl_transfer_get(w->r, &t), GALVAN_ERROR_INVALID);
}

static void end_with_a_result_on_its_way(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_context *first = w->ctx;
    w->screen->queries_held = true;
    uint32_t result = wire_result(w);
    uint32_t query = wire_query(w, GV_VIRGL_QUERY_TIMESTAMP, result);
    WIRE(w, END_QUERY, query);
    WIRE(w, GET_QUERY_RESULT, query, 0);
    wire_accept(w);
    new_context(w);
    gv_virgl_context_destroy(first);
    assert_int_equal(wire_backing(w, result)[0], GV_VIRGL_QUERY_STATE_DONE);
    assert_int_equal(w->screen->live.queries, 0);
}

/* Attack context_create_100000 (CVE-2016-10163): creates and destroys 100,000 contexts; checks that
 * the limit on contexts counts only existing ones. */
static void many_contexts(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    struct gv_virgl_context *ctx = NULL, *refused = NULL;
    limits.max_contexts = 3;
    wire_restart(w, &limits); /* makes one */
    for (unsigned i = 0; i < 100000; i++) {
        assert_int_equal(gv_virgl_context_create(w->r, NULL, &ctx), GALVAN_OK);
        gv_virgl_context_destroy(ctx);
    }
    new_context(w);
    new_context(w);
    assert_int_equal(gv_virgl_context_create(w->r, NULL, &refused), GALVAN_ERROR_LIMIT);
    assert_null(refused);
    gv_virgl_context_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(resources_are_seen_where_they_are_attached),
        WIRE_TEST(a_handle_used_again_is_not_attached),
        WIRE_TEST(objects_belong_to_their_context),
        WIRE_TEST(work_is_flushed_between_contexts),
        WIRE_TEST(transfers_ask_for_attachment),
        WIRE_TEST(transfers_without_any_context),
        WIRE_TEST(transfers_with_other_memory),
        WIRE_TEST(transfers_of_shared_memory_with_other_memory),
        WIRE_TEST(end_with_a_result_on_its_way),
        WIRE_TEST(many_contexts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
