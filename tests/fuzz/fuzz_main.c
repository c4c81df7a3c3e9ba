/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs a fuzz target without a fuzzing engine: every file of a corpus, and a number of inputs made
 * from them by chance, always the same ones. So the corpus is a test in every build.
 *
 * usage: TARGET RUNS DIRECTORY... */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "util/text.h"

enum {
    MAX_INPUT_B = 1 << 16,
    MAX_FILES = 2048,
    MAX_CHANGES = 8
};

struct input {
    uint8_t data[MAX_INPUT_B];
    size_t size_B;
};

static uint64_t chance_state = 0x9e3779b97f4a7c15u;

/* A number below limit. */
static size_t chance(size_t limit)
{
    chance_state ^= chance_state << 13;
    chance_state ^= chance_state >> 7;
    chance_state ^= chance_state << 17;
    return (size_t)(chance_state % limit);
}

static bool read_input(const char *dir, const char *name, struct input *out_input)
{
    char path[4096];

    snprintf(path, sizeof(path), "%s/%s", dir, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        return false;
    }
    out_input->size_B = fread(out_input->data, 1, MAX_INPUT_B, file);
    fclose(file);
    return true;
}

/* A value at the edge of something, in place of a dword. */
static void change_dword(struct input *input)
{
    static const uint32_t edges[] = {
        0,       1,          2,          3,          4,          8,          11,
        0x7f,    0x80,       0xff,       0x100,      0xffff,     0x10000,    0x40000,
        0x40001, 0x7fffffff, 0x80000000, 0x3fffffff, 0x40000000, 0xfffffffe, 0xffffffff};

    if (input->size_B >= 4) {
        size_t at = chance(input->size_B / 4) * 4;
        memcpy(input->data + at, &edges[chance(sizeof(edges) / sizeof(edges[0]))], 4);
    }
}

static void remove_piece(struct input *input)
{
    if (input->size_B > 0) {
        size_t at = chance(input->size_B), size_B = chance(input->size_B - at) + 1;
        memmove(input->data + at, input->data + at + size_B, input->size_B - at - size_B);
        input->size_B -= size_B;
    }
}

/* Inserts a piece of another input, or of the same. */
static void insert_piece(struct input *input, const struct input *other)
{
    if (other->size_B > 0) {
        size_t from = chance(other->size_B), size_B = chance(other->size_B - from) + 1;
        size_t at = chance(input->size_B + 1);
        if (size_B > MAX_INPUT_B - input->size_B) {
            return;
        }
        memmove(input->data + at + size_B, input->data + at, input->size_B - at);
        memcpy(input->data + at, other->data + from, size_B);
        input->size_B += size_B;
    }
}

static void change(struct input *input, const struct input *other)
{
    switch (chance(5)) {
    case 0:
        if (input->size_B > 0) {
            input->data[chance(input->size_B)] ^= (uint8_t)(1 << chance(8));
        }
        break;
    case 1:
    case 2:
        change_dword(input);
        break;
    case 3:
        remove_piece(input);
        break;
    case 4:
        insert_piece(input, other);
        break;
    }
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The files' contents in the order of their names, at most max; the value is their number. */
static size_t read_corpus(const char *dir, size_t max, struct input *out_inputs)
{
    char *names[MAX_FILES];
    size_t num = 0, num_read = 0;
    DIR *files = opendir(dir);
    const struct dirent *file;

    while (files && num < max && (file = readdir(files))) {
        if (file->d_name[0] != '.') {
            names[num++] = strdup(file->d_name);
        }
    }
    if (files) {
        closedir(files);
    }
    qsort(names, num, sizeof(names[0]), compare_names);
    for (size_t i = 0; i < num; i++) {
        num_read += read_input(dir, names[i], &out_inputs[num_read]);
        free(names[i]);
    }
    return num_read;
}

/* By the target's own way every other time. */
static void make_input(struct input *made, const struct input *inputs, size_t num)
{
    memcpy(made, &inputs[chance(num)], sizeof(*made));
    if (LLVMFuzzerCustomMutator && chance(2)) {
        made->size_B = LLVMFuzzerCustomMutator(made->data, made->size_B, MAX_INPUT_B,
                                               (unsigned)chance(UINT32_MAX));
        return;
    }
    for (size_t i = chance(MAX_CHANGES) + 1; i > 0; i--) {
        change(made, &inputs[chance(num)]);
    }
}

int main(int argc, char **argv)
{
    struct input *inputs = calloc(MAX_FILES + 1, sizeof(*inputs));
    size_t num = 0;
    uint64_t runs;

    if (argc < 3 || !inputs || !gv_parse_u64(argv[1], strlen(argv[1]), UINT32_MAX, &runs)) {
        fprintf(stderr, "usage: %s RUNS DIRECTORY...\n", argv[0]);
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        size_t num_before = num;
        num += read_corpus(argv[i], MAX_FILES - num, &inputs[num]);
        if (num == num_before) {
            fprintf(stderr, "%s: no inputs in %s\n", argv[0], argv[i]);
            return 2;
        }
    }
    for (size_t i = 0; i < num; i++) {
        LLVMFuzzerTestOneInput(inputs[i].data, inputs[i].size_B);
    }
    for (uint64_t run = 0; run < runs; run++) {
        struct input *made = &inputs[MAX_FILES];
        make_input(made, inputs, num);
        LLVMFuzzerTestOneInput(made->data, made->size_B);
    }
    printf("%zu inputs and %llu made from them\n", num, (unsigned long long)runs);
    free(inputs);
    return 0;
}
