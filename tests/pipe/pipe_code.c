/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Runs shaders with doubles, 64-bit integers, and control flow that SPIR-V lacks; the resulting
 * dwords must equal those that the CPU computes. */
#include "pipe_sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A piece of shader code. TEMP[0] holds `a` in xy and `b` in zw; the code writes OUT[0]. */
struct code_case {
    const char *code;
    uint64_t a, b;
    uint32_t expected[4];
};

static uint64_t bits(double value)
{
    uint64_t u;
    memcpy(&u, &value, sizeof(u));
    return u;
}

static uint32_t float_bits(float value)
{
    uint32_t u;
    memcpy(&u, &value, sizeof(u));
    return u;
}

#define LOW(u)  ((uint32_t)(u))
#define HIGH(u) ((uint32_t)((u) >> 32))

static void run(struct pipe_fixture *f, const struct code_case *k)
{
    char text[1536];
    const struct pipe_sampler_state sampler = sample_nearest();
    struct pipe_resource *res =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 1, 1, 1);
    const struct pipe_sampler_view view = sample_view(res);
    snprintf(text, sizeof(text),
             "FRAG\n"
             "DCL IN[0], GENERIC[0], CONSTANT\n"
             "DCL OUT[0], COLOR\n"
             "DCL TEMP[0..3]\n"
             "IMM[0] UINT32 {%u, %u, %u, %u}\n"
             "IMM[1] UINT32 {0, 1, 2, 3}\n"
             "XOR TEMP[0], IMM[0], IN[0]\n"
             "MOV TEMP[1], IMM[1].xxxx\n"
             "%s"
             "END\n",
             LOW(k->a), HIGH(k->a), LOW(k->b), HIGH(k->b), k->code);
    /* The shader's input is 0, which the compiler cannot know. */
    const struct sample_lookup lookup = {
        .opcode = "TXF", .target = "2D", .type = SAMPLE_UINT, .text = text};
    union pipe_color_union got = sample(f, res, &view, &sampler, &lookup);
    for (unsigned i = 0; i < 4; i++) {
        if (got.ui[i] != k->expected[i])
            fail_msg("%s: word %u is 0x%x, not 0x%x", k->code, i, got.ui[i], k->expected[i]);
    }
    pipe_resource_reference(&res, NULL);
}

static void test_doubles(void **state)
{
    const double a = 1.0 / 3.0;
    const double b = -123456789.123456789;
    const struct {
        const char *code;
        double result;
    } cases[] = {
        {"DADD OUT[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\nMOV OUT[0].zw, IMM[1].xxxx\n", a + b},
        {"DMUL TEMP[2].zw, TEMP[0].xyxy, TEMP[0].zwzw\nMOV OUT[0], TEMP[2].zwww\n"
         "MOV OUT[0].zw, IMM[1].xxxx\n",
         a * b},
        {"DDIV OUT[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\nMOV OUT[0].zw, IMM[1].xxxx\n", a / b},
        {"DFLR OUT[0].xy, TEMP[0].zwzw\nMOV OUT[0].zw, IMM[1].xxxx\n", floor(b)},
        {"DSQRT OUT[0].xy, |TEMP[0].zwzw|\nMOV OUT[0].zw, IMM[1].xxxx\n", sqrt(-b)},
        {"DMAX OUT[0].xy, TEMP[0].xyxy, -TEMP[0].zwzw\nMOV OUT[0].zw, IMM[1].xxxx\n", -b},
        {"DSSG OUT[0].xy, TEMP[0].zwzw\nMOV OUT[0].zw, IMM[1].xxxx\n", -1.0},
        {"DLDEXP OUT[0].xy, TEMP[0].xyxy, IMM[1].wwww\nMOV OUT[0].zw, IMM[1].xxxx\n", a * 8.0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint64_t result = bits(cases[i].result);
        const struct code_case k = {
            cases[i].code, bits(a), bits(b), {LOW(result), HIGH(result), 0, 0}};
        run(*state, &k);
    }
}

static void test_conversions_and_comparisons(void **state)
{
    const double a = 1.0 / 3.0;
    const double b = -123456789.123456789;
    const struct code_case cases[] = {
        {"D2F OUT[0].xy, TEMP[0]\nD2I OUT[0].z, TEMP[0].zwzw\nD2U OUT[0].w, -TEMP[0].zwzw\n",
         bits(a),
         bits(b),
         {float_bits((float)a), float_bits((float)b), (uint32_t)-123456789, 123456789}},
        {"DSLT OUT[0].xz, TEMP[0], TEMP[0].zwxy\nDSGE OUT[0].y, TEMP[0].xyxy, TEMP[0].zwzw\n"
         "DSNE OUT[0].w, TEMP[0].xyxy, TEMP[0].xyxy\n",
         bits(a),
         bits(b),
         {0, ~0u, ~0u, 0}},
        {"DSLT OUT[0].x, TEMP[0].xyxy, TEMP[0].zwzw\nDSGE OUT[0].y, TEMP[0].xyxy, TEMP[0].zwzw\n"
         "DSEQ OUT[0].z, TEMP[0].xyxy, TEMP[0].xyxy\nDSNE OUT[0].w, TEMP[0].xyxy, TEMP[0].xyxy\n",
         bits(NAN),
         bits(b),
         {0, 0, 0, ~0u}},
        {"DFRACEXP TEMP[2].xy, TEMP[3].x, TEMP[0].xyxy\nMOV OUT[0].xy, TEMP[2].xyxy\n"
         "MOV OUT[0].zw, TEMP[3].xxxx\n",
         bits(10.0),
         0,
         {0, HIGH(bits(0.625)), 4, 4}},
        {"I2D TEMP[2], TEMP[0].xzzz\nDADD OUT[0].xy, TEMP[2].xyxy, TEMP[2].zwzw\n"
         "U2D OUT[0].zw, TEMP[0].xxxx\n",
         (uint32_t)-7,
         4,
         {0, HIGH(bits(-3.0)), LOW(bits(4294967289.0)), HIGH(bits(4294967289.0))}},
        {"I642D TEMP[2].xy, TEMP[0].xyxy\nU642F OUT[0].y, TEMP[0].zwzw\n"
         "I642F OUT[0].x, TEMP[0].xyxy\nD2I64 OUT[0].zw, TEMP[2].xyxy\n",
         (uint64_t)-5000000000,
         UINT64_C(1) << 63,
         {float_bits(-5e9f), float_bits(9223372036854775808.0f), LOW(-5000000000),
          HIGH(-5000000000)}},
        {"F2I64 OUT[0].xy, TEMP[0].xxxx\nF2U64 OUT[0].zw, TEMP[0].zzzz\n",
         float_bits(-5e9f),
         float_bits(5e9f),
         {LOW(-5000000000), HIGH(-5000000000), LOW(5000000000), HIGH(5000000000)}},
        {"I2I64 OUT[0].xy, TEMP[0].xxxx\nU2I64 OUT[0].zw, TEMP[0].xxxx\n",
         (uint32_t)-2,
         0,
         {(uint32_t)-2, ~0u, (uint32_t)-2, 0}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        run(*state, &cases[i]);
}

static void test_integers(void **state)
{
    const uint64_t a = UINT64_C(0xfedcba9876543210);
    const uint64_t b = UINT64_C(0x123456789abcdef);
    const uint64_t least = UINT64_C(1) << 63;
    const uint64_t ones = UINT64_MAX;
    const int64_t quotient = (int64_t)a / 1000003;
    const int64_t rest = (int64_t)a % 1000003;
#define PAIRS(x, y)                                                                                \
    {                                                                                              \
        LOW(x), HIGH(x), LOW(y), HIGH(y)                                                           \
    }
    const struct code_case cases[] = {
        {"U64ADD OUT[0], TEMP[0], TEMP[0].zwxy\n", a, b, PAIRS(a + b, a + b)},
        {"U64MUL OUT[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\nI64NEG OUT[0].zw, TEMP[0].zwzw\n", a, b,
         PAIRS(a * b, 0 - b)},
        {"I64DIV OUT[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\nI64MOD OUT[0].zw, TEMP[0].xyxy, "
         "TEMP[0].zwzw\n",
         a, 1000003, PAIRS((uint64_t)quotient, (uint64_t)rest)},
        {"U64DIV OUT[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\nU64MOD OUT[0].zw, TEMP[0].xyxy, "
         "TEMP[0].zwzw\n",
         a, b, PAIRS(a / b, a % b)},
        {"I64DIV OUT[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\nI64MOD OUT[0].zw, TEMP[0].xyxy, "
         "TEMP[0].zwzw\n",
         a, 0, PAIRS(UINT64_C(0), ones)},
        {"I64DIV OUT[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\nI64MOD OUT[0].zw, TEMP[0].xyxy, "
         "TEMP[0].zwzw\n",
         least, ones, PAIRS(least, UINT64_C(0))},
        {"I64SHR OUT[0].xy, TEMP[0].xyxy, TEMP[0].zzzz\nU64SHR OUT[0].zw, TEMP[0].xyxy, "
         "TEMP[0].zzzz\n",
         a, 64 + 36, PAIRS((uint64_t)((int64_t)a >> 36), a >> 36)},
        {"U64SHL OUT[0].xy, TEMP[0].xyxy, TEMP[0].zzzz\nI64SSG OUT[0].zw, TEMP[0].xyxy\n", a, 36,
         PAIRS(a << 36, ones)},
        {"I64MIN OUT[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\nU64MIN OUT[0].zw, TEMP[0].xyxy, "
         "TEMP[0].zwzw\n",
         a, b, PAIRS(a, b)},
        {"I64MAX OUT[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\nI64ABS OUT[0].zw, TEMP[0].xyxy\n", a, b,
         PAIRS(b, 0 - a)},
        {"U64SEQ OUT[0].x, TEMP[0].xyxy, TEMP[0].zwzw\nU64SNE OUT[0].y, TEMP[0].xyxy, "
         "TEMP[0].zwzw\nI64SLT OUT[0].z, TEMP[0].xyxy, TEMP[0].zwzw\nU64SLT OUT[0].w, "
         "TEMP[0].xyxy, TEMP[0].zwzw\n",
         a,
         b,
         {0, ~0u, ~0u, 0}},
        /* A loop doubles the 64-bit value in TEMP[0].xy three times; each iteration loads and
         * stores both dwords. */
        {"BGNLOOP\nUSGE TEMP[2].x, TEMP[1].xxxx, IMM[1].wwww\nUIF TEMP[2].xxxx\nBRK\nENDIF\n"
         "U64ADD TEMP[0].xy, TEMP[0].xyxy, TEMP[0].xyxy\nUADD TEMP[1].x, TEMP[1].xxxx, "
         "IMM[1].yyyy\nENDLOOP\nMOV OUT[0], TEMP[0]\n",
         a, b, PAIRS(a << 3, b)},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        run(*state, &cases[i]);
}

/* Runs each shader with the selectors 0 to 4 in TEMP[0].x; OUT[0].xy is (9, 9) at first. Of the two
 * hexadecimal digits of an expected value, the first is y and the second is x. */
static void test_control_flow(void **state)
{
    static const struct {
        const char *code;
        uint32_t expected[5];
    } cases[] = {
        /* CASE 1 falls into CASE 2; CASE 3 breaks. */
        {"SWITCH TEMP[0].xxxx\nCASE IMM[1].yyyy\nMOV OUT[0].x, IMM[1].wwww\nCASE IMM[1].zzzz\n"
         "UADD TEMP[1].x, TEMP[1].xxxx, IMM[1].yyyy\nMOV OUT[0].y, TEMP[1].xxxx\nBRK\n"
         "CASE IMM[1].wwww\nBRK\nDEFAULT\nMOV OUT[0].x, IMM[1].xxxx\nENDSWITCH\n",
         {0x90, 0x13, 0x19, 0x99, 0x90}},
        /* DEFAULT is in the middle and falls into CASE 2. */
        {"SWITCH TEMP[0].xxxx\nCASE IMM[1].yyyy\nMOV OUT[0].x, IMM[1].wwww\nBRK\nDEFAULT\n"
         "MOV OUT[0].x, IMM[1].xxxx\nCASE IMM[1].zzzz\nMOV OUT[0].y, IMM[1].yyyy\nBRK\n"
         "CASE IMM[1].wwww\nMOV OUT[0].y, IMM[1].zzzz\nENDSWITCH\n",
         {0x10, 0x93, 0x19, 0x29, 0x10}},
        /* RET from a loop in a switch, and from an IF. */
        {"SWITCH TEMP[0].xxxx\nCASE IMM[1].yyyy\nCASE IMM[1].zzzz\nBGNLOOP\n"
         "UADD TEMP[1].x, TEMP[1].xxxx, IMM[1].yyyy\nUSGE TEMP[1].y, TEMP[1].xxxx, TEMP[0].xxxx\n"
         "UIF TEMP[1].yyyy\nMOV OUT[0].x, TEMP[1].xxxx\nRET\nENDIF\nENDLOOP\nENDSWITCH\n"
         "MOV OUT[0].y, IMM[1].wwww\nUSEQ TEMP[1].x, TEMP[0].xxxx, IMM[1].wwww\n"
         "UIF TEMP[1].xxxx\nRET\nENDIF\nMOV OUT[0].x, IMM[1].xxxx\n",
         {0x30, 0x91, 0x92, 0x39, 0x30}},
        /* A switch in a loop: CONT continues the loop, and BRK ends the switch. BRK after the
         * switch ends the loop. */
        {"BGNLOOP\nUADD TEMP[1].x, TEMP[1].xxxx, IMM[1].yyyy\nSWITCH TEMP[1].xxxx\n"
         "CASE IMM[1].yyyy\nCONT\nCASE TEMP[0].xxxx\nMOV OUT[0].y, TEMP[1].xxxx\nBRK\nDEFAULT\n"
         "USGE TEMP[1].y, TEMP[1].xxxx, IMM[1].wwww\nUIF TEMP[1].yyyy\nRET\nENDIF\nENDSWITCH\n"
         "MOV OUT[0].x, TEMP[1].xxxx\nUSGE TEMP[1].y, TEMP[1].xxxx, IMM[1].wwww\n"
         "UIF TEMP[1].yyyy\nBRK\nENDIF\nENDLOOP\n",
         {0x92, 0x92, 0x22, 0x33, 0x92}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char code[800];
        snprintf(code, sizeof(code), "MOV OUT[0], TEMP[0].zzww\n%s", cases[i].code);
        for (uint32_t selector = 0; selector < 5; selector++) {
            uint32_t expected = cases[i].expected[selector];
            const struct code_case k = {code, selector, 9, {expected & 0xf, expected >> 4, 0, 0}};
            run(*state, &k);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_conversions_and_comparisons),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_control_flow),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
