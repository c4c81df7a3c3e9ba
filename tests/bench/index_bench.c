/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Measures the cost of computed indices. For each kind of register that the translator can index,
 * in each stage that has this kind, prints the number of words of the module, and the milliseconds
 * of processor time to create its pipeline and to run it once. Software devices compile shaders
 * during the first run. Each shader has the same number of accesses; the accesses of the row
 * "nothing" have no index. The slowest rows come first. Arguments: the number of accesses, and the
 * rows to print (the name of a stage, or a part of the name of a struct way). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pipe/p_defines.h"
#include "tests/spirv/exec_run.h"
#include "util/text.h"

enum {
    MAX_TEXT = 65536,
    MAX_ACCESSES = 256,
    MAX_ROWS = 160,
    NUM_VARYINGS = 14,
};

/* ---- Shaders -------------------------------------------------------------------------------- */

enum {
    V = 1 << GALVAN_STAGE_VERTEX,
    F = 1 << GALVAN_STAGE_FRAGMENT,
    G = 1 << GALVAN_STAGE_GEOMETRY,
    C = 1 << GALVAN_STAGE_TESS_CTRL,
    E = 1 << GALVAN_STAGE_TESS_EVAL,
    K = 1 << GALVAN_STAGE_COMPUTE,
    ALL = V | F | G | C | E | K,
};

/* A way to use a computed index. ADDR[0].x is the index, TEMP[1] the value of an access, TEMP[0]
 * the sum for the output. */
struct way {
    const char *name;
    unsigned stages;
    const char *declarations;
    const char *access;
};

static const struct way ways[] = {
    {"nothing", ALL, "", "MOV TEMP[1], TEMP[2]\n"},
    {"temporaries read", ALL, "DCL TEMP[8..39], ARRAY(1)\n",
     "MOV TEMP[8], TEMP[0]\nMOV TEMP[1], TEMP[ADDR[0].x+8](1)\n"},
    {"temporaries written", ALL, "DCL TEMP[8..39], ARRAY(1)\n",
     "MOV TEMP[ADDR[0].x+8](1), TEMP[0]\nMOV TEMP[1], TEMP[9]\n"},
    {"immediates", ALL, "", "MOV TEMP[1], IMM[ADDR[0].x]\n"},
    {"constants", ALL, "DCL CONST[1..63]\n", "MOV TEMP[1], CONST[ADDR[0].x+1]\n"},
    {"constant buffers", ALL,
     "DCL CONST[1][0..3]\nDCL CONST[2][0..3]\nDCL CONST[3][0..3]\nDCL CONST[4][0..3]\n"
     "DCL CONST[5][0..3]\nDCL CONST[6][0..3]\nDCL CONST[7][0..3]\nDCL CONST[8][0..3]\n",
     "MOV TEMP[1], CONST[ADDR[0].x+1][2]\n"},
    {"samplers", ALL, "DCL SAMP[0..15]\nDCL SVIEW[0..15], 2D, FLOAT\n",
     "TXL TEMP[1], TEMP[0], SAMP[ADDR[0].x], 2D\n"},
    {"buffers loaded", ALL, "DCL BUFFER[0..7]\n",
     "LOAD TEMP[1], BUFFER[ADDR[0].x], TEMP[2].xxxx\n"},
    {"buffers stored", ALL, "DCL BUFFER[0..7]\n",
     "STORE BUFFER[ADDR[0].x], TEMP[2].xxxx, TEMP[0]\nMOV TEMP[1], TEMP[2]\n"},
    {"atomics in buffers", ALL, "DCL BUFFER[0..7]\n",
     "ATOMUADD TEMP[1].x, BUFFER[ADDR[0].x], TEMP[2].xxxx, TEMP[0].xxxx\n"},
    {"atomic counters", ALL,
     "DCL HWATOMIC[0][0]\nDCL HWATOMIC[1][0]\nDCL HWATOMIC[2][0]\nDCL HWATOMIC[3][0]\n",
     "ATOMUADD TEMP[1].x, HWATOMIC[ADDR[0].x][0], TEMP[2].xxxx, TEMP[0].xxxx\n"},
    {"images loaded", ALL, "DCL IMAGE[0..7], 2D, PIPE_FORMAT_R32_UINT, WR\n",
     "LOAD TEMP[1], IMAGE[ADDR[0].x], TEMP[2], 2D\n"},
    {"images stored", ALL, "DCL IMAGE[0..7], 2D, PIPE_FORMAT_R32_UINT, WR\n",
     "STORE IMAGE[ADDR[0].x], TEMP[2], TEMP[0], 2D\nMOV TEMP[1], TEMP[2]\n"},
    {"inputs", V, "DCL IN[0..15]\n", "MOV TEMP[1], IN[ADDR[0].x]\n"},
    {"inputs", F, "DCL IN[0..13], GENERIC[0], PERSPECTIVE\n", "MOV TEMP[1], IN[ADDR[0].x]\n"},
    {"inputs", G | C | E, "DCL IN[][0..13], ARRAY(1), GENERIC[0]\n",
     "MOV TEMP[1], IN[0][ADDR[0].x](1)\n"},
    {"vertices of inputs", G | C | E, "DCL IN[][0..13], ARRAY(1), GENERIC[0]\n",
     "MOV TEMP[1], IN[ADDR[0].x][3]\n"},
    {"vertices and inputs", G | C | E, "DCL IN[][0..13], ARRAY(1), GENERIC[0]\n",
     "MOV TEMP[1], IN[ADDR[0].x][ADDR[0].x](1)\n"},
    {"outputs", V | G | E, "DCL OUT[2..15], ARRAY(1), GENERIC[1]\n",
     "MOV OUT[ADDR[0].x+2](1), TEMP[0]\nMOV TEMP[1], TEMP[2]\n"},
    {"outputs", F, "DCL OUT[1..7], COLOR[1]\n",
     "MOV OUT[ADDR[0].x+1], TEMP[0]\nMOV TEMP[1], TEMP[2]\n"},
    {"outputs", C, "DCL OUT[][3..16], ARRAY(1), GENERIC[0]\n",
     "MOV OUT[0][ADDR[0].x+3](1), TEMP[0]\nMOV TEMP[1], TEMP[2]\n"},
    {"outputs read back", C, "DCL OUT[][3..16], ARRAY(1), GENERIC[0]\n",
     "MOV OUT[0][4], TEMP[0]\nMOV TEMP[1], OUT[0][ADDR[0].x+3](1)\n"},
    {"patch varyings", C, "DCL OUT[3..16], ARRAY(1), PATCH[1]\n",
     "MOV OUT[ADDR[0].x+3](1), TEMP[0]\nMOV TEMP[1], TEMP[2]\n"},
    {"patch varyings read back", C, "DCL OUT[3..16], ARRAY(1), PATCH[1]\n",
     "MOV OUT[4], TEMP[0]\nMOV TEMP[1], OUT[ADDR[0].x+3](1)\n"},
    {"patch varyings", E, "DCL IN[0..13], ARRAY(1), PATCH[1]\n", "MOV TEMP[1], IN[ADDR[0].x](1)\n"},
};

/* The text before and after the accesses in a shader of each stage. */
static const struct frame {
    const char *name;
    const char *head;
    const char *tail;
} frames[GALVAN_NUM_STAGES] = {
    [GALVAN_STAGE_VERTEX] = {"vertex", "VERT\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n",
                             "MOV OUT[0], IMM[0]\nMOV OUT[1], TEMP[0]\n"},
    [GALVAN_STAGE_FRAGMENT] = {"fragment", "FRAG\nDCL OUT[0], COLOR\n", "MOV OUT[0], TEMP[0]\n"},
    [GALVAN_STAGE_GEOMETRY] = {"geometry",
                               "GEOM\nPROPERTY GS_INPUT_PRIMITIVE LINES\n"
                               "PROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
                               "PROPERTY GS_MAX_OUTPUT_VERTICES 1\nPROPERTY GS_INVOCATIONS 1\n"
                               "DCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n",
                               "MOV OUT[0], IMM[0]\nMOV OUT[1], TEMP[0]\nEMIT\n"},
    [GALVAN_STAGE_TESS_CTRL] = {"control",
                                "TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 2\nDCL OUT[0], TESSOUTER\n"
                                "DCL OUT[1].xy, TESSINNER\nDCL OUT[2], PATCH[0]\n",
                                "MOV OUT[0], IMM[0].wwww\nMOV OUT[1].xy, IMM[0].wwww\n"
                                "MOV OUT[2], TEMP[0]\n"},
    [GALVAN_STAGE_TESS_EVAL] = {"evaluation",
                                "TESS_EVAL\nPROPERTY TES_PRIM_MODE 4\nPROPERTY TES_SPACING 2\n"
                                "PROPERTY TES_POINT_MODE 1\nDCL OUT[0], POSITION\n"
                                "DCL OUT[1], GENERIC[0]\n",
                                "MOV OUT[0], IMM[0]\nMOV OUT[1], TEMP[0]\n"},
    [GALVAN_STAGE_COMPUTE] = {"compute",
                              "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 1\n"
                              "PROPERTY CS_FIXED_BLOCK_HEIGHT 1\nPROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
                              "DCL BUFFER[8]\n",
                              "STORE BUFFER[8], IMM[0].xxxx, TEMP[0]\n"},
};

static void make_text(enum galvan_stage stage, const struct way *way, unsigned num_accesses,
                      char *out_text)
{
    struct gv_text t = gv_text_init(out_text, MAX_TEXT);
    gv_text_add(&t, "%s%sDCL CONST[0]\nDCL TEMP[0..2]\nDCL ADDR[0]\n", frames[stage].head,
                way->declarations);
    gv_text_add(&t, "IMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\nIMM[1] UINT32 {1, 2, 3, 4}\n"
                    "IMM[2] UINT32 {5, 6, 7, 8}\n");
    gv_text_add(&t, "MOV TEMP[0], CONST[0]\nMOV TEMP[2], CONST[0]\n");
    for (unsigned i = 0; i < num_accesses; i++)
        gv_text_add(&t,
                    "UADD TEMP[2].x, TEMP[2].xxxx, CONST[0].yyyy\nUARL ADDR[0].x, TEMP[2].xxxx\n"
                    "%sADD TEMP[0], TEMP[0], TEMP[1]\n",
                    way->access);
    gv_text_add(&t, "%sEND\n", frames[stage].tail);
}

/* Writes the text of another stage that the measured stage needs and the harness does not provide:
 * the other tessellation stage, or a fragment shader that reads all outputs. Returns false if none
 * is needed. */
static bool make_neighbour(enum galvan_stage stage, const struct way *way, char *out_text)
{
    struct gv_text t = gv_text_init(out_text, MAX_TEXT);
    bool per_vertex = strstr(way->declarations, "[][") != NULL;
    bool outputs = strstr(way->declarations, "DCL OUT[") != NULL;
    unsigned num = strcmp(way->name, "nothing") == 0 ? 0 : NUM_VARYINGS;
    switch (stage) {
    case GALVAN_STAGE_TESS_CTRL:
        gv_text_add(&t, "%sDCL IN[0], PATCH[0]\nDCL TEMP[0]\nIMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\n",
                    frames[GALVAN_STAGE_TESS_EVAL].head);
        for (unsigned i = 0; outputs && i < num; i++)
            gv_text_add(&t, per_vertex ? "DCL IN[][%u], GENERIC[%u]\n" : "DCL IN[%u], PATCH[%u]\n",
                        i + 1, i + !per_vertex);
        gv_text_add(&t, "MOV TEMP[0], IN[0]\n");
        for (unsigned i = 0; outputs && i < num; i++)
            gv_text_add(&t, "ADD TEMP[0], TEMP[0], IN%s[%u]\n", per_vertex ? "[0]" : "", i + 1);
        gv_text_add(&t, "%sEND\n", frames[GALVAN_STAGE_TESS_EVAL].tail);
        return true;
    case GALVAN_STAGE_TESS_EVAL:
        gv_text_add(&t,
                    "%sIMM[0] FLT32 {0.0, 0.0, 0.0, 1.0}\n"
                    "MOV OUT[0], IMM[0].wwww\nMOV OUT[1].xy, IMM[0].wwww\nEND\n",
                    frames[GALVAN_STAGE_TESS_CTRL].head);
        return true;
    case GALVAN_STAGE_VERTEX:
    case GALVAN_STAGE_GEOMETRY:
        gv_text_add(&t,
                    "FRAG\nDCL OUT[0], COLOR\nDCL TEMP[0]\nDCL IN[0..%u], GENERIC[0], "
                    "PERSPECTIVE\nMOV TEMP[0], IN[0]\n",
                    NUM_VARYINGS);
        for (unsigned i = 1; i <= NUM_VARYINGS; i++)
            gv_text_add(&t, "ADD TEMP[0], TEMP[0], IN[%u]\n", i);
        gv_text_add(&t, "MOV OUT[0], TEMP[0]\nEND\n");
        return outputs;
    default:
        return false;
    }
}

/* ---- Measuring ------------------------------------------------------------------------------ */

struct row {
    const char *stage, *way;
    size_t num_words;
    double pipeline_ms, first_ms;
};

/* Returns the processor time of all threads of this process. */
static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* Adds the case's lines for the resources and values that the harness must bind. */
static void add_lines(struct spirv_case *c, enum galvan_stage stage, const struct way *way,
                      char lines[][64])
{
    unsigned n = 0;
    bool graphics = stage != GALVAN_STAGE_COMPUTE;
    bool varyings = strstr(way->declarations, "DCL IN[") && stage != GALVAN_STAGE_VERTEX;
    bool textures = strstr(way->declarations, "SAMP[");
    bool images = strstr(way->declarations, "IMAGE[");
    snprintf(lines[n++], 64, graphics ? "out ?" : "grid 1 1 1");
    if (stage == GALVAN_STAGE_FRAGMENT && strstr(way->declarations, "OUT["))
        snprintf(lines[n++], 64, "out[7] ?");
    for (unsigned i = 0; varyings && i < NUM_VARYINGS; i++)
        snprintf(lines[n++], 64, "in GENERIC[%u] 0", i);
    for (unsigned i = 0; stage == GALVAN_STAGE_VERTEX && i < 16; i++)
        snprintf(lines[n++], 64, "in IN[%u] 0", i);
    for (unsigned i = 0; textures && i < 16; i++)
        snprintf(lines[n++], 64, "texture %u 4x4", i);
    for (unsigned i = 0; images && i < 8; i++)
        snprintf(lines[n++], 64, "image %u 2D 4x4 R32_UINT", i);
    for (unsigned i = 0; i < n; i++)
        c->value_lines[i] = lines[i];
    c->num_value_lines = n;
}

static enum exec_result measure(struct exec_run *run, struct row *out_row)
{
    if (!run_settle(run))
        return EXEC_FAILED;
    enum exec_result result = run_shaders(run);
    run_default_positions(run);
    if (result != EXEC_OK)
        return result;
    if (!run_resources(run))
        return EXEC_FAILED;
    out_row->num_words = run->stages[run->main].module.num_words;
    double start = now_ms();
    run_pipeline(run);
    double made = now_ms();
    run_once(run);
    double once = now_ms();
    run_once(run);
    out_row->pipeline_ms = made - start;
    out_row->first_ms = once - made - (now_ms() - once);
    return EXEC_OK;
}

static enum exec_result measure_way(struct exec_device *dev, enum galvan_stage stage,
                                    const struct way *way, unsigned num_accesses,
                                    struct row *out_row)
{
    static char texts[2][MAX_TEXT];
    static char lines[64][64];
    struct spirv_case *c = calloc(1, sizeof(*c));
    struct exec_run *run = calloc(1, sizeof(*run));
    if (!c || !run)
        exit(1);
    make_text(stage, way, num_accesses, texts[0]);
    *c = (struct spirv_case){.name = way->name,
                             .key.fragment.alpha_func = PIPE_FUNC_ALWAYS,
                             .key.device.buffer_array = true,
                             .texts = {texts[0], texts[1]},
                             .num_texts = make_neighbour(stage, way, texts[1]) ? 2 : 1};
    add_lines(c, stage, way, lines);
    *run = (struct exec_run){.dev = dev, .c = c, .vertex = -1, .grid = {1, 1, 1}};
    *out_row = (struct row){.stage = frames[stage].name, .way = way->name};
    enum exec_result result = measure(run, out_row);
    run_pipeline_finish(run);
    run_resources_finish(run);
    run_shaders_finish(run);
    free(run);
    free(c);
    return result;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static int slower(const void *x, const void *y)
{
    const struct row *a = x, *b = y;
    double difference = b->pipeline_ms + b->first_ms - a->pipeline_ms - a->first_ms;
    return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

static bool is_wanted(const char *only, enum galvan_stage stage, const struct way *way)
{
    return (way->stages >> stage & 1) &&
           (!only || strcmp(only, frames[stage].name) == 0 || strstr(way->name, only));
}

int main(int argc, char **argv)
{
    static struct exec_device dev;
    static struct row rows[MAX_ROWS];
    unsigned num_rows = 0, num_failed = 0;
    uint64_t num_accesses = 16;
    if (argc > 3 ||
        (argc > 1 && !gv_parse_u64(argv[1], strlen(argv[1]), MAX_ACCESSES, &num_accesses))) {
        fprintf(stderr, "usage: %s [ACCESSES [STAGE or WAY]]\n", argv[0]);
        return 2;
    }
    /* Otherwise Mesa would reuse the shaders of earlier runs. */
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    exec_device_open(&dev);
    for (unsigned stage = 0; stage < GALVAN_NUM_STAGES; stage++) {
        for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
            if (num_rows == MAX_ROWS ||
                !is_wanted(argc > 2 ? argv[2] : NULL, (enum galvan_stage)stage, &ways[i]))
                continue;
            enum exec_result result = measure_way(&dev, (enum galvan_stage)stage, &ways[i],
                                                  (unsigned)num_accesses, &rows[num_rows]);
            num_rows += result == EXEC_OK;
            num_failed += result == EXEC_FAILED;
        }
    }
    exec_device_close(&dev);
    qsort(rows, num_rows, sizeof(rows[0]), slower);
    printf("%-12s %-26s %8s %12s %12s\n", "stage", "index into", "words", "pipeline ms",
           "first run ms");
    for (unsigned i = 0; i < num_rows; i++)
        printf("%-12s %-26s %8zu %12.1f %12.1f\n", rows[i].stage, rows[i].way, rows[i].num_words,
               rows[i].pipeline_ms, rows[i].first_ms);
    return num_failed > 0 || num_rows == 0;
}
