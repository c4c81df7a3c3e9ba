/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "fake_gl.h"

#include <GL/glcorearb.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_TEXTURES = 1024
};

static struct {
    bool current, is_es, fails;
    GLenum error;
    GLuint bound;
    GLint alignment;
    struct {
        bool alive;
        GLsizei width, height;
    } textures[MAX_TEXTURES + 1]; /* indexed by name; 0 is not a name of a texture */
    unsigned char sum;            /* sum of all pixels that were read */
} gl;

void fake_gl_reset(void)
{
    memset(&gl, 0, sizeof(gl));
    gl.alignment = 4;
}

void fake_gl_become(bool is_es, bool fails)
{
    gl.is_es = is_es;
    gl.fails = fails;
}

void fake_gl_make_current(bool current)
{
    gl.current = current;
}

unsigned fake_gl_num_textures(void)
{
    unsigned num = 0;
    for (unsigned i = 1; i <= MAX_TEXTURES; i++)
        num += gl.textures[i].alive;
    return num;
}

static void expect(bool holds)
{
    if (!holds || !gl.current)
        abort();
}

/* ---- Functions ------------------------------------------------------------------------------- */

static const GLubyte *get_string(GLenum name)
{
    expect(name == GL_VERSION);
    return (const GLubyte *)(gl.is_es ? "OpenGL ES 3.2 fake" : "4.6 fake");
}

static GLenum get_error(void)
{
    const GLenum error = gl.error;
    expect(true);
    gl.error = GL_NO_ERROR;
    return error;
}

static void gen_textures(GLsizei num, GLuint *out)
{
    GLuint name = 1;
    expect(num == 1);
    while (name <= MAX_TEXTURES && gl.textures[name].alive)
        name++;
    expect(name <= MAX_TEXTURES);
    gl.textures[name].alive = true;
    gl.textures[name].width = gl.textures[name].height = 0;
    *out = name;
}

static void delete_textures(GLsizei num, const GLuint *names)
{
    expect(num == 1 && names[0] <= MAX_TEXTURES && gl.textures[names[0]].alive);
    gl.textures[names[0]].alive = false;
    if (gl.bound == names[0])
        gl.bound = 0;
}

static void bind_texture(GLenum target, GLuint name)
{
    expect(target == GL_TEXTURE_2D && name && name <= MAX_TEXTURES && gl.textures[name].alive);
    gl.bound = name;
}

static void tex_parameter(GLenum target, GLenum name, GLint value)
{
    expect(target == GL_TEXTURE_2D && gl.bound && name && value);
}

static void pixel_store(GLenum name, GLint value)
{
    expect(name == GL_UNPACK_ALIGNMENT);
    gl.alignment = value;
}

static void tex_image(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height,
                      GLint border, GLenum format, GLenum type, const void *pixels)
{
    expect(target == GL_TEXTURE_2D && !level && internal && !border && !pixels && gl.bound);
    expect(width > 0 && height > 0 && format && type);
    if (gl.fails) {
        gl.error = GL_OUT_OF_MEMORY;
        return;
    }
    gl.textures[gl.bound].width = width;
    gl.textures[gl.bound].height = height;
}

static void tex_sub_image(GLenum target, GLint level, GLint x, GLint y, GLsizei width,
                          GLsizei height, GLenum format, GLenum type, const void *pixels)
{
    const size_t texel_B = type == GL_UNSIGNED_SHORT_5_6_5 ? 2 : 4;
    const uint8_t *bytes = pixels;
    expect(target == GL_TEXTURE_2D && !level && !x && !y && format && gl.bound);
    expect(gl.alignment == 1 && width == gl.textures[gl.bound].width &&
           height == gl.textures[gl.bound].height);
    for (size_t i = 0; i < texel_B * (size_t)width * (size_t)height; i++)
        gl.sum += bytes[i];
}

static void finish(void)
{
    expect(true);
}

typedef void (*function)(void);

static function get_function(const char *name)
{
    static const struct {
        const char *name;
        function fn;
    } functions[] = {
        {"glGetString", (function)get_string},
        {"glGetError", (function)get_error},
        {"glGenTextures", (function)gen_textures},
        {"glDeleteTextures", (function)delete_textures},
        {"glBindTexture", (function)bind_texture},
        {"glTexParameteri", (function)tex_parameter},
        {"glPixelStorei", (function)pixel_store},
        {"glTexImage2D", (function)tex_image},
        {"glTexSubImage2D", (function)tex_sub_image},
        {"glFinish", (function)finish},
    };
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        if (strcmp(name, functions[i].name) == 0)
            return functions[i].fn;
    }
    return NULL;
}

static void *get_current(void)
{
    return gl.current ? &gl : NULL;
}

/* ---- Calls of dlopen() and dlsym() ----------------------------------------------------------- */

/* The linker redirects the calls of dlopen() etc. to __wrap_dlopen() etc. (--wrap). */
void *__real_dlopen(const char *name, int flags);
void *__real_dlsym(void *library, const char *name);
int __real_dlclose(void *library);
void *__wrap_dlopen(const char *name, int flags);
void *__wrap_dlsym(void *library, const char *name);
int __wrap_dlclose(void *library);

void *__wrap_dlopen(const char *name, int flags)
{
    return name && strcmp(name, "libEGL.so.1") == 0 ? &gl : __real_dlopen(name, flags);
}

void *__wrap_dlsym(void *library, const char *name)
{
    if (library != &gl)
        return __real_dlsym(library, name);
    if (strcmp(name, "eglGetCurrentContext") == 0)
        return (void *)get_current;
    return strcmp(name, "eglGetProcAddress") == 0 ? (void *)get_function : NULL;
}

int __wrap_dlclose(void *library)
{
    return library == &gl ? 0 : __real_dlclose(library);
}
