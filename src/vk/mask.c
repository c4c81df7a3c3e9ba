/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Parses and applies masks. */
#include "vk/mask.h"

#include <stddef.h>
#include <string.h>

#include "util/array.h"
#include "util/log.h"
#include "util/text.h"
#include "vk/device.h"
#include "vk/features.h"
#include "vk/profiles.h"

/* ---- Limits ---------------------------------------------------------------------------------- */

enum limit_type {
    TYPE_U32,
    TYPE_I32,
    TYPE_U64,
    TYPE_FLOAT
};

enum limit_rule {
    RULE_MOST,
    RULE_LEAST,
    RULE_BITS
};

static const struct limit_row {
    const char *name;
    size_t offset; /* offset in VkPhysicalDeviceLimits */
    enum limit_type type;
    enum limit_rule rule;
} limits[] = {
#define L(member, rule_)                                                                           \
    {                                                                                              \
        .name = #member,                                                                           \
        .offset = offsetof(VkPhysicalDeviceLimits, member),                                        \
        .type = _Generic(((const VkPhysicalDeviceLimits *)NULL)->member, uint32_t                  \
                         : TYPE_U32, int32_t                                                       \
                         : TYPE_I32, VkDeviceSize                                                  \
                         : TYPE_U64, float                                                         \
                         : TYPE_FLOAT),                                                            \
        .rule = RULE_##rule_,                                                                      \
    },
    GV_VK_MASK_LIMITS(L)
#undef L
};

/* Reads a limit. Each limit is exact in a double, or so large that rounding does not matter. */
static double read_limit(const VkPhysicalDeviceLimits *from, const struct limit_row *row)
{
    const void *at = (const char *)from + row->offset;
    switch (row->type) {
    case TYPE_U32:
        return *(const uint32_t *)at;
    case TYPE_I32:
        return *(const int32_t *)at;
    case TYPE_U64:
        return (double)*(const uint64_t *)at;
    case TYPE_FLOAT:
        break;
    }
    return *(const float *)at;
}

static void write_limit(VkPhysicalDeviceLimits *to, const struct limit_row *row, double value)
{
    void *at = (char *)to + row->offset;
    switch (row->type) {
    case TYPE_U32:
        *(uint32_t *)at = (uint32_t)value;
        break;
    case TYPE_I32:
        *(int32_t *)at = (int32_t)value;
        break;
    case TYPE_U64:
        *(uint64_t *)at = (uint64_t)value;
        break;
    case TYPE_FLOAT:
        *(float *)at = (float)value;
        break;
    }
}

static void limit_to(VkPhysicalDeviceLimits *to, const struct limit_row *row, double value)
{
    double has = read_limit(to, row);
    if (row->rule == RULE_BITS)
        write_limit(to, row, (uint32_t)has & (uint32_t)value);
    else if (row->rule == RULE_MOST ? value < has : value > has)
        write_limit(to, row, value);
}

/* Parses `limit=number`. The number has at most 32 bits, which is enough to lower any limit. */
static bool mask_limit(const char *item, size_t len, VkPhysicalDeviceLimits *to)
{
    const char *equals = memchr(item, '=', len);
    if (!equals)
        return false;
    const char *digits = equals + 1, *end = item + len;
    bool negative = digits < end && *digits == '-';
    digits += negative;
    uint64_t number;
    if (!gv_parse_u64(digits, (size_t)(end - digits), negative ? INT32_MAX : UINT32_MAX, &number))
        return false;
    for (size_t i = 0; i < GV_ARRAY_SIZE(limits); i++) {
        const struct limit_row *row = &limits[i];
        if (!gv_text_is(row->name, item, (size_t)(equals - item)))
            continue;
        if (negative && row->type != TYPE_I32)
            return false;
        limit_to(to, row, negative ? -(double)number : (double)number);
        return true;
    }
    return false;
}

/* ---- Formats --------------------------------------------------------------------------------- */

static const struct {
    VkFormat format;
    const char *name;
} formats[] = {
#define F(name_) {VK_FORMAT_##name_, #name_},
    GV_VK_MASK_FORMATS(F)
#undef F
};

#define LOSES_FILTER                                                                               \
    (VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT |                                         \
     VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_MINMAX_BIT)
#define LOSES_COLOR                                                                                \
    (VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT |   \
     VK_FORMAT_FEATURE_2_BLIT_DST_BIT)
#define LOSES_STORAGE                                                                              \
    (VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_2_STORAGE_IMAGE_ATOMIC_BIT)
#define LOSES_VERTEX VK_FORMAT_FEATURE_2_VERTEX_BUFFER_BIT
#define LOSES_TEXEL                                                                                \
    (VK_FORMAT_FEATURE_2_UNIFORM_TEXEL_BUFFER_BIT | VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_BIT | \
     VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_ATOMIC_BIT)

static const struct {
    const char *name;
    VkFormatFeatureFlags2 loses;
} uses[] = {
    {"image", ~(VkFormatFeatureFlags2)(LOSES_VERTEX | LOSES_TEXEL)},
    {"filter", LOSES_FILTER},
    {"color", LOSES_COLOR},
    {"blend", VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT},
    {"storage", LOSES_STORAGE},
    {"vertex", LOSES_VERTEX},
    {"texel", LOSES_TEXEL},
    {"1d", GV_VK_FORMAT_1D},
};

/* Parses and applies `FORMAT` or `FORMAT:use`. */
static bool mask_format(const char *item, size_t len, struct gv_vk_format_mask *mask)
{
    const char *colon = memchr(item, ':', len);
    size_t name_len = colon ? (size_t)(colon - item) : len;
    VkFormatFeatureFlags2 loses = colon ? 0 : ~(VkFormatFeatureFlags2)0;
    for (size_t i = 0; colon && i < GV_ARRAY_SIZE(uses); i++) {
        if (gv_text_is(uses[i].name, colon + 1, len - name_len - 1))
            loses = uses[i].loses;
    }
    for (size_t i = 0; loses && i < GV_ARRAY_SIZE(formats); i++) {
        if (gv_text_is(formats[i].name, item, name_len)) {
            mask->lost[i] |= loses;
            return true;
        }
    }
    return false;
}

/* Converts format features to VkFormatFeatureFlags2, and adds the flags that follow from the
 * device's features. */
static VkFormatFeatureFlags2 with_storage(const struct gv_vk_device *dev, VkFormatFeatureFlags has)
{
    const VkFormatFeatureFlags storage =
        VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT;
    VkFormatFeatureFlags2 all = has;
    if ((has & storage) && dev->caps.shaderStorageImageReadWithoutFormat)
        all |= VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT;
    if ((has & storage) && dev->caps.shaderStorageImageWriteWithoutFormat)
        all |= VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;
    return all;
}

VkFormatProperties3 gv_vk_format_properties(const struct gv_vk_device *dev, VkFormat format)
{
    VkFormatProperties3 has = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
    VkFormatProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2,
        .pNext = dev->caps.formatFeatureFlags2 ? &has : NULL,
    };
    vkGetPhysicalDeviceFormatProperties2(dev->physical, format, &properties);
    if (!dev->caps.formatFeatureFlags2) {
        const VkFormatProperties *old = &properties.formatProperties;
        has.linearTilingFeatures = with_storage(dev, old->linearTilingFeatures);
        has.optimalTilingFeatures = with_storage(dev, old->optimalTilingFeatures);
        has.bufferFeatures = with_storage(dev, old->bufferFeatures);
    }
    for (size_t i = 0; i < GV_ARRAY_SIZE(formats); i++) {
        if (formats[i].format != format)
            continue;
        has.linearTilingFeatures &= ~dev->format_mask.lost[i];
        has.optimalTilingFeatures &= ~dev->format_mask.lost[i];
        has.bufferFeatures &= ~dev->format_mask.lost[i];
    }
    return has;
}

VkResult gv_vk_image_format_properties(const struct gv_vk_device *dev,
                                       const VkPhysicalDeviceImageFormatInfo2 *info,
                                       VkImageFormatProperties2 *out_properties)
{
    for (size_t i = 0; i < GV_ARRAY_SIZE(formats); i++) {
        if (formats[i].format == info->format && info->type == VK_IMAGE_TYPE_1D &&
            (dev->format_mask.lost[i] & GV_VK_FORMAT_1D))
            return VK_ERROR_FORMAT_NOT_SUPPORTED;
    }
    return vkGetPhysicalDeviceImageFormatProperties2(dev->physical, info, out_properties);
}

/* ---- Items ----------------------------------------------------------------------------------- */

static void lower_version(struct gv_vk_masked *masked, uint32_t version)
{
    if (version < masked->version)
        masked->version = version;
}

static bool mask_version(const char *item, size_t len, struct gv_vk_masked *masked)
{
    if (gv_text_is("vulkan=1.1", item, len))
        lower_version(masked, VK_API_VERSION_1_1);
    else if (gv_text_is("vulkan=1.2", item, len))
        lower_version(masked, VK_API_VERSION_1_2);
    else
        return false;
    return true;
}

/* Parses and applies `subgroupSupportedStages=bits`. */
static bool mask_subgroups(const char *item, size_t len, VkShaderStageFlags *stages)
{
    static const char name[] = "subgroupSupportedStages=";
    const size_t start = sizeof(name) - 1;
    uint64_t bits;
    if (len < start || memcmp(item, name, start) != 0 ||
        !gv_parse_u64(item + start, len - start, UINT32_MAX, &bits))
        return false;
    *stages &= (VkShaderStageFlags)bits;
    return true;
}

/* Applies any item except a profile. */
static void mask_item(const char *item, size_t len, const struct galvan_log *log,
                      struct gv_vk_masked *masked)
{
    bool known = gv_vk_quirks_mask(&masked->quirks, item, len);
    known |= gv_vk_features_mask(masked->hidden, item, len);
    if (!known && !mask_version(item, len, masked) && !mask_limit(item, len, &masked->limits) &&
        !mask_format(item, len, &masked->formats) &&
        !mask_subgroups(item, len, &masked->subgroup_stages))
        gv_warn(log, "vk",
                "mask: \"%.*s\" is no feature or extension that Galvan asks for, nor a quirk, a "
                "limit or a format",
                (int)len, item);
}

static const struct gv_vk_profile *find_profile(const char *name, size_t len)
{
    const struct gv_vk_profile *profile;
    for (unsigned i = 0; (profile = gv_vk_profile(i)) != NULL; i++) {
        if (gv_text_is(profile->name, name, len))
            return profile;
    }
    return NULL;
}

static void report_no_profile(const char *name, size_t len, const struct galvan_log *log)
{
    char data[GV_LOG_MESSAGE_MAX];
    struct gv_text names = gv_text_init(data, sizeof(data));
    const struct gv_vk_profile *profile;
    for (unsigned i = 0; (profile = gv_vk_profile(i)) != NULL; i++)
        gv_text_add(&names, "%s%s", i ? ", " : "", profile->name);
    gv_err(log, "vk", "mask: no profile is called \"%.*s\"; there are: %s", (int)len, name,
           names.data);
}

/* Finds the next item of a list; its length is 0 at the end. */
static size_t next_item(const char **text)
{
    *text += strspn(*text, ", ");
    return strcspn(*text, ", ");
}

static void apply_list(const char *list, const struct galvan_log *log, struct gv_vk_masked *masked)
{
    for (size_t len; (len = next_item(&list)) > 0; list += len)
        mask_item(list, len, log, masked);
}

enum galvan_result gv_vk_mask_apply(const char *text, const struct galvan_log *log,
                                    struct gv_vk_masked *masked)
{
    for (size_t len; text && (len = next_item(&text)) > 0; text += len) {
        if (*text != '@') {
            mask_item(text, len, log, masked);
            continue;
        }
        const struct gv_vk_profile *profile = find_profile(text + 1, len - 1);
        if (!profile) {
            report_no_profile(text + 1, len - 1, log);
            return GALVAN_ERROR_INVALID;
        }
        lower_version(masked, profile->vulkan);
        apply_list(profile->lacks, log, masked);
        apply_list(profile->limits, log, masked);
        apply_list(profile->formats, log, masked);
    }
    return GALVAN_OK;
}

uint32_t gv_vk_mask_version(const char *text)
{
    const struct galvan_log silent = {.level = GALVAN_LOG_NONE};
    struct gv_vk_masked masked = {.version = VK_API_VERSION_1_3};
    gv_vk_mask_apply(text, &silent, &masked);
    return masked.version;
}
