/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/own_limits.h"

#include <unistd.h>

struct gv_virgl_limits gv_cli_own_limits(void)
{
    const struct gv_virgl_limits least = gv_virgl_limits_default();
    const long num_pages = sysconf(_SC_PHYS_PAGES), page_B = sysconf(_SC_PAGESIZE);

    if (num_pages <= 0 || page_B <= 0)
        return least;
    const uint64_t half_B = (uint64_t)num_pages * (uint64_t)page_B / 2;
    return half_B > least.memory_B ? gv_virgl_limits_of_memory(half_B) : least;
}
