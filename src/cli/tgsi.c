/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan tgsi`: runs the shader translator on files. Each file is translated independently; after
 * a failure the other files are still translated. */
#include "cli/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/exit_status.h"
#include "cli/options.h"
#include "cli/tool.h"
#include "galvan/spirv.h"
#include "util/array.h"
#include "util/log.h"

enum {
    MAX_TEXT_B = 16 << 20,
    MAX_PATH_B = 4096
};

/* The values of the options. */
struct tgsi {
    const struct galvan_log *log;
    const char *spirv_path; /* --spirv; may be NULL */
    bool spirv_is_dir;
    bool stage, dump, tokens, assembly, validate;
    struct gv_option_list key_texts;
};

/* A file that is being translated. */
struct shader {
    const char *name;
    char *text; /* owned */
    size_t len;
    struct galvan_tgsi *parsed;        /* owned */
    struct galvan_spirv_module module; /* owned */
};

/* ---- Input ----------------------------------------------------------------------------------- */

static bool read_text(const struct tgsi *tgsi, struct shader *s, FILE *file)
{
    s->text = malloc(MAX_TEXT_B);
    if (!s->text) {
        gv_err(tgsi->log, "tgsi", "out of memory");
        return false;
    }
    s->len = fread(s->text, 1, MAX_TEXT_B, file);
    if (ferror(file)) {
        gv_err(tgsi->log, "tgsi", "%s: %s", s->name, strerror(errno));
        return false;
    }
    if (s->len == MAX_TEXT_B) {
        gv_err(tgsi->log, "tgsi", "%s: more than %d bytes", s->name, MAX_TEXT_B - 1);
        return false;
    }
    return true;
}

static bool read_input(const struct tgsi *tgsi, struct shader *s)
{
    if (strcmp(s->name, "-") == 0)
        return read_text(tgsi, s, stdin);
    FILE *file = fopen(s->name, "rb");
    if (!file) {
        gv_err(tgsi->log, "tgsi", "%s: %s", s->name, strerror(errno));
        return false;
    }
    bool read = read_text(tgsi, s, file);
    fclose(file);
    return read;
}

/* ---- Translation ----------------------------------------------------------------------------- */

/* Prints an error in the format of compilers, so that editors find the position. */
static bool report(const struct shader *s, const struct galvan_diag *diag)
{
    fprintf(stderr, "%s:%u:%u: error %u: %s\n", s->name, diag->line, diag->column, diag->code,
            diag->text);
    return false;
}

static bool parse(struct shader *s)
{
    struct galvan_diag diag = {0};

    return galvan_tgsi_parse(s->text, s->len, &diag, &s->parsed) == GALVAN_OK || report(s, &diag);
}

static bool translate(const struct tgsi *tgsi, struct shader *s)
{
    struct galvan_diag diag = {0};
    const struct galvan_tgsi_info *info = galvan_tgsi_info(s->parsed);
    /* The simplest pipeline for the shader: all of its outputs are read, and nothing is
     * emulated. */
    struct galvan_spirv_key key = {
        .vertex.consumer_mask = info->outputs_mask,
        .vertex.consumer_patch_mask = info->patch_outputs_mask,
        .vertex.last_vertex_stage = true,
        .fragment.alpha_func = 7,
        .fragment.num_cbufs = 1,
    };

    for (size_t i = 0; i < tgsi->key_texts.num; i++) {
        galvan_spirv_key_set(&key, tgsi->key_texts.texts[i]); /* cannot fail:
                                                                 check_command_line() has
                                                                 checked the text */
    }
    return galvan_spirv_translate(s->parsed, &key, &diag, &s->module) == GALVAN_OK ||
           report(s, &diag);
}

/* ---- Output ---------------------------------------------------------------------------------- */

static void print_stage(const struct shader *s)
{
    static const char *const names[GALVAN_NUM_STAGES] = {
        [GALVAN_STAGE_VERTEX] = "vertex",       [GALVAN_STAGE_FRAGMENT] = "fragment",
        [GALVAN_STAGE_GEOMETRY] = "geometry",   [GALVAN_STAGE_TESS_CTRL] = "tess_ctrl",
        [GALVAN_STAGE_TESS_EVAL] = "tess_eval", [GALVAN_STAGE_COMPUTE] = "compute",
    };

    printf("%s: %s\n", s->name, names[galvan_tgsi_info(s->parsed)->stage]);
}

static bool print_text(const struct tgsi *tgsi, const struct shader *s)
{
    char *text = galvan_tgsi_print(s->parsed);

    if (!text) {
        gv_err(tgsi->log, "tgsi", "out of memory");
        return false;
    }
    fputs(text, stdout);
    free(text);
    return true;
}

static void print_tokens(const struct shader *s)
{
    size_t num;
    const uint32_t *tokens = galvan_tgsi_tokens(s->parsed, &num);

    for (size_t i = 0; i < num; i++)
        printf("%08x%c", tokens[i], i % 8 == 7 || i + 1 == num ? '\n' : ' ');
}

/* Writes the path of the module to out_path: the value of --spirv or, if that is a directory, the
 * shader's file name in this directory with the extension .spv. */
static bool module_path(const struct tgsi *tgsi, const struct shader *s, char out_path[MAX_PATH_B])
{
    const char *slash = strrchr(s->name, '/'), *base = slash ? slash + 1 : s->name;
    const char *dot = strrchr(base, '.');
    int len;

    if (tgsi->spirv_is_dir)
        len = snprintf(out_path, MAX_PATH_B, "%s/%.*s.spv", tgsi->spirv_path,
                       (int)(dot && dot > base ? (size_t)(dot - base) : strlen(base)), base);
    else
        len = snprintf(out_path, MAX_PATH_B, "%s", tgsi->spirv_path);
    return len >= 0 && len < MAX_PATH_B;
}

static bool write_module(const struct galvan_spirv_module *module, FILE *file)
{
    return fwrite(module->words, sizeof(*module->words), module->num_words, file) ==
               module->num_words &&
           fflush(file) == 0;
}

static bool save_module(const struct tgsi *tgsi, const struct shader *s)
{
    char path[MAX_PATH_B];
    bool to_output = strcmp(tgsi->spirv_path, "-") == 0;

    if (!module_path(tgsi, s, path)) {
        gv_err(tgsi->log, "tgsi", "%s: the path is too long", tgsi->spirv_path);
        return false;
    }
    FILE *file = to_output ? stdout : fopen(path, "wb");
    bool written = file && write_module(&s->module, file);
    if (!written)
        gv_err(tgsi->log, "tgsi", "%s: %s", path, strerror(errno));
    if (file && !to_output)
        fclose(file);
    return written;
}

static int run_tool(const struct tgsi *tgsi, const struct shader *s, const char *const *argv)
{
    return gv_tool_run(argv, s->module.words, s->module.num_words * sizeof(*s->module.words),
                       tgsi->log);
}

/* Runs the tools that the options request. The tools print their errors to standard error. */
static int run_tools(const struct tgsi *tgsi, const struct shader *s)
{
    static const char *const disassemble[] = {"spirv-dis", "--no-color", "-", NULL};
    static const char *const validate[] = {"spirv-val", "--target-env", "vulkan1.3", "-", NULL};
    int status = tgsi->assembly ? run_tool(tgsi, s, disassemble) : GV_EXIT_OK;

    if (status == GV_EXIT_OK && tgsi->validate) {
        status = run_tool(tgsi, s, validate);
        if (status == GV_EXIT_FAILURE)
            fprintf(stderr, "%s: the module is not valid\n", s->name);
    }
    return status;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int process(const struct tgsi *tgsi, struct shader *s)
{
    /* If the options request only text, no translation is needed, so text is printed even for
     * shaders that cannot be translated. */
    bool only_text = (tgsi->stage || tgsi->dump || tgsi->tokens) && !tgsi->spirv_path &&
                     !tgsi->assembly && !tgsi->validate && tgsi->key_texts.num == 0;

    if (!read_input(tgsi, s) || !parse(s))
        return GV_EXIT_FAILURE;
    if (tgsi->stage)
        print_stage(s);
    if (tgsi->dump && !print_text(tgsi, s))
        return GV_EXIT_FAILURE;
    if (tgsi->tokens)
        print_tokens(s);
    if (only_text)
        return GV_EXIT_OK;
    if (!translate(tgsi, s) || (tgsi->spirv_path && !save_module(tgsi, s)))
        return GV_EXIT_FAILURE;
    return run_tools(tgsi, s);
}

static int process_all(const struct tgsi *tgsi, char **names, int num_names)
{
    int status = GV_EXIT_OK;

    for (int i = 0; i < num_names; i++) {
        struct shader s = {.name = names[i]};
        int one = process(tgsi, &s);
        status = one > status ? one : status;
        galvan_spirv_module_finish(&s.module);
        galvan_tgsi_destroy(s.parsed);
        free(s.text);
    }
    if (fflush(stdout) != 0) {
        gv_err(tgsi->log, "tgsi", "standard output: %s", strerror(errno));
        return GV_EXIT_FAILURE;
    }
    return status;
}

/* Checks the command line before any file is read: parses the keys, and finds out whether --spirv
 * is a directory. */
static int check_command_line(struct tgsi *tgsi, int num_names)
{
    struct galvan_spirv_key key = {0};
    struct stat stat_buf;

    for (size_t i = 0; i < tgsi->key_texts.num; i++) {
        if (galvan_spirv_key_set(&key, tgsi->key_texts.texts[i]) != GALVAN_OK)
            return gv_usage_error("tgsi", "no such field or value: --key %s",
                                  tgsi->key_texts.texts[i]);
    }
    tgsi->spirv_is_dir =
        tgsi->spirv_path && stat(tgsi->spirv_path, &stat_buf) == 0 && S_ISDIR(stat_buf.st_mode);
    if (num_names > 1 && tgsi->spirv_path && !tgsi->spirv_is_dir)
        return gv_usage_error("tgsi", "--spirv with several files wants a directory, not \"%s\"",
                              tgsi->spirv_path);
    return GV_EXIT_OK;
}

int gv_cli_tgsi(int argc, char **argv, const struct galvan_log *log)
{
    struct tgsi tgsi = {.log = log};
    const struct gv_option options[] = {
        {"stage", NULL, "tell the stage", GV_OPTION_FLAG, &tgsi.stage},
        {"dump", NULL, "print the shader as it was understood", GV_OPTION_FLAG, &tgsi.dump},
        {"tokens", NULL, "print its tokens, hexadecimal", GV_OPTION_FLAG, &tgsi.tokens},
        {"asm", NULL, "print the module by spirv-dis", GV_OPTION_FLAG, &tgsi.assembly},
        {"spirv", "OUT",
         "write the module to a file, into a directory as\nNAME.spv, or with - to standard output",
         GV_OPTION_STRING, &tgsi.spirv_path},
        {"key", "NAME=VALUE",
         "set a field of struct galvan_spirv_key, of an\narray by NAME[INDEX]=VALUE; may be "
         "repeated",
         GV_OPTION_LIST, &tgsi.key_texts},
        {"validate", NULL, "check the module by spirv-val for Vulkan 1.3", GV_OPTION_FLAG,
         &tgsi.validate},
    };
    const struct gv_usage usage = {
        .command = "tgsi",
        .arguments = "FILE...",
        .about = "Translates TGSI shaders, as Mesa prints them, to SPIR-V; - is standard input. "
                 "What is\nwrong with one is told with line and column, and the others still have "
                 "their turn.",
        .options = options,
        .num_options = GV_ARRAY_SIZE(options),
    };
    int first, status;

    if (!gv_options_parse(&usage, argc, argv, &first, &status))
        return status;
    if (first == argc)
        return gv_usage_error("tgsi", "which file? (- is standard input)");
    status = check_command_line(&tgsi, argc - first);
    return status == GV_EXIT_OK ? process_all(&tgsi, argv + first, argc - first) : status;
}
