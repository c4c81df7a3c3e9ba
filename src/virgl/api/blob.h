/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Buffers on memory that the client and the device both see. */
#ifndef GV_VIRGL_API_BLOB_H
#define GV_VIRGL_API_BLOB_H

#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_context;

/* Makes the buffer that the context's commands announced under blob_id, on memory that the client
 * and the device both see: neither needs a transfer to know what the other wrote. memory was mapped
 * by mmap() in whole pages and becomes the renderer's, which unmaps it, unless this fails. Such a
 * buffer keeps its backing until it ends. */
enum galvan_result gv_virgl_blob_create(struct gv_virgl_context *ctx, uint64_t blob_id,
                                        uint32_t handle, void *memory, size_t size_B);

#endif
