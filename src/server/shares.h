/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The memory of all clients together, divided among users and then among their clients. */
#ifndef GV_SERVER_SHARES_H
#define GV_SERVER_SHARES_H

#include <stdint.h>
#include <sys/types.h>

struct gv_share {
    uid_t uid;
    uint64_t used_B, wanted_B; /* what the client has, and what it waits for beyond that, or 0 */
    uint64_t allowed_B;        /* is filled in: used_B and a part of what is free */
};

/* Fills allowed_B, so that no more than total_B is allowed in all, unless more is used. A user gets
 * no more than the total divided by the number of users. Of what is left of that its clients get
 * what they want, those that want least first, and all the same part of the rest: whoever does not
 * get what it wants waits in vain until others give memory back. */
void gv_shares_divide(struct gv_share *shares, uint32_t num, uint64_t total_B);

#endif
