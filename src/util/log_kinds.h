/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Messages by their kind: those that differ in their numbers alone are of one. Of each kind the
 * first is logged, then the 10th, the 100th and so on, so that nobody who causes messages fills a
 * disk. */
#ifndef GV_UTIL_LOG_KINDS_H
#define GV_UTIL_LOG_KINDS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/hash.h"

struct gv_log_kinds {
    struct gv_hash counts; /* by the hash of a message without its numbers */
    uint32_t max_kinds;
    bool overflowed; /* a message of a further kind came */
};

enum gv_log_kind_line {
    GV_LOG_KIND_NONE,  /* log nothing */
    GV_LOG_KIND_FIRST, /* log the message */
    GV_LOG_KIND_COUNT, /* log the message, and how many of its kind there were */
    GV_LOG_KIND_LAST,  /* log that further kinds are not logged */
};

void gv_log_kinds_init(struct gv_log_kinds *kinds, uint32_t max_kinds);
void gv_log_kinds_finish(struct gv_log_kinds *kinds);

/* Counts a message. *out_count is how many of its kind there were, this one included. */
enum gv_log_kind_line gv_log_kinds_add(struct gv_log_kinds *kinds, const char *message,
                                       uint64_t *out_count);

#endif
