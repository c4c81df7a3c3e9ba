/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures of the caller's OpenGL in memory of Galvan's device, by GL_EXT_memory_object_fd: where
 * OpenGL and Vulkan are one driver on one device, so that no pixel passes through the processor. */
#ifndef GV_VR_MEMORY_H
#define GV_VR_MEMORY_H

#include <stdbool.h>

struct gv_vr_instance;
struct gv_vr_resource;

/* Gives the texture that is bound, in the context that is current, the memory of a copy of the
 * resource, res->share, which is not brought up to date yet. False: OpenGL cannot take it, and
 * nothing has changed. */
bool gv_vr_memory_share(struct gv_vr_instance *instance, struct gv_vr_resource *res);

/* The resource ends, and its texture with it, wherever that lies. */
void gv_vr_memory_forget(struct gv_vr_instance *instance, struct gv_vr_resource *res);

#endif
