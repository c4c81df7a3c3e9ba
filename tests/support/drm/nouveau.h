/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The properties of a chip that nouveau reports. */
#ifndef FAKE_NOUVEAU_H
#define FAKE_NOUVEAU_H

#include <stdint.h>

struct nouveau_params {
    uint16_t chipset;
    uint16_t generation; /* the high byte of the classes of its engines */
    uint8_t clusters;
    uint16_t processors; /* number of pairs of multiprocessors in all clusters */
};

#endif
