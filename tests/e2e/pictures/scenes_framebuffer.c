/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about framebuffer objects: render to texture, blits, resolves, several targets. */
#include <stddef.h>

#include "scene.h"

struct target {
    GLuint framebuffer, color, depth;
};

/* Creates and binds a framebuffer with one texture and a depth-stencil buffer. */
static struct target make_target(GLsizei width, GLsizei height, GLenum format)
{
    struct target target;

    glGenTextures(1, &target.color);
    glBindTexture(GL_TEXTURE_2D, target.color);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glGenRenderbuffers(1, &target.depth);
    glBindRenderbuffer(GL_RENDERBUFFER, target.depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, width, height);
    glGenFramebuffers(1, &target.framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.color, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
                              target.depth);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        scene_failed("the framebuffer is not complete");
    glViewport(0, 0, width, height);
    return target;
}

/* Draws a picture that is neither symmetric nor plain, with a part hidden by depth. */
static void draw_sample(void)
{
    clear_all(0.1f, 0.2f, 0.3f);
    glEnable(GL_DEPTH_TEST);
    glBegin(GL_TRIANGLES);
    glColor3f(1.0f, 0.3f, 0.1f);
    glVertex3f(-0.91f, -0.83f, -0.4f);
    glColor3f(0.9f, 0.9f, 0.1f);
    glVertex3f(0.52f, -0.55f, 0.3f);
    glColor3f(0.2f, 0.9f, 0.6f);
    glVertex3f(-0.63f, 0.87f, -0.1f);
    glEnd();
    glColor3f(0.5f, 0.4f, 1.0f);
    plain_quad(-0.5f, -0.34f, 0.83f, 0.21f, 0.0f);
    glDisable(GL_DEPTH_TEST);
}

static void draw_window_quad(unsigned idx, unsigned columns)
{
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    tile(idx, columns);
    glEnable(GL_TEXTURE_2D);
    glColor3f(1.0f, 1.0f, 1.0f);
    textured_quad(-0.95f, -0.95f, 0.95f, 0.95f, 1.0f);
    glDisable(GL_TEXTURE_2D);
}

static void render_to_texture(void)
{
    static const GLenum formats[] = {GL_RGBA8, GL_RGB8, GL_RGB565, GL_RGBA16};

    for (unsigned i = 0; i < 4; i++) {
        make_target(48 + (GLsizei)i * 7, 40, formats[i]);
        draw_sample();
        draw_window_quad(i, 2);
    }
}

/* Alternately draws to a texture and samples it. Each draw must read the texture's newest
 * contents. */
static void feedback_chain(void)
{
    struct target targets[2];

    targets[0] = make_target(64, 64, GL_RGBA8);
    targets[1] = make_target(64, 64, GL_RGBA8);
    glBindFramebuffer(GL_FRAMEBUFFER, targets[0].framebuffer);
    draw_sample();
    glEnable(GL_TEXTURE_2D);
    for (unsigned i = 0; i < 5; i++) {
        glBindFramebuffer(GL_FRAMEBUFFER, targets[~i & 1].framebuffer);
        glBindTexture(GL_TEXTURE_2D, targets[i & 1].color);
        clear_all(0.3f, 0.1f * (float)i, 0.2f);
        glColor3f(0.95f, 1.0f, 0.9f);
        textured_quad(-0.831f, -0.867f, 0.892f, 0.811f, 1.0f);
    }
    glBindTexture(GL_TEXTURE_2D, targets[1].color);
    draw_window_quad(0, 1);
}

static void mip_level_target(void)
{
    GLuint texture, framebuffer;

    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    for (GLint level = 0; level < 6; level++)
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, 32 >> level, 32 >> level, 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (GLint level = 0; level < 6; level++) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, level);
        glViewport(0, 0, 32 >> level, 32 >> level);
        clear_all(0.2f * (float)level, 0.9f - 0.15f * (float)level, level & 1 ? 0.8f : 0.1f);
        glColor3f(1.0f, 0.5f, 0.5f);
        plain_quad(-1.0f, -1.0f, 0.0f, 0.0f, 0.0f);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    no_tile();
    glEnable(GL_TEXTURE_2D);
    glColor3f(1.0f, 1.0f, 1.0f);
    for (unsigned i = 0; i < 6; i++) {
        float size = 1.0f / (float)(1u << i);
        float x = 1.0f - 2.0f * size;

        textured_quad(x - 0.02f, -0.9f, x + size - 0.02f, -0.9f + size, 1.0f);
    }
}

static void several_targets(void)
{
    static const char vertex[] =
        "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }\n";
    static const char fragment[] = "void main() {\n"
                                   "    gl_FragData[0] = gl_Color;\n"
                                   "    gl_FragData[1] = vec4(1.0) - gl_Color.brga;\n"
                                   "    gl_FragData[2] = gl_Color * gl_Color;\n"
                                   "}\n";
    static const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1,
                                     GL_COLOR_ATTACHMENT2};
    struct target target = make_target(64, 64, GL_RGBA8);
    GLuint textures[3] = {target.color};

    glGenTextures(2, textures + 1);
    for (unsigned i = 1; i < 3; i++) {
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glFramebufferTexture2D(GL_FRAMEBUFFER, buffers[i], GL_TEXTURE_2D, textures[i], 0);
    }
    glDrawBuffers(3, buffers);
    GLuint program = use_program(vertex, fragment);
    draw_sample();
    glUseProgram(0);
    glDrawBuffers(1, buffers + 1);
    glColor3f(1.0f, 0.0f, 1.0f);
    plain_quad(0.4f, 0.4f, 0.9f, 0.8f, 0.0f);
    for (unsigned i = 0; i < 3; i++) {
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        draw_window_quad(i, 2);
    }
    glDeleteProgram(program);
}

static void blit_framebuffer(void)
{
    /* Corners of source and destination; exchanged corners mirror the blit. */
    static const GLint boxes[][8] = {
        {0, 0, 48, 48, 2, 2, 50, 50},     {0, 0, 48, 48, 62, 2, 126, 42},
        {40, 8, 10, 30, 2, 66, 60, 120},  {5, 7, 23, 30, 120, 124, 70, 70},
        {10, 30, 20, 40, 54, 44, 62, 60},
    };
    struct target target = make_target(48, 48, GL_RGBA8);

    draw_sample();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target.framebuffer);
    for (unsigned i = 0; i < 5; i++) {
        const GLint *b = boxes[i];

        glBlitFramebuffer(b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], GL_COLOR_BUFFER_BIT,
                          i & 1 ? GL_LINEAR : GL_NEAREST);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/* Blits from the window to a framebuffer object and back, with a scissor. */
static void blit_window(void)
{
    draw_sample();
    struct target target = make_target(128, 128, GL_RGBA8);
    clear_all(0.4f, 0.0f, 0.4f);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, 128, 128, 0, 0, 128, 128, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target.framebuffer);
    glEnable(GL_SCISSOR_TEST);
    glScissor(20, 40, 70, 60);
    glBlitFramebuffer(0, 0, 128, 128, 128, 128, 0, 0, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glDisable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/* Copies depth and stencil by a blit; later draws test against the copies. */
static void blit_depth_stencil(void)
{
    struct target from = make_target(128, 128, GL_RGBA8);

    clear_all(0.0f, 0.0f, 0.0f);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 3, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    draw_sample();
    glDisable(GL_STENCIL_TEST);
    struct target to = make_target(128, 128, GL_RGBA8);
    clear_all(0.0f, 0.0f, 0.2f);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from.framebuffer);
    glBlitFramebuffer(0, 0, 128, 128, 0, 0, 128, 128, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT,
                      GL_NEAREST);
    glEnable(GL_DEPTH_TEST);
    glColor3f(0.8f, 0.8f, 0.2f);
    plain_quad(-0.95f, -0.95f, 0.95f, 0.95f, 0.05f);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 3, 0xff);
    glColor3f(0.2f, 0.8f, 0.9f);
    plain_quad(-0.95f, -0.5f, 0.95f, 0.0f, 0.0f);
    glDisable(GL_STENCIL_TEST);
    glBindTexture(GL_TEXTURE_2D, to.color);
    draw_window_quad(0, 1);
}

static void multisample_resolve(void)
{
    struct target target = {0};

    glGenFramebuffers(1, &target.framebuffer);
    glGenRenderbuffers(1, &target.color);
    glGenRenderbuffers(1, &target.depth);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, target.color);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, 128, 128);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, target.color);
    glBindRenderbuffer(GL_RENDERBUFFER, target.depth);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_DEPTH24_STENCIL8, 128, 128);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
                              target.depth);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        scene_failed("the multisampled framebuffer is not complete");
        return;
    }
    draw_sample();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, 128, 128, 0, 0, 128, 128, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void depth_texture(void)
{
    struct target target = make_target(64, 64, GL_RGBA8);
    GLuint depth;

    glGenTextures(1, &depth);
    glBindTexture(GL_TEXTURE_2D, depth);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 64, 64, 0, GL_DEPTH_COMPONENT,
                 GL_UNSIGNED_INT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
    draw_sample();
    draw_window_quad(0, 2);
    glBindTexture(GL_TEXTURE_2D, target.color);
    draw_window_quad(3, 2);
}

const struct scene scenes_framebuffer[] = {
    {"render-to-texture", render_to_texture},
    {"feedback-chain", feedback_chain},
    {"mip-level-target", mip_level_target},
    {"several-targets", several_targets},
    {"blit-framebuffer", blit_framebuffer},
    {"blit-window", blit_window},
    {"blit-depth-stencil", blit_depth_stencil},
    {"multisample-resolve", multisample_resolve, .needs = "GL_EXT_framebuffer_multisample"},
    {"depth-texture", depth_texture},
    {0},
};
