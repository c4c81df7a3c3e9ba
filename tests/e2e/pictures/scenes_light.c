/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about the fixed-function pipeline: lighting, materials, fog, generated coordinates. */
#include <math.h>

#include "scene.h"

static void set_light(GLenum light, const GLfloat position[4], const GLfloat color[4])
{
    glLightfv(light, GL_POSITION, position);
    glLightfv(light, GL_DIFFUSE, color);
    glLightfv(light, GL_SPECULAR, color);
    glEnable(light);
}

static void lit_sphere(void)
{
    static const GLfloat above[] = {1.0f, 2.0f, 3.0f, 0.0f}, near[] = {-2.0f, -0.5f, 2.0f, 1.0f};
    static const GLfloat white[] = {0.9f, 0.9f, 0.8f, 1.0f}, blue[] = {0.2f, 0.3f, 0.9f, 1.0f};
    static const GLfloat grey[] = {0.6f, 0.5f, 0.4f, 1.0f}, shine[] = {0.8f, 0.8f, 0.8f, 1.0f};

    glEnable(GL_DEPTH_TEST);
    glEnable(GL_LIGHTING);
    look_at_origin(20.0f, 10.0f);
    set_light(GL_LIGHT0, above, white);
    set_light(GL_LIGHT1, near, blue);
    glLightf(GL_LIGHT1, GL_QUADRATIC_ATTENUATION, 0.1f);
    glMaterialfv(GL_FRONT, GL_AMBIENT_AND_DIFFUSE, grey);
    glMaterialfv(GL_FRONT, GL_SPECULAR, shine);
    glMaterialf(GL_FRONT, GL_SHININESS, 24.0f);
    draw_sphere(20, 12);
}

static void spot_light(void)
{
    static const GLfloat position[] = {0.3f, 0.4f, 2.5f, 1.0f}, down[] = {-0.1f, -0.2f, -1.0f};
    static const GLfloat white[] = {1.0f, 1.0f, 1.0f, 1.0f};

    glEnable(GL_LIGHTING);
    glEnable(GL_COLOR_MATERIAL);
    set_light(GL_LIGHT2, position, white);
    glLightfv(GL_LIGHT2, GL_SPOT_DIRECTION, down);
    glLightf(GL_LIGHT2, GL_SPOT_CUTOFF, 24.0f);
    glLightf(GL_LIGHT2, GL_SPOT_EXPONENT, 8.0f);
    glNormal3f(0.0f, 0.0f, 1.0f);
    for (int y = -8; y < 8; y++) {
        glBegin(GL_QUAD_STRIP);
        for (int x = -8; x <= 8; x++) {
            glColor3f(0.9f, 0.5f + 0.05f * (float)x, 0.5f + 0.05f * (float)y);
            glVertex2f((float)x / 8.5f, (float)(y + 1) / 8.5f);
            glVertex2f((float)x / 8.5f, (float)y / 8.5f);
        }
        glEnd();
    }
}

/* Draws an open cylinder whose front and back faces have different materials. */
static void two_sided(void)
{
    static const GLfloat position[] = {0.5f, 0.5f, 2.0f, 0.0f};
    static const GLfloat white[] = {1.0f, 1.0f, 1.0f, 1.0f};
    static const GLfloat gold[] = {0.9f, 0.7f, 0.2f, 1.0f}, teal[] = {0.1f, 0.6f, 0.6f, 1.0f};

    glEnable(GL_DEPTH_TEST);
    glEnable(GL_LIGHTING);
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, GL_TRUE);
    set_light(GL_LIGHT0, position, white);
    glMaterialfv(GL_FRONT, GL_AMBIENT_AND_DIFFUSE, gold);
    glMaterialfv(GL_BACK, GL_AMBIENT_AND_DIFFUSE, teal);
    look_at_origin(50.0f, 20.0f);
    glBegin(GL_QUAD_STRIP);
    for (unsigned i = 0; i <= 14; i++) {
        float angle = 0.4f * (float)i;

        glNormal3f(cosf(angle), 0.0f, sinf(angle));
        glVertex3f(0.9f * cosf(angle), 0.8f, 0.9f * sinf(angle));
        glVertex3f(0.9f * cosf(angle), -0.8f, 0.9f * sinf(angle));
    }
    glEnd();
}

/* Draws the part of a toothed wheel's side between two angles, with smooth normals. */
static void wheel_side(float radius, float angle, float next, float depth)
{
    glBegin(GL_QUADS);
    glNormal3f(cosf(angle), sinf(angle), 0.0f);
    glVertex3f(radius * cosf(angle), radius * sinf(angle), depth);
    glVertex3f(radius * cosf(angle), radius * sinf(angle), -depth);
    glNormal3f(cosf(next), sinf(next), 0.0f);
    glVertex3f(radius * cosf(next), radius * sinf(next), -depth);
    glVertex3f(radius * cosf(next), radius * sinf(next), depth);
    glEnd();
}

static void wheel_face(float radius, float angle, float next, float depth)
{
    glNormal3f(0.0f, 0.0f, 1.0f);
    glBegin(GL_QUADS);
    glVertex3f(0.3f * cosf(angle), 0.3f * sinf(angle), depth);
    glVertex3f(radius * cosf(angle), radius * sinf(angle), depth);
    glVertex3f(radius * cosf(next), radius * sinf(next), depth);
    glVertex3f(0.3f * cosf(next), 0.3f * sinf(next), depth);
    glEnd();
}

static void gear(void)
{
    static const GLfloat position[] = {5.0f, 5.0f, 10.0f, 0.0f};
    static const GLfloat red[] = {0.8f, 0.1f, 0.0f, 1.0f};
    static const GLfloat white[] = {1.0f, 1.0f, 1.0f, 1.0f};

    glEnable(GL_DEPTH_TEST);
    glEnable(GL_LIGHTING);
    glEnable(GL_NORMALIZE);
    glEnable(GL_CULL_FACE);
    look_at_origin(25.0f, 35.0f);
    set_light(GL_LIGHT0, position, white);
    glMaterialfv(GL_FRONT, GL_AMBIENT_AND_DIFFUSE, red);
    for (unsigned i = 0; i < 24; i++) {
        float radius = i & 1 ? 1.1f : 0.9f;
        float angle = (float)i * (float)M_PI / 12.0f;
        float next = (float)(i + 1) * (float)M_PI / 12.0f;

        glShadeModel(GL_FLAT);
        wheel_face(radius, angle, next, 0.25f);
        glShadeModel(GL_SMOOTH);
        wheel_side(radius, angle, next, 0.25f);
    }
}

static void fog(void)
{
    static const GLenum modes[] = {GL_LINEAR, GL_EXP, GL_EXP2, GL_LINEAR};
    static const GLfloat haze[] = {0.6f, 0.7f, 0.8f, 1.0f};

    glEnable(GL_FOG);
    glFogfv(GL_FOG_COLOR, haze);
    for (unsigned i = 0; i < 4; i++) {
        tile(i, 2);
        glFogi(GL_FOG_MODE, (GLint)modes[i]);
        glFogf(GL_FOG_DENSITY, 0.35f);
        glFogf(GL_FOG_START, i == 3 ? 3.0f : 1.0f);
        glFogf(GL_FOG_END, i == 3 ? 4.5f : 6.0f);
        look_at_origin(62.0f, 0.0f);
        for (unsigned quad = 0; quad < 4; quad++) {
            float x = -1.6f + 0.8f * (float)quad;

            glColor3f(0.3f * (float)quad, 0.1f, 0.8f - 0.2f * (float)quad);
            plain_quad(x, -2.5f, x + 0.7f, 3.5f, -0.4f);
        }
    }
}

static void fog_coordinate(void)
{
    static const GLfloat haze[] = {0.9f, 0.9f, 0.3f, 1.0f};

    glEnable(GL_FOG);
    glFogfv(GL_FOG_COLOR, haze);
    glFogi(GL_FOG_COORDINATE_SOURCE, GL_FOG_COORDINATE);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogf(GL_FOG_START, 0.2f);
    glFogf(GL_FOG_END, 0.9f);
    glColor3f(0.1f, 0.2f, 0.6f);
    glBegin(GL_TRIANGLES);
    glFogCoordf(0.0f);
    glVertex2f(-0.9f, -0.9f);
    glFogCoordf(1.0f);
    glVertex2f(0.9f, -0.7f);
    glFogCoordf(0.5f);
    glVertex2f(0.0f, 0.9f);
    glEnd();
}

static void secondary_color(void)
{
    checker_texture(8, 8, 2, 1);
    glEnable(GL_TEXTURE_2D);
    glEnable(GL_COLOR_SUM);
    glSecondaryColor3f(0.5f, 0.1f, 0.2f);
    glColor3f(0.5f, 0.9f, 0.6f);
    textured_quad(-0.9f, -0.87f, 0.88f, 0.91f, 1.0f);
    glSecondaryColor3f(0.0f, 0.5f, 0.0f);
    textured_quad(-0.4f, -0.37f, 0.38f, 0.41f, 0.7f);
}

static void coordinate_generation(void)
{
    static const GLfloat plane_s[] = {0.9f, 0.2f, 0.0f, 0.1f},
                         plane_t[] = {-0.1f, 0.8f, 0.3f, 0.0f};
    static const GLenum modes[] = {GL_OBJECT_LINEAR, GL_EYE_LINEAR, GL_SPHERE_MAP};

    glEnable(GL_DEPTH_TEST);
    checker_texture(32, 32, 4, 2);
    glEnable(GL_TEXTURE_2D);
    glEnable(GL_TEXTURE_GEN_S);
    glEnable(GL_TEXTURE_GEN_T);
    for (unsigned i = 0; i < 3; i++) {
        tile(i, 2);
        look_at_origin(20.0f, -30.0f);
        glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, (GLint)modes[i]);
        glTexGeni(GL_T, GL_TEXTURE_GEN_MODE, (GLint)modes[i]);
        glTexGenfv(GL_S, i ? GL_EYE_PLANE : GL_OBJECT_PLANE, plane_s);
        glTexGenfv(GL_T, i ? GL_EYE_PLANE : GL_OBJECT_PLANE, plane_t);
        draw_sphere(16, 10);
    }
}

const struct scene scenes_light[] = {
    {"lit-sphere", lit_sphere},
    {"spot-light", spot_light},
    {"two-sided-light", two_sided},
    {"gear", gear},
    {"fog", fog},
    {"fog-coordinate", fog_coordinate},
    {"secondary-color", secondary_color},
    {"coordinate-generation", coordinate_generation},
    {0},
};
