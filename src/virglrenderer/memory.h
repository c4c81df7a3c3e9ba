/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures of the caller's OpenGL in memory of Galvan's device, by GL_EXT_memory_object_fd. This
 * works if OpenGL and Vulkan belong to one driver and use one device; pixels are then not copied by
 * the CPU. */
#ifndef GV_VR_MEMORY_H
#define GV_VR_MEMORY_H

#include <stdbool.h>

struct gv_vr_instance;
struct gv_vr_resource;

/* Uses the memory of the resource's shared copy as the storage of the current context's bound
 * texture. The contents of the shared copy are not up to date yet. False, with nothing changed, if
 * OpenGL cannot import the memory. */
bool gv_vr_memory_share(struct gv_vr_instance *instance, struct gv_vr_resource *res);

/* Destroys the resource's texture, wherever the texture's memory is. Call when the resource is
 * destroyed. */
void gv_vr_memory_forget(struct gv_vr_instance *instance, struct gv_vr_resource *res);

#endif
