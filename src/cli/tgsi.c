/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan tgsi`: the shader translator by hand, for one shader. */
#include "cli/command.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/exit_status.h"
#include "cli/options.h"
#include "galvan/spirv.h"
#include "util/array.h"
#include "util/log.h"

enum {
    MAX_TEXT_B = 16 << 20
};

struct tgsi {
    const struct galvan_log *log;
    const char *spirv_path; /* --spirv */
    bool print;
    bool validate;

    const char *name; /* of the input, for messages */
    char *text;
    size_t len;
    struct galvan_tgsi *parsed;
    struct galvan_spirv_module module;
};

/* ---- Input --------------------------------------------------------------------------------- */

static bool read_text(struct tgsi *tgsi, FILE *file)
{
    tgsi->text = malloc(MAX_TEXT_B);
    if (!tgsi->text) {
        gv_err(tgsi->log, "tgsi", "out of memory");
        return false;
    }
    tgsi->len = fread(tgsi->text, 1, MAX_TEXT_B, file);
    if (ferror(file)) {
        gv_err(tgsi->log, "tgsi", "%s: %s", tgsi->name, strerror(errno));
        return false;
    }
    if (tgsi->len == MAX_TEXT_B) {
        gv_err(tgsi->log, "tgsi", "%s: more than %d bytes", tgsi->name, MAX_TEXT_B - 1);
        return false;
    }
    return true;
}

static bool read_input(struct tgsi *tgsi)
{
    if (strcmp(tgsi->name, "-") == 0) {
        return read_text(tgsi, stdin);
    }
    FILE *file = fopen(tgsi->name, "rb");
    if (!file) {
        gv_err(tgsi->log, "tgsi", "%s: %s", tgsi->name, strerror(errno));
        return false;
    }
    bool read = read_text(tgsi, file);
    fclose(file);
    return read;
}

/* As compilers write it, so that editors find the place. */
static void report(const struct tgsi *tgsi, const struct galvan_diag *diag)
{
    fprintf(stderr, "%s:%u:%u: error %u: %s\n", tgsi->name, diag->line, diag->column, diag->code,
            diag->text);
}

static bool translate(struct tgsi *tgsi)
{
    struct galvan_diag diag = {0};

    if (galvan_tgsi_parse(tgsi->text, tgsi->len, &diag, &tgsi->parsed) != GALVAN_OK) {
        report(tgsi, &diag);
        return false;
    }
    const struct galvan_tgsi_info *info = galvan_tgsi_info(tgsi->parsed);
    /* The plainest pipeline around the shader: everything it writes is read, nothing is emulated.
     */
    const struct galvan_spirv_key key = {
        .consumer_mask = info->outputs_mask,
        .last_vertex_stage = true,
        .alpha_func = 7,
        .num_cbufs = 1,
    };
    if (galvan_spirv_translate(tgsi->parsed, &key, &diag, &tgsi->module) != GALVAN_OK) {
        report(tgsi, &diag);
        return false;
    }
    return true;
}

/* ---- Output -------------------------------------------------------------------------------- */

static bool write_module(const struct galvan_spirv_module *module, FILE *file)
{
    return fwrite(module->words, sizeof(*module->words), module->num_words, file) ==
               module->num_words &&
           fflush(file) == 0;
}

static bool save_module(const struct tgsi *tgsi)
{
    bool to_output = strcmp(tgsi->spirv_path, "-") == 0;
    FILE *file = to_output ? stdout : fopen(tgsi->spirv_path, "wb");
    bool written = file && write_module(&tgsi->module, file);

    if (!written) {
        gv_err(tgsi->log, "tgsi", "%s: %s", tgsi->spirv_path, strerror(errno));
    }
    if (file && !to_output) {
        fclose(file);
    }
    return written;
}

/* spirv-val of the SPIR-V tools tells on standard error what it does not like. */
static bool validate_module(const struct tgsi *tgsi)
{
    int ends[2], status = 0;

    if (pipe(ends) != 0) {
        gv_err(tgsi->log, "tgsi", "no pipe: %s", strerror(errno));
        return false;
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        close(ends[1]);
        execlp("spirv-val", "spirv-val", "--target-env", "vulkan1.3", "-", (char *)NULL);
        _exit(GV_EXIT_NOT_FOUND);
    }
    close(ends[0]);
    signal(SIGPIPE, SIG_IGN);
    FILE *file = fdopen(ends[1], "wb");
    if (file) {
        write_module(&tgsi->module, file);
        fclose(file);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        gv_err(tgsi->log, "tgsi", "no process for spirv-val: %s", strerror(errno));
        return false;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == GV_EXIT_NOT_FOUND) {
        gv_err(tgsi->log, "tgsi", "spirv-val is not installed (Debian: spirv-tools)");
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool print_text(const struct tgsi *tgsi)
{
    char *text = galvan_tgsi_print(tgsi->parsed);

    if (!text) {
        gv_err(tgsi->log, "tgsi", "out of memory");
        return false;
    }
    fputs(text, stdout);
    free(text);
    return true;
}

static bool run(struct tgsi *tgsi)
{
    return read_input(tgsi) && translate(tgsi) && (!tgsi->print || print_text(tgsi)) &&
           (!tgsi->spirv_path || save_module(tgsi)) && (!tgsi->validate || validate_module(tgsi));
}

int gv_cli_tgsi(int argc, char **argv, const struct galvan_log *log)
{
    struct tgsi tgsi = {.log = log, .name = "-"};
    const struct gv_option options[] = {
        {"print", NULL, "print the shader as it was understood", GV_OPTION_FLAG, &tgsi.print},
        {"spirv", "FILE", "write the SPIR-V module; - is standard output", GV_OPTION_STRING,
         &tgsi.spirv_path},
        {"validate", NULL, "check the module with spirv-val", GV_OPTION_FLAG, &tgsi.validate},
    };
    const struct gv_usage usage = {
        .command = "tgsi",
        .arguments = "[FILE]",
        .about = "Translates one TGSI shader, as Mesa prints it, to SPIR-V; without a FILE from "
                 "standard\ninput. What is wrong with it is told with line and column.",
        .options = options,
        .num_options = GV_ARRAY_SIZE(options),
    };
    int first, status;

    if (!gv_options_parse(&usage, argc, argv, &first, &status)) {
        return status;
    }
    if (argc - first > 1) {
        return gv_usage_error("tgsi", "takes one file, not also \"%s\"", argv[first + 1]);
    }
    if (first < argc) {
        tgsi.name = argv[first];
    }
    status = run(&tgsi) ? GV_EXIT_OK : GV_EXIT_FAILURE;
    galvan_spirv_module_finish(&tgsi.module);
    galvan_tgsi_destroy(tgsi.parsed);
    free(tgsi.text);
    return status;
}
