/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The history of a client's commands: executed in a new context, it must bring the context to the
 * client's state. */
#include "wire.h"

#include <string.h>

#include "virgl/api/history.h"

struct reported {
    uint32_t dwords[WIRE_MAX_DW];
    size_t len_dw;
};

static struct reported reported;

static void take(void *priv, const uint32_t *dwords, size_t num_dwords)
{
    struct reported *to = priv;

    assert_true(to->len_dw + num_dwords <= WIRE_MAX_DW);
    memcpy(to->dwords + to->len_dw, dwords, num_dwords * sizeof(uint32_t));
    to->len_dw += num_dwords;
}

/* Records the written commands in the history, and submits them. */
static void send(struct wire *w, struct gv_virgl_history *history)
{
    gv_virgl_history_note(history, w->dwords, w->len_dw);
    wire_accept(w);
}

/* Checks that the history consists of the commands that are written to `w` but not submitted;
 * removes them from `w`. */
static void expect_history(struct wire *w, const struct gv_virgl_history *history)
{
    reported.len_dw = 0;
    assert_true(gv_virgl_history_tell(history, take, &reported));
    assert_int_equal(reported.len_dw, w->len_dw);
    assert_memory_equal(reported.dwords, w->dwords, w->len_dw * sizeof(uint32_t));
    w->len_dw = 0;
}

static void what_is_gone_or_replaced_is_dropped(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_history *history = gv_virgl_history_create(w->r);

    WIRE_CREATE(w, DSA, 1, 0, 0, 0, 0);
    WIRE_BIND(w, DSA, 1);
    WIRE(w, SET_STENCIL_REF, 5);
    WIRE(w, SET_SAMPLE_MASK, 1);
    WIRE_CREATE(w, DSA, 2, 0, 0, 0, 0);
    WIRE_BIND(w, DSA, 2);
    WIRE(w, DESTROY_OBJECT, 1);
    WIRE(w, SET_STENCIL_REF, 6);
    WIRE(w, MEMORY_BARRIER, 1); /* a command without lasting effect */
    send(w, history);

    WIRE(w, SET_SUB_CTX, 0);
    WIRE(w, SET_SAMPLE_MASK, 1);
    WIRE_CREATE(w, DSA, 2, 0, 0, 0, 0);
    WIRE_BIND(w, DSA, 2);
    WIRE(w, SET_STENCIL_REF, 6);
    WIRE(w, SET_SUB_CTX, 0);
    expect_history(w, history);
    gv_virgl_history_destroy(history);
}

/* Sets state of different slots; checks that the history has the last state of each slot. */
static void slots_are_distinguished(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_history *history = gv_virgl_history_create(w->r);

    WIRE(w, SET_CONSTANT_BUFFER, 0, 0, 10, 11);
    WIRE(w, SET_CONSTANT_BUFFER, 1, 0, 20, 21);
    WIRE(w, SET_CONSTANT_BUFFER, 0, 0, 12);
    WIRE(w, SET_SCISSOR_STATE, 0, 1, 1);
    WIRE(w, SET_SCISSOR_STATE, 0, 2, 2, 3, 3);
    send(w, history);

    WIRE(w, SET_SUB_CTX, 0);
    WIRE(w, SET_CONSTANT_BUFFER, 1, 0, 20, 21);
    WIRE(w, SET_CONSTANT_BUFFER, 0, 0, 12);
    WIRE(w, SET_SCISSOR_STATE, 0, 1, 1);
    WIRE(w, SET_SCISSOR_STATE, 0, 2, 2, 3, 3);
    WIRE(w, SET_SUB_CTX, 0);
    expect_history(w, history);
    gv_virgl_history_destroy(history);
}

static void a_query_that_counts_is_begun(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_history *history = gv_virgl_history_create(w->r);
    const uint32_t result = wire_result(w);

    WIRE_CREATE(w, QUERY, 1, GV_VIRGL_QUERY_OCCLUSION_COUNTER, 0, result);
    WIRE_CREATE(w, QUERY, 2, GV_VIRGL_QUERY_OCCLUSION_COUNTER, 0, result);
    WIRE(w, BEGIN_QUERY, 1);
    WIRE(w, END_QUERY, 1);
    WIRE(w, BEGIN_QUERY, 2);
    send(w, history);

    WIRE(w, SET_SUB_CTX, 0);
    WIRE_CREATE(w, QUERY, 1, GV_VIRGL_QUERY_OCCLUSION_COUNTER, 0, result);
    WIRE_CREATE(w, QUERY, 2, GV_VIRGL_QUERY_OCCLUSION_COUNTER, 0, result);
    WIRE(w, BEGIN_QUERY, 2);
    WIRE(w, SET_SUB_CTX, 0);
    expect_history(w, history);
    gv_virgl_history_destroy(history);
}

static void sub_contexts(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_history *history = gv_virgl_history_create(w->r);

    WIRE(w, CREATE_SUB_CTX, 7);
    WIRE(w, CREATE_SUB_CTX, 8);
    WIRE(w, SET_SUB_CTX, 8);
    WIRE(w, SET_SAMPLE_MASK, 8);
    WIRE(w, SET_SUB_CTX, 7);
    WIRE(w, SET_SAMPLE_MASK, 7);
    WIRE(w, DESTROY_SUB_CTX, 8);
    send(w, history);

    WIRE(w, CREATE_SUB_CTX, 7);
    WIRE(w, SET_SUB_CTX, 7);
    WIRE(w, SET_SAMPLE_MASK, 7);
    WIRE(w, SET_SUB_CTX, 0);
    WIRE(w, SET_SUB_CTX, 7);
    expect_history(w, history);

    WIRE(w, DESTROY_SUB_CTX, 7); /* the current sub-context */
    send(w, history);
    WIRE(w, SET_SUB_CTX, 0);
    WIRE(w, SET_SUB_CTX, 0);
    expect_history(w, history);
    gv_virgl_history_destroy(history);
}

/* Sets an unknown sub-context, after which the decoder skips commands. Checks that the history ends
 * with the unknown sub-context, so that later commands are skipped again. */
static void an_unknown_sub_context_is_retained(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_history *history = gv_virgl_history_create(w->r);

    WIRE(w, SET_SAMPLE_MASK, 1);
    WIRE(w, SET_SUB_CTX, 9);
    gv_virgl_history_note(history, w->dwords, w->len_dw);
    wire_refuse(w, "unknown sub-context 9");
    WIRE(w, SET_SAMPLE_MASK, 2);
    WIRE_CREATE(w, DSA, 2, 0, 0, 0, 0);
    WIRE(w, DESTROY_OBJECT, 2);
    WIRE(w, END_QUERY, 1);
    send(w, history);

    WIRE(w, SET_SUB_CTX, 0);
    WIRE(w, SET_SAMPLE_MASK, 1);
    WIRE(w, SET_SUB_CTX, 9);
    expect_history(w, history);
    gv_virgl_history_destroy(history);
}

/* Creates a shader with many packets in a sub-context that ends and is created again from the
 * history; checks that the shader is complete. */
static void a_shader_is_retained_whole(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_history *history = gv_virgl_history_create(w->r);

    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SUB_CTX, 1);
    wire_shader_packets(w, 3, PIPE_SHADER_VERTEX, wire_vs_text, strlen(wire_vs_text) + 1, 8);
    WIRE(w, BIND_SHADER, 3, PIPE_SHADER_VERTEX);
    send(w, history);
    const unsigned num_live = w->screen->live.csos;
    WIRE(w, DESTROY_SUB_CTX, 1);
    wire_accept(w);
    assert_true(w->screen->live.csos < num_live);

    reported.len_dw = 0;
    assert_true(gv_virgl_history_tell(history, take, &reported));
    memcpy(w->dwords, reported.dwords, reported.len_dw * sizeof(uint32_t));
    w->len_dw = reported.len_dw;
    wire_accept(w);
    assert_int_equal(w->screen->live.csos, num_live);
    gv_virgl_history_destroy(history);
}

/* Records commands for so many slots that the history exceeds the client's memory; checks that the
 * history is then dropped, and that the memory that the history has used is available again. */
static void it_is_bounded_by_the_clients_memory(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    uint32_t command[] = {gv_virgl_header(GV_VIRGL_SET_CONSTANT_BUFFER, 0, 3), 0, 0, 0};

    limits.memory_B = 64 << 10;
    wire_restart(w, &limits);
    struct gv_virgl_history *history = gv_virgl_history_create(w->r);
    assert_true(gv_virgl_history_tell(history, take, &reported));
    for (uint32_t i = 0; i < 10000; i++) {
        command[2] = i;
        gv_virgl_history_note(history, command, 4);
    }
    reported.len_dw = 0;
    assert_false(gv_virgl_history_tell(history, take, &reported));
    assert_int_equal(reported.len_dw, 0);
    gv_virgl_history_destroy(history);
    assert_true(gv_virgl_take_memory(w->r, limits.memory_B)); /* all memory is available again */
    gv_virgl_give_memory_back(w->r, limits.memory_B);
}

/* Sends commands whose lengths exceed the buffer, or are too short for the state that they set;
 * checks that nothing is read after their end. */
static void broken_commands(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_history *history = gv_virgl_history_create(w->r);
    const uint32_t shorts[] = {
        gv_virgl_header(GV_VIRGL_SET_CONSTANT_BUFFER, 0, 1),
        0,
        gv_virgl_header(GV_VIRGL_DESTROY_OBJECT, 0, 0),
        gv_virgl_header(GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_SHADER, 0),
        gv_virgl_header(200, 0, 1),
        0,
        gv_virgl_header(GV_VIRGL_SET_SAMPLE_MASK, 0, 9),
        0,
    };

    gv_virgl_history_note(history, shorts, sizeof(shorts) / sizeof(shorts[0]));
    WIRE(w, SET_SUB_CTX, 0);
    WIRE(w, SET_SUB_CTX, 0);
    expect_history(w, history);
    gv_virgl_history_destroy(history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(what_is_gone_or_replaced_is_dropped), WIRE_TEST(slots_are_distinguished),
        WIRE_TEST(a_query_that_counts_is_begun),        WIRE_TEST(sub_contexts),
        WIRE_TEST(an_unknown_sub_context_is_retained),  WIRE_TEST(a_shader_is_retained_whole),
        WIRE_TEST(it_is_bounded_by_the_clients_memory), WIRE_TEST(broken_commands),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
