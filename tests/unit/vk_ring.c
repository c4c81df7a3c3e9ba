/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The upload ring: slices must not overlap while a batch holds them, blocks must be reused, and
 * large requests and requests at a block's end must get memory. */
#include "vk/ring.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "vk/batch.h"
#include "vk_fixture.h"

enum {
    BLOCK_B = 64 * 1024,
    TAIL_B = 4096
};

static void finish_batch(struct gv_vk_batch *batch)
{
    struct gv_vk_device *dev = batch->dev;
    uint64_t value;
    assert_int_equal(gv_vk_batch_submit(batch, &value), VK_SUCCESS);
    assert_int_equal(gv_vk_device_wait(dev, value, UINT64_MAX), VK_SUCCESS);
    gv_vk_device_retire(dev);
}

static uint32_t live_buffers(struct gv_vk_device *dev)
{
    struct gv_vk_memory_stats stats;
    gv_vk_memory_stats(dev, &stats);
    return stats.blocks;
}

static void test_slices(void **state)
{
    struct gv_vk_device *dev = *state;
    struct gv_vk_ring ring;
    struct gv_vk_batch *batch;
    struct gv_vk_ring_slice slices[500];
    unsigned sizes[500];
    gv_vk_ring_init(&ring, dev, GV_VK_MEMORY_UPLOAD, BLOCK_B, TAIL_B);

    uint32_t before = 0;
    for (unsigned round = 0; round < 4; round++) {
        assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
        for (unsigned i = 0; i < 500; i++) {
            sizes[i] = 1 + i * 37 % 3000;
            VkDeviceSize align_B = UINT64_C(1) << (i % 9);
            assert_int_equal(gv_vk_ring_alloc(&ring, batch, sizes[i], align_B, &slices[i]),
                             VK_SUCCESS);
            assert_true(slices[i].offset_B % align_B == 0);
            assert_true(slices[i].offset_B + sizes[i] + TAIL_B <= slices[i].block->buffer.size_B);
            assert_true(slices[i].buffer == slices[i].block->buffer.handle);
            memset(slices[i].map, (int)(i % 251), sizes[i]);
        }
        for (unsigned i = 0; i < 500; i++) {
            const unsigned char *bytes = slices[i].map;
            for (unsigned b = 0; b < sizes[i]; b++)
                assert_int_equal(bytes[b], i % 251);
        }
        finish_batch(batch);
        /* Later rounds must use only the blocks of the first round. */
        if (round == 0)
            before = live_buffers(dev);
        assert_true(before > 1);
        assert_int_equal(live_buffers(dev), before);
        assert_int_equal(ring.idle_B, before * BLOCK_B);
    }
    gv_vk_ring_finish(&ring);
    assert_int_equal(live_buffers(dev), 0);
}

static void test_large(void **state)
{
    struct gv_vk_device *dev = *state;
    struct gv_vk_ring ring;
    struct gv_vk_batch *batch;
    struct gv_vk_ring_slice small, large, next, exact;
    gv_vk_ring_init(&ring, dev, GV_VK_MEMORY_UPLOAD, BLOCK_B, TAIL_B);
    assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
    assert_int_equal(gv_vk_ring_alloc(&ring, batch, 100, 4, &small), VK_SUCCESS);
    assert_int_equal(gv_vk_ring_alloc(&ring, batch, 3 * BLOCK_B, 256, &large), VK_SUCCESS);
    assert_true(large.block->buffer.size_B >= 3 * BLOCK_B + TAIL_B);
    assert_int_equal(large.offset_B, 0);
    memset(large.map, 1, 3 * BLOCK_B);

    /* The current block must still be used. */
    assert_int_equal(gv_vk_ring_alloc(&ring, batch, 100, 4, &next), VK_SUCCESS);
    assert_ptr_equal(next.block, small.block);
    assert_int_equal(next.offset_B, 100);
    assert_int_equal(gv_vk_ring_alloc(&ring, batch, BLOCK_B - TAIL_B, 4, &exact), VK_SUCCESS);
    assert_true(exact.block->buffer.size_B == BLOCK_B);

    struct gv_vk_ring_slice none = {.offset_B = 7};
    assert_int_equal(gv_vk_ring_alloc(&ring, batch, UINT64_MAX, 4, &none),
                     VK_ERROR_OUT_OF_DEVICE_MEMORY);
    assert_int_equal(gv_vk_ring_alloc(&ring, batch, UINT64_C(1) << 60, 4, &none),
                     VK_ERROR_OUT_OF_DEVICE_MEMORY);
    assert_int_equal(none.offset_B, 7);

    finish_batch(batch);
    assert_int_equal(live_buffers(dev), 3);
    gv_vk_ring_finish(&ring);
    assert_int_equal(live_buffers(dev), 0);
}

/* Makes large requests; checks that large blocks are reused for requests of about their size, and
 * that the oldest blocks are freed if too many are idle. */
static void test_large_again(void **state)
{
    enum {
        MIB = 1 << 20
    };
    static const struct {
        unsigned size_MiB, idle_MiB; /* size of the request, and of all idle blocks afterwards */
    } steps[] = {{40, 40}, {30, 40}, {15, 55}, {12, 55}, {60, 60}, {70, 0}, {8, 8}};
    struct gv_vk_device *dev = *state;
    struct gv_vk_ring ring;
    gv_vk_ring_init(&ring, dev, GV_VK_MEMORY_UPLOAD, MIB, 0);
    for (unsigned i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        struct gv_vk_batch *batch;
        struct gv_vk_ring_slice slice;
        assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
        assert_int_equal(
            gv_vk_ring_alloc(&ring, batch, (VkDeviceSize)steps[i].size_MiB * MIB, 4, &slice),
            VK_SUCCESS);
        finish_batch(batch);
        assert_int_equal(ring.idle_B, (VkDeviceSize)steps[i].idle_MiB * MIB);
    }
    gv_vk_ring_finish(&ring);
    assert_int_equal(live_buffers(dev), 0);
}

static void count_destroy(struct gv_vk_device *dev, void *user)
{
    (void)dev;
    ++*(unsigned *)user;
}

/* Destroys a ring while a batch uses two of its blocks; checks that the blocks live until the batch
 * ends, and that each is destroyed once. */
static void test_finish_first(void **state)
{
    struct gv_vk_device *dev = *state;
    unsigned destroyed = 0;
    for (unsigned submitted = 0; submitted < 2; submitted++) {
        struct gv_vk_ring ring;
        struct gv_vk_batch *batch;
        struct gv_vk_ring_slice slice;
        gv_vk_ring_init(&ring, dev, GV_VK_MEMORY_READBACK, BLOCK_B, 0);
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(gv_vk_batch_begin(dev, &batch), VK_SUCCESS);
            for (unsigned b = 0; b < 2; b++) {
                assert_int_equal(gv_vk_ring_alloc(&ring, batch, BLOCK_B, 1, &slice), VK_SUCCESS);
                slice.block->user = &destroyed;
                slice.block->user_destroy = count_destroy;
            }
            if (i == 0)
                finish_batch(batch);
        }
        gv_vk_ring_finish(&ring);
        assert_int_equal(live_buffers(dev), 2);
        memset(slice.map, 1, BLOCK_B);
        if (submitted)
            finish_batch(batch);
        else
            gv_vk_batch_abandon(batch);
        assert_int_equal(live_buffers(dev), 0);
        assert_int_equal(destroyed, 2 * (submitted + 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slices),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_large_again),
        cmocka_unit_test(test_finish_first),
    };
    return cmocka_run_group_tests(tests, vk_fixture_setup, vk_fixture_teardown);
}
