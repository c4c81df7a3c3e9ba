/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which quirks apply to which versions of a driver. The test needs no device. */
#include "vk/quirks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct gv_vk_driver lavapipe(const char *info)
{
    return gv_vk_driver_of(VK_DRIVER_ID_MESA_LLVMPIPE, 1, info, "llvmpipe");
}

static void test_versions(void **state)
{
    (void)state;
    assert_int_equal(lavapipe("Mesa 22.3.6 (LLVM 15.0.6)").version,
                     VK_MAKE_API_VERSION(0, 22, 3, 6));
    assert_int_equal(lavapipe("Mesa 26.1.0-devel (git-0123456789)").version,
                     VK_MAKE_API_VERSION(0, 26, 1, 0));
    /* If the text is not a version of Mesa, the driver's version number is used. */
    static const char *const others[] = {"",        "Mesa",           "Mesa x.1.2",
                                         "Mesa 22", "Mesa 22.9999.1", "560.35.03"};
    for (unsigned i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        assert_int_equal(lavapipe(others[i]).version, 1);
}

static void test_flags(void **state)
{
    (void)state;
    static const struct {
        const char *info;
        bool ends_early;
    } versions[] = {
        {"Mesa 22.3.6 (LLVM 15.0.6)", true},
        {"Mesa 24.3.4", true},
        {"Mesa 25.0.0", false},
    };
    for (unsigned i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
        struct gv_vk_driver driver = lavapipe(versions[i].info);
        struct gv_vk_quirks quirks = gv_vk_quirks_of(&driver);
        assert_int_equal(quirks.endsBlocksEarly, versions[i].ends_early);
        assert_true(quirks.filtersDepth && quirks.compilesForConstants &&
                    quirks.unifiedImageLayouts && quirks.losesPushConstants && quirks.linksWhole &&
                    quirks.linksOneTarget);
    }
    struct gv_vk_driver other =
        gv_vk_driver_of(VK_DRIVER_ID_MESA_RADV, VK_MAKE_API_VERSION(0, 22, 3, 6), "Mesa 22.3.6",
                        "AMD Radeon Graphics (RADV GFX1100)");
    struct gv_vk_quirks quirks = gv_vk_quirks_of(&other);
    assert_false(quirks.filtersDepth || quirks.compilesForConstants || quirks.endsBlocksEarly ||
                 quirks.exchangesOutside || quirks.rendersInTiles || quirks.unifiedImageLayouts ||
                 quirks.losesPushConstants || quirks.linksWhole || quirks.linksOneTarget);
    other = gv_vk_driver_of(VK_DRIVER_ID_GOOGLE_SWIFTSHADER, 0, "", "SwiftShader");
    assert_true(gv_vk_quirks_of(&other).exchangesOutside);
    assert_false(gv_vk_quirks_of(&other).standardSamples);
    other = gv_vk_driver_of(VK_DRIVER_ID_MESA_V3DV, 0, "Mesa 25.0.7", "V3D 7.1.7.0");
    assert_true(gv_vk_quirks_of(&other).standardSamples);
    assert_false(gv_vk_quirks_of(&other).losesQueryEnds);
    other = gv_vk_driver_of(VK_DRIVER_ID_MESA_V3DV, 0, "Mesa 22.3.6", "V3D 4.2");
    assert_true(gv_vk_quirks_of(&other).losesQueryEnds);
}

static void test_mask(void **state)
{
    (void)state;
    struct gv_vk_driver driver = lavapipe("Mesa 22.3.6");
    struct gv_vk_quirks quirks = gv_vk_quirks_of(&driver);
    assert_false(gv_vk_quirks_mask(&quirks, "filtersDepths", 13));
    assert_false(
        gv_vk_quirks_mask(&quirks, "vertexInputDynamicState", 23)); /* a feature, no quirk */
    assert_true(gv_vk_quirks_mask(&quirks, "filtersDepth, and more", 12));
    assert_false(quirks.filtersDepth);
    assert_true(quirks.compilesForConstants && quirks.endsBlocksEarly && quirks.rendersInTiles);
}

/* Checks that a feature is hidden up to a version of the driver, or in all versions. */
static void test_hidden_features(void **state)
{
    (void)state;
    struct gv_vk_driver arm = {VK_DRIVER_ID_ARM_PROPRIETARY, VK_MAKE_API_VERSION(0, 47, 9, 9),
                               NULL};
    assert_non_null(gv_vk_quirk_hides(&arm, GV_VK_FEATURE_vertexInputDynamicState));
    assert_null(gv_vk_quirk_hides(&arm, GV_VK_FEATURE_geometryShader));
    arm.version = VK_MAKE_API_VERSION(0, 48, 0, 0);
    assert_null(gv_vk_quirk_hides(&arm, GV_VK_FEATURE_vertexInputDynamicState));
    struct gv_vk_driver qualcomm = {VK_DRIVER_ID_QUALCOMM_PROPRIETARY, UINT32_MAX, NULL};
    assert_non_null(gv_vk_quirk_hides(&qualcomm, GV_VK_FEATURE_vertexInputDynamicState));
}

/* Checks that a flag is set on some devices of a driver only. */
static void test_devices(void **state)
{
    (void)state;
    static const struct {
        const char *info, *device;
        bool few_inputs;
    } drivers[] = {
        {"Mesa 22.3.6", "AMD Radeon Graphics (RADV GFX1100)", true},
        {"Mesa 22.3.6", "AMD Radeon Graphics (RADV GFX1103)", true},
        {"Mesa 22.3.6", "AMD Radeon RX 6900 XT (RADV NAVI21)", false},
        {"Mesa 25.0.7", "AMD Radeon Graphics (RADV GFX1150)", false},
        {"Mesa 22.3.6", NULL, false},
    };
    for (unsigned i = 0; i < sizeof(drivers) / sizeof(drivers[0]); i++) {
        struct gv_vk_driver radv =
            gv_vk_driver_of(VK_DRIVER_ID_MESA_RADV, 0, drivers[i].info, drivers[i].device);
        assert_int_equal(gv_vk_quirks_of(&radv).fewDynamicInputs, drivers[i].few_inputs);
    }
}

/* Checks which quirks are reported for a device: those that apply to its driver, and also those
 * that a mask has switched off. */
static void test_reported(void **state)
{
    (void)state;
    struct gv_vk_quirk quirk = {.name = "untouched"};
    struct gv_vk_driver driver = {VK_DRIVER_ID_INTEL_PROPRIETARY_WINDOWS, 1, NULL};
    struct gv_vk_quirks flags = {0};
    assert_true(gv_vk_quirk(&driver, &flags, 0, &quirk));
    assert_string_equal(quirk.name, "vertexInputDynamicState");
    assert_false(quirk.masked);
    assert_false(gv_vk_quirk(&driver, &flags, 1, &quirk));

    driver = lavapipe("Mesa 25.0.7");
    flags = gv_vk_quirks_of(&driver);
    flags.compilesForConstants = false;
    unsigned num = 0, num_masked = 0;
    for (; gv_vk_quirk(&driver, &flags, num, &quirk); num++) {
        assert_true(strlen(quirk.reason) > 0);
        assert_string_not_equal(quirk.name, "endsBlocksEarly");
        assert_int_equal(quirk.masked, strcmp(quirk.name, "compilesForConstants") == 0);
        num_masked += quirk.masked;
    }
    assert_int_equal(num_masked, 1);
    assert_true(num >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions), cmocka_unit_test(test_flags),
        cmocka_unit_test(test_mask),     cmocka_unit_test(test_hidden_features),
        cmocka_unit_test(test_devices),  cmocka_unit_test(test_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
