/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "wide_reference.h"

#include <math.h>
#include <string.h>

#include "pipe/p_shader_tokens.h"

#define A (x[0].d)
#define B (x[1].d)
#define C (x[2].d)
#define L (x[0].l)
#define M (x[1].l)
#define S (x[0].s)
#define T (x[1].s)

#define REFERENCE(name, member, expression)                                                        \
    static union arith_value name(const union arith_value *x)                                      \
    {                                                                                              \
        return (union arith_value){.member = (expression)};                                        \
    }
#define DOUBLE(name, expression) REFERENCE(name, d, expression)
#define LONG(name, expression)   REFERENCE(name, l, (uint64_t)(expression))
#define MASK(name, condition)    REFERENCE(name, l, (condition) ? UINT32_MAX : 0)

/* ---- Doubles -------------------------------------------------------------------------------- */

static double rounded_product(double a, double b)
{
    return a * b;
}

static double fraction_of(double a)
{
    int exponent;
    return frexp(a, &exponent);
}

static int exponent_of(double a)
{
    int exponent = 0;
    if (isfinite(a))
        frexp(a, &exponent);
    return exponent;
}

/* Rounds toward zero, and clamps to the range of the type. */
static uint64_t to_signed(double a, double limit, uint64_t least, uint64_t most)
{
    if (isnan(a))
        return 0;
    return a >= limit ? most : a < -limit ? least : (uint64_t)(int64_t)a;
}

static uint64_t to_unsigned(double a, double limit, uint64_t most)
{
    if (!(a > -1) || a <= 0)
        return 0;
    return a >= limit ? most : (uint64_t)a;
}

static double below_one(double a)
{
    return a == 1 ? nextafter(1, 0) : a;
}

DOUBLE(dadd, A + B)
DOUBLE(dmul, A *B)
DOUBLE(dmad, rounded_product(A, B) + C)
DOUBLE(dfma, fma(A, B, C))
DOUBLE(ddiv, A / B)
DOUBLE(drcp, 1 / A)
DOUBLE(dsqrt, sqrt(A))
DOUBLE(drsq, 1 / sqrt(A))
DOUBLE(dneg, -A)
DOUBLE(dabs, fabs(A))
DOUBLE(dmin, isnan(A) || B < A ? B : A)
DOUBLE(dmax, isnan(A) || B > A ? B : A)
DOUBLE(dflr, floor(A))
DOUBLE(dceil, ceil(A))
DOUBLE(dtrunc, trunc(A))
DOUBLE(dround, nearbyint(A))
DOUBLE(dfrac, below_one(A - floor(A)))
DOUBLE(dssg, A > 0 ? 1 : A < 0 ? -1 : 0)
DOUBLE(dldexp, ldexp(A, x[1].i))
DOUBLE(fraction, fraction_of(A))
LONG(exponent, (uint32_t)exponent_of(A))
MASK(dslt, A < B)
MASK(dsge, A >= B)
MASK(dseq, A == B)
MASK(dsne, A != B)

/* ---- Integers ------------------------------------------------------------------------------- */

static uint64_t size_of(int64_t a)
{
    return a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
}

static uint64_t with_sign(uint64_t size, bool minus)
{
    return minus ? 0 - size : size;
}

LONG(ladd, L + M)
LONG(lmul, L *M)
LONG(lneg, 0 - L)
LONG(labs_of, size_of(S))
LONG(lssg, S > 0 ? 1 : S < 0 ? -1 : 0)
LONG(smin, S < T ? S : T)
LONG(smax, S > T ? S : T)
LONG(lmin, L < M ? L : M)
LONG(lmax, L > M ? L : M)
LONG(lshl, L << (x[1].u & 63))
LONG(sshr, S >> (x[1].u & 63))
LONG(lshr, L >> (x[1].u & 63))
LONG(ldiv_of, M ? L / M : UINT64_MAX)
LONG(lmod, M ? L % M : UINT64_MAX)
LONG(sdiv, M ? with_sign(size_of(S) / size_of(T), (S < 0) != (T < 0)) : 0)
LONG(smod, M ? with_sign(size_of(S) % size_of(T), S < 0) : UINT64_MAX)
MASK(lseq, L == M)
MASK(lsne, L != M)
MASK(lslt, L < M)
MASK(lsge, L >= M)
MASK(sslt, S < T)
MASK(ssge, S >= T)

/* ---- Conversions ---------------------------------------------------------------------------- */

DOUBLE(f2d, (double)x[0].f)
DOUBLE(i2d, x[0].i)
DOUBLE(u2d, x[0].u)
DOUBLE(s2d, (double)S)
DOUBLE(l2d, (double)L)
REFERENCE(d2f, f, (float)A)
REFERENCE(s2f, f, (float)S)
REFERENCE(l2f, f, (float)L)
LONG(i2l, (int64_t)x[0].i)
LONG(u2l, x[0].u)
LONG(d2i, (uint32_t)to_signed(A < -0x1p31 ? -0x1p31 : A, 0x1p31, 0x80000000, INT32_MAX))
LONG(d2u, to_unsigned(A, 0x1p32, UINT32_MAX))
LONG(d2s, to_signed(A, 0x1p63, UINT64_C(1) << 63, INT64_MAX))
LONG(d2l, to_unsigned(A, 0x1p64, UINT64_MAX))
LONG(f2s, to_signed((double)x[0].f, 0x1p63, UINT64_C(1) << 63, INT64_MAX))
LONG(f2l, to_unsigned((double)x[0].f, 0x1p64, UINT64_MAX))

#define ROW(name, operands, result, number, fn, ...)                                               \
    {                                                                                              \
        .opcode = TGSI_OPCODE_##name, .in = operands, .out = result, .num = number, .reckon = fn,  \
        __VA_ARGS__                                                                                \
    }
#define COUNT .has_count = true

const struct wide_op wide_ops[] = {
    ROW(DADD, 'd', 'd', 2, dadd),
    ROW(DMUL, 'd', 'd', 2, dmul),
    ROW(DMAD, 'd', 'd', 3, dmad),
    ROW(DFMA, 'd', 'd', 3, dfma),
    ROW(DDIV, 'd', 'd', 2, ddiv),
    ROW(DRCP, 'd', 'd', 1, drcp),
    ROW(DSQRT, 'd', 'd', 1, dsqrt),
    ROW(DRSQ, 'd', 'd', 1, drsq),
    ROW(DNEG, 'd', 'd', 1, dneg),
    ROW(DABS, 'd', 'd', 1, dabs),
    ROW(DMIN, 'd', 'd', 2, dmin),
    ROW(DMAX, 'd', 'd', 2, dmax),
    ROW(DFLR, 'd', 'd', 1, dflr),
    ROW(DCEIL, 'd', 'd', 1, dceil),
    ROW(DTRUNC, 'd', 'd', 1, dtrunc),
    ROW(DROUND, 'd', 'd', 1, dround),
    ROW(DFRAC, 'd', 'd', 1, dfrac),
    ROW(DSSG, 'd', 'd', 1, dssg),
    ROW(DLDEXP, 'd', 'd', 2, dldexp, COUNT),
    ROW(DFRACEXP, 'd', 'd', 1, fraction),
    ROW(DFRACEXP, 'd', 'i', 1, exponent, .second = true),
    ROW(DSLT, 'd', 'i', 2, dslt),
    ROW(DSGE, 'd', 'i', 2, dsge),
    ROW(DSEQ, 'd', 'i', 2, dseq),
    ROW(DSNE, 'd', 'i', 2, dsne),
    ROW(U64ADD, 'l', 'l', 2, ladd),
    ROW(U64MUL, 'l', 'l', 2, lmul),
    ROW(I64NEG, 'l', 'l', 1, lneg),
    ROW(I64ABS, 'l', 'l', 1, labs_of),
    ROW(I64SSG, 'l', 'l', 1, lssg),
    ROW(I64MIN, 'l', 'l', 2, smin),
    ROW(I64MAX, 'l', 'l', 2, smax),
    ROW(U64MIN, 'l', 'l', 2, lmin),
    ROW(U64MAX, 'l', 'l', 2, lmax),
    ROW(U64SHL, 'l', 'l', 2, lshl, COUNT),
    ROW(I64SHR, 'l', 'l', 2, sshr, COUNT),
    ROW(U64SHR, 'l', 'l', 2, lshr, COUNT),
    ROW(I64DIV, 'l', 'l', 2, sdiv),
    ROW(U64DIV, 'l', 'l', 2, ldiv_of),
    ROW(I64MOD, 'l', 'l', 2, smod),
    ROW(U64MOD, 'l', 'l', 2, lmod),
    ROW(U64SEQ, 'l', 'i', 2, lseq),
    ROW(U64SNE, 'l', 'i', 2, lsne),
    ROW(U64SLT, 'l', 'i', 2, lslt),
    ROW(U64SGE, 'l', 'i', 2, lsge),
    ROW(I64SLT, 'l', 'i', 2, sslt),
    ROW(I64SGE, 'l', 'i', 2, ssge),
    ROW(F2D, 'f', 'd', 1, f2d),
    ROW(I2D, 'i', 'd', 1, i2d),
    ROW(U2D, 'i', 'd', 1, u2d),
    ROW(D2F, 'd', 'f', 1, d2f),
    ROW(D2I, 'd', 'i', 1, d2i),
    ROW(D2U, 'd', 'i', 1, d2u),
    ROW(D2I64, 'd', 'l', 1, d2s),
    ROW(D2U64, 'd', 'l', 1, d2l),
    ROW(I642D, 'l', 'd', 1, s2d),
    ROW(U642D, 'l', 'd', 1, l2d),
    ROW(I642F, 'l', 'f', 1, s2f),
    ROW(U642F, 'l', 'f', 1, l2f),
    ROW(F2I64, 'f', 'l', 1, f2s),
    ROW(F2U64, 'f', 'l', 1, f2l),
    ROW(I2I64, 'i', 'l', 1, i2l),
    ROW(U2I64, 'i', 'l', 1, u2l),
};
const size_t wide_num_ops = sizeof(wide_ops) / sizeof(wide_ops[0]);

bool wide_is_right(const struct wide_op *op, union arith_value want, union arith_value got)
{
    bool either = op->opcode == TGSI_OPCODE_DMIN || op->opcode == TGSI_OPCODE_DMAX;
    if (op->out == 'd' && isnan(want.d))
        return isnan(got.d);
    if (op->out == 'd' && either && want.d == 0) /* then the sign of zero is not defined */
        return got.d == 0;
    if (op->out == 'f' && isnan(want.f))
        return isnan(got.f);
    return op->out == 'd' || op->out == 'l' ? got.l == want.l : got.u == want.u;
}

/* ---- Operands ------------------------------------------------------------------------------- */

static const uint64_t specials[] = {
    0x0000000000000000, 0x0000000000000001, 0x000fffffffffffff, 0x0010000000000000,
    0x0010000000000001, 0x001fffffffffffff, 0x0020000000000000, 0x3ca0000000000000,
    0x3cafffffffffffff, 0x3cb0000000000000, 0x3fdfffffffffffff, 0x3fe0000000000000,
    0x3fe0000000000001, 0x3fefffffffffffff, 0x3ff0000000000000, 0x3ff0000000000001,
    0x3ff8000000000000, 0x4000000000000000, 0x4004000000000000, 0x4008000000000000,
    0x400921fb54442d18, 0x41dfffffffc00000, 0x41e0000000000000, 0x41efffffffe00000,
    0x41f0000000000000, 0x432fffffffffffff, 0x4330000000000001, 0x433fffffffffffff,
    0x4340000000000000, 0x43dfffffffffffff, 0x43e0000000000000, 0x43efffffffffffff,
    0x43f0000000000000, 0x36a0000000000000, 0x36a0000000000001, 0x47efffffefffffff,
    0x47effffff0000000, 0x7fdfffffffffffff, 0x7fe0000000000000, 0x7fefffffffffffff,
    0x7ff0000000000000, 0x7ff0000000000001, 0x7ff8000000000000, 0x7fffffffffffffff,
    0x00000000ffffffff, 0x0000000100000000, 0x0000000100000001, 0x000000007fffffff,
    0x0000000080000000, 0x00000000007fffff, 0x0000000000800000, 0x000000007f800000,
    0x000000007fc00000, 0x000000003f800001, 0x0020000000000001, 0x7ffffffffffffbff,
    0x000000000000001f, 0x0000000000000020, 0x0000000000000040, 0x00000000fffffbce,
};

enum {
    NUM_SPECIALS =
        2 * sizeof(specials) / sizeof(specials[0]) /* each value, also with bit 63 inverted */
};

static uint64_t special(uint64_t i)
{
    return specials[i / 2 % (NUM_SPECIALS / 2)] ^ (i & 1) << 63;
}

/* Returns a pseudo-random number that depends on all bits of `i`. */
static uint64_t scramble(uint64_t i)
{
    i = (i + UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
    i = (i ^ i >> 29) * UINT64_C(0x94d049bb133111eb);
    i = (i ^ i >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return i ^ i >> 30;
}

/* Returns random bits: any bits, few set bits, few clear bits, one run of bits, a double between
 * 2^-32 and 2^32, or a double near a whole number. */
static uint64_t bits_of(uint64_t seed)
{
    uint64_t r = scramble(seed), s = scramble(seed + 1), sparse = s & s >> 7 & r >> 13;
    uint64_t exponent = UINT64_C(991) + (s & 63);
    uint64_t low = UINT64_MAX >> (s & 63);
    switch (r % 8) {
    case 0:
        return special(r >> 8) + (s & 7) - 4;
    case 1:
        return sparse | UINT64_C(1) << (s >> 58);
    case 2:
        return ~sparse;
    case 3:
        return low << (s >> 6 & 63);
    case 4:
        return (s & UINT64_C(0x800fffffffffffff)) | exponent << 52;
    case 5:
        return ((s & UINT64_C(0x800fffffffffffff)) | exponent << 52) & ~low;
    case 6:
        return s & low;
    default:
        return s;
    }
}

void wide_operands(const struct wide_op *op, uint64_t number,
                   union arith_value out[WIDE_MAX_OPERANDS])
{
    for (unsigned i = 0; i < WIDE_MAX_OPERANDS; i++)
        out[i].l = bits_of(4 * (number * WIDE_MAX_OPERANDS + i));
    uint64_t r = scramble(number);
    uint64_t few = (r >> 20 & 15) - 8;
    if (number < NUM_SPECIALS * NUM_SPECIALS) {
        out[0].l = special(number / NUM_SPECIALS);
        out[1].l = special(number);
        out[2].l = special(r);
    } else if (r % 8 == 0) { /* operands that are close to each other */
        out[1].l = (out[0].l + few) ^ (r & 64) << 57;
    } else if (r % 8 == 1) { /* exponents that differ by less than 32 */
        out[1].l ^= (out[1].l ^ out[0].l) & UINT64_C(0x7e00000000000000);
    } else if (r % 8 == 2 && op->num == 3) { /* an addend that nearly cancels the product */
        out[2].d = -(out[0].d * out[1].d);
        out[2].l += few;
    }
    if (op->has_count && r % 4)
        out[1].i = (int32_t)(r >> 32) >> (16 + (r >> 16 & 15));
}
