/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finds functions that this library lacks because they belong to later versions of the interface,
 * although the program is linked to them. The program would end at its first call of such a
 * function. */
#ifndef GV_VR_MISSING_H
#define GV_VR_MISSING_H

struct galvan_log;

/* For each loaded object of this process: logs a line for each function of the interface to which
 * the object refers but which this library lacks. */
void gv_vr_log_missing(const struct galvan_log *log);

#endif
