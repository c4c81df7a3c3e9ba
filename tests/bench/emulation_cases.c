/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "emulation_cases.h"

#include "pipe_draw_kit.h"

#define NO_VERTEX_STAGES "geometryShader,tessellationShader,transformFeedback"

enum {
    TRIANGLES = 100000,
};

/* A fragment shader whose colour depends on gl_PrimitiveID. */
static const char number_text[] = "FRAG\n"
                                  "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                  "DCL IN[1], PRIM_ID, CONSTANT\n"
                                  "DCL OUT[0], COLOR\n"
                                  "DCL TEMP[0]\n"
                                  "IMM[0] UINT32 {1, 0, 0, 0}\n"
                                  "AND TEMP[0].x, IN[1].xxxx, IMM[0].xxxx\n"
                                  "U2F TEMP[0].x, TEMP[0].xxxx\n"
                                  "MUL OUT[0], IN[0], TEMP[0].xxxx\n"
                                  "END\n";

/* A geometry shader that turns a point into a square of two triangles. */
static const char square_text[] = "GEOM\n"
                                  "PROPERTY GS_INPUT_PRIMITIVE POINTS\n"
                                  "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"
                                  "PROPERTY GS_MAX_OUTPUT_VERTICES 4\n"
                                  "DCL IN[][0], POSITION\n"
                                  "DCL IN[][1], GENERIC[0]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], GENERIC[0]\n"
                                  "IMM[0] UINT32 {0, 0, 0, 0}\n"
                                  "IMM[1] FLT32 {0.0, 0.1, 0.0, 0.0}\n"
                                  "MOV OUT[0], IN[0][0]\n"
                                  "MOV OUT[1], IN[0][1]\n"
                                  "EMIT IMM[0].xxxx\n"
                                  "ADD OUT[0], IN[0][0], IMM[1].yxxx\n"
                                  "MOV OUT[1], IN[0][1]\n"
                                  "EMIT IMM[0].xxxx\n"
                                  "ADD OUT[0], IN[0][0], IMM[1].xyxx\n"
                                  "MOV OUT[1], IN[0][1]\n"
                                  "EMIT IMM[0].xxxx\n"
                                  "ADD OUT[0], IN[0][0], IMM[1].yyxx\n"
                                  "MOV OUT[1], IN[0][1]\n"
                                  "EMIT IMM[0].xxxx\n"
                                  "END\n";

static const char control_text[] = "TESS_CTRL\n"
                                   "PROPERTY TCS_VERTICES_OUT 4\n"
                                   "DCL IN[][0], POSITION\n"
                                   "DCL SV[0], INVOCATIONID\n"
                                   "DCL OUT[][0], POSITION\n"
                                   "DCL OUT[1], TESSOUTER\n"
                                   "DCL OUT[2].xy, TESSINNER\n"
                                   "DCL ADDR[0..1]\n"
                                   "DCL CONST[0]\n"
                                   "UARL ADDR[1].x, SV[0].xxxx\n"
                                   "MOV OUT[ADDR[1].x][0], IN[ADDR[1].x][0]\n"
                                   "MOV OUT[1], CONST[0]\n"
                                   "MOV OUT[2].xy, CONST[0]\n"
                                   "END\n";

static const char evaluation_text[] = "TESS_EVAL\n"
                                      "PROPERTY TES_PRIM_MODE 7\n"
                                      "PROPERTY TES_SPACING 2\n"
                                      "PROPERTY TES_VERTEX_ORDER_CW 0\n"
                                      "PROPERTY TES_POINT_MODE 0\n"
                                      "DCL IN[][0], POSITION\n"
                                      "DCL SV[0], TESSCOORD\n"
                                      "DCL OUT[0], POSITION\n"
                                      "DCL OUT[1], GENERIC[0]\n"
                                      "DCL TEMP[0..1]\n"
                                      "LRP TEMP[0], SV[0].xxxx, IN[1][0], IN[0][0]\n"
                                      "LRP TEMP[1], SV[0].xxxx, IN[3][0], IN[2][0]\n"
                                      "LRP OUT[0], SV[0].yyyy, TEMP[1], TEMP[0]\n"
                                      "MOV OUT[1], SV[0]\n"
                                      "END\n";

/* A vertex shader that computes the colour with doubles. */
static const char doubles_text[] = "VERT\n"
                                   "DCL IN[0]\n"
                                   "DCL IN[1]\n"
                                   "DCL OUT[0], POSITION\n"
                                   "DCL OUT[1], GENERIC[0]\n"
                                   "DCL TEMP[0..1]\n"
                                   "F2D TEMP[0].xy, IN[1].xxxx\n"
                                   "F2D TEMP[0].zw, IN[1].yyyy\n"
                                   "DMUL TEMP[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\n"
                                   "DADD TEMP[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\n"
                                   "DMUL TEMP[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\n"
                                   "DADD TEMP[0].xy, TEMP[0].xyxy, TEMP[0].zwzw\n"
                                   "D2F TEMP[1].x, TEMP[0].xyxy\n"
                                   "MOV OUT[0], IN[0]\n"
                                   "MOV OUT[1], TEMP[1].xxxx\n"
                                   "END\n";

#define PATCHES(num)                                                                               \
    .mask = "tessellationShader", .aim = 0.3, .mode = PIPE_PRIM_PATCHES,                           \
    .num_vertices = 4 * (num), .tes = evaluation_text

/* Sums the numbers of all threads in a work group. In each of ten steps, a thread adds the partial
 * sum of the thread whose number differs in one bit: bit 0 in the first step, bit 1 in the second,
 * and so on. Each step has two barriers. */
static const char sum_text[] = COMP(1024) "DCL SV[0], THREAD_ID\n"
                                          "DCL SV[1], BLOCK_ID\n"
                                          "DCL BUFFER[0]\n"
                                          "DCL MEMORY[0], SHARED\n"
                                          "DCL TEMP[0..2]\n"
                                          "IMM UINT32 {1, 2, 1024, 8}\n"
                                          "SHL TEMP[0].x, SV[0].xxxx, IMM[0].yyyy\n"
                                          "MOV TEMP[1].x, SV[0].xxxx\n"
                                          "MOV TEMP[0].y, IMM[0].xxxx\n"
                                          "BGNLOOP\n"
                                          "USGE TEMP[0].z, TEMP[0].yyyy, IMM[0].zzzz\n"
                                          "UIF TEMP[0].zzzz\n"
                                          "BRK\n"
                                          "ENDIF\n"
                                          "STORE MEMORY[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                                          "MEMBAR IMM[0].wwww\n"
                                          "BARRIER\n"
                                          "XOR TEMP[0].w, SV[0].xxxx, TEMP[0].yyyy\n"
                                          "SHL TEMP[0].w, TEMP[0].wwww, IMM[0].yyyy\n"
                                          "LOAD TEMP[2].x, MEMORY[0], TEMP[0].wwww\n"
                                          "UADD TEMP[1].x, TEMP[1].xxxx, TEMP[2].xxxx\n"
                                          "SHL TEMP[0].y, TEMP[0].yyyy, IMM[0].xxxx\n"
                                          "BARRIER\n"
                                          "ENDLOOP\n"
                                          "UMAD TEMP[0].x, SV[1].xxxx, IMM[0].zzzz, SV[0].xxxx\n"
                                          "SHL TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                                          "STORE BUFFER[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                                          "END\n";

const struct emulation_case emulation_cases[] = {
    {.name = "triangles, nothing emulated",
     .mask = NO_VERTEX_STAGES ",shaderFloat64",
     .same = true,
     .mode = PIPE_PRIM_TRIANGLES,
     .num_vertices = 3 * TRIANGLES},
    {.name = "vertex fetch",
     .mask = "robustBufferAccess",
     .mode = PIPE_PRIM_TRIANGLES,
     .num_vertices = 3 * TRIANGLES},
    {.name = "vertex stage, numbers of primitives",
     .mask = NO_VERTEX_STAGES,
     .mode = PIPE_PRIM_TRIANGLES,
     .num_vertices = 3 * TRIANGLES,
     .fs = number_text},
    {.name = "geometry, triangles pass",
     .mask = NO_VERTEX_STAGES,
     .aim = 0.3,
     .mode = PIPE_PRIM_TRIANGLES,
     .num_vertices = 3 * TRIANGLES,
     .gs = KIT_GEOMETRY_PASSES},
    {.name = "geometry, points become squares",
     .mask = NO_VERTEX_STAGES,
     .aim = 0.3,
     .mode = PIPE_PRIM_POINTS,
     .num_vertices = TRIANGLES / 2,
     .gs = square_text},
    {.name = "49 patches, levels of state", .level = 32, PATCHES(49)},
    {.name = "49 patches, control shader", .level = 32, .tcs = control_text, PATCHES(49)},
    {.name = "3125 patches, levels of state", .level = 4, PATCHES(3125)},
    {.name = "3125 patches, control shader", .level = 4, .tcs = control_text, PATCHES(3125)},
    {.name = "stream output, drawn",
     .mask = "transformFeedback",
     .aim = 0.7,
     .mode = PIPE_PRIM_TRIANGLES,
     .num_vertices = 3 * TRIANGLES,
     .num_captured = 3 * TRIANGLES},
    {.name = "stream output, discarded",
     .mask = "transformFeedback",
     .aim = 0.7,
     .mode = PIPE_PRIM_TRIANGLES,
     .num_vertices = 3 * TRIANGLES,
     .num_captured = 3 * TRIANGLES,
     .discards = true},
    {.name = "stream output, triangle strip",
     .mask = "transformFeedback",
     .aim = 0.7,
     .mode = PIPE_PRIM_TRIANGLE_STRIP,
     .num_vertices = TRIANGLES + 2,
     .num_captured = 3 * TRIANGLES,
     .discards = true},
    {.name = "lines, 3 pixels wide",
     .mask = "wideLines",
     .mode = PIPE_PRIM_LINES,
     .num_vertices = 2 * TRIANGLES,
     .line_width = 3.0f},
    {.name = "lines, stippled",
     .mask = "stippledBresenhamLines",
     .mode = PIPE_PRIM_LINES,
     .num_vertices = 2 * TRIANGLES,
     .stipples = true},
    {.name = "points, 3 pixels wide",
     .mask = "largePoints",
     .mode = PIPE_PRIM_POINTS,
     .num_vertices = TRIANGLES,
     .point_size = 3.0f},
    {.name = "triangles, their outlines",
     .mask = NO_VERTEX_STAGES ",fillModeNonSolid",
     .mode = PIPE_PRIM_TRIANGLES,
     .num_vertices = 3 * TRIANGLES,
     .outlines = true},
    {.name = "doubles",
     .mask = "shaderFloat64",
     .mode = PIPE_PRIM_TRIANGLES,
     .num_vertices = 3 * TRIANGLES,
     .vs = doubles_text},
    {.name = "work groups of 1024 by 256 threads",
     .mask = "maxComputeWorkGroupInvocations=256",
     .mode = PIPE_PRIM_TRIANGLES,
     .num_vertices = 3,
     .cs = sum_text,
     .num_blocks = 98},
};

const unsigned num_emulation_cases = sizeof(emulation_cases) / sizeof(emulation_cases[0]);
