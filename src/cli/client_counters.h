/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of the counters of a client that `galvan top --json` and `galvan serve --metrics`
 * print. */
#ifndef GV_CLI_CLIENT_COUNTERS_H
#define GV_CLI_CLIENT_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv_client_stats;

struct gv_client_counter {
    const char *name;
    const char *about;
    bool is_sum;   /* a total since the client connected; otherwise a current value */
    size_t offset; /* offset of the uint64_t in struct gv_client_stats */
    bool is_ns;    /* the counter is in nanoseconds, and its name ends in "ns" */
};

/* Returns the counter with index idx, from 0 on; NULL after the last counter. */
const struct gv_client_counter *gv_client_counter(unsigned idx);

uint64_t gv_client_counter_of(const struct gv_client_stats *stats,
                              const struct gv_client_counter *counter);

#endif
