/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The function by which Mesa creates a screen of this driver in place of softpipe; the name is
 * Mesa's. */
#ifndef GM_SP_PUBLIC_H
#define GM_SP_PUBLIC_H

#ifdef __cplusplus
extern "C" {
#endif

struct pipe_screen;
struct sw_winsys;

/* Creates a screen, which owns the winsys on success. */
struct pipe_screen *softpipe_create_screen(struct sw_winsys *winsys);

#ifdef __cplusplus
}
#endif
#endif
