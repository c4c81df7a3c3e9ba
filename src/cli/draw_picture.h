/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a draw has left in its first colour buffer, for the process that compares it. */
#ifndef GV_CLI_DRAW_PICTURE_H
#define GV_CLI_DRAW_PICTURE_H

#include <stdint.h>
#include <stdio.h>

struct pipe_context;

/* Sends, as frame idx, the colours that the context's framebuffer has now, in eight bits each:
 * those of the first layer, resolved. A picture without pixels where there are none to be shown:
 * without a first colour buffer, or of whole numbers. */
void gv_draw_picture_send(FILE *pipe, uint64_t idx, struct pipe_context *context);

#endif
