/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/translate.h"

/* Where the state forces shading per sample, inputs of pixel centres are those of the samples; the
 * shader's own centroid and sample stay what they are. */
bool gv_spv_is_per_sample(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io)
{
    return io->location == TGSI_INTERPOLATE_LOC_SAMPLE ||
           (io->location == TGSI_INTERPOLATE_LOC_CENTER && c->key->persample);
}
