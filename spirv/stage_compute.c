/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What only COMP has: the size of a workgroup and the system values of a launch. */
#include "names.h"
#include "translate.h"

static void block_size(const struct gv_spv_ctx *c, uint32_t out_size[3])
{
    const uint32_t *properties = c->scan->properties;
    const uint32_t fixed[3] = {
        properties[TGSI_PROPERTY_CS_FIXED_BLOCK_WIDTH],
        properties[TGSI_PROPERTY_CS_FIXED_BLOCK_HEIGHT],
        properties[TGSI_PROPERTY_CS_FIXED_BLOCK_DEPTH],
    };
    bool is_fixed = fixed[0] || fixed[1] || fixed[2];
    for (unsigned i = 0; i < 3; i++) {
        uint32_t size = is_fixed ? fixed[i] : c->key->block_size[i];
        out_size[i] = size ? size : 1;
    }
}

void gv_spv_compute_modes(struct gv_spv_ctx *c)
{
    struct gv_spv_builder *b = &c->b;
    uint32_t words[6] = {6u << SpvWordCountShift | SpvOpExecutionMode, b->main,
                         SpvExecutionModeLocalSize};
    block_size(c, words + 3);
    gv_words_append(&b->modes, words, 6);
}

static void load_uvec3(struct gv_spv_ctx *c, unsigned i, SpvBuiltIn builtin)
{
    uint32_t type = gv_spv_type_uint(&c->b, 3);
    uint32_t id = gv_spv_op1(&c->b, SpvOpLoad, type, gv_spv_builtin(c, builtin, type, false));
    for (unsigned comp = 0; comp < 3; comp++)
        c->sv[i][comp] = gv_val_comp(id, GV_U, 3, comp);
}

void gv_spv_compute_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic)
{
    uint32_t size[3];
    switch (semantic) {
    case TGSI_SEMANTIC_THREAD_ID:
        load_uvec3(c, i, SpvBuiltInLocalInvocationId);
        break;
    case TGSI_SEMANTIC_BLOCK_ID:
        load_uvec3(c, i, SpvBuiltInWorkgroupId);
        break;
    case TGSI_SEMANTIC_GRID_SIZE:
        load_uvec3(c, i, SpvBuiltInNumWorkgroups);
        break;
    case TGSI_SEMANTIC_BLOCK_SIZE:
        block_size(c, size);
        for (unsigned comp = 0; comp < 3; comp++)
            c->sv[i][comp] = gv_val_imm(size[comp]);
        break;
    default:
        gv_spv_unsupported(c, GV_DIAG_SEMANTIC_UNSUPPORTED,
                           gv_tgsi_name(&gv_tgsi_semantics, semantic));
        break;
    }
}
