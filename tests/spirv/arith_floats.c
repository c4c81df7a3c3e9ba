/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Float opcodes. The allowed errors are Vulkan's ("Precision and Operation of SPIR-V
 * Instructions"). */
#include <math.h>

#include "arith.h"
#include "pipe/p_shader_tokens.h"

#define A ((double)x[0].f)
#define B ((double)x[1].f)
#define C ((double)x[2].f)

#define FLOAT(name, expression)                                                                    \
    static struct arith_want name(const union arith_value *x)                                      \
    {                                                                                              \
        return (struct arith_want){.number = (expression)};                                        \
    }
#define BITS(name, expression)                                                                     \
    static struct arith_want name(const union arith_value *x)                                      \
    {                                                                                              \
        return (struct arith_want){.bits = (expression)};                                          \
    }

/* EPSILON is the error of one step of a longer calculation. */
static const double EPSILON = 0x1p-23, DENORMAL = 0x1p-126;

static struct arith_want any(void)
{
    return (struct arith_want){.any = true};
}

static struct arith_want near(double number, double slack)
{
    return (struct arith_want){.number = number, .slack = slack};
}

/* Returns whether a finite number is too large for a float. */
static bool overflows(double number)
{
    return isfinite(number) && isinf((float)number);
}

/* ---- One component -------------------------------------------------------------------------- */

FLOAT(add, A + B)
FLOAT(mul, A *B)
FLOAT(floor_of, floor(A))
FLOAT(ceil_of, ceil(A))
FLOAT(trunc_of, trunc(A))
FLOAT(round_of, nearbyint(A))
FLOAT(min_of, fmin(A, B))
FLOAT(max_of, fmax(A, B))
FLOAT(sign, A > 0 ? 1 : A < 0 ? -1 : 0)
BITS(less, x[0].f < x[1].f ? 0x3f800000 : 0)
BITS(not_less, x[0].f >= x[1].f ? 0x3f800000 : 0)
BITS(equal, x[0].f == x[1].f ? 0x3f800000 : 0)
BITS(not_equal, x[0].f != x[1].f ? 0x3f800000 : 0)
BITS(greater, x[0].f > x[1].f ? 0x3f800000 : 0)
BITS(not_greater, x[0].f <= x[1].f ? 0x3f800000 : 0)
BITS(less_mask, x[0].f < x[1].f ? UINT32_MAX : 0)
BITS(not_less_mask, x[0].f >= x[1].f ? UINT32_MAX : 0)
BITS(equal_mask, x[0].f == x[1].f ? UINT32_MAX : 0)
BITS(not_equal_mask, x[0].f != x[1].f ? UINT32_MAX : 0)
FLOAT(select_below, A < 0 ? B : C)
FLOAT(select_above_half, C > 0.5 ? A : B)
FLOAT(clamp, fmin(fmax(A, B), C))
FLOAT(set_false, 0 * (double)(x == NULL))
FLOAT(set_true, 1 + (double)(x == NULL))

/* Returns `a` / `b`. If the reciprocal of `b` is not a normal number, any quotient is allowed,
 * unless `b` is 0 or infinity. */
static struct arith_want div_of(const union arith_value *x)
{
    bool normal = fabs(B) >= 0x1p-126 && fabs(B) <= 0x1p126;
    return normal || B == 0 || !isfinite(B) ? near(A / B, 0) : any();
}

static struct arith_want rcp(const union arith_value *x)
{
    bool normal = fabs(A) >= 0x1p-126 && fabs(A) <= 0x1p126;
    return normal || A == 0 || !isfinite(A) ? near(1 / A, 0) : any();
}

/* Returns 1/a, with its absolute value clamped to 2^-64..2^64. */
static struct arith_want rcc(const union arith_value *x)
{
    if (isnan(A))
        return any();
    return near(copysign(fmin(fmax(fabs(1 / A), 0x1p-64), 0x1p64), A), 0);
}

static struct arith_want frc(const union arith_value *x)
{
    return isinf(A) ? any() : near(A - floor(A), EPSILON / 2);
}

static struct arith_want sqrt_of(const union arith_value *x)
{
    return A < 0 ? any() : near(sqrt(A), 0);
}

static struct arith_want rsq(const union arith_value *x)
{
    return signbit(A) ? any() : near(1 / sqrt(A), 0);
}

static struct arith_want ex2(const union arith_value *x)
{
    double number = exp2(A);
    return near(number, isfinite(number) ? (3 + 2 * fabs(A)) * EPSILON * number : 0);
}

static struct arith_want lg2(const union arith_value *x)
{
    if (A <= 0)
        return any();
    return near(log2(A), A >= 0.5 && A <= 2 ? 0x1p-21 : isinf(A) ? 0 : 3 * EPSILON * fabs(log2(A)));
}

/* Returns base ^ exponent. The allowed error is that of exp2(exponent * log2(base)), which devices
 * compute. */
static struct arith_want power(double base, double exponent)
{
    if (base < 0 || isnan(base) || !isfinite(exponent) || isinf(base))
        return any();
    if (exponent == 0)
        return near(1, 0);
    if (base < 0x1p-126) /* a denormal may have the logarithm of any other denormal */
        return exponent > 0 ? near(0, base > 0 ? pow(0x1p-126, exponent) : 0) : any();
    double number = pow(base, exponent);
    double error = (4 + 8 * fabs(exponent * log2(base)) + 4 * fabs(exponent)) * EPSILON;
    return error > 0.5 || number > 0x1p127 ? any() : near(number, number * error);
}

static struct arith_want pow_of(const union arith_value *x)
{
    return power(A, B);
}

/* Returns the sine of `a`. Vulkan limits the error only in [-pi, pi]. */
static struct arith_want sin_of(const union arith_value *x)
{
    return fabs(A) > M_PI || isnan(A) ? any() : near(sin(A), 0x1p-11);
}

static struct arith_want cos_of(const union arith_value *x)
{
    return fabs(A) > M_PI || isnan(A) ? any() : near(cos(A), 0x1p-11);
}

static struct arith_want ldexp_of(const union arith_value *x)
{
    bool known = x[1].i >= -126 && x[1].i <= 127;
    if (!known && A != 0)
        return any();
    double number = ldexp(A, known ? x[1].i : 0);
    return overflows(number) ? any() : near(number, 0);
}

/* Returns `a` * `b` + `c`. The product may be rounded before the addition or not. */
static struct arith_want mad(const union arith_value *x)
{
    return overflows(A * B)
               ? any()
               : near(A * B + C, fabs(A * B) < INFINITY ? fabs(A * B) * EPSILON / 2 : 0);
}

static struct arith_want lrp(const union arith_value *x)
{
    double size = fabs(A * B) + fabs(A * C) + fabs(C) + fabs(A) + fabs(B);
    return !isfinite((float)size) ? any() : near(A * B + (1 - A) * C, 4 * EPSILON * size);
}

/* ---- Whole registers ------------------------------------------------------------------------ */

/* Returns the sum of `num` products, which the device may add in any order. */
static struct arith_want sum(const double *products, unsigned num)
{
    double total = 0, size = 0;
    bool nan = false, overflow = false;
    for (unsigned i = 0; i < num; i++) {
        total += products[i];
        size += isfinite(products[i]) ? fabs(products[i]) : 0;
        nan |= isnan(products[i]);
        overflow |= overflows(products[i]);
    }
    if (!nan && (overflow || overflows(size)))
        return any();
    return near(total, num * (EPSILON * size + DENORMAL));
}

static struct arith_want dot(union arith_value x[][4], unsigned num, double added)
{
    double products[5];
    for (unsigned i = 0; i < num; i++)
        products[i] = (double)x[0][i].f * (double)x[1][i].f;
    products[num] = added;
    return sum(products, num + 1);
}

static void all(struct arith_want out[4], struct arith_want want)
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = want;
}

#define X(i) ((double)x[0][i].f)
#define Y(i) ((double)x[1][i].f)
#define Z(i) ((double)x[2][i].f)

static void dp2(union arith_value x[][4], struct arith_want out[4])
{
    all(out, dot(x, 2, 0));
}

static void dp3(union arith_value x[][4], struct arith_want out[4])
{
    all(out, dot(x, 3, 0));
}

static void dp4(union arith_value x[][4], struct arith_want out[4])
{
    all(out, dot(x, 4, 0));
}

static void dph(union arith_value x[][4], struct arith_want out[4])
{
    all(out, dot(x, 3, Y(3)));
}

static void dp2a(union arith_value x[][4], struct arith_want out[4])
{
    all(out, dot(x, 2, Z(0)));
}

static void xpd(union arith_value x[][4], struct arith_want out[4])
{
    for (unsigned i = 0; i < 3; i++) {
        unsigned j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = sum((const double[]){X(j) * Y(k), -X(k) * Y(j)}, 2);
    }
    out[3] = near(1, 0);
}

static void x2d(union arith_value x[][4], struct arith_want out[4])
{
    for (unsigned i = 0; i < 4; i++) {
        unsigned j = i % 2;
        out[i] = sum((const double[]){X(j), Y(0) * Z(2 * j), Y(1) * Z(2 * j + 1)}, 3);
    }
}

static void dst(union arith_value x[][4], struct arith_want out[4])
{
    out[0] = near(1, 0);
    out[1] = near(X(1) * Y(1), 0);
    out[2] = near(X(2), 0);
    out[3] = near(Y(3), 0);
}

static void lit(union arith_value x[][4], struct arith_want out[4])
{
    double exponent = fmin(fmax(X(3), -128), 128);
    out[0] = out[3] = near(1, 0);
    out[1] = near(fmax(X(0), 0), 0);
    out[2] = X(0) > 0 ? power(fmax(X(1), 0), exponent) : near(0, 0);
}

static void exp_of(union arith_value x[][4], struct arith_want out[4])
{
    union arith_value whole = {.f = floorf(x[0][0].f)};
    out[0] = ex2(&whole);
    out[1] = isinf(X(0)) ? any() : near(X(0) - floor(X(0)), EPSILON / 2);
    out[2] = ex2(&x[0][0]);
    out[3] = near(1, 0);
}

/* Computes LOG. Near a power of two, the device's logarithm may be on either side of a whole
 * number, so any exponent and mantissa are allowed. */
static void log_of(union arith_value x[][4], struct arith_want out[4])
{
    double t = fabs(X(0)), whole = floor(log2(t));
    union arith_value absolute = {.f = fabsf(x[0][0].f)};
    all(out, any());
    out[3] = near(1, 0);
    if (t < 0x1p-126 || !isfinite(t))
        return;
    out[2] = lg2(&absolute);
    if (fabs(log2(t) - nearbyint(log2(t))) < 1e-5 || t > 0x1.fffp127)
        return;
    out[0] = near(whole, 0);
    out[1] = near(t / exp2(whole), (4 + 2 * fabs(whole)) * EPSILON * 2);
}

static void scs(union arith_value x[][4], struct arith_want out[4])
{
    out[0] = cos_of(&x[0][0]);
    out[1] = sin_of(&x[0][0]);
    out[2] = near(0, 0);
    out[3] = near(1, 0);
}

static void normalized(union arith_value x[][4], unsigned num, struct arith_want out[4])
{
    double square = 0;
    for (unsigned i = 0; i < num; i++)
        square += X(i) * X(i);
    for (unsigned i = 0; i < num; i++)
        out[i] =
            square > 0x1p-100 && square < 0x1p120 ? near(X(i) / sqrt(square), 8 * EPSILON) : any();
}

static void nrm(union arith_value x[][4], struct arith_want out[4])
{
    normalized(x, 3, out);
    out[3] = near(1, 0);
}

static void nrm4(union arith_value x[][4], struct arith_want out[4])
{
    normalized(x, 4, out);
}

/* Computes RFL: `b` mirrored at `a`. */
static void rfl(union arith_value x[][4], struct arith_want out[4])
{
    double square = X(0) * X(0) + X(1) * X(1) + X(2) * X(2);
    double size = fabs(X(0) * Y(0)) + fabs(X(1) * Y(1)) + fabs(X(2) * Y(2));
    double along = X(0) * Y(0) + X(1) * Y(1) + X(2) * Y(2);
    bool known = square > 0x1p-100 && square < 0x1p60 && size < 0x1p60;
    for (unsigned i = 0; i < 3; i++)
        out[i] =
            known ? near(2 * along / square * X(i) - Y(i),
                         16 * EPSILON * (fabs(Y(i)) + size / square * fabs(X(i))) + 16 * DENORMAL)
                  : any();
    out[3] = near(1, 0);
}

/* ---- Packing -------------------------------------------------------------------------------- */

/* Returns the value of a half float. */
static double half_number(unsigned bits)
{
    unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    double number = exponent ? ldexp(1024 + fraction, (int)exponent - 25) : ldexp(fraction, -24);
    if (exponent == 31)
        number = fraction ? (double)NAN : (double)INFINITY;
    return bits >> 15 ? -number : number;
}

static void up2h(union arith_value x[][4], struct arith_want out[4])
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = near(half_number(x[0][0].u >> (i % 2 * 16) & 0xffff), 0);
}

static void up2us(union arith_value x[][4], struct arith_want out[4])
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = near((x[0][0].u >> (i % 2 * 16) & 0xffff) / 65535.0, 0);
}

static void up4b(union arith_value x[][4], struct arith_want out[4])
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = near(fmax((int8_t)(x[0][0].u >> (i * 8)) / 127.0, -1), 0);
}

static void up4ub(union arith_value x[][4], struct arith_want out[4])
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = near((x[0][0].u >> (i * 8) & 0xff) / 255.0, 0);
}

/* Returns the normalized integer of a number. The tests avoid numbers halfway between two integers,
 * which devices may round either way. */
static uint32_t normalize(double number, double least, double scale)
{
    return (uint32_t)(int32_t)nearbyint(fmin(fmax(number, least), 1) * scale);
}

static void pack(union arith_value x[][4], unsigned num, double least, double scale,
                 struct arith_want out[4])
{
    uint32_t word = 0;
    bool nan = false;
    for (unsigned i = 0; i < num; i++) {
        uint32_t mask = num == 2 ? 0xffff : 0xff;
        word |= (normalize(X(i), least, scale) & mask) << (i * 32 / num);
        nan |= isnan(X(i));
    }
    all(out, nan ? any() : (struct arith_want){.bits = word});
}

static void pk2us(union arith_value x[][4], struct arith_want out[4])
{
    pack(x, 2, 0, 65535, out);
}

static void pk4b(union arith_value x[][4], struct arith_want out[4])
{
    pack(x, 4, -1, 127, out);
}

static void pk4ub(union arith_value x[][4], struct arith_want out[4])
{
    pack(x, 4, 0, 255, out);
}

/* Returns the bits of the half float that equals `number`, or -1 if no half float equals `number`
 * or if this half float is denormal. */
static int half_of(double number)
{
    for (unsigned bits = 0; bits < 0x7c01; bits++) {
        bool normal = bits == 0 || bits >= 0x400;
        if (normal && half_number(bits) == fabs(number))
            return (int)(bits | (signbit(number) ? 0x8000u : 0));
    }
    return -1;
}

static void pk2h(union arith_value x[][4], struct arith_want out[4])
{
    int low = half_of(X(0)), high = half_of(X(1));
    all(out, low < 0 || high < 0
                 ? any()
                 : (struct arith_want){.bits = (uint32_t)low | (uint32_t)high << 16});
}

/* ---- The table ------------------------------------------------------------------------------ */

#define LANE(name, operands, result, fn, ...)                                                      \
    {                                                                                              \
        .opcode = TGSI_OPCODE_##name, .in = operands, .out = result, .lane = fn, __VA_ARGS__       \
    }
#define VECTOR(name, operands, result, fn, ...)                                                    \
    {                                                                                              \
        .opcode = TGSI_OPCODE_##name, .in = operands, .out = result, .vector = fn, __VA_ARGS__     \
    }
#define DENORMS      .freedom = ARITH_DENORMS
#define DENORMS_ZERO .freedom = ARITH_DENORMS | ARITH_ZERO
#define NOT_OF_NAN   .freedom = ARITH_DENORMS | ARITH_ZERO | ARITH_NAN

const struct arith_op arith_floats[] = {
    LANE(RCP, "f", 'f', rcp, DENORMS, .ulp = 2.5),
    LANE(RSQ, "f", 'f', rsq, DENORMS, .ulp = 2),
    LANE(SQRT, "f", 'f', sqrt_of, DENORMS_ZERO, .ulp = 4),
    LANE(EX2, "f", 'f', ex2, NOT_OF_NAN),
    LANE(LG2, "f", 'f', lg2, NOT_OF_NAN),
    LANE(SIN, "f", 'f', sin_of, DENORMS_ZERO),
    LANE(COS, "f", 'f', cos_of, DENORMS_ZERO),
    LANE(FRC, "f", 'f', frc, NOT_OF_NAN),
    LANE(FLR, "f", 'f', floor_of, DENORMS_ZERO),
    LANE(CEIL, "f", 'f', ceil_of, DENORMS_ZERO),
    LANE(TRUNC, "f", 'f', trunc_of, DENORMS_ZERO),
    LANE(ROUND, "f", 'f', round_of, DENORMS_ZERO),
    LANE(SSG, "f", 'f', sign, DENORMS),
    LANE(RCC, "f", 'f', rcc, DENORMS, .ulp = 2.5),
    VECTOR(LIT, "f", 'f', lit, DENORMS_ZERO),
    VECTOR(EXP, "f", 'f', exp_of, NOT_OF_NAN),
    VECTOR(LOG, "f", 'f', log_of, NOT_OF_NAN),
    VECTOR(SCS, "f", 'f', scs, DENORMS_ZERO),
    VECTOR(NRM, "f", 'f', nrm, DENORMS_ZERO),
    VECTOR(NRM4, "f", 'f', nrm4, DENORMS_ZERO),
    VECTOR(PK2H, "f", 'i', pk2h, DENORMS),
    VECTOR(PK2US, "f", 'i', pk2us, DENORMS),
    VECTOR(PK4B, "f", 'i', pk4b, DENORMS),
    VECTOR(PK4UB, "f", 'i', pk4ub, DENORMS),
    LANE(MUL, "ff", 'f', mul, DENORMS),
    LANE(ADD, "ff", 'f', add, DENORMS),
    LANE(DIV, "ff", 'f', div_of, DENORMS, .ulp = 2.5),
    LANE(MIN, "ff", 'f', min_of, DENORMS_ZERO),
    LANE(MAX, "ff", 'f', max_of, DENORMS_ZERO),
    LANE(POW, "ff", 'f', pow_of, DENORMS_ZERO),
    LANE(SLT, "ff", 'i', less, DENORMS),
    LANE(SGE, "ff", 'i', not_less, DENORMS),
    LANE(SEQ, "ff", 'i', equal, DENORMS),
    LANE(SNE, "ff", 'i', not_equal, DENORMS),
    LANE(SGT, "ff", 'i', greater, DENORMS),
    LANE(SLE, "ff", 'i', not_greater, DENORMS),
    LANE(FSLT, "ff", 'i', less_mask, DENORMS),
    LANE(FSGE, "ff", 'i', not_less_mask, DENORMS),
    LANE(FSEQ, "ff", 'i', equal_mask, DENORMS),
    LANE(FSNE, "ff", 'i', not_equal_mask, DENORMS),
    LANE(SFL, "ff", 'f', set_false, 0),
    LANE(STR, "ff", 'f', set_true, 0),
    VECTOR(DP2, "ff", 'f', dp2, DENORMS_ZERO),
    VECTOR(DP3, "ff", 'f', dp3, DENORMS_ZERO),
    VECTOR(DP4, "ff", 'f', dp4, DENORMS_ZERO),
    VECTOR(DPH, "ff", 'f', dph, DENORMS_ZERO),
    VECTOR(DST, "ff", 'f', dst, DENORMS),
    VECTOR(XPD, "ff", 'f', xpd, DENORMS_ZERO),
    VECTOR(RFL, "ff", 'f', rfl, DENORMS_ZERO),
    LANE(MAD, "fff", 'f', mad, DENORMS_ZERO),
    LANE(FMA, "fff", 'f', mad, DENORMS_ZERO),
    LANE(LRP, "fff", 'f', lrp, DENORMS_ZERO),
    LANE(CMP, "fff", 'f', select_below, DENORMS),
    LANE(CND, "fff", 'f', select_above_half, DENORMS),
    LANE(CLAMP, "fff", 'f', clamp, DENORMS_ZERO),
    VECTOR(DP2A, "fff", 'f', dp2a, DENORMS_ZERO),
    VECTOR(X2D, "fff", 'f', x2d, DENORMS_ZERO),
    LANE(LDEXP, "fi", 'f', ldexp_of, NOT_OF_NAN),
    VECTOR(UP2H, "i", 'f', up2h, DENORMS),
    VECTOR(UP2US, "i", 'f', up2us, .ulp = 2),
    VECTOR(UP4B, "i", 'f', up4b, .ulp = 2),
    VECTOR(UP4UB, "i", 'f', up4ub, .ulp = 2),
};
const size_t arith_num_floats = sizeof(arith_floats) / sizeof(arith_floats[0]);
