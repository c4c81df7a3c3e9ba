/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The only place that reads environment variables. */
#ifndef GV_UTIL_ENV_H
#define GV_UTIL_ENV_H

/* The value of an environment variable, or NULL when it is unset, empty, or not to be trusted
 * because the program runs with more rights than its user. Valid until the environment changes. */
const char *gv_getenv(const char *name);

#endif
