/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Links five stages by semantics. When the translator translates a stage, all that it knows about
 * the other stages is which inputs the next stage reads. The stages are translated from the first
 * to the last, and also in reverse order; each time, the interfaces must match. Also tests the
 * captures of transform feedback. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "interface.h"

/* The texts of the five stages. The value of each varying is a constant: 100 + n for PATCH[n], and
 * the number of the varying's slot + 1 for other varyings. */
static const char vert_text[] = "VERT\n"
                                "DCL IN[0]\n"
                                "DCL OUT[0], GENERIC[31]\n"
                                "DCL OUT[1], TEXCOORD[3]\n"
                                "DCL OUT[2], POSITION\n"
                                "DCL OUT[3], CLIPDIST\n"
                                "DCL OUT[4], GENERIC[9]\n"
                                "DCL OUT[5], GENERIC[0]\n"
                                "IMM[0] FLT32 {48.0, 9.0, 15.0, 26.0}\n"
                                "IMM[1] FLT32 {17.0, 0.0, 0.0, 0.0}\n"
                                "MOV OUT[0], IMM[0].xxxx\n"
                                "MOV OUT[1], IMM[0].yyyy\n"
                                "MOV OUT[2], IN[0]\n"
                                "MOV OUT[3], IMM[0].zzzz\n"
                                "MOV OUT[4], IMM[0].wwww\n"
                                "MOV OUT[5], IMM[1].xxxx\n"
                                "END\n";

/* A control shader. It reads GENERIC[5], which no earlier stage writes, and writes GENERIC[46] and
 * PATCH[31], which no other stage has. */
static const char ctrl_text[] = "TESS_CTRL\n"
                                "PROPERTY TCS_VERTICES_OUT 4\n"
                                "DCL IN[][0], GENERIC[0]\n"
                                "DCL IN[][1], GENERIC[5]\n"
                                "DCL IN[][2], GENERIC[31]\n"
                                "DCL IN[][3], CLIPDIST\n"
                                "DCL IN[][4], POSITION\n"
                                "DCL SV[0], INVOCATIONID\n"
                                "DCL OUT[0], PATCH[31]\n"
                                "DCL OUT[][1], GENERIC[46]\n"
                                "DCL OUT[][2], GENERIC[40]\n"
                                "DCL OUT[3], PATCH[17]\n"
                                "DCL OUT[][4], CLIPDIST[1]\n"
                                "DCL OUT[5], PATCH[3]\n"
                                "DCL OUT[][6], GENERIC[2]\n"
                                "DCL OUT[][7], POSITION\n"
                                "DCL OUT[8], PATCH[4]\n"
                                "DCL TEMP[0..1]\n"
                                "DCL ADDR[0..1]\n"
                                "IMM[0] FLT32 {57.0, 117.0, 16.0, 103.0}\n"
                                "IMM[1] FLT32 {19.0, 104.0, 0.0, 0.0}\n"
                                "UARL ADDR[1].x, SV[0].xxxx\n"
                                "ADD TEMP[0], IN[0][0], IN[1][1]\n"
                                "ADD TEMP[0], TEMP[0], IN[ADDR[1].x][2]\n"
                                "ADD TEMP[0], TEMP[0], IN[ADDR[1].x][3]\n"
                                "ADD OUT[ADDR[1].x][1], TEMP[0], IN[ADDR[1].x][4]\n"
                                "MOV OUT[0], TEMP[0]\n"
                                "BARRIER\n"
                                "ADD OUT[ADDR[1].x][7], OUT[2][1], OUT[0]\n"
                                "MOV OUT[ADDR[1].x][2], IMM[0].xxxx\n"
                                "MOV OUT[3], IMM[0].yyyy\n"
                                "MOV OUT[ADDR[1].x][4], IMM[0].zzzz\n"
                                "MOV OUT[5], IMM[0].wwww\n"
                                "MOV OUT[ADDR[1].x][6], IMM[1].xxxx\n"
                                "MOV OUT[8], IMM[1].yyyy\n"
                                "END\n";

static const char eval_text[] = "TESS_EVAL\n"
                                "PROPERTY TES_PRIM_MODE 7\n"
                                "PROPERTY TES_SPACING 2\n"
                                "DCL IN[0], PATCH[17]\n"
                                "DCL IN[][1], GENERIC[40]\n"
                                "DCL IN[2], PATCH[3]\n"
                                "DCL IN[][3], GENERIC[2]\n"
                                "DCL IN[4], PATCH[20]\n"
                                "DCL IN[][5], CLIPDIST[1]\n"
                                "DCL IN[][6], POSITION\n"
                                "DCL OUT[0], CLIPDIST\n"
                                "DCL OUT[1], GENERIC[7]\n"
                                "DCL OUT[2], POSITION\n"
                                "DCL TEMP[0]\n"
                                "IMM[0] FLT32 {15.0, 24.0, 0.0, 0.0}\n"
                                "ADD TEMP[0], IN[0], IN[3][1]\n"
                                "ADD TEMP[0], TEMP[0], IN[2]\n"
                                "ADD TEMP[0], TEMP[0], IN[2][3]\n"
                                "ADD TEMP[0], TEMP[0], IN[4]\n"
                                "ADD TEMP[0], TEMP[0], IN[0][5]\n"
                                "ADD OUT[2], TEMP[0], IN[1][6]\n"
                                "MOV OUT[0], IMM[0].xxxx\n"
                                "MOV OUT[1], IMM[0].yyyy\n"
                                "END\n";

static const char geom_text[] = "GEOM\n"
                                "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
                                "PROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
                                "PROPERTY GS_MAX_OUTPUT_VERTICES 1\n"
                                "DCL IN[][0], GENERIC[7]\n"
                                "DCL IN[][1], CLIPDIST\n"
                                "DCL OUT[0], COLOR\n"
                                "DCL OUT[1], POSITION\n"
                                "DCL OUT[2], GENERIC[1]\n"
                                "DCL OUT[3], TEXCOORD\n"
                                "IMM[0] FLT32 {1.0, 18.0, 6.0, 0.0}\n"
                                "MOV OUT[0], IMM[0].xxxx\n"
                                "ADD OUT[1], IN[0][0], IN[2][1]\n"
                                "MOV OUT[2], IMM[0].yyyy\n"
                                "MOV OUT[3], IMM[0].zzzz\n"
                                "EMIT\n"
                                "END\n";

static const char frag_text[] = "FRAG\n"
                                "DCL IN[0], GENERIC[3], PERSPECTIVE\n"
                                "DCL IN[1], COLOR, COLOR\n"
                                "DCL IN[2], GENERIC[1], CONSTANT\n"
                                "DCL IN[3], TEXCOORD, LINEAR\n"
                                "DCL OUT[0], COLOR\n"
                                "DCL TEMP[0]\n"
                                "ADD TEMP[0], IN[0], IN[1]\n"
                                "ADD TEMP[0], TEMP[0], IN[2]\n"
                                "ADD OUT[0], TEMP[0], IN[3]\n"
                                "END\n";

enum {
    NUM_STAGES = 5
};

static const char *const texts[NUM_STAGES] = {vert_text, ctrl_text, eval_text, geom_text,
                                              frag_text};

static struct galvan_tgsi *parse(const char *text)
{
    struct galvan_tgsi *tgsi = NULL;
    assert_int_equal(galvan_tgsi_parse(text, strlen(text), NULL, &tgsi), GALVAN_OK);
    return tgsi;
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

/* Returns the key of a stage. The key depends only on the parsed shaders of the later stages. */
static struct galvan_spirv_key key_of(struct galvan_tgsi *const tgsi[NUM_STAGES], unsigned stage)
{
    struct galvan_spirv_key key = {
        .fragment.alpha_func = 7, .fragment.num_cbufs = 1, .fragment.light_twoside = true};
    if (stage + 1 < NUM_STAGES) {
        struct galvan_spirv_key next = key_of(tgsi, stage + 1);
        key.vertex.consumer_mask = galvan_spirv_inputs(tgsi[stage + 1], &next);
        key.vertex.consumer_patch_mask = galvan_tgsi_info(tgsi[stage + 1])->patch_inputs_mask;
    }
    key.vertex.last_vertex_stage = stage == NUM_STAGES - 2;
    key.vertex.clip_plane_mask = 0xf;
    return key;
}

static struct galvan_spirv_module translate(struct galvan_tgsi *const tgsi[NUM_STAGES],
                                            unsigned stage)
{
    struct galvan_spirv_key key = key_of(tgsi, stage);
    struct galvan_spirv_module module = {0};
    struct galvan_diag diag = {0};
    if (galvan_spirv_translate(tgsi[stage], &key, &diag, &module) != GALVAN_OK)
        fail_msg("stage %u: %s", stage, diag.text);
    return module;
}

/* Checks that the producer stores `value` at a location if `written` is set, otherwise the default
 * (0, 0, 0, 1). */
static void check_location(const struct interface *producer, const struct interface *consumer,
                           unsigned location, bool patch, bool written, float value)
{
    const struct interface_var *out = interface_find(producer, true, location);
    const struct interface_var *in = interface_find(consumer, false, location);
    assert_non_null(out);
    assert_non_null(in);
    assert_true(out->patch == patch && in->patch == patch);
    assert_int_equal(out->length, in->length);
    assert_int_equal(out->element, in->element);
    assert_int_equal(out->num_components, 4);
    assert_int_equal(in->num_components, 4);
    /* If the default is stored component by component, the last stored value is the 1 of w. */
    if (written)
        assert_int_equal(out->stored, float_bits(value));
    else
        assert_true(out->stored == float_bits(0.0f) || out->stored == float_bits(1.0f));
}

static void check_pair(struct galvan_tgsi *const tgsi[NUM_STAGES], unsigned stage,
                       const struct interface *producer, const struct interface *consumer)
{
    const struct galvan_tgsi_info *info = galvan_tgsi_info(tgsi[stage]);
    struct galvan_spirv_key key = key_of(tgsi, stage);
    unsigned location = 0;
    for (unsigned slot = 0; slot < GALVAN_NUM_SLOTS; slot++) {
        bool front = slot >= GALVAN_SLOT_BCOLOR(0) && slot <= GALVAN_SLOT_BCOLOR(1);
        unsigned source =
            front ? slot - 2 : slot; /* a back colour that no stage writes is the front colour */
        if (key.vertex.consumer_mask >> slot & 1)
            check_location(producer, consumer, location++, false, info->outputs_mask >> source & 1,
                           (float)(source + 1));
    }
    for (unsigned n = 0; n < GALVAN_NUM_PATCHES; n++) {
        if (key.vertex.consumer_patch_mask >> n & 1)
            check_location(producer, consumer, location++, true, info->patch_outputs_mask >> n & 1,
                           (float)(n + 100));
    }
    /* The consumer must have no further inputs, and no two outputs of the producer may share a
     * location. */
    for (unsigned i = 0; i < consumer->num; i++)
        assert_true(consumer->vars[i].output || !consumer->vars[i].has_location ||
                    consumer->vars[i].location < location);
    for (unsigned i = 0; i < producer->num; i++) {
        const struct interface_var *v = &producer->vars[i];
        if (v->output && v->has_location)
            assert_ptr_equal(interface_find(producer, true, v->location), v);
    }
}

static void test_stages_fit(void **state)
{
    struct galvan_tgsi *tgsi[NUM_STAGES];
    struct galvan_spirv_module modules[NUM_STAGES];
    struct interface interfaces[NUM_STAGES];
    (void)state;
    for (unsigned i = 0; i < NUM_STAGES; i++)
        tgsi[i] = parse(texts[i]);
    for (unsigned i = 0; i < NUM_STAGES; i++) {
        modules[i] = translate(tgsi, i);
        assert_true(interface_read(&modules[i], &interfaces[i]));
    }
    for (unsigned i = 0; i + 1 < NUM_STAGES; i++)
        check_pair(tgsi, i, &interfaces[i], &interfaces[i + 1]);
    for (unsigned i = NUM_STAGES; i-- > 0;) {
        galvan_tgsi_destroy(tgsi[i]);
        tgsi[i] = parse(texts[i]);
        struct galvan_spirv_module again = translate(tgsi, i);
        assert_int_equal(again.num_words, modules[i].num_words);
        assert_memory_equal(again.words, modules[i].words, 4 * again.num_words);
        galvan_spirv_module_finish(&again);
        galvan_spirv_module_finish(&modules[i]);
    }
    for (unsigned i = 0; i < NUM_STAGES; i++)
        galvan_tgsi_destroy(tgsi[i]);
}

/* Translates all stages; checks that the arrays of vertices have equal lengths in both stages of an
 * interface, and that varyings are arrays of locations except between the last two stages. */
static void test_vertex_arrays(void **state)
{
    struct galvan_tgsi *tgsi[NUM_STAGES];
    static const unsigned num_in[NUM_STAGES] = {0, 32, 32, 3, 0};
    static const unsigned num_out[NUM_STAGES] = {0, 4, 0, 0, 0};
    (void)state;
    for (unsigned i = 0; i < NUM_STAGES; i++)
        tgsi[i] = parse(texts[i]);
    for (unsigned i = 0; i < NUM_STAGES; i++) {
        struct galvan_spirv_module module = translate(tgsi, i);
        struct interface interface;
        assert_true(interface_read(&module, &interface));
        for (unsigned k = 0; k < interface.num; k++) {
            const struct interface_var *v = &interface.vars[k];
            bool between = v->output ? i + 2 < NUM_STAGES : i > 0 && i + 1 < NUM_STAGES;
            if (v->has_location && !v->patch)
                assert_int_equal(v->num_vertices, v->output ? num_out[i] : num_in[i]);
            if (v->has_location)
                assert_int_equal(v->length > 0, between);
        }
        galvan_spirv_module_finish(&module);
    }
    for (unsigned i = 0; i < NUM_STAGES; i++)
        galvan_tgsi_destroy(tgsi[i]);
}

/* Translates with fewer locations than varyings. Vertex varyings and patch varyings must then both
 * begin at location 0, in the control shader and in the evaluation shader. If the varyings still do
 * not fit, translation must fail. */
static void test_few_locations(void **state)
{
    struct galvan_tgsi *tgsi[NUM_STAGES];
    struct interface out, in;
    (void)state;
    for (unsigned i = 0; i < NUM_STAGES; i++)
        tgsi[i] = parse(texts[i]);
    for (unsigned max = 1; max <= 9; max++) {
        struct galvan_spirv_key ctrl = key_of(tgsi, 1), eval = key_of(tgsi, 2);
        struct galvan_spirv_module modules[2] = {0};
        struct galvan_diag diag = {0};
        ctrl.device.max_locations = eval.device.max_locations = (uint8_t)max;
        assert_int_equal(galvan_spirv_translate(tgsi[2], &eval, NULL, &modules[1]), GALVAN_OK);
        /* The next stage reads three vertex varyings and three patch varyings. The control shader
         * reads one more output of each kind. */
        bool apart = max < 6;
        if (apart ? max < 4 : max < 8) {
            assert_int_equal(galvan_spirv_translate(tgsi[1], &ctrl, &diag, &modules[0]),
                             GALVAN_ERROR_UNSUPPORTED);
            assert_int_equal(diag.code, 4009);
        } else {
            assert_int_equal(galvan_spirv_translate(tgsi[1], &ctrl, NULL, &modules[0]), GALVAN_OK);
            assert_true(interface_read(&modules[0], &out) && interface_read(&modules[1], &in));
            for (unsigned k = 0; k < in.num; k++) {
                const struct interface_var *v = &in.vars[k];
                unsigned num_same = 0;
                for (unsigned j = 0; j < out.num; j++)
                    num_same += !v->output && v->has_location && out.vars[j].output &&
                                out.vars[j].has_location && out.vars[j].patch == v->patch &&
                                out.vars[j].location == v->location;
                assert_int_equal(num_same, !v->output && v->has_location);
                if (!v->output && v->has_location)
                    assert_true(v->patch && !apart ? v->location >= 3 : v->location < 3);
            }
        }
        galvan_spirv_module_finish(&modules[0]);
        galvan_spirv_module_finish(&modules[1]);
    }
    for (unsigned i = 0; i < NUM_STAGES; i++)
        galvan_tgsi_destroy(tgsi[i]);
}

static const char streams_text[] = "GEOM\n"
                                   "PROPERTY GS_INPUT_PRIMITIVE POINTS\n"
                                   "PROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
                                   "PROPERTY GS_MAX_OUTPUT_VERTICES 2\n"
                                   "DCL OUT[0], POSITION\n"
                                   "DCL OUT[1], GENERIC[0], STREAM(0, 0, 1, 1)\n"
                                   "IMM[0] FLT32 {5.0, 6.0, 7.0, 8.0}\n"
                                   "IMM[1] UINT32 {0, 1, 2, 3}\n"
                                   "MOV OUT[0], IMM[0]\n"
                                   "MOV OUT[1], IMM[0]\n"
                                   "EMIT IMM[1].xxxx\n"
                                   "EMIT IMM[1].yyyy\n"
                                   "END\n";

static const struct galvan_spirv_stream_output streams_output = {
    .num_captures = 3,
    .stride_dw = {6, 0, 3},
    .captures =
        {
            {.register_index = 0, .num_components = 4, .dst_offset_dw = 2},
            {.register_index = 1,
             .start_component = 2,
             .num_components = 2,
             .buffer = 2,
             .dst_offset_dw = 1,
             .stream = 1},
            {.register_index = 1, .num_components = 1, .dst_offset_dw = 0},
        },
};

static void test_captures(void **state)
{
    struct galvan_tgsi *tgsi = parse(streams_text);
    struct galvan_spirv_key key = {.vertex.last_vertex_stage = true,
                                   .vertex.consumer_mask = UINT64_C(1) << GALVAN_SLOT_GENERIC(0),
                                   .vertex.stream_output = &streams_output};
    struct galvan_spirv_module module = {0};
    struct interface interface;
    (void)state;
    assert_int_equal(galvan_tgsi_info(tgsi)->streams_mask, 3);
    assert_int_equal(galvan_spirv_translate(tgsi, &key, NULL, &module), GALVAN_OK);
    assert_true(interface_read(&module, &interface));
    for (unsigned i = 0; i < streams_output.num_captures; i++) {
        const struct galvan_spirv_capture *piece = &streams_output.captures[i];
        static const float values[] = {5.0f, 7.0f, 5.0f};
        const struct interface_var *v = interface_find(&interface, true, 1 + i);
        assert_non_null(v);
        assert_true(v->captured);
        assert_int_equal(v->num_components, piece->num_components);
        assert_int_equal(v->xfb_buffer, piece->buffer);
        assert_int_equal(v->xfb_offset_B, 4 * piece->dst_offset_dw);
        assert_int_equal(v->xfb_stride_B, 4 * streams_output.stride_dw[piece->buffer]);
        assert_int_equal(v->stream, piece->stream);
        assert_int_equal(v->stored, float_bits(values[i]));
    }
    assert_false(interface_find(&interface, true, 0)->captured);
    galvan_spirv_module_finish(&module);
    galvan_tgsi_destroy(tgsi);
}

static void test_refused_captures(void **state)
{
    static const struct {
        struct galvan_spirv_capture piece;
        uint16_t stride_dw;
    } cases[] = {
        {{.register_index = 2, .num_components = 1}, 4},             /* no such register */
        {{.num_components = 0}, 4},                                  /* nothing */
        {{.num_components = 2, .start_component = 3}, 4},            /* no components */
        {{.num_components = 2, .dst_offset_dw = 3}, 4},              /* past the stride */
        {{.num_components = 1, .buffer = 4}, 4},                     /* no such buffer */
        {{.num_components = 1, .stream = GALVAN_MAX_STREAMS}, 4},    /* no such stream */
        {{.num_components = 1, .stream = 1, .dst_offset_dw = 1}, 4}, /* two streams */
    };
    struct galvan_tgsi *tgsi = parse(streams_text);
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct galvan_spirv_stream_output so = {
            .num_captures = 2, .captures = {{.num_components = 1}, cases[i].piece}};
        struct galvan_spirv_key key = {.vertex.last_vertex_stage = true,
                                       .vertex.stream_output = &so};
        struct galvan_spirv_module module = {0};
        struct galvan_diag diag = {0};
        so.stride_dw[0] = cases[i].stride_dw;
        assert_int_equal(galvan_spirv_translate(tgsi, &key, &diag, &module),
                         GALVAN_ERROR_UNSUPPORTED);
        assert_int_equal(diag.code, 4006);
    }
    galvan_tgsi_destroy(tgsi);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stages_fit),       cmocka_unit_test(test_vertex_arrays),
        cmocka_unit_test(test_few_locations),    cmocka_unit_test(test_captures),
        cmocka_unit_test(test_refused_captures),
    };
    return cmocka_run_group_tests_name("link", tests, NULL, NULL);
}
