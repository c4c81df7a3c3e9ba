/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a server and its clients are at, as a file in Prometheus' text format. */
#ifndef GV_CLI_METRICS_H
#define GV_CLI_METRICS_H

#include <stdbool.h>

#include "galvan/log.h"

struct gv_server_stats;

/* Writes the file anew; it is there whole or as it was. False after a line in the log. */
bool gv_metrics_write(const char *path, const struct gv_server_stats *stats,
                      const struct galvan_log *log);

#endif
