/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Carrying out what the client sends. */
#ifndef GV_VIRGL_API_SUBMIT_H
#define GV_VIRGL_API_SUBMIT_H

#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_context;

/* Decodes and executes one buffer of commands. The caller has copied it to memory that the client
 * cannot write. Returns an error only when the rest of the buffer cannot be understood (a length
 * runs past the end, the buffer passes max_submit_B) or the device is lost; the transport then
 * closes the connection. Everything refused for its meaning is logged and skipped. */
enum galvan_result gv_virgl_submit(struct gv_virgl_context *ctx, const uint32_t *dwords,
                                   size_t num_dwords);

#endif
