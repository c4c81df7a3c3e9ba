/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs the cases of one text file, see case_file.h: checks the translator's modules or, with --run,
 * executes the cases with expected results on a device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case_file.h"
#include "exec.h"
#include "expect.h"
#include "galvan/spirv.h"
#include "tools.h"

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

/* Checks that three forms translate to the same module: the text, the printed and reparsed text,
 * and a copy of the tokens. */
static bool check_ways_back(const struct spirv_case *t, const struct galvan_tgsi *tgsi,
                            const struct galvan_spirv_module *module)
{
    struct galvan_tgsi *again = NULL;
    size_t num_tokens;
    const uint32_t *tokens = galvan_tgsi_tokens(tgsi, &num_tokens);
    char *text = galvan_tgsi_print(tgsi);
    bool ok = text && (!t->exact || strcmp(text, t->texts[0]) == 0);
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

static bool check_module(const struct spirv_case *t, const struct test_dir *dir,
                         const struct galvan_tgsi *tgsi, const struct galvan_spirv_module *module)
{
    bool ok = test_validate(module, t->name) && check_ways_back(t, tgsi, module);
    char *disassembly = test_disassemble(dir, module);
    if (!disassembly)
        return false;
    ok &= expect_always(t, disassembly);
    for (unsigned i = 0; i < t->num_lines; i++) {
        if (!expect_line(t->lines[i], disassembly)) {
            if (!t->todo)
                fprintf(stderr, "%s: does not hold: %s\n", t->name, t->lines[i]);
            ok = false;
        }
    }
    if (!ok && !t->todo)
        fprintf(stderr, "%s: the module is\n%s\n", t->name, disassembly);
    free(disassembly);
    return ok;
}

static bool run_case(const struct spirv_case *t, const struct test_dir *dir)
{
    struct galvan_diag diag = {0};
    struct galvan_tgsi *tgsi = NULL;
    struct galvan_spirv_module module = {0};
    enum galvan_result result = galvan_tgsi_parse(t->texts[0], strlen(t->texts[0]), &diag, &tgsi);
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

/* ---- The whole file -------------------------------------------------------------------------- */

struct tally {
    unsigned num, failed, skipped;
};

/* Runs a case. Without an executor, checks the translator's module; with an executor, checks the
 * results of a device. */
static void run_one(const struct spirv_case *t, bool readable, const struct test_dir *dir,
                    struct exec *exec, struct tally *tally)
{
    enum exec_result result = EXEC_FAILED;
    bool expected_to_fail = t->todo;
    if (exec && readable && !t->is_executed)
        return;
    tally->num++;
    if (readable && exec) {
        result = exec_case(exec, t);
        expected_to_fail |= exec_is_known_failure(exec, t);
    } else if (readable) {
        result = run_case(t, dir) ? EXEC_OK : EXEC_FAILED;
    }
    if (result == EXEC_SKIPPED) {
        tally->skipped++;
    } else if ((result == EXEC_OK) == expected_to_fail) {
        fprintf(stderr, "%s %s\n", expected_to_fail ? "PASSED BUT KNOWN TO FAIL" : "FAILED",
                t->name);
        tally->failed++;
    }
}

static int run_file(char *content, const struct test_dir *dir, struct exec *exec)
{
    static struct spirv_case t;
    struct tally tally = {0};
    char *rest = content;
    bool readable;
    while (case_next(&rest, &t, &readable))
        run_one(&t, readable, dir, exec, &tally);
    printf("%u cases, %u failed, %u skipped\n", tally.num, tally.failed, tally.skipped);
    if (tally.num == 0 || tally.failed > 0)
        return 1;
    if (exec && exec_is_reference(exec) && tally.skipped > 0)
        return 1;
    return tally.skipped == tally.num ? 77 : 0;
}

int main(int argc, char **argv)
{
    struct test_dir dir;
    bool run = argc == 3 && strcmp(argv[1], "--run") == 0;
    if (argc != 2 && !run) {
        fprintf(stderr, "usage: %s [--run] FILE\n", argv[0]);
        return 2;
    }
    char *content = test_read_file(argv[argc - 1], NULL);
    if (!content || !test_dir_make(&dir)) {
        fprintf(stderr, "cannot read %s\n", argv[argc - 1]);
        free(content);
        return 2;
    }
    struct exec *exec = run ? exec_open() : NULL;
    int status = run_file(content, &dir, exec);
    exec_close(exec);
    test_dir_remove(&dir);
    free(content);
    return status;
}
