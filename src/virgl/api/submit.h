/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Executes the client's commands. */
#ifndef GV_VIRGL_API_SUBMIT_H
#define GV_VIRGL_API_SUBMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_virgl_context;
struct gv_virgl_renderer;

/* Decodes and executes one buffer of commands. The caller has copied it to memory that the client
 * cannot write. Returns an error only if the remaining commands cannot be found (a length exceeds
 * the buffer, or the buffer exceeds max_submit_B), or if the device is lost; the transport then
 * closes the connection. A command that is refused for another reason is logged and skipped. */
enum galvan_result gv_virgl_submit(struct gv_virgl_context *ctx, const uint32_t *dwords,
                                   size_t num_dwords);

/* Whether a submit left work that should be submitted to the device now. Always false without
 * starts_work in struct gv_virgl_params, because gv_virgl_submit() itself then submits the work. */
bool gv_virgl_has_work(const struct gv_virgl_renderer *r);

/* Submits to the device the work that gv_virgl_has_work() reports. */
void gv_virgl_start_work(struct gv_virgl_renderer *r);

#endif
