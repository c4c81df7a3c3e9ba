/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The constant state objects: what create_*_state translated, so that bind is a pointer and a
 * bit. */
#ifndef GV_STATE_H
#define GV_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/shader/pipeline.h"
#include "pipe/p_state.h"

struct gv_context;
struct gv_pass;
struct gv_vk_device;

struct gv_blend {
    struct pipe_blend_state state;
    /* Per target: as asked for, and for targets whose alpha reads as 1. */
    VkPipelineColorBlendAttachmentState attachments[PIPE_MAX_COLOR_BUFS];
    VkPipelineColorBlendAttachmentState no_alpha[PIPE_MAX_COLOR_BUFS];
    uint32_t name;         /* interned: equal states have equal names */
    uint32_t logic_op;     /* for the key */
    uint32_t multisample;  /* alpha-to-coverage and to-one bits for the key */
    uint32_t enabled_mask; /* targets that are blended */
    uint32_t no_src1_mask; /* ... by a second colour, which the device has not */
    bool dual_source;
    bool independent;     /* the device has blending per target */
    bool shader_coverage; /* alpha covers samples by the fragment shader variant */
    /* Logic operations without the feature: what the shader variant writes, whether unsigned
     * normalised targets are inverted by blending, whether nothing is written. */
    uint8_t logic_source;
    bool logic_invert, logic_noop;
};

/* Which of state.rt is that of target i. */
static inline unsigned gv_blend_target(const struct gv_blend *blend, unsigned i)
{
    return blend->independent && blend->state.independent_blend_enable ? i : 0;
}

/* The attachment state of blend on targets, for a fragment shader that writes written_mask. */
void gv_blend_resolve(const struct gv_blend *blend, const struct gv_target_formats *targets,
                      uint32_t written_mask,
                      VkPipelineColorBlendAttachmentState out_attachments[PIPE_MAX_COLOR_BUFS]);

/* What a draw with a rasterizer state may be made of; see polygon.c. */
enum gv_raster_part {
    GV_RASTER_FRONT,   /* front faces alone */
    GV_RASTER_BACK,    /* back faces alone */
    GV_RASTER_OUTLINE, /* lines or points that stand for polygons */
    GV_RASTER_COUNT,   /* nothing is rasterized */
    GV_NUM_RASTER_PARTS,
};

/* How lines are drawn: it depends on whether they are multisampled. */
struct gv_line_style {
    VkLineRasterizationModeEXT mode;
    float width;        /* what the device is told */
    bool stipple;       /* the device does the pattern */
    bool lower_stipple; /* the fragment shader does it */
    bool lower_smooth;  /* the fragment shader turns coverage into alpha */
};

struct gv_rasterizer {
    struct pipe_rasterizer_state state;
    uint32_t key[2]; /* GV_RASTER_*; [1] where samples are told apart, see gv_multisampling() */
    struct gv_line_style line[2];
    VkPolygonMode polygon_mode;
    VkCullModeFlags cull_mode;
    VkFrontFace front_face;
    uint8_t clip_added;     /* enum galvan_clip: planes that are not the device's to clip at */
    bool lower_depth_clamp; /* shaders clamp depth, the device cannot */
    bool sees_primitives;   /* variants depend on what is drawn */
    bool offset[3];         /* depth bias for points, lines, filled triangles by polygon mode */
    struct gv_rasterizer *parts;      /* by enum gv_raster_part; NULL where every face that shows is
                                         filled */
    struct gv_rasterizer *unstippled; /* for the last pixels of lines; NULL where lines have none,
                                         or no stipple */
};

/* Whether the device clips points by their centre, or may do so. */
bool gv_points_may_clip_by_center(const struct gv_vk_device *dev);

/* Puts the rasterizer's word into the pipeline key, as the targets' samples ask for. */
void gv_rasterizer_update_key(struct gv_context *ctx, const struct gv_pass *pass);

/* Says what differs between two states; old may be NULL. */
void gv_rasterizer_changed(struct gv_context *ctx, const struct gv_rasterizer *old,
                           const struct gv_rasterizer *rast);

struct gv_dsa {
    struct pipe_depth_stencil_alpha_state state;
    VkBool32 depth_test, depth_write, stencil_test;
    VkCompareOp depth_op;
    VkStencilOpState front, back; /* reference excluded */
    uint8_t alpha_func;           /* PIPE_FUNC_ALWAYS when off */
};

/* Where an element lies in its buffer, and what a fetch by the device wants of that. */
struct gv_vertex_element {
    uint8_t buffer; /* pipe slot */
    uint8_t size_B, align_B;
    uint32_t offset_B;
    uint32_t divisor;
};

struct gv_vertex_elements {
    uint32_t num;
    uint32_t mask; /* locations with an element */
    VkVertexInputAttributeDescription attributes[PIPE_MAX_ATTRIBS];
    VkVertexInputBindingDescription bindings[PIPE_MAX_ATTRIBS];
    uint32_t divisors[PIPE_MAX_ATTRIBS];    /* by binding; 0: per vertex */
    uint8_t buffer_index[PIPE_MAX_ATTRIBS]; /* pipe slot of each binding */
    uint32_t num_bindings;
    uint32_t buffers_mask; /* pipe slots used */
    uint32_t name;         /* interned */

    /* By location */
    struct gv_vertex_element elements[PIPE_MAX_ATTRIBS];
    struct {
        uint8_t kind[PIPE_MAX_ATTRIBS];    /* enum galvan_attrib */
        uint32_t layout[PIPE_MAX_ATTRIBS]; /* GALVAN_ATTRIB_LAYOUT() */
    } attrib;

    uint32_t pulled_mask;                /* locations that only the shader can fetch */
    bool has_unaligned_offsets;          /* of elements that the device may fetch otherwise */
    uint32_t extent_B[PIPE_MAX_ATTRIBS]; /* of the elements of each pipe slot, see gv_vertex_pull */
};

/* A short name for a piece of content: equal bytes get equal names within a context. 0: memory ran
 * out. */
uint32_t gv_intern(struct gv_context *ctx, const void *data, size_t size_B);
void gv_intern_finish(struct gv_context *ctx);

void gv_context_init_blend(struct gv_context *ctx);
void gv_context_init_rasterizer(struct gv_context *ctx);

void gv_context_init_dsa(struct gv_context *ctx);
void gv_context_init_vertex(struct gv_context *ctx);
void gv_context_init_bindings(struct gv_context *ctx);         /* constants, textures */
void gv_context_init_shader_resources(struct gv_context *ctx); /* storage buffers, images */
void gv_context_init_values(struct gv_context *ctx);           /* colours, masks, planes */
void gv_context_init_framebuffer(struct gv_context *ctx);      /* and clear */
void gv_context_init_draw(struct gv_context *ctx);
bool gv_context_init_queries(struct gv_context *ctx);
void gv_context_init_fences(struct gv_context *ctx);

/* Begins rendering to the bound framebuffer if it is not: syncs the attachments, turns waiting
 * clears into load operations. False when nothing can be recorded. */
bool gv_framebuffer_begin(struct gv_context *ctx);

/* The rows of draws that this device has. */
void gv_context_init_graphics(struct gv_context *ctx);

/* Derives and records what is dirty for a pass; false when it must be dropped. Leaves rendering
 * begun. */
bool gv_emit_state(struct gv_context *ctx, const struct gv_pass *pass);

/* Whether an active query counts primitives. */
bool gv_queries_see_primitives(const struct gv_context *ctx);

/* Opens and closes the segments of active queries; end: all of them, before rendering ends. */
void gv_queries_emit(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);
void gv_queries_end_rendering(struct gv_context *ctx);
void gv_queries_begin_grid(struct gv_context *ctx, VkCommandBuffer cmd);
void gv_queries_end_grid(struct gv_context *ctx);
void gv_queries_finish(struct gv_context *ctx);

/* Drop every reference that bound state holds. */
void gv_bindings_finish(struct gv_context *ctx);
void gv_shader_resources_finish(struct gv_context *ctx);
void gv_vertex_finish(struct gv_context *ctx);
void gv_framebuffer_finish(struct gv_context *ctx);

#endif
