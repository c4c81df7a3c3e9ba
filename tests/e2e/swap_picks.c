/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "swap_picks.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "swap_view.h"

enum {
    IN_VIEW = 7,
    OUT_OF_VIEW = 8
};

/* The value of a lit colour channel, with the default light and the default material, on a surface
 * that faces the viewer: 0.2 * 0.2 of ambient light plus 0.8 of diffuse light. */
static const float lit = 0.84F;

static void draw_triangle(float left)
{
    glBegin(GL_TRIANGLES);
    glVertex2f(left, -0.5F);
    glVertex2f(left + 0.8F, -0.5F);
    glVertex2f(left, 0.5F);
    glEnd();
}

static void expect_value(const char *what, float got, float wanted)
{
    if (!(fabsf(got - wanted) < 0.01F))
        wrong(what, (unsigned)lroundf(got * 100), (unsigned)lroundf(wanted * 100));
}

static void select_triangles(void)
{
    GLuint hits[16] = {0};

    glSelectBuffer(sizeof(hits) / sizeof(hits[0]), hits);
    glRenderMode(GL_SELECT);
    glInitNames();
    glPushName(IN_VIEW);
    draw_triangle(-0.4F);
    glLoadName(OUT_OF_VIEW);
    draw_triangle(2);
    const int num_hits = glRenderMode(GL_RENDER);
    if (num_hits != 1 || hits[3] != IN_VIEW)
        wrong("hits", (unsigned)num_hits, 1);
}

/* Checks the feedback of a point, whose values are token, x, y, z, red, green, blue, alpha. */
static void feed_back_point(void)
{
    GLfloat values[8] = {0};

    glFeedbackBuffer(sizeof(values) / sizeof(values[0]), GL_3D_COLOR, values);
    glRenderMode(GL_FEEDBACK);
    glBegin(GL_POINTS);
    glVertex2f(0.5F, 0);
    glEnd();
    const int num_values = glRenderMode(GL_RENDER);
    if (num_values != 8)
        wrong("values of the feedback", (unsigned)num_values, 8);
    expect_value("the token", values[0], GL_POINT_TOKEN);
    expect_value("x of the feedback", values[1], WIDTH * 0.75F);
    expect_value("y of the feedback", values[2], HEIGHT * 0.5F);
    expect_value("red of the feedback", values[4], lit);
}

static void set_raster_position(void)
{
    GLfloat colour[4] = {0}, position[4] = {0};

    glRasterPos2f(-0.5F, 0);
    glGetFloatv(GL_CURRENT_RASTER_COLOR, colour);
    glGetFloatv(GL_CURRENT_RASTER_POSITION, position);
    expect_value("red of the raster position", colour[0], lit);
    expect_value("x of the raster position", position[0], WIDTH * 0.25F);
}

void picks(void)
{
    struct view view = open_view(true);

    glViewport(0, 0, WIDTH, HEIGHT);
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    set_raster_position();
    select_triangles();
    feed_back_point();
    glDisable(GL_LIGHTING);
    select_triangles();
    swap_frames(&view, 1, 1);
    expect_on_window(view.x, view.window, 1);
}
