/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* PNG files. This is a separate library, galvan_png, because the other files of util do not need
 * libpng. */
#ifndef GV_UTIL_PNG_FILE_H
#define GV_UTIL_PNG_FILE_H

#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"

/* Writes an image of `width` by `height` pixels to the file `path`. Each pixel has three bytes in
 * the order red, green, blue. Replaces the file atomically once it is complete. On failure, logs
 * one line under `component`. */
enum galvan_result gv_png_file_write(const char *path, const uint8_t *rgb, uint32_t width,
                                     uint32_t height, const char *component,
                                     const struct galvan_log *log);

#endif
