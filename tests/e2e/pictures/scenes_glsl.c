/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about shaders: control flow, arrays, built-in functions and variables, derivatives,
 * discard, interpolation, uniforms that change between draws. */
#include <stdio.h>

#include "scene.h"

static const char pass_vertex[] = "varying vec2 at;\n"
                                  "void main()\n"
                                  "{\n"
                                  "    at = gl_Vertex.xy;\n"
                                  "    gl_FrontColor = gl_Color;\n"
                                  "    gl_Position = gl_Vertex;\n"
                                  "}\n";

static void full_quad(void)
{
    glColor3f(0.8f, 0.6f, 0.4f);
    plain_quad(-0.97f, -0.97f, 0.97f, 0.97f, 0.0f);
}

/* Draws with a shader that contains nested loops with break and continue. The numbers of iterations
 * differ between pixels. */
static void loops(void)
{
    static const char fragment[] =
        "varying vec2 at;\n"
        "void main()\n"
        "{\n"
        "    vec2 z = vec2(0.0);\n"
        "    int steps = 0;\n"
        "    float odd = 0.0;\n"
        "    for (int i = 0; i < 24; i++) {\n"
        "        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y)\n"
        "            + at * 1.3 - vec2(0.5, 0.0);\n"
        "        if (dot(z, z) > 4.0)\n"
        "            break;\n"
        "        steps++;\n"
        "        if (z.x < 0.0)\n"
        "            continue;\n"
        "        for (int k = 0; k < 3; k++)\n"
        "            odd += float(k) * 0.01;\n"
        "    }\n"
        "    gl_FragColor = vec4(float(steps) / 24.0, odd, at.x * 0.5 + 0.5, 1.0);\n"
        "}\n";

    use_program(pass_vertex, fragment);
    full_quad();
}

static void uniform_arrays(void)
{
    static const char fragment[] =
        "uniform vec4 palette[7];\n"
        "uniform mat3 turn;\n"
        "uniform int first;\n"
        "varying vec2 at;\n"
        "void main()\n"
        "{\n"
        "    vec3 p = turn * vec3(at, 1.0);\n"
        "    float idx = mod(floor(p.x * 5.0) + floor(p.y * 4.0), 7.0);\n"
        "    vec4 sum = palette[first] * 0.2;\n"
        "    gl_FragColor = sum + palette[int(idx)] * 0.8;\n"
        "}\n";
    static const GLfloat turn[] = {0.8f, 0.37f, 0.0f, -0.41f, 0.9f, 0.0f, 0.063f, 0.11f, 1.0f};
    GLfloat palette[7][4];
    GLuint program = use_program(pass_vertex, fragment);

    for (unsigned i = 0; i < 7; i++) {
        palette[i][0] = i & 1 ? 0.9f : 0.2f;
        palette[i][1] = i & 2 ? 0.8f : 0.1f;
        palette[i][2] = i & 4 ? 1.0f : 0.15f;
        palette[i][3] = 1.0f;
    }
    glUniform4fv(glGetUniformLocation(program, "palette"), 7, palette[0]);
    glUniformMatrix3fv(glGetUniformLocation(program, "turn"), 1, GL_FALSE, turn);
    for (unsigned i = 0; i < 4; i++) {
        tile(i, 2);
        glUniform1i(glGetUniformLocation(program, "first"), (GLint)i * 2);
        full_quad();
    }
}

/* Draws with local arrays that are written and read at computed indices. */
static void local_arrays(void)
{
    static const char fragment[] =
        "varying vec2 at;\n"
        "uniform int stride;\n"
        "void main()\n"
        "{\n"
        "    float values[8];\n"
        "    for (int i = 0; i < 8; i++)\n"
        "        values[i] = fract(at.x * float(i) * 0.37 + 0.11);\n"
        "    int k = int(mod(floor((at.y + 1.0) * 7.3), 8.0));\n"
        "    values[k] = 1.0;\n"
        "    float sum = 0.0;\n"
        "    for (int i = 0; i < 8; i += stride)\n"
        "        sum += values[i];\n"
        "    gl_FragColor = vec4(sum / 8.0, values[7 - k], values[k / 2], 1.0);\n"
        "}\n";
    GLuint program = use_program(pass_vertex, fragment);

    glUniform1i(glGetUniformLocation(program, "stride"), 2);
    full_quad();
}

static void functions(void)
{
    static const char *const expressions[] = {
        "vec3(sin(x * 3.0), cos(y * 4.0), tan(x)) * 0.5 + 0.5",
        "vec3(asin(x), acos(y), atan(y, x)) * 0.3 + 0.4",
        "vec3(pow(abs(x), 1.7), exp(y) * 0.3, log(abs(x) + 0.1) * 0.3 + 0.8)",
        "vec3(exp2(x) * 0.5, log2(abs(y) + 0.2) * 0.3 + 0.8, sqrt(abs(x)))",
        "vec3(floor(x * 4.0), ceil(y * 3.0), fract(x * 5.01)) * 0.2 + 0.5",
        "vec3(mod(x, 0.31), min(x, y), max(x, -y)) * 0.6 + 0.4",
        "vec3(clamp(x, -0.3, 0.4), mix(x, y, 0.3), step(0.1, x)) * 0.5 + 0.5",
        "vec3(smoothstep(-0.5, 0.6, x), length(vec2(x, y)), distance(vec2(x, y), vec2(0.3))) * 0.7",
        "reflect(normalize(vec3(x, y, 0.4)), vec3(0.0, 0.6, 0.8)) * 0.5 + 0.5",
        "refract(normalize(vec3(x, y, -0.9)), vec3(0.0, 0.0, 1.0), 0.8) * 0.5 + 0.5",
        "cross(vec3(x, y, 0.5), vec3(0.2, 0.7, -0.4)) * 0.5 + 0.5",
        "(mat3(0.8, 0.1, x, y, 0.5, 0.2, 0.3, 0.4, 0.9) * vec3(x, y, 0.7)) * 0.5 + 0.5",
        "faceforward(vec3(x, y, 0.3), vec3(0.1, 0.2, 1.0), vec3(x, x, y)) * 0.5 + 0.5",
        "vec3(lessThan(vec3(x, y, 0.1), vec3(y, 0.2, x)))",
        "vec3(inversesqrt(abs(x) + 0.6) * 0.6, sign(y) * 0.4 + 0.5, abs(x * y))",
        "vec3(radians(x * 90.0), degrees(y) * 0.01, dot(vec2(x, y), vec2(y, 0.3))) * 0.5 + 0.4",
    };
    char fragment[512];

    for (unsigned i = 0; i < 16; i++) {
        snprintf(fragment, sizeof(fragment),
                 "varying vec2 at;\n"
                 "void main() { float x = at.x, y = at.y; gl_FragColor = vec4(%s, 1.0); }\n",
                 expressions[i]);
        tile(i, 4);
        use_program(pass_vertex, fragment);
        full_quad();
    }
}

static void discard_holes(void)
{
    static const char fragment[] = "varying vec2 at;\n"
                                   "void main()\n"
                                   "{\n"
                                   "    vec2 cell = fract(at * 3.3) - 0.5;\n"
                                   "    if (dot(cell, cell) < 0.09)\n"
                                   "        discard;\n"
                                   "    gl_FragColor = vec4(cell + 0.5, 0.4, 1.0);\n"
                                   "}\n";

    glEnable(GL_DEPTH_TEST);
    use_program(pass_vertex, fragment);
    full_quad();
    glUseProgram(0);
    glColor3f(0.2f, 0.2f, 0.9f);
    plain_quad(-1.0f, -0.6f, 1.0f, 0.7f, 0.5f);
}

static void derivatives(void)
{
    static const char fragment[] =
        "varying vec2 at;\n"
        "void main()\n"
        "{\n"
        "    float f = at.x * at.x * 8.0 + at.y * 3.0;\n"
        "    gl_FragColor = vec4(abs(dFdx(f)) * 4.0, abs(dFdy(f)) * 8.0,\n"
        "                        fwidth(f) * 3.0, 1.0);\n"
        "}\n";

    use_program(pass_vertex, fragment);
    full_quad();
}

/* Draws with gl_FragCoord, gl_FrontFacing and gl_PointCoord. The window's origin is at the
 * bottom. */
static void builtin_inputs(void)
{
    static const char fragment[] =
        "void main()\n"
        "{\n"
        "    vec2 p = gl_FragCoord.xy / 128.0;\n"
        "    gl_FragColor = vec4(p, gl_FrontFacing ? gl_FragCoord.z : 0.0, 1.0);\n"
        "}\n";
    static const char sprite[] = "#version 120\n"
                                 "void main() { gl_FragColor = vec4(gl_PointCoord, 0.3, 1.0); }\n";

    use_program(pass_vertex, fragment);
    plain_quad(-0.9f, -0.9f, 0.1f, 0.3f, 0.4f);
    plain_quad(0.9f, -0.9f, 0.2f, 0.3f, 0.4f);
    use_program(pass_vertex, sprite);
    glEnable(GL_POINT_SPRITE);
    glPointSize(30.0f);
    glBegin(GL_POINTS);
    glVertex2f(-0.52f, 0.63f);
    glVertex2f(0.41f, 0.66f);
    glEnd();
}

/* Draws with a vertex shader that outputs point sizes, colours, and a two-sided colour. */
static void vertex_outputs(void)
{
    static const char vertex[] = "void main()\n"
                                 "{\n"
                                 "    gl_Position = gl_Vertex;\n"
                                 "    gl_PointSize = 3.0 + 2.0 * floor(7.0 * abs(gl_Vertex.x));\n"
                                 "    gl_FrontColor = vec4(gl_Vertex.xy * 0.5 + 0.5, 0.2, 1.0);\n"
                                 "    gl_BackColor = vec4(0.2, 0.9, gl_Vertex.y, 1.0);\n"
                                 "}\n";
    static const char fragment[] = "void main() { gl_FragColor = gl_Color; }\n";

    use_program(vertex, fragment);
    glEnable(GL_VERTEX_PROGRAM_POINT_SIZE);
    glEnable(GL_VERTEX_PROGRAM_TWO_SIDE);
    glBegin(GL_POINTS);
    for (int i = 0; i < 6; i++)
        glVertex2f(-0.8515625f + 0.328125f * (float)i, 0.7109375f);
    glEnd();
    plain_quad(-0.9f, -0.9f, -0.1f, 0.3f, 0.0f);
    plain_quad(0.9f, -0.9f, 0.1f, 0.3f, 0.0f);
}

static void many_varyings(void)
{
    static const char vertex[] = "varying vec4 v[6];\n"
                                 "varying mat2 m;\n"
                                 "varying float f;\n"
                                 "void main()\n"
                                 "{\n"
                                 "    gl_Position = gl_Vertex;\n"
                                 "    v[0] = gl_Vertex.xyxy * 0.1;\n"
                                 "    v[1] = gl_Vertex.xyyx * 0.2;\n"
                                 "    v[2] = gl_Vertex.yxyx * 0.3;\n"
                                 "    v[3] = gl_Vertex.xxyy * 0.4;\n"
                                 "    v[4] = gl_Vertex.yyxx * 0.5;\n"
                                 "    v[5] = gl_Vertex.xyxy * 0.6;\n"
                                 "    m = mat2(gl_Vertex.x, 0.4, -0.3, gl_Vertex.y);\n"
                                 "    f = gl_Vertex.x * 0.4 - gl_Vertex.y * 0.3;\n"
                                 "}\n";
    static const char fragment[] =
        "varying vec4 v[6];\n"
        "varying mat2 m;\n"
        "varying float f;\n"
        "void main()\n"
        "{\n"
        "    vec4 sum = v[0] + v[1].yxwz - v[2] + v[3].wzyx + v[4] - v[5].yxwz;\n"
        "    gl_FragColor = vec4(m * sum.xy + 0.5, f * 0.5 + 0.5 + sum.z, 1.0);\n"
        "}\n";

    use_program(vertex, fragment);
    full_quad();
}

static void perspective_varyings(void)
{
    static const char vertex[] =
        "varying vec2 at;\n"
        "void main() { at = gl_MultiTexCoord0.xy; gl_Position = ftransform(); }\n";
    static const char fragment[] = "varying vec2 at;\n"
                                   "void main()\n"
                                   "{\n"
                                   "    vec2 cell = step(vec2(0.5), fract(at * 4.0));\n"
                                   "    gl_FragColor = vec4(cell, at.y * 0.7, 1.0);\n"
                                   "}\n";

    look_at_origin(-55.0f, 10.0f);
    use_program(vertex, fragment);
    textured_quad(-1.4f, -1.2f, 1.3f, 2.0f, 1.0f);
}

static void vertex_texture(void)
{
    static const char vertex[] =
        "uniform sampler2D image;\n"
        "varying vec4 color;\n"
        "void main()\n"
        "{\n"
        "    color = texture2DLod(image, gl_MultiTexCoord0.xy, 0.0);\n"
        "    gl_Position = vec4(gl_Vertex.xy + (color.xy - 0.5) * 0.2, 0.0, 1.0);\n"
        "}\n";
    static const char fragment[] = "varying vec4 color;\n"
                                   "void main() { gl_FragColor = color; }\n";

    checker_texture(8, 8, 2, 3);
    use_program(vertex, fragment);
    for (int y = 0; y < 6; y++) {
        for (int x = 0; x < 6; x++) {
            glBegin(GL_TRIANGLES);
            for (int i = 0; i < 3; i++) {
                float dx = i == 1 ? 0.24f : 0.0f, dy = i == 2 ? 0.25f : 0.0f;

                glTexCoord2f(((float)x + dx * 2.0f + 0.3f) / 6.5f,
                             ((float)y + dy * 2.0f + 0.3f) / 6.5f);
                glVertex2f(-0.82f + 0.28f * (float)x + dx, -0.82f + 0.28f * (float)y + dy);
            }
            glEnd();
        }
    }
}

/* Changes programs and uniforms before each draw; no draw may use the values of another draw. */
static void uniform_changes(void)
{
    static const char tint[] = "uniform vec3 tint;\n"
                               "uniform float shade;\n"
                               "varying vec2 at;\n"
                               "void main() { gl_FragColor = vec4(tint * (shade + at.x), 1.0); }\n";
    static const char swap[] =
        "uniform float shade;\n"
        "uniform vec3 tint;\n"
        "varying vec2 at;\n"
        "void main() { gl_FragColor = vec4(tint.zxy * (shade - at.y), 1.0); }\n";
    GLuint programs[2] = {build_program(pass_vertex, tint), build_program(pass_vertex, swap)};

    for (unsigned i = 0; i < 64; i++) {
        GLuint program = programs[i % 3 == 1];

        tile(i, 8);
        glUseProgram(program);
        glUniform1f(glGetUniformLocation(program, "shade"), 0.4f + 0.01f * (float)i);
        if (i % 4 != 3)
            glUniform3f(glGetUniformLocation(program, "tint"), 0.9f - 0.01f * (float)i, 0.3f,
                        0.012f * (float)i);
        full_quad();
    }
}

/* Draws with one program that has samplers on several units; the units exchange their textures
 * between draws. */
static void many_samplers(void)
{
    static const char fragment[] =
        "uniform sampler2D images[4];\n"
        "varying vec2 at;\n"
        "void main()\n"
        "{\n"
        "    vec2 p = at * 0.5 + 0.5;\n"
        "    gl_FragColor = texture2D(images[0], p) * 0.4\n"
        "        + texture2D(images[1], p.yx) * 0.3\n"
        "        + texture2D(images[2], p * 2.0) * texture2D(images[3], p);\n"
        "}\n";
    static const GLint units[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 1, 0, 2}, {5, 0, 3, 4}};
    GLuint program = use_program(pass_vertex, fragment);

    for (unsigned i = 0; i < 6; i++) {
        glActiveTexture(GL_TEXTURE0 + i);
        checker_texture(8 + i, 8, 2 + i % 3, i);
    }
    for (unsigned i = 0; i < 4; i++) {
        tile(i, 2);
        glUniform1iv(glGetUniformLocation(program, "images"), 4, units[i]);
        full_quad();
    }
}

static void frag_depth(void)
{
    static const char fragment[] = "varying vec2 at;\n"
                                   "void main()\n"
                                   "{\n"
                                   "    gl_FragDepth = 0.5 + 0.4 * sin(at.x * 9.0) * at.y;\n"
                                   "    gl_FragColor = gl_Color;\n"
                                   "}\n";

    glEnable(GL_DEPTH_TEST);
    use_program(pass_vertex, fragment);
    full_quad();
    glUseProgram(0);
    glColor3f(0.1f, 0.4f, 0.9f);
    plain_quad(-0.8f, -0.9f, 0.9f, 0.8f, 0.07f);
}

const struct scene scenes_glsl[] = {
    {"glsl-loops", loops},
    {"glsl-uniform-arrays", uniform_arrays},
    {"glsl-local-arrays", local_arrays},
    {"glsl-functions", functions},
    {"glsl-discard", discard_holes},
    {"glsl-derivatives", derivatives},
    {"glsl-builtin-inputs", builtin_inputs},
    {"glsl-vertex-outputs", vertex_outputs},
    {"glsl-many-varyings", many_varyings},
    {"glsl-perspective", perspective_varyings},
    {"glsl-vertex-texture", vertex_texture},
    {"glsl-uniform-changes", uniform_changes},
    {"glsl-many-samplers", many_samplers},
    {"glsl-frag-depth", frag_depth},
    {0},
};
