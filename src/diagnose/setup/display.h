/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where programs show their windows. */
#ifndef GV_DIAGNOSE_SETUP_DISPLAY_H
#define GV_DIAGNOSE_SETUP_DISPLAY_H

#include "diagnose/setup/finding.h"

/* Looks whether an X server or a Wayland compositor answers where the environment says. Ok only
 * with an X server, since programs for X are most. */
void gv_display_look(struct gv_finding *out);

#endif
