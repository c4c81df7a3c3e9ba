/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* TGSI as an array of 32-bit tokens: enumerations and token layouts of the Gallium interface.
 * Numbers are those of Gallium in Mesa 22.3, except where a comment gives another source. Names are
 * Gallium's. Every token is one dword; its fields are listed from the least significant bit. */
#ifndef P_SHADER_TOKENS_H
#define P_SHADER_TOKENS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The two dwords before every token array. BodySize counts the tokens after the HeaderSize dwords
 * of the header. */
struct tgsi_header {
    unsigned HeaderSize : 8; /* 2 */
    unsigned BodySize : 24;
};

struct tgsi_processor {
    unsigned Processor : 4; /* TGSI_PROCESSOR_* */
    unsigned Padding : 28;
};

/* Shader stages in tokens: the numbers are those of PIPE_SHADER_*, so that programs may use either
 * name. */
enum tgsi_processor_type {
    TGSI_PROCESSOR_VERTEX = 0,
    TGSI_PROCESSOR_FRAGMENT = 1,
    TGSI_PROCESSOR_GEOMETRY = 2,
    TGSI_PROCESSOR_TESS_CTRL = 3,
    TGSI_PROCESSOR_TESS_EVAL = 4,
    TGSI_PROCESSOR_COMPUTE = 5,
    TGSI_PROCESSOR_COUNT = 6,
};

/* The kinds of statements. */
enum tgsi_token_type {
    TGSI_TOKEN_TYPE_DECLARATION = 0,
    TGSI_TOKEN_TYPE_IMMEDIATE = 1,
    TGSI_TOKEN_TYPE_INSTRUCTION = 2,
    TGSI_TOKEN_TYPE_PROPERTY = 3,
};

/* The first dword of every statement. NrTokens is the length of the statement in dwords, including
 * the first dword. */
struct tgsi_token {
    unsigned Type : 4; /* TGSI_TOKEN_TYPE_* */
    unsigned NrTokens : 8;
    unsigned Padding : 20;
};

/* Register files. */
enum tgsi_file_type {
    TGSI_FILE_NULL = 0,
    TGSI_FILE_CONSTANT = 1,
    TGSI_FILE_INPUT = 2,
    TGSI_FILE_OUTPUT = 3,
    TGSI_FILE_TEMPORARY = 4,
    TGSI_FILE_SAMPLER = 5,
    TGSI_FILE_ADDRESS = 6,
    TGSI_FILE_IMMEDIATE = 7,
    TGSI_FILE_SYSTEM_VALUE = 8,
    TGSI_FILE_IMAGE = 9, /* see also enum tgsi_resource */
    TGSI_FILE_SAMPLER_VIEW = 10,
    TGSI_FILE_BUFFER = 11,
    TGSI_FILE_MEMORY = 12,
    TGSI_FILE_CONSTBUF = 13,
    TGSI_FILE_HW_ATOMIC = 14,
    TGSI_FILE_COUNT = 15,
    TGSI_FILE_PREDICATE = 15, /* until 2017; no driver supported this file, and Galvan rejects
                                 shaders with it */
};

/* The name of the file IMAGE in 2015. */
#define TGSI_FILE_RESOURCE TGSI_FILE_IMAGE

#define TGSI_WRITEMASK_NONE 0x0
#define TGSI_WRITEMASK_X    0x1
#define TGSI_WRITEMASK_Y    0x2
#define TGSI_WRITEMASK_XY   0x3
#define TGSI_WRITEMASK_Z    0x4
#define TGSI_WRITEMASK_XZ   0x5
#define TGSI_WRITEMASK_YZ   0x6
#define TGSI_WRITEMASK_XYZ  0x7
#define TGSI_WRITEMASK_W    0x8
#define TGSI_WRITEMASK_XW   0x9
#define TGSI_WRITEMASK_YW   0xa
#define TGSI_WRITEMASK_XYW  0xb
#define TGSI_WRITEMASK_ZW   0xc
#define TGSI_WRITEMASK_XZW  0xd
#define TGSI_WRITEMASK_YZW  0xe
#define TGSI_WRITEMASK_XYZW 0xf

#define TGSI_SWIZZLE_X 0
#define TGSI_SWIZZLE_Y 1
#define TGSI_SWIZZLE_Z 2
#define TGSI_SWIZZLE_W 3

#define TGSI_NUM_CHANNELS 4

/* How a fragment input is interpolated. */
enum tgsi_interpolate_mode {
    TGSI_INTERPOLATE_CONSTANT = 0,
    TGSI_INTERPOLATE_LINEAR = 1,
    TGSI_INTERPOLATE_PERSPECTIVE = 2,
    TGSI_INTERPOLATE_COLOR = 3,
    TGSI_INTERPOLATE_COUNT = 4,
};

/* Components of an input that wrap around at 1 (ureg_DECL_fs_input_cyl). Galvan ignores these
 * flags. */
#define TGSI_CYLINDRICAL_WRAP_X (1u << 0)
#define TGSI_CYLINDRICAL_WRAP_Y (1u << 1)
#define TGSI_CYLINDRICAL_WRAP_Z (1u << 2)
#define TGSI_CYLINDRICAL_WRAP_W (1u << 3)

/* The position in the pixel at which a fragment input is interpolated. */
enum tgsi_interpolate_loc {
    TGSI_INTERPOLATE_LOC_CENTER = 0,
    TGSI_INTERPOLATE_LOC_CENTROID = 1,
    TGSI_INTERPOLATE_LOC_SAMPLE = 2,
    TGSI_INTERPOLATE_LOC_COUNT = 3,
};

/* The meaning of a register of IN, OUT or SV. */
enum tgsi_semantic {
    TGSI_SEMANTIC_POSITION = 0,
    TGSI_SEMANTIC_COLOR = 1,
    TGSI_SEMANTIC_BCOLOR = 2,
    TGSI_SEMANTIC_FOG = 3,
    TGSI_SEMANTIC_PSIZE = 4,
    TGSI_SEMANTIC_GENERIC = 5,
    TGSI_SEMANTIC_NORMAL = 6,
    TGSI_SEMANTIC_FACE = 7,
    TGSI_SEMANTIC_EDGEFLAG = 8,
    TGSI_SEMANTIC_PRIMID = 9,
    TGSI_SEMANTIC_INSTANCEID = 10,
    TGSI_SEMANTIC_VERTEXID = 11,
    TGSI_SEMANTIC_STENCIL = 12,
    TGSI_SEMANTIC_CLIPDIST = 13,
    TGSI_SEMANTIC_CLIPVERTEX = 14,
    TGSI_SEMANTIC_GRID_SIZE = 15,
    TGSI_SEMANTIC_BLOCK_ID = 16,
    TGSI_SEMANTIC_BLOCK_SIZE = 17,
    TGSI_SEMANTIC_THREAD_ID = 18,
    TGSI_SEMANTIC_TEXCOORD = 19,
    TGSI_SEMANTIC_PCOORD = 20,
    TGSI_SEMANTIC_VIEWPORT_INDEX = 21,
    TGSI_SEMANTIC_LAYER = 22,
    TGSI_SEMANTIC_SAMPLEID = 23,
    TGSI_SEMANTIC_SAMPLEPOS = 24,
    TGSI_SEMANTIC_SAMPLEMASK = 25,
    TGSI_SEMANTIC_INVOCATIONID = 26,
    TGSI_SEMANTIC_VERTEXID_NOBASE = 27,
    TGSI_SEMANTIC_BASEVERTEX = 28,
    TGSI_SEMANTIC_PATCH = 29,
    TGSI_SEMANTIC_TESSCOORD = 30,
    TGSI_SEMANTIC_TESSOUTER = 31,
    TGSI_SEMANTIC_TESSINNER = 32,
    TGSI_SEMANTIC_VERTICESIN = 33,
    TGSI_SEMANTIC_HELPER_INVOCATION = 34,
    TGSI_SEMANTIC_BASEINSTANCE = 35,
    TGSI_SEMANTIC_DRAWID = 36,
    TGSI_SEMANTIC_WORK_DIM = 37,
    TGSI_SEMANTIC_SUBGROUP_SIZE = 38,
    TGSI_SEMANTIC_SUBGROUP_INVOCATION = 39,
    TGSI_SEMANTIC_SUBGROUP_EQ_MASK = 40,
    TGSI_SEMANTIC_SUBGROUP_GE_MASK = 41,
    TGSI_SEMANTIC_SUBGROUP_GT_MASK = 42,
    TGSI_SEMANTIC_SUBGROUP_LE_MASK = 43,
    TGSI_SEMANTIC_SUBGROUP_LT_MASK = 44,
    TGSI_SEMANTIC_CS_USER_DATA_AMD = 45,
    TGSI_SEMANTIC_VIEWPORT_MASK = 46,
    TGSI_SEMANTIC_TESS_DEFAULT_OUTER_LEVEL = 47,
    TGSI_SEMANTIC_TESS_DEFAULT_INNER_LEVEL = 48,
    TGSI_SEMANTIC_COUNT = 49,
    /* This semantic existed until 2016, when TGSI_PROPERTY_NUM_CULLDIST_ENABLED replaced it. It is
     * for outputs only; CULLDIST and CLIPDIST together have at most two registers. Shaders that
     * read CULLDIST are rejected. */
    TGSI_SEMANTIC_CULLDIST = 49,
};

/* The component type that a sampler view returns. */
enum tgsi_return_type {
    TGSI_RETURN_TYPE_UNORM = 0,
    TGSI_RETURN_TYPE_SNORM = 1,
    TGSI_RETURN_TYPE_SINT = 2,
    TGSI_RETURN_TYPE_UINT = 3,
    TGSI_RETURN_TYPE_FLOAT = 4,
    TGSI_RETURN_TYPE_COUNT = 5,
};

/* Texture targets. */
enum tgsi_texture_type {
    TGSI_TEXTURE_BUFFER = 0,
    TGSI_TEXTURE_1D = 1,
    TGSI_TEXTURE_2D = 2,
    TGSI_TEXTURE_3D = 3,
    TGSI_TEXTURE_CUBE = 4,
    TGSI_TEXTURE_RECT = 5,
    TGSI_TEXTURE_SHADOW1D = 6,
    TGSI_TEXTURE_SHADOW2D = 7,
    TGSI_TEXTURE_SHADOWRECT = 8,
    TGSI_TEXTURE_1D_ARRAY = 9,
    TGSI_TEXTURE_2D_ARRAY = 10,
    TGSI_TEXTURE_SHADOW1D_ARRAY = 11,
    TGSI_TEXTURE_SHADOW2D_ARRAY = 12,
    TGSI_TEXTURE_SHADOWCUBE = 13,
    TGSI_TEXTURE_2D_MSAA = 14,
    TGSI_TEXTURE_2D_ARRAY_MSAA = 15,
    TGSI_TEXTURE_CUBE_ARRAY = 16,
    TGSI_TEXTURE_SHADOWCUBE_ARRAY = 17,
    TGSI_TEXTURE_UNKNOWN = 18,
    TGSI_TEXTURE_COUNT = 19,
};

/* Types of immediates. The dwords of every type are stored as bits. */
enum tgsi_imm_type {
    TGSI_IMM_FLOAT32 = 0,
    TGSI_IMM_UINT32 = 1,
    TGSI_IMM_INT32 = 2,
    TGSI_IMM_FLOAT64 = 3,
    TGSI_IMM_UINT64 = 4,
    TGSI_IMM_INT64 = 5,
    TGSI_IMM_COUNT = 6,
};

/* Kinds of the MEMORY file. */
enum tgsi_memory_type {
    TGSI_MEMORY_TYPE_GLOBAL = 0,
    TGSI_MEMORY_TYPE_SHARED = 1,
    TGSI_MEMORY_TYPE_PRIVATE = 2,
    TGSI_MEMORY_TYPE_INPUT = 3,
    TGSI_MEMORY_TYPE_COUNT = 4,
};

/* Until 2015 the file IMAGE was named RESOURCE. Compute programs accessed their memory through the
 * following registers of this file, without a declaration. */
enum tgsi_resource {
    TGSI_RESOURCE_GLOBAL = 0x7fff,
    TGSI_RESOURCE_LOCAL = 0x7ffe,
    TGSI_RESOURCE_PRIVATE = 0x7ffd,
    TGSI_RESOURCE_INPUT = 0x7ffc,
};

/* Properties of a whole shader. */
enum tgsi_property_name {
    TGSI_PROPERTY_GS_INPUT_PRIM = 0,
    TGSI_PROPERTY_GS_OUTPUT_PRIM = 1,
    TGSI_PROPERTY_GS_MAX_OUTPUT_VERTICES = 2,
    TGSI_PROPERTY_FS_COORD_ORIGIN = 3,
    TGSI_PROPERTY_FS_COORD_PIXEL_CENTER = 4,
    TGSI_PROPERTY_FS_COLOR0_WRITES_ALL_CBUFS = 5,
    TGSI_PROPERTY_FS_DEPTH_LAYOUT = 6,
    TGSI_PROPERTY_VS_PROHIBIT_UCPS = 7,
    TGSI_PROPERTY_GS_INVOCATIONS = 8,
    TGSI_PROPERTY_VS_WINDOW_SPACE_POSITION = 9,
    TGSI_PROPERTY_TCS_VERTICES_OUT = 10,
    TGSI_PROPERTY_TES_PRIM_MODE = 11,
    TGSI_PROPERTY_TES_SPACING = 12,
    TGSI_PROPERTY_TES_VERTEX_ORDER_CW = 13,
    TGSI_PROPERTY_TES_POINT_MODE = 14,
    TGSI_PROPERTY_NUM_CLIPDIST_ENABLED = 15,
    TGSI_PROPERTY_NUM_CULLDIST_ENABLED = 16,
    TGSI_PROPERTY_FS_EARLY_DEPTH_STENCIL = 17,
    TGSI_PROPERTY_FS_POST_DEPTH_COVERAGE = 18,
    TGSI_PROPERTY_NEXT_SHADER = 19,
    TGSI_PROPERTY_CS_FIXED_BLOCK_WIDTH = 20,
    TGSI_PROPERTY_CS_FIXED_BLOCK_HEIGHT = 21,
    TGSI_PROPERTY_CS_FIXED_BLOCK_DEPTH = 22,
    TGSI_PROPERTY_LEGACY_MATH_RULES = 23,
    TGSI_PROPERTY_VS_BLIT_SGPRS_AMD = 24,
    TGSI_PROPERTY_CS_USER_DATA_COMPONENTS_AMD = 25,
    TGSI_PROPERTY_LAYER_VIEWPORT_RELATIVE = 26,
    TGSI_PROPERTY_FS_BLEND_EQUATION_ADVANCED = 27,
    TGSI_PROPERTY_SEPARABLE_PROGRAM = 28,
    TGSI_PROPERTY_COUNT = 29,
};

/* The older name of TGSI_PROPERTY_LEGACY_MATH_RULES. */
#define TGSI_PROPERTY_MUL_ZERO_WINS TGSI_PROPERTY_LEGACY_MATH_RULES

#define TGSI_FS_COORD_ORIGIN_UPPER_LEFT 0
#define TGSI_FS_COORD_ORIGIN_LOWER_LEFT 1

#define TGSI_FS_COORD_PIXEL_CENTER_HALF_INTEGER 0
#define TGSI_FS_COORD_PIXEL_CENTER_INTEGER      1

#define TGSI_FS_DEPTH_LAYOUT_NONE      0
#define TGSI_FS_DEPTH_LAYOUT_ANY       1
#define TGSI_FS_DEPTH_LAYOUT_GREATER   2
#define TGSI_FS_DEPTH_LAYOUT_LESS      3
#define TGSI_FS_DEPTH_LAYOUT_UNCHANGED 4

/* Bits of the operand of MEMBAR. */
#define TGSI_MEMBAR_SHADER_BUFFER (1u << 0)
#define TGSI_MEMBAR_ATOMIC_BUFFER (1u << 1)
#define TGSI_MEMBAR_SHADER_IMAGE  (1u << 2)
#define TGSI_MEMBAR_SHARED        (1u << 3)
#define TGSI_MEMBAR_THREAD_GROUP  (1u << 4)

/* Bits of struct tgsi_instruction_memory.Qualifier. */
#define TGSI_MEMORY_COHERENT            (1u << 0)
#define TGSI_MEMORY_RESTRICT            (1u << 1)
#define TGSI_MEMORY_VOLATILE            (1u << 2)
#define TGSI_MEMORY_STREAM_CACHE_POLICY (1u << 3)

/* Opcodes. Gallium has removed DPH and XPD. Galvan still supports these two, with numbers that
 * Gallium does not use. */
enum tgsi_opcode {
    TGSI_OPCODE_ARL = 0,
    TGSI_OPCODE_MOV = 1,
    TGSI_OPCODE_LIT = 2,
    TGSI_OPCODE_RCP = 3,
    TGSI_OPCODE_RSQ = 4,
    TGSI_OPCODE_EXP = 5,
    TGSI_OPCODE_LOG = 6,
    TGSI_OPCODE_MUL = 7,
    TGSI_OPCODE_ADD = 8,
    TGSI_OPCODE_DP3 = 9,
    TGSI_OPCODE_DP4 = 10,
    TGSI_OPCODE_DST = 11,
    TGSI_OPCODE_MIN = 12,
    TGSI_OPCODE_MAX = 13,
    TGSI_OPCODE_SLT = 14,
    TGSI_OPCODE_SGE = 15,
    TGSI_OPCODE_MAD = 16,
    TGSI_OPCODE_TEX_LZ = 17,
    TGSI_OPCODE_LRP = 18,
    TGSI_OPCODE_FMA = 19,
    TGSI_OPCODE_SQRT = 20,
    TGSI_OPCODE_LDEXP = 21,
    TGSI_OPCODE_F2U64 = 22,
    TGSI_OPCODE_F2I64 = 23,
    TGSI_OPCODE_FRC = 24,
    TGSI_OPCODE_TXF_LZ = 25,
    TGSI_OPCODE_FLR = 26,
    TGSI_OPCODE_ROUND = 27,
    TGSI_OPCODE_EX2 = 28,
    TGSI_OPCODE_LG2 = 29,
    TGSI_OPCODE_POW = 30,
    TGSI_OPCODE_DEMOTE = 31,
    TGSI_OPCODE_U2I64 = 32,
    TGSI_OPCODE_CLOCK = 33,
    TGSI_OPCODE_I2I64 = 34,
    TGSI_OPCODE_READ_HELPER = 35,
    TGSI_OPCODE_COS = 36,
    TGSI_OPCODE_DDX = 37,
    TGSI_OPCODE_DDY = 38,
    TGSI_OPCODE_KILL = 39,
    TGSI_OPCODE_PK2H = 40,
    TGSI_OPCODE_PK2US = 41,
    TGSI_OPCODE_PK4B = 42,
    TGSI_OPCODE_PK4UB = 43,
    TGSI_OPCODE_D2U64 = 44,
    TGSI_OPCODE_SEQ = 45,
    TGSI_OPCODE_D2I64 = 46,
    TGSI_OPCODE_SGT = 47,
    TGSI_OPCODE_SIN = 48,
    TGSI_OPCODE_SLE = 49,
    TGSI_OPCODE_SNE = 50,
    TGSI_OPCODE_U642D = 51,
    TGSI_OPCODE_TEX = 52,
    TGSI_OPCODE_TXD = 53,
    TGSI_OPCODE_TXP = 54,
    TGSI_OPCODE_UP2H = 55,
    TGSI_OPCODE_UP2US = 56,
    TGSI_OPCODE_UP4B = 57,
    TGSI_OPCODE_UP4UB = 58,
    TGSI_OPCODE_U642F = 59,
    TGSI_OPCODE_I642F = 60,
    TGSI_OPCODE_ARR = 61,
    TGSI_OPCODE_I642D = 62,
    TGSI_OPCODE_CAL = 63,
    TGSI_OPCODE_RET = 64,
    TGSI_OPCODE_SSG = 65,
    TGSI_OPCODE_CMP = 66,
    TGSI_OPCODE_TXB = 68,
    TGSI_OPCODE_FBFETCH = 69,
    TGSI_OPCODE_DIV = 70,
    TGSI_OPCODE_DP2 = 71,
    TGSI_OPCODE_TXL = 72,
    TGSI_OPCODE_BRK = 73,
    TGSI_OPCODE_IF = 74,
    TGSI_OPCODE_UIF = 75,
    TGSI_OPCODE_READ_INVOC = 76,
    TGSI_OPCODE_ELSE = 77,
    TGSI_OPCODE_ENDIF = 78,
    TGSI_OPCODE_DDX_FINE = 79,
    TGSI_OPCODE_DDY_FINE = 80,
    TGSI_OPCODE_CEIL = 83,
    TGSI_OPCODE_I2F = 84,
    TGSI_OPCODE_NOT = 85,
    TGSI_OPCODE_TRUNC = 86,
    TGSI_OPCODE_SHL = 87,
    TGSI_OPCODE_BALLOT = 88,
    TGSI_OPCODE_AND = 89,
    TGSI_OPCODE_OR = 90,
    TGSI_OPCODE_MOD = 91,
    TGSI_OPCODE_XOR = 92,
    TGSI_OPCODE_TXF = 94,
    TGSI_OPCODE_TXQ = 95,
    TGSI_OPCODE_CONT = 96,
    TGSI_OPCODE_EMIT = 97,
    TGSI_OPCODE_ENDPRIM = 98,
    TGSI_OPCODE_BGNLOOP = 99,
    TGSI_OPCODE_BGNSUB = 100,
    TGSI_OPCODE_ENDLOOP = 101,
    TGSI_OPCODE_ENDSUB = 102,
    TGSI_OPCODE_ATOMFADD = 103,
    TGSI_OPCODE_TXQS = 104,
    TGSI_OPCODE_RESQ = 105,
    TGSI_OPCODE_READ_FIRST = 106,
    TGSI_OPCODE_NOP = 107,
    TGSI_OPCODE_FSEQ = 108,
    TGSI_OPCODE_FSGE = 109,
    TGSI_OPCODE_FSLT = 110,
    TGSI_OPCODE_FSNE = 111,
    TGSI_OPCODE_MEMBAR = 112,
    TGSI_OPCODE_DPH = 113,
    TGSI_OPCODE_XPD = 114,
    TGSI_OPCODE_KILL_IF = 116,
    TGSI_OPCODE_END = 117,
    TGSI_OPCODE_DFMA = 118,
    TGSI_OPCODE_F2I = 119,
    TGSI_OPCODE_IDIV = 120,
    TGSI_OPCODE_IMAX = 121,
    TGSI_OPCODE_IMIN = 122,
    TGSI_OPCODE_INEG = 123,
    TGSI_OPCODE_ISGE = 124,
    TGSI_OPCODE_ISHR = 125,
    TGSI_OPCODE_ISLT = 126,
    TGSI_OPCODE_F2U = 127,
    TGSI_OPCODE_U2F = 128,
    TGSI_OPCODE_UADD = 129,
    TGSI_OPCODE_UDIV = 130,
    TGSI_OPCODE_UMAD = 131,
    TGSI_OPCODE_UMAX = 132,
    TGSI_OPCODE_UMIN = 133,
    TGSI_OPCODE_UMOD = 134,
    TGSI_OPCODE_UMUL = 135,
    TGSI_OPCODE_USEQ = 136,
    TGSI_OPCODE_USGE = 137,
    TGSI_OPCODE_USHR = 138,
    TGSI_OPCODE_USLT = 139,
    TGSI_OPCODE_USNE = 140,
    TGSI_OPCODE_SWITCH = 141,
    TGSI_OPCODE_CASE = 142,
    TGSI_OPCODE_DEFAULT = 143,
    TGSI_OPCODE_ENDSWITCH = 144,
    TGSI_OPCODE_SAMPLE = 145,
    TGSI_OPCODE_SAMPLE_I = 146,
    TGSI_OPCODE_SAMPLE_I_MS = 147,
    TGSI_OPCODE_SAMPLE_B = 148,
    TGSI_OPCODE_SAMPLE_C = 149,
    TGSI_OPCODE_SAMPLE_C_LZ = 150,
    TGSI_OPCODE_SAMPLE_D = 151,
    TGSI_OPCODE_SAMPLE_L = 152,
    TGSI_OPCODE_GATHER4 = 153,
    TGSI_OPCODE_SVIEWINFO = 154,
    TGSI_OPCODE_SAMPLE_POS = 155,
    TGSI_OPCODE_SAMPLE_INFO = 156,
    TGSI_OPCODE_UARL = 157,
    TGSI_OPCODE_UCMP = 158,
    TGSI_OPCODE_IABS = 159,
    TGSI_OPCODE_ISSG = 160,
    TGSI_OPCODE_LOAD = 161,
    TGSI_OPCODE_STORE = 162,
    TGSI_OPCODE_IMG2HND = 163,
    TGSI_OPCODE_SAMP2HND = 164,
    TGSI_OPCODE_BARRIER = 166,
    TGSI_OPCODE_ATOMUADD = 167,
    TGSI_OPCODE_ATOMXCHG = 168,
    TGSI_OPCODE_ATOMCAS = 169,
    TGSI_OPCODE_ATOMAND = 170,
    TGSI_OPCODE_ATOMOR = 171,
    TGSI_OPCODE_ATOMXOR = 172,
    TGSI_OPCODE_ATOMUMIN = 173,
    TGSI_OPCODE_ATOMUMAX = 174,
    TGSI_OPCODE_ATOMIMIN = 175,
    TGSI_OPCODE_ATOMIMAX = 176,
    TGSI_OPCODE_TEX2 = 177,
    TGSI_OPCODE_TXB2 = 178,
    TGSI_OPCODE_TXL2 = 179,
    TGSI_OPCODE_IMUL_HI = 180,
    TGSI_OPCODE_UMUL_HI = 181,
    TGSI_OPCODE_TG4 = 182,
    TGSI_OPCODE_LODQ = 183,
    TGSI_OPCODE_IBFE = 184,
    TGSI_OPCODE_UBFE = 185,
    TGSI_OPCODE_BFI = 186,
    TGSI_OPCODE_BREV = 187,
    TGSI_OPCODE_POPC = 188,
    TGSI_OPCODE_LSB = 189,
    TGSI_OPCODE_IMSB = 190,
    TGSI_OPCODE_UMSB = 191,
    TGSI_OPCODE_INTERP_CENTROID = 192,
    TGSI_OPCODE_INTERP_SAMPLE = 193,
    TGSI_OPCODE_INTERP_OFFSET = 194,
    TGSI_OPCODE_F2D = 195,
    TGSI_OPCODE_D2F = 196,
    TGSI_OPCODE_DABS = 197,
    TGSI_OPCODE_DNEG = 198,
    TGSI_OPCODE_DADD = 199,
    TGSI_OPCODE_DMUL = 200,
    TGSI_OPCODE_DMAX = 201,
    TGSI_OPCODE_DMIN = 202,
    TGSI_OPCODE_DSLT = 203,
    TGSI_OPCODE_DSGE = 204,
    TGSI_OPCODE_DSEQ = 205,
    TGSI_OPCODE_DSNE = 206,
    TGSI_OPCODE_DRCP = 207,
    TGSI_OPCODE_DSQRT = 208,
    TGSI_OPCODE_DMAD = 209,
    TGSI_OPCODE_DFRAC = 210,
    TGSI_OPCODE_DLDEXP = 211,
    TGSI_OPCODE_DFRACEXP = 212,
    TGSI_OPCODE_D2I = 213,
    TGSI_OPCODE_I2D = 214,
    TGSI_OPCODE_D2U = 215,
    TGSI_OPCODE_U2D = 216,
    TGSI_OPCODE_DRSQ = 217,
    TGSI_OPCODE_DTRUNC = 218,
    TGSI_OPCODE_DCEIL = 219,
    TGSI_OPCODE_DFLR = 220,
    TGSI_OPCODE_DROUND = 221,
    TGSI_OPCODE_DSSG = 222,
    TGSI_OPCODE_VOTE_ANY = 223,
    TGSI_OPCODE_VOTE_ALL = 224,
    TGSI_OPCODE_VOTE_EQ = 225,
    TGSI_OPCODE_U64SEQ = 226,
    TGSI_OPCODE_U64SNE = 227,
    TGSI_OPCODE_I64SLT = 228,
    TGSI_OPCODE_U64SLT = 229,
    TGSI_OPCODE_I64SGE = 230,
    TGSI_OPCODE_U64SGE = 231,
    TGSI_OPCODE_I64MIN = 232,
    TGSI_OPCODE_U64MIN = 233,
    TGSI_OPCODE_I64MAX = 234,
    TGSI_OPCODE_U64MAX = 235,
    TGSI_OPCODE_I64ABS = 236,
    TGSI_OPCODE_I64SSG = 237,
    TGSI_OPCODE_I64NEG = 238,
    TGSI_OPCODE_U64ADD = 239,
    TGSI_OPCODE_U64MUL = 240,
    TGSI_OPCODE_U64SHL = 241,
    TGSI_OPCODE_I64SHR = 242,
    TGSI_OPCODE_U64SHR = 243,
    TGSI_OPCODE_I64DIV = 244,
    TGSI_OPCODE_U64DIV = 245,
    TGSI_OPCODE_I64MOD = 246,
    TGSI_OPCODE_U64MOD = 247,
    TGSI_OPCODE_DDIV = 248,
    TGSI_OPCODE_LOD = 249,
    TGSI_OPCODE_ATOMINC_WRAP = 250,
    TGSI_OPCODE_ATOMDEC_WRAP = 251,
    TGSI_OPCODE_LAST = 252, /* one past the last opcode that Gallium still has */

    /* Names of opcodes in 2013. */
    TGSI_OPCODE_KIL = TGSI_OPCODE_KILL_IF,
    TGSI_OPCODE_KILP = TGSI_OPCODE_KILL,

    /* Opcodes that Gallium removed after 2014. Most of their old numbers now belong to other
     * opcodes, so Galvan gives them numbers that Gallium does not use. */
    TGSI_OPCODE_CLAMP = 256,
    TGSI_OPCODE_CND = 257,
    TGSI_OPCODE_DP2A = 258,
    TGSI_OPCODE_RCC = 259,
    TGSI_OPCODE_RFL = 260,
    TGSI_OPCODE_SFL = 261,
    TGSI_OPCODE_STR = 262,
    TGSI_OPCODE_X2D = 263,
    TGSI_OPCODE_SCS = 264,
    TGSI_OPCODE_NRM = 265,
    TGSI_OPCODE_NRM4 = 266,
    TGSI_OPCODE_SAD = 267,
    TGSI_OPCODE_TXQ_LZ = 268,
    TGSI_OPCODE_BREAKC = 269,
    TGSI_OPCODE_CALLNZ = 270,
    /* Opcodes that ADD, MOV and MEMBAR have replaced. */
    TGSI_OPCODE_SUB = 271,
    TGSI_OPCODE_ABS = 272,
    TGSI_OPCODE_LFENCE = 273,
    TGSI_OPCODE_MFENCE = 274,
    TGSI_OPCODE_SFENCE = 275,
    /* Opcodes that no driver ever supported; shaders with them are rejected. */
    TGSI_OPCODE_PUSHA = 276,
    TGSI_OPCODE_POPA = 277,
};

/* ---- Declaration: this dword, a range, then the optional dwords in the order given below */

struct tgsi_declaration {
    unsigned Type : 4; /* TGSI_TOKEN_TYPE_DECLARATION */
    unsigned NrTokens : 8;
    unsigned File : 4;        /* TGSI_FILE_* */
    unsigned UsageMask : 4;   /* TGSI_WRITEMASK_* */
    unsigned Dimension : 1;   /* tgsi_declaration_dimension follows */
    unsigned Semantic : 1;    /* tgsi_declaration_semantic follows */
    unsigned Interpolate : 1; /* tgsi_declaration_interp follows */
    unsigned Invariant : 1;
    unsigned Local : 1;   /* TEMP: the register is not visible to subroutines */
    unsigned Array : 1;   /* tgsi_declaration_array follows */
    unsigned Atomic : 1;  /* BUFFER: only atomics access the buffer */
    unsigned MemType : 2; /* TGSI_MEMORY_TYPE_* */
    unsigned Padding : 3;
};

struct tgsi_declaration_range {
    unsigned First : 16;
    unsigned Last : 16; /* last register of the range, inclusive */
};

struct tgsi_declaration_dimension {
    unsigned Index2D : 16;
    unsigned Padding : 16;
};

struct tgsi_declaration_interp {
    unsigned Interpolate : 4; /* TGSI_INTERPOLATE_* */
    unsigned Location : 2;    /* TGSI_INTERPOLATE_LOC_* */
    unsigned Padding : 26;
};

struct tgsi_declaration_semantic {
    unsigned Name : 8; /* TGSI_SEMANTIC_* */
    unsigned Index : 16;
    unsigned StreamX : 2;
    unsigned StreamY : 2;
    unsigned StreamZ : 2;
    unsigned StreamW : 2;
};

/* Follows declarations of IMAGE. */
struct tgsi_declaration_image {
    unsigned Resource : 8; /* TGSI_TEXTURE_* */
    unsigned Raw : 1;
    unsigned Writable : 1;
    unsigned Format : 10; /* PIPE_FORMAT_* */
    unsigned Padding : 12;
};

/* Follows declarations of SAMPLER_VIEW. */
struct tgsi_declaration_sampler_view {
    unsigned Resource : 8;    /* TGSI_TEXTURE_* */
    unsigned ReturnTypeX : 6; /* TGSI_RETURN_TYPE_* */
    unsigned ReturnTypeY : 6;
    unsigned ReturnTypeZ : 6;
    unsigned ReturnTypeW : 6;
};

struct tgsi_declaration_array {
    unsigned ArrayID : 10;
    unsigned Padding : 22;
};

/* ---- Immediate: this dword and NrTokens - 1 data dwords -------------------------------------- */

struct tgsi_immediate {
    unsigned Type : 4; /* TGSI_TOKEN_TYPE_IMMEDIATE */
    unsigned NrTokens : 14;
    unsigned DataType : 4; /* TGSI_IMM_* */
    unsigned Padding : 10;
};

union tgsi_immediate_data {
    float Float;
    uint32_t Uint;
    int32_t Int;
};

/* ---- Property: this dword and NrTokens - 1 data dwords --------------------------------------- */

struct tgsi_property {
    unsigned Type : 4; /* TGSI_TOKEN_TYPE_PROPERTY */
    unsigned NrTokens : 8;
    unsigned PropertyName : 8; /* TGSI_PROPERTY_* */
    unsigned Padding : 12;
};

struct tgsi_property_data {
    uint32_t Data;
};

/* ---- Instruction: this dword, the optional dwords below, destinations, sources */

struct tgsi_instruction {
    unsigned Type : 4; /* TGSI_TOKEN_TYPE_INSTRUCTION */
    unsigned NrTokens : 8;
    unsigned Opcode : 9; /* TGSI_OPCODE_* */
    unsigned Saturate : 1;
    unsigned NumDstRegs : 2;
    unsigned NumSrcRegs : 4;
    unsigned Label : 1;   /* tgsi_instruction_label follows */
    unsigned Texture : 1; /* tgsi_instruction_texture and its offsets follow */
    unsigned Memory : 1;  /* tgsi_instruction_memory follows */
    unsigned Precise : 1;
};

struct tgsi_instruction_label {
    unsigned Label : 24;
    unsigned Padding : 8;
};

struct tgsi_instruction_texture {
    unsigned Texture : 8; /* TGSI_TEXTURE_* */
    unsigned NumOffsets : 4;
    unsigned ReturnType : 3; /* TGSI_RETURN_TYPE_* */
    unsigned Padding : 17;
};

struct tgsi_texture_offset {
    int Index : 16;
    unsigned File : 4;
    unsigned SwizzleX : 2;
    unsigned SwizzleY : 2;
    unsigned SwizzleZ : 2;
    unsigned Padding : 6;
};

struct tgsi_instruction_memory {
    unsigned Qualifier : 4; /* TGSI_MEMORY_* */
    unsigned Texture : 8;   /* TGSI_TEXTURE_* */
    unsigned Format : 10;   /* PIPE_FORMAT_* */
    unsigned Padding : 10;
};

/* A source register. A register is followed by tgsi_ind_register if Indirect is set, then by
 * tgsi_dimension if Dimension is set, then by another tgsi_ind_register if the dimension has
 * Indirect set. */
struct tgsi_src_register {
    unsigned File : 4; /* TGSI_FILE_* */
    unsigned Indirect : 1;
    unsigned Dimension : 1;
    int Index : 16;
    unsigned SwizzleX : 2;
    unsigned SwizzleY : 2;
    unsigned SwizzleZ : 2;
    unsigned SwizzleW : 2;
    unsigned Absolute : 1;
    unsigned Negate : 1;
};

struct tgsi_ind_register {
    unsigned File : 4; /* TGSI_FILE_* */
    int Index : 16;
    unsigned Swizzle : 2;
    unsigned ArrayID : 10;
};

struct tgsi_dimension {
    unsigned Indirect : 1;
    unsigned Dimension : 1; /* 0: there is no third dimension */
    unsigned Padding : 14;
    int Index : 16;
};

struct tgsi_dst_register {
    unsigned File : 4;      /* TGSI_FILE_* */
    unsigned WriteMask : 4; /* TGSI_WRITEMASK_* */
    unsigned Indirect : 1;
    unsigned Dimension : 1;
    int Index : 16;
    unsigned Padding : 6;
};

#ifdef __cplusplus
}
#endif
#endif
