/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_derived: values that draws derive from bound state: keys, masks, and values that are
 * reused by a draw like the last one. Only the rows of draws (draw/emit.c) and functions that they
 * call write it. */
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

/* Vertices at offset_B of buffer; NULL: there are none, all read as zeros. */
struct gv_vertex_source {
    const struct gv_vk_buffer *buffer;
    VkDeviceSize offset_B, size_B;
};

/* One draw in Vulkan's terms. */
struct gv_assembly {
    const struct gv_primitive *primitive;
    VkPrimitiveTopology topology;
    bool splits; /* each primitive reads the results of earlier ones in the targets */
    bool indexed;
    bool restart;
    uint32_t first, count;
    int32_t vertex_offset;
    VkBuffer index_buffer; /* bound from its start, so that another offset is no other binding */
    VkIndexType index_type;
    VkDeviceSize commands_offset_B; /* VkDrawIndexedIndirectCommand behind the rewritten indices */
    uint32_t num_commands;          /* 0: first and count say what is drawn */
    bool lasting;                   /* nothing in it was made for this draw alone */
};

/* The last draw, if it had one pass and used the bound indices directly. The next draw has the
 * same pass and indices as long as GV_ROW_ASSEMBLY is not dirty. */
struct gv_steady_draw {
    bool valid;
    unsigned mode;
    uint32_t restart_index;
    struct gv_pass pass;
    struct gv_assembly assembly;
};

struct gv_derived {
    struct gv_pipeline_key key;
    struct gv_fixed fixed;    /* of the last draw; zeros where it is dynamic */
    uint64_t observed;        /* changes whenever state that variants depend on may have changed,
                                 but for the rasterizer state */
    uint32_t observed_raster; /* id of a rasterizer state that shaders cannot distinguish from the
                                 present one */
    uint32_t written_mask;    /* colour targets that the fragment shader writes */
    uint32_t missing_inputs;  /* vertex inputs that no element feeds */
    uint32_t num_viewports;   /* that the last vertex stage chooses among; 1 if it does not */
    uint32_t empty_viewports; /* mask; nothing is visible through them */
    bool window_space;        /* the vertex shader writes window coordinates */
    struct galvan_push_block push;
    struct gv_vertex_source user_vertices[GV_MAX_VERTEX_BUFFERS]; /* of the present draw */
    struct gv_pass last_pass; /* that rows were derived for; its primitive, vertex shader and
                                 constants are not kept */
    struct gv_steady_draw steady;
    uint32_t inlined_values[GALVAN_MAX_INLINABLE_UNIFORMS]; /* of the last fragment shader with
                                                               any */
    struct gv_const0 pass_const0; /* constant buffer 0 of pass_shader.c's shaders, */
    uint8_t pass_constants[GV_MAX_PASS_CONSTANTS_B]; /* and its data */
};

#endif
