/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures of the caller's OpenGL, for callers that draw a guest's screen from a texture. A
 * texture is a copy of a resource, which is updated when the caller asks for it: by the device if
 * OpenGL can import device memory (memory.h), otherwise by an upload. */
#ifndef GV_VR_TEXTURE_H
#define GV_VR_TEXTURE_H

#include <stdint.h>

struct gv_vr_instance;

/* The caller's texture of a resource, up to date; 0 if there is none. The texture's context is
 * current afterwards. */
uint32_t gv_vr_texture_get(struct gv_vr_instance *instance, uint32_t handle);

/* Updates all textures whose resources have changed. The context, if there is one, is current
 * afterwards. */
void gv_vr_textures_update(struct gv_vr_instance *instance);

#endif
