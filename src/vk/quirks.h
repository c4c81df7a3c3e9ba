/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Facts about drivers that no query returns: features that a driver offers but Galvan should not
 * use, and flags for behaviour that differs from that of other drivers. Evaluated when a device is
 * opened. */
#ifndef GV_VK_QUIRKS_H
#define GV_VK_QUIRKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <volk.h>

#include "vk/caps.h"

enum {
    GV_VK_MAX_DYNAMIC_INPUTS = 28 /* with the quirk fewDynamicInputs */
};

/* The flags of a driver. A flag's name in GALVAN_MASK clears the flag. */
struct gv_vk_quirks {
    bool filtersDepth;         /* filters all depth formats, even formats for which the driver
                                  does not report linear filtering */
    bool compilesForConstants; /* recompiles shaders for each value of the constants that branches
                                  depend on */
    bool endsBlocksEarly;      /* ends a workgroup when its first thread ends, if memory barriers
                                  are in loops */
    bool unifiedImageLayouts;  /* images are as fast in VK_IMAGE_LAYOUT_GENERAL as in any other
                                  layout. Some drivers report this as a feature */
    bool exchangesOutside;     /* executes compare-and-exchange on texels outside of images */
    bool fewDynamicInputs;     /* cannot compile a vertex shader with more than
                                  GV_VK_MAX_DYNAMIC_INPUTS inputs and dynamic vertex input */
    bool linearImages;         /* images are as fast with linear tiling as with optimal tiling, and
                                  the host sees what finished commands have written without a
                                  barrier. Has an effect only if the device is a CPU */
    bool losesPushConstants;   /* a stage that the previous pipeline lacked does not see push
                                  constants that were pushed before */
    bool linksWhole;           /* a pipeline linked from libraries is as fast as one compiled
                                  whole */
    bool linksOneTarget;       /* linked pipelines are correct only with a single colour target */
    bool standardSamples;      /* samples lie at Vulkan's standard locations, though the driver does
                                  not report standardSampleLocations */
    bool losesQueryEnds;       /* queries must not end in secondary command buffers */
    bool rendersInTiles;       /* a tiler: loads and stores of attachments dominate the cost of a
                                  frame */
};

/* A driver, as the rows of the quirk table identify it. */
struct gv_vk_driver {
    VkDriverId id;
    uint32_t version;   /* for Mesa's drivers, Mesa's version in VK_MAKE_API_VERSION form; for
                           other drivers, driverVersion */
    const char *device; /* VkPhysicalDeviceProperties::deviceName, or NULL */
};

/* Returns the driver with these values of VkPhysicalDeviceDriverProperties and
 * VkPhysicalDeviceProperties. The result refers to the name of the device. */
struct gv_vk_driver gv_vk_driver_of(VkDriverId id, uint32_t driver_version, const char *driver_info,
                                    const char *device_name);

/* Returns the flags of a driver. */
struct gv_vk_quirks gv_vk_quirks_of(const struct gv_vk_driver *driver);

/* Clears the flag with this name. Returns false if no flag has this name. */
bool gv_vk_quirks_mask(struct gv_vk_quirks *quirks, const char *name, size_t len);

/* Returns the reason why `feature` is treated as absent on this driver; NULL if `feature` is not
 * treated as absent. */
const char *gv_vk_quirk_hides(const struct gv_vk_driver *driver, enum gv_vk_feature_idx feature);

/* A quirk of an opened device. */
struct gv_vk_quirk {
    const char *name; /* name of the flag, or of the feature that is treated as absent */
    const char *reason;
    bool masked; /* the mask has cleared the flag */
};

/* Fills in *out_quirk for the driver's quirk number `idx`, counted from 0. `flags`:
 * gv_vk_quirks_of() after the mask was applied. Returns false if the driver has fewer quirks. */
bool gv_vk_quirk(const struct gv_vk_driver *driver, const struct gv_vk_quirks *flags, unsigned idx,
                 struct gv_vk_quirk *out_quirk);

#endif
