/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks every *.tgsi file of a directory: converting its text to tokens and back must give the
 * same bytes, two translations must be equal, and the validator must accept the module. usage:
 * spirv-corpus [DIRECTORY]; the default is the environment variable GALVAN_TGSI_CORPUS. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "galvan/spirv.h"
#include "spirv/tgsi/opcode.h"
#include "tools.h"
#include "util/env.h"

struct counts {
    unsigned files;
    unsigned failed;
    unsigned translated;
};

static bool fail(const char *name, const char *what)
{
    fprintf(stderr, "%s: %s\n", name, what);
    return false;
}

static bool check_text(const char *name, const char *text, const struct galvan_tgsi *tgsi)
{
    char *printed = galvan_tgsi_print(tgsi);
    bool same = printed && strcmp(printed, text) == 0;
    free(printed);
    return same || fail(name, "printing does not give back the text");
}

/* Returns whether an opcode may need a bitcast because it has a result or an operand that is not a
 * float. Opcodes that write address registers need no bitcast; UCMP may need one, because it can
 * test a dword of a constant. */
static bool is_integer_opcode(const struct gv_tgsi_opcode *op)
{
    if (strcmp(op->name, "UCMP") == 0)
        return true;
    if (strcmp(op->name, "ARL") == 0 || strcmp(op->name, "ARR") == 0)
        return false;
    return op->src_type == GV_TGSI_TYPE_INT || op->dst_type == GV_TGSI_TYPE_INT ||
           op->family == GV_TGSI_MEMORY || op->family == GV_TGSI_SUBGROUP;
}

static bool is_word_char(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Returns whether a shader has instructions on integers, or reads system values or the primitive
 * id. */
static bool uses_integers(const char *text)
{
    if (strstr(text, "DCL SV[") || strstr(text, "PRIM_ID"))
        return true;
    for (const char *p = text; *p;) {
        size_t len = 0;
        while (is_word_char(p[len]))
            len++;
        size_t precise = strlen("_PRECISE");
        bool marked = len > precise && memcmp(p + len - precise, "_PRECISE", precise) == 0;
        int opcode = len ? gv_tgsi_find_opcode(p, marked ? len - precise : len) : -1;
        if (opcode >= 0 && is_integer_opcode(gv_tgsi_opcode((unsigned)opcode)))
            return true;
        p += len ? len : 1;
    }
    return false;
}

static bool has_bitcast(const struct galvan_spirv_module *module)
{
    enum {
        OP_BITCAST = 124,
        HEADER_WORDS = 5
    };
    for (size_t i = HEADER_WORDS; i < module->num_words; i += module->words[i] >> 16) {
        if ((module->words[i] & 0xffff) == OP_BITCAST)
            return true;
    }
    return false;
}

static bool check_translation(const char *name, const char *text, const struct galvan_tgsi *tgsi,
                              struct counts *counts)
{
    const struct galvan_tgsi_info *info = galvan_tgsi_info(tgsi);
    struct galvan_spirv_key key = test_whole_key(info);
    struct galvan_spirv_module first = {0};
    struct galvan_spirv_module second = {0};
    struct galvan_diag diag = {0};
    enum galvan_result result = galvan_spirv_translate(tgsi, &key, &diag, &first);
    if (result) {
        fprintf(stderr, "%s:%u: %u %s\n", name, diag.line, diag.code, diag.text);
        return false;
    }
    counts->translated++;
    bool ok = test_validate(&first, name);
    /* Handles of textures are integers. */
    if (!info->uses_texture_handles && !uses_integers(text) && has_bitcast(&first))
        ok = fail(name, "a bitcast in a shader of floats");
    if (galvan_spirv_translate(tgsi, &key, NULL, &second) || first.num_words != second.num_words ||
        memcmp(first.words, second.words, first.num_words * 4) != 0)
        ok = fail(name, "a second translation differs");
    galvan_spirv_module_finish(&first);
    galvan_spirv_module_finish(&second);
    return ok;
}

static bool check_file(const char *path, struct counts *counts)
{
    struct galvan_diag diag = {0};
    struct galvan_tgsi *tgsi = NULL;
    size_t len = 0;
    char *text = test_read_file(path, &len);
    if (!text)
        return fail(path, "cannot read");
    bool ok;
    if (galvan_tgsi_parse(text, len, &diag, &tgsi)) {
        fprintf(stderr, "%s:%u:%u: %u %s\n", path, diag.line, diag.column, diag.code, diag.text);
        ok = false;
    } else {
        ok = check_text(path, text, tgsi);
        ok &= check_translation(path, text, tgsi, counts);
    }
    galvan_tgsi_destroy(tgsi);
    free(text);
    return ok;
}

int main(int argc, char **argv)
{
    const char *corpus = argc > 1 ? argv[1] : gv_getenv("GALVAN_TGSI_CORPUS");
    struct counts counts = {0};
    if (!corpus) {
        printf("skipped: GALVAN_TGSI_CORPUS names no directory\n");
        return 77;
    }
    DIR *files = opendir(corpus);
    if (!files) {
        fprintf(stderr, "cannot open %s\n", corpus);
        return 2;
    }
    for (const struct dirent *f = readdir(files); f; f = readdir(files)) {
        char path[4096];
        size_t len = strlen(f->d_name);
        if (len < 5 || strcmp(f->d_name + len - 5, ".tgsi") != 0)
            continue;
        snprintf(path, sizeof(path), "%s/%s", corpus, f->d_name);
        counts.files++;
        counts.failed += !check_file(path, &counts);
    }
    closedir(files);
    printf("%u files, %u translated, %u failed\n", counts.files, counts.translated, counts.failed);
    return counts.files > 0 && counts.failed == 0 ? 0 : 1;
}
