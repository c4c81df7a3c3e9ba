/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Conversion of statements to tokens and to lines of text; the results of a scan. */
#include "tgsi/tgsi_scan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tgsi/tgsi_build.h"
#include "tgsi/tgsi_dump.h"
#include "tgsi/tgsi_parse.h"
#include "tgsi/tgsi_sanity.h"
#include "tgsi/tgsi_text.h"

static const char fragment_text[] = "FRAG\n"
                                    "PROPERTY FS_COORD_ORIGIN LOWER_LEFT\n"
                                    "DCL IN[0], POSITION, LINEAR\n"
                                    "DCL IN[1..3], ARRAY(1), GENERIC[4], PERSPECTIVE, SAMPLE\n"
                                    "DCL IN[4], GENERIC[9], LINEAR, CENTROID\n"
                                    "DCL IN[5], GENERIC[11], CONSTANT\n"
                                    "DCL OUT[0], COLOR\n"
                                    "DCL OUT[1].z, POSITION\n"
                                    "DCL OUT[2].y, STENCIL\n"
                                    "DCL CONST[0][0..3]\n"
                                    "DCL CONST[2][4..6]\n"
                                    "DCL SAMP[0]\n"
                                    "DCL SAMP[2]\n"
                                    "DCL SVIEW[0], 2D, FLOAT\n"
                                    "DCL SVIEW[2], 2D_MSAA, FLOAT\n"
                                    "DCL TEMP[0..2], ARRAY(3), LOCAL\n"
                                    "DCL TEMP[3]\n"
                                    "DCL ADDR[0]\n"
                                    "IMM[0] FLT32 { 0.5, 1.0, 2.0, 3.0}\n"
                                    "IMM[1] UINT32 {1, 2, 3, 4}\n"
                                    "ARL ADDR[0].x, IN[0].zzzz\n"
                                    "MOV TEMP[3].xy, IN[ADDR[0].x+1](1).yxzw\n"
                                    "MOV TEMP[ADDR[0].x](3), CONST[2][ADDR[0].x+4]\n"
                                    "UIF IMM[1].xxxx :0\n"
                                    "  IF IN[5].wwww :0\n"
                                    "    KILL_IF IN[4].xxxx\n"
                                    "  ENDIF\n"
                                    "ENDIF\n"
                                    "INTERP_OFFSET TEMP[3], IN[4], IMM[0]\n"
                                    "TEX TEMP[3], TEMP[3], SAMP[0], 2D, IMM[1].xyz\n"
                                    "TXF TEMP[3], IMM[1], SAMP[2], 2D_MSAA\n"
                                    "MUL_SAT OUT[0], |TEMP[3]|, -IMM[0].wzyx\n"
                                    "MOV OUT[1].z, TEMP[3].xxxx\n"
                                    "MOV OUT[2].y, IMM[1].xxxx\n"
                                    "END\n";

static void begin(struct tgsi_token tokens[512], const char *text)
{
    assert_true(tgsi_text_translate(text, tokens, 512));
}

static unsigned build(const union tgsi_full_token *full, struct tgsi_token *tokens,
                      struct tgsi_header *header, unsigned max)
{
    switch (full->Token.Type) {
    case TGSI_TOKEN_TYPE_DECLARATION:
        return tgsi_build_full_declaration(&full->FullDeclaration, tokens, header, max);
    case TGSI_TOKEN_TYPE_IMMEDIATE:
        return tgsi_build_full_immediate(&full->FullImmediate, tokens, header, max);
    case TGSI_TOKEN_TYPE_PROPERTY:
        return tgsi_build_full_property(&full->FullProperty, tokens, header, max);
    default:
        return tgsi_build_full_instruction(&full->FullInstruction, tokens, header, max);
    }
}

/* Parses a shader and builds it again; checks that the tokens are equal. */
static void test_build_again(void **state)
{
    (void)state;
    struct tgsi_token tokens[512], again[512];
    struct tgsi_parse_context parse;
    struct tgsi_header header = tgsi_build_header();
    struct tgsi_processor processor = tgsi_build_processor(TGSI_PROCESSOR_FRAGMENT, &header);
    unsigned num = 2;

    begin(tokens, fragment_text);
    tgsi_parse_init(&parse, tokens);
    while (!tgsi_parse_end_of_tokens(&parse)) {
        tgsi_parse_token(&parse);
        const unsigned len = parse.FullToken.Token.NrTokens, body = header.BodySize;
        assert_int_equal(build(&parse.FullToken, again + num, &header, len - 1), 0);
        assert_int_equal(header.BodySize, body);
        assert_int_equal(build(&parse.FullToken, again + num, &header, 512 - num), len);
        num += len;
    }
    memcpy(again, &header, sizeof(header));
    memcpy(again + 1, &processor, sizeof(processor));
    assert_int_equal(num, tgsi_num_tokens(tokens));
    assert_int_equal(num, tgsi_num_tokens(again));
    assert_memory_equal(again, tokens, num * sizeof(*tokens));
}

/* Builds a shader without text; checks its tokens. */
static void test_build_new(void **state)
{
    (void)state;
    struct tgsi_token tokens[64];
    struct tgsi_header header = tgsi_build_header();
    struct tgsi_processor processor = tgsi_build_processor(TGSI_PROCESSOR_FRAGMENT, &header);
    struct tgsi_full_declaration decl = tgsi_default_full_declaration();
    struct tgsi_full_immediate imm = tgsi_default_full_immediate();
    struct tgsi_full_property prop = tgsi_default_full_property();
    struct tgsi_full_instruction in = tgsi_default_full_instruction();
    char text[512];
    unsigned num = 2;

    prop.Property.PropertyName = TGSI_PROPERTY_FS_COLOR0_WRITES_ALL_CBUFS;
    prop.Property.NrTokens = 2;
    prop.u[0].Data = 1;
    num += tgsi_build_full_property(&prop, tokens + num, &header, 64 - num);
    decl.Declaration.File = TGSI_FILE_OUTPUT;
    decl.Declaration.Semantic = 1;
    decl.Semantic.Name = TGSI_SEMANTIC_COLOR;
    num += tgsi_build_full_declaration(&decl, tokens + num, &header, 64 - num);
    imm.Immediate.NrTokens = 5;
    imm.Immediate.DataType = TGSI_IMM_FLOAT32;
    imm.u[0].Float = 0.5f;
    num += tgsi_build_full_immediate(&imm, tokens + num, &header, 64 - num);
    in.Instruction.Opcode = TGSI_OPCODE_MOV;
    in.Dst[0].Register.File = TGSI_FILE_OUTPUT;
    in.Src[0].Register.File = TGSI_FILE_IMMEDIATE;
    num += tgsi_build_full_instruction(&in, tokens + num, &header, 64 - num);
    in.Instruction = tgsi_default_instruction();
    in.Instruction.Opcode = TGSI_OPCODE_END;
    in.Instruction.NumDstRegs = in.Instruction.NumSrcRegs = 0;
    num += tgsi_build_full_instruction(&in, tokens + num, &header, 64 - num);
    memcpy(tokens, &header, sizeof(header));
    memcpy(tokens + 1, &processor, sizeof(processor));
    assert_true(tgsi_sanity_check(tokens));
    assert_true(tgsi_dump_str(tokens, 0, text, sizeof(text)));
    assert_string_equal(text, "FRAG\n"
                              "PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\n"
                              "DCL OUT[0], COLOR\n"
                              "IMM[0] FLT32 {0.5, 0, 0, 0}\n"
                              "  0: MOV OUT[0], IMM[0]\n"
                              "  1: END\n");
}

static void test_sanity(void **state)
{
    (void)state;
    struct tgsi_token tokens[512];

    begin(tokens, fragment_text);
    assert_true(tgsi_sanity_check(tokens));
    begin(tokens, "FRAG\nDCL OUT[0], COLOR\nDCL TEMP[0]\nMOV OUT[0], TEMP[0]\nEND\n");
    struct tgsi_header header;
    memcpy(&header, tokens, sizeof(header));
    header.BodySize -= 1; /* without END */
    memcpy(tokens, &header, sizeof(header));
    assert_false(tgsi_sanity_check(tokens));
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void test_lines(void **state)
{
    (void)state;
    struct tgsi_token tokens[512];
    struct tgsi_parse_context parse;
    struct tgsi_full_instruction none = tgsi_default_full_instruction();
    char line[128] = "", cut[8];

    begin(tokens, fragment_text);
    tgsi_parse_init(&parse, tokens);
    while (!tgsi_parse_end_of_tokens(&parse)) {
        tgsi_parse_token(&parse);
        const struct tgsi_full_instruction *in = &parse.FullToken.FullInstruction;
        if (parse.FullToken.Token.Type != TGSI_TOKEN_TYPE_INSTRUCTION ||
            in->Instruction.Opcode != TGSI_OPCODE_MUL)
            continue;
        tgsi_dump_instruction_str(in, 42, line, sizeof(line));
        assert_string_equal(line, " 42: MUL_SAT OUT[0], |TEMP[3]|, -IMM[0].wzyx");
        tgsi_dump_instruction_str(in, 42, cut, sizeof(cut));
        assert_string_equal(cut, " 42: MU");
    }
    assert_string_not_equal(line, "");
    none.Instruction.Opcode = 511;
    tgsi_dump_instruction_str(&none, 0, line, sizeof(line));
    assert_string_equal(line, "");
}

/* ---- Scans ----------------------------------------------------------------------------------- */

static void test_fragment(void **state)
{
    (void)state;
    struct tgsi_token tokens[512];
    struct tgsi_shader_info info;

    begin(tokens, fragment_text);
    tgsi_scan_shader(tokens, &info);
    assert_int_equal(info.processor, TGSI_PROCESSOR_FRAGMENT);
    assert_int_equal(info.num_tokens, tgsi_num_tokens(tokens));
    assert_int_equal(info.num_instructions, 15);
    assert_int_equal(info.immediate_count, 2);
    assert_int_equal(info.file_max[TGSI_FILE_IMMEDIATE], 1);
    assert_int_equal(info.properties[TGSI_PROPERTY_FS_COORD_ORIGIN], 1);
    assert_int_equal(info.opcode_count[TGSI_OPCODE_MOV], 4);
    assert_int_equal(info.max_depth, 2);

    assert_int_equal(info.num_inputs, 6);
    assert_int_equal(info.input_semantic_name[3], TGSI_SEMANTIC_GENERIC);
    assert_int_equal(info.input_semantic_index[3], 6);
    assert_int_equal(info.input_interpolate[4], TGSI_INTERPOLATE_LINEAR);
    assert_int_equal(info.input_interpolate_loc[1], TGSI_INTERPOLATE_LOC_SAMPLE);
    assert_int_equal(info.input_array_first[1], 1);
    assert_int_equal(info.input_array_last[1], 3);
    assert_int_equal(info.array_max[TGSI_FILE_TEMPORARY], 3);
    assert_int_equal(info.input_usage_mask[2], TGSI_WRITEMASK_XY); /* read with a computed index */
    assert_int_equal(info.input_usage_mask[5], TGSI_WRITEMASK_XY | TGSI_WRITEMASK_W);
    assert_true(info.reads_position && info.reads_z);
    assert_true(info.uses_persp_sample && info.uses_linear_centroid && info.uses_linear_center);
    assert_false(info.uses_persp_center || info.uses_persp_centroid || info.uses_linear_sample);
    assert_true(info.uses_linear_opcode_interp_offset);
    assert_false(info.uses_persp_opcode_interp_offset || info.uses_linear_opcode_interp_sample);

    assert_int_equal(info.num_outputs, 3);
    assert_int_equal(info.output_semantic_name[2], TGSI_SEMANTIC_STENCIL);
    assert_true(info.writes_z && info.writes_stencil && info.uses_kill);
    assert_false(info.writes_psize || info.uses_doubles || info.writes_edgeflag);

    assert_int_equal(info.file_mask[TGSI_FILE_SAMPLER], 5);
    assert_int_equal(info.samplers_declared, 5);
    assert_int_equal(info.file_count[TGSI_FILE_SAMPLER], 2);
    assert_true(info.is_msaa_sampler[2] && !info.is_msaa_sampler[0]);
    assert_int_equal(info.const_file_max[0], 3);
    assert_int_equal(info.const_file_max[1], -1);
    assert_int_equal(info.const_file_max[2], 6);
    assert_int_equal(info.file_max[TGSI_FILE_BUFFER], -1);
    assert_int_equal(info.indirect_files_read, 1 << TGSI_FILE_INPUT | 1 << TGSI_FILE_CONSTANT);
    assert_int_equal(info.indirect_files_written, 1 << TGSI_FILE_TEMPORARY);
    assert_int_equal(info.indirect_files, info.indirect_files_read | info.indirect_files_written);
}

static void test_vertex(void **state)
{
    (void)state;
    struct tgsi_token tokens[512];
    struct tgsi_shader_info info;

    begin(tokens, "VERT\n"
                  "DCL IN[0]\n"
                  "DCL SV[0], INSTANCEID\n"
                  "DCL SV[1], VERTEXID\n"
                  "DCL OUT[0], POSITION\n"
                  "DCL OUT[1], CLIPDIST[0]\n"
                  "DCL OUT[2].xy, CLIPDIST[1]\n"
                  "DCL OUT[3].x, PSIZE\n"
                  "DCL OUT[4].x, LAYER\n"
                  "DCL OUT[5].x, VIEWPORT_INDEX\n"
                  "DCL OUT[6], CLIPVERTEX\n"
                  "DCL OUT[7].x, EDGEFLAG\n"
                  "DCL TEMP[0]\n"
                  "DADD TEMP[0].xy, IN[0].xyxy, IN[0].zwzw\n"
                  "MOV OUT[0], TEMP[0]\n"
                  "MOV OUT[4].x, SV[0].xxxx\n"
                  "MOV OUT[5].x, SV[1].xxxx\n"
                  "END\n");
    tgsi_scan_shader(tokens, &info);
    assert_int_equal(info.num_inputs, 1);
    assert_int_equal(info.num_outputs, 8);
    assert_int_equal(info.num_system_values, 2);
    assert_int_equal(info.system_value_semantic_name[1], TGSI_SEMANTIC_VERTEXID);
    assert_true(info.uses_instanceid && info.uses_vertexid && info.uses_doubles);
    assert_false(info.uses_vertexid_nobase || info.uses_basevertex || info.uses_primid ||
                 info.uses_frontface || info.uses_invocationid || info.reads_position);
    assert_true(info.writes_psize && info.writes_layer && info.writes_viewport_index &&
                info.writes_clipvertex && info.writes_edgeflag);
    assert_false(info.writes_z);
    assert_int_equal(info.clipdist_writemask, 0x3f);
    assert_int_equal(info.num_written_clipdistance, 6);
    assert_int_equal(info.culldist_writemask, 0);
}

static boolean passes(const char *text)
{
    struct tgsi_token tokens[512];

    begin(tokens, text);
    return tgsi_is_passthrough_shader(tokens);
}

static void test_passthrough(void **state)
{
    (void)state;
#define HEADER                                                                                     \
    "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC\n"                      \
    "MOV OUT[0], IN[0]\n"

    assert_true(passes(HEADER "MOV OUT[1], IN[1]\nEND\n"));
    assert_false(passes(HEADER "MOV OUT[1], IN[0]\nEND\n"));
    assert_false(passes(HEADER "MOV OUT[1], -IN[1]\nEND\n"));
    assert_false(passes(HEADER "MOV OUT[1], IN[1].xyzz\nEND\n"));
    assert_false(passes(HEADER "MOV OUT[1].xyz, IN[1]\nEND\n"));
    assert_false(passes(HEADER "ADD OUT[1], IN[1], IN[1]\nEND\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_build_again), cmocka_unit_test(test_build_new),
        cmocka_unit_test(test_sanity),      cmocka_unit_test(test_lines),
        cmocka_unit_test(test_fragment),    cmocka_unit_test(test_vertex),
        cmocka_unit_test(test_passthrough),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
