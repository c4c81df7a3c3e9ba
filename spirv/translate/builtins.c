/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Built-in variables, and the system values (file SV) made of them. */
#include "spirv/tgsi/names.h"
#include "spirv/translate/translate.h"

uint32_t gv_spv_builtin(struct gv_spv_ctx *c, SpvBuiltIn builtin, uint32_t type, bool flat)
{
    for (unsigned i = 0; i < c->num_builtins; i++) {
        if (c->builtins[i].builtin == (uint32_t)builtin)
            return c->builtins[i].var;
    }
    uint32_t var = gv_spv_global(&c->b, SpvStorageClassInput, type);
    gv_spv_decorate1(&c->b, var, SpvDecorationBuiltIn, (uint32_t)builtin);
    if (flat && c->scan->processor == TGSI_PROCESSOR_FRAGMENT)
        gv_spv_decorate(&c->b, var, SpvDecorationFlat);
    if (c->num_builtins < GV_MAX_BUILTINS)
        c->builtins[c->num_builtins++] = (struct gv_spv_made_builtin){(uint32_t)builtin, var};
    return var;
}

uint32_t gv_spv_builtin_output(struct gv_spv_ctx *c, SpvBuiltIn builtin, uint32_t type)
{
    for (unsigned i = 0; i < c->num_out_builtins; i++) {
        if (c->out_builtins[i].builtin == (uint32_t)builtin)
            return c->out_builtins[i].var;
    }
    uint32_t var = gv_spv_global(&c->b, SpvStorageClassOutput, type);
    gv_spv_decorate1(&c->b, var, SpvDecorationBuiltIn, (uint32_t)builtin);
    if (c->num_out_builtins < GV_MAX_BUILTINS)
        c->out_builtins[c->num_out_builtins++] =
            (struct gv_spv_made_builtin){(uint32_t)builtin, var};
    return var;
}

static uint32_t load_uint(struct gv_spv_ctx *c, SpvBuiltIn builtin)
{
    uint32_t type = gv_spv_type_uint(&c->b, 1);
    return gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_builtin(c, builtin, type, true));
}

uint32_t gv_spv_front_facing(struct gv_spv_ctx *c)
{
    uint32_t type = gv_spv_type_bool(&c->b, 1);
    if (c->key->back_facing)
        return gv_spv_const_bool(&c->b, false);
    return gv_spv_op1(&c->b, SpvOpLoad, type,
                      gv_spv_builtin(c, SpvBuiltInFrontFacing, type, false));
}

static void set_uint(struct gv_spv_ctx *c, unsigned index, uint32_t id)
{
    c->sv[index][0] = gv_val_scalar(id, GV_U);
}

static void set_vector(struct gv_spv_ctx *c, unsigned index, uint32_t id, unsigned num)
{
    for (unsigned i = 0; i < num; i++)
        c->sv[index][i] = gv_val_comp(id, GV_F, num, i);
}

static uint32_t minus(struct gv_spv_ctx *c, uint32_t x, uint32_t y)
{
    return gv_spv_op2(&c->b, SpvOpISub, gv_spv_type_uint(&c->b, 1), x, y);
}

static void sample_mask(struct gv_spv_ctx *c, unsigned index)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type = gv_spv_type_uint(b, 1);
    uint32_t var = gv_spv_builtin(c, SpvBuiltInSampleMask, gv_spv_type_array(b, type, 1), true);
    uint32_t p = gv_spv_op2(b, SpvOpAccessChain, gv_spv_type_pointer(b, SpvStorageClassInput, type),
                            var, gv_spv_const_uint(b, 0));
    set_uint(c, index, gv_spv_op1(b, SpvOpLoad, type, p));
}

static uint32_t push_uint(struct gv_spv_ctx *c, unsigned offset_B)
{
    return gv_spv_push(c, offset_B, GV_U);
}

/* Vulkan calls the first vertex of a draw without indices its base, Gallium does not. */
static uint32_t base_vertex(struct gv_spv_ctx *c)
{
    if (!c->key->draw_parameters)
        return push_uint(c, offsetof(struct galvan_push_block, base_vertex));
    gv_spv_capability(&c->b, SpvCapabilityDrawParameters);
    return gv_spv_op2(&c->b, SpvOpBitwiseAnd, gv_spv_type_uint(&c->b, 1),
                      load_uint(c, SpvBuiltInBaseVertex),
                      push_uint(c, offsetof(struct galvan_push_block, indexed)));
}

uint32_t gv_spv_base_instance(struct gv_spv_ctx *c)
{
    if (!c->key->draw_parameters)
        return push_uint(c, offsetof(struct galvan_push_block, base_instance));
    gv_spv_capability(&c->b, SpvCapabilityDrawParameters);
    return load_uint(c, SpvBuiltInBaseInstance);
}

static uint32_t draw_id(struct gv_spv_ctx *c)
{
    uint32_t first = push_uint(c, offsetof(struct galvan_push_block, draw_id));
    if (!c->key->draw_parameters)
        return first;
    gv_spv_capability(&c->b, SpvCapabilityDrawParameters);
    return gv_spv_op2(&c->b, SpvOpIAdd, gv_spv_type_uint(&c->b, 1),
                      load_uint(c, SpvBuiltInDrawIndex), first);
}

static void vertex_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    switch (semantic) {
    case TGSI_SEMANTIC_VERTEXID:
        set_uint(c, i, load_uint(c, SpvBuiltInVertexIndex));
        break;
    case TGSI_SEMANTIC_VERTEXID_NOBASE:
        set_uint(c, i, minus(c, load_uint(c, SpvBuiltInVertexIndex), base_vertex(c)));
        break;
    case TGSI_SEMANTIC_INSTANCEID:
        set_uint(c, i, minus(c, load_uint(c, SpvBuiltInInstanceIndex), gv_spv_base_instance(c)));
        break;
    case TGSI_SEMANTIC_BASEVERTEX:
        set_uint(c, i, base_vertex(c));
        break;
    case TGSI_SEMANTIC_BASEINSTANCE:
        set_uint(c, i, gv_spv_base_instance(c));
        break;
    case TGSI_SEMANTIC_DRAWID:
        set_uint(c, i, draw_id(c));
        break;
    default:
        gv_spv_unsupported(c, GV_DIAG_SEMANTIC_UNSUPPORTED,
                           gv_tgsi_name(&gv_tgsi_semantics, semantic));
        break;
    }
}

static void geometry_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    switch (semantic) {
    case TGSI_SEMANTIC_INVOCATIONID:
        set_uint(c, i, load_uint(c, SpvBuiltInInvocationId));
        break;
    case TGSI_SEMANTIC_PRIMID:
        set_uint(c, i, load_uint(c, SpvBuiltInPrimitiveId));
        break;
    default:
        gv_spv_unsupported(c, GV_DIAG_SEMANTIC_UNSUPPORTED,
                           gv_tgsi_name(&gv_tgsi_semantics, semantic));
        break;
    }
}

static void fragment_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t type;
    switch (semantic) {
    case TGSI_SEMANTIC_FACE:
        c->sv[i][0] = gv_val_scalar(gv_spv_front_facing(c), GV_B);
        break;
    case TGSI_SEMANTIC_POSITION:
        set_vector(c, i, gv_spv_frag_coord(c), 4);
        break;
    case TGSI_SEMANTIC_PCOORD:
        set_vector(c, i, gv_spv_point_coord(c), 4);
        break;
    case TGSI_SEMANTIC_SAMPLEID:
        gv_spv_capability(b, SpvCapabilitySampleRateShading);
        set_uint(c, i, load_uint(c, SpvBuiltInSampleId));
        break;
    case TGSI_SEMANTIC_SAMPLEPOS:
        gv_spv_capability(b, SpvCapabilitySampleRateShading);
        type = gv_spv_type_float(b, 2);
        set_vector(c, i,
                   gv_spv_op1(b, SpvOpLoad, type,
                              gv_spv_builtin(c, SpvBuiltInSamplePosition, type, false)),
                   2);
        break;
    case TGSI_SEMANTIC_SAMPLEMASK:
        sample_mask(c, i);
        break;
    case TGSI_SEMANTIC_HELPER_INVOCATION:
        type = gv_spv_type_bool(b, 1);
        c->sv[i][0] =
            gv_val_scalar(gv_spv_op1(b, SpvOpLoad, type,
                                     gv_spv_builtin(c, SpvBuiltInHelperInvocation, type, false)),
                          GV_B);
        break;
    default:
        gv_spv_unsupported(c, GV_DIAG_SEMANTIC_UNSUPPORTED,
                           gv_tgsi_name(&gv_tgsi_semantics, semantic));
        break;
    }
}

void gv_spv_system_values(struct gv_spv_ctx *c)
{
    for (unsigned i = 0; i < GV_TGSI_MAX_IO; i++) {
        const struct gv_tgsi_io *sv = &c->scan->sv[i];
        if (!sv->used)
            continue;
        for (unsigned comp = 0; comp < 4; comp++)
            c->sv[i][comp] = gv_val_imm(0);
        if (gv_spv_subgroup_value(c, sv->semantic, c->sv[i]))
            continue;
        if (c->scan->processor == TGSI_PROCESSOR_VERTEX)
            vertex_value(c, i, sv->semantic);
        else if (c->scan->processor == TGSI_PROCESSOR_COMPUTE)
            gv_spv_compute_value(c, i, sv->semantic);
        else if (c->scan->processor == TGSI_PROCESSOR_TESS_CTRL ||
                 c->scan->processor == TGSI_PROCESSOR_TESS_EVAL)
            gv_spv_tess_value(c, i, sv->semantic);
        else if (c->scan->processor == TGSI_PROCESSOR_GEOMETRY)
            geometry_value(c, i, sv->semantic);
        else
            fragment_value(c, i, sv->semantic);
    }
}
