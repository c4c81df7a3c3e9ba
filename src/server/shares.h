/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The memory of all clients together, divided among users and then among their clients. */
#ifndef GV_SERVER_SHARES_H
#define GV_SERVER_SHARES_H

#include <stdint.h>
#include <sys/types.h>

struct gv_share {
    uid_t uid;
    uint64_t used_B, wanted_B; /* what the client uses, and what it waits for in addition, or 0 */
    uint64_t allowed_B;        /* result: used_B and a share of the free memory */
};

/* Fills in allowed_B so that the sum does not exceed total_B, unless more is in use already. A user
 * gets at most the total divided by the number of users. A user's clients share what is left of
 * that: those that want least are satisfied first, and the others get equal parts of the remainder.
 * A client whose wish does not fit waits until other clients free memory. */
void gv_shares_divide(struct gv_share *shares, uint32_t num, uint64_t total_B);

#endif
