/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The entry point of each fuzz target, which libFuzzer and AFL++ call. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Runs one input. A finding is a crash, a sanitizer's report or abort(). Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Optional: a target's own mutator, which reaches deeper code than flipped bytes do. It mutates
 * `data` in place and returns the new size. */
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                                                     unsigned seed);

/* The engine's mutator, defined only under libFuzzer. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

#endif
