/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Defines struct gv_derived: keys, masks and other values that draws derive from bound state, and
 * results that the next draw reuses if it resembles the last draw. Only the rows of draws
 * (draw/emit.c), and functions that these rows call, write this structure. */
#ifndef GV_DERIVED_H
#define GV_DERIVED_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/screen/limits.h"
#include "driver/state/fixed.h"
#include "driver/state/pass.h"
#include "driver/state/pipeline_key.h"
#include "driver/state/stage_bindings.h"
#include "galvan/spirv.h"

/* Vertices at offset_B of `buffer`. If `buffer` is NULL, all vertices read as zeros. */
struct gv_vertex_source {
    const struct gv_vk_buffer *buffer;
    VkDeviceSize offset_B, size_B;
};

/* The parameters of one Vulkan draw. */
struct gv_assembly {
    const struct gv_primitive *primitive;
    VkPrimitiveTopology topology;
    bool splits; /* true if each primitive is drawn separately, because a primitive reads what
                    earlier primitives wrote to the targets */
    bool indexed;
    bool restart;
    uint32_t first, count;
    int32_t vertex_offset;
    VkBuffer index_buffer; /* the index buffer, always bound at offset 0, so that a new index
                              offset needs no new binding */
    VkIndexType index_type;
    VkDeviceSize commands_offset_B; /* offset of the VkDrawIndexedIndirectCommand after the
                                       rewritten indices */
    uint32_t num_commands;          /* 0: `first` and `count` describe the draw */
    bool lasting; /* false if the assembly uses a buffer that was created for this draw alone */
};

/* The last draw, if it had one pass and used the bound indices directly. The next draw has an equal
 * pass and equal indices as long as GV_ROW_ASSEMBLY is not dirty. */
struct gv_steady_draw {
    bool valid;
    unsigned mode;
    uint32_t restart_index;
    struct gv_pass pass;
    struct gv_assembly assembly;
};

struct gv_derived {
    struct gv_pipeline_key key;
    struct gv_fixed fixed;    /* the last draw's values of the state that is compiled into
                                 pipelines; fields that are dynamic on the device are zero */
    uint64_t observed;        /* changes whenever state that variants depend on may have changed,
                                 except for the rasterizer state */
    uint32_t observed_raster; /* id of a rasterizer state from which the bound state differs only in
                                 fields that no shader can observe */
    uint32_t written_mask;    /* colour targets that the bound fragment shader writes */
    uint32_t missing_inputs;  /* inputs of the vertex shader that no vertex element feeds */
    uint32_t num_viewports;   /* number of viewports from which the last vertex stage selects; 1 if
                                 it does not select */
    uint32_t empty_viewports; /* mask of viewports through which nothing is visible */
    bool window_space;        /* the vertex shader writes window coordinates */
    struct galvan_push_block push;
    struct gv_vertex_source user_vertices[GV_MAX_VERTEX_BUFFERS]; /* the current draw's copies of
                                                                     vertices in user memory */
    struct gv_pass last_pass; /* the pass for which the rows were last derived; only `rasterizer`,
                                 `geometry` and `kind` are set */
    struct gv_steady_draw steady;
    uint32_t inlined_values[GALVAN_MAX_INLINABLE_UNIFORMS]; /* uniforms compiled into the last
                                                               fragment shader that had compiled-in
                                                               uniforms */
    struct gv_const0 pass_const0; /* constant buffer 0 of the internal shaders of pass_shader.c */
    uint8_t pass_constants[GV_MAX_PASS_CONSTANTS_B]; /* the data of pass_const0 */
};

#endif
