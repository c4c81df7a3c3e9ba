/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The screen's capabilities: one table of {capability, needs, value} for each of get_param,
 * get_paramf, get_shader_param and get_compute_param. caps.c reads the tables and prints them. The
 * rows are in caps_table.c and caps_shader.c. */
#ifndef GV_CAPS_H
#define GV_CAPS_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/screen/blocks.h"
#include "driver/screen/limits.h"
#include "driver/screen/screen.h"

enum {
    GV_MAX_ATOMIC_COUNTERS = 4096 /* limit of the atomic counters of a stage, in all its buffers
                                     together */
};

/* The source of a row's value. */
struct gv_cap_value {
    enum {
        GV_CAP_NUMBER, /* the value is the member `number` */
        GV_CAP_U32,    /* the value is a limit of the device of type uint32_t, but at most
                          `number`; the next three enumerators are for limits of other types */
        GV_CAP_I32,
        GV_CAP_U64,
        GV_CAP_FLOAT,
        GV_CAP_FUNCTION,
        GV_CAP_STAGE_FUNCTION,
    } source;
    int64_t number;
    size_t limit; /* offset of the limit in VkPhysicalDeviceLimits */
    int (*function)(const struct gv_screen *screen);
    int (*stage_function)(const struct gv_screen *screen, unsigned stage);
};

enum {
    GV_CAP_MAX_NEEDS = 8
};

/* A row of a table. If the device has all needed features, the capability is native. If the device
 * lacks a needed feature, the capability is emulated if the row has an emulation, and absent
 * otherwise. A row with an emulation and without needs is always emulated. */
struct gv_cap {
    const char *name;                /* name of the capability's enumerator */
    struct gv_cap_value value;       /* value if the capability is native or emulated */
    struct gv_cap_value otherwise;   /* value if the capability is absent; 0 if left out */
    uint8_t needs[GV_CAP_MAX_NEEDS]; /* 1 + enum gv_vk_feature_idx; ends with 0 */
    bool (*native_where)(const struct gv_screen *screen); /* additional condition for native
                                                             support; NULL: no condition */
    const char *stand_in;                                 /* how the capability is emulated; NULL:
                                                             no emulation */
    int64_t stand_in_least;                               /* the smallest value if the capability is
                                                             emulated */
    uint8_t stand_in_needs; /* 1 + the feature that the emulation needs; 0: no feature */
    bool (*stand_in_where)(const struct gv_screen *screen); /* additional condition for the
                                                               emulation; NULL: no condition */
    const char *property; /* if the value is 0: what the device lacks, other than a feature; NULL:
                             0 is a valid value */
    const char *absent;   /* why no device has the capability; NULL: some devices have it */
    const char *unasked;  /* if the value is 0: why the device lacks nothing; NULL: the device
                             lacks the capability */
};

/* A row begins with one of these macros. */
#define GV_CAP(cap, ...)        [cap] = {.name = #cap, .value = __VA_ARGS__}
#define GV_CAP_ABSENT(cap, why) [cap] = {.name = #cap, .absent = (why)}
/* A row whose value is 0 although the device lacks nothing. Such a capability would oblige the
 * frontend to do something, or the frontend may choose its value freely. */
#define GV_CAP_UNASKED(cap, why) [cap] = {.name = #cap, .unasked = (why)}

/* After the first macro, a row has a value. */
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

/* After the value, a row has any of these macros. */
#define GV_FEATURE(flag)          (1 + GV_VK_FEATURE_##flag)
#define GV_NEEDS(...)             .needs = {__VA_ARGS__}
#define GV_NEED(flag)             GV_NEEDS(GV_FEATURE(flag))
#define GV_NATIVE_WHERE(f)        .native_where = (f)
#define GV_EMULATED(how)          .stand_in = (how)
#define GV_EMULATED_BY(flag, how) .stand_in = (how), .stand_in_needs = GV_FEATURE(flag)
#define GV_EMULATED_WHERE(f, how) .stand_in = (how), .stand_in_where = (f)
#define GV_AS_WORDS               GV_EMULATED("functions on pairs of words") /* for 64-bit types */
#define GV_OTHERWISE(...)         .otherwise = __VA_ARGS__
#define GV_PROPERTY(what)         .property = (what)

/* The tables, indexed by the capability's enumerator. */
extern const struct gv_cap gv_caps_param[PIPE_CAP_COUNT];
extern const struct gv_cap gv_caps_paramf[PIPE_CAPF_COUNT];
extern const struct gv_cap gv_caps_shader[PIPE_SHADER_CAP_COUNT];
extern const struct gv_cap gv_caps_compute[PIPE_COMPUTE_CAP_COUNT];

/* Returns the number of values of a get_compute_param capability, and the size of one value in
 * bytes. If the size is 0, the capability has no value. */
void gv_caps_compute_layout(enum pipe_compute_cap cap, unsigned *out_num, unsigned *out_size_B);

/* Whether the screen supports a shader stage. */
bool gv_caps_has_stage(const struct gv_screen *screen, unsigned stage);

static inline const VkPhysicalDeviceLimits *gv_caps_limits(const struct gv_screen *screen)
{
    return &screen->dev->properties.limits;
}

/* Limits `value` to `max` and to INT_MAX. */
static inline int gv_caps_clamp(uint64_t value, uint64_t max)
{
    if (value > max)
        value = max;
    return value > INT_MAX ? INT_MAX : (int)value;
}

int gv_caps_render_targets(const struct gv_screen *screen);

/* Returns the number of vec4 varyings between two stages. */
int gv_caps_varyings(const struct gv_screen *screen);

/* Whether shaders check the bounds of buffers because the device does not. Constant buffer 0 and
 * the driver block are then dynamic storage buffers. */
static inline bool gv_checks_bounds(const struct gv_vk_device *dev)
{
    return !dev->caps.robustBufferAccess && dev->caps.bufferDeviceAddress &&
           dev->properties.limits.maxDescriptorSetStorageBuffersDynamic > GALVAN_NUM_STAGES;
}

/* Returns the number of a stage's constant buffers that are uniform buffers. Returns 0 if shaders
 * check bounds: shaders can query the size of a storage buffer, but not the size of a uniform
 * buffer. */
static inline uint32_t gv_uniform_constants(const struct gv_vk_device *dev)
{
    return gv_checks_bounds(dev) ? 0 : dev->properties.limits.maxPerStageDescriptorUniformBuffers;
}

/* Whether the device has as many viewports as GL requires, for programs that select among
 * viewports. */
static inline bool gv_has_viewport_arrays(const struct gv_vk_device *dev)
{
    return dev->caps.multiViewport && dev->properties.limits.maxViewports >= GV_MAX_VIEWPORTS;
}

/* Whether the device supports the subgroup operations in a stage. */
static inline bool gv_has_subgroups(const struct gv_vk_device *dev, VkShaderStageFlags stage,
                                    VkSubgroupFeatureFlags operations)
{
    const VkPhysicalDeviceSubgroupProperties *p = &dev->subgroups;
    return (p->supportedStages & stage) && !(operations & ~p->supportedOperations);
}

/* Whether lowered stages replace vertex stage features that the device lacks: vertex and geometry
 * shaders run as compute shaders, which also capture stream output. */
static inline bool gv_has_lowered_stages(const struct gv_vk_device *dev)
{
    return !dev->caps.transformFeedback && dev->caps.bufferDeviceAddress;
}

/* Whether draws can have geometry shaders, native or lowered. */
static inline bool gv_has_geometry(const struct gv_vk_device *dev)
{
    return dev->caps.geometryShader || gv_has_lowered_stages(dev);
}

/* gv_has_vertex_streams() returns whether the device draws, captures and counts four vertex
 * streams. gv_lowers_streams() returns whether geometry shaders with several streams are lowered
 * because the device does not support vertex streams. */
static inline bool gv_has_vertex_streams(const struct gv_vk_device *dev)
{
    return dev->caps.geometryShader && dev->caps.geometryStreams &&
           dev->caps.primitivesGeneratedQueryWithNonZeroStreams;
}

static inline bool gv_lowers_streams(const struct gv_vk_device *dev)
{
    return !gv_has_vertex_streams(dev) && gv_has_geometry(dev) && dev->caps.bufferDeviceAddress;
}

/* Whether lowered stages pass primitive ids to fragment shaders. In Vulkan, fragment shaders only
 * have primitive ids if the device has geometry shaders. */
static inline bool gv_lowers_primitive_ids(const struct gv_vk_device *dev)
{
    return !dev->caps.geometryShader && gv_has_lowered_stages(dev);
}

/* Whether draws can have patches, with native or lowered tessellation. If tessellation is lowered,
 * all vertex stages of the draw are lowered. */
static inline bool gv_has_tessellation(const struct gv_vk_device *dev)
{
    return dev->caps.tessellationShader || dev->caps.bufferDeviceAddress;
}

/* Whether geometry shaders that write more components than the device's limit are lowered. OpenGL
 * counts written components, Vulkan counts whole vectors and built-in outputs. An NVIDIA H100 hangs
 * if its limit is exceeded; lavapipe draws correctly. */
static inline bool gv_lowers_large_geometry(const struct gv_vk_device *dev)
{
    return dev->caps.geometryShader && dev->caps.bufferDeviceAddress &&
           (dev->properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU ||
            dev->properties.limits.maxGeometryOutputComponents < 128);
}

/* Whether all lines of the device are rectangles. A thin rectangular line may cover two adjacent
 * pixels. */
static inline bool gv_has_rectangles_alone(const struct gv_vk_device *dev)
{
    return dev->properties.limits.strictLines && !dev->caps.bresenhamLines;
}

/* Whether lowered stages expand lines because the device cannot draw them as OpenGL does. */
static inline bool gv_expands_lines(const struct gv_vk_device *dev)
{
    return dev->caps.bufferDeviceAddress &&
           (!dev->caps.wideLines || !dev->caps.smoothLines || !dev->caps.stippledBresenhamLines ||
            gv_has_rectangles_alone(dev));
}

/* Whether lowered stages expand points that are larger than the device's limit. */
static inline bool gv_expands_points(const struct gv_vk_device *dev)
{
    return dev->caps.bufferDeviceAddress && !dev->caps.largePoints;
}

/* Whether geometry and tessellation stages that read or write point sizes are lowered, because the
 * device supports point sizes only in vertex shaders. */
static inline bool gv_lowers_point_sizes(const struct gv_vk_device *dev)
{
    return dev->caps.bufferDeviceAddress && !dev->caps.shaderTessellationAndGeometryPointSize &&
           (gv_has_geometry(dev) || gv_has_tessellation(dev));
}

enum {
    GV_MAX_VARYINGS = 32, /* vec4 varyings that OpenGL requires between a geometry and a fragment
                             shader */
};

/* Returns the number of vec4 varyings that the device supports between the last vertex stage and
 * the fragment shader. */
static inline uint32_t gv_device_varyings(const struct gv_vk_device *dev)
{
    const VkPhysicalDeviceLimits *l = &dev->properties.limits;
    const uint32_t components = l->maxVertexOutputComponents < l->maxFragmentInputComponents
                                    ? l->maxVertexOutputComponents
                                    : l->maxFragmentInputComponents;
    return components / 4;
}

/* Whether a draw uses lowered stages if its fragment shader reads more varyings than
 * gv_device_varyings(). The fragment shader then reads the remaining varyings from the vertex
 * entries. */
static inline bool gv_spills_varyings(const struct gv_vk_device *dev)
{
    return dev->caps.bufferDeviceAddress && gv_device_varyings(dev) < GV_MAX_VARYINGS;
}

enum {
    GV_MAX_QUAD_WIDTH = 255, /* largest width in pixels of an expanded line or point */
};

/* Whether lowered stages draw outlines of the triangles that geometry shaders generate. */
static inline bool gv_lowers_outlines(const struct gv_vk_device *dev)
{
    return dev->caps.bufferDeviceAddress && !dev->caps.fillModeNonSolid && gv_has_geometry(dev);
}

/* Whether some draws have a lowered vertex stage. In these draws, every vertex stage may be
 * lowered. */
static inline bool gv_has_lowered_draws(const struct gv_vk_device *dev)
{
    return (gv_has_tessellation(dev) && !dev->caps.tessellationShader) ||
           (gv_has_geometry(dev) && !dev->caps.geometryShader) || gv_lowers_streams(dev) ||
           gv_expands_lines(dev) || gv_expands_points(dev) || gv_lowers_outlines(dev) ||
           gv_lowers_point_sizes(dev);
}

/* Whether shaders count pipeline statistics. They do so if the device lacks pipeline statistics
 * queries. They also do so if the device's queries would count too much, because some draws use
 * lowered stages or some workgroups run with fewer threads. */
static inline bool gv_counts_statistics(const struct gv_vk_device *dev)
{
    return dev->caps.bufferDeviceAddress && dev->caps.fragmentStoresAndAtomics &&
           (!dev->caps.pipelineStatisticsQuery || gv_has_lowered_stages(dev) ||
            gv_has_lowered_draws(dev) || !gv_has_large_blocks(dev));
}

/* Returns the maximum number of control points of a patch. Lowered stages support GL's minimum. */
static inline uint32_t gv_max_patch_vertices(const struct gv_vk_device *dev)
{
    return dev->caps.tessellationShader ? dev->properties.limits.maxTessellationPatchSize
           : gv_has_tessellation(dev)   ? 32
                                        : 0;
}

/* Sets the methods get_param, get_paramf, get_shader_param and get_compute_param. */
void gv_screen_init_caps(struct gv_screen *screen);

#endif
