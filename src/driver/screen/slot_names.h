/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Varying slots in TGSI, for shaders that the driver writes itself. */
#ifndef GV_SLOT_NAMES_H
#define GV_SLOT_NAMES_H

struct gv_text;

/* The semantic of a GALVAN_SLOT_*, and the end of the line. */
void gv_slot_name_add(struct gv_text *t, unsigned slot);

#endif
