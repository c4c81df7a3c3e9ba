/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/shares.h"

#include <stdbool.h>
#include <stddef.h>

static uint64_t less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* Whether shares[idx] is the first share of its user. */
static bool is_first(const struct gv_share *shares, uint32_t idx)
{
    for (uint32_t i = 0; i < idx; i++) {
        if (shares[i].uid == shares[idx].uid)
            return false;
    }
    return true;
}

/* Returns the client of this user with the smallest request that was not granted yet; NULL if all
 * requests were granted. */
static struct gv_share *least_wanting(struct gv_share *shares, uint32_t num, uid_t uid)
{
    struct gv_share *least = NULL;

    for (uint32_t i = 0; i < num; i++) {
        struct gv_share *share = &shares[i];
        if (share->uid == uid && share->wanted_B > 0 && share->allowed_B == share->used_B &&
            (!least || share->wanted_B < least->wanted_B))
            least = share;
    }
    return least;
}

/* Grants the requests of clients, smallest first, as long as they fit into free_B. Returns how much
 * of free_B is left. */
static uint64_t give_wanted(struct gv_share *shares, uint32_t num, uid_t uid, uint64_t free_B)
{
    struct gv_share *share;

    for (uint32_t i = 0; i < num; i++) {
        if (shares[i].uid == uid)
            shares[i].allowed_B = shares[i].used_B;
    }
    while ((share = least_wanting(shares, num, uid)) && share->wanted_B <= free_B) {
        share->allowed_B += share->wanted_B;
        free_B -= share->wanted_B;
    }
    return free_B;
}

/* Divides free_B among a user's clients. */
static void divide_memory(struct gv_share *shares, uint32_t num, uid_t uid, uint64_t free_B)
{
    const uint64_t left_B = give_wanted(shares, num, uid, free_B);
    uint32_t num_clients = 0;

    for (uint32_t i = 0; i < num; i++)
        num_clients += shares[i].uid == uid;
    for (uint32_t i = 0; i < num; i++) {
        if (shares[i].uid == uid)
            shares[i].allowed_B += left_B / num_clients;
    }
}

static uint64_t used_by(const struct gv_share *shares, uint32_t num, uid_t uid)
{
    uint64_t used_B = 0;

    for (uint32_t i = 0; i < num; i++)
        used_B += shares[i].uid == uid ? shares[i].used_B : 0;
    return used_B;
}

void gv_shares_divide(struct gv_share *shares, uint32_t num, uint64_t total_B)
{
    uint32_t num_users = 0;
    uint64_t used_B = 0;

    for (uint32_t i = 0; i < num; i++) {
        num_users += is_first(shares, i);
        used_B += shares[i].used_B;
    }
    for (uint32_t i = 0; i < num; i++) {
        if (!is_first(shares, i))
            continue;
        const uint64_t free_B = less(total_B, used_B) / num_users;
        const uint64_t left_B = less(total_B / num_users, used_by(shares, num, shares[i].uid));
        divide_memory(shares, num, shares[i].uid, free_B < left_B ? free_B : left_B);
    }
}
