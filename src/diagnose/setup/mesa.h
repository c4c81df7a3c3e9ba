/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The Mesa that this user's programs load, and its driver that connects to Galvan. */
#ifndef GV_DIAGNOSE_SETUP_MESA_H
#define GV_DIAGNOSE_SETUP_MESA_H

#include <limits.h>
#include <stdbool.h>

#include "diagnose/setup/finding.h"

struct gv_mesa_driver {
    char path[PATH_MAX];
    char version[32];    /* "": the file does not contain the version */
    bool has_virpipe;    /* the driver can be a client of Galvan */
    bool takes_a_socket; /* VTEST_SOCKET_NAME chooses the driver's
                            socket, so that no client library is needed */
};

/* Checks whether programs find an OpenGL library, and whether this library uses Mesa. */
void gv_mesa_look_at_libraries(struct gv_finding *out);

/* Finds the file with Mesa's software drivers and reads it. On failure, returns false and sets
 * *out. */
bool gv_mesa_find_driver(struct gv_mesa_driver *out_driver, struct gv_finding *out);

/* Checks whether the file with Mesa's software drivers exists, and whether it contains virpipe. */
void gv_mesa_look_at_driver(struct gv_finding *out);

#endif
