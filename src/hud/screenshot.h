/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writing a presented frame as a PNG file. */
#ifndef GV_HUD_SCREENSHOT_H
#define GV_HUD_SCREENSHOT_H

#include "galvan/log.h"
#include "galvan/result.h"

struct gv_vtest_frame;

/* Writes the frame to path, which is replaced at once when the picture is complete. The picture
 * has no alpha: a window has none. One line in the log explains a failure. */
enum galvan_result gv_screenshot_write(const struct gv_vtest_frame *frame, const char *path,
                                       const struct galvan_log *log);

#endif
