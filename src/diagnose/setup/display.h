/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The display on which programs show their windows. */
#ifndef GV_DIAGNOSE_SETUP_DISPLAY_H
#define GV_DIAGNOSE_SETUP_DISPLAY_H

#include "diagnose/setup/finding.h"

/* Checks whether an X server or a Wayland compositor answers at the address in the environment. The
 * finding is OK only if an X server answers, since most programs need an X server. */
void gv_display_look(struct gv_finding *out);

#endif
