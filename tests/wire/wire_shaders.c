/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shaders: text in one packet and in many, limits, and invalid text. */
#include <stdlib.h>
#include <string.h>

#include "virgl/budget.h"
#include "wire.h"

static void text_in_one_packet(void **state)
{
    struct wire *w = *state;
    wire_shader(w, PIPE_SHADER_VERTEX, wire_vs_text);
    wire_shader(w, PIPE_SHADER_FRAGMENT, wire_fs_text);
    wire_shader(w, PIPE_SHADER_COMPUTE, wire_cs_text);
    assert_int_equal(w->screen->live.csos, 3);
}

static void text_in_pieces(void **state)
{
    struct wire *w = *state;
    size_t text_B = strlen(wire_vs_text) + 1;
    for (size_t piece_B = 4; piece_B <= 32; piece_B += 4) {
        uint32_t handle = wire_handle(w);
        wire_shader_packets(w, handle, PIPE_SHADER_VERTEX, wire_vs_text, text_B, piece_B);
        WIRE(w, BIND_SHADER, handle, PIPE_SHADER_VERTEX);
        wire_accept(w);
        assert_non_null(wire_context(w)->shaders[PIPE_SHADER_VERTEX]);
    }
}

/* Sends a text in pieces with other commands and submits in between; checks the shader. */
static void text_in_several_submits(void **state)
{
    struct wire *w = *state;
    const uint32_t *words;
    uint32_t text[64] = {0};
    size_t text_B = strlen(wire_vs_text) + 1;
    memcpy(text, wire_vs_text, text_B);
    words = text;
    WIRE_CREATE(w, SHADER, 50, PIPE_SHADER_VERTEX, (uint32_t)text_B, 9, 0, words[0], words[1]);
    wire_accept(w);
    WIRE(w, BIND_SHADER, 50, PIPE_SHADER_VERTEX);
    wire_refuse(w, "unknown shader 50");
    wire_command(w, GV_VIRGL_END_TRANSFERS, 0, text, 20);
    WIRE(w, SET_SUB_CTX, 0);
    wire_accept(w);
    uint32_t rest[5 + 62] = {50, PIPE_SHADER_VERTEX, 0x80000000u | 8, 9, 0};
    memcpy(rest + 5, text + 2, 62 * 4);
    wire_command(w, GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_SHADER, rest, 5 + (text_B - 8 + 3) / 4);
    WIRE(w, BIND_SHADER, 50, PIPE_SHADER_VERTEX);
    wire_accept(w);
}

static void continuations_that_do_not_fit(void **state)
{
    struct wire *w = *state;
    /* Attacks continuation_offlen_past_total and continuation_for_other_handle. Also tests
     * continuations for another stage, and continuations of a text that never began. */
    static const uint32_t bad[][3] = {
        {50, PIPE_SHADER_VERTEX, 12},         {50, PIPE_SHADER_VERTEX, 4},
        {50, PIPE_SHADER_VERTEX, 0x7fffffff}, {51, PIPE_SHADER_VERTEX, 8},
        {50, PIPE_SHADER_FRAGMENT, 8},        {50, PIPE_SHADER_VERTEX, 0},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        WIRE_CREATE(w, SHADER, 50, PIPE_SHADER_VERTEX, 100, 9, 0, 1, 2);
        wire_accept(w);
        WIRE_CREATE(w, SHADER, bad[i][0], bad[i][1], 0x80000000u | bad[i][2], 9, 0, 1, 2);
        wire_refuse(w, "wanted shader 50 at byte 8");
        WIRE_CREATE(w, SHADER, 50, PIPE_SHADER_VERTEX, 0x80000000u | 8, 9, 0, 1, 2);
        wire_refuse(w, "never began");
    }
    /* If a new shader begins before the old one is complete, neither of them is created. */
    WIRE_CREATE(w, SHADER, 50, PIPE_SHADER_VERTEX, 100, 9, 0, 1, 2);
    wire_accept(w);
    WIRE_CREATE(w, SHADER, 51, PIPE_SHADER_VERTEX, 100, 9, 0, 1, 2);
    wire_refuse(w, "before 50 is complete");
    WIRE_CREATE(w, SHADER, 50, PIPE_SHADER_VERTEX, 100, 9, 0);
    wire_refuse(w, "without text");
}

/* Attacks continuation_never_finished and text_declared_longer_than_sent: sends an incomplete text;
 * checks that it is freed with the client. */
static void never_finished(void **state)
{
    struct wire *w = *state;
    WIRE_CREATE(w, SHADER, 50, PIPE_SHADER_VERTEX, 1 << 20, 9, 0, 1, 2);
    wire_accept(w);
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SUB_CTX, 1);
    WIRE_CREATE(w, SHADER, 50, PIPE_SHADER_VERTEX, 1 << 20, 9, 0, 1, 2);
    WIRE(w, DESTROY_SUB_CTX, 1);
    wire_accept(w);
}

static void text_at_its_limit(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    size_t text_B = strlen(wire_vs_text) + 1;
    limits.max_shader_text_B = (uint32_t)text_B;
    wire_restart(w, &limits);
    wire_shader(w, PIPE_SHADER_VERTEX, wire_vs_text);
    limits.max_shader_text_B = (uint32_t)text_B - 1;
    wire_restart(w, &limits);
    wire_shader_packets(w, 50, PIPE_SHADER_VERTEX, wire_vs_text, text_B, 4096);
    wire_refuse(w, "bytes of text, at most");
    WIRE_CREATE(w, SHADER, 50, PIPE_SHADER_VERTEX, 0, 9, 0, 1);
    wire_refuse(w, "0 bytes of text");
    WIRE_CREATE(w, SHADER, 50, PIPE_SHADER_VERTEX, 0x7fffffff, 9, 0, 1);
    wire_refuse(w, "bytes of text, at most");
}

static void text_counts_as_memory(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    size_t text_B = strlen(wire_vs_text) + 1;
    limits.memory_B = 3 * (text_B + gv_virgl_object_cost_B(GV_VIRGL_OBJECT_SHADER));
    wire_restart(w, &limits);
    uint32_t first = wire_shader(w, PIPE_SHADER_VERTEX, wire_vs_text);
    wire_shader(w, PIPE_SHADER_VERTEX, wire_vs_text);
    wire_shader(w, PIPE_SHADER_VERTEX, wire_vs_text);
    wire_shader_packets(w, 50, PIPE_SHADER_VERTEX, wire_vs_text, text_B, 4096);
    wire_refuse(w, "memory limit");
    WIRE(w, DESTROY_OBJECT, first);
    wire_accept(w);
    wire_shader(w, PIPE_SHADER_VERTEX, wire_vs_text);
}

static void tokens_at_their_limit(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    limits.max_shader_tokens = 4;
    wire_restart(w, &limits);
    wire_shader_packets(w, 50, PIPE_SHADER_VERTEX, wire_vs_text, strlen(wire_vs_text) + 1, 4096);
    wire_refuse(w, "tokens, at most 4");
}

/* Creates shaders that cannot be parsed; checks that they are objects, and that draws with them do
 * nothing. */
static void text_that_is_no_shader(void **state)
{
    static const char *const texts[] = {"", "VERT", "NONSENSE\nEND\n",
                                        "VERT\nDCL IN[-1]\n  0: END\n"};
    struct wire *w = *state;
    wire_ready_to_draw(w);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        uint32_t handle = wire_handle(w);
        wire_shader_packets(w, handle, PIPE_SHADER_VERTEX, texts[i], strlen(texts[i]) + 1, 4096);
        wire_refuse(w, "diagnostic");
        WIRE(w, BIND_SHADER, handle, PIPE_SHADER_VERTEX);
        wire_draw(w);
        WIRE(w, LINK_SHADER, handle, 0, 0, 0, 0, 0);
        WIRE(w, DESTROY_OBJECT, handle);
        wire_draw(w);
        wire_accept(w);
        assert_int_equal(w->screen->counts.draws, 0);
    }
}

/* Attacks text_not_terminated and text_nul_inside: sends a text without a NUL, and one with garbage
 * after the NUL; checks that both are accepted. */
static void text_ends(void **state)
{
    struct wire *w = *state;
    char text[512];
    size_t text_B = strlen(wire_vs_text);
    wire_shader_packets(w, wire_handle(w), PIPE_SHADER_VERTEX, wire_vs_text, text_B, 4096);
    wire_accept(w);
    memset(text, 'X', sizeof(text));
    memcpy(text, wire_vs_text, text_B + 1);
    wire_shader_packets(w, wire_handle(w), PIPE_SHADER_VERTEX, text, sizeof(text), 4096);
    wire_accept(w);
}

static void stages(void **state)
{
    struct wire *w = *state;
    WIRE_CREATE(w, SHADER, 50, 6, 4, 9, 0, 0);
    wire_refuse(w, "unknown shader stage 6");
    /* attack stage_mismatch: the text has another stage, or the shader is bound to another stage */
    wire_shader_packets(w, 50, PIPE_SHADER_FRAGMENT, wire_vs_text, strlen(wire_vs_text) + 1, 4096);
    wire_refuse(w, "another stage");
    uint32_t vs = wire_shader(w, PIPE_SHADER_VERTEX, wire_vs_text);
    WIRE(w, BIND_SHADER, vs, PIPE_SHADER_FRAGMENT);
    wire_refuse(w, "is of stage 0, not 1");
    WIRE(w, BIND_SHADER, vs, 6);
    wire_refuse(w, "unknown shader stage");
    WIRE(w, BIND_SHADER, 0, ~0u);
    wire_refuse(w, "unknown shader stage");
}

static void the_driver_refuses(void **state)
{
    struct wire *w = *state;
    wire_dsa(w); /* so that the context exists */
    w->screen->fail_after = 0;
    wire_shader_packets(w, 50, PIPE_SHADER_VERTEX, wire_vs_text, strlen(wire_vs_text) + 1, 4096);
    wire_refuse(w, "the driver refused it");
    w->screen->fail_after = -1;
    WIRE(w, BIND_SHADER, 50, PIPE_SHADER_VERTEX); /* an invalid shader, but an object */
    wire_accept(w);
}

static void stream_output(void **state)
{
    struct wire *w = *state;
    uint32_t payload[128] = {0};
    size_t text_B = strlen(wire_vs_text) + 1;
    /* Buffer 0 captures components zw of register 1. Buffer 3 captures components xyzw of register
     * 5, in stream 1. */
    const uint32_t header[] = {50,
                               PIPE_SHADER_VERTEX,
                               (uint32_t)text_B,
                               9,
                               2,
                               6,
                               0,
                               0,
                               4,
                               0x00000a01,
                               0,
                               3 << 13 | 4 << 10 | 5,
                               1};
    memcpy(payload, header, sizeof(header));
    memcpy(payload + 13, wire_vs_text, text_B);
    wire_command(w, GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_SHADER, payload, 13 + (text_B + 3) / 4);
    wire_accept(w);
    const struct pipe_stream_output_info *so = &wire_context(w)->so_templ;
    assert_int_equal(so->num_outputs, 2);
    assert_int_equal(so->stride[0], 6);
    assert_int_equal(so->stride[3], 4);
    assert_int_equal(so->output[0].register_index, 1);
    assert_int_equal(so->output[0].start_component, 2);
    assert_int_equal(so->output[0].num_components, 2);
    assert_int_equal(so->output[0].output_buffer, 0);
    assert_int_equal(so->output[1].output_buffer, 3);
    assert_int_equal(so->output[1].stream, 1);
}

static void bad_stream_output(void **state)
{
    struct wire *w = *state;
    WIRE_CREATE(w, SHADER, 50, 0, 4, 9, 65, 0, 0, 0, 0);
    wire_refuse(w, "65 stream outputs");
    WIRE_CREATE(w, SHADER, 50, 0, 4, 9, 0x80000000, 0, 0, 0, 0);
    wire_refuse(w, "stream outputs");
    WIRE_CREATE(w, SHADER, 50, 0, 4, 9, 1, 0, 0, 0, 0);
    wire_refuse(w, "too short for 1 stream outputs");
    WIRE_CREATE(w, SHADER, 50, 0, 4, 9, 1, 4, 0, 0, 0, 4 << 13 | 1 << 10, 0, 0);
    wire_refuse(w, "makes no sense"); /* buffer 4 */
    WIRE_CREATE(w, SHADER, 50, 0, 4, 9, 1, 4, 0, 0, 0, 4 << 10 | 1 << 8, 0, 0);
    wire_refuse(w, "makes no sense"); /* components y to beyond w */
    WIRE_CREATE(w, SHADER, 50, 0, 4, 9, 1, 4, 0, 0, 0, 0, 0, 0);
    wire_refuse(w, "makes no sense"); /* no components */
    WIRE_CREATE(w, SHADER, 50, 0, 4, 9, 1, 4, 0, 0, 0, 1u << 16 | 4 << 10, 0, 0);
    wire_refuse(w, "outside its vertex");
    WIRE_CREATE(w, SHADER, 50, 0, 4, 9, 1, 0, 0, 0, 0, 1 << 10, 0, 0); /* attack so_stride_0 */
    wire_refuse(w, "outside its vertex");
    WIRE_CREATE(w, SHADER, 50, 0, 4, 9, 1, 0x10000, 0, 0, 0, 1 << 10, 0, 0);
    wire_refuse(w, "stride");
}

static void compute_shaders(void **state)
{
    struct wire *w = *state;
    uint32_t payload[128] = {60, PIPE_SHADER_COMPUTE, (uint32_t)strlen(wire_cs_text) + 1, 9, 1024};
    memcpy(payload + 5, wire_cs_text, strlen(wire_cs_text) + 1);
    wire_command(w, GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_SHADER, payload,
                 5 + (strlen(wire_cs_text) + 4) / 4);
    wire_accept(w);
    assert_int_equal(wire_context(w)->compute_templ.req_local_mem, 1024);
}

static void link_shader(void **state)
{
    struct wire *w = *state;
    uint32_t vs = wire_shader(w, PIPE_SHADER_VERTEX, wire_vs_text);
    uint32_t fs = wire_shader(w, PIPE_SHADER_FRAGMENT, wire_fs_text);
    WIRE(w, LINK_SHADER, vs, fs, 0, 0, 0, 0);
    WIRE(w, LINK_SHADER, vs, 0, 0, 0, 0, 0);
    wire_accept(w);
    assert_int_equal(w->screen->counts.links, 2);
    /* attack stage_mismatch_links */
    WIRE(w, LINK_SHADER, fs, vs, 0, 0, 0, 0);
    wire_refuse(w, "is of stage");
    WIRE(w, LINK_SHADER, 999, 0, 0, 0, 0, 0);
    wire_refuse(w, "unknown shader 999");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(text_in_one_packet),
        WIRE_TEST(text_in_pieces),
        WIRE_TEST(text_in_several_submits),
        WIRE_TEST(continuations_that_do_not_fit),
        WIRE_TEST(never_finished),
        WIRE_TEST(text_at_its_limit),
        WIRE_TEST(text_counts_as_memory),
        WIRE_TEST(tokens_at_their_limit),
        WIRE_TEST(text_that_is_no_shader),
        WIRE_TEST(text_ends),
        WIRE_TEST(stages),
        WIRE_TEST(the_driver_refuses),
        WIRE_TEST(stream_output),
        WIRE_TEST(bad_stream_output),
        WIRE_TEST(compute_shaders),
        WIRE_TEST(link_shader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
