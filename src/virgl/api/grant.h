/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Limits a renderer's memory from outside, in addition to the renderer's own limit. Another process
 * that maps this structure grants the renderer memory, and reads how much the renderer uses and
 * wants. */
#ifndef GV_VIRGL_API_GRANT_H
#define GV_VIRGL_API_GRANT_H

#include <stdatomic.h>
#include <stdint.h>

/* The renderer stores used_B before it reads allowed_B, and frees memory that exceeds allowed_B. So
 * if the other process first lowers allowed_B and then reads used_B, the renderer uses no more
 * memory than this used_B from then on. */
struct gv_virgl_grant {
    _Atomic uint64_t allowed_B; /* 0: only the renderer's own limit applies */
    _Atomic uint64_t used_B;    /* maintained only while allowed_B is not 0 */
    _Atomic uint64_t wanted_B;  /* size of the pending request for memory, which the next division
                                   grants or refuses; 0: no request is pending */
    _Atomic uint32_t divisions; /* twice the number of finished divisions of
                                   the memory; odd during a division */
};

#endif
