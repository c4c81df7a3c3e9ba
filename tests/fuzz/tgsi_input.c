/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "tgsi_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spirv_valid.h"

uint32_t tgsi_next(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

uint32_t tgsi_below(uint32_t *seed, uint32_t limit)
{
    return limit ? (uint32_t)((uint64_t)tgsi_next(seed) * limit >> 32) : 0;
}

uint32_t tgsi_hash(const uint8_t *data, size_t size)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ data[i]) * 16777619u;
    return h;
}

size_t tgsi_text_len(const uint8_t *data, size_t size)
{
    const uint8_t *end = size ? memchr(data, 0, size) : NULL;
    return end ? (size_t)(end - data) : size;
}

/* ---- Keys ----------------------------------------------------------------------------------- */

/* Chooses captures of the first output registers, one of which may not exist. */
static void choose_stream_output(struct tgsi_key *k, uint32_t *seed)
{
    struct galvan_spirv_stream_output *so = &k->stream_output;
    so->num_captures = tgsi_below(seed, 6);
    for (unsigned i = 0; i < so->num_captures; i++) {
        struct galvan_spirv_capture *c = &so->captures[i];
        c->register_index = (uint8_t)tgsi_below(seed, 6);
        c->start_component = (uint8_t)tgsi_below(seed, 4);
        c->num_components = (uint8_t)(1 + tgsi_below(seed, 4u - c->start_component));
        c->buffer = (uint8_t)tgsi_below(seed, 4);
        c->dst_offset_dw = so->stride_dw[c->buffer];
        so->stride_dw[c->buffer] = (uint16_t)(so->stride_dw[c->buffer] + c->num_components);
    }
    k->key.vertex.stream_output = so;
}

/* Chooses a random key. Each element stays 0 with a probability of three in four, and otherwise
 * gets a small or an arbitrary value. */
static void choose_key(struct tgsi_key *k, uint32_t seed)
{
    size_t num;
    const struct galvan_spirv_key_field *fields = galvan_spirv_key_fields(&num);
    for (size_t f = 0; f < num; f++) {
        if (fields[f].offset_B == offsetof(struct galvan_spirv_key, device.max_locations))
            continue; /* tgsi_key_of() sets it */
        for (unsigned i = 0; i < fields[f].num; i++) {
            uint64_t value = (uint64_t)tgsi_next(&seed) << 32 | tgsi_next(&seed);
            char text[64];
            if (tgsi_below(&seed, 4))
                continue;
            if (tgsi_below(&seed, 2))
                value &= 0xf;
            if (fields[f].max_value < UINT64_MAX)
                value %= fields[f].max_value + 1;
            snprintf(text, sizeof(text), "%s[%u]=%llu", fields[f].name, i,
                     (unsigned long long)value);
            galvan_spirv_key_set(&k->key, text);
        }
    }
    if (!tgsi_below(&seed, 4))
        choose_stream_output(k, &seed);
}

void tgsi_key_of(const uint8_t *data, size_t size, struct tgsi_key *out_key)
{
    size_t at = tgsi_text_len(data, size) + 1;
    *out_key = (struct tgsi_key){.key = {.fragment.alpha_func = 7, .fragment.num_cbufs = 1}};
    if (at >= size)
        choose_key(out_key, tgsi_hash(data, size) | 1);
    while (at < size) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t len = end ? (size_t)(end - data) - at : size - at;
        char line[64];
        if (len < sizeof(line)) {
            memcpy(line, data + at, len);
            line[len] = 0;
            galvan_spirv_key_set(&out_key->key, line);
        }
        at += len + 1;
    }
    out_key->key.device.max_locations = 0; /* older validators reject modules with a limit */
}

/* ---- Translation ---------------------------------------------------------------------------- */

/* Prints the key in the form that `galvan tgsi --key` takes; inputs end with a key in this form,
 * too. */
static void print_key(const struct galvan_spirv_key *key)
{
    size_t num;
    const struct galvan_spirv_key_field *fields = galvan_spirv_key_fields(&num);
    for (size_t f = 0; f < num; f++) {
        for (unsigned i = 0; i < fields[f].num; i++) {
            uint64_t value = 0; /* little endian: the low bytes come first */
            memcpy(&value, (const char *)key + fields[f].offset_B + i * fields[f].size_B,
                   fields[f].size_B);
            if (value)
                fprintf(stderr, "%s[%u]=%llu\n", fields[f].name, i, (unsigned long long)value);
        }
    }
    if (key->vertex.stream_output)
        fprintf(stderr, "and stream output of %u pieces\n",
                key->vertex.stream_output->num_captures);
}

static void expect(bool holds, const char *what, const struct galvan_tgsi *tgsi,
                   const struct galvan_spirv_key *key)
{
    if (holds)
        return;
    char *text = galvan_tgsi_print(tgsi);
    fprintf(stderr, "%s\n%s\n", what, text ? text : "");
    print_key(key);
    free(text);
    abort();
}

void tgsi_check_translation(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key)
{
    struct galvan_spirv_module first = {0};
    struct galvan_spirv_module second = {0};
    struct galvan_diag diag = {0};
    enum galvan_result result = galvan_spirv_translate(tgsi, key, &diag, &first);
    expect((result == GALVAN_OK) == (diag.code == 0), "a result without its diagnostic", tgsi, key);
    expect(galvan_spirv_translate(tgsi, key, NULL, &second) == result &&
               first.num_words == second.num_words,
           "a second translation ends differently", tgsi, key);
    if (result == GALVAN_OK) {
        expect(memcmp(first.words, second.words, first.num_words * 4) == 0,
               "a second translation differs", tgsi, key);
        expect(spirv_valid(first.words, first.num_words, "module"), "invalid module", tgsi, key);
    }
    galvan_spirv_module_finish(&first);
    galvan_spirv_module_finish(&second);
}
