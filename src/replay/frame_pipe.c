/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "replay/frame_pipe.h"

#include "util/pixel_layout.h"
#include "vtest/vtest.h"

enum {
    BLOCK_B = 4 * GV_FRAME_BLOCK_PIXELS /* a pixel has at most four bytes */
};

void gv_frame_send(FILE *pipe, uint64_t idx, const struct gv_vtest_frame *frame)
{
    const struct gv_sent_frame head = {
        .idx = idx,
        .size_B = frame->data_size_B,
        .width = frame->width,
        .height = frame->height,
        .format = frame->format,
    };

    if (fwrite(&head, sizeof(head), 1, pipe) == 1 && head.size_B > 0)
        fwrite(frame->data, head.size_B, 1, pipe);
    fflush(pipe);
}

bool gv_frame_take(FILE *pipe, struct gv_sent_frame *out_sent)
{
    return fread(out_sent, sizeof(*out_sent), 1, pipe) == 1;
}

bool gv_frame_take_rgb(FILE *pipe, const struct gv_pixel_layout *layout, size_t num,
                       uint8_t *out_rgb)
{
    uint8_t bytes[BLOCK_B];

    if (fread(bytes, num * layout->size_B, 1, pipe) != 1)
        return false;
    gv_pixel_layout_to_rgb(layout, bytes, num, out_rgb);
    return true;
}

void gv_frame_drain(FILE *pipe)
{
    uint8_t bytes[BLOCK_B];

    while (fread(bytes, sizeof(bytes), 1, pipe) == 1) {
    }
}
