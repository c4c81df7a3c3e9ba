/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions on one texel of a plain format. */
#ifndef GV_TEXEL_H
#define GV_TEXEL_H

#include <stdbool.h>

#include "util/u_format.h"

/* Whether the format is plain, with separate channels, so that the functions of util/u_format.h can
 * read it. desc may be NULL. */
bool gv_texel_is_plain(const struct util_format_description *desc);

/* Read and write depth, as a fraction of 2^32 - 1, and stencil, of plain formats that have them. */
uint32_t gv_texel_depth(const struct util_format_description *desc, const uint8_t *texel);
void gv_texel_set_depth(const struct util_format_description *desc, uint32_t z, uint8_t *texel);
uint8_t gv_texel_stencil(const struct util_format_description *desc, const uint8_t *texel);
void gv_texel_set_stencil(const struct util_format_description *desc, uint8_t s, uint8_t *texel);

#endif
