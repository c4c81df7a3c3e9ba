/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* pipe_stress SEED COUNT: executes COUNT operations in an order that SEED determines. The
 * operations are uploads, maps, draws, dispatches, copies, blits, clears, replacements of memory
 * and readbacks, and all use the same few resources. */
#include "stress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

static const char *const *arguments;

unsigned stress_below(struct stress *s, unsigned n)
{
    s->random = s->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((s->random >> 33) % n);
}

void stress_noise(struct stress *s, void *out_bytes, size_t size_B)
{
    uint8_t *out = out_bytes;
    for (size_t i = 0; i < size_B; i++)
        out[i] = (uint8_t)stress_below(s, 256);
}

void stress_expect(const struct stress *s, const void *expected, const void *actual, size_t size_B,
                   const char *what)
{
    const uint8_t *e = expected, *a = actual;
    if (!memcmp(e, a, size_B))
        return;
    size_t i = 0;
    while (e[i] == a[i])
        i++;
    for (unsigned k = STRESS_HISTORY; k-- > 0;) {
        if (k <= s->op)
            printf("  %u: %s\n", s->op - k, s->history[(s->op - k) % STRESS_HISTORY]);
    }
    fail_msg("seed %u, operation %u: %s: byte %zu of %zu is 0x%02x, not 0x%02x", s->seed, s->op,
             what, i, size_B, a[i], e[i]);
}

static void check_everything(struct stress *s)
{
    for (unsigned i = 0; i < STRESS_BUFFERS; i++)
        stress_buffer_check(s, &s->buffers[i], 0, s->buffers[i].size_B);
    for (unsigned i = 0; i < STRESS_TEXTURES; i++) {
        for (unsigned level = 0; level <= s->textures[i].res->last_level; level++) {
            struct pipe_box all = fixture_level_box(s->textures[i].res, level);
            stress_texture_check(s, &s->textures[i], level, &all);
        }
    }
}

/* Chooses one of the operations of all tables, by weight. */
static const struct stress_op *choose(struct stress *s)
{
    const struct stress_op *tables[] = {stress_buffer_ops, stress_texture_ops, stress_draw_ops};
    const unsigned sizes[] = {stress_num_buffer_ops, stress_num_texture_ops, stress_num_draw_ops};
    unsigned which = stress_below(s, 3), total = 0;
    for (unsigned i = 0; i < sizes[which]; i++)
        total += tables[which][i].weight;
    unsigned at = stress_below(s, total), i = 0;
    while (at >= tables[which][i].weight)
        at -= tables[which][i++].weight;
    return &tables[which][i];
}

static void test_stress(void **state)
{
    struct stress s = {.f = *state};
    uint64_t seed, count, every;
    assert_true(gv_parse_u64(arguments[0], strlen(arguments[0]), UINT32_MAX, &seed) &&
                gv_parse_u64(arguments[1], strlen(arguments[1]), UINT32_MAX, &count) &&
                gv_parse_u64(arguments[2], strlen(arguments[2]), UINT32_MAX, &every) && every);
    s.random = s.seed = (uint32_t)seed;
    s.f->hide_memory = seed % 2 == 0; /* writes to busy buffers go through staging memory */
    for (unsigned i = 0; i < STRESS_BUFFERS; i++)
        stress_buffer_create(&s, &s.buffers[i]);
    for (unsigned i = 0; i < STRESS_TEXTURES; i++)
        stress_texture_create(&s, &s.textures[i], i);
    stress_draws_init(&s);
    for (s.op = 0; s.op < count; s.op++) {
        const struct stress_op *op = choose(&s);
        s.history[s.op % STRESS_HISTORY] = op->name;
        op->run(&s);
        if (s.op % every == every - 1)
            check_everything(&s);
    }
    s.op = (unsigned)count - 1;
    check_everything(&s);
    stress_draws_finish(&s);
    for (unsigned i = 0; i < STRESS_BUFFERS; i++)
        stress_buffer_destroy(&s.buffers[i]);
    for (unsigned i = 0; i < STRESS_TEXTURES; i++)
        stress_texture_destroy(&s.textures[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stress)};
    static const char *const few[] = {"1", "1000", "100"};
    arguments = argc == 4 ? (const char *const *)(argv + 1) : few;
    return cmocka_run_group_tests_name("stress", tests, pipe_fixture_setup, pipe_fixture_teardown);
}
