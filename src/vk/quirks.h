/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What is known of drivers but no query tells: features that they announce and that Galvan does
 * better without, and flags for behaviour that differs from others'. Settled when a device is
 * opened. */
#ifndef GV_VK_QUIRKS_H
#define GV_VK_QUIRKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <volk.h>

#include "vk/caps.h"

/* The flags. GALVAN_MASK takes their names, for a device as if it had no such quirk. */
struct gv_vk_quirks {
    bool filtersDepth;         /* also formats of depth that are not said to be filtered */
    bool compilesForConstants; /* compiles shaders anew for constants that branches depend on */
    bool endsBlocksEarly;      /* ends a block of threads with the first one, where memory barriers
                                  stand in loops */
    bool unifiedImageLayouts;  /* images are as fast in VK_IMAGE_LAYOUT_GENERAL as in any other; a
                                  feature, too, where the driver says so itself */
    bool exchangesOutside;     /* compares and exchanges outside of images, too */
    bool losesPushConstants;   /* a stage that the pipeline before had not sees none of before */
    bool linksWhole;           /* a pipeline that is linked of libraries is as good as any */
    bool linksOneTarget;       /* linked pipelines are right with one colour target alone */
    bool rendersInTiles;       /* what attachments load and store is what a frame costs */
};

/* A driver as the rows know it. */
struct gv_vk_driver {
    VkDriverId id;
    uint32_t version; /* VK_MAKE_API_VERSION form: Mesa's, else what the driver calls its own */
};

/* From VkPhysicalDeviceDriverProperties and VkPhysicalDeviceProperties. */
struct gv_vk_driver gv_vk_driver_of(VkDriverId id, uint32_t driver_version,
                                    const char *driver_info);

/* The flags of a driver. */
struct gv_vk_quirks gv_vk_quirks_of(const struct gv_vk_driver *driver);

/* Clears the flag of that name; false where there is none. */
bool gv_vk_quirks_mask(struct gv_vk_quirks *quirks, const char *name, size_t len);

/* Why feature is treated as absent on this driver, or NULL: it is not. */
const char *gv_vk_quirk_hides(const struct gv_vk_driver *driver, enum gv_vk_feature_idx feature);

/* A quirk of an opened device. */
struct gv_vk_quirk {
    const char *name; /* of the flag, or of the feature that is treated as absent */
    const char *reason;
    bool masked; /* the mask has cleared the flag */
};

/* Quirk idx of those that driver has; flags are what the mask has left of gv_vk_quirks_of(). False
 * past the last. */
bool gv_vk_quirk(const struct gv_vk_driver *driver, const struct gv_vk_quirks *flags, unsigned idx,
                 struct gv_vk_quirk *out_quirk);

#endif
