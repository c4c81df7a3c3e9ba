/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Query results that the host reads. Each batch copies its results on the device; the driver must
 * never call vkGetQueryPoolResults(), and results that are not copied yet are unavailable. */
#include <stdlib.h>

#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"

enum {
    PIXELS = KIT_SIZE * KIT_SIZE,
    NUM_QUERIES = 600, /* exceeds the number of slots in one query pool */
    NUM_FLUSHES = 7,
};

static unsigned num_asked;
static unsigned num_failures; /* number of submissions that must still fail */
static PFN_vkCreateBuffer real_create_buffer;
static PFN_vkQueueSubmit real_submit;

static VKAPI_ATTR VkResult VKAPI_CALL ask(VkDevice device, VkQueryPool pool, uint32_t first,
                                          uint32_t num, size_t size_B, void *data,
                                          VkDeviceSize stride_B, VkQueryResultFlags flags)
{
    (void)device;
    (void)pool;
    (void)first;
    (void)num;
    (void)size_B;
    (void)data;
    (void)stride_B;
    (void)flags;
    num_asked++;
    return VK_NOT_READY;
}

static VKAPI_ATTR VkResult VKAPI_CALL fail_at_first(VkQueue queue, uint32_t num,
                                                    const VkSubmitInfo *infos, VkFence fence)
{
    if (num_failures == 0)
        return real_submit(queue, num, infos, fence);
    num_failures--;
    return VK_ERROR_OUT_OF_HOST_MEMORY;
}

static VKAPI_ATTR VkResult VKAPI_CALL fail_to_create(VkDevice device,
                                                     const VkBufferCreateInfo *info,
                                                     const VkAllocationCallbacks *allocator,
                                                     VkBuffer *out_buffer)
{
    (void)device;
    (void)info;
    (void)allocator;
    (void)out_buffer;
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

static struct gv_vk_device *device_of(struct pipe_fixture *f)
{
    return gv_screen(f->screen)->dev;
}

static void count_fills(struct draw_kit *k, struct pipe_query *q, unsigned num)
{
    struct pipe_context *pipe = k->f->pipe;
    assert_true(pipe->begin_query(pipe, q));
    for (unsigned i = 0; i < num; i++)
        kit_fill(k, 1, 0, 0, 0);
    assert_true(pipe->end_query(pipe, q));
}

static void finish(struct pipe_fixture *f)
{
    struct pipe_fence_handle *fence = NULL;
    f->pipe->flush(f->pipe, &fence, 0);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    f->screen->fence_reference(f->screen, &fence, NULL);
}

/* Runs many queries, which use several pools and batches, and a query that spans all of them; then
 * runs all again, so that slots are reused. Checks the counts, and that vkGetQueryPoolResults() is
 * never called. */
static void test_nobody_asks(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct gv_vk_device *dev = device_of(k.f);
    PFN_vkGetQueryPoolResults real_ask = dev->vk.vkGetQueryPoolResults;
    struct pipe_query *queries[NUM_QUERIES];
    struct pipe_query *all = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    for (unsigned i = 0; i < NUM_QUERIES; i++)
        queries[i] = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    num_asked = 0;
    dev->vk.vkGetQueryPoolResults = ask;
    for (unsigned round = 0; round < 2; round++) {
        unsigned num_fills = 0;
        pipe->begin_query(pipe, all);
        for (unsigned i = 0; i < NUM_QUERIES; i++) {
            num_fills += (i + round) % 3;
            count_fills(&k, queries[i], (i + round) % 3);
            if (i % (NUM_QUERIES / NUM_FLUSHES) == 0)
                pipe->flush(pipe, NULL, 0);
        }
        pipe->end_query(pipe, all);
        finish(k.f);
        uint64_t waits = atomic_load(&dev->waits);
        union pipe_query_result result;
        for (unsigned i = 0; i < NUM_QUERIES; i++) {
            assert_true(pipe->get_query_result(pipe, queries[i], false, &result));
            assert_int_equal(result.u64, (i + round) % 3 * PIXELS);
        }
        assert_true(pipe->get_query_result(pipe, all, false, &result));
        assert_int_equal(result.u64, num_fills * PIXELS);
        assert_int_equal(atomic_load(&dev->waits), waits);
    }
    assert_int_equal(num_asked, 0);
    dev->vk.vkGetQueryPoolResults = real_ask;
    for (unsigned i = 0; i < NUM_QUERIES; i++)
        pipe->destroy_query(pipe, queries[i]);
    pipe->destroy_query(pipe, all);
    kit_finish(&k);
}

/* Lets the device write a result to a buffer; checks that the host can still poll the result, even
 * before the batch with that write is submitted. */
static void test_use_by_the_device(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    struct pipe_resource *res = fixture_words(k.f, 4, NULL);
    union pipe_query_result result;
    count_fills(&k, q, 2);
    finish(k.f);
    uint64_t submitted = atomic_load(&device_of(k.f)->submitted);
    pipe->get_query_result_resource(pipe, q, true, PIPE_QUERY_TYPE_U32, 0, res, 0);
    assert_true(pipe->get_query_result(pipe, q, false, &result));
    assert_int_equal(result.u64, 2 * PIXELS);
    assert_int_equal(atomic_load(&device_of(k.f)->submitted), submitted);
    /* The query's slots are not reused while the device reads them. */
    count_fills(&k, q, 1);
    assert_int_equal(kit_query_u64(&k, q), PIXELS);
    uint32_t *words = fixture_read_words(k.f, res);
    assert_int_equal(words[0], 2 * PIXELS);
    free(words);
    pipe_resource_reference(&res, NULL);
    pipe->destroy_query(pipe, q);
    kit_finish(&k);
}

/* Uses a query slot again in a batch that begins while the previous batch with this slot has not
 * finished; checks the counts. */
static void test_slot_used_again(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    count_fills(&k, q, 2);
    pipe->flush(pipe, NULL, 0);
    kit_fill(&k, 1, 0, 0, 0);
    assert_int_equal(kit_query_u64(&k, q), 2 * PIXELS);
    count_fills(&k, q, 1);
    assert_int_equal(kit_query_u64(&k, q), PIXELS);
    pipe->destroy_query(pipe, q);
    kit_finish(&k);
}

/* Lets a submission fail for lack of memory. Checks that, once memory is available again, the query
 * counts as usual, and does not add the count of an earlier segment in the same slot. */
static void test_submission_that_fails_at_first(void **state)
{
    struct draw_kit k;
    kit_init(&k, *state, 0, NULL);
    struct pipe_context *pipe = k.f->pipe;
    struct gv_vk_device *dev = device_of(k.f);
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    count_fills(&k, q, 1);
    assert_int_equal(kit_query_u64(&k, q), PIXELS);
    real_submit = dev->vk.vkQueueSubmit;
    dev->vk.vkQueueSubmit = fail_at_first;
    num_failures = 2;
    count_fills(&k, q, 2);
    assert_int_equal(kit_query_u64(&k, q), 2 * PIXELS);
    assert_int_equal(num_failures, 0);
    dev->vk.vkQueueSubmit = real_submit;
    count_fills(&k, q, 3);
    assert_int_equal(kit_query_u64(&k, q), 3 * PIXELS);
    pipe->destroy_query(pipe, q);
    kit_finish(&k);
}

/* Lets the allocation of memory for a pool's results fail; checks that no pool is created, that the
 * query counts nothing, and that the next query works. */
static void test_no_memory_for_results(void **state)
{
    struct pipe_fixture *f = *state;
    struct gv_vk_device *dev = device_of(f);
    struct pipe_context *pipe = f->screen->context_create(f->screen, NULL, 0);
    struct pipe_query *q = pipe->create_query(pipe, PIPE_QUERY_TIMESTAMP, 0);
    union pipe_query_result result;
    if (!q) {
        pipe->destroy(pipe);
        skip();
    }
    real_create_buffer = dev->vk.vkCreateBuffer;
    dev->vk.vkCreateBuffer = fail_to_create;
    assert_true(pipe->end_query(pipe, q));
    dev->vk.vkCreateBuffer = real_create_buffer;
    assert_true(pipe->get_query_result(pipe, q, true, &result));
    assert_int_equal(result.u64, 0);
    assert_true(pipe->end_query(pipe, q));
    assert_true(pipe->get_query_result(pipe, q, true, &result));
    assert_true(result.u64 > 0);
    pipe->destroy_query(pipe, q);
    pipe->destroy(pipe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_asks),
        cmocka_unit_test(test_use_by_the_device),
        cmocka_unit_test(test_slot_used_again),
        cmocka_unit_test(test_submission_that_fails_at_first),
        cmocka_unit_test(test_no_memory_for_results),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
