/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Marks a function whose result the caller must check. */
#ifndef GV_UTIL_MUST_CHECK_H
#define GV_UTIL_MUST_CHECK_H

#define GV_MUST_CHECK __attribute__((warn_unused_result))

#endif
