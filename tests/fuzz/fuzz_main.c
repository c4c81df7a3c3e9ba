/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs a fuzz target without a fuzzing engine: each seed, and RUNS inputs that are pseudo-random
 * mutations of the seeds, the same ones in each run. So the seeds are a test in each build.
 *
 * usage: TARGET RUNS SEEDS...                 SEEDS as in seeds.h
 *        TARGET --unpack DIRECTORY SEEDS...   writes each seed to a file of its own */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "seeds.h"
#include "util/text.h"

enum {
    MAX_SEEDS = 2048,
    MAX_CHANGES = 8
};

static uint64_t chance_state = 0x9e3779b97f4a7c15u;

/* Returns a pseudo-random number below `limit`. */
static size_t chance(size_t limit)
{
    chance_state ^= chance_state << 13;
    chance_state ^= chance_state >> 7;
    chance_state ^= chance_state << 17;
    return (size_t)(chance_state % limit);
}

/* Replaces a dword by an edge value. */
static void change_dword(struct seed *input)
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

static void remove_piece(struct seed *input)
{
    if (input->size_B > 0) {
        size_t at = chance(input->size_B), size_B = chance(input->size_B - at) + 1;
        memmove(input->data + at, input->data + at + size_B, input->size_B - at - size_B);
        input->size_B -= size_B;
    }
}

/* Inserts a piece of `other` into `input`. Both may be the same seed. */
static void insert_piece(struct seed *input, const struct seed *other)
{
    if (other->size_B > 0) {
        size_t from = chance(other->size_B), size_B = chance(other->size_B - from) + 1;
        size_t at = chance(input->size_B + 1);
        if (size_B > SEED_MAX_B - input->size_B) {
            return;
        }
        memmove(input->data + at + size_B, input->data + at, input->size_B - at);
        memcpy(input->data + at, other->data + from, size_B);
        input->size_B += size_B;
    }
}

static void change(struct seed *input, const struct seed *other)
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

/* Mutates a copy of a random input. If the target has a mutator, uses it half of the time. */
static void make_input(struct seed *made, const struct seed *inputs, size_t num)
{
    memcpy(made, &inputs[chance(num)], sizeof(*made));
    if (LLVMFuzzerCustomMutator && chance(2)) {
        made->size_B = LLVMFuzzerCustomMutator(made->data, made->size_B, SEED_MAX_B,
                                               (unsigned)chance(UINT32_MAX));
        return;
    }
    for (size_t i = chance(MAX_CHANGES) + 1; i > 0; i--) {
        change(made, &inputs[chance(num)]);
    }
}

/* Writes each seed to a file, for an engine that needs files. Returns the exit status. */
static int unpack(const char *dir, const struct seed *seeds, size_t num)
{
    for (size_t i = 0; i < num; i++) {
        char path[4096];
        snprintf(path, sizeof(path), "%s/seed-%04zu", dir, i);
        FILE *file = fopen(path, "wb");
        bool written = file && fwrite(seeds[i].data, 1, seeds[i].size_B, file) == seeds[i].size_B;
        if (!file || fclose(file) || !written) {
            perror(path);
            return 1;
        }
    }
    return 0;
}

static void run(struct seed *seeds, size_t num, uint64_t num_made)
{
    struct seed *made = &seeds[MAX_SEEDS];

    for (size_t i = 0; i < num; i++)
        LLVMFuzzerTestOneInput(seeds[i].data, seeds[i].size_B);
    for (uint64_t i = 0; i < num_made; i++) {
        make_input(made, seeds, num);
        LLVMFuzzerTestOneInput(made->data, made->size_B);
    }
    printf("%zu inputs and %llu made from them\n", num, (unsigned long long)num_made);
}

int main(int argc, char **argv)
{
    struct seed *seeds = calloc(MAX_SEEDS + 1, sizeof(*seeds));
    const bool unpacks = argc > 3 && strcmp(argv[1], "--unpack") == 0;
    const int first = unpacks ? 3 : 2;
    size_t num = 0;
    uint64_t runs = 0;
    int status = 0;

    if (argc <= first || !seeds ||
        (!unpacks && !gv_parse_u64(argv[1], strlen(argv[1]), UINT32_MAX, &runs))) {
        fprintf(stderr, "usage: %s RUNS SEEDS...\n       %s --unpack DIRECTORY SEEDS...\n", argv[0],
                argv[0]);
        return 2;
    }
    for (int i = first; i < argc && !status; i++) {
        size_t num_read = seeds_read(argv[i], MAX_SEEDS - num, &seeds[num]);
        num += num_read;
        status = num_read ? 0 : 2;
    }
    if (!status && unpacks)
        status = unpack(argv[2], seeds, num);
    else if (!status)
        run(seeds, num, runs);
    free(seeds);
    return status;
}
