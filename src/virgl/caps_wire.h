/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The capability sets in the layout of the wire. Each field is a 32-bit value or an array of 32-bit
 * values, so that C adds no padding. Set 1 ends before min_aliased_point_size. */
#ifndef GV_VIRGL_CAPS_WIRE_H
#define GV_VIRGL_CAPS_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "virgl/wire.h"

enum {
    GV_VIRGL_FORMAT_MASK_DW = 16,
    GV_VIRGL_RENDERER_NAME_MAX = 64
};

struct gv_virgl_format_mask {
    uint32_t bits[GV_VIRGL_FORMAT_MASK_DW];
};

struct gv_virgl_caps {
    uint32_t max_version;
    struct gv_virgl_format_mask sampler;
    struct gv_virgl_format_mask render;
    struct gv_virgl_format_mask depthstencil;
    struct gv_virgl_format_mask vertexbuffer;
    uint32_t bset;
    uint32_t glsl_level;
    uint32_t max_texture_array_layers;
    uint32_t max_streamout_buffers;
    uint32_t max_dual_source_render_targets;
    uint32_t max_render_targets;
    uint32_t max_samples;
    uint32_t prim_mask;
    uint32_t max_tbo_size;
    uint32_t max_uniform_blocks;
    uint32_t max_viewports;
    uint32_t max_texture_gather_components;

    float min_aliased_point_size;
    float max_aliased_point_size;
    float min_smooth_point_size;
    float max_smooth_point_size;
    float min_aliased_line_width;
    float max_aliased_line_width;
    float min_smooth_line_width;
    float max_smooth_line_width;
    float max_texture_lod_bias;
    uint32_t max_geom_output_vertices;
    uint32_t max_geom_total_output_components;
    uint32_t max_vertex_outputs;
    uint32_t max_vertex_attribs;
    uint32_t max_shader_patch_varyings;
    int32_t min_texel_offset;
    int32_t max_texel_offset;
    int32_t min_texture_gather_offset;
    int32_t max_texture_gather_offset;
    uint32_t texture_buffer_offset_alignment;
    uint32_t uniform_buffer_offset_alignment;
    uint32_t shader_buffer_offset_alignment;
    uint32_t capability_bits;
    uint32_t sample_locations[8];
    uint32_t max_vertex_attrib_stride;
    uint32_t max_shader_buffer_frag_compute;
    uint32_t max_shader_buffer_other_stages;
    uint32_t max_shader_image_frag_compute;
    uint32_t max_shader_image_other_stages;
    uint32_t max_image_samples;
    uint32_t max_compute_work_group_invocations;
    uint32_t max_compute_shared_memory_size;
    uint32_t max_compute_grid_size[3];
    uint32_t max_compute_block_size[3];
    uint32_t max_texture_2d_size;
    uint32_t max_texture_3d_size;
    uint32_t max_texture_cube_size;
    uint32_t max_combined_shader_buffers;
    uint32_t max_atomic_counters[GV_VIRGL_NUM_STAGES];
    uint32_t max_atomic_counter_buffers[GV_VIRGL_NUM_STAGES];
    uint32_t max_combined_atomic_counters;
    uint32_t max_combined_atomic_counter_buffers;
    uint32_t host_feature_check_version;
    struct gv_virgl_format_mask readback;
    struct gv_virgl_format_mask scanout;
    uint32_t capability_bits_v2;
    uint32_t max_video_memory;
    char renderer[GV_VIRGL_RENDERER_NAME_MAX];
    float max_anisotropy;
    uint32_t max_shader_sampler_views;
    struct gv_virgl_format_mask multisample;
    uint32_t max_const_buffer_size[GV_VIRGL_NUM_STAGES];
    uint32_t num_video_caps;
    uint32_t video_caps[32][4];
    uint32_t max_uniform_block_size;
    uint32_t max_tcs_outputs;
    uint32_t max_tes_outputs;
};

#define GV_VIRGL_CAPS_AT(field, offset)                                                            \
    _Static_assert(offsetof(struct gv_virgl_caps, field) == (offset), #field)

GV_VIRGL_CAPS_AT(bset, 260);
GV_VIRGL_CAPS_AT(max_texture_gather_components, 304);
GV_VIRGL_CAPS_AT(min_aliased_point_size, GV_VIRGL_CAPS_V1_SIZE);
GV_VIRGL_CAPS_AT(capability_bits, 392);
GV_VIRGL_CAPS_AT(max_vertex_attrib_stride, 428);
GV_VIRGL_CAPS_AT(max_texture_2d_size, 484);
GV_VIRGL_CAPS_AT(host_feature_check_version, 556);
GV_VIRGL_CAPS_AT(capability_bits_v2, 688);
GV_VIRGL_CAPS_AT(renderer, 696);
GV_VIRGL_CAPS_AT(multisample, 768);
GV_VIRGL_CAPS_AT(num_video_caps, 856);
GV_VIRGL_CAPS_AT(max_uniform_block_size, 1372);
_Static_assert(sizeof(struct gv_virgl_caps) == GV_VIRGL_CAPS_V2_SIZE, "size of capability set 2");

#endif
