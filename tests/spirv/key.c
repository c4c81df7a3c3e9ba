/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tests keys from text: every field by its name, unknown fields, and values out of range. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "galvan/spirv.h"

static struct galvan_spirv_key set(const char *assignment)
{
    struct galvan_spirv_key key = {0};
    assert_int_equal(galvan_spirv_key_set(&key, assignment), GALVAN_OK);
    return key;
}

static void values_reach_their_fields(void **state)
{
    (void)state;
    assert_true(set("consumer_mask=0xfedcba9876543210").vertex.consumer_mask ==
                0xfedcba9876543210u);
    assert_true(set("last_vertex_stage=1").vertex.last_vertex_stage);
    assert_int_equal(set("alpha_func=7").fragment.alpha_func, 7);
    assert_int_equal(set("attrib[31]=2").vertex.attrib[31], GALVAN_ATTRIB_SINT);
    assert_int_equal(set("sampler_clamp[2]=4294967295").common.sampler_clamp[2], UINT32_MAX);
    assert_int_equal(set("shadow_swizzle[3]=0xE4").common.shadow_swizzle[3], 0xe4);
    assert_int_equal(set("block_size=8").compute.block_size[0], 8);
}

static void what_is_none_changes_nothing(void **state)
{
    static const char *const none[] = {
        "",
        "=1",
        "alpha_func",
        "alpha_func=",
        "alpha_func=8",
        "alpha_func= 1",
        "alpha_func=-1",
        "alpha_func=0x",
        "alpha_func=99999999999999999999999",
        "alpha_fun=1",
        "alpha_func2=1",
        "alpha_func[1]=1",
        "flatshade=2",
        "attrib[32]=1",
        "attrib[]=1",
        "attrib[1=1",
        "attrib[1]1",
        "attrib[4294967296]=1",
        "consumer_mask=18446744073709551616",
        "consumer_mask=0x10000000000000000",
        "stream_output=1",
    };
    const struct galvan_spirv_key zero = {0};
    struct galvan_spirv_key key = {0};
    (void)state;
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        if (galvan_spirv_key_set(&key, none[i]) != GALVAN_ERROR_INVALID)
            fail_msg("\"%s\" was taken", none[i]);
        assert_memory_equal(&key, &zero, sizeof(key));
    }
}

/* Sets each field by its name; checks that exactly the field's bytes change, and that all fields
 * together cover the key, so that no field is missing or described wrongly. */
static void fields_cover_the_key(void **state)
{
    const struct galvan_spirv_stream_output *no_capture = NULL;
    struct galvan_spirv_key key = {0};
    uint8_t covered[sizeof(key)] = {0};
    size_t num;
    const struct galvan_spirv_key_field *fields = galvan_spirv_key_fields(&num);
    (void)state;
    memset(covered + offsetof(struct galvan_spirv_key, vertex.stream_output), 1,
           sizeof(no_capture));
    for (size_t i = 0; i < num; i++) {
        size_t size_B = (size_t)fields[i].size_B * fields[i].num;
        assert_true(fields[i].offset_B + size_B <= sizeof(key));
        for (size_t b = 0; b < size_B; b++)
            assert_int_equal(covered[fields[i].offset_B + b]++, 0);
        for (unsigned e = 0; e < fields[i].num; e++) {
            char text[64];
            snprintf(text, sizeof(text), "%s[%u]=%llu", fields[i].name, e,
                     (unsigned long long)fields[i].max_value);
            assert_int_equal(galvan_spirv_key_set(&key, text), GALVAN_OK);
        }
    }
    /* The remaining bytes are padding, before aligned fields or at the end. */
    for (size_t i = 0; i < num; i++) {
        size_t gap = 0;
        while (gap < fields[i].offset_B && !covered[fields[i].offset_B - gap - 1])
            gap++;
        if (gap >= fields[i].size_B)
            fail_msg("%zu bytes in front of %s have no name", gap, fields[i].name);
    }
}

static const char *const texts[] = {
    "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nDCL OUT[2], COLOR\n"
    "MOV OUT[0], IN[0]\nMOV OUT[1], IN[1]\nMOV OUT[2], IN[1]\nEND\n",
    "FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nDCL IN[0], GENERIC[0], PERSPECTIVE\n"
    "DCL IN[1], COLOR, COLOR\nDCL IN[2], POSITION, LINEAR\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
    "DCL SVIEW[0], SHADOW2D, FLOAT\nDCL IMAGE[0], 2D, PIPE_FORMAT_NONE, WR\nDCL TEMP[0..1]\n"
    "TEX TEMP[0], IN[0], SAMP[0], SHADOW2D\nADD TEMP[0], TEMP[0], IN[1]\n"
    "STORE IMAGE[0], IN[0], TEMP[0], 2D\nFBFETCH TEMP[1], OUT[0]\nADD TEMP[0], TEMP[0], TEMP[1]\n"
    "ADD TEMP[0], TEMP[0], IN[2]\nMOV OUT[0], TEMP[0]\nEND\n",
};

/* Sets values above a field's maximum, which callers must not do; checks that translation still
 * returns a module or a diagnostic. */
static void values_past_the_last(void **state)
{
    size_t num;
    const struct galvan_spirv_key_field *fields = galvan_spirv_key_fields(&num);
    (void)state;
    for (size_t t = 0; t < sizeof(texts) / sizeof(texts[0]); t++) {
        struct galvan_tgsi *tgsi = NULL;
        assert_int_equal(galvan_tgsi_parse(texts[t], strlen(texts[t]), NULL, &tgsi), GALVAN_OK);
        for (size_t i = 0; i < num * 2; i++) {
            const struct galvan_spirv_key_field *f = &fields[i / 2];
            struct galvan_spirv_key key = {.fragment.alpha_func = 7,
                                           .fragment.num_cbufs = 8,
                                           .vertex.last_vertex_stage = true};
            struct galvan_spirv_module module = {0};
            struct galvan_diag diag = {0};
            key.fragment.fb_fetch = GALVAN_FB_FETCH_INPUT;
            if (f->max_value <= 1)
                continue; /* a bool has no other values than true and false */
            memset((char *)&key + f->offset_B, i % 2 ? 0xff : (int)(f->max_value + 1) & 0xff,
                   (size_t)f->size_B * f->num);
            enum galvan_result result = galvan_spirv_translate(tgsi, &key, &diag, &module);
            assert_int_equal(result == GALVAN_OK, diag.code == 0);
            galvan_spirv_module_finish(&module);
        }
        galvan_tgsi_destroy(tgsi);
    }
}

static void translate(const char *text, const struct galvan_spirv_device *device,
                      struct galvan_spirv_module *out_module)
{
    struct galvan_tgsi *tgsi = NULL;
    struct galvan_spirv_key key = {.device = *device, .fragment.alpha_func = 7};
    assert_int_equal(galvan_tgsi_parse(text, strlen(text), NULL, &tgsi), GALVAN_OK);
    assert_int_equal(galvan_spirv_translate(tgsi, &key, NULL, out_module), GALVAN_OK);
    galvan_tgsi_destroy(tgsi);
}

/* Sets fields that belong to other stages; checks that a stage ignores them. A driver sets the
 * device part of the key once for all shaders. */
static void stages_ignore_what_others_observe(void **state)
{
    static const struct {
        const char *text;
        struct galvan_spirv_device others;
    } rows[] = {
        {"VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL OUT[1], PSIZE\nDCL OUT[2], CULLDIST\n"
         "PROPERTY NUM_CULLDIST_ENABLED 1\nMOV OUT[0], IN[0]\nMOV OUT[1], IN[0]\n"
         "MOV OUT[2], IN[0]\nEND\n",
         {.max_locations = 1,
          .cull = GALVAN_CULL_VARYINGS,
          .no_point_size = true,
          .no_geometry = true,
          .no_demote = true,
          .max_threads = 1,
          .max_block = {1, 1, 1}}},
        {"FRAG\nDCL IN[0], PRIM_ID, CONSTANT\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n",
         {.max_locations = 1,
          .cull = GALVAN_CULL_VARYINGS,
          .no_point_size = true,
          .draw_parameters = true,
          .max_threads = 1,
          .max_block = {1, 1, 1}}},
        {"COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 8\nDCL SV[0], THREAD_ID\nDCL BUFFER[0]\n"
         "STORE BUFFER[0].x, SV[0].xxxx, SV[0].xxxx\nEND\n",
         {.max_locations = 1,
          .cull = GALVAN_CULL_VARYINGS,
          .no_point_size = true,
          .draw_parameters = true,
          .no_geometry = true,
          .no_demote = true}},
    };
    const struct galvan_spirv_device whole = {0};
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct galvan_spirv_module modules[2] = {{0}, {0}};
        translate(rows[i].text, &whole, &modules[0]);
        translate(rows[i].text, &rows[i].others, &modules[1]);
        assert_int_equal(modules[0].num_words, modules[1].num_words);
        assert_memory_equal(modules[0].words, modules[1].words, modules[0].num_words * 4);
        galvan_spirv_module_finish(&modules[0]);
        galvan_spirv_module_finish(&modules[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_reach_their_fields),
        cmocka_unit_test(what_is_none_changes_nothing),
        cmocka_unit_test(fields_cover_the_key),
        cmocka_unit_test(values_past_the_last),
        cmocka_unit_test(stages_ignore_what_others_observe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
