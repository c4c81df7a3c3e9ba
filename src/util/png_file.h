/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* PNG files. A library of its own, galvan_png, because the rest of util does not need libpng. */
#ifndef GV_UTIL_PNG_FILE_H
#define GV_UTIL_PNG_FILE_H

#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"

/* Writes height rows of width pixels, bytes R, G, B, to path, replacing the file atomically once it
 * is complete. A failure is explained by one line in the log, under component. */
enum galvan_result gv_png_file_write(const char *path, const uint8_t *rgb, uint32_t width,
                                     uint32_t height, const char *component,
                                     const struct galvan_log *log);

#endif
