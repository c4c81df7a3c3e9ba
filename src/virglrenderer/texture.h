/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures of the caller's OpenGL, for callers that draw a guest's screen from a texture. A texture
 * is a copy of a resource. The copy is updated when the caller requests the texture: by the device
 * if OpenGL can import device memory (memory.h), otherwise by an upload. */
#ifndef GV_VR_TEXTURE_H
#define GV_VR_TEXTURE_H

#include <stdint.h>

struct gv_vr_instance;

/* Updates and returns the texture of a resource; 0 if the resource cannot have a texture. Makes the
 * caller's context current. */
uint32_t gv_vr_texture_get(struct gv_vr_instance *instance, uint32_t handle);

/* Updates all textures whose resources have changed. Makes the caller's context current, if the
 * context exists. */
void gv_vr_textures_update(struct gv_vr_instance *instance);

#endif
