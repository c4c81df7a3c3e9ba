/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opcodes with 64-bit values: doubles, integers, and conversions to and from 32 bits. */
#include <math.h>

#include "arith.h"
#include "pipe/p_shader_tokens.h"

#define A (x[0].d)
#define B (x[1].d)
#define C (x[2].d)

#define DOUBLE(name, expression)                                                                   \
    static struct arith_want name(const union arith_value *x)                                      \
    {                                                                                              \
        return (struct arith_want){.number = (expression)};                                        \
    }
#define LONG(name, expression)                                                                     \
    static struct arith_want name(const union arith_value *x)                                      \
    {                                                                                              \
        return (struct arith_want){.bits = (uint64_t)(expression)};                                \
    }
/* Defines a function whose result is undefined if the condition is false. */
#define IF(name, condition, expression)                                                            \
    static struct arith_want name(const union arith_value *x)                                      \
    {                                                                                              \
        if (!(condition))                                                                          \
            return (struct arith_want){.any = true};                                               \
        return (struct arith_want){.bits = (uint64_t)(expression)};                                \
    }

DOUBLE(dadd, A + B)
DOUBLE(dmul, A *B)
DOUBLE(ddiv, A / B)
DOUBLE(dneg, -A)
DOUBLE(dabs, fabs(A))
DOUBLE(dmin, fmin(A, B))
DOUBLE(dmax, fmax(A, B))
DOUBLE(drcp, 1 / A)
DOUBLE(dflr, floor(A))
DOUBLE(dceil, ceil(A))
DOUBLE(dtrunc, trunc(A))
DOUBLE(dround, nearbyint(A))
DOUBLE(dssg, A > 0 ? 1 : A < 0 ? -1 : 0)
LONG(dslt, A < B ? UINT32_MAX : 0)
LONG(dsge, A >= B ? UINT32_MAX : 0)
LONG(dseq, A == B ? UINT32_MAX : 0)
LONG(dsne, A != B ? UINT32_MAX : 0)

static struct arith_want any(void)
{
    return (struct arith_want){.any = true};
}

static struct arith_want dsqrt(const union arith_value *x)
{
    return A < 0 ? any() : (struct arith_want){.number = sqrt(A)};
}

static struct arith_want drsq(const union arith_value *x)
{
    return signbit(A) ? any() : (struct arith_want){.number = 1 / sqrt(A)};
}

static struct arith_want dfrac(const union arith_value *x)
{
    return isinf(A) ? any() : (struct arith_want){.number = A - floor(A), .slack = 0x1p-53};
}

/* Returns a * b + c. The product may be rounded before the addition or not. */
static struct arith_want dmad(const union arith_value *x)
{
    double product = fabs(A * B);
    if (isfinite(A) && isfinite(B) && isinf(product))
        return any();
    return (struct arith_want){.number = fma(A, B, C),
                               .slack = isfinite(product) ? product * 0x1p-52 : 0};
}

static struct arith_want dldexp(const union arith_value *x)
{
    int32_t n = x[1].i;
    double number = ldexp(A, n);
    if ((n < -1022 || n > 1023 || (isinf(number) && isfinite(A))) && A != 0)
        return any();
    return (struct arith_want){.number = number};
}

/* Returns false for denormals, which devices flush to zero or do not normalize. */
static bool has_parts(double number)
{
    return number == 0 || isnormal(number);
}

static struct arith_want fraction(const union arith_value *x)
{
    int number;
    return has_parts(A) ? (struct arith_want){.number = frexp(A, &number)} : any();
}

static struct arith_want exponent(const union arith_value *x)
{
    int number = 0;
    if (!has_parts(A))
        return any();
    frexp(A, &number);
    return (struct arith_want){.bits = (uint32_t)number};
}

/* ---- Integers ------------------------------------------------------------------------------- */

LONG(ladd, x[0].l + x[1].l)
LONG(lmul, x[0].l *x[1].l)
LONG(lneg, 0 - x[0].l)
LONG(labs_of, x[0].s < 0 ? 0 - x[0].l : x[0].l)
LONG(lssg, x[0].s > 0 ? 1 : x[0].s < 0 ? -1 : 0)
LONG(smin, x[0].s < x[1].s ? x[0].s : x[1].s)
LONG(smax, x[0].s > x[1].s ? x[0].s : x[1].s)
LONG(lmin, x[0].l < x[1].l ? x[0].l : x[1].l)
LONG(lmax, x[0].l > x[1].l ? x[0].l : x[1].l)
LONG(lshl, x[0].l << (x[1].u & 63))
LONG(sshr, x[0].s >> (x[1].u & 63))
LONG(lshr, x[0].l >> (x[1].u & 63))
LONG(ldiv_of, x[1].l ? x[0].l / x[1].l : UINT64_MAX)
LONG(lmod, x[1].l ? x[0].l % x[1].l : UINT64_MAX)
LONG(lseq, x[0].l == x[1].l ? UINT32_MAX : 0)
LONG(lsne, x[0].l != x[1].l ? UINT32_MAX : 0)
LONG(lslt, x[0].l < x[1].l ? UINT32_MAX : 0)
LONG(lsge, x[0].l >= x[1].l ? UINT32_MAX : 0)
LONG(sslt, x[0].s < x[1].s ? UINT32_MAX : 0)
LONG(ssge, x[0].s >= x[1].s ? UINT32_MAX : 0)
/* The least number divided by -1 has no defined result. */
IF(sdiv, x[0].s != INT64_MIN || x[1].s != -1, x[1].s ? x[0].s / x[1].s : 0)
IF(smod, x[0].s != INT64_MIN || x[1].s != -1, x[1].s ? x[0].s % x[1].s : -1)

/* ---- Conversions ---------------------------------------------------------------------------- */

DOUBLE(f2d, (double)x[0].f)
DOUBLE(i2d, x[0].i)
DOUBLE(u2d, x[0].u)
DOUBLE(d2f, A)
DOUBLE(s2f, (double)x[0].s)
DOUBLE(l2f, (double)x[0].l)
LONG(i2l, (int64_t)x[0].i)
LONG(u2l, x[0].u)
IF(d2i, A > -2147483649.0 && A < 2147483648.0, (uint32_t)(int32_t)A)
IF(d2u, A > -1 && A < 4294967296.0, (uint32_t)A)
IF(d2s, A >= -0x1p63 && A < 0x1p63, (int64_t)A)
IF(d2l, A > -1 && A < 0x1p64, (uint64_t)A)
IF(f2s, x[0].f >= -0x1p63f && x[0].f < 0x1p63f, (int64_t)x[0].f)
IF(f2l, x[0].f > -1 && x[0].f < 0x1p64f, (uint64_t)x[0].f)

#define LANE(name, operands, result, fn, ...)                                                      \
    {                                                                                              \
        .opcode = TGSI_OPCODE_##name, .in = operands, .out = result, .lane = fn, __VA_ARGS__       \
    }
#define DENORMS      .freedom = ARITH_DENORMS
#define DENORMS_ZERO .freedom = ARITH_DENORMS | ARITH_ZERO
#define EXACT        .freedom = 0

const struct arith_op arith_wides[] = {
    LANE(DABS, "d", 'd', dabs, DENORMS),
    LANE(DNEG, "d", 'd', dneg, DENORMS),
    LANE(DRCP, "d", 'd', drcp, DENORMS, .ulp = 2.5),
    LANE(DSQRT, "d", 'd', dsqrt, DENORMS_ZERO, .ulp = 3),
    LANE(DRSQ, "d", 'd', drsq, DENORMS, .ulp = 3),
    LANE(DFRAC, "d", 'd', dfrac, DENORMS_ZERO),
    LANE(DFLR, "d", 'd', dflr, DENORMS_ZERO),
    LANE(DCEIL, "d", 'd', dceil, DENORMS_ZERO),
    LANE(DTRUNC, "d", 'd', dtrunc, DENORMS_ZERO),
    LANE(DROUND, "d", 'd', dround, DENORMS_ZERO),
    LANE(DSSG, "d", 'd', dssg, DENORMS),
    LANE(DFRACEXP, "d", 'd', fraction, DENORMS_ZERO),
    LANE(DFRACEXP, "d", 'i', exponent, DENORMS),
    LANE(D2F, "d", 'f', d2f, DENORMS, .ulp = 1),
    LANE(D2I, "d", 'i', d2i, EXACT),
    LANE(D2U, "d", 'i', d2u, EXACT),
    LANE(D2I64, "d", 'l', d2s, EXACT),
    LANE(D2U64, "d", 'l', d2l, EXACT),
    LANE(DADD, "dd", 'd', dadd, DENORMS),
    LANE(DMUL, "dd", 'd', dmul, DENORMS),
    LANE(DDIV, "dd", 'd', ddiv, DENORMS, .ulp = 2.5),
    LANE(DMIN, "dd", 'd', dmin, DENORMS_ZERO),
    LANE(DMAX, "dd", 'd', dmax, DENORMS_ZERO),
    LANE(DSLT, "dd", 'm', dslt, DENORMS),
    LANE(DSGE, "dd", 'm', dsge, DENORMS),
    LANE(DSEQ, "dd", 'm', dseq, DENORMS),
    LANE(DSNE, "dd", 'm', dsne, DENORMS),
    LANE(DMAD, "ddd", 'd', dmad, DENORMS_ZERO, .ulp = 1),
    LANE(DFMA, "ddd", 'd', dmad, DENORMS_ZERO, .ulp = 1),
    LANE(DLDEXP, "dc", 'd', dldexp, DENORMS_ZERO),
    LANE(F2D, "f", 'd', f2d, DENORMS),
    LANE(F2I64, "f", 'l', f2s, EXACT),
    LANE(F2U64, "f", 'l', f2l, EXACT),
    LANE(I2D, "i", 'd', i2d, EXACT),
    LANE(U2D, "i", 'd', u2d, EXACT),
    LANE(I2I64, "i", 'l', i2l, EXACT),
    LANE(U2I64, "i", 'l', u2l, EXACT),
    LANE(I64NEG, "l", 'l', lneg, EXACT),
    LANE(I64ABS, "l", 'l', labs_of, EXACT),
    LANE(I64SSG, "l", 'l', lssg, EXACT),
    LANE(I642F, "l", 'f', s2f, .ulp = 1),
    LANE(U642F, "l", 'f', l2f, .ulp = 1),
    LANE(I642D, "l", 'd', s2f, .ulp = 1),
    LANE(U642D, "l", 'd', l2f, .ulp = 1),
    LANE(U64ADD, "ll", 'l', ladd, EXACT),
    LANE(U64MUL, "ll", 'l', lmul, EXACT),
    LANE(I64MIN, "ll", 'l', smin, EXACT),
    LANE(I64MAX, "ll", 'l', smax, EXACT),
    LANE(U64MIN, "ll", 'l', lmin, EXACT),
    LANE(U64MAX, "ll", 'l', lmax, EXACT),
    LANE(I64DIV, "ll", 'l', sdiv, EXACT),
    LANE(U64DIV, "ll", 'l', ldiv_of, EXACT),
    LANE(I64MOD, "ll", 'l', smod, EXACT),
    LANE(U64MOD, "ll", 'l', lmod, EXACT),
    LANE(U64SEQ, "ll", 'm', lseq, EXACT),
    LANE(U64SNE, "ll", 'm', lsne, EXACT),
    LANE(U64SLT, "ll", 'm', lslt, EXACT),
    LANE(U64SGE, "ll", 'm', lsge, EXACT),
    LANE(I64SLT, "ll", 'm', sslt, EXACT),
    LANE(I64SGE, "ll", 'm', ssge, EXACT),
    LANE(U64SHL, "lc", 'l', lshl, EXACT),
    LANE(I64SHR, "lc", 'l', sshr, EXACT),
    LANE(U64SHR, "lc", 'l', lshr, EXACT),
};
const size_t arith_num_wides = sizeof(arith_wides) / sizeof(arith_wides[0]);
