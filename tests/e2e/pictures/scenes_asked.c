/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about extensions that Mesa's virgl client offers only on request. */
#include "scene.h"

#define VERSION "#version 430 compatibility\n"

static const char quad_vertex[] = VERSION "void main() { gl_Position = gl_Vertex; }\n";

/* Draws overlapping squares, each painted with the colour that was there before it. */
static void framebuffer_fetch(void)
{
    static const char fragment[] =
        VERSION "#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require\n"
                "layout(noncoherent, location = 0) inout vec4 color;\n"
                "uniform vec4 tint;\n"
                "void main()\n"
                "{\n"
                "    color = vec4(mix(1.0 - color.gbr, tint.rgb, tint.a * color.r), 1.0);\n"
                "}\n";
    GLuint program;

    glBegin(GL_TRIANGLE_STRIP);
    for (unsigned i = 0; i < 4; i++) {
        glColor3f(i & 1 ? 0.9f : 0.2f, i & 2 ? 0.8f : 0.1f, i == 1 ? 1.0f : 0.3f);
        glVertex2f(i & 1 ? 0.95f : -0.95f, i & 2 ? 0.95f : -0.95f);
    }
    glEnd();
    program = use_program(quad_vertex, fragment);
    for (unsigned i = 0; i < 8; i++) {
        float at = -0.9f + 0.15f * (float)i;

        glUniform4f(glGetUniformLocation(program, "tint"), 0.1f * (float)i, 0.7f, 0.2f, 0.5f);
        glFramebufferFetchBarrierEXT();
        plain_quad(at, at * 0.8f, at + 0.7f, at * 0.8f + 0.6f, 0.0f);
    }
}

/* Adds up quarters, which are exact in any order, in shared memory and in a buffer. */
static void atomic_floats(void)
{
    const struct stage_text add = {GL_COMPUTE_SHADER, VERSION
                                   "#extension GL_NV_shader_atomic_float : require\n"
                                   "layout(local_size_x = 64) in;\n"
                                   "layout(std430, binding = 0) buffer Sums { float sums[]; };\n"
                                   "shared float part;\n"
                                   "void main()\n"
                                   "{\n"
                                   "    uint i = gl_GlobalInvocationID.x;\n"
                                   "    if (gl_LocalInvocationIndex == 0u)\n"
                                   "        part = 0.0;\n"
                                   "    barrier();\n"
                                   "    atomicAdd(part, 0.25 * float(i % 5u));\n"
                                   "    atomicAdd(sums[i * 7u % 64u], 0.25 * float(i % 13u));\n"
                                   "    barrier();\n"
                                   "    if (gl_LocalInvocationIndex == 0u)\n"
                                   "        atomicExchange(sums[64u + gl_WorkGroupID.x], part);\n"
                                   "}\n"};
    static const char show[] =
        VERSION "layout(std430, binding = 0) buffer Sums { float sums[]; };\n"
                "void main()\n"
                "{\n"
                "    uvec2 p = uvec2(gl_FragCoord.xy) / 16u;\n"
                "    float part = sums[64u + p.x * p.y % 16u];\n"
                "    gl_FragColor = vec4(sums[p.y * 8u + p.x] / 64.0, part / 64.0, 0.5, 1.0);\n"
                "}\n";
    static const GLfloat zeros[64 + 16];
    GLuint buffer;

    glGenBuffers(1, &buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof(zeros), zeros, GL_DYNAMIC_DRAW);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    use_stages(&add, 1);
    glDispatchCompute(16, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    use_program(quad_vertex, show);
    plain_quad(-0.97f, -0.97f, 0.97f, 0.97f, 0.0f);
}

/* Draws to four viewports that the vertex shader selects. */
static void vertex_viewports(void)
{
    static const char vertex[] = VERSION "#extension GL_ARB_shader_viewport_layer_array : require\n"
                                         "uniform int which;\n"
                                         "void main()\n"
                                         "{\n"
                                         "    gl_Position = gl_Vertex;\n"
                                         "    gl_ViewportIndex = which;\n"
                                         "}\n";
    static const char fragment[] = VERSION "uniform vec4 tint;\n"
                                           "void main() { gl_FragColor = tint; }\n";
    GLuint program = use_program(vertex, fragment);

    for (unsigned i = 0; i < 4; i++)
        glViewportIndexedf(i, (float)(i % 2 * 64), (float)(i / 2 * 64), 64.0f, 64.0f);
    for (int i = 0; i < 4; i++) {
        float size = 0.3f + 0.2f * (float)i;

        glUniform1i(glGetUniformLocation(program, "which"), i);
        glUniform4f(glGetUniformLocation(program, "tint"), i & 1 ? 1.0f : 0.3f, i & 2 ? 0.9f : 0.2f,
                    0.6f, 1.0f);
        plain_quad(-size, -size, size, size, 0.0f);
    }
}

/* Draws a shape, and then a surface behind the shape. The surface's brightness is the number of a
 * pixel's samples that pass the depth test, which varies along the shape's edge. */
static void post_depth_coverage(void)
{
    static const char plain[] =
        VERSION "void main() { gl_FragColor = vec4(0.2, 0.1, 0.0, 1.0); }\n";
    static const char counting[] =
        VERSION "#extension GL_ARB_post_depth_coverage : require\n"
                "layout(early_fragment_tests, post_depth_coverage) in;\n"
                "void main()\n"
                "{\n"
                "    float samples = float(bitCount(gl_SampleMaskIn[0]));\n"
                "    gl_FragColor = vec4(0.0, samples / 4.0, 0.5, 1.0);\n"
                "}\n";
    GLuint framebuffer, buffers[2];

    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(2, buffers);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (unsigned i = 0; i < 2; i++) {
        glBindRenderbuffer(GL_RENDERBUFFER, buffers[i]);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, i ? GL_DEPTH_COMPONENT24 : GL_RGBA8,
                                         PICTURE_SIZE, PICTURE_SIZE);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, i ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0,
                                  GL_RENDERBUFFER, buffers[i]);
    }
    clear_all(0.0f, 0.0f, 0.0f);
    glEnable(GL_DEPTH_TEST);
    use_program(quad_vertex, plain);
    glBegin(GL_TRIANGLES);
    glVertex3f(-0.9f, -0.8f, -0.5f);
    glVertex3f(0.85f, -0.35f, -0.5f);
    glVertex3f(-0.2f, 0.9f, -0.5f);
    glEnd();
    use_program(quad_vertex, counting);
    /* One triangle, since a quad may be split along either diagonal. */
    glBegin(GL_TRIANGLES);
    glVertex3f(-1.0f, -1.0f, 0.5f);
    glVertex3f(3.0f, -1.0f, 0.5f);
    glVertex3f(-1.0f, 3.0f, 0.5f);
    glEnd();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, PICTURE_SIZE, PICTURE_SIZE, 0, 0, PICTURE_SIZE, PICTURE_SIZE,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

const struct scene scenes_asked[] = {
    {"asked-framebuffer-fetch", framebuffer_fetch, "GL_EXT_shader_framebuffer_fetch_non_coherent"},
    {"asked-atomic-floats", atomic_floats, "GL_NV_shader_atomic_float"},
    {"asked-vertex-viewports", vertex_viewports, "GL_ARB_shader_viewport_layer_array"},
    {"asked-post-depth-coverage", post_depth_coverage, "GL_ARB_post_depth_coverage"},
    {0},
};
