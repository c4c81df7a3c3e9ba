/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pipe_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pipe_texel.h"

/* Number of complaints. complain() reports each wrong format once for each way in which the test
 * writes it. */
unsigned values_num_wrong;

__attribute__((format(printf, 1, 2))) static void complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char text[200];
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    print_error("%s\n", text);
    values_num_wrong++;
}

/* Returns the format of the resource for a format that only views have; returns any other format
 * unchanged. */
enum pipe_format values_stored_format(enum pipe_format format)
{
    switch (format) {
    case PIPE_FORMAT_X24S8_UINT:
        return PIPE_FORMAT_Z24_UNORM_S8_UINT;
    case PIPE_FORMAT_S8X24_UINT:
        return PIPE_FORMAT_S8_UINT_Z24_UNORM;
    case PIPE_FORMAT_X32_S8X24_UINT:
        return PIPE_FORMAT_Z32_FLOAT_S8X24_UINT;
    default:
        return format;
    }
}

bool values_is_zs(enum pipe_format format)
{
    return util_format_is_depth_or_stencil(format);
}

/* Returns the return type of lookups in a format, numbered as in pipe_dots.h. */
unsigned values_type(enum pipe_format format)
{
    if (values_is_zs(format))
        return !util_format_has_depth(util_format_description(format));
    return util_format_is_pure_uint(format) ? 1 : util_format_is_pure_sint(format) ? 2 : 0;
}

double values_from_word(uint32_t word, unsigned type)
{
    float value;
    if (type == 1)
        return (double)word;
    if (type == 2)
        return (double)(int32_t)word;
    memcpy(&value, &word, sizeof(value));
    return (double)value;
}

uint32_t values_to_word(double value, unsigned type)
{
    float f = (float)value;
    uint32_t word;
    if (type == 1)
        return (uint32_t)value;
    if (type == 2)
        return (uint32_t)(int32_t)value;
    memcpy(&word, &f, sizeof(word));
    return word;
}

/* Decodes a texel to its value in the API: the depth of a depth format, the stencil of a stencil
 * format, or a colour. */
void values_decode(enum pipe_format format, const uint8_t *block, unsigned x, unsigned y,
                   double out_rgba[4])
{
    double v[4];
    texel_decode(values_stored_format(format), block, x, y, v);
    memcpy(out_rgba, v, sizeof(v));
    if (values_is_zs(format) && !util_format_has_depth(util_format_description(format)))
        out_rgba[0] = v[1];
}

bool values_expect_texel(enum pipe_format format, const char *what, unsigned i,
                         const double expected[4], const dots_value words)
{
    unsigned type = values_type(format);
    for (unsigned c = 0; c < (values_is_zs(format) ? 1 : 4); c++) {
        double actual = values_from_word(words[c], type);
        double tolerance = texel_tolerance(format, c, expected[c]);
        if (!(fabs(actual - expected[c]) <= tolerance)) {
            complain("%s, %s, %u: component %u is %.9g, not %.9g", util_format_short_name(format),
                     what, i, c, actual, expected[c]);
            return false;
        }
    }
    return true;
}

/* For each component that a shader reads, stores the index of the written component that gives its
 * value, or 4 if the value is a constant. */
static void component_sources(enum pipe_format format, unsigned out_source[4])
{
    const struct util_format_description *desc = util_format_description(format);
    for (unsigned i = 0; i < 4; i++) {
        out_source[i] = 4;
        for (unsigned c = 0; c <= i && out_source[i] == 4 && desc->swizzle[i] <= PIPE_SWIZZLE_W;
             c++) {
            if (desc->swizzle[c] == desc->swizzle[i])
                out_source[i] = c;
        }
    }
}

/* Returns the largest error of a value that is stored with the channel's number of bits. */
static double storage_error(enum pipe_format format, unsigned component, double value)
{
    const struct util_format_description *desc = util_format_description(format);
    unsigned s = desc->swizzle[component];
    if (format == PIPE_FORMAT_R11G11B10_FLOAT)
        return fabs(value) * (component == 2 ? 1.0 / 32 : 1.0 / 64) + 1e-6;
    if (s > PIPE_SWIZZLE_W || util_format_is_pure_integer(format))
        return 0.0;
    const struct util_format_channel_description *ch = &desc->channel[s];
    if (ch->type == UTIL_FORMAT_TYPE_FLOAT)
        return ch->size >= 32 ? 0.0 : fabs(value) / 1024.0 + 1e-6;
    if (desc->colorspace == UTIL_FORMAT_COLORSPACE_SRGB && component < 3)
        return 0.006;
    bool is_signed = ch->type == UTIL_FORMAT_TYPE_SIGNED;
    /* Devices need not round to the nearest value. lavapipe does not do so if a signed channel has
     * few bits; with two bits, even the sign may be lost. */
    if (is_signed && ch->size == 2)
        return 2.0;
    return (is_signed ? 1.8 : 0.75) / (ldexp(1.0, (int)ch->size - is_signed) - 1.0);
}

/* Returns a value that the component can store. If `halves` is set, returns half of such a value,
 * so that two values can be added. */
static double some_value(enum pipe_format format, unsigned i, unsigned component, bool halves)
{
    const struct util_format_description *desc = util_format_description(format);
    unsigned at = (i * 37 + component * 11 + 5) % 64;
    unsigned s = desc->swizzle[component];
    if (util_format_is_pure_integer(format)) {
        unsigned bits = s <= PIPE_SWIZZLE_W ? desc->channel[s].size : 2;
        int64_t range = (int64_t)1 << (bits < 31 ? bits : 31);
        int64_t value = (int64_t)at * range / 64;
        return (double)(util_format_is_pure_sint(format) ? value - range / 2 : value);
    }
    double value = at / 63.0 * (halves ? 0.5 : 1.0);
    bool is_signed = s <= PIPE_SWIZZLE_W && desc->channel[s].type == UTIL_FORMAT_TYPE_SIGNED;
    return is_signed && !halves && i % 3 == 0 ? -value : value;
}

void values_fill(enum pipe_format format, unsigned num, bool halves, double (*out)[4],
                 dots_value *out_words)
{
    for (unsigned i = 0; i < num; i++) {
        for (unsigned c = 0; c < 4; c++) {
            float value = (float)some_value(format, i, c, halves);
            out[i][c] = util_format_is_pure_integer(format) ? some_value(format, i, c, halves)
                                                            : (double)value;
            out_words[i][c] = values_to_word(out[i][c], values_type(format));
        }
    }
}

bool values_expect_stored(enum pipe_format format, const char *what, unsigned i,
                          unsigned num_roundings, const double written[4], const double actual[4])
{
    unsigned source[4];
    component_sources(format, source);
    const double constants[4] = {0.0, 0.0, 0.0, 1.0};
    for (unsigned c = 0; c < 4; c++) {
        bool one = util_format_description(format)->swizzle[c] == PIPE_SWIZZLE_1;
        double expected = source[c] < 4 ? written[source[c]] : one ? 1.0 : constants[0];
        double error = num_roundings * storage_error(format, c, expected) +
                       texel_tolerance(format, c, expected);
        if (!(fabs(actual[c] - expected) <= error)) {
            complain("%s, %s, %u: component %u is %.9g, not %.9g", util_format_short_name(format),
                     what, i, c, actual[c], expected);
            return false;
        }
    }
    return true;
}
