/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "glsl_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_GLSLANG
#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#endif

/* ---- Text ----------------------------------------------------------------------------------- */

static const char head[] = "#version 450\n"
                           "layout(location = 0) in vec4 coord;\n"
                           "layout(location = 1) in vec4 color;\n"
                           "layout(location = 0) out vec4 result;\n"
                           "layout(binding = 0) uniform sampler2D picture;\n"
                           "layout(binding = 1) uniform block { vec4 c[16]; };\n"
                           "void main()\n"
                           "{\n"
                           "    vec4 t0 = coord, t1 = color;\n";

static const char tail[] = "    result = t0 + t1;\n}\n";

/* The statements of the text, in turn; each takes the index of a constant. */
static const char *const statements[] = {
    "    t0 = t1 * c[%u] + t0;\n",
    "    t1.xyz = normalize(t0.xyz) * t1.www;\n",
    "    t0.x = dot(t1, c[%u]);\n",
    "    t1 = max(t0, c[%u]) - t1.wzyx;\n",
    "    t0 += texture(picture, t1.xy);\n",
    "    if (t0.x < c[%u].y)\n        t1 = mix(t1, t0, c[%u].z);\n",
    "    t1.y = sqrt(abs(t0.z)) + pow(t1.x, 2.2);\n",
    "    t0 = clamp(t0, vec4(0.0), c[%u]);\n",
    "    for (int i = 0; i < int(c[%u].x); i++)\n        t0 = t0 * t1 + c[i];\n",
    "    t1 = vec4(floor(t0.xy), fract(t1.zw));\n",
};

char *glsl_bench_text(size_t len)
{
    char *text = malloc(len + 1024);
    size_t at = sizeof(head) - 1;
    if (!text)
        return NULL;
    memcpy(text, head, at);
    for (unsigned i = 0; at + sizeof(tail) + 24 < len; i++) {
        const char *statement = statements[i % (sizeof(statements) / sizeof(statements[0]))];
        unsigned number = i % 16;
        for (const char *s = statement; *s; s++) {
            if (s[0] == '%' && s[1] == 'u') {
                at += (size_t)snprintf(text + at, 4, "%u", number);
                s++;
            } else {
                text[at++] = *s;
            }
        }
    }
    memcpy(text + at, tail, sizeof(tail));
    return text;
}

/* ---- Compiling ------------------------------------------------------------------------------ */

#ifdef HAVE_GLSLANG
bool glsl_bench_begin(void)
{
    return glslang_initialize_process();
}

void glsl_bench_end(void)
{
    glslang_finalize_process();
}

static bool link_program(glslang_shader_t *shader, size_t *out_num_words)
{
    glslang_program_t *program = glslang_program_create();
    glslang_program_add_shader(program, shader);
    bool ok =
        glslang_program_link(program, GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT);
    if (ok) {
        glslang_spv_options_t options = {.disable_optimizer = true};
        glslang_program_SPIRV_generate_with_options(program, GLSLANG_STAGE_FRAGMENT, &options);
        *out_num_words = glslang_program_SPIRV_get_size(program);
    }
    glslang_program_delete(program);
    return ok;
}

bool glsl_bench_compile(const char *text, size_t *out_num_words)
{
    const glslang_input_t input = {
        .language = GLSLANG_SOURCE_GLSL,
        .stage = GLSLANG_STAGE_FRAGMENT,
        .client = GLSLANG_CLIENT_VULKAN,
        .client_version = GLSLANG_TARGET_VULKAN_1_2,
        .target_language = GLSLANG_TARGET_SPV,
        .target_language_version = GLSLANG_TARGET_SPV_1_5,
        .code = text,
        .default_version = 450,
        .default_profile = GLSLANG_NO_PROFILE,
        .messages = GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT,
        .resource = glslang_default_resource(),
    };
    glslang_shader_t *shader = glslang_shader_create(&input);
    bool ok =
        shader && glslang_shader_preprocess(shader, &input) && glslang_shader_parse(shader, &input);
    if (!ok && shader)
        fprintf(stderr, "glslang: %s\n", glslang_shader_get_info_log(shader));
    ok = ok && link_program(shader, out_num_words);
    if (shader)
        glslang_shader_delete(shader);
    return ok;
}
#else
bool glsl_bench_begin(void)
{
    return false;
}

void glsl_bench_end(void)
{
}

bool glsl_bench_compile(const char *text, size_t *out_num_words)
{
    (void)text;
    (void)out_num_words;
    return false;
}
#endif
