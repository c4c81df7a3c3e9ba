/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs code that may crash or hang, such as drivers and libraries of others, in a process of its
 * own. */
#ifndef GV_DIAGNOSE_SETUP_ATTEMPT_H
#define GV_DIAGNOSE_SETUP_ATTEMPT_H

#include "diagnose/setup/finding.h"

/* Runs in the new process, which then ends. */
typedef void (*gv_attempt_fn)(const void *priv, struct gv_finding *out);

/* Calls fn in a process of its own, whose output is discarded. *out is the finding of fn, or a
 * fault with a text like "is ended by signal 11" if fn does not return within timeout_ms. The
 * calling process must have one thread. */
void gv_attempt(gv_attempt_fn fn, const void *priv, unsigned timeout_ms, struct gv_finding *out);

#endif
