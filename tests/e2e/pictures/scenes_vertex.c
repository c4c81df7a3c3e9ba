/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about how vertices reach the driver: arrays, buffers, indices of every size, attribute
 * types, updates between draws, instances. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "scene.h"

struct vertex {
    GLfloat position[2];
    GLubyte color[4];
};

enum {
    FAN_VERTICES = 9
};

/* Fills in the vertices of a coloured fan around its first vertex. */
static void make_fan(struct vertex fan[FAN_VERTICES], float radius, float turn)
{
    for (unsigned i = 0; i < FAN_VERTICES; i++) {
        float angle = turn + (float)i * 0.83f;

        fan[i] = (struct vertex){
            {i ? radius * cosf(angle) : 0.05f, i ? radius * sinf(angle) : -0.03f},
            {(GLubyte)(i * 28 + 20), (GLubyte)(250 - i * 21), (GLubyte)(i & 1 ? 230 : 60), 255},
        };
    }
}

static void set_arrays(const struct vertex *base)
{
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    glVertexPointer(2, GL_FLOAT, sizeof(*base),
                    (const char *)base + offsetof(struct vertex, position));
    glColorPointer(4, GL_UNSIGNED_BYTE, sizeof(*base),
                   (const char *)base + offsetof(struct vertex, color));
}

static GLuint make_buffer(GLenum target, size_t size_B, const void *data)
{
    GLuint buffer;

    glGenBuffers(1, &buffer);
    glBindBuffer(target, buffer);
    glBufferData(target, (GLsizeiptr)size_B, data, GL_STATIC_DRAW);
    return buffer;
}

static void client_arrays(void)
{
    static const GLubyte indices[] = {0, 1, 2, 0, 3, 4, 0, 5, 6, 0, 7, 8};
    struct vertex fan[FAN_VERTICES];

    make_fan(fan, 0.85f, 0.2f);
    set_arrays(fan);
    tile(0, 2);
    glDrawArrays(GL_TRIANGLE_FAN, 0, FAN_VERTICES);
    tile(1, 2);
    glDrawElements(GL_TRIANGLES, 12, GL_UNSIGNED_BYTE, indices);
    tile(2, 2);
    glDrawRangeElements(GL_LINE_LOOP, 0, 8, 12, GL_UNSIGNED_BYTE, indices);
    tile(3, 2);
    glBegin(GL_POLYGON);
    for (GLint i = 1; i < 8; i++)
        glArrayElement(i);
    glEnd();
}

/* Draws with indices of 8, 16 and 32 bits, with an offset into the index buffer, and in all
 * primitive modes that Vulkan lacks. */
static void index_types(void)
{
    static const GLuint words[] = {9, 9, 0, 1, 2, 3, 4, 5, 6, 7};
    static const GLenum types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT};
    static const GLenum modes[] = {GL_TRIANGLE_FAN, GL_QUADS, GL_LINE_LOOP};
    struct vertex fan[FAN_VERTICES];
    GLubyte bytes[10];
    GLushort shorts[10];
    const void *const sources[] = {bytes, shorts, words};

    for (unsigned i = 0; i < 10; i++) {
        bytes[i] = (GLubyte)words[i];
        shorts[i] = (GLushort)words[i];
    }
    make_fan(fan, 0.9f, 0.5f);
    make_buffer(GL_ARRAY_BUFFER, sizeof(fan), fan);
    set_arrays(NULL);
    for (unsigned i = 0; i < 9; i++) {
        size_t size_B = (size_t)1 << i % 3;

        tile(i, 3);
        make_buffer(GL_ELEMENT_ARRAY_BUFFER, size_B * 10, sources[i % 3]);
        glDrawElements(modes[i / 3], 8, types[i % 3], (const char *)NULL + 2 * size_B);
    }
}

/* A triangle from positions and colours of some type. */
struct typed_triangle {
    GLenum type;
    const void *positions;
    float scale;
    GLenum color_type;
    const void *colors;
};

static void draw_typed(const struct typed_triangle *t)
{
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    glScalef(t->scale, t->scale, 1.0f);
    glVertexPointer(2, t->type, 0, t->positions);
    glColorPointer(3, t->color_type, 0, t->colors);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void attribute_types(void)
{
    static const GLshort shorts[] = {-100, -90, 95, -80, 10, 97};
    static const GLint ints[] = {-100, -90, 95, -80, 10, 97};
    static const GLfloat floats[] = {-0.9f, -0.7f, 0.85f, -0.8f, 0.2f, 0.9f};
    static const GLbyte signed_bytes[] = {127, 20, 0, 10, 120, 60, 64, 0, 127};
    static const GLshort signed_words[] = {32767, 9000, 0, 100, 30000, 7000, 16000, 0, 32767};
    static const GLushort words[] = {65535, 20000, 0, 1000, 60000, 30000, 32000, 0, 65535};
    static const GLuint quads[] = {~0u,      1u << 30, 0, 1u << 28, 3u << 30,
                                   1u << 31, 1u << 31, 0, ~0u};
    const struct typed_triangle triangles[] = {
        {GL_SHORT, shorts, 0.01f, GL_BYTE, signed_bytes},
        {GL_INT, ints, 0.01f, GL_UNSIGNED_SHORT, words},
        {GL_FLOAT, floats, 1.0f, GL_UNSIGNED_INT, quads},
        {GL_FLOAT, floats, 1.0f, GL_SHORT, signed_words},
    };

    for (unsigned i = 0; i < 4; i++) {
        tile(i, 2);
        draw_typed(&triangles[i]);
    }
}

static void attribute_doubles(void)
{
    static const GLdouble positions[] = {-0.9, -0.7, 0.85, -0.8, 0.2, 0.9};
    static const GLdouble colors[] = {1.0, 0.3, 0.0, 0.1, 0.9, 0.5, 0.5, 0.0, 1.0};
    const struct typed_triangle triangle = {GL_DOUBLE, positions, 1.0f, GL_DOUBLE, colors};

    draw_typed(&triangle);
}

/* Replaces the contents of a buffer between draws, in four ways. */
static void buffer_updates(void)
{
    struct vertex fan[FAN_VERTICES];
    void *map;

    make_fan(fan, 0.8f, 0.0f);
    make_buffer(GL_ARRAY_BUFFER, sizeof(fan), fan);
    set_arrays(NULL);
    tile(0, 2);
    glDrawArrays(GL_TRIANGLE_FAN, 0, FAN_VERTICES);
    make_fan(fan, 0.5f, 1.0f);
    glBufferSubData(GL_ARRAY_BUFFER, sizeof(fan) / 9 * 3, sizeof(fan) / 9 * 4, fan + 3);
    tile(1, 2);
    glDrawArrays(GL_TRIANGLE_FAN, 0, FAN_VERTICES);
    make_fan(fan, 0.9f, 2.0f);
    map = glMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY);
    if (map)
        memcpy(map, fan, sizeof(fan));
    if (!map || !glUnmapBuffer(GL_ARRAY_BUFFER))
        scene_failed("the buffer cannot be mapped");
    tile(2, 2);
    glDrawArrays(GL_TRIANGLE_FAN, 0, FAN_VERTICES);
    make_fan(fan, 0.7f, 3.0f);
    glBufferData(GL_ARRAY_BUFFER, sizeof(fan), fan, GL_DYNAMIC_DRAW);
    tile(3, 2);
    glDrawArrays(GL_TRIANGLE_FAN, 0, FAN_VERTICES);
}

/* Makes many draws with different state from one buffer. */
static void many_draws(void)
{
    static const GLenum modes[] = {GL_TRIANGLE_FAN, GL_LINE_STRIP, GL_POINTS, GL_QUADS, GL_POLYGON};
    struct vertex fan[FAN_VERTICES];

    make_fan(fan, 0.6f, 0.0f);
    make_buffer(GL_ARRAY_BUFFER, sizeof(fan), fan);
    set_arrays(NULL);
    glShadeModel(GL_FLAT);
    glMatrixMode(GL_MODELVIEW);
    for (unsigned i = 0; i < 300; i++) {
        glLoadIdentity();
        glTranslatef(-0.9f + 0.123f * (float)(i % 16), -0.9f + 0.095f * (float)(i / 15), 0.0f);
        glRotatef((float)i * 11.0f, 0.0f, 0.0f, 1.0f);
        glScalef(0.1f, 0.1f, 1.0f);
        glPointSize(1.0f + (float)(i % 3));
        glDrawArrays(modes[i % 5], (GLint)(i % 3), 4);
    }
}

static void instances(void)
{
    static const char vertex[] =
        "#extension GL_ARB_draw_instanced : require\n"
        "attribute vec2 position;\n"
        "attribute vec4 color;\n"
        "void main()\n"
        "{\n"
        "    float turn = float(gl_InstanceIDARB) * 0.7;\n"
        "    vec2 at = mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * position * 0.3;\n"
        "    vec2 cell = vec2(mod(float(gl_InstanceIDARB), 4.0), floor(float(gl_InstanceIDARB) / "
        "4.0));\n"
        "    gl_Position = vec4(at + cell * 0.5 - 0.75, 0.0, 1.0);\n"
        "    gl_FrontColor = color;\n"
        "}\n";
    static const char fragment[] = "void main() { gl_FragColor = gl_Color; }\n";
    static const GLushort indices[] = {0, 1, 2, 0, 4, 5, 0, 6, 7};
    struct vertex fan[FAN_VERTICES];

    make_fan(fan, 0.8f, 0.0f);
    use_program(vertex, fragment);
    make_buffer(GL_ARRAY_BUFFER, sizeof(fan), fan);
    make_buffer(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(fan[0]), NULL);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(fan[0]),
                          (const char *)NULL + offsetof(struct vertex, color));
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glDrawArraysInstanced(GL_TRIANGLE_FAN, 0, 5, 10);
    glDrawElementsInstanced(GL_TRIANGLES, 9, GL_UNSIGNED_SHORT, NULL, 16);
}

static void primitive_restart(void)
{
    static const GLushort indices[] = {1, 2, 3, 77, 4, 5, 6, 7, 77, 0, 8, 1};
    struct vertex fan[FAN_VERTICES];

    make_fan(fan, 0.9f, 0.4f);
    set_arrays(fan);
    glEnableClientState(GL_PRIMITIVE_RESTART_NV);
    glPrimitiveRestartIndexNV(77);
    tile(0, 2);
    glDrawElements(GL_TRIANGLE_STRIP, 12, GL_UNSIGNED_SHORT, indices);
    tile(1, 2);
    glDrawElements(GL_LINE_STRIP, 12, GL_UNSIGNED_SHORT, indices);
    tile(2, 2);
    glDrawElements(GL_LINE_LOOP, 12, GL_UNSIGNED_SHORT, indices);
    tile(3, 2);
    glDrawElements(GL_TRIANGLE_FAN, 12, GL_UNSIGNED_SHORT, indices);
    glDisableClientState(GL_PRIMITIVE_RESTART_NV);
}

const struct scene scenes_vertex[] = {
    {"client-arrays", client_arrays},
    {"index-types", index_types},
    {"attribute-types", attribute_types},
    {"attribute-doubles", attribute_doubles},
    {"buffer-updates", buffer_updates},
    {"many-draws", many_draws},
    {"instances", instances, .needs = "GL_ARB_draw_instanced"},
    {"primitive-restart", primitive_restart, .needs = "GL_NV_primitive_restart"},
    {0},
};
