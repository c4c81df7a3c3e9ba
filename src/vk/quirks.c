/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The quirk table. */
#include "vk/quirks.h"

#include "util/array.h"

static const struct gv_vk_quirk quirks[] = {
    {VK_DRIVER_ID_ARM_PROPRIETARY, VK_MAKE_API_VERSION(0, 48, 0, 0),
     GV_VK_FEATURE_vertexInputDynamicState, "wrong strides before r48"},
    {VK_DRIVER_ID_QUALCOMM_PROPRIETARY, 0, GV_VK_FEATURE_vertexInputDynamicState, "slow or broken"},
    {VK_DRIVER_ID_IMAGINATION_PROPRIETARY, 0, GV_VK_FEATURE_vertexInputDynamicState,
     "slow or broken"},
    {VK_DRIVER_ID_INTEL_PROPRIETARY_WINDOWS, 0, GV_VK_FEATURE_vertexInputDynamicState,
     "slow or broken"},
    {VK_DRIVER_ID_AMD_PROPRIETARY, 0, GV_VK_FEATURE_pushDescriptor, "slower than sets"},
};

const struct gv_vk_quirk *gv_vk_quirk_find(VkDriverId driver, uint32_t driver_version,
                                           enum gv_vk_feature_idx feature)
{
    for (unsigned i = 0; i < GV_ARRAY_SIZE(quirks); i++) {
        const struct gv_vk_quirk *quirk = &quirks[i];
        if (quirk->driver == driver && quirk->feature == feature &&
            (quirk->first_good_version == 0 || driver_version < quirk->first_good_version))
            return quirk;
    }
    return NULL;
}
