/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The part of a shader variant key that depends on the device. */
#ifndef GV_SPIRV_DEVICE_H
#define GV_SPIRV_DEVICE_H

struct galvan_spirv_device;
struct gv_screen;

/* Fills in the device part of variant keys, once for each screen and after the screen's formats.
 * *out_device must be zeroed, because it is compared as bytes. */
void gv_spirv_device_init(const struct gv_screen *screen, struct galvan_spirv_device *out_device);

#endif
