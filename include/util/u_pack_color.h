/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* One texel from a colour. */
#ifndef UTIL_U_PACK_COLOR_H
#define UTIL_U_PACK_COLOR_H

#include "pipe/p_compiler.h"
#include "pipe/p_format.h"
#include "util/u_tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A texel of up to 16 bytes. */
union util_color {
    ubyte ub;
    ushort us;
    uint ui[4];
    float f[4];
    double d[2];
};

/* rgba as format; a format that util_format_write_4f() does not know leaves zeros. */
static inline void util_pack_color(const float rgba[4], enum pipe_format format,
                                   union util_color *uc)
{
    memset(uc, 0, sizeof(*uc));
    util_format_write_4f(format, rgba, 0, uc, 0, 0, 0, 1, 1);
}

/* The same from bytes. */
static inline void util_pack_color_ub(ubyte r, ubyte g, ubyte b, ubyte a, enum pipe_format format,
                                      union util_color *uc)
{
    float rgba[4];

    rgba[0] = (float)r / 255.0f;
    rgba[1] = (float)g / 255.0f;
    rgba[2] = (float)b / 255.0f;
    rgba[3] = (float)a / 255.0f;
    util_pack_color(rgba, format, uc);
}

#ifdef __cplusplus
}
#endif
#endif
