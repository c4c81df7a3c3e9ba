/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The Mesa that programs of this user get, and the driver in it that speaks to Galvan. */
#ifndef GV_DIAGNOSE_SETUP_MESA_H
#define GV_DIAGNOSE_SETUP_MESA_H

#include <limits.h>
#include <stdbool.h>

#include "diagnose/setup/finding.h"

struct gv_mesa_driver {
    char path[PATH_MAX];
    char version[32];    /* "" where the file does not tell */
    bool has_virpipe;    /* it can be a client of Galvan */
    bool takes_a_socket; /* VTEST_SOCKET_NAME leads it, and no preload is needed for that */
};

/* Whether programs get an OpenGL library, and by it Mesa. */
void gv_mesa_look_at_libraries(struct gv_finding *out);

/* Finds the file that has Mesa's software drivers, and looks into it; false with *out. */
bool gv_mesa_find_driver(struct gv_mesa_driver *out_driver, struct gv_finding *out);

/* Whether there is that file, with virpipe in it. */
void gv_mesa_look_at_driver(struct gv_finding *out);

#endif
