/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Frames that Galvan's server copies. */
#ifndef GV_PRELOAD_SERVER_FRAMES_H
#define GV_PRELOAD_SERVER_FRAMES_H

struct gv_show;

/* Creates the show of a connection. fd is the connection to the server; ahead as in
 * gv_show_create(). NULL if memory runs out. */
struct gv_show *gv_server_frames_create(int fd, unsigned ahead);

#endif
