/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The state of one translation. Each field belongs to the file that its comment names, or to the
 * file that implements the field's subject. */
#ifndef GV_SPV_CONTEXT_H
#define GV_SPV_CONTEXT_H

#include "spirv/module/value.h"
#include "spirv/tgsi/reaching_defs.h"
#include "spirv/tgsi/tgsi.h"
#include "spirv/tgsi/walk.h"

/* A register of TEMP, OUT or ADDR. Each component that needs memory has a scalar Function variable,
 * because drivers turn scalar variables back into SSA values with the least effort. */
struct gv_spv_reg {
    struct gv_val comp[4]; /* valid if c->defs knows the component */
    uint32_t var[4];       /* Function variables of the components; 0: not created */
    int32_t vote[4];       /* negative if most accesses treat the component as an integer */
    uint8_t array;         /* index + 1 into arrays; 0: the register is in no array */
    uint8_t var_mask;      /* mask of the components that need a variable */
};

/* Indirectly addressed registers, stored in one Function array of vec4. */
struct gv_spv_array {
    uint32_t first; /* index of the array's first register in its file */
    uint32_t num;
    uint32_t var;
    int32_t vote;
    uint8_t type;
};

/* A variable of a built-in. */
struct gv_spv_builtin_var {
    uint32_t builtin;
    uint32_t var;
};

enum gv_flow_kind {
    GV_FLOW_IF,
    GV_FLOW_LOOP,
    GV_FLOW_SWITCH,
    GV_FLOW_MAIN, /* the main program; a return inside of control flow leaves it */
    GV_FLOW_SUB,  /* a subroutine; a return inside of control flow leaves it */
    GV_FLOW_DEAD
};

/* An open control flow construct. */
struct gv_spv_flow {
    uint8_t kind; /* enum gv_flow_kind; DEAD: the construct was opened in unreachable code */
    bool has_else;
    bool merge_reached; /* whether a branch targets `merge` */
    uint32_t merge;
    uint32_t other;   /* IF: the label of the else block; LOOP: the continue target */
    uint32_t header;  /* LOOP */
    size_t else_word; /* IF: offset of the else label in the body, in words */
    bool returned;    /* LOOP, SWITCH: a return inside the construct has branched to `merge`, from
                         where it must continue out of the enclosing constructs */
    bool in_case;     /* SWITCH: a case is open, whose merge label is `other` */
    bool has_default; /* SWITCH */
    uint32_t selector, matched; /* SWITCH: the selector; a bool variable: a case was entered */
    uint32_t returned_var;      /* SUB: the value of returned_var in the caller */
};

/* Results that the translation stores in the builder's cache, and their keys. */
enum {
    GV_CACHED_CONST = GV_CACHED_FIRST_FREE, /* buffer, register */
    GV_CACHED_POINTER,                      /* variable, component */
    GV_CACHED_DRIVER,                       /* member of the driver block, element */
    GV_CACHED_BUILTIN,                      /* kind and index of a built-in */
    GV_CACHED_RSQ,                          /* id of 1/sqrt(x), 0; the entry is x */
    GV_CACHED_WORD,                         /* word index, offset; or byte address, 4 */
    GV_CACHED_INPUT,                        /* register, vertex id */
    GV_CACHED_PAIR,                         /* ids of two words; the entry is their vector */
    GV_CACHED_WIDE, /* id of a vector of two words, type; the entry is the 64-bit value of these
                       words */
};

enum {
    GV_MAX_SPV_ARRAYS = 255,
    GV_MAX_BUILTINS = 24,
    GV_MAX_OUT_ARRAYS = 4,
    GV_MAX_BUFFER_BINDINGS = 16, /* bindings of each kind that a stage has in GALVAN_SET_BUFFER */
    GV_MAX_UNIT_SHAPES = 2,      /* image types that one sampler unit can be declared with */
};

/* The cache has one scope for the program, one for each open control flow construct, and one for a
 * switch over units. */
_Static_assert(GV_SPV_MAX_SCOPES >= GV_TGSI_MAX_NESTING + 2, "scopes of the builder's cache");

struct gv_spv_ctx {
    struct gv_spv_builder b;
    const struct gv_spv_stage *stage;
    const struct galvan_tgsi *tgsi;
    const struct gv_tgsi_scan *scan;
    const struct galvan_spirv_key *key;
    struct gv_tgsi_pos pos;
    enum galvan_result result; /* result of the first error */

    /* State of the walk over the instructions, and of control_flow.c. */
    struct gv_tgsi_walker walker;
    struct gv_spv_flow flow[GV_TGSI_MAX_NESTING + 1];
    unsigned depth;
    unsigned loop_depth;
    uint32_t entry; /* index of the subroutine that is the entry point; 0: the main program */
    uint32_t returned_var; /* bool variable: a nested return was executed; 0: not created */
    bool dead;             /* the current block has been terminated */
    bool exact;            /* the current instruction is _PRECISE */

    /* work_items.c: runs a workgroup with fewer threads, each of which executes several work
     * items. */
    struct {
        uint8_t *between;  /* region marks of regions.h; NULL: one item for each thread; owned */
        uint32_t num;      /* work items of a thread; 0: one item for each thread, and the fields
                              below are unused */
        uint32_t block[3]; /* workgroup size that the shader requests */
        uint32_t num_threads, thread; /* threads of the workgroup on the device, and the index of
                                         this thread */
        uint32_t item_var, item;      /* variable with the index of the current item, and its
                                         loaded value inside of a region */
        uint32_t cond_var, seen_var;  /* bool variables: the condition of uniform control flow,
                                         and whether any item has computed the condition */
        uint32_t returned_var;        /* bool variables that mark items that have returned; 0: no
                                         item can return */
        uint32_t header, next, merge; /* labels of the loop over items in the current region */
        bool in_region;
    } items;

    /* registers.c. register_alloc.c decides the layout. */
    struct gv_tgsi_defs defs;
    struct gv_spv_reg *regs; /* TEMP, then OUT, then ADDR; owned */
    uint32_t num_regs;
    uint32_t first_out, first_addr;
    struct gv_spv_array arrays[GV_MAX_SPV_ARRAYS];
    unsigned num_arrays;
    uint32_t in_array, imm_array; /* variables; 0: never indirectly addressed */

    /* Inputs and system values. */
    struct gv_val in[GV_TGSI_MAX_IO][4];
    struct gv_val sv[GV_TGSI_MAX_IO][4];
    uint32_t in_var[GALVAN_NUM_SLOTS];     /* FRAG: Input variable of a slot; 0: not created */
    uint32_t in_slots_var, in_patches_var; /* other stages: variables of all slots, and of the
                                              patch */
    unsigned num_in_vertices;              /* number of vertices of the input primitive or patch */
    struct gv_spv_builtin_var in_builtins[GV_MAX_BUILTINS];
    unsigned num_in_builtins;
    uint32_t invocation; /* index of the invocation in the patch; 0: not loaded */
    struct {
        uint32_t block, memory_mask; /* the task's block, and a mask of the dwords that are read
                                        from the block */
        uint32_t thread;             /* index of the thread in the task */
        uint32_t instance, vertex;   /* VERT: indices within the task, and within the instance */
        uint32_t vertex_index, instance_index; /* VERT: indices within the draw */
        uint32_t primitive; /* index of the primitive in the task; primitive_id: index of the
                               primitive in its instance */
        uint32_t primitive_id;
        uint32_t entries, first_entry; /* block of vertex entries, and the primitive's first
                                          entry */
        uint32_t entry_dwords;         /* size of an entry */
        uint32_t indices;              /* block of entry indices; 0: entries follow each other */
        uint32_t last_vertex; /* index of the patch's last vertex; 0: known from the shader */
        uint32_t patches, first_patch_dword; /* TESS_EVAL: the block of patches, and the patch's
                                                offset in that block */
        uint32_t point;                      /* TESS_EVAL: the block of domain points */
        uint32_t out_entries, out_patches;   /* TESS_CTRL: blocks to which vertex entries and patch
                                                entries are stored */
        uint32_t num_vertices_var, strip_index_var[GALVAN_MAX_STREAMS],
            num_primitives_var[GALVAN_MAX_STREAMS]; /* GEOM: variables that count all vertices, the
                                                       vertices of each stream's current strip, and
                                                       the primitives of each stream */
    } task;                                         /* the task of a lowered stage */

    /* Outputs. */
    uint32_t out_var[GALVAN_NUM_SLOTS];     /* FRAG: Output variable of a slot; 0: not created */
    uint32_t out_arrays[GV_MAX_OUT_ARRAYS]; /* arrays of outputs; outputs_patch.c assigns the
                                               indices. The first array holds the slots */
    unsigned num_out_vertices;              /* TESS_CTRL */
    struct gv_spv_builtin_var out_builtins[GV_MAX_BUILTINS];
    unsigned num_out_builtins;
    bool outputs_created;                      /* whether the first vertex has created all of the
                                                  variables above */
    uint32_t capture_var[GALVAN_MAX_CAPTURES]; /* Output variable of a capture; 0: not created */
    unsigned num_captures;                     /* 0: nothing is captured */
    uint32_t extra_var[GALVAN_NUM_EXTRAS];     /* variables of internal varyings; 0: not created */
    uint32_t line_run;   /* VERT: for entry_lines, stipple position at the line's start; 0:
                            unknown */
    uint32_t point_side; /* VERT: for point_quads, a vec2 of -1 or 1 on each axis; 0: not a point */
    uint32_t spill_entries, spill_weights; /* VERT: GALVAN_EXTRA_SPILL_*; 0: unset */
    uint32_t coverage, coverage_mask;      /* FRAG: coverage after smoothing; 0: full coverage */

    /* Variables and types of memory; 0: not created. */
    uint32_t const_var[GV_TGSI_MAX_CONST_BUFFERS];
    uint32_t push_var, driver_var;
    uint32_t words_array;  /* runtime array of uint */
    uint32_t words_block;  /* struct of one runtime array of uint */
    uint32_t global_block; /* a block of which all threads see the same contents */
    uint32_t buffer_var[GV_MAX_BUFFER_BINDINGS], atomic_var[GV_MAX_BUFFER_BINDINGS];
    uint32_t image_var[GV_TGSI_MAX_IMAGES];
    uint32_t shared_var, private_var;
    uint32_t block_size;    /* COMP: uvec3; 0: constant */
    uint32_t num_ended_var; /* COMP: variable that counts ended threads of the workgroup; 0: not
                               needed */

    /* Variables and types of textures. */
    struct gv_spv_texture {
        uint32_t var;
        uint32_t image_type; /* OpTypeImage */
    } textures[GV_TGSI_MAX_SAMPLERS][GV_MAX_UNIT_SHAPES];
    uint32_t handle_var[TGSI_TEXTURE_COUNT]; /* for each target, the array of textures that handles
                                                index */
    uint32_t attachment_var[8]; /* fb_fetch.c: input attachments, or textures with copies of them */
};

/* Reports that the shader uses an unsupported form, named by `what`. Translation stops after the
 * current instruction. */
void gv_spv_unsupported(struct gv_spv_ctx *c, uint32_t code, const char *what);

#endif
