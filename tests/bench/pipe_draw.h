/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The pipe_context side of the draw benchmark. */
#ifndef GV_BENCH_PIPE_DRAW_H
#define GV_BENCH_PIPE_DRAW_H

#include "bench.h"
#include "galvan/result.h"

/* Creates a screen on the device that GALVAN_DEVICE chooses, measures all cases, and destroys the
 * screen. */
enum galvan_result pipe_bench_run(const struct bench_params *params,
                                  struct bench_result *out_result);

#endif
