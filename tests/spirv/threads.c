/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Many threads parse, print and translate equal and different shaders at the same time, and share a
 * parsed shader. Each result must equal that of a single thread. usage: spirv-threads DIRECTORY */
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "galvan/spirv.h"
#include "tools.h"

enum {
    NUM_THREADS = 8,
    MAX_SHADERS = 64,
    ROUNDS = 3
};

struct shader {
    char *text;
    size_t len;
    struct galvan_spirv_key key;
    struct galvan_tgsi *tgsi;
    char *printed;
    struct galvan_spirv_module module; /* empty: not translated */
};

static struct shader shaders[MAX_SHADERS];
static unsigned num_shaders;
static atomic_uint num_wrong;

static bool translates_to(const struct galvan_tgsi *tgsi, const struct shader *s)
{
    struct galvan_spirv_module module = {0};
    galvan_spirv_translate(tgsi, &s->key, NULL, &module);
    bool same = module.num_words == s->module.num_words &&
                (!module.num_words ||
                 memcmp(module.words, s->module.words, module.num_words * sizeof(uint32_t)) == 0);
    galvan_spirv_module_finish(&module);
    return same;
}

static bool check(const struct shader *s)
{
    struct galvan_tgsi *own = NULL;
    if (galvan_tgsi_parse(s->text, s->len, NULL, &own))
        return false;
    char *printed = galvan_tgsi_print(own);
    bool ok = printed && strcmp(printed, s->printed) == 0 && translates_to(own, s) &&
              translates_to(s->tgsi, s);
    free(printed);
    galvan_tgsi_destroy(own);
    return ok;
}

/* Processes all files in one thread. Half of the threads process the files in the same order at the
 * same time; each of the other threads begins at a different file. */
static void *work(void *arg)
{
    unsigned thread = *(const unsigned *)arg;
    for (unsigned i = 0; i < ROUNDS * num_shaders; i++) {
        unsigned at = (i + (thread % 2 ? thread * 7 : 0)) % num_shaders;
        if (!check(&shaders[at])) {
            fprintf(stderr, "thread %u: another result for\n%s\n", thread, shaders[at].text);
            atomic_fetch_add(&num_wrong, 1);
        }
    }
    return NULL;
}

static bool add_shader(const char *path)
{
    struct shader *s = &shaders[num_shaders];
    s->text = test_read_file(path, &s->len);
    if (!s->text || galvan_tgsi_parse(s->text, s->len, NULL, &s->tgsi))
        return false;
    s->key = (struct galvan_spirv_key){.fragment.alpha_func = num_shaders % 8,
                                       .vertex.last_vertex_stage = true,
                                       .fragment.num_cbufs = 1,
                                       .fragment.flatshade = num_shaders % 2};
    s->key.vertex.consumer_mask = galvan_tgsi_info(s->tgsi)->outputs_mask;
    s->key.vertex.consumer_patch_mask = galvan_tgsi_info(s->tgsi)->patch_outputs_mask;
    s->printed = galvan_tgsi_print(s->tgsi);
    galvan_spirv_translate(s->tgsi, &s->key, NULL, &s->module);
    num_shaders++;
    return s->printed != NULL;
}

static bool read_shaders(const char *directory)
{
    DIR *files = opendir(directory);
    bool ok = files != NULL;
    const struct dirent *f;
    while (ok && num_shaders < MAX_SHADERS && (f = readdir(files))) {
        char path[4096];
        snprintf(path, sizeof(path), "%s/%s", directory, f->d_name);
        if (strstr(f->d_name, ".tgsi"))
            ok = add_shader(path);
    }
    if (files)
        closedir(files);
    return ok && num_shaders > 0;
}

int main(int argc, char **argv)
{
    pthread_t threads[NUM_THREADS];
    unsigned numbers[NUM_THREADS];
    unsigned translated = 0;
    if (argc != 2 || !read_shaders(argv[1])) {
        fprintf(stderr, "usage: %s DIRECTORY\n", argv[0]);
        return 2;
    }
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, work, &numbers[i]) != 0)
            return 2;
    }
    for (unsigned i = 0; i < NUM_THREADS; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < num_shaders; i++) {
        translated += shaders[i].module.num_words > 0;
        galvan_spirv_module_finish(&shaders[i].module);
        galvan_tgsi_destroy(shaders[i].tgsi);
        free(shaders[i].printed);
        free(shaders[i].text);
    }
    printf("%u shaders, %u of them translated, %u threads, %u wrong\n", num_shaders, translated,
           NUM_THREADS, atomic_load(&num_wrong));
    return atomic_load(&num_wrong) || translated == 0;
}
