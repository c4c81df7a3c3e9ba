/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions of later versions of the interface, which a program was linked with and this library
 * lacks: the program would end when it first calls one. */
#ifndef GV_VR_MISSING_H
#define GV_VR_MISSING_H

struct galvan_log;

/* Logs a line for each that an object of this process wants and does not have. */
void gv_vr_log_missing(const struct galvan_log *log);

#endif
