/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fuzzes the reader of TGSI tokens. An input that is TGSI text is converted to tokens, of which
 * some dwords are then corrupted. Accepted tokens must be printable, and tgsi_check_translation()
 * translates them. Tokens can express more than text, so the printed text need not parse to the
 * same tokens. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "galvan/spirv.h"
#include "tgsi_input.h"

enum {
    MAX_SPOILED = 3,
    HEADER_SIZE = 2
};

static void check_print(const struct galvan_tgsi *tgsi)
{
    char *text = galvan_tgsi_print(tgsi);
    if (!text)
        abort();
    free(text);
}

/* Copies the words to memory of exactly their size, so that a sanitizer detects reads past the
 * end. */
static uint32_t *copy_words(const void *data, size_t num)
{
    uint32_t *copy = malloc(num ? num * sizeof(*copy) : 1);
    if (!copy)
        abort();
    memcpy(copy, data, num * sizeof(*copy));
    return copy;
}

static void check_tokens(const void *data, size_t num, const struct galvan_spirv_key *key)
{
    struct galvan_diag diag = {0};
    struct galvan_tgsi *tgsi = NULL;
    uint32_t *copy = copy_words(data, num);
    if (galvan_tgsi_from_tokens(copy, num, &diag, &tgsi) == GALVAN_OK) {
        check_print(tgsi);
        tgsi_check_translation(tgsi, key);
    } else if (!diag.code || !diag.text[0]) {
        abort();
    }
    galvan_tgsi_destroy(tgsi);
    free(copy);
}

static void spoil(uint32_t *tokens, size_t num, uint32_t seed)
{
    for (unsigned i = 1 + tgsi_below(&seed, MAX_SPOILED); i > 0; i--) {
        size_t at = tgsi_below(&seed, (uint32_t)num);
        if (tgsi_below(&seed, 2))
            tokens[at] ^= 1u << tgsi_below(&seed, 32);
        else
            tokens[at] = tokens[tgsi_below(&seed, (uint32_t)num)];
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct galvan_tgsi *tgsi = NULL;
    struct tgsi_key k;
    size_t num;
    tgsi_key_of(data, size, &k);
    if (galvan_tgsi_parse((const char *)data, tgsi_text_len(data, size), NULL, &tgsi)) {
        check_tokens(data, size / sizeof(uint32_t), &k.key);
        return 0;
    }
    const uint32_t *tokens = galvan_tgsi_tokens(tgsi, &num);
    check_tokens(tokens, num, &k.key);
    uint32_t *spoiled = copy_words(tokens, num);
    spoil(spoiled, num, tgsi_hash(data, size) | 1);
    check_tokens(spoiled, num, &k.key);
    free(spoiled);
    galvan_tgsi_destroy(tgsi);
    return 0;
}

/* Replaces an input that is text by its tokens. */
static size_t make_tokens(uint8_t *data, size_t size, size_t max_size)
{
    struct galvan_tgsi *tgsi = NULL;
    size_t num = 0;
    if (galvan_tgsi_parse((const char *)data, tgsi_text_len(data, size), NULL, &tgsi))
        return size;
    const uint32_t *tokens = galvan_tgsi_tokens(tgsi, &num);
    if (num * sizeof(*tokens) <= max_size) {
        size = num * sizeof(*tokens);
        memcpy(data, tokens, size);
    }
    galvan_tgsi_destroy(tgsi);
    return size;
}

/* Removes or copies a few words. The caller updates the length in the header. */
static size_t resize(uint8_t *data, size_t size, size_t max_size, uint32_t *seed)
{
    size_t at = tgsi_below(seed, (uint32_t)size) & ~(size_t)3;
    size_t from = tgsi_below(seed, (uint32_t)size) & ~(size_t)3;
    size_t len = 4 + 4 * tgsi_below(seed, 8);
    if (at + len > size || from + len > size)
        return size;
    if (tgsi_below(seed, 2)) {
        memmove(data + at, data + at + len, size - at - len);
        return size - len;
    }
    if (size + len > max_size)
        return size;
    memmove(data + at + len, data + at, size - at);
    memmove(data + at, data + from, len);
    return size + len;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed_value)
{
    uint32_t seed = seed_value | 1;
    uint32_t header;
    if (LLVMFuzzerMutate && seed_value % 4 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    size = make_tokens(data, size, max_size) & ~(size_t)3;
    if (size < 2 * sizeof(uint32_t))
        return size;
    if (tgsi_below(&seed, 2)) {
        uint32_t *words = copy_words(data, size / 4);
        spoil(words, size / 4, tgsi_next(&seed));
        memcpy(data, words, size);
        free(words);
    } else {
        size = resize(data, size, max_size, &seed);
    }
    if (size >= sizeof(header)) {
        header = HEADER_SIZE | (uint32_t)(size / 4 - HEADER_SIZE) << 8;
        memcpy(data, &header, sizeof(header));
    }
    return size;
}
