/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sub-contexts: separate handles, the order between them, and their end. */
#include "virgl/budget.h"
#include "wire.h"

static void number_0_is_always_there(void **state)
{
    struct wire *w = *state;
    assert_int_equal(w->screen->live.contexts, 0);
    WIRE(w, SET_SUB_CTX, 0);
    wire_accept(w);
    assert_int_equal(w->screen->live.contexts, 0); /* created at the first use */
    wire_dsa(w);
    assert_int_equal(w->screen->live.contexts, 1);
    WIRE(w, CREATE_SUB_CTX, 0);
    wire_refuse(w, "exists");
    WIRE(w, DESTROY_SUB_CTX, 0); /* attack sub_ctx_0_destroy */
    wire_refuse(w, "cannot be ended");
    WIRE(w, SET_SUB_CTX, 5);
    wire_refuse(w, "unknown sub-context 5");
    WIRE(w, DESTROY_SUB_CTX, 5);
    wire_refuse(w, "unknown sub-context 5");
}

static void objects_belong_to_their_sub_context(void **state)
{
    struct wire *w = *state;
    WIRE_CREATE(w, DSA, 100, 0, 0, 0, 0);
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SUB_CTX, 1);
    wire_accept(w);
    WIRE_BIND(w, DSA, 100);
    wire_refuse(w, "unknown");
    /* In this sub-context, the handle is another object. */
    WIRE_CREATE(w, RASTERIZER, 100, 0, 0, 0, 0, 0, 0, 0, 0);
    WIRE_BIND(w, RASTERIZER, 100);
    WIRE(w, SET_SUB_CTX, 0);
    WIRE_BIND(w, DSA, 100);
    WIRE(w, DESTROY_OBJECT, 100);
    wire_accept(w);
    assert_int_equal(w->screen->live.csos, 2);
    WIRE(w, DESTROY_SUB_CTX, 1);
    wire_accept(w);
    assert_int_equal(w->screen->live.csos, 1);
    assert_int_equal(w->screen->live.contexts, 1);
}

static void state_belongs_to_its_sub_context(void **state)
{
    struct wire *w = *state;
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SAMPLE_MASK, 1);
    WIRE(w, MEMORY_BARRIER, 1);
    wire_accept(w);
    struct null_context *first = wire_context(w);
    WIRE(w, SET_SUB_CTX, 1);
    WIRE(w, SET_SAMPLE_MASK, 2);
    WIRE(w, MEMORY_BARRIER, 1);
    wire_accept(w);
    assert_ptr_not_equal(wire_context(w), first);
    assert_int_equal(first->sample_mask, 1);
    assert_int_equal(wire_context(w)->sample_mask, 2);
}

/* Uses sub-contexts in turn; checks that the commands of one are submitted before another one
 * begins to execute commands, and not earlier. */
static void order_between_sub_contexts(void **state)
{
    struct wire *w = *state;
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, MEMORY_BARRIER, 1);
    wire_accept(w);
    struct null_context *first = wire_context(w);
    assert_true(first->has_work);
    WIRE(w, SET_SUB_CTX, 0);
    wire_accept(w);
    assert_true(first->has_work);
    WIRE(w, SET_SUB_CTX, 1);
    wire_accept(w);
    assert_false(first->has_work);
    assert_int_equal(w->screen->counts.flushes, 1);
    WIRE(w, SET_SUB_CTX, 0);
    wire_accept(w);
    assert_int_equal(w->screen->counts.flushes, 1);
    /* Transfers count as commands of the current sub-context. */
    uint32_t buffer = wire_buffer(w, 4);
    WIRE(w, TRANSFER3D, buffer, 0, 0, 0, 0, 0, 0, 0, 4, 1, 1, 0, 1);
    WIRE(w, SET_SUB_CTX, 1);
    wire_accept(w);
    assert_int_equal(w->screen->counts.flushes, 2);
}

static void sub_ctx_destroy_current(void **state)
{
    struct wire *w = *state;
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SUB_CTX, 1);
    wire_accept(w);
    wire_ready_to_draw(w);
    wire_draw(w);
    WIRE(w, DESTROY_SUB_CTX, 1);
    WIRE(w, SET_SAMPLE_MASK, 3); /* number 0 is current now */
    wire_accept(w);
    assert_int_equal(w->screen->live.csos, 0);
    assert_int_equal(w->screen->live.contexts, 1);
}

/* Destroys a sub-context with all kinds of unfinished commands; checks that nothing leaks. */
static void destroyed_with_everything_open(void **state)
{
    struct wire *w = *state;
    uint32_t result = wire_result(w);
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SUB_CTX, 1);
    wire_accept(w);
    uint32_t late = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, result);
    uint32_t condition = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, result);
    uint32_t active = wire_query(w, GV_VIRGL_QUERY_OCCLUSION_COUNTER, result);
    w->screen->queries_held = true;
    WIRE(w, BEGIN_QUERY, late);
    WIRE(w, BEGIN_QUERY, condition);
    WIRE(w, BEGIN_QUERY, active);
    WIRE(w, END_QUERY, late);
    WIRE(w, END_QUERY, condition);
    WIRE(w, GET_QUERY_RESULT, late, 0);
    WIRE(w, SET_RENDER_CONDITION, condition, 0, 0);
    WIRE(w, SET_STREAMOUT_TARGETS, 0, wire_target(w, wire_buffer(w, 64), 0, 64));
    wire_accept(w);
    WIRE(w, DESTROY_SUB_CTX, 1);
    wire_accept(w);
    assert_int_equal(w->screen->live.queries, 0);
    assert_int_equal(w->screen->live.targets, 0);
    assert_int_equal(wire_backing(w, result)[0], GV_VIRGL_QUERY_STATE_DONE);
}

/* Creates sub-contexts with any ids; checks that only the client's memory bounds their number. */
static void sub_contexts_are_bounded_by_memory_alone(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();

    for (unsigned id = 1; id <= 1000; id++) {
        WIRE(w, CREATE_SUB_CTX, id * 1000);
        WIRE(w, SET_SUB_CTX, id * 1000);
        WIRE(w, SET_SAMPLE_MASK, id);
    }
    wire_accept(w);
    assert_int_equal(w->screen->live.contexts, 1000);
    WIRE(w, SET_SUB_CTX, 65000);
    WIRE(w, MEMORY_BARRIER, 1);
    wire_accept(w);
    assert_int_equal(wire_context(w)->sample_mask, 65);

    limits.memory_B = 2 * GV_VIRGL_SUB_CONTEXT_COST_B;
    wire_restart(w, &limits);
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, CREATE_SUB_CTX, 2);
    wire_accept(w);
    WIRE(w, CREATE_SUB_CTX, 3);
    wire_refuse(w, "sub-context 3: memory limit of the client");
    WIRE(w, DESTROY_SUB_CTX, 1);
    WIRE(w, CREATE_SUB_CTX, 3);
    WIRE(w, SET_SUB_CTX, 3);
    wire_accept(w);
    WIRE(w, DESTROY_SUB_CTX, 2);
    WIRE(w, DESTROY_SUB_CTX, 3);
    wire_accept(w);
    assert_true(gv_virgl_take_memory(w->r, limits.memory_B)); /* all memory is available again */
    gv_virgl_give_memory_back(w->r, limits.memory_B);
}

/* Sends commands to a sub-context that does not exist; checks that they change no other
 * sub-context, in this submit and in later ones. */
static void nothing_executes_after_an_unknown_sub_context(void **state)
{
    struct wire *w = *state;
    const uint32_t buffer = wire_buffer(w, 4);

    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SUB_CTX, 1);
    WIRE(w, SET_SAMPLE_MASK, 1);
    WIRE_CREATE(w, DSA, 100, 0, 0, 0, 0);
    wire_accept(w);
    WIRE(w, SET_SUB_CTX, 5);
    wire_refuse(w, "unknown sub-context 5");
    WIRE(w, SET_SAMPLE_MASK, 2);
    WIRE_BIND(w, DSA, 100);
    WIRE(w, DESTROY_OBJECT, 100);
    WIRE_CREATE(w, BLEND, 200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    WIRE(w, TRANSFER3D, buffer, 0, 0, 0, 0, 0, 0, 0, 4, 1, 1, 0, 1);
    WIRE(w, CLEAR, PIPE_CLEAR_COLOR0, 0, 0, 0, 0, 0, 0, 0);
    wire_accept(w); /* the one line said that they are skipped */
    WIRE(w, CREATE_SUB_CTX, 2);
    WIRE(w, SET_SAMPLE_MASK, 3);
    WIRE(w, DESTROY_SUB_CTX, 2);
    WIRE(w, SET_SAMPLE_MASK, 4);
    wire_accept(w);
    assert_int_equal(w->screen->live.contexts, 1);
    assert_int_equal(w->screen->live.csos, 1);

    WIRE(w, SET_SUB_CTX, 1);
    WIRE_BIND(w, DSA, 100);
    WIRE(w, MEMORY_BARRIER, 1);
    wire_accept(w);
    assert_int_equal(wire_context(w)->sample_mask, 1);

    /* When the previously current sub-context ends, no other may become current. */
    WIRE(w, SET_SUB_CTX, 5);
    wire_refuse(w, "unknown sub-context 5");
    WIRE(w, DESTROY_SUB_CTX, 1);
    WIRE(w, SET_SAMPLE_MASK, 6);
    wire_accept(w);
    assert_int_equal(w->screen->live.contexts, 0);
}

/* Attack context_create_100000: creates and destroys 100,000 sub-contexts, one after the other. */
static void context_create_100000(void **state)
{
    struct wire *w = *state;
    for (unsigned i = 0; i < 1000; i++) {
        for (unsigned j = 0; j < 100; j++) {
            WIRE(w, CREATE_SUB_CTX, 1);
            WIRE(w, SET_SUB_CTX, 1);
            if (j == 0)
                WIRE(w, SET_SAMPLE_MASK, 1);
            WIRE(w, DESTROY_SUB_CTX, 1);
        }
        wire_accept(w);
    }
    assert_int_equal(w->screen->live.contexts, 0);
}

static void contexts_that_cannot_be_made(void **state)
{
    struct wire *w = *state;
    w->screen->fail_after = 0;
    WIRE(w, SET_SAMPLE_MASK, 1);
    wire_refuse(w, "cannot make a context");
    w->screen->fail_after = -1;
    WIRE(w, SET_SAMPLE_MASK, 1);
    wire_accept(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(number_0_is_always_there),
        WIRE_TEST(objects_belong_to_their_sub_context),
        WIRE_TEST(state_belongs_to_its_sub_context),
        WIRE_TEST(order_between_sub_contexts),
        WIRE_TEST(sub_ctx_destroy_current),
        WIRE_TEST(destroyed_with_everything_open),
        WIRE_TEST(sub_contexts_are_bounded_by_memory_alone),
        WIRE_TEST(nothing_executes_after_an_unknown_sub_context),
        WIRE_TEST(context_create_100000),
        WIRE_TEST(contexts_that_cannot_be_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
