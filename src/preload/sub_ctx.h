/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Each of Mesa's screens counts its sub-contexts from 1. Where screens share a connection, each has
 * a range of ids there. */
#ifndef GV_PRELOAD_SUB_CTX_H
#define GV_PRELOAD_SUB_CTX_H

#include <stddef.h>
#include <stdint.h>

/* A buffer of commands with first added to each id of a sub-context; the caller's to free. NULL
 * without memory. What is behind a command that is not whole is left as it is. */
uint32_t *gv_sub_ctx_moved(const void *dwords, size_t num_dw, uint32_t first);

#endif
