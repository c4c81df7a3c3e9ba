/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Barriers between the uses of storages. If a use conflicts with earlier uses of its storage
 * (resource/hazards.h), the stages and accesses of the use are added to one pending global memory
 * barrier. If the earlier uses are not in this batch's `main`, the barrier is recorded at the end
 * of `pre` instead, so that rendering need not end.
 *
 * Code that records several commands as one use records the barriers between these commands itself,
 * with gv_vk_barrier_record(). Examples are copies through a buffer (gv_cmd_transfer_barrier()),
 * consecutive dispatches (gv_dispatch_barrier()), and sums of query results. First contents of
 * images and null resources, and ownership transfers of storage, also record their own barriers. */
#ifndef GV_SYNC_H
#define GV_SYNC_H

#include <assert.h>
#include <stdbool.h>

#include <volk.h>

struct gv_recorder;
struct gv_storage;

/* Waits until writes to `storage` have finished. `for_write`: waits for reads, too. Submits rec's
 * batch if the batch uses `storage`. Does not wait for uses that other recorders are still
 * recording. */
void gv_sync_wait(struct gv_recorder *rec, struct gv_storage *storage, bool for_write);

/* Declares how the next commands in `main` use `storage`. The batch gets a reference to `storage`.
 * If a barrier is needed, it is pending until gv_sync_flush_main(). */
void gv_sync_main(struct gv_recorder *rec, struct gv_storage *storage, VkPipelineStageFlags2 stages,
                  VkAccessFlags2 access, bool write);

/* Declares loads and stores by the client's shaders in `main`. GL does not order stores to the same
 * memory without a memory barrier, so stores do not wait for other stores. Stores are ordered with
 * all other uses, before and after them. */
void gv_sync_store(struct gv_recorder *rec, struct gv_storage *storage,
                   VkPipelineStageFlags2 stages);

/* Declares a write by the active rendering, if the barrier of the write can be recorded before the
 * whole rendering. Otherwise returns false and declares nothing. */
bool gv_sync_before_rendering(struct gv_recorder *rec, struct gv_storage *storage,
                              VkPipelineStageFlags2 stages, VkAccessFlags2 access);

/* Records the pending barrier of `main`, if there is one. Ends active rendering first. */
void gv_sync_flush_main(struct gv_recorder *rec);

/* How rendering uses an attachment: colour, or depth and stencil. */
struct gv_attachment_use {
    VkPipelineStageFlags2 stages;
    VkAccessFlags2 access;
};

static inline struct gv_attachment_use gv_attachment_use(bool color)
{
    if (color)
        return (struct gv_attachment_use){VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                                          VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT |
                                              VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT};
    return (struct gv_attachment_use){VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT |
                                          VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
                                      VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT |
                                          VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT};
}

/* Prepares a copy that reads src and writes dst; either may be NULL. Returns the command buffer for
 * the copy: `pre` if no earlier command of `main` conflicts with the copy, otherwise `main`, after
 * ending active rendering. Records the barriers into that command buffer, notes that dst has
 * contents, and marks the command buffer as used. Returns NULL if no batch can be begun. */
VkCommandBuffer gv_sync_copy(struct gv_recorder *rec, struct gv_storage *dst,
                             struct gv_storage *src);

/* Prepares a copy from the CPU to bytes begin_B to end_B of a buffer, like gv_sync_copy(). Of
 * consecutive copies whose ranges do not overlap, only the first waits for earlier uses. If all
 * earlier uses have finished, no copy waits. */
VkCommandBuffer gv_sync_write(struct gv_recorder *rec, struct gv_storage *dst, VkDeviceSize begin_B,
                              VkDeviceSize end_B);

/* Prepares a copy between levels, like gv_sync_copy(). Both levels may belong to one image. Each
 * level then has the layout of its use, see gv_storage_level_layout(). */
VkCommandBuffer gv_sync_copy_levels(struct gv_recorder *rec, struct gv_storage *dst,
                                    uint32_t dst_level, struct gv_storage *src, uint32_t src_level);

/* How a command uses a storage. */
struct gv_sync_use {
    struct gv_storage *storage;
    VkPipelineStageFlags2 stages;
    VkAccessFlags2 access;
};

/* Prepares an internal draw or dispatch in `main` that writes dst and reads src. `src` may be NULL.
 * Returns `main`, or NULL if no batch can be begun. */
VkCommandBuffer gv_sync_meta(struct gv_recorder *rec, const struct gv_sync_use *dst,
                             const struct gv_sync_use *src);

/* Prepares an internal draw or dispatch in `main` that writes one level of an image and reads other
 * levels of the image, like gv_sync_meta(). */
VkCommandBuffer gv_sync_meta_level(struct gv_recorder *rec, uint32_t level,
                                   const struct gv_sync_use *dst, const struct gv_sync_use *src);

/* Makes the writes to an external storage visible to other processes, and submits these writes.
 * Other processes own the storage afterwards. */
void gv_sync_give(struct gv_recorder *rec, struct gv_storage *storage);

/* How an internal dispatch uses a storage. */
struct gv_dispatch_use {
    struct gv_storage *storage; /* NULL: unused */
    VkAccessFlags2 access;
    bool write;
};

enum {
    GV_MAX_DISPATCH_USES = 512
};

struct gv_dispatch_uses {
    unsigned num;
    bool in_main; /* the dispatches are recorded in `main` in any case */
    struct gv_dispatch_use items[GV_MAX_DISPATCH_USES];
};

static inline void gv_dispatch_uses_add(struct gv_dispatch_uses *uses, struct gv_storage *storage,
                                        VkAccessFlags2 access, bool write)
{
    assert(uses->num < GV_MAX_DISPATCH_USES);
    uses->items[uses->num++] = (struct gv_dispatch_use){storage, access, write};
}

/* Prepares dispatches that use storages as `uses` lists. Returns `pre`, unless earlier commands of
 * `main` write memory that the dispatches read, or use memory that the dispatches write; otherwise
 * returns `main`, after ending active rendering. Records barriers, and marks the command buffer as
 * used. Returns NULL if no batch can be begun. */
VkCommandBuffer gv_sync_dispatch(struct gv_recorder *rec, const struct gv_dispatch_uses *uses);

/* Declares that dispatches in `cmd` have written memory of the batch, and that later commands of
 * `main` use this memory in `stages` with `access`. The barrier is pending. */
void gv_sync_dispatch_wrote(struct gv_recorder *rec, VkCommandBuffer cmd,
                            VkPipelineStageFlags2 stages, VkAccessFlags2 access);

/* Records the pending barrier at the end of `pre`. The recorder calls this function before it
 * submits the batch. */
void gv_sync_flush_pre(struct gv_recorder *rec);

#endif
