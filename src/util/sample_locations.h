/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vulkan's standard sample locations, which are also those of GL and Direct3D. */
#ifndef GV_SAMPLE_LOCATIONS_H
#define GV_SAMPLE_LOCATIONS_H

#include <stddef.h>
#include <stdint.h>

/* Returns x and y of each sample in sixteenths of a pixel; NULL if Vulkan has no standard locations
 * for this number of samples. */
static inline const uint8_t (*gv_sample_locations(unsigned samples))[2]
{
    static const uint8_t locations_1[][2] = {{8, 8}};
    static const uint8_t locations_2[][2] = {{12, 12}, {4, 4}};
    static const uint8_t locations_4[][2] = {{6, 2}, {14, 6}, {2, 10}, {10, 14}};
    static const uint8_t locations_8[][2] = {{9, 5},  {7, 11}, {13, 9},  {5, 3},
                                             {3, 13}, {1, 7},  {11, 15}, {15, 1}};
    static const uint8_t locations_16[][2] = {
        {9, 9},  {7, 5}, {5, 10}, {12, 7}, {3, 6}, {10, 13}, {13, 11}, {11, 3},
        {6, 14}, {8, 1}, {4, 2},  {2, 12}, {0, 8}, {15, 4},  {14, 15}, {1, 0}};
    switch (samples) {
    case 1:
        return locations_1;
    case 2:
        return locations_2;
    case 4:
        return locations_4;
    case 8:
        return locations_8;
    case 16:
        return locations_16;
    default:
        return NULL;
    }
}

#endif
