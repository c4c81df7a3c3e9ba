/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes of OpenGL ES 2, through EGL. */
#include <stddef.h>

#include "scene.h"

static const char color_vertex[] =
    "attribute vec4 position;\n"
    "attribute vec4 color;\n"
    "uniform mat4 transform;\n"
    "varying vec4 shade;\n"
    "void main() { gl_Position = transform * position; shade = color; }\n";
static const char color_fragment[] = "precision mediump float;\n"
                                     "varying vec4 shade;\n"
                                     "void main() { gl_FragColor = shade; }\n";
static const char image_vertex[] = "attribute vec4 position;\n"
                                   "attribute vec2 coord;\n"
                                   "varying vec2 at;\n"
                                   "void main() { gl_Position = position; at = coord; }\n";
static const char image_fragment[] = "precision mediump float;\n"
                                     "uniform sampler2D image;\n"
                                     "varying vec2 at;\n"
                                     "void main() { gl_FragColor = texture2D(image, at); }\n";

static const GLfloat identity[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

static void draw_triangle(void)
{
    static const GLfloat positions[] = {-0.87f, -0.79f, 0.91f, -0.41f, -0.23f, 0.93f};
    static const GLubyte colors[] = {255, 30, 20, 30, 240, 60, 20, 50, 250};
    GLuint program = use_program(color_vertex, color_fragment);

    glUniformMatrix4fv(glGetUniformLocation(program, "transform"), 1, GL_FALSE, identity);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, positions);
    glVertexAttribPointer(1, 3, GL_UNSIGNED_BYTE, GL_TRUE, 0, colors);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisableVertexAttribArray(1);
}

/* Draws a cube from buffers, with 16-bit indices, a depth test and the scene's own matrix. */
static void cube(void)
{
    static const GLushort indices[] = {
        0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1,
        2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3,
    };
    static const GLfloat transform[] = {0.5f, 0.13f,  0.24f, 0.1f,  -0.2f, 0.47f, 0.16f, 0.07f,
                                        0.1f, -0.23f, 0.55f, 0.25f, 0.0f,  0.0f,  0.1f,  1.1f};
    GLfloat vertices[8][6];
    GLuint buffers[2];
    GLuint program = use_program(color_vertex, color_fragment);

    for (unsigned i = 0; i < 8; i++) {
        for (unsigned k = 0; k < 3; k++) {
            vertices[i][k] = i >> k & 1 ? 1.0f : -1.0f;
            vertices[i][3 + k] = i >> k & 1 ? 0.95f : 0.15f;
        }
    }
    glGenBuffers(2, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof(vertices), vertices, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 24, NULL);
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 24, (const char *)NULL + 12);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glEnable(GL_DEPTH_TEST);
    glUniformMatrix4fv(glGetUniformLocation(program, "transform"), 1, GL_FALSE, transform);
    glDrawElements(GL_TRIANGLES, 36, GL_UNSIGNED_SHORT, NULL);
}

static void draw_image_quad(void)
{
    static const GLfloat quad_vertices[][4] = {{-0.93f, -0.91f, 0.0f, 0.0f},
                                               {0.89f, -0.95f, 1.7f, 0.1f},
                                               {-0.91f, 0.88f, -0.1f, 1.6f},
                                               {0.94f, 0.93f, 1.8f, 1.9f}};

    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 16, quad_vertices[0]);
    glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, 16, quad_vertices[0] + 2);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(2);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void textures(void)
{
    static const GLenum wraps[] = {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT};
    static const GLenum formats[] = {GL_RGBA, GL_RGB, GL_LUMINANCE, GL_ALPHA, GL_LUMINANCE_ALPHA};
    GLubyte texels[16 * 16 * 4];

    fill_checker(texels, 16, 16, 4, 3);
    use_program(image_vertex, image_fragment);
    for (unsigned i = 0; i < 9; i++) {
        tile(i, 3);
        checker_texture(16, 16, 4, i);
        if (i < 5)
            glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i], 16, 16, 0, formats[i],
                         GL_UNSIGNED_BYTE, texels);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (GLint)wraps[i % 3]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, (GLint)wraps[i / 3]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, i & 1 ? GL_LINEAR : GL_NEAREST);
        draw_image_quad();
    }
}

static void framebuffer(void)
{
    GLuint texture, target, depth;

    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 50, 34, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glGenRenderbuffers(1, &depth);
    glBindRenderbuffer(GL_RENDERBUFFER, depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 50, 34);
    glGenFramebuffers(1, &target);
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        scene_failed("the framebuffer is not complete");
    glViewport(0, 0, 50, 34);
    clear_all(0.3f, 0.1f, 0.5f);
    draw_triangle();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    no_tile();
    use_program(image_vertex, image_fragment);
    draw_image_quad();
}

const struct scene scenes_gles2[] = {
    {"es2-triangle", draw_triangle, .api = SCENE_GLES2},
    {"es2-cube", cube, .api = SCENE_GLES2},
    {"es2-textures", textures, .api = SCENE_GLES2},
    {"es2-framebuffer", framebuffer, .api = SCENE_GLES2},
    {0},
};
