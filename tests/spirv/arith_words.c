/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opcodes of 32-bit integers, moves, and conversions. docs/tgsi-diagnostics.md defines division by
 * zero and shifts by more than the width. */
#include <math.h>

#include "arith.h"
#include "pipe/p_shader_tokens.h"

#define WORD(name, expression)                                                                     \
    static struct arith_want name(const union arith_value *x)                                      \
    {                                                                                              \
        return (struct arith_want){.bits = (uint32_t)(expression)};                                \
    }

WORD(copy, x[0].u)
WORD(uadd, x[0].u + x[1].u)
WORD(umul, x[0].u *x[1].u)
WORD(umad, x[0].u *x[1].u + x[2].u)
WORD(ineg, 0 - x[0].u)
WORD(iabs, x[0].i < 0 ? 0 - x[0].u : x[0].u)
WORD(issg, x[0].i > 0 ? 1 : x[0].i < 0 ? -1 : 0)
WORD(imin, x[0].i < x[1].i ? x[0].u : x[1].u)
WORD(imax, x[0].i > x[1].i ? x[0].u : x[1].u)
WORD(umin, x[0].u < x[1].u ? x[0].u : x[1].u)
WORD(umax, x[0].u > x[1].u ? x[0].u : x[1].u)
WORD(not_of, ~x[0].u)
WORD(and_of, x[0].u &x[1].u)
WORD(or_of, x[0].u | x[1].u)
WORD(xor_of, x[0].u ^ x[1].u)
WORD(shl, x[0].u << (x[1].u & 31))
WORD(ishr, x[0].i >> (x[1].u & 31))
WORD(ushr, x[0].u >> (x[1].u & 31))
WORD(udiv, x[1].u ? x[0].u / x[1].u : UINT32_MAX)
WORD(umod, x[1].u ? x[0].u % x[1].u : UINT32_MAX)
WORD(umul_hi, (uint64_t)x[0].u *x[1].u >> 32)
WORD(imul_hi, (int64_t)x[0].i *x[1].i >> 32)
WORD(useq, x[0].u == x[1].u ? UINT32_MAX : 0)
WORD(usne, x[0].u != x[1].u ? UINT32_MAX : 0)
WORD(uslt, x[0].u < x[1].u ? UINT32_MAX : 0)
WORD(usge, x[0].u >= x[1].u ? UINT32_MAX : 0)
WORD(islt, x[0].i < x[1].i ? UINT32_MAX : 0)
WORD(isge, x[0].i >= x[1].i ? UINT32_MAX : 0)
WORD(ucmp, x[0].u ? x[1].u : x[2].u)
WORD(sad, (x[0].u > x[1].u ? x[0].u - x[1].u : x[1].u - x[0].u) + x[2].u)
WORD(popc, __builtin_popcount(x[0].u))
WORD(lsb, x[0].u ? __builtin_ctz(x[0].u) : -1)
WORD(umsb, x[0].u ? 31 - __builtin_clz(x[0].u) : -1)

static struct arith_want imsb(const union arith_value *x)
{
    const union arith_value bits = {.u = x[0].i < 0 ? ~x[0].u : x[0].u};
    return umsb(&bits);
}

static struct arith_want brev(const union arith_value *x)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < 32; i++)
        word |= (x[0].u >> i & 1) << (31 - i);
    return (struct arith_want){.bits = word};
}

/* Returns whether the least number is divided by -1, which has no defined result. */
static bool no_quotient(const union arith_value *x)
{
    return x[0].i == INT32_MIN && x[1].i == -1;
}

static struct arith_want idiv(const union arith_value *x)
{
    if (no_quotient(x))
        return (struct arith_want){.any = true};
    return (struct arith_want){.bits = x[1].i ? (uint32_t)(x[0].i / x[1].i) : 0};
}

static struct arith_want mod(const union arith_value *x)
{
    if (no_quotient(x))
        return (struct arith_want){.any = true};
    return (struct arith_want){.bits = x[1].i ? (uint32_t)(x[0].i % x[1].i) : UINT32_MAX};
}

/* Returns a mask of the `count` low bits. A bit field that extends past bit 31 has no defined
 * result, see no_field(). */
static uint32_t field_mask(uint32_t count)
{
    return count == 32 ? UINT32_MAX : (1u << count) - 1;
}

static bool no_field(uint32_t offset, uint32_t count)
{
    return offset > 31 || count > 32 - offset;
}

static struct arith_want ubfe(const union arith_value *x)
{
    if (no_field(x[1].u, x[2].u))
        return (struct arith_want){.any = true};
    return (struct arith_want){.bits = x[0].u >> x[1].u & field_mask(x[2].u)};
}

static struct arith_want ibfe(const union arith_value *x)
{
    struct arith_want want = ubfe(x);
    bool negative = x[2].u > 0 && !want.any && (want.bits >> (x[2].u - 1) & 1);
    if (negative)
        want.bits |= (uint32_t)~field_mask(x[2].u);
    return want;
}

static struct arith_want bfi(const union arith_value *x)
{
    if (no_field(x[2].u, x[3].u))
        return (struct arith_want){.any = true};
    uint32_t mask = field_mask(x[3].u) << x[2].u;
    return (struct arith_want){.bits = (x[0].u & ~mask) | (x[1].u << x[2].u & mask)};
}

/* ---- Conversions ---------------------------------------------------------------------------- */

static struct arith_want i2f(const union arith_value *x)
{
    return (struct arith_want){.number = x[0].i};
}

static struct arith_want u2f(const union arith_value *x)
{
    return (struct arith_want){.number = x[0].u};
}

static struct arith_want to_int(double number)
{
    if (!(number > -2147483649.0 && number < 2147483648.0))
        return (struct arith_want){.any = true};
    return (struct arith_want){.bits = (uint32_t)(int32_t)number};
}

static struct arith_want f2i(const union arith_value *x)
{
    return to_int((double)x[0].f);
}

static struct arith_want f2u(const union arith_value *x)
{
    if (!(x[0].f > -1.0f && x[0].f < 0x1p32f))
        return (struct arith_want){.any = true};
    return (struct arith_want){.bits = (uint32_t)x[0].f};
}

static struct arith_want arl(const union arith_value *x)
{
    return to_int(floor((double)x[0].f));
}

static struct arith_want arr(const union arith_value *x)
{
    return to_int(floor((double)(x[0].f + 0.5f)));
}

#define WORDS(name, operands, fn)                                                                  \
    {                                                                                              \
        .opcode = TGSI_OPCODE_##name, .in = operands, .out = 'i', .lane = fn                       \
    }

const struct arith_op arith_words[] = {
    WORDS(MOV, "i", copy),
    WORDS(UARL, "i", copy),
    WORDS(INEG, "i", ineg),
    WORDS(IABS, "i", iabs),
    WORDS(ISSG, "i", issg),
    WORDS(NOT, "i", not_of),
    WORDS(BREV, "i", brev),
    WORDS(POPC, "i", popc),
    WORDS(LSB, "i", lsb),
    WORDS(IMSB, "i", imsb),
    WORDS(UMSB, "i", umsb),
    {.opcode = TGSI_OPCODE_I2F, .in = "i", .out = 'f', .lane = i2f, .ulp = 1},
    {.opcode = TGSI_OPCODE_U2F, .in = "i", .out = 'f', .lane = u2f, .ulp = 1},
    WORDS(F2I, "f", f2i),
    WORDS(F2U, "f", f2u),
    {.opcode = TGSI_OPCODE_ARL, .in = "f", .out = 'i', .lane = arl, .freedom = ARITH_DENORMS},
    WORDS(ARR, "f", arr),
    WORDS(UADD, "ii", uadd),
    WORDS(UMUL, "ii", umul),
    WORDS(IMIN, "ii", imin),
    WORDS(IMAX, "ii", imax),
    WORDS(UMIN, "ii", umin),
    WORDS(UMAX, "ii", umax),
    WORDS(AND, "ii", and_of),
    WORDS(OR, "ii", or_of),
    WORDS(XOR, "ii", xor_of),
    WORDS(SHL, "ii", shl),
    WORDS(ISHR, "ii", ishr),
    WORDS(USHR, "ii", ushr),
    WORDS(IDIV, "ii", idiv),
    WORDS(UDIV, "ii", udiv),
    WORDS(MOD, "ii", mod),
    WORDS(UMOD, "ii", umod),
    WORDS(UMUL_HI, "ii", umul_hi),
    WORDS(IMUL_HI, "ii", imul_hi),
    WORDS(USEQ, "ii", useq),
    WORDS(USNE, "ii", usne),
    WORDS(USLT, "ii", uslt),
    WORDS(USGE, "ii", usge),
    WORDS(ISLT, "ii", islt),
    WORDS(ISGE, "ii", isge),
    WORDS(UMAD, "iii", umad),
    WORDS(UCMP, "iii", ucmp),
    WORDS(SAD, "iii", sad),
    WORDS(UBFE, "iii", ubfe),
    WORDS(IBFE, "iii", ibfe),
    WORDS(BFI, "iiii", bfi),
};
const size_t arith_num_words = sizeof(arith_words) / sizeof(arith_words[0]);
