/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A stage as a table of functions and properties: the sources of its inputs, the destinations of
 * its outputs, and everything else that differs between stages. stages.c chooses the table. Other
 * code uses the table and never checks which stage it translates. A lowered stage, such as a vertex
 * shader that runs as a compute shader and writes its outputs to a buffer, has its own table. */
#ifndef GV_SPV_STAGE_H
#define GV_SPV_STAGE_H

#include "spirv/module/value.h"
#include "spirv/tgsi/tgsi.h"

struct gv_spv_ctx;

enum {
    GV_SPV_NO_BORDERS = -1,
};

/* The values that identify a vertex in its draw. */
enum gv_spv_draw_value {
    GV_SPV_VERTEX_INDEX,   /* base vertex included */
    GV_SPV_INSTANCE_INDEX, /* base instance included */
    GV_SPV_BASE_VERTEX,
    GV_SPV_BASE_INSTANCE,
    GV_SPV_DRAW_ID,
};

struct gv_spv_stage {
    SpvExecutionModel model;

    /* Decides what register allocation must know about the stage. May be NULL. */
    void (*plan)(struct gv_spv_ctx *c);
    /* Declares execution modes and capabilities, and sets the numbers of vertices. May be NULL. */
    void (*modes)(struct gv_spv_ctx *c);
    /* begin() generates code before inputs are loaded; enter() generates code between the system
     * values and the first instruction. Both may be NULL. */
    void (*begin)(struct gv_spv_ctx *c);
    void (*enter)(struct gv_spv_ctx *c);

    /* One of these two functions provides the inputs: load_inputs fills c->in at the start, or
     * read_input reads a register at each operand. If both are NULL, the stage has no inputs. */
    void (*load_inputs)(struct gv_spv_ctx *c);
    void (*read_input)(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                       struct gv_val out_vals[4]);
    /* Fills c->sv[i], which is zero before the call, with a system value. Returns false if the
     * stage lacks the system value. */
    bool (*system_value)(struct gv_spv_ctx *c, unsigned i, unsigned semantic);
    /* Returns the uint id of one of the draw's values. The pointer is NULL if the stage does not
     * process the vertices of a draw. */
    uint32_t (*draw_value)(struct gv_spv_ctx *c, enum gv_spv_draw_value value);

    /* Read and write an output that is in memory. If both functions are NULL, outputs are
     * registers, which end() or emit_vertex() reads. */
    void (*read_output)(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                        struct gv_val out_vals[4]);
    void (*write_output)(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                         const struct gv_val vals[4]);
    /* Implement EMIT and ENDPRIM. Both pointers are NULL if end() stores the outputs. */
    void (*emit_vertex)(struct gv_spv_ctx *c, unsigned stream);
    void (*end_primitive)(struct gv_spv_ctx *c, unsigned stream);
    /* Generates code before each OpReturn of the main program. */
    void (*end)(struct gv_spv_ctx *c);

    /* Implement galvan_spirv_inputs() and galvan_spirv_needs_driver_block(). If the pointers are
     * NULL, galvan_spirv_inputs() returns the scan's inputs_mask, and
     * galvan_spirv_needs_driver_block() returns false. */
    uint64_t (*input_slots)(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key);
    bool (*reads_driver_block)(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key);

    /* A built-in that differs between invocations, and its number of components: see branch.h. */
    SpvBuiltIn varying_builtin;
    uint8_t varying_components;

    /* Capabilities that these outputs need in this stage. */
    SpvCapability point_size;     /* needed to write the point size. SpvCapabilityShader: no further
                                     capability is needed, and the point size is always written */
    SpvCapability layer;          /* needed to write the layer in the last vertex stage */
    SpvCapability viewport_index; /* needed to write the viewport index in the last vertex stage */

    int8_t first_border; /* index of the border colours of this stage's units in the driver block */
    bool interpolates;   /* inputs are interpolated: integers are Flat, and FrontFacing exists */
    bool derivatives;    /* lookups without an explicit level compute their level from
                            derivatives */
    bool workgroup;      /* the stage has workgroups with shared memory */
    bool patch_inputs; /* IN with semantic PATCH belongs to the patch rather than to its vertices */
    bool passes_primitive_id; /* the next stage gets a primitive id only if this stage writes it */
    bool entry_outputs;       /* OUT is memory that the threads of the workgroup share */
    bool pulls_inputs;        /* the stage pulls all inputs and ignores key.vertex.attrib */
    bool has_entries;         /* key.compute.entry chooses the entry point */
};

#endif
