/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The numbers of a client that `galvan top --json` and `galvan serve --metrics` tell, as a table.
 */
#ifndef GV_CLI_CLIENT_NUMBERS_H
#define GV_CLI_CLIENT_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv_client_stats;

struct gv_client_number {
    const char *name;
    const char *about;
    bool is_sum;   /* of all so far; else as it is now */
    size_t offset; /* of a uint64_t in struct gv_client_stats */
    bool is_ns;    /* as its name ends */
};

/* Number idx (0, 1, ...); NULL past the last. */
const struct gv_client_number *gv_client_number(unsigned idx);

uint64_t gv_client_number_of(const struct gv_client_stats *stats,
                             const struct gv_client_number *number);

#endif
