/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions of later versions of the interface to which a program is linked and which this
 * library lacks. The program would end at its first call of one. */
#ifndef GV_VR_MISSING_H
#define GV_VR_MISSING_H

struct galvan_log;

/* Logs a line for each such function that an object of this process refers to. */
void gv_vr_log_missing(const struct galvan_log *log);

#endif
