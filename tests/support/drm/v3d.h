/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The properties of a chip that v3d reports. */
#ifndef FAKE_V3D_H
#define FAKE_V3D_H

#include <stdint.h>

struct v3d_params {
    uint8_t major, minor, revision;
    uint8_t slices, units; /* number of slices, and of processing units in each slice */
    uint8_t vertex_memory; /* in units of 8192 bytes */
};

#endif
