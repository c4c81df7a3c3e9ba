/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Scenes about shaders that write memory: compute with shared memory, storage buffers, counters,
 * images and their atomics; texture views; draws and dispatches with arguments in buffers. */
#include <stddef.h>

#include "scene.h"

#define VERSION "#version 430 compatibility\n"

/* A vertex shader that outputs x and y of its vertex, which go from -1 to 1 over the whole tile. */
static const char quad_vertex[] = VERSION "out vec2 at;\n"
                                          "void main()\n"
                                          "{\n"
                                          "    at = gl_Vertex.xy;\n"
                                          "    gl_Position = gl_Vertex;\n"
                                          "}\n";

static GLuint use_compute(const char *text)
{
    const struct stage_text stage = {GL_COMPUTE_SHADER, text};

    return use_stages(&stage, 1);
}

static GLuint use_quad_program(const char *fragment)
{
    const struct stage_text stages[] = {{GL_VERTEX_SHADER, quad_vertex},
                                        {GL_FRAGMENT_SHADER, fragment}};

    return use_stages(stages, 2);
}

/* Creates a storage buffer of `size_B` bytes at a binding. If `data` is NULL, the buffer is filled
 * with zeros. */
static GLuint storage_buffer(GLuint binding, GLsizeiptr size_B, const void *data)
{
    static const GLuint zero;
    GLuint buffer;

    glGenBuffers(1, &buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, size_B, data, GL_DYNAMIC_DRAW);
    if (!data)
        glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                          &zero);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
    return buffer;
}

static GLuint storage_texture(GLenum target, GLenum format, GLsizei width, GLsizei height)
{
    GLuint texture;

    glGenTextures(1, &texture);
    glBindTexture(target, texture);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    if (target == GL_TEXTURE_2D)
        glTexStorage2D(target, 1, format, width, height);
    else
        glTexStorage3D(target, 1, format, width, height, 4);
    return texture;
}

static void show_texture(GLuint texture, unsigned idx, unsigned columns)
{
    glUseProgram(0);
    tile(idx, columns);
    glBindTexture(GL_TEXTURE_2D, texture);
    glEnable(GL_TEXTURE_2D);
    glColor3f(1.0f, 1.0f, 1.0f);
    textured_quad(-0.96f, -0.96f, 0.96f, 0.96f, 1.0f);
    glDisable(GL_TEXTURE_2D);
}

/* Computes generations of a cellular automaton, alternately from one image to the other, with a
 * barrier between generations. */
static void compute_cells(void)
{
    static const char seed[] =
        VERSION "layout(local_size_x = 8, local_size_y = 8) in;\n"
                "layout(rgba8) writeonly uniform image2D cells;\n"
                "void main()\n"
                "{\n"
                "    ivec2 p = ivec2(gl_GlobalInvocationID.xy);\n"
                "    uint n = uint(p.x * 7 + p.y * 13 + (p.x * p.y) % 11);\n"
                "    imageStore(cells, p, vec4(n % 3u == 0u ? 1.0 : 0.0, vec2(p) / 32.0, 1.0));\n"
                "}\n";
    static const char step[] =
        VERSION "layout(local_size_x = 8, local_size_y = 4) in;\n"
                "layout(rgba8, binding = 0) readonly uniform image2D before;\n"
                "layout(rgba8, binding = 1) writeonly uniform image2D after;\n"
                "void main()\n"
                "{\n"
                "    ivec2 p = ivec2(gl_GlobalInvocationID.xy), size = imageSize(before);\n"
                "    float around = 0.0;\n"
                "    for (int y = -1; y <= 1; y++)\n"
                "        for (int x = -1; x <= 1; x++)\n"
                "            around += imageLoad(before, (p + ivec2(x, y) + size) % size).r;\n"
                "    vec4 cell = imageLoad(before, p);\n"
                "    bool lives = around == 3.0 || (around == 4.0 && cell.r == 1.0);\n"
                "    cell = vec4(lives ? 1.0 : 0.0, cell.g, 1.0 - cell.b * 0.75, 1.0);\n"
                "    imageStore(after, p, cell);\n"
                "}\n";
    GLuint cells[2];

    for (unsigned i = 0; i < 2; i++)
        cells[i] = storage_texture(GL_TEXTURE_2D, GL_RGBA8, 32, 32);
    use_compute(seed);
    glBindImageTexture(0, cells[0], 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    glDispatchCompute(4, 4, 1);
    GLuint program = use_compute(step);
    for (unsigned i = 0; i < 8; i++) {
        glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
        if (i % 2 == 0) {
            show_texture(cells[i & 1], i / 2, 2);
            glUseProgram(program);
        }
        glBindImageTexture(0, cells[i & 1], 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
        glBindImageTexture(1, cells[~i & 1], 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
        glDispatchCompute(4, 8, 1);
    }
}

/* Computes prefix sums in shared memory, and draws with the resulting buffer as vertex buffer. */
static void compute_sums(void)
{
    static const char text[] =
        VERSION "layout(local_size_x = 64) in;\n"
                "layout(std430, binding = 0) readonly buffer In { float steps[]; };\n"
                "layout(std430, binding = 1) writeonly buffer Out { vec4 bars[]; };\n"
                "shared float sums[64];\n"
                "void main()\n"
                "{\n"
                "    uint i = gl_LocalInvocationID.x, base = gl_WorkGroupID.x * 64u;\n"
                "    sums[i] = steps[base + i];\n"
                "    barrier();\n"
                "    for (uint d = 1u; d < 64u; d *= 2u) {\n"
                "        float more = i >= d ? sums[i - d] : 0.0;\n"
                "        barrier();\n"
                "        sums[i] += more;\n"
                "        barrier();\n"
                "    }\n"
                "    float x = -0.97 + 1.94 * float(i) / 63.0;\n"
                "    float y = -0.95 + float(gl_WorkGroupID.x);\n"
                "    bars[(base + i) * 2u] = vec4(x, y, 0.0, 1.0);\n"
                "    bars[(base + i) * 2u + 1u] = vec4(x, y + sums[i] * 0.02, 0.0, 1.0);\n"
                "}\n";
    GLfloat steps[128];

    for (unsigned i = 0; i < 128; i++)
        steps[i] = (float)((i * 37 + i / 64 * 5) % 8) * 0.2f;
    storage_buffer(0, sizeof(steps), steps);
    GLuint bars = storage_buffer(1, 256 * 16, NULL);
    use_compute(text);
    glDispatchCompute(2, 1, 1);
    glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT);
    glUseProgram(0);
    glBindBuffer(GL_ARRAY_BUFFER, bars);
    glVertexPointer(4, GL_FLOAT, 0, NULL);
    glEnableClientState(GL_VERTEX_ARRAY);
    glColor3f(0.3f, 0.9f, 0.6f);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 128);
    glColor3f(0.9f, 0.5f, 0.2f);
    glDrawArrays(GL_TRIANGLE_STRIP, 128, 128);
    glDisableClientState(GL_VERTEX_ARRAY);
}

/* Draws with a shader that counts fragments by kind, and numbers them by an atomic counter. */
static void fragment_counters(void)
{
    static const char text[] =
        VERSION "layout(std430, binding = 2) buffer Kinds { uint count[4]; uint largest; };\n"
                "layout(binding = 0, offset = 4) uniform atomic_uint all;\n"
                "in vec2 at;\n"
                "void main()\n"
                "{\n"
                "    uint kind = uint(at.x > 0.2) + 2u * uint(length(at) > 0.7);\n"
                "    atomicAdd(count[kind], 1u);\n"
                "    atomicMax(largest, uint(gl_FragCoord.x) * 256u + uint(gl_FragCoord.y));\n"
                "    atomicCounterIncrement(all);\n"
                "    gl_FragColor = vec4(float(kind) / 3.0, at * 0.5 + 0.5, 1.0);\n"
                "}\n";
    static const char *const names[] = {"kind-0", "kind-1", "kind-2", "kind-3", "largest"};
    GLuint counter, seen[5], all;
    GLuint buffer = storage_buffer(2, 5 * 4, NULL);

    glGenBuffers(1, &counter);
    glBindBuffer(GL_ATOMIC_COUNTER_BUFFER, counter);
    glBufferData(GL_ATOMIC_COUNTER_BUFFER, 8, (const GLuint[]){7, 1000}, GL_DYNAMIC_DRAW);
    glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, counter);
    use_quad_program(text);
    plain_quad(-0.9f, -0.95f, 0.95f, 0.85f, 0.0f);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof(seen), seen);
    for (unsigned i = 0; i < 5; i++)
        report_value(names[i], seen[i]);
    glGetBufferSubData(GL_ATOMIC_COUNTER_BUFFER, 4, 4, &all);
    report_value("all", all);
    if (all != 1000 + seen[0] + seen[1] + seen[2] + seen[3])
        scene_failed("counters and buffers do not agree");
}

/* Counts by image atomics how often each pixel is drawn, and then displays the counts. */
static void image_atomics(void)
{
    static const char count[] = VERSION "layout(r32ui) uniform uimage2D counts;\n"
                                        "void main()\n"
                                        "{\n"
                                        "    imageAtomicAdd(counts, ivec2(gl_FragCoord.xy), 1u);\n"
                                        "    imageAtomicOr(counts, ivec2(gl_FragCoord.yx), 256u);\n"
                                        "    discard;\n"
                                        "}\n";
    static const char show[] =
        VERSION "layout(r32ui) readonly uniform uimage2D counts;\n"
                "void main()\n"
                "{\n"
                "    uint n = imageLoad(counts, ivec2(gl_FragCoord.xy)).r;\n"
                "    gl_FragColor = vec4(float(n & 255u) / 6.0, n >= 256u ? 0.8 : 0.1, 0.4, 1.0);\n"
                "}\n";
    static const GLuint zero;
    GLuint counts = storage_texture(GL_TEXTURE_2D, GL_R32UI, PICTURE_SIZE, PICTURE_SIZE);

    glClearTexImage(counts, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
    glBindImageTexture(0, counts, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
    use_quad_program(count);
    for (int i = 0; i < 6; i++)
        plain_quad(-0.9f + 0.2f * (float)i, -0.8f, 0.1f + 0.13f * (float)i, 0.9f - 0.22f * (float)i,
                   0.0f);
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    use_quad_program(show);
    plain_quad(-1.0f, -1.0f, 1.0f, 1.0f, 0.0f);
}

/* Stores to the layers of an array texture and the slices of a 3D texture, bound as a whole and one
 * at a time. */
static void image_layers(void)
{
    static const char text[] =
        VERSION "layout(local_size_x = 4, local_size_y = 4, local_size_z = 2) in;\n"
                "layout(rgba8, binding = 0) writeonly uniform image2DArray layers;\n"
                "layout(rgba8, binding = 1) writeonly uniform image3D volume;\n"
                "layout(rgba8, binding = 2) writeonly uniform image2D third;\n"
                "void main()\n"
                "{\n"
                "    ivec3 p = ivec3(gl_GlobalInvocationID);\n"
                "    vec3 c = vec3(p) / vec3(16.0, 16.0, 4.0);\n"
                "    imageStore(layers, p, vec4(c, 1.0));\n"
                "    imageStore(volume, p, vec4(1.0 - c.zyx, 1.0));\n"
                "    if (p.z == 3 && (p.x + p.y) % 3 == 0)\n"
                "        imageStore(third, p.xy, vec4(1.0, 0.5, c.x, 1.0));\n"
                "}\n";
    static const char show[] = VERSION
        "uniform sampler2DArray layers;\n"
        "uniform sampler3D volume;\n"
        "uniform int layer;\n"
        "in vec2 at;\n"
        "void main()\n"
        "{\n"
        "    ivec3 p = ivec3((at * 0.5 + 0.5) * 16.0, layer % 4);\n"
        "    gl_FragColor = layer < 4 ? texelFetch(layers, p, 0) : texelFetch(volume, p, 0);\n"
        "}\n";
    GLuint third = storage_texture(GL_TEXTURE_2D, GL_RGBA8, 16, 16);
    GLuint layers = storage_texture(GL_TEXTURE_2D_ARRAY, GL_RGBA8, 16, 16);
    GLuint volume = storage_texture(GL_TEXTURE_3D, GL_RGBA8, 16, 16);

    glClearTexImage(third, 0, GL_RGBA, GL_UNSIGNED_BYTE, (const GLubyte[]){0, 64, 128, 255});
    glBindImageTexture(0, layers, 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_RGBA8);
    glBindImageTexture(1, volume, 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_RGBA8);
    glBindImageTexture(2, third, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    use_compute(text);
    glDispatchCompute(4, 4, 2);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
    GLuint program = use_quad_program(show);
    glUniform1i(glGetUniformLocation(program, "volume"), 1);
    glBindTexture(GL_TEXTURE_2D_ARRAY, layers);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_3D, volume);
    glActiveTexture(GL_TEXTURE0);
    for (unsigned i = 0; i < 8; i++) {
        glUniform1i(glGetUniformLocation(program, "layer"), (GLint)i);
        tile(i, 4);
        plain_quad(-0.95f, -0.95f, 0.95f, 0.95f, 0.0f);
    }
    show_texture(third, 8, 4);
}

/* Samples one texture through views with other formats, sizes, layers and targets. */
static void texture_views(void)
{
    static const char words[] = VERSION
        "uniform usampler2D words;\n"
        "in vec2 at;\n"
        "void main()\n"
        "{\n"
        "    uint w = texelFetch(words, ivec2((at * 0.5 + 0.5) * 16.0), 0).r;\n"
        "    gl_FragColor = vec4(float(w >> 24u) / 255.0, float((w >> 8u) & 255u) / 255.0,\n"
        "                        float(w & 255u) / 255.0, 1.0);\n"
        "}\n";
    static const char cube[] =
        VERSION "uniform samplerCube faces;\n"
                "in vec2 at;\n"
                "void main() { gl_FragColor = texture(faces, vec3(at.yx * 1.7, 1.0 - at.x)); }\n";
    GLubyte texels[16 * 16 * 4];
    GLuint array, views[4];

    glGenTextures(1, &array);
    glBindTexture(GL_TEXTURE_2D_ARRAY, array);
    glTexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_RGBA8, 16, 16, 7);
    for (GLint layer = 0; layer < 7; layer++) {
        fill_checker(texels, 16, 16, 1 + (unsigned)layer % 4, (unsigned)layer);
        glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, layer, 16, 16, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                        texels);
        fill_checker(texels, 8, 8, 2, (unsigned)layer + 3);
        glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 1, 0, 0, layer, 8, 8, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                        texels);
    }
    glGenTextures(4, views);
    glTextureView(views[0], GL_TEXTURE_2D, array, GL_RGBA8, 0, 1, 2, 1);
    glTextureView(views[1], GL_TEXTURE_2D, array, GL_R32UI, 0, 1, 3, 1);
    glTextureView(views[2], GL_TEXTURE_CUBE_MAP, array, GL_RGBA8, 0, 1, 1, 6);
    glTextureView(views[3], GL_TEXTURE_2D, array, GL_RGBA8, 1, 1, 6, 1);
    for (unsigned i = 0; i < 4; i++) {
        GLenum target = i == 2 ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;

        glBindTexture(target, views[i]);
        glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    show_texture(views[0], 0, 2);
    show_texture(views[3], 3, 2);
    glBindTexture(GL_TEXTURE_2D, views[1]);
    tile(1, 2);
    use_quad_program(words);
    plain_quad(-0.95f, -0.95f, 0.95f, 0.95f, 0.0f);
    tile(2, 2);
    use_quad_program(cube);
    plain_quad(-0.95f, -0.95f, 0.95f, 0.95f, 0.0f);
}

/* Makes indirect draws whose arguments a shader has written: counts, first vertices, base vertices
 * and instances. */
static void indirect_draws(void)
{
    static const char text[] = VERSION
        "layout(local_size_x = 8) in;\n"
        "struct draw { uint count, instances, first; int base_vertex; uint base_instance; };\n"
        "layout(std430, binding = 0) writeonly buffer Draws { draw draws[8]; };\n"
        "void main()\n"
        "{\n"
        "    uint i = gl_LocalInvocationID.x;\n"
        "    draws[i] = draw(i == 5u ? 0u : 3u + 3u * (i % 2u), 1u + i % 3u, (i % 2u) * 3u,\n"
        "                    int(i % 3u), i);\n"
        "}\n";
    static const char vertex[] = VERSION
        "out vec3 color;\n"
        "layout(location = 0) in vec2 position;\n"
        "layout(location = 1) in float number;\n"
        "void main()\n"
        "{\n"
        "    vec2 place = vec2(mod(number, 4.0), floor(number / 4.0)) * 0.48 - 0.9;\n"
        "    color = vec3(number / 11.0, fract(number * 0.3), float(gl_InstanceID) / 3.0);\n"
        "    gl_Position = vec4(place + position * 0.4, 0.0, 1.0);\n"
        "}\n";
    static const char fragment[] = VERSION "in vec3 color;\n"
                                           "void main() { gl_FragColor = vec4(color, 1.0); }\n";
    static const GLfloat positions[] = {0.0f, 0.0f, 1.0f, 0.1f, 0.2f, 0.9f, 0.9f, 1.0f, 0.5f,
                                        0.3f, 0.1f, 0.6f, 0.7f, 0.8f, 0.3f, 0.2f, 0.8f, 0.1f};
    static const GLfloat numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    static const GLushort indices[] = {0, 1, 2, 1, 3, 4, 5, 6, 2};
    const struct stage_text stages[] = {{GL_VERTEX_SHADER, vertex}, {GL_FRAGMENT_SHADER, fragment}};
    GLuint draws = storage_buffer(0, 8 * 20, NULL), buffers[3];

    use_compute(text);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
    glGenBuffers(3, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof(positions), positions, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[1]);
    glBufferData(GL_ARRAY_BUFFER, sizeof(numbers), numbers, GL_STATIC_DRAW);
    glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, 0, NULL);
    glVertexAttribDivisor(1, 1);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[2]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
    use_stages(stages, 2);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, draws);
    glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_SHORT, NULL, 8, 0);
}

/* Makes an indirect dispatch whose number of work groups a shader has written to a buffer. */
static void indirect_dispatch(void)
{
    static const char first[] =
        VERSION "layout(local_size_x = 1) in;\n"
                "layout(std430, binding = 0) buffer Groups { uint n[6]; };\n"
                "void main() { n = uint[6](9u, 9u, 9u, 3u, 2u, 1u); }\n";
    static const char second[] =
        VERSION "layout(local_size_x = 8, local_size_y = 8) in;\n"
                "layout(rgba8) writeonly uniform image2D target;\n"
                "void main()\n"
                "{\n"
                "    vec2 size = vec2(gl_NumWorkGroups.xy * gl_WorkGroupSize.xy);\n"
                "    vec2 at = vec2(gl_GlobalInvocationID.xy) / size;\n"
                "    float group = float(gl_WorkGroupID.x + 3u * gl_WorkGroupID.y) / 6.0;\n"
                "    imageStore(target, ivec2(gl_GlobalInvocationID.xy), vec4(at, group, 1.0));\n"
                "}\n";
    GLuint texture = storage_texture(GL_TEXTURE_2D, GL_RGBA8, 32, 32);
    GLuint groups = storage_buffer(0, 6 * 4, NULL);

    glClearTexImage(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, (const GLubyte[]){90, 0, 60, 255});
    use_compute(first);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
    glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    use_compute(second);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, groups);
    glDispatchComputeIndirect(12);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
    show_texture(texture, 0, 1);
}

/* Copies blocks, layers and levels between textures whose formats have equal texel sizes. */
static void copy_image(void)
{
    GLubyte texels[32 * 32 * 4];
    GLuint from = storage_texture(GL_TEXTURE_2D, GL_RGBA8, 32, 32);
    GLuint to = storage_texture(GL_TEXTURE_2D, GL_RGBA8, 32, 32);
    GLuint words = storage_texture(GL_TEXTURE_2D, GL_R32UI, 32, 32);

    fill_checker(texels, 32, 32, 3, 2);
    glBindTexture(GL_TEXTURE_2D, from);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 32, 32, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glClearTexImage(to, 0, GL_RGBA, GL_UNSIGNED_BYTE, (const GLubyte[]){20, 90, 60, 255});
    glClearTexSubImage(to, 0, 3, 20, 0, 9, 7, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                       (const GLubyte[]){250, 200, 10, 255});
    glCopyImageSubData(from, GL_TEXTURE_2D, 0, 4, 2, 0, words, GL_TEXTURE_2D, 0, 1, 5, 0, 20, 17,
                       1);
    glCopyImageSubData(words, GL_TEXTURE_2D, 0, 1, 5, 0, to, GL_TEXTURE_2D, 0, 11, 3, 0, 20, 17, 1);
    show_texture(from, 0, 2);
    show_texture(to, 3, 2);
}

const struct scene scenes_memory[] = {
    {"compute-cells", compute_cells, .needs = "GL_ARB_compute_shader"},
    {"compute-sums", compute_sums, .needs = "GL_ARB_compute_shader"},
    {"fragment-counters", fragment_counters, .needs = "GL_ARB_shader_storage_buffer_object"},
    {"image-atomics", image_atomics, .needs = "GL_ARB_shader_image_load_store"},
    {"image-layers", image_layers, .needs = "GL_ARB_compute_shader"},
    {"texture-views", texture_views, .needs = "GL_ARB_texture_view"},
    {"indirect-draws", indirect_draws, .needs = "GL_ARB_compute_shader"},
    {"indirect-dispatch", indirect_dispatch, .needs = "GL_ARB_compute_shader"},
    {"copy-image", copy_image, .needs = "GL_ARB_copy_image"},
    {0},
};
