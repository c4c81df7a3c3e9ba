/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/words.h"

#include <stdlib.h>
#include <string.h>

void gv_words_finish(struct gv_words *words)
{
    free(words->data);
    *words = (struct gv_words){0};
}

uint32_t *gv_words_grow(struct gv_words *words, size_t num)
{
    if (words->failed)
        return NULL;
    if (num > words->capacity - words->num) {
        size_t capacity = words->capacity ? words->capacity * 2 : 64;
        while (capacity - words->num < num)
            capacity *= 2;
        uint32_t *data = realloc(words->data, capacity * sizeof(*data));
        if (!data) {
            words->failed = true;
            return NULL;
        }
        words->data = data;
        words->capacity = capacity;
    }
    uint32_t *result = words->data + words->num;
    words->num += num;
    return result;
}

void gv_words_append(struct gv_words *words, const uint32_t *data, size_t num)
{
    if (num == 0)
        return;
    uint32_t *p = gv_words_grow(words, num);
    if (p)
        memcpy(p, data, num * sizeof(*data));
}
