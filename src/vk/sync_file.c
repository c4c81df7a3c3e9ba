/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/sync_file.h"

#include <fcntl.h>
#include <linux/sync_file.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "vk/device.h"
#include "vk/external.h"

#define SYNC_FD VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT

struct gv_vk_sync_semaphore {
    struct gv_vk_sync_semaphore *next;
    VkSemaphore handle;
    uint64_t value; /* the last submission that uses the semaphore */
};

/* Semaphores of finished or pending submissions, to use again; the oldest is the first. */
struct gv_vk_sync_files {
    pthread_mutex_t lock;
    struct gv_vk_sync_semaphore *first, *last;
};

static bool has_sync_files(const struct gv_vk_device *dev)
{
    const VkExternalSemaphoreFeatureFlags both =
        VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT | VK_EXTERNAL_SEMAPHORE_FEATURE_IMPORTABLE_BIT;
    const VkPhysicalDeviceExternalSemaphoreInfo info = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO,
        .handleType = SYNC_FD,
    };
    VkExternalSemaphoreProperties properties = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES};
    if (!dev->caps.externalSemaphoreFd)
        return false;
    vkGetPhysicalDeviceExternalSemaphoreProperties(dev->physical, &info, &properties);
    return (properties.externalSemaphoreFeatures & both) == both;
}

bool gv_vk_is_sync_file(int fd)
{
    struct sync_file_info info = {.num_fences = 0};
    return ioctl(fd, SYNC_IOC_FILE_INFO, &info) == 0;
}

bool gv_vk_sync_file_is_done(int fd)
{
    struct sync_file_info info = {.num_fences = 0};
    return ioctl(fd, SYNC_IOC_FILE_INFO, &info) == 0 && info.status;
}

VkResult gv_vk_sync_files_create(struct gv_vk_device *dev, struct gv_vk_sync_files **out_files)
{
    *out_files = NULL;
    if (!has_sync_files(dev))
        return VK_SUCCESS;
    struct gv_vk_sync_files *files = calloc(1, sizeof(*files));
    if (!files)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    pthread_mutex_init(&files->lock, NULL);
    *out_files = files;
    return VK_SUCCESS;
}

static void destroy(struct gv_vk_device *dev, struct gv_vk_sync_semaphore *semaphore)
{
    dev->vk.vkDestroySemaphore(dev->handle, semaphore->handle, NULL);
    free(semaphore);
}

void gv_vk_sync_files_destroy(struct gv_vk_device *dev, struct gv_vk_sync_files *files)
{
    struct gv_vk_sync_semaphore *semaphore;
    if (!files)
        return;
    while ((semaphore = files->first)) {
        files->first = semaphore->next;
        destroy(dev, semaphore);
    }
    pthread_mutex_destroy(&files->lock);
    free(files);
}

static VkResult create(struct gv_vk_device *dev, struct gv_vk_sync_semaphore **out_semaphore)
{
    const VkExportSemaphoreCreateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = SYNC_FD,
    };
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                        .pNext = &export};
    struct gv_vk_sync_semaphore *semaphore = calloc(1, sizeof(*semaphore));
    if (!semaphore)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    VkResult result = GV_VK_CREATE(dev, Semaphore, &info, &semaphore->handle);
    if (result == VK_SUCCESS)
        *out_semaphore = semaphore;
    else
        free(semaphore);
    return result;
}

/* Takes a semaphore that no pending submission uses. The caller passes it to put() or
 * destroy(). */
static VkResult take(struct gv_vk_device *dev, struct gv_vk_sync_semaphore **out_semaphore)
{
    struct gv_vk_sync_files *files = dev->sync_files;
    pthread_mutex_lock(&files->lock);
    struct gv_vk_sync_semaphore *semaphore = files->first;
    bool is_free = semaphore && gv_vk_device_is_done(dev, semaphore->value);
    if (is_free)
        files->first = semaphore->next;
    pthread_mutex_unlock(&files->lock);
    if (!is_free)
        return create(dev, out_semaphore);
    *out_semaphore = semaphore;
    return VK_SUCCESS;
}

static void put(struct gv_vk_device *dev, struct gv_vk_sync_semaphore *semaphore)
{
    struct gv_vk_sync_files *files = dev->sync_files;
    semaphore->next = NULL;
    pthread_mutex_lock(&files->lock);
    if (files->first)
        files->last->next = semaphore;
    else
        files->first = semaphore;
    files->last = semaphore;
    pthread_mutex_unlock(&files->lock);
}

VkResult gv_vk_sync_file_export(struct gv_vk_device *dev, int *out_fd)
{
    struct gv_vk_sync_semaphore *semaphore;
    VkResult result = take(dev, &semaphore);
    if (result != VK_SUCCESS)
        return result;
    const VkSemaphoreGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
        .semaphore = semaphore->handle,
        .handleType = SYNC_FD,
    };
    result = gv_vk_external_semaphore_submit(dev, semaphore->handle, true, &semaphore->value);
    if (result != VK_SUCCESS) {
        destroy(dev, semaphore);
        return result;
    }
    result = dev->vk.vkGetSemaphoreFdKHR(dev->handle, &get, out_fd);
    if (result == VK_SUCCESS) { /* the export has reset the semaphore */
        put(dev, semaphore);
        return VK_SUCCESS;
    }
    gv_vk_device_wait(dev, semaphore->value, UINT64_MAX);
    destroy(dev, semaphore);
    return result;
}

/* Makes the next wait for the semaphore wait for a sync file in its place. */
static VkResult import(struct gv_vk_device *dev, VkSemaphore semaphore, int fd)
{
    const VkImportSemaphoreFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR,
        .semaphore = semaphore,
        .flags = VK_SEMAPHORE_IMPORT_TEMPORARY_BIT,
        .handleType = SYNC_FD,
        .fd = fcntl(fd, F_DUPFD_CLOEXEC, 0),
    };
    if (info.fd < 0)
        return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    VkResult result = dev->vk.vkImportSemaphoreFdKHR(dev->handle, &info);
    if (result != VK_SUCCESS)
        close(info.fd);
    return result;
}

VkResult gv_vk_sync_file_wait(struct gv_vk_device *dev, int fd)
{
    struct gv_vk_sync_semaphore *semaphore;
    VkResult result = take(dev, &semaphore);
    if (result != VK_SUCCESS)
        return result;
    result = import(dev, semaphore->handle, fd);
    if (result == VK_SUCCESS)
        result = gv_vk_external_semaphore_submit(dev, semaphore->handle, false, &semaphore->value);
    if (result == VK_SUCCESS)
        put(dev, semaphore);
    else
        destroy(dev, semaphore);
    return result;
}
