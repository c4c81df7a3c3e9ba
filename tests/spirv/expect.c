/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "expect.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "util/text.h"

enum {
    MAX_NAME = 64
};

/* Opcodes with visible effects: a module must have exactly the effects that its source requires. */
static const char *const effects[] = {
    "OpStore",        "OpImageWrite",     "OpAtomic",        "OpEmit",
    "OpEndPrimitive", "OpControlBarrier", "OpMemoryBarrier", "OpReadClockKHR ",
};

/* Counts the lines between `text` and `end` that contain these words. */
static unsigned count_lines(const char *text, const char *end, const char *words)
{
    unsigned num = 0;
    for (const char *at = strstr(text, words); at && at < end; at = strstr(at, words)) {
        num++;
        at = strchr(at, '\n');
        if (!at)
            break;
    }
    return num;
}

static const char *end_of(const char *text)
{
    return text + strlen(text);
}

/* Returns the start of the code, after the declarations. */
static const char *code_of(const char *disassembly)
{
    const char *code = strstr(disassembly, "= OpFunction ");
    return code ? code : end_of(disassembly);
}

static bool is_effect(const char *words)
{
    for (size_t i = 0; i < sizeof(effects) / sizeof(effects[0]); i++) {
        if (strncmp(words, effects[i], strlen(effects[i])) == 0)
            return true;
    }
    return false;
}

/* Parses "N WORDS". */
static bool take_number(const char *rest, uint64_t *out_number, const char **out_words)
{
    const char *blank = strchr(rest, ' ');
    *out_words = blank ? blank + 1 : NULL;
    return blank && gv_parse_u64(rest, (size_t)(blank - rest), UINT32_MAX, out_number);
}

/* Finds the line that contains the word at `at`, and stores the line's result id as " %NAME ".
 * Returns false if the line has no result. */
static bool result_of(const char *disassembly, const char *at, char name[MAX_NAME])
{
    while (at > disassembly && at[-1] != '\n')
        at--;
    at += strspn(at, " ");
    const size_t len = strcspn(at, " \n");
    return at[0] == '%' && len + 3 <= MAX_NAME &&
           snprintf(name, MAX_NAME, " %.*s ", (int)len, at) > 0;
}

/* Checks a line "every OPCODE DECORATION". */
static bool each_is_decorated(const char *disassembly, const char *rest)
{
    char opcode[MAX_NAME], name[MAX_NAME], decoration[2 * MAX_NAME];
    const char *blank = strchr(rest, ' ');
    if (!blank || blank - rest + 2 > MAX_NAME)
        return false;
    snprintf(opcode, sizeof(opcode), "%.*s ", (int)(blank - rest), rest);
    bool any = false;
    for (const char *at = strstr(code_of(disassembly), opcode); at; at = strstr(at + 1, opcode)) {
        if (!result_of(disassembly, at, name))
            return false;
        snprintf(decoration, sizeof(decoration), "OpDecorate%s%s\n", name, blank + 1);
        if (!strstr(disassembly, decoration))
            return false;
        any = true;
    }
    return any;
}

bool expect_line(const char *line, const char *disassembly)
{
    char *rest;
    const char *words;
    uint64_t number;
    const char *end = end_of(disassembly), *code = code_of(disassembly);
    if (case_is_directive(line, "contains", &rest))
        return count_lines(disassembly, end, rest) > 0;
    if (case_is_directive(line, "absent", &rest))
        return count_lines(disassembly, end, rest) == 0;
    if (case_is_directive(line, "every", &rest))
        return each_is_decorated(disassembly, rest);
    if (case_is_directive(line, "declares", &rest) && take_number(rest, &number, &words))
        return count_lines(disassembly, code, words) == number;
    if (case_is_directive(line, "effects", &rest) && take_number(rest, &number, &words))
        return is_effect(words) && count_lines(code, end, words) == number;
    if (case_is_directive(line, "most", &rest) && take_number(rest, &number, &words))
        return count_lines(code, end, words) <= number;
    return false;
}

/* ---- Rules for every module */

/* Returns whether each function returns in one place. Threads of an incomplete workgroup, and
 * invocations that discard, may also end elsewhere. */
static bool returns_once(const struct spirv_case *t, const char *code)
{
    const char *end = end_of(code);
    if (t->key.compute.last_block || strstr(t->texts[0], "KILL"))
        return true;
    return count_lines(code, end, "OpReturn") <= count_lines(code, end, "OpFunctionEnd");
}

/* Returns whether the module has at most as many loops as the source, plus one for each atomic
 * operation without a SPIR-V instruction. */
static bool loops_as_the_source(const struct spirv_case *t, const char *code)
{
    static const char *const loops[] = {"BGNLOOP", "ATOMINC_WRAP", "ATOMDEC_WRAP", "ATOMFADD"};
    const char *text = t->texts[0];
    unsigned num = 0;
    for (size_t i = 0; i < sizeof(loops) / sizeof(loops[0]); i++)
        num += count_lines(text, end_of(text), loops[i]);
    if (num > 0 && strstr(text, "BGNSUB"))
        return true; /* each call of a subroutine repeats the subroutine's loops */
    return count_lines(code, end_of(code), "OpLoopMerge") <= num;
}

/* Returns whether the module has no Function variable that the source does not need: a value needs
 * a variable only if control flow lies between the computation and the use of the value. */
static bool variables_as_the_source(const struct spirv_case *t, const char *code)
{
    static const char *const needs[] = {"IF ",    "IF\n",  "BGNLOOP", "SWITCH", "RET",
                                        "CALLNZ", "[ADDR", "KILL",    "EMIT"};
    if (t->key.device.no_float64 || t->key.device.no_int64)
        return true; /* library functions do the arithmetic */
    if (strstr(t->texts[0], "GLSL "))
        return true; /* library functions have variables */
    for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++) {
        if (strstr(t->texts[0], needs[i]))
            return true;
    }
    return count_lines(code, end_of(code), "OpVariable %_ptr_Function") == 0;
}

/* Returns whether the module may have more effects than its source. That is so for a lowered stage,
 * for a workgroup with more work items than device threads, and for a workgroup whose threads end
 * together. */
static bool is_lowered(const struct spirv_case *t, const char *disassembly)
{
    const bool compute = strstr(disassembly, "OpEntryPoint GLCompute");
    return t->key.device.max_threads || t->key.compute.ends_together ||
           (compute && strncmp(t->texts[0], "COMP", 4) != 0);
}

bool expect_always(const struct spirv_case *t, const char *disassembly)
{
    const char *code = code_of(disassembly);
    if (is_lowered(t, disassembly))
        return true;
    const struct {
        bool holds;
        const char *what;
    } rules[] = {
        {returns_once(t, code), "each function returns at one place"},
        {loops_as_the_source(t, code), "there is no loop that the source does not need"},
        {variables_as_the_source(t, code), "there is no variable that the source does not need"},
    };
    bool ok = true;
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        if (!rules[i].holds)
            fprintf(stderr, "%s: does not hold: %s\n", t->name, rules[i].what);
        ok &= rules[i].holds;
    }
    return ok;
}
