/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stores many small pieces of data one after the other in few buffers, for vertices and constants
 * that a program computes for each draw. The functions have the form of 2015. Only the thread that
 * uses the context may use its upload manager. */
#ifndef UTIL_U_UPLOAD_MGR_H
#define UTIL_U_UPLOAD_MGR_H

#include "pipe/p_compiler.h"
#include "pipe/p_context.h"
#include "pipe/p_defines.h"

#ifdef __cplusplus
extern "C" {
#endif

struct u_upload_mgr;

/* Creates a manager. Its buffers have `default_size` bytes, or the size of a larger piece, and the
 * uses in `bind` (PIPE_BIND_*). Pieces start at multiples of `alignment`, a power of two. Returns
 * NULL if memory runs out. The context must outlive the manager. */
PUBLIC struct u_upload_mgr *u_upload_create(struct pipe_context *pipe, unsigned default_size,
                                            unsigned alignment, unsigned bind);
/* Destroys the manager. Pieces remain valid as long as their buffers are referenced. `upload` may
 * be NULL. */
PUBLIC void u_upload_destroy(struct u_upload_mgr *upload);

/* Ends the mapping. Must be called before a draw uses pieces of u_upload_alloc(), and before a
 * flush. The next piece maps a buffer again. */
PUBLIC void u_upload_unmap(struct u_upload_mgr *upload);

/* Allocates a piece of `size` bytes, which begins at byte `min_out_offset` of its buffer or later.
 * *out_offset gets the offset. *outbuf gets a reference to the buffer, which the caller owns; the
 * previous reference in *outbuf is released. *ptr gets the memory to write, which is valid until
 * the next call with this manager. Earlier pieces are not overwritten. On failure *ptr and *outbuf
 * are NULL. */
PUBLIC enum pipe_error u_upload_alloc(struct u_upload_mgr *upload, unsigned min_out_offset,
                                      unsigned size, unsigned *out_offset,
                                      struct pipe_resource **outbuf, void **ptr);
/* Allocates a piece like u_upload_alloc(), and copies `data` to the piece. */
PUBLIC enum pipe_error u_upload_data(struct u_upload_mgr *upload, unsigned min_out_offset,
                                     unsigned size, const void *data, unsigned *out_offset,
                                     struct pipe_resource **outbuf);
/* Allocates a piece like u_upload_alloc(), and copies `size` bytes to it, from byte `offset` of
 * another buffer on. Waits for the device. */
PUBLIC enum pipe_error u_upload_buffer(struct u_upload_mgr *upload, unsigned min_out_offset,
                                       unsigned offset, unsigned size, struct pipe_resource *inbuf,
                                       unsigned *out_offset, struct pipe_resource **outbuf);

#ifdef __cplusplus
}
#endif
#endif
