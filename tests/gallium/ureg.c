/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Builds a vertex, a geometry and a fragment shader call by call: constants, immediates, arrays,
 * branches, loops. Draws with the shaders, prints them as text and parses the text. */
#include "setup.h"

#include "tgsi/tgsi_dump.h"
#include "tgsi/tgsi_parse.h"
#include "tgsi/tgsi_ureg.h"

/* Prints the tokens and parses the text; checks that the new tokens print equal text. */
static void check_text(struct program *p, struct ureg_program *ureg)
{
    static char text[8192], again[8192];
    struct tgsi_token tokens[1024];
    unsigned num;
    const struct tgsi_token *made = ureg_get_tokens(ureg, &num);

    CHECK(p, made && num == tgsi_num_tokens(made), "no tokens");
    CHECK(p, tgsi_dump_str(made, 0, text, sizeof(text)), "no text");
    CHECK(p, tgsi_text_translate(text, tokens, ARRAY_SIZE(tokens)), "not a shader:\n%s", text);
    tgsi_dump_str(tokens, 0, again, sizeof(again));
    CHECK(p, strcmp(text, again) == 0, "text changed:\n%s%s", text, again);
    ureg_free_tokens(made);
}

static void *make_vs(struct program *p)
{
    struct ureg_program *ureg = ureg_create(TGSI_PROCESSOR_VERTEX);
    struct ureg_src pos = ureg_DECL_vs_input(ureg, 0);
    struct ureg_dst out_pos = ureg_DECL_output(ureg, TGSI_SEMANTIC_POSITION, 0);
    struct ureg_dst out = ureg_DECL_output(ureg, TGSI_SEMANTIC_GENERIC, 0);
    struct ureg_dst tmp = ureg_DECL_temporary(ureg);

    /* 2 x - x, by way of a constant */
    ureg_MUL(ureg, tmp, pos, ureg_scalar(ureg_DECL_constant(ureg, 0), TGSI_SWIZZLE_X));
    ureg_SUB(ureg, tmp, ureg_src(tmp), pos);
    ureg_MOV(ureg, out, ureg_src(tmp));
    ureg_release_temporary(ureg, tmp);
    ureg_MOV(ureg, out_pos, pos);
    ureg_END(ureg);
    check_text(p, ureg);
    return ureg_create_shader_and_destroy(ureg, p->pipe);
}

static void *make_gs(struct program *p)
{
    struct ureg_program *ureg = ureg_create(PIPE_SHADER_GEOMETRY);
    struct ureg_src pos, in;
    struct ureg_dst out_pos, out;
    int i;

    ureg_property(ureg, TGSI_PROPERTY_GS_INPUT_PRIM, PIPE_PRIM_TRIANGLES);
    ureg_property(ureg, TGSI_PROPERTY_GS_OUTPUT_PRIM, PIPE_PRIM_TRIANGLE_STRIP);
    ureg_property(ureg, TGSI_PROPERTY_GS_MAX_OUTPUT_VERTICES, 3);
    pos = ureg_DECL_input(ureg, TGSI_SEMANTIC_POSITION, 0, 0, 1);
    in = ureg_DECL_input(ureg, TGSI_SEMANTIC_GENERIC, 0, 0, 1);
    out_pos = ureg_DECL_output(ureg, TGSI_SEMANTIC_POSITION, 0);
    out = ureg_DECL_output(ureg, TGSI_SEMANTIC_GENERIC, 0);
    for (i = 0; i < 3; i++) {
        ureg_MOV(ureg, out_pos, ureg_src_dimension(pos, i));
        ureg_MOV(ureg, out, ureg_src_dimension(in, i));
        ureg_EMIT(ureg, ureg_imm1u(ureg, 0));
    }
    ureg_END(ureg);
    check_text(p, ureg);
    return ureg_create_shader_and_destroy(ureg, p->pipe);
}

/* Returns 5 times 1/8. */
static struct ureg_dst sum_in_loop(struct ureg_program *ureg)
{
    struct ureg_dst acc = ureg_DECL_temporary(ureg), i = ureg_DECL_temporary(ureg),
                    done = ureg_DECL_local_temporary(ureg);
    unsigned loop, label;

    ureg_MOV(ureg, acc, ureg_imm1f(ureg, 0.0f));
    ureg_MOV(ureg, i, ureg_imm1i(ureg, 0));
    ureg_BGNLOOP(ureg, &loop);
    ureg_USGE(ureg, ureg_writemask(done, TGSI_WRITEMASK_X), ureg_src(i), ureg_imm1u(ureg, 5));
    ureg_UIF(ureg, ureg_scalar(ureg_src(done), TGSI_SWIZZLE_X), &label);
    ureg_BRK(ureg);
    ureg_fixup_label(ureg, label, ureg_get_instruction_number(ureg));
    ureg_ENDIF(ureg);
    ureg_ADD(ureg, acc, ureg_src(acc), ureg_imm1f(ureg, 0.125f));
    ureg_UADD(ureg, i, ureg_src(i), ureg_imm1u(ureg, 1));
    ureg_ENDLOOP(ureg, &loop);
    ureg_release_temporary(ureg, i);
    ureg_release_temporary(ureg, done);
    return acc;
}

/* Returns element CONST[0].y of {0, 1/4, 2/4, 3/4}. */
static struct ureg_src look_up(struct ureg_program *ureg)
{
    struct ureg_dst array = ureg_DECL_array_temporary(ureg, 4, FALSE);
    struct ureg_dst addr = ureg_DECL_address(ureg);
    int i;

    for (i = 0; i < 4; i++)
        ureg_MOV(ureg, ureg_dst_array_offset(array, i), ureg_imm1f(ureg, (float)i / 4.0f));
    ureg_ARL(ureg, ureg_writemask(addr, TGSI_WRITEMASK_X),
             ureg_scalar(ureg_DECL_constant(ureg, 0), TGSI_SWIZZLE_Y));
    return ureg_src_indirect(ureg_src(array), ureg_scalar(ureg_src(addr), TGSI_SWIZZLE_X));
}

static void *make_fs(struct program *p)
{
    struct ureg_program *ureg = ureg_create(PIPE_SHADER_FRAGMENT);
    struct ureg_src in =
        ureg_DECL_fs_input(ureg, TGSI_SEMANTIC_GENERIC, 0, TGSI_INTERPOLATE_PERSPECTIVE);
    struct ureg_dst out = ureg_DECL_output(ureg, TGSI_SEMANTIC_COLOR, 0);
    struct ureg_dst acc = sum_in_loop(ureg), left = ureg_DECL_temporary(ureg);
    unsigned label, else_label;

    ureg_SLT(ureg, left, ureg_scalar(in, TGSI_SWIZZLE_X), ureg_imm1f(ureg, 0.0f));
    ureg_IF(ureg, ureg_scalar(ureg_src(left), TGSI_SWIZZLE_X), &label);
    ureg_MOV(ureg, ureg_writemask(out, TGSI_WRITEMASK_X), ureg_src(acc));
    ureg_fixup_label(ureg, label, ureg_get_instruction_number(ureg));
    ureg_ELSE(ureg, &else_label);
    ureg_ABS(ureg, ureg_writemask(out, TGSI_WRITEMASK_X), ureg_imm1f(ureg, -0.25f));
    ureg_fixup_label(ureg, else_label, ureg_get_instruction_number(ureg));
    ureg_ENDIF(ureg);
    /* 5/8 + 0 * 0 + 5/8, saturated, by an opcode that Gallium dropped later */
    ureg_DP2A(ureg, ureg_saturate(ureg_writemask(out, TGSI_WRITEMASK_Y)),
              ureg_imm2f(ureg, 0.625f, 0.0f), ureg_imm2f(ureg, 1.0f, 0.0f), ureg_src(acc));
    ureg_MOV(ureg, ureg_writemask(out, TGSI_WRITEMASK_Z), look_up(ureg));
    ureg_SUB(ureg, ureg_writemask(out, TGSI_WRITEMASK_W), ureg_imm1f(ureg, 1.0f),
             ureg_swizzle(ureg_DECL_constant(ureg, 1), 3, 3, 3, 3));
    ureg_END(ureg);
    check_text(p, ureg);
    return ureg_create_shader_and_destroy(ureg, p->pipe);
}

/* Builds a shader with an opcode that no driver supported, or with a number that is no opcode;
 * checks that the shader is rejected. */
static void check_refused(struct program *p, unsigned opcode)
{
    struct ureg_program *ureg = ureg_create(TGSI_PROCESSOR_FRAGMENT);
    struct ureg_src in =
        ureg_DECL_fs_input(ureg, TGSI_SEMANTIC_GENERIC, 0, TGSI_INTERPOLATE_LINEAR);

    ureg_insn(ureg, opcode, NULL, 0, &in, 1);
    ureg_END(ureg);
    CHECK(p, !ureg_finalize(ureg), "opcode %u", opcode);
    CHECK(p, !ureg_create_shader_and_destroy(ureg, p->pipe), "opcode %u", opcode);
}

static void check(struct program *p, const char *what)
{
    static uint8_t pixels[HEIGHT][WIDTH][4];
    int x, y, c;

    clear(p, 0, 0, 0, 0);
    util_draw_arrays(p->pipe, PIPE_PRIM_TRIANGLES, 0, 3);
    read_target(p, pixels);
    for (y = 0; y < HEIGHT; y++) {
        for (x = 0; x < WIDTH; x++) {
            const int expected[4] = {x < WIDTH / 2 ? 159 : 64, 255, 128, 191};
            for (c = 0; c < 4; c++)
                CHECK(p, abs(pixels[y][x][c] - expected[c]) <= 1, "%s: pixel %d, %d: %u is %u",
                      what, x, y, c, pixels[y][x][c]);
        }
    }
}

/* Makes invalid requests to a builder; checks that the builder reports them at the end. */
static void check_failures(struct program *p)
{
    struct ureg_program *ureg = ureg_create(TGSI_PROCESSOR_FRAGMENT);

    ureg_DECL_immediate(ureg, NULL, 0);
    ureg_END(ureg);
    CHECK(p, !ureg_finalize(ureg), "an immediate of nothing");
    CHECK(p, !ureg_create_shader_and_destroy(ureg, p->pipe), "a shader of it");
    CHECK(p, !ureg_create(77), "a processor that is none");
}

/* Uses TGSI_FILE_PREDICATE, which has no meaning any more, as a register file; checks that the
 * shader is rejected. */
static void check_refused_names(struct program *p)
{
    struct ureg_program *ureg = ureg_create(TGSI_PROCESSOR_VERTEX);
    struct ureg_src in = ureg_DECL_vs_input(ureg, 0);

    ureg_MOV(ureg, ureg_DECL_output(ureg, TGSI_SEMANTIC_POSITION, 0), in);
    ureg_MOV(ureg, ureg_dst_register(TGSI_FILE_PREDICATE, 0), in);
    ureg_END(ureg);
    CHECK(p, !ureg_create_shader_and_destroy(ureg, p->pipe), "PREDICATE");
}

int main(void)
{
    static const float vertices[3][1][4] = {{{-1, -1, 0, 1}}, {{3, -1, 0, 1}}, {{-1, 3, 0, 1}}};
    float constants[2][4] = {{2.0f, 2.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.25f}};
    struct pipe_constant_buffer cb;
    struct program p;

    init_screen(&p);
    init_target(&p, PIPE_FORMAT_RGBA8888_UNORM);
    init_state(&p);
    set_vertices(&p, &vertices[0][0][0], sizeof(vertices), 1);
    p.vs = make_vs(&p);
    p.fs = make_fs(&p);
    assert(p.vs && p.fs);
    p.pipe->bind_vs_state(p.pipe, p.vs);
    p.pipe->bind_fs_state(p.pipe, p.fs);
    memset(&cb, 0, sizeof(cb));
    cb.buffer_size = sizeof(constants);
    cb.user_buffer = constants;
    p.pipe->set_constant_buffer(p.pipe, PIPE_SHADER_VERTEX, 0, &cb);
    p.pipe->set_constant_buffer(p.pipe, PIPE_SHADER_FRAGMENT, 0, &cb);
    check(&p, "vertices");

    if (p.screen->get_shader_param(p.screen, PIPE_SHADER_GEOMETRY,
                                   PIPE_SHADER_CAP_MAX_INSTRUCTIONS)) {
        void *gs = make_gs(&p);
        assert(gs);
        p.pipe->bind_gs_state(p.pipe, gs);
        check(&p, "geometry");
        p.pipe->bind_gs_state(p.pipe, NULL);
        p.pipe->delete_gs_state(p.pipe, gs);
    }
    check_failures(&p);
    check_refused(&p, TGSI_OPCODE_PUSHA);
    check_refused(&p, TGSI_OPCODE_POPA);
    check_refused(&p, 1000);
    check_refused_names(&p);
    return finish(&p);
}
