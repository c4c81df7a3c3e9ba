/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The pipeline cache on disk, on a device whose cache is a list of numbers: which pipelines the
 * second start has to compile, two processes at the same time, and invalid files and directories.
 */
#include "vk/open.h"
#include "vk/pipeline_cache.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "temp_dir.h"
#include "vk_fixture.h"

/* ---- A device's cache */

enum {
    MAX_NUMBERS = 64
};

struct fake_cache {
    uint32_t num;
    uint32_t numbers[MAX_NUMBERS];
};

static bool refuses_data;                      /* the device does not accept its own data */
static bool is_huge;                           /* the data is larger than a file may be */
static VkPipelineCacheHeaderVersionOne header; /* the header of the device's data */

static struct fake_cache *fake(VkPipelineCache handle)
{
    return (struct fake_cache *)(uintptr_t)handle; /* on 32 bits, a handle is an integer */
}

static bool has(const struct fake_cache *c, uint32_t number)
{
    for (uint32_t i = 0; i < c->num; i++) {
        if (c->numbers[i] == number)
            return true;
    }
    return false;
}

static void add(struct fake_cache *c, uint32_t number)
{
    if (!has(c, number) && c->num < MAX_NUMBERS)
        c->numbers[c->num++] = number;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_cache(VkDevice device,
                                                   const VkPipelineCacheCreateInfo *info,
                                                   const VkAllocationCallbacks *allocator,
                                                   VkPipelineCache *out_cache)
{
    (void)device;
    (void)allocator;
    if (info->initialDataSize && refuses_data)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    struct fake_cache *c = calloc(1, sizeof(*c));
    const uint8_t *data = info->pInitialData;
    if (data) {
        assert_memory_equal(data, &header, sizeof(header));
        c->num = (uint32_t)((info->initialDataSize - sizeof(header)) / 4);
        memcpy(c->numbers, data + sizeof(header), c->num * 4);
    }
    *out_cache = (VkPipelineCache)(uintptr_t)c;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL destroy_cache(VkDevice device, VkPipelineCache cache,
                                                const VkAllocationCallbacks *allocator)
{
    (void)device;
    (void)allocator;
    free(fake(cache));
}

static VKAPI_ATTR VkResult VKAPI_CALL get_data(VkDevice device, VkPipelineCache cache,
                                               size_t *size_B, void *data)
{
    (void)device;
    *size_B = is_huge ? GALVAN_CACHE_MAX_B + 1 : sizeof(header) + (size_t)fake(cache)->num * 4;
    if (data) {
        memcpy(data, &header, sizeof(header));
        memcpy((uint8_t *)data + sizeof(header), fake(cache)->numbers,
               (size_t)fake(cache)->num * 4);
    }
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL merge(VkDevice device, VkPipelineCache dst, uint32_t num,
                                            const VkPipelineCache *src)
{
    (void)device;
    for (uint32_t i = 0; i < num; i++) {
        for (uint32_t k = 0; k < fake(src[i])->num; k++)
            add(fake(dst), fake(src[i])->numbers[k]);
    }
    return VK_SUCCESS;
}

/* Creates a pipeline, which is the number in its basePipelineIndex; there is no pipeline 0. Writes
 * feedback for each stage, however many stages were requested, as some drivers do. */
static VkResult create(VkPipelineCache cache, const void *next, uint32_t num_stages, int32_t number,
                       VkPipeline *out_pipeline)
{
    const VkPipelineCreationFeedbackCreateInfo *info = next;
    if (number == 0)
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    assert_int_equal(info->sType, VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO);
    info->pPipelineCreationFeedback->flags = VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT;
    assert_int_equal(info->pipelineStageCreationFeedbackCount, num_stages);
    for (uint32_t i = 0; i < num_stages; i++)
        info->pPipelineStageCreationFeedbacks[i].flags = VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT;
    if (has(fake(cache), (uint32_t)number))
        info->pPipelineCreationFeedback->flags |=
            VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT;
    add(fake(cache), (uint32_t)number);
    *out_pipeline = (VkPipeline)(uintptr_t)number;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_graphics(VkDevice device, VkPipelineCache cache,
                                                      uint32_t num,
                                                      const VkGraphicsPipelineCreateInfo *infos,
                                                      const VkAllocationCallbacks *allocator,
                                                      VkPipeline *out_pipelines)
{
    (void)device;
    (void)allocator;
    assert_int_equal(num, 1);
    return create(cache, infos->pNext, infos->stageCount, infos->basePipelineIndex, out_pipelines);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_compute(VkDevice device, VkPipelineCache cache,
                                                     uint32_t num,
                                                     const VkComputePipelineCreateInfo *infos,
                                                     const VkAllocationCallbacks *allocator,
                                                     VkPipeline *out_pipelines)
{
    (void)device;
    (void)allocator;
    assert_int_equal(num, 1);
    return create(cache, infos->pNext, 1, infos->basePipelineIndex, out_pipelines);
}

/* Creates a pipeline: a compute pipeline if the number is odd. */
static void make_pipeline(struct gv_vk_pipeline_cache *cache, uint32_t number)
{
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkResult result;
    if (number & 1) {
        VkComputePipelineCreateInfo info = {.basePipelineIndex = (int32_t)number};
        result = gv_vk_pipeline_cache_compute(cache, &info, false, &pipeline);
    } else {
        VkGraphicsPipelineCreateInfo info = {.stageCount = number % 6,
                                             .basePipelineIndex = (int32_t)number};
        result = gv_vk_pipeline_cache_graphics(cache, &info, false, &pipeline);
    }
    assert_int_equal(result, number ? VK_SUCCESS : VK_ERROR_OUT_OF_DEVICE_MEMORY);
    assert_int_equal((uintptr_t)pipeline, number);
}

/* ---- Tests */

struct fixture {
    struct gv_vk_device *dev;
    char root[64], dir[96];
};

static void set_header(const struct gv_vk_device *dev)
{
    header = (VkPipelineCacheHeaderVersionOne){
        .headerSize = sizeof(header),
        .headerVersion = VK_PIPELINE_CACHE_HEADER_VERSION_ONE,
        .vendorID = dev->properties.vendorID,
        .deviceID = dev->properties.deviceID,
    };
    memcpy(header.pipelineCacheUUID, dev->properties.pipelineCacheUUID, VK_UUID_SIZE);
}

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));
    assert_non_null(f);
    f->dev = vk_fixture_open(NULL);
    f->dev->vk.vkCreatePipelineCache = create_cache;
    f->dev->vk.vkDestroyPipelineCache = destroy_cache;
    f->dev->vk.vkGetPipelineCacheData = get_data;
    f->dev->vk.vkMergePipelineCaches = merge;
    f->dev->vk.vkCreateGraphicsPipelines = create_graphics;
    f->dev->vk.vkCreateComputePipelines = create_compute;
    snprintf(f->root, sizeof(f->root), TEMP_DIR_TEMPLATE);
    assert_non_null(mkdtemp(f->root));
    snprintf(f->dir, sizeof(f->dir), "%s/galvan", f->root);
    refuses_data = is_huge = false;
    set_header(f->dev);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    gv_vk_device_destroy(f->dev);
    assert_int_equal(temp_dir_remove(f->root), 0);
    free(f);
    return 0;
}

static void begin(const struct fixture *f, const char *dir, struct gv_vk_pipeline_cache *cache)
{
    assert_int_equal(gv_vk_pipeline_cache_init(f->dev, dir, NULL, cache), VK_SUCCESS);
}

/* Starts with the cache and creates the pipelines from `first` to `last`; returns how many of them
 * were compiled. */
static uint64_t start(const struct fixture *f, const char *dir, uint32_t first, uint32_t last)
{
    struct gv_vk_pipeline_cache cache;
    begin(f, dir, &cache);
    for (uint32_t number = first; number <= last; number++)
        make_pipeline(&cache, number);
    uint64_t num_compiled = cache.num_made - cache.num_found;
    gv_vk_pipeline_cache_finish(&cache);
    return num_compiled;
}

static void test_second_start(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(start(f, f->dir, 1, 10), 10);
    assert_int_equal(start(f, f->dir, 1, 10), 0);
    assert_int_equal(start(f, f->dir, 1, 12), 2);
    assert_int_equal(start(f, f->dir, 1, 12), 0);
}

/* Compiles nothing; checks that the cache is not written: a file that was removed meanwhile stays
 * removed. */
static void test_nothing_new(void **state)
{
    struct fixture *f = *state;
    struct gv_vk_pipeline_cache cache;
    assert_int_equal(start(f, f->dir, 1, 3), 3);
    begin(f, f->dir, &cache);
    make_pipeline(&cache, 2);
    char path[PATH_MAX + 80];
    snprintf(path, sizeof(path), "%s/%s", cache.dir.path, cache.name);
    assert_int_equal(unlink(path), 0);
    gv_vk_pipeline_cache_finish(&cache);
    assert_int_not_equal(access(path, F_OK), 0);
}

static void test_two_at_once(void **state)
{
    struct fixture *f = *state;
    struct gv_vk_pipeline_cache a, b;
    begin(f, f->dir, &a);
    begin(f, f->dir, &b);
    make_pipeline(&a, 1);
    make_pipeline(&b, 2);
    gv_vk_pipeline_cache_finish(&a);
    gv_vk_pipeline_cache_finish(&b);
    assert_int_equal(start(f, f->dir, 1, 2), 0);
}

/* Lets the creation of a pipeline fail; checks that this pipeline is not counted. */
static void test_failure(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(start(f, f->dir, 0, 2), 2);
    assert_int_equal(start(f, f->dir, 0, 2), 0);
}

static void test_saved_early(void **state)
{
    struct fixture *f = *state;
    struct gv_vk_pipeline_cache cache;
    begin(f, f->dir, &cache);
    make_pipeline(&cache, 1);
    gv_vk_pipeline_cache_save(&cache);
    assert_int_equal(start(f, f->dir, 1, 1), 0);
    gv_vk_pipeline_cache_finish(&cache);
}

static void test_other_driver(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(start(f, f->dir, 1, 3), 3);
    f->dev->properties.driverVersion++;
    assert_int_equal(start(f, f->dir, 1, 3), 3);
    f->dev->properties.driverVersion--;
    uint8_t *const uuids[] = {f->dev->ids.deviceUUID, f->dev->ids.driverUUID,
                              f->dev->properties.pipelineCacheUUID};
    for (unsigned i = 0; i < 3; i++) {
        uuids[i][3] ^= 1;
        set_header(f->dev);
        assert_int_equal(start(f, f->dir, 1, 3), 3);
        uuids[i][3] ^= 1;
    }
    set_header(f->dev);
    assert_int_equal(start(f, f->dir, 1, 3), 0);
}

static void test_damaged_file(void **state)
{
    struct fixture *f = *state;
    struct gv_vk_pipeline_cache cache;
    assert_int_equal(start(f, f->dir, 1, 3), 3);
    begin(f, f->dir, &cache);
    char path[PATH_MAX + 80];
    snprintf(path, sizeof(path), "%s/%s", cache.dir.path, cache.name);
    gv_vk_pipeline_cache_finish(&cache);
    assert_int_equal(truncate(path, 20), 0);
    assert_int_equal(start(f, f->dir, 1, 3), 3);
    assert_int_equal(start(f, f->dir, 1, 3), 0);
}

static void test_refused_data(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(start(f, f->dir, 1, 3), 3);
    refuses_data = true;
    assert_int_equal(start(f, f->dir, 1, 4), 4);
    refuses_data = false;
    assert_int_equal(start(f, f->dir, 1, 4), 0);
}

static void test_too_much(void **state)
{
    struct fixture *f = *state;
    is_huge = true;
    assert_int_equal(start(f, f->dir, 1, 3), 3);
    is_huge = false;
    assert_int_equal(start(f, f->dir, 1, 3), 3);
}

/* Fills the directory's size limit with a file of another device; checks that this file is removed,
 * and that the new pipeline is stored. */
static void test_all_files(void **state)
{
    struct fixture *f = *state;
    char path[160];
    assert_int_equal(start(f, f->dir, 1, 3), 3);
    snprintf(path, sizeof(path), "%s/pipelines-0", f->dir);
    int fd = open(path, O_CREAT | O_WRONLY, 0600);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, GALVAN_CACHE_MAX_TOTAL_B), 0);
    assert_int_equal(close(fd), 0);
    assert_int_equal(start(f, f->dir, 1, 4), 1);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(start(f, f->dir, 1, 4), 0);
}

/* Ends one cache after the device was lost, and another cache while another process holds the lock;
 * checks that neither cache is stored. */
static void test_not_stored(void **state)
{
    struct fixture *f = *state;
    struct gv_vk_pipeline_cache cache;
    begin(f, f->dir, &cache);
    make_pipeline(&cache, 1);
    atomic_store(&f->dev->lost, true);
    gv_vk_pipeline_cache_finish(&cache);
    atomic_store(&f->dev->lost, false);
    begin(f, f->dir, &cache);
    assert_false(has(fake(cache.handle), 1));
    make_pipeline(&cache, 1);
    int lock = gv_cache_lock(&cache.dir, 0);
    assert_true(lock >= 0);
    gv_vk_pipeline_cache_finish(&cache);
    gv_cache_unlock(lock);
    assert_int_equal(start(f, f->dir, 1, 1), 1);
}

/* ---- Stored by the program */

struct kept {
    char name[64];
    void *data;
    size_t size_B;
    unsigned num_stores;
};

static void *load_stored(void *priv, const char *name, size_t *out_size_B)
{
    struct kept *kept = priv;
    if (!kept->data)
        return NULL;
    if (kept->name[0])
        assert_string_equal(name, kept->name);
    void *data = malloc(kept->size_B);
    memcpy(data, kept->data, kept->size_B);
    *out_size_B = kept->size_B;
    return data;
}

static bool store_data(void *priv, const char *name, const void *data, size_t size_B)
{
    struct kept *kept = priv;
    kept->num_stores++;
    free(kept->data);
    kept->data = malloc(size_B);
    memcpy(kept->data, data, size_B);
    kept->size_B = size_B;
    snprintf(kept->name, sizeof(kept->name), "%s", name);
    return true;
}

static bool refuse_to_store(void *priv, const char *name, const void *data, size_t size_B)
{
    struct kept *kept = priv;
    (void)name;
    (void)data;
    (void)size_B;
    kept->num_stores++;
    return false;
}

/* Opens three caches that the program stores, and creates a pipeline in two of them. Checks that
 * these two are merged although neither had loaded the other, that the third stores nothing, and
 * that no cache directory is created. */
static void test_cached_by_program(void **state)
{
    struct fixture *f = *state;
    struct kept kept = {.size_B = 0};
    const struct galvan_cache keeper = {&kept, load_stored, store_data};
    struct gv_vk_pipeline_cache caches[3];
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(gv_vk_pipeline_cache_init(f->dev, f->dir, &keeper, &caches[i]),
                         VK_SUCCESS);
        if (i < 2)
            make_pipeline(&caches[i], i + 1);
    }
    gv_vk_pipeline_cache_finish(&caches[2]);
    assert_int_equal(kept.num_stores, 0);
    gv_vk_pipeline_cache_finish(&caches[0]);
    gv_vk_pipeline_cache_finish(&caches[1]);
    assert_int_equal(kept.num_stores, 2);
    assert_int_equal(kept.size_B, sizeof(header) + 8);
    assert_int_not_equal(access(f->dir, F_OK), 0);
    free(kept.data);
}

/* Loads data of another device, and damaged data; checks that such data is not passed to this
 * device's driver, and that new data replaces it. */
static void test_foreign_data(void **state)
{
    static const size_t places[] = {0,  4,  8,
                                    12, 16, 31}; /* an offset in each field of the header */
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        struct kept kept = {.size_B = sizeof(header) + 4};
        const struct galvan_cache keeper = {&kept, load_stored, store_data};
        struct gv_vk_pipeline_cache cache;
        kept.data = calloc(1, kept.size_B);
        memcpy(kept.data, &header, sizeof(header));
        ((uint8_t *)kept.data)[places[i]] ^= 0x40;
        assert_int_equal(gv_vk_pipeline_cache_init(f->dev, NULL, &keeper, &cache), VK_SUCCESS);
        make_pipeline(&cache, 2);
        gv_vk_pipeline_cache_finish(&cache);
        assert_memory_equal(kept.data, &header, sizeof(header));
        assert_int_equal(gv_vk_pipeline_cache_init(f->dev, NULL, &keeper, &cache), VK_SUCCESS);
        assert_true(has(fake(cache.handle), 2));
        gv_vk_pipeline_cache_finish(&cache);
        free(kept.data);
    }
}

/* Lets a cache broker refuse the data; checks that the store is repeated, but only a few times. */
static void test_not_taken(void **state)
{
    struct fixture *f = *state;
    struct kept kept = {.size_B = 0};
    const struct galvan_cache keeper = {&kept, load_stored, store_data};
    const struct galvan_cache stubborn = {&kept, load_stored, refuse_to_store};
    struct gv_vk_pipeline_cache cache;
    assert_int_equal(gv_vk_pipeline_cache_init(f->dev, NULL, &keeper, &cache), VK_SUCCESS);
    make_pipeline(&cache, 1);
    gv_vk_pipeline_cache_finish(&cache);
    assert_int_equal(kept.num_stores, 1);
    assert_int_equal(gv_vk_pipeline_cache_init(f->dev, NULL, &stubborn, &cache), VK_SUCCESS);
    make_pipeline(&cache, 2);
    gv_vk_pipeline_cache_finish(&cache);
    assert_int_equal(kept.num_stores, 5);
    free(kept.data);
}

static void test_no_directory(void **state)
{
    struct fixture *f = *state;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(start(f, "off", 1, 3), 3);
        assert_int_equal(start(f, "/dev/null/galvan", 1, 3), 3);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_second_start),      TEST(test_nothing_new),  TEST(test_two_at_once),
        TEST(test_saved_early),       TEST(test_other_driver), TEST(test_damaged_file),
        TEST(test_refused_data),      TEST(test_too_much),     TEST(test_no_directory),
        TEST(test_failure),           TEST(test_all_files),    TEST(test_not_stored),
        TEST(test_cached_by_program), TEST(test_foreign_data), TEST(test_not_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
