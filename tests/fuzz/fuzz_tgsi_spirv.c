/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Bytes as TGSI text, translated under a key made from the text's own hash, and its tokens with one
 * word changed. The same input gives the same module. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "galvan/spirv.h"

static uint32_t hash(const uint8_t *data, size_t size)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ data[i]) * 16777619u;
    return h;
}

static uint32_t next(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static struct galvan_spirv_key make_key(uint32_t *seed)
{
    uint32_t bits = next(seed);
    struct galvan_spirv_key key = {
        .consumer_mask = (uint64_t)next(seed) & 0xf00ff,
        .last_vertex_stage = bits & 1,
        .clip_plane_mask = (uint8_t)(bits >> 1),
        .clamp_vertex_color = bits >> 9 & 1,
        .flatshade = bits >> 10 & 1,
        .light_twoside = bits >> 11 & 1,
        .sprite_on_generic = bits >> 12 & 1,
        .sprite_mask = bits >> 13 & 3,
        .alpha_func = (uint8_t)(bits >> 15 & 7),
        .clamp_fragment_color = bits >> 18 & 1,
        .alpha_to_one = bits >> 19 & 1,
        .dual_source = bits >> 20 & 1,
        .poly_stipple = bits >> 21 & 1,
        .persample = bits >> 22 & 1,
        .single_sample = bits >> 9 & 1,
        .no_layer = bits >> 10 & 1,
        .no_viewport_index = bits >> 11 & 1,
        .mirror_x = bits >> 12 & 1,
        .num_cbufs = (uint8_t)(bits >> 23 & 7),
        .shared_size_B = bits >> 26,
        .block_size = {bits & 7, bits >> 3 & 7, bits >> 6 & 7},
    };
    for (unsigned i = 0; i < 32; i++)
        key.attrib[i] = (uint8_t)(next(seed) % GALVAN_ATTRIB_NUM);
    for (unsigned i = 0; i < 8; i++) {
        key.cbuf_class[i] = (uint8_t)(next(seed) % 3);
        key.cbuf_swizzle[i] = (uint8_t)(next(seed) % 3);
        key.shadow_swizzle[i] = (uint8_t)next(seed);
        key.image_class[i] = (uint8_t)(next(seed) % 3);
    }
    for (unsigned i = 0; i < 3; i++) {
        key.sampler_clamp[i] = next(seed);
        key.sampler_mirror[i] = next(seed);
    }
    return key;
}

static void translate(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key)
{
    struct galvan_spirv_module first = {0};
    struct galvan_spirv_module second = {0};
    struct galvan_diag diag = {0};
    enum galvan_result result = galvan_spirv_translate(tgsi, key, &diag, &first);
    if (result != galvan_spirv_translate(tgsi, key, NULL, &second) ||
        first.num_words != second.num_words || (result && !diag.code))
        abort();
    if (first.num_words && memcmp(first.words, second.words, first.num_words * 4) != 0)
        abort();
    galvan_spirv_module_finish(&first);
    galvan_spirv_module_finish(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t seed = hash(data, size) | 1;
    struct galvan_tgsi *tgsi = NULL;
    struct galvan_tgsi *spoiled = NULL;
    size_t num;
    if (galvan_tgsi_parse((const char *)data, size, NULL, &tgsi))
        return 0;
    struct galvan_spirv_key key = make_key(&seed);
    translate(tgsi, &key);
    const uint32_t *tokens = galvan_tgsi_tokens(tgsi, &num);
    uint32_t *copy = malloc(num * sizeof(*copy));
    if (!copy)
        abort();
    memcpy(copy, tokens, num * sizeof(*copy));
    copy[next(&seed) % num] ^= 1u << (next(&seed) % 32);
    if (galvan_tgsi_from_tokens(copy, num, NULL, &spoiled) == GALVAN_OK)
        translate(spoiled, &key);
    galvan_tgsi_destroy(spoiled);
    galvan_tgsi_destroy(tgsi);
    free(copy);
    return 0;
}
