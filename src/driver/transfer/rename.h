/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Renaming: a buffer whose contents are discarded gets fresh memory while batches still use the old
 * one. */
#ifndef GV_RENAME_H
#define GV_RENAME_H

#include <stdbool.h>

struct gv_context;
struct gv_resource;

/* Exchanges a buffer's storage for a fresh one and tells ctx to rebind it (other contexts of the
 * thread see the new one when they bind next). False: not possible now, the old one stays; so it is
 * while other threads may be looking at it. */
bool gv_resource_rename(struct gv_context *ctx, struct gv_resource *res);

#endif
