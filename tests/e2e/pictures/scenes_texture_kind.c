/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about the other texture targets and formats: cubes, volumes, arrays, rectangles, shadow
 * maps, sRGB, compressed and packed formats. */
#include <string.h>

#include "scene.h"

static void cube_map(void)
{
    GLubyte texels[16 * 16 * 4];
    GLuint texture;

    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_CUBE_MAP, texture);
    for (unsigned face = 0; face < 6; face++) {
        fill_checker(texels, 16, 16, 2 + face, face);
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, 16, 16, 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, texels);
    }
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glEnable(GL_TEXTURE_CUBE_MAP);
    glEnable(GL_DEPTH_TEST);
    for (unsigned i = 0; i < 4; i++) {
        tile(i, 2);
        look_at_origin(30.0f - 50.0f * (float)i, 40.0f + 70.0f * (float)i);
        for (GLenum coordinate = GL_S; coordinate <= GL_R; coordinate++) {
            glTexGeni(coordinate, GL_TEXTURE_GEN_MODE, i & 1 ? GL_REFLECTION_MAP : GL_NORMAL_MAP);
            glEnable(GL_TEXTURE_GEN_S + (coordinate - GL_S));
        }
        glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, i & 2 ? GL_LINEAR : GL_NEAREST);
        draw_sphere(24, 16);
    }
}

static void volume(void)
{
    GLubyte texels[8 * 8 * 8 * 4];
    GLuint texture;

    for (unsigned z = 0; z < 8; z++)
        fill_checker(texels + (size_t)z * 8 * 8 * 4, 8, 8, 1 + z / 3, z);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_3D, texture);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA, 8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
    glEnable(GL_TEXTURE_3D);
    for (unsigned i = 0; i < 4; i++) {
        GLint filter = i & 1 ? GL_LINEAR : GL_NEAREST;

        glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, filter);
        glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, filter);
        tile(i, 2);
        glBegin(GL_TRIANGLE_FAN);
        glTexCoord3f(0.02f, 0.03f, 0.1f);
        glVertex2f(-0.93f, -0.95f);
        glTexCoord3f(0.97f, 0.01f, 0.9f);
        glVertex2f(0.94f, -0.91f);
        glTexCoord3f(0.96f, 0.98f, 0.7f + 0.1f * (float)i);
        glVertex2f(0.92f, 0.93f);
        glTexCoord3f(0.01f, 0.94f, 0.2f);
        glVertex2f(-0.96f, 0.92f);
        glEnd();
    }
}

static void texture_array(void)
{
    static const char vertex[] =
        "varying vec3 at;\n"
        "void main() { gl_Position = gl_Vertex; at = gl_MultiTexCoord0.xyz; }\n";
    static const char fragment[] = "#extension GL_EXT_texture_array : require\n"
                                   "uniform sampler2DArray image;\n"
                                   "varying vec3 at;\n"
                                   "void main() { gl_FragColor = texture2DArray(image, at); }\n";
    GLubyte texels[5 * 8 * 8 * 4];
    GLuint texture;

    for (unsigned layer = 0; layer < 5; layer++)
        fill_checker(texels + (size_t)layer * 8 * 8 * 4, 8, 8, 1 + layer, layer + 1);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA, 8, 8, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    use_program(vertex, fragment);
    for (unsigned i = 0; i < 7; i++) {
        float x = -0.95f + 0.27f * (float)i;

        /* The last two layers that the scene samples are outside of the array, and are clamped. */
        glBegin(GL_QUADS);
        glTexCoord3f(0.0f, 0.0f, (float)i * 0.9f);
        glVertex2f(x, -0.9f);
        glTexCoord3f(1.0f, 0.0f, (float)i * 0.9f);
        glVertex2f(x + 0.24f, -0.9f);
        glTexCoord3f(1.0f, 3.1f, (float)i * 0.9f);
        glVertex2f(x + 0.24f, 0.9f);
        glTexCoord3f(0.0f, 3.1f, (float)i * 0.9f);
        glVertex2f(x, 0.9f);
        glEnd();
    }
}

static void rectangle(void)
{
    GLubyte texels[23 * 17 * 4];
    GLuint texture;

    fill_checker(texels, 23, 17, 3, 4);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_RECTANGLE, texture);
    glTexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_RGBA, 23, 17, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glEnable(GL_TEXTURE_RECTANGLE);
    for (unsigned i = 0; i < 4; i++) {
        GLint filter = i & 1 ? GL_LINEAR : GL_NEAREST;

        tile(i, 2);
        glTexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_MIN_FILTER, filter);
        glTexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_MAG_FILTER, filter);
        glTexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_WRAP_S,
                        i & 2 ? GL_CLAMP_TO_BORDER : GL_CLAMP_TO_EDGE);
        glMatrixMode(GL_TEXTURE);
        glLoadIdentity();
        glTranslatef(-3.3f, -2.7f, 0.0f);
        textured_quad(-0.93f, -0.93f, 0.93f, 0.93f, 27.4f);
    }
}

static void one_dimension(void)
{
    GLubyte texels[16 * 4];
    GLuint texture;

    fill_checker(texels, 16, 1, 2, 3);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_1D, texture);
    glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glEnable(GL_TEXTURE_1D);
    glBegin(GL_TRIANGLES);
    glTexCoord1f(0.05f);
    glVertex2f(-0.92f, -0.87f);
    glTexCoord1f(1.4f);
    glVertex2f(0.91f, -0.74f);
    glTexCoord1f(0.7f);
    glVertex2f(0.12f, 0.93f);
    glEnd();
}

static void shadow_map(void)
{
    GLfloat depths[8 * 8];
    GLuint texture;

    for (unsigned i = 0; i < 64; i++)
        depths[i] = (float)(i * 37 % 64) / 64.0f;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 8, 8, 0, GL_DEPTH_COMPONENT, GL_FLOAT,
                 depths);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 9; i++) {
        static const GLenum modes[] = {GL_LUMINANCE, GL_INTENSITY, GL_ALPHA};

        tile(i, 3);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE,
                        i < 8 ? GL_COMPARE_R_TO_TEXTURE : GL_NONE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, (GLint)(GL_NEVER + i % 8));
        glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, (GLint)modes[i % 3]);
        glColor3f(0.9f, 0.7f, 0.4f);
        glBegin(GL_QUADS);
        glTexCoord3f(0.0f, 0.0f, 0.51f);
        glVertex2f(-0.9f, -0.9f);
        glTexCoord3f(1.0f, 0.0f, 0.51f);
        glVertex2f(0.9f, -0.9f);
        glTexCoord3f(1.0f, 1.0f, 0.51f);
        glVertex2f(0.9f, 0.9f);
        glTexCoord3f(0.0f, 1.0f, 0.51f);
        glVertex2f(-0.9f, 0.9f);
        glEnd();
    }
}

static void srgb(void)
{
    GLubyte texels[16 * 16 * 4];

    fill_checker(texels, 16, 16, 4, 2);
    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 4; i++) {
        GLint filter = i & 1 ? GL_LINEAR : GL_NEAREST;

        tile(i, 2);
        checker_texture(16, 16, 4, 2);
        glTexImage2D(GL_TEXTURE_2D, 0, i & 2 ? GL_SRGB8 : GL_SRGB8_ALPHA8, 16, 16, 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, texels);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
        textured_quad(-0.93f, -0.93f, 0.93f, 0.93f, 1.0f);
    }
}

/* Uploads the same texels to textures of each internal format. Channels that a format lacks read as
 * GL defines. */
static void formats(void)
{
    static const GLenum internal[] = {
        GL_RGB,    GL_RGBA8,   GL_LUMINANCE8, GL_ALPHA8,   GL_LUMINANCE8_ALPHA8, GL_INTENSITY8,
        GL_RGB565, GL_RGBA4,   GL_RGB5_A1,    GL_RGB10_A2, GL_LUMINANCE16,       GL_RGB16,
        GL_RGBA16, GL_ALPHA16, GL_RGB8,       GL_RGBA2,
    };
    GLubyte texels[8 * 8 * 4];

    fill_checker(texels, 8, 8, 2, 7);
    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 16; i++) {
        tile(i, 4);
        checker_texture(8, 8, 2, 7);
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)internal[i], 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     texels);
        glDisable(GL_BLEND);
        glColor3f(0.4f, 0.1f, 0.3f);
        plain_quad(-1.0f, -1.0f, 1.0f, 1.0f, 0.0f);
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        glColor4f(0.9f, 1.0f, 0.8f, 1.0f);
        textured_quad(-0.85f, -0.85f, 0.85f, 0.85f, 1.0f);
    }
}

/* Uploads texels of client-side types that the driver or Mesa must convert. */
static void upload_types(void)
{
    static const struct {
        GLenum format, type;
    } kinds[] = {
        {GL_RGB, GL_UNSIGNED_SHORT_5_6_5},
        {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4},
        {GL_BGRA, GL_UNSIGNED_SHORT_1_5_5_5_REV},
        {GL_BGRA, GL_UNSIGNED_BYTE},
        {GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV},
        {GL_RGB, GL_BYTE},
        {GL_RGBA, GL_UNSIGNED_SHORT},
        {GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE},
        {GL_BGRA, GL_UNSIGNED_INT_8_8_8_8},
    };
    GLubyte texels[8 * 8 * 8];

    fill_checker(texels, 16, 8, 3, 9);
    glEnable(GL_TEXTURE_2D);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    for (unsigned i = 0; i < 9; i++) {
        tile(i, 3);
        checker_texture(8, 8, 2, 7);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, kinds[i].format, kinds[i].type, texels);
        textured_quad(-0.9f, -0.9f, 0.9f, 0.9f, 1.0f);
    }
}

static void float_texture(void)
{
    GLfloat texels[8 * 8 * 4];

    for (unsigned i = 0; i < 256; i++)
        texels[i] = (float)(i * 31 % 97) / 48.0f - 0.4f;
    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 4; i++) {
        static const GLenum internal[] = {GL_RGBA32F, GL_RGBA16F, GL_RGB32F, GL_RGB16F};

        tile(i, 2);
        checker_texture(8, 8, 2, 7);
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)internal[i], 8, 8, 0, GL_RGBA, GL_FLOAT, texels);
        glColor3f(0.5f, 0.6f, 0.7f);
        textured_quad(-0.9f, -0.9f, 0.9f, 0.9f, 1.0f);
    }
}

static void compressed(void)
{
    static const GLenum internal[] = {
        GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT,
        GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT};
    GLubyte blocks[16 * 16];

    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 4; i++) {
        GLsizei block = i < 2 ? 8 : 16;

        for (unsigned k = 0; k < sizeof(blocks); k++)
            blocks[k] = (GLubyte)(k * 73 + (k >> 3) * 41 + 19);
        tile(i, 2);
        checker_texture(16, 16, 2, 7);
        glCompressedTexImage2D(GL_TEXTURE_2D, 0, internal[i], 16, 16, 0, 16 * block, blocks);
        memmove(blocks, blocks + 5, 64);
        glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 4, 8, 8, 4, internal[i], 2 * block, blocks);
        textured_quad(-0.9f, -0.9f, 0.9f, 0.9f, 1.0f);
    }
}

const struct scene scenes_texture_kind[] = {
    {"cube-map", cube_map},
    {"volume", volume},
    {"texture-array", texture_array, .needs = "GL_EXT_texture_array"},
    {"rectangle", rectangle, .needs = "GL_ARB_texture_rectangle"},
    {"one-dimension", one_dimension},
    {"shadow-map", shadow_map},
    {"srgb-texture", srgb, .needs = "GL_EXT_texture_sRGB"},
    {"texture-formats", formats},
    {"upload-types", upload_types},
    {"float-texture", float_texture, .needs = "GL_ARB_texture_float"},
    {"compressed-texture", compressed, .needs = "GL_EXT_texture_compression_s3tc"},
    {0},
};
