/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The format table: complete, consistent, and with the block sizes of the wire protocol. */
#include "pipe/p_format_description.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The size of a block, in bytes and in texels, of all formats from `first` to `last` (virgl wire
 * protocol, formats). Numbers that the table lacks are planar formats, unused, or (262 to 266) two
 * formats that depend on the client's version. */
struct size_run {
    unsigned first, last;
    unsigned bytes;
    unsigned width, height, depth;
};

// clang-format off
static const struct size_run wire_sizes[] = {
    {0, 0, 1, 1, 1, 1}, {1, 4, 4, 1, 1, 1}, {5, 7, 2, 1, 1, 1}, {8, 8, 4, 1, 1, 1},
    {9, 11, 1, 1, 1, 1}, {12, 13, 2, 1, 1, 1}, {14, 15, 4, 2, 1, 1}, {16, 16, 2, 1, 1, 1},
    {17, 22, 4, 1, 1, 1}, {23, 23, 1, 1, 1, 1}, {24, 24, 8, 1, 1, 1}, {25, 25, 16, 1, 1, 1},
    {26, 26, 24, 1, 1, 1}, {27, 27, 32, 1, 1, 1}, {28, 28, 4, 1, 1, 1}, {29, 29, 8, 1, 1, 1},
    {30, 30, 12, 1, 1, 1}, {31, 31, 16, 1, 1, 1}, {32, 32, 4, 1, 1, 1}, {33, 33, 8, 1, 1, 1},
    {34, 34, 12, 1, 1, 1}, {35, 35, 16, 1, 1, 1}, {36, 36, 4, 1, 1, 1}, {37, 37, 8, 1, 1, 1},
    {38, 38, 12, 1, 1, 1}, {39, 39, 16, 1, 1, 1}, {40, 40, 4, 1, 1, 1}, {41, 41, 8, 1, 1, 1},
    {42, 42, 12, 1, 1, 1}, {43, 43, 16, 1, 1, 1}, {44, 44, 4, 1, 1, 1}, {45, 45, 8, 1, 1, 1},
    {46, 46, 12, 1, 1, 1}, {47, 47, 16, 1, 1, 1}, {48, 48, 2, 1, 1, 1}, {49, 49, 4, 1, 1, 1},
    {50, 50, 6, 1, 1, 1}, {51, 51, 8, 1, 1, 1}, {52, 52, 2, 1, 1, 1}, {53, 53, 4, 1, 1, 1},
    {54, 54, 6, 1, 1, 1}, {55, 55, 8, 1, 1, 1}, {56, 56, 2, 1, 1, 1}, {57, 57, 4, 1, 1, 1},
    {58, 58, 6, 1, 1, 1}, {59, 59, 8, 1, 1, 1}, {60, 60, 2, 1, 1, 1}, {61, 61, 4, 1, 1, 1},
    {62, 62, 6, 1, 1, 1}, {63, 63, 8, 1, 1, 1}, {64, 64, 1, 1, 1, 1}, {65, 65, 2, 1, 1, 1},
    {66, 66, 3, 1, 1, 1}, {67, 68, 4, 1, 1, 1}, {69, 69, 1, 1, 1, 1}, {70, 70, 2, 1, 1, 1},
    {71, 71, 3, 1, 1, 1}, {72, 72, 4, 1, 1, 1}, {74, 74, 1, 1, 1, 1}, {75, 75, 2, 1, 1, 1},
    {76, 76, 3, 1, 1, 1}, {77, 77, 4, 1, 1, 1}, {82, 82, 1, 1, 1, 1}, {83, 83, 2, 1, 1, 1},
    {84, 84, 3, 1, 1, 1}, {85, 85, 4, 1, 1, 1}, {87, 87, 4, 1, 1, 1}, {88, 88, 8, 1, 1, 1},
    {89, 89, 12, 1, 1, 1}, {90, 90, 16, 1, 1, 1}, {91, 91, 2, 1, 1, 1}, {92, 92, 4, 1, 1, 1},
    {93, 93, 6, 1, 1, 1}, {94, 94, 8, 1, 1, 1}, {95, 95, 1, 1, 1, 1}, {96, 96, 2, 1, 1, 1},
    {97, 97, 3, 1, 1, 1}, {98, 104, 4, 1, 1, 1}, {105, 106, 8, 4, 4, 1}, {107, 108, 16, 4, 4, 1},
    {109, 110, 8, 4, 4, 1}, {111, 112, 16, 4, 4, 1}, {113, 114, 8, 4, 4, 1},
    {115, 116, 16, 4, 4, 1}, {117, 118, 4, 2, 1, 1}, {119, 119, 4, 1, 1, 1},
    {120, 120, 2, 1, 1, 1}, {121, 121, 4, 1, 1, 1}, {122, 122, 2, 1, 1, 1}, {123, 125, 4, 1, 1, 1},
    {126, 126, 8, 1, 1, 1}, {127, 127, 1, 8, 1, 1}, {128, 129, 4, 1, 1, 1}, {130, 130, 1, 1, 1, 1},
    {131, 132, 4, 1, 1, 1}, {133, 133, 2, 1, 1, 1}, {134, 134, 4, 1, 1, 1}, {135, 135, 2, 1, 1, 1},
    {136, 137, 4, 1, 1, 1}, {138, 138, 8, 1, 1, 1}, {139, 139, 1, 1, 1, 1}, {140, 140, 4, 1, 1, 1},
    {141, 142, 2, 1, 1, 1}, {143, 144, 8, 4, 4, 1}, {145, 146, 16, 4, 4, 1},
    {147, 148, 1, 1, 1, 1}, {149, 149, 2, 1, 1, 1}, {150, 150, 1, 1, 1, 1}, {151, 152, 2, 1, 1, 1},
    {153, 153, 4, 1, 1, 1}, {154, 156, 2, 1, 1, 1}, {157, 157, 4, 1, 1, 1}, {158, 158, 2, 1, 1, 1},
    {159, 160, 4, 1, 1, 1}, {161, 161, 8, 1, 1, 1}, {162, 162, 4, 1, 1, 1}, {168, 169, 1, 1, 1, 1},
    {170, 171, 2, 1, 1, 1}, {172, 176, 4, 1, 1, 1}, {177, 177, 1, 1, 1, 1}, {178, 178, 2, 1, 1, 1},
    {179, 179, 3, 1, 1, 1}, {180, 180, 4, 1, 1, 1}, {181, 181, 1, 1, 1, 1}, {182, 182, 2, 1, 1, 1},
    {183, 183, 3, 1, 1, 1}, {184, 184, 4, 1, 1, 1}, {185, 185, 2, 1, 1, 1}, {186, 186, 4, 1, 1, 1},
    {187, 187, 6, 1, 1, 1}, {188, 188, 8, 1, 1, 1}, {189, 189, 2, 1, 1, 1}, {190, 190, 4, 1, 1, 1},
    {191, 191, 6, 1, 1, 1}, {192, 192, 8, 1, 1, 1}, {193, 193, 4, 1, 1, 1}, {194, 194, 8, 1, 1, 1},
    {195, 195, 12, 1, 1, 1}, {196, 196, 16, 1, 1, 1}, {197, 197, 4, 1, 1, 1},
    {198, 198, 8, 1, 1, 1}, {199, 199, 12, 1, 1, 1}, {200, 200, 16, 1, 1, 1},
    {201, 203, 1, 1, 1, 1}, {204, 204, 2, 1, 1, 1}, {205, 207, 1, 1, 1, 1}, {208, 211, 2, 1, 1, 1},
    {212, 212, 4, 1, 1, 1}, {213, 215, 2, 1, 1, 1}, {216, 219, 4, 1, 1, 1}, {220, 220, 8, 1, 1, 1},
    {221, 223, 4, 1, 1, 1}, {224, 224, 8, 1, 1, 1}, {225, 225, 4, 1, 1, 1}, {226, 226, 8, 4, 4, 1},
    {227, 228, 4, 2, 1, 1}, {229, 233, 4, 1, 1, 1}, {234, 238, 8, 1, 1, 1},
    {239, 241, 16, 1, 1, 1}, {242, 242, 2, 1, 1, 1}, {243, 245, 4, 1, 1, 1},
    {246, 246, 8, 1, 1, 1}, {247, 248, 2, 1, 1, 1}, {249, 250, 4, 1, 1, 1}, {251, 252, 8, 1, 1, 1},
    {253, 253, 4, 1, 1, 1}, {254, 254, 2, 1, 1, 1}, {255, 258, 16, 4, 4, 1},
    {259, 261, 2, 1, 1, 1}, {267, 268, 4, 1, 1, 1}, {269, 272, 8, 4, 4, 1},
    {273, 274, 16, 4, 4, 1}, {275, 276, 8, 4, 4, 1}, {277, 279, 16, 4, 4, 1},
    {280, 280, 16, 5, 4, 1}, {281, 281, 16, 5, 5, 1}, {282, 282, 16, 6, 5, 1},
    {283, 283, 16, 6, 6, 1}, {284, 284, 16, 8, 5, 1}, {285, 285, 16, 8, 6, 1},
    {286, 286, 16, 8, 8, 1}, {287, 287, 16, 10, 5, 1}, {288, 288, 16, 10, 6, 1},
    {289, 289, 16, 10, 8, 1}, {290, 290, 16, 10, 10, 1}, {291, 291, 16, 12, 10, 1},
    {292, 292, 16, 12, 12, 1}, {293, 293, 16, 4, 4, 1}, {294, 294, 16, 5, 4, 1},
    {295, 295, 16, 5, 5, 1}, {296, 296, 16, 6, 5, 1}, {297, 297, 16, 6, 6, 1},
    {298, 298, 16, 8, 5, 1}, {299, 299, 16, 8, 6, 1}, {300, 300, 16, 8, 8, 1},
    {301, 301, 16, 10, 5, 1}, {302, 302, 16, 10, 6, 1}, {303, 303, 16, 10, 8, 1},
    {304, 304, 16, 10, 10, 1}, {305, 305, 16, 12, 10, 1}, {306, 306, 16, 12, 12, 1},
    {308, 308, 4, 1, 1, 1}, {311, 311, 2, 1, 1, 1}, {312, 312, 1, 1, 1, 1}, {313, 313, 2, 1, 1, 1},
    {317, 317, 3, 1, 1, 1}, {318, 318, 1, 1, 1, 1}, {319, 321, 2, 1, 1, 1}, {322, 322, 1, 1, 1, 1},
    {326, 326, 1, 1, 1, 1}, {328, 328, 3, 1, 1, 1}, {329, 329, 4, 1, 1, 1}, {330, 333, 2, 1, 1, 1},
    {334, 337, 4, 1, 1, 1}, {338, 340, 2, 1, 1, 1}, {341, 347, 4, 1, 1, 1},
    {348, 349, 16, 3, 3, 3}, {350, 351, 16, 4, 3, 3}, {352, 353, 16, 4, 4, 3},
    {354, 355, 16, 4, 4, 4}, {356, 357, 16, 5, 4, 4}, {358, 359, 16, 5, 5, 4},
    {360, 361, 16, 5, 5, 5}, {362, 363, 16, 6, 5, 5}, {364, 365, 16, 6, 6, 5},
    {366, 367, 16, 6, 6, 6}, {368, 368, 8, 4, 4, 1}, {369, 370, 16, 4, 4, 1},
    {372, 374, 4, 1, 1, 1}, {375, 375, 1, 1, 1, 1}, {376, 378, 2, 1, 1, 1}, {379, 383, 4, 1, 1, 1},
    {385, 390, 3, 1, 1, 1}, {391, 393, 4, 1, 1, 1}, {395, 396, 16, 8, 4, 1},
    {397, 397, 4, 1, 1, 1}, {401, 401, 2, 1, 1, 1}, {403, 404, 4, 1, 1, 1}, {405, 405, 1, 1, 1, 1},
    {406, 411, 2, 1, 1, 1}, {412, 413, 32, 1, 1, 1}, {414, 415, 24, 1, 1, 1},
    {416, 417, 16, 1, 1, 1}, {418, 419, 8, 1, 1, 1}, {427, 428, 2, 1, 1, 1},
    {430, 432, 4, 1, 1, 1}, {437, 439, 8, 2, 1, 1}, {440, 440, 4, 1, 1, 1}, {441, 442, 8, 1, 1, 1},
};
// clang-format on

static const unsigned holes[] = {73, 78, 79, 80, 81, 86, 307, 309, 310};

static void test_wire_sizes(void **state)
{
    (void)state;
    unsigned num = 0;

    for (unsigned i = 0; i < sizeof(wire_sizes) / sizeof(wire_sizes[0]); i++) {
        const struct size_run *run = &wire_sizes[i];

        for (unsigned format = run->first; format <= run->last; format++, num++) {
            const struct util_format_description *desc = util_format_description(format);

            assert_non_null(desc);
            if (desc->block.bits != run->bytes * 8 || desc->block.width != run->width ||
                desc->block.height != run->height || desc->block.depth != run->depth)
                fail_msg("%s: %u bits, %ux%ux%u", desc->name, desc->block.bits, desc->block.width,
                         desc->block.height, desc->block.depth);
        }
    }
    assert_int_equal(num, 398);
}

static void test_every_number(void **state)
{
    (void)state;
    unsigned hole = 0;

    for (unsigned format = 0; format < PIPE_FORMAT_COUNT; format++) {
        const struct util_format_description *desc = util_format_description(format);

        if (hole < sizeof(holes) / sizeof(holes[0]) && holes[hole] == format) {
            hole++;
            assert_null(desc);
            assert_string_equal(util_format_name(format), "PIPE_FORMAT_???");
            assert_int_equal(util_format_get_blocksize(format), 0);
            assert_int_equal(util_format_get_nblocksx(format, 7), 7);
            continue;
        }
        assert_non_null(desc);
        assert_int_equal(desc->format, format);
        assert_string_equal(desc->name + strlen("PIPE_FORMAT_"), desc->short_name);
        assert_int_equal(util_format_from_name(desc->name), format);
        assert_int_equal(util_format_from_name(desc->short_name), format);
        assert_true(desc->block.width && desc->block.height && desc->block.depth);
    }
    assert_null(util_format_description(PIPE_FORMAT_COUNT));
    assert_null(util_format_description((enum pipe_format) - 1));
    assert_int_equal(util_format_from_name("R8G8"), PIPE_FORMAT_NONE);
}

/* Returns the letter of the idx-th channel in a format name, or 0 if there is none; stores its
 * size. */
static char name_channel(const char *name, unsigned idx, unsigned *out_size)
{
    for (;; idx--) {
        char letter = *name++;
        unsigned size = 0;

        if (letter < 'A' || letter > 'Z')
            return 0;
        while (*name >= '0' && *name <= '9')
            size = size * 10 + (unsigned)(*name++ - '0');
        if (!size)
            return 0;
        if (!idx) {
            *out_size = size;
            return letter;
        }
    }
}

/* Checks plain formats: channels must lie one after the other, fill the block, and match the
 * format's name. */
static void test_channels(void **state)
{
    (void)state;
    unsigned num_named = 0;

    for (unsigned format = 1; format < PIPE_FORMAT_COUNT; format++) {
        const struct util_format_description *desc = util_format_description(format);
        unsigned shift = 0;

        if (!desc || desc->layout != UTIL_FORMAT_LAYOUT_PLAIN)
            continue;
        assert_in_range(desc->nr_channels, 1, 4);
        for (unsigned i = 0; i < desc->nr_channels; i++) {
            unsigned size = 0;
            char letter = name_channel(desc->short_name, i, &size);

            assert_int_equal(desc->channel[i].shift, shift);
            shift += desc->channel[i].size;
            if (!letter || desc->colorspace != UTIL_FORMAT_COLORSPACE_RGB)
                continue;
            num_named++;
            if (desc->channel[i].size != size)
                fail_msg("%s: channel %u has %u bits", desc->name, i, desc->channel[i].size);
            if ((desc->channel[i].type == UTIL_FORMAT_TYPE_VOID) != (letter == 'X'))
                fail_msg("%s: padding is wrong", desc->name);
            const char *place = strchr("RGBA", letter);
            if (place && desc->swizzle[place - "RGBA"] != i)
                fail_msg("%s: swizzle of %c is wrong", desc->name, letter);
        }
        if (shift != desc->block.bits)
            fail_msg("%s: channels take %u bits of %u", desc->name, shift, desc->block.bits);
        for (unsigned i = 0; i < 4; i++) {
            if (desc->swizzle[i] <= PIPE_SWIZZLE_W)
                assert_true(desc->swizzle[i] < desc->nr_channels);
        }
    }
    assert_true(num_named > 600);
}

static boolean name_has(enum pipe_format format, const char *part)
{
    return strstr(util_format_short_name(format), part) != NULL;
}

/* Checks that the queries about a format agree with the type in its name. */
static void test_types(void **state)
{
    (void)state;

    for (unsigned format = 1; format < PIPE_FORMAT_COUNT; format++) {
        const struct util_format_description *desc = util_format_description(format);

        if (!desc || desc->colorspace == UTIL_FORMAT_COLORSPACE_ZS ||
            desc->colorspace == UTIL_FORMAT_COLORSPACE_YUV || desc->is_mixed)
            continue;
        boolean is_uint = name_has(format, "_UINT"), is_sint = name_has(format, "_SINT");
        boolean is_snorm = name_has(format, "_SNORM");
        boolean is_float = name_has(format, "FLOAT");
        boolean is_scaled = name_has(format, "SCALED"), is_fixed = name_has(format, "_FIXED");

        if (util_format_is_pure_uint(format) != is_uint ||
            util_format_is_pure_sint(format) != is_sint ||
            util_format_is_pure_integer(format) != (is_uint || is_sint) ||
            util_format_is_snorm(format) != is_snorm || util_format_is_float(format) != is_float ||
            util_format_is_scaled(format) != is_scaled ||
            util_format_is_unorm(format) !=
                !(is_uint || is_sint || is_snorm || is_float || is_scaled || is_fixed) ||
            util_format_is_srgb(format) != name_has(format, "SRGB"))
            fail_msg("%s", desc->name);
    }
}

static void test_srgb_pairs(void **state)
{
    (void)state;

    for (unsigned format = 1; format < PIPE_FORMAT_COUNT; format++) {
        enum pipe_format linear = util_format_linear(format);

        if (!util_format_is_srgb(format)) {
            assert_int_equal(linear, format);
            continue;
        }
        if (linear == format)
            fail_msg("%s has no linear sibling", util_format_name(format));
        assert_false(util_format_is_srgb(linear));
        assert_int_equal(util_format_srgb(linear), format);
        assert_int_equal(util_format_srgb(format), format);
        assert_memory_equal(&util_format_description(format)->block,
                            &util_format_description(linear)->block,
                            sizeof(struct util_format_block));
        assert_memory_equal(util_format_description(format)->swizzle,
                            util_format_description(linear)->swizzle, 4);
    }
    assert_int_equal(util_format_srgb(PIPE_FORMAT_R32_FLOAT), PIPE_FORMAT_NONE);
}

static void test_depth_stencil(void **state)
{
    (void)state;
    static const struct {
        enum pipe_format format, depth, stencil;
    } rows[] = {
        {PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_NONE},
        {PIPE_FORMAT_Z32_FLOAT, PIPE_FORMAT_Z32_FLOAT, PIPE_FORMAT_NONE},
        {PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_X24S8_UINT},
        {PIPE_FORMAT_S8_UINT_Z24_UNORM, PIPE_FORMAT_X8Z24_UNORM, PIPE_FORMAT_S8X24_UINT},
        {PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_NONE},
        {PIPE_FORMAT_S8_UINT, PIPE_FORMAT_NONE, PIPE_FORMAT_S8_UINT},
        {PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, PIPE_FORMAT_Z32_FLOAT, PIPE_FORMAT_X32_S8X24_UINT},
        {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_NONE, PIPE_FORMAT_NONE},
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct util_format_description *desc = util_format_description(rows[i].format);
        boolean has_depth = rows[i].depth != PIPE_FORMAT_NONE;
        boolean has_stencil = rows[i].stencil != PIPE_FORMAT_NONE;

        assert_int_equal(util_format_get_depth_only(rows[i].format), rows[i].depth);
        assert_int_equal(util_format_stencil_only(rows[i].format), rows[i].stencil);
        assert_int_equal(util_format_has_depth(desc), has_depth);
        assert_int_equal(util_format_has_stencil(desc), has_stencil);
        assert_int_equal(util_format_is_depth_or_stencil(rows[i].format), has_depth || has_stencil);
        assert_int_equal(util_format_is_depth_and_stencil(rows[i].format),
                         has_depth && has_stencil);
        assert_false(util_format_has_alpha(rows[i].format) && (has_depth || has_stencil));
    }
    assert_true(util_format_is_pure_uint(PIPE_FORMAT_S8_UINT));
    assert_true(util_format_is_pure_uint(PIPE_FORMAT_X24S8_UINT));
    assert_false(util_format_is_pure_integer(PIPE_FORMAT_Z24_UNORM_S8_UINT));
}

static void test_kinds(void **state)
{
    (void)state;

    assert_true(util_format_is_luminance(PIPE_FORMAT_L8_UNORM));
    assert_false(util_format_is_luminance(PIPE_FORMAT_R8_UNORM));
    assert_true(util_format_is_alpha(PIPE_FORMAT_A16_FLOAT));
    assert_true(util_format_is_intensity(PIPE_FORMAT_I32_SINT));
    assert_true(util_format_is_luminance_alpha(PIPE_FORMAT_L8A8_SRGB));
    assert_true(util_format_is_luminance_alpha(PIPE_FORMAT_A8L8_UNORM));
    assert_true(util_format_has_alpha(PIPE_FORMAT_DXT1_RGBA));
    assert_false(util_format_has_alpha(PIPE_FORMAT_DXT1_RGB));
    assert_false(util_format_has_alpha(PIPE_FORMAT_B8G8R8X8_UNORM));
    assert_true(util_format_is_compressed(PIPE_FORMAT_ETC2_RG11_SNORM));
    assert_false(util_format_is_compressed(PIPE_FORMAT_UYVY));
    assert_false(util_format_is_compressed(PIPE_FORMAT_R9G9B9E5_FLOAT));
    assert_true(util_format_is_yuv(PIPE_FORMAT_NV12));
    assert_int_equal(util_format_get_nr_components(PIPE_FORMAT_B8G8R8X8_UNORM), 3);
    assert_int_equal(util_format_get_nr_components(PIPE_FORMAT_L16_UNORM), 1);
    assert_int_equal(util_format_get_nr_components(PIPE_FORMAT_Z24_UNORM_S8_UINT), 2);
    assert_int_equal(util_format_get_nr_components(PIPE_FORMAT_NONE), 0);
    assert_int_equal(util_format_get_first_non_void_channel(PIPE_FORMAT_X8Z24_UNORM), 1);
    assert_int_equal(util_format_get_first_non_void_channel(PIPE_FORMAT_DXT5_RGBA), -1);
    assert_true(util_format_description(PIPE_FORMAT_R16G16B16_UINT)->is_array);
    assert_false(util_format_description(PIPE_FORMAT_B5G6R5_UNORM)->is_array);
    assert_true(util_format_description(PIPE_FORMAT_R8SG8SB8UX8U_NORM)->is_mixed);
}

static void test_blocks(void **state)
{
    (void)state;

    assert_int_equal(util_format_get_stride(PIPE_FORMAT_R8G8B8_UNORM, 5), 15);
    assert_int_equal(util_format_get_stride(PIPE_FORMAT_DXT1_RGB, 5), 16);
    assert_int_equal(util_format_get_stride(PIPE_FORMAT_ASTC_12x10, 1), 16);
    assert_int_equal(util_format_get_2d_size(PIPE_FORMAT_ASTC_12x10, 16, 11), 32);
    assert_int_equal(util_format_get_nblocks(PIPE_FORMAT_DXT5_RGBA, 9, 8), 6);
    assert_int_equal(util_format_get_nblocksz(PIPE_FORMAT_ASTC_4x4x3, 4), 2);
    assert_int_equal(util_format_get_nblocksx(PIPE_FORMAT_DXT5_RGBA, 0xffffffffu), 0x40000000u);
}

static void test_components(void **state)
{
    (void)state;
    const enum util_format_colorspace rgb = UTIL_FORMAT_COLORSPACE_RGB,
                                      srgb = UTIL_FORMAT_COLORSPACE_SRGB,
                                      zs = UTIL_FORMAT_COLORSPACE_ZS;

    assert_int_equal(util_format_get_component_bits(PIPE_FORMAT_B5G6R5_UNORM, rgb, 0), 5);
    assert_int_equal(util_format_get_component_bits(PIPE_FORMAT_B5G6R5_UNORM, rgb, 1), 6);
    assert_int_equal(util_format_get_component_bits(PIPE_FORMAT_B5G6R5_UNORM, rgb, 3), 0);
    assert_int_equal(util_format_get_component_bits(PIPE_FORMAT_B5G6R5_UNORM, zs, 0), 0);
    assert_int_equal(util_format_get_component_bits(PIPE_FORMAT_R8G8B8A8_SRGB, rgb, 2), 8);
    assert_int_equal(util_format_get_component_bits(PIPE_FORMAT_R16_UNORM, srgb, 0), 16);
    assert_int_equal(util_format_get_component_bits(PIPE_FORMAT_Z24_UNORM_S8_UINT, zs, 0), 24);
    assert_int_equal(util_format_get_component_bits(PIPE_FORMAT_Z24_UNORM_S8_UINT, zs, 1), 8);
    assert_int_equal(util_format_get_component_bits(PIPE_FORMAT_S8_UINT, zs, 0), 0);
    assert_int_equal(util_format_get_component_bits(PIPE_FORMAT_NONE, rgb, 4), 0);
    assert_int_equal(util_format_get_mask(PIPE_FORMAT_Z24_UNORM_S8_UINT),
                     PIPE_MASK_Z | PIPE_MASK_S);
    assert_int_equal(util_format_get_mask(PIPE_FORMAT_Z16_UNORM), PIPE_MASK_Z);
    assert_int_equal(util_format_get_mask(PIPE_FORMAT_S8_UINT), PIPE_MASK_S);
    assert_int_equal(util_format_get_mask(PIPE_FORMAT_L8_UNORM), PIPE_MASK_RGBA);
    assert_true(util_format_is_plain(PIPE_FORMAT_L8_UNORM));
    assert_false(util_format_is_plain(PIPE_FORMAT_DXT1_RGB));
    assert_true(util_format_is_s3tc(PIPE_FORMAT_DXT5_RGBA));
    assert_false(util_format_is_s3tc(PIPE_FORMAT_RGTC1_UNORM));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_components),    cmocka_unit_test(test_wire_sizes),
        cmocka_unit_test(test_every_number),  cmocka_unit_test(test_channels),
        cmocka_unit_test(test_types),         cmocka_unit_test(test_srgb_pairs),
        cmocka_unit_test(test_depth_stencil), cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_blocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
