/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about operations on fragments: blending, alpha, stencil and scissor tests, masks, logic
 * operations, occlusion queries. */
#include "scene.h"

/* Draws a background with a gradient in all channels, so that every blend factor is visible. The
 * background is two triangles, because drivers split quads differently. */
static void background(void)
{
    glBegin(GL_TRIANGLE_FAN);
    glColor4f(0.9f, 0.2f, 0.1f, 0.3f);
    glVertex2f(-1.0f, -1.0f);
    glColor4f(0.1f, 0.8f, 0.3f, 0.9f);
    glVertex2f(1.0f, -1.0f);
    glColor4f(0.2f, 0.3f, 0.9f, 0.6f);
    glVertex2f(1.0f, 1.0f);
    glColor4f(0.7f, 0.7f, 0.7f, 0.1f);
    glVertex2f(-1.0f, 1.0f);
    glEnd();
}

static void foreground(void)
{
    glBegin(GL_TRIANGLES);
    glColor4f(0.8f, 0.5f, 0.1f, 0.9f);
    glVertex2f(-0.83f, -0.79f);
    glColor4f(0.1f, 0.6f, 0.7f, 0.5f);
    glVertex2f(0.91f, -0.64f);
    glColor4f(0.5f, 0.2f, 0.9f, 0.2f);
    glVertex2f(0.07f, 0.89f);
    glEnd();
}

static void blend_factors(void)
{
    static const GLenum factors[] = {
        GL_ZERO,
        GL_ONE,
        GL_SRC_COLOR,
        GL_ONE_MINUS_SRC_COLOR,
        GL_DST_COLOR,
        GL_ONE_MINUS_DST_COLOR,
        GL_SRC_ALPHA,
        GL_ONE_MINUS_SRC_ALPHA,
        GL_DST_ALPHA,
        GL_ONE_MINUS_DST_ALPHA,
        GL_CONSTANT_COLOR,
        GL_ONE_MINUS_CONSTANT_COLOR,
        GL_CONSTANT_ALPHA,
        GL_ONE_MINUS_CONSTANT_ALPHA,
        GL_ONE,
        GL_SRC_ALPHA_SATURATE,
    };

    glBlendColor(0.3f, 0.6f, 0.8f, 0.4f);
    for (unsigned i = 0; i < 16; i++) {
        tile(i, 4);
        glDisable(GL_BLEND);
        background();
        glEnable(GL_BLEND);
        /* SRC_ALPHA_SATURATE is a source factor only. */
        if (i == 15)
            glBlendFunc(factors[i], GL_ONE);
        else
            glBlendFunc(factors[i], factors[(i * 7 + 3) % 15]);
        foreground();
    }
}

static void blend_equations(void)
{
    static const GLenum equations[] = {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT,
                                       GL_MIN, GL_MAX};

    for (unsigned i = 0; i < 9; i++) {
        tile(i, 3);
        glDisable(GL_BLEND);
        background();
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        glBlendEquationSeparate(equations[i % 5], equations[(i + 2) % 5]);
        foreground();
        /* Makes the resulting alpha visible, if the window has alpha. */
        glBlendEquation(GL_FUNC_ADD);
        glBlendFunc(GL_DST_ALPHA, GL_ZERO);
        glColor4f(1.0f, 1.0f, 1.0f, 1.0f);
        plain_quad(-0.2f, -0.95f, 0.25f, 0.1f, 0.0f);
    }
}

static const char blended_vertex[] = "#version 150 compatibility\n"
                                     "uniform vec4 color;\n"
                                     "flat out vec4 shade;\n"
                                     "void main() { gl_Position = gl_Vertex; shade = color; }\n";
static const char blended_fragment[] = "#version 150 compatibility\n"
                                       "#extension GL_KHR_blend_equation_advanced : require\n"
                                       "layout(blend_support_all_equations) out;\n"
                                       "flat in vec4 shade;\n"
                                       "out vec4 result;\n"
                                       "void main() { result = shade; }\n";

/* Draws two colours that are partly transparent, the second over the first. */
static void blend_equations_advanced(void)
{
    static const GLenum equations[] = {
        GL_MULTIPLY_KHR,       GL_SCREEN_KHR,     GL_OVERLAY_KHR,        GL_DARKEN_KHR,
        GL_LIGHTEN_KHR,        GL_COLORDODGE_KHR, GL_COLORBURN_KHR,      GL_HARDLIGHT_KHR,
        GL_SOFTLIGHT_KHR,      GL_DIFFERENCE_KHR, GL_EXCLUSION_KHR,      GL_HSL_HUE_KHR,
        GL_HSL_SATURATION_KHR, GL_HSL_COLOR_KHR,  GL_HSL_LUMINOSITY_KHR,
    };

    for (unsigned i = 0; i < 15; i++) {
        tile(i, 4);
        glUseProgram(0);
        glDisable(GL_BLEND);
        background();
        GLuint program = use_program(blended_vertex, blended_fragment);
        GLint color = glGetUniformLocation(program, "color");
        glEnable(GL_BLEND);
        glBlendEquation(equations[i]);
        glBlendBarrierKHR();
        glUniform4f(color, 0.6f, 0.2f, 0.1f, 0.7f);
        plain_quad(-0.7f, -0.8f, 0.3f, 0.6f, 0.0f);
        glBlendBarrierKHR();
        glUniform4f(color, 0.1f, 0.5f, 0.4f, 0.6f);
        plain_quad(-0.3f, -0.4f, 0.8f, 0.9f, 0.0f);
    }
}

static void color_mask(void)
{
    for (unsigned i = 0; i < 8; i++) {
        tile(i, 3);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        background();
        glColorMask((i & 1) != 0, (i & 2) != 0, (i & 4) != 0, GL_TRUE);
        foreground();
    }
    glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
    glEnable(GL_SCISSOR_TEST);
    glScissor(90, 90, 30, 30);
    glClearColor(1.0f, 0.7f, 1.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
}

static void logic_operations(void)
{
    /* The colours are constant, since logic operations would turn a difference in the lowest bit of
     * a gradient into a visible one. */
    glShadeModel(GL_FLAT);
    for (unsigned i = 0; i < 16; i++) {
        tile(i, 4);
        glDisable(GL_COLOR_LOGIC_OP);
        background();
        glEnable(GL_COLOR_LOGIC_OP);
        glLogicOp(GL_CLEAR + i);
        glColor4ub(0x5a, 0xc3, 0x99, 0xff);
        plain_quad(-0.7f, -0.8f, 0.6f, 0.75f, 0.0f);
    }
}

static void alpha_test(void)
{
    glEnable(GL_ALPHA_TEST);
    for (unsigned i = 0; i < 8; i++) {
        tile(i, 3);
        glAlphaFunc(GL_NEVER + i, 0.5f);
        foreground();
        glColor4f(0.9f, 0.9f, 0.2f, 0.5f);
        plain_quad(-0.9f, 0.6f, -0.5f, 0.9f, 0.0f);
    }
    tile(8, 3);
    glAlphaFunc(GL_GREATER, 0.6f);
    checker_texture(16, 16, 3, 5);
    glEnable(GL_TEXTURE_2D);
    glColor4f(1.0f, 1.0f, 1.0f, 1.0f);
    textured_quad(-0.9f, -0.9f, 0.9f, 0.9f, 1.0f);
}

/* Writes a mask to stencil, and makes the mask visible through each comparison. */
static void stencil_masking(void)
{
    glEnable(GL_STENCIL_TEST);
    for (unsigned i = 0; i < 8; i++) {
        tile(i, 3);
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        glStencilFunc(GL_ALWAYS, 1, 0xff);
        glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
        foreground();
        glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
        plain_quad(-0.4f, -0.9f, 0.43f, 0.3f, 0.0f);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
        glStencilFunc(GL_NEVER + i, 1, 0xff);
        background();
    }
}

/* Executes all eight stencil operations, and makes their results visible, one stencil value at a
 * time. */
static void stencil_operations(void)
{
    static const GLenum operations[] = {GL_KEEP,      GL_ZERO, GL_REPLACE,   GL_INCR,
                                        GL_INCR_WRAP, GL_DECR, GL_DECR_WRAP, GL_INVERT};

    glEnable(GL_STENCIL_TEST);
    glEnable(GL_DEPTH_TEST);
    for (unsigned i = 0; i < 8; i++) {
        tile(i, 3);
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        glStencilMask(0xff);
        glStencilFunc(GL_ALWAYS, 0xff, 0xff);
        glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
        plain_quad(-1.0f, -1.0f, 0.0f, 1.0f, 0.5f);
        glStencilMask(0x3f);
        glStencilFunc(GL_ALWAYS, 0x2a, 0xff);
        glStencilOp(GL_KEEP, operations[(i + 3) % 8], operations[i]);
        plain_quad(-0.6f, -0.7f, 0.7f, 0.1f, 0.0f);
        plain_quad(-0.7f, -0.2f, 0.6f, 0.7f, 0.9f);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
        glDisable(GL_DEPTH_TEST);
        for (unsigned bit = 0; bit < 8; bit++) {
            float top = -1.01f + 0.25f * (float)(bit + 1);

            glStencilFunc(GL_NOTEQUAL, 0, 1u << bit);
            glColor3f(0.2f + 0.1f * (float)bit, 1.0f - 0.1f * (float)bit, bit & 1 ? 0.2f : 0.8f);
            plain_quad(-1.0f, top - 0.25f, 1.0f, top, 0.0f);
        }
        glEnable(GL_DEPTH_TEST);
    }
}

static void stencil_two_sided(void)
{
    glEnable(GL_STENCIL_TEST);
    glStencilFuncSeparate(GL_FRONT, GL_ALWAYS, 5, 0xff);
    glStencilFuncSeparate(GL_BACK, GL_ALWAYS, 9, 0xff);
    glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_REPLACE);
    glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, GL_INVERT);
    plain_quad(-0.9f, -0.8f, 0.3f, 0.7f, 0.0f);
    plain_quad(0.9f, -0.5f, -0.2f, 0.9f, 0.0f);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    static const GLint values[] = {0, 5, 0xff, 0xfa};
    for (unsigned i = 0; i < 4; i++) {
        glStencilFunc(GL_EQUAL, values[i], 0xff);
        glColor3f(0.3f * (float)i, 0.8f - 0.2f * (float)i, i & 1 ? 0.9f : 0.2f);
        plain_quad(-1.0f, -1.0f, 1.0f, 1.0f, 0.0f);
    }
}

static void scissor_and_viewport(void)
{
    glEnable(GL_SCISSOR_TEST);
    for (unsigned i = 0; i < 4; i++) {
        glViewport((GLint)(i * 23) - 11, (GLint)(i * 19) - 7, 50 + (GLint)i * 11, 71);
        glScissor((GLint)(i * 27) + 3, (GLint)(i * 24) + 1, 37, 29 + (GLint)i * 3);
        glClearColor(0.2f * (float)i, 0.3f, 0.7f - 0.2f * (float)i, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        foreground();
    }
    glViewport(90, 4, 30, 30);
    glScissor(0, 0, 0, 0);
    background();
}

static void depth_range_and_mask(void)
{
    glEnable(GL_DEPTH_TEST);
    glDepthRange(0.2, 0.7);
    glColor3f(0.3f, 0.6f, 0.3f);
    plain_quad(-0.9f, -0.9f, 0.5f, 0.5f, -1.0f);
    glDepthRange(0.7, 0.0);
    glColor3f(0.7f, 0.3f, 0.2f);
    plain_quad(-0.5f, -0.7f, 0.8f, 0.1f, 0.45f);
    plain_quad(-0.7f, 0.2f, 0.8f, 0.8f, 0.35f);
    glDepthMask(GL_FALSE);
    glDepthRange(0.0, 1.0);
    glColor3f(0.2f, 0.3f, 0.9f);
    plain_quad(-0.2f, -0.95f, 0.2f, 0.9f, -0.9f);
    glDepthMask(GL_TRUE);
    glColor3f(0.9f, 0.9f, 0.3f);
    plain_quad(-0.8f, -0.2f, 0.9f, -0.05f, -0.7f);
    glEnable(GL_SCISSOR_TEST);
    glScissor(60, 60, 40, 40);
    glClearDepth(0.05);
    glClear(GL_DEPTH_BUFFER_BIT);
    glColor3f(1.0f, 0.2f, 0.8f);
    glDisable(GL_SCISSOR_TEST);
    plain_quad(-0.3f, -0.3f, 0.95f, 0.95f, -0.85f);
}

/* Reports occlusion counts of shapes whose edges lie between pixel centres, so that the counts are
 * equal on all devices. */
static void occlusion_query(void)
{
    static const char *const names[] = {"all", "part", "none"};
    GLuint queries[3];

    glEnable(GL_DEPTH_TEST);
    glGenQueries(3, queries);
    for (unsigned i = 0; i < 3; i++) {
        glColor3f(0.9f, 0.3f * (float)i, 0.2f);
        glBeginQuery(GL_SAMPLES_PASSED, queries[i]);
        plain_quad(-0.75f, -0.75f + 0.25f * (float)i, 0.5f, 0.5f, i == 2 ? 0.5f : -0.2f * (float)i);
        glEndQuery(GL_SAMPLES_PASSED);
        glColor3f(0.2f, 0.4f, 0.8f);
        plain_quad(-0.5f, -0.5f, 0.25f, 0.25f, -0.3f);
    }
    for (unsigned i = 0; i < 3; i++) {
        GLuint count = 0;

        glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &count);
        report_value(names[i], count);
    }
    glDeleteQueries(3, queries);
}

const struct scene scenes_fragment[] = {
    {"blend-factors", blend_factors},
    {"blend-equations", blend_equations},
    {"blend-equations-advanced", blend_equations_advanced,
     .needs = "GL_KHR_blend_equation_advanced"},
    {"color-mask", color_mask},
    {"logic-operations", logic_operations},
    {"alpha-test", alpha_test},
    {"stencil-masking", stencil_masking},
    {"stencil-operations", stencil_operations},
    {"stencil-two-sided", stencil_two_sided},
    {"scissor-viewport", scissor_and_viewport},
    {"depth-range-mask", depth_range_and_mask},
    {"occlusion-query", occlusion_query},
    {0},
};
