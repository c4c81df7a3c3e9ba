/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks whether a row allows a result. */
#include <math.h>
#include <string.h>

#include "arith.h"

bool arith_is_wide(const struct arith_op *op)
{
    return strpbrk(op->in, "dl") || op->out == 'd' || op->out == 'l';
}

static bool is_denorm(char kind, union arith_value x)
{
    if (kind == 'f')
        return fpclassify(x.f) == FP_SUBNORMAL;
    return kind == 'd' && fpclassify(x.d) == FP_SUBNORMAL;
}

static union arith_value flushed(char kind, union arith_value x)
{
    if (kind == 'f')
        return (union arith_value){.u = x.u & 0x80000000u};
    return (union arith_value){.l = x.l & UINT64_C(1) << 63};
}

/* Returns the unit in the last place of a float or double with this value. */
static double unit(char kind, double number)
{
    int exponent;
    frexp(number, &exponent);
    if (kind == 'd')
        return ldexp(1, (exponent < -1021 ? -1021 : exponent) - 53);
    return ldexp(1, (exponent < -125 ? -125 : exponent) - 24);
}

static bool allows_number(const struct arith_op *op, enum arith_form form,
                          const struct arith_want *want, double got)
{
    double least = op->out == 'd' ? 0x1p-1022 : 0x1p-126;
    double rounded = op->out == 'd' ? want->number : (double)(float)want->number;
    double allowed = want->slack;
    /* A compiler that knows an operand may assume that NaN, infinity and -0 do not occur. */
    bool known = form == ARITH_IMMEDIATE;
    if (isnan(want->number) || isnan(got))
        return isnan(want->number) && (known || isnan(got));
    if (got == 0 && rounded == 0)
        return (op->freedom & ARITH_ZERO) || want->slack > 0 || known ||
               !signbit(got) == !signbit(want->number);
    /* A double that equals the least normal one counts as small, too: it may have been rounded up
     * to it. */
    bool is_small = op->out == 'd' ? fabs(want->number) <= least : fabs(want->number) < least;
    if ((op->freedom & ARITH_DENORMS) && got == 0 && is_small)
        return true;
    if (got == rounded)
        return true;
    if (isinf(got) || isinf(want->number))
        return false;
    if (op->ulp > 0 || want->slack > 0)
        allowed += (op->ulp + 0.5) * unit(op->out, want->number);
    return fabs(got - want->number) <= allowed;
}

static bool allows(const struct arith_op *op, enum arith_form form, const struct arith_want *want,
                   union arith_value got)
{
    if (want->any)
        return true;
    switch (op->out) {
    case 'f':
        return allows_number(op, form, want, (double)got.f);
    case 'd':
        return allows_number(op, form, want, got.d);
    case 'l':
        return got.l == want->bits;
    default:
        return got.u == (uint32_t)want->bits;
    }
}

static struct arith_want want_of(const struct arith_op *op,
                                 union arith_value x[ARITH_MAX_OPERANDS][4], unsigned lane,
                                 bool saturated)
{
    struct arith_want want[4];
    union arith_value one[ARITH_MAX_OPERANDS];
    for (unsigned s = 0; s < ARITH_MAX_OPERANDS; s++)
        one[s] = x[s][lane];
    if (op->vector)
        op->vector(x, want);
    else
        want[lane] = op->lane(one);
    /* Saturation turns a NaN into 0. */
    if (saturated)
        want[lane].number = fmin(fmax(want[lane].number, 0), 1);
    return want[lane];
}

static bool is_saturated(char kind, union arith_value x)
{
    double number = kind == 'd' ? x.d : (double)x.f;
    return number >= 0 && number <= 1;
}

static bool is_nan(char kind, union arith_value x)
{
    return (kind == 'f' && isnan(x.f)) || (kind == 'd' && isnan(x.d));
}

/* Returns whether an operand of the lane is a NaN. For rows with `vector`, returns whether an
 * operand of any lane is a NaN. */
static bool has_nan(const struct arith_op *op, union arith_value x[ARITH_MAX_OPERANDS][4],
                    unsigned lane)
{
    bool any = false;
    for (unsigned s = 0; op->in[s]; s++) {
        for (unsigned i = 0; i < 4; i++)
            any |= (op->vector || i == lane) && is_nan(op->in[s], x[s][i]);
    }
    return any;
}

static bool is_allowed(const struct arith_op *op, enum arith_form form,
                       union arith_value x[ARITH_MAX_OPERANDS][4], unsigned lane,
                       union arith_value got, struct arith_want *out_want)
{
    *out_want = want_of(op, x, lane, form == ARITH_SATURATED);
    return allows(op, form, out_want, got);
}

/* Replaces the denormal operands in `mask` by zeros. Returns false if no operand in `mask` is
 * denormal. */
static bool flush(const struct arith_op *op, unsigned mask,
                  union arith_value x[ARITH_MAX_OPERANDS][4])
{
    bool changed = false;
    for (unsigned s = 0; op->in[s]; s++) {
        for (unsigned i = 0; i < 4; i++) {
            if (!(mask >> s & 1) || !is_denorm(op->in[s], x[s][i]))
                continue;
            x[s][i] = flushed(op->in[s], x[s][i]);
            changed = true;
        }
    }
    return changed;
}

bool arith_allows(const struct arith_op *op, enum arith_form form,
                  union arith_value x[ARITH_MAX_OPERANDS][4], unsigned lane, union arith_value got,
                  struct arith_want *out_want)
{
    unsigned num_masks = op->freedom & ARITH_DENORMS ? 1u << strlen(op->in) : 1;
    bool ok = is_allowed(op, form, x, lane, got, out_want);
    if (form == ARITH_SATURATED && !is_saturated(op->out, got))
        return false;
    if ((op->freedom & ARITH_NAN) && has_nan(op, x, lane))
        return true;
    for (unsigned mask = 1; !ok && mask < num_masks; mask++) {
        union arith_value y[ARITH_MAX_OPERANDS][4];
        struct arith_want want;
        memcpy(y, x, sizeof(y));
        ok = flush(op, mask, y) && is_allowed(op, form, y, lane, got, &want);
    }
    return ok;
}
