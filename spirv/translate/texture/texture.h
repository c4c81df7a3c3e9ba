/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Declarations for the files of the texture opcodes: targets, image variables, and the operands of
 * a lookup. */
#ifndef GV_SPV_TEXTURE_H
#define GV_SPV_TEXTURE_H

#include "spirv/translate/base/context.h"

struct gv_tex_op;

struct gv_tex_target {
    SpvDim dim;
    uint8_t num_coords; /* number of coordinates without the layer */
    uint8_t num_size;   /* number of components of the size without the layers */
    bool arrayed;
    bool shadow;
    bool multisample;
    bool rect;
    uint8_t compare; /* component of src0 that holds the reference; 4: the reference is src1.x */
    bool row;        /* whether a 1D target is a 2D image on the device; see
                        gv_tex_device_target() */
};

/* Returns the properties of a target in TGSI; NULL if there is no such target. */
const struct gv_tex_target *gv_tex_target(unsigned target);

/* Returns the properties of a target on the device: if the key says no_1d, a 1D target is one row
 * of a 2D image. */
const struct gv_tex_target *gv_tex_device_target(const struct gv_spv_ctx *c, unsigned target);

/* row.c: inserts `y` into `value`, a coordinate, gradient or offset of the shader with `num`
 * components. Returns the device's vector: x, y and, for arrays, the layer. `value` and `y` have
 * the given type. */
uint32_t gv_tex_add_y(struct gv_spv_builder *b, uint32_t value, unsigned num, unsigned type,
                      uint32_t y);
/* Adapts a decoded lookup or query to the device's target. */
void gv_tex_widen(struct gv_spv_ctx *c, struct gv_tex_op *op);
/* Removes the height from a size of the device's target. */
void gv_tex_drop_y(const struct gv_tex_target *t, struct gv_val vals[4]);

/* Whether the image of a unit is multisampled on the device. */
bool gv_tex_has_samples(const struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit);

/* Returns the type of a scalar or vector of `num` components. `cls` is the class of the components,
 * an enum galvan_cbuf_class. */
uint32_t gv_spv_class_type(struct gv_spv_builder *b, unsigned cls, unsigned num);

/* The image of a unit, as declared for one instruction. */
struct gv_tex_image {
    uint32_t var;
    uint32_t type;       /* type of the loaded variable */
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

/* A lookup or query whose operands are SSA values, so that it can be emitted once for each
 * candidate unit. */
struct gv_tex_op {
    enum gv_tex_kind kind;
    unsigned target;
    const struct gv_tex_target *traits;
    unsigned num_coords;        /* number of coordinates, including the layer */
    uint32_t coord;             /* float vector; FETCH: uint */
    uint32_t compare;           /* 0: no comparison */
    uint32_t bias, lod, sample; /* 0: absent */
    uint32_t grad[2];
    uint32_t const_offset;   /* int vector constant */
    uint32_t dynamic_offset; /* int vector */
    uint32_t texel_offset;   /* SAMPLE, GATHER: float vector to add to coord, because SPIR-V has no
                                operand for this offset */
    uint32_t component;      /* GATHER: int constant */
    uint32_t any_component;  /* GATHER: a dynamic component, uint; 0: absent */
    uint32_t handle;         /* uint; 0: the texture is named by a unit */
    bool want_levels;        /* SIZE: the number of levels is needed, because w is written */
};

/* Declares the variable of a unit or of a handle. Returns false after reporting that the image is
 * not supported. */
bool gv_tex_image(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                  struct gv_tex_image *out_image);
/* handle.c: gv_tex_handle_pointer() returns a pointer to the descriptor that a handle names; `type`
 * is the type of the image variable. gv_tex_load() loads an image that a unit or a handle names. */
uint32_t gv_tex_handle_pointer(struct gv_spv_ctx *c, const struct gv_tex_op *op, uint32_t type);
uint32_t gv_tex_load(struct gv_spv_ctx *c, const struct gv_tex_op *op,
                     const struct gv_tex_image *image);

/* Decodes a query of size, samples or level. */
void gv_tex_decode_query(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_tex_op *op);
/* Decodes the offset operand. Called after the other fields of op are set. */
void gv_tex_decode_offset(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                          struct gv_tex_op *op);
/* gv_tex_emit() emits a lookup or query of one unit. gv_tex_write() writes the result to the
 * destination. */
void gv_tex_emit(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                 struct gv_val out_vals[4]);
void gv_tex_write(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, struct gv_val vals[4]);

/* texels.c: gv_tex_in_texels() returns whether coordinates are in texels. gv_tex_coord_scale()
 * returns the value by which `num` components of such coordinates must be divided; 0: no division.
 * A true division keeps nearest filtering exact. */
bool gv_tex_in_texels(const struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit);
uint32_t gv_tex_coord_scale(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                            const struct gv_tex_image *image, uint32_t loaded, unsigned num);

/* level.c: returns the size of the level that a lookup reads. */
uint32_t gv_tex_level_size(struct gv_spv_ctx *c, const struct gv_tex_op *op,
                           const struct gv_tex_image *image, uint32_t loaded, uint32_t coord);
/* wrap.c: gv_tex_wraps() returns whether the shader wraps coordinates. gv_tex_lower_wrap() returns
 * the coordinates wrapped by legacy modes. */
bool gv_tex_wraps(const struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit);
uint32_t gv_tex_lower_wrap(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                           uint32_t coord);
/* seams.c: returns the coordinate of a cube map. If the key requires seams, moves the coordinate
 * away from the edges of its face. */
uint32_t gv_tex_lower_seams(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                            const struct gv_tex_image *image, uint32_t loaded, uint32_t coord);
/* border.c: returns whether the shader applies the border colour to lookups of this unit. */
bool gv_tex_mixes_border(const struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit);
/* Returns the result of a lookup at `coord`. If the shader applies the border colour, mixes the
 * result with the border colour. */
uint32_t gv_tex_mix_border(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                           const struct gv_tex_image *image, uint32_t loaded, uint32_t coord,
                           uint32_t id);
/* Returns the four texels around `coord`, a point where four texels meet. If the shader applies the
 * border colour, the border colour replaces the texels outside the level. */
uint32_t gv_tex_gather_border(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                              const struct gv_tex_image *image, uint32_t loaded, uint32_t coord,
                              uint32_t id);

/* gv_tex_sample() emits a lookup, gv_tex_query() a query. Both return the values of four
 * components. */
void gv_tex_sample(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                   struct gv_val out_vals[4]);
void gv_tex_query(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                  struct gv_val out_vals[4]);

#endif
