/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A stage as a value: where its inputs come from, where its outputs go, and what differs from stage
 * to stage in between. stages.c chooses the row; all other code asks the row and never which stage
 * it is. A stage that is run as another one (a vertex shader as a compute kernel that writes its
 * outputs to a buffer) is a row of its own. */
#ifndef GV_SPV_STAGE_H
#define GV_SPV_STAGE_H

#include "spirv/module/value.h"
#include "spirv/tgsi/tgsi.h"

struct gv_spv_ctx;

enum {
    GV_SPV_NO_BORDERS = -1,
};

/* What a vertex knows of its draw. */
enum gv_spv_draw_value {
    GV_SPV_VERTEX_INDEX,   /* base vertex included */
    GV_SPV_INSTANCE_INDEX, /* base instance included */
    GV_SPV_BASE_VERTEX,
    GV_SPV_BASE_INSTANCE,
    GV_SPV_DRAW_ID,
};

struct gv_spv_stage {
    SpvExecutionModel model;

    /* What has to be known before registers are allocated. NULL: nothing. */
    void (*plan)(struct gv_spv_ctx *c);
    /* Execution modes, capabilities, and the numbers of vertices. NULL: none. */
    void (*modes)(struct gv_spv_ctx *c);
    /* Code before any input is loaded, and code between the system values and the first
     * instruction. NULL: none. */
    void (*begin)(struct gv_spv_ctx *c);
    void (*enter)(struct gv_spv_ctx *c);

    /* Source of IN: registers in c->in that are loaded once at the start, or a read where each
     * operand stands. Both NULL: the stage has no inputs. */
    void (*load_inputs)(struct gv_spv_ctx *c);
    void (*read_input)(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                       struct gv_val out_vals[4]);
    /* Fills c->sv[i], which is zeros, from a semantic; false: the stage has no such value. */
    bool (*system_value)(struct gv_spv_ctx *c, unsigned i, unsigned semantic);
    /* As uint. NULL: what the stage sees are no vertices of a draw. */
    uint32_t (*draw_value)(struct gv_spv_ctx *c, enum gv_spv_draw_value value);

    /* Sink of OUT where each access goes to memory. Both NULL: OUT are registers, which end() or
     * emit_vertex() reads. */
    void (*read_output)(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                        struct gv_val out_vals[4]);
    void (*write_output)(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                         const struct gv_val vals[4]);
    /* EMIT and ENDPRIM. NULL: the outputs leave at the end. */
    void (*emit_vertex)(struct gv_spv_ctx *c, unsigned stream);
    void (*end_primitive)(struct gv_spv_ctx *c, unsigned stream);
    /* Code in front of each OpReturn of the program. */
    void (*end)(struct gv_spv_ctx *c);

    /* What galvan_spirv_inputs() and galvan_spirv_needs_driver_block() answer. NULL: the inputs of
     * the scan; false. */
    uint64_t (*input_slots)(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key);
    bool (*reads_driver_block)(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key);

    /* A built-in that differs between invocations, and its components: see branch.h. */
    SpvBuiltIn varying_builtin;
    uint8_t varying_components;

    /* Capabilities that these built-ins need here. */
    SpvCapability point_size;     /* Shader: none, and sizes are always written */
    SpvCapability layer;          /* of vertices that leave */
    SpvCapability viewport_index; /* likewise */

    int8_t first_border;      /* in the driver block, of the units' border colours */
    bool interpolates;        /* inputs are interpolated: integers are Flat, there is a face */
    bool derivatives;         /* lookups without a level choose it by derivatives */
    bool workgroup;           /* there are workgroups with memory that they share */
    bool patch_inputs;        /* IN of semantic PATCH belongs to the patch, not to its vertices */
    bool passes_primitive_id; /* the next stage finds a primitive's number only if it is written */
    bool entry_outputs;       /* OUT lies in memory that the workgroup shares */
    bool pulls_inputs;        /* whatever key.attrib says */
    bool has_entries;         /* key.entry says where the program begins */
};

#endif
