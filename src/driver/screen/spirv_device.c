/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/screen/spirv_device.h"

#include <string.h>

#include "driver/screen/caps.h"
#include "driver/screen/screen.h"

static enum galvan_cull cull_way(const struct gv_vk_caps *caps)
{
    return caps->shaderCullDistance   ? GALVAN_CULL_DISTANCES
           : caps->shaderClipDistance ? GALVAN_CULL_CLIP_DISTANCES
                                      : GALVAN_CULL_VARYINGS;
}

void gv_spirv_device_init(const struct gv_screen *screen, struct galvan_spirv_device *out_device)
{
    const struct gv_vk_device *dev = screen->dev;
    const struct gv_vk_caps *caps = &dev->caps;
    const VkPhysicalDeviceLimits *limits = &dev->properties.limits;
    struct galvan_spirv_device *out = out_device;

    out->max_locations =
        (uint8_t)gv_caps_clamp(limits->maxTessellationControlPerVertexOutputComponents / 4, 64);
    out->cull = (uint8_t)cull_way(caps);
    out->no_point_size = !caps->shaderTessellationAndGeometryPointSize;
    out->draw_parameters = caps->shaderDrawParameters;
    out->no_geometry = !caps->geometryShader;
    out->no_demote = !caps->shaderDemote;
    out->opaque_branches = dev->quirks.compilesForConstants;
    out->buffer_array = caps->shaderStorageBufferArrayDynamicIndexing;
    out->no_gather_offsets = !caps->shaderImageGatherExtended;
    out->few_gather_offsets =
        limits->minTexelGatherOffset > -32 || limits->maxTexelGatherOffset < 31;
    out->check_bounds = gv_checks_bounds(dev);
    out->check_exchanges = dev->quirks.exchangesOutside;
    out->no_float64 = !caps->shaderFloat64;
    out->no_int64 = !caps->shaderInt64;
    out->no_1d = screen->no_1d;
    /* The translator emulates blocks that are larger than the device's. */
    out->max_threads = limits->maxComputeWorkGroupInvocations;
    memcpy(out->max_block, limits->maxComputeWorkGroupSize, sizeof(out->max_block));
}
