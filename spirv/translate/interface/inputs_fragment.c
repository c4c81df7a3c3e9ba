/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fragment inputs: built-ins, and varyings, which rasterizer state may replace or change. */
#include "spirv/translate/base/builtins.h"
#include "spirv/translate/base/uniform_blocks.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/lower/fragment.h"
#include "spirv/translate/varyings/extra_varyings.h"
#include "spirv/translate/varyings/fragment_varyings.h"
#include "spirv/translate/varyings/spilled_varyings.h"

static void set_vec4(struct gv_spv_ctx *c, unsigned index, uint32_t id)
{
    gv_val_vector(id, GV_F, 4, 4, c->in[index]);
}

static void set_viewport_index(struct gv_spv_ctx *c, unsigned index)
{
    gv_spv_capability(&c->b, SpvCapabilityMultiViewport);
    c->in[index][0] = gv_val_scalar(gv_spv_load_uint(c, SpvBuiltInViewportIndex), GV_U);
}

/* Sets PRIM_ID. A quad or polygon is drawn as several triangles, which share one primitive id. */
static void set_primitive_id(struct gv_spv_ctx *c, unsigned index)
{
    uint32_t var = gv_spv_extra_input(c, GALVAN_EXTRA_PRIMITIVE_ID);
    if (var) {
        uint32_t bits = gv_spv_op1(&c->b, SpvOpLoad, gv_spv_type_float(&c->b, 1), var);
        c->in[index][0] = gv_val_scalar(bits, GV_F);
        return;
    }
    if (c->key->device.no_geometry) {
        c->in[index][0] = gv_val_imm(0);
        return;
    }
    gv_spv_capability(&c->b, SpvCapabilityGeometry);
    uint32_t id = gv_spv_load_uint(c, SpvBuiltInPrimitiveId);
    uint32_t shift = gv_spv_push(c, offsetof(struct galvan_push_block, primitive_shift), GV_U);
    c->in[index][0] = gv_val_scalar(
        gv_spv_op2(&c->b, SpvOpShiftRightLogical, gv_spv_type_uint(&c->b, 1), id, shift), GV_U);
}

static uint32_t load_slot(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, unsigned slot)
{
    if (gv_spv_is_spilled(c, slot))
        return gv_spv_load_spilled(c, io, slot);
    uint32_t type = gv_spv_type_float(&c->b, 4);
    uint32_t var = gv_spv_varying(c, io, slot);
    return gv_spv_op1(&c->b, SpvOpLoad, type, var);
}

static uint32_t load_back_color(struct gv_spv_ctx *c, const struct gv_tgsi_io *io)
{
    return load_slot(c, io, GALVAN_SLOT_BCOLOR(io->semantic_index));
}

static void load_varying(struct gv_spv_ctx *c, unsigned index, const struct gv_tgsi_io *io)
{
    uint32_t id = load_slot(c, io, (unsigned)io->slot);
    if (io->semantic == TGSI_SEMANTIC_COLOR && c->key->fragment.light_twoside)
        id = gv_spv_lower_two_side(c, id, load_back_color(c, io));
    if (io->semantic == TGSI_SEMANTIC_FOG)
        c->in[index][0] = gv_val_comp(id, GV_F, 4, 0); /* y, z and w stay (0, 0, 1) */
    else
        set_vec4(c, index, id);
}

/* Returns the lowest viewport that the pass draws. */
static struct gv_val visible_viewport(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t u32 = gv_spv_type_uint(b, 1);
    uint32_t visible = gv_spv_push(c, offsetof(struct galvan_push_block, viewport_bit_masks), GV_U);
    visible = gv_spv_op2(b, SpvOpShiftRightLogical, u32, visible, gv_spv_uint(b, 16, 1));
    return gv_val_scalar(gv_spv_ext1(b, GLSLstd450FindILsb, u32, visible), GV_U);
}

/* Returns 1 on front faces, -1 on back faces. */
static struct gv_val face(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t back = gv_spv_const_float(b, -1.0f);
    uint32_t front = gv_spv_const_float(b, 1.0f);
    uint32_t is_front = gv_spv_front_facing(c);
    uint32_t id = gv_spv_op3(b, SpvOpSelect, gv_spv_type_float(b, 1), is_front, front, back);
    return gv_val_scalar(id, GV_F);
}

static void load_input(struct gv_spv_ctx *c, unsigned index, const struct gv_tgsi_io *io)
{
    switch (io->semantic) {
    case TGSI_SEMANTIC_POSITION:
        set_vec4(c, index, gv_spv_frag_coord(c));
        return;
    case TGSI_SEMANTIC_FACE:
        c->in[index][0] = face(c);
        return;
    case TGSI_SEMANTIC_PCOORD:
        set_vec4(c, index, gv_spv_point_coord(c));
        return;
    case TGSI_SEMANTIC_PRIMID:
        set_primitive_id(c, index);
        return;
    case TGSI_SEMANTIC_LAYER:
        c->in[index][0] = gv_val_scalar(gv_spv_load_layer(c), GV_U);
        return;
    case TGSI_SEMANTIC_VIEWPORT_INDEX:
        if (c->key->raster.shown_viewports)
            c->in[index][0] = visible_viewport(c);
        else if (c->key->raster.no_viewport_index)
            c->in[index][0] = gv_val_imm(0);
        else
            set_viewport_index(c, index);
        return;
    default:
        break;
    }
    if (gv_spv_is_sprite(c->key, io))
        set_vec4(c, index, gv_spv_point_coord(c));
    else if (io->slot >= 0)
        load_varying(c, index, io);
}

void gv_spv_load_fragment_inputs(struct gv_spv_ctx *c)
{
    for (unsigned i = 0; i < c->scan->num_in; i++) {
        if (c->scan->in[i].used)
            load_input(c, i, &c->scan->in[i]);
    }
}
