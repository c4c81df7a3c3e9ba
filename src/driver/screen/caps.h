/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The screen's capabilities: one table of {capability, needs, value} for each of get_param,
 * get_paramf, get_shader_param and get_compute_param. caps.c answers from the tables and prints
 * them; the rows are in caps_table.c and caps_shader.c. */
#ifndef GV_CAPS_H
#define GV_CAPS_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/screen/blocks.h"
#include "driver/screen/limits.h"
#include "driver/screen/screen.h"

enum {
    GV_MAX_ATOMIC_COUNTERS = 4096 /* of a stage, in all its buffers */
};

/* How a row finds its value. */
struct gv_cap_value {
    enum {
        GV_CAP_NUMBER, /* it is number */
        GV_CAP_U32,    /* a limit of the device, at most number */
        GV_CAP_I32,
        GV_CAP_U64,
        GV_CAP_FLOAT,
        GV_CAP_FUNCTION,
        GV_CAP_STAGE_FUNCTION,
    } source;
    int64_t number;
    size_t limit; /* its offset in VkPhysicalDeviceLimits */
    int (*function)(const struct gv_screen *screen);
    int (*stage_function)(const struct gv_screen *screen, unsigned stage);
};

enum {
    GV_CAP_MAX_NEEDS = 8
};

/* A row. If the device has the needed features, the capability is native. If it lacks any,
 * Galvan emulates the capability if the row has an emulation; otherwise the capability is absent. A
 * row with an emulation and without needs is never native. */
struct gv_cap {
    const char *name;                /* of its enumerator */
    struct gv_cap_value value;       /* where it is there */
    struct gv_cap_value otherwise;   /* where it is absent; 0 if left out */
    uint8_t needs[GV_CAP_MAX_NEEDS]; /* 1 + enum gv_vk_feature_idx; ends with 0 */
    bool (*native_where)(const struct gv_screen *screen); /* ... and this; NULL: nothing */
    const char *stand_in;                                 /* how it is emulated; NULL: it is not */
    int64_t stand_in_least;                               /* the value is at least this then */
    uint8_t stand_in_needs; /* the same for the stand-in; 0: nothing */
    bool (*stand_in_where)(const struct gv_screen *screen); /* ... and that; NULL: nothing */
    const char *property; /* what the device lacks, other than features, if the value is 0; NULL:
                             a value of 0 is valid */
    const char *absent;   /* why no device has it; NULL: some do */
    const char *unasked;  /* the reason why 0 is no lack; NULL: the row is not of that kind */
};

/* Rows begin with one of these. */
#define GV_CAP(cap, ...)        [cap] = {.name = #cap, .value = __VA_ARGS__}
#define GV_CAP_ABSENT(cap, why) [cap] = {.name = #cap, .absent = (why)}
/* Answers 0, which is no lack: the capability is a request to the frontend, or the frontend's
 * choice. */
#define GV_CAP_UNASKED(cap, why) [cap] = {.name = #cap, .unasked = (why)}

/* Then comes a value, */
#define GV_VALUE(v)                                                                                \
    {                                                                                              \
        .number = (v)                                                                              \
    }
#define GV_LIMIT_UP_TO(member, max)                                                                \
    {                                                                                              \
        .source = _Generic(((const VkPhysicalDeviceLimits *)NULL)->member, uint32_t                \
                           : GV_CAP_U32, int32_t                                                   \
                           : GV_CAP_I32, VkDeviceSize                                              \
                           : GV_CAP_U64, float                                                     \
                           : GV_CAP_FLOAT),                                                        \
        .number = (max), .limit = offsetof(VkPhysicalDeviceLimits, member)                         \
    }
#define GV_LIMIT(member) GV_LIMIT_UP_TO(member, INT_MAX)
#define GV_FUNCTION(f)                                                                             \
    {                                                                                              \
        .source = GV_CAP_FUNCTION, .function = (f)                                                 \
    }
#define GV_STAGE_FUNCTION(f)                                                                       \
    {                                                                                              \
        .source = GV_CAP_STAGE_FUNCTION, .stage_function = (f)                                     \
    }

/* and any of these. */
#define GV_FEATURE(flag)          (1 + GV_VK_FEATURE_##flag)
#define GV_NEEDS(...)             .needs = {__VA_ARGS__}
#define GV_NEED(flag)             GV_NEEDS(GV_FEATURE(flag))
#define GV_NATIVE_WHERE(f)        .native_where = (f)
#define GV_EMULATED(how)          .stand_in = (how)
#define GV_EMULATED_BY(flag, how) .stand_in = (how), .stand_in_needs = GV_FEATURE(flag)
#define GV_EMULATED_WHERE(f, how) .stand_in = (how), .stand_in_where = (f)
#define GV_AS_WORDS               GV_EMULATED("functions on pairs of words") /* of 64 bits */
#define GV_OTHERWISE(...)         .otherwise = __VA_ARGS__
#define GV_PROPERTY(what)         .property = (what)

/* The tables, by enumerator. */
extern const struct gv_cap gv_caps_param[PIPE_CAP_COUNT];
extern const struct gv_cap gv_caps_paramf[PIPE_CAPF_COUNT];
extern const struct gv_cap gv_caps_shader[PIPE_SHADER_CAP_COUNT];
extern const struct gv_cap gv_caps_compute[PIPE_COMPUTE_CAP_COUNT];

/* The number and the size in bytes of the values of a get_compute_param answer; 0 bytes: the
 * capability has no answer. */
void gv_caps_compute_layout(enum pipe_compute_cap cap, unsigned *out_num, unsigned *out_size_B);

/* Whether the device has the stage at all. */
bool gv_caps_has_stage(const struct gv_screen *screen, unsigned stage);

static inline const VkPhysicalDeviceLimits *gv_caps_limits(const struct gv_screen *screen)
{
    return &screen->dev->properties.limits;
}

/* value as an answer, at most max. */
static inline int gv_caps_clamp(uint64_t value, uint64_t max)
{
    if (value > max)
        value = max;
    return value > INT_MAX ? INT_MAX : (int)value;
}

int gv_caps_render_targets(const struct gv_screen *screen);

/* vec4 between two stages. */
int gv_caps_varyings(const struct gv_screen *screen);

/* Whether shaders check buffer bounds, because the device does not. Set 0 and the driver's block
 * are dynamic storage buffers then. */
static inline bool gv_checks_bounds(const struct gv_vk_device *dev)
{
    return !dev->caps.robustBufferAccess && dev->caps.bufferDeviceAddress &&
           dev->properties.limits.maxDescriptorSetStorageBuffersDynamic > GALVAN_NUM_STAGES;
}

/* How many of a stage's constant buffers are uniform buffers. If shaders check bounds, none is,
 * because only storage buffers have a size that shaders can query. */
static inline uint32_t gv_uniform_constants(const struct gv_vk_device *dev)
{
    return gv_checks_bounds(dev) ? 0 : dev->properties.limits.maxPerStageDescriptorUniformBuffers;
}

/* Whether the device has as many viewports as GL requires, for programs that choose among them. */
static inline bool gv_has_viewport_arrays(const struct gv_vk_device *dev)
{
    return dev->caps.multiViewport && dev->properties.limits.maxViewports >= GV_MAX_VIEWPORTS;
}

/* Whether the device has these subgroup operations in a stage. */
static inline bool gv_has_subgroups(const struct gv_vk_device *dev, VkShaderStageFlags stage,
                                    VkSubgroupFeatureFlags operations)
{
    const VkPhysicalDeviceSubgroupProperties *p = &dev->subgroups;
    return (p->supportedStages & stage) && !(operations & ~p->supportedOperations);
}

/* Whether lowered stages replace missing features of vertex stages: vertex and geometry shaders
 * run as compute shaders, which also capture stream output. */
static inline bool gv_has_lowered_stages(const struct gv_vk_device *dev)
{
    return !dev->caps.transformFeedback && dev->caps.bufferDeviceAddress;
}

/* Whether draws can have geometry shaders, native or lowered. */
static inline bool gv_has_geometry(const struct gv_vk_device *dev)
{
    return dev->caps.geometryShader || gv_has_lowered_stages(dev);
}

/* Whether the device draws, captures and counts the vertices of four streams; and whether
 * geometry shaders with several streams are lowered because the device does not. */
static inline bool gv_has_vertex_streams(const struct gv_vk_device *dev)
{
    return dev->caps.geometryShader && dev->caps.geometryStreams &&
           dev->caps.primitivesGeneratedQueryWithNonZeroStreams;
}

static inline bool gv_lowers_streams(const struct gv_vk_device *dev)
{
    return !gv_has_vertex_streams(dev) && gv_has_geometry(dev) && dev->caps.bufferDeviceAddress;
}

/* Whether lowered stages pass primitive ids to fragment shaders: Vulkan has them only with
 * geometry shaders. */
static inline bool gv_lowers_primitive_ids(const struct gv_vk_device *dev)
{
    return !dev->caps.geometryShader && gv_has_lowered_stages(dev);
}

/* Whether draws can have patches, by native stages, or by lowered ones, which are then all
 * stages of such a draw. */
static inline bool gv_has_tessellation(const struct gv_vk_device *dev)
{
    return dev->caps.tessellationShader || dev->caps.bufferDeviceAddress;
}

/* Whether geometry shaders that write more components than the device's limit are lowered.
 * OpenGL counts the written components, Vulkan whole vectors and built-in outputs. An NVIDIA H100
 * hangs beyond its limit; lavapipe draws. */
static inline bool gv_lowers_large_geometry(const struct gv_vk_device *dev)
{
    return dev->caps.geometryShader && dev->caps.bufferDeviceAddress &&
           (dev->properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU ||
            dev->properties.limits.maxGeometryOutputComponents < 128);
}

/* Whether the device has rectangular lines only. A thin rectangular line may cover two adjacent
 * pixels. */
static inline bool gv_has_rectangles_alone(const struct gv_vk_device *dev)
{
    return dev->properties.limits.strictLines && !dev->caps.bresenhamLines;
}

/* Whether lowered stages expand lines to quads if the device cannot draw them as OpenGL does. */
static inline bool gv_expands_lines(const struct gv_vk_device *dev)
{
    return dev->caps.bufferDeviceAddress &&
           (!dev->caps.wideLines || !dev->caps.smoothLines || !dev->caps.stippledBresenhamLines ||
            gv_has_rectangles_alone(dev));
}

/* Whether lowered stages expand points that are larger than the device's limit to quads. */
static inline bool gv_expands_points(const struct gv_vk_device *dev)
{
    return dev->caps.bufferDeviceAddress && !dev->caps.largePoints;
}

/* Whether geometry and tessellation stages are lowered if they read or write point sizes, which
 * the device supports only in vertex shaders. */
static inline bool gv_lowers_point_sizes(const struct gv_vk_device *dev)
{
    return dev->caps.bufferDeviceAddress && !dev->caps.shaderTessellationAndGeometryPointSize &&
           (gv_has_geometry(dev) || gv_has_tessellation(dev));
}

enum {
    GV_MAX_VARYINGS = 32, /* vec4 that OpenGL wants between a geometry shader and the fragments */
};

/* How many vec4 the device takes from the last vertex stage to the fragments. */
static inline uint32_t gv_device_varyings(const struct gv_vk_device *dev)
{
    const VkPhysicalDeviceLimits *l = &dev->properties.limits;
    const uint32_t components = l->maxVertexOutputComponents < l->maxFragmentInputComponents
                                    ? l->maxVertexOutputComponents
                                    : l->maxFragmentInputComponents;
    return components / 4;
}

/* Whether draws whose fragment shaders read more than that take lowered stages. Fragments find the
 * rest in their vertex entries. */
static inline bool gv_spills_varyings(const struct gv_vk_device *dev)
{
    return dev->caps.bufferDeviceAddress && gv_device_varyings(dev) < GV_MAX_VARYINGS;
}

enum {
    GV_MAX_QUAD_WIDTH = 255, /* pixels across such a line or point */
};

/* Whether lowered stages draw the outlines of geometry shaders' output. */
static inline bool gv_lowers_outlines(const struct gv_vk_device *dev)
{
    return dev->caps.bufferDeviceAddress && !dev->caps.fillModeNonSolid && gv_has_geometry(dev);
}

/* Whether any vertex stage is lowered in some draws. Then every vertex stage may be. */
static inline bool gv_has_lowered_draws(const struct gv_vk_device *dev)
{
    return (gv_has_tessellation(dev) && !dev->caps.tessellationShader) ||
           (gv_has_geometry(dev) && !dev->caps.geometryShader) || gv_lowers_streams(dev) ||
           gv_expands_lines(dev) || gv_expands_points(dev) || gv_lowers_outlines(dev) ||
           gv_lowers_point_sizes(dev);
}

/* Whether shaders count pipeline statistics: the device has no such queries, or would count the
 * draws of lowered stages, or work groups that run with fewer threads. */
static inline bool gv_counts_statistics(const struct gv_vk_device *dev)
{
    return dev->caps.bufferDeviceAddress && dev->caps.fragmentStoresAndAtomics &&
           (!dev->caps.pipelineStatisticsQuery || gv_has_lowered_stages(dev) ||
            gv_has_lowered_draws(dev) || !gv_has_large_blocks(dev));
}

/* The patch vertices that a control shader can read. Lowered stages have GL's minimum. */
static inline uint32_t gv_max_patch_vertices(const struct gv_vk_device *dev)
{
    return dev->caps.tessellationShader ? dev->properties.limits.maxTessellationPatchSize
           : gv_has_tessellation(dev)   ? 32
                                        : 0;
}

/* get_param and its kin. */
void gv_screen_init_caps(struct gv_screen *screen);

#endif
