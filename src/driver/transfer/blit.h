/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blits: chooses the cheapest Vulkan command that produces the right result. */
#ifndef GV_BLIT_H
#define GV_BLIT_H

struct pipe_blit_info;
struct pipe_context;

/* pipe_context.blit */
void gv_blit(struct pipe_context *pctx, const struct pipe_blit_info *info);

#endif
