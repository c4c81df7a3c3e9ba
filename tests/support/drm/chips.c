/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of chips. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <amdgpu_drm.h>

#include "amdgpu.h"
#include "fake.h"
#include "i915.h"
#include "mali.h"
#include "msm.h"
#include "nouveau.h"
#include "v3d.h"
#include "xe.h"

#define GIB (UINT64_C(1) << 30)

static const struct fake_chip chips[] = {
    {"hsw", &fake_i915, NULL, NULL, 0x8086, 0x0412, 0x06, 0,
     &(const struct i915_params){1, 2, 10, 12500000, 2 * GIB, true, true, false}},
    {"skl", &fake_i915, NULL, NULL, 0x8086, 0x1912, 0x06, 0,
     &(const struct i915_params){1, 3, 8, 12000000, UINT64_C(1) << 48, true, true, false}},
    {"tgl", &fake_i915, NULL, NULL, 0x8086, 0x9a49, 0x01, 0,
     &(const struct i915_params){1, 6, 16, 19200000, UINT64_C(1) << 48, true, true, false}},
    {"dg2", &fake_i915, NULL, NULL, 0x8086, 0x56a0, 0x08, 16 * GIB,
     &(const struct i915_params){1, 32, 16, 19200000, UINT64_C(1) << 48, true, false, true}},
    {"lnl", &fake_xe, NULL, NULL, 0x8086, 0x64a0, 0x04, 0,
     &(const struct xe_params){20, 4, 4, 0xff, 0xff, 0xff}},
    {"bmg", &fake_xe, NULL, NULL, 0x8086, 0xe20b, 0x00, 12 * GIB,
     &(const struct xe_params){20, 1, 4, 0xfffff, 0xff, 0x3ffff}},
    {"polaris10", &fake_amdgpu, NULL, NULL, 0x1002, 0x67df, 0xe7, 8 * GIB,
     &(const struct amdgpu_params){AMDGPU_FAMILY_VI, 0x50, 8, 0, 0, 4, 1, 9, 8, 8, 0x22011003,
                                   AMDGPU_VRAM_TYPE_GDDR5, 256, 25000, GIB / 4}},
    {"vega10", &fake_amdgpu, NULL, NULL, 0x1002, 0x6863, 0x00, 16 * GIB,
     &(const struct amdgpu_params){AMDGPU_FAMILY_AI, 0x01, 9, 0, 1, 4, 1, 16, 16, 16, 0x2a114042,
                                   AMDGPU_VRAM_TYPE_HBM, 2048, 27000, GIB / 4}},
    {"navi21", &fake_amdgpu, NULL, NULL, 0x1002, 0x73bf, 0xc0, 16 * GIB,
     &(const struct amdgpu_params){AMDGPU_FAMILY_NV, 0x28, 10, 3, 0, 4, 2, 10, 16, 16, 0x444,
                                   AMDGPU_VRAM_TYPE_GDDR6, 256, 100000, 16 * GIB}},
    {"navi31", &fake_amdgpu, NULL, NULL, 0x1002, 0x744c, 0xc8, 24 * GIB,
     &(const struct amdgpu_params){0x91, 0x01, 11, 0, 0, 6, 2, 8, 24, 24, 0x545,
                                   AMDGPU_VRAM_TYPE_GDDR6, 384, 100000, 24 * GIB}},
    {"tu102", &fake_nouveau, NULL, NULL, 0x10de, 0x1e07, 0xa1, 11 * GIB,
     &(const struct nouveau_params){0x162, 0xc5, 6, 34}},
    {"ga102", &fake_nouveau, NULL, NULL, 0x10de, 0x2206, 0xa1, 10 * GIB,
     &(const struct nouveau_params){0x172, 0xc7, 6, 34}},
    {"gfx1201", &fake_amdgpu, NULL, NULL, 0x1002, 0x7550, 0xc0, 16 * GIB,
     &(const struct amdgpu_params){0x98, 0x51, 12, 0, 1, 4, 2, 8, 16, 16, 0x00000545,
                                   AMDGPU_VRAM_TYPE_GDDR6, 256, 100000, 16 * GIB}},
    {"a618", &fake_msm, "qcom,adreno-618.0", NULL, 0, 0, 0, 0,
     &(const struct msm_params){618, 0x06010800, 512 << 10, false}},
    {"a740", &fake_msm, "qcom,adreno-43050a01", NULL, 0, 0, 0, 0,
     &(const struct msm_params){0, 0x43050a01, 3 << 20, true}},
    {"v3d42", &fake_v3d, "brcm,2711-v3d", "brcm,bcm2711-vc5", 0, 0, 0, 0,
     &(const struct v3d_params){4, 2, 14, 2, 4, 8}},
    {"v3d71", &fake_v3d, "brcm,2712-v3d", "brcm,bcm2712-vc6", 0, 0, 0, 0,
     &(const struct v3d_params){7, 1, 7, 3, 4, 2}},
    {"g52", &fake_panfrost, "arm,mali-bifrost", NULL, 0, 0, 0, 0,
     &(const struct mali_params){0x7402, 0x1000, 0, 0x7, 0x07110206, 0x209, 0x1, 0x2823, 0, 0x3fff,
                                 0, 0, 0}},
    {"g610", &fake_panthor, "arm,mali-valhall-csf", NULL, 0, 0, 0, 0,
     &(const struct mali_params){0xa867, 0x5, 0, 0x50005, 0x07120306, 0x809, 0x301, 0x2830,
                                 0x04010000, 0xc1ffff9e, 2048, 1024, 1024}},
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
