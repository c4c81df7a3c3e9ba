/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The state of one translation: what is translated, and what has been made of it so far. Each field
 * belongs to the file that its comment names, or to the one whose subject it is. */
#ifndef GV_SPV_CONTEXT_H
#define GV_SPV_CONTEXT_H

#include "spirv/module/value.h"
#include "spirv/tgsi/reaching_defs.h"
#include "spirv/tgsi/tgsi.h"
#include "spirv/tgsi/walk.h"

/* A register of TEMP, OUT or ADDR. Where a component needs memory, it has a scalar Function
 * variable of its own: devices turn those into SSA values again with the least effort. */
struct gv_spv_reg {
    struct gv_val comp[4]; /* set where c->defs knows the component */
    uint32_t var[4];       /* 0: not made */
    int32_t vote[4];       /* below 0: mostly used as integer */
    uint8_t array;         /* index + 1 into arrays, 0: none */
    uint8_t var_mask;      /* components that need a variable */
};

/* Indexed registers kept in one Function array of vec4. */
struct gv_spv_array {
    uint32_t first; /* first register of the file */
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
    GV_FLOW_MAIN, /* the whole program, where returns leave it from inside */
    GV_FLOW_SUB,  /* a subroutine, likewise */
    GV_FLOW_DEAD
};

/* Open control flow. */
struct gv_spv_flow {
    uint8_t kind; /* enum gv_flow_kind; DEAD: opened in code that never runs */
    bool has_else;
    bool merge_reached; /* some branch goes to merge */
    uint32_t merge;
    uint32_t other;             /* IF: the label of the other arm; LOOP: the continue target */
    uint32_t header;            /* LOOP */
    size_t else_word;           /* IF: place of the other arm's label in the body */
    bool returned;              /* LOOP, SWITCH: a return went to merge and goes on from there */
    bool in_case;               /* SWITCH: a case is open, other is its end */
    bool has_default;           /* SWITCH */
    uint32_t selector, matched; /* SWITCH: the value; a bool variable: a case was entered */
    uint32_t returned_var;      /* SUB: the caller's */
};

/* Results that the translation remembers in the builder's cache. */
enum {
    GV_CACHED_CONST = GV_CACHED_FIRST_FREE, /* buffer, register */
    GV_CACHED_POINTER,                      /* variable, component */
    GV_CACHED_DRIVER,                       /* member of the driver block, element */
    GV_CACHED_BUILTIN,                      /* any value made once: kind, number */
    GV_CACHED_RSQ,                          /* id of 1/sqrt(x), 0: x */
    GV_CACHED_WORD,                         /* word number, what is added; or byte address, 4 */
    GV_CACHED_INPUT,                        /* register, id of the vertex */
    GV_CACHED_PAIR,                         /* two word ids: their vector */
    GV_CACHED_WIDE,                         /* a vector of two words, type: the 64-bit value */
};

enum {
    GV_MAX_SPV_ARRAYS = 255,
    GV_MAX_BUILTINS = 24,
    GV_MAX_OUT_ARRAYS = 4,
    GV_MAX_BUFFER_BINDINGS = 16, /* of each kind in a stage's share of GALVAN_SET_BUFFER */
    GV_MAX_UNIT_SHAPES = 2,      /* image types that one sampler unit may be read as */
};

/* The program, its control flow, and a switch over units inside it. */
_Static_assert(GV_SPV_MAX_SCOPES >= GV_TGSI_MAX_NESTING + 2, "scopes of the builder's cache");

struct gv_spv_ctx {
    struct gv_spv_builder b;
    const struct gv_spv_stage *stage;
    const struct galvan_tgsi *tgsi;
    const struct gv_tgsi_scan *scan;
    const struct galvan_spirv_key *key;
    struct gv_tgsi_pos pos;
    enum galvan_result result; /* of the first failure */

    /* The walk over the instructions, and control_flow.c. */
    struct gv_tgsi_walker walker;
    struct gv_spv_flow flow[GV_TGSI_MAX_NESTING + 1];
    unsigned depth;
    unsigned loop_depth;
    uint32_t entry;        /* the subroutine that is translated; 0: as the shader begins */
    uint32_t returned_var; /* bool: a return from inside control flow is on its way; 0: not made */
    bool dead;             /* the present block has ended */
    bool exact;            /* the present instruction is _PRECISE */

    /* work_items.c: the threads of a block as work items, several to a thread of the device. */
    struct {
        uint8_t *between;             /* marks of regions.h; NULL: one to a thread; owned */
        uint32_t num;                 /* of a thread; 0: one to a thread, as follows */
        uint32_t block[3];            /* size of the block */
        uint32_t num_threads, thread; /* of the device: in a block, and the number of this one */
        uint32_t item_var, item;      /* which one is at work; its value, in regions */
        uint32_t cond_var, seen_var; /* bools: of uniform control flow, and that some item set it */
        uint32_t returned_var;       /* bools: which items have returned; 0: none can */
        uint32_t header, next, merge; /* labels of the loop that is the present region */
        bool in_region;
    } items;

    /* registers.c; register_alloc.c lays them out. */
    struct gv_tgsi_defs defs;
    struct gv_spv_reg *regs; /* TEMP, then OUT, then ADDR; owned */
    uint32_t num_regs;
    uint32_t first_out, first_addr;
    struct gv_spv_array arrays[GV_MAX_SPV_ARRAYS];
    unsigned num_arrays;
    uint32_t in_array, imm_array; /* variables, 0: not indexed */

    /* Inputs and system values. */
    struct gv_val in[GV_TGSI_MAX_IO][4];
    struct gv_val sv[GV_TGSI_MAX_IO][4];
    uint32_t in_var[GALVAN_NUM_SLOTS];     /* FRAG: Input variable of a slot, 0: not made */
    uint32_t in_slots_var, in_patches_var; /* other stages: of all slots, of the patch */
    unsigned num_in_vertices;              /* of the primitive or patch that the stage sees */
    struct gv_spv_builtin_var in_builtins[GV_MAX_BUILTINS];
    unsigned num_in_builtins;
    uint32_t invocation; /* its number; 0: not loaded */
    struct {
        uint32_t block, memory_mask;           /* of the job: a block, and which are there */
        uint32_t thread;                       /* its number in the job */
        uint32_t instance, vertex;             /* VERT: of the job, and of that instance */
        uint32_t vertex_index, instance_index; /* VERT: of the draw */
        uint32_t primitive;                    /* its number in the job, and in its instance: */
        uint32_t primitive_id;
        uint32_t entries, first_entry; /* a block, and the record of the primitive's vertex 0 */
        uint32_t entry_dwords;         /* of each */
        uint32_t indices;              /* a block of numbers of records; 0: one after the other */
        uint32_t last_vertex;          /* of a patch; 0: the shader knows */
        uint32_t patches, first_patch_dword; /* TESS_EVAL: a block, and the patch in it */
        uint32_t point;                      /* TESS_EVAL: the block of domain points */
        uint32_t out_entries, out_patches;   /* TESS_CTRL: blocks */
        uint32_t num_vertices_var, strip_index_var[GALVAN_MAX_STREAMS],
            num_primitives_var[GALVAN_MAX_STREAMS]; /* GEOM: so far, of each stream in its strip */
    } task;                                         /* of kernels */

    /* Outputs. */
    uint32_t out_var[GALVAN_NUM_SLOTS]; /* Output variable of a slot for fragments, 0: not made */
    uint32_t out_arrays[GV_MAX_OUT_ARRAYS]; /* outputs_patch.c numbers them; slots are the first */
    unsigned num_out_vertices;              /* TESS_CTRL */
    struct gv_spv_builtin_var out_builtins[GV_MAX_BUILTINS];
    unsigned num_out_builtins;
    bool outputs_created;                      /* all of these were, by the first vertex */
    uint32_t capture_var[GALVAN_MAX_CAPTURES]; /* of a captured piece, 0: not made */
    unsigned num_captures;                     /* 0: nothing is captured */
    uint32_t extra_var[GALVAN_NUM_EXTRAS];     /* of a varying of the driver's own, 0: not made */
    uint32_t line_run;                         /* VERT: of record_lines, how far the stipple has
                                                  run where the line begins; 0: unknown */
    uint32_t point_side;                       /* VERT: of point_quads, -1 or 1 each way; 0: none */
    uint32_t coverage, coverage_mask;          /* FRAG: what smoothing leaves, 0: everything */

    /* Memory: variables and types, 0 where not made. */
    uint32_t const_var[GV_TGSI_MAX_CONST_BUFFERS];
    uint32_t push_var, driver_var;
    uint32_t words_array;  /* runtime array of uint */
    uint32_t words_block;  /* struct of one runtime array of uint */
    uint32_t global_block; /* the same, seen by all threads alike */
    uint32_t buffer_var[GV_MAX_BUFFER_BINDINGS], atomic_var[GV_MAX_BUFFER_BINDINGS];
    uint32_t image_var[GV_TGSI_MAX_IMAGES];
    uint32_t shared_var, private_var;
    uint32_t block_size;    /* COMP: uvec3, 0: fixed */
    uint32_t num_ended_var; /* COMP: threads of the block that have ended; 0: not counted */

    /* Textures. */
    struct gv_spv_texture {
        uint32_t var;
        uint32_t image_type; /* OpTypeImage */
    } textures[GV_TGSI_MAX_SAMPLERS][GV_MAX_UNIT_SHAPES];
    uint32_t handle_var[TGSI_TEXTURE_COUNT]; /* array of textures named by handle, by target */
    uint32_t attachment_var[8];              /* fb_fetch.c: input attachments, or their copies */
};

/* Records that this form is not supported; translation stops after the instruction. */
void gv_spv_unsupported(struct gv_spv_ctx *c, uint32_t code, const char *what);

#endif
