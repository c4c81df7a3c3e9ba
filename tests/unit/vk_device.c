/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opening devices: selection by name and index, the mask, and the messages about failures. */
#include "vk/device.h"
#include "vk/open.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "vk/profiles.h"
#include "vk_fixture.h"

static enum galvan_result open_with(const char *device, const char *mask,
                                    struct vk_fixture_log *log, struct gv_vk_device **out_dev)
{
    struct gv_vk_device_params params = {.device = device, .mask = mask, .log = &log->log};
    return gv_vk_device_create(&params, out_dev);
}

static void test_open(void **state)
{
    struct gv_vk_device *dev = *state;
    assert_true(dev->properties.apiVersion >= VK_API_VERSION_1_3);
    assert_true(dev->memory.memoryTypeCount > 0);
    assert_true(dev->caps.max_buffer_size_B > 0);
    assert_non_null(dev->queue);
    assert_int_equal(gv_vk_device_poll(dev), dev->submitted);
    assert_true(gv_vk_device_is_done(dev, 0));
    assert_true(gv_vk_device_is_done(dev, dev->submitted));
    assert_false(gv_vk_device_is_done(dev, dev->submitted + 1));
    assert_int_equal(gv_vk_device_wait(dev, dev->submitted, 0), VK_SUCCESS);
    assert_int_equal(gv_vk_device_wait(dev, dev->submitted + 1, 1000), VK_TIMEOUT);
    gv_vk_device_destroy(NULL);
}

static void test_features(void **state)
{
    struct gv_vk_device *dev = *state;
    struct gv_vk_feature feature = {0};
    unsigned num = 0, present = 0;
    for (; gv_vk_caps_feature(dev, num, &feature); num++) {
        assert_non_null(feature.name);
        assert_non_null(feature.purpose);
        assert_false(feature.present && feature.masked);
        assert_false(feature.masked);
        present += feature.present;
        for (unsigned i = 0; i < num; i++) {
            struct gv_vk_feature other;
            assert_true(gv_vk_caps_feature(dev, i, &other));
            assert_string_not_equal(other.name, feature.name);
        }
    }
    assert_int_equal(num, GV_VK_NUM_FEATURES);
    assert_true(present > 0);
    assert_true(gv_vk_caps_feature(dev, GV_VK_FEATURE_robustBufferAccess, &feature));
    assert_string_equal(feature.name, "robustBufferAccess");
    assert_int_equal(feature.present, dev->caps.robustBufferAccess);
    if (dev->caps.vertexAttributeInstanceRateDivisor)
        assert_true(dev->caps.max_vertex_attrib_divisor > 0);
    if (dev->caps.customBorderColors)
        assert_true(dev->caps.max_custom_border_color_samplers > 0);
}

/* Masks every feature; checks that no feature is left, and that the device still opens. */
static void test_mask_all(void **state)
{
    struct gv_vk_device *full = *state;
    char mask[8192] = "";
    struct gv_vk_feature feature;
    for (unsigned i = 0; gv_vk_caps_feature(full, i, &feature); i++)
        snprintf(mask + strlen(mask), sizeof(mask) - strlen(mask), "%s,", feature.name);

    struct vk_fixture_log log;
    struct gv_vk_device *dev;
    vk_fixture_log_init(&log, GALVAN_LOG_WARN);
    assert_int_equal(open_with(NULL, mask, &log, &dev), GALVAN_OK);
    for (unsigned i = 0; gv_vk_caps_feature(dev, i, &feature); i++) {
        struct gv_vk_feature before;
        assert_true(gv_vk_caps_feature(full, i, &before));
        assert_false(feature.present);
        if (before.present)
            assert_true(feature.masked);
    }
    assert_int_equal(dev->caps.max_vertex_attrib_divisor, 0);
    assert_int_equal(dev->caps.max_custom_border_color_samplers, 0);
    gv_vk_device_destroy(dev);
    assert_int_equal(log.num_lines, 0);
}

static void test_mask(void **state)
{
    struct gv_vk_device *full = *state;
    struct vk_fixture_log log;
    struct gv_vk_device *dev;
    vk_fixture_log_init(&log, GALVAN_LOG_WARN);
    assert_int_equal(open_with(NULL,
                               "geometryShader, VK_EXT_extended_dynamic_state3 ,nonsense,,"
                               "robustBufferAccess,VK_KHR_swapchain",
                               &log, &dev),
                     GALVAN_OK);
    assert_false(dev->caps.geometryShader);
    assert_false(dev->caps.extendedDynamicState3ColorBlendEnable);
    assert_false(dev->caps.extendedDynamicState3PolygonMode);
    assert_int_equal(dev->caps.tessellationShader, full->caps.tessellationShader);

    /* Features that need a hidden feature must be hidden, too. */
    struct gv_vk_feature feature;
    assert_false(dev->caps.robustBufferAccess2);
    assert_true(gv_vk_caps_feature(dev, GV_VK_FEATURE_robustBufferAccess2, &feature));
    assert_false(feature.masked);
    gv_vk_device_destroy(dev);

    assert_int_equal(log.num_lines, 2);
    assert_non_null(strstr(log.text, "\"nonsense\""));
    assert_non_null(strstr(log.text, "\"VK_KHR_swapchain\""));
}

/* Applies profiles; checks that a profile never adds a feature, and hides every feature that its
 * device lacks. */
static void test_profiles(void **state)
{
    struct gv_vk_device *full = *state;
    const VkPhysicalDeviceLimits *had = &full->properties.limits;
    const struct gv_vk_profile *profile;
    for (unsigned i = 0; (profile = gv_vk_profile(i)) != NULL; i++) {
        struct vk_fixture_log log;
        struct gv_vk_device *dev;
        char mask[64];
        vk_fixture_log_init(&log, GALVAN_LOG_WARN);
        snprintf(mask, sizeof(mask), "@%s", profile->name);
        assert_int_equal(open_with(NULL, mask, &log, &dev), GALVAN_OK);
        assert_int_equal(log.num_lines, 0);
        const VkPhysicalDeviceLimits *has = &dev->properties.limits;
        assert_true(has->maxViewports <= had->maxViewports);
        assert_true(has->maxPerStageDescriptorSamplers <= had->maxPerStageDescriptorSamplers);
        assert_true(has->minUniformBufferOffsetAlignment >= had->minUniformBufferOffsetAlignment);
        struct gv_vk_masked masked = {.limits = *has};
        assert_int_equal(gv_vk_mask_apply(mask, &log.log, &masked), GALVAN_OK);
        assert_memory_equal(&masked.limits, has, sizeof(masked.limits));
        for (unsigned f = 0; f < GV_VK_NUM_FEATURES; f++) {
            struct gv_vk_feature feature;
            assert_true(gv_vk_caps_feature(dev, f, &feature));
            assert_false(feature.present && masked.hidden[f]);
        }
        gv_vk_device_destroy(dev);
    }
}

static void test_masked_formats(void **state)
{
    struct gv_vk_device *full = *state, *dev;
    struct vk_fixture_log log;
    vk_fixture_log_init(&log, GALVAN_LOG_WARN);
    assert_int_equal(open_with(NULL, "R32G32B32A32_SFLOAT:blend,R16_UNORM", &log, &dev), GALVAN_OK);
    VkFormatProperties3 had = gv_vk_format_properties(full, VK_FORMAT_R32G32B32A32_SFLOAT);
    VkFormatProperties3 has = gv_vk_format_properties(dev, VK_FORMAT_R32G32B32A32_SFLOAT);
    assert_true(has.optimalTilingFeatures ==
                (had.optimalTilingFeatures & ~VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT));
    assert_true(has.bufferFeatures == had.bufferFeatures && has.bufferFeatures != 0);
    has = gv_vk_format_properties(dev, VK_FORMAT_R16_UNORM);
    assert_true(!has.optimalTilingFeatures && !has.linearTilingFeatures && !has.bufferFeatures);
    has = gv_vk_format_properties(dev, VK_FORMAT_R8G8B8A8_UNORM);
    had = gv_vk_format_properties(full, VK_FORMAT_R8G8B8A8_UNORM);
    assert_true(has.optimalTilingFeatures == had.optimalTilingFeatures);
    gv_vk_device_destroy(dev);

    dev = (struct gv_vk_device *)&log;
    assert_int_equal(open_with(NULL, "@no-such-device", &log, &dev), GALVAN_ERROR_INVALID);
    assert_ptr_equal(dev, &log);
    assert_int_equal(log.num_lines, 1);
}

static void test_choice(void **state)
{
    struct gv_vk_device *first = *state;
    struct vk_fixture_log log;
    struct gv_vk_device *dev;
    vk_fixture_log_init(&log, GALVAN_LOG_WARN);

    char name[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
    snprintf(name, sizeof(name), "%.6s", first->properties.deviceName);
    for (char *c = name; *c; c++)
        *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 32) : *c;
    assert_int_equal(open_with(name, NULL, &log, &dev), GALVAN_OK);
    assert_memory_equal(dev->properties.deviceName, first->properties.deviceName, 6);
    gv_vk_device_destroy(dev);
    assert_int_equal(open_with("0", NULL, &log, &dev), GALVAN_OK);
    gv_vk_device_destroy(dev);
    assert_int_equal(log.num_lines, 0);

    dev = (struct gv_vk_device *)&log;
    assert_int_equal(open_with("no such card", NULL, &log, &dev), GALVAN_ERROR_NO_DEVICE);
    assert_int_equal(log.num_lines, 1);
    assert_non_null(strstr(log.text, "\"no such card\""));
    assert_non_null(strstr(log.text, first->properties.deviceName));
    assert_int_equal(open_with("99", NULL, &log, &dev), GALVAN_ERROR_NO_DEVICE);
    assert_int_equal(log.num_lines, 2);
    assert_ptr_equal(dev, &log);
}

/* Opens two devices in one process; checks that they are independent, and can be destroyed in
 * either order. */
static void test_two(void **state)
{
    struct gv_vk_device *first = *state;
    struct vk_fixture_log log;
    struct gv_vk_device *a, *b;
    vk_fixture_log_init(&log, GALVAN_LOG_WARN);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(open_with(NULL, NULL, &log, &a), GALVAN_OK);
        assert_int_equal(open_with(NULL, "wideLines", &log, &b), GALVAN_OK);
        assert_true(a->instance != b->instance && a->handle != b->handle);
        assert_int_equal(a->caps.wideLines, first->caps.wideLines);
        assert_false(b->caps.wideLines);
        gv_vk_device_destroy(round % 2 ? a : b);
        assert_int_equal(gv_vk_device_poll(round % 2 ? b : a), 1);
        gv_vk_device_destroy(round % 2 ? b : a);
    }
    assert_int_equal(gv_vk_device_poll(first), 1);
}

static void test_error(void **state)
{
    (void)state;
    struct vk_fixture_log log;
    struct gv_vk_device *dev;
    vk_fixture_log_init(&log, GALVAN_LOG_WARN);
    assert_int_equal(open_with(NULL, NULL, &log, &dev), GALVAN_OK);
    gv_vk_device_error(dev, "vkSomething", VK_ERROR_OUT_OF_HOST_MEMORY);
    gv_vk_device_error(dev, "vkSomething", VK_ERROR_OUT_OF_HOST_MEMORY);
    assert_int_equal(log.num_lines, 1);
    assert_non_null(strstr(log.text, "vkSomething"));
    assert_false(dev->lost);
    gv_vk_device_error(dev, "vkOther", VK_ERROR_DEVICE_LOST);
    gv_vk_device_error(dev, "vkOther", VK_ERROR_DEVICE_LOST);
    assert_int_equal(log.num_lines, 2);
    assert_true(dev->lost);
    assert_true(gv_vk_device_is_done(dev, 1000));
    assert_int_equal(gv_vk_device_wait(dev, 1000, UINT64_MAX), VK_ERROR_DEVICE_LOST);
    gv_vk_device_destroy(dev);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open),     cmocka_unit_test(test_features),
        cmocka_unit_test(test_mask),     cmocka_unit_test(test_mask_all),
        cmocka_unit_test(test_profiles), cmocka_unit_test(test_masked_formats),
        cmocka_unit_test(test_choice),   cmocka_unit_test(test_two),
        cmocka_unit_test(test_error),
    };
    return cmocka_run_group_tests(tests, vk_fixture_setup, vk_fixture_teardown);
}
