/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Every supported vertex format, at aligned and at odd addresses: the tests compare the dwords that
 * shaders read with a conversion of known bytes that is derived only from the format's name. */
#include "pipe_fetch.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUM = 48,
    MAX_SIZE_B = 32,
};

/* ---- Conversion by name ---------------------------------------------------------------------- */

struct channel {
    unsigned component; /* index into R, G, B, A */
    unsigned shift, bits;
};

struct layout {
    struct channel channels[4];
    unsigned num;
    unsigned size_B;
    char type[16];
};

/* Parses a name such as "R10G10B10A2_SNORM": channels from the lowest bit on, and their type. */
static bool parse_name(const char *name, struct layout *out_layout)
{
    struct layout l = {.num = 0};
    unsigned shift = 0;
    while (*name && *name != '_') {
        const char *letter = strchr("RGBA", *name);
        if (!letter || l.num == 4)
            return false;
        unsigned bits = 0;
        for (name++; *name >= '0' && *name <= '9'; name++)
            bits = bits * 10 + (unsigned)(*name - '0');
        if (!bits)
            return false;
        l.channels[l.num++] = (struct channel){
            .component = (unsigned)(letter - "RGBA"), .shift = shift, .bits = bits};
        shift += bits;
    }
    if (*name != '_' || strlen(name + 1) >= sizeof(l.type))
        return false;
    memcpy(l.type, name + 1, strlen(name + 1) + 1);
    l.size_B = shift / 8;
    *out_layout = l;
    return true;
}

static uint64_t read_bits(const uint8_t *bytes, unsigned shift, unsigned bits)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bits; i++)
        value |= (uint64_t)(bytes[(shift + i) / 8] >> ((shift + i) % 8) & 1) << i;
    return value;
}

static int64_t extend_sign(uint64_t value, unsigned bits)
{
    uint64_t sign = (uint64_t)1 << (bits - 1);
    return (int64_t)(value ^ sign) - (int64_t)sign;
}

/* Decodes a float with 5 bits of exponent and `mantissa_bits` of mantissa. */
static double small_float(uint64_t value, unsigned mantissa_bits)
{
    unsigned exponent = (unsigned)(value >> mantissa_bits) & 31;
    double fraction = (double)(value & ((1u << mantissa_bits) - 1)) / (1u << mantissa_bits);
    if (exponent == 31)
        return fraction != 0.0 ? NAN : INFINITY;
    return exponent ? ldexp(1.0 + fraction, (int)exponent - 15) : ldexp(fraction, -14);
}

static double float_of(uint64_t value, unsigned bits)
{
    switch (bits) {
    case 64: {
        double d;
        memcpy(&d, &value, sizeof(d));
        return d;
    }
    case 32: {
        uint32_t word = (uint32_t)value;
        float f;
        memcpy(&f, &word, sizeof(f));
        return (double)f;
    }
    case 16:
        return (value >> 15 ? -1.0 : 1.0) * small_float(value & 0x7fff, 10);
    default:
        return small_float(value, bits - 5);
    }
}

static double convert(const char *type, uint64_t value, unsigned bits)
{
    double max = ldexp(1.0, (int)bits) - 1.0, half = ldexp(1.0, (int)bits - 1) - 1.0;
    if (!strcmp(type, "FLOAT"))
        return float_of(value, bits);
    if (!strcmp(type, "UNORM"))
        return (double)value / max;
    if (!strcmp(type, "SNORM"))
        return fmax((double)extend_sign(value, bits) / half, -1.0);
    if (!strcmp(type, "USCALED"))
        return (double)value;
    if (!strcmp(type, "SSCALED"))
        return (double)extend_sign(value, bits);
    if (!strcmp(type, "FIXED"))
        return (double)extend_sign(value, bits) / 65536.0;
    fail_msg("type %s", type);
    return 0.0;
}

/* ---- Comparison ------------------------------------------------------------------------------ */

static bool same_float(uint32_t word, double expected)
{
    float actual;
    memcpy(&actual, &word, sizeof(actual));
    if (isnan(expected))
        return isnan(actual);
    float narrow = (float)expected;
    if (isinf(narrow) || narrow == 0.0f)
        return actual == narrow;
    if (fabsf(narrow) < FLT_MIN) /* a device may flush denormals to 0 */
        return fabsf(actual) <= FLT_MIN;
    return fabs((double)actual - expected) <= fabs(expected) * ldexp(1.0, -22);
}

static void expect_element(const struct layout *l, const char *name, const char *how,
                           const uint8_t *bytes, unsigned vertex, const fetch_value value)
{
    bool is_signed = !strcmp(l->type, "SINT"), integer = is_signed || !strcmp(l->type, "UINT");
    for (unsigned c = 0; c < 4; c++) {
        const struct channel *channel = NULL;
        for (unsigned i = 0; i < l->num; i++) {
            if (l->channels[i].component == c)
                channel = &l->channels[i];
        }
        uint64_t raw = channel ? read_bits(bytes, channel->shift, channel->bits) : 0;
        bool ok;
        if (!channel && integer)
            ok = value[c] == (c == 3);
        else if (!channel)
            ok = same_float(value[c], c == 3 ? 1.0 : 0.0);
        else if (integer)
            ok =
                value[c] == (uint32_t)(is_signed ? (uint64_t)extend_sign(raw, channel->bits) : raw);
        else
            ok = same_float(value[c], convert(l->type, raw, channel->bits));
        if (!ok)
            fail_msg("%s, %s: component %u of vertex %u is 0x%08x, made of 0x%llx", name, how, c,
                     vertex, value[c], (unsigned long long)raw);
    }
}

/* ---- Data ------------------------------------------------------------------------------------ */

/* Doubles that are also floats, doubles halfway between floats, and the ends of the range. */
static const double doubles[] = {
    0.0,
    -0.0,
    1.0,
    -1.5,
    1.0 + 0x1p-24,
    1.0 + 0x3p-24,
    1.0 + 0x1p-24 + 0x1p-50,
    3.4028234e38,
    0x1.ffffffp127,
    -1e300,
    INFINITY,
    -INFINITY,
    NAN,
    1e-45,
    1e-30,
    123456789.123,
};

/* Fills element i: first come extreme values, then noise. */
static void fill_element(const struct layout *l, unsigned i, uint8_t *out_bytes)
{
    static const uint8_t patterns[][2] = {{0x00, 0x00}, {0xff, 0xff}, {0x80, 0x80}, {0x00, 0x80},
                                          {0xff, 0x7f}, {0x01, 0x00}, {0x01, 0x80}, {0x00, 0x7c},
                                          {0x01, 0x7c}, {0x00, 0xfc}, {0x00, 0x3c}, {0x01, 0x00}};
    enum {
        NUM_PATTERNS = sizeof(patterns) / sizeof(patterns[0]),
        NUM_DOUBLES = sizeof(doubles) / sizeof(doubles[0]),
    };
    fixture_noise(i + 1, out_bytes, l->size_B);
    if (l->channels[0].bits == 64 && i < NUM_DOUBLES) {
        for (unsigned c = 0; c < l->num; c++)
            memcpy(out_bytes + 8 * c, &doubles[(i + c) % NUM_DOUBLES], 8);
    } else if (l->channels[0].bits == 64) {
        for (unsigned c = 0; c < l->num; c++) {
            uint8_t *exponent = out_bytes + 8 * c + 6;
            exponent[1] = (uint8_t)((exponent[1] & 0x83) | 0x3c); /* within the range of floats */
        }
    } else if (l->channels[0].bits == 32 && i < 4) {
        static const uint32_t words[] = {0x7fc00000, 0xff800000, 0x7fffffff, 0x80000000};
        for (unsigned c = 0; c < l->num; c++)
            memcpy(out_bytes + 4 * c, &words[i], 4);
    } else if (i < NUM_PATTERNS) {
        for (unsigned k = 0; k < l->size_B; k++)
            out_bytes[k] = patterns[i][k % 2];
    }
}

/* Checks a format, with elements at the given offsets, `stride_B` apart. */
static void check(struct fetch_kit *k, enum pipe_format format, const struct layout *l,
                  unsigned buffer_offset_B, unsigned src_offset_B, unsigned stride_B,
                  const char *how)
{
    unsigned start_B = buffer_offset_B + src_offset_B;
    unsigned size_B = start_B + (NUM - 1) * stride_B + l->size_B;
    uint8_t *data = calloc(1, size_B);
    for (unsigned i = 0; i < NUM; i++)
        fill_element(l, i, data + start_B + i * stride_B);
    struct pipe_resource *buffer = fetch_buffer(k, data, size_B);
    const struct pipe_vertex_element element = {.src_offset = src_offset_B, .src_format = format};
    const struct pipe_vertex_buffer vb = {
        .stride = stride_B, .buffer_offset = buffer_offset_B, .buffer = buffer};
    fetch_use_elements(k, 1, &element);
    k->f->pipe->set_vertex_buffers(k->f->pipe, 0, 1, &vb);
    fetch_value *values = fetch_draw(k, NUM, 1);
    for (unsigned i = 0; i < NUM; i++)
        expect_element(l, util_format_short_name(format), how, data + start_B + i * stride_B, i,
                       values[i]);
    free(values);
    pipe_resource_reference(&buffer, NULL);
    free(data);
}

static bool is_claimed(struct pipe_fixture *f, enum pipe_format format)
{
    return f->screen->is_format_supported(f->screen, format, PIPE_BUFFER, 0,
                                          PIPE_BIND_VERTEX_BUFFER);
}

static void check_all(struct fetch_kit *k, unsigned buffer_offset_B, unsigned src_offset_B,
                      unsigned extra_stride_B, const char *how)
{
    for (unsigned i = PIPE_FORMAT_NONE + 1; i < PIPE_FORMAT_COUNT; i++) {
        enum pipe_format format = (enum pipe_format)i;
        struct layout l;
        if (!is_claimed(k->f, format))
            continue;
        if (!parse_name(util_format_short_name(format), &l))
            continue; /* padded formats; test_names() lists the other formats */
        unsigned align_B = l.channels[0].bits % 8 ? 4 : l.channels[0].bits / 8;
        unsigned stride_B = (l.size_B + align_B - 1) / align_B * align_B + extra_stride_B;
        check(k, format, &l, buffer_offset_B, src_offset_B, stride_B, how);
    }
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void test_aligned(void **state)
{
    struct fetch_kit k;
    fetch_init(&k, *state);
    check_all(&k, 16, 8, 0, "aligned");
    fetch_finish(&k);
}

static bool takes_odd_addresses(struct pipe_fixture *f)
{
    return !f->screen->get_param(f->screen, PIPE_CAP_VERTEX_BUFFER_OFFSET_4BYTE_ALIGNED_ONLY);
}

static void test_odd_offsets_and_strides(void **state)
{
    struct fetch_kit k;
    if (!takes_odd_addresses(*state))
        skip();
    fetch_init(&k, *state);
    check_all(&k, 3, 6, 1, "unaligned");
    fetch_finish(&k);
}

/* Draws elements that the shader must fetch because of one unaligned property: the buffer's offset,
 * the element's offset, or the stride. In the last case, both offsets are unaligned although their
 * sum is aligned. Checks the values. */
static void test_one_thing_odd(void **state)
{
    static const struct {
        unsigned buffer_offset_B, src_offset_B, extra_B;
        const char *how;
    } cases[] = {{1, 0, 0, "odd buffer offset"},
                 {0, 2, 0, "half a word of element offset"},
                 {0, 0, 3, "odd stride"},
                 {5, 3, 0, "offsets that add up to a multiple of 4"}};
    static const char *const names[] = {"R32G32_FLOAT", "R16G16B16_SNORM", "R8G8B8_UNORM",
                                        "R10G10B10A2_SNORM"};
    struct fetch_kit k;
    if (!takes_odd_addresses(*state))
        skip();
    fetch_init(&k, *state);
    for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
        struct layout l;
        assert_true(parse_name(names[n], &l));
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
            check(&k, util_format_from_name(names[n]), &l, cases[i].buffer_offset_B,
                  cases[i].src_offset_B, (l.size_B + 3) / 4 * 4 + cases[i].extra_B, cases[i].how);
    }
    fetch_finish(&k);
}

static void expect_claimed(struct pipe_fixture *f, const char *channels, const char *types)
{
    for (const char *type = types; *type;) {
        size_t len = strcspn(type, " ");
        char name[64];
        snprintf(name, sizeof(name), "%s_%.*s", channels, (int)len, type);
        if (!is_claimed(f, util_format_from_name(name)))
            fail_msg("%s is not claimed", name);
        type += len + strspn(type + len, " ");
    }
}

static void test_names(void **state)
{
    struct pipe_fixture *f = *state;
    static const char *const small[] = {"R8",  "R8G8",   "R8G8B8",    "R8G8B8A8",
                                        "R16", "R16G16", "R16G16B16", "R16G16B16A16"};
    static const char *const words[] = {"R32", "R32G32", "R32G32B32", "R32G32B32A32"};
    static const char *const others[][2] = {
        {"R64", "FLOAT"},          {"R64G64", "FLOAT"},    {"R64G64B64", "FLOAT"},
        {"R64G64B64A64", "FLOAT"}, {"R11G11B10", "FLOAT"}, {"R16", "FLOAT"},
        {"R16G16", "FLOAT"},       {"R16G16B16", "FLOAT"}, {"R16G16B16A16", "FLOAT"},
    };
    static const char all[] = "UNORM SNORM USCALED SSCALED UINT SINT";
    for (size_t i = 0; i < sizeof(small) / sizeof(small[0]); i++)
        expect_claimed(f, small[i], all);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        expect_claimed(f, words[i], all);
        expect_claimed(f, words[i], "FLOAT FIXED");
    }
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        expect_claimed(f, others[i][0], others[i][1]);
    expect_claimed(f, "B8G8R8A8", all);
    expect_claimed(f, "R10G10B10A2", all);
    expect_claimed(f, "B10G10R10A2", all);
    static const enum pipe_format none[] = {PIPE_FORMAT_NONE,          PIPE_FORMAT_L8_UNORM,
                                            PIPE_FORMAT_DXT1_RGB,      PIPE_FORMAT_Z32_FLOAT,
                                            PIPE_FORMAT_R8G8B8A8_SRGB, PIPE_FORMAT_R9G9B9E5_FLOAT,
                                            PIPE_FORMAT_B5G6R5_UNORM};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        assert_false(is_claimed(f, none[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_aligned),
        cmocka_unit_test(test_odd_offsets_and_strides),
        cmocka_unit_test(test_one_thing_odd),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
