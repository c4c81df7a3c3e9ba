/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about extensions that Mesa's virgl client has only when it is told so. */
#include "scene.h"

#define VERSION "#version 430 compatibility\n"

static const char quad_vertex[] = VERSION "void main() { gl_Position = gl_Vertex; }\n";

/* Squares that lie over each other, each painted with what was there before it. */
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

/* Sums of quarters, which are exact in any order, in shared memory and in a buffer. */
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

const struct scene scenes_asked[] = {
    {"asked-framebuffer-fetch", framebuffer_fetch, "GL_EXT_shader_framebuffer_fetch_non_coherent"},
    {"asked-atomic-floats", atomic_floats, "GL_NV_shader_atomic_float"},
    {0},
};
