/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/compare.h"

#include <inttypes.h>
#include <stdlib.h>

#include "vtest/vtest.h"

enum {
    PIECE_B = 16 << 10,
    PIXEL_B = 4,
    COLOURS_B = 3, /* of a pixel; nobody sees what a window has in the fourth byte */
    SLIGHT = 2,
    MAX_SHARE = 500
};

struct sent {
    uint64_t idx, size_B;
    uint32_t width, height, format, zero;
};

/* How far two frames are apart. */
struct distance {
    uint64_t num_pixels, num_apart;
    unsigned max;
};

void gv_compare_send(FILE *pipe, uint64_t idx, const struct gv_vtest_frame *frame)
{
    const struct sent head = {
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

static void compare_pixels(const uint8_t *a, const uint8_t *b, size_t num, struct distance *out)
{
    for (size_t i = 0; i < num; i++, a += PIXEL_B, b += PIXEL_B) {
        unsigned apart = 0;
        for (unsigned c = 0; c < COLOURS_B; c++) {
            const unsigned d = (unsigned)abs(a[c] - b[c]);
            apart = d > apart ? d : apart;
        }
        out->num_apart += apart > SLIGHT;
        out->max = apart > out->max ? apart : out->max;
    }
    out->num_pixels += num;
}

/* Reads the bytes of two frames; false when they end too early. */
static bool compare_bytes(FILE *one, FILE *other, uint64_t size_B, struct distance *out)
{
    uint8_t a[PIECE_B], b[PIECE_B];

    *out = (struct distance){0};
    while (size_B > 0) {
        const size_t n_B = size_B < PIECE_B ? (size_t)size_B : PIECE_B;
        if (fread(a, n_B, 1, one) != 1 || fread(b, n_B, 1, other) != 1)
            return false;
        compare_pixels(a, b, n_B / PIXEL_B, out);
        size_B -= n_B;
    }
    return true;
}

/* So that whoever sends to it gets to an end. */
static void drain(FILE *pipe)
{
    uint8_t bytes[PIECE_B];

    while (fread(bytes, sizeof(bytes), 1, pipe) == 1) {
    }
}

uint64_t gv_compare_frames(FILE *one, FILE *other, FILE *out, uint64_t *out_num)
{
    uint64_t num_apart = 0;

    *out_num = 0;
    for (;;) {
        struct sent a = {0}, b = {0};
        struct distance distance;
        const bool has_a = fread(&a, sizeof(a), 1, one) == 1;
        const bool has_b = fread(&b, sizeof(b), 1, other) == 1;
        if (!has_a && !has_b)
            return num_apart;
        if (!has_a || !has_b || a.idx != b.idx || a.size_B != b.size_B || a.width != b.width ||
            a.height != b.height || a.format != b.format ||
            !compare_bytes(one, other, a.size_B, &distance)) {
            fprintf(out,
                    "frame %" PRIu64 " is on one of the devices only, as are those behind it\n",
                    has_a ? a.idx : b.idx);
            drain(one);
            drain(other);
            return num_apart + 1;
        }
        ++*out_num;
        if (distance.num_apart > distance.num_pixels / MAX_SHARE) {
            num_apart++;
            fprintf(out,
                    "frame %" PRIu64 " %ux%u: %" PRIu64 " of %" PRIu64
                    " pixels differ by more than %u, at most by %u\n",
                    a.idx, a.width, a.height, distance.num_apart, distance.num_pixels, SLIGHT,
                    distance.max);
        }
    }
}
