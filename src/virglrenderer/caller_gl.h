/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The caller's OpenGL. Galvan uses it only for textures (texture.h), and creates no context until a
 * caller that has set the callbacks queries a texture. */
#ifndef GV_VR_CALLER_GL_H
#define GV_VR_CALLER_GL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/virglrenderer.h"

struct gv_vr_gl_functions;
struct gv_vr_instance;

struct gv_vr_gl {
    bool wanted; /* the callbacks are set, and no flag disables them */
    bool tried;
    virgl_renderer_gl_context context; /* NULL: not created (yet) */
    struct gv_vr_gl_functions *functions;
    bool is_es;
    bool tried_memory, has_memory; /* textures can be in the device's memory, see memory.h */
    void *pixels;                  /* buffer of pixels_B bytes for pixels of an upload */
    size_t pixels_B;
};

/* Makes the caller's context current. The first call creates the context. False if the caller
 * provides no context. */
bool gv_vr_gl_enter(struct gv_vr_instance *instance);

/* If the caller's context has been created, makes it current; otherwise returns false. */
bool gv_vr_gl_make_current(struct gv_vr_instance *instance);

/* Destroys the context. Call after all resources are destroyed. */
void gv_vr_gl_finish(struct gv_vr_instance *instance);

#endif
