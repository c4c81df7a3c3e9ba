/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The properties of a chip that xe reports. */
#ifndef FAKE_XE_H
#define FAKE_XE_H

#include <stdint.h>

struct xe_params {
    uint8_t major, minor, step; /* version of the graphics core */
    uint32_t subslices;         /* one bit for each subslice, ordered by slice */
    uint8_t units;              /* one bit for each execution unit of a subslice */
    uint32_t banks;             /* one bit for each L3 cache bank */
};

#endif
