/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mutations of TGSI text that the parser may still accept: whole statements move, words become
 * other words of the language, numbers become neighbours or extremes, operands are copied over
 * others, and fields of the key are set. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "fuzz.h"
#include "spirv/tgsi/names.h"
#include "spirv/tgsi/opcode.h"
#include "tgsi_input.h"

enum {
    NUM_OPCODES = 256,
    MAX_STEPS = 4
};

struct piece {
    size_t at;
    size_t len;
};

struct text {
    uint8_t *data;
    size_t size;
    size_t max_size;
    uint32_t seed;
};

static bool is_word(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

/* Replaces a piece by `len` bytes. Returns false if they do not fit. */
static bool replace(struct text *t, struct piece old, const void *with, size_t len)
{
    if (t->size - old.len + len > t->max_size)
        return false;
    memmove(t->data + old.at + len, t->data + old.at + old.len, t->size - old.at - old.len);
    memcpy(t->data + old.at, with, len);
    t->size += len - old.len;
    return true;
}

static void replace_string(struct text *t, struct piece old, const char *with)
{
    replace(t, old, with, strlen(with));
}

/* Returns a random line, with its newline. */
static struct piece some_line(struct text *t)
{
    size_t end = tgsi_text_len(t->data, t->size);
    size_t at = tgsi_below(&t->seed, (uint32_t)end);
    size_t first = at;
    while (first > 0 && t->data[first - 1] != '\n')
        first--;
    while (at < end && t->data[at] != '\n')
        at++;
    return (struct piece){first, at - first + (at < end)};
}

/* Chooses a random position. Returns the run of bytes around this position for which test() is
 * true, or else the next such run. If there is no such run, returns an empty piece. */
static struct piece some_run(struct text *t, bool (*test)(uint8_t))
{
    size_t end = tgsi_text_len(t->data, t->size);
    size_t at = tgsi_below(&t->seed, (uint32_t)end);
    while (at < end && !test(t->data[at]))
        at++;
    size_t first = at;
    while (first > 0 && test(t->data[first - 1]))
        first--;
    while (at < end && test(t->data[at]))
        at++;
    return (struct piece){first, at - first};
}

/* Returns a random piece that begins after a blank and ends before the next comma or newline. */
static struct piece some_operand(struct text *t)
{
    size_t end = tgsi_text_len(t->data, t->size);
    size_t at = tgsi_below(&t->seed, (uint32_t)end);
    while (at < end && t->data[at] != ' ')
        at++;
    size_t first = at < end ? at + 1 : at;
    for (at = first; at < end && t->data[at] != ',' && t->data[at] != '\n';)
        at++;
    return (struct piece){first, at - first};
}

/* ---- The changes ---------------------------------------------------------------------------- */

static void remove_line(struct text *t)
{
    replace(t, some_line(t), "", 0);
}

/* Inserts a copy of a random line before another line, or replaces the other line by the copy. */
static void copy_line(struct text *t)
{
    uint8_t copy[256];
    struct piece from = some_line(t);
    struct piece to = some_line(t);
    if (from.len > sizeof(copy))
        return;
    memcpy(copy, t->data + from.at, from.len);
    if (tgsi_below(&t->seed, 2))
        to.len = 0;
    replace(t, to, copy, from.len);
}

static void copy_operand(struct text *t)
{
    uint8_t copy[64];
    struct piece from = some_operand(t);
    if (from.len > sizeof(copy))
        return;
    memcpy(copy, t->data + from.at, from.len);
    replace(t, some_operand(t), copy, from.len);
}

static void change_number(struct text *t)
{
    static const char *const edges[] = {
        "0",   "1",    "2",    "3",     "15",         "16",         "31",    "32",
        "255", "4095", "4096", "32767", "0x7fc00000", "4294967295", "65535", "1065353216"};
    struct piece old = some_run(t, is_digit);
    if (tgsi_below(&t->seed, 4)) {
        char small[2] = {(char)('0' + tgsi_below(&t->seed, 10)), 0};
        replace_string(t, old, small);
    } else {
        replace_string(t, old, edges[tgsi_below(&t->seed, sizeof(edges) / sizeof(edges[0]))]);
    }
}

static const char *some_opcode(uint32_t *seed)
{
    for (unsigned i = 0; i < NUM_OPCODES; i++) {
        const struct gv_tgsi_opcode *op = gv_tgsi_opcode(tgsi_below(seed, NUM_OPCODES));
        if (op)
            return op->name;
    }
    return "MOV";
}

/* Replaces a random word by another word of the table to which the first word belongs. */
static void change_word(struct text *t)
{
    static const struct gv_tgsi_names *const tables[] = {
        &gv_tgsi_stages,        &gv_tgsi_files,          &gv_tgsi_semantics,  &gv_tgsi_properties,
        &gv_tgsi_targets,       &gv_tgsi_interpolations, &gv_tgsi_locations,  &gv_tgsi_return_types,
        &gv_tgsi_imm_types,     &gv_tgsi_memory_types,   &gv_tgsi_qualifiers, &gv_tgsi_primitives,
        &gv_tgsi_coord_origins, &gv_tgsi_pixel_centers};
    struct piece old = some_run(t, is_word);
    const char *word = (const char *)t->data + old.at;
    for (unsigned i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        if (gv_tgsi_find_name(tables[i], word, old.len) >= 0) {
            const char *with = tables[i]->names[tgsi_below(&t->seed, tables[i]->num)];
            if (with)
                replace_string(t, old, with);
            return;
        }
    }
    if (gv_tgsi_find_opcode(word, old.len) >= 0)
        replace_string(t, old, some_opcode(&t->seed));
}

/* Inserts a modifier at a word, for example a swizzle, a mask, a sign, an absolute-value bar or a
 * suffix of an opcode. */
static void change_modifier(struct text *t)
{
    static const char *const pieces[] = {
        ".x",   ".xy", ".yzw",          ".w",          ".wzyx",    ".xxxx",       ".zzww", "-", "|",
        "_SAT", "(1)", "[ADDR[0].x+1]", "[TEMP[0].x]", "_PRECISE", ", IMM[0].xyz"};
    struct piece word = some_run(t, is_word);
    struct piece place = {word.at + (tgsi_below(&t->seed, 2) ? word.len : 0), 0};
    replace_string(t, place, pieces[tgsi_below(&t->seed, sizeof(pieces) / sizeof(pieces[0]))]);
}

/* Inserts a statement that other mutations rarely create, for example control flow or a
 * declaration. */
static void add_statement(struct text *t)
{
    static const char *const statements[] = {
        "BGNLOOP\n",
        "ENDLOOP\n",
        "BRK\n",
        "CONT\n",
        "ENDIF\n",
        "ELSE\n",
        "RET\n",
        "UIF TEMP[0].xxxx\n",
        "IF TEMP[0].xxxx\n",
        "SWITCH TEMP[0].xxxx\n",
        "CASE IMM[0].xxxx\n",
        "DEFAULT\n",
        "ENDSWITCH\n",
        "DCL TEMP[0..7], ARRAY(1), LOCAL\n",
        "DCL ADDR[0..1]\n",
        "DCL CONST[0..7]\n",
        "DCL CONST[1][0..7]\n",
        "DCL SAMP[0]\n",
        "DCL SVIEW[0], 2D, FLOAT\n",
        "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\n",
        "DCL BUFFER[0]\n",
        "DCL HWATOMIC[0][0..3]\n",
        "DCL MEMORY[0], SHARED\n",
        "IMM[0] UINT32 {1, 2, 3, 4}\n",
        "KILL_IF TEMP[0]\n",
        "EMIT IMM[0].xxxx\n",
        "BARRIER\n",
        "CAL :0\n",
        "BGNSUB\n",
        "ENDSUB\n",
    };
    struct piece place = {some_line(t).at, 0};
    replace_string(t, place,
                   statements[tgsi_below(&t->seed, sizeof(statements) / sizeof(statements[0]))]);
}

static void set_key_field(struct text *t)
{
    size_t num;
    const struct galvan_spirv_key_field *fields = galvan_spirv_key_fields(&num);
    const struct galvan_spirv_key_field *f = &fields[tgsi_below(&t->seed, (uint32_t)num)];
    uint64_t value = tgsi_next(&t->seed) >> tgsi_below(&t->seed, 32);
    char line[80];
    if (f->max_value < UINT64_MAX)
        value %= f->max_value + 1;
    int len = snprintf(line, sizeof(line), "%c%s[%u]=%llu\n", 0, f->name,
                       tgsi_below(&t->seed, f->num), (unsigned long long)value);
    bool has_end = tgsi_text_len(t->data, t->size) < t->size;
    replace(t, (struct piece){t->size, 0}, line + has_end, (size_t)len - has_end);
}

size_t tgsi_mutate(uint8_t *data, size_t size, size_t max_size, uint32_t seed)
{
    static void (*const changes[])(struct text *) = {
        remove_line, copy_line,   copy_operand,    copy_operand,  change_number, change_number,
        change_word, change_word, change_modifier, add_statement, set_key_field,
    };
    struct text t = {data, size, max_size, seed | 1};
    for (unsigned i = 0; i < 4; i++)
        tgsi_next(&t.seed);
    for (unsigned steps = 1 + tgsi_below(&t.seed, MAX_STEPS); steps > 0; steps--)
        changes[tgsi_below(&t.seed, sizeof(changes) / sizeof(changes[0]))](&t);
    return t.size;
}
