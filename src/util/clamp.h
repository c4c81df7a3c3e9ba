/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#ifndef GV_UTIL_CLAMP_H
#define GV_UTIL_CLAMP_H

/* Clamps `value` to the range from `low` to `high`. NaN, which a client may send, becomes `low`. */
static inline float gv_clamp(float value, float low, float high)
{
    if (!(value >= low))
        return low;
    return value > high ? high : value;
}

#endif
