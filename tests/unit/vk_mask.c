/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Masks of limits, on a model of a device. Also tests the form of the table of profiles. */
#include "vk/mask.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "util/array.h"
#include "vk/profiles.h"
#include "vk_fixture.h"

/* Returns a device that has more than any profile. */
static struct gv_vk_masked best(void)
{
    struct gv_vk_masked masked = {
        .quirks = {.filtersDepth = true},
        .version = VK_API_VERSION_1_3,
    };
    VkPhysicalDeviceLimits *l = &masked.limits;
#define L(limit, rule)    BEST_##rule(l->limit);
#define BEST_MOST(limit)  limit = (__typeof__(limit))1e9
#define BEST_LEAST(limit) limit = (__typeof__(limit))(1e-9)
#define BEST_BITS(limit)  limit = 0x7f
    GV_VK_MASK_LIMITS(L)
#undef L
    l->minTexelGatherOffset = -64;
    return masked;
}

static enum galvan_result apply(const char *text, struct vk_fixture_log *log,
                                struct gv_vk_masked *masked)
{
    vk_fixture_log_init(log, GALVAN_LOG_WARN);
    return gv_vk_mask_apply(text, &log->log, masked);
}

static void test_limits(void **state)
{
    struct gv_vk_masked masked = best();
    struct vk_fixture_log log;
    (void)state;
    assert_int_equal(apply("maxViewports=4, minUniformBufferOffsetAlignment=64,"
                           "minTexelGatherOffset=-8 pointSizeRange[0]=1,pointSizeRange[1]=511,"
                           "framebufferColorSampleCounts=5,maxViewports=8",
                           &log, &masked),
                     GALVAN_OK);
    assert_int_equal(log.num_lines, 0);
    assert_int_equal(masked.limits.maxViewports, 4); /* a mask never raises a limit */
    assert_int_equal(masked.limits.minUniformBufferOffsetAlignment, 64);
    assert_int_equal(masked.limits.minTexelGatherOffset, -8);
    assert_true(masked.limits.pointSizeRange[0] == 1.0f);
    assert_true(masked.limits.pointSizeRange[1] == 511.0f);
    assert_int_equal(masked.limits.framebufferColorSampleCounts, 5);
    assert_int_equal(masked.limits.maxBoundDescriptorSets, 1000000000);
}

static void test_subgroups(void **state)
{
    struct gv_vk_masked masked = best();
    struct vk_fixture_log log;
    (void)state;
    masked.subgroup_stages = VK_SHADER_STAGE_COMPUTE_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
    assert_int_equal(apply("subgroupSupportedStages=33", &log, &masked), GALVAN_OK);
    assert_int_equal(log.num_lines, 0);
    assert_int_equal(masked.subgroup_stages, VK_SHADER_STAGE_COMPUTE_BIT);
}

static void test_formats(void **state)
{
    struct gv_vk_masked masked = best();
    struct vk_fixture_log log;
    VkFormatFeatureFlags2 all = 0;
    (void)state;
    assert_int_equal(
        apply("R32G32_SFLOAT:blend,R32_SFLOAT:filter,R32_SFLOAT:vertex,S8_UINT,D16_UNORM:1d", &log,
              &masked),
        GALVAN_OK);
    assert_int_equal(log.num_lines, 0);
    for (unsigned i = 0; i < GV_VK_NUM_MASK_FORMATS; i++)
        all |= masked.formats.lost[i];
    assert_true(all == ~(VkFormatFeatureFlags2)0);
    unsigned num_touched = 0;
    for (unsigned i = 0; i < GV_VK_NUM_MASK_FORMATS; i++)
        num_touched += masked.formats.lost[i] != 0;
    assert_int_equal(num_touched, 4);
}

/* Masks an unknown item; checks that it is reported, and changes nothing. */
static void test_nonsense(void **state)
{
    static const char *const items[] = {
        "maxViewports",
        "maxViewports=",
        "maxViewports=x",
        "maxViewports=-1",
        "maxViewports=4294967296",
        "subgroupSupportedStages=",
        "subgroupSupportedStages=all",
        "maxviewports=1",
        "=1",
        "minTexelGatherOffset=--8",
        "minTexelGatherOffset=-2147483648",
        "S8_UINT:",
        "S8_UINT:nothing",
        ":blend",
        "R8G8B8A8_UINT",
        "geometryshader",
        "vulkan=1.0",
        "vulkan=1.10",
        "vulkan=",
    };
    (void)state;
    for (size_t i = 0; i < GV_ARRAY_SIZE(items); i++) {
        struct gv_vk_masked masked = best(), before = masked;
        struct vk_fixture_log log;
        char quoted[64];
        assert_int_equal(apply(items[i], &log, &masked), GALVAN_OK);
        assert_int_equal(log.num_lines, 1);
        snprintf(quoted, sizeof(quoted), "\"%s\"", items[i]);
        assert_non_null(strstr(log.text, quoted));
        assert_memory_equal(&masked, &before, sizeof(masked));
    }
}

static void test_no_profile(void **state)
{
    static const char *const names[] = {"@", "@mali", "@mali-g710x", "@@mali-g710", "@all"};
    (void)state;
    for (size_t i = 0; i < GV_ARRAY_SIZE(names); i++) {
        struct gv_vk_masked masked = best();
        struct vk_fixture_log log;
        const struct gv_vk_profile *profile;
        assert_int_equal(apply(names[i], &log, &masked), GALVAN_ERROR_INVALID);
        assert_int_equal(log.num_lines, 1);
        for (unsigned p = 0; (profile = gv_vk_profile(p)) != NULL; p++)
            assert_non_null(strstr(log.text, profile->name));
    }
}

static bool hides_anything(const struct gv_vk_masked *masked)
{
    for (unsigned i = 0; i < GV_VK_NUM_FEATURES; i++) {
        if (masked->hidden[i])
            return true;
    }
    return false;
}

/* Checks that all names in the table are known, and that a mask may combine a profile with other
 * items. */
static void test_profiles(void **state)
{
    const struct gv_vk_profile *profile, *other;
    unsigned num = 0;
    (void)state;
    for (; (profile = gv_vk_profile(num)) != NULL; num++) {
        struct gv_vk_masked masked = best(), before = masked;
        struct vk_fixture_log log;
        char text[64];
        for (unsigned i = 0; i < num && (other = gv_vk_profile(i)) != NULL; i++)
            assert_string_not_equal(profile->name, other->name);
        assert_true(profile->about[0] && profile->source[0]);
        assert_true(profile->vulkan >= VK_API_VERSION_1_0);
        assert_null(strchr(profile->lacks, '@'));
        snprintf(text, sizeof(text), "@%s,depthClamp,maxImageArrayLayers=7", profile->name);
        assert_int_equal(apply(text, &log, &masked), GALVAN_OK);
        assert_string_equal(log.text, "");
        assert_true(hides_anything(&masked));
        assert_true(masked.hidden[GV_VK_FEATURE_depthClamp]);
        assert_int_equal(masked.limits.maxImageArrayLayers, 7);
        assert_memory_equal(&masked.quirks, &before.quirks, sizeof(before.quirks));
    }
    assert_true(num >= 16);
}

static void test_versions(void **state)
{
    struct gv_vk_masked masked = best();
    struct vk_fixture_log log;
    (void)state;
    assert_int_equal(apply("vulkan=1.2", &log, &masked), GALVAN_OK);
    assert_int_equal(masked.version, VK_API_VERSION_1_2);
    assert_int_equal(apply("@vulkan-1.1,vulkan=1.2,@radv", &log, &masked), GALVAN_OK);
    assert_int_equal(masked.version, VK_API_VERSION_1_1); /* a mask never raises the version */
    assert_int_equal(gv_vk_mask_version(NULL), VK_API_VERSION_1_3);
    assert_int_equal(gv_vk_mask_version("@radv"), VK_API_VERSION_1_3);
    assert_int_equal(gv_vk_mask_version("depthClamp,vulkan=1.1"), VK_API_VERSION_1_1);
    assert_int_equal(gv_vk_mask_version("@dozen"), VK_MAKE_API_VERSION(0, 1, 1, 0));
}

/* Compares a profile with its source. */
static void test_mali(void **state)
{
    struct gv_vk_masked masked = best();
    struct vk_fixture_log log;
    (void)state;
    assert_int_equal(apply("@mali-g710", &log, &masked), GALVAN_OK);
    assert_true(masked.hidden[GV_VK_FEATURE_shaderClipDistance]);
    assert_true(masked.hidden[GV_VK_FEATURE_nullDescriptor]);
    assert_true(masked.hidden[GV_VK_FEATURE_geometryStreams]);
    assert_false(masked.hidden[GV_VK_FEATURE_geometryShader]);
    assert_false(masked.hidden[GV_VK_FEATURE_transformFeedback]);
    assert_int_equal(masked.limits.maxViewports, 1);
    assert_int_equal(masked.limits.minStorageBufferOffsetAlignment, 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits),   cmocka_unit_test(test_formats),
        cmocka_unit_test(test_nonsense), cmocka_unit_test(test_no_profile),
        cmocka_unit_test(test_profiles), cmocka_unit_test(test_versions),
        cmocka_unit_test(test_mali),     cmocka_unit_test(test_subgroups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
