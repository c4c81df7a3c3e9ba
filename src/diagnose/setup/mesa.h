/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The Mesa that this user's programs load, and its driver that speaks to Galvan. */
#ifndef GV_DIAGNOSE_SETUP_MESA_H
#define GV_DIAGNOSE_SETUP_MESA_H

#include <limits.h>
#include <stdbool.h>

#include "diagnose/setup/finding.h"

struct gv_mesa_driver {
    char path[PATH_MAX];
    char version[32];    /* "" if the file lacks it */
    bool has_virpipe;    /* it can be a client of Galvan */
    bool takes_a_socket; /* VTEST_SOCKET_NAME chooses its socket, so that no client library is
                            needed */
};

/* Whether programs get an OpenGL library, and by it Mesa. */
void gv_mesa_look_at_libraries(struct gv_finding *out);

/* Finds the file with Mesa's software drivers and reads it; on failure returns false and fills
 * *out. */
bool gv_mesa_find_driver(struct gv_mesa_driver *out_driver, struct gv_finding *out);

/* Whether there is that file, with virpipe in it. */
void gv_mesa_look_at_driver(struct gv_finding *out);

#endif
