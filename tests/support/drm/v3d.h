/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What v3d tells of a chip. */
#ifndef FAKE_V3D_H
#define FAKE_V3D_H

#include <stdint.h>

struct v3d_params {
    uint8_t major, minor, revision;
    uint8_t slices, units; /* processors of a slice */
    uint8_t vertex_memory; /* in 8192 bytes */
};

#endif
