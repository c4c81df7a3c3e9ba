/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finds functions of later versions of the interface that this library lacks although the program
 * is linked to them. The program would end at its first call of such a function. */
#ifndef GV_VR_MISSING_H
#define GV_VR_MISSING_H

struct galvan_log;

/* Logs a line for each such function to which an object of this process refers. */
void gv_vr_log_missing(const struct galvan_log *log);

#endif
