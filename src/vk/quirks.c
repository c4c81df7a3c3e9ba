/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The quirk table. */
#include "vk/quirks.h"

#include <string.h>

#include "util/array.h"
#include "util/text.h"

struct row {
    VkDriverId driver;
    uint32_t first_good_version; /* first version without the quirk, as in struct gv_vk_driver; 0:
                                    all versions have the quirk */
    const char *name;
    size_t flag; /* offset in struct gv_vk_quirks, or NO_FLAG */
    enum gv_vk_feature_idx feature;
    const char *reason;
    const char *device; /* a part of the names of the devices that have the quirk; NULL: all
                           devices of the driver */
};
#define NO_FLAG         SIZE_MAX
#define HIDES(feature_) #feature_, NO_FLAG, GV_VK_FEATURE_##feature_
#define SETS(flag_)     #flag_, offsetof(struct gv_vk_quirks, flag_), GV_VK_NUM_FEATURES

#define IN_TILES(driver_)                                                                          \
    {                                                                                              \
        VK_DRIVER_ID_##driver_, 0, SETS(rendersInTiles),                                           \
            "renders in tiles: what is loaded and stored is decided when a rendering ends"         \
    }

#define ONE_LAYOUT(driver_)                                                                        \
    {                                                                                              \
        VK_DRIVER_ID_##driver_, 0, SETS(unifiedImageLayouts),                                      \
            "images lie in memory alike whatever their layout"                                     \
    }

static const struct row rows[] = {
    {VK_DRIVER_ID_ARM_PROPRIETARY, VK_MAKE_API_VERSION(0, 48, 0, 0), HIDES(vertexInputDynamicState),
     "wrong strides before r48"},
    {VK_DRIVER_ID_QUALCOMM_PROPRIETARY, 0, HIDES(vertexInputDynamicState), "slow or broken"},
    {VK_DRIVER_ID_IMAGINATION_PROPRIETARY, 0, HIDES(vertexInputDynamicState), "slow or broken"},
    {VK_DRIVER_ID_INTEL_PROPRIETARY_WINDOWS, 0, HIDES(vertexInputDynamicState), "slow or broken"},
    /* Mesa 22.3 has the fault, 25.0 does not; versions between were not tried. Mesa 22.3 calls the
     * chips GFX1100 to GFX1103. It compiles a shader with 28 inputs. */
    {VK_DRIVER_ID_MESA_RADV, VK_MAKE_API_VERSION(0, 25, 0, 0), SETS(fewDynamicInputs),
     "the compiler takes all memory for 30 dynamic inputs on RDNA 3", "RADV GFX11"},
    /* GL requires filtering of all sampled depth formats. */
    {VK_DRIVER_ID_MESA_LLVMPIPE, 0, SETS(filtersDepth),
     "depth formats are filtered, though it does not say so"},
    /* A bug of Mesa 22.3: at each draw, a shader is compiled for the current value of the buffer's
     * first dword, unless it was compiled for this value before. */
    {VK_DRIVER_ID_MESA_LLVMPIPE, 0, SETS(compilesForConstants),
     "a shader is compiled anew for each value of the constants that its branches depend on"},
    /* Mesa 22.3 has the fault, 25.0 does not; versions between were not tried. */
    {VK_DRIVER_ID_MESA_LLVMPIPE, VK_MAKE_API_VERSION(0, 25, 0, 0), SETS(endsBlocksEarly),
     "a block ends with the first of its threads where memory barriers stand in loops"},
    /* Mesa 25.0 has the fault, 22.3 does not; versions between were not tried. */
    {VK_DRIVER_ID_MESA_LLVMPIPE, 0, SETS(losesPushConstants),
     "a stage does not see constants that were pushed before a pipeline had it"},
    /* A pipeline compiled as a whole would not be faster, because lavapipe would compile the same
     * shaders again. */
    {VK_DRIVER_ID_MESA_LLVMPIPE, 0, SETS(linksWhole),
     "shaders are compiled when they first draw, and as well in a pipeline that was linked"},
    /* Mesa 22.3 has the fault: it takes the number of targets from the first library, which has no
     * targets. */
    {VK_DRIVER_ID_MESA_LLVMPIPE, 0, SETS(linksOneTarget),
     "all targets of a pipeline that was linked are masked and blended as the first one is"},
    {VK_DRIVER_ID_MESA_LLVMPIPE, 0, SETS(linearImages),
     "images lie row by row in the processor's memory whatever their tiling"},
    /* Drivers with unified image layouts, of which some versions are older than
     * VK_KHR_unified_image_layouts. */
    ONE_LAYOUT(GOOGLE_SWIFTSHADER),
    ONE_LAYOUT(MESA_LLVMPIPE),
    ONE_LAYOUT(MESA_V3DV),
    /* V3D 4.2 and 7.1 have one and four samples. Mesa's OpenGL driver for V3D reports the standard
     * locations as the positions of the four samples. */
    {VK_DRIVER_ID_MESA_V3DV, 0, SETS(standardSamples),
     "samples lie at the standard locations, though it does not say so"},
    /* Mesa 22.3 has the fault: it takes the number of queries that end from uninitialized memory.
     * Mesa 25.0 does not have it; versions between were not tried. */
    {VK_DRIVER_ID_MESA_V3DV, VK_MAKE_API_VERSION(0, 25, 0, 0), SETS(losesQueryEnds),
     "a wait for a query that ended in a secondary command buffer loses the device"},
    {VK_DRIVER_ID_GOOGLE_SWIFTSHADER, 0, SETS(exchangesOutside),
     "compares and exchanges texels outside of images, and faults"},
    IN_TILES(ARM_PROPRIETARY),
    IN_TILES(BROADCOM_PROPRIETARY),
    IN_TILES(IMAGINATION_OPEN_SOURCE_MESA),
    IN_TILES(IMAGINATION_PROPRIETARY),
    IN_TILES(MESA_LLVMPIPE), /* lavapipe's tiles are in memory, so it gains nothing from the paths
                                for tilers, but it takes these paths, too */
    IN_TILES(MESA_PANVK),
    IN_TILES(MESA_TURNIP),
    IN_TILES(MESA_V3DV),
    IN_TILES(MOLTENVK),
    IN_TILES(QUALCOMM_PROPRIETARY),
};

/* Parses the version in a text such as "Mesa 22.3.6 (LLVM 15.0.6)". *out_version is unchanged if
 * the text begins differently. */
static void mesa_version(const char *info, uint32_t *out_version)
{
    static const char prefix[] = "Mesa ";
    uint64_t parts[3] = {0};
    if (strncmp(info, prefix, strlen(prefix)) != 0)
        return;
    info += strlen(prefix);
    for (unsigned i = 0; i < GV_ARRAY_SIZE(parts); i++) {
        size_t len = strspn(info, "0123456789");
        if (!gv_parse_u64(info, len, i ? 1023 : 127, &parts[i]))
            return;
        info += len;
        info += *info == '.';
    }
    *out_version =
        VK_MAKE_API_VERSION(0, (uint32_t)parts[0], (uint32_t)parts[1], (uint32_t)parts[2]);
}

struct gv_vk_driver gv_vk_driver_of(VkDriverId id, uint32_t driver_version, const char *driver_info,
                                    const char *device_name)
{
    struct gv_vk_driver driver = {.id = id, .version = driver_version, .device = device_name};
    /* lavapipe of Mesa 22.3 reports driverVersion 1. */
    mesa_version(driver_info, &driver.version);
    return driver;
}

static bool is_of(const struct row *row, const struct gv_vk_driver *driver)
{
    return row->driver == driver->id &&
           (row->first_good_version == 0 || driver->version < row->first_good_version) &&
           (!row->device || (driver->device && strstr(driver->device, row->device)));
}

struct gv_vk_quirks gv_vk_quirks_of(const struct gv_vk_driver *driver)
{
    struct gv_vk_quirks quirks = {false};
    for (unsigned i = 0; i < GV_ARRAY_SIZE(rows); i++) {
        if (rows[i].flag != NO_FLAG && is_of(&rows[i], driver))
            *(bool *)((char *)&quirks + rows[i].flag) = true;
    }
    return quirks;
}

bool gv_vk_quirks_mask(struct gv_vk_quirks *quirks, const char *name, size_t len)
{
    bool known = false;
    for (unsigned i = 0; i < GV_ARRAY_SIZE(rows); i++) {
        if (rows[i].flag == NO_FLAG || !gv_text_is(rows[i].name, name, len))
            continue;
        *(bool *)((char *)quirks + rows[i].flag) = false;
        known = true;
    }
    return known;
}

const char *gv_vk_quirk_hides(const struct gv_vk_driver *driver, enum gv_vk_feature_idx feature)
{
    for (unsigned i = 0; i < GV_ARRAY_SIZE(rows); i++) {
        if (rows[i].flag == NO_FLAG && rows[i].feature == feature && is_of(&rows[i], driver))
            return rows[i].reason;
    }
    return NULL;
}

bool gv_vk_quirk(const struct gv_vk_driver *driver, const struct gv_vk_quirks *flags, unsigned idx,
                 struct gv_vk_quirk *out_quirk)
{
    for (unsigned i = 0; i < GV_ARRAY_SIZE(rows); i++) {
        const struct row *row = &rows[i];
        if (!is_of(row, driver) || idx-- > 0)
            continue;
        *out_quirk = (struct gv_vk_quirk){
            .name = row->name,
            .reason = row->reason,
            .masked = row->flag != NO_FLAG && !*((const bool *)((const char *)flags + row->flag)),
        };
        return true;
    }
    return false;
}
