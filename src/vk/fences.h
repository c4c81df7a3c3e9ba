/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fences in place of a timeline semaphore: each pending submission has a fence, which stores the
 * submission's timeline value. Fences are reused. */
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
    unsigned num_waiting; /* number of threads that wait for the fence; the fence must not be
                             reset meanwhile */
};

struct gv_vk_fences {
    pthread_mutex_t lock;
    struct gv_vk_fence *busy; /* fences of pending submissions, in the order of their values */
    struct gv_vk_fence **tail;
    struct gv_vk_fence *free; /* unused fences, none of which is signalled */
};

/* gv_vk_fences_init() initialises empty lists. gv_vk_fences_finish() destroys their lock. */
void gv_vk_fences_init(struct gv_vk_fences *fences);
void gv_vk_fences_finish(struct gv_vk_fences *fences);

/* Destroys the fences of dev, which must be idle or lost. */
void gv_vk_fences_destroy(struct gv_vk_device *dev);

/* Returns a fence for the next submission. The caller passes it to gv_vk_fences_put(). */
GV_MUST_CHECK VkResult gv_vk_fences_take(struct gv_vk_device *dev, struct gv_vk_fence **out_fence);

/* Registers the fence that the submission with timeline value `value` will signal; or, if
 * `submitted` is false, frees the fence, because the submission failed. Call in the order of
 * values, with queue_lock held. */
void gv_vk_fences_put(struct gv_vk_device *dev, struct gv_vk_fence *fence, uint64_t value,
                      bool submitted);

/* Polls the fences of pending submissions. *out_value is the newest finished value that this call
 * finds; 0: no further submission has finished. Any thread. */
GV_MUST_CHECK VkResult gv_vk_fences_poll(struct gv_vk_device *dev, uint64_t *out_value);

/* Waits until the submission with timeline value `value` has finished. The fence of that submission
 * must have been passed to gv_vk_fences_put(). Returns the results that vkWaitForFences() has. Any
 * thread. */
GV_MUST_CHECK VkResult gv_vk_fences_wait(struct gv_vk_device *dev, uint64_t value,
                                         uint64_t timeout_ns);

#endif
