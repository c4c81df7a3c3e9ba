/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Staging memory of maps. Unlike a ring, it outlives batches: a map may stay open while others
 * come and go. Counted, so that a batch that copies from it keeps it; used again afterwards. */
#ifndef GV_STAGING_H
#define GV_STAGING_H

#include "vk/batch.h"
#include "vk/buffer_image.h"

struct gv_staging_pool;

struct gv_staging {
    struct gv_vk_object object;
    struct gv_staging_pool *pool;
    struct gv_staging *next; /* in the pool's list while nobody uses it */
    enum gv_vk_memory_kind kind;
    struct gv_vk_buffer buffer; /* mapped */
};

/* NULL when memory ran out. */
struct gv_staging_pool *gv_staging_pool_create(struct gv_vk_device *dev);

/* NULL is fine. Staging memory that is still in use ends with its last user. */
void gv_staging_pool_destroy(struct gv_staging_pool *pool);

/* At least size_B bytes of UPLOAD or READBACK memory; NULL when memory ran out. */
struct gv_staging *gv_staging_acquire(struct gv_staging_pool *pool, enum gv_vk_memory_kind kind,
                                      VkDeviceSize size_B);

/* Before the device reads what the host wrote, and before the host reads what the device wrote, in
 * READBACK memory. False, and an error is noted, when that failed. */
bool gv_staging_flush(struct gv_staging *staging);
bool gv_staging_invalidate(struct gv_staging *staging);

/* NULL is fine. */
void gv_staging_release(struct gv_staging *staging);

#endif
