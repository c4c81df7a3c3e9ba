/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Regions: the code between the barriers of a compute shader. Control flow that contains a barrier
 * is uniform by GLSL's rules, and so are the jumps that leave such a loop or go on with its next
 * iteration: they stand between regions. All other control flow is inside of one. */
#ifndef GV_TGSI_REGIONS_H
#define GV_TGSI_REGIONS_H

#include "spirv/tgsi/tgsi.h"

/* Marks the instructions that stand between regions, as info.num_instructions bytes of 0 or 1:
 * barriers, memory barriers outside of a region's control flow, and uniform control flow. Its IF
 * and UIF read their operand at the end of the region before. tgsi and entry are checked. Returns
 * NULL, or what the shader has that cannot be between regions. */
const char *gv_tgsi_find_regions(const struct galvan_tgsi *tgsi, uint32_t entry,
                                 uint8_t *out_marks);

#endif
