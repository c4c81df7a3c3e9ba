/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shared by the fuzz targets of the shader library: an input is TGSI text and, after a NUL, lines
 * "name=value" that set fields of the key; and the mutator of such inputs. */
#ifndef TGSI_INPUT_H
#define TGSI_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include "galvan/spirv.h"

/* A small generator that repeats its sequence for the same seed, which is not 0. */
uint32_t tgsi_next(uint32_t *seed);
uint32_t tgsi_below(uint32_t *seed, uint32_t limit);
uint32_t tgsi_hash(const uint8_t *data, size_t size);

/* The length of the text: up to its NUL or the end. */
size_t tgsi_text_len(const uint8_t *data, size_t size);

struct tgsi_key {
    struct galvan_spirv_key key;
    struct galvan_spirv_stream_output stream_output;
};

/* The key that the input's end sets; without one, a random key from the input's hash. */
void tgsi_key_of(const uint8_t *data, size_t size, struct tgsi_key *out_key);

/* Translates twice: both have the same result, and a module is valid. Otherwise aborts. */
void tgsi_check_translation(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key);

/* Mutates the text or the end of an input by statements, words, numbers and operands. Returns the
 * new size, at most max_size. */
size_t tgsi_mutate(uint8_t *data, size_t size, size_t max_size, uint32_t seed);

#endif
