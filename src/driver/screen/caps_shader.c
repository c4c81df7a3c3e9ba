/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Rows of capabilities of shader stages and of compute. */
#include "driver/screen/blocks.h"
#include "driver/screen/caps.h"
#include "driver/screen/limits.h"
#include "driver/screen/screen.h"

enum {
    FIXED_STORAGE_BUFFERS = 1,   /* number of storage buffers that are not shader buffers: only the
                                    driver block */
    WANTED_STORAGE_BUFFERS = 16, /* number of storage buffers for shader buffers and atomic
                                    counters, if some constant buffers must be storage buffers */
    MAX_STAGE_VARYINGS = 32,
    LEAST_SHADER_BUFFERS = 4, /* number of shader buffers that OpenGL ES 3.1 requires */
};

/* Converts the device's limit of components to a number of vec4 vectors. Returns GL's minimum if
 * the stage is lowered. */
static int components(uint32_t limit, bool native)
{
    return native ? gv_caps_clamp(limit / 4, MAX_STAGE_VARYINGS) : MAX_STAGE_VARYINGS;
}

static int stage_inputs(const struct gv_screen *screen, unsigned stage)
{
    if (stage == GALVAN_STAGE_VERTEX)
        return gv_caps_clamp(gv_caps_limits(screen)->maxVertexInputAttributes, PIPE_MAX_ATTRIBS);
    const VkPhysicalDeviceLimits *l = gv_caps_limits(screen);
    const struct gv_vk_caps *caps = &screen->dev->caps;
    if (stage == GALVAN_STAGE_GEOMETRY)
        return components(l->maxGeometryInputComponents, caps->geometryShader);
    if (stage == GALVAN_STAGE_TESS_CTRL)
        return components(l->maxTessellationControlPerVertexInputComponents,
                          caps->tessellationShader);
    if (stage == GALVAN_STAGE_TESS_EVAL)
        return components(l->maxTessellationEvaluationInputComponents, caps->tessellationShader);
    return gv_caps_varyings(screen);
}

static int stage_outputs(const struct gv_screen *screen, unsigned stage)
{
    const VkPhysicalDeviceLimits *l = gv_caps_limits(screen);
    const struct gv_vk_caps *caps = &screen->dev->caps;
    if (stage == GALVAN_STAGE_GEOMETRY)
        return components(l->maxGeometryOutputComponents,
                          caps->geometryShader && !gv_lowers_large_geometry(screen->dev));
    if (stage == GALVAN_STAGE_TESS_CTRL)
        return components(l->maxTessellationControlPerVertexOutputComponents,
                          caps->tessellationShader);
    if (stage == GALVAN_STAGE_TESS_EVAL)
        return components(l->maxTessellationEvaluationOutputComponents, caps->tessellationShader);
    /* A frontend applies the limit of the vertex stage to the outputs of all earlier stages. The
     * position is one of these outputs, so this value includes it. The device's limit does not
     * include the position. */
    if (stage == GALVAN_STAGE_VERTEX && gv_spills_varyings(screen->dev))
        return MAX_STAGE_VARYINGS;
    if (stage == GALVAN_STAGE_VERTEX)
        return gv_caps_clamp(l->maxVertexOutputComponents / 4 + 1, MAX_STAGE_VARYINGS);
    return stage == GALVAN_STAGE_FRAGMENT ? gv_caps_render_targets(screen)
                                          : gv_caps_varyings(screen);
}

static int const_range_B(const struct gv_screen *screen)
{
    return (int)screen->const_range_B;
}

/* Returns the number of constant buffers that are storage buffers, because the device has too few
 * uniform buffers. Constant buffers may use a third of the device's storage buffers. If the other
 * two thirds are more than WANTED_STORAGE_BUFFERS, constant buffers may use all except
 * WANTED_STORAGE_BUFFERS. */
static uint32_t storage_constants(const struct gv_screen *screen)
{
    const uint32_t wanted = GV_MAX_CONST_BUFFERS;
    uint32_t uniform = gv_uniform_constants(screen->dev);
    uint32_t device =
        gv_caps_limits(screen)->maxPerStageDescriptorStorageBuffers - FIXED_STORAGE_BUFFERS;
    uint32_t kept = device - device / 3;
    uint32_t spare = device - (kept < WANTED_STORAGE_BUFFERS ? kept : WANTED_STORAGE_BUFFERS);
    uint32_t missing = uniform < wanted ? wanted - uniform : 0;
    return missing < spare ? missing : spare;
}

static int const_buffers(const struct gv_screen *screen)
{
    return gv_caps_clamp((uint64_t)gv_uniform_constants(screen->dev) + storage_constants(screen),
                         GV_MAX_CONST_BUFFERS);
}

static int samplers(const struct gv_screen *screen)
{
    const VkPhysicalDeviceLimits *l = gv_caps_limits(screen);
    uint32_t device = l->maxPerStageDescriptorSamplers < l->maxPerStageDescriptorSampledImages
                          ? l->maxPerStageDescriptorSamplers
                          : l->maxPerStageDescriptorSampledImages;
    return gv_caps_clamp(device, GV_MAX_SAMPLERS);
}

bool gv_caps_has_stage(const struct gv_screen *screen, unsigned stage)
{
    switch (stage) {
    case GALVAN_STAGE_GEOMETRY:
        return gv_has_geometry(screen->dev);
    case GALVAN_STAGE_TESS_CTRL:
    case GALVAN_STAGE_TESS_EVAL:
        return gv_has_tessellation(screen->dev);
    default:
        return stage < GALVAN_NUM_STAGES;
    }
}

/* Whether shaders of the stage may write to memory. */
static bool can_store(const struct gv_screen *screen, unsigned stage)
{
    const struct gv_vk_caps *caps = &screen->dev->caps;
    return stage == GALVAN_STAGE_COMPUTE ||
           (stage == GALVAN_STAGE_FRAGMENT ? caps->fragmentStoresAndAtomics
                                           : caps->vertexPipelineStoresAndAtomics);
}

static uint32_t storage_buffers(const struct gv_screen *screen)
{
    return gv_caps_limits(screen)->maxPerStageDescriptorStorageBuffers - FIXED_STORAGE_BUFFERS -
           storage_constants(screen);
}

static int atomic_counters(const struct gv_screen *screen, unsigned stage)
{
    return can_store(screen, stage) ? GV_MAX_ATOMIC_COUNTERS : 0;
}

/* Returns the number of atomic counter buffers. They may use up to half of the device's storage
 * buffers, but must leave the number that OpenGL ES 3.1 requires for shader buffers. */
static int atomic_buffers(const struct gv_screen *screen, unsigned stage)
{
    const uint32_t all = storage_buffers(screen), half = all / 2;
    const uint32_t kept = LEAST_SHADER_BUFFERS;
    uint32_t num = all > kept && all - kept < half ? all - kept : half;
    return can_store(screen, stage) ? gv_caps_clamp(num, GV_MAX_ATOMIC_BUFFERS) : 0;
}

static int shader_buffers(const struct gv_screen *screen, unsigned stage)
{
    return can_store(screen, stage)
               ? gv_caps_clamp(storage_buffers(screen) - (uint32_t)atomic_buffers(screen, stage),
                               GV_MAX_SHADER_BUFFERS)
               : 0;
}

static int shader_images(const struct gv_screen *screen, unsigned stage)
{
    return can_store(screen, stage)
               ? gv_caps_clamp(gv_caps_limits(screen)->maxPerStageDescriptorStorageImages,
                               GV_MAX_SHADER_IMAGES)
               : 0;
}

/* Whether indirect indexing of inputs is supported. Without support, a frontend generates a branch
 * for every input of every vertex. A tessellation shader may get a thousand branches. In lowered
 * stages each branch loads from memory, so compilers would need minutes. Therefore lowered stages
 * support indirect indexing. In native stages such branches are cheap, but lavapipe takes most of a
 * minute to compile indirect indexing of both vertices and inputs. */
static int indirect_inputs(const struct gv_screen *screen)
{
    return gv_has_tessellation(screen->dev) && !screen->dev->caps.tessellationShader;
}

static int compute_images(const struct gv_screen *screen)
{
    return shader_images(screen, GALVAN_STAGE_COMPUTE) > 0;
}

/* A shader may declare any format for an image, so images need the extended formats. */
#define NEEDS_OF_IMAGES GV_NEED(shaderStorageImageExtendedFormats)

#define NO_16_BITS "TGSI has no types of 16 bits"

const struct gv_cap gv_caps_shader[PIPE_SHADER_CAP_COUNT] = {
    /* Sizes. Neither Vulkan nor the translator limits the number of instructions, but compilers
     * take longer for more instructions. */
    GV_CAP(PIPE_SHADER_CAP_MAX_INSTRUCTIONS, GV_VALUE(16384)),
    GV_CAP(PIPE_SHADER_CAP_MAX_ALU_INSTRUCTIONS, GV_VALUE(16384)),
    GV_CAP(PIPE_SHADER_CAP_MAX_TEX_INSTRUCTIONS, GV_VALUE(16384)),
    GV_CAP(PIPE_SHADER_CAP_MAX_TEX_INDIRECTIONS, GV_VALUE(16384)),
    GV_CAP(PIPE_SHADER_CAP_MAX_CONTROL_FLOW_DEPTH, GV_VALUE(32)),
    GV_CAP(PIPE_SHADER_CAP_MAX_INPUTS, GV_STAGE_FUNCTION(stage_inputs)),
    GV_CAP(PIPE_SHADER_CAP_MAX_OUTPUTS, GV_STAGE_FUNCTION(stage_outputs)),
    GV_CAP(PIPE_SHADER_CAP_MAX_CONST_BUFFER_SIZE, GV_FUNCTION(const_range_B)),
    GV_CAP(PIPE_SHADER_CAP_MAX_CONST_BUFFERS, GV_FUNCTION(const_buffers)),
    GV_CAP(PIPE_SHADER_CAP_MAX_TEMPS, GV_VALUE(4096)),
    GV_CAP(PIPE_SHADER_CAP_MAX_ADDRS, GV_VALUE(3)),
    GV_CAP(PIPE_SHADER_CAP_MAX_TEXTURE_SAMPLERS, GV_FUNCTION(samplers)),
    GV_CAP(PIPE_SHADER_CAP_MAX_SAMPLER_VIEWS, GV_FUNCTION(samplers)),
    GV_CAP(PIPE_SHADER_CAP_MAX_SHADER_BUFFERS, GV_STAGE_FUNCTION(shader_buffers)),
    GV_CAP(PIPE_SHADER_CAP_MAX_SHADER_IMAGES, GV_STAGE_FUNCTION(shader_images), NEEDS_OF_IMAGES),
    GV_CAP(PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTERS, GV_STAGE_FUNCTION(atomic_counters)),
    GV_CAP(PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTER_BUFFERS, GV_STAGE_FUNCTION(atomic_buffers)),

    /* Language */
    GV_CAP(PIPE_SHADER_CAP_INTEGERS, GV_VALUE(1)),
    GV_CAP(PIPE_SHADER_CAP_DOUBLES, GV_VALUE(1), GV_NEED(shaderFloat64), GV_AS_WORDS),
    GV_CAP(PIPE_SHADER_CAP_SUBROUTINES, GV_VALUE(1), GV_EMULATED("inlined")),
    GV_CAP(PIPE_SHADER_CAP_TGSI_CONT_SUPPORTED, GV_VALUE(1)),
    GV_CAP(PIPE_SHADER_CAP_TGSI_SQRT_SUPPORTED, GV_VALUE(1)),
    GV_CAP(PIPE_SHADER_CAP_TGSI_LDEXP_SUPPORTED, GV_VALUE(1)),
    GV_CAP(PIPE_SHADER_CAP_TGSI_FMA_SUPPORTED, GV_VALUE(1)),
    GV_CAP(PIPE_SHADER_CAP_TGSI_DROUND_SUPPORTED, GV_VALUE(1), GV_NEED(shaderFloat64), GV_AS_WORDS),
    GV_CAP(PIPE_SHADER_CAP_TGSI_DFRACEXP_DLDEXP_SUPPORTED, GV_VALUE(1), GV_NEED(shaderFloat64),
           GV_AS_WORDS),
    GV_CAP(PIPE_SHADER_CAP_INDIRECT_TEMP_ADDR, GV_VALUE(1)),
    GV_CAP(PIPE_SHADER_CAP_INDIRECT_CONST_ADDR, GV_VALUE(1)),
    GV_CAP(PIPE_SHADER_CAP_INDIRECT_INPUT_ADDR, GV_FUNCTION(indirect_inputs)),
    GV_CAP_ABSENT(PIPE_SHADER_CAP_INDIRECT_OUTPUT_ADDR, "left to the frontend, which lowers it"),
    GV_CAP_ABSENT(PIPE_SHADER_CAP_INT64_ATOMICS, "shaderBufferInt64Atomics is not asked for"),
    GV_CAP_ABSENT(PIPE_SHADER_CAP_FP16, NO_16_BITS),
    GV_CAP_ABSENT(PIPE_SHADER_CAP_FP16_DERIVATIVES, NO_16_BITS),
    GV_CAP_ABSENT(PIPE_SHADER_CAP_FP16_CONST_BUFFERS, NO_16_BITS),
    GV_CAP_ABSENT(PIPE_SHADER_CAP_INT16, NO_16_BITS),
    GV_CAP_ABSENT(PIPE_SHADER_CAP_GLSL_16BIT_CONSTS, NO_16_BITS),
    GV_CAP_ABSENT(PIPE_SHADER_CAP_MAX_PREDS, "TGSI of 2014 has predicates no more"),
    GV_CAP_ABSENT(PIPE_SHADER_CAP_TGSI_ANY_INOUT_DECL_RANGE, "registers are declared one by one"),

    /* Intermediate representation */
    GV_CAP(PIPE_SHADER_CAP_PREFERRED_IR, GV_VALUE(PIPE_SHADER_IR_TGSI)),
    GV_CAP(PIPE_SHADER_CAP_SUPPORTED_IRS, GV_VALUE(1 << PIPE_SHADER_IR_TGSI)),
    GV_CAP(PIPE_SHADER_CAP_MAX_UNROLL_ITERATIONS_HINT, GV_VALUE(32)),
    GV_CAP_UNASKED(PIPE_SHADER_CAP_LOWER_IF_THRESHOLD, "branches may stay"),
    GV_CAP_UNASKED(PIPE_SHADER_CAP_TGSI_SKIP_MERGE_REGISTERS, "merging does no harm"),
};

/* ---- Compute */

static int max_alloc_B(const struct gv_screen *screen)
{
    return gv_caps_clamp(gv_caps_limits(screen)->maxStorageBufferRange, GV_MAX_GLOBAL_B);
}

static bool has_large_blocks(const struct gv_screen *screen)
{
    return gv_has_large_blocks(screen->dev);
}

#define LARGE_BLOCKS                                                                               \
    GV_NATIVE_WHERE(has_large_blocks),                                                             \
        GV_EMULATED("threads that run several of a block's in turn"),                              \
        .stand_in_least = GV_MIN_BLOCK_THREADS

const struct gv_cap gv_caps_compute[PIPE_COMPUTE_CAP_COUNT] = {
    GV_CAP(PIPE_COMPUTE_CAP_GRID_DIMENSION, GV_VALUE(3)),
    GV_CAP(PIPE_COMPUTE_CAP_MAX_GRID_SIZE, GV_LIMIT_UP_TO(maxComputeWorkGroupCount[0], UINT32_MAX)),
    GV_CAP(PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE, GV_LIMIT_UP_TO(maxComputeWorkGroupSize[0], UINT32_MAX),
           LARGE_BLOCKS),
    GV_CAP(PIPE_COMPUTE_CAP_MAX_THREADS_PER_BLOCK,
           GV_LIMIT_UP_TO(maxComputeWorkGroupInvocations, UINT32_MAX), LARGE_BLOCKS),
    GV_CAP(PIPE_COMPUTE_CAP_MAX_VARIABLE_THREADS_PER_BLOCK,
           GV_LIMIT_UP_TO(maxComputeWorkGroupInvocations, UINT32_MAX), LARGE_BLOCKS),
    GV_CAP(PIPE_COMPUTE_CAP_MAX_GLOBAL_SIZE,
           GV_VALUE((int64_t)(GALVAN_NUM_GLOBALS - 1) << GALVAN_GLOBAL_SHIFT),
           GV_NEED(bufferDeviceAddress)),
    GV_CAP(PIPE_COMPUTE_CAP_MAX_LOCAL_SIZE, GV_LIMIT_UP_TO(maxComputeSharedMemorySize, UINT32_MAX)),
    GV_CAP(PIPE_COMPUTE_CAP_MAX_PRIVATE_SIZE, GV_VALUE(GV_MAX_PRIVATE_B)),
    GV_CAP(PIPE_COMPUTE_CAP_MAX_INPUT_SIZE, GV_VALUE(GALVAN_MAX_INPUT_B)),
    GV_CAP(PIPE_COMPUTE_CAP_MAX_MEM_ALLOC_SIZE, GV_FUNCTION(max_alloc_B)),
    GV_CAP(PIPE_COMPUTE_CAP_IMAGES_SUPPORTED, GV_FUNCTION(compute_images), NEEDS_OF_IMAGES),
    GV_CAP(PIPE_COMPUTE_CAP_ADDRESS_BITS, GV_VALUE(32)),
    GV_CAP_ABSENT(PIPE_COMPUTE_CAP_IR_TARGET, "programs are TGSI, not native"),
    GV_CAP_ABSENT(PIPE_COMPUTE_CAP_MAX_CLOCK_FREQUENCY, "Vulkan does not tell"),
    GV_CAP_ABSENT(PIPE_COMPUTE_CAP_MAX_COMPUTE_UNITS, "Vulkan does not tell"),
    GV_CAP_ABSENT(PIPE_COMPUTE_CAP_SUBGROUP_SIZE, "subgroups are not offered"),
};

void gv_caps_compute_layout(enum pipe_compute_cap cap, unsigned *out_num, unsigned *out_size_B)
{
    bool is_size = cap == PIPE_COMPUTE_CAP_MAX_GRID_SIZE || cap == PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE;
    bool is_word = cap == PIPE_COMPUTE_CAP_IMAGES_SUPPORTED || cap == PIPE_COMPUTE_CAP_ADDRESS_BITS;
    *out_num = gv_caps_compute[cap].absent ? 0 : is_size ? 3 : 1;
    *out_size_B = is_word ? sizeof(uint32_t) : sizeof(uint64_t);
}
