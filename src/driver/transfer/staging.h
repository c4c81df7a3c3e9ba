/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Staging memory of maps. Unlike memory of a ring, staging memory can outlive batches, because a
 * map may stay open for long. Staging memory is reference-counted: a batch that copies from it
 * holds a reference. Unused staging memory is cached in the pool. */
#ifndef GV_STAGING_H
#define GV_STAGING_H

#include "vk/batch.h"
#include "vk/buffer_image.h"

struct gv_staging_pool;

struct gv_staging {
    struct gv_vk_object object;
    struct gv_staging_pool *pool;
    struct gv_staging *next; /* next in the pool's list, while the memory is unused */
    enum gv_vk_memory_kind kind;
    struct gv_vk_buffer buffer; /* mapped */
};

/* Creates a pool. NULL if memory runs out. */
struct gv_staging_pool *gv_staging_pool_create(struct gv_vk_device *dev);

/* Destroys the pool. Staging memory in use is freed with its last reference. pool may be NULL. */
void gv_staging_pool_destroy(struct gv_staging_pool *pool);

/* Returns at least size_B bytes of UPLOAD or READBACK memory; NULL if memory runs out. */
struct gv_staging *gv_staging_acquire(struct gv_staging_pool *pool, enum gv_vk_memory_kind kind,
                                      VkDeviceSize size_B);

/* gv_staging_flush() makes the CPU's writes visible to the device, gv_staging_invalidate() makes
 * the device's writes visible to the CPU. Only READBACK memory needs these calls; for UPLOAD memory
 * they do nothing. False on failure, with the error reported. */
bool gv_staging_flush(struct gv_staging *staging);
bool gv_staging_invalidate(struct gv_staging *staging);

/* Releases a reference. staging may be NULL. */
void gv_staging_release(struct gv_staging *staging);

#endif
