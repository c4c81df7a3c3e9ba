/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Keys from text: every field by its name, unknown fields, and values out of range. */
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
    assert_true(set("consumer_mask=0xfedcba9876543210").consumer_mask == 0xfedcba9876543210u);
    assert_true(set("last_vertex_stage=1").last_vertex_stage);
    assert_int_equal(set("alpha_func=7").alpha_func, 7);
    assert_int_equal(set("attrib[31]=2").attrib[31], GALVAN_ATTRIB_SINT);
    assert_int_equal(set("sampler_clamp[2]=4294967295").sampler_clamp[2], UINT32_MAX);
    assert_int_equal(set("shadow_swizzle[3]=0xE4").shadow_swizzle[3], 0xe4);
    assert_int_equal(set("block_size=8").block_size[0], 8);
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

/* Each field alone sets the bytes that are its own: no field is missing or described wrongly. */
static void fields_cover_the_key(void **state)
{
    const struct galvan_spirv_stream_output *no_capture = NULL;
    struct galvan_spirv_key key = {0};
    uint8_t covered[sizeof(key)] = {0};
    size_t num;
    const struct galvan_spirv_key_field *fields = galvan_spirv_key_fields(&num);
    (void)state;
    memset(covered + offsetof(struct galvan_spirv_key, stream_output), 1, sizeof(no_capture));
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

/* Keys come from the caller's own code; still, values above a field's maximum do no harm: the
 * result is a module or a diagnostic. */
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
            struct galvan_spirv_key key = {
                .alpha_func = 7, .num_cbufs = 8, .last_vertex_stage = true};
            struct galvan_spirv_module module = {0};
            struct galvan_diag diag = {0};
            key.fb_fetch = GALVAN_FB_FETCH_INPUT;
            if (f->max_value <= 1)
                continue; /* true and false are all that a bool can be */
            memset((char *)&key + f->offset_B, i % 2 ? 0xff : (int)(f->max_value + 1) & 0xff,
                   (size_t)f->size_B * f->num);
            enum galvan_result result = galvan_spirv_translate(tgsi, &key, &diag, &module);
            assert_int_equal(result == GALVAN_OK, diag.code == 0);
            galvan_spirv_module_finish(&module);
        }
        galvan_tgsi_destroy(tgsi);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_reach_their_fields),
        cmocka_unit_test(what_is_none_changes_nothing),
        cmocka_unit_test(fields_cover_the_key),
        cmocka_unit_test(values_past_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
