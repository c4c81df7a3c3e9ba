/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the files of the texture opcodes share: targets, image variables, the operands of one
 * lookup. */
#ifndef GV_SPV_TEXTURE_H
#define GV_SPV_TEXTURE_H

#include "spirv/translate/base/context.h"

struct gv_tex_op;

struct gv_tex_target {
    SpvDim dim;
    uint8_t num_coords; /* without layer */
    uint8_t num_size;   /* components of the size, without layers */
    bool arrayed;
    bool shadow;
    bool multisample;
    bool rect;
    uint8_t compare; /* component of src0 that holds the reference; 4: src1.x */
    bool row;        /* 1D in the shader, 2D on the device; see gv_tex_device_target() */
};

/* A target as the shader sees it; NULL when there is none of that number. */
const struct gv_tex_target *gv_tex_target(unsigned target);

/* The same as the device has it: where the key says no_1d, a 1D target is one row of a 2D image. */
const struct gv_tex_target *gv_tex_device_target(const struct gv_spv_ctx *c, unsigned target);

/* row.c: the shader's num components beside y, which it does not know, in a vector of the
 * device's: x, y and, where there is one, the layer. value and y are of type. */
uint32_t gv_tex_add_y(struct gv_spv_builder *b, uint32_t value, unsigned num, unsigned type,
                      uint32_t y);
/* A decoded lookup or query, as the device has its target. */
void gv_tex_widen(struct gv_spv_ctx *c, struct gv_tex_op *op);
/* The size of the device's target, as the shader sees it. */
void gv_tex_drop_y(const struct gv_tex_target *t, struct gv_val vals[4]);

/* The type of num components of an enum galvan_cbuf_class. */
uint32_t gv_spv_class_type(struct gv_spv_builder *b, unsigned cls, unsigned num);

/* A unit as this instruction sees it. */
struct gv_tex_image {
    uint32_t var;
    uint32_t type;       /* of the loaded variable */
    uint32_t image_type; /* OpTypeImage */
    uint32_t texel_type; /* vec4, ivec4 or uvec4 */
    uint8_t return_type; /* TGSI_RETURN_TYPE_* */
};

enum gv_tex_kind {
    GV_TEX_SAMPLE,
    GV_TEX_FETCH,
    GV_TEX_GATHER,
    GV_TEX_SIZE,
    GV_TEX_SAMPLES,
    GV_TEX_LOD,
};

/* One lookup, its operands already SSA values: what may be emitted once per candidate unit. */
struct gv_tex_op {
    enum gv_tex_kind kind;
    unsigned target;
    const struct gv_tex_target *traits;
    unsigned num_coords;        /* with layer */
    uint32_t coord;             /* float vector; FETCH: uint */
    uint32_t compare;           /* 0: none */
    uint32_t bias, lod, sample; /* likewise */
    uint32_t grad[2];
    uint32_t const_offset;   /* int vector constant */
    uint32_t dynamic_offset; /* int vector */
    uint32_t texel_offset; /* SAMPLE, GATHER: float vector, for want of an operand added to coord */
    uint32_t component;    /* GATHER: int constant */
    uint32_t any_component; /* GATHER: a computed one, uint; 0: none */
    uint32_t handle;        /* uint; 0: a unit is named */
    bool want_levels;       /* SIZE: w is written */
};

/* The variable of a unit, or behind a handle; false after recording that it is not supported. */
bool gv_tex_image(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                  struct gv_tex_image *out_image);
/* handle.c: the element behind a handle, for image variables of this type; and any image,
 * loaded. */
uint32_t gv_tex_handle_pointer(struct gv_spv_ctx *c, const struct gv_tex_op *op, uint32_t type);
uint32_t gv_tex_load(struct gv_spv_ctx *c, const struct gv_tex_op *op,
                     const struct gv_tex_image *image);

/* Decodes a query of size, samples or level. */
void gv_tex_decode_query(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_tex_op *op);
/* Decodes the offset operand, after the other fields of op. */
void gv_tex_decode_offset(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                          struct gv_tex_op *op);
/* One lookup or query of one unit, and writing its values to the destination. */
void gv_tex_emit(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                 struct gv_val out_vals[4]);
void gv_tex_write(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_val vals[4]);

/* texels.c: whether coordinates are in texels; and what to divide num components by then,
 * else 0. A true division keeps nearest filtering exact. */
bool gv_tex_in_texels(const struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit);
uint32_t gv_tex_coord_scale(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                            const struct gv_tex_image *image, uint32_t loaded, unsigned num);

/* level.c: the size of the level that a lookup reads, see there. */
uint32_t gv_tex_level_size(struct gv_spv_ctx *c, const struct gv_tex_op *op,
                           const struct gv_tex_image *image, uint32_t loaded, uint32_t coord);
/* wrap.c: whether the shader wraps coordinates, and coordinates as legacy wrap modes want
 * them. */
bool gv_tex_wraps(const struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit);
uint32_t gv_tex_lower_wrap(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                           uint32_t coord);
/* seams.c: the coordinate of a cube map, away from the edges of its face where the key asks
 * for it. */
uint32_t gv_tex_lower_seams(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                            const struct gv_tex_image *image, uint32_t loaded, uint32_t coord);
/* border.c: the result of a lookup at coord, mixed with the border colour where the key asks
 * for it. */
uint32_t gv_tex_mix_border(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                           const struct gv_tex_image *image, uint32_t loaded, uint32_t coord,
                           uint32_t id);

/* One lookup, and one query: four component values. */
void gv_tex_sample(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                   struct gv_val out_vals[4]);
void gv_tex_query(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                  struct gv_val out_vals[4]);

#endif
