/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the fuzz targets of the shader library share: an input is TGSI text and, behind a NUL, lines
 * "name=value" that set fields of the key; and the mutator of such inputs. */
#ifndef TGSI_INPUT_H
#define TGSI_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include "galvan/spirv.h"

/* A small generator, always the same from the same seed; the seed is not 0. */
uint32_t tgsi_next(uint32_t *seed);
uint32_t tgsi_below(uint32_t *seed, uint32_t limit);
uint32_t tgsi_hash(const uint8_t *data, size_t size);

/* The length of the text: up to its NUL or the end. */
size_t tgsi_text_len(const uint8_t *data, size_t size);

struct tgsi_key {
    struct galvan_spirv_key key;
    struct galvan_spirv_stream_output stream_output;
};

/* The key that the input's end asks for; without any, one by chance from its hash. */
void tgsi_key_of(const uint8_t *data, size_t size, struct tgsi_key *out_key);

/* Translates twice: both end alike, and what comes out is valid. Anything else aborts. */
void tgsi_check_translation(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key);

/* Changes the text or the end of an input by statements, words, numbers and operands. The value is
 * the new size, at most max_size. */
size_t tgsi_mutate(uint8_t *data, size_t size, size_t max_size, uint32_t seed);

#endif
