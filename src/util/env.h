/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The only code that reads environment variables. */
#ifndef GV_UTIL_ENV_H
#define GV_UTIL_ENV_H

/* The value of an environment variable; NULL if it is unset or empty, or if the program has more
 * privileges than its user, so that the variable is not trusted. Valid until the environment
 * changes. */
const char *gv_getenv(const char *name);

#endif
