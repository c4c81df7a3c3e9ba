/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/fences.h"

#include <stdlib.h>

#include "vk/device.h"

void gv_vk_fences_init(struct gv_vk_fences *fences)
{
    pthread_mutex_init(&fences->lock, NULL);
    fences->tail = &fences->busy;
}

void gv_vk_fences_finish(struct gv_vk_fences *fences)
{
    pthread_mutex_destroy(&fences->lock);
}

static void destroy_list(struct gv_vk_device *dev, struct gv_vk_fence *fence)
{
    while (fence) {
        struct gv_vk_fence *next = fence->next;
        dev->vk.vkDestroyFence(dev->handle, fence->handle, NULL);
        free(fence);
        fence = next;
    }
}

void gv_vk_fences_destroy(struct gv_vk_device *dev)
{
    struct gv_vk_fences *fences = &dev->fences;
    destroy_list(dev, fences->busy);
    destroy_list(dev, fences->free);
    fences->busy = fences->free = NULL;
    fences->tail = &fences->busy;
}

static VkResult create_fence(struct gv_vk_device *dev, struct gv_vk_fence **out_fence)
{
    const VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    struct gv_vk_fence *fence = calloc(1, sizeof(*fence));
    if (!fence)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    VkResult result = GV_VK_CREATE(dev, Fence, &info, &fence->handle);
    if (result != VK_SUCCESS) {
        free(fence);
        return result;
    }
    *out_fence = fence;
    return VK_SUCCESS;
}

VkResult gv_vk_fences_take(struct gv_vk_device *dev, struct gv_vk_fence **out_fence)
{
    struct gv_vk_fences *fences = &dev->fences;
    pthread_mutex_lock(&fences->lock);
    struct gv_vk_fence *fence = fences->free;
    if (fence)
        fences->free = fence->next;
    pthread_mutex_unlock(&fences->lock);
    if (!fence)
        return create_fence(dev, out_fence);
    *out_fence = fence;
    return VK_SUCCESS;
}

/* Puts a fence into the free list. The caller holds the lock. */
static void put_free(struct gv_vk_fences *fences, struct gv_vk_fence *fence)
{
    fence->next = fences->free;
    fences->free = fence;
}

void gv_vk_fences_put(struct gv_vk_device *dev, struct gv_vk_fence *fence, uint64_t value,
                      bool submitted)
{
    struct gv_vk_fences *fences = &dev->fences;
    pthread_mutex_lock(&fences->lock);
    if (submitted) {
        fence->value = value;
        fence->next = NULL;
        *fences->tail = fence;
        fences->tail = &fence->next;
    } else {
        put_free(fences, fence);
    }
    pthread_mutex_unlock(&fences->lock);
}

/* Removes from the list of busy fences the signalled fence to which *link points. */
static void unlink_done(struct gv_vk_device *dev, struct gv_vk_fence **link)
{
    struct gv_vk_fences *fences = &dev->fences;
    struct gv_vk_fence *fence = *link;
    *link = fence->next;
    if (!*link)
        fences->tail = link;
    if (dev->vk.vkResetFences(dev->handle, 1, &fence->handle) == VK_SUCCESS) {
        put_free(fences, fence);
        return;
    }
    dev->vk.vkDestroyFence(dev->handle, fence->handle, NULL);
    free(fence);
}

VkResult gv_vk_fences_poll(struct gv_vk_device *dev, uint64_t *out_value)
{
    struct gv_vk_fences *fences = &dev->fences;
    VkResult result = VK_SUCCESS;
    uint64_t value = 0;
    pthread_mutex_lock(&fences->lock);
    for (struct gv_vk_fence **link = &fences->busy, *fence; (fence = *link) != NULL;) {
        result = dev->vk.vkGetFenceStatus(dev->handle, fence->handle);
        if (result != VK_SUCCESS)
            break;
        value = fence->value;
        if (fence->num_waiting)
            link = &fence->next;
        else
            unlink_done(dev, link);
    }
    pthread_mutex_unlock(&fences->lock);
    if (result != VK_SUCCESS && result != VK_NOT_READY)
        return result;
    *out_value = value;
    return VK_SUCCESS;
}

VkResult gv_vk_fences_wait(struct gv_vk_device *dev, uint64_t value, uint64_t timeout_ns)
{
    struct gv_vk_fences *fences = &dev->fences;
    pthread_mutex_lock(&fences->lock);
    struct gv_vk_fence *fence = fences->busy;
    while (fence && fence->value < value)
        fence = fence->next;
    if (fence)
        fence->num_waiting++;
    pthread_mutex_unlock(&fences->lock);
    if (!fence)
        return VK_SUCCESS; /* a poll has found the submission finished */

    VkResult result = dev->vk.vkWaitForFences(dev->handle, 1, &fence->handle, VK_TRUE, timeout_ns);
    pthread_mutex_lock(&fences->lock);
    fence->num_waiting--;
    pthread_mutex_unlock(&fences->lock);
    return result;
}
