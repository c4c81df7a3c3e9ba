/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/swap.h"

#include <string.h>

bool gv_swap_is_fence(const struct gv_swap *swap, const uint32_t *payload)
{
    return swap->is_on && !swap->fence && payload[1] == 0 && payload[3] == GV_VTEST_BIND_CUSTOM &&
           payload[4] == GV_VTEST_FENCE_B && payload[GV_VTEST_RESOURCE_DW] == GV_VTEST_FENCE_B;
}

bool gv_swap_take_get(struct gv_swap *swap, struct gv_show *show, const uint32_t *payload)
{
    if (swap->has_read)
        return false;
    memcpy(swap->get.words, payload, sizeof(swap->get.words));
    swap->has_get = true;
    if (!swap->is_on)
        return false;
    swap->has_read = true;
    swap->window = gv_show_take(show, &swap->get, &swap->how);
    swap->has_get = !swap->window;
    swap->awaits_read = swap->window != NULL;
    return swap->awaits_read;
}

bool gv_swap_take_wait(struct gv_swap *swap, uint32_t handle)
{
    if (swap->awaits_read && handle == swap->get.words[0]) {
        swap->awaits_read = false;
        return true;
    }
    return swap->fence && handle == swap->fence;
}

void gv_swap_note_other(struct gv_swap *swap)
{
    swap->has_get = false;
}

void gv_swap_note_put(struct gv_swap *swap, struct gv_show *show, const struct gv_show_place *place)
{
    if (swap->is_on && show && swap->has_get) {
        gv_show_learn(show, &swap->get, place);
        gv_show_await(show, place, swap->how.interval);
    }
    swap->has_get = false;
}
