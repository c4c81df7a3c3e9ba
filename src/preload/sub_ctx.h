/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Each of Mesa's screens numbers its sub-contexts from 1. If screens share a connection, each
 * screen has its own range of ids. */
#ifndef GV_PRELOAD_SUB_CTX_H
#define GV_PRELOAD_SUB_CTX_H

#include <stddef.h>
#include <stdint.h>

/* Returns a copy of a command buffer in which `first` is added to each sub-context's id. The caller
 * must free the copy. NULL if memory runs out. Dwords after the last complete command are
 * unchanged. */
uint32_t *gv_sub_ctx_moved(const void *dwords, size_t num_dw, uint32_t first);

#endif
