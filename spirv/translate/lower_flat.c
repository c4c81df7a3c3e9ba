/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/translate.h"

/* Interpolation COLOR is flat or smooth by state; CONSTANT is always flat. */
bool gv_spv_is_flat(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io)
{
    return io->interp == TGSI_INTERPOLATE_CONSTANT ||
           (io->interp == TGSI_INTERPOLATE_COLOR && c->key->flatshade);
}
