/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The test picture: a plain background, and over its lower left half a triangle that a shader
 * colours by position. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe/probe.h"

enum {
    GROUND_RED = 51,
    GROUND_GREEN = 102,
    GROUND_BLUE = 204,
    TRIANGLE_BLUE = 51,
    EDGE = 3,     /* width in pixels of the region around the triangle's slanted side that is not
                     compared */
    TOLERANCE = 3 /* allowed difference of a channel, of 255 */
};

static const char vertex_shader[] = "attribute vec2 place;\n"
                                    "void main() { gl_Position = vec4(place, 0.0, 1.0); }\n";

static const char fragment_shader[] =
    "#ifdef GL_ES\n"
    "precision mediump float;\n"
    "#endif\n"
    "void main() { gl_FragColor = vec4(gl_FragCoord.xy / 64.0, 0.2, 1.0); }\n";

static const GLfloat vertices[] = {-1, -1, 1, -1, -1, 1};

bool gv_probe_colour(int x, int y, unsigned char out_rgb[3])
{
    const int from_side = GV_PROBE_SIZE - x - y;

    if (abs(from_side) <= EDGE)
        return false;
    if (from_side < 0) {
        out_rgb[0] = GROUND_RED, out_rgb[1] = GROUND_GREEN, out_rgb[2] = GROUND_BLUE;
        return true;
    }
    out_rgb[0] = (unsigned char)((2 * x + 1) * 255 / (2 * GV_PROBE_SIZE));
    out_rgb[1] = (unsigned char)((2 * y + 1) * 255 / (2 * GV_PROBE_SIZE));
    out_rgb[2] = TRIANGLE_BLUE;
    return true;
}

bool gv_probe_is_near(const unsigned char rgb[3], const unsigned char expected[3])
{
    for (int i = 0; i < 3; i++) {
        if (abs(rgb[i] - expected[i]) > TOLERANCE)
            return false;
    }
    return true;
}

/* The GL functions that draw the picture. Each of these functions exists in OpenGL and in OpenGL
 * ES. */
#define FUNCTIONS(F)                                                                               \
    F(const GLubyte *, GetString, GLenum)                                                          \
    F(GLenum, GetError, void)                                                                      \
    F(void, Viewport, GLint, GLint, GLsizei, GLsizei)                                              \
    F(void, ClearColor, GLfloat, GLfloat, GLfloat, GLfloat)                                        \
    F(void, Clear, GLbitfield)                                                                     \
    F(GLuint, CreateShader, GLenum)                                                                \
    F(void, ShaderSource, GLuint, GLsizei, const GLchar *const *, const GLint *)                   \
    F(void, CompileShader, GLuint)                                                                 \
    F(GLuint, CreateProgram, void)                                                                 \
    F(void, AttachShader, GLuint, GLuint)                                                          \
    F(void, BindAttribLocation, GLuint, GLuint, const GLchar *)                                    \
    F(void, LinkProgram, GLuint)                                                                   \
    F(void, GetProgramiv, GLuint, GLenum, GLint *)                                                 \
    F(void, UseProgram, GLuint)                                                                    \
    F(void, VertexAttribPointer, GLuint, GLint, GLenum, GLboolean, GLsizei, const void *)          \
    F(void, EnableVertexAttribArray, GLuint)                                                       \
    F(void, DrawArrays, GLenum, GLint, GLsizei)                                                    \
    F(void, ReadPixels, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *)

struct functions {
#define F(type, name, ...) type (*name)(__VA_ARGS__);
    FUNCTIONS(F)
#undef F
};

static void *find_function(gv_probe_find_fn find, const char *name)
{
    void *function = find(name);

    if (!function)
        gv_probe_fail("the OpenGL library has no %s", name);
    return function;
}

static void make_program(const struct functions *gl)
{
    static const struct {
        GLenum kind;
        const char *text;
    } shaders[] = {{GL_VERTEX_SHADER, vertex_shader}, {GL_FRAGMENT_SHADER, fragment_shader}};
    GLuint program = gl->CreateProgram();
    GLint linked = 0;

    for (size_t i = 0; i < sizeof(shaders) / sizeof(shaders[0]); i++) {
        GLuint shader = gl->CreateShader(shaders[i].kind);
        gl->ShaderSource(shader, 1, &shaders[i].text, NULL);
        gl->CompileShader(shader);
        gl->AttachShader(program, shader);
    }
    gl->BindAttribLocation(program, 0, "place");
    gl->LinkProgram(program);
    gl->GetProgramiv(program, GL_LINK_STATUS, &linked);
    if (!linked)
        gv_probe_fail("a shader cannot be compiled and linked");
    gl->UseProgram(program);
}

static void compare(const struct functions *gl)
{
    static unsigned char pixels[GV_PROBE_SIZE][GV_PROBE_SIZE][4];
    unsigned char expected[3];

    gl->ReadPixels(0, 0, GV_PROBE_SIZE, GV_PROBE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    const GLenum error = gl->GetError();
    if (error != GL_NO_ERROR)
        gv_probe_fail("OpenGL's error 0x%x", error);
    for (int y = 0; y < GV_PROBE_SIZE; y++) {
        for (int x = 0; x < GV_PROBE_SIZE; x++) {
            const unsigned char *got = pixels[y][x];
            if (!gv_probe_colour(x, y, expected) || gv_probe_is_near(got, expected))
                continue;
            printf("picture: the pixel at %d, %d is %d %d %d instead of %d %d %d\n", x, y, got[0],
                   got[1], got[2], expected[0], expected[1], expected[2]);
            return;
        }
    }
    puts("picture: right");
}

void gv_probe_draw(gv_probe_find_fn find)
{
    struct functions gl;

#define F(type, name, ...) *(void **)&gl.name = find_function(find, "gl" #name);
    FUNCTIONS(F)
#undef F
    printf("vendor: %s\n", (const char *)gl.GetString(GL_VENDOR));
    printf("renderer: %s\n", (const char *)gl.GetString(GL_RENDERER));
    printf("version: %s\n", (const char *)gl.GetString(GL_VERSION));
    make_program(&gl);
    gl.Viewport(0, 0, GV_PROBE_SIZE, GV_PROBE_SIZE);
    gl.ClearColor(GROUND_RED / 255.0f, GROUND_GREEN / 255.0f, GROUND_BLUE / 255.0f, 1);
    gl.Clear(GL_COLOR_BUFFER_BIT);
    gl.VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, vertices);
    gl.EnableVertexAttribArray(0);
    gl.DrawArrays(GL_TRIANGLES, 0, 3);
    compare(&gl);
}
