/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "values.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

static uint32_t float_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof(bits));
    return bits;
}

static float bits_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof(f));
    return f;
}

static uint64_t double_bits(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof(bits));
    return bits;
}

static double bits_double(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof(d));
    return d;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Parses all `len` characters as a floating-point number of C. */
static bool parse_real(const char *text, size_t len, double *out_number)
{
    char copy[64];
    char *end;
    if (len == 0 || len >= sizeof(copy))
        return false;
    memcpy(copy, text, len);
    copy[len] = 0;
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    double number = strtod_l(copy, &end, c);
    freelocale(c);
    if (*end)
        return false;
    *out_number = number;
    return true;
}

bool value_number(const char *word, double *out_number)
{
    return parse_real(word, strlen(word), out_number);
}

static bool parse_hex(const char *digits, size_t len, uint64_t *out_bits)
{
    static const char all[] = "0123456789abcdef";
    uint64_t bits = 0;
    for (size_t i = 0; i < len; i++) {
        const char *digit = strchr(all, digits[i]);
        if (!digit || !*digit)
            return false;
        bits = bits << 4 | (uint64_t)(digit - all);
    }
    *out_bits = bits;
    return len > 0 && len <= 16;
}

static bool parse_integer(const char *word, size_t len, uint64_t *out_bits)
{
    bool negative = word[0] == '-';
    uint64_t bits;
    if (len > 2 && memcmp(word, "0x", 2) == 0)
        return parse_hex(word + 2, len - 2, out_bits);
    if (!gv_parse_u64(word + negative, len - negative, UINT64_MAX, &bits))
        return false;
    *out_bits = negative ? 0 - bits : bits;
    return true;
}

static bool parse_value(const char *word, size_t len, struct value *out)
{
    double number;
    bool is_hex = len > 2 && memcmp(word, "0x", 2) == 0;
    char last = word[len - 1];
    *out = (struct value){.num_words = 1};
    if (len == 1 && word[0] == '?') {
        out->kind = VALUE_ANY;
        return true;
    }
    if (len == 4 && memcmp(word, "kept", 4) == 0) {
        out->bits = VALUE_UNCHANGED;
        return true;
    }
    if (last == 'l') {
        out->num_words = 2;
        return parse_integer(word, len - 1, &out->bits);
    }
    if (!is_hex && last == 'd') {
        if (!parse_real(word, len - 1, &number))
            return false;
        *out = (struct value){VALUE_DOUBLE, 2, double_bits(number)};
        return true;
    }
    if (parse_integer(word, len, &out->bits)) {
        out->bits = (uint32_t)out->bits;
        return true;
    }
    if (is_hex || !parse_real(word, len, &number))
        return false;
    *out = (struct value){VALUE_FLOAT, 1, float_bits((float)number)};
    return true;
}

int values_parse(char *line, struct value *out_values, int max)
{
    char *save = NULL;
    int num = 0;
    for (char *w = strtok_r(line, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        uint64_t times = 1;
        struct value v;
        char *star = strchr(w, '*');
        if (star && !gv_parse_u64(star + 1, strlen(star + 1), 65536, &times))
            return -1;
        if (!parse_value(w, star ? (size_t)(star - w) : strlen(w), &v))
            return -1;
        for (uint64_t i = 0; i < times; i++) {
            if (num == max)
                return -1;
            out_values[num++] = v;
        }
    }
    return num;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Maps a float to an integer, so that integers have the order of the floats; -0.0 and 0.0 are
 * equal. */
static int64_t order32(uint32_t bits)
{
    return bits >> 31 ? -(int64_t)(bits & 0x7fffffff) : (int64_t)bits;
}

static int64_t order64(uint64_t bits)
{
    return bits >> 63 ? -(int64_t)(bits & INT64_MAX) : (int64_t)bits;
}

static bool close_enough(double expected, double actual, uint64_t steps,
                         const struct tolerance *tolerance)
{
    if (isnan(expected))
        return isnan(actual);
    if (isnan(actual))
        return false;
    if (tolerance->ulp && steps <= tolerance->ulp)
        return true;
    return tolerance->within > 0 && fabs(expected - actual) <= tolerance->within;
}

static uint64_t distance(int64_t x, int64_t y)
{
    return x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
}

bool value_matches(const struct value *value, const uint32_t *words,
                   const struct tolerance *tolerance)
{
    uint64_t bits = words[0];
    if (value->num_words == 2)
        bits |= (uint64_t)words[1] << 32;
    if (value->kind == VALUE_ANY || bits == value->bits)
        return true;
    if (value->kind == VALUE_FLOAT) {
        uint32_t expected = (uint32_t)value->bits;
        return close_enough((double)bits_float(expected), (double)bits_float(words[0]),
                            distance(order32(expected), order32(words[0])), tolerance);
    }
    return value->kind == VALUE_DOUBLE &&
           close_enough(bits_double(value->bits), bits_double(bits),
                        distance(order64(value->bits), order64(bits)), tolerance);
}

void value_print(const struct value *value, char *out_text, unsigned size_B)
{
    switch (value->kind) {
    case VALUE_ANY:
        snprintf(out_text, size_B, "anything");
        break;
    case VALUE_FLOAT:
        snprintf(out_text, size_B, "%.9g (0x%08x)", (double)bits_float((uint32_t)value->bits),
                 (unsigned)value->bits);
        break;
    case VALUE_DOUBLE:
        snprintf(out_text, size_B, "%.17g (0x%016llx)", bits_double(value->bits),
                 (unsigned long long)value->bits);
        break;
    case VALUE_BITS:
        snprintf(out_text, size_B, "0x%0*llx", (int)value->num_words * 8,
                 (unsigned long long)value->bits);
        break;
    }
}
