/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures of the caller's OpenGL in memory of Galvan's device, by GL_EXT_memory_object_fd: where
 * OpenGL and Vulkan are one driver on one device, so that no pixel passes through the processor. */
#ifndef GV_VR_MEMORY_H
#define GV_VR_MEMORY_H

#include <stdbool.h>

struct gv_vr_instance;
struct gv_vr_resource;

/* Gives the bound texture of the current context the memory of the resource's copy, res->share,
 * which is not up to date yet. False, with nothing changed, if OpenGL cannot import it. */
bool gv_vr_memory_share(struct gv_vr_instance *instance, struct gv_vr_resource *res);

/* Call when the resource is destroyed: destroys its texture, wherever the texture's memory is. */
void gv_vr_memory_forget(struct gv_vr_instance *instance, struct gv_vr_resource *res);

#endif
