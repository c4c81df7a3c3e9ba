/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Passes hostile input to the library: huge sizes and depths, false lengths. The library must soon
 * return a module or a diagnostic, and must not crash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "galvan/spirv.h"
#include "pipe/p_shader_tokens.h"
#include "tools.h"

/* A text that is being built. */
struct text {
    char *data;
    size_t len;
    size_t capacity;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *t, const char *format, ...)
{
    char line[256];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    assert_true(len >= 0 && (size_t)len < sizeof(line));
    if (t->len + (size_t)len + 1 > t->capacity) {
        t->capacity = t->capacity * 2 + 4096;
        t->data = realloc(t->data, t->capacity);
        assert_non_null(t->data);
    }
    memcpy(t->data + t->len, line, (size_t)len + 1);
    t->len += (size_t)len;
}

static struct galvan_diag diag;

/* Parses the text, translates it if parsing succeeds, and frees the text. *out_num_words gets the
 * number of dwords of the module, 0 on failure. */
static enum galvan_result run(struct text *t, bool validate, size_t *out_num_words)
{
    struct galvan_tgsi *tgsi = NULL;
    struct galvan_spirv_module module = {0};
    struct galvan_spirv_key key = {
        .fragment.alpha_func = 7, .vertex.last_vertex_stage = true, .fragment.num_cbufs = 1};
    diag = (struct galvan_diag){0};
    enum galvan_result result = galvan_tgsi_parse(t->data, t->len, &diag, &tgsi);
    assert_int_equal(result == GALVAN_OK, tgsi != NULL);
    if (result == GALVAN_OK)
        result = galvan_spirv_translate(tgsi, &key, &diag, &module);
    assert_int_equal(result == GALVAN_OK, module.words != NULL);
    if (result == GALVAN_OK && validate)
        assert_true(test_validate(&module, "hostile"));
    assert_int_equal(result == GALVAN_OK, diag.code == 0);
    if (out_num_words)
        *out_num_words = module.num_words;
    galvan_spirv_module_finish(&module);
    galvan_tgsi_destroy(tgsi);
    free(t->data);
    return result;
}

static const char fragment[] = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n";

/* Translates a shader with many registers; checks that translation succeeds soon (the attack
 * 10_000_temps). */
static void ten_thousand_temps(void **state)
{
    struct text t = {0};
    (void)state;
    add(&t, "%sDCL TEMP[0..10000]\nMOV TEMP[0], IN[0]\n", fragment);
    for (unsigned i = 1; i <= 10000; i++)
        add(&t, "ADD TEMP[%u], TEMP[%u], IN[0]\n", i, i - 1);
    add(&t, "MOV OUT[0], TEMP[10000]\nEND\n");
    assert_int_equal(run(&t, true, NULL), GALVAN_OK);
}

/* Translates a shader with many instructions; checks that translation succeeds soon (the attack
 * 100_000_instructions). */
static void hundred_thousand_instructions(void **state)
{
    struct text t = {0};
    (void)state;
    add(&t, "%sDCL TEMP[0..7]\n", fragment);
    for (unsigned i = 0; i < 100000; i++)
        add(&t, "ADD TEMP[%u], TEMP[%u], IN[0]\n", i % 8, i * 3 % 8);
    add(&t, "MOV OUT[0], TEMP[0]\nEND\n");
    assert_int_equal(run(&t, false, NULL), GALVAN_OK);
}

static void add_loops(struct text *t, unsigned num)
{
    add(t, "%sDCL TEMP[0..%u]\n", fragment, num);
    for (unsigned i = 0; i <= num; i++)
        add(t, "MOV TEMP[%u], IN[0]\n", i);
    for (unsigned i = 0; i < num; i++)
        add(t, "BGNLOOP\nIF TEMP[%u].xxxx\nBRK\nENDIF\nADD TEMP[%u], TEMP[%u], IN[0]\nENDLOOP\n", i,
            i, i + 1);
    add(t, "MOV OUT[0], TEMP[0]\nEND\n");
}

/* Translates branches and loops; checks the modules. The validator's time grows with the square of
 * the number of blocks, so it checks only the small module. */
static void many_branches_and_loops(void **state)
{
    struct text few = {0};
    struct text many = {0};
    (void)state;
    add_loops(&few, 300);
    assert_int_equal(run(&few, true, NULL), GALVAN_OK);
    add_loops(&many, 10000);
    assert_int_equal(run(&many, false, NULL), GALVAN_OK);
}

static void nest(struct text *t, unsigned depth, const char *open, const char *close)
{
    add(t, "%s", fragment);
    for (unsigned i = 0; i < depth; i++)
        add(t, "%s\n", open);
    add(t, "MOV OUT[0], IN[0]\n");
    for (unsigned i = 0; i < depth; i++)
        add(t, "%s\n", close);
    add(t, "END\n");
}

static void nesting_128(void **state)
{
    struct text t = {0};
    (void)state;
    nest(&t, 128, "IF IN[0].xxxx", "ENDIF");
    assert_int_equal(run(&t, true, NULL), GALVAN_OK);
}

/* Translates the greatest number of nested scopes: 128 IFs, a scope around the whole program
 * because it has RET, and a scope in the innermost IF because the texture unit is computed. */
static void switch_in_nesting_128(void **state)
{
    struct text t = {0};
    (void)state;
    add(&t,
        "%sDCL SAMP[0..1]\nDCL SVIEW[0..1], 2D, FLOAT\nDCL ADDR[0]\nUARL ADDR[0].x, IN[0].xxxx\n",
        fragment);
    for (unsigned i = 0; i < 128; i++)
        add(&t, "UIF IN[0].xxxx\n");
    add(&t, "TEX OUT[0], IN[0], SAMP[ADDR[0].x], 2D\nRET\n");
    for (unsigned i = 0; i < 128; i++)
        add(&t, "ENDIF\n");
    add(&t, "END\n");
    assert_int_equal(run(&t, true, NULL), GALVAN_OK);
}

static void loops_128(void **state)
{
    struct text t = {0};
    (void)state;
    nest(&t, 128, "BGNLOOP", "BRK\nENDLOOP");
    assert_int_equal(run(&t, true, NULL), GALVAN_OK);
}

static void nesting_10_000(void **state)
{
    struct text t = {0};
    (void)state;
    nest(&t, 10000, "IF IN[0].xxxx", "ENDIF");
    assert_int_equal(run(&t, false, NULL), GALVAN_ERROR_LIMIT);
    assert_int_equal(diag.code, 5003);
}

/* Adds `num` subroutines, each of which calls the next one `times` times. */
static void add_calls(struct text *t, unsigned num, unsigned times)
{
    add(t, "%sCAL :3\nMOV OUT[0], IN[0]\nEND\n", fragment);
    for (unsigned i = 0; i < num; i++) {
        unsigned next = 3 + (i + 1) * (times + 2);
        add(t, "BGNSUB\n");
        for (unsigned k = 0; k < times; k++) {
            if (i + 1 < num)
                add(t, "CAL :%u\n", next);
            else
                add(t, "NOP\n");
        }
        add(t, "ENDSUB\n");
    }
}

static void calls_that_double(void **state)
{
    struct text t = {0};
    (void)state;
    add_calls(&t, 12, 2);
    assert_int_equal(run(&t, true, NULL), GALVAN_OK);
    t = (struct text){0};
    add_calls(&t, 30, 2);
    assert_int_equal(run(&t, false, NULL), GALVAN_ERROR_LIMIT);
    assert_int_equal(diag.code, 5007);
}

static void calls_inside_calls(void **state)
{
    struct text t = {0};
    (void)state;
    add_calls(&t, 32, 1);
    assert_int_equal(run(&t, true, NULL), GALVAN_OK);
    t = (struct text){0};
    add_calls(&t, 20000, 1);
    assert_int_equal(run(&t, false, NULL), GALVAN_ERROR_LIMIT);
    assert_int_equal(diag.code, 5003);
}

static void text_too_long(void **state)
{
    struct text t = {0};
    (void)state;
    add(&t, "%sEND\n", fragment);
    while (t.len <= 4 * 1024 * 1024)
        add(&t, "%200s\n", "");
    assert_int_equal(run(&t, false, NULL), GALVAN_ERROR_LIMIT);
    assert_int_equal(diag.code, 5001);
}

static void too_many_tokens(void **state)
{
    struct text t = {0};
    (void)state;
    add(&t, "FRAG\n");
    for (unsigned i = 0; i < 600000; i++)
        add(&t, "NOP\n");
    while (t.len < 4 * 1024 * 1024 - 100)
        add(&t, "NOP\n");
    add(&t, "END\n");
    enum galvan_result result = run(&t, false, NULL);
    assert_true(result == GALVAN_OK || diag.code == 5002);
}

/* Translates the greatest number of instructions that each need about forty ids; checks the result.
 */
static void too_many_ids(void **state)
{
    struct text t = {0};
    (void)state;
    add(&t, "%sDCL TEMP[0]\n", fragment);
    for (unsigned i = 0; i < 120; i++)
        add(&t, "CAL :122\n");
    add(&t, "MOV OUT[0], TEMP[0]\nEND\nBGNSUB\n");
    for (unsigned i = 0; i < 1000; i++)
        add(&t, "RFL_SAT TEMP[0], -|TEMP[0]|, -|IN[0]|\n");
    add(&t, "ENDSUB\n");
    assert_int_equal(run(&t, false, NULL), GALVAN_ERROR_LIMIT);
    assert_int_equal(diag.code, 5006);
}

static void property_name_long(void **state)
{
    static const size_t lengths[] = {63, 64, 65, 255, 256, 257, 4096, 1 << 20};
    (void)state;
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        struct text t = {0};
        add(&t, "FRAG\nPROPERTY ");
        for (size_t at = 0; at < lengths[i]; at++)
            add(&t, "N");
        add(&t, " VALUE\nEND\n");
        assert_int_equal(run(&t, false, NULL), GALVAN_ERROR_SYNTAX);
        assert_int_equal(diag.code, 1007);
        assert_int_equal(diag.line, 2);
    }
}

static void text_nul_inside(void **state)
{
    static const char text[] = "FRAG\nDCL OUT[0], COLOR\nEND\n\0garbage @@@";
    struct galvan_tgsi *tgsi = NULL;
    (void)state;
    assert_int_equal(galvan_tgsi_parse(text, sizeof(text), NULL, &tgsi), GALVAN_OK);
    galvan_tgsi_destroy(tgsi);
}

/* Copies each prefix of a text to a heap block of the prefix's size, and parses the copy, so that a
 * sanitizer detects reads after the prefix. */
static void text_not_terminated(void **state)
{
    static const char text[] =
        "FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nDCL IN[0].xy, GENERIC[0], PERSPECTIVE\n"
        "DCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL CONST[1][0..3]\n"
        "DCL TEMP[0..3], ARRAY(1), LOCAL\nDCL ADDR[0]\nIMM[0] FLT32 {0x3f800000, 1.5e3, -2, 0.}\n"
        "  0: UARL ADDR[0].x, CONST[1][2].xxxx\n  1: MOV TEMP[ADDR[0].x+1](1).xyz, -|IN[0].xyyy|\n"
        "  2: TEX OUT[0], TEMP[1], SAMP[0], 2D, IMM[0].xyz\n  3: UIF TEMP[0].xxxx :4\n"
        "  4: ENDIF\n  5: END";
    (void)state;
    for (size_t len = 0; len < sizeof(text); len++) {
        struct galvan_tgsi *tgsi = NULL;
        char *copy = malloc(len ? len : 1);
        assert_non_null(copy);
        memcpy(copy, text, len);
        if (galvan_tgsi_parse(copy, len, NULL, &tgsi) == GALVAN_OK)
            assert_true(len >= sizeof(text) - 1);
        galvan_tgsi_destroy(tgsi);
        free(copy);
    }
}

static void loop_count_from_nan(void **state)
{
    struct text t = {0};
    (void)state;
    add(&t, "%sDCL TEMP[0..1]\nIMM[0] FLT32 {nan, -nan, inf, -inf}\n", fragment);
    add(&t, "MOV TEMP[0], IMM[0]\nBGNLOOP\nSGE TEMP[1].x, TEMP[0].xxxx, IMM[0].yyyy\n"
            "IF TEMP[1].xxxx\nBRK\nENDIF\nADD TEMP[0], TEMP[0], IMM[0].zzzz\nENDLOOP\n"
            "MOV OUT[0], TEMP[0]\nEND\n");
    assert_int_equal(run(&t, true, NULL), GALVAN_OK);
}

static void indirect_past_declared(void **state)
{
    struct text t = {0};
    (void)state;
    add(&t, "%sDCL CONST[0..3]\nDCL TEMP[0..3], ARRAY(1), LOCAL\nDCL ADDR[0]\n", fragment);
    add(&t, "ARL ADDR[0].x, IN[0].xxxx\nMOV TEMP[ADDR[0].x+32767](1), CONST[ADDR[0].x-32767]\n"
            "MOV OUT[0], TEMP[ADDR[0].x-5](1)\nEND\n");
    assert_int_equal(run(&t, true, NULL), GALVAN_OK);
}

static void duplicate_declaration(void **state)
{
    struct text t = {0};
    (void)state;
    add(&t, "%s%s", fragment, "DCL IN[0].xy, GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n");
    add(&t, "MOV OUT[0], IN[0]\nEND\n");
    assert_int_equal(run(&t, true, NULL), GALVAN_OK);
}

static void constant_index_32767(void **state)
{
    struct text t = {0};
    (void)state;
    add(&t, "%sDCL CONST[0..3]\nMOV OUT[0], CONST[32767]\nEND\n", fragment);
    assert_int_equal(run(&t, true, NULL), GALVAN_OK);
}

/* ---- Tokens --------------------------------------------------------------------------------- */

/* Returns the tokens of a shader with every feature; tests corrupt these tokens. */
static uint32_t *sample_tokens(size_t *out_num)
{
    static const char text[] =
        "FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nDCL IN[0], GENERIC[0], PERSPECTIVE\n"
        "DCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL CONST[1][0..3]\n"
        "DCL TEMP[0..3], ARRAY(1), LOCAL\nDCL ADDR[0]\nIMM[0] UINT32 {1, 2, 3, 4}\n"
        "UARL ADDR[0].x, CONST[1][2].xxxx\nMOV TEMP[ADDR[0].x+1](1).xyz, -IN[0].xyyy\n"
        "TEX TEMP[0], TEMP[1], SAMP[0], 2D, IMM[0].xyz\nUIF TEMP[0].xxxx "
        ":4\nBGNLOOP\nBRK\nENDLOOP\n"
        "ENDIF\nMOV OUT[0], TEMP[0]\nEND\n";
    struct galvan_tgsi *tgsi = NULL;
    assert_int_equal(galvan_tgsi_parse(text, sizeof(text), NULL, &tgsi), GALVAN_OK);
    const uint32_t *tokens = galvan_tgsi_tokens(tgsi, out_num);
    uint32_t *copy = malloc(*out_num * sizeof(*copy));
    assert_non_null(copy);
    memcpy(copy, tokens, *out_num * sizeof(*copy));
    galvan_tgsi_destroy(tgsi);
    return copy;
}

/* Passes tokens to the library. If it accepts them, it must be able to print them; translating them
 * must not crash, but may fail. */
static void try_tokens(const uint32_t *tokens, size_t num)
{
    struct galvan_tgsi *tgsi = NULL;
    struct galvan_spirv_module module = {0};
    struct galvan_spirv_key key = {.fragment.alpha_func = 7, .fragment.num_cbufs = 1};
    if (galvan_tgsi_from_tokens(tokens, num, NULL, &tgsi))
        return;
    char *text = galvan_tgsi_print(tgsi);
    assert_non_null(text);
    free(text);
    (void)galvan_spirv_translate(tgsi, &key, NULL, &module);
    galvan_spirv_module_finish(&module);
    galvan_tgsi_destroy(tgsi);
}

static void tokens_truncated(void **state)
{
    size_t num;
    uint32_t *tokens = sample_tokens(&num);
    (void)state;
    for (size_t len = 0; len < num; len++) {
        struct galvan_tgsi *tgsi = NULL;
        uint32_t *copy = malloc(len ? len * 4 : 1);
        assert_non_null(copy);
        memcpy(copy, tokens, len * 4);
        assert_int_not_equal(galvan_tgsi_from_tokens(copy, len, NULL, &tgsi), GALVAN_OK);
        /* Passes the shortened array again, with a header that has the shortened length. */
        if (len > 2) {
            copy[0] = 2 | (uint32_t)(len - 2) << 8;
            try_tokens(copy, len);
        }
        free(copy);
    }
    free(tokens);
}

static void tokens_count_lies(void **state)
{
    size_t num;
    uint32_t *tokens = sample_tokens(&num);
    struct galvan_tgsi *tgsi = NULL;
    (void)state;
    tokens[0] = 2 | 0xffffffu << 8;
    assert_int_equal(galvan_tgsi_from_tokens(tokens, num, &diag, &tgsi), GALVAN_ERROR_SYNTAX);
    tokens[0] = 3 | (uint32_t)(num - 2) << 8;
    assert_int_equal(galvan_tgsi_from_tokens(tokens, num, &diag, &tgsi), GALVAN_ERROR_SYNTAX);
    tokens[0] = 2;
    assert_int_equal(galvan_tgsi_from_tokens(tokens, num, &diag, &tgsi), GALVAN_ERROR_SYNTAX);
    free(tokens);
}

/* Puts an undefined texture target in a token; checks that the tokens are rejected (the attack
 * texture_target_past_table). */
static void tokens_texture_target_past_table(void **state)
{
    enum {
        TEXTURE_BIT = 1 << 29
    };
    size_t num;
    uint32_t *tokens = sample_tokens(&num);
    struct galvan_tgsi *tgsi = NULL;
    size_t at = 2;
    (void)state;
    /* Finds the only instruction with a texture; its next dword begins with the target. */
    while (at < num &&
           ((tokens[at] & 0xf) != TGSI_TOKEN_TYPE_INSTRUCTION || !(tokens[at] & TEXTURE_BIT)))
        at += tokens[at] >> 4 & 0xff;
    assert_true(at + 1 < num);
    for (uint32_t target = TGSI_TEXTURE_COUNT; target <= 0xff; target++) {
        tokens[at + 1] = (tokens[at + 1] & ~0xffu) | target;
        assert_int_equal(galvan_tgsi_from_tokens(tokens, num, &diag, &tgsi), GALVAN_ERROR_SYNTAX);
        assert_int_equal(diag.code, 2003);
    }
    free(tokens);
}

static void tokens_every_bit_flipped(void **state)
{
    size_t num;
    uint32_t *tokens = sample_tokens(&num);
    (void)state;
    for (size_t i = 0; i < num * 32; i++) {
        tokens[i / 32] ^= 1u << (i % 32);
        try_tokens(tokens, num);
        tokens[i / 32] ^= 1u << (i % 32);
    }
    free(tokens);
}

static void tokens_every_word_replaced(void **state)
{
    static const uint32_t words[] = {0, 1, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff};
    size_t num;
    uint32_t *tokens = sample_tokens(&num);
    (void)state;
    for (size_t i = 0; i < num; i++) {
        uint32_t old = tokens[i];
        for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
            tokens[i] = words[k];
            try_tokens(tokens, num);
        }
        tokens[i] = old;
    }
    free(tokens);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_thousand_temps),
        cmocka_unit_test(hundred_thousand_instructions),
        cmocka_unit_test(many_branches_and_loops),
        cmocka_unit_test(nesting_128),
        cmocka_unit_test(switch_in_nesting_128),
        cmocka_unit_test(loops_128),
        cmocka_unit_test(nesting_10_000),
        cmocka_unit_test(calls_that_double),
        cmocka_unit_test(calls_inside_calls),
        cmocka_unit_test(text_too_long),
        cmocka_unit_test(too_many_tokens),
        cmocka_unit_test(too_many_ids),
        cmocka_unit_test(property_name_long),
        cmocka_unit_test(text_nul_inside),
        cmocka_unit_test(text_not_terminated),
        cmocka_unit_test(loop_count_from_nan),
        cmocka_unit_test(indirect_past_declared),
        cmocka_unit_test(duplicate_declaration),
        cmocka_unit_test(constant_index_32767),
        cmocka_unit_test(tokens_truncated),
        cmocka_unit_test(tokens_count_lies),
        cmocka_unit_test(tokens_texture_target_past_table),
        cmocka_unit_test(tokens_every_bit_flipped),
        cmocka_unit_test(tokens_every_word_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
