/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Barriers between the uses of storages. A use that conflicts with what its storage remembers
 * (resource/hazards.h) adds to one global memory barrier. Where the earlier use was not in this
 * batch's `main`, the barrier is hoisted to the end of `pre`, so that rendering goes on.
 *
 * Who records several commands as one use puts the barriers between these commands itself, with
 * gv_vk_barrier_record(): copies by way of a buffer (gv_cmd_transfer_barrier()), dispatches that
 * follow each other (gv_dispatch_barrier()), and sums of query results. The first contents of
 * images and null resources, and changes of a storage's owner, have barriers of their own, too. */
#ifndef GV_SYNC_H
#define GV_SYNC_H

#include <assert.h>
#include <stdbool.h>

#include <volk.h>

struct gv_recorder;
struct gv_storage;

/* Waits until the writes to storage are done, with for_write the reads too. Submits what rec
 * records of it; what other recorders record is not waited for. */
void gv_sync_wait(struct gv_recorder *rec, struct gv_storage *storage, bool for_write);

/* Declares that what is recorded next in `main` uses storage so. Keeps it alive for the batch.
 * The barrier, if any, is pending until gv_sync_flush_main(). */
void gv_sync_main(struct gv_recorder *rec, struct gv_storage *storage, VkPipelineStageFlags2 stages,
                  VkAccessFlags2 access, bool write);

/* The same where shaders of the client load and store. GL leaves open in which order they store to
 * the same memory until a memory barrier is asked for, so stores do not wait for stores; whatever
 * else uses the memory, before or after, is in order. */
void gv_sync_store(struct gv_recorder *rec, struct gv_storage *storage,
                   VkPipelineStageFlags2 stages);

/* The same of a write by the rendering that is begun, where the barrier can come before all of it.
 * False: it cannot. */
bool gv_sync_before_rendering(struct gv_recorder *rec, struct gv_storage *storage,
                              VkPipelineStageFlags2 stages, VkAccessFlags2 access);

/* Records the pending barrier of `main`; ends the rendering first when there is one. */
void gv_sync_flush_main(struct gv_recorder *rec);

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
VkCommandBuffer gv_sync_copy(struct gv_recorder *rec, struct gv_storage *dst,
                             struct gv_storage *src);

/* The same for a copy from the host to these bytes of a buffer. Such copies in a row wait once, for
 * what was before them, unless they meet; where all of that is done, not even once. */
VkCommandBuffer gv_sync_write(struct gv_recorder *rec, struct gv_storage *dst, VkDeviceSize begin_B,
                              VkDeviceSize end_B);

/* The same for a copy between levels, which may be of one image: then each has the layout of its
 * use, which gv_storage_level_layout() tells. */
VkCommandBuffer gv_sync_copy_levels(struct gv_recorder *rec, struct gv_storage *dst,
                                    uint32_t dst_level, struct gv_storage *src, uint32_t src_level);

/* How a command uses a storage. */
struct gv_sync_use {
    struct gv_storage *storage;
    VkPipelineStageFlags2 stages;
    VkAccessFlags2 access;
};

/* For a meta draw or dispatch, always in `main`, that writes dst and reads src. src may be NULL. */
VkCommandBuffer gv_sync_meta(struct gv_recorder *rec, const struct gv_sync_use *dst,
                             const struct gv_sync_use *src);

/* The same where both are one image, of which this level is written and others are read. */
VkCommandBuffer gv_sync_meta_level(struct gv_recorder *rec, uint32_t level,
                                   const struct gv_sync_use *dst, const struct gv_sync_use *src);

/* Makes what was done to an external storage visible to other processes, and submits it. It is
 * outside then. */
void gv_sync_give(struct gv_recorder *rec, struct gv_storage *storage);

/* How an internal dispatch uses a storage. */
struct gv_dispatch_use {
    struct gv_storage *storage; /* NULL: left out */
    VkAccessFlags2 access;
    bool write;
};

enum {
    GV_MAX_DISPATCH_USES = 512
};

struct gv_dispatch_uses {
    unsigned num;
    bool in_main; /* whatever is used */
    struct gv_dispatch_use items[GV_MAX_DISPATCH_USES];
};

static inline void gv_dispatch_uses_add(struct gv_dispatch_uses *uses, struct gv_storage *storage,
                                        VkAccessFlags2 access, bool write)
{
    assert(uses->num < GV_MAX_DISPATCH_USES);
    uses->items[uses->num++] = (struct gv_dispatch_use){storage, access, write};
}

/* For dispatches with these uses: picks `pre` unless earlier commands of `main` write what the
 * dispatches read, or use what they write; otherwise ends the rendering and picks `main`. Records
 * barriers, and marks the command buffer used. NULL if no batch can begin. */
VkCommandBuffer gv_sync_dispatch(struct gv_recorder *rec, const struct gv_dispatch_uses *uses);

/* Later commands of `main` use what these dispatches wrote to the batch's own memory, in these
 * stages. The barrier is pending. */
void gv_sync_dispatch_wrote(struct gv_recorder *rec, VkCommandBuffer cmd,
                            VkPipelineStageFlags2 stages, VkAccessFlags2 access);

/* Called by the recorder when the batch is about to be submitted: the hoisted barrier. */
void gv_sync_flush_pre(struct gv_recorder *rec);

#endif
