/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The counters of a client that `galvan top --json` and `galvan serve --metrics` print, as a table.
 */
#ifndef GV_CLI_CLIENT_COUNTERS_H
#define GV_CLI_CLIENT_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv_client_stats;

struct gv_client_counter {
    const char *name;
    const char *about;
    bool is_sum;   /* of all so far; else as it is now */
    size_t offset; /* of a uint64_t in struct gv_client_stats */
    bool is_ns;    /* as its name ends */
};

/* Counter idx (0, 1, ...); NULL after the last. */
const struct gv_client_counter *gv_client_counter(unsigned idx);

uint64_t gv_client_counter_of(const struct gv_client_stats *stats,
                              const struct gv_client_counter *counter);

#endif
