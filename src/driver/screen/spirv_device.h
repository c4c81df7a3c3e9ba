/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the device decides of every shader that is translated. */
#ifndef GV_SPIRV_DEVICE_H
#define GV_SPIRV_DEVICE_H

struct galvan_spirv_device;
struct gv_screen;

/* Once for a screen, whose formats are there; into zeroed memory, as bytes are compared. */
void gv_spirv_device_init(const struct gv_screen *screen, struct galvan_spirv_device *out_device);

#endif
