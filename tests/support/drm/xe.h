/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The properties of a chip that xe reports. */
#ifndef FAKE_XE_H
#define FAKE_XE_H

#include <stdint.h>

struct xe_params {
    uint8_t major, minor, step; /* of the graphics core */
    uint32_t subslices;         /* a bit for each subslice, slice after slice */
    uint8_t units;              /* a bit for each execution unit of a subslice */
    uint32_t banks;             /* a bit for each L3 cache bank */
};

#endif
