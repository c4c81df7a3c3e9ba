/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Limits of transform feedback, used to the full: components of one buffer, buffers, vertex
 * streams. */
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"
#include "pipe_text.h"

static unsigned cap(struct pipe_fixture *f, enum pipe_cap param)
{
    return (unsigned)f->screen->get_param(f->screen, param);
}

static const struct kit_vertex point = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f, 0.0f}};

/* Captures outputs of four components each: the first `num_first` to target 0, and one to each
 * further target. Checks the captures. Component c of output n is 4 n + c + 1. */
static void check_capture(struct pipe_fixture *f, unsigned num_targets, unsigned num_first)
{
    const unsigned num_outputs = num_first + num_targets - 1;
    struct pipe_stream_output_info so = {.num_outputs = num_outputs};
    struct text t = {0};
    text_add(&t, "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n");
    for (unsigned i = 0; i < num_outputs; i++)
        text_add(&t, "DCL OUT[%u], GENERIC[%u]\n", i + 1, i);
    for (unsigned i = 0; i < num_outputs; i++)
        text_add(&t, "IMM UINT32 {%u, %u, %u, %u}\n", 4 * i + 1, 4 * i + 2, 4 * i + 3, 4 * i + 4);
    text_add(&t, "MOV OUT[0], IN[0]\n");
    for (unsigned i = 0; i < num_outputs; i++) {
        const bool is_first = i < num_first;
        text_add(&t, "MOV OUT[%u], IMM[%u]\n", i + 1, i);
        so.output[i].register_index = (unsigned char)(i + 1);
        so.output[i].num_components = 4;
        so.output[i].output_buffer = is_first ? 0 : (i - num_first + 1) & 7;
        so.output[i].dst_offset = (uint16_t)(is_first ? 4 * i : 0);
    }
    for (unsigned i = 0; i < num_targets; i++)
        so.stride[i] = (uint16_t)(i ? 4 : 4 * num_first);
    text_add(&t, "END\n");
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    void *vs = fixture_shader(f, f->pipe->create_vs_state, t.at, &so);
    free(t.at);
    struct pipe_resource *buffers[PIPE_MAX_SO_BUFFERS];
    struct pipe_stream_output_target *targets[PIPE_MAX_SO_BUFFERS];
    for (unsigned i = 0; i < num_targets; i++) {
        const unsigned size_B = 4 * so.stride[i];
        buffers[i] = fixture_buffer(f, size_B, PIPE_USAGE_DEFAULT, 0);
        targets[i] = f->pipe->create_stream_output_target(f->pipe, buffers[i], 0, size_B);
        assert_non_null(targets[i]);
    }
    f->pipe->bind_vs_state(f->pipe, vs);
    f->pipe->set_stream_output_targets(f->pipe, num_targets, targets,
                                       (const unsigned[PIPE_MAX_SO_BUFFERS]){0});
    kit_draw(&k, PIPE_PRIM_POINTS, &point, 1);
    f->pipe->set_stream_output_targets(f->pipe, 0, NULL, NULL);
    for (unsigned i = 0, expected = 1; i < num_targets; i++) {
        uint32_t *got = fixture_read_words(f, buffers[i]);
        for (unsigned w = 0; w < so.stride[i]; w++)
            assert_int_equal(got[w], expected++);
        free(got);
        pipe_so_target_reference(&targets[i], NULL);
        pipe_resource_reference(&buffers[i], NULL);
    }
    f->pipe->bind_vs_state(f->pipe, k.vs);
    f->pipe->delete_vs_state(f->pipe, vs);
    kit_finish(&k);
}

static void test_captured_components(void **state)
{
    struct pipe_fixture *f = *state;
    const unsigned buffers = cap(f, PIPE_CAP_MAX_STREAM_OUTPUT_BUFFERS);
    if (!buffers)
        skip();
    check_capture(f, 1, cap(f, PIPE_CAP_MAX_STREAM_OUTPUT_INTERLEAVED_COMPONENTS) / 4);
    check_capture(f, buffers, cap(f, PIPE_CAP_MAX_STREAM_OUTPUT_SEPARATE_COMPONENTS) / 4);
}

/* Draws with the largest number of constant varyings. The fragment shader reads all varyings and
 * outputs the sum of their squares. Transform feedback captures as many varyings as a buffer can
 * take, in reverse order, beginning with the last one. Checks the sum and the captures. The number
 * of varyings is two below the limit, since validation counts position and point size among them.
 */
static void check_read_and_captured(struct pipe_fixture *f, bool in_pieces)
{
    const unsigned num_varyings = (unsigned)f->screen->get_shader_param(
                                      f->screen, PIPE_SHADER_FRAGMENT, PIPE_SHADER_CAP_MAX_INPUTS) -
                                  2;
    const unsigned most = cap(f, PIPE_CAP_MAX_STREAM_OUTPUT_INTERLEAVED_COMPONENTS) / 4;
    const unsigned num_captured = num_varyings < most ? num_varyings : most;
    const unsigned num_pieces = in_pieces ? 4 : 1;
    struct pipe_stream_output_info so = {.num_outputs = num_captured * num_pieces};
    struct text vs_text = {0}, fs_text = {0};
    float sum = 0;
    text_add(&vs_text, "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n");
    text_add(&fs_text, "FRAG\nDCL OUT[0], COLOR\nDCL TEMP[0]\n");
    for (unsigned i = 0; i < num_varyings; i++) {
        text_add(&vs_text, "DCL OUT[%u], GENERIC[%u]\n", i + 1, i);
        text_add(&fs_text, "DCL IN[%u], GENERIC[%u], PERSPECTIVE\n", i, i);
    }
    for (unsigned i = 0; i < num_varyings; i++)
        text_add(&vs_text, "IMM FLT32 {%u, %u, %u, %u}\n", i, i + 100, i + 200, i + 300);
    text_add(&fs_text, "IMM FLT32 {%.9f, 0, 0, 1}\nMOV TEMP[0], IMM[0].yyyy\n", 1 / 16384.0);
    text_add(&vs_text, "MOV OUT[0], IN[0]\n");
    for (unsigned i = 0; i < num_varyings; i++) {
        text_add(&vs_text, "MOV OUT[%u], IMM[%u]\n", i + 1, i);
        text_add(&fs_text, "MAD TEMP[0], IN[%u].xxxx, IN[%u].xxxx, TEMP[0]\n", i, i);
        sum += (float)(i * i);
    }
    text_add(&vs_text, "END\n");
    text_add(&fs_text, "MUL OUT[0], TEMP[0], IMM[0].xxxx\nEND\n");
    for (unsigned i = 0; i < num_captured * num_pieces; i++) {
        so.output[i].register_index = (unsigned char)(num_varyings - i / num_pieces);
        so.output[i].start_component = i % num_pieces & 3;
        so.output[i].num_components = 4 / num_pieces & 7;
        so.output[i].dst_offset = (uint16_t)(4 / num_pieces * i);
    }
    so.stride[0] = (uint16_t)(4 * num_captured);
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    void *vs = fixture_shader(f, f->pipe->create_vs_state, vs_text.at, &so);
    kit_use_fragment_shader(&k, fs_text.at);
    free(vs_text.at);
    free(fs_text.at);
    const unsigned words = 3 * 4 * num_captured;
    struct pipe_resource *buffer = fixture_buffer(f, 4 * words, PIPE_USAGE_DEFAULT, 0);
    struct pipe_stream_output_target *target =
        f->pipe->create_stream_output_target(f->pipe, buffer, 0, 4 * words);
    f->pipe->bind_vs_state(f->pipe, vs);
    f->pipe->set_stream_output_targets(f->pipe, 1, &target, &(const unsigned){0});
    kit_clear(&k, 0, 0, 0);
    kit_fill(&k, 0, 0, 0, 0);
    f->pipe->set_stream_output_targets(f->pipe, 0, NULL, NULL);
    assert_in_range(kit_pixel(&k, 8, 8) & 0xff, (unsigned)(sum / 16384 * 255),
                    (unsigned)(sum / 16384 * 255) + 1);
    uint32_t *got = fixture_read_words(f, buffer);
    for (unsigned w = 0; w < words; w++) {
        const unsigned captured = w / 4 % num_captured;
        float value;
        memcpy(&value, &got[w], sizeof(value));
        assert_int_equal(value, num_varyings - 1 - captured + 100 * (w % 4));
    }
    free(got);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&buffer, NULL);
    f->pipe->bind_vs_state(f->pipe, k.vs);
    f->pipe->delete_vs_state(f->pipe, vs);
    kit_finish(&k);
}

static void test_read_and_captured(void **state)
{
    struct pipe_fixture *f = *state;
    if (!cap(f, PIPE_CAP_MAX_STREAM_OUTPUT_BUFFERS))
        skip();
    check_read_and_captured(f, false);
    check_read_and_captured(f, true);
}

/* Emits a point to each vertex stream, and captures each stream to a separate buffer. The point of
 * stream i has the value 10 i + 1. Checks the buffers. */
static void test_vertex_streams(void **state)
{
    struct pipe_fixture *f = *state;
    if (!f->pipe->create_gs_state || !cap(f, PIPE_CAP_MAX_STREAM_OUTPUT_BUFFERS))
        skip();
    const unsigned num = cap(f, PIPE_CAP_MAX_VERTEX_STREAMS);
    assert_in_range(num, 1, PIPE_MAX_SO_BUFFERS);
    struct pipe_stream_output_info so = {.num_outputs = num};
    struct text t = {0};
    text_add(&t, "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
                 "PROPERTY GS_MAX_OUTPUT_VERTICES 4\nDCL IN[][0], POSITION\n");
    for (unsigned i = 0; i < num; i++) {
        text_add(&t, "DCL OUT[%u], GENERIC[%u], STREAM(%u, %u, %u, %u)\n", i, i, i, i, i, i);
        so.stride[i] = 1;
        so.output[i].register_index = (unsigned char)i;
        so.output[i].num_components = 1;
        so.output[i].output_buffer = i & 7;
        so.output[i].stream = i & 3;
    }
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "IMM UINT32 {%u, %u, 0, 0}\n", i, 10 * i + 1);
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "MOV OUT[%u], IMM[%u].yyyy\nEMIT IMM[%u].xxxx\n", i, i, i);
    text_add(&t, "END\n");
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    k.rasterizer_state.rasterizer_discard = 1;
    kit_update_rasterizer(&k);
    void *gs = fixture_shader(f, f->pipe->create_gs_state, t.at, &so);
    free(t.at);
    struct pipe_resource *buffers[PIPE_MAX_SO_BUFFERS];
    struct pipe_stream_output_target *targets[PIPE_MAX_SO_BUFFERS];
    for (unsigned i = 0; i < num; i++) {
        buffers[i] = fixture_buffer(f, 4, PIPE_USAGE_DEFAULT, 0);
        targets[i] = f->pipe->create_stream_output_target(f->pipe, buffers[i], 0, 4);
        assert_non_null(targets[i]);
    }
    f->pipe->bind_gs_state(f->pipe, gs);
    f->pipe->set_stream_output_targets(f->pipe, num, targets,
                                       (const unsigned[PIPE_MAX_SO_BUFFERS]){0});
    kit_draw(&k, PIPE_PRIM_POINTS, &point, 1);
    f->pipe->set_stream_output_targets(f->pipe, 0, NULL, NULL);
    for (unsigned i = 0; i < num; i++) {
        uint32_t *word = fixture_read_words(f, buffers[i]);
        assert_int_equal(*word, 10 * i + 1);
        free(word);
        pipe_so_target_reference(&targets[i], NULL);
        pipe_resource_reference(&buffers[i], NULL);
    }
    f->pipe->bind_gs_state(f->pipe, NULL);
    f->pipe->delete_gs_state(f->pipe, gs);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_captured_components),
        cmocka_unit_test(test_read_and_captured),
        cmocka_unit_test(test_vertex_streams),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
