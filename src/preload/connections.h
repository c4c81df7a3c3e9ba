/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* This process's connections to the server of `galvan run`, which says by the variable
 * GALVAN_FRAMES_AHEAD=NUMBER:SOCKET that it speaks the commands of the client half. */
#ifndef GV_PRELOAD_CONNECTIONS_H
#define GV_PRELOAD_CONNECTIONS_H

#include <stdbool.h>

struct gv_show;

/* The descriptor has been connected to the socket. Keeps errno. */
void gv_connections_add(int fd, const char *path);

/* What is shown by way of this descriptor; NULL when it is no such connection, or not any more, or
 * one of the process that this was forked from. */
struct gv_show *gv_connections_find(int fd);

/* Waits until all that was given to windows is shown. */
void gv_connections_drain(void);

#endif
