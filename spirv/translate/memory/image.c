/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Storage images: reads, writes, atomics and sizes. Each IMAGE unit is a variable with the target
 * and format of its declaration. */
#include "spirv/translate/base/bounds.h"
#include "spirv/translate/base/operands.h"
#include "spirv/translate/base/storage_words.h"
#include "spirv/translate/memory/memory.h"
#include "spirv/translate/texture/texture.h"

/* ---- Formats -------------------------------------------------------------------------------- */

/* The formats of images; `number` is PIPE_FORMAT_*, `cls` an enum galvan_cbuf_class. */
static const struct format {
    uint16_t number;
    uint8_t spirv; /* SpvImageFormat */
    uint8_t cls;
    bool floats; /* whether the dwords are bits of floats */
} formats[] = {
    {8, SpvImageFormatRgb10A2, GALVAN_CBUF_FLOAT},
    {28, SpvImageFormatR32f, GALVAN_CBUF_FLOAT},
    {29, SpvImageFormatRg32f, GALVAN_CBUF_FLOAT},
    {31, SpvImageFormatRgba32f, GALVAN_CBUF_FLOAT},
    {48, SpvImageFormatR16, GALVAN_CBUF_FLOAT},
    {49, SpvImageFormatRg16, GALVAN_CBUF_FLOAT},
    {51, SpvImageFormatRgba16, GALVAN_CBUF_FLOAT},
    {56, SpvImageFormatR16Snorm, GALVAN_CBUF_FLOAT},
    {57, SpvImageFormatRg16Snorm, GALVAN_CBUF_FLOAT},
    {59, SpvImageFormatRgba16Snorm, GALVAN_CBUF_FLOAT},
    {64, SpvImageFormatR8, GALVAN_CBUF_FLOAT},
    {65, SpvImageFormatRg8, GALVAN_CBUF_FLOAT},
    {67, SpvImageFormatRgba8, GALVAN_CBUF_FLOAT},
    {74, SpvImageFormatR8Snorm, GALVAN_CBUF_FLOAT},
    {75, SpvImageFormatRg8Snorm, GALVAN_CBUF_FLOAT},
    {77, SpvImageFormatRgba8Snorm, GALVAN_CBUF_FLOAT},
    {91, SpvImageFormatR16f, GALVAN_CBUF_FLOAT},
    {92, SpvImageFormatRg16f, GALVAN_CBUF_FLOAT},
    {94, SpvImageFormatRgba16f, GALVAN_CBUF_FLOAT},
    {124, SpvImageFormatR11fG11fB10f, GALVAN_CBUF_FLOAT},
    {177, SpvImageFormatR8ui, GALVAN_CBUF_UINT},
    {178, SpvImageFormatRg8ui, GALVAN_CBUF_UINT},
    {180, SpvImageFormatRgba8ui, GALVAN_CBUF_UINT},
    {181, SpvImageFormatR8i, GALVAN_CBUF_SINT},
    {182, SpvImageFormatRg8i, GALVAN_CBUF_SINT},
    {184, SpvImageFormatRgba8i, GALVAN_CBUF_SINT},
    {185, SpvImageFormatR16ui, GALVAN_CBUF_UINT},
    {186, SpvImageFormatRg16ui, GALVAN_CBUF_UINT},
    {188, SpvImageFormatRgba16ui, GALVAN_CBUF_UINT},
    {189, SpvImageFormatR16i, GALVAN_CBUF_SINT},
    {190, SpvImageFormatRg16i, GALVAN_CBUF_SINT},
    {192, SpvImageFormatRgba16i, GALVAN_CBUF_SINT},
    {193, SpvImageFormatR32ui, GALVAN_CBUF_UINT},
    {194, SpvImageFormatRg32ui, GALVAN_CBUF_UINT},
    {196, SpvImageFormatRgba32ui, GALVAN_CBUF_UINT},
    {197, SpvImageFormatR32i, GALVAN_CBUF_SINT},
    {198, SpvImageFormatRg32i, GALVAN_CBUF_SINT},
    {200, SpvImageFormatRgba32i, GALVAN_CBUF_SINT},
    {253, SpvImageFormatRgb10a2ui, GALVAN_CBUF_UINT},
};

static const struct format *find_format(unsigned number)
{
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (formats[i].number == number)
            return &formats[i];
    }
    return NULL;
}

bool galvan_spirv_has_image_format(unsigned format)
{
    return find_format(format) != NULL;
}

/* Returns the format of a unit: the format of the declaration or, if the declaration has no format,
 * the key's format. If the key has no format either, returns an unknown format with the key's
 * class. Images in images_words_mask are R32_UINT, because Vulkan requires atomics only on images
 * of integers. Texels of these images are the bits of floats, unless the image is RAW. */
static struct format unit_format(const struct gv_spv_ctx *c, unsigned unit)
{
    const struct gv_tgsi_image *image = &c->scan->images[unit];
    if (c->tgsi->info.images_words_mask >> unit & 1)
        return (struct format){
            .spirv = SpvImageFormatR32ui, .cls = GALVAN_CBUF_UINT, .floats = !image->raw};
    unsigned number = image->format;
    const struct format *named = find_format(number ? number : c->key->common.image_format[unit]);
    if (named)
        return *named;
    uint8_t cls = c->key->common.image_class[unit];
    if (cls > GALVAN_CBUF_UINT)
        cls = GALVAN_CBUF_FLOAT;
    return (struct format){.spirv = SpvImageFormatUnknown, .cls = cls};
}

/* Whether the format requires only the Shader capability. */
static bool is_base_format(unsigned format)
{
    switch (format) {
    case SpvImageFormatUnknown:
    case SpvImageFormatRgba32f:
    case SpvImageFormatRgba16f:
    case SpvImageFormatR32f:
    case SpvImageFormatRgba8:
    case SpvImageFormatRgba8Snorm:
    case SpvImageFormatRgba32i:
    case SpvImageFormatRgba16i:
    case SpvImageFormatRgba8i:
    case SpvImageFormatR32i:
    case SpvImageFormatRgba32ui:
    case SpvImageFormatRgba16ui:
    case SpvImageFormatRgba8ui:
    case SpvImageFormatR32ui:
        return true;
    default:
        return false;
    }
}

/* Returns the type of the values that the shader loads and stores. */
static unsigned value_type(const struct format *f)
{
    return f->cls == GALVAN_CBUF_FLOAT || f->floats ? GV_F : GV_U;
}

unsigned gv_mem_image_type(const struct gv_spv_ctx *c, unsigned unit)
{
    const struct format f = unit_format(c, unit);
    return value_type(&f);
}

bool gv_mem_same_image(const struct gv_spv_ctx *c, unsigned x, unsigned y, enum gv_mem_kind kind)
{
    return c->scan->images[x].target == c->scan->images[y].target &&
           c->scan->images[x].raw == c->scan->images[y].raw &&
           c->scan->images[x].format == c->scan->images[y].format &&
           (unit_format(c, x).spirv == unit_format(c, y).spirv || kind != GV_MEM_ATOMIC) &&
           unit_format(c, x).cls == unit_format(c, y).cls;
}

/* ---- Variables ------------------------------------------------------------------------------ */

static void need_capabilities(struct gv_spv_ctx *c, const struct gv_tex_target *t, unsigned format)
{
    struct gv_spv_builder *b = &c->b;
    if (t->dim == SpvDim1D)
        gv_spv_capability(b, SpvCapabilityImage1D);
    if (t->dim == SpvDimBuffer)
        gv_spv_capability(b, SpvCapabilityImageBuffer);
    if (t->dim == SpvDimCube && t->arrayed)
        gv_spv_capability(b, SpvCapabilityImageCubeArray);
    if (t->multisample)
        gv_spv_capability(b, SpvCapabilityStorageImageMultisample);
    if (t->multisample && t->arrayed)
        gv_spv_capability(b, SpvCapabilityImageMSArray);
    if (!is_base_format(format))
        gv_spv_capability(b, SpvCapabilityStorageImageExtendedFormats);
}

void gv_mem_decorate_image(struct gv_spv_ctx *c, uint32_t var, unsigned unit)
{
    struct gv_spv_builder *b = &c->b;
    if (!(c->tgsi->info.images_write_mask >> unit & 1))
        gv_spv_decorate(b, var, SpvDecorationNonWritable);
    if (c->scan->image_coherent_mask >> unit & 1)
        gv_spv_decorate(b, var, SpvDecorationCoherent);
    if (c->scan->image_volatile_mask >> unit & 1)
        gv_spv_decorate(b, var, SpvDecorationVolatile);
}

static uint32_t image_type(struct gv_spv_ctx *c, const struct gv_tex_target *t,
                           const struct format *f)
{
    const uint32_t args[] = {gv_spv_class_type(&c->b, f->cls, 1),
                             (uint32_t)t->dim,
                             0,
                             t->arrayed,
                             t->multisample,
                             2,
                             f->spirv};
    return gv_spv_unique(&c->b, SpvOpTypeImage, args, 7, false);
}

static uint32_t image_var(struct gv_spv_ctx *c, unsigned unit, const struct gv_tex_target *t,
                          const struct format *f)
{
    if (!c->image_var[unit]) {
        c->image_var[unit] =
            gv_spv_global(&c->b, SpvStorageClassUniformConstant, image_type(c, t, f));
        need_capabilities(c, t, f->spirv);
        gv_spv_decorate1(&c->b, c->image_var[unit], SpvDecorationDescriptorSet, GALVAN_SET_BUFFER);
        gv_spv_decorate1(&c->b, c->image_var[unit], SpvDecorationBinding,
                         GALVAN_BUFFER_STAGE_BASE(c->tgsi->info.stage) + GALVAN_BUFFER_BASE_IMAGE +
                             unit);
        gv_mem_decorate_image(c, c->image_var[unit], unit);
    }
    return c->image_var[unit];
}

/* ---- Accesses -------------------------------------------------------------------------------- */

static bool atomic_fits(const struct gv_mem_op *op, const struct format *f)
{
    unsigned opcode = op->in->opcode;
    switch (f->spirv) {
    case SpvImageFormatR32ui:
        return f->floats ? opcode == TGSI_OPCODE_ATOMFADD || opcode == TGSI_OPCODE_ATOMXCHG
                         : opcode != TGSI_OPCODE_ATOMFADD;
    case SpvImageFormatR32i:
        return opcode != TGSI_OPCODE_ATOMFADD;
    default:
        return false;
    }
}

static void decode_atomic(struct gv_spv_ctx *c, struct gv_mem_op *op, const struct format *f)
{
    if (!atomic_fits(op, f)) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "this atomic on this image format");
        return;
    }
    op->value_type = value_type(f);
    op->value = gv_spv_src(c, op->in, 2, 0, 1, op->value_type);
    if (op->in->opcode == TGSI_OPCODE_ATOMCAS) {
        op->compare = op->value;
        op->value = gv_spv_src(c, op->in, 3, 0, 1, op->value_type);
    }
}

/* Returns the number of coordinates, not counting the sample index. The third coordinate of a cube
 * is the face. The third coordinate of an array of cubes is 6 * layer + face. */
static unsigned num_coords(const struct gv_tex_target *t)
{
    return t->dim == SpvDimCube ? 3u : (unsigned)t->num_coords + t->arrayed;
}

bool gv_mem_decode_image(struct gv_spv_ctx *c, struct gv_mem_op *op, unsigned unit)
{
    const struct gv_tex_target *t = gv_tex_target(c->scan->images[unit].target);
    struct format f = unit_format(c, unit);
    unsigned s = op->kind == GV_MEM_STORE ? 0 : 1; /* source of the coordinates */
    if (!t || t->shadow) {
        gv_spv_unsupported(c, GV_DIAG_FORM_UNSUPPORTED, "this image target");
        return false;
    }
    if (op->kind == GV_MEM_SIZE)
        return true;
    op->coord = gv_spv_src(c, op->in, s, 0, num_coords(t), GV_U);
    if (t != gv_tex_device_target(c, c->scan->images[unit].target))
        op->coord = gv_tex_add_y(&c->b, op->coord, num_coords(t), GV_U, gv_spv_uint(&c->b, 0, 1));
    if (t->multisample)
        op->sample = gv_spv_src(c, op->in, s, 3, 1, GV_U);
    if (c->scan->images[unit].raw)
        return c->result == GALVAN_OK;
    if (op->kind == GV_MEM_STORE)
        op->value = gv_spv_src(c, op->in, 1, 0, 4, value_type(&f));
    if (op->kind == GV_MEM_ATOMIC)
        decode_atomic(c, op, &f);
    return c->result == GALVAN_OK;
}

static void set_vals(uint32_t id, unsigned type, unsigned num, struct gv_val out_vals[4])
{
    gv_val_vector(id, type, num, num, out_vals);
}

/* Returns the texel (bits of x, 0.0, 0.0, 1.0). */
static uint32_t float_texel(struct gv_spv_ctx *c, uint32_t words)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t x = gv_spv_extract(b, words, GV_U, 0);
    x = gv_spv_op1(b, SpvOpBitcast, gv_spv_type(b, GV_F, 1), x);
    uint32_t zero = gv_spv_const_float(b, 0.0f), one = gv_spv_const_float(b, 1.0f);
    return gv_spv_op(b, SpvOpCompositeConstruct, gv_spv_type(b, GV_F, 4),
                     (uint32_t[]){x, zero, zero, one}, 4);
}

static void read_texel(struct gv_spv_ctx *c, const struct gv_mem_op *op, const struct format *f,
                       uint32_t image, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    const uint32_t args[] = {image, op->coord, SpvImageOperandsSampleMask, op->sample};
    if (f->spirv == SpvImageFormatUnknown)
        gv_spv_capability(b, SpvCapabilityStorageImageReadWithoutFormat);
    uint32_t id =
        gv_spv_op(b, SpvOpImageRead, gv_spv_class_type(b, f->cls, 4), args, op->sample ? 4 : 2);
    if (f->cls == GALVAN_CBUF_SINT)
        id = gv_spv_op1(b, SpvOpBitcast, gv_spv_type(b, GV_U, 4), id);
    if (f->floats)
        id = float_texel(c, id);
    set_vals(id, value_type(f), 4, out_vals);
}

static void write_texel(struct gv_spv_ctx *c, const struct gv_mem_op *op, const struct format *f,
                        uint32_t image)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t value = op->value;
    if (f->spirv == SpvImageFormatUnknown)
        gv_spv_capability(b, SpvCapabilityStorageImageWriteWithoutFormat);
    if (f->cls == GALVAN_CBUF_SINT)
        value = gv_spv_op1(b, SpvOpBitcast, gv_spv_type_int(b, 4), value);
    if (f->floats)
        value = gv_spv_op1(b, SpvOpBitcast, gv_spv_type(b, GV_U, 4), value);
    const uint32_t args[] = {image, op->coord, value, SpvImageOperandsSampleMask, op->sample};
    gv_spv_stmt(b, SpvOpImageWrite, args, op->sample ? 5 : 3);
}

/* Returns the image's size. The number of layers, or of cubes in an array of cubes, follows the
 * width and height. */
static void size(struct gv_spv_ctx *c, const struct gv_mem_op *op, const struct gv_tex_target *t,
                 unsigned unit, uint32_t image, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    const uint8_t shown_samples = t->multisample ? c->key->common.shown_image_samples[unit] : 1;
    unsigned num = (unsigned)t->num_size + t->arrayed;
    gv_spv_capability(b, SpvCapabilityImageQuery);
    if (op->mask & 7)
        set_vals(gv_spv_op1(b, SpvOpImageQuerySize, gv_spv_type(b, GV_U, num), image), GV_U, num,
                 out_vals);
    gv_tex_drop_y(t, out_vals);
    if (!(op->mask & 8))
        return;
    out_vals[3] =
        !shown_samples
            ? gv_val_scalar(gv_spv_op1(b, SpvOpImageQuerySamples, gv_spv_type(b, GV_U, 1), image),
                            GV_U)
            : gv_val_imm(shown_samples);
}

static void atomic(struct gv_spv_ctx *c, struct gv_mem_op *op, const struct format *f, uint32_t var,
                   struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_class_type(b, f->cls, 1);
    uint32_t sample = op->sample ? op->sample : gv_spv_uint(b, 0, 1);
    uint32_t pointer =
        gv_spv_op3(b, SpvOpImageTexelPointer, gv_spv_type_pointer(b, SpvStorageClassImage, type),
                   var, op->coord, sample);
    struct gv_mem_op typed = *op;
    if ((f->cls == GALVAN_CBUF_SINT || f->floats) && !gv_mem_atomic_is_loop(op->in->opcode)) {
        typed.value = gv_spv_op1(b, SpvOpBitcast, type, op->value);
        if (op->compare)
            typed.compare = gv_spv_op1(b, SpvOpBitcast, type, op->compare);
    }
    uint32_t id = gv_mem_atomic(c, &typed, pointer, type, SpvScopeDevice);
    op->block = typed.block;
    if (f->cls == GALVAN_CBUF_SINT || op->value_type == GV_F)
        id = gv_spv_op1(b, SpvOpBitcast, gv_spv_type(b, op->value_type, 1), id);
    out_vals[0] = gv_val_scalar(id, op->value_type);
}

static void access_texel(struct gv_spv_ctx *c, struct gv_mem_op *op, const struct format *f,
                         uint32_t var, uint32_t image, struct gv_val out_vals[4])
{
    if (op->kind == GV_MEM_ATOMIC)
        atomic(c, op, f, var, out_vals);
    else if (op->kind == GV_MEM_LOAD)
        read_texel(c, op, f, image, out_vals);
    else
        write_texel(c, op, f, image);
}

/* Returns the exclusive upper bounds of a target's coordinates. */
static uint32_t limits(struct gv_spv_ctx *c, const struct gv_tex_target *t, uint32_t image)
{
    struct gv_spv_builder *b = &c->b;
    unsigned num = (unsigned)t->num_size + t->arrayed;
    uint32_t u32 = gv_spv_type(b, GV_U, 1), type = gv_spv_type(b, GV_U, num_coords(t));
    gv_spv_capability(b, SpvCapabilityImageQuery);
    uint32_t id = gv_spv_op1(b, SpvOpImageQuerySize, gv_spv_type(b, GV_U, num), image);
    if (t->dim != SpvDimCube)
        return id;
    uint32_t faces = gv_spv_uint(b, 6, 1);
    if (!t->arrayed)
        return gv_spv_op2(b, SpvOpCompositeConstruct, type, id, faces);
    faces = gv_spv_op2(b, SpvOpIMul, u32, gv_spv_extract(b, id, GV_U, 2), faces);
    return gv_spv_op3(b, SpvOpCompositeInsert, type, faces, id, 2);
}

/* Whether a texel is in the image. */
static uint32_t is_inside(struct gv_spv_ctx *c, const struct gv_mem_op *op,
                          const struct gv_tex_target *t, uint32_t image)
{
    struct gv_spv_builder *b = &c->b;
    unsigned num = num_coords(t);
    uint32_t truth = gv_spv_type(b, GV_B, 1);
    uint32_t limit = limits(c, t, image);
    uint32_t inside = gv_spv_op2(b, SpvOpULessThan, gv_spv_type(b, GV_B, num), op->coord, limit);
    if (num > 1)
        inside = gv_spv_op1(b, SpvOpAll, truth, inside);
    if (!t->multisample)
        return inside;
    uint32_t samples = gv_spv_op1(b, SpvOpImageQuerySamples, gv_spv_type(b, GV_U, 1), image);
    return gv_spv_op2(b, SpvOpLogicalAnd, truth, inside, gv_bounds_inside(c, op->sample, samples));
}

/* Accesses an image after a bounds check, for devices that do not check the bounds of images. */
static void access_checked(struct gv_spv_ctx *c, struct gv_mem_op *op,
                           const struct gv_tex_target *t, const struct format *f, uint32_t var,
                           uint32_t image, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    struct gv_guard guard;
    uint32_t inside = is_inside(c, op, t, image);
    if (op->kind == GV_MEM_LOAD) {
        unsigned type = value_type(f);
        op->coord = gv_bounds_index(c, inside, op->coord);
        read_texel(c, op, f, image, out_vals);
        set_vals(gv_bounds_loaded(c, inside, gv_spv_gather(b, out_vals, 4, type), type, 4), type, 4,
                 out_vals);
        return;
    }
    gv_guard_begin(c, &op->block, inside, &guard);
    access_texel(c, op, f, var, image, out_vals);
    unsigned type = op->kind == GV_MEM_ATOMIC ? op->value_type : GV_U;
    uint32_t id = op->kind == GV_MEM_ATOMIC ? gv_spv_gather(b, out_vals, 1, type) : 0;
    id = gv_guard_end(c, &op->block, &guard, id, type);
    if (id)
        out_vals[0] = gv_val_scalar(id, type);
}

/* ---- RAW images: a row of dwords, x is a byte address ---------------------------------------- */

/* Returns the coordinates of the texel that is the i-th dword after the addressed dword. */
static uint32_t raw_coord(struct gv_spv_ctx *c, const struct gv_mem_op *op,
                          const struct gv_tex_target *t, unsigned i)
{
    struct gv_val number = gv_mem_word_after(c, op->word, i);
    uint32_t word = gv_spv_gather(&c->b, &number, 1, GV_U);
    if (num_coords(t) == 1)
        return word;
    uint32_t type = gv_spv_type(&c->b, GV_U, num_coords(t));
    return gv_spv_op(&c->b, SpvOpCompositeInsert, type, (uint32_t[]){word, op->coord, 0}, 3);
}

static void access_raw(struct gv_spv_ctx *c, struct gv_mem_op *op, const struct gv_tex_target *t,
                       const struct format *f, unsigned unit, struct gv_val out_vals[4])
{
    struct gv_spv_builder *b = &c->b;
    uint32_t var = image_var(c, unit, t, f);
    uint32_t image =
        op->kind == GV_MEM_ATOMIC ? 0 : gv_spv_op1(b, SpvOpLoad, image_type(c, t, f), var);
    if (op->kind == GV_MEM_SIZE) {
        size(c, op, t, unit, image, out_vals);
        uint32_t width = gv_spv_gather(b, &out_vals[0], 1, GV_U);
        uint32_t four = gv_spv_uint(b, 4, 1);
        out_vals[0] =
            gv_val_scalar(gv_spv_op2(b, SpvOpIMul, gv_spv_type(b, GV_U, 1), width, four), GV_U);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        struct gv_mem_op texel = *op;
        struct gv_val vals[4];
        if (!(op->mask >> i & 1))
            continue;
        texel.coord = raw_coord(c, op, t, i);
        if (op->kind == GV_MEM_STORE) {
            texel.value = gv_spv_gather(
                b, (struct gv_val[]){op->data[i], op->data[i], op->data[i], op->data[i]}, 4, GV_U);
            write_texel(c, &texel, f, image);
            continue;
        }
        if (op->kind == GV_MEM_ATOMIC)
            atomic(c, &texel, f, var, vals);
        else
            read_texel(c, &texel, f, image, vals);
        out_vals[i] = vals[0];
        op->block = texel.block;
    }
}

/* Whether the shader must check the bounds of an access, because the device does not. With
 * check_bounds, all accesses to buffers are checked; with check_exchanges, all exchanges. */
static bool must_check(const struct gv_spv_ctx *c, const struct gv_mem_op *op,
                       const struct gv_tex_target *t)
{
    const unsigned opcode = op->in->opcode;
    if (t->dim == SpvDimBuffer && c->key->device.check_bounds)
        return op->kind != GV_MEM_SIZE;
    return c->key->device.check_exchanges && op->kind == GV_MEM_ATOMIC &&
           (opcode == TGSI_OPCODE_ATOMCAS || gv_mem_atomic_is_loop(opcode));
}

static void access_image(struct gv_spv_ctx *c, struct gv_mem_op *op, const struct gv_tex_target *t,
                         unsigned unit, struct gv_val out_vals[4])
{
    struct format f = unit_format(c, unit);
    if (c->scan->images[unit].raw) {
        access_raw(c, op, t, &f, unit, out_vals);
        return;
    }
    uint32_t var = image_var(c, unit, t, &f);
    bool checked = must_check(c, op, t);
    uint32_t image = op->kind != GV_MEM_ATOMIC || checked
                         ? gv_spv_op1(&c->b, SpvOpLoad, image_type(c, t, &f), var)
                         : 0;
    if (op->kind == GV_MEM_SIZE)
        size(c, op, t, unit, image, out_vals);
    else if (checked)
        access_checked(c, op, t, &f, var, image, out_vals);
    else
        access_texel(c, op, &f, var, image, out_vals);
}

/* Accesses a slice of a 3D image as the 2D image that the shader declares. */
static void access_slice(struct gv_spv_ctx *c, struct gv_mem_op *op, unsigned unit,
                         struct gv_val out_vals[4])
{
    struct gv_mem_op texel = *op;
    uint32_t slice = gv_spv_uint(&c->b, c->key->common.image_slice[unit] - 1u, 1);
    if (op->kind != GV_MEM_SIZE)
        texel.coord = gv_spv_op2(&c->b, SpvOpCompositeConstruct, gv_spv_type(&c->b, GV_U, 3),
                                 op->coord, slice);
    access_image(c, &texel, gv_tex_target(TGSI_TEXTURE_3D), unit, out_vals);
    op->block = texel.block;
}

void gv_mem_image(struct gv_spv_ctx *c, struct gv_mem_op *op, unsigned unit,
                  struct gv_val out_vals[4])
{
    const struct gv_tex_target *t = gv_tex_device_target(c, c->scan->images[unit].target);
    if (c->key->common.image_slice[unit] && t->dim == SpvDim2D && !t->arrayed && !t->multisample)
        access_slice(c, op, unit, out_vals);
    else
        access_image(c, op, t, unit, out_vals);
}
