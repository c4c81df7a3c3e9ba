/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the programs get to see of this library: the functions that take the place of others. */
#ifndef GV_PRELOAD_EXPORT_H
#define GV_PRELOAD_EXPORT_H

#define EXPORT __attribute__((visibility("default")))

#endif
