/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Programs of the shader builder: creates them, and converts them to tokens and to shaders. */
#include <stdlib.h>
#include <string.h>

#include "auxiliary/ureg.h"
#include "tgsi/tgsi_parse.h"

void *ureg_grow(struct ureg_program *ureg, void **array, unsigned *num, size_t size_B)
{
    if (ureg->failed)
        return NULL;
    if ((*num & (*num - 1u)) == 0) { /* the array is full or not allocated yet */
        void *larger = realloc(*array, (*num ? 2 * (size_t)*num : 1) * size_B);
        if (!larger) {
            ureg->failed = true;
            return NULL;
        }
        *array = larger;
    }
    void *slot = (uint8_t *)*array + (*num)++ * size_B;
    memset(slot, 0, size_B);
    return slot;
}

struct ureg_program *ureg_create(unsigned processor)
{
    if (processor >= TGSI_PROCESSOR_COUNT)
        return NULL;
    struct ureg_program *ureg = calloc(1, sizeof(*ureg));
    if (ureg)
        ureg->processor = processor;
    return ureg;
}

struct ureg_program *ureg_create_with_screen(unsigned processor, struct pipe_screen *screen)
{
    (void)screen;
    return ureg_create(processor);
}

void ureg_destroy(struct ureg_program *ureg)
{
    if (!ureg)
        return;
    free(ureg->props);
    free(ureg->decls);
    free(ureg->imms);
    free(ureg->temps);
    gv_words_finish(&ureg->insns);
    gv_words_finish(&ureg->tokens);
    free(ureg);
}

/* ---- Tokens ---------------------------------------------------------------------------------- */

static void write_range(struct gv_words *tokens, unsigned file, unsigned first, unsigned last,
                        bool local)
{
    const struct gv_tgsi_statement st = {
        .type = TGSI_TOKEN_TYPE_DECLARATION,
        .decl = {.file = (uint8_t)file,
                 .mask = TGSI_WRITEMASK_XYZW,
                 .first = (uint16_t)first,
                 .last = (uint16_t)last,
                 .local = local},
    };
    gv_tgsi_write(tokens, &st);
}

/* Writes one declaration for each run of temporaries of the same kind, local or not. Arrays are
 * declared separately. */
static void write_temps(const struct ureg_program *ureg, struct gv_words *tokens)
{
    for (unsigned first = 0, i = 0; i < ureg->num_temps; first = i) {
        unsigned kind = ureg->temps[first] & ~(unsigned)UREG_TEMP_USED;
        while (i < ureg->num_temps && (ureg->temps[i] & ~(unsigned)UREG_TEMP_USED) == kind)
            i++;
        if (!(kind & UREG_TEMP_ARRAY))
            write_range(tokens, TGSI_FILE_TEMPORARY, first, i - 1, kind & UREG_TEMP_LOCAL);
    }
}

static void write_imm(struct gv_words *tokens, const struct ureg_imm *imm)
{
    struct gv_tgsi_statement st = {
        .type = TGSI_TOKEN_TYPE_IMMEDIATE,
        .imm = {.type = (uint8_t)imm->type, .num_words = 4},
    };
    memcpy(st.imm.words, imm->words, sizeof(imm->words));
    gv_tgsi_write(tokens, &st);
}

static void write_program(struct ureg_program *ureg)
{
    struct gv_words *tokens = &ureg->tokens;
    gv_tgsi_write_begin(tokens, ureg->processor);
    for (unsigned i = 0; i < ureg->num_props; i++) {
        const struct gv_tgsi_statement st = {.type = TGSI_TOKEN_TYPE_PROPERTY,
                                             .prop = ureg->props[i]};
        gv_tgsi_write(tokens, &st);
    }
    for (unsigned i = 0; i < ureg->num_decls; i++) {
        const struct gv_tgsi_statement st = {.type = TGSI_TOKEN_TYPE_DECLARATION,
                                             .decl = ureg->decls[i]};
        gv_tgsi_write(tokens, &st);
    }
    write_temps(ureg, tokens);
    if (ureg->num_addrs)
        write_range(tokens, TGSI_FILE_ADDRESS, 0, ureg->num_addrs - 1, false);
    for (unsigned i = 0; i < ureg->num_imms; i++)
        write_imm(tokens, &ureg->imms[i]);
    gv_words_append(tokens, ureg->insns.data, ureg->insns.num);
    gv_tgsi_write_end(tokens);
}

const struct tgsi_token *ureg_finalize(struct ureg_program *ureg)
{
    gv_words_finish(&ureg->tokens);
    if (ureg->failed || ureg->insns.failed)
        return NULL;
    write_program(ureg);
    return ureg->tokens.failed ? NULL : (const struct tgsi_token *)ureg->tokens.data;
}

const struct tgsi_token *ureg_get_tokens(struct ureg_program *ureg, unsigned *nr_tokens)
{
    const struct tgsi_token *tokens = ureg_finalize(ureg);
    if (tokens && nr_tokens)
        *nr_tokens = tgsi_num_tokens(tokens);
    return tokens ? tgsi_dup_tokens(tokens) : NULL;
}

void ureg_free_tokens(const struct tgsi_token *tokens)
{
    tgsi_free_tokens(tokens);
}

/* ---- Shaders --------------------------------------------------------------------------------- */

static void *create_compute(struct pipe_context *pipe, const struct tgsi_token *tokens)
{
    const struct pipe_compute_state state = {.ir_type = PIPE_SHADER_IR_TGSI, .prog = tokens};
    return pipe->create_compute_state(pipe, &state);
}

void *ureg_create_shader(struct ureg_program *ureg, struct pipe_context *pipe,
                         const struct pipe_stream_output_info *so)
{
    struct pipe_shader_state state = {.tokens = ureg_finalize(ureg)};
    if (!state.tokens)
        return NULL;
    if (so)
        state.stream_output = *so;
    switch (ureg->processor) {
    case TGSI_PROCESSOR_VERTEX:
        return pipe->create_vs_state(pipe, &state);
    case TGSI_PROCESSOR_FRAGMENT:
        return pipe->create_fs_state(pipe, &state);
    case TGSI_PROCESSOR_GEOMETRY:
        return pipe->create_gs_state(pipe, &state);
    case TGSI_PROCESSOR_TESS_CTRL:
        return pipe->create_tcs_state(pipe, &state);
    case TGSI_PROCESSOR_TESS_EVAL:
        return pipe->create_tes_state(pipe, &state);
    default:
        return create_compute(pipe, state.tokens);
    }
}
