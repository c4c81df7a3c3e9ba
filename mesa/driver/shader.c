/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shaders: Mesa's own translator converts NIR to Mesa's TGSI, and tokens.c converts Mesa's TGSI to
 * Galvan's TGSI. */
#include "nir/nir_to_tgsi.h"
#include "tgsi/tgsi_parse.h"
#include "util/ralloc.h"
#include "util/u_memory.h"

#include "compiler/nir/nir.h"

#include "gm.h"
#include "lower.h"
#include "names.h"
#include "tokens.h"

/* Returns Galvan's tokens of a shader, which the caller must free(). Consumes the NIR. */
static struct tgsi_token *galvan_tokens(struct pipe_screen *screen, enum pipe_shader_ir ir,
                                        const void *program)
{
    const bool is_nir = ir == PIPE_SHADER_IR_NIR;

    if (is_nir)
        gm_lower((struct nir_shader *)program);
    struct tgsi_token *tokens =
        is_nir ? (struct tgsi_token *)nir_to_tgsi((struct nir_shader *)program, screen)
               : tgsi_dup_tokens(program);

    if (tokens)
        gm_convert_tokens(tokens);
    return tokens;
}

static void fill_stream_output(const struct pipe_stream_output_info *from,
                               struct gpipe_stream_output_info *to)
{
    to->num_outputs = MIN2(from->num_outputs, GPIPE_MAX_SO_OUTPUTS);
    memcpy(to->stride, from->stride, sizeof(to->stride));
    for (unsigned i = 0; i < to->num_outputs; i++)
        to->output[i] = (struct gpipe_stream_output){
            .register_index = from->output[i].register_index,
            .start_component = from->output[i].start_component,
            .num_components = from->output[i].num_components,
            .output_buffer = from->output[i].output_buffer,
            .dst_offset = from->output[i].dst_offset,
            .stream = from->output[i].stream,
        };
}

/* Stores a shader's tokens for Galvan's object, which the recording thread creates when it first
 * binds the shader. */
struct gm_shader {
    struct tgsi_token *tokens; /* NULL once Galvan has them */
    void *galvan;
    union {
        struct gpipe_stream_output_info stream_output;
        struct gpipe_compute_state compute;
    };
};

static struct gm_shader *new_shader(struct pipe_context *pipe, enum pipe_shader_ir ir,
                                    const void *program)
{
    struct tgsi_token *tokens = galvan_tokens(pipe->screen, ir, program);
    struct gm_shader *shader = tokens ? CALLOC_STRUCT(gm_shader) : NULL;

    if (shader)
        shader->tokens = tokens;
    else if (tokens)
        tgsi_free_tokens(tokens);
    return shader;
}

static void *create(struct pipe_context *pipe, const struct pipe_shader_state *templ)
{
    struct gm_shader *shader =
        new_shader(pipe, templ->type,
                   templ->type == PIPE_SHADER_IR_NIR ? templ->ir.nir : (const void *)templ->tokens);

    if (shader)
        fill_stream_output(&templ->stream_output, &shader->stream_output);
    return shader;
}

static void free_tokens(struct gm_shader *shader)
{
    if (shader->tokens)
        tgsi_free_tokens(shader->tokens);
    shader->tokens = NULL;
}

/* Defines the three methods of a stage. */
#define STAGE(name)                                                                                \
    static void bind_##name(struct pipe_context *pipe, void *data)                                 \
    {                                                                                              \
        struct gpipe_context *galvan = gm_context(pipe)->galvan;                                   \
        struct gm_shader *shader = data;                                                           \
        if (shader && shader->tokens) {                                                            \
            const struct gpipe_shader_state state = {.tokens = shader->tokens,                     \
                                                     .type = GPIPE_SHADER_IR_TGSI,                 \
                                                     .stream_output = shader->stream_output};      \
            shader->galvan = galvan->create_##name##_state(galvan, &state);                        \
            free_tokens(shader);                                                                   \
        }                                                                                          \
        galvan->bind_##name##_state(galvan, shader ? shader->galvan : NULL);                       \
    }                                                                                              \
    static void delete_##name(struct pipe_context *pipe, void *data)                               \
    {                                                                                              \
        struct gpipe_context *galvan = gm_context(pipe)->galvan;                                   \
        struct gm_shader *shader = data;                                                           \
        if (shader->galvan)                                                                        \
            galvan->delete_##name##_state(galvan, shader->galvan);                                 \
        free_tokens(shader);                                                                       \
        FREE(shader);                                                                              \
    }

STAGE(vs)
STAGE(fs)
STAGE(gs)
STAGE(tcs)
STAGE(tes)

static void *create_compute(struct pipe_context *pipe, const struct pipe_compute_state *templ)
{
    struct gm_shader *shader = new_shader(pipe, templ->ir_type, templ->prog);

    if (shader)
        shader->compute = (struct gpipe_compute_state){
            .ir_type = GPIPE_SHADER_IR_TGSI,
            .prog = shader->tokens,
            GM_SIZES(templ),
            .req_input_mem = templ->req_input_mem,
        };
    return shader;
}

static void bind_compute(struct pipe_context *pipe, void *data)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gm_shader *shader = data;

    if (shader && shader->tokens) {
        shader->galvan = galvan->create_compute_state(galvan, &shader->compute);
        free_tokens(shader);
    }
    galvan->bind_compute_state(galvan, shader ? shader->galvan : NULL);
}

static void delete_compute(struct pipe_context *pipe, void *data)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gm_shader *shader = data;

    if (shader->galvan)
        galvan->delete_compute_state(galvan, shader->galvan);
    free_tokens(shader);
    FREE(shader);
}

static const void *get_compiler_options(struct pipe_screen *pscreen, enum pipe_shader_ir ir,
                                        enum pipe_shader_type stage)
{
    return &gm_screen(pscreen)->compiler_options;
}

/* With these options Mesa's compiler replaces all operations of INTEL_shader_integer_functions2 but
 * the count of leading zeros, which lower() replaces. */
void gm_init_screen_shaders(struct gm_screen *screen)
{
    struct nir_shader_compiler_options *options = &screen->compiler_options;

    *options = *(const struct nir_shader_compiler_options *)nir_to_tgsi_get_compiler_options(
        &screen->base, PIPE_SHADER_IR_NIR, PIPE_SHADER_FRAGMENT);
    options->lower_iadd_sat = true;
    options->lower_hadd = true;
    options->lower_mul_32x16 = true;
    screen->base.get_compiler_options = get_compiler_options;
}

void gm_init_context_shaders(struct gm_context *ctx)
{
    struct pipe_context *base = &ctx->base;

#define SET(name, creator)                                                                         \
    base->create_##name##_state = creator;                                                         \
    base->bind_##name##_state = bind_##name;                                                       \
    base->delete_##name##_state = delete_##name
    SET(vs, create);
    SET(fs, create);
    SET(gs, create);
    SET(tcs, create);
    SET(tes, create);
    SET(compute, create_compute);
#undef SET
}
