/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "hud/screenshot.h"

#include <stdint.h>
#include <stdlib.h>

#include "util/checked.h"
#include "util/log.h"
#include "util/pixel_layout.h"
#include "util/png_file.h"
#include "vtest/vtest.h"

/* Converts the frame's pixels to bytes in the order red, green, blue. The caller must free() the
 * bytes. Returns NULL, after a line in the log, on failure. */
static uint8_t *make_rgb(const struct gv_vtest_frame *frame, const struct galvan_log *log)
{
    const struct gv_pixel_layout *layout = gv_pixel_layout(frame->format);
    size_t num_pixels, rgb_B;

    if (!layout) {
        gv_err(log, "run", "no screenshot: frames have format %u, which it does not know",
               frame->format);
        return NULL;
    }
    if (!gv_mul_size(frame->width, frame->height, &num_pixels) ||
        num_pixels > frame->data_size_B / layout->size_B || !gv_mul_size(num_pixels, 3, &rgb_B)) {
        gv_err(log, "run", "no screenshot: the frame has %ux%u pixels but only %zu bytes",
               frame->width, frame->height, frame->data_size_B);
        return NULL;
    }
    uint8_t *rgb = malloc(rgb_B ? rgb_B : 1);
    if (!rgb) {
        gv_err(log, "run", "no screenshot: out of memory");
        return NULL;
    }
    gv_pixel_layout_to_rgb(layout, frame->data, num_pixels, rgb);
    return rgb;
}

enum galvan_result gv_screenshot_write(const struct gv_vtest_frame *frame, const char *path,
                                       const struct galvan_log *log)
{
    uint8_t *rgb = make_rgb(frame, log);

    if (!rgb)
        return GALVAN_ERROR_UNSUPPORTED;
    enum galvan_result res = gv_png_file_write(path, rgb, frame->width, frame->height, "run", log);
    free(rgb);
    return res;
}
