/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about 64-bit integers in shaders. No scene divides, since shaders that divide crash Mesa
 * 22.3's virgl client. */
#include <stdio.h>

#include "scene.h"

#define VERSION                                                                                    \
    "#version 430 compatibility\n"                                                                 \
    "#extension GL_ARB_gpu_shader_int64 : require\n"

static const char quad_vertex[] = VERSION "void main() { gl_Position = gl_Vertex; }\n";

/* In mix64(), every bit of the result depends on every bit of both numbers. */
#define MIX                                                                                        \
    "uint64_t mix64(uint64_t a, uint64_t b)\n"                                                     \
    "{\n"                                                                                          \
    "    uint64_t x = (a << 41) + b * 0x9e3779b97f4a7c15ul;\n"                                     \
    "    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ul;\n"                                            \
    "    x = (x ^ (x >> 27)) * 0x94d049bb133111ebul;\n"                                            \
    "    return x ^ (x >> 31);\n"                                                                  \
    "}\n"                                                                                          \
    "vec4 color64(uint64_t x)\n"                                                                   \
    "{\n"                                                                                          \
    "    uvec2 halves = unpackUint2x32(x);\n"                                                      \
    "    return vec4(vec3(halves.yxy >> uvec3(24u, 12u, 2u) & 255u) / 255.0, 1.0);\n"              \
    "}\n"

static void full_quad(void)
{
    plain_quad(-0.97f, -0.97f, 0.97f, 0.97f, 0.0f);
}

/* Draws with a fragment shader whose colour is a function of two 64-bit numbers, x and y, with
 * pseudo-random bits. */
static void draw_function(const char *function, unsigned idx)
{
    char text[2048];

    snprintf(text, sizeof(text),
             VERSION MIX "uint64_t f(uint64_t x, uint64_t y) { return %s; }\n"
                         "void main()\n"
                         "{\n"
                         "    uvec2 p = uvec2(gl_FragCoord.xy) / 2u;\n"
                         "    uint64_t x = mix64(uint64_t(p.x), uint64_t(p.y));\n"
                         "    gl_FragColor = color64(f(x, mix64(uint64_t(p.y), x)));\n"
                         "}\n",
             function);
    use_program(quad_vertex, text);
    tile(idx, 4);
    full_quad();
}

static void draw_functions(const char *const functions[16])
{
    for (unsigned i = 0; i < 16; i++)
        draw_function(functions[i], i);
}

static void arithmetic(void)
{
    static const char *const functions[16] = {
        "x + y",
        "x - y",
        "x * y",
        "uint64_t(-int64_t(x))",
        "uint64_t(abs(int64_t(x)))",
        "uint64_t(sign(int64_t(x)) + 1l) << 30",
        "min(x, y)",
        "uint64_t(max(int64_t(x), int64_t(y)))",
        "x << int(y & 63ul)",
        "x >> int(y & 63ul)",
        "uint64_t(int64_t(x) >> int(y & 63ul))",
        "x & ~y | x ^ y",
        "x < y ? x : y + x",
        "int64_t(x) >= int64_t(y) ? ~x : x",
        "x >> 40 == y >> 40 || x >> 63 != y >> 63 ? x : y",
        "clamp(x, y >> 1, y)",
    };

    draw_functions(functions);
}

static void conversions(void)
{
    static const char *const functions[16] = {
        "uint64_t(int(x))",
        "uint64_t(int64_t(int(x)) << 7)",
        "uint64_t(uint(x)) * uint64_t(uint(y))",
        "uint64_t(float(x >> 40)) << 40",
        "uint64_t(int64_t(float(int64_t(x) >> 40))) << 24",
        "uint64_t(double(x >> 12)) << 12",
        "uint64_t(int64_t(double(int64_t(x) >> 12)))",
        "uint64_t(floatBitsToUint(float(int64_t(x)))) << 32",
        "packUint2x32(unpackDouble2x32(double(int64_t(x))))",
        "doubleBitsToUint64(double(y))",
        "packUint2x32(unpackUint2x32(x).yx)",
        "uint64_t(bool(x & 1ul)) * y",
        "uint64_t(dot(vec2(u64vec2(x, y) >> 60), vec2(3.0, 5.0))) << 12",
        "(u64vec3(x, y, 7ul) * u64vec3(3ul, x, y)).y",
        "uint64_t(any(lessThan(i64vec2(x, y), i64vec2(y, 0l)))) * x",
        "mix(u64vec2(x, y), u64vec2(y, x), bvec2(bool(x & 2ul), bool(y & 2ul))).x",
    };

    draw_functions(functions);
}

/* Passes 64-bit numbers from uniforms through a vertex and a geometry shader to the fragment
 * shader. */
static void stages(void)
{
    static const struct stage_text texts[] = {
        {GL_VERTEX_SHADER, VERSION "uniform uvec2 halves;\n"
                                   "flat out u64vec3 wide;\n"
                                   "void main()\n"
                                   "{\n"
                                   "    uint64_t id = uint64_t(gl_VertexID + 1);\n"
                                   "    wide = packUint2x32(halves) * u64vec3(id, id * id, 1ul);\n"
                                   "    gl_Position = gl_Vertex;\n"
                                   "}\n"},
        {GL_GEOMETRY_SHADER, VERSION "layout(triangles) in;\n"
                                     "layout(triangle_strip, max_vertices = 3) out;\n"
                                     "flat in u64vec3 wide[];\n"
                                     "flat out u64vec2 sums;\n"
                                     "void main()\n"
                                     "{\n"
                                     "    for (int i = 0; i < 3; i++) {\n"
                                     "        sums = wide[0].xy + wide[1].yz + wide[2].zx;\n"
                                     "        gl_Position = gl_in[i].gl_Position;\n"
                                     "        EmitVertex();\n"
                                     "    }\n"
                                     "}\n"},
        {GL_FRAGMENT_SHADER, VERSION MIX "flat in u64vec2 sums;\n"
                                         "void main()\n"
                                         "{\n"
                                         "    gl_FragColor = color64(mix64(sums.x, sums.y));\n"
                                         "}\n"},
    };
    GLuint program = use_stages(texts, 3);

    for (unsigned i = 0; i < 16; i++) {
        glUniform2ui(glGetUniformLocation(program, "halves"), 0x12345678u * i, 0xfedcu << i);
        tile(i, 4);
        glBegin(GL_TRIANGLE_STRIP);
        for (unsigned k = 0; k < 4; k++)
            glVertex2f(k & 1 ? 0.97f : -0.97f, k & 2 ? 0.97f : -0.97f);
        glEnd();
    }
}

/* Draws the results of a compute shader that adds up the values of earlier invocations in shared
 * memory, and stores the sums in a buffer. */
static void memory(void)
{
    const struct stage_text sums = {
        GL_COMPUTE_SHADER,
        VERSION MIX "layout(local_size_x = 64) in;\n"
                    "layout(std430, binding = 0) buffer Sums { uint64_t sums[]; };\n"
                    "shared uint64_t parts[64];\n"
                    "void main()\n"
                    "{\n"
                    "    uint i = gl_LocalInvocationIndex;\n"
                    "    uint64_t sum = 0ul;\n"
                    "    parts[i] = mix64(uint64_t(i), uint64_t(gl_WorkGroupID.x));\n"
                    "    barrier();\n"
                    "    for (uint k = 0u; k <= i; k++)\n"
                    "        sum += parts[k];\n"
                    "    sums[gl_GlobalInvocationID.x] = sum;\n"
                    "}\n"};
    static const char show[] =
        VERSION MIX "layout(std430, binding = 0) buffer Sums { uint64_t sums[]; };\n"
                    "void main()\n"
                    "{\n"
                    "    uvec2 p = uvec2(gl_FragCoord.xy) / 4u;\n"
                    "    gl_FragColor = color64(sums[p.y * 32u + p.x]);\n"
                    "}\n";
    GLuint buffer;

    glGenBuffers(1, &buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, 32 * 32 * 8, NULL, GL_STATIC_DRAW);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    use_stages(&sums, 1);
    glDispatchCompute(16, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    use_program(quad_vertex, show);
    full_quad();
}

static const char extension[] = "GL_ARB_gpu_shader_int64";

const struct scene scenes_int64[] = {
    {"int64-arithmetic", arithmetic, extension},
    {"int64-conversions", conversions, extension},
    {"int64-stages", stages, extension},
    {"int64-memory", memory, extension},
    {0},
};
