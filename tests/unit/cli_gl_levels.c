/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* OpenGL versions from capabilities. The tests begin with capabilities that give the highest
 * versions, and remove or change some of them. */
#include "cli/gl_levels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum {
    CAPS_B = 1376
};

static uint8_t caps[CAPS_B];

static void set(size_t offset, uint32_t value)
{
    memcpy(caps + offset, &value, sizeof(value));
}

static void clear_bit(size_t offset, unsigned bit)
{
    uint32_t value;

    memcpy(&value, caps + offset, sizeof(value));
    set(offset, value & ~(1u << bit));
}

static void clear_format(unsigned format)
{
    clear_bit(4 + format / 32 * 4, format % 32);
}

/* Sets the capabilities of a server on a complete device: desktop 4.6 and ES 3.2. */
static int set_up(void **state)
{
    (void)state;
    memset(caps, 0, sizeof(caps));
    memset(caps + 4, 0xff, 128); /* sampler and render formats */
    set(260, 0xffe1fd7f);
    set(264, 460);
    set(208, 1u << 28);
    set(268, 2048);
    set(272, 4);
    set(276, 1);
    set(280, 8);
    set(284, 4);
    set(292, 134217728);
    set(296, 15);
    set(300, 16);
    set(304, 4);
    set(380, 16);
    set(388, 16);
    set(392, 0xdff7ffff);
    set(428, 2048);
    set(432, 16);
    set(440, 32);
    set(452, 1024);
    set(484, 16384);
    set(528, 16);
    set(688, 0x1e693);
    set(760, 0x41800000);
    set(764, 32);
    set(1372, 65536);
    return 0;
}

static void assert_levels(const char *gl, const char *es)
{
    const struct gv_gl_level *level = gv_gl_level_reached(false, caps, sizeof(caps));

    assert_string_equal(level ? level->name : "none", gl);
    level = gv_gl_level_reached(true, caps, sizeof(caps));
    assert_string_equal(level ? level->name : "none", es);
}

static unsigned find_level(const char *name)
{
    unsigned idx = 0;

    while (strcmp(gv_gl_level(idx)->name, name) != 0)
        idx++;
    return idx;
}

static void assert_only_missing(const char *level, const char *what)
{
    const char *missing = gv_gl_level_missing(find_level(level), caps, sizeof(caps), 0);

    assert_non_null(missing);
    assert_string_equal(missing, what);
    assert_null(gv_gl_level_missing(find_level(level), caps, sizeof(caps), 1));
}

static void test_complete(void **state)
{
    (void)state;
    assert_levels("OpenGL 4.6", "OpenGL ES 3.2");
    for (unsigned i = 0; gv_gl_level(i); i++)
        assert_null(gv_gl_level_missing(i, caps, sizeof(caps), 0));
}

static void test_nothing(void **state)
{
    (void)state;
    memset(caps, 0, sizeof(caps));
    assert_levels("none", "none");
    assert_string_equal(gv_gl_level_missing(0, caps, sizeof(caps), 0), "occlusion queries");
    assert_null(gv_gl_level_reached(false, caps, 0));
}

/* Sets the capabilities of V3DV on a Raspberry Pi 4 (V3D 4.2) and 5 (V3D 7.1); checks the versions.
 * The Raspberry Pi 4 has 4 render targets. Mesa's client does not require more, and reports the
 * number as GL_MAX_DRAW_BUFFERS. */
static void test_v3d(void **state)
{
    enum {
        MAX_RENDER_TARGETS = 280,
        MAX_TEXTURE_2D_SIZE = 484
    };

    (void)state;
    set(MAX_TEXTURE_2D_SIZE, 4096);
    assert_levels("OpenGL 4.0", "OpenGL ES 3.2");
    assert_only_missing("OpenGL 4.1", "textures of 16384x16384");
    set(MAX_RENDER_TARGETS, 4);
    assert_levels("OpenGL 4.0", "OpenGL ES 3.2");
    set(MAX_RENDER_TARGETS, 3);
    assert_levels("OpenGL 2.1", "OpenGL ES 2.0");
    assert_only_missing("OpenGL 3.0", "4 render targets");
}

/* Changes single capabilities of the reference server. Checks that the computed versions are those
 * that Mesa 22.3.6 reported for the same capabilities. */
static void test_what_was_observed(void **state)
{
    (void)state;
    set(296, 14);
    assert_levels("OpenGL 4.2", "OpenGL ES 3.2");
    assert_only_missing("OpenGL 4.3", "14 uniform blocks");

    set_up(NULL);
    set(380, 0);
    assert_levels("OpenGL 4.2", "OpenGL ES 3.1");
    set_up(NULL);
    clear_bit(392, 8);
    assert_levels("OpenGL 4.2", "OpenGL ES 3.0");
    set_up(NULL);
    clear_bit(392, 9);
    assert_levels("OpenGL 4.2", "OpenGL ES 3.1");
    set_up(NULL);
    clear_bit(260, 24); /* tessellation */
    assert_levels("OpenGL 3.3", "OpenGL ES 3.1");
    set_up(NULL);
    clear_bit(260, 23); /* doubles */
    assert_levels("OpenGL 3.3", "OpenGL ES 3.2");
    assert_only_missing("OpenGL 4.0", "double precision in shaders");
    set_up(NULL);
    set(300, 1); /* viewports */
    assert_levels("OpenGL 4.0", "OpenGL ES 3.2");
    set_up(NULL);
    set(284, 1); /* Mesa pretends to have multisampling */
    assert_levels("OpenGL 4.6", "OpenGL ES 3.2");
    set_up(NULL);
    set(528, 0); /* then Mesa uses storage buffers for atomic counters */
    assert_levels("OpenGL 4.6", "OpenGL ES 3.2");
    clear_bit(392, 10);
    clear_bit(688, 0);
    assert_levels("OpenGL 4.6", "OpenGL ES 3.1");
    assert_only_missing("OpenGL ES 3.2", "advanced blending");
    set_up(NULL);
    clear_bit(260, 12);
    clear_bit(260, 15);
    assert_levels("OpenGL 4.6", "OpenGL ES 3.2");
}

/* Removes or changes one capability at a time; checks the versions, which Mesa 25.0.7 reported for
 * these capabilities. */
static void test_above_4_3(void **state)
{
    (void)state;
    clear_bit(688, 15); /* votes */
    assert_levels("OpenGL 4.5", "OpenGL ES 3.2");
    assert_only_missing("OpenGL 4.6", "votes in shaders");
    set_up(NULL);
    clear_bit(260, 27); /* cull distances */
    assert_levels("OpenGL 4.4", "OpenGL ES 3.2");
    set_up(NULL);
    clear_bit(392, 31);
    assert_levels("OpenGL 4.3", "OpenGL ES 3.2");
    assert_only_missing("OpenGL 4.4", "buffers on memory of the client's");
    set_up(NULL);
    set(264, 430);
    assert_levels("OpenGL 4.3", "OpenGL ES 3.2");
    set_up(NULL);
    set(760, 0x40800000); /* multisampling with 4 samples */
    assert_levels("OpenGL 4.5", "OpenGL ES 3.2");
    assert_only_missing("OpenGL 4.6", "16-fold anisotropy");
}

static void test_formats(void **state)
{
    (void)state;
    clear_format(126); /* one of two required depth formats */
    assert_levels("OpenGL 2.1", "OpenGL ES 2.0");
    set_up(NULL);
    clear_format(253); /* the other 10-10-10-2 integer format is enough */
    assert_levels("OpenGL 4.6", "OpenGL ES 3.2");
    clear_format(225);
    assert_levels("OpenGL 3.2", "OpenGL ES 3.2");
    set_up(NULL);
    clear_format(113); /* Mesa then decodes RGTC to uncompressed formats */
    assert_levels("OpenGL 4.6", "OpenGL ES 3.2");
}

static void test_render_formats_are_not_sampler_formats(void **state)
{
    (void)state;
    clear_bit(68 + 94 / 32 * 4, 94 % 32);
    assert_levels("OpenGL 2.1", "OpenGL ES 3.2");
    assert_only_missing("OpenGL 3.0", "rendering to float formats");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_complete, set_up),
        cmocka_unit_test_setup(test_nothing, set_up),
        cmocka_unit_test_setup(test_v3d, set_up),
        cmocka_unit_test_setup(test_what_was_observed, set_up),
        cmocka_unit_test_setup(test_above_4_3, set_up),
        cmocka_unit_test_setup(test_formats, set_up),
        cmocka_unit_test_setup(test_render_formats_are_not_sampler_formats, set_up),
    };

    return cmocka_run_group_tests_name("cli gl levels", tests, NULL, NULL);
}
