/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* slip_client MODE: draws two frames, for replay.py. The second frame has an additional draw of 21
 * vertices, or an additional dispatch of 21 blocks, which slip_layer.c leaves out. MODE chooses the
 * attachment or memory to which that draw or dispatch writes. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "swap_view.h"

enum {
    SIZE = 64, /* width and height of the framebuffer */
    NUM_SLIPPED = 21,
    NUM_CAPTURED = 18 /* captured vertices that are drawn later */
};

/* Triangle n is n quarters to the right of triangle 0. */
#define POSITION                                                                                   \
    "vec4 place(int id) {\n"                                                                       \
    "    float x = float(id / 3) * 0.25 - 0.9;\n"                                                  \
    "    return vec4(x + (id % 3 == 1 ? 0.2 : 0.0), id % 3 == 2 ? 0.9 : -0.9, 0.0, 1.0);\n"        \
    "}\n"

static const char placed_text[] = "#version 330\n"
                                  "out vec4 at;\n" POSITION "void main() {\n"
                                  "    at = place(gl_VertexID);\n"
                                  "    gl_Position = at;\n"
                                  "}\n";
static const char fetched_text[] = "#version 330\n"
                                   "in vec4 position;\n"
                                   "void main() { gl_Position = position; }\n";
static const char whole_text[] = "#version 330\n"
                                 "void main() {\n"
                                 "    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, "
                                 "gl_VertexID == 2 ? 3.0 : -1.0, 0.5, 1.0);\n"
                                 "}\n";
static const char paint_text[] = "#version 330\n"
                                 "layout(location = 0) out vec4 color;\n"
                                 "layout(location = 1) out uint number;\n"
                                 "void main() { color = vec4(1.0); number = 70000u; }\n";
static const char show_text[] =
    "#version 330\n"
    "uniform sampler2D colors, depths;\n"
    "uniform usampler2D numbers;\n"
    "out vec4 color;\n"
    "void main() {\n"
    "    vec2 at = gl_FragCoord.xy / vec2(200.0, 120.0);\n"
    "    color = vec4(texture(colors, at).r, texture(numbers, at).r > 0u ? 1.0 : 0.0,\n"
    "                 texture(depths, at).r, 1.0);\n"
    "}\n";
static const char dispatch_text[] =
    "#version 430\n"
    "layout(local_size_x = 1) in;\n"
    "layout(std430, binding = 0) buffer B { vec4 positions[]; };\n" POSITION "void main() {\n"
    "    int id = int(gl_WorkGroupID.x);\n"
    "    positions[id] = place(id);\n"
    "}\n";

static const GLenum colors[2] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
static GLuint placed, fetched, whole, show, grid, textures[3], framebuffer, buffer;

static void attach(GLuint program, GLenum stage, const char *text)
{
    GLuint shader = glCreateShader(stage);
    GLint good;
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good)
        die(text);
    glAttachShader(program, shader);
}

static GLuint link_program(GLuint program)
{
    GLint good;
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good)
        die("a program that is not linked");
    return program;
}

static GLuint program_of(const char *vertex_text, const char *fragment_text)
{
    GLuint program = glCreateProgram();
    attach(program, GL_VERTEX_SHADER, vertex_text);
    attach(program, GL_FRAGMENT_SHADER, fragment_text);
    glBindAttribLocation(program, 0, "position");
    glTransformFeedbackVaryings(program, 1, &(const char *){"at"}, GL_INTERLEAVED_ATTRIBS);
    if (vertex_text != placed_text)
        glTransformFeedbackVaryings(program, 0, NULL, GL_INTERLEAVED_ATTRIBS);
    return link_program(program);
}

static void make_programs(bool with_dispatch)
{
    placed = program_of(placed_text, paint_text);
    fetched = program_of(fetched_text, paint_text);
    whole = program_of(whole_text, paint_text);
    show = program_of(whole_text, show_text);
    glUseProgram(show);
    glUniform1i(glGetUniformLocation(show, "numbers"), 1);
    glUniform1i(glGetUniformLocation(show, "depths"), 2);
    if (!with_dispatch)
        return;
    grid = glCreateProgram();
    attach(grid, GL_COMPUTE_SHADER, dispatch_text);
    link_program(grid);
}

static void make_framebuffer(void)
{
    static const struct {
        GLenum format, attachment;
    } parts[] = {
        {GL_RGBA8, GL_COLOR_ATTACHMENT0},
        {GL_R32UI, GL_COLOR_ATTACHMENT1},
        {GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT},
    };
    glGenTextures(3, textures);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (unsigned i = 0; i < 3; i++) {
        glActiveTexture(GL_TEXTURE0 + i);
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glTexStorage2D(GL_TEXTURE_2D, 1, parts[i].format, SIZE, SIZE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glFramebufferTexture2D(GL_FRAMEBUFFER, parts[i].attachment, GL_TEXTURE_2D, textures[i], 0);
    }
    glDrawBuffers(2, colors);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        die("no framebuffer");
}

static void make_buffer(void)
{
    static const float zeros[NUM_SLIPPED][4];
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof(zeros), zeros, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
}

/* ---- The additional draws and dispatches */

static void draw_slipped(void)
{
    glUseProgram(placed);
    glDrawArrays(GL_TRIANGLES, 0, NUM_SLIPPED);
}

static void slip_integers(void)
{
    glColorMaski(0, GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    draw_slipped();
}

static void slip_depth(void)
{
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glEnable(GL_DEPTH_TEST);
    draw_slipped();
}

static void slip_stencil(void)
{
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 1, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    draw_slipped();
}

/* Draws into a multisampled framebuffer, which is resolved into the other framebuffer. */
static void slip_samples(void)
{
    GLuint samples, parts[2];
    glGenFramebuffers(1, &samples);
    glGenRenderbuffers(2, parts);
    glBindFramebuffer(GL_FRAMEBUFFER, samples);
    for (unsigned i = 0; i < 2; i++) {
        glBindRenderbuffer(GL_RENDERBUFFER, parts[i]);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, i ? GL_DEPTH24_STENCIL8 : GL_RGBA8,
                                         SIZE, SIZE);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER,
                                  i ? GL_DEPTH_STENCIL_ATTACHMENT : GL_COLOR_ATTACHMENT0,
                                  GL_RENDERBUFFER, parts[i]);
    }
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    draw_slipped();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glDrawBuffer(GL_COLOR_ATTACHMENT0);
    glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glDrawBuffers(2, colors);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glDeleteFramebuffers(1, &samples);
    glDeleteRenderbuffers(2, parts);
}

static void slip_captured(void)
{
    glUseProgram(placed);
    glEnable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBeginTransformFeedback(GL_TRIANGLES);
    glDrawArrays(GL_TRIANGLES, 0, NUM_SLIPPED);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
}

static void slip_dispatch(void)
{
    glUseProgram(grid);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glDispatchCompute(NUM_SLIPPED, 1, 1);
    glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT);
}

static const struct {
    const char *name;
    void (*slip)(void);
} modes[] = {
    {"integers", slip_integers}, {"depth", slip_depth},       {"stencil", slip_stencil},
    {"samples", slip_samples},   {"captured", slip_captured}, {"grid", slip_dispatch},
};

/* ---- Frames -------------------------------------------------------------------------------- */

/* Makes four draws. The first draws triangles, the second draws vertices from the buffer, the third
 * draws where the stencil is set, and the last draws the results of the other three to the window.
 * After the first draw, calls slip() unless it is NULL. */
static void draw_frame(void (*slip)(void))
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, SIZE, SIZE);
    glClearBufferfv(GL_COLOR, 0, (const float[4]){0});
    glClearBufferuiv(GL_COLOR, 1, (const GLuint[4]){0});
    glClearBufferfi(GL_DEPTH_STENCIL, 0, 1.0f, 0);
    glUseProgram(placed);
    glDrawArrays(GL_TRIANGLES, 0, 6);
    if (slip)
        slip();
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(fetched);
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLES, 0, NUM_CAPTURED);
    glDisableVertexAttribArray(0);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 1, 0xff);
    glUseProgram(whole);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_STENCIL_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, WIDTH, HEIGHT);
    glUseProgram(show);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof(modes) / sizeof(modes[0]); i++) {
        if (strcmp(argv[1], modes[i].name) != 0)
            continue;
        struct view view = open_view(true);
        make_programs(modes[i].slip == slip_dispatch);
        make_framebuffer();
        make_buffer();
        draw_frame(NULL);
        glXSwapBuffers(view.x, view.window);
        draw_frame(modes[i].slip);
        glXSwapBuffers(view.x, view.window);
        if (glGetError() != GL_NO_ERROR)
            die("an error of OpenGL's");
        return 0;
    }
    die("which mode?");
}
