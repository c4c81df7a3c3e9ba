/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Staging memory of maps. It can outlive batches, unlike a ring, because a map may stay open for
 * long. It is reference-counted, so a batch that copies from it holds a reference, and it is reused
 * afterwards. */
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

/* NULL is fine. Staging memory in use is freed with its last reference. */
void gv_staging_pool_destroy(struct gv_staging_pool *pool);

/* Returns at least size_B bytes of UPLOAD or READBACK memory; NULL if memory runs out. */
struct gv_staging *gv_staging_acquire(struct gv_staging_pool *pool, enum gv_vk_memory_kind kind,
                                      VkDeviceSize size_B);

/* Flush host writes before the device reads them, and invalidate before the host reads device
 * writes, in READBACK memory. False, with an error noted, if that fails. */
bool gv_staging_flush(struct gv_staging *staging);
bool gv_staging_invalidate(struct gv_staging *staging);

/* NULL is fine. */
void gv_staging_release(struct gv_staging *staging);

#endif
