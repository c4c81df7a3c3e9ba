/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The parsed shader: its tokens, and the results of one scan over the tokens. Everything here is
 * constant once galvan_tgsi_parse() or galvan_tgsi_from_tokens() has returned. */
#ifndef GV_SPV_TGSI_H
#define GV_SPV_TGSI_H

#include "galvan/spirv.h"
#include "pipe/p_shader_tokens.h"
#include "spirv/tgsi/diag.h"
#include "spirv/tgsi/token.h"
#include "spirv/words.h"

/* The primitive types in properties of GEOM and TESS_EVAL, numbered as PIPE_PRIM_*. */
enum {
    GV_TGSI_PRIM_POINTS = 0,
    GV_TGSI_PRIM_LINES = 1,
    GV_TGSI_PRIM_LINE_STRIP = 3,
    GV_TGSI_PRIM_TRIANGLES = 4,
    GV_TGSI_PRIM_TRIANGLE_STRIP = 5,
    GV_TGSI_PRIM_QUADS = 7,
    GV_TGSI_PRIM_LINES_ADJACENCY = 10,
    GV_TGSI_PRIM_TRIANGLES_ADJACENCY = 12,
};

/* A register of IN, OUT or SV. */
struct gv_tgsi_io {
    bool declared;
    bool used; /* IN, SV: the register is read; OUT: it is written or read */
    bool read; /* OUT: a TESS_CTRL shader reads the register */
    bool invariant;
    uint8_t semantic;
    uint8_t mask;    /* declared components, only a hint */
    uint8_t written; /* OUT: components that any instruction writes */
    uint8_t interp;
    uint8_t location;
    uint16_t semantic_index;
    int8_t slot; /* GALVAN_SLOT_*, or -1 */
};

struct gv_tgsi_view {
    bool declared;
    uint8_t target;
    uint8_t return_type;
};

struct gv_tgsi_image {
    uint8_t target;
    bool raw;        /* the view reads dwords at byte addresses */
    uint16_t format; /* PIPE_FORMAT_* */
};

/* A range of TEMP declared as one array. */
struct gv_tgsi_array {
    uint16_t first;
    uint16_t last;
    uint16_t id;
    bool indexed; /* some access has a computed index */
};

/* A subroutine, which begins with a BGNSUB. */
struct gv_tgsi_sub {
    uint32_t insn; /* number of the BGNSUB, which CAL names */
    size_t token;
    size_t statement;
    bool early_return; /* the subroutine can return before its end */
};

/* A view and a sampler that a SAMPLE opcode uses together. */
struct gv_tgsi_pair {
    int8_t view;
    int8_t sampler; /* -1: no sampler is needed */
    int8_t unit;    /* -1: no unit was left */
    bool compares;
};

enum {
    GV_TGSI_MAX_PAIRS = 64
};

struct gv_tgsi_scan {
    unsigned processor; /* TGSI_PROCESSOR_* */
    uint32_t properties[TGSI_PROPERTY_COUNT];
    uint64_t property_mask; /* properties that the shader sets */

    struct gv_tgsi_io in[GV_TGSI_MAX_IO];
    struct gv_tgsi_io out[GV_TGSI_MAX_IO];
    struct gv_tgsi_io sv[GV_TGSI_MAX_IO];
    unsigned num_in, num_out; /* one above the highest declared register */
    unsigned num_temps;       /* one above the highest register that is declared or used */
    unsigned num_addrs;

    uint32_t (*imms)[4]; /* owned */
    unsigned num_imms;

    uint32_t const_declared_mask;
    uint32_t const_size[GV_TGSI_MAX_CONST_BUFFERS]; /* number of vec4 that are declared, or used
                                                       with a constant index */
    uint32_t sampler_declared_mask;
    struct gv_tgsi_view views[GV_TGSI_MAX_SAMPLERS];
    struct gv_tgsi_pair pairs[GV_TGSI_MAX_PAIRS];
    unsigned num_pairs;
    uint32_t buffer_declared_mask, image_declared_mask, atomic_declared_mask;
    struct gv_tgsi_image images[GV_TGSI_MAX_IMAGES];
    /* Masks of the units whose accesses have the qualifier in the field's name. */
    uint32_t buffer_coherent_mask, buffer_volatile_mask;
    uint32_t image_coherent_mask, image_volatile_mask;
    uint32_t memory_declared_mask;
    uint8_t memory_type[GV_TGSI_MAX_IMAGES]; /* TGSI_MEMORY_TYPE_* of memory registers */

    struct gv_tgsi_array arrays[GV_TGSI_MAX_ARRAYS];
    unsigned num_arrays;
    bool temp_indexed; /* TEMP is indexed outside of declared arrays: the whole file is one array */
    bool in_indexed, out_indexed, imm_indexed;
    bool uses_demote;
    bool has_float_image_atomics;

    struct gv_tgsi_sub *subs; /* in the order of their BGNSUB; owned */
    unsigned num_subs;
    bool has_calls;
    bool has_loops;
    uint32_t last_branch;   /* number of the last IF, UIF or KILL_IF, plus 1; 0: the shader has no
                               such instruction */
    uint8_t *branch_source; /* for each instruction: enum gv_tgsi_branch; NULL: not analysed;
                               owned */
    bool fences_repeat;     /* a MEMBAR is in a loop or a subroutine, so it may be executed
                               repeatedly */
    bool ends_in_subs;      /* a subroutine may end the program */
    bool returns_inside;    /* a RET or END inside control flow leaves the main program */
};

struct galvan_tgsi {
    struct gv_words tokens;
    struct gv_words lines; /* line of each statement; empty if the input was tokens */
    struct galvan_tgsi_info info;
    struct gv_tgsi_scan scan;
};

/* Initialises a reader that skips all statements of a shader but its instructions. */
static inline void gv_tgsi_read_instructions(struct gv_tgsi_reader *reader,
                                             const struct galvan_tgsi *tgsi)
{
    gv_tgsi_reader_init(reader, tgsi->tokens.data, tgsi->tokens.num);
    reader->passed_over = ~(1u << TGSI_TOKEN_TYPE_INSTRUCTION);
}

/* The position of a statement, for diagnostics. */
struct gv_tgsi_pos {
    struct galvan_diag *diag; /* may be NULL */
    uint32_t line;            /* 0: unknown */
    uint32_t insn;            /* number of the instruction in the printed text */
    const char *opcode;       /* NULL: a declaration */
};

/* Reports a diagnostic at `pos`. The diagnostic's text begins with the instruction's number and
 * opcode. */
enum galvan_result gv_tgsi_fail(const struct gv_tgsi_pos *pos, uint32_t code, const char *format,
                                ...) __attribute__((format(printf, 3, 4)));

/* Returns the index of the array that an indirect access to TEMP with this base and array ID names;
 * -1: the whole file. */
int gv_tgsi_find_array(const struct gv_tgsi_scan *scan, unsigned id, int base);

/* Returns the last unit of the run of samplers that SAMP[ADDR + first] can name. */
unsigned gv_tgsi_sampler_run(const struct gv_tgsi_scan *scan, unsigned first);

/* Returns the TGSI_MEMORY_TYPE_* of an operand; -1: the operand is not memory. MEMORY with an
 * undeclared number is shared memory, because a shader may declare shared memory with one number
 * and use it with another. */
int gv_tgsi_memory_type(const struct gv_tgsi_scan *scan, const struct gv_tgsi_reg *reg);

/* sampler_units.c: return the index of the source operand that directly names a view or a sampler,
 * or -1. */
int gv_tgsi_view_operand(const struct gv_tgsi_insn *in);
int gv_tgsi_sampler_operand(const struct gv_tgsi_insn *in);

/* Adds the pair that a SAMPLE opcode uses to the scan. */
void gv_tgsi_scan_pair(struct galvan_tgsi *tgsi, const struct gv_tgsi_insn *in);

/* Assigns units, once all pairs are known. */
void gv_tgsi_assign_units(struct galvan_tgsi *tgsi);

/* Returns the unit of a pair, or -1 if no unit was left. */
int gv_tgsi_pair_unit(const struct gv_tgsi_scan *scan, int view, int sampler);

/* Returns the TGSI_TEXTURE_* that has the shape of `target`, with comparison if `compares` is set,
 * otherwise without. */
unsigned gv_tgsi_compare_target(unsigned target, bool compares);

/* Returns the used register of OUT with this semantic, or -1. */
int gv_tgsi_find_output(const struct gv_tgsi_scan *scan, unsigned semantic, unsigned index);

/* Returns the index of the dword of a vertex entry's header that holds a semantic of one component;
 * -1 if no dword holds the semantic. */
int gv_tgsi_header_word(unsigned semantic);

/* The registers that an indirect operand of IN or OUT can name in stages with a vertex index. Mesa
 * splits an array into single registers with one semantic and consecutive semantic indices. The
 * candidates are therefore the base and its neighbours in such a sequence. If the base has no such
 * neighbours, the candidates are all registers of the base's kind (of vertices, or of the
 * patch). */
struct gv_tgsi_candidates {
    uint8_t regs[GV_TGSI_MAX_IO];
    unsigned num;
};
void gv_tgsi_find_candidates(const struct gv_tgsi_scan *scan, const struct gv_tgsi_reg *reg,
                             struct gv_tgsi_candidates *out_candidates);

/* Check a declaration, property or immediate and add its contents to the scan. */
enum galvan_result gv_tgsi_scan_decl(struct galvan_tgsi *tgsi, const struct gv_tgsi_pos *pos,
                                     const struct gv_tgsi_decl *decl);
enum galvan_result gv_tgsi_scan_prop(struct galvan_tgsi *tgsi, const struct gv_tgsi_pos *pos,
                                     const struct gv_tgsi_prop *prop);

/* Converts outputs with the semantic CULLDIST, which TGSI had until 2016, to CLIPDIST registers,
 * and sets the properties that have replaced the semantic. The new registers follow the registers
 * of the clip distances. Called after all declarations. */
enum galvan_result gv_tgsi_remap_culldist(struct galvan_tgsi *tgsi, struct galvan_diag *diag);

/* Adds the registers and features that a valid instruction uses to the scan. */
void gv_tgsi_scan_insn(struct galvan_tgsi *tgsi, const struct gv_tgsi_insn *insn);

/* Derives galvan_tgsi_info. Called after all instructions. */
void gv_tgsi_scan_finish(struct galvan_tgsi *tgsi);

/* The control flow that is open while instructions are checked. */
struct gv_tgsi_flow {
    uint8_t open[GV_TGSI_MAX_NESTING]; /* opcodes of the open constructs */
    unsigned depth;
    unsigned loops; /* number of open loops */
    unsigned breakable;
    bool ended;        /* the END of the main program was seen */
    bool ended_in_sub; /* an END is in a subroutine */
    bool returns_inside;
    bool fences_repeat;
};

/* Checks an instruction's opcode, files, stage, limits, declarations and nesting. */
enum galvan_result gv_tgsi_verify_insn(const struct galvan_tgsi *tgsi, struct gv_tgsi_flow *flow,
                                       const struct gv_tgsi_pos *pos,
                                       const struct gv_tgsi_insn *insn);

#endif
