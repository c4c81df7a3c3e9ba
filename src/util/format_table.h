/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The format table, indexed by pipe_format. Rows whose name is NULL belong to unused format
 * numbers. Other modules read the table through pipe/p_format_description.h. */
#ifndef GV_UTIL_FORMAT_TABLE_H
#define GV_UTIL_FORMAT_TABLE_H

#include "pipe/p_format_description.h"

extern const struct util_format_description gv_format_table[PIPE_FORMAT_COUNT];

#endif
