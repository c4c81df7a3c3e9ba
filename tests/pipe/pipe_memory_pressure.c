/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A device whose heaps are small and full: cached memory, and memory of finished commands, must be
 * freed before a resource is rejected or placed in slower memory. The tests run on the layer
 * "hardware". */
#include "pipe_fixture.h"

#include <stdlib.h>

#include "driver/screen/screen.h"
#include "galvan/galvan.h"
#include "vk/memory.h"

enum {
    MIB = 1 << 20,
    SIZE = 1024, /* number of texels in a row of 4 KiB */
    MAX_MADE = 64,
};

/* Returns the template of a target of `size_MiB` MiB. */
static struct pipe_resource target_of(unsigned size_MiB)
{
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, SIZE, SIZE / 4 * size_MiB, 1);
    templ.bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET;
    return templ;
}

static struct pipe_resource buffer_of(unsigned size_MiB)
{
    return fixture_template(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, size_MiB * MIB, 1, 1);
}

static struct pipe_resource *make(struct pipe_fixture *f, unsigned size_MiB)
{
    const struct pipe_resource templ = target_of(size_MiB);
    return fixture_create(f, &templ);
}

/* Creates resources of 4 MiB until a creation fails, and frees these resources. Returns their
 * number. */
static unsigned num_that_fit(struct pipe_fixture *f, const struct pipe_resource *templ)
{
    struct pipe_resource *made[MAX_MADE] = {NULL};
    unsigned num = 0;
    while (num < MAX_MADE && (made[num] = f->screen->resource_create(f->screen, templ)) != NULL)
        num++;
    assert_in_range(num, 2, MAX_MADE - 1);
    for (unsigned i = 0; i < num; i++)
        pipe_resource_reference(&made[i], NULL);
    return num;
}

/* Makes the device write a whole texture. */
static void clear(struct pipe_fixture *f, struct pipe_resource *texture)
{
    const union pipe_color_union red = {.f = {1, 0, 0, 1}};
    struct pipe_surface *surface = fixture_surface(f, texture, texture->format, 0, 0, 0);
    f->pipe->clear_render_target(f->pipe, surface, &red, 0, 0, SIZE, texture->height0);
    pipe_surface_reference(&surface, NULL);
}

static void finish(struct pipe_fixture *f)
{
    struct pipe_fence_handle *fence = NULL;
    f->pipe->flush(f->pipe, &fence, 0);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    f->screen->fence_reference(f->screen, &fence, NULL);
}

static uint64_t heap_reserved_B(struct pipe_fixture *f, unsigned heap)
{
    struct gv_vk_memory_stats stats;
    gv_vk_memory_stats(gv_screen(f->screen)->dev, &stats);
    return stats.heap_reserved_B[heap];
}

/* Fills a heap after earlier uploads; checks that their idle ring blocks are freed. */
static void test_staging_frees_memory(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource templ = buffer_of(4);
    templ.usage = PIPE_USAGE_STAGING;
    unsigned before = num_that_fit(f, &templ);
    struct pipe_resource *texture = make(f, 16);
    const struct pipe_box box = fixture_level_box(texture, 0);
    uint8_t *bytes = calloc(1, fixture_box_size(texture, &box));
    assert_non_null(bytes);
    fixture_write(f, texture, 0, &box, bytes);
    free(bytes);
    finish(f);
    pipe_resource_reference(&texture, NULL);
    assert_int_equal(num_that_fit(f, &templ), before);
}

/* Fills a heap after a frame was submitted and has finished; checks that the frame's targets are
 * freed. */
static void test_finished_work_frees_memory(void **state)
{
    struct pipe_fixture *f = *state;
    const struct pipe_resource templ = target_of(4);
    unsigned before = num_that_fit(f, &templ);
    struct pipe_resource *large = make(f, 16);
    clear(f, large);
    f->pipe->flush(f->pipe, NULL, 0);
    pipe_resource_reference(&large, NULL);
    assert_int_equal(num_that_fit(f, &templ), before);
}

/* Creates targets until memory runs out; checks that they fill at least three quarters of all
 * device-local heaps. */
static void test_other_heap(void **state)
{
    struct pipe_fixture *f = *state;
    const struct gv_vk_device *dev = gv_screen(f->screen)->dev;
    uint64_t local_B = gv_vk_memory_total_B(dev, true);
    const struct pipe_resource templ = target_of(4);
    assert_in_range(num_that_fit(f, &templ) * 4, local_B / MIB * 3 / 4, local_B / MIB);
}

/* Creates a texture while cached memory fills the first heap; checks that this memory is freed, and
 * that the texture is in the first heap. */
static void test_best_heap_first(void **state)
{
    struct pipe_fixture *f = *state;
    const struct gv_vk_device *dev = gv_screen(f->screen)->dev;
    if (dev->memory.memoryHeapCount < 3)
        return;
    finish(f);
    for (unsigned i = 0; i < 2; i++) {
        uint64_t others_B = heap_reserved_B(f, 2);
        struct pipe_resource *large = make(f, 20); /* more than half of the heap */
        assert_true(heap_reserved_B(f, 2) <= others_B);
        clear(f, large);
        finish(f);
        pipe_resource_reference(&large, NULL);
    }
}

/* Creates and releases a large texture several times on a screen with a memory limit; checks that
 * textures that wait to be freed do not count. */
static void test_limit(void **state)
{
    (void)state;
    struct pipe_fixture f = {0};
    assert_int_equal(
        galvan_screen_create(galvan_screen_params(.memory_limit_B = 20 * MIB), &f.screen),
        GALVAN_OK);
    f.pipe = f.screen->context_create(f.screen, NULL, 0);
    assert_non_null(f.pipe);
    for (unsigned i = 0; i < 3; i++) {
        struct pipe_resource *large = make(&f, 12);
        clear(&f, large);
        f.pipe->flush(f.pipe, NULL, 0);
        pipe_resource_reference(&large, NULL);
    }
    f.pipe->destroy(f.pipe);
    f.screen->destroy(f.screen);
}

/* ---- Memory priorities ----------------------------------------------------------------------- */

static PFN_vkAllocateMemory real_allocate;
static float last_priority;

/* Replaces vkAllocateMemory() by a function that accepts memory priorities on any device: stores
 * the priority, and allocates without it. */
static VKAPI_ATTR VkResult VKAPI_CALL take_priority(VkDevice device,
                                                    const VkMemoryAllocateInfo *info,
                                                    const VkAllocationCallbacks *callbacks,
                                                    VkDeviceMemory *out_memory)
{
    VkMemoryAllocateInfo plain = *info;
    const VkBaseInStructure *next = info->pNext;
    last_priority = -1;
    while (next && next->sType != VK_STRUCTURE_TYPE_MEMORY_PRIORITY_ALLOCATE_INFO_EXT)
        next = next->pNext;
    if (next)
        last_priority = ((const VkMemoryPriorityAllocateInfoEXT *)next)->priority;
    plain.pNext = NULL;
    return real_allocate(device, &plain, callbacks, out_memory);
}

static float priority_of(struct pipe_fixture *f, const struct pipe_resource *templ)
{
    last_priority = -1;
    struct pipe_resource *res = f->screen->resource_create(f->screen, templ);
    assert_non_null(res);
    pipe_resource_reference(&res, NULL);
    assert_true(last_priority >= 0);
    return last_priority;
}

static void test_priorities(void **state)
{
    (void)state;
    struct pipe_fixture f = {0};
    assert_int_equal(
        galvan_screen_create(galvan_screen_params(.mask = "bufferDeviceAddress"), &f.screen),
        GALVAN_OK);
    struct gv_vk_device *dev = gv_screen(f.screen)->dev;
    const bool had_priority = dev->caps.memoryPriority;
    real_allocate = dev->vk.vkAllocateMemory;
    dev->vk.vkAllocateMemory = take_priority;
    dev->caps.memoryPriority = true;

    const struct pipe_resource target = target_of(4);
    struct pipe_resource depth = target, texture = target, mipmapped = target;
    depth.format = PIPE_FORMAT_Z32_FLOAT;
    depth.bind = PIPE_BIND_DEPTH_STENCIL;
    texture.bind = PIPE_BIND_SAMPLER_VIEW;
    mipmapped.last_level = 3;
    const struct pipe_resource buffer = buffer_of(20);
    struct pipe_resource staging = buffer;
    staging.usage = PIPE_USAGE_STAGING;

    const float high = priority_of(&f, &target), middle = priority_of(&f, &texture);
    const float low = priority_of(&f, &staging);
    assert_true(high > middle && middle > low);
    assert_true(priority_of(&f, &depth) == high);
    assert_true(priority_of(&f, &mipmapped) == middle);
    assert_true(priority_of(&f, &buffer) == middle);

    dev->caps.memoryPriority = had_priority;
    dev->vk.vkAllocateMemory = real_allocate;
    f.screen->destroy(f.screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_staging_frees_memory),
        cmocka_unit_test(test_finished_work_frees_memory),
        cmocka_unit_test(test_other_heap),
        cmocka_unit_test(test_best_heap_first),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_priorities),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
