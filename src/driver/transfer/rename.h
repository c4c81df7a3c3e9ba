/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Renaming: a buffer whose contents are discarded gets fresh memory while batches still use the old
 * one. */
#ifndef GV_RENAME_H
#define GV_RENAME_H

#include <stdbool.h>

struct gv_context;
struct gv_resource;

/* Exchanges a buffer's storage for a fresh one, and has ctx bind it again where it is bound; other
 * contexts of the thread see the fresh one when they bind next. False: the old one stays, because
 * other threads may be using it, or memory ran out. */
bool gv_resource_rename(struct gv_context *ctx, struct gv_resource *res);

#endif
