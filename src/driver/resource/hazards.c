/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/resource/hazards.h"

#include "vk/device.h"

#define WRITE_ACCESS                                                                               \
    (VK_ACCESS_2_TRANSFER_WRITE_BIT | VK_ACCESS_2_SHADER_WRITE_BIT |                               \
     VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT |               \
     VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_2_HOST_WRITE_BIT |                 \
     VK_ACCESS_2_MEMORY_WRITE_BIT | VK_ACCESS_2_TRANSFORM_FEEDBACK_WRITE_BIT_EXT |                 \
     VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT)

/* ---- Several threads ------------------------------------------------------------------------- */

static bool is_recorded(struct gv_vk_use use)
{
    return gv_vk_use_state(use) == GV_VK_USE_RECORDING;
}

/* Ends the overlap if all overlapping batches are submitted. The order of later uses is then
 * known. */
static void end_overlap(struct gv_hazards *h)
{
    if (!h->overlap_serial || is_recorded(h->last_read) || is_recorded(h->last_write) ||
        gv_vk_device_records_before(h->dev, h->overlap_serial))
        return;
    h->overlap_serial = 0;
    h->overlap_write = false;
    h->overlap_value = atomic_load(&h->dev->submitted);
}

static bool is_foreign(const struct gv_vk_batch *batch, struct gv_vk_use use)
{
    return use.batch != batch && is_recorded(use);
}

/* Makes the next use wait for all commands. The hazards no longer contain the uses before the last
 * write, since the last write waits for those uses. But another context may submit its next use
 * before the pending last write, and would then not wait for them. */
static void forget_order(struct gv_hazards *h)
{
    h->write_stages = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    h->write_access = VK_ACCESS_2_MEMORY_WRITE_BIT;
    h->end_B = 0;
}

void gv_hazards_check_overlap(struct gv_hazards *h, const struct gv_vk_batch *batch, bool write)
{
    gv_hazards_assert_locked(h);
    bool writes = is_foreign(batch, h->last_write);
    if (writes && !h->overlap_serial)
        forget_order(h);
    if (writes || is_foreign(batch, h->last_read))
        h->overlap_serial = atomic_load(&h->dev->next_serial);
    else
        end_overlap(h);
    if (h->overlap_serial && (write || writes))
        h->overlap_write = true;
}

struct gv_uses gv_hazards_uses(struct gv_hazards *h)
{
    gv_hazards_lock(h);
    end_overlap(h);
    const struct gv_uses uses = {
        .read = h->last_read,
        .write = h->last_write,
        .overlap = h->overlap_serial != 0,
        .value = h->overlap_value,
    };
    gv_hazards_unlock(h);
    return uses;
}

unsigned gv_hazards_pending(struct gv_hazards *h)
{
    const struct gv_uses uses = gv_hazards_uses(h);
    if (uses.overlap || (uses.value && !gv_vk_device_is_done(h->dev, uses.value)))
        return GV_PENDING_READ | GV_PENDING_WRITE;
    return (gv_vk_use_state(uses.read) != GV_VK_USE_IDLE ? GV_PENDING_READ : 0u) |
           (gv_vk_use_state(uses.write) != GV_VK_USE_IDLE ? GV_PENDING_WRITE : 0u);
}

bool gv_hazards_recorded(struct gv_hazards *h)
{
    const struct gv_uses uses = gv_hazards_uses(h);
    return uses.overlap || is_recorded(uses.read) || is_recorded(uses.write);
}

void gv_hazards_wait_submitted(struct gv_hazards *h)
{
    const struct gv_uses uses = gv_hazards_uses(h);
    uint64_t value = uses.overlap ? atomic_load(&h->dev->submitted) : uses.value;
    if (value)
        gv_vk_device_wait(h->dev, value, UINT64_MAX);
    gv_vk_use_wait(uses.write, UINT64_MAX);
    gv_vk_use_wait(uses.read, UINT64_MAX);
}

/* ---- Barriers -------------------------------------------------------------------------------- */

/* Adds a use while batches overlap. Earlier uses remain in the hazards, since the barrier in
 * another batch may run too late. */
static struct gv_vk_barrier hazard_of_overlap(struct gv_hazards *h, VkPipelineStageFlags2 stages,
                                              VkAccessFlags2 access, bool write)
{
    struct gv_vk_barrier b = {
        .src_stages = h->write_stages | (write ? h->read_stages : 0),
        .src_access = h->write_access,
    };
    if (b.src_stages) {
        b.dst_stages = stages;
        b.dst_access = access;
    }
    if (write) {
        h->write_stages |= stages;
        h->write_access |= access & WRITE_ACCESS;
        h->stores_of = 0;
        h->end_B = 0;
    } else {
        h->read_stages |= stages;
    }
    h->read_access = 0; /* the next read after the overlap waits for the writes again */
    return b;
}

/* Adds a use that changes the layout. The barrier for the change waits for all earlier uses. Later
 * reads in other stages must wait for the layout change. */
static struct gv_vk_barrier change_layout(struct gv_hazards *h, VkPipelineStageFlags2 stages,
                                          VkAccessFlags2 access, bool write, VkImageLayout layout)
{
    const struct gv_vk_barrier b = {h->write_stages | h->read_stages, stages, h->write_access,
                                    access};
    assert(h->changes_layout && !h->overlap_serial);
    h->layout = layout;
    h->write_stages = stages;
    h->write_access = access & WRITE_ACCESS;
    h->read_stages = write ? 0 : stages;
    h->read_access = write ? 0 : access;
    h->stores_of = 0;
    return b;
}

struct gv_vk_barrier gv_hazards_add(struct gv_hazards *h, VkPipelineStageFlags2 stages,
                                    VkAccessFlags2 access, bool write, VkImageLayout layout)
{
    gv_hazards_assert_locked(h);
    if (layout != h->layout)
        return change_layout(h, stages, access, write, layout);
    if (h->overlap_serial)
        return hazard_of_overlap(h, stages, access, write);
    struct gv_vk_barrier b = {0};
    if (write) {
        if (h->write_stages | h->read_stages) {
            b.src_stages = h->write_stages | h->read_stages;
            b.src_access = h->write_access;
            b.dst_stages = stages;
            b.dst_access = access;
        }
        h->write_stages = stages;
        h->write_access = access & WRITE_ACCESS;
        h->read_stages = 0;
        h->read_access = 0;
        h->stores_of = 0;
        h->end_B = 0;
        return b;
    }
    const bool is_new = (stages & ~h->read_stages) || (access & ~h->read_access);
    h->read_stages |= stages;
    h->read_access |= access;
    /* The barrier includes the stages and accesses of all reads so far. So all stages in
     * read_stages have waited for the write with all accesses in read_access. */
    if (h->write_stages && is_new) {
        b.src_stages = h->write_stages;
        b.src_access = h->write_access;
        b.dst_stages = h->read_stages;
        b.dst_access = h->read_access;
    }
    return b;
}

/* Later uses wait for this write and for the previous writes. */
void gv_hazards_add_apart(struct gv_hazards *h, VkPipelineStageFlags2 stages, VkAccessFlags2 access)
{
    gv_hazards_assert_locked(h);
    assert(!h->overlap_serial && !h->changes_layout);
    h->write_stages |= stages;
    h->write_access |= access & WRITE_ACCESS;
    h->read_stages = 0;
    h->read_access = 0;
    h->stores_of = 0;
}

void gv_hazards_add_bytes(struct gv_hazards *h, VkDeviceSize begin_B, VkDeviceSize end_B)
{
    gv_hazards_assert_locked(h);
    if (!h->end_B || begin_B < h->begin_B)
        h->begin_B = begin_B;
    if (end_B > h->end_B)
        h->end_B = end_B;
}
