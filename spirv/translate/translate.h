/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The state of one translation, and how its parts call each other.
 *
 * The pipeline: text -> (lexer, parse*) -> tokens -> (verify, scan*) -> struct galvan_tgsi; then
 * per variant: plan (which registers need memory, and of which type) -> prologue (inputs) -> one
 * walk over the instructions, each handed to the file of its family -> epilogue (outputs) ->
 * assembly.
 *
 * Values: a register component is a 32-bit word without type. Each known component is a struct
 * gv_val: an SSA id, the component inside it, and the type it was made with; it is converted when
 * an instruction wants another type, so that plain float shaders carry no bitcasts. Comparison
 * results stay booleans until somebody wants their bits. */
#ifndef GV_SPV_TRANSLATE_H
#define GV_SPV_TRANSLATE_H

#include "spirv/module/value.h"
#include "spirv/tgsi/opcode.h"
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

enum {
    GV_MAX_SPV_ARRAYS = 255,
    GV_MAX_BUILTINS = 24,
    GV_MAX_ATTRIB_WORDS = 8,
    GV_MAX_UNIT_SHAPES = 2, /* image types that one sampler unit may be read as */
};

/* Results that the translation remembers in the builder's cache. */
enum {
    GV_CACHED_CONST = GV_CACHED_FIRST_FREE, /* buffer, register */
    GV_CACHED_POINTER,                      /* variable, component */
    GV_CACHED_BUILTIN,                      /* any value made once: kind, number */
    GV_CACHED_RSQ,                          /* id of 1/sqrt(x), 0: x */
    GV_CACHED_WORD,                         /* word number, what is added; or byte address, 4 */
    GV_CACHED_INPUT,                        /* GEOM: register, id of the vertex */
    GV_CACHED_PAIR,                         /* two word ids: their vector */
    GV_CACHED_WIDE,                         /* a vector of two words, type: the 64-bit value */
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

struct gv_spv_ctx {
    struct gv_spv_builder b;
    const struct galvan_tgsi *tgsi;
    const struct gv_tgsi_scan *scan;
    const struct galvan_spirv_key *key;
    struct gv_tgsi_place place;
    enum galvan_result result; /* of the first failure */

    struct gv_tgsi_defs defs;
    struct gv_spv_reg *regs; /* TEMP, then OUT, then ADDR; owned */
    uint32_t num_regs;
    uint32_t first_out, first_addr;
    struct gv_spv_array arrays[GV_MAX_SPV_ARRAYS];
    unsigned num_arrays;
    uint32_t in_array, imm_array; /* variables, 0: not indexed */
    unsigned num_in_vertices;     /* GEOM, TESS_*: of the primitive or patch that the stage sees */
    uint32_t patch_in_var[GALVAN_NUM_PATCHES]; /* TESS_EVAL: Input variable of PATCH[n] */
    unsigned num_out_vertices;                 /* TESS_CTRL */
    uint32_t invocation;                       /* TESS_CTRL: its number; 0: not loaded */

    struct gv_val in[GV_TGSI_MAX_IO][4];
    uint32_t slot_var[GALVAN_NUM_SLOTS]; /* FRAG, GEOM: Input variable of a slot, 0: not made */
    struct gv_val sv[GV_TGSI_MAX_IO][4];
    struct gv_spv_made_builtin {
        uint32_t builtin;
        uint32_t var;
    } builtins[GV_MAX_BUILTINS]; /* Input variables of built-ins */
    unsigned num_builtins;
    struct gv_spv_made_builtin out_builtins[GV_MAX_BUILTINS]; /* Output variables of built-ins */
    unsigned num_out_builtins;
    uint32_t out_var[GALVAN_NUM_SLOTS];        /* Output variable of a slot, 0: not made */
    uint32_t patch_out_var[GV_TGSI_MAX_IO];    /* TESS_CTRL: of OUT[n] */
    uint32_t capture_var[GALVAN_MAX_CAPTURES]; /* of a captured piece, 0: not made */
    unsigned num_captures;                     /* 0: nothing is captured */
    uint32_t extra_var[GALVAN_NUM_EXTRAS];     /* of a varying of the driver's own, 0: not made */
    uint32_t coverage, coverage_mask;          /* FRAG: what smoothing leaves, 0: everything */
    bool outputs_made;                         /* GEOM: all of these were, by the first EMIT */
    uint32_t const_var[GV_TGSI_MAX_CONST_BUFFERS];
    uint32_t push_var, driver_var;
    uint32_t block_size;   /* COMP: uvec3, 0: fixed */
    uint32_t words_array;  /* runtime array of uint */
    uint32_t words_block;  /* struct of one runtime array of uint */
    uint32_t global_block; /* the same, seen by all threads alike */
    uint32_t buffer_var[16], image_var[GV_TGSI_MAX_IMAGES], atomic_var[16];
    uint32_t shared_var, private_var;
    uint32_t num_ended_var;     /* shared: threads of the block that have ended; 0: not counted */
    uint32_t attachment_var[8]; /* input attachments */
    uint32_t handle_var[TGSI_TEXTURE_COUNT]; /* array of textures named by handle, by target */
    struct gv_spv_texture {
        uint32_t var;
        uint32_t image_type; /* OpTypeImage */
    } textures[GV_TGSI_MAX_SAMPLERS][GV_MAX_UNIT_SHAPES];

    struct gv_spv_flow flow[GV_TGSI_MAX_NESTING + 1];
    unsigned depth;
    unsigned loop_depth;
    struct gv_tgsi_walker walker;
    uint32_t entry;        /* COMP: the subroutine that is translated; 0: as the shader begins */
    uint32_t returned_var; /* bool: a return from inside control flow is on its way; 0: not made */
    bool dead;             /* the present block has ended */
    bool exact;            /* the present instruction is _PRECISE */
};

/* ---- Failure ------------------------------------------------------------------------------- */

/* Records that this form is not supported; translation stops after the instruction. */
void gv_spv_unsupported(struct gv_spv_ctx *c, uint32_t code, const char *what);

/* ---- plan.c -------------------------------------------------------------------------------- */

/* Lays out the registers; false when memory ran out. */
bool gv_spv_plan(struct gv_spv_ctx *c);

/* The type of num components of an enum galvan_cbuf_class. */
uint32_t gv_spv_class_type(struct gv_spv_builder *b, unsigned cls, unsigned num);

/* ---- registers.c ---------------------------------------------------------------------------- */

uint32_t gv_spv_reg_index(const struct gv_spv_ctx *c, unsigned file, unsigned index);
struct gv_val gv_spv_reg_read(struct gv_spv_ctx *c, uint32_t reg, unsigned comp);
void gv_spv_reg_write(struct gv_spv_ctx *c, uint32_t reg, unsigned mask,
                      const struct gv_val vals[4]);
/* The value of an index register as uint scalar plus a constant. */
uint32_t gv_spv_index(struct gv_spv_ctx *c, const struct gv_tgsi_ind *ind, int base);
/* The array that an indexed operand of TEMP or OUT lies in, or NULL. */
struct gv_spv_array *gv_spv_find_array(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg);
void gv_spv_indexed_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                          const struct gv_val vals[4]);
bool gv_spv_indexed_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                         struct gv_val out_vals[4]);
/* What OUT[index] holds; components that no instruction writes are those of (0, 0, 0, 1). */
void gv_spv_out_read(struct gv_spv_ctx *c, unsigned index, struct gv_val out_vals[4]);

/* ---- operands.c ----------------------------------------------------------------------------- */

/* The four components of a source after its swizzle, without modifiers. Only those in mask
 * (positions) are filled. */
void gv_spv_fetch(struct gv_spv_ctx *c, const struct gv_tgsi_src *src, unsigned mask,
                  struct gv_val out_vals[4]);
/* Components first to first + num - 1 of source s, with modifiers, as one id. */
uint32_t gv_spv_src(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, unsigned s, unsigned first,
                    unsigned num, unsigned type);

/* An arithmetic float result of the present instruction: decorated when it is _PRECISE. */
uint32_t gv_spv_exact(struct gv_spv_ctx *c, uint32_t id);

/* A component-wise instruction: equal columns of operands are computed once. */
struct gv_spv_columns {
    struct gv_val vals[GV_TGSI_MAX_SRC][4];
    unsigned num;      /* distinct columns */
    uint8_t column[4]; /* per component of the mask */
};
void gv_spv_columns(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                    struct gv_spv_columns *out_cols);
uint32_t gv_spv_column_src(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                           const struct gv_spv_columns *cols, unsigned s, unsigned type);
void gv_spv_column_result(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                          const struct gv_spv_columns *cols, uint32_t id, unsigned type);

/* Writes the destination: one value per component, those outside the mask ignored. */
void gv_spv_write(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, const struct gv_val vals[4]);
/* A vec4 result, component i into component i. */
void gv_spv_write_vec4(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, uint32_t id,
                       unsigned type);
/* One scalar into every written component. */
void gv_spv_replicate(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in, uint32_t id,
                      unsigned type);

/* ---- blocks.c: memory the driver provides ---------------------------------------------------- */

/* The vec4 CONST[buffer][index] as float. */
uint32_t gv_spv_const_load(struct gv_spv_ctx *c, unsigned buffer, unsigned index);
/* A component of it, both numbers ids. */
uint32_t gv_spv_const_component(struct gv_spv_ctx *c, unsigned buffer, uint32_t index,
                                uint32_t comp);
/* Any access to CONST with a computed part. */
uint32_t gv_spv_const_indexed(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg);
/* Word of struct galvan_push_block, by byte offset. */
uint32_t gv_spv_push(struct gv_spv_ctx *c, unsigned offset_B, unsigned type);
/* A bool that is false, which no device can know. */
uint32_t gv_spv_never(struct gv_spv_ctx *c);
/* The bool cond as a branch may have it: see key.opaque_branches. */
uint32_t gv_spv_branch_condition(struct gv_spv_ctx *c, uint32_t cond);
/* vec4 clip plane i, and the stipple word of a row (uint id). */
uint32_t gv_spv_clip_plane(struct gv_spv_ctx *c, unsigned i);
/* uvec4: a window rectangle, or with i 8 whether they include. */
uint32_t gv_spv_window_rect(struct gv_spv_ctx *c, unsigned i);
uint32_t gv_spv_stipple_row(struct gv_spv_ctx *c, uint32_t row);
/* COMP: struct galvan_compute_block as words, and the word at a byte offset of it. */
uint32_t gv_spv_compute_block(struct gv_spv_ctx *c);
uint32_t gv_spv_compute_word(struct gv_spv_ctx *c, size_t offset_B);
/* The levels of set_tess_state, as vec4. */
uint32_t gv_spv_default_levels(struct gv_spv_ctx *c, bool outer);
/* Half (0 or 1) of a struct galvan_pulled_input, as uvec4. */
uint32_t gv_spv_pulled_input(struct gv_spv_ctx *c, unsigned location, unsigned half);
/* The border colour of a unit, as uvec4. */
uint32_t gv_spv_border_color(struct gv_spv_ctx *c, unsigned unit);
/* vec4 members of struct galvan_driver_block. */
uint32_t gv_spv_driver_window(struct gv_spv_ctx *c);
uint32_t gv_spv_driver_line(struct gv_spv_ctx *c);
uint32_t gv_spv_driver_guard(struct gv_spv_ctx *c);

/* ---- Inputs and outputs --------------------------------------------------------------------- */

void gv_spv_vertex_inputs(struct gv_spv_ctx *c);
/* In the stages that see the vertices of a primitive or patch: the vertex of num that an operand
 * names, and a register of IN. */
uint32_t gv_spv_vertex(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned num);
void gv_spv_vertices_input(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg,
                           struct gv_val out_vals[4]);
/* Execution modes; these also tell how many vertices the input has. */
void gv_spv_geometry_modes(struct gv_spv_ctx *c);
/* GEOM: before it returns. */
void gv_spv_geometry_end(struct gv_spv_ctx *c);
void gv_spv_tess_ctrl_modes(struct gv_spv_ctx *c);
void gv_spv_tess_eval_modes(struct gv_spv_ctx *c);
/* All of IN, as the stage has it. */
void gv_spv_inputs(struct gv_spv_ctx *c);
/* The Input variable of a varying slot, decorated as io tells; 0: io has no slot. */
uint32_t gv_spv_varying(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, unsigned slot);
void gv_spv_system_values(struct gv_spv_ctx *c);
/* stage_tess.c: system value i of TESS_CTRL and TESS_EVAL. */
void gv_spv_tess_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic);
/* TESS_CTRL: the number of this invocation, which is that of its vertex. First called before any
 * instruction. */
uint32_t gv_spv_invocation(struct gv_spv_ctx *c);
/* The Input variable of a built-in. */
uint32_t gv_spv_builtin(struct gv_spv_ctx *c, SpvBuiltIn builtin, uint32_t type, bool flat);
/* An Output variable of a built-in. */
uint32_t gv_spv_builtin_output(struct gv_spv_ctx *c, SpvBuiltIn builtin, uint32_t type);
/* FrontFacing as bool; PointCoord with the sprite rule as (x, y, 0, 1). */
uint32_t gv_spv_front_facing(struct gv_spv_ctx *c);

/* BASEINSTANCE of the draw. */
uint32_t gv_spv_base_instance(struct gv_spv_ctx *c);
uint32_t gv_spv_point_coord(struct gv_spv_ctx *c);
/* Location of a slot in an interface with this mask. */
unsigned gv_spv_location(uint64_t mask, unsigned slot);
/* Where the locations of PATCH begin: behind the slots, or at 0 as well where both do not fit. And
 * the location of PATCH[n]. */
unsigned gv_spv_patch_base(const struct galvan_spirv_key *key, uint64_t mask, uint32_t patch_mask);
unsigned gv_spv_patch_location(const struct galvan_spirv_key *key, uint64_t mask,
                               uint32_t patch_mask, unsigned n);

/* outputs_patch.c: OUT of TESS_CTRL. The first is called once, at the start. */
void gv_spv_patch_outputs(struct gv_spv_ctx *c);
void gv_spv_patch_output_read(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                              struct gv_val out_vals[4]);
void gv_spv_patch_output_write(struct gv_spv_ctx *c, const struct gv_tgsi_reg *reg, unsigned mask,
                               const struct gv_val vals[4]);

/* The outputs of VERT and TESS_EVAL at their end, and of GEOM at each EMIT. */
void gv_spv_vertex_outputs(struct gv_spv_ctx *c);
void gv_spv_fragment_outputs(struct gv_spv_ctx *c);
/* The outputs that stream output captures, as the key asks for: the modes, and what a vertex of a
 * stream adds. */
void gv_spv_stream_output_modes(struct gv_spv_ctx *c);
void gv_spv_stream_output(struct gv_spv_ctx *c, unsigned stream);

/* extra.c: the variable of a varying of the driver's own, as Output or as Input of fragments; 0:
 * the key has it not. */
uint32_t gv_spv_extra_output(struct gv_spv_ctx *c, enum galvan_extra extra);
uint32_t gv_spv_extra_input(struct gv_spv_ctx *c, enum galvan_extra extra);
bool gv_spv_has_extra(const struct galvan_spirv_key *key, enum galvan_extra extra);

/* lower_*.c: what Gallium leaves to the driver; each says at its definition what it does. */
uint32_t gv_spv_attrib_type(struct gv_spv_ctx *c, unsigned kind);
uint32_t gv_spv_lower_attrib(struct gv_spv_ctx *c, unsigned kind, uint32_t id, unsigned *out_type);
/* Bytes of an element, at most 32, and its vec4 from them, by a GALVAN_ATTRIB_LAYOUT(). */
unsigned gv_spv_attrib_size_B(uint32_t layout);
uint32_t gv_spv_decode_attrib(struct gv_spv_ctx *c, uint32_t layout,
                              const uint32_t words[GV_MAX_ATTRIB_WORDS], unsigned *out_type);
/* pull.c: the bytes of an input of kind GALVAN_ATTRIB_PULLED, zeros where it has no element; as
 * many words are set as size_B (not 0) needs. */
void gv_spv_pull(struct gv_spv_ctx *c, unsigned location, unsigned size_B,
                 uint32_t out_words[GV_MAX_ATTRIB_WORDS]);
bool gv_spv_is_flat(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io);
bool gv_spv_is_per_sample(const struct gv_spv_ctx *c, const struct gv_tgsi_io *io);
bool gv_spv_is_sprite(const struct galvan_spirv_key *key, const struct gv_tgsi_io *io);
uint32_t gv_spv_lower_blend(struct gv_spv_ctx *c, uint32_t color, unsigned location);
uint32_t gv_spv_lower_depth_clamp(struct gv_spv_ctx *c, uint32_t position);
uint32_t gv_spv_unclamped_depth(struct gv_spv_ctx *c, uint32_t frag_coord);
uint32_t gv_spv_clamp_depth(struct gv_spv_ctx *c, uint32_t depth);
uint32_t gv_spv_lower_edge(struct gv_spv_ctx *c, uint32_t position);
uint32_t gv_spv_lower_two_side(struct gv_spv_ctx *c, const struct gv_tgsi_io *io, uint32_t color);
void gv_spv_store_color(struct gv_spv_ctx *c, const struct gv_val vals[4], unsigned location,
                        unsigned index);
/* The sample mask that the key makes of a colour's alpha. */
uint32_t gv_spv_alpha_coverage(struct gv_spv_ctx *c, const struct gv_val color[4]);
uint32_t gv_spv_frag_coord(struct gv_spv_ctx *c);
uint32_t gv_spv_pixel_center(struct gv_spv_ctx *c);
uint32_t gv_spv_lower_window_position(struct gv_spv_ctx *c, uint32_t position);
struct gv_val gv_spv_cover(struct gv_spv_ctx *c, struct gv_val alpha);
void gv_spv_lower_window_rects(struct gv_spv_ctx *c);
void gv_spv_lower_stipple(struct gv_spv_ctx *c);
void gv_spv_lower_line_vertex(struct gv_spv_ctx *c, uint32_t position);
void gv_spv_lower_line(struct gv_spv_ctx *c);
void gv_spv_lower_point_smooth(struct gv_spv_ctx *c);
uint32_t gv_spv_lower_point_guard(struct gv_spv_ctx *c, uint32_t position);
void gv_spv_lower_clip_discard(struct gv_spv_ctx *c);
void gv_spv_lower_alpha_test(struct gv_spv_ctx *c, const struct gv_val color[4]);
void gv_spv_lower_clip(struct gv_spv_ctx *c, uint32_t position, uint32_t vulkan_position);
uint32_t gv_spv_lower_clip_z(struct gv_spv_ctx *c, uint32_t position);
bool gv_spv_clip_needs_planes(const struct galvan_tgsi *tgsi, const struct galvan_spirv_key *key);
uint32_t gv_spv_lower_layer(struct gv_spv_ctx *c, uint32_t layer, uint32_t viewport);
uint32_t gv_spv_lower_point_size(struct gv_spv_ctx *c, uint32_t size);
uint32_t gv_spv_lower_wrap(struct gv_spv_ctx *c, unsigned unit, unsigned target, uint32_t coord,
                           unsigned num);

/* ---- Families of opcodes -------------------------------------------------------------------- */

void gv_spv_emit_move(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_float(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_int(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_compare(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_convert(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_derivative(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_discard(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_interpolate(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_control(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_texture(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_sample(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_memory(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_execution_barrier(struct gv_spv_ctx *c);
void gv_spv_emit_barrier(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);

/* What a target of floats held, as the shader would have written it, as vec4; zeros with a
 * diagnostic where the key names no way. */
uint32_t gv_spv_fetch_target(struct gv_spv_ctx *c, unsigned color);
void gv_spv_emit_fbfetch(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_bindless(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_old(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);

/* alu_float.c: x * y by the shader's rules, and a result of four float scalars. */
uint32_t gv_spv_multiply(struct gv_spv_ctx *c, unsigned num, uint32_t x, uint32_t y);
void gv_spv_write_scalars(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in,
                          const uint32_t ids[4]);

/* stage_compute.c: execution modes, and system value i. */
void gv_spv_compute_modes(struct gv_spv_ctx *c);
void gv_spv_compute_begin(struct gv_spv_ctx *c);
/* See key.ends_together: the first does nothing where it does not matter, the second is for those
 * that have num_ended_var. */
void gv_spv_compute_begin_together(struct gv_spv_ctx *c);
void gv_spv_compute_end_together(struct gv_spv_ctx *c);
void gv_spv_compute_value(struct gv_spv_ctx *c, unsigned i, unsigned semantic);
void gv_spv_emit_geometry(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_double(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_int64(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);
void gv_spv_emit_subgroup(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in);

/* value64.c: the positions, after the swizzle, that an opcode on 64-bit values reads. */
unsigned gv_spv_wide_positions(const struct gv_tgsi_insn *in);
/* subgroup.c: fills components of a SUBGROUP_* system value; false: it is none of them. */
bool gv_spv_subgroup_value(struct gv_spv_ctx *c, unsigned semantic, struct gv_val out_vals[4]);

/* control_flow.c: before the first instruction. */
void gv_spv_begin_main(struct gv_spv_ctx *c);

/* discard.c: ends or demotes this fragment if cond (0: always). */
void gv_spv_discard(struct gv_spv_ctx *c, uint32_t cond);

/* translate.c: the epilogue and the return. */
void gv_spv_return(struct gv_spv_ctx *c);

#endif
