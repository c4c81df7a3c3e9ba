/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A scene of gl_pictures, and helpers that scenes share. A scene draws one still picture with
 * OpenGL, which every correct driver must draw alike. */
#ifndef GV_PICTURES_SCENE_H
#define GV_PICTURES_SCENE_H

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdbool.h>

enum {
    PICTURE_SIZE = 128, /* width and height of the window in pixels */
};

enum scene_api {
    SCENE_GL = 0, /* OpenGL with the compatibility profile, through GLX */
    SCENE_GLES2,  /* OpenGL ES 2, through EGL */
};

/* draw() is called with a new context and a black window, so no scene depends on the state of
 * another. The picture is the contents of the window's back buffer when draw() returns. */
struct scene {
    const char *name;
    void (*draw)(void);
    const char *needs; /* an extension without which the scene is skipped; NULL: no extension is
                          needed */
    enum scene_api api;
};

/* The scenes, in one array for each subject. An entry without a name ends each array. */
extern const struct scene scenes_primitive[];
extern const struct scene scenes_light[];
extern const struct scene scenes_fragment[];
extern const struct scene scenes_texture[];
extern const struct scene scenes_texture_kind[];
extern const struct scene scenes_framebuffer[];
extern const struct scene scenes_pixel[];
extern const struct scene scenes_vertex[];
extern const struct scene scenes_glsl[];
extern const struct scene scenes_stages[];
extern const struct scene scenes_memory[];
extern const struct scene scenes_int64[];
extern const struct scene scenes_asked[];
extern const struct scene scenes_gles2[];

/* Restricts drawing to tile `idx` of a grid of `columns` x `columns` tiles, which are counted row
 * by row from the bottom. Projection and model-view matrices do not change, so coordinates from -1
 * to 1 cover the tile. */
void tile(unsigned idx, unsigned columns);

/* Draws to the whole window again. */
void no_tile(void);

/* Clears colour, depth and stencil. */
void clear_all(float red, float green, float blue);

/* Draws a quad over x0..x1, y0..y1 with texture coordinates 0..repeat, in immediate mode. */
void textured_quad(float x0, float y0, float x1, float y1, float repeat);

/* Draws a quad in the current colour. */
void plain_quad(float x0, float y0, float x1, float y1, float z);

/* Fills `width` x `height` RGBA texels with a checkerboard. `cell` is the size of its cells. A
 * colour ramp distinguishes left from right and top from bottom. `seed` changes the colours. */
void fill_checker(GLubyte *texels, unsigned width, unsigned height, unsigned cell, unsigned seed);

/* Creates a texture of one level with the texels of fill_checker(), bound to GL_TEXTURE_2D of the
 * current unit, with NEAREST filters. */
GLuint checker_texture(unsigned width, unsigned height, unsigned cell, unsigned seed);

/* Compiles and links; on failure prints the error and returns 0, which fails the scene. */
GLuint build_program(const char *vertex_text, const char *fragment_text);

/* A stage of a program and its text. */
struct stage_text {
    GLenum stage;
    const char *text;
};

/* Like build_program(), for any stages; also makes the program current. */
GLuint use_stages(const struct stage_text *stages, unsigned num_stages);

/* Calls build_program() and glUseProgram(). */
GLuint use_program(const char *vertex_text, const char *fragment_text);

/* Draws the mesh of a sphere of radius 1, with normals and texture coordinates, in immediate
 * mode. */
void draw_sphere(unsigned slices, unsigned stacks);

/* Sets projection and model-view matrices for a camera that looks down at the origin from a
 * distance of 4. */
void look_at_origin(float turn_x, float turn_y);

/* Prints the line "SCENE NAME VALUE", which must be equal on both drivers. */
void report_value(const char *name, unsigned long long value);

/* Marks the scene as failed, with the reason. */
void scene_failed(const char *reason);

#endif
