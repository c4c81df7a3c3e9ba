/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fuzzes the translation of TGSI text with a key: the module must be valid, and a second
 * translation must give the same module. */
#include "fuzz.h"
#include "galvan/spirv.h"
#include "tgsi_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct galvan_tgsi *tgsi = NULL;
    struct tgsi_key k;
    if (galvan_tgsi_parse((const char *)data, tgsi_text_len(data, size), NULL, &tgsi))
        return 0;
    tgsi_key_of(data, size, &k);
    tgsi_check_translation(tgsi, &k.key);
    galvan_tgsi_destroy(tgsi);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    if (LLVMFuzzerMutate && seed % 4 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    return tgsi_mutate(data, size, max_size, seed);
}
