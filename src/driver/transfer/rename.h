/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Renaming: a buffer whose contents are discarded gets new memory, while batches still use the old
 * memory. */
#ifndef GV_RENAME_H
#define GV_RENAME_H

#include <stdbool.h>

struct gv_context;
struct gv_resource;

/* Replaces a buffer's storage by a new storage, and makes ctx bind the buffer again wherever it is
 * bound. Other contexts of the thread use the new storage in their next batch. False if the old
 * storage remains, because other threads may use it or memory runs out. */
bool gv_resource_rename(struct gv_context *ctx, struct gv_resource *res);

#endif
