/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs code that may crash or hang, such as drivers and other libraries, in a separate process. */
#ifndef GV_DIAGNOSE_SETUP_ATTEMPT_H
#define GV_DIAGNOSE_SETUP_ATTEMPT_H

#include "diagnose/setup/finding.h"

/* Runs in the new process, which then ends. */
typedef void (*gv_attempt_fn)(const void *priv, struct gv_finding *out);

/* Calls fn in a separate process, whose output is discarded. *out is the finding of fn. If fn does
 * not return within timeout_ms, or the process dies, *out is a fault with a text like "is ended by
 * signal 11". The calling process must have only one thread. */
void gv_attempt(gv_attempt_fn fn, const void *priv, unsigned timeout_ms, struct gv_finding *out);

#endif
