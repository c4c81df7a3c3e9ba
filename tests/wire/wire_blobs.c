/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers in memory that both sides map, which clients from Mesa 25.0 on create for persistent
 * mappings. The tests check announcements, which side unmaps the memory and when, and which buffers
 * are busy. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "virgl/api/blob.h"
#include "virgl/api/busy.h"
#include "virgl/api/caps.h"
#include "virgl/resource.h"
#include "virgl/resource_table.h"
#include "wire.h"

enum {
    SIZE_B = 8192,
    /* Mesa 25's own number of R8_UNORM, which Mesa sends here without translating it. */
    FORMAT_OF_MESA = 49,
    MAP_PERSISTENT_COHERENT = 6,
    VERTEX_BUFFER = 1 << 4,
    CAPABILITY_BITS = 392,
};

/* The requests that the stand-in driver received, and its answers. */
static struct {
    unsigned imports;
    bool refuse_import, is_used;
    unsigned usage; /* usage of the last map */
    struct pipe_resource templ;
    void *memory;
    void *(*transfer_map)(struct pipe_context *pipe, struct pipe_resource *res, unsigned level,
                          unsigned usage, const struct pipe_box *box,
                          struct pipe_transfer **transfer);
} asked;

static struct pipe_resource *import(struct pipe_screen *screen, const struct pipe_resource *templ,
                                    void *memory)
{
    asked.imports++;
    asked.templ = *templ;
    asked.memory = memory;
    return asked.refuse_import ? NULL : screen->resource_create(screen, templ);
}

static void *map(struct pipe_context *pipe, struct pipe_resource *res, unsigned level,
                 unsigned usage, const struct pipe_box *box, struct pipe_transfer **transfer)
{
    asked.usage = usage;
    if (asked.is_used && (usage & PIPE_TRANSFER_DONTBLOCK))
        return NULL;
    return asked.transfer_map(pipe, res, level, usage, box, transfer);
}

static void watch_maps(struct pipe_context *pipe)
{
    if (pipe->transfer_map != map)
        asked.transfer_map = pipe->transfer_map;
    pipe->transfer_map = map;
}

static struct wire *begin(void **state)
{
    struct wire *w = *state;
    memset(&asked, 0, sizeof(asked));
    w->screen->base.resource_from_user_memory = import;
    w->screen->params[PIPE_CAP_RESOURCE_FROM_USER_MEMORY] = 1;
    w->screen->params[PIPE_CAP_BUFFER_MAP_PERSISTENT_COHERENT] = 1;
    w->screen->tweak_context = watch_maps;
    return w;
}

static void announce(struct wire *w, uint32_t blob_id, uint32_t width)
{
    WIRE(w, PIPE_RESOURCE_CREATE, PIPE_BUFFER, FORMAT_OF_MESA, VERTEX_BUFFER, width, 1, 1, 1, 0, 0,
         MAP_PERSISTENT_COHERENT, blob_id);
}

static void *map_pages(void)
{
    void *memory = mmap(NULL, SIZE_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(memory, MAP_FAILED);
    return memory;
}

static bool is_mapped(void *memory)
{
    return msync(memory, SIZE_B, MS_ASYNC) == 0;
}

/* Creates a blob: announces it in the client's commands, creates it and attaches it. The renderer
 * then owns its memory. */
static uint32_t blob(struct wire *w, void **out_memory)
{
    uint32_t handle = wire_handle(w);
    *out_memory = map_pages();
    announce(w, handle, SIZE_B);
    wire_accept(w);
    assert_int_equal(gv_virgl_blob_create(w->ctx, handle, handle, *out_memory, SIZE_B), GALVAN_OK);
    assert_int_equal(gv_virgl_context_attach(w->ctx, handle), GALVAN_OK);
    return handle;
}

static void made_as_announced(void **state)
{
    struct wire *w = begin(state);
    void *memory;
    uint32_t handle = blob(w, &memory);
    assert_int_equal(asked.imports, 1);
    assert_ptr_equal(asked.memory, memory);
    assert_int_equal(asked.templ.target, PIPE_BUFFER);
    assert_int_equal(asked.templ.width0, SIZE_B);
    WIRE(w, SET_VERTEX_BUFFERS, 16, 0, handle);
    WIRE(w, SET_VERTEX_BUFFERS, 16, SIZE_B / 2, handle);
    wire_accept(w);
    gv_virgl_resource_unref(w->r, handle);
    assert_null(gv_virgl_resource_get(w->r, handle));
}

/* Transfers a blob, which needs no backing; checks that no bytes move, and that a client that
 * attaches a backing does no harm. */
static void transfers_move_nothing(void **state)
{
    struct wire *w = begin(state);
    const struct pipe_box box = wire_box(16, 0, 0, 64, 1, 1);
    void *memory;
    uint32_t handle = blob(w, &memory);
    memset(memory, 0x5a, SIZE_B);
    assert_int_equal(wire_get(w, handle, 0, &box, 0, 0, 16), GALVAN_OK);
    assert_int_equal(wire_put(w, handle, 0, &box, 0, 0, 16), GALVAN_OK);
    assert_int_equal(((uint8_t *)memory)[16], 0x5a);
    assert_int_equal(w->screen->counts.maps + w->screen->counts.inline_writes, 0);
    wire_expect_no_line(w);
    gv_virgl_resource_detach_iov(w->r, handle); /* the memory is the resource's contents */
    assert_true(is_mapped(memory));
    gv_virgl_resource_unref(w->r, handle);
}

/* Deletes a bound blob and draws with it; checks that the bound state keeps the memory. */
static void bound_state_keeps_the_memory(void **state)
{
    struct wire *w = begin(state);
    void *memory;
    uint32_t handle = blob(w, &memory);
    WIRE(w, SET_VERTEX_BUFFERS, 16, 0, handle);
    wire_accept(w);
    gv_virgl_resource_unref(w->r, handle);
    WIRE(w, SET_SUB_CTX, 0);
    wire_accept(w);
    assert_true(is_mapped(memory));
    wire_command(w, GV_VIRGL_SET_VERTEX_BUFFERS, 0, NULL, 0);
    wire_accept(w);
    assert_false(is_mapped(memory));
}

static void work_under_way_keeps_the_memory(void **state)
{
    struct wire *w = begin(state);
    uint32_t texture = wire_texture(w, PIPE_FORMAT_B8G8R8A8_UNORM, 8, 8);
    void *memory;
    uint32_t handle = blob(w, &memory);
    w->screen->fences_held = true;
    WIRE(w, CLEAR_TEXTURE, texture, 0, 0, 0, 0, 8, 8, 1, 0, 0, 0, 0);
    wire_accept(w);
    gv_virgl_resource_unref(w->r, handle);
    WIRE(w, SET_SUB_CTX, 0);
    wire_accept(w);
    assert_true(is_mapped(memory));
    w->screen->fences_held = false;
    WIRE(w, SET_SUB_CTX, 0);
    wire_accept(w);
    assert_false(is_mapped(memory));
}

static void end_of_the_client_ends_the_memory(void **state)
{
    struct wire *w = begin(state);
    void *kept, *dropped;
    uint32_t handle = blob(w, &kept);
    WIRE(w, SET_VERTEX_BUFFERS, 16, 0, handle);
    announce(w, 99, SIZE_B); /* a blob that is never created */
    wire_accept(w);
    gv_virgl_resource_unref(w->r, blob(w, &dropped));
    wire_restart(w, NULL);
    assert_false(is_mapped(kept));
    assert_false(is_mapped(dropped));
}

static void busy_while_the_device_uses_it(void **state)
{
    struct wire *w = begin(state);
    void *memory;
    uint32_t handle = blob(w, &memory);
    assert_false(gv_virgl_resource_busy(w->r, handle, false));
    asked.is_used = true;
    assert_true(gv_virgl_resource_busy(w->r, handle, false));
    assert_true(asked.usage &
                PIPE_TRANSFER_WRITE); /* commands that only read the memory count, too */
    assert_false(gv_virgl_resource_busy(w->r, handle, true));
    assert_false(asked.usage & PIPE_TRANSFER_DONTBLOCK);
    gv_virgl_resource_unref(w->r, handle);
}

static void bad_announcements(void **state)
{
    struct wire *w = begin(state);
    announce(w, 1, SIZE_B);
    wire_accept(w);
    announce(w, 1, SIZE_B);
    wire_refuse(w, "blob 1 is announced already");
    WIRE(w, PIPE_RESOURCE_CREATE, PIPE_TEXTURE_2D, 1, VERTEX_BUFFER, 8, 8, 1, 1, 0, 0, 6, 2);
    wire_refuse(w, "target 2 is no buffer");
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    limits.max_objects = 2;
    wire_restart(w, &limits);
    announce(w, 1, SIZE_B);
    announce(w, 2, SIZE_B);
    wire_accept(w);
    announce(w, 3, SIZE_B);
    wire_refuse(w, "more than 2 objects");
}

/* Creates blobs that are rejected; checks that their memory remains the caller's. */
static void refused_blobs(void **state)
{
    struct wire *w = begin(state);
    void *memory = map_pages();
    assert_int_equal(gv_virgl_blob_create(w->ctx, 1, 5, memory, SIZE_B), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "unknown blob 1");
    announce(w, 1, SIZE_B + 1);
    announce(w, 2, 0);
    announce(w, 3, SIZE_B);
    announce(w, 4, SIZE_B);
    wire_accept(w);
    assert_int_equal(gv_virgl_blob_create(w->ctx, 1, 5, memory, SIZE_B), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "8193 bytes in a blob of 8192");
    assert_int_equal(gv_virgl_blob_create(w->ctx, 2, 5, memory, SIZE_B), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "resource 5");
    assert_int_equal(gv_virgl_blob_create(w->ctx, 3, 0, memory, SIZE_B), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "handle 0");
    asked.refuse_import = true;
    assert_int_equal(gv_virgl_blob_create(w->ctx, 4, 5, memory, SIZE_B), GALVAN_ERROR_NO_MEMORY);
    wire_expect_line(w, "resource 5: the driver refused it");
    /* An announcement is valid for one attempt. */
    assert_int_equal(gv_virgl_blob_create(w->ctx, 4, 5, memory, SIZE_B), GALVAN_ERROR_INVALID);
    wire_expect_line(w, "unknown blob 4");
    assert_true(is_mapped(memory));
    assert_int_equal(munmap(memory, SIZE_B), 0);
}

static void memory_limit(void **state)
{
    struct wire *w = begin(state);
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    limits.memory_B = SIZE_B + SIZE_B / 2;
    wire_restart(w, &limits);
    void *first, *second = map_pages();
    uint32_t handle = blob(w, &first);
    announce(w, 1000, SIZE_B);
    announce(w, 1001, SIZE_B);
    wire_accept(w);
    assert_int_equal(gv_virgl_blob_create(w->ctx, 1000, 1000, second, SIZE_B), GALVAN_ERROR_LIMIT);
    wire_expect_line(w, "memory limit of the client");
    gv_virgl_resource_unref(w->r, handle);
    assert_int_equal(gv_virgl_blob_create(w->ctx, 1001, 1001, second, SIZE_B), GALVAN_OK);
}

static bool is_storage_announced(struct wire *w)
{
    uint8_t caps[1384];
    uint32_t bits;
    gv_virgl_fill_caps(w->r, 2, caps, sizeof(caps));
    memcpy(&bits, caps + CAPABILITY_BITS, sizeof(bits));
    return bits >> 31;
}

static void announced_where_it_works(void **state)
{
    struct wire *w = begin(state);
    assert_true(is_storage_announced(w));
    w->screen->params[PIPE_CAP_BUFFER_MAP_PERSISTENT_COHERENT] = 0;
    assert_false(is_storage_announced(w));
    w->screen->params[PIPE_CAP_BUFFER_MAP_PERSISTENT_COHERENT] = 1;
    w->screen->base.resource_from_user_memory = NULL;
    assert_false(is_storage_announced(w));
    announce(w, 1, SIZE_B);
    wire_refuse(w, "not supported");
    w->screen->base.resource_from_user_memory = import;
    const struct gv_virgl_params params = {
        .screen = &w->screen->base}; /* the renderer of another transport */
    struct gv_virgl_renderer *r = w->r;
    assert_int_equal(gv_virgl_renderer_create(&params, &w->r), GALVAN_OK);
    assert_false(is_storage_announced(w));
    gv_virgl_renderer_destroy(w->r);
    w->r = r;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(made_as_announced),
        WIRE_TEST(transfers_move_nothing),
        WIRE_TEST(bound_state_keeps_the_memory),
        WIRE_TEST(work_under_way_keeps_the_memory),
        WIRE_TEST(end_of_the_client_ends_the_memory),
        WIRE_TEST(busy_while_the_device_uses_it),
        WIRE_TEST(bad_announcements),
        WIRE_TEST(refused_blobs),
        WIRE_TEST(memory_limit),
        WIRE_TEST(announced_where_it_works),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
