/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Bound state that needs no further processing: its set_* methods. */
#ifndef GV_VALUES_H
#define GV_VALUES_H

struct gv_context;

void gv_context_init_values(struct gv_context *ctx);

#endif
