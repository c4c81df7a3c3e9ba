/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Iteration over tokens: each kind of statement with each of its optional tokens, and arrays with
 * wrong lengths. */
#include "tgsi/tgsi_parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "pipe/p_defines.h"
#include "tgsi/tgsi_dump.h"
#include "tgsi/tgsi_iterate.h"
#include "tgsi/tgsi_strings.h"
#include "tgsi/tgsi_text.h"

struct walk {
    struct tgsi_token tokens[512];
    struct tgsi_parse_context parse;
};

static void begin(struct walk *walk, const char *text)
{
    assert_true(tgsi_text_translate(text, walk->tokens, ARRAY_SIZE(walk->tokens)));
    assert_int_equal(tgsi_parse_init(&walk->parse, walk->tokens), TGSI_PARSE_OK);
}

static const union tgsi_full_token *next(struct walk *walk, unsigned type)
{
    assert_false(tgsi_parse_end_of_tokens(&walk->parse));
    tgsi_parse_token(&walk->parse);
    assert_int_equal(walk->parse.FullToken.Token.Type, type);
    return &walk->parse.FullToken;
}

static const struct tgsi_full_declaration *next_declaration(struct walk *walk, unsigned file,
                                                            unsigned first, unsigned last)
{
    const struct tgsi_full_declaration *d =
        &next(walk, TGSI_TOKEN_TYPE_DECLARATION)->FullDeclaration;
    assert_int_equal(d->Declaration.File, file);
    assert_int_equal(d->Range.First, first);
    assert_int_equal(d->Range.Last, last);
    return d;
}

static const struct tgsi_full_instruction *next_instruction(struct walk *walk, unsigned opcode,
                                                            unsigned num_dst, unsigned num_src)
{
    const struct tgsi_full_instruction *in =
        &next(walk, TGSI_TOKEN_TYPE_INSTRUCTION)->FullInstruction;
    assert_int_equal(in->Instruction.Opcode, opcode);
    assert_int_equal(in->Instruction.NumDstRegs, num_dst);
    assert_int_equal(in->Instruction.NumSrcRegs, num_src);
    return in;
}

static void end(struct walk *walk)
{
    next_instruction(walk, TGSI_OPCODE_END, 0, 0);
    assert_true(tgsi_parse_end_of_tokens(&walk->parse));
    assert_int_equal(walk->parse.Position, tgsi_num_tokens(walk->tokens));
    tgsi_parse_free(&walk->parse);
}

static void test_header(void **state)
{
    (void)state;
    struct walk walk;

    begin(&walk, "GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nEND\n");
    assert_int_equal(walk.parse.FullHeader.Header.HeaderSize, 2);
    assert_int_equal(walk.parse.FullHeader.Processor.Processor, TGSI_PROCESSOR_GEOMETRY);
    assert_int_equal(tgsi_get_processor_type(walk.tokens), TGSI_PROCESSOR_GEOMETRY);
    assert_int_equal(walk.parse.Position, 2);
    const struct tgsi_full_property *property =
        &next(&walk, TGSI_TOKEN_TYPE_PROPERTY)->FullProperty;
    assert_int_equal(property->Property.PropertyName, TGSI_PROPERTY_GS_INPUT_PRIM);
    assert_int_equal(property->Property.NrTokens, 2);
    assert_int_equal(property->u[0].Data, 4); /* PIPE_PRIM_TRIANGLES */
    assert_int_equal(property->u[1].Data, 0);
    end(&walk);
}

static void test_declarations(void **state)
{
    (void)state;
    struct walk walk;
    const struct tgsi_full_declaration *d;

    begin(&walk, "FRAG\n"
                 "DCL IN[0], GENERIC[7], LINEAR, CENTROID\n"
                 "DCL OUT[1].xy, COLOR[1]\n"
                 "DCL CONST[3][4..9]\n"
                 "DCL TEMP[2..5], ARRAY(6), LOCAL\n"
                 "DCL SVIEW[1], CUBE, UINT\n"
                 "DCL IMAGE[2], 2D, PIPE_FORMAT_R32_UINT, WR\n"
                 "DCL BUFFER[3], ATOMIC\n"
                 "END\n");
    d = next_declaration(&walk, TGSI_FILE_INPUT, 0, 0);
    assert_int_equal(d->Semantic.Name, TGSI_SEMANTIC_GENERIC);
    assert_int_equal(d->Semantic.Index, 7);
    assert_int_equal(d->Interp.Interpolate, TGSI_INTERPOLATE_LINEAR);
    assert_int_equal(d->Interp.Location, TGSI_INTERPOLATE_LOC_CENTROID);
    d = next_declaration(&walk, TGSI_FILE_OUTPUT, 1, 1);
    assert_int_equal(d->Declaration.UsageMask, TGSI_WRITEMASK_XY);
    assert_int_equal(d->Semantic.Name, TGSI_SEMANTIC_COLOR);
    assert_int_equal(d->Semantic.Index, 1);
    d = next_declaration(&walk, TGSI_FILE_CONSTANT, 4, 9);
    assert_true(d->Declaration.Dimension);
    assert_int_equal(d->Dim.Index2D, 3);
    assert_int_equal(d->Semantic.Index, 0);
    d = next_declaration(&walk, TGSI_FILE_TEMPORARY, 2, 5);
    assert_true(d->Declaration.Local);
    assert_int_equal(d->Array.ArrayID, 6);
    assert_int_equal(d->Dim.Index2D, 0);
    d = next_declaration(&walk, TGSI_FILE_SAMPLER_VIEW, 1, 1);
    assert_int_equal(d->SamplerView.Resource, TGSI_TEXTURE_CUBE);
    assert_int_equal(d->SamplerView.ReturnTypeW, TGSI_RETURN_TYPE_UINT);
    assert_int_equal(d->Array.ArrayID, 0);
    d = next_declaration(&walk, TGSI_FILE_IMAGE, 2, 2);
    assert_int_equal(d->Image.Resource, TGSI_TEXTURE_2D);
    assert_true(d->Image.Writable);
    assert_false(d->Image.Raw);
    assert_int_not_equal(d->Image.Format, 0);
    assert_int_equal(d->SamplerView.ReturnTypeX, 0);
    d = next_declaration(&walk, TGSI_FILE_BUFFER, 3, 3);
    assert_true(d->Declaration.Atomic);
    end(&walk);
}

static void test_immediates(void **state)
{
    (void)state;
    struct walk walk;
    const struct tgsi_full_immediate *imm;

    begin(&walk, "FRAG\n"
                 "IMM[0] FLT32 {1.5, -2.0, 0.0, 4.0}\n"
                 "IMM[1] UINT32 {1, 4294967295, 3, 4}\n"
                 "IMM[2] INT32 {-1, 2, -3, 4}\n"
                 "END\n");
    imm = &next(&walk, TGSI_TOKEN_TYPE_IMMEDIATE)->FullImmediate;
    assert_int_equal(imm->Immediate.DataType, TGSI_IMM_FLOAT32);
    assert_true(imm->u[0].Float == 1.5f && imm->u[1].Float == -2.0f && imm->u[3].Float == 4.0f);
    imm = &next(&walk, TGSI_TOKEN_TYPE_IMMEDIATE)->FullImmediate;
    assert_int_equal(imm->Immediate.DataType, TGSI_IMM_UINT32);
    assert_true(imm->u[1].Uint == 4294967295u && imm->u[3].Uint == 4);
    imm = &next(&walk, TGSI_TOKEN_TYPE_IMMEDIATE)->FullImmediate;
    assert_int_equal(imm->Immediate.DataType, TGSI_IMM_INT32);
    assert_true(imm->u[0].Int == -1 && imm->u[2].Int == -3);
    end(&walk);
}

static void test_instructions(void **state)
{
    (void)state;
    struct walk walk;
    const struct tgsi_full_instruction *in;

    begin(&walk, "FRAG\n"
                 "DCL OUT[0], COLOR\n"
                 "DCL CONST[1][0..9]\n"
                 "DCL TEMP[0..7]\n"
                 "DCL ADDR[0..1]\n"
                 "DCL SAMP[0]\n"
                 "DCL SVIEW[0], 2D, FLOAT\n"
                 "DCL BUFFER[2]\n"
                 "IMM[0] INT32 {1, 2, 3, 4}\n"
                 "MAD_SAT TEMP[1].yz, -TEMP[2].wzyx, |TEMP[3]|, IMM[0].xxyy\n"
                 "MOV TEMP[ADDR[0].y+1], CONST[ADDR[1].x+1][ADDR[0].z-2]\n"
                 "TEX TEMP[0], TEMP[1], SAMP[0], 2D, IMM[0].xyw\n"
                 "STORE BUFFER[2].xy, TEMP[0], TEMP[1], COHERENT\n"
                 "END\n");
    for (unsigned i = 0; i < 7; i++)
        next(&walk, TGSI_TOKEN_TYPE_DECLARATION);
    next(&walk, TGSI_TOKEN_TYPE_IMMEDIATE);

    in = next_instruction(&walk, TGSI_OPCODE_MAD, 1, 3);
    assert_true(in->Instruction.Saturate);
    assert_int_equal(in->Dst[0].Register.File, TGSI_FILE_TEMPORARY);
    assert_int_equal(in->Dst[0].Register.Index, 1);
    assert_int_equal(in->Dst[0].Register.WriteMask, TGSI_WRITEMASK_Y | TGSI_WRITEMASK_Z);
    assert_true(in->Src[0].Register.Negate);
    assert_int_equal(in->Src[0].Register.SwizzleX, TGSI_SWIZZLE_W);
    assert_int_equal(in->Src[0].Register.SwizzleW, TGSI_SWIZZLE_X);
    assert_true(in->Src[1].Register.Absolute);
    assert_false(in->Src[1].Register.Negate);
    assert_int_equal(in->Src[2].Register.File, TGSI_FILE_IMMEDIATE);
    assert_int_equal(in->Src[2].Register.SwizzleZ, TGSI_SWIZZLE_Y);
    assert_int_equal(in->Src[3].Register.File, 0);

    in = next_instruction(&walk, TGSI_OPCODE_MOV, 1, 1);
    assert_false(in->Instruction.Saturate);
    assert_true(in->Dst[0].Register.Indirect);
    assert_int_equal(in->Dst[0].Register.Index, 1);
    assert_int_equal(in->Dst[0].Indirect.File, TGSI_FILE_ADDRESS);
    assert_int_equal(in->Dst[0].Indirect.Swizzle, TGSI_SWIZZLE_Y);
    assert_int_equal(in->Src[0].Register.Index, -2);
    assert_int_equal(in->Src[0].Indirect.Index, 0);
    assert_int_equal(in->Src[0].Indirect.Swizzle, TGSI_SWIZZLE_Z);
    assert_true(in->Src[0].Register.Dimension && in->Src[0].Dimension.Indirect);
    assert_int_equal(in->Src[0].Dimension.Index, 1);
    assert_int_equal(in->Src[0].DimIndirect.Index, 1);
    assert_int_equal(in->Src[0].DimIndirect.Swizzle, TGSI_SWIZZLE_X);

    in = next_instruction(&walk, TGSI_OPCODE_TEX, 1, 2);
    assert_int_equal(in->Texture.Texture, TGSI_TEXTURE_2D);
    assert_int_equal(in->Texture.NumOffsets, 1);
    assert_int_equal(in->TexOffsets[0].File, TGSI_FILE_IMMEDIATE);
    assert_int_equal(in->TexOffsets[0].SwizzleZ, TGSI_SWIZZLE_W);
    assert_int_equal(in->Src[1].Register.File, TGSI_FILE_SAMPLER);

    in = next_instruction(&walk, TGSI_OPCODE_STORE, 1, 2);
    assert_int_equal(in->Dst[0].Register.File, TGSI_FILE_BUFFER);
    assert_int_equal(in->Memory.Qualifier, TGSI_MEMORY_COHERENT);
    assert_int_equal(in->Texture.NumOffsets, 0);
    end(&walk);
}

/* Parses opcodes that Gallium dropped, by their old names; checks the result. */
static void test_dropped(void **state)
{
    (void)state;
    struct walk walk;

    begin(&walk, "FRAG\nDCL IN[0], GENERIC[0]\nDCL OUT[0], COLOR\n"
                 "CLAMP OUT[0], IN[0], IN[0], IN[0]\nDP2A OUT[0], IN[0], IN[0], IN[0]\n"
                 "SUB OUT[0], IN[0], IN[0]\nEND\n");
    next_declaration(&walk, TGSI_FILE_INPUT, 0, 0);
    next_declaration(&walk, TGSI_FILE_OUTPUT, 0, 0);
    next_instruction(&walk, TGSI_OPCODE_CLAMP, 1, 3);
    next_instruction(&walk, TGSI_OPCODE_DP2A, 1, 3);
    assert_true(next_instruction(&walk, TGSI_OPCODE_ADD, 1, 2)->Src[1].Register.Negate);
    end(&walk);
}

/* Replaces the opcode in the token of a shader's first instruction, and prints the shader. */
static boolean with_opcode(unsigned opcode, char *text, size_t size)
{
    struct walk walk;
    struct tgsi_instruction in;
    unsigned at;

    begin(&walk, "FRAG\nDCL IN[0], GENERIC[0]\nDCL OUT[0], COLOR\n"
                 "MUL OUT[0], IN[0], IN[0]\nEND\n");
    next_declaration(&walk, TGSI_FILE_INPUT, 0, 0);
    next_declaration(&walk, TGSI_FILE_OUTPUT, 0, 0);
    at = walk.parse.Position;
    memcpy(&in, &walk.tokens[at], sizeof(in));
    in.Opcode = opcode & 0x1ff;
    memcpy(&walk.tokens[at], &in, sizeof(in));
    return tgsi_dump_str(walk.tokens, 0, text, size);
}

/* Prints tokens with dropped opcodes. Opcodes that no driver supported must be rejected. Opcodes
 * that the text parser would have replaced must be printed. */
static void test_dropped_in_tokens(void **state)
{
    (void)state;
    char text[512];

    assert_true(with_opcode(TGSI_OPCODE_SUB, text, sizeof(text)));
    assert_non_null(strstr(text, "ADD OUT[0], IN[0], -IN[0]\n"));
    assert_true(with_opcode(TGSI_OPCODE_STR, text, sizeof(text)));
    assert_non_null(strstr(text, "STR OUT[0], IN[0], IN[0]\n"));
    assert_false(with_opcode(TGSI_OPCODE_PUSHA, text, sizeof(text)));
}

static void test_labels(void **state)
{
    (void)state;
    struct walk walk;

    begin(&walk, "FRAG\nDCL TEMP[0]\n  0: IF TEMP[0].xxxx :2\n  1: NOP\n  2: ENDIF\n  3: END\n");
    next_declaration(&walk, TGSI_FILE_TEMPORARY, 0, 0);
    assert_int_equal(next_instruction(&walk, TGSI_OPCODE_IF, 0, 1)->Label.Label, 2);
    next_instruction(&walk, TGSI_OPCODE_NOP, 0, 0);
    next_instruction(&walk, TGSI_OPCODE_ENDIF, 0, 0);
    end(&walk);
}

/* Iterates over statements with wrong lengths; checks that a statement that extends past the end of
 * the array ends at the array's end, and that a statement of length 0 is skipped. */
static void test_wrong_lengths(void **state)
{
    (void)state;
    struct walk walk;
    struct tgsi_header none = {0};
    struct tgsi_token *exact;
    unsigned num;

    begin(&walk, "FRAG\nDCL IN[0], GENERIC[7], LINEAR\nEND\n");
    num = tgsi_num_tokens(walk.tokens);
    assert_int_equal(num, 2 + 4 + 1);
    walk.tokens[2].NrTokens = 255;
    exact = tgsi_dup_tokens(
        walk.tokens); /* exact size, so that a sanitizer finds a read after the end */
    assert_non_null(exact);
    assert_int_equal(tgsi_parse_init(&walk.parse, exact), TGSI_PARSE_OK);
    next(&walk, TGSI_TOKEN_TYPE_DECLARATION);
    assert_true(tgsi_parse_end_of_tokens(&walk.parse));
    exact[2].NrTokens = 0;
    assert_int_equal(tgsi_parse_init(&walk.parse, exact), TGSI_PARSE_OK);
    assert_int_equal(next_declaration(&walk, TGSI_FILE_INPUT, 0, 0)->Semantic.Index, 0);
    assert_int_equal(walk.parse.Position, 3);
    tgsi_free_tokens(exact);

    memcpy(walk.tokens, &none, sizeof(none));
    assert_int_equal(tgsi_parse_init(&walk.parse, walk.tokens), TGSI_PARSE_ERROR);
}

static void test_arrays(void **state)
{
    (void)state;
    struct walk walk;
    struct tgsi_token *copy;

    begin(&walk, "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nEND\n");
    copy = tgsi_dup_tokens(walk.tokens);
    assert_non_null(copy);
    assert_memory_equal(copy, walk.tokens, tgsi_num_tokens(walk.tokens) * sizeof(*copy));
    tgsi_free_tokens(copy);
    copy = tgsi_alloc_tokens(3);
    assert_non_null(copy);
    memset(copy, 0, 3 * sizeof(*copy));
    tgsi_free_tokens(copy);
    tgsi_free_tokens(NULL);
}

/* Counts the statements; stops the iteration at statement `stop` (0: does not stop). */
struct counter {
    struct tgsi_iterate_context base;
    unsigned prologs, declarations, immediates, properties, instructions, epilogs, stop;
};

static boolean count(struct counter *c, unsigned *number)
{
    ++*number;
    return !c->stop || --c->stop;
}

static boolean see_prolog(struct tgsi_iterate_context *ctx)
{
    struct counter *c = (struct counter *)ctx;
    assert_int_equal(ctx->processor.Processor, TGSI_PROCESSOR_FRAGMENT);
    c->prologs++;
    return TRUE;
}

static boolean see_declaration(struct tgsi_iterate_context *ctx, struct tgsi_full_declaration *decl)
{
    struct counter *c = (struct counter *)ctx;
    assert_int_equal(decl->Declaration.File, c->declarations ? TGSI_FILE_OUTPUT : TGSI_FILE_INPUT);
    return count(c, &c->declarations);
}

static boolean see_immediate(struct tgsi_iterate_context *ctx, struct tgsi_full_immediate *imm)
{
    struct counter *c = (struct counter *)ctx;
    assert_true(imm->u[1].Float == 2.0f);
    return count(c, &c->immediates);
}

static boolean see_property(struct tgsi_iterate_context *ctx, struct tgsi_full_property *prop)
{
    struct counter *c = (struct counter *)ctx;
    assert_int_equal(prop->Property.PropertyName, TGSI_PROPERTY_FS_COORD_ORIGIN);
    return count(c, &c->properties);
}

static boolean see_instruction(struct tgsi_iterate_context *ctx, struct tgsi_full_instruction *inst)
{
    struct counter *c = (struct counter *)ctx;
    assert_int_equal(inst->Instruction.Opcode, c->instructions ? TGSI_OPCODE_END : TGSI_OPCODE_MUL);
    return count(c, &c->instructions);
}

static boolean see_epilog(struct tgsi_iterate_context *ctx)
{
    ((struct counter *)ctx)->epilogs++;
    return TRUE;
}

static void test_iteration(void **state)
{
    (void)state;
    struct tgsi_token tokens[128];
    struct tgsi_iterate_context nothing;

    assert_true(tgsi_text_translate("FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\n"
                                    "DCL IN[0], GENERIC[0]\nDCL OUT[0], COLOR\n"
                                    "IMM[0] FLT32 {1.0, 2.0, 3.0, 4.0}\n"
                                    "MUL OUT[0], IN[0], IMM[0]\nEND\n",
                                    tokens, ARRAY_SIZE(tokens)));
    for (unsigned stop = 0; stop <= 6; stop++) {
        struct counter c = {.base = {see_prolog,
                                     see_instruction,
                                     see_declaration,
                                     see_immediate,
                                     see_property,
                                     see_epilog,
                                     {0}},
                            .stop = stop};
        assert_int_equal(tgsi_iterate_shader(tokens, &c.base), stop == 0);
        assert_int_equal(c.prologs, 1);
        assert_int_equal(c.properties + c.declarations + c.immediates + c.instructions,
                         stop ? stop : 6);
        assert_int_equal(c.epilogs, stop == 0);
    }
    memset(&nothing, 0, sizeof(nothing));
    assert_true(tgsi_iterate_shader(tokens, &nothing));
    memset(tokens, 0, sizeof(tokens));
    assert_false(tgsi_iterate_shader(tokens, &nothing));
}

static void test_names(void **state)
{
    (void)state;

    assert_string_equal(tgsi_texture_names[TGSI_TEXTURE_2D_ARRAY], "2D_ARRAY");
    assert_string_equal(tgsi_semantic_names[TGSI_SEMANTIC_GENERIC], "GENERIC");
    assert_string_equal(tgsi_processor_type_names[TGSI_PROCESSOR_TESS_EVAL], "TESS_EVAL");
    assert_string_equal(tgsi_property_names[TGSI_PROPERTY_GS_INVOCATIONS], "GS_INVOCATIONS");
    assert_string_equal(tgsi_interpolate_names[TGSI_INTERPOLATE_PERSPECTIVE], "PERSPECTIVE");
    assert_string_equal(tgsi_interpolate_locations[TGSI_INTERPOLATE_LOC_CENTROID], "CENTROID");
    assert_string_equal(tgsi_return_type_names[TGSI_RETURN_TYPE_SNORM], "SNORM");
    assert_string_equal(tgsi_primitive_names[PIPE_PRIM_TRIANGLE_FAN], "TRIANGLE_FAN");
    assert_string_equal(tgsi_fs_coord_origin_names[TGSI_FS_COORD_ORIGIN_LOWER_LEFT], "LOWER_LEFT");
    assert_string_equal(tgsi_fs_coord_pixel_center_names[TGSI_FS_COORD_PIXEL_CENTER_INTEGER],
                        "INTEGER");
    assert_string_equal(tgsi_immediate_type_names[TGSI_IMM_UINT32], "UINT32");
    assert_string_equal(tgsi_file_name(TGSI_FILE_TEMPORARY), "TEMP");
    assert_string_equal(tgsi_file_name(TGSI_FILE_PREDICATE), "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header),     cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_immediates), cmocka_unit_test(test_instructions),
        cmocka_unit_test(test_dropped),    cmocka_unit_test(test_dropped_in_tokens),
        cmocka_unit_test(test_iteration),  cmocka_unit_test(test_names),
        cmocka_unit_test(test_labels),     cmocka_unit_test(test_wrong_lengths),
        cmocka_unit_test(test_arrays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
