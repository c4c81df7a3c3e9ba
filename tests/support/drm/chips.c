/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The chips there are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <amdgpu_drm.h>

#include "amdgpu.h"
#include "fake.h"
#include "i915.h"

#define GIB (UINT64_C(1) << 30)

static const struct fake_chip chips[] = {
    {"hsw", &fake_i915, NULL, 0x8086, 0x0412, 0x06, 0,
     &(const struct i915_params){1, 2, 10, 12500000, 2 * GIB, true, true, false}},
    {"skl", &fake_i915, NULL, 0x8086, 0x1912, 0x06, 0,
     &(const struct i915_params){1, 3, 8, 12000000, UINT64_C(1) << 48, true, true, false}},
    {"tgl", &fake_i915, NULL, 0x8086, 0x9a49, 0x01, 0,
     &(const struct i915_params){1, 6, 16, 19200000, UINT64_C(1) << 48, true, true, false}},
    {"dg2", &fake_i915, NULL, 0x8086, 0x56a0, 0x08, 16 * GIB,
     &(const struct i915_params){1, 32, 16, 19200000, UINT64_C(1) << 48, true, false, true}},
    {"polaris10", &fake_amdgpu, NULL, 0x1002, 0x67df, 0xe7, 8 * GIB,
     &(const struct amdgpu_params){AMDGPU_FAMILY_VI, 0x50, 8, 0, 0, 4, 1, 9, 8, 8, 0x22011003,
                                   AMDGPU_VRAM_TYPE_GDDR5, 256, 25000, GIB / 4}},
    {"vega10", &fake_amdgpu, NULL, 0x1002, 0x6863, 0x00, 16 * GIB,
     &(const struct amdgpu_params){AMDGPU_FAMILY_AI, 0x01, 9, 0, 1, 4, 1, 16, 16, 16, 0x2a114042,
                                   AMDGPU_VRAM_TYPE_HBM, 2048, 27000, GIB / 4}},
    {"navi21", &fake_amdgpu, NULL, 0x1002, 0x73bf, 0xc0, 16 * GIB,
     &(const struct amdgpu_params){AMDGPU_FAMILY_NV, 0x28, 10, 3, 0, 4, 2, 10, 16, 16, 0x444,
                                   AMDGPU_VRAM_TYPE_GDDR6, 256, 100000, 16 * GIB}},
    {"navi31", &fake_amdgpu, NULL, 0x1002, 0x744c, 0xc8, 24 * GIB,
     &(const struct amdgpu_params){0x91, 0x01, 11, 0, 0, 6, 2, 8, 24, 24, 0x545,
                                   AMDGPU_VRAM_TYPE_GDDR6, 384, 100000, 24 * GIB}},
};

const struct fake_chip *fake_chip_find(const char *name)
{
    for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
        if (strcmp(chips[i].name, name) == 0)
            return &chips[i];
    }
    return NULL;
}

const struct fake_chip *fake_chip(void)
{
    static const struct fake_chip *chip;
    static bool asked;
    const char *name;

    if (asked)
        return chip;
    asked = true;
    name = getenv("GALVAN_DRM_CHIP");
    chip = name ? fake_chip_find(name) : NULL;
    if (name && !chip)
        fprintf(stderr, "galvan-drm: no chip is named %s\n", name);
    return chip;
}
