/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Descriptor sets of a batch, allocated from the batch's pools, which are reset as a whole. */
#ifndef GV_VK_DESCRIPTOR_H
#define GV_VK_DESCRIPTOR_H

#include <volk.h>

#include "util/must_check.h"

struct gv_vk_batch;

/* Allocates a set from the batch's pools. The set is valid until the batch has finished. */
GV_MUST_CHECK VkResult gv_vk_batch_alloc_set(struct gv_vk_batch *batch,
                                             VkDescriptorSetLayout layout,
                                             VkDescriptorSet *out_set);

/* Frees all sets of a finished batch; its pools are retained. */
void gv_vk_batch_reset_sets(struct gv_vk_batch *batch);

void gv_vk_batch_destroy_pools(struct gv_vk_batch *batch);

#endif
