/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates contexts. */
#ifndef GV_CREATE_CONTEXT_H
#define GV_CREATE_CONTEXT_H

struct pipe_context;
struct pipe_screen;

/* pipe_screen.context_create */
struct pipe_context *gv_context_create(struct pipe_screen *screen, void *priv, unsigned flags);

#endif
