/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The Vulkan side of the draw benchmark. */
#ifndef GV_BENCH_RAW_DRAW_H
#define GV_BENCH_RAW_DRAW_H

#include "bench.h"
#include "galvan/result.h"

/* Opens the device that GALVAN_DEVICE chooses, measures all cases, and closes the device. Returns
 * GALVAN_ERROR_NO_LOADER or GALVAN_ERROR_NO_DEVICE if there is none. */
enum galvan_result raw_bench_run(const struct bench_params *params,
                                 struct bench_result *out_result);

#endif
