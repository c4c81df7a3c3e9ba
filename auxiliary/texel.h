/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions on one texel of a plain format. */
#ifndef GV_TEXEL_H
#define GV_TEXEL_H

#include <stdbool.h>

#include "util/u_format.h"

/* Whether each texel of the format is a separate block with separate channels, so that the
 * functions of util/u_format.h can read it. `desc` may be NULL. */
bool gv_texel_is_plain(const struct util_format_description *desc);

/* Read and write the depth or the stencil value of a texel. The format must be plain and have such
 * a value. Depth is given in units of 1 / (2^32 - 1). */
uint32_t gv_texel_depth(const struct util_format_description *desc, const uint8_t *texel);
void gv_texel_set_depth(const struct util_format_description *desc, uint32_t z, uint8_t *texel);
uint8_t gv_texel_stencil(const struct util_format_description *desc, const uint8_t *texel);
void gv_texel_set_stencil(const struct util_format_description *desc, uint8_t s, uint8_t *texel);

#endif
