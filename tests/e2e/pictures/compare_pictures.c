/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* compare_pictures EXPECTED.png ACTUAL.png DIFFERENCE.png: prints how much two pictures differ.
 * Exits with 0 if the difference is within the tolerance. Otherwise exits with 1 and writes the
 * difference: white where it exceeds the tolerance, dim where it is small. */
#include <stdio.h>
#include <stdlib.h>

#include "png_file.h"

/* The tolerance. Two drivers may round a channel differently. Interpolation and a texture filter
 * may each differ by one step of 1/255, which makes two steps. If an edge or a texel's border
 * passes exactly through a pixel's centre, rounding decides about the whole pixel: one pixel in 500
 * may differ by more. */
enum {
    MAX_STEPS = 2,
    PIXELS_PER_OUTLIER = 500
};

struct difference {
    uint32_t outliers, max_steps;
};

static uint32_t pixel_steps(const uint8_t *a, const uint8_t *b)
{
    uint32_t max = 0;

    for (unsigned channel = 0; channel < 4; channel++) {
        uint32_t steps = (uint32_t)abs(a[channel] - b[channel]);
        max = steps > max ? steps : max;
    }
    return max;
}

/* Measures the difference of two pictures, and overwrites `expected` with an image of the
 * difference. */
static struct difference compare(struct picture *expected, const struct picture *actual)
{
    struct difference difference = {0};

    for (size_t i = 0; i < (size_t)expected->width * expected->height; i++) {
        uint8_t *pixel = expected->pixels + i * 4;
        uint32_t steps = pixel_steps(pixel, actual->pixels + i * 4);
        uint8_t shown = (uint8_t)(steps > MAX_STEPS ? 255 : steps * 60);

        difference.outliers += steps > MAX_STEPS;
        difference.max_steps = steps > difference.max_steps ? steps : difference.max_steps;
        pixel[0] = pixel[1] = pixel[2] = shown;
        pixel[3] = 255;
    }
    return difference;
}

static int compare_files(struct picture *expected, const struct picture *actual, const char *path)
{
    if (expected->width != actual->width || expected->height != actual->height) {
        printf("sizes differ: %ux%u, not %ux%u\n", actual->width, actual->height, expected->width,
               expected->height);
        return 1;
    }
    uint32_t pixels = expected->width * expected->height;
    struct difference difference = compare(expected, actual);
    printf("max difference %u of 255, %u of %u pixels above %d (%u allowed)\n",
           difference.max_steps, difference.outliers, pixels, MAX_STEPS,
           pixels / PIXELS_PER_OUTLIER);
    if (difference.outliers <= pixels / PIXELS_PER_OUTLIER)
        return 0;
    picture_write(path, expected);
    return 1;
}

int main(int argc, char **argv)
{
    struct picture expected, actual;

    if (argc != 4) {
        fprintf(stderr, "usage: compare_pictures EXPECTED.png ACTUAL.png DIFFERENCE.png\n");
        return 2;
    }
    if (!picture_read(argv[1], &expected))
        return 2;
    if (!picture_read(argv[2], &actual)) {
        free(expected.pixels);
        return 1;
    }
    int status = compare_files(&expected, &actual, argv[3]);
    free(expected.pixels);
    free(actual.pixels);
    return status;
}
