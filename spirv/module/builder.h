/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Builds a SPIR-V module, of version 1.3 if the module's capabilities allow this version. Each
 * section is a stream of dwords; types and constants are deduplicated; capabilities are declared
 * when they are needed. A failure (memory, size) is sticky and is checked once, at the end. */
#ifndef GV_SPV_BUILDER_H
#define GV_SPV_BUILDER_H

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>

#include "spirv/module/cache.h"
#include "spirv/words.h"

/* Deduplication table of types and constants: a hash table with open addressing, and all keys in
 * one stream of dwords. */
struct gv_spv_dedup {
    struct gv_words keys;
    struct gv_spv_dedup_entry {
        uint32_t id; /* 0: the entry is free */
        uint32_t key;
        uint32_t len;
        uint32_t hash;
    } * entries;
    size_t capacity;
    size_t num;
    bool failed;
};

/* The parts of a function library (library.h) that were copied. */
struct gv_spv_imports {
    const struct gv_spv_library *library; /* NULL: nothing was copied */
    uint32_t *ids;    /* for each id of the library: the id of its copy in this module; 0: not
                         copied; owned */
    uint32_t *places; /* for each id of the library: offset of its definition; 0: defined inside a
                         function; owned */
};

enum gv_spv_scalar {
    GV_SPV_BOOL,
    GV_SPV_FLOAT,
    GV_SPV_UINT,
    GV_SPV_INT,
    GV_SPV_NUM_SCALARS
};

enum {
    GV_SPV_MAX_EXTENSIONS = 8, /* limit of the extensions of a module; no module needs more */
    GV_SPV_MAX_IDS = 4 * 1024 * 1024, /* limit of the ids of a module, so that consumers can count
                                         ids and words in 22 bits */
};

struct gv_spv_builder {
    struct gv_words capabilities; /* operands only */
    struct gv_words modes;        /* OpExecutionMode */
    struct gv_words decorations;  /* OpDecorate, OpMemberDecorate */
    struct gv_words globals;      /* types, constants, module variables */
    struct gv_words interface;    /* ids of inputs and outputs */
    struct gv_words resources;    /* ids of the other module variables */
    struct gv_words locals;       /* OpVariable Function */
    struct gv_words body;         /* code of main after the local variables */
    struct gv_words functions;    /* all functions except main */
    struct gv_spv_imports imports;
    struct gv_spv_dedup dedup;
    struct gv_spv_cache cache;               /* reusable results of the body */
    uint32_t numbers[GV_SPV_NUM_SCALARS][4]; /* ids of the types of 1 to 4 components; 0: not
                                                created */
    const char *extensions[GV_SPV_MAX_EXTENSIONS];
    unsigned num_extensions;
    uint32_t next_id;
    bool physical_addresses;
    uint32_t main;
    uint32_t glsl; /* id of GLSL.std.450 */
};

void gv_spv_builder_init(struct gv_spv_builder *b);
void gv_spv_builder_finish(struct gv_spv_builder *b);

/* Returns the whole module, which the caller must free(); NULL if anything failed. */
uint32_t *gv_spv_assemble(struct gv_spv_builder *b, SpvExecutionModel model, size_t *out_num_words);

static inline uint32_t gv_spv_id(struct gv_spv_builder *b)
{
    return b->next_id++;
}

void gv_spv_capability(struct gv_spv_builder *b, SpvCapability capability);
void gv_spv_extension(struct gv_spv_builder *b, const char *name); /* name is a string literal */
void gv_spv_physical_addresses(struct gv_spv_builder *b); /* declares that the module has pointers
                                                             to physical storage buffers */
void gv_spv_mode(struct gv_spv_builder *b, SpvExecutionMode mode);
void gv_spv_mode1(struct gv_spv_builder *b, SpvExecutionMode mode, uint32_t value);
void gv_spv_decorate(struct gv_spv_builder *b, uint32_t id, SpvDecoration decoration);
void gv_spv_decorate1(struct gv_spv_builder *b, uint32_t id, SpvDecoration decoration,
                      uint32_t value);

/* Types. `num` is the number of components, 1 for a scalar type; for an array, the number of
 * elements. */
uint32_t gv_spv_type_void(struct gv_spv_builder *b);
uint32_t gv_spv_type_bool(struct gv_spv_builder *b, unsigned num);
uint32_t gv_spv_type_float(struct gv_spv_builder *b, unsigned num);
uint32_t gv_spv_type_uint(struct gv_spv_builder *b, unsigned num);
uint32_t gv_spv_type_int(struct gv_spv_builder *b, unsigned num);
uint32_t gv_spv_type_pointer(struct gv_spv_builder *b, SpvStorageClass storage, uint32_t type);
uint32_t gv_spv_type_array(struct gv_spv_builder *b, uint32_t element, uint32_t num);
/* Returns the type or constant with the given opcode and operands, deduplicated. If `with_type` is
 * set, the first operand is the result type, which precedes the id in the instruction. */
uint32_t gv_spv_unique(struct gv_spv_builder *b, SpvOp op, const uint32_t *args, unsigned num_args,
                       bool with_type);

/* Constants. */
uint32_t gv_spv_const_uint(struct gv_spv_builder *b, uint32_t value);
uint32_t gv_spv_const_int(struct gv_spv_builder *b, int32_t value);
uint32_t gv_spv_const_float(struct gv_spv_builder *b, float value);
uint32_t gv_spv_const_float_bits(struct gv_spv_builder *b, uint32_t bits);
uint32_t gv_spv_const_bool(struct gv_spv_builder *b, bool value);
uint32_t gv_spv_const_composite(struct gv_spv_builder *b, uint32_t type, const uint32_t *parts,
                                unsigned num);
/* Returns a vector of `num` equal components, or a scalar if `num` is 1. */
uint32_t gv_spv_float(struct gv_spv_builder *b, float value, unsigned num);
uint32_t gv_spv_uint(struct gv_spv_builder *b, uint32_t value, unsigned num);

/* Creates a variable of the module, which the entry point may list, and returns its id. */
uint32_t gv_spv_global(struct gv_spv_builder *b, SpvStorageClass storage, uint32_t type);
/* Creates a Function variable and returns its id. If `initializer` is 0, the variable has no
 * initializer. */
uint32_t gv_spv_local(struct gv_spv_builder *b, uint32_t type, uint32_t initializer);

/* Instructions of the body. */
uint32_t gv_spv_op(struct gv_spv_builder *b, SpvOp op, uint32_t type, const uint32_t *args,
                   unsigned num_args);
uint32_t gv_spv_op1(struct gv_spv_builder *b, SpvOp op, uint32_t type, uint32_t x);
uint32_t gv_spv_op2(struct gv_spv_builder *b, SpvOp op, uint32_t type, uint32_t x, uint32_t y);
uint32_t gv_spv_op3(struct gv_spv_builder *b, SpvOp op, uint32_t type, uint32_t x, uint32_t y,
                    uint32_t z);
/* Returns the remainder of x / y with the sign of x, for operands for which OpSDiv is defined.
 * Vulkan leaves OpSRem undefined for negative operands. */
uint32_t gv_spv_srem(struct gv_spv_builder *b, uint32_t type, uint32_t x, uint32_t y);
/* Instructions without a result. */
void gv_spv_stmt(struct gv_spv_builder *b, SpvOp op, const uint32_t *args, unsigned num_args);
void gv_spv_store(struct gv_spv_builder *b, uint32_t pointer, uint32_t value);
void gv_spv_label(struct gv_spv_builder *b, uint32_t label);
void gv_spv_branch(struct gv_spv_builder *b, uint32_t label);
/* GLSL.std.450 */
uint32_t gv_spv_ext1(struct gv_spv_builder *b, enum GLSLstd450 inst, uint32_t type, uint32_t x);
uint32_t gv_spv_ext2(struct gv_spv_builder *b, enum GLSLstd450 inst, uint32_t type, uint32_t x,
                     uint32_t y);
uint32_t gv_spv_ext3(struct gv_spv_builder *b, enum GLSLstd450 inst, uint32_t type, uint32_t x,
                     uint32_t y, uint32_t z);

#endif
