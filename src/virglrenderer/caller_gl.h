/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The caller's OpenGL. Galvan uses it only for textures (texture.h), and creates nothing until a
 * caller with the callbacks asks for a texture. */
#ifndef GV_VR_CALLER_GL_H
#define GV_VR_CALLER_GL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/virglrenderer.h"

struct gv_vr_gl_functions;
struct gv_vr_instance;

struct gv_vr_gl {
    bool wanted; /* the callbacks exist, and no flag disables them */
    bool tried;
    virgl_renderer_gl_context context; /* NULL: none (yet) */
    struct gv_vr_gl_functions *functions;
    bool is_es;
    bool tried_memory, has_memory; /* whether textures can be in the device's memory, see
                                      memory.h */
    void *pixels;                  /* on their way; pixels_B bytes */
    size_t pixels_B;
};

/* Makes the caller's context current, which is created at the first call. False if there is
 * none. */
bool gv_vr_gl_enter(struct gv_vr_instance *instance);

/* The same, but makes none. */
bool gv_vr_gl_make_current(struct gv_vr_instance *instance);

/* Behind all resources: the context ends. */
void gv_vr_gl_finish(struct gv_vr_instance *instance);

#endif
