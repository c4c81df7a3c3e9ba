/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compares index rewriting on the device with index rewriting on the host: random indices of every
 * size, at any byte offset, for every mode, pattern and provoking vertex convention, with and
 * without restarts. The draw's counts are known to the host, lie in indirect commands, or come from
 * transform feedback. */
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/draw/draw_indirect.h"
#include "driver/draw/index_rewrite.h"
#include "driver/draw/primitive.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"
#include "pipe_fixture.h"

enum {
    SMALL = 50,    /* number of indices in most draws */
    LARGE = 20000, /* number of indices in some draws; the workgroups then loop */
    MAX_DRAWS = 3,
    MAX_GROWTH = 8, /* maximum number of output dwords for each input vertex */
    RESTART = 77,
    ROUNDS = 6,
    RECORD_DW = 6, /* dwords from one indirect command to the next */
    SO_STRIDE_B = 12,
};

enum kind {
    KIND_DIRECT,
    KIND_RECORDS,
    KIND_RECORDS_COUNTED,
    KIND_CAPTURED,
    NUM_KINDS,
};

struct numbers {
    uint32_t first, count, num_instances, vertex_offset, first_instance;
};

struct one_case {
    enum kind kind;
    unsigned index_size_B; /* 0: a draw without indices */
    uint32_t num_indices;
    struct gv_index_pattern pattern;
    struct pipe_draw_info info;
    struct gv_indirect_draws draws;
    struct numbers numbers[MAX_DRAWS];
    uint32_t num_draws, num_drawn;
    uint8_t *bytes; /* contents of the index buffer */
    uint32_t offset_B;
};

struct scene {
    struct pipe_fixture *f;
    struct gv_context *ctx;
    struct pipe_resource *indices, *records, *counter, *result;
    uint32_t state; /* state of the random number generator */
};

static uint32_t below(struct scene *s, uint32_t n)
{
    s->state = s->state * 1664525u + 1013904223u;
    return (s->state >> 8) % n;
}

static struct gv_storage *storage(struct pipe_resource *res)
{
    return gv_resource(res)->storage;
}

static void write_words(struct scene *s, struct pipe_resource *res, const void *words, size_t num)
{
    const struct pipe_box box = fixture_box(0, 0, 0, (int)num * 4, 1, 1);
    fixture_write(s->f, res, 0, &box, words);
}

/* ---- Inputs */

static void choose_indices(struct scene *s, struct one_case *c, bool large)
{
    static const uint8_t sizes_B[] = {1, 2, 4, 0};
    c->index_size_B = c->kind == KIND_CAPTURED ? 0 : sizes_B[below(s, 4)];
    c->num_indices = 1 + below(s, large ? LARGE : SMALL);
    c->offset_B = below(s, 9);
    if (!c->index_size_B)
        return;
    uint32_t rarity = 1 + below(s, 3) * 10, size_B = c->offset_B + c->num_indices * c->index_size_B;
    c->bytes = calloc(1, (size_t)size_B + 4);
    assert_non_null(c->bytes);
    for (uint32_t i = 0; i < c->num_indices; i++) {
        uint32_t index = below(s, rarity + 1) ? below(s, 1 << 24) : RESTART;
        memcpy(c->bytes + c->offset_B + i * c->index_size_B, &index, c->index_size_B);
    }
    struct pipe_resource templ = fixture_template(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, size_B, 1, 1);
    pipe_resource_reference(&s->indices, NULL);
    s->indices = fixture_create(s->f, &templ);
    const struct pipe_box box = fixture_box(0, 0, 0, (int)size_B, 1, 1);
    fixture_write(s->f, s->indices, 0, &box, c->bytes);
    const struct pipe_index_buffer ib = {
        .index_size = c->index_size_B, .offset = c->offset_B, .buffer = s->indices};
    s->f->pipe->set_index_buffer(s->f->pipe, &ib);
}

/* Chooses the counts and first values of each draw. Counts may exceed the number of indices. */
static void choose_numbers(struct scene *s, struct one_case *c, bool large)
{
    for (uint32_t i = 0; i < MAX_DRAWS; i++) {
        struct numbers *n = &c->numbers[i];
        *n = (struct numbers){below(s, 5), below(s, large ? LARGE : SMALL), below(s, 4),
                              below(s, 100), below(s, 100)};
    }
    if (c->kind == KIND_DIRECT && c->index_size_B) {
        struct numbers *n = &c->numbers[0];
        uint32_t left = c->num_indices > n->first ? c->num_indices - n->first : 0;
        n->count = n->count < left ? n->count : left;
    }
    c->num_draws = c->num_drawn = 1;
}

static void use_records(struct scene *s, struct one_case *c)
{
    uint32_t words[1 + MAX_DRAWS * RECORD_DW] = {0}, count = below(s, MAX_DRAWS + 1);
    c->num_draws = c->num_drawn = 1 + below(s, MAX_DRAWS);
    for (uint32_t i = 0; i < c->num_draws; i++) {
        const struct numbers *n = &c->numbers[i];
        uint32_t *at = words + 1 + i * RECORD_DW;
        at[0] = n->count;
        at[1] = n->num_instances;
        at[2] = n->first;
        at[3] = c->index_size_B ? n->vertex_offset : n->first_instance;
        at[4] = n->first_instance;
    }
    write_words(s, s->records, words, sizeof(words) / 4);
    c->draws.commands = storage(s->records);
    c->draws.num = c->num_draws;
    c->draws.offset_B = 4;
    c->draws.stride_B = RECORD_DW * 4;
    c->draws.max_count = c->index_size_B ? c->num_indices : LARGE;
    if (c->kind != KIND_RECORDS_COUNTED)
        return;
    write_words(s, s->counter, (uint32_t[]){0, count}, 2);
    c->draws.counter = storage(s->counter);
    c->draws.counter_offset_B = 4;
    c->num_drawn = count < c->num_draws ? count : c->num_draws;
}

static void use_captured(struct scene *s, struct one_case *c)
{
    struct numbers *n = &c->numbers[0];
    uint32_t bytes[2] = {0, n->count * SO_STRIDE_B + below(s, SO_STRIDE_B)};
    write_words(s, s->counter, bytes, 2);
    c->draws.counter = storage(s->counter);
    c->draws.counter_offset_B = 4;
    c->draws.vertex_B = SO_STRIDE_B;
    c->draws.num = 1;
    c->draws.max_count = LARGE;
}

static void choose(struct scene *s, struct one_case *c, unsigned mode, enum gv_index_form form,
                   bool last, bool large)
{
    *c = (struct one_case){.kind = below(s, NUM_KINDS)};
    c->pattern = gv_index_pattern(mode, form, last);
    choose_indices(s, c, large);
    choose_numbers(s, c, large);
    const struct numbers *n = &c->numbers[0];
    c->info = (struct pipe_draw_info){
        .mode = mode,
        .indexed = c->index_size_B != 0,
        .start = n->first,
        .count = n->count,
        .instance_count = n->num_instances,
        .start_instance = n->first_instance,
        .index_bias = (int)n->vertex_offset,
        .primitive_restart = below(s, 2) != 0 && c->index_size_B,
        .restart_index = RESTART,
    };
    if (c->kind == KIND_RECORDS || c->kind == KIND_RECORDS_COUNTED)
        use_records(s, c);
    else if (c->kind == KIND_CAPTURED)
        use_captured(s, c);
}

/* ---- Results */

/* Returns the first dwords of a buffer that the batch's compute shaders wrote. */
static uint32_t *read_scratch(struct scene *s, VkBuffer buffer, VkDeviceSize offset_B,
                              uint32_t size_B)
{
    struct gv_context *ctx = s->ctx;
    const struct gv_sync_use copy = {storage(s->result), VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                                     VK_ACCESS_2_TRANSFER_WRITE_BIT};
    VkCommandBuffer cmd = gv_sync_meta(&ctx->rec, &copy, NULL);
    assert_non_null(cmd);
    const VkMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        .srcAccessMask = VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
        .dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT,
    };
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .memoryBarrierCount = 1,
        .pMemoryBarriers = &barrier,
    };
    const VkBufferCopy region = {offset_B, 0, size_B};
    ctx->dev->vk.vkCmdPipelineBarrier2(cmd, &info);
    ctx->dev->vk.vkCmdCopyBuffer(cmd, buffer, storage(s->result)->buffer.handle, 1, &region);
    gv_resource_mark_written(gv_resource(s->result), 0, size_B);
    const struct pipe_box box = fixture_box(0, 0, 0, (int)size_B, 1, 1);
    return (uint32_t *)(void *)fixture_read(s->f, s->result, 0, &box);
}

static uint32_t expect(const struct one_case *c, uint32_t draw, uint32_t *out)
{
    const struct numbers *n = &c->numbers[draw];
    struct gv_index_source source = {
        .first = n->first,
        .count = draw < c->num_drawn ? n->count : 0,
        .index_size_B = c->index_size_B,
        .restart = c->info.primitive_restart,
        .restart_index = RESTART,
    };
    if (c->index_size_B) {
        uint32_t left = c->num_indices > n->first ? c->num_indices - n->first : 0;
        source.count = source.count < left ? source.count : left;
        source.indices = c->bytes + c->offset_B + (size_t)n->first * c->index_size_B;
    }
    uint32_t num_runs;
    uint32_t num = gv_index_rewrite(&c->pattern, &source, out, &num_runs);
    assert_true(num <= gv_index_bound(&c->pattern, source.count, source.restart) || !num);
    return num;
}

static void check_record(const struct one_case *c, uint32_t draw, const uint32_t *record,
                         uint32_t num)
{
    const struct numbers *n = &c->numbers[draw];
    assert_int_equal(record[0], num);
    assert_int_equal(record[1], n->num_instances);
    assert_int_equal(record[3], c->index_size_B ? n->vertex_offset : 0);
    assert_int_equal(record[4], n->first_instance);
}

static void check(struct scene *s, const struct one_case *c)
{
    static uint32_t wanted[LARGE * MAX_GROWTH];
    struct gv_rewritten r;
    const struct gv_indirect_draws *draws = c->kind == KIND_DIRECT ? NULL : &c->draws;
    bool has_records = draws || c->info.primitive_restart;
    uint32_t count = c->kind == KIND_DIRECT ? c->info.count : 0;
    uint32_t bound =
        gv_index_bound(&c->pattern, draws ? draws->max_count : count, c->info.primitive_restart);
    if (!bound)
        return; /* nothing to draw */
    assert_true(gv_device_rewrites(&s->ctx->state, &c->info, draws));
    assert_true(gv_rewrite_on_device(s->ctx, &c->info, count, draws, &c->pattern, &r));
    assert_int_equal(r.num_commands, has_records ? c->num_draws : 0);
    uint64_t begin_B = has_records ? r.commands_offset_B : r.first * UINT64_C(4);
    uint64_t end_B = (r.first + (uint64_t)c->num_draws * bound) * 4;
    uint32_t *found = read_scratch(s, r.buffer, begin_B, (uint32_t)(end_B - begin_B));
    for (uint32_t i = 0; i < c->num_draws; i++) {
        const uint32_t *record = found + (size_t)i * 5;
        uint32_t num = expect(c, i, wanted), first = has_records ? record[2] : r.first;
        if (has_records)
            check_record(c, i, record, num);
        else
            assert_int_equal(r.count, num);
        fixture_expect_bytes(wanted, found + first - begin_B / 4, num * 4, "rewritten indices");
    }
    free(found);
}

static void run(struct scene *s, unsigned mode, enum gv_index_form form, bool large)
{
    for (unsigned round = 0; round < (large ? 2 : ROUNDS); round++) {
        struct one_case c;
        choose(s, &c, mode, form, round & 1, large);
        if (c.pattern.min)
            check(s, &c);
        free(c.bytes);
    }
}

static void scene_init(struct scene *s, void *fixture)
{
    *s = (struct scene){.f = fixture, .state = 1};
    s->ctx = gv_context(s->f->pipe);
    s->records = fixture_buffer(s->f, (1 + MAX_DRAWS * RECORD_DW) * 4, PIPE_USAGE_DEFAULT, 0);
    s->counter = fixture_buffer(s->f, 8, PIPE_USAGE_DEFAULT, 0);
    s->result = fixture_buffer(s->f, MAX_DRAWS * LARGE * MAX_GROWTH * 4, PIPE_USAGE_STAGING, 0);
}

static void scene_finish(struct scene *s)
{
    s->f->pipe->set_index_buffer(s->f->pipe, NULL);
    pipe_resource_reference(&s->indices, NULL);
    pipe_resource_reference(&s->records, NULL);
    pipe_resource_reference(&s->counter, NULL);
    pipe_resource_reference(&s->result, NULL);
}

static void check_all(void **state, bool large)
{
    struct scene s;
    scene_init(&s, *state);
    for (unsigned mode = 0; mode < PIPE_PRIM_MAX; mode++) {
        for (unsigned form = GV_FORM_PRIMITIVES; form <= GV_FORM_OUTLINE_POINTS; form++)
            run(&s, mode, form, large);
    }
    scene_finish(&s);
}

static void test_small(void **state)
{
    check_all(state, false);
}

static void test_large(void **state)
{
    check_all(state, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests_name("index rewriting", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
