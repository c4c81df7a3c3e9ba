/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How a renderer's memory is bounded from outside, beside its own limit: whoever shares this memory
 * with its process says how much it may have, and sees how much it has and wants. */
#ifndef GV_VIRGL_API_GRANT_H
#define GV_VIRGL_API_GRANT_H

#include <stdatomic.h>
#include <stdint.h>

/* The renderer stores used_B before it looks at allowed_B, and gives back what is too much. So
 * whoever lowers allowed_B first and reads used_B then knows the most that can be in use. */
struct gv_virgl_grant {
    _Atomic uint64_t allowed_B; /* 0: as much as the renderer's own limit says */
    _Atomic uint64_t used_B;    /* only while allowed_B is not 0 */
    _Atomic uint64_t wanted_B;  /* more, for which it waits for a division; 0: it does not */
    _Atomic uint32_t divisions; /* 2 for each so far; odd while one is under way */
};

#endif
