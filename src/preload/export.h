/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Marks the symbols that this library exports: functions that replace functions of other
 * libraries. */
#ifndef GV_PRELOAD_EXPORT_H
#define GV_PRELOAD_EXPORT_H

#define EXPORT __attribute__((visibility("default")))

#endif
