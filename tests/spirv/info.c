/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tests galvan_tgsi_info(), galvan_spirv_inputs() and galvan_spirv_needs_driver_block(). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "galvan/spirv.h"
#include "pipe/p_shader_tokens.h"

static struct galvan_tgsi *parse(const char *text)
{
    struct galvan_tgsi *tgsi = NULL;
    assert_int_equal(galvan_tgsi_parse(text, strlen(text), NULL, &tgsi), GALVAN_OK);
    return tgsi;
}

#define SLOT(s) (UINT64_C(1) << (s))

static void vertex_shader(void **state)
{
    struct galvan_tgsi *tgsi = parse("VERT\nDCL IN[0]\nDCL IN[1]\nDCL IN[2]\n"
                                     "DCL OUT[0], POSITION\nDCL OUT[1], COLOR\n"
                                     "DCL OUT[2], GENERIC[3]\nDCL OUT[3].x, PSIZE\n"
                                     "DCL OUT[4], CLIPDIST\nDCL OUT[5].xy, CLIPDIST[1]\n"
                                     "DCL OUT[6], GENERIC[9]\nDCL CONST[0..7]\nDCL CONST[2][0..1]\n"
                                     "MOV OUT[0], IN[0]\nMOV OUT[1], IN[2]\n"
                                     "MOV OUT[2], CONST[2][1]\nMOV OUT[3].x, CONST[9].xxxx\n"
                                     "MOV OUT[4], IN[0]\nMOV OUT[5], IN[0]\nEND\n");
    const struct galvan_tgsi_info *info = galvan_tgsi_info(tgsi);
    (void)state;
    assert_int_equal(info->stage, GALVAN_STAGE_VERTEX);
    assert_int_equal(info->num_instructions, 7);
    assert_int_equal(info->vs_inputs_mask, 0x5);
    assert_true(info->outputs_mask ==
                (SLOT(GALVAN_SLOT_COLOR(0)) | SLOT(GALVAN_SLOT_GENERIC(3)) |
                 SLOT(GALVAN_SLOT_CLIPDIST(0)) | SLOT(GALVAN_SLOT_CLIPDIST(1))));
    assert_true(info->writes_position && info->writes_psize && !info->writes_clipvertex);
    assert_int_equal(info->num_clipdist, 6);
    assert_int_equal(info->const_mask, 0x5);
    assert_int_equal(info->const_size_B[0], 160);
    assert_int_equal(info->const_size_B[2], 32);
    galvan_tgsi_destroy(tgsi);
}

/* Samples with views and samplers whose numbers differ; checks that each such pair of a view and a
 * sampler gets a separate unit. */
static void view_sampler_pairs(void **state)
{
    struct galvan_tgsi *tgsi =
        parse("FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0..3]\n"
              "DCL SVIEW[1], 2D, FLOAT\nDCL SVIEW[2], 3D, FLOAT\nDCL SVIEW[3], BUFFER, UINT\n"
              "DCL TEMP[0..3]\nSAMPLE TEMP[0], IN[0], SVIEW[1], SAMP[1]\n"
              "SAMPLE_C TEMP[1], IN[0], SVIEW[1], SAMP[0], IN[0].xxxx\n"
              "SAMPLE TEMP[2], IN[0], SVIEW[2], SAMP[0]\nSAMPLE_I TEMP[3], IN[0], SVIEW[3]\n"
              "ADD OUT[0], TEMP[0], TEMP[1]\nEND\n");
    const struct galvan_tgsi_info *info = galvan_tgsi_info(tgsi);
    (void)state;
    assert_int_equal(info->samplers_mask, 0xc000000a);
    assert_int_equal(info->sampler_buffer_mask, 0x8);
    assert_int_equal(info->unit_view[1], 1);
    assert_int_equal(info->unit_sampler[1], 1);
    assert_int_equal(info->sampler_target[1], TGSI_TEXTURE_2D);
    assert_int_equal(info->unit_view[31], 1);
    assert_int_equal(info->unit_sampler[31], 0);
    assert_int_equal(info->sampler_target[31], TGSI_TEXTURE_SHADOW2D);
    assert_int_equal(info->unit_view[30], 2);
    assert_int_equal(info->unit_sampler[30], 0);
    assert_int_equal(info->sampler_target[30], TGSI_TEXTURE_3D);
    galvan_tgsi_destroy(tgsi);
}

static void fragment_shader(void **state)
{
    struct galvan_tgsi *tgsi =
        parse("FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nDCL IN[0], COLOR, COLOR\n"
              "DCL IN[1], TEXCOORD[2], PERSPECTIVE\nDCL IN[2], POSITION, LINEAR\n"
              "DCL IN[3], GENERIC[1], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL OUT[1].z, POSITION\n"
              "DCL SAMP[0]\nDCL SAMP[3]\nDCL SVIEW[0], 2D, FLOAT\nDCL SVIEW[3], BUFFER, FLOAT\n"
              "DCL TEMP[0..1]\nKILL_IF IN[0]\nTEX TEMP[0], IN[1], SAMP[0], 2D\n"
              "F2I TEMP[1], IN[2]\nTXF TEMP[1], TEMP[1], SAMP[3], BUFFER\n"
              "ADD OUT[0], TEMP[0], TEMP[1]\nMOV OUT[1].z, IN[2].zzzz\nEND\n");
    const struct galvan_tgsi_info *info = galvan_tgsi_info(tgsi);
    (void)state;
    assert_int_equal(info->stage, GALVAN_STAGE_FRAGMENT);
    assert_true(info->inputs_mask == (SLOT(GALVAN_SLOT_COLOR(0)) | SLOT(GALVAN_SLOT_TEXCOORD(2))));
    assert_int_equal(info->samplers_mask, 0x9);
    assert_int_equal(info->sampler_buffer_mask, 0x8);
    assert_int_equal(info->sampler_target[0], TGSI_TEXTURE_2D);
    assert_int_equal(info->sampler_target[3], TGSI_TEXTURE_BUFFER);
    assert_int_equal(info->fs_color_mask, 1);
    assert_int_equal(info->reads_texcoord_mask, 4);
    assert_int_equal(info->reads_generic_mask, 0);
    assert_true(info->reads_color && info->reads_color_interp && info->reads_fragcoord);
    assert_true(info->color0_writes_all && info->uses_kill && info->writes_depth);
    assert_false(info->has_side_effects || info->writes_stencil);
    galvan_tgsi_destroy(tgsi);
}

static void side_effects(void **state)
{
    struct galvan_tgsi *tgsi =
        parse("FRAG\nDCL BUFFER[2]\nDCL BUFFER[1]\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32_UINT, WR\n"
              "DCL TEMP[0]\nIMM[0] UINT32 {0, 0, 0, 0}\nLOAD TEMP[0].x, BUFFER[1], IMM[0].xxxx\n"
              "STORE BUFFER[2].x, IMM[0].xxxx, TEMP[0].xxxx\n"
              "STORE IMAGE[0], TEMP[0], IMM[0], 2D, PIPE_FORMAT_R32_UINT\nEND\n");
    const struct galvan_tgsi_info *info = galvan_tgsi_info(tgsi);
    (void)state;
    assert_int_equal(info->shader_buffers_mask, 3);
    assert_int_equal(info->shader_buffers_write_mask, 2);
    assert_int_equal(info->shader_buffer_base, 1);
    assert_int_equal(info->images_mask, 1);
    assert_int_equal(info->images_write_mask, 1);
    assert_true(info->has_side_effects);
    galvan_tgsi_destroy(tgsi);
}

static void float_atomics_on_images(void **state)
{
    struct galvan_tgsi *tgsi =
        parse("FRAG\nDCL CONST[0..1]\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32_FLOAT, WR\nDCL TEMP[0]\n"
              "ATOMXCHG TEMP[0].x, IMAGE[0], CONST[0], CONST[1], 2D, PIPE_FORMAT_R32_FLOAT\nEND\n");
    (void)state;
    assert_int_equal(galvan_tgsi_info(tgsi)->images_words_mask, 1);
    assert_int_equal(galvan_tgsi_info(tgsi)->images_write_mask, 1);
    galvan_tgsi_destroy(tgsi);
    tgsi = parse("FRAG\nDCL BUFFER[0]\nDCL HWATOMIC[3][0..1]\nDCL TEMP[0]\n"
                 "IMM[0] FLT32 {0.0, 1.0, 0.0, 0.0}\n"
                 "ATOMFADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy\n"
                 "LOAD TEMP[0].x, HWATOMIC[3][1], IMM[0].xxxx\nEND\n");
    assert_int_equal(galvan_tgsi_info(tgsi)->images_words_mask, 0);
    assert_int_equal(galvan_tgsi_info(tgsi)->hw_atomics_mask, 8);
    assert_int_equal(galvan_tgsi_info(tgsi)->shader_buffer_base, 0);
    galvan_tgsi_destroy(tgsi);
}

static void keys_change_the_inputs(void **state)
{
    struct galvan_tgsi *tgsi =
        parse("FRAG\nDCL IN[0], COLOR, COLOR\nDCL IN[1], TEXCOORD[2], "
              "PERSPECTIVE\nDCL OUT[0], COLOR\nADD OUT[0], IN[0], IN[1]\nEND\n");
    struct galvan_spirv_key key = {.fragment.alpha_func = 7};
    uint64_t color = SLOT(GALVAN_SLOT_COLOR(0));
    uint64_t back = SLOT(GALVAN_SLOT_BCOLOR(0));
    uint64_t texcoord = SLOT(GALVAN_SLOT_TEXCOORD(2));
    (void)state;
    assert_true(galvan_spirv_inputs(tgsi, &key) == (color | texcoord));
    key.fragment.light_twoside = true;
    assert_true(galvan_spirv_inputs(tgsi, &key) == (color | back | texcoord));
    key.fragment.sprite_mask = 4;
    assert_true(galvan_spirv_inputs(tgsi, &key) == (color | back));
    assert_false(galvan_spirv_needs_driver_block(tgsi, &key));
    key.fragment.poly_stipple = true;
    assert_true(galvan_spirv_needs_driver_block(tgsi, &key));
    galvan_tgsi_destroy(tgsi);
}

static void clip_planes_need_the_driver_block(void **state)
{
    struct galvan_tgsi *tgsi =
        parse("VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nEND\n");
    struct galvan_spirv_key key = {.fragment.alpha_func = 7, .vertex.clip_plane_mask = 1};
    (void)state;
    assert_false(galvan_spirv_needs_driver_block(tgsi, &key));
    key.vertex.last_vertex_stage = true;
    assert_true(galvan_spirv_needs_driver_block(tgsi, &key));
    galvan_tgsi_destroy(tgsi);
}

static void failure_leaves_the_outputs_alone(void **state)
{
    struct galvan_tgsi *const marker = (struct galvan_tgsi *)(void *)state;
    struct galvan_tgsi *tgsi = marker;
    assert_int_equal(galvan_tgsi_parse("FRAG", 4, NULL, &tgsi), GALVAN_ERROR_SYNTAX);
    assert_ptr_equal(tgsi, marker);
    galvan_tgsi_destroy(NULL);
}

static void check_inlinable(const char *body, unsigned num, const uint16_t *words)
{
    char text[1024];
    snprintf(text, sizeof(text),
             "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\nDCL CONST[0..9]\n"
             "DCL CONST[1][0..1]\nDCL TEMP[0..3]\nDCL TEMP[4..5], ARRAY(1), LOCAL\n"
             "DCL ADDR[0]\nIMM[0] UINT32 {1, 2, 3, 4}\n%sEND\n",
             body);
    struct galvan_tgsi *tgsi = parse(text);
    const struct galvan_tgsi_info *info = galvan_tgsi_info(tgsi);
    assert_int_equal(info->num_inlinable_uniforms, num);
    for (unsigned i = 0; i < num; i++)
        assert_int_equal(info->inlinable_uniforms[i], words[i]);
    galvan_tgsi_destroy(tgsi);
}

#define INLINABLE(body, ...)                                                                       \
    check_inlinable(body, sizeof((uint16_t[]){__VA_ARGS__}) / 2, (const uint16_t[]){__VA_ARGS__})
#define NONE(body) check_inlinable(body, 0, NULL)

static void inlinable_uniforms(void **state)
{
    (void)state;
    INLINABLE("UIF CONST[3].zzzz\nENDIF\n", 14);
    INLINABLE("IF CONST[0].xyzw\nENDIF\n", 0); /* only the first component is tested */
    INLINABLE("KILL_IF CONST[0].xyyx\n", 0, 1);
    INLINABLE("MUL TEMP[0], CONST[1], CONST[2].wzyx\nUIF TEMP[0].yyyy\nENDIF\n", 5, 10);
    INLINABLE("DP2 TEMP[0].x, CONST[1].xxxx, IMM[0]\nIF TEMP[0].xxxx\nENDIF\n", 4);
    INLINABLE("USEQ TEMP[0].x, CONST[0].xxxx, IMM[0].xxxx\nUIF TEMP[0].xxxx\n"
              "UIF CONST[1].xxxx\nENDIF\nELSE\nUIF CONST[0].xxxx\nENDIF\nENDIF\n",
              0, 4);
    /* The branch depends on a value that is set before the loop and does not change in the loop. */
    INLINABLE("MOV TEMP[0].x, CONST[0].xxxx\nBGNLOOP\nUIF TEMP[0].xxxx\nBRK\nENDIF\nENDLOOP\n", 0);
    /* After four inlinable uniforms, only branches on these four are inlinable. */
    INLINABLE("KILL_IF CONST[0].xyzz\nKILL_IF CONST[1].xyyy\nUIF CONST[2].xxxx\nENDIF\n"
              "UIF CONST[3].xxxx\nENDIF\n",
              0, 1, 2, 8);

    NONE("MOV OUT[0], CONST[0]\n");
    NONE("UIF IMM[0].xxxx\nENDIF\n");
    NONE("UIF CONST[1][0].xxxx\nENDIF\n");
    NONE("UARL ADDR[0].x, IN[0].xxxx\nUIF CONST[ADDR[0].x].xxxx\nENDIF\n");
    NONE("ADD TEMP[0], CONST[0], IN[0]\nUIF TEMP[0].xxxx\nENDIF\n");
    NONE("UIF TEMP[0].xxxx\nENDIF\n");
    NONE("IF IN[0].xxxx\nMOV TEMP[0], CONST[0]\nENDIF\nUIF TEMP[0].xxxx\nENDIF\n");
    NONE("UARL ADDR[0].x, IN[0].xxxx\nMOV TEMP[4], CONST[0]\n"
         "MOV TEMP[ADDR[0].x+4](1), IN[0]\nUIF TEMP[4].xxxx\nENDIF\n");
    /* A branch on an overwritten component of a register is not inlinable; a branch on another
     * component is inlinable. */
    INLINABLE("MOV TEMP[0], CONST[0]\nMOV TEMP[0].x, IN[0]\nUIF TEMP[0].xxxx\nENDIF\n"
              "UIF TEMP[0].yyyy\nENDIF\n",
              1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inlinable_uniforms),
        cmocka_unit_test(vertex_shader),
        cmocka_unit_test(fragment_shader),
        cmocka_unit_test(view_sampler_pairs),
        cmocka_unit_test(side_effects),
        cmocka_unit_test(float_atomics_on_images),
        cmocka_unit_test(keys_change_the_inputs),
        cmocka_unit_test(clip_planes_need_the_driver_block),
        cmocka_unit_test(failure_leaves_the_outputs_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
