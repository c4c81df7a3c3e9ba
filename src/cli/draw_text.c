/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/draw_text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exit_status.h"
#include "cli/tool.h"
#include "galvan/galvan.h"
#include "pipe/p_defines.h"
#include "pipe/p_state.h"
#include "util/text.h"

enum {
    MAX_WORDS = 64 << 20 /* limit of a module; the process that draws is not trusted */
};

/* The beginning of a line that announces a module: the line ends with the number of the module's
 * dwords, and the dwords follow. */
static const char module_line[] = "SPIR-V ";

static const char *const modes[PIPE_PRIM_MAX] = {
    [PIPE_PRIM_POINTS] = "points",
    [PIPE_PRIM_LINES] = "lines",
    [PIPE_PRIM_LINE_LOOP] = "line loop",
    [PIPE_PRIM_LINE_STRIP] = "line strip",
    [PIPE_PRIM_TRIANGLES] = "triangles",
    [PIPE_PRIM_TRIANGLE_STRIP] = "triangle strip",
    [PIPE_PRIM_TRIANGLE_FAN] = "triangle fan",
    [PIPE_PRIM_QUADS] = "quads",
    [PIPE_PRIM_QUAD_STRIP] = "quad strip",
    [PIPE_PRIM_POLYGON] = "polygon",
    [PIPE_PRIM_LINES_ADJACENCY] = "lines with adjacency",
    [PIPE_PRIM_LINE_STRIP_ADJACENCY] = "line strip with adjacency",
    [PIPE_PRIM_TRIANGLES_ADJACENCY] = "triangles with adjacency",
    [PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY] = "triangle strip with adjacency",
    [PIPE_PRIM_PATCHES] = "patches",
};

/* ---- In the process that draws --------------------------------------------------------------- */

static void write_line(void *priv, const char *text)
{
    const size_t len = strlen(text);

    fprintf(priv, "%s%s", text, len > 0 && text[len - 1] == '\n' ? "" : "\n");
}

static void write_module(void *priv, const uint32_t *words, size_t num_words)
{
    fprintf(priv, "%s%zu\n", module_line, num_words);
    fwrite(words, sizeof(*words), num_words, priv);
}

void gv_draw_text_write(FILE *file, uint64_t idx, struct pipe_context *pipe,
                        const struct pipe_draw_info *info)
{
    const struct galvan_description out = {
        .line = write_line, .module = write_module, .priv = file};

    fprintf(file, "draw %" PRIu64 ": %s, ", idx,
            info->mode < PIPE_PRIM_MAX ? modes[info->mode] : "no mode");
    if (info->indirect)
        fprintf(file, "%u indirect records\n", info->indirect_count ? info->indirect_count : 1);
    else if (info->count_from_stream_output)
        fprintf(file, "what was captured\n");
    else
        fprintf(file, "%u %s from %u, %u instances from %u\n", info->count,
                info->indexed ? "indices" : "vertices", info->start, info->instance_count,
                info->start_instance);
    galvan_context_describe(pipe, &out);
    fflush(file);
}

/* ---- In the process that prints -------------------------------------------------------------- */

static void show_words(const uint32_t *words, size_t num)
{
    printf("SPIR-V:");
    for (size_t i = 0; i < num; i++)
        printf(" %08" PRIx32, words[i]);
    printf("\n");
}

/* Reads and prints the module that follows in the file. The text at `digits` is the number of the
 * module's dwords. Returns false if the file ends within the module. */
static bool show_module(FILE *file, const char *digits, const struct galvan_log *log)
{
    static const char *const disassemble[] = {"spirv-dis", "--no-color", "-", NULL};
    uint64_t num;

    if (!gv_parse_u64(digits, strcspn(digits, "\n"), MAX_WORDS, &num))
        return false;
    uint32_t *words = calloc(num + 1, sizeof(*words));
    const bool whole = words && fread(words, sizeof(*words), num, file) == num;
    if (whole && gv_tool_run(disassemble, words, num * sizeof(*words), log) != GV_EXIT_OK)
        show_words(words, num);
    free(words);
    return whole;
}

void gv_draw_text_show(FILE *file, const struct galvan_log *log)
{
    const size_t len = strlen(module_line);
    char *line = NULL;
    size_t size_B = 0;

    while (getline(&line, &size_B, file) > 0) {
        if (strncmp(line, module_line, len) != 0)
            fputs(line, stdout);
        else if (!show_module(file, line + len, log))
            break;
    }
    free(line);
    fflush(stdout);
}
