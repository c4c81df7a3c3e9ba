/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about primitives: every mode, shading, lines, points, polygon modes and offset. */
#include <math.h>

#include "scene.h"

static void triangle_smooth(void)
{
    glBegin(GL_TRIANGLES);
    glColor3f(1.0f, 0.1f, 0.0f);
    glVertex2f(-0.9f, -0.83f);
    glColor3f(0.0f, 1.0f, 0.2f);
    glVertex2f(0.87f, -0.6f);
    glColor3f(0.1f, 0.0f, 1.0f);
    glVertex2f(-0.12f, 0.91f);
    glEnd();
}

/* Draws flat-shaded primitives of modes that differ in the provoking vertex. */
static void triangle_flat(void)
{
    static const GLenum modes[] = {GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUAD_STRIP, GL_POLYGON};

    glShadeModel(GL_FLAT);
    for (unsigned i = 0; i < 4; i++) {
        tile(i, 2);
        glBegin(modes[i]);
        for (unsigned v = 0; v < 6; v++) {
            float angle = (float)v * 1.03f;
            bool is_strip = modes[i] == GL_TRIANGLE_STRIP || modes[i] == GL_QUAD_STRIP;

            glColor3f((float)(v & 1), (float)(v >> 1 & 1), 0.3f + 0.1f * (float)v);
            if (is_strip)
                glVertex2f(-0.83f + 0.8f * (float)(v / 2), v & 1 ? 0.7f : -0.72f);
            else
                glVertex2f(0.8f * cosf(angle), 0.8f * sinf(angle));
        }
        glEnd();
    }
}

/* Draws each of the ten primitive types in immediate mode. */
static void primitive_types(void)
{
    glPointSize(3.0f);
    for (GLenum mode = GL_POINTS; mode <= GL_POLYGON; mode++) {
        tile(mode, 4);
        glBegin(mode);
        for (unsigned v = 0; v < 8; v++) {
            /* The vertices of strips and quads form a zigzag, those of convex primitives a
             * circle. */
            bool round = mode == GL_LINE_LOOP || mode == GL_TRIANGLE_FAN || mode == GL_POLYGON;
            float angle = (float)v * 0.78f;
            float x = round ? 0.81f * cosf(angle) : -0.8f + 0.23f * (float)v;
            float y = round ? 0.81f * sinf(angle) : v & 1 ? 0.73f : -0.71f;

            if (mode == GL_QUADS && (v & 2))
                y = -y;
            /* The colour is linear in the position, so that the split of polygons into triangles is
             * not visible. */
            glColor3f(0.5f + 0.4f * x, 0.5f + 0.4f * y, 0.6f - 0.2f * (x + y));
            glVertex2f(x, y);
        }
        glEnd();
    }
}

static void display_lists(void)
{
    GLuint lists = glGenLists(3);

    glNewList(lists, GL_COMPILE);
    glBegin(GL_TRIANGLES);
    glVertex2f(0.0f, 0.0f);
    glVertex2f(0.6f, 0.13f);
    glVertex2f(0.21f, 0.54f);
    glEnd();
    glEndList();
    glNewList(lists + 1, GL_COMPILE);
    glColor3f(0.9f, 0.7f, 0.1f);
    glCallList(lists);
    glEndList();
    glNewList(lists + 2, GL_COMPILE);
    glRotatef(71.0f, 0.0f, 0.0f, 1.0f);
    glColor3f(0.2f, 0.5f, 0.9f);
    glCallList(lists);
    glEndList();
    glMatrixMode(GL_MODELVIEW);
    for (unsigned i = 0; i < 5; i++) {
        glCallList(lists + 1 + (i & 1));
        glTranslatef(0.07f, -0.04f, 0.0f);
        glRotatef(13.0f, 0.0f, 0.0f, 1.0f);
    }
}

static void depth_functions(void)
{
    glEnable(GL_DEPTH_TEST);
    for (unsigned i = 0; i < 8; i++) {
        tile(i, 3);
        glDepthFunc(GL_ALWAYS);
        glColor3f(0.2f, 0.3f, 0.8f);
        plain_quad(-0.93f, -0.93f, 0.91f, 0.2f, 0.0f);
        glDepthFunc(GL_NEVER + i);
        /* The triangle crosses the depth of the first quad at x = 0. */
        glBegin(GL_TRIANGLES);
        glColor3f(1.0f, 0.6f, 0.1f);
        glVertex3f(-0.84f, -0.61f, -0.5f);
        glVertex3f(0.79f, -0.72f, 0.5f);
        glVertex3f(0.05f, 0.88f, 0.0f);
        glEnd();
        glColor3f(0.9f, 0.9f, 0.9f);
        plain_quad(-0.3f, -0.9f, 0.32f, -0.72f, 0.0f);
    }
}

static void interpenetration(void)
{
    glEnable(GL_DEPTH_TEST);
    look_at_origin(24.0f, 31.0f);
    for (unsigned i = 0; i < 3; i++) {
        glColor3f(i == 0 ? 0.9f : 0.2f, i == 1 ? 0.8f : 0.1f, i == 2 ? 1.0f : 0.15f);
        glRotatef(60.0f, 0.31f, 0.86f, 0.4f);
        plain_quad(-1.1f, -0.9f, 1.0f, 1.05f, 0.03f);
    }
}

static void triangle_in(float x0, float x1)
{
    glBegin(GL_TRIANGLES);
    glVertex2f(x0, -0.74f);
    glVertex2f(x1, -0.61f);
    glVertex2f(0.5f * (x0 + x1) + 0.03f, 0.79f);
    glEnd();
}

/* Draws a front face on the left and a back face on the right. */
static void faces_in_modes(GLenum front, GLenum back)
{
    glPointSize(3.0f);
    glPolygonMode(GL_FRONT, front);
    glPolygonMode(GL_BACK, back);
    glColor3f(1.0f, 0.8f, 0.3f);
    triangle_in(-0.8f, -0.12f);
    glColor3f(0.3f, 0.8f, 1.0f);
    triangle_in(0.83f, 0.11f);
}

static const GLenum polygon_mode_names[] = {GL_FILL, GL_LINE, GL_POINT};

/* Draws with equal polygon modes for both faces, and with two different modes while one face is
 * culled. */
static void polygon_modes(void)
{
    for (unsigned i = 0; i < 9; i++) {
        GLenum front = polygon_mode_names[i % 3], back = polygon_mode_names[i / 3];

        tile(i, 3);
        if (front != back) {
            glEnable(GL_CULL_FACE);
            glCullFace(i & 1 ? GL_FRONT : GL_BACK);
        } else {
            glDisable(GL_CULL_FACE);
        }
        faces_in_modes(front, back);
    }
}

static void mixed_polygon_modes(void)
{
    for (unsigned i = 0; i < 9; i++) {
        tile(i, 3);
        faces_in_modes(polygon_mode_names[i % 3], polygon_mode_names[i / 3]);
    }
}

/* Draws outlines of polygons with more than three vertices. Neither inner edges nor edges that edge
 * flags hide may be visible. */
static void outlined_polygons(void)
{
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glColor3f(0.9f, 0.7f, 0.4f);
    plain_quad(-0.9f, -0.9f, -0.1f, -0.1f, 0.0f);
    glBegin(GL_POLYGON);
    for (unsigned i = 0; i < 6; i++)
        glVertex2f(0.5f + 0.4f * cosf(1.047f * (float)i), 0.5f + 0.4f * sinf(1.047f * (float)i));
    glEnd();
    glColor3f(0.4f, 0.8f, 0.9f);
    glBegin(GL_TRIANGLES);
    for (unsigned i = 0; i < 3; i++) {
        glEdgeFlag(i != 1);
        glVertex2f(0.5f + 0.4f * cosf(2.1f * (float)i), -0.5f + 0.4f * sinf(2.1f * (float)i));
    }
    glEnd();
}

static void culling(void)
{
    static const GLenum faces[] = {GL_FRONT, GL_BACK, GL_FRONT_AND_BACK};

    for (unsigned i = 0; i < 8; i++) {
        tile(i, 3);
        glFrontFace(i & 1 ? GL_CW : GL_CCW);
        if (i / 2 < 3) {
            glEnable(GL_CULL_FACE);
            glCullFace(faces[i / 2]);
        } else {
            glDisable(GL_CULL_FACE);
        }
        glColor3f(1.0f, 0.8f, 0.3f);
        plain_quad(-0.8f, -0.74f, -0.12f, 0.77f, 0.0f);
        glColor3f(0.3f, 0.8f, 1.0f);
        plain_quad(0.83f, -0.74f, 0.11f, 0.77f, 0.0f);
    }
}

/* Draws three decals on a sloped plane. Two of them are visible only because their polygon
 * offsets are negative; the positive offset of the red decal hides it. */
static void polygon_offset(void)
{
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    look_at_origin(40.0f, 20.0f);
    glColor3f(0.25f, 0.4f, 0.3f);
    plain_quad(-1.2f, -1.2f, 1.2f, 1.2f, 0.0f);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-2.0f, -4.0f);
    glColor3f(1.0f, 0.9f, 0.2f);
    plain_quad(-0.9f, -0.8f, 0.1f, 0.7f, 0.0f);
    glPolygonOffset(2.0f, 4.0f);
    glColor3f(1.0f, 0.1f, 0.1f);
    plain_quad(0.2f, -0.8f, 0.9f, 0.7f, 0.0f);
    glPolygonOffset(0.0f, -40.0f);
    glColor3f(0.3f, 0.5f, 1.0f);
    plain_quad(-0.5f, 0.2f, 0.6f, 1.0f, 0.0f);
}

static void lines(void)
{
    static const float widths[] = {1.0f, 2.0f, 3.0f, 5.0f};

    for (unsigned i = 0; i < 4; i++) {
        tile(i, 2);
        glLineWidth(widths[i]);
        glBegin(i & 1 ? GL_LINE_STRIP : GL_LINE_LOOP);
        for (unsigned v = 0; v < 7; v++) {
            float angle = (float)(v * 3) * 0.9f;

            glColor3f(0.3f + 0.1f * (float)v, 0.9f, 1.0f - 0.13f * (float)v);
            glVertex2f(0.83f * cosf(angle), 0.79f * sinf(angle));
        }
        glEnd();
    }
}

static void line_stipple(void)
{
    static const GLushort patterns[] = {0x00ff, 0x5555, 0xf0c3, 0x7fff};

    glEnable(GL_LINE_STIPPLE);
    for (unsigned i = 0; i < 4; i++) {
        glLineStipple((GLint)i + 1, patterns[i]);
        glColor3f(1.0f, 0.2f + 0.2f * (float)i, 0.3f);
        glBegin(GL_LINES);
        glVertex2f(-0.9f, 0.8f - 0.2f * (float)i);
        glVertex2f(0.9f, 0.8f - 0.2f * (float)i);
        glVertex2f(-0.85f + 0.2f * (float)i, -0.9f);
        glVertex2f(-0.85f + 0.2f * (float)i, -0.05f);
        glEnd();
    }
    glBegin(GL_LINE_STRIP);
    glVertex2f(0.1f, -0.9f);
    glVertex2f(0.9f, -0.9f);
    glVertex2f(0.9f, -0.1f);
    glVertex2f(0.1f, -0.1f);
    glEnd();
}

static void point_sizes(void)
{
    for (unsigned i = 0; i < 9; i++) {
        glPointSize(1.0f + 2.0f * (float)i);
        glBegin(GL_POINTS);
        glColor3f(1.0f, 0.1f * (float)i, 1.0f - 0.1f * (float)i);
        /* The points are on pixel centres, so that points of odd sizes have no edge on a pixel
         * centre. */
        glVertex2f(-0.7421875f + 0.703125f * (float)(i % 3),
                   -0.6640625f + 0.703125f * (float)(i / 3));
        glEnd();
    }
    /* The size is attenuated by distance. */
    const GLfloat attenuation[] = {0.0f, 0.0f, 1.0f};
    glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, attenuation);
    glPointParameterf(GL_POINT_SIZE_MAX, 9.0f);
    glPointSize(6.0f);
    glMatrixMode(GL_PROJECTION);
    glFrustum(-1.0, 1.0, -1.0, 1.0, 1.0, 10.0);
    glBegin(GL_POINTS);
    for (unsigned i = 0; i < 5; i++) {
        float distance = 1.0f + 0.55f * (float)i;

        glColor3f(0.6f, 1.0f, 0.4f);
        glVertex3f((-0.36f + 0.4f * (float)i) * distance, 0.35f * distance, -distance);
    }
    glEnd();
}

static void point_sprites(void)
{
    checker_texture(16, 16, 4, 3);
    glEnable(GL_TEXTURE_2D);
    glEnable(GL_POINT_SPRITE);
    glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, GL_TRUE);
    for (unsigned i = 0; i < 4; i++) {
        glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, i & 1 ? GL_LOWER_LEFT : GL_UPPER_LEFT);
        glPointSize(18.0f + 9.0f * (float)i);
        glBegin(GL_POINTS);
        glColor3f(1.0f, 1.0f, i < 2 ? 1.0f : 0.4f);
        glVertex2f(i & 1 ? 0.43f : -0.46f, i & 2 ? 0.42f : -0.47f);
        glEnd();
    }
}

static void polygon_stipple(void)
{
    GLubyte pattern[128];

    for (unsigned i = 0; i < 128; i++)
        pattern[i] = (GLubyte)(i * 29 ^ i >> 3);
    glColor3f(0.2f, 0.2f, 0.5f);
    plain_quad(-0.9f, -0.9f, 0.9f, 0.9f, 0.0f);
    glEnable(GL_POLYGON_STIPPLE);
    glPolygonStipple(pattern);
    glColor3f(1.0f, 0.9f, 0.4f);
    glBegin(GL_TRIANGLES);
    glVertex2f(-0.83f, -0.87f);
    glVertex2f(0.92f, -0.51f);
    glVertex2f(-0.31f, 0.94f);
    glEnd();
}

static void clip_planes(void)
{
    static const GLdouble planes[][4] = {{1.0, 0.3, 0.1, 0.45}, {-0.6, 1.0, 0.0, 0.5}};

    glEnable(GL_DEPTH_TEST);
    look_at_origin(-20.0f, 50.0f);
    for (unsigned i = 0; i < 2; i++) {
        glClipPlane(GL_CLIP_PLANE0 + i * 3, planes[i]);
        glEnable(GL_CLIP_PLANE0 + i * 3);
    }
    for (unsigned i = 0; i < 4; i++) {
        glColor3f(0.3f * (float)i, 0.9f - 0.2f * (float)i, 0.6f);
        glRotatef(45.0f, 0.0f, 1.0f, 0.0f);
        plain_quad(-1.1f, -1.1f, 1.1f, 1.1f, 0.1f);
    }
}

/* Draws primitives with vertices outside of each plane of the view volume, and behind the eye. */
static void clipping(void)
{
    glMatrixMode(GL_PROJECTION);
    glFrustum(-0.5, 0.5, -0.5, 0.5, 0.5, 6.0);
    glBegin(GL_TRIANGLES);
    for (unsigned i = 0; i < 4; i++) {
        glColor3f(1.0f, 0.25f * (float)i, 0.0f);
        glVertex3f(-7.0f + 3.0f * (float)i, -1.2f, -3.0f);
        glColor3f(0.0f, 0.5f, 1.0f);
        glVertex3f(6.0f - 2.0f * (float)i, -1.0f - 0.1f * (float)i, 2.0f);
        glColor3f(0.4f, 1.0f, 0.3f);
        glVertex3f(-1.0f + (float)i, 2.5f, -9.0f + (float)i);
    }
    glEnd();
}

/* Draws triangles, some of them clipped, while line smoothing is enabled. Line smoothing must not
 * change the triangles. */
static void triangles_among_smooth_lines(void)
{
    glEnable(GL_LINE_SMOOTH);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_ALPHA_TEST);
    glAlphaFunc(GL_GREATER, 0.01f);
    glEnable(GL_TEXTURE_2D);
    checker_texture(16, 16, 3, 5);
    glEnable(GL_CULL_FACE);
    textured_quad(-0.8f, 0.7f, 0.8f, 1.4f, 1.0f);
    textured_quad(-0.8f, -0.5f, 0.8f, 0.5f, 1.0f);
    textured_quad(-0.8f, -1.4f, 0.8f, -0.7f, 1.0f);
}

const struct scene scenes_primitive[] = {
    {"triangle-smooth", triangle_smooth},
    {"triangle-flat", triangle_flat},
    {"primitive-types", primitive_types},
    {"display-lists", display_lists},
    {"depth-functions", depth_functions},
    {"interpenetration", interpenetration},
    {"polygon-modes", polygon_modes},
    {"mixed-polygon-modes", mixed_polygon_modes},
    {"outlined-polygons", outlined_polygons},
    {"culling", culling},
    {"polygon-offset", polygon_offset},
    {"lines", lines},
    {"line-stipple", line_stipple},
    {"point-sizes", point_sizes},
    {"point-sprites", point_sprites},
    {"polygon-stipple", polygon_stipple},
    {"clip-planes", clip_planes},
    {"clipping", clipping},
    {"triangles-among-smooth-lines", triangles_among_smooth_lines},
    {0},
};
