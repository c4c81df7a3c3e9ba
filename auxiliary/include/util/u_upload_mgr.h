/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Many small pieces of data in few buffers, one behind the other, for vertices and constants that a
 * program makes anew for each draw. In the form of 2015; an upload manager is used by the thread
 * that uses its context. */
#ifndef UTIL_U_UPLOAD_MGR_H
#define UTIL_U_UPLOAD_MGR_H

#include "pipe/p_compiler.h"
#include "pipe/p_context.h"
#include "pipe/p_defines.h"

#ifdef __cplusplus
extern "C" {
#endif

struct u_upload_mgr;

/* Buffers of default_size bytes, or larger where a piece is, for bind (PIPE_BIND_*). Pieces start
 * at multiples of alignment, a power of two. NULL: no memory. The context must outlive it. */
PUBLIC struct u_upload_mgr *u_upload_create(struct pipe_context *pipe, unsigned default_size,
                                            unsigned alignment, unsigned bind);
/* Pieces live on as long as their buffers are referenced. NULL is fine. */
PUBLIC void u_upload_destroy(struct u_upload_mgr *upload);

/* Ends the mapping: to be called before anything draws with pieces that u_upload_alloc() gave, or
 * submits. The next piece maps again. */
PUBLIC void u_upload_unmap(struct u_upload_mgr *upload);

/* A piece of size bytes, at least min_out_offset bytes into its buffer: *out_offset is where,
 * *outbuf (which is released first) becomes a reference to the buffer, the caller's, and *ptr the
 * memory to write, until the next call. What was given before is not overwritten. On failure *ptr
 * is NULL and so is *outbuf. */
PUBLIC enum pipe_error u_upload_alloc(struct u_upload_mgr *upload, unsigned min_out_offset,
                                      unsigned size, unsigned *out_offset,
                                      struct pipe_resource **outbuf, void **ptr);
/* The same, with data in it. */
PUBLIC enum pipe_error u_upload_data(struct u_upload_mgr *upload, unsigned min_out_offset,
                                     unsigned size, const void *data, unsigned *out_offset,
                                     struct pipe_resource **outbuf);
/* The same, with size bytes from offset of another buffer. Waits for the device. */
PUBLIC enum pipe_error u_upload_buffer(struct u_upload_mgr *upload, unsigned min_out_offset,
                                       unsigned offset, unsigned size, struct pipe_resource *inbuf,
                                       unsigned *out_offset, struct pipe_resource **outbuf);

#ifdef __cplusplus
}
#endif
#endif
