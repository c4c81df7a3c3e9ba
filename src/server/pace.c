/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/pace.h"

#include <stdbool.h>

/* Whether the client wanted more processor time: in sum, its threads waited for processors for more
 * than a fifth of while_ns. */
static bool wants_more(const struct gv_pace *pace, uint64_t while_ns)
{
    return pace->delayed_ns > while_ns / 5;
}

/* Whether the client used no more than part_ns and did not want more. */
static bool has_enough(const struct gv_pace *pace, uint64_t part_ns, uint64_t while_ns)
{
    return pace->used_ns <= part_ns && pace->stopped_slots == 0 && !wants_more(pace, while_ns);
}

/* Returns the fair share of each client that wants more: the time that all clients have used, minus
 * the time that satisfied clients have used, divided equally. */
static uint64_t fair_part(const struct gv_pace *paces, uint32_t num, uint64_t while_ns)
{
    uint64_t part_ns = UINT64_MAX, last_ns = 0;

    while (part_ns != last_ns) {
        uint64_t left_ns = 0;
        uint32_t num_left = 0;
        last_ns = part_ns == UINT64_MAX ? 0 : part_ns;
        for (uint32_t i = 0; i < num; i++) {
            if (has_enough(&paces[i], last_ns, while_ns))
                continue;
            left_ns += paces[i].used_ns;
            num_left++;
        }
        part_ns = num_left ? left_ns / num_left : last_ns;
    }
    return part_ns;
}

/* How much a client lacks of its fair share. A client that is itself stopped counts as NONE. */
enum need {
    NONE,
    ALMOST, /* the client almost gets its share: the stops are not changed */
    SOME,
    MUCH,
};

static enum need need_of(const struct gv_pace *pace, uint64_t part_ns, uint64_t while_ns)
{
    if (pace->stopped_slots > 0 || !wants_more(pace, while_ns) || pace->used_ns >= part_ns)
        return NONE;
    if (pace->used_ns < part_ns / 4 * 3)
        return MUCH;
    return pace->used_ns < part_ns / 20 * 19 ? SOME : ALMOST;
}

static unsigned more(unsigned slots, unsigned by)
{
    return slots + by < GV_PACE_MAX_STOPPED_SLOTS ? slots + by : GV_PACE_MAX_STOPPED_SLOTS;
}

void gv_pace_decide(struct gv_pace *paces, uint32_t num, uint64_t while_ns)
{
    const uint64_t part_ns = fair_part(paces, num, while_ns);
    enum need need = NONE;

    for (uint32_t i = 0; i < num; i++) {
        const enum need client_need = need_of(&paces[i], part_ns, while_ns);
        need = client_need > need ? client_need : need;
    }
    for (uint32_t i = 0; i < num; i++) {
        struct gv_pace *pace = &paces[i];
        if (need >= SOME && pace->used_ns > part_ns)
            pace->stopped_slots = more(pace->stopped_slots, need == MUCH ? 2 : 1);
        else if (pace->stopped_slots > 0 && (need == NONE || pace->used_ns < part_ns / 4 * 3))
            pace->stopped_slots--;
    }
}
