/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes the counters of a server and its clients to a file in Prometheus' text format. */
#ifndef GV_CLI_METRICS_H
#define GV_CLI_METRICS_H

#include <stdbool.h>

#include "galvan/log.h"

struct gv_server_stats;

/* Writes the counters to the file at path, which is replaced atomically: readers get the old or the
 * new file. On failure, returns false after a line in the log. */
bool gv_metrics_write(const char *path, const struct gv_server_stats *stats,
                      const struct galvan_log *log);

#endif
