/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A growing array of 32-bit words with a sticky failure flag, so that writers check once. */
#ifndef GV_SPV_WORDS_H
#define GV_SPV_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gv_words {
    uint32_t *data; /* NULL until the first word */
    size_t num;
    size_t capacity;
    bool failed; /* memory ran out; later words are dropped */
};

void gv_words_finish(struct gv_words *words);

/* Appends `num` words, whose values are undefined. Returns a pointer to the first of these words,
 * or NULL if memory runs out. */
uint32_t *gv_words_grow(struct gv_words *words, size_t num);

static inline void gv_words_push(struct gv_words *words, uint32_t word)
{
    uint32_t *p = gv_words_grow(words, 1);
    if (p)
        *p = word;
}

void gv_words_append(struct gv_words *words, const uint32_t *data, size_t num);

#endif
