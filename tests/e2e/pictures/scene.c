/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shared by scenes: tiles, simple meshes, checkered textures, programs. */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void tile(unsigned idx, unsigned columns)
{
    GLint size = PICTURE_SIZE / (GLint)columns;

    glViewport((GLint)(idx % columns) * size, (GLint)(idx / columns) * size, size, size);
}

void no_tile(void)
{
    glViewport(0, 0, PICTURE_SIZE, PICTURE_SIZE);
}

void clear_all(float red, float green, float blue)
{
    glClearColor(red, green, blue, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

void textured_quad(float x0, float y0, float x1, float y1, float repeat)
{
    glBegin(GL_QUADS);
    glTexCoord2f(0.0f, 0.0f);
    glVertex2f(x0, y0);
    glTexCoord2f(repeat, 0.0f);
    glVertex2f(x1, y0);
    glTexCoord2f(repeat, repeat);
    glVertex2f(x1, y1);
    glTexCoord2f(0.0f, repeat);
    glVertex2f(x0, y1);
    glEnd();
}

void plain_quad(float x0, float y0, float x1, float y1, float z)
{
    glBegin(GL_QUADS);
    glVertex3f(x0, y0, z);
    glVertex3f(x1, y0, z);
    glVertex3f(x1, y1, z);
    glVertex3f(x0, y1, z);
    glEnd();
}

void fill_checker(GLubyte *texels, unsigned width, unsigned height, unsigned cell, unsigned seed)
{
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            GLubyte *texel = texels + (size_t)(y * width + x) * 4;
            bool odd = ((x / cell + y / cell) & 1) != 0;

            texel[0] = (GLubyte)(odd ? 255 - seed * 40 % 256 : 40 + x * 100 / width);
            texel[1] = (GLubyte)(odd ? 60 + y * 190 / height : seed * 70 % 256);
            texel[2] = (GLubyte)(odd ? 30 : 250 - y * 150 / height);
            texel[3] = (GLubyte)(odd ? 255 : 96 + x * 100 / width);
        }
    }
}

GLuint checker_texture(unsigned width, unsigned height, unsigned cell, unsigned seed)
{
    GLubyte *texels = malloc((size_t)width * height * 4);
    GLuint texture = 0;

    if (!texels) {
        scene_failed("no memory");
        return 0;
    }
    fill_checker(texels, width, height, cell, seed);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, (GLsizei)width, (GLsizei)height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, texels);
    free(texels);
    return texture;
}

static bool compile(GLuint program, GLenum stage, const char *text)
{
    GLuint shader = glCreateShader(stage);
    GLint ok = GL_FALSE;
    char message[512] = "";

    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        glGetShaderInfoLog(shader, sizeof(message), NULL, message);
        scene_failed(message);
    }
    glAttachShader(program, shader);
    glDeleteShader(shader);
    return ok == GL_TRUE;
}

/* Deletes a program that does not link. */
static bool link_program(GLuint program)
{
    GLint ok = GL_FALSE;
    char message[512] = "";

    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok) {
        glGetProgramInfoLog(program, sizeof(message), NULL, message);
        scene_failed(message);
        glDeleteProgram(program);
    }
    return ok == GL_TRUE;
}

GLuint build_program(const char *vertex_text, const char *fragment_text)
{
    GLuint program = glCreateProgram();

    /* Fixed locations, so that ES and desktop scenes can share their vertex arrays. */
    glBindAttribLocation(program, 0, "position");
    glBindAttribLocation(program, 1, "color");
    glBindAttribLocation(program, 2, "coord");
    if (!compile(program, GL_VERTEX_SHADER, vertex_text) ||
        !compile(program, GL_FRAGMENT_SHADER, fragment_text)) {
        glDeleteProgram(program);
        return 0;
    }
    return link_program(program) ? program : 0;
}

GLuint use_stages(const struct stage_text *stages, unsigned num_stages)
{
    GLuint program = glCreateProgram();

    for (unsigned i = 0; i < num_stages; i++) {
        if (!compile(program, stages[i].stage, stages[i].text)) {
            glDeleteProgram(program);
            return 0;
        }
    }
    if (!link_program(program))
        return 0;
    glUseProgram(program);
    return program;
}

GLuint use_program(const char *vertex_text, const char *fragment_text)
{
    GLuint program = build_program(vertex_text, fragment_text);

    glUseProgram(program);
    return program;
}

static void sphere_vertex(unsigned slice, unsigned slices, unsigned stack, unsigned stacks)
{
    float s = (float)slice / (float)slices, t = (float)stack / (float)stacks;
    float angle = s * 2.0f * (float)M_PI, height = (t - 0.5f) * (float)M_PI;
    float x = cosf(height) * sinf(angle), y = sinf(height), z = cosf(height) * cosf(angle);

    glNormal3f(x, y, z);
    glTexCoord2f(s, t);
    glVertex3f(x, y, z);
}

void draw_sphere(unsigned slices, unsigned stacks)
{
    for (unsigned stack = 0; stack < stacks; stack++) {
        glBegin(GL_TRIANGLE_STRIP);
        for (unsigned slice = 0; slice <= slices; slice++) {
            sphere_vertex(slice, slices, stack + 1, stacks);
            sphere_vertex(slice, slices, stack, stacks);
        }
        glEnd();
    }
}

void look_at_origin(float turn_x, float turn_y)
{
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glFrustum(-0.4, 0.4, -0.4, 0.4, 1.0, 8.0);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    glTranslatef(0.0f, 0.0f, -4.0f);
    glRotatef(turn_x, 1.0f, 0.0f, 0.0f);
    glRotatef(turn_y, 0.0f, 1.0f, 0.0f);
}
