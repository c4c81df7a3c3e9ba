/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shared by the fuzz targets of the shader library. An input is TGSI text and, after a NUL, lines
 * "name=value" that set fields of the key. Also declares the mutator of such inputs. */
#ifndef TGSI_INPUT_H
#define TGSI_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include "galvan/spirv.h"

/* A small pseudo-random generator: the same seed, which must not be 0, gives the same sequence.
 * tgsi_below() returns a number below `limit`. */
uint32_t tgsi_next(uint32_t *seed);
uint32_t tgsi_below(uint32_t *seed, uint32_t limit);

uint32_t tgsi_hash(const uint8_t *data, size_t size);

/* Returns the length of the text: up to its NUL or the end of the input. */
size_t tgsi_text_len(const uint8_t *data, size_t size);

struct tgsi_key {
    struct galvan_spirv_key key;
    struct galvan_spirv_stream_output stream_output;
};

/* Stores the key that the lines after the input's NUL set. If the input has no such lines, the key
 * is random, seeded by the input's hash. */
void tgsi_key_of(const uint8_t *data, size_t size, struct tgsi_key *out_key);

/* Translates the shader twice, and aborts if the two results differ or a module is not valid. */
void tgsi_check_translation(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key);

/* Mutates an input in place: statements, words, numbers or operands of its text, or the key after
 * the text. Returns the new size, at most `max_size`. */
size_t tgsi_mutate(uint8_t *data, size_t size, size_t max_size, uint32_t seed);

#endif
