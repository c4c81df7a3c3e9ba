/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/device_time.h"

static bool is_busy(const struct gv_device_user *user)
{
    return user->submitted != user->finished;
}

/* Whether the worker has work now, or had work at any time since the last call. */
static bool wants(const struct gv_device_user *user, uint64_t last_submitted)
{
    return user->here && (user->waits || is_busy(user) || user->submitted != last_submitted);
}

/* Raises the worker's allowance by more_ns, up to GV_DEVICE_TIME_AHEAD_NS beyond the time that the
 * worker has used. A worker without an allowance gets the full allowance. */
static void allow(struct gv_device_user *user, uint64_t more_ns)
{
    const uint64_t most_ns = user->used_ns + GV_DEVICE_TIME_AHEAD_NS;

    if (user->allowed_ns == 0 || user->allowed_ns + more_ns > most_ns)
        user->allowed_ns = most_ns;
    else
        user->allowed_ns += more_ns;
}

void gv_device_time_divide(struct gv_device_time *time, struct gv_device_user *users, uint32_t num,
                           uint64_t while_ns)
{
    uint32_t num_wanting = 0, num_waiting = 0, num_busy = 0;

    for (uint32_t i = 0; i < num; i++) {
        struct gv_device_user *user = &users[i];
        num_wanting += wants(user, user->last_submitted);
        num_waiting += user->here && user->waits;
        num_busy += user->here && is_busy(user);
        user->last_submitted = user->submitted;
    }
    const uint64_t part_ns = num_wanting ? while_ns / num_wanting : 0;
    const uint64_t left_ns = num_waiting && !num_busy ? while_ns / num_waiting : 0;
    for (uint32_t i = 0; i < num; i++) {
        if (users[i].here)
            allow(&users[i], part_ns + (users[i].waits ? left_ns : 0));
    }
    time->waited |= num_waiting > 0;
}

void gv_device_time_tick(struct gv_device_time *time, struct gv_device_user *users, uint32_t num)
{
    uint32_t num_wanting = 0, num_late = 0;

    for (uint32_t i = 0; i < num; i++) {
        struct gv_device_user *user = &users[i];
        num_wanting += wants(user, user->tick_submitted);
        num_late += user->here && is_busy(user);
        user->tick_submitted = user->submitted;
    }
    time->works = num_wanting > 1 && (time->works ? time->waited : num_late > 0);
    time->waited = false;
    for (uint32_t i = 0; i < num && !time->works; i++)
        users[i].allowed_ns = 0;
}
