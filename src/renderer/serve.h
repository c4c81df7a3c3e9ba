/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Executes the monitor's requests. */
#ifndef GV_RENDERER_SERVE_H
#define GV_RENDERER_SERVE_H

#include <stdint.h>

#include "galvan/result.h"

struct gv_channel;
struct pipe_screen;

/* Opens the device. Called once the monitor has sent its first request. */
typedef enum galvan_result (*gv_open_device)(void *priv, struct pipe_screen **out_screen,
                                             uint64_t *out_device_B);

/* Serves until the monitor is gone. Returns the exit status: 0 unless the device could not be
 * opened. */
int gv_renderer_serve(struct gv_channel *channel, gv_open_device open_device, void *priv);

#endif
