/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Divides the memory of all clients among users, and then among each user's clients. */
#ifndef GV_SERVER_SHARES_H
#define GV_SERVER_SHARES_H

#include <stdint.h>
#include <sys/types.h>

struct gv_share {
    uid_t uid;
    uint64_t used_B, wanted_B; /* memory that the client uses; memory that the client waits for in
                                  addition, or 0 */
    uint64_t allowed_B;        /* result: the sum of used_B and a share of the free memory */
};

/* Fills in allowed_B so that the sum does not exceed total_B, unless more memory is in use already.
 * A user gets at most total_B divided by the number of users. A user's clients share the unused
 * part of the user's memory: the smallest requests (wanted_B) are granted first, and the other
 * clients get equal parts of the remainder. A client whose request is not granted waits until other
 * clients free memory. */
void gv_shares_divide(struct gv_share *shares, uint32_t num, uint64_t total_B);

#endif
