/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The only code that reads environment variables. */
#ifndef GV_UTIL_ENV_H
#define GV_UTIL_ENV_H

/* Returns the value of an environment variable, which is valid until the environment changes. NULL
 * if the variable is unset or empty, or if it is not trusted because the program has more
 * privileges than its user. */
const char *gv_getenv(const char *name);

#endif
