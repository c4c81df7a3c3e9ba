/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs the cases of one text file; adding a case needs no C. A case is
 *
 *   [name]
 *   key FIELD=NUMBER ...      fields of struct galvan_spirv_key; FIELD[i] for arrays
 *   error CODE                parsing or translation ends with this diagnostic
 *   line N                    ... at this line of the text
 *   contains WORDS            the disassembly has a line with these words in a row
 *   absent WORDS              it has none
 *   count N WORDS             it has N such lines
 *   exact                     printing gives back the very text
 *   todo REASON               known not to hold; a case that holds all the same fails
 *   text
 *   ...                       TGSI, up to the next case
 *
 * Without error, a case must translate, twice the same, also from its printed text, and pass the
 * validator. Lines before the first case are a comment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "galvan/spirv.h"
#include "tools.h"
#include "util/text.h"

enum {
    MAX_LINES = 64
};

struct test_case {
    const char *name;
    char *expectations[MAX_LINES]; /* contains, absent, count */
    unsigned num_expectations;
    struct galvan_spirv_key key;
    uint64_t error;
    uint64_t line;
    bool exact;
    bool todo;
    char *text;
};

static bool parse_number(const char *text, uint64_t *out_value)
{
    return gv_parse_u64(text, strlen(text), UINT64_MAX, out_value);
}

static bool set_key(struct galvan_spirv_key *key, char *words)
{
    char *save = NULL;
    for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        if (galvan_spirv_key_set(key, w)) {
            fprintf(stderr, "no such key field or value: %s\n", w);
            return false;
        }
    }
    return true;
}

static bool is_directive(const char *line, const char *name, char **out_rest)
{
    size_t len = strlen(name);
    if (strncmp(line, name, len) != 0 || (line[len] && line[len] != ' '))
        return false;
    *out_rest = (char *)line + len + (line[len] == ' ');
    return true;
}

static bool parse_directive(struct test_case *t, char *line)
{
    char *rest;
    if (is_directive(line, "key", &rest))
        return set_key(&t->key, rest);
    if (is_directive(line, "error", &rest))
        return parse_number(rest, &t->error);
    if (is_directive(line, "line", &rest))
        return parse_number(rest, &t->line);
    if (is_directive(line, "exact", &rest))
        return t->exact = true;
    if (is_directive(line, "todo", &rest))
        return t->todo = true;
    if (is_directive(line, "contains", &rest) || is_directive(line, "absent", &rest) ||
        is_directive(line, "count", &rest)) {
        if (t->num_expectations == MAX_LINES)
            return false;
        t->expectations[t->num_expectations++] = line;
        return true;
    }
    return line[0] == 0;
}

/* Takes one line off the text; NULL at its end. */
static char *next_line(char **text)
{
    char *line = *text;
    if (!*line)
        return NULL;
    char *end = strchr(line, '\n');
    *text = end ? end + 1 : line + strlen(line);
    if (end)
        *end = 0;
    return line;
}

static unsigned count_lines(const char *haystack, const char *words)
{
    unsigned num = 0;
    for (const char *at = strstr(haystack, words); at; at = strstr(at, words)) {
        num++;
        at = strchr(at, '\n');
        if (!at)
            break;
    }
    return num;
}

static bool check_expectation(const char *line, const char *disassembly)
{
    char *rest;
    uint64_t wanted;
    if (is_directive(line, "contains", &rest))
        return count_lines(disassembly, rest) > 0;
    if (is_directive(line, "absent", &rest))
        return count_lines(disassembly, rest) == 0;
    is_directive(line, "count", &rest);
    char *words = strchr(rest, ' ');
    if (!words || !gv_parse_u64(rest, (size_t)(words - rest), UINT32_MAX, &wanted))
        return false;
    return count_lines(disassembly, words + 1) == wanted;
}

static bool same_module(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key,
                        const struct galvan_spirv_module *module)
{
    struct galvan_spirv_module other = {0};
    bool same = galvan_spirv_translate(tgsi, key, NULL, &other) == GALVAN_OK &&
                other.num_words == module->num_words &&
                memcmp(other.words, module->words, module->num_words * 4) == 0;
    galvan_spirv_module_finish(&other);
    return same;
}

/* Printing and parsing again gives the same module; so do the tokens alone. */
static bool check_ways_back(const struct test_case *t, const struct galvan_tgsi *tgsi,
                            const struct galvan_spirv_module *module)
{
    struct galvan_tgsi *again = NULL;
    size_t num_tokens;
    const uint32_t *tokens = galvan_tgsi_tokens(tgsi, &num_tokens);
    char *text = galvan_tgsi_print(tgsi);
    bool ok = text && (!t->exact || strcmp(text, t->text) == 0);
    if (text && !ok)
        fprintf(stderr, "%s: printed as\n%s", t->name, text);
    if (!same_module(tgsi, &t->key, module)) {
        fprintf(stderr, "%s: a second translation differs\n", t->name);
        ok = false;
    }
    if (!text || galvan_tgsi_parse(text, strlen(text), NULL, &again) ||
        !same_module(again, &t->key, module)) {
        fprintf(stderr, "%s: the printed text translates differently\n", t->name);
        ok = false;
    }
    galvan_tgsi_destroy(again);
    again = NULL;
    if (galvan_tgsi_from_tokens(tokens, num_tokens, NULL, &again) ||
        !same_module(again, &t->key, module)) {
        fprintf(stderr, "%s: the tokens translate differently\n", t->name);
        ok = false;
    }
    galvan_tgsi_destroy(again);
    free(text);
    return ok;
}

static bool check_module(const struct test_case *t, const struct test_dir *dir,
                         const struct galvan_tgsi *tgsi, const struct galvan_spirv_module *module)
{
    bool ok = test_validate(dir, module, t->name) && check_ways_back(t, tgsi, module);
    char *disassembly = test_disassemble(dir, module);
    if (!disassembly)
        return false;
    for (unsigned i = 0; i < t->num_expectations; i++) {
        if (!check_expectation(t->expectations[i], disassembly)) {
            if (!t->todo)
                fprintf(stderr, "%s: does not hold: %s\n", t->name, t->expectations[i]);
            ok = false;
        }
    }
    if (!ok && !t->todo)
        fprintf(stderr, "%s: the module is\n%s\n", t->name, disassembly);
    free(disassembly);
    return ok;
}

static bool run_case(const struct test_case *t, const struct test_dir *dir)
{
    struct galvan_diag diag = {0};
    struct galvan_tgsi *tgsi = NULL;
    struct galvan_spirv_module module = {0};
    enum galvan_result result = galvan_tgsi_parse(t->text, strlen(t->text), &diag, &tgsi);
    if (result == GALVAN_OK)
        result = galvan_spirv_translate(tgsi, &t->key, &diag, &module);
    bool ok = diag.code == t->error && (!t->line || diag.line == t->line);
    if (!ok && !t->todo)
        fprintf(stderr, "%s: result %d, diagnostic %u at %u:%u: %s\n", t->name, result, diag.code,
                diag.line, diag.column, diag.text);
    if (ok && result == GALVAN_OK)
        ok = check_module(t, dir, tgsi, &module);
    galvan_spirv_module_finish(&module);
    galvan_tgsi_destroy(tgsi);
    return ok;
}

/* Reads the directives and text of one case; *rest is behind its name. Cases are apart by an empty
 * line, so that a text ends with its own newline. */
static bool read_case(struct test_case *t, char **rest)
{
    char *line;
    while ((line = next_line(rest)) && strcmp(line, "text") != 0) {
        if (!parse_directive(t, line)) {
            fprintf(stderr, "%s: unknown directive: %s\n", t->name, line);
            return false;
        }
    }
    t->text = *rest;
    char *end = strstr(*rest, "\n[");
    if (end)
        *end++ = 0;
    *rest = end ? end : *rest + strlen(*rest);
    return true;
}

static int run_file(char *content, const struct test_dir *dir)
{
    char *rest = content;
    char *line;
    unsigned num = 0;
    unsigned failed = 0;
    while ((line = next_line(&rest))) {
        char *end = line[0] == '[' ? strchr(line, ']') : NULL;
        if (!end)
            continue;
        *end = 0;
        struct test_case t = {.name = line + 1, .key = {.alpha_func = 7}};
        num++;
        if (!read_case(&t, &rest)) {
            failed++;
            continue;
        }
        bool ok = run_case(&t, dir);
        if (ok == t.todo) {
            fprintf(stderr, "%s %s\n", t.todo ? "PASSED BUT TODO" : "FAILED", t.name);
            failed++;
        }
    }
    printf("%u cases, %u failed\n", num, failed);
    return num > 0 && failed == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct test_dir dir;
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    char *content = test_read_file(argv[1], NULL);
    if (!content || !test_dir_make(&dir)) {
        fprintf(stderr, "cannot read %s\n", argv[1]);
        free(content);
        return 2;
    }
    int status = run_file(content, &dir);
    test_dir_remove(&dir);
    free(content);
    return status;
}
