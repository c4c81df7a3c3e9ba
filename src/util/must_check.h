/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The mark of a function whose result the caller has to look at. */
#ifndef GV_UTIL_MUST_CHECK_H
#define GV_UTIL_MUST_CHECK_H

#define GV_MUST_CHECK __attribute__((warn_unused_result))

#endif
