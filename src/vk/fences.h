/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What stands in for a timeline semaphore: a fence for each submission that runs, with the value
 * that its end means. Fences are used again. */
#ifndef GV_VK_FENCES_H
#define GV_VK_FENCES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "util/must_check.h"

struct gv_vk_device;

struct gv_vk_fence {
    struct gv_vk_fence *next;
    VkFence handle;
    uint64_t value;
    unsigned num_waiting; /* threads in vkWaitForFences: it may not be reset */
};

struct gv_vk_fences {
    pthread_mutex_t lock;
    struct gv_vk_fence *busy; /* in the order of their values */
    struct gv_vk_fence **tail;
    struct gv_vk_fence *free; /* not signalled */
};

/* The list without a fence. */
void gv_vk_fences_init(struct gv_vk_fences *fences);
void gv_vk_fences_finish(struct gv_vk_fences *fences);

/* Destroys the fences of dev, which is idle or lost. */
void gv_vk_fences_destroy(struct gv_vk_device *dev);

/* A fence for the next submission, for gv_vk_fences_put(). */
GV_MUST_CHECK VkResult gv_vk_fences_take(struct gv_vk_device *dev, struct gv_vk_fence **out_fence);

/* The submission of value signals the fence; or it failed, and nothing does. In the order of
 * values: caller holds queue_lock. */
void gv_vk_fences_put(struct gv_vk_device *dev, struct gv_vk_fence *fence, uint64_t value,
                      bool submitted);

/* *out_value is the newest that was found to be finished; 0: none. Any thread. */
GV_MUST_CHECK VkResult gv_vk_fences_poll(struct gv_vk_device *dev, uint64_t *out_value);

/* Waits until submission value, which was put, has finished. As vkWaitForFences(). Any thread. */
GV_MUST_CHECK VkResult gv_vk_fences_wait(struct gv_vk_device *dev, uint64_t value,
                                         uint64_t timeout_ns);

#endif
