/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about sampling two-dimensional textures: filters, mip levels, wrapping, environments,
 * updates. */
#include <stdlib.h>

#include "scene.h"

/* Gives each level a different colour, so that the picture shows which level was read. */
static void colored_levels(unsigned size)
{
    GLubyte *texels = malloc((size_t)size * size * 4);

    if (!texels) {
        scene_failed("no memory");
        return;
    }
    for (unsigned level = 0; size >> level > 0; level++) {
        unsigned extent = size >> level;

        for (unsigned i = 0; i < extent * extent; i++) {
            texels[i * 4 + 0] = (GLubyte)(level & 1 ? 230 : 40);
            texels[i * 4 + 1] = (GLubyte)(level & 2 ? 220 : 60);
            texels[i * 4 + 2] = (GLubyte)(level & 4 ? 210 : 80);
            texels[i * 4 + 3] = 255;
        }
        glTexImage2D(GL_TEXTURE_2D, (GLint)level, GL_RGBA, (GLsizei)extent, (GLsizei)extent, 0,
                     GL_RGBA, GL_UNSIGNED_BYTE, texels);
    }
    free(texels);
}

static void filters(void)
{
    static const GLenum filters[] = {GL_NEAREST, GL_LINEAR};

    checker_texture(16, 16, 4, 1);
    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 4; i++) {
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, (GLint)filters[i & 1]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filters[i >> 1]);
        tile(i, 2);
        textured_quad(-0.95f, -0.2f, 0.93f, 0.97f, 0.91f);
        textured_quad(-0.95f, -0.95f, -0.5f, -0.3f, 1.3f);
        textured_quad(-0.3f, -0.9f, 0.05f, -0.4f, 2.0f);
    }
}

/* Draws a floor that recedes from the eye, and so samples all levels. */
static void mip_filters(void)
{
    static const GLenum filters[] = {GL_NEAREST_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_NEAREST,
                                     GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR_MIPMAP_LINEAR};
    GLuint texture;

    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    colored_levels(32);
    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 4; i++) {
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filters[i]);
        tile(i, 2);
        look_at_origin(-70.0f, 0.0f);
        textured_quad(-3.0f, -2.0f, 3.0f, 3.5f, 9.0f);
    }
}

static void lod_control(void)
{
    GLuint texture;

    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    colored_levels(64);
    glEnable(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR);
    for (unsigned i = 0; i < 9; i++) {
        tile(i, 3);
        glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS,
                  i == 1   ? 1.3f
                  : i == 2 ? -1.2f
                           : 0);
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, i == 3 ? 3.4f : -1000.0f);
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, i == 4 ? 0.6f : 1000.0f);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, i == 5 ? 2 : i == 7 ? 1 : 0);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, i == 6 ? 1 : i == 7 ? 3 : 1000);
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_LOD_BIAS, i == 8 ? 0.7f : 0.0f);
        textured_quad(-0.9f, -0.9f, 0.9f, 0.9f, 1.9f);
    }
}

static void generated_mipmaps(void)
{
    checker_texture(64, 64, 8, 4);
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 4; i++) {
        float size = 0.9f / (float)(1u << i);

        textured_quad(-0.95f + 0.5f * (float)i, -0.9f, -0.95f + 0.5f * (float)i + size,
                      -0.9f + size, 1.0f);
    }
    textured_quad(-0.9f, 0.1f, 0.9f, 0.9f, 3.0f);
}

static void wrap_modes(void)
{
    static const GLenum modes[] = {GL_REPEAT,          GL_MIRRORED_REPEAT, GL_CLAMP_TO_EDGE,
                                   GL_CLAMP_TO_BORDER, GL_CLAMP,           GL_REPEAT,
                                   GL_CLAMP_TO_EDGE,   GL_MIRRORED_REPEAT, GL_CLAMP_TO_BORDER};
    static const GLfloat border[] = {0.9f, 0.1f, 0.6f, 1.0f};

    checker_texture(8, 8, 2, 2);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 9; i++) {
        GLint filter = i & 1 ? GL_LINEAR : GL_NEAREST;

        tile(i, 3);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (GLint)modes[i]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, (GLint)modes[(i * 2 + 1) % 9]);
        glMatrixMode(GL_TEXTURE);
        glLoadIdentity();
        glTranslatef(-0.83f, -0.83f, 0.0f);
        textured_quad(-0.93f, -0.93f, 0.93f, 0.93f, 2.63f);
    }
}

static void odd_sizes(void)
{
    static const unsigned widths[] = {5, 13, 100, 1, 37, 3, 64, 7, 29};

    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 9; i++) {
        tile(i, 3);
        checker_texture(widths[i], widths[(i + 4) % 9], 2 + i / 3, i);
        glGenerateMipmap(GL_TEXTURE_2D);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                        i & 1 ? GL_LINEAR : GL_LINEAR_MIPMAP_NEAREST);
        textured_quad(-0.93f, -0.93f, 0.91f, 0.89f, 1.0f + 0.3f * (float)(i / 3));
    }
}

static void environments(void)
{
    static const GLenum modes[] = {GL_REPLACE, GL_MODULATE, GL_DECAL, GL_BLEND, GL_ADD};
    static const GLfloat constant[] = {0.2f, 0.7f, 0.9f, 0.5f};

    checker_texture(8, 8, 2, 6);
    glEnable(GL_TEXTURE_2D);
    glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, constant);
    for (unsigned i = 0; i < 5; i++) {
        tile(i, 3);
        glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, (GLint)modes[i]);
        glColor4f(0.9f, 0.5f, 0.3f, 0.7f);
        textured_quad(-0.9f, -0.9f, 0.9f, 0.9f, 1.0f);
    }
}

static void combine(GLenum function, GLenum source0, GLenum source1, GLenum source2)
{
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, (GLint)function);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE0_RGB, (GLint)source0);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE1_RGB, (GLint)source1);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE2_RGB, (GLint)source2);
    glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND1_RGB, GL_ONE_MINUS_SRC_COLOR);
}

static void quad_of_two_units(void)
{
    static const float vertices[][2] = {
        {-0.93f, -0.87f}, {0.85f, -0.91f}, {0.91f, 0.85f}, {-0.87f, 0.89f}};

    glBegin(GL_QUADS);
    for (unsigned i = 0; i < 4; i++) {
        float s = i == 1 || i == 2 ? 1.0f : 0.0f, t = i >= 2 ? 1.0f : 0.0f;

        glMultiTexCoord2f(GL_TEXTURE0, s * 1.5f, t * 1.5f);
        glMultiTexCoord2f(GL_TEXTURE1, s + t * 0.4f, t - s * 0.3f);
        glVertex2fv(vertices[i]);
    }
    glEnd();
}

static void multitexture(void)
{
    static const GLenum functions[] = {GL_MODULATE,    GL_ADD,      GL_ADD_SIGNED,
                                       GL_INTERPOLATE, GL_SUBTRACT, GL_DOT3_RGB,
                                       GL_REPLACE,     GL_MODULATE, GL_INTERPOLATE};

    checker_texture(16, 16, 4, 1);
    glEnable(GL_TEXTURE_2D);
    glActiveTexture(GL_TEXTURE1);
    checker_texture(8, 8, 1, 5);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 9; i++) {
        tile(i, 3);
        combine(functions[i], i & 1 ? GL_TEXTURE0 : GL_PREVIOUS, GL_TEXTURE,
                i > 4 ? GL_PRIMARY_COLOR : GL_PREVIOUS);
        glTexEnvi(GL_TEXTURE_ENV, GL_RGB_SCALE, i == 7 ? 2 : 1);
        glColor3f(0.8f, 0.6f + 0.04f * (float)i, 0.5f);
        quad_of_two_units();
    }
}

/* Updates a texture between draws; each draw must read the texels of the latest update. */
static void updates(void)
{
    GLubyte texels[16 * 16 * 4];

    checker_texture(32, 32, 8, 1);
    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 4; i++) {
        tile(i, 2);
        textured_quad(-0.9f, -0.9f, 0.9f, 0.9f, 1.0f);
        fill_checker(texels, 16, 16, 2 + i, i + 2);
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 16);
        glPixelStorei(GL_UNPACK_SKIP_PIXELS, 3);
        glPixelStorei(GL_UNPACK_SKIP_ROWS, 1);
        glTexSubImage2D(GL_TEXTURE_2D, 0, (GLint)i * 5 + 1, 13 - (GLint)i * 4, 11, 13, GL_RGBA,
                        GL_UNSIGNED_BYTE, texels);
    }
}

static void copy_sub_image(void)
{
    checker_texture(64, 64, 8, 3);
    glEnable(GL_TEXTURE_2D);
    textured_quad(-1.0f, -1.0f, 0.0f, 0.0f, 1.0f);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 5, 30, 10, 20, 40, 30);
    tile(1, 2);
    textured_quad(-0.97f, -0.97f, 0.97f, 0.97f, 1.0f);
    no_tile();
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 20, 8, 64, 32, 0);
    tile(2, 2);
    textured_quad(-0.97f, -0.97f, 0.97f, 0.97f, 1.0f);
    no_tile();
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 100, 100, 20, 20);
    tile(3, 2);
    textured_quad(-0.97f, -0.97f, 0.97f, 0.97f, 1.0f);
}

const struct scene scenes_texture[] = {
    {"texture-filters", filters},
    {"mip-filters", mip_filters},
    {"lod-control", lod_control},
    {"generated-mipmaps", generated_mipmaps},
    {"wrap-modes", wrap_modes},
    {"odd-sizes", odd_sizes},
    {"texture-environments", environments},
    {"multitexture", multitexture},
    {"texture-updates", updates},
    {"copy-sub-image", copy_sub_image},
    {0},
};
