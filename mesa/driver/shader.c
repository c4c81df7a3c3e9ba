/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shaders: NIR becomes TGSI by Mesa's own translator, and that becomes Galvan's. */
#include "nir/nir_to_tgsi.h"
#include "tgsi/tgsi_parse.h"
#include "util/ralloc.h"
#include "util/u_memory.h"

#include "compiler/nir/nir.h"

#include "gm.h"
#include "names.h"
#include "tokens.h"

/* Galvan's tokens of a shader, the caller's to free(). NIR is used up. */
static struct tgsi_token *galvan_tokens(struct pipe_screen *screen, enum pipe_shader_ir ir,
                                        const void *program)
{
    const bool is_nir = ir == PIPE_SHADER_IR_NIR;
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
    to->num_outputs = from->num_outputs;
    memcpy(to->stride, from->stride, sizeof(to->stride));
    for (unsigned i = 0; i < from->num_outputs; i++)
        to->output[i] = (struct gpipe_stream_output){
            .register_index = from->output[i].register_index,
            .start_component = from->output[i].start_component,
            .num_components = from->output[i].num_components,
            .output_buffer = from->output[i].output_buffer,
            .dst_offset = from->output[i].dst_offset,
            .stream = from->output[i].stream,
        };
}

typedef void *(*create_fn)(struct gpipe_context *, const struct gpipe_shader_state *);

static void *create(struct pipe_context *pipe, const struct pipe_shader_state *templ, create_fn fn)
{
    struct tgsi_token *tokens = galvan_tokens(
        pipe->screen, templ->type,
        templ->type == PIPE_SHADER_IR_NIR ? templ->ir.nir : (const void *)templ->tokens);
    struct gpipe_shader_state state = {.tokens = tokens, .type = GPIPE_SHADER_IR_TGSI};

    if (!tokens)
        return NULL;
    fill_stream_output(&templ->stream_output, &state.stream_output);
    void *shader = fn(gm_context(pipe)->galvan, &state);
    tgsi_free_tokens(tokens);
    return shader;
}

/* The three methods of a stage. */
#define STAGE(name)                                                                                \
    static void *create_##name(struct pipe_context *pipe, const struct pipe_shader_state *templ)   \
    {                                                                                              \
        return create(pipe, templ, gm_context(pipe)->galvan->create_##name##_state);               \
    }                                                                                              \
    static void bind_##name(struct pipe_context *pipe, void *shader)                               \
    {                                                                                              \
        struct gpipe_context *galvan = gm_context(pipe)->galvan;                                   \
        galvan->bind_##name##_state(galvan, shader);                                               \
    }                                                                                              \
    static void delete_##name(struct pipe_context *pipe, void *shader)                             \
    {                                                                                              \
        struct gpipe_context *galvan = gm_context(pipe)->galvan;                                   \
        galvan->delete_##name##_state(galvan, shader);                                             \
    }

STAGE(vs)
STAGE(fs)
STAGE(gs)
STAGE(tcs)
STAGE(tes)

static void *create_compute(struct pipe_context *pipe, const struct pipe_compute_state *templ)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct tgsi_token *tokens = galvan_tokens(pipe->screen, templ->ir_type, templ->prog);
    const struct gpipe_compute_state state = {
        .ir_type = GPIPE_SHADER_IR_TGSI,
        .prog = tokens,
        .req_local_mem = templ->req_local_mem,
        .req_private_mem = templ->req_private_mem,
        .req_input_mem = templ->req_input_mem,
    };

    if (!tokens)
        return NULL;
    void *shader = galvan->create_compute_state(galvan, &state);
    tgsi_free_tokens(tokens);
    return shader;
}

static void bind_compute(struct pipe_context *pipe, void *shader)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->bind_compute_state(galvan, shader);
}

static void delete_compute(struct pipe_context *pipe, void *shader)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->delete_compute_state(galvan, shader);
}

void gm_init_context_shaders(struct gm_context *ctx)
{
    struct pipe_context *base = &ctx->base;

#define SET(name)                                                                                  \
    base->create_##name##_state = create_##name;                                                   \
    base->bind_##name##_state = bind_##name;                                                       \
    base->delete_##name##_state = delete_##name
    SET(vs);
    SET(fs);
    SET(gs);
    SET(tcs);
    SET(tes);
    SET(compute);
#undef SET
}
