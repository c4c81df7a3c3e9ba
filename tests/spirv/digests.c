/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Prints a digest of each module that a build of libgalvan-spirv generates from the shaders in
 * files: from each case (case_file.h), or from the whole file if it has no cases.
 *
 * usage: spirv-digests LIBRARY FILE... */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case_file.h"
#include "galvan/spirv.h"
#include "tools.h"

/* The functions of the library that is compared. */
struct translator {
    void *library;
    __typeof__(galvan_tgsi_parse) *parse;
    __typeof__(galvan_tgsi_info) *info;
    __typeof__(galvan_tgsi_destroy) *destroy;
    __typeof__(galvan_spirv_translate) *translate;
    __typeof__(galvan_spirv_module_finish) *module_finish;
};

static bool open_translator(const char *path, struct translator *out)
{
    struct translator t = {.library = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (!t.library) {
        fprintf(stderr, "%s\n", dlerror());
        return false;
    }
    *(void **)&t.parse = dlsym(t.library, "galvan_tgsi_parse");
    *(void **)&t.info = dlsym(t.library, "galvan_tgsi_info");
    *(void **)&t.destroy = dlsym(t.library, "galvan_tgsi_destroy");
    *(void **)&t.translate = dlsym(t.library, "galvan_spirv_translate");
    *(void **)&t.module_finish = dlsym(t.library, "galvan_spirv_module_finish");
    *out = t;
    return t.parse && t.info && t.destroy && t.translate && t.module_finish;
}

/* Returns the FNV-1a hash of 64 bits. */
static uint64_t digest(const struct galvan_spirv_module *module)
{
    uint64_t hash = 0xcbf29ce484222325u;
    const unsigned char *bytes = (const unsigned char *)module->words;
    for (size_t i = 0; i < module->num_words * sizeof(module->words[0]); i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

/* Prints the digest of a translated text. If `key` is NULL, uses test_whole_key(). */
static void print_digest(const struct translator *t, const char *name, const char *text,
                         const struct galvan_spirv_key *key)
{
    struct galvan_diag diag = {0};
    struct galvan_spirv_key whole_key;
    struct galvan_spirv_module module = {0};
    struct galvan_tgsi *tgsi = NULL;
    if (t->parse(text, strlen(text), &diag, &tgsi) == GALVAN_OK) {
        if (!key) {
            whole_key = test_whole_key(t->info(tgsi));
            key = &whole_key;
        }
        t->translate(tgsi, key, &diag, &module);
    }
    printf("%s: diagnostic %u, %zu words, %016llx\n", name, diag.code, module.num_words,
           (unsigned long long)digest(&module));
    t->module_finish(&module);
    t->destroy(tgsi);
}

static bool print_cases(const struct translator *t, const char *path, char *content)
{
    static struct spirv_case c;
    char *rest = content;
    bool has_cases = false;
    bool readable;
    while (case_next(&rest, &c, &readable)) {
        char name[4096];
        has_cases = true;
        for (unsigned i = 0; readable && i < c.num_texts; i++) {
            snprintf(name, sizeof(name), "%s [%s] %u", path, c.name, i);
            print_digest(t, name, c.texts[i], &c.key);
        }
    }
    return has_cases;
}

static bool print_file(const struct translator *t, const char *path)
{
    char *text = test_read_file(path, NULL);
    char *cases = text ? strdup(text) : NULL;
    bool ok = cases;
    if (!ok)
        fprintf(stderr, "cannot read %s\n", path);
    else if (!print_cases(t, path, cases))
        print_digest(t, path, text, NULL);
    free(cases);
    free(text);
    return ok;
}

int main(int argc, char **argv)
{
    struct translator t;
    bool ok = true;
    if (argc < 3) {
        fprintf(stderr, "usage: %s LIBRARY FILE...\n", argv[0]);
        return 2;
    }
    if (!open_translator(argv[1], &t))
        return 2;
    for (int i = 2; i < argc; i++)
        ok &= print_file(&t, argv[i]);
    dlclose(t.library);
    return ok ? 0 : 1;
}
