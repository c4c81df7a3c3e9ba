/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The numbered diagnostics of the shader library. docs/tgsi-diagnostics.md lists them. */
#ifndef GV_SPV_DIAG_H
#define GV_SPV_DIAG_H

#include <stdint.h>

#include "galvan/spirv.h"

/* The codes of the diagnostics. The thousands of a code determine the result (see struct
 * galvan_diag): 1 is for errors in text, 2 for errors in tokens, 3 for errors in semantics. Codes
 * are never reused: 4002 belonged to a diagnostic that no longer exists. */
enum gv_diag_code {
    GV_DIAG_STAGE = 1001,          /* the text does not begin with a stage */
    GV_DIAG_STATEMENT = 1002,      /* no statement begins here */
    GV_DIAG_EXPECTED = 1003,       /* another token was expected */
    GV_DIAG_NUMBER = 1004,         /* a number is malformed or out of range */
    GV_DIAG_OPCODE = 1005,         /* unknown or removed opcode */
    GV_DIAG_FILE = 1006,           /* unknown register file */
    GV_DIAG_PROPERTY = 1007,       /* unknown property or value */
    GV_DIAG_SEMANTIC = 1008,       /* unknown semantic */
    GV_DIAG_TARGET = 1009,         /* unknown texture target */
    GV_DIAG_FORMAT = 1010,         /* unknown image format */
    GV_DIAG_SWIZZLE = 1011,        /* malformed swizzle or mask */
    GV_DIAG_IMM_TYPE = 1012,       /* unknown immediate type */
    GV_DIAG_IMM_INDEX = 1013,      /* immediates are not numbered 0, 1, 2, ... */
    GV_DIAG_RANGE = 1014,          /* the first register is above the last */
    GV_DIAG_TRAILING = 1015,       /* unknown text at the end of a declaration */
    GV_DIAG_TOKEN_HEADER = 2001,   /* the token array's header is malformed */
    GV_DIAG_TOKEN_LENGTH = 2002,   /* a statement extends past the end of the array */
    GV_DIAG_TOKEN_FIELD = 2003,    /* a field holds no defined value */
    GV_DIAG_NO_END = 3001,         /* the shader has no END */
    GV_DIAG_AFTER_END = 3002,      /* instructions after END outside a subroutine */
    GV_DIAG_NESTING = 3003,        /* the opcodes that open and close control flow do not match */
    GV_DIAG_OUTSIDE_LOOP = 3004,   /* BRK or CONT outside a loop */
    GV_DIAG_STAGE_OPCODE = 3005,   /* an opcode that this stage lacks */
    GV_DIAG_DST_FILE = 3006,       /* a register file that cannot be written by this operand */
    GV_DIAG_SRC_FILE = 3007,       /* a register file that cannot be read by this operand */
    GV_DIAG_UNDECLARED = 3008,     /* a register used but not declared */
    GV_DIAG_SEMANTIC_INDEX = 3009, /* semantic index above the limit */
    GV_DIAG_TWO_WRITERS = 3010,    /* two output registers with the same semantic */
    GV_DIAG_ARRAY_OVERLAP = 3011,  /* two temporary arrays share registers */
    GV_DIAG_TARGET_USE = 3012,     /* the opcode is not defined for its texture target */
    GV_DIAG_ADDRESS = 3013,        /* an index register of a file that cannot hold an index */
    GV_DIAG_PROPERTY_VALUE = 3014, /* property value outside its range */
    GV_DIAG_NEGATIVE = 3015,       /* negative register index */
    GV_DIAG_IMM_COUNT = 3016,      /* immediate of the wrong size */
    GV_DIAG_OPERANDS = 3017,       /* operand count differs from the opcode's */
    GV_DIAG_CALL = 3018,           /* CAL of something other than a subroutine */
    GV_DIAG_RECURSION = 3019,      /* a subroutine that calls itself, directly or not */
    GV_DIAG_OPCODE_UNSUPPORTED = 4001,
    GV_DIAG_FORM_UNSUPPORTED = 4003,     /* an addressing mode or operand form */
    GV_DIAG_SEMANTIC_UNSUPPORTED = 4004, /* a system value or semantic */
    GV_DIAG_PROPERTY_UNSUPPORTED = 4005,
    GV_DIAG_STREAM_OUTPUT = 4006,  /* stream output that does not fit the shader or the device */
    GV_DIAG_BINDLESS = 4007,       /* handles of samplers and images */
    GV_DIAG_FB_FETCH = 4008,       /* FBFETCH, but key.fragment.fb_fetch is NONE */
    GV_DIAG_LOCATIONS = 4009,      /* more varyings than the device has locations */
    GV_DIAG_LIMIT_TEXT = 5001,     /* text too long */
    GV_DIAG_LIMIT_TOKENS = 5002,   /* too many tokens */
    GV_DIAG_LIMIT_NESTING = 5003,  /* control flow too deep */
    GV_DIAG_LIMIT_REGISTER = 5004, /* register index past the file's limit */
    GV_DIAG_LIMIT_ARRAY = 5005,    /* indexed temporaries too large */
    GV_DIAG_LIMIT_MODULE = 5006,   /* too many ids in the SPIR-V */
    GV_DIAG_LIMIT_CALLS = 5007,    /* too many instructions once subroutines are inlined */
    GV_DIAG_NO_MEMORY = 6001,
};

/* Limits of one shader. */
enum {
    GV_TGSI_MAX_TEXT_B = 4 * 1024 * 1024,
    GV_TGSI_MAX_TOKENS = 1024 * 1024,
    GV_TGSI_MAX_NESTING = 128,
    GV_TGSI_MAX_REGISTER = 32767, /* TEMP, CONST, IMM */
    GV_TGSI_MAX_IO = 80,          /* IN, OUT, SV */
    GV_TGSI_MAX_ADDR = 16,
    GV_TGSI_MAX_CONST_BUFFERS = 16,
    GV_TGSI_CONSTBUF_SIZE = 1024, /* vec4 (16 KiB) of a constant buffer that only LOAD reads */
    GV_TGSI_MAX_SAMPLERS = 32,    /* SAMP, SVIEW */
    GV_TGSI_MAX_IMAGES = 32,
    GV_TGSI_MAX_BUFFERS = 32,   /* number of buffers, counted from the lowest declared buffer */
    GV_TGSI_MAX_INDEXED = 4096, /* limit of the registers in all indirectly addressed arrays of a
                                   shader together */
    GV_TGSI_MAX_ARRAYS = 256,
    GV_TGSI_MAX_CALLS = 32,         /* depth of nested calls */
    GV_TGSI_MAX_EXPANDED = 1 << 17, /* instructions once all subroutines are inlined */
};

/* Fills *diag (may be NULL) unless *diag already has an error. Returns the result that belongs to
 * `code`. */
enum galvan_result gv_diag_set(struct galvan_diag *diag, uint32_t code, uint32_t line,
                               uint32_t column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

enum galvan_result gv_diag_no_memory(struct galvan_diag *diag);

#endif
