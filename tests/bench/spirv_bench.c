/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The translator benchmark. Measures how long it takes to translate the shaders of a directory from
 * TGSI text to SPIR-V and to free all memory, and how long glslang takes to compile GLSL of the
 * same sizes. Then measures both with generated texts of increasing length.
 *
 * usage: spirv_bench DIRECTORY [ROUNDS]
 *        spirv_bench --once DIRECTORY     translates once, for profilers (spirv-instructions) */
#include <dirent.h>
#include <malloc.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "galvan/spirv.h"
#include "glsl_bench.h"
#include "util/text.h"

/* ---- Memory: the linker sends the library's calls here (--wrap) ----------------------------- */

void *__real_malloc(size_t size_B);
void *__real_calloc(size_t num, size_t size_B);
void *__real_realloc(void *old, size_t size_B);
void __real_free(void *old);
void *__wrap_malloc(size_t size_B);
void *__wrap_calloc(size_t num, size_t size_B);
void *__wrap_realloc(void *old, size_t size_B);
void __wrap_free(void *old);

static size_t live_B, peak_B;

static void *gained(void *memory)
{
    live_B += malloc_usable_size(memory);
    peak_B = live_B > peak_B ? live_B : peak_B;
    return memory;
}

void *__wrap_malloc(size_t size_B)
{
    return gained(__real_malloc(size_B));
}

void *__wrap_calloc(size_t num, size_t size_B)
{
    return gained(__real_calloc(num, size_B));
}

void *__wrap_realloc(void *old, size_t size_B)
{
    size_t old_B = malloc_usable_size(old);
    void *memory = __real_realloc(old, size_B);
    live_B -= memory ? old_B : 0;
    return memory ? gained(memory) : NULL;
}

void __wrap_free(void *old)
{
    live_B -= malloc_usable_size(old);
    __real_free(old);
}

/* ---- One shader ----------------------------------------------------------------------------- */

struct shader {
    char *text;
    size_t len;
    char *glsl; /* GLSL of about the length of `text`; NULL without glslang */
    bool translates;
    size_t num_words, num_instructions, glsl_words;
    size_t peak_B;
    double us, parse_us, glsl_us; /* times of the fastest round */
};

static double now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static bool translate(struct shader *s)
{
    struct galvan_spirv_module module = {0};
    struct galvan_tgsi *tgsi = NULL;
    double begin = now_us();
    bool ok = false;
    if (galvan_tgsi_parse(s->text, s->len, NULL, &tgsi) == GALVAN_OK) {
        const struct galvan_tgsi_info *info = galvan_tgsi_info(tgsi);
        const struct galvan_spirv_key key = {.vertex.consumer_mask = info->outputs_mask,
                                             .vertex.consumer_patch_mask = info->patch_outputs_mask,
                                             .fragment.fb_fetch = GALVAN_FB_FETCH_INPUT,
                                             .vertex.last_vertex_stage = true,
                                             .fragment.alpha_func = 7,
                                             .fragment.num_cbufs = 1,
                                             .compute.shared_size_B = 4096};
        s->parse_us = fmin(s->parse_us, now_us() - begin);
        s->num_instructions = info->num_instructions;
        ok = galvan_spirv_translate(tgsi, &key, NULL, &module) == GALVAN_OK;
        s->num_words = module.num_words;
        galvan_spirv_module_finish(&module);
    }
    galvan_tgsi_destroy(tgsi);
    s->us = fmin(s->us, now_us() - begin);
    return ok;
}

static void measure(struct shader *s, unsigned rounds, bool beside_glslang)
{
    s->us = s->parse_us = s->glsl_us = INFINITY;
    size_t before_B = peak_B = live_B;
    s->translates = translate(s);
    s->peak_B = peak_B - before_B;
    for (unsigned i = 1; i < rounds; i++)
        translate(s);
    if (!beside_glslang || !(s->glsl = glsl_bench_text(s->len)))
        return;
    for (unsigned i = 0; i < rounds; i++) {
        double begin = now_us();
        if (!glsl_bench_compile(s->glsl, &s->glsl_words))
            return;
        s->glsl_us = fmin(s->glsl_us, now_us() - begin);
    }
}

/* ---- A directory ---------------------------------------------------------------------------- */

struct corpus {
    struct shader *shaders;
    size_t num, capacity;
};

static bool read_shader(const char *path, struct shader *out_shader)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 &&
        (text = malloc((size_t)size + 1))) {
        rewind(file);
        *out_shader = (struct shader){.text = text, .len = fread(text, 1, (size_t)size, file)};
    }
    if (file)
        fclose(file);
    return text != NULL;
}

static bool read_corpus(struct corpus *c, const char *directory)
{
    DIR *files = opendir(directory);
    const struct dirent *f;
    while (files && (f = readdir(files))) {
        char path[4096];
        const char *dot = strrchr(f->d_name, '.');
        if (!dot || strcmp(dot, ".tgsi") != 0)
            continue;
        if (c->num == c->capacity) {
            c->capacity = c->capacity * 2 + 64;
            struct shader *grown = realloc(c->shaders, c->capacity * sizeof(*grown));
            if (!grown)
                return false;
            c->shaders = grown;
        }
        snprintf(path, sizeof(path), "%s/%s", directory, f->d_name);
        if (!read_shader(path, &c->shaders[c->num++]))
            return false;
    }
    if (files)
        closedir(files);
    return c->num > 0;
}

/* The function that a profiler measures. */
__attribute__((noinline)) void translate_corpus(struct corpus *c);

void translate_corpus(struct corpus *c)
{
    for (size_t i = 0; i < c->num; i++)
        c->shaders[i].translates = translate(&c->shaders[i]);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Returns a percentile of the field at offset `field_B` over the translated shaders; `share` is the
 * percentile, from 0 to 1. */
static double percentile(const struct corpus *c, size_t field_B, double share)
{
    double *values = calloc(c->num, sizeof(*values));
    size_t num = 0;
    double value = 0;
    for (size_t i = 0; values && i < c->num; i++) {
        if (c->shaders[i].translates)
            memcpy(&values[num++], (const char *)&c->shaders[i] + field_B, sizeof(*values));
    }
    if (num > 0) {
        qsort(values, num, sizeof(*values), compare_doubles);
        value = values[(size_t)((double)(num - 1) * share + 0.5)];
    }
    free(values);
    return value;
}

static void print_row(const struct corpus *c, const char *name, size_t field_B, double total_us,
                      size_t total_B)
{
    printf("%-22s %9.1f %9.1f %9.1f %9.1f\n", name, percentile(c, field_B, 0.5),
           percentile(c, field_B, 0.99), percentile(c, field_B, 1), (double)total_B / total_us);
}

static void print_corpus(const struct corpus *c, bool beside_glslang)
{
    double us = 0, parse_us = 0, glsl_us = 0;
    size_t num = 0, len = 0, words = 0, instructions = 0, glsl_words = 0, most_B = 0, most_len = 1;
    for (size_t i = 0; i < c->num; i++) {
        const struct shader *s = &c->shaders[i];
        if (!s->translates)
            continue;
        num++;
        len += s->len;
        us += s->us;
        parse_us += s->parse_us;
        glsl_us += s->glsl_us;
        words += s->num_words;
        instructions += s->num_instructions;
        glsl_words += s->glsl_words;
        if (s->peak_B > most_B) {
            most_B = s->peak_B;
            most_len = s->len;
        }
    }
    printf("%zu shaders of %zu, %zu bytes of text, %zu instructions\n\n", num, c->num, len,
           instructions);
    printf("%-22s %9s %9s %9s %9s\n", "us per shader", "median", "p99", "most", "MB/s");
    print_row(c, "text to tokens", offsetof(struct shader, parse_us), parse_us, len);
    print_row(c, "text to SPIR-V", offsetof(struct shader, us), us, len);
    if (beside_glslang) {
        print_row(c, "glslang", offsetof(struct shader, glsl_us), glsl_us, len);
        printf("\nglslang takes %.1f times as long\n", glsl_us / us);
        printf("words of SPIR-V for a byte of text: %.2f, glslang %.2f\n",
               (double)words / (double)len, (double)glsl_words / (double)len);
    }
    printf("words of SPIR-V for an instruction: %.1f\n", (double)words / (double)instructions);
    printf("most memory at a time: %zu KiB, for a text of %zu KiB\n", most_B >> 10, most_len >> 10);
}

/* ---- Texts that grow ------------------------------------------------------------------------ */

/* Returns the text of a shader with a chain of arithmetic, in which some instructions are texture
 * lookups or branches; every result is used. */
static char *make_text(unsigned num_instructions)
{
    static const char start[] = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                                "DCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL CONST[0..15]\n"
                                "DCL TEMP[0..31]\nMOV TEMP[0], IN[0]\n";
    char *text = malloc(sizeof(start) + (size_t)num_instructions * 96 + 64);
    if (!text)
        return NULL;
    size_t at = sizeof(start) - 1;
    memcpy(text, start, at);
    for (unsigned i = 0; i < num_instructions; i++) {
        unsigned to = (i + 1) % 32, from = i % 32;
        char *line = text + at;
        if (i % 16 == 7)
            at += (size_t)snprintf(line, 96, "TEX TEMP[%u], TEMP[%u], SAMP[0], 2D\n", to, from);
        else if (i % 16 == 15)
            at += (size_t)snprintf(line, 96, "IF TEMP[%u].xxxx\nMOV TEMP[%u], TEMP[%u]\nENDIF\n",
                                   from, to, from);
        else
            at += (size_t)snprintf(line, 96, "MAD TEMP[%u], TEMP[%u], CONST[%u].xyzz, IN[0].yxww\n",
                                   to, from, i % 16);
    }
    snprintf(text + at, 64, "MOV OUT[0], TEMP[%u]\nEND\n", num_instructions % 32);
    return text;
}

static bool print_growth(unsigned rounds, bool beside_glslang)
{
    printf("\n%-12s %10s %10s %8s %10s %12s %12s\n", "instructions", "bytes", "us", "ns/B", "KiB",
           "memory B/B", "glslang us");
    for (unsigned num = 10; num <= 40000; num *= 4) {
        struct shader s = {.text = make_text(num)};
        if (!s.text)
            return false;
        s.len = strlen(s.text);
        /* Longer texts are not compiled with glslang: it is slow with them, and the results would
         * show nothing new. */
        measure(&s, rounds, beside_glslang && num < 10000);
        printf("%-12u %10zu %10.1f %8.2f %10.1f %12.1f", num, s.len, s.us,
               s.us * 1e3 / (double)s.len, (double)s.peak_B / 1024,
               (double)s.peak_B / (double)s.len);
        if (isfinite(s.glsl_us))
            printf(" %12.1f", s.glsl_us);
        printf("\n");
        free(s.text);
        free(s.glsl);
        if (!s.translates)
            return false;
    }
    return true;
}

static void free_corpus(struct corpus *c)
{
    for (size_t i = 0; i < c->num; i++) {
        free(c->shaders[i].text);
        free(c->shaders[i].glsl);
    }
    free(c->shaders);
}

static bool once(struct corpus *c)
{
    size_t len = 0, num = 0;
    translate_corpus(c);
    for (size_t i = 0; i < c->num; i++) {
        len += c->shaders[i].len;
        num += c->shaders[i].translates;
    }
    printf("%zu shaders, %zu translated, %zu bytes\n", c->num, num, len);
    return num > 0;
}

static bool all(struct corpus *c, unsigned rounds)
{
    bool beside_glslang = glsl_bench_begin();
    bool ok;
    for (size_t i = 0; i < c->num; i++)
        measure(&c->shaders[i], rounds, beside_glslang);
    print_corpus(c, beside_glslang);
    ok = print_growth(rounds, beside_glslang);
    if (beside_glslang)
        glsl_bench_end();
    return ok;
}

int main(int argc, char **argv)
{
    struct corpus corpus = {0};
    uint64_t rounds = 5;
    bool is_once = argc == 3 && strcmp(argv[1], "--once") == 0;
    if (argc < 2 || argc > 3 ||
        (argc == 3 && !is_once && !gv_parse_u64(argv[2], strlen(argv[2]), 1000, &rounds))) {
        fprintf(stderr, "usage: %s DIRECTORY [ROUNDS]\n       %s --once DIRECTORY\n", argv[0],
                argv[0]);
        return 2;
    }
    if (!read_corpus(&corpus, argv[is_once ? 2 : 1])) {
        fprintf(stderr, "%s: no shaders in %s\n", argv[0], argv[is_once ? 2 : 1]);
        return 2;
    }
    bool ok = is_once ? once(&corpus) : all(&corpus, (unsigned)rounds);
    free_corpus(&corpus);
    return ok ? 0 : 1;
}
