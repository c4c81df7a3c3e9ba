/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lookups: sample, fetch and gather of one unit. */
#include "spirv/translate/base/bounds.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/texture/texture.h"

struct operands {
    uint32_t words[16];
    unsigned num;
    uint32_t mask;      /* SpvImageOperands */
    unsigned mask_word; /* index of the mask in `words` */
};

/* Appends an image operand; if `id` is 0, appends nothing. SPIR-V requires operands in the order of
 * their bits, and callers must add them in this order. */
static void add_operand(struct operands *o, SpvImageOperandsMask bit, uint32_t id)
{
    if (!id)
        return;
    if (!o->mask) {
        o->mask_word = o->num;
        o->words[o->num++] = 0;
    }
    o->mask |= (uint32_t)bit;
    o->words[o->num++] = id;
    o->words[o->mask_word] = o->mask;
}

static void add_offsets(struct gv_spv_ctx *c, const struct gv_tex_op *op, struct operands *o)
{
    add_operand(o, SpvImageOperandsConstOffsetMask, op->const_offset);
    if (op->dynamic_offset) {
        gv_spv_capability(&c->b, SpvCapabilityImageGatherExtended);
        add_operand(o, SpvImageOperandsOffsetMask, op->dynamic_offset);
    }
}

/* Returns the values of a texel. Integer texels keep their bits; signed texels are cast to uint,
 * the only integer type of register values. */
static void texel(struct gv_spv_ctx *c, const struct gv_tex_image *image, uint32_t id,
                  struct gv_val out_vals[4])
{
    unsigned type = GV_F;
    if (image->return_type == TGSI_RETURN_TYPE_SINT)
        id = gv_spv_op1(&c->b, SpvOpBitcast, gv_spv_type(&c->b, GV_U, 4), id);
    if (image->return_type == TGSI_RETURN_TYPE_SINT || image->return_type == TGSI_RETURN_TYPE_UINT)
        type = GV_U;
    gv_val_vector(id, type, 4, 4, out_vals);
}

/* Returns the texel of a shadow lookup. The result of the lookup is one scalar r; Gallium's texel
 * is (r, r, r, 1) with the view's swizzle, which Vulkan does not apply to comparisons. */
static void shadow_texel(unsigned swizzle, uint32_t id, struct gv_val out_vals[4])
{
    for (unsigned i = 0; i < 4; i++) {
        switch (swizzle >> (2 * i) & 3) {
        case GALVAN_SHADOW_ZERO:
            out_vals[i] = gv_val_imm(0);
            break;
        case GALVAN_SHADOW_ONE:
            out_vals[i] = gv_val_imm(0x3f800000);
            break;
        case GALVAN_SHADOW_RESULT:
            out_vals[i] = gv_val_scalar(id, GV_F);
            break;
        default:
            out_vals[i] = i == 3 ? gv_val_imm(0x3f800000) : gv_val_scalar(id, GV_F);
            break;
        }
    }
}

static SpvOp sample_op(bool explicit_lod, bool compare)
{
    if (explicit_lod)
        return compare ? SpvOpImageSampleDrefExplicitLod : SpvOpImageSampleExplicitLod;
    return compare ? SpvOpImageSampleDrefImplicitLod : SpvOpImageSampleImplicitLod;
}

/* Normalises coordinates in texels to Vulkan's range 0..1. */
static uint32_t lower_texels(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                             const struct gv_tex_image *image, uint32_t loaded, uint32_t coord)
{
    uint32_t scale = gv_tex_coord_scale(c, op, unit, image, loaded, op->num_coords);
    if (!scale)
        return coord;
    return gv_spv_op2(&c->b, SpvOpFDiv, gv_spv_type(&c->b, GV_F, op->num_coords), coord, scale);
}

/* Computes explicit gradients of the unwrapped coordinates, with the bias. GL chooses the level
 * from the coordinates before wrapping. If the shader wraps the coordinates, these gradients choose
 * the same level. */
static void unwrapped_grad(struct gv_spv_ctx *c, const struct gv_tex_op *op, uint32_t coord,
                           uint32_t out_grad[2])
{
    static const SpvOp ways[2] = {SpvOpDPdx, SpvOpDPdy};
    struct gv_spv_builder *b = &c->b;
    unsigned num = op->traits->num_coords;
    uint32_t type = gv_spv_type(b, GV_F, num);
    struct gv_val vals[4];
    gv_val_vector(coord, GV_F, op->num_coords, num, vals);
    uint32_t place = gv_spv_gather(b, vals, num, GV_F);
    for (unsigned i = 0; i < 2; i++) {
        out_grad[i] = gv_spv_op1(b, ways[i], type, place);
        if (!op->bias)
            continue;
        uint32_t f32 = gv_spv_type(b, GV_F, 1);
        uint32_t factor = gv_spv_ext1(b, GLSLstd450Exp2, f32, op->bias);
        out_grad[i] = num > 1 ? gv_spv_op2(b, SpvOpVectorTimesScalar, type, out_grad[i], factor)
                              : gv_spv_op2(b, SpvOpFMul, type, out_grad[i], factor);
    }
}

/* Adds offsets to the coordinate, since Vulkan supports constant offsets only. An offset is added
 * unchanged if the coordinate is in texels, and otherwise divided by the level's size. */
static uint32_t add_texels(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                           const struct gv_tex_image *image, uint32_t loaded, uint32_t coord)
{
    struct gv_spv_builder *b = &c->b;
    unsigned num = op->traits->num_coords;
    uint32_t offset = op->texel_offset;
    if (!offset)
        return coord;
    if (!gv_tex_in_texels(c, op, unit)) {
        uint32_t size = gv_tex_level_size(c, op, image, loaded, coord);
        offset = gv_spv_op2(b, SpvOpFDiv, gv_spv_type(b, GV_F, num), offset, size);
    }
    struct gv_val vals[4];
    for (unsigned i = 0; i < op->num_coords; i++)
        vals[i] = i < num ? gv_val_comp(offset, GV_F, num, i) : gv_val_imm(0);
    offset = gv_spv_gather(b, vals, op->num_coords, GV_F);
    return gv_spv_op2(b, SpvOpFAdd, gv_spv_type(b, GV_F, op->num_coords), coord, offset);
}

static void sample(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                   const struct gv_tex_image *image, uint32_t loaded, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    struct operands o = {.num = 2};
    uint32_t grad[2] = {op->grad[0], op->grad[1]};
    uint32_t coord =
        lower_texels(c, op, unit, image, loaded, add_texels(c, op, unit, image, loaded, op->coord));
    o.words[0] = loaded;
    uint32_t wrapped = gv_tex_lower_wrap(c, op, unit, coord);
    o.words[1] = gv_tex_lower_seams(c, op, unit, image, loaded, wrapped);
    if (grad[0]) {
        unsigned num = op->traits->num_coords;
        uint32_t scale = gv_tex_coord_scale(c, op, unit, image, loaded, num);
        for (unsigned i = 0; scale && i < 2; i++)
            grad[i] = gv_spv_op2(b, SpvOpFDiv, gv_spv_type(b, GV_F, num), grad[i], scale);
    } else if (wrapped != coord && !op->lod && c->stage->derivatives) {
        unwrapped_grad(c, op, coord, grad);
    }
    if (op->compare)
        o.words[o.num++] = op->compare;
    add_operand(&o, SpvImageOperandsBiasMask, grad[0] ? 0 : op->bias);
    add_operand(&o, SpvImageOperandsLodMask, op->lod);
    if (grad[0]) {
        add_operand(&o, SpvImageOperandsGradMask, grad[0]);
        o.words[o.num++] = grad[1];
    }
    add_offsets(c, op, &o);
    SpvOp code = sample_op(op->lod || grad[0], op->compare);
    uint32_t type = op->compare ? gv_spv_type(b, GV_F, 1) : image->texel_type;
    uint32_t id = gv_spv_op(b, code, type, o.words, o.num);
    id = gv_tex_mix_border(c, op, unit, image, loaded, o.words[1], id);
    if (op->compare)
        shadow_texel(op->handle ? GALVAN_SHADOW_DEFAULT : c->key->common.shadow_swizzle[unit], id,
                     out_vals);
    else
        texel(c, image, id, out_vals);
}

/* Reads texel `index` of a texel buffer. If the device does not check bounds, the code does, and
 * returns zeros past the buffer's end. */
static void buffer_texel(struct gv_spv_ctx *c, const struct gv_tex_image *image, uint32_t loaded,
                         uint32_t index, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t inside = 0, at = index;
    if (c->key->device.check_bounds) {
        gv_spv_capability(b, SpvCapabilityImageQuery);
        uint32_t num = gv_spv_op1(b, SpvOpImageQuerySize, gv_spv_type(b, GV_U, 1), loaded);
        inside = gv_bounds_inside(c, index, num);
        at = gv_bounds_index(c, inside, index);
    }
    texel(c, image, gv_spv_op2(b, SpvOpImageFetch, image->texel_type, loaded, at), out_vals);
    for (unsigned i = 0; inside && i < 4; i++)
        out_vals[i] = gv_val_scalar(
            gv_bounds_loaded(c, inside, gv_spv_gather(b, &out_vals[i], 1, GV_U), GV_U, 1), GV_U);
}

/* Returns the index of the first of the `num` device texels that form one texel of the API; num is
 * at most 3. Large indices are clamped before the multiplication, so that the product cannot wrap.
 * Clamped indices are still past the end of every buffer. */
static uint32_t first_of(struct gv_spv_ctx *c, uint32_t index, unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    index = gv_spv_ext2(b, GLSLstd450UMin, type, index, gv_spv_uint(b, 0x3fffffff, 1));
    return gv_spv_op2(b, SpvOpIMul, type, index, gv_spv_uint(b, num, 1));
}

/* Fetches a texel of three components as three texels of one component. */
static void fetch_thirds(struct gv_spv_ctx *c, const struct gv_tex_op *op,
                         const struct gv_tex_image *image, uint32_t loaded,
                         struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type(b, GV_U, 1);
    uint32_t index = first_of(c, op->coord, 3);
    for (unsigned i = 0; i < 3; i++) {
        struct gv_val vals[4];
        buffer_texel(c, image, loaded, gv_spv_op2(b, SpvOpIAdd, type, index, gv_spv_uint(b, i, 1)),
                     vals);
        out_vals[i] = vals[0];
    }
}

/* Fetches a texel with components of 16-bit UNORM from a view whose components are bytes. Low byte
 * plus 256 times high byte is exact in floats. */
static void fetch_bytes(struct gv_spv_ctx *c, const struct gv_tex_op *op,
                        const struct gv_tex_image *image, uint32_t loaded, bool halves,
                        struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t u32 = gv_spv_type(b, GV_U, 1);
    uint32_t f32 = gv_spv_type(b, GV_F, 1);
    uint32_t pair = gv_spv_type(b, GV_F, 2);
    uint32_t index = halves ? first_of(c, op->coord, 2) : op->coord;
    for (unsigned i = 0; i < (halves ? 2 : 1); i++) {
        struct gv_val vals[4];
        uint32_t one = gv_spv_uint(b, 1, 1);
        uint32_t at = i ? gv_spv_op2(b, SpvOpIAdd, u32, index, one) : index;
        buffer_texel(c, image, loaded, at, vals);
        for (unsigned j = 0; j < 2; j++) {
            uint32_t bytes = gv_spv_gather(b, &vals[2 * j], 2, GV_F);
            uint32_t most = gv_spv_float(b, 255.0f, 2);
            bytes = gv_spv_op2(b, SpvOpFMul, pair, bytes, most);
            bytes = gv_spv_ext1(b, GLSLstd450RoundEven, pair, bytes);
            uint32_t low = gv_spv_extract(b, bytes, GV_F, 0);
            uint32_t high = gv_spv_extract(b, bytes, GV_F, 1);
            uint32_t weight = gv_spv_float(b, 256.0f, 1);
            uint32_t sum = gv_spv_op2(b, SpvOpFMul, f32, high, weight);
            sum = gv_spv_op2(b, SpvOpFAdd, f32, sum, low);
            uint32_t all = gv_spv_float(b, 65535.0f, 1);
            out_vals[2 * i + j] = gv_val_scalar(gv_spv_op2(b, SpvOpFDiv, f32, sum, all), GV_F);
        }
    }
}

static void fetch_buffer(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                         const struct gv_tex_image *image, uint32_t loaded,
                         struct gv_val out_vals[4])
{
    unsigned swizzle = op->handle ? 0 : c->key->common.buffer_swizzle[unit];
    bool is_int =
        image->return_type == TGSI_RETURN_TYPE_SINT || image->return_type == TGSI_RETURN_TYPE_UINT;
    struct gv_val vals[6] = {
        [GALVAN_CHANNEL_ZERO] = gv_val_imm(0),
        [GALVAN_CHANNEL_ONE] = gv_val_imm(is_int ? 1 : 0x3f800000),
    };
    vals[3] = vals[GALVAN_CHANNEL_ONE];
    if (!swizzle) {
        buffer_texel(c, image, loaded, op->coord, out_vals);
        return;
    }
    if (swizzle & GALVAN_BUFFER_THIRDS)
        fetch_thirds(c, op, image, loaded, vals);
    else if (swizzle & GALVAN_BUFFER_BYTES)
        fetch_bytes(c, op, image, loaded, swizzle & GALVAN_BUFFER_HALVES, vals);
    else
        buffer_texel(c, image, loaded, op->coord, vals);
    for (unsigned i = 0; i < 4; i++) {
        unsigned from = swizzle >> (3 * i) & 7;
        out_vals[i] = vals[from <= GALVAN_CHANNEL_ONE ? from : GALVAN_CHANNEL_ZERO];
    }
}

static void fetch(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                  const struct gv_tex_image *image, uint32_t loaded, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    struct operands o = {.num = 2};
    const bool one_sample = op->sample && !gv_tex_has_samples(c, op, unit);
    o.words[0] = gv_spv_op1(b, SpvOpImage, image->image_type, loaded);
    o.words[1] = op->coord;
    add_operand(&o, SpvImageOperandsLodMask, one_sample ? gv_spv_uint(b, 0, 1) : op->lod);
    add_operand(&o, SpvImageOperandsConstOffsetMask, op->const_offset);
    add_operand(&o, SpvImageOperandsSampleMask, one_sample ? 0 : op->sample);
    texel(c, image, gv_spv_op(b, SpvOpImageFetch, image->texel_type, o.words, o.num), out_vals);
}

/* Gathers a dynamic component: all four components are gathered and one is selected, since in
 * SPIR-V the component of a gather is a constant. */
static uint32_t gather_any(struct gv_spv_ctx *c, uint32_t component,
                           const struct gv_tex_image *image, uint32_t *words, unsigned num)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t id = 0;
    for (unsigned i = 0; i < 4; i++) {
        words[2] = gv_spv_const_int(b, (int32_t)i);
        uint32_t texels = gv_spv_op(b, SpvOpImageGather, image->texel_type, words, num);
        uint32_t is_i = gv_spv_compare_uint(b, SpvOpIEqual, component, i);
        uint32_t all = gv_spv_broadcast(b, is_i, GV_B, 4);
        id = i ? gv_spv_op3(b, SpvOpSelect, image->texel_type, all, texels, id) : texels;
    }
    return id;
}

/* Adds offsets to the coordinate of a gather. If gathers take no offset, or the shader applies the
 * border colour, the coordinate is moved to the point where the four texels meet, so that rounding
 * of the coordinate makes no difference. */
static uint32_t add_between_texels(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                                   const struct gv_tex_image *image, uint32_t loaded,
                                   uint32_t coord)
{
    struct gv_spv_builder *b = &c->b;
    struct gv_tex_op base = *op;
    unsigned num = op->traits->num_coords;
    uint32_t type = gv_spv_type(b, GV_F, num);
    struct gv_val vals[4];
    if (!op->texel_offset && !gv_tex_mixes_border(c, op, unit))
        return coord;
    base.lod = gv_spv_float(b, 0.0f, 1);
    uint32_t size =
        gv_tex_in_texels(c, op, unit) ? 0 : gv_tex_level_size(c, &base, image, loaded, coord);
    gv_val_vector(coord, GV_F, op->num_coords, op->num_coords, vals);
    uint32_t place = gv_spv_gather(b, vals, num, GV_F);
    if (size)
        place = gv_spv_op2(b, SpvOpFMul, type, place, size);
    place = gv_spv_op2(b, SpvOpFSub, type, place, gv_spv_float(b, 0.5f, num));
    place = gv_spv_ext1(b, GLSLstd450Floor, type, place);
    if (op->texel_offset)
        place = gv_spv_op2(b, SpvOpFAdd, type, place, op->texel_offset);
    place = gv_spv_op2(b, SpvOpFAdd, type, place, gv_spv_float(b, 1.0f, num));
    if (size)
        place = gv_spv_op2(b, SpvOpFDiv, type, place, size);
    for (unsigned i = 0; i < num; i++)
        vals[i] = gv_val_comp(place, GV_F, num, i);
    return gv_spv_gather(b, vals, op->num_coords, GV_F);
}

static void gather(struct gv_spv_ctx *c, const struct gv_tex_op *op, unsigned unit,
                   const struct gv_tex_image *image, uint32_t loaded, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    struct operands o = {.num = 3};
    struct gv_tex_op base = *op;
    base.lod = gv_spv_float(b, 0.0f, 1);
    o.words[0] = loaded;
    o.words[1] = lower_texels(c, op, unit, image, loaded,
                              add_between_texels(c, op, unit, image, loaded, op->coord));
    o.words[1] = gv_tex_lower_seams(c, &base, unit, image, loaded,
                                    gv_tex_lower_wrap(c, op, unit, o.words[1]));
    o.words[2] = op->compare ? op->compare : op->component;
    add_offsets(c, op, &o);
    SpvOp code = op->compare ? SpvOpImageDrefGather : SpvOpImageGather;
    uint32_t id = op->any_component ? gather_any(c, op->any_component, image, o.words, o.num)
                                    : gv_spv_op(b, code, image->texel_type, o.words, o.num);
    texel(c, image, gv_tex_gather_border(c, op, unit, image, loaded, o.words[1], id), out_vals);
}

/* Moves the offset from the instruction to the shader's own arithmetic, if the shader wraps the
 * coordinate or applies the border colour to gathered texels: GL wraps the coordinate after adding
 * the offset. */
static void offset_before_wrap(struct gv_spv_ctx *c, struct gv_tex_op *op, unsigned unit)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t offset = op->const_offset ? op->const_offset : op->dynamic_offset;
    const bool gathers_border = op->kind == GV_TEX_GATHER && gv_tex_mixes_border(c, op, unit);
    if (!offset || op->kind == GV_TEX_FETCH || !(gathers_border || gv_tex_wraps(c, op, unit)))
        return;
    op->texel_offset =
        gv_spv_op1(b, SpvOpConvertSToF, gv_spv_type(b, GV_F, op->traits->num_coords), offset);
    op->const_offset = op->dynamic_offset = 0;
}

void gv_tex_sample(struct gv_spv_ctx *c, const struct gv_tex_op *decoded, unsigned unit,
                   struct gv_val out_vals[4])
{
    struct gv_tex_op own = *decoded;
    const struct gv_tex_op *op = &own;
    offset_before_wrap(c, &own, unit);
    struct gv_tex_image image;
    if (!gv_tex_image(c, op, unit, &image))
        return;
    uint32_t loaded = gv_tex_load(c, op, &image);
    switch (op->kind) {
    case GV_TEX_FETCH:
        if (op->traits->dim == SpvDimBuffer)
            fetch_buffer(c, op, unit, &image, loaded, out_vals);
        else
            fetch(c, op, unit, &image, loaded, out_vals);
        break;
    case GV_TEX_GATHER:
        gather(c, op, unit, &image, loaded, out_vals);
        break;
    default:
        sample(c, op, unit, &image, loaded, out_vals);
        break;
    }
}
