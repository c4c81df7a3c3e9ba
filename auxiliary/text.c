/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Implements tgsi_text_translate(), tgsi_dump() and tgsi_sanity_check() with the shader library. */
#include "tgsi/tgsi_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "galvan/spirv.h"
#include "spirv/tgsi/opcode.h"
#include "spirv/tgsi/print.h"
#include "tgsi/tgsi_build.h"
#include "tgsi/tgsi_dump.h"
#include "tgsi/tgsi_sanity.h"
#include "util/u_debug.h"
#include "util/u_math.h"

boolean tgsi_text_translate(const char *text, struct tgsi_token *tokens, uint num_tokens)
{
    struct galvan_diag diag;
    struct galvan_tgsi *tgsi;
    if (galvan_tgsi_parse(text, strlen(text), &diag, &tgsi)) {
        _debug_printf("tgsi: line %u, column %u: %s\n", diag.line, diag.column, diag.text);
        return FALSE;
    }
    size_t num;
    const uint32_t *words = galvan_tgsi_tokens(tgsi, &num);
    bool fits = num <= num_tokens;
    if (fits)
        memcpy(tokens, words, num * sizeof(*words));
    else
        _debug_printf("tgsi: %zu tokens, and room for %u\n", num, num_tokens);
    galvan_tgsi_destroy(tgsi);
    return fits;
}

/* Converts a float from "0x" and eight hexadecimal digits to decimal, with as many digits as are
 * needed to read the same float back. Infinity and NaN stay hexadecimal. */
static void write_decimal(const char *text, char out_decimal[32])
{
    uint32_t bits = 0;
    for (unsigned i = 2; i < 10; i++)
        bits = bits << 4 | (uint32_t)(text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10);
    if (util_is_inf_or_nan(uif(bits)))
        snprintf(out_decimal, 32, "%.10s", text);
    else
        snprintf(out_decimal, 32, "%.9g", (double)uif(bits));
    for (char *c = out_decimal; *c; c++) {
        if (*c == ',') /* the decimal separator of the program's locale */
            *c = '.';
    }
}

/* Replaces hexadecimal floats in immediates by decimals. A hexadecimal float has ten characters and
 * a decimal at most 16, so the result is less than twice as long. */
static char *with_decimals(const char *text)
{
    char *result = malloc(2 * strlen(text) + 1), *to = result;
    bool floats = false;
    while (result && *text) {
        if (*text == '\n')
            floats = false;
        if (strncmp(text, " FLT32 {", 8) == 0)
            floats = true;
        if (floats && strncmp(text, "0x", 2) == 0) {
            char decimal[32];
            write_decimal(text, decimal);
            memcpy(to, decimal, strlen(decimal));
            to += strlen(decimal);
            text += 10;
        } else {
            *to++ = *text++;
        }
    }
    if (result)
        *to = 0;
    return result;
}

/* Returns the text of tokens, which the caller must free(); NULL on failure. */
static char *print(const struct tgsi_token *tokens, uint flags)
{
    struct galvan_tgsi *tgsi;
    if (galvan_tgsi_from_tokens((const uint32_t *)tokens, SIZE_MAX, NULL, &tgsi))
        return NULL;
    char *text = galvan_tgsi_print(tgsi);
    galvan_tgsi_destroy(tgsi);
    if (!text || flags & TGSI_DUMP_FLOAT_AS_HEX)
        return text;
    char *decimals = with_decimals(text);
    free(text);
    return decimals;
}

boolean tgsi_dump_str(const struct tgsi_token *tokens, uint flags, char *str, size_t size)
{
    char *text = print(tokens, flags);
    size_t len = text ? strlen(text) : 0;
    boolean whole = text && len < size;
    if (size > 0) {
        if (len >= size)
            len = size - 1;
        if (text)
            memcpy(str, text, len);
        str[len] = 0;
    }
    free(text);
    return whole;
}

void tgsi_dump_to_file(const struct tgsi_token *tokens, uint flags, FILE *file)
{
    char *text = print(tokens, flags);
    if (text)
        fputs(text, file ? file : stderr);
    free(text);
}

void tgsi_dump(const struct tgsi_token *tokens, uint flags)
{
    tgsi_dump_to_file(tokens, flags, NULL);
}

boolean tgsi_sanity_check(const struct tgsi_token *tokens)
{
    struct galvan_diag diag;
    struct galvan_tgsi *tgsi;
    if (galvan_tgsi_from_tokens((const uint32_t *)tokens, SIZE_MAX, &diag, &tgsi)) {
        _debug_printf("tgsi: %s\n", diag.text);
        return FALSE;
    }
    galvan_tgsi_destroy(tgsi);
    return TRUE;
}

/* ---- One statement --------------------------------------------------------------------------- */

/* A shader of one statement, which can be printed although it is not complete. */
struct statement {
    struct tgsi_header header;
    struct tgsi_processor processor;
    struct tgsi_token tokens[64];
};

static void statement_init(struct statement *s)
{
    s->header = tgsi_build_header();
    s->processor = tgsi_build_processor(TGSI_PROCESSOR_VERTEX, &s->header);
}

/* Returns the line of the statement in *s, which the caller must free(); NULL on failure. */
static char *statement_print(const struct statement *s)
{
    char *text = s->header.BodySize
                     ? gv_tgsi_print_tokens((const uint32_t *)s, s->header.BodySize + 2)
                     : NULL;
    char *line = text ? strchr(text, '\n') : NULL;
    if (line) /* skips the line with the name of the stage */
        memmove(text, line + 1, strlen(line));
    char *decimals = text ? with_decimals(text) : NULL;
    free(text);
    return decimals;
}

static void statement_dump(const struct statement *s)
{
    char *line = statement_print(s);
    if (line)
        _debug_printf("%s", line);
    free(line);
}

void tgsi_dump_declaration(const struct tgsi_full_declaration *decl)
{
    struct statement s;
    statement_init(&s);
    tgsi_build_full_declaration(decl, s.tokens, &s.header, ARRAY_SIZE(s.tokens));
    statement_dump(&s);
}

void tgsi_dump_immediate(const struct tgsi_full_immediate *imm)
{
    struct statement s;
    statement_init(&s);
    tgsi_build_full_immediate(imm, s.tokens, &s.header, ARRAY_SIZE(s.tokens));
    statement_dump(&s);
}

void tgsi_dump_property(const struct tgsi_full_property *prop)
{
    struct statement s;
    statement_init(&s);
    tgsi_build_full_property(prop, s.tokens, &s.header, ARRAY_SIZE(s.tokens));
    statement_dump(&s);
}

void tgsi_dump_instruction_str(const struct tgsi_full_instruction *inst, uint instno, char *str,
                               size_t size)
{
    struct statement s;
    statement_init(&s);
    if (gv_tgsi_opcode(inst->Instruction.Opcode))
        tgsi_build_full_instruction(inst, s.tokens, &s.header, ARRAY_SIZE(s.tokens));
    char *line = statement_print(&s), *code = line ? strstr(line, ": ") : NULL;
    if (code)
        code[strcspn(code, "\n")] = '\0';
    if (size)
        *str = '\0';
    if (code)
        snprintf(str, size, "%3u%s", instno, code);
    free(line);
}

void tgsi_dump_instruction(const struct tgsi_full_instruction *inst, uint instno)
{
    char line[1024];
    tgsi_dump_instruction_str(inst, instno, line, sizeof(line));
    if (*line)
        _debug_printf("%s\n", line);
}
