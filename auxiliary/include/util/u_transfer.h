/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Implementations of context methods by other methods, and methods that do nothing. */
#ifndef UTIL_U_TRANSFER_H
#define UTIL_U_TRANSFER_H

#include "pipe/p_compiler.h"
#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Implements pipe_context::transfer_inline_write by a map, for any resource and with the same
 * arguments. Writes nothing if the map fails. */
PUBLIC void u_default_transfer_inline_write(struct pipe_context *pipe,
                                            struct pipe_resource *resource, unsigned level,
                                            unsigned usage, const struct pipe_box *box,
                                            const void *data, unsigned stride,
                                            unsigned layer_stride);

static inline void u_default_transfer_flush_region(struct pipe_context *pipe,
                                                   struct pipe_transfer *transfer,
                                                   const struct pipe_box *box)
{
    (void)pipe;
    (void)transfer;
    (void)box;
}

static inline void u_default_transfer_unmap(struct pipe_context *pipe,
                                            struct pipe_transfer *transfer)
{
    (void)pipe;
    (void)transfer;
}

static inline boolean u_default_resource_get_handle(struct pipe_screen *screen,
                                                    struct pipe_resource *resource,
                                                    struct winsys_handle *handle)
{
    (void)screen;
    (void)resource;
    (void)handle;
    return FALSE;
}

#ifdef __cplusplus
}
#endif
#endif
