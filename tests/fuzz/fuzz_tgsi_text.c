/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fuzzes the parser of TGSI text. Accepted text must give the same tokens after it is printed and
 * parsed again, and galvan_tgsi_from_tokens() must accept its tokens unchanged. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "galvan/spirv.h"
#include "tgsi_input.h"

static void expect_same(const struct galvan_tgsi *a, const struct galvan_tgsi *b)
{
    size_t num_a;
    size_t num_b;
    const uint32_t *x = galvan_tgsi_tokens(a, &num_a);
    const uint32_t *y = galvan_tgsi_tokens(b, &num_b);
    if (num_a != num_b || memcmp(x, y, num_a * sizeof(*x)) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct galvan_diag diag = {0};
    struct galvan_tgsi *tgsi = NULL;
    struct galvan_tgsi *again = NULL;
    size_t num;
    if (galvan_tgsi_parse((const char *)data, size, &diag, &tgsi)) {
        if (!diag.code || !diag.text[0])
            abort();
        return 0;
    }
    char *text = galvan_tgsi_print(tgsi);
    if (!text || galvan_tgsi_parse(text, strlen(text), NULL, &again))
        abort();
    expect_same(tgsi, again);
    galvan_tgsi_destroy(again);
    again = NULL;
    const uint32_t *tokens = galvan_tgsi_tokens(tgsi, &num);
    if (galvan_tgsi_from_tokens(tokens, num, NULL, &again))
        abort();
    expect_same(tgsi, again);
    galvan_tgsi_destroy(again);
    galvan_tgsi_destroy(tgsi);
    free(text);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    if (LLVMFuzzerMutate && seed % 2 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    return tgsi_mutate(data, size, max_size, seed);
}
