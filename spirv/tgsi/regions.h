/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Regions: the code between the barriers of a compute shader. By GLSL's rules, control flow that
 * contains a barrier is uniform, and so are jumps that leave or continue a loop with a barrier.
 * Such control flow and such jumps lie between regions. All other control flow lies inside of one
 * region. */
#ifndef GV_TGSI_REGIONS_H
#define GV_TGSI_REGIONS_H

#include "spirv/tgsi/tgsi.h"

/* Sets out_marks, which has info.num_instructions bytes, to 1 for each instruction that lies
 * between regions, otherwise to 0. Between regions lie barriers, uniform control flow with
 * barriers, and those memory barriers that no other control flow contains. The operand of an IF or
 * UIF between regions is read at the end of the previous region. `tgsi` and `entry` must be valid.
 * Returns NULL on success. Returns a description of the construct if a construct with a barrier
 * cannot lie between regions. */
const char *gv_tgsi_find_regions(const struct galvan_tgsi *tgsi, uint32_t entry,
                                 uint8_t *out_marks);

#endif
