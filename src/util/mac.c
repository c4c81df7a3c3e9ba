/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "util/mac.h"

enum {
    WORD_B = 8,
    ROUNDS_PER_WORD = 2,
    ROUNDS_AT_END = 4
};

struct state {
    uint64_t v[4];
};

static uint64_t rotate(uint64_t x, unsigned bits)
{
    return x << bits | x >> (64 - bits);
}

static uint64_t read_word(const uint8_t *bytes, size_t num_B)
{
    uint64_t word = 0;

    for (size_t i = 0; i < num_B; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

static void write_word(uint8_t *bytes, uint64_t word)
{
    for (unsigned i = 0; i < WORD_B; i++)
        bytes[i] = (uint8_t)(word >> (8 * i));
}

static void mix(struct state *s, unsigned num_rounds)
{
    uint64_t *v = s->v;

    for (unsigned i = 0; i < num_rounds; i++) {
        v[0] += v[1];
        v[1] = rotate(v[1], 13) ^ v[0];
        v[0] = rotate(v[0], 32);
        v[2] += v[3];
        v[3] = rotate(v[3], 16) ^ v[2];
        v[0] += v[3];
        v[3] = rotate(v[3], 21) ^ v[0];
        v[2] += v[1];
        v[1] = rotate(v[1], 17) ^ v[2];
        v[2] = rotate(v[2], 32);
    }
}

static void add_word(struct state *s, uint64_t word)
{
    s->v[3] ^= word;
    mix(s, ROUNDS_PER_WORD);
    s->v[0] ^= word;
}

static uint64_t finish(struct state *s, uint64_t mark, unsigned word)
{
    s->v[word] ^= mark;
    mix(s, ROUNDS_AT_END);
    return s->v[0] ^ s->v[1] ^ s->v[2] ^ s->v[3];
}

struct gv_mac gv_mac_of(const struct gv_mac_key *key, const void *data, size_t size_B)
{
    const uint64_t k0 = read_word(key->bytes, WORD_B), k1 = read_word(key->bytes + WORD_B, WORD_B);
    const uint8_t *bytes = data;
    const size_t rest_B = size_B % WORD_B;
    struct state s = {{k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d) ^ 0xee,
                       k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)}};
    struct gv_mac mac;

    for (size_t i = 0; i < size_B - rest_B; i += WORD_B)
        add_word(&s, read_word(bytes + i, WORD_B));
    add_word(&s,
             (uint64_t)size_B << 56 | (rest_B ? read_word(bytes + size_B - rest_B, rest_B) : 0));
    write_word(mac.bytes, finish(&s, 0xee, 2));
    write_word(mac.bytes + WORD_B, finish(&s, 0xdd, 1));
    return mac;
}
