/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Loads the system values (file SV) that the shader uses. subgroup.c provides the subgroup values,
 * and the stage provides all other values. */
#include "spirv/tgsi/names.h"
#include "spirv/translate/base/stage.h"
#include "spirv/translate/interface/inputs.h"
#include "spirv/translate/opcodes/subgroup.h"

void gv_spv_load_system_values(struct gv_spv_ctx *c)
{
    for (unsigned i = 0; i < GV_TGSI_MAX_IO; i++) {
        const struct gv_tgsi_io *sv = &c->scan->sv[i];
        if (!sv->used)
            continue;
        for (unsigned comp = 0; comp < 4; comp++)
            c->sv[i][comp] = gv_val_imm(0);
        if (!gv_spv_subgroup_value(c, sv->semantic, c->sv[i]) &&
            !c->stage->system_value(c, i, sv->semantic))
            gv_spv_unsupported(c, GV_DIAG_SEMANTIC_UNSUPPORTED,
                               gv_tgsi_name(&gv_tgsi_semantics, sv->semantic));
    }
}
