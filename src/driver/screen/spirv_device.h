/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The part of the translator's key that depends on the device. */
#ifndef GV_SPIRV_DEVICE_H
#define GV_SPIRV_DEVICE_H

struct galvan_spirv_device;
struct gv_screen;

/* Fills in the key's device part once per screen, after its formats. out must be zeroed, because
 * bytes are compared. */
void gv_spirv_device_init(const struct gv_screen *screen, struct galvan_spirv_device *out_device);

#endif
