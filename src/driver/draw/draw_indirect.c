/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/draw_indirect.h"

#include "driver/draw/index_rewrite.h"
#include "driver/record/recorder.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"
#include "driver/screen/screen.h"
#include "driver/state/state.h"
#include "util/checked.h"
#include "util/log.h"

uint32_t gv_indirect_command_B(bool indexed)
{
    return indexed ? sizeof(VkDrawIndexedIndirectCommand) : sizeof(VkDrawIndirectCommand);
}

static bool holds(const struct pipe_resource *buffer, uint64_t offset_B, uint64_t size_B)
{
    return buffer->target == PIPE_BUFFER && offset_B % 4 == 0 &&
           gv_range_fits_u64(offset_B, size_B, buffer->width0);
}

bool gv_indirect_commands(struct gv_screen *screen, const struct pipe_draw_info *info,
                          struct gv_indirect_commands *out_commands)
{
    uint32_t size_B = gv_indirect_command_B(info->indexed);
    uint32_t stride_B = info->indirect_stride ? info->indirect_stride : size_B;
    uint32_t num = info->indirect_count ? info->indirect_count : 1;
    const struct pipe_resource *params = info->indirect_params;
    if (!holds(info->indirect, info->indirect_offset, size_B) ||
        (num > 1 && (stride_B < size_B || stride_B % 4)) ||
        (params && !holds(params, info->indirect_params_offset, 4))) {
        gv_err(&screen->log, "driver", "an indirect draw was dropped: %u records at %u of %u", num,
               info->indirect_offset, info->indirect->width0);
        return false;
    }
    uint32_t room_B = info->indirect->width0 - info->indirect_offset - size_B;
    if (num - 1 > room_B / stride_B)
        num = 1 + room_B / stride_B;
    *out_commands = (struct gv_indirect_commands){num, stride_B};
    return true;
}

bool gv_indirect_host_sees_numbers(const struct gv_indirect_draws *draws)
{
    return (!draws->commands || gv_host_sees(draws->commands)) &&
           (!draws->counter || gv_host_sees(draws->counter));
}

bool gv_indirect_host_sees(const struct gv_state *state, const struct pipe_draw_info *info,
                           const struct gv_indirect_draws *draws)
{
    return (!info->indexed || gv_host_sees(gv_resource(state->index_buffer.buffer)->storage)) &&
           gv_indirect_host_sees_numbers(draws);
}

void gv_indirect_sync(struct gv_recorder *rec, const struct gv_indirect_draws *draws)
{
    VkAccessFlags2 access = VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT;
    if (draws->commands)
        gv_sync_main(rec, draws->commands, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, access, false);
    if (draws->vertex_B)
        access |= VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_READ_BIT_EXT;
    if (draws->counter)
        gv_sync_main(rec, draws->counter, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, access, false);
}

void gv_indirect_command(struct gv_recorder *rec, const struct pipe_draw_info *info,
                         const struct gv_indirect_draws *draws)
{
    const struct VolkDeviceTable *vk = &rec->dev->vk;
    VkCommandBuffer cmd = gv_recorder_main(rec);
    VkBuffer commands = draws->commands ? draws->commands->buffer.handle : VK_NULL_HANDLE;
    VkBuffer counter = draws->counter ? draws->counter->buffer.handle : VK_NULL_HANDLE;
    if (!commands)
        vk->vkCmdDrawIndirectByteCountEXT(cmd, info->instance_count, info->start_instance, counter,
                                          draws->counter_offset_B, 0, draws->vertex_B);
    else if (counter && info->indexed)
        vk->vkCmdDrawIndexedIndirectCount(cmd, commands, draws->offset_B, counter,
                                          draws->counter_offset_B, draws->num, draws->stride_B);
    else if (counter)
        vk->vkCmdDrawIndirectCount(cmd, commands, draws->offset_B, counter, draws->counter_offset_B,
                                   draws->num, draws->stride_B);
    else if (info->indexed)
        vk->vkCmdDrawIndexedIndirect(cmd, commands, draws->offset_B, draws->num, draws->stride_B);
    else
        vk->vkCmdDrawIndirect(cmd, commands, draws->offset_B, draws->num, draws->stride_B);
}
