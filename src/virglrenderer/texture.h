/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures of the caller's OpenGL, for callers that show a guest's screen by drawing one. A texture
 * is a copy of a resource, made when the caller is about to look: by the device where OpenGL can
 * take memory of the device's (memory.h), else by an upload. */
#ifndef GV_VR_TEXTURE_H
#define GV_VR_TEXTURE_H

#include <stdint.h>

struct gv_vr_instance;

/* The caller's texture of a resource, up to date; 0 where there is none. The context that the
 * texture belongs to is current afterwards. */
uint32_t gv_vr_texture_get(struct gv_vr_instance *instance, uint32_t handle);

/* Brings all textures up to date whose resources have changed. The context is current afterwards,
 * if there is one. */
void gv_vr_textures_update(struct gv_vr_instance *instance);

#endif
