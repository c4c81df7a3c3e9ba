/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about the stages between vertices and fragments: tessellation of every domain and spacing,
 * geometry shaders, layers and viewports. */
#include <stdio.h>

#include "scene.h"

#define VERSION "#version 400 compatibility\n"

static const char pass_vertex[] = VERSION "out vec3 color_in;\n"
                                          "void main()\n"
                                          "{\n"
                                          "    color_in = gl_Color.rgb;\n"
                                          "    gl_Position = gl_Vertex;\n"
                                          "}\n";

static const char plain_fragment[] = VERSION "in vec3 color;\n"
                                             "void main() { gl_FragColor = vec4(color, 1.0); }\n";

static void corner(float red, float green, float blue, float x, float y)
{
    glColor3f(red, green, blue);
    glVertex2f(x, y);
}

static void patch_vertices_of(unsigned num)
{
    glPatchParameteri(GL_PATCH_VERTICES, (GLint)num);
    glBegin(GL_PATCHES);
    corner(1.0f, 0.2f, 0.1f, -0.87f, -0.83f);
    corner(0.1f, 0.9f, 0.3f, 0.91f, -0.64f);
    if (num > 3)
        corner(0.9f, 0.9f, 0.2f, 0.73f, 0.88f);
    corner(0.2f, 0.3f, 1.0f, -0.69f, 0.79f);
    glEnd();
}

static const char level_control[] =
    VERSION "layout(vertices = 3) out;\n"
            "uniform vec4 levels;\n"
            "in vec3 color_in[];\n"
            "out vec3 color_patch[];\n"
            "patch out vec2 bend;\n"
            "void main()\n"
            "{\n"
            "    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
            "    color_patch[gl_InvocationID] = color_in[gl_InvocationID];\n"
            "    if (gl_InvocationID == 0) {\n"
            "        gl_TessLevelOuter[0] = levels.x;\n"
            "        gl_TessLevelOuter[1] = levels.y;\n"
            "        gl_TessLevelOuter[2] = levels.z;\n"
            "        gl_TessLevelInner[0] = levels.w;\n"
            "        bend = vec2(0.3, -0.2);\n"
            "    }\n"
            "}\n";

/* Draws triangles that the evaluation shader bends by outputs of the control shader, with one
 * program for each spacing. */
static void tess_triangles(void)
{
    static const char *const layouts[] = {
        VERSION "layout(triangles, equal_spacing, ccw) in;\n",
        VERSION "layout(triangles, fractional_odd_spacing, ccw) in;\n",
        VERSION "layout(triangles, fractional_even_spacing, cw) in;\n",
    };
    static const char body[] =
        "in vec3 color_patch[];\n"
        "patch in vec2 bend;\n"
        "out vec3 color;\n"
        "void main()\n"
        "{\n"
        "    vec3 t = gl_TessCoord;\n"
        "    vec4 at = gl_in[0].gl_Position * t.x + gl_in[1].gl_Position * t.y\n"
        "        + gl_in[2].gl_Position * t.z;\n"
        "    at.xy += bend * t.x * t.y * 4.0;\n"
        "    color = color_patch[0] * t.x + color_patch[1] * t.y + color_patch[2] * t.z;\n"
        "    color *= 0.5 + 0.5 * fract(t.x * 5.0);\n"
        "    gl_Position = at;\n"
        "}\n";
    static const GLfloat levels[][4] = {
        {1.0f, 1.0f, 1.0f, 1.0f}, {2.0f, 3.0f, 5.0f, 4.0f}, {3.3f, 6.7f, 1.9f, 5.2f}};

    for (unsigned i = 0; i < 9; i++) {
        char text[1024];

        snprintf(text, sizeof(text), "%s%s", layouts[i / 3], body);
        const struct stage_text stages[] = {{GL_VERTEX_SHADER, pass_vertex},
                                            {GL_TESS_CONTROL_SHADER, level_control},
                                            {GL_TESS_EVALUATION_SHADER, text},
                                            {GL_FRAGMENT_SHADER, plain_fragment}};
        GLuint program = use_stages(stages, 4);
        tile(i, 3);
        glUniform4fv(glGetUniformLocation(program, "levels"), 1, levels[i % 3]);
        patch_vertices_of(3);
        glDeleteProgram(program);
    }
}

static const char quad_evaluation[] =
    "out vec3 color;\n"
    "void main()\n"
    "{\n"
    "    vec2 t = gl_TessCoord.xy;\n"
    "    vec4 low = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, t.x);\n"
    "    vec4 high = mix(gl_in[3].gl_Position, gl_in[2].gl_Position, t.x);\n"
    "    gl_Position = mix(low, high, t.y);\n"
    "    gl_Position.y += 0.1 * sin(t.x * 7.0);\n"
    "    color = vec3(t, 1.0 - t.x * t.y);\n"
    "}\n";

/* Draws quads, isolines and points with programs that have no control shader, so that the
 * tessellation levels are taken from the context's state. */
static void tess_quads(void)
{
    static const char *const layouts[] = {
        VERSION "layout(quads, equal_spacing) in;\n",
        VERSION "layout(quads, fractional_odd_spacing, cw) in;\n",
        VERSION "layout(isolines) in;\n",
        VERSION "layout(quads, equal_spacing, point_mode) in;\n",
    };
    static const GLfloat outer[] = {4.0f, 6.0f, 3.0f, 5.0f};
    static const GLfloat inner[] = {3.0f, 7.0f};

    glPatchParameterfv(GL_PATCH_DEFAULT_OUTER_LEVEL, outer);
    glPatchParameterfv(GL_PATCH_DEFAULT_INNER_LEVEL, inner);
    for (unsigned i = 0; i < 4; i++) {
        char text[1024];

        snprintf(text, sizeof(text), "%s%s", layouts[i], quad_evaluation);
        const struct stage_text stages[] = {{GL_VERTEX_SHADER, pass_vertex},
                                            {GL_TESS_EVALUATION_SHADER, text},
                                            {GL_FRAGMENT_SHADER, plain_fragment}};
        use_stages(stages, 3);
        tile(i, 2);
        patch_vertices_of(4);
    }
}

/* Draws a triangle with a geometry shader. Each of its invocations emits a copy of the triangle to
 * a different viewport. */
static void geometry_viewports(void)
{
    static const char geometry[] =
        VERSION "#extension GL_ARB_viewport_array : require\n"
                "#extension GL_ARB_gpu_shader5 : require\n"
                "layout(triangles, invocations = 4) in;\n"
                "layout(triangle_strip, max_vertices = 6) out;\n"
                "in vec3 color_in[];\n"
                "out vec3 color;\n"
                "void corner(int i, float size, float shade)\n"
                "{\n"
                "    gl_ViewportIndex = gl_InvocationID;\n"
                "    gl_Position = vec4(gl_in[i].gl_Position.xy * size, 0.0, 1.0);\n"
                "    color = color_in[i] * shade;\n"
                "    EmitVertex();\n"
                "}\n"
                "void main()\n"
                "{\n"
                "    for (int pass = 0; pass < 2; pass++) {\n"
                "        for (int i = 0; i < 3; i++)\n"
                "            corner((i + gl_InvocationID) % 3, pass == 0 ? 1.0 : -0.4,\n"
                "                   pass == 0 ? 0.8 : 0.4 + 0.15 * float(gl_InvocationID));\n"
                "        EndPrimitive();\n"
                "    }\n"
                "}\n";
    const struct stage_text stages[] = {{GL_VERTEX_SHADER, pass_vertex},
                                        {GL_GEOMETRY_SHADER, geometry},
                                        {GL_FRAGMENT_SHADER, plain_fragment}};

    use_stages(stages, 3);
    for (unsigned i = 0; i < 4; i++)
        glViewportIndexedf(i, (GLfloat)(i % 2) * 64.0f + 2.0f, (GLfloat)(i / 2) * 64.0f + 3.0f,
                           60.0f - (GLfloat)i * 7.0f, 57.0f);
    glBegin(GL_TRIANGLES);
    corner(1.0f, 0.3f, 0.2f, -0.9f, -0.8f);
    corner(0.2f, 1.0f, 0.3f, 0.85f, -0.7f);
    corner(0.3f, 0.2f, 1.0f, -0.2f, 0.9f);
    glEnd();
}

/* Draws with a geometry shader that turns lines with adjacency into bands, whose shade depends on
 * the angle to the adjacent lines. */
static void geometry_adjacency(void)
{
    static const char geometry[] =
        VERSION "layout(lines_adjacency) in;\n"
                "layout(triangle_strip, max_vertices = 4) out;\n"
                "in vec3 color_in[];\n"
                "out vec3 color;\n"
                "void main()\n"
                "{\n"
                "    vec2 before = gl_in[1].gl_Position.xy - gl_in[0].gl_Position.xy;\n"
                "    vec2 after = gl_in[3].gl_Position.xy - gl_in[2].gl_Position.xy;\n"
                "    float bend = dot(normalize(before), normalize(after)) * 0.4 + 0.5;\n"
                "    for (int i = 1; i < 3; i++) {\n"
                "        color = color_in[i] * bend;\n"
                "        gl_Position = gl_in[i].gl_Position + vec4(0.0, 0.07, 0.0, 0.0);\n"
                "        EmitVertex();\n"
                "        color = vec3(float(gl_PrimitiveIDIn) / 12.0, bend, 0.3);\n"
                "        gl_Position = gl_in[i].gl_Position - vec4(0.0, 0.09, 0.0, 0.0);\n"
                "        EmitVertex();\n"
                "    }\n"
                "}\n";
    const struct stage_text stages[] = {{GL_VERTEX_SHADER, pass_vertex},
                                        {GL_GEOMETRY_SHADER, geometry},
                                        {GL_FRAGMENT_SHADER, plain_fragment}};

    use_stages(stages, 3);
    for (unsigned line = 0; line < 3; line++) {
        glBegin(GL_LINE_STRIP_ADJACENCY);
        for (int i = 0; i < 12; i++)
            corner(0.9f, 0.3f + 0.3f * (float)line, 0.2f, -1.1f + 0.2f * (float)i,
                   -0.6f + 0.6f * (float)line + ((i * (3 + (int)line)) % 5 - 2) * 0.08f);
        glEnd();
        /* Without a flush between the draws Mesa would merge them, and llvmpipe would not restart
         * gl_PrimitiveIDIn at 0 for each draw. */
        glFlush();
    }
}

/* Draws to all layers of an array texture by one draw; each layer has a different view. */
static void geometry_layers(void)
{
    static const char geometry[] = VERSION "layout(triangles) in;\n"
                                           "layout(triangle_strip, max_vertices = 12) out;\n"
                                           "in vec3 color_in[];\n"
                                           "out vec3 color;\n"
                                           "void main()\n"
                                           "{\n"
                                           "    for (int layer = 0; layer < 4; layer++) {\n"
                                           "        for (int i = 0; i < 3; i++) {\n"
                                           "            vec2 p = gl_in[i].gl_Position.xy;\n"
                                           "            p = layer % 2 == 1 ? -p.yx : p;\n"
                                           "            gl_Layer = layer;\n"
                                           "            color = color_in[(i + layer) % 3];\n"
                                           "            gl_Position = vec4(p, 0.0, 1.0);\n"
                                           "            EmitVertex();\n"
                                           "        }\n"
                                           "        EndPrimitive();\n"
                                           "    }\n"
                                           "}\n";
    const struct stage_text stages[] = {{GL_VERTEX_SHADER, pass_vertex},
                                        {GL_GEOMETRY_SHADER, geometry},
                                        {GL_FRAGMENT_SHADER, plain_fragment}};
    GLuint texture, framebuffers[2];

    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, 64, 64, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(2, framebuffers);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[0]);
    glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
    glViewport(0, 0, 64, 64);
    clear_all(0.2f, 0.1f, 0.3f);
    use_stages(stages, 3);
    glBegin(GL_TRIANGLES);
    corner(1.0f, 0.9f, 0.2f, -0.93f, -0.81f);
    corner(0.2f, 0.8f, 0.9f, 0.77f, -0.41f);
    corner(0.9f, 0.2f, 0.8f, -0.37f, 0.69f);
    glEnd();
    for (GLint layer = 0; layer < 4; layer++) {
        GLint x = layer % 2 * 64, y = layer / 2 * 64;

        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[1]);
        glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, layer);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
        glBlitFramebuffer(0, 0, 64, 64, x, y, x + 64, y + 64, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

const struct scene scenes_stages[] = {
    {"tess-triangles", tess_triangles, .needs = "GL_ARB_tessellation_shader"},
    {"tess-quads", tess_quads, .needs = "GL_ARB_tessellation_shader"},
    {"geometry-viewports", geometry_viewports, .needs = "GL_ARB_viewport_array"},
    {"geometry-adjacency", geometry_adjacency, .needs = "GL_ARB_gpu_shader5"},
    {"geometry-layers", geometry_layers, .needs = "GL_ARB_gpu_shader5"},
    {0},
};
