/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about pixel rectangles: drawing, reading in several formats, copying, bitmaps, pixel
 * buffers. */
#include <stddef.h>

#include "scene.h"

static void draw_pixels(void)
{
    GLubyte texels[20 * 12 * 4];

    fill_checker(texels, 20, 12, 3, 2);
    for (unsigned i = 0; i < 4; i++) {
        static const float zooms[][2] = {{1.0f, 1.0f}, {2.4f, 3.0f}, {-2.0f, 1.5f}, {1.0f, -2.0f}};

        glPixelZoom(zooms[i][0], zooms[i][1]);
        glRasterPos2f(i & 1 ? 0.1f : -0.3f, i & 2 ? 0.3f : -0.8f);
        glDrawPixels(20, 12, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    }
    glPixelZoom(1.0f, 1.0f);
    glRasterPos2f(-0.95f, -0.95f);
    glPixelTransferf(GL_RED_SCALE, 0.5f);
    glPixelTransferf(GL_GREEN_BIAS, 0.2f);
    glDrawPixels(20, 12, GL_BGRA, GL_UNSIGNED_BYTE, texels);
}

/* Draws depth and stencil values by glDrawPixels(). Then draws quads, which are visible only where
 * they pass the tests. */
static void draw_depth_stencil(void)
{
    GLfloat depths[32 * 32];
    GLubyte stencils[32 * 32];

    for (unsigned i = 0; i < 32 * 32; i++) {
        depths[i] = (float)(i * 17 % 64) / 64.0f;
        stencils[i] = (GLubyte)(i * 5 % 3);
    }
    glRasterPos2f(-0.9f, -0.9f);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glDrawPixels(32, 32, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
    glRasterPos2f(0.1f, 0.1f);
    glDrawPixels(32, 32, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencils);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthFunc(GL_LESS);
    glColor3f(0.9f, 0.6f, 0.2f);
    plain_quad(-1.0f, -1.0f, 0.0f, 0.0f, 0.013f);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 1, 0xff);
    glColor3f(0.3f, 0.7f, 0.9f);
    plain_quad(0.0f, 0.0f, 1.0f, 1.0f, 0.0f);
}

static void read_formats(void)
{
    static const struct {
        GLenum format, type;
    } kinds[] = {
        {GL_RGB, GL_UNSIGNED_BYTE},   {GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV},
        {GL_RGBA, GL_FLOAT},          {GL_RGB, GL_UNSIGNED_SHORT_5_6_5},
        {GL_GREEN, GL_UNSIGNED_BYTE}, {GL_RGBA, GL_UNSIGNED_SHORT},
        {GL_LUMINANCE, GL_FLOAT},     {GL_BGR, GL_UNSIGNED_BYTE},
    };
    static GLubyte pixels[40 * 30 * 16];

    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    checker_texture(32, 32, 4, 5);
    glEnable(GL_TEXTURE_2D);
    textured_quad(-1.0f, -1.0f, -0.2f, -0.2f, 1.0f);
    glDisable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 8; i++) {
        glReadPixels(5, 9, 40, 30, kinds[i].format, kinds[i].type, pixels);
        glRasterPos2f(-0.98f + 0.66f * (float)(i % 3), -0.18f + 0.5f * (float)(i / 3) - 0.12f);
        glDrawPixels(40, 30, kinds[i].format == GL_GREEN ? GL_LUMINANCE : kinds[i].format,
                     kinds[i].type, pixels);
    }
}

static void read_depth_stencil(void)
{
    static GLfloat depths[64 * 64];
    static GLubyte stencils[64 * 64];

    glEnable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 0, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    for (unsigned i = 0; i < 3; i++) {
        glColor3f(0.3f * (float)i, 0.5f, 0.4f);
        plain_quad(-0.9f + 0.1f * (float)i, -0.9f, 0.0f, -0.2f - 0.2f * (float)i,
                   0.5f - 0.6f * (float)i);
    }
    glReadPixels(0, 0, 64, 64, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
    glReadPixels(0, 0, 64, 64, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencils);
    for (unsigned i = 0; i < 64 * 64; i++)
        stencils[i] = (GLubyte)(stencils[i] * 60);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_STENCIL_TEST);
    glRasterPos2f(0.0f, -1.0f);
    glDrawPixels(64, 64, GL_LUMINANCE, GL_FLOAT, depths);
    glRasterPos2f(0.0f, 0.0f);
    glDrawPixels(64, 64, GL_LUMINANCE, GL_UNSIGNED_BYTE, stencils);
}

static void copy_pixels(void)
{
    checker_texture(32, 32, 4, 5);
    glEnable(GL_TEXTURE_2D);
    textured_quad(-0.9f, -0.9f, 0.1f, 0.1f, 1.0f);
    glDisable(GL_TEXTURE_2D);
    glRasterPos2f(0.2f, 0.2f);
    glCopyPixels(6, 6, 40, 44, GL_COLOR);
    glPixelZoom(-1.0f, 0.5f);
    glRasterPos2f(-0.2f, 0.4f);
    glCopyPixels(10, 10, 40, 44, GL_COLOR);
}

static void bitmaps(void)
{
    static const GLubyte arrow[] = {0x18, 0x3c, 0x7e, 0xff, 0x18, 0x18, 0x1b, 0x99};

    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    for (unsigned i = 0; i < 6; i++) {
        glColor3f(0.3f + 0.1f * (float)i, 1.0f - 0.15f * (float)i, 0.6f);
        glRasterPos2f(-0.9f + 0.1f * (float)i, -0.9f + 0.3f * (float)i);
        for (unsigned k = 0; k <= i; k++)
            glBitmap(8, 8, 0.0f, 0.0f, 11.0f, 1.0f, arrow);
    }
}

/* Copies pixels from the window to a pixel buffer and from there to a texture, without a copy in
 * the client. */
static void pixel_buffers(void)
{
    GLuint buffer;

    checker_texture(32, 32, 4, 8);
    glEnable(GL_TEXTURE_2D);
    textured_quad(-1.0f, -1.0f, 0.0f, 0.0f, 1.0f);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_PACK_BUFFER, 64 * 64 * 4 + 64, NULL, GL_STREAM_READ);
    glReadPixels(0, 0, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, (void *)64);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, (void *)64);
    textured_quad(0.03f, 0.02f, 0.98f, 0.97f, 1.0f);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 8, 8, 32, 32, GL_BGRA, GL_UNSIGNED_BYTE, (void *)128);
    textured_quad(0.03f, -0.98f, 0.98f, -0.03f, 1.0f);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

const struct scene scenes_pixel[] = {
    {"draw-pixels", draw_pixels},     {"draw-depth-stencil", draw_depth_stencil},
    {"read-formats", read_formats},   {"read-depth-stencil", read_depth_stencil},
    {"copy-pixels", copy_pixels},     {"bitmaps", bitmaps},
    {"pixel-buffers", pixel_buffers}, {0},
};
