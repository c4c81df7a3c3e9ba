/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Framebuffers, for devices without dynamic rendering: each framebuffer is cached until one of its
 * views is destroyed, or until later framebuffers evict it. */
#ifndef GV_VK_FRAMEBUFFERS_H
#define GV_VK_FRAMEBUFFERS_H

#include <pthread.h>
#include <stdint.h>

#include <volk.h>

#include "util/must_check.h"
#include "vk/batch.h"

enum {
    GV_VK_MAX_COLORS = 8,
    GV_VK_MAX_VIEWS = 2 * GV_VK_MAX_COLORS + 1 /* colours, their resolve targets, depth */
};

/* Compared as bytes: unused fields are zeros. */
struct gv_vk_framebuffer_key {
    VkRenderPass pass;
    VkImageView views[GV_VK_MAX_VIEWS]; /* the first num are set */
    uint32_t num, width, height, layers;
};

struct gv_vk_framebuffers {
    pthread_mutex_t lock;
    struct gv_vk_framebuffer *newest; /* list, most recently used first */
    unsigned num;
};

void gv_vk_framebuffers_init(struct gv_vk_framebuffers *all);
void gv_vk_framebuffers_finish(struct gv_vk_device *dev, struct gv_vk_framebuffers *all);

/* Finds or creates the framebuffer of a key; the batch keeps it alive. `pass` is the object of
 * key->pass, which the framebuffer keeps alive. Any thread. */
GV_MUST_CHECK VkResult gv_vk_framebuffers_get(struct gv_vk_framebuffers *all,
                                              struct gv_vk_batch *batch,
                                              const struct gv_vk_framebuffer_key *key,
                                              struct gv_vk_object *pass, VkFramebuffer *out_handle);

/* Removes the framebuffers with this view, which is about to be destroyed. Any thread. */
void gv_vk_framebuffers_forget(struct gv_vk_device *dev, struct gv_vk_framebuffers *all,
                               VkImageView view);

#endif
