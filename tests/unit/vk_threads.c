/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Two threads, each with a ring, use one device at the same time: submissions, memory and
 * retirement. */
#include "vk/ring.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "vk/batch.h"
#include "vk/open.h"
#include "vk_fixture.h"

enum {
    NUM_THREADS = 2,
    NUM_BATCHES = 200,
    WORDS = 256
};

struct worker {
    struct gv_vk_device *dev;
    unsigned idx;
    unsigned num_wrong;
    _Atomic unsigned num_deferred;
};

/* Counts a deferred call; runs on the thread that retires the batch. */
static void count_deferred(struct gv_vk_device *dev, void *data)
{
    (void)dev;
    struct worker *worker = data;
    atomic_fetch_add(&worker->num_deferred, 1);
}

static void copy_to_host(struct gv_vk_batch *batch, const struct gv_vk_ring_slice *src,
                         const struct gv_vk_buffer *dst)
{
    struct gv_vk_device *dev = batch->dev;
    VkBufferCopy region = {.srcOffset = src->offset_B, .size = WORDS * 4};
    dev->vk.vkCmdCopyBuffer(batch->main, src->buffer, dst->handle, 1, &region);
    VkMemoryBarrier2 barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
        .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_2_HOST_BIT | VK_PIPELINE_STAGE_2_COPY_BIT,
        .dstAccessMask = VK_ACCESS_2_HOST_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT,
    };
    VkDependencyInfo info = {.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                             .memoryBarrierCount = 1,
                             .pMemoryBarriers = &barrier};
    dev->vk.vkCmdPipelineBarrier2(batch->main, &info);
    batch->main_used = true;
}

static bool run_batch(struct worker *worker, struct gv_vk_ring *ring, unsigned n,
                      const struct gv_vk_buffer *dst)
{
    struct gv_vk_device *dev = worker->dev;
    struct gv_vk_batch *batch;
    struct gv_vk_ring_slice slice;
    uint32_t first = worker->idx * 1000000 + n * 1000;
    if (gv_vk_batch_begin(dev, &batch) != VK_SUCCESS)
        return false;
    if (gv_vk_ring_alloc(ring, batch, WORDS * 4, 4, &slice) != VK_SUCCESS) {
        gv_vk_batch_abandon(batch);
        return false;
    }
    uint32_t *words = slice.map;
    for (uint32_t i = 0; i < WORDS; i++)
        words[i] = first + i;
    copy_to_host(batch, &slice, dst);
    gv_vk_batch_defer(batch, count_deferred, worker);
    struct gv_vk_use use = {.batch = batch, .serial = batch->serial};
    if (gv_vk_batch_submit(batch, NULL) != VK_SUCCESS)
        return false;

    /* The results of every fourth batch are checked; the other batches are not waited for. */
    if (n % 4)
        return true;
    if (gv_vk_use_wait(use, UINT64_MAX) != VK_SUCCESS)
        return false;
    const uint32_t *result = dst->memory.map;
    for (uint32_t i = 0; i < WORDS; i++) {
        if (result[i] != first + i)
            return false;
    }
    return true;
}

static void *work(void *arg)
{
    struct worker *worker = arg;
    struct gv_vk_ring ring;
    struct gv_vk_buffer dst;
    if (gv_vk_buffer_create(worker->dev, WORDS * 4, GV_VK_MEMORY_READBACK, &dst) != VK_SUCCESS) {
        worker->num_wrong++;
        return NULL;
    }
    gv_vk_ring_init(&ring, worker->dev, GV_VK_MEMORY_UPLOAD, 4096, 0);
    for (unsigned n = 0; n < NUM_BATCHES; n++)
        worker->num_wrong += !run_batch(worker, &ring, n, &dst);
    gv_vk_ring_finish(&ring);
    gv_vk_device_wait(worker->dev, atomic_load(&worker->dev->submitted), UINT64_MAX);
    gv_vk_buffer_destroy(worker->dev, &dst);
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    struct gv_vk_device *dev = vk_fixture_open(NULL);
    struct worker workers[NUM_THREADS];
    pthread_t threads[NUM_THREADS];
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        workers[i] = (struct worker){.dev = dev, .idx = i};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < NUM_THREADS; i++)
        pthread_join(threads[i], NULL);
    gv_vk_device_retire(dev);

    struct gv_vk_memory_stats stats;
    gv_vk_memory_stats(dev, &stats);
    assert_int_equal(stats.blocks, 0);
    assert_true(dev->submitted == 1 + NUM_THREADS * NUM_BATCHES);
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        assert_int_equal(workers[i].num_wrong, 0);
        assert_int_equal(workers[i].num_deferred, NUM_BATCHES);
    }
    gv_vk_device_destroy(dev);
}

static void *open_and_close(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < 3; i++)
        gv_vk_device_destroy(vk_fixture_open(NULL));
    return NULL;
}

/* Opens devices in several threads at the same time; all devices share the loader. Checks that each
 * device opens. */
static void test_open_at_once(void **state)
{
    (void)state;
    pthread_t threads[NUM_THREADS];
    for (unsigned i = 0; i < NUM_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_and_close, NULL), 0);
    for (unsigned i = 0; i < NUM_THREADS; i++)
        pthread_join(threads[i], NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_at_once),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
