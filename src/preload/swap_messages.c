/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/swap_messages.h"

#include "preload/swap.h"
#include "vtest/protocol.h"

bool gv_swap_messages_is_fence(const struct gv_swap_messages *messages, const uint32_t *payload)
{
    return gv_swap_is_on() && !messages->fence && payload[1] == 0 &&
           payload[3] == GV_VTEST_BIND_CUSTOM && payload[4] == GV_VTEST_FENCE_B &&
           payload[GV_VTEST_RESOURCE_DW] == GV_VTEST_FENCE_B;
}

/* Whether the transfer covers all of level 0: its box begins at the origin and has one slice, and
 * its data begin at the first byte. */
static bool is_whole(const uint32_t *payload)
{
    return payload[1] == 0 && payload[2] == 0 && payload[3] == 0 && payload[4] == 0 &&
           payload[5] > 0 && payload[5] <= INT16_MAX && payload[6] > 0 && payload[6] <= INT16_MAX &&
           payload[7] == 1 && payload[9] == 0;
}

/* The buffer's id has the resource's handle and the size of the data. */
static struct gv_show_buffer buffer_of(const uint32_t *payload)
{
    if (!is_whole(payload))
        return (struct gv_show_buffer){0};
    return (struct gv_show_buffer){
        .id = payload[0] | (uint64_t)payload[8] << 32, .width = payload[5], .height = payload[6]};
}

bool gv_swap_messages_take_get(struct gv_swap_messages *messages, struct gv_show *show,
                               const uint32_t *payload)
{
    const struct gv_show_buffer buffer = buffer_of(payload);
    const struct gv_swap_box box = {payload[2], payload[3], payload[5], payload[6]};

    if (messages->has_read)
        return false;
    messages->has_read = gv_swap_is_on();
    messages->read_handle = payload[0];
    messages->awaits_read = gv_swap_take(show, &buffer, &box);
    return messages->awaits_read;
}

bool gv_swap_messages_take_wait(struct gv_swap_messages *messages, uint32_t handle)
{
    if (messages->awaits_read && handle == messages->read_handle) {
        messages->awaits_read = false;
        return true;
    }
    return messages->fence && handle == messages->fence;
}
