/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The allocator of device memory: no two allocated blocks may share a byte, the counters must be
 * exact, and freed memory must be used again. */
#include "vk/buffer_image.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "vk/cache.h"
#include "vk/device.h"
#include "vk/open.h"
#include "vk_fixture.h"

enum {
    NUM_LIVE = 300,
    NUM_STEPS = 6000
};

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static uint32_t all_types(const struct gv_vk_device *dev)
{
    return (uint32_t)((UINT64_C(1) << dev->memory.memoryTypeCount) - 1);
}

static void check_overlap(const struct gv_vk_memory *live, unsigned idx)
{
    for (unsigned i = 0; i < NUM_LIVE; i++) {
        if (i == idx || live[i].handle != live[idx].handle)
            continue;
        assert_true(live[i].offset_B + live[i].size_B <= live[idx].offset_B ||
                    live[idx].offset_B + live[idx].size_B <= live[i].offset_B);
    }
}

static void check_stats(struct gv_vk_device *dev, const struct gv_vk_memory *live)
{
    struct gv_vk_memory_stats stats;
    uint64_t used_B = 0;
    uint32_t blocks = 0;
    for (unsigned i = 0; i < NUM_LIVE; i++) {
        used_B += live[i].size_B;
        blocks += live[i].handle != VK_NULL_HANDLE;
    }
    gv_vk_memory_stats(dev, &stats);
    assert_true(stats.used_B == used_B);
    assert_int_equal(stats.blocks, blocks);
    assert_true(stats.reserved_B >= stats.used_B);
    assert_true(stats.allocations <= stats.blocks + 2 * 3 * VK_MAX_MEMORY_TYPES);
}

static void churn(struct gv_vk_device *dev, uint64_t seed)
{
    static struct gv_vk_memory live[NUM_LIVE];
    for (unsigned step = 0; step < NUM_STEPS + NUM_LIVE; step++) {
        bool drain = step >= NUM_STEPS;
        unsigned idx = drain ? step - NUM_STEPS : (unsigned)(next_random(&seed) % NUM_LIVE);
        if (live[idx].handle) {
            gv_vk_memory_free(dev, &live[idx]);
            assert_true(live[idx].handle == VK_NULL_HANDLE);
        } else if (!drain) {
            /* Sizes are mostly small, and sometimes above that of a dedicated allocation. */
            unsigned bits = next_random(&seed) % 64 == 0 ? 24 : (unsigned)(next_random(&seed) % 19);
            VkMemoryRequirements req = {
                .size = 1 + next_random(&seed) % (UINT64_C(1) << bits),
                .alignment = UINT64_C(1) << (next_random(&seed) % 13),
                .memoryTypeBits = all_types(dev),
            };
            enum gv_vk_memory_kind kind =
                (enum gv_vk_memory_kind)(next_random(&seed) % GV_VK_MEMORY_NUM_KINDS);
            bool linear = kind != GV_VK_MEMORY_DEVICE || next_random(&seed) % 2;
            assert_int_equal(gv_vk_memory_alloc(dev, &req, kind, linear, &live[idx]), VK_SUCCESS);
            assert_true(live[idx].size_B == req.size);
            assert_true(live[idx].offset_B % req.alignment == 0);
            assert_true(kind == GV_VK_MEMORY_DEVICE || live[idx].map);
            check_overlap(live, idx);
        }
        if (step % 500 == 0)
            check_stats(dev, live);
    }
    check_stats(dev, live);
}

/* Allocates and frees many blocks in two rounds; checks that the second round needs no more
 * allocations of Vulkan memory than the first. */
static void test_churn(void **state)
{
    struct gv_vk_device *dev = *state;
    struct gv_vk_memory_stats once, twice;
    churn(dev, 88172645463325252);
    gv_vk_memory_stats(dev, &once);
    churn(dev, 362436069362436069);
    gv_vk_memory_stats(dev, &twice);
    assert_int_equal(once.blocks, 0);
    assert_int_equal(twice.blocks, 0);
    assert_true(twice.used_B == 0);
    assert_true(twice.allocations <= once.allocations);
    /* For each memory type in use, one idle chunk is retained for linear resources and one for
     * optimal resources. */
    assert_true(twice.allocations <= 2 * dev->memory.memoryTypeCount);
}

static void test_same_after_2n(void **state)
{
    struct gv_vk_device *dev = *state;
    struct gv_vk_memory_stats stats[2];
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned n = 0; n < 2000; n++) {
            struct gv_vk_buffer a, b;
            assert_int_equal(gv_vk_buffer_create(dev, 4096 + n, GV_VK_MEMORY_DEVICE, &a),
                             VK_SUCCESS);
            assert_int_equal(gv_vk_buffer_create(dev, 100, GV_VK_MEMORY_UPLOAD, &b), VK_SUCCESS);
            gv_vk_buffer_destroy(dev, &a);
            gv_vk_buffer_destroy(dev, &b);
        }
        gv_vk_memory_stats(dev, &stats[i]);
    }
    assert_memory_equal(&stats[0], &stats[1], sizeof(stats[0]));
}

static void test_map(void **state)
{
    struct gv_vk_device *dev = *state;
    struct gv_vk_buffer buffers[64];
    for (unsigned i = 0; i < 64; i++) {
        assert_int_equal(gv_vk_buffer_create(dev, 1000 + i,
                                             i % 2 ? GV_VK_MEMORY_UPLOAD : GV_VK_MEMORY_READBACK,
                                             &buffers[i]),
                         VK_SUCCESS);
        assert_true(buffers[i].size_B == 1000 + i);
        memset(buffers[i].memory.map, (int)i, 1000 + i);
    }
    for (unsigned i = 0; i < 64; i++) {
        const unsigned char *bytes = buffers[i].memory.map;
        for (unsigned b = 0; b < 1000 + i; b++)
            assert_int_equal(bytes[b], i);
        gv_vk_buffer_destroy(dev, &buffers[i]);
        assert_true(buffers[i].handle == VK_NULL_HANDLE);
    }
}

static void test_images(void **state)
{
    struct gv_vk_device *dev = *state;
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = VK_FORMAT_R8G8B8A8_UNORM,
        .extent = {64, 64, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
    };
    struct gv_vk_image images[8];
    struct gv_vk_memory_stats stats;
    for (unsigned i = 0; i < 8; i++) {
        info.tiling = i % 2 ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL;
        assert_int_equal(gv_vk_image_create(dev, &info, GV_VK_MEMORY_DEVICE, &images[i]),
                         VK_SUCCESS);
        assert_true(images[i].memory.size_B >= 64 * 64 * 4);
    }
    gv_vk_memory_stats(dev, &stats);
    assert_int_equal(stats.blocks, 8);
    for (unsigned i = 0; i < 8; i++)
        gv_vk_image_destroy(dev, &images[i]);
}

static void test_too_large(void **state)
{
    struct gv_vk_device *dev = *state;
    struct gv_vk_memory memory = {.size_B = 7};
    struct gv_vk_buffer buffer = {.size_B = 7};
    struct gv_vk_memory_stats before, after;
    VkMemoryRequirements req = {
        .size = UINT64_C(1) << 60, .alignment = 64, .memoryTypeBits = all_types(dev)};
    gv_vk_memory_stats(dev, &before);
    assert_int_equal(gv_vk_memory_alloc(dev, &req, GV_VK_MEMORY_DEVICE, true, &memory),
                     VK_ERROR_OUT_OF_DEVICE_MEMORY);
    req.memoryTypeBits = 0;
    req.size = 64;
    assert_int_equal(gv_vk_memory_alloc(dev, &req, GV_VK_MEMORY_DEVICE, true, &memory),
                     VK_ERROR_OUT_OF_DEVICE_MEMORY);
    assert_int_equal(memory.size_B, 7);
    assert_int_equal(gv_vk_buffer_create(dev, UINT64_MAX, GV_VK_MEMORY_UPLOAD, &buffer),
                     VK_ERROR_OUT_OF_DEVICE_MEMORY);
    assert_int_equal(buffer.size_B, 7);
    gv_vk_memory_stats(dev, &after);
    assert_int_equal(after.blocks, before.blocks);
    gv_vk_memory_free(dev, &(struct gv_vk_memory){0});
}

/* Replaces the driver's vkAllocateMemory; sizes above max_allocation_B fail. */
static VkDeviceSize max_allocation_B;
static PFN_vkAllocateMemory real_allocate;

static VKAPI_ATTR VkResult VKAPI_CALL allocate_little(VkDevice device,
                                                      const VkMemoryAllocateInfo *info,
                                                      const VkAllocationCallbacks *callbacks,
                                                      VkDeviceMemory *out_memory)
{
    if (info->allocationSize > max_allocation_B)
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    return real_allocate(device, info, callbacks, out_memory);
}

static VKAPI_ATTR VkResult VKAPI_CALL refuse_map(VkDevice device, VkDeviceMemory memory,
                                                 VkDeviceSize offset, VkDeviceSize size,
                                                 VkMemoryMapFlags flags, void **out_map)
{
    (void)device;
    (void)memory;
    (void)offset;
    (void)size;
    (void)flags;
    (void)out_map;
    return VK_ERROR_MEMORY_MAP_FAILED;
}

/* Lets large chunks fail, then all; checks that small chunks are used, and that nothing leaks if no
 * chunk can be allocated. */
static void test_out_of_memory(void **state)
{
    (void)state;
    struct gv_vk_device *dev = vk_fixture_open(NULL);
    struct gv_vk_memory blocks[64];
    struct gv_vk_memory_stats stats;
    VkMemoryRequirements req = {
        .size = 100 * 1024, .alignment = 256, .memoryTypeBits = all_types(dev)};
    real_allocate = dev->vk.vkAllocateMemory;
    dev->vk.vkAllocateMemory = allocate_little;

    max_allocation_B = 1 << 20;
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(gv_vk_memory_alloc(dev, &req, GV_VK_MEMORY_UPLOAD, true, &blocks[i]),
                         VK_SUCCESS);
    gv_vk_memory_stats(dev, &stats);
    assert_true(stats.reserved_B == (uint64_t)stats.allocations << 20);
    assert_true(stats.reserved_B < 2 * stats.used_B);
    for (unsigned i = 1; i < 64; i++)
        gv_vk_memory_free(dev, &blocks[i]);

    /* Retained idle chunks must be freed before the request fails. */
    max_allocation_B = 0;
    req.size = UINT64_C(32) << 20;
    struct gv_vk_memory none = {.size_B = 7};
    assert_int_equal(gv_vk_memory_alloc(dev, &req, GV_VK_MEMORY_UPLOAD, true, &none),
                     VK_ERROR_OUT_OF_DEVICE_MEMORY);
    assert_int_equal(none.size_B, 7);
    gv_vk_memory_stats(dev, &stats);
    assert_int_equal(stats.allocations, 1);
    assert_int_equal(stats.blocks, 1);
    gv_vk_memory_free(dev, &blocks[0]);

    dev->vk.vkAllocateMemory = real_allocate;
    dev->vk.vkMapMemory = refuse_map;
    assert_int_equal(gv_vk_memory_alloc(dev, &req, GV_VK_MEMORY_UPLOAD, true, &none),
                     VK_ERROR_MEMORY_MAP_FAILED);
    gv_vk_memory_stats(dev, &stats);
    assert_int_equal(stats.blocks, 0);
    gv_vk_device_destroy(dev);
}

/* Acts as a driver with VK_EXT_memory_budget. Of each heap, the process may use half and has used a
 * quarter; of the last heap, it has used more than it may. */
static uint32_t num_heaps;

static VKAPI_ATTR void VKAPI_CALL report_budget(VkPhysicalDevice physical,
                                                VkPhysicalDeviceMemoryProperties2 *properties)
{
    VkPhysicalDeviceMemoryBudgetPropertiesEXT *budget = properties->pNext;
    (void)physical;
    assert_int_equal(budget->sType, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT);
    for (uint32_t i = 0; i < num_heaps; i++) {
        budget->heapBudget[i] = 2000 + 2 * i;
        budget->heapUsage[i] = i + 1 == num_heaps ? 3000 : 1000 + i;
    }
}

static void test_budget(void **state)
{
    (void)state;
    struct gv_vk_device *dev = vk_fixture_open(NULL);
    PFN_vkGetPhysicalDeviceMemoryProperties2 real = vkGetPhysicalDeviceMemoryProperties2;
    const uint32_t flags[] = {VK_MEMORY_HEAP_DEVICE_LOCAL_BIT, 0, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT,
                              VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
    const VkPhysicalDeviceMemoryProperties memory = dev->memory;
    dev->memory.memoryHeapCount = num_heaps = 4;
    for (uint32_t i = 0; i < num_heaps; i++)
        dev->memory.memoryHeaps[i] = (VkMemoryHeap){.size = 4000 + i, .flags = flags[i]};
    vkGetPhysicalDeviceMemoryProperties2 = report_budget;
    bool had_budget = dev->caps.memoryBudget;
    dev->caps.memoryBudget = true;

    assert_int_equal(gv_vk_memory_total_B(dev, true), 4000 + 4002 + 4003);
    assert_int_equal(gv_vk_memory_total_B(dev, false), 4001);
    assert_int_equal(gv_vk_memory_available_B(dev, true), 1000 + 1002);
    assert_int_equal(gv_vk_memory_available_B(dev, false), 1001);

    vkGetPhysicalDeviceMemoryProperties2 = real;
    dev->caps.memoryBudget = had_budget;
    dev->memory = memory;
    gv_vk_device_destroy(dev);
}

static unsigned num_dropped;

static void count_drop(struct gv_vk_device *dev, struct gv_vk_cache *cache)
{
    (void)dev;
    (void)cache;
    num_dropped++;
}

/* Reports that the process has used its whole budget. */
static VKAPI_ATTR void VKAPI_CALL report_spent(VkPhysicalDevice physical,
                                               VkPhysicalDeviceMemoryProperties2 *properties)
{
    VkPhysicalDeviceMemoryBudgetPropertiesEXT *budget = properties->pNext;
    (void)physical;
    for (uint32_t i = 0; i < VK_MAX_MEMORY_HEAPS; i++) {
        budget->heapBudget[i] = 1000;
        budget->heapUsage[i] = 1000;
    }
}

/* Allocates memory beyond the budget, which is not a limit of the device; checks that caches are
 * freed first, and that the allocation then succeeds. */
static void test_beyond_budget(void **state)
{
    (void)state;
    struct gv_vk_device *dev = vk_fixture_open(NULL);
    PFN_vkGetPhysicalDeviceMemoryProperties2 real = vkGetPhysicalDeviceMemoryProperties2;
    const VkMemoryRequirements req = {
        .size = 5 << 20, .alignment = 256, .memoryTypeBits = all_types(dev)};
    bool had_budget = dev->caps.memoryBudget;
    struct gv_vk_cache cache;
    struct gv_vk_memory memory[2];
    gv_vk_cache_add(dev, &cache, count_drop);
    num_dropped = 0;
    assert_int_equal(gv_vk_memory_alloc(dev, &req, GV_VK_MEMORY_DEVICE, true, &memory[0]),
                     VK_SUCCESS);
    assert_int_equal(num_dropped, 0);
    vkGetPhysicalDeviceMemoryProperties2 = report_spent;
    dev->caps.memoryBudget = true;
    assert_int_equal(gv_vk_memory_alloc(dev, &req, GV_VK_MEMORY_DEVICE, true, &memory[1]),
                     VK_SUCCESS);
    assert_in_range(num_dropped, 1, 2);

    vkGetPhysicalDeviceMemoryProperties2 = real;
    dev->caps.memoryBudget = had_budget;
    gv_vk_cache_remove(dev, &cache);
    gv_vk_memory_free(dev, &memory[0]);
    gv_vk_memory_free(dev, &memory[1]);
    gv_vk_device_destroy(dev);
}

/* Queries memory of a device that reports no budget; checks that the memory that Galvan has
 * reserved is subtracted from the heap's size. */
static void test_without_budget(void **state)
{
    (void)state;
    struct gv_vk_device *dev = vk_fixture_open("memoryBudget");
    const VkMemoryRequirements req = {
        .size = 5 << 20, .alignment = 256, .memoryTypeBits = all_types(dev)};
    struct gv_vk_memory_stats stats;
    struct gv_vk_memory memory;
    assert_int_equal(gv_vk_memory_alloc(dev, &req, GV_VK_MEMORY_DEVICE, true, &memory), VK_SUCCESS);
    gv_vk_memory_stats(dev, &stats);
    assert_true(stats.reserved_B >= req.size);
    assert_true(gv_vk_memory_available_B(dev, true) + gv_vk_memory_available_B(dev, false) +
                    stats.reserved_B ==
                gv_vk_memory_total_B(dev, true) + gv_vk_memory_total_B(dev, false));
    gv_vk_memory_free(dev, &memory);
    gv_vk_device_destroy(dev);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_churn),         cmocka_unit_test(test_same_after_2n),
        cmocka_unit_test(test_map),           cmocka_unit_test(test_images),
        cmocka_unit_test(test_too_large),     cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_budget),        cmocka_unit_test(test_without_budget),
        cmocka_unit_test(test_beyond_budget),
    };
    return cmocka_run_group_tests(tests, vk_fixture_setup, vk_fixture_teardown);
}
