/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa's draw module executes vertex shaders in the program: for glRenderMode() with GL_SELECT or
 * GL_FEEDBACK, and for glRasterPos(). LLVM compiles these shaders. With Mesa 22.3 and a driver
 * other than llvmpipe, LLVM crashes on a shader with a light. So with Mesa before 24.2, this
 * library makes the draw module interpret the shaders. Mesa 25.0 has no such fault. */
#ifndef GV_PRELOAD_DRAW_MODULE_H
#define GV_PRELOAD_DRAW_MODULE_H

/* Records that the library that contains the address `caller` is Mesa's. Call when code at this
 * address has connected to the server. */
void gv_draw_module_connected(const void *caller);

#endif
