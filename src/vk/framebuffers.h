/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Framebuffers, for devices without dynamic rendering: each is kept until one of its views ends, or
 * many others were used since. */
#ifndef GV_VK_FRAMEBUFFERS_H
#define GV_VK_FRAMEBUFFERS_H

#include <pthread.h>
#include <stdint.h>

#include <volk.h>

#include "util/must_check.h"
#include "vk/batch.h"

enum {
    GV_VK_MAX_COLORS = 8,
    GV_VK_MAX_VIEWS = 2 * GV_VK_MAX_COLORS + 1 /* colours, what they are resolved to, depth */
};

/* Compared as bytes: what is not used is zeros. */
struct gv_vk_framebuffer_key {
    VkRenderPass pass;
    VkImageView views[GV_VK_MAX_VIEWS]; /* the first num, none of them VK_NULL_HANDLE */
    uint32_t num, width, height, layers;
};

struct gv_vk_framebuffers {
    pthread_mutex_t lock;
    struct gv_vk_framebuffer *newest; /* the one used last comes first */
    unsigned num;
};

void gv_vk_framebuffers_init(struct gv_vk_framebuffers *all);
void gv_vk_framebuffers_finish(struct gv_vk_device *dev, struct gv_vk_framebuffers *all);

/* The framebuffer of a key, which the batch holds from now on. pass is whose handle the key has:
 * the framebuffer holds it. Any thread. */
GV_MUST_CHECK VkResult gv_vk_framebuffers_get(struct gv_vk_framebuffers *all,
                                              struct gv_vk_batch *batch,
                                              const struct gv_vk_framebuffer_key *key,
                                              struct gv_vk_object *pass, VkFramebuffer *out_handle);

/* Forgets the framebuffers that have a view, which is about to end. Any thread. */
void gv_vk_framebuffers_forget(struct gv_vk_device *dev, struct gv_vk_framebuffers *all,
                               VkImageView view);

#endif
