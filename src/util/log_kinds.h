/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Limits log messages by their kind: messages that differ only in the numbers in their text are of
 * one kind. The 1st, 10th, 100th, ... message of each kind is logged, so that a client that causes
 * messages cannot fill a disk. */
#ifndef GV_UTIL_LOG_KINDS_H
#define GV_UTIL_LOG_KINDS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/hash.h"

struct gv_log_kinds {
    struct gv_hash counts; /* number of messages by kind: the hash of
                              the message without its numbers */
    uint32_t max_kinds;
    bool overflowed; /* there were more than max_kinds kinds */
};

enum gv_log_kind_line {
    GV_LOG_KIND_NONE,  /* log nothing */
    GV_LOG_KIND_FIRST, /* log the message */
    GV_LOG_KIND_COUNT, /* log the message and the count of its kind */
    GV_LOG_KIND_LAST,  /* log that further kinds will not be logged */
};

void gv_log_kinds_init(struct gv_log_kinds *kinds, uint32_t max_kinds);
void gv_log_kinds_finish(struct gv_log_kinds *kinds);

/* Counts a message. *out_count is the number of messages of its kind, including this one. */
enum gv_log_kind_line gv_log_kinds_add(struct gv_log_kinds *kinds, const char *message,
                                       uint64_t *out_count);

#endif
