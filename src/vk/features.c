/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Negotiates extensions and features according to the tables of caps.h and features.h. */
#include "vk/features.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "util/log.h"
#include "util/text.h"
#include "vk/device.h"

/* The Vulkan specification requires this extension to be enabled if it is offered. */
#define PORTABILITY_SUBSET "VK_KHR_portability_subset"

struct block_row {
    VkStructureType type;
    size_t offset;         /* offset in struct gv_vk_feature_chain */
    const char *extension; /* NULL when core */
    uint32_t first, last;  /* the block is only for devices with Vulkan 1.first to 1.last */
};

static const struct block_row blocks[] = {
#define V(block, type, stype, extension, first, last)                                              \
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##stype, offsetof(struct gv_vk_feature_chain, block),       \
     extension, first, last},
#define B(block, type, stype, extension) V(block, type, stype, extension, 1, UINT32_MAX)
    GV_VK_VERSION_BLOCKS(V) GV_VK_FEATURE_BLOCKS(B)
#undef B
#undef V
};

/* The offset of a member in the chain; NO_MEMBER if the feature is the extension itself. */
#define NO_MEMBER                     SIZE_MAX
#define MEMBER_NONE(member)           NO_MEMBER
#define MEMBER_F10(member)            offsetof(struct gv_vk_feature_chain, F10.features.member)
#define MEMBER_OF(block, member)      offsetof(struct gv_vk_feature_chain, block.member)
#define MEMBER_F11(member)            MEMBER_OF(F11, member)
#define MEMBER_F12(member)            MEMBER_OF(F12, member)
#define MEMBER_F13(member)            MEMBER_OF(F13, member)
#define MEMBER_PROVOKING(member)      MEMBER_OF(PROVOKING, member)
#define MEMBER_DEPTH_CLIP(member)     MEMBER_OF(DEPTH_CLIP, member)
#define MEMBER_CLIP_CONTROL(member)   MEMBER_OF(CLIP_CONTROL, member)
#define MEMBER_DIVISOR(member)        MEMBER_OF(DIVISOR, member)
#define MEMBER_INDEX8(member)         MEMBER_OF(INDEX8, member)
#define MEMBER_LIST_RESTART(member)   MEMBER_OF(LIST_RESTART, member)
#define MEMBER_BORDER(member)         MEMBER_OF(BORDER, member)
#define MEMBER_BORDER_SWIZZLE(member) MEMBER_OF(BORDER_SWIZZLE, member)
#define MEMBER_CONDITIONAL(member)    MEMBER_OF(CONDITIONAL, member)
#define MEMBER_XFB(member)            MEMBER_OF(XFB, member)
#define MEMBER_GENERATED(member)      MEMBER_OF(GENERATED, member)
#define MEMBER_VERTEX_INPUT(member)   MEMBER_OF(VERTEX_INPUT, member)
#define MEMBER_LOOP(member)           MEMBER_OF(LOOP, member)
#define MEMBER_ROBUSTNESS2(member)    MEMBER_OF(ROBUSTNESS2, member)
#define MEMBER_LINE(member)           MEMBER_OF(LINE, member)
#define MEMBER_NON_SEAMLESS(member)   MEMBER_OF(NON_SEAMLESS, member)
#define MEMBER_EDS3(member)           MEMBER_OF(EDS3, member)
#define MEMBER_MULTI_DRAW(member)     MEMBER_OF(MULTI_DRAW, member)
#define MEMBER_VIEW_OF_3D(member)     MEMBER_OF(VIEW_OF_3D, member)
#define MEMBER_CLOCK(member)          MEMBER_OF(CLOCK, member)
#define MEMBER_PRIORITY(member)       MEMBER_OF(PRIORITY, member)
#define MEMBER_FORMATS4444(member)    MEMBER_OF(FORMATS4444, member)
#define MEMBER_LIBRARY(member)        MEMBER_OF(LIBRARY, member)
/* Members of structures that only older Vulkan versions need. */
#define MEMBER_DRAW_PARAMETERS(member)  MEMBER_OF(DRAW_PARAMETERS, member)
#define MEMBER_ADDRESS(member)          MEMBER_OF(ADDRESS, member)
#define MEMBER_TIMELINE(member)         MEMBER_OF(TIMELINE, member)
#define MEMBER_QUERY_RESET(member)      MEMBER_OF(QUERY_RESET, member)
#define MEMBER_SYNCHRONIZATION2(member) MEMBER_OF(SYNCHRONIZATION2, member)
#define MEMBER_RENDERING(member)        MEMBER_OF(RENDERING, member)
#define MEMBER_EDS1(member)             MEMBER_OF(EDS1, member)
#define MEMBER_EDS2(member)             MEMBER_OF(EDS2, member)
#define MEMBER_MAINTENANCE4(member)     MEMBER_OF(MAINTENANCE4, member)
#define MEMBER_IMAGE_ROBUSTNESS(member) MEMBER_OF(IMAGE_ROBUSTNESS, member)
#define MEMBER_DEMOTE(member)           MEMBER_OF(DEMOTE, member)

/* How a device offers a feature. */
struct source {
    const char *extension; /* NULL: no extension is needed */
    size_t member;         /* offset in struct gv_vk_feature_chain, or NO_MEMBER */
};

struct feature_row {
    const char *name;
    const char *purpose;
    struct source source;
    size_t flag; /* offset in struct gv_vk_caps */
};

static const struct feature_row features[] = {
#define X(flag, extension, block, member, purpose)                                                 \
    {#flag, purpose, {extension, MEMBER_##block(member)}, offsetof(struct gv_vk_caps, flag)},
    GV_VK_FEATURES(X)
#undef X
};
_Static_assert(GV_ARRAY_SIZE(features) == GV_VK_NUM_FEATURES, "one row per feature");

/* The source of a feature on devices below Vulkan 1.version. On other devices, and for a feature
 * with version 0, features[] has the source. */
static const struct {
    uint32_t version; /* below 1.version */
    struct source source;
} promoted[GV_VK_NUM_FEATURES] = {
#define P(flag, version, extension, block, member)                                                 \
    [GV_VK_FEATURE_##flag] = {version, {extension, MEMBER_##block(member)}},
    GV_VK_PROMOTED_FEATURES(P)
#undef P
};

/* Extensions that require another extension, or a Vulkan version 1.core that includes the required
 * extension. */
static const struct {
    const char *extension, *needs;
    uint32_t core;
} companions[] = {
    {VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME, VK_KHR_DEPTH_STENCIL_RESOLVE_EXTENSION_NAME, 2},
    {VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME, VK_KHR_CREATE_RENDERPASS_2_EXTENSION_NAME, 2},
    {VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME, VK_KHR_PIPELINE_LIBRARY_EXTENSION_NAME,
     UINT32_MAX},
};

/* Features that require another feature, or are useful only with it. */
static const struct {
    enum gv_vk_feature_idx feature, needs;
} dependencies[] = {
    {GV_VK_FEATURE_robustBufferAccess2, GV_VK_FEATURE_robustBufferAccess},
    {GV_VK_FEATURE_externalMemoryDmaBuf, GV_VK_FEATURE_externalMemoryFd},
    {GV_VK_FEATURE_imageDrmFormatModifier, GV_VK_FEATURE_externalMemoryDmaBuf},
    {GV_VK_FEATURE_imageDrmFormatModifier, GV_VK_FEATURE_imageFormatList},
    /* Unless a device has both features, compute shaders emulate transform feedback: each topology
     * then needs its own pipeline, and Vulkan does not allow a change to a pipeline of another
     * topology class during transform feedback. */
    {GV_VK_FEATURE_extendedDynamicState, GV_VK_FEATURE_extendedDynamicState2},
    {GV_VK_FEATURE_extendedDynamicState2, GV_VK_FEATURE_extendedDynamicState},
    {GV_VK_FEATURE_transformFeedback, GV_VK_FEATURE_extendedDynamicState},
    {GV_VK_FEATURE_transformFeedbackDraw, GV_VK_FEATURE_transformFeedback},
    {GV_VK_FEATURE_geometryStreams, GV_VK_FEATURE_transformFeedback},
    {GV_VK_FEATURE_primitivesGeneratedQuery, GV_VK_FEATURE_transformFeedback},
    {GV_VK_FEATURE_transformFeedbackPreservesProvokingVertex, GV_VK_FEATURE_transformFeedback},
    {GV_VK_FEATURE_transformFeedbackPreservesProvokingVertex, GV_VK_FEATURE_provokingVertexLast},
    /* Without transform feedback, compute shaders emulate it, but they cannot read the vertices
     * that the device tessellates. */
    {GV_VK_FEATURE_tessellationShader, GV_VK_FEATURE_transformFeedback},
    /* Without borderColorSwizzle, Vulkan leaves border colours of swizzled views undefined. */
    {GV_VK_FEATURE_customBorderColors, GV_VK_FEATURE_borderColorSwizzle},
    {GV_VK_FEATURE_borderColorSwizzle, GV_VK_FEATURE_customBorderColors},
    {GV_VK_FEATURE_borderColorSwizzleFromImage, GV_VK_FEATURE_borderColorSwizzle},
    {GV_VK_FEATURE_customBorderColorWithoutFormat, GV_VK_FEATURE_customBorderColors},
    {GV_VK_FEATURE_primitivesGeneratedQueryWithRasterizerDiscard,
     GV_VK_FEATURE_primitivesGeneratedQuery},
    {GV_VK_FEATURE_primitivesGeneratedQueryWithNonZeroStreams,
     GV_VK_FEATURE_primitivesGeneratedQuery},
    /* Without these features, most state of a pipeline is known only at a draw, so that libraries
     * are of little use. */
    {GV_VK_FEATURE_graphicsPipelineLibrary, GV_VK_FEATURE_extendedDynamicState},
    {GV_VK_FEATURE_graphicsPipelineLibrary, GV_VK_FEATURE_dynamicRendering},
};

struct extension_list {
    VkExtensionProperties *items;
    uint32_t num;
};

static VkResult list_extensions(VkPhysicalDevice physical, struct extension_list *out_list)
{
    VkResult result;
    struct extension_list list = {0};
    do {
        free(list.items);
        list.items = NULL;
        result = vkEnumerateDeviceExtensionProperties(physical, NULL, &list.num, NULL);
        if (result != VK_SUCCESS)
            return result;
        list.items = calloc(list.num + 1, sizeof(*list.items));
        if (!list.items)
            return VK_ERROR_OUT_OF_HOST_MEMORY;
        result = vkEnumerateDeviceExtensionProperties(physical, NULL, &list.num, list.items);
    } while (result == VK_INCOMPLETE);

    if (result != VK_SUCCESS) {
        free(list.items);
        return result;
    }
    *out_list = list;
    return VK_SUCCESS;
}

static bool has_extension(const struct extension_list *list, const char *name)
{
    for (uint32_t i = 0; i < list->num; i++) {
        if (strcmp(list->items[i].extensionName, name) == 0)
            return true;
    }
    return false;
}

static VkBool32 *chain_member(struct gv_vk_feature_chain *chain, size_t member)
{
    return (VkBool32 *)((char *)chain + member);
}

static bool *caps_flag(struct gv_vk_caps *caps, size_t flag)
{
    return (bool *)((char *)caps + flag);
}

static const struct source *source_of(unsigned feature, uint32_t version)
{
    return VK_API_VERSION_MINOR(version) < promoted[feature].version ? &promoted[feature].source
                                                                     : &features[feature].source;
}

/* Clears the chain, and links the structures of this Vulkan version and of the extensions in the
 * list. */
static void link_chain(struct gv_vk_feature_chain *chain, uint32_t version,
                       const struct extension_list *list)
{
    const uint32_t minor = VK_API_VERSION_MINOR(version);
    memset(chain, 0, sizeof(*chain));
    chain->F10.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    void **tail = &chain->F10.pNext;
    for (unsigned i = 0; i < GV_ARRAY_SIZE(blocks); i++) {
        if (minor < blocks[i].first || minor > blocks[i].last ||
            (blocks[i].extension && !has_extension(list, blocks[i].extension)))
            continue;
        VkBaseOutStructure *block = (VkBaseOutStructure *)((char *)chain + blocks[i].offset);
        block->sType = blocks[i].type;
        *tail = block;
        tail = (void **)&block->pNext;
    }
}

/* Whether an extension and the extensions that it requires can be enabled. True for NULL. A
 * required extension may be missing: PanVK of Mesa 25.0 lists dynamic rendering without
 * VK_KHR_depth_stencil_resolve. */
static bool can_enable(const struct extension_list *list, uint32_t version, const char *extension)
{
    if (!extension)
        return true;
    for (unsigned i = 0; i < GV_ARRAY_SIZE(companions); i++) {
        if (strcmp(companions[i].extension, extension) == 0 &&
            VK_API_VERSION_MINOR(version) < companions[i].core &&
            !has_extension(list, companions[i].needs))
            return false;
    }
    return has_extension(list, extension);
}

/* Whether the device, whose features are in the chain, has a feature. */
static bool has_feature(struct gv_vk_feature_chain *chain, const struct source *source,
                        uint32_t version, const struct extension_list *list)
{
    return can_enable(list, version, source->extension) &&
           (source->member == NO_MEMBER || *chain_member(chain, source->member));
}

static bool is_extension(const struct source *source, const char *name, size_t len)
{
    return source->extension && gv_text_is(source->extension, name, len);
}

bool gv_vk_features_mask(bool hidden[GV_VK_NUM_FEATURES], const char *name, size_t len)
{
    bool known = false;
    for (unsigned i = 0; i < GV_VK_NUM_FEATURES; i++) {
        if (gv_text_is(features[i].name, name, len) ||
            is_extension(&features[i].source, name, len) ||
            is_extension(&promoted[i].source, name, len)) {
            hidden[i] = known = true;
        }
    }
    return known;
}

/* Sets `enabled` to the device's features, without those that the mask, a quirk or a missing
 * dependency removes. */
static void resolve(VkPhysicalDevice physical, const struct gv_vk_driver *driver, uint32_t version,
                    const struct extension_list *list, const bool hidden[GV_VK_NUM_FEATURES],
                    const struct galvan_log *log, struct gv_vk_negotiated *out,
                    bool enabled[GV_VK_NUM_FEATURES])
{
    link_chain(&out->chain, version, list);
    vkGetPhysicalDeviceFeatures2(physical, &out->chain.F10);

    for (unsigned i = 0; i < GV_VK_NUM_FEATURES; i++) {
        bool has = has_feature(&out->chain, source_of(i, version), version, list);
        const char *quirk = gv_vk_quirk_hides(driver, (enum gv_vk_feature_idx)i);
        if (has && quirk)
            gv_info(log, "vk", "%s is not used: %s", features[i].name, quirk);
        out->masked[i] = has && hidden[i];
        enabled[i] = has && !hidden[i] && !quirk;
    }
    /* GL counts captured primitives, which requires one of these queries. */
    enabled[GV_VK_FEATURE_transformFeedback] &= enabled[GV_VK_FEATURE_primitivesGeneratedQuery] ||
                                                enabled[GV_VK_FEATURE_pipelineStatisticsQuery];
    for (unsigned i = 0; i < GV_ARRAY_SIZE(dependencies); i++)
        enabled[dependencies[i].feature] &= enabled[dependencies[i].needs];
}

/* Whether the feature's extension is only checked for, and never enabled. */
static bool is_only_told(unsigned feature)
{
    return feature == GV_VK_FEATURE_unifiedImageLayouts;
}

static void enable_extension(struct gv_vk_negotiated *out, const char *name)
{
    for (uint32_t i = 0; i < out->num_extensions; i++) {
        if (strcmp(out->extensions[i], name) == 0)
            return;
    }
    out->extensions[out->num_extensions++] = name;
}

static bool enables_extension(const struct gv_vk_negotiated *out, const char *name)
{
    for (uint32_t i = 0; i < out->num_extensions; i++) {
        if (strcmp(out->extensions[i], name) == 0)
            return true;
    }
    return false;
}

static void enable_companions(const struct extension_list *list, struct gv_vk_negotiated *out)
{
    for (unsigned i = 0; i < GV_ARRAY_SIZE(companions); i++) {
        if (enables_extension(out, companions[i].extension) &&
            has_extension(list, companions[i].needs))
            enable_extension(out, companions[i].needs);
    }
}

/* Rebuilds the chain with exactly the enabled features. */
static void enable(const bool enabled[GV_VK_NUM_FEATURES], uint32_t version,
                   struct extension_list *list, struct gv_vk_negotiated *out)
{
    if (has_extension(list, PORTABILITY_SUBSET))
        enable_extension(out, PORTABILITY_SUBSET);
    for (unsigned i = 0; i < GV_VK_NUM_FEATURES; i++) {
        const struct source *source = source_of(i, version);
        *caps_flag(&out->caps, features[i].flag) = enabled[i];
        if (enabled[i] && source->extension && !is_only_told(i))
            enable_extension(out, source->extension);
    }
    enable_companions(list, out);

    /* Only the structures of enabled extensions may be linked. */
    uint32_t num = 0;
    for (uint32_t i = 0; i < list->num; i++) {
        if (enables_extension(out, list->items[i].extensionName))
            list->items[num++] = list->items[i];
    }
    list->num = num;

    link_chain(&out->chain, version, list);
    for (unsigned i = 0; i < GV_VK_NUM_FEATURES; i++) {
        const struct source *source = source_of(i, version);
        if (enabled[i] && source->member != NO_MEMBER)
            *chain_member(&out->chain, source->member) = VK_TRUE;
    }
}

static void query_limits(VkPhysicalDevice physical, struct gv_vk_caps *caps)
{
    VkPhysicalDeviceVertexAttributeDivisorPropertiesEXT divisor = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_PROPERTIES_EXT};
    VkPhysicalDeviceCustomBorderColorPropertiesEXT border = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_PROPERTIES_EXT};
    VkPhysicalDeviceExternalMemoryHostPropertiesEXT host = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT};
    VkPhysicalDeviceTransformFeedbackPropertiesEXT feedback = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_PROPERTIES_EXT};
    VkPhysicalDeviceProvokingVertexPropertiesEXT provoking = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_PROPERTIES_EXT};
    VkPhysicalDeviceMaintenance4Properties maintenance4 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES,
        .maxBufferSize = UINT64_MAX,
    };
    VkPhysicalDeviceGraphicsPipelineLibraryPropertiesEXT library = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_PROPERTIES_EXT};
    VkPhysicalDeviceRobustness2PropertiesEXT robustness = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_PROPERTIES_EXT,
        .robustUniformBufferAccessSizeAlignment = 256, /* the largest value that Vulkan allows */
    };
    VkPhysicalDeviceProperties2 properties = {.sType =
                                                  VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    void **tail = &properties.pNext;
    if (caps->vertexAttributeInstanceRateDivisor) {
        *tail = &divisor;
        tail = &divisor.pNext;
    }
    if (caps->customBorderColors) {
        *tail = &border;
        tail = &border.pNext;
    }
    if (caps->externalMemoryHost) {
        *tail = &host;
        tail = &host.pNext;
    }
    if (caps->transformFeedback) {
        *tail = &feedback;
        tail = &feedback.pNext;
    }
    if (caps->provokingVertexLast) {
        *tail = &provoking;
        tail = &provoking.pNext;
    }
    if (caps->graphicsPipelineLibrary) {
        *tail = &library;
        tail = &library.pNext;
    }
    if (caps->robustBufferAccess2) {
        *tail = &robustness;
        tail = &robustness.pNext;
    }
    if (caps->maintenance4)
        *tail = &maintenance4;

    vkGetPhysicalDeviceProperties2(physical, &properties);
    caps->max_vertex_attrib_divisor = divisor.maxVertexAttribDivisor;
    caps->max_custom_border_color_samplers = border.maxCustomBorderColorSamplers;
    caps->min_imported_host_pointer_alignment = host.minImportedHostPointerAlignment;
    caps->transformFeedbackDraw &= feedback.transformFeedbackDraw != 0;
    /* Without fast linking, drivers compile everything again when libraries are linked. */
    caps->graphicsPipelineLibrary &= library.graphicsPipelineLibraryFastLinking != 0;
    caps->max_buffer_size_B = maintenance4.maxBufferSize;
    caps->uniform_end_alignment_B = robustness.robustUniformBufferAccessSizeAlignment;
    caps->preserves_triangle_fans = provoking.transformFeedbackPreservesTriangleFanProvokingVertex;
}

VkResult gv_vk_features_negotiate(VkPhysicalDevice physical, const struct gv_vk_driver *driver,
                                  uint32_t version, const bool hidden[GV_VK_NUM_FEATURES],
                                  const struct galvan_log *log, struct gv_vk_negotiated *out)
{
    struct extension_list list;
    VkResult result = list_extensions(physical, &list);
    if (result != VK_SUCCESS)
        return result;

    bool enabled[GV_VK_NUM_FEATURES] = {false};
    memset(out, 0, sizeof(*out));
    resolve(physical, driver, version, &list, hidden, log, out, enabled);
    enable(enabled, version, &list, out);
    free(list.items);
    query_limits(physical, &out->caps);
    return VK_SUCCESS;
}

bool gv_vk_caps_feature(const struct gv_vk_device *dev, unsigned idx,
                        struct gv_vk_feature *out_feature)
{
    if (idx >= GV_VK_NUM_FEATURES)
        return false;
    const struct feature_row *row = &features[idx];
    *out_feature = (struct gv_vk_feature){
        .name = row->name,
        .extension = source_of(idx, dev->version)->extension,
        .purpose = row->purpose,
        .present = *((const bool *)((const char *)&dev->caps + row->flag)),
        .masked = dev->masked[idx],
    };
    return true;
}
