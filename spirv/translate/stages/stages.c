/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/translate/stages/stages.h"

#include "spirv/translate/base/context.h"
#include "spirv/translate/base/stage.h"

const struct gv_spv_stage *gv_spv_stage_of(const struct galvan_tgsi *tgsi,
                                           const struct galvan_spirv_key *key)
{
    static const struct gv_spv_stage *const stages[TGSI_PROCESSOR_COUNT] = {
        [TGSI_PROCESSOR_VERTEX] = &gv_spv_vertex_stage,
        [TGSI_PROCESSOR_TESS_CTRL] = &gv_spv_tess_ctrl_stage,
        [TGSI_PROCESSOR_TESS_EVAL] = &gv_spv_tess_eval_stage,
        [TGSI_PROCESSOR_GEOMETRY] = &gv_spv_geometry_stage,
        [TGSI_PROCESSOR_FRAGMENT] = &gv_spv_fragment_stage,
        [TGSI_PROCESSOR_COMPUTE] = &gv_spv_compute_stage,
    };
    static const struct gv_spv_stage *const lowered[TGSI_PROCESSOR_COUNT] = {
        [TGSI_PROCESSOR_VERTEX] = &gv_spv_vertex_compute_stage,
        [TGSI_PROCESSOR_TESS_CTRL] = &gv_spv_tess_ctrl_compute_stage,
        [TGSI_PROCESSOR_TESS_EVAL] = &gv_spv_tess_eval_compute_stage,
        [TGSI_PROCESSOR_GEOMETRY] = &gv_spv_geometry_compute_stage,
    };
    const unsigned processor = tgsi->scan.processor;
    return key->vertex.lowered && lowered[processor] ? lowered[processor] : stages[processor];
}
