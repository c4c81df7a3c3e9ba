/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes presented frames to PNG files. */
#ifndef GV_HUD_SCREENSHOT_H
#define GV_HUD_SCREENSHOT_H

#include "galvan/log.h"
#include "galvan/result.h"

struct gv_vtest_frame;

/* Writes the frame to path. Replaces the file atomically once it is complete. The file has no alpha
 * channel, because windows have none. On failure, logs one line. */
enum galvan_result gv_screenshot_write(const struct gv_vtest_frame *frame, const char *path,
                                       const struct galvan_log *log);

#endif
