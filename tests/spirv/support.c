/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks that the table of supported words has a row for every word that the parser knows and for
 * no other word, and that modules declare only the capabilities that the table announces. An
 * argument replaces the default directory of shaders. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "galvan/spirv.h"
#include "spirv/tgsi/names.h"
#include "spirv/tgsi/opcode.h"
#include "tools.h"

static const struct galvan_tgsi_support *find(unsigned kind, const char *name)
{
    size_t num;
    const struct galvan_tgsi_support *rows = galvan_tgsi_support(&num);
    for (size_t i = 0; i < num; i++) {
        if (rows[i].kind == kind && strcmp(rows[i].name, name) == 0)
            return &rows[i];
    }
    return NULL;
}

static size_t count(unsigned kind)
{
    size_t num;
    size_t of_kind = 0;
    const struct galvan_tgsi_support *rows = galvan_tgsi_support(&num);
    for (size_t i = 0; i < num; i++)
        of_kind += rows[i].kind == kind;
    return of_kind;
}

static void every_opcode(void **state)
{
    size_t num = 0;
    (void)state;
    for (unsigned i = 0; i < GV_TGSI_OPCODE_END; i++) {
        const struct gv_tgsi_opcode *op = gv_tgsi_opcode(i);
        if (op && !find(GALVAN_TGSI_OPCODE, op->name))
            fail_msg("opcode %s has no row", op->name);
        num += op != NULL;
    }
    assert_int_equal(count(GALVAN_TGSI_OPCODE), num);
}

static void every_name(void **state)
{
    static const struct {
        unsigned kind;
        const struct gv_tgsi_names *names;
    } lists[] = {
        {GALVAN_TGSI_STAGE, &gv_tgsi_stages},
        {GALVAN_TGSI_FILE, &gv_tgsi_files},
        {GALVAN_TGSI_SEMANTIC, &gv_tgsi_semantics},
        {GALVAN_TGSI_PROPERTY, &gv_tgsi_properties},
        {GALVAN_TGSI_TARGET, &gv_tgsi_targets},
        {GALVAN_TGSI_ATTRIBUTE, &gv_tgsi_interpolations},
        {GALVAN_TGSI_ATTRIBUTE, &gv_tgsi_locations},
        {GALVAN_TGSI_ATTRIBUTE, &gv_tgsi_return_types},
        {GALVAN_TGSI_ATTRIBUTE, &gv_tgsi_imm_types},
        {GALVAN_TGSI_ATTRIBUTE, &gv_tgsi_memory_types},
        {GALVAN_TGSI_ATTRIBUTE, &gv_tgsi_qualifiers},
    };
    size_t num[GALVAN_TGSI_NUM_KINDS] = {0};
    (void)state;
    for (size_t k = 0; k < sizeof(lists) / sizeof(lists[0]); k++) {
        for (unsigned i = 0; i < lists[k].names->num; i++) {
            const char *name = lists[k].names->names[i];
            if (name && !find(lists[k].kind, name))
                fail_msg("%s has no row", name);
            num[lists[k].kind] += name != NULL;
        }
    }
    for (unsigned kind = GALVAN_TGSI_FILE; kind <= GALVAN_TGSI_TARGET; kind++)
        assert_int_equal(count(kind), num[kind]);
}

static void no_row_twice(void **state)
{
    size_t num;
    const struct galvan_tgsi_support *rows = galvan_tgsi_support(&num);
    (void)state;
    for (size_t i = 0; i < num; i++) {
        assert_ptr_equal(find(rows[i].kind, rows[i].name), &rows[i]);
        assert_true(rows[i].what[0] != 0);
    }
}

/* ---- Capabilities -----------------------------------------------------------------------------
 */

static bool is_word_char(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Returns whether `word`, which has `len` characters, is one of the blank-separated `words`. */
static bool is_among(const char *words, const char *word, size_t len)
{
    for (const char *w = words; w && *w; w += strspn(w, " ")) {
        size_t n = strcspn(w, " ");
        if (n == len && memcmp(w, word, len) == 0)
            return true;
        w += n;
    }
    return false;
}

/* Returns whether the table lists the capability for some word of the text. */
static bool is_announced(const char *text, const char *capability, size_t len)
{
    size_t num;
    const struct galvan_tgsi_support *rows = galvan_tgsi_support(&num);
    for (size_t i = 0; i < num; i++) {
        size_t name_len = strlen(rows[i].name);
        if (!is_among(rows[i].capabilities, capability, len))
            continue;
        for (const char *p = strstr(text, rows[i].name); p; p = strstr(p + 1, rows[i].name)) {
            bool begins = p == text || !is_word_char(p[-1]);
            const char *end = p + name_len;
            bool ends = !is_word_char(*end) || strncmp(end, "_SAT", 4) == 0 ||
                        strncmp(end, "_PRECISE", 8) == 0;
            if (begins && ends)
                return true;
        }
    }
    return is_among("Shader StorageImageExtendedFormats", capability, len);
}

static bool check_shader(const struct test_dir *dir, const char *name, const char *text, size_t len)
{
    struct galvan_spirv_key key = {.fragment.alpha_func = 7,
                                   .vertex.last_vertex_stage = true,
                                   .fragment.num_cbufs = 1,
                                   .compute.shared_size_B = 256};
    struct galvan_spirv_module module = {0};
    struct galvan_tgsi *tgsi = NULL;
    bool ok = true;
    key.fragment.fb_fetch = GALVAN_FB_FETCH_INPUT;
    if (galvan_tgsi_parse(text, len, NULL, &tgsi) ||
        galvan_spirv_translate(tgsi, &key, NULL, &module)) {
        galvan_tgsi_destroy(tgsi);
        return false;
    }
    char *assembly = test_disassemble(dir, &module);
    assert_non_null(assembly);
    for (const char *p = assembly; (p = strstr(p, "OpCapability "));) {
        p += strlen("OpCapability ");
        size_t n = strcspn(p, "\n");
        if (!is_announced(text, p, n)) {
            fprintf(stderr, "%s: no word of it announces %.*s\n", name, (int)n, p);
            ok = false;
        }
    }
    free(assembly);
    galvan_spirv_module_finish(&module);
    galvan_tgsi_destroy(tgsi);
    return ok;
}

static const char *shaders = SHADERS;

static void capabilities(void **state)
{
    struct test_dir dir;
    unsigned num = 0;
    DIR *files = opendir(shaders);
    (void)state;
    assert_non_null(files);
    assert_true(test_dir_make(&dir));
    for (const struct dirent *f = readdir(files); f; f = readdir(files)) {
        char path[4096];
        size_t len;
        snprintf(path, sizeof(path), "%s/%s", shaders, f->d_name);
        if (!strstr(f->d_name, ".tgsi"))
            continue;
        char *text = test_read_file(path, &len);
        assert_non_null(text);
        if (!check_shader(&dir, path, text, len))
            fail_msg("%s", path);
        free(text);
        num++;
    }
    closedir(files);
    test_dir_remove(&dir);
    assert_true(num > 10);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_opcode),
        cmocka_unit_test(every_name),
        cmocka_unit_test(no_row_twice),
        cmocka_unit_test(capabilities),
    };
    if (argc == 2)
        shaders = argv[1];
    return cmocka_run_group_tests_name("support", tests, NULL, NULL);
}
