/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers in memory that both the client and the device can access. */
#ifndef GV_VIRGL_API_BLOB_H
#define GV_VIRGL_API_BLOB_H

#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_context;

/* Creates the buffer that the context's commands announced under blob_id. Its contents are at
 * `memory`, which both the client and the device can access, so no transfers are needed. The caller
 * has mapped `memory` by mmap() in whole pages; on success the renderer owns the memory, and unmaps
 * it later. The buffer keeps its backing until the buffer is destroyed. */
enum galvan_result gv_virgl_blob_create(struct gv_virgl_context *ctx, uint64_t blob_id,
                                        uint32_t handle, void *memory, size_t size_B);

#endif
