/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The one place that decides barriers. Each storage remembers its last write and the reads since;
 * a use that conflicts adds to one global memory barrier. Where the earlier use was not in this
 * batch's `main`, the barrier is hoisted to the end of `pre`, so that rendering goes on.
 *
 * Contexts of several threads may use one storage at a time. Their batches overlap then: which of
 * them runs first is not known yet, and what the storage remembers is not all. Until the last of
 * them is submitted every use of the storage takes a barrier of its own, and waiting for it waits
 * for all that was submitted. */
#ifndef GV_SYNC_H
#define GV_SYNC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "vk/barrier.h"
#include "vk/batch.h"

struct gv_context;
struct gv_storage;

/* Hazard state of one storage. All but dev under the lock once the storage can be seen by several
 * threads. */
struct gv_sync {
    struct gv_vk_device *dev;
    _Atomic bool locked; /* held for a few instructions, and while first contents are made */
    VkPipelineStageFlags2 write_stages; /* of the last write; 0: none */
    VkAccessFlags2 write_access;
    VkPipelineStageFlags2 read_stages; /* reads since, which see the write */
    VkAccessFlags2 read_access;
    struct gv_vk_use last_read, last_write;
    bool wrote_in_pre;    /* the last write is in `pre` of its batch */
    uint64_t stores_of;   /* gv_sync_store() made the last writes while a context's
                             num_memory_barriers was that; 0: something else made them */
    uint64_t main_serial; /* serial of the batch whose `main` used it last */

    uint64_t overlap_serial; /* batches before it overlap in their use; 0: none do */
    bool overlap_write;      /* ... and some of them write */
    uint64_t overlap_value;  /* the submissions that did overlap, the last of them */
};

enum {
    GV_SYNC_READ = 1,
    GV_SYNC_WRITE = 2,
};

/* GV_SYNC_* bits: how the device may still use storage, recordings included. Any thread. */
unsigned gv_sync_pending(struct gv_storage *storage);

/* Other processes have the storage: its next use takes it back. */
void gv_sync_leave(struct gv_storage *storage);

/* Waits until the writes to storage are done, with for_write the reads too. Submits what ctx
 * records of it; what other contexts record is not waited for. */
void gv_sync_wait(struct gv_context *ctx, struct gv_storage *storage, bool for_write);

/* Comes before the host reads or writes a mapped buffer in place: where nobody used it yet, it is
 * zeroed but for begin_B to end_B, which the caller writes. */
void gv_sync_host(struct gv_storage *storage, VkDeviceSize begin_B, VkDeviceSize end_B);

/* Waits until all that was submitted of the uses of storage is done. Any thread. */
void gv_sync_wait_submitted(struct gv_storage *storage);

/* Declares that what is recorded next in `main` uses storage so. Keeps it alive for the batch.
 * The barrier, if any, is pending until gv_sync_flush_main(). */
void gv_sync_main(struct gv_context *ctx, struct gv_storage *storage, VkPipelineStageFlags2 stages,
                  VkAccessFlags2 access, bool write);

/* The same where shaders of the client load and store. GL leaves open in which order they store to
 * the same memory until a memory barrier is asked for, so stores do not wait for stores; whatever
 * else uses the memory, before or after, is in order. */
void gv_sync_store(struct gv_context *ctx, struct gv_storage *storage,
                   VkPipelineStageFlags2 stages);

/* Records the pending barrier of `main`; ends the rendering first when there is one. */
void gv_sync_flush_main(struct gv_context *ctx);

/* How rendering uses a colour attachment, or one of depth and stencil. */
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

/* For a copy that reads src and writes dst (either may be NULL): picks `pre` where no earlier
 * command of `main` is in the way, else ends the rendering and picks `main`; records barriers
 * and first transitions; marks the batch's command buffer used. stages/access are usually those of
 * transfers. NULL when no batch could be begun. */
VkCommandBuffer gv_sync_copy(struct gv_context *ctx, struct gv_storage *dst,
                             struct gv_storage *src);

/* The same with the stages of the operation (e.g. a meta draw or dispatch in `main` only). */
VkCommandBuffer gv_sync_meta(struct gv_context *ctx, struct gv_storage *dst,
                             VkPipelineStageFlags2 dst_stages, VkAccessFlags2 dst_access,
                             struct gv_storage *src, VkPipelineStageFlags2 src_stages,
                             VkAccessFlags2 src_access);

/* For kernels of the driver's own that read buffers (NULL ones are left out): picks `pre` unless
 * earlier commands of `main` write one of them, else ends the rendering and picks `main`; records
 * barriers; marks the command buffer used. NULL when no batch could be begun. */
VkCommandBuffer gv_sync_kernel(struct gv_context *ctx, struct gv_storage *const *buffers,
                               unsigned num);

/* What the kernels wrote there, memory that only this batch has, is used so in `main`. The barrier
 * is pending. */
void gv_sync_kernel_wrote(struct gv_context *ctx, VkCommandBuffer cmd, VkPipelineStageFlags2 stages,
                          VkAccessFlags2 access);

/* Called by the context when the batch is about to be submitted: the hoisted barrier. */
void gv_sync_flush_pre(struct gv_context *ctx);

#endif
