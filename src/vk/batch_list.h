/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the other files of src/vk need to know of batches beyond batch.h. */
#ifndef GV_VK_BATCH_LIST_H
#define GV_VK_BATCH_LIST_H

#include <volk.h>

struct gv_vk_batch;
struct gv_vk_device;

/* Retires and frees every batch of dev. The device is idle or lost. */
void gv_vk_batches_finish(struct gv_vk_device *dev);

/* Takes the sets of a finished batch back; its pools are kept. */
void gv_vk_batch_reset_sets(struct gv_vk_batch *batch);

/* Destroys the pools. */
void gv_vk_batch_destroy_pools(struct gv_vk_batch *batch);

#endif
