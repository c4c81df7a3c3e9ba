/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates and destroys parsed shaders; implements the public functions on them. */
#include "spirv/tgsi/tgsi.h"

#include <stdlib.h>
#include <string.h>

#include "spirv/tgsi/opcode.h"
#include "spirv/tgsi/parse.h"
#include "spirv/tgsi/print.h"
#include "spirv/tgsi/uniform_analysis.h"
#include "spirv/tgsi/walk.h"

static uint32_t statement_line(const struct galvan_tgsi *tgsi, size_t statement)
{
    return statement < tgsi->lines.num ? tgsi->lines.data[statement] : 0;
}

static enum galvan_result scan_imm(struct galvan_tgsi *tgsi, const struct gv_tgsi_pos *pos,
                                   const struct gv_tgsi_imm *imm)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    if (scan->num_imms > GV_TGSI_MAX_REGISTER)
        return gv_tgsi_fail(pos, GV_DIAG_LIMIT_REGISTER, "more than %d immediates",
                            GV_TGSI_MAX_REGISTER + 1);
    if (imm->num_words != 4)
        return gv_tgsi_fail(pos, GV_DIAG_IMM_COUNT, "an immediate has four words");
    /* The array grows by powers of two. */
    if ((scan->num_imms & (scan->num_imms + 1)) == 0 || !scan->imms) {
        size_t capacity = (size_t)scan->num_imms * 2 + 8;
        uint32_t(*imms)[4] = realloc(scan->imms, capacity * sizeof(*imms));
        if (!imms)
            return gv_diag_no_memory(pos->diag);
        scan->imms = imms;
    }
    memcpy(scan->imms[scan->num_imms++], imm->words, sizeof(imm->words));
    return GALVAN_OK;
}

static enum galvan_result malformed(const struct gv_tgsi_reader *reader,
                                    const struct gv_tgsi_pos *pos)
{
    return gv_tgsi_fail(pos, reader->error, "malformed statement at token %zu", reader->pos);
}

static enum galvan_result scan_declarations(struct galvan_tgsi *tgsi, struct galvan_diag *diag)
{
    struct gv_tgsi_reader reader;
    struct gv_tgsi_statement st;
    struct gv_tgsi_pos pos = {.diag = diag};
    enum galvan_result result = GALVAN_OK;
    gv_tgsi_reader_init(&reader, tgsi->tokens.data, tgsi->tokens.num);
    reader.passed_over = 1u << TGSI_TOKEN_TYPE_INSTRUCTION;
    for (size_t i = 0; result == GALVAN_OK && gv_tgsi_read(&reader, &st); i++) {
        pos.line = statement_line(tgsi, i);
        if (st.type == TGSI_TOKEN_TYPE_DECLARATION)
            result = gv_tgsi_scan_decl(tgsi, &pos, &st.decl);
        else if (st.type == TGSI_TOKEN_TYPE_PROPERTY)
            result = gv_tgsi_scan_prop(tgsi, &pos, &st.prop);
        else if (st.type == TGSI_TOKEN_TYPE_IMMEDIATE)
            result = scan_imm(tgsi, &pos, &st.imm);
    }
    return reader.error ? malformed(&reader, &pos) : result;
}

/* Records where subroutines begin, and which subroutines can return before their end. */
static enum galvan_result scan_sub(struct galvan_tgsi *tgsi, const struct gv_tgsi_pos *pos,
                                   const struct gv_tgsi_sub *here, unsigned opcode,
                                   unsigned last_opcode)
{
    struct gv_tgsi_scan *scan = &tgsi->scan;
    scan->has_calls |= opcode == TGSI_OPCODE_CAL || opcode == TGSI_OPCODE_CALLNZ;
    if (scan->num_subs && last_opcode == TGSI_OPCODE_RET && opcode != TGSI_OPCODE_ENDSUB)
        scan->subs[scan->num_subs - 1].early_return = true;
    if (opcode != TGSI_OPCODE_BGNSUB)
        return GALVAN_OK;
    if ((scan->num_subs & (scan->num_subs - 1)) == 0) {
        size_t capacity = scan->num_subs ? (size_t)scan->num_subs * 2 : 1;
        struct gv_tgsi_sub *subs = realloc(scan->subs, capacity * sizeof(*subs));
        if (!subs)
            return gv_diag_no_memory(pos->diag);
        scan->subs = subs;
    }
    scan->subs[scan->num_subs++] = *here;
    return GALVAN_OK;
}

/* Marks all subroutines as returning early. If a subroutine may end the program, its callers must
 * be able to return early, too. This is rare, so all subroutines are marked in that case. */
static void leave_subs_early(struct gv_tgsi_scan *scan)
{
    scan->ends_in_subs = true;
    for (unsigned i = 0; i < scan->num_subs; i++)
        scan->subs[i].early_return = true;
}

static enum galvan_result scan_instructions(struct galvan_tgsi *tgsi, struct galvan_diag *diag)
{
    struct gv_tgsi_reader reader;
    struct gv_tgsi_statement st;
    struct gv_tgsi_flow flow = {0};
    struct gv_tgsi_pos pos = {.diag = diag};
    unsigned last_opcode = TGSI_OPCODE_NOP;
    struct gv_tgsi_sub here = {0};
    gv_tgsi_read_instructions(&reader, tgsi);
    for (size_t i = 0; here.token = reader.pos, gv_tgsi_read(&reader, &st); i++) {
        if (st.type != TGSI_TOKEN_TYPE_INSTRUCTION)
            continue;
        pos.line = statement_line(tgsi, i);
        pos.opcode = gv_tgsi_opcode(st.insn.opcode)->name;
        here.statement = i;
        here.insn = pos.insn;
        enum galvan_result result = gv_tgsi_verify_insn(tgsi, &flow, &pos, &st.insn);
        if (!result)
            result = scan_sub(tgsi, &pos, &here, st.insn.opcode, last_opcode);
        if (result)
            return result;
        last_opcode = st.insn.opcode;
        gv_tgsi_scan_insn(tgsi, &st.insn);
        pos.insn++;
    }
    pos.opcode = NULL;
    if (reader.error)
        return malformed(&reader, &pos);
    if (flow.depth)
        return gv_tgsi_fail(&pos, GV_DIAG_NESTING, "control flow is still open");
    if (!flow.ended)
        return gv_tgsi_fail(&pos, GV_DIAG_NO_END, "the shader has no END");
    if (flow.ended_in_sub)
        leave_subs_early(&tgsi->scan);
    tgsi->scan.fences_repeat = flow.fences_repeat;
    tgsi->scan.returns_inside = flow.returns_inside;
    return GALVAN_OK;
}

/* Checks that the indexed arrays of a shader are not too large together. Each invocation stores
 * these arrays in its memory. */
static enum galvan_result check_indexed(struct galvan_tgsi *tgsi, struct galvan_diag *diag)
{
    const struct gv_tgsi_scan *scan = &tgsi->scan;
    size_t num = scan->temp_indexed ? scan->num_temps : 0;
    for (unsigned i = 0; i < scan->num_arrays && !scan->temp_indexed; i++) {
        if (scan->arrays[i].indexed)
            num += scan->arrays[i].last - scan->arrays[i].first + 1u;
    }
    num += scan->imm_indexed ? scan->num_imms : 0;
    if (num > GV_TGSI_MAX_INDEXED)
        return gv_diag_set(diag, GV_DIAG_LIMIT_ARRAY, 0, 0,
                           "%zu indexed registers; at most %d are supported", num,
                           GV_TGSI_MAX_INDEXED);
    return GALVAN_OK;
}

static enum galvan_result scan_all(struct galvan_tgsi *tgsi, struct galvan_diag *diag)
{
    enum galvan_result result;
    tgsi->scan.processor = tgsi->tokens.data[1] & 0xf;
    if ((result = scan_declarations(tgsi, diag)))
        return result;
    if ((result = gv_tgsi_remap_culldist(tgsi, diag)))
        return result;
    if ((result = scan_instructions(tgsi, diag)))
        return result;
    if ((result = gv_tgsi_check_calls(tgsi, 0, diag)))
        return result;
    gv_tgsi_scan_finish(tgsi);
    if ((result = check_indexed(tgsi, diag)))
        return result;
    return gv_tgsi_analyze_uniforms(tgsi) ? GALVAN_OK : gv_diag_no_memory(diag);
}

enum galvan_result galvan_tgsi_parse(const char *text, size_t len, struct galvan_diag *out_diag,
                                     struct galvan_tgsi **out_tgsi)
{
    struct galvan_diag diag = {0};
    enum galvan_result result;
    struct galvan_tgsi *tgsi = calloc(1, sizeof(*tgsi));
    if (!tgsi) {
        result = gv_diag_no_memory(&diag);
        goto fail;
    }
    if ((result = gv_tgsi_parse_text(text, len, &diag, &tgsi->tokens, &tgsi->lines)))
        goto fail;
    if ((result = scan_all(tgsi, &diag)))
        goto fail;
    *out_tgsi = tgsi;
    return GALVAN_OK;

fail:
    galvan_tgsi_destroy(tgsi);
    if (out_diag)
        *out_diag = diag;
    return result;
}

/* Reads the number of tokens from the header. The number must not exceed the caller's bound or the
 * library's limit. */
static enum galvan_result check_header(const uint32_t *tokens, size_t max_tokens,
                                       struct galvan_diag *diag, size_t *out_num)
{
    if (max_tokens < 2 || (tokens[0] & 0xff) != 2)
        return gv_diag_set(diag, GV_DIAG_TOKEN_HEADER, 0, 0, "malformed token header");
    size_t num = (tokens[0] >> 8) + (size_t)2;
    if (num > max_tokens)
        return gv_diag_set(diag, GV_DIAG_TOKEN_LENGTH, 0, 0,
                           "the header names %zu tokens, there are %zu", num, max_tokens);
    if (num > GV_TGSI_MAX_TOKENS)
        return gv_diag_set(diag, GV_DIAG_LIMIT_TOKENS, 0, 0, "more than %d tokens",
                           GV_TGSI_MAX_TOKENS);
    if ((tokens[1] & 0xf) >= TGSI_PROCESSOR_COUNT)
        return gv_diag_set(diag, GV_DIAG_TOKEN_HEADER, 0, 0, "no such stage");
    *out_num = num;
    return GALVAN_OK;
}

enum galvan_result galvan_tgsi_from_tokens(const uint32_t *tokens, size_t max_tokens,
                                           struct galvan_diag *out_diag,
                                           struct galvan_tgsi **out_tgsi)
{
    struct galvan_diag diag = {0};
    enum galvan_result result;
    size_t num = 0;
    struct galvan_tgsi *tgsi = calloc(1, sizeof(*tgsi));
    if (!tgsi) {
        result = gv_diag_no_memory(&diag);
        goto fail;
    }
    if ((result = check_header(tokens, max_tokens, &diag, &num)))
        goto fail;
    gv_words_append(&tgsi->tokens, tokens, num);
    if (tgsi->tokens.failed) {
        result = gv_diag_no_memory(&diag);
        goto fail;
    }
    if ((result = scan_all(tgsi, &diag)))
        goto fail;
    *out_tgsi = tgsi;
    return GALVAN_OK;

fail:
    galvan_tgsi_destroy(tgsi);
    if (out_diag)
        *out_diag = diag;
    return result;
}

void galvan_tgsi_destroy(struct galvan_tgsi *tgsi)
{
    if (!tgsi)
        return;
    gv_words_finish(&tgsi->tokens);
    gv_words_finish(&tgsi->lines);
    free(tgsi->scan.imms);
    free(tgsi->scan.subs);
    free(tgsi->scan.branch_source);
    free(tgsi);
}

const uint32_t *galvan_tgsi_tokens(const struct galvan_tgsi *tgsi, size_t *out_num_tokens)
{
    *out_num_tokens = tgsi->tokens.num;
    return tgsi->tokens.data;
}

char *galvan_tgsi_print(const struct galvan_tgsi *tgsi)
{
    return gv_tgsi_print_tokens(tgsi->tokens.data, tgsi->tokens.num);
}

const struct galvan_tgsi_info *galvan_tgsi_info(const struct galvan_tgsi *tgsi)
{
    return &tgsi->info;
}
