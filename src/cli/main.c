/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The `galvan` command: finds the sub-command and calls it. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/help.h"
#include "cli/next_step.h"
#include "cli/options.h"
#include "diagnose/setup/client_env.h"
#include "diagnose/setup/driver_files.h"
#include "util/array.h"
#include "util/log.h"

static const struct {
    const char *name;
    const char *about;
    int (*main)(int argc, char **argv, const struct galvan_log *log);
} commands[] = {
    {"run", "run an OpenGL program on a Vulkan device", gv_cli_run},
    {"record", "run one, and keep all that it sends in a file", gv_cli_record},
    {"replay", "draw what such a file has", gv_cli_replay},
    {"serve", "serve OpenGL programs that connect to a socket", gv_cli_serve},
    {"top", "tell what the clients of a server are at", gv_cli_top},
    {"env", "tell what programs need to connect there", gv_cli_env},
    {"info", "tell the device, the OpenGL level and what is missing", gv_cli_info},
    {"doctor", "tell what is wrong with the set-up, and what to do", gv_cli_doctor},
    {"tgsi", "translate shaders to SPIR-V", gv_cli_tgsi},
};

static void print_help(void)
{
    puts("usage: galvan COMMAND [OPTIONS] [ARGUMENTS]\n"
         "\n"
         "OpenGL on any Vulkan device, for unmodified programs on unmodified Mesa.\n"
         "\n"
         "commands:");
    for (size_t i = 0; i < GV_ARRAY_SIZE(commands); i++)
        printf("  %-8s %s\n", commands[i].name, commands[i].about);
    puts("\n"
         "  galvan COMMAND --help tells a command's options.\n"
         "  galvan --version tells the version.\n"
         "\n"
         "environment:\n"
         "  GALVAN_DEVICE  which Vulkan device: an index or a part of its name\n"
         "  GALVAN_MASK    Vulkan extensions, features, limits, formats and quirks to do without,\n"
         "                 comma-separated; @NAME: what a device lacks\n"
         "  GALVAN_CACHE   the directory that keeps compiled pipelines; off: none does\n"
         "  GALVAN_HUD     numbers over the frames of `run` and `serve`, as --hud; 0: none\n"
         "  GALVAN_IN_PROCESS  1: `run` draws in the program's own process, as --in-process\n"
         "  GALVAN_LOG     none, err, warn, info or debug; also component=level");
}

/* Prints the words that completion offers after "galvan". */
static void print_words(void)
{
    for (size_t i = 0; i < GV_ARRAY_SIZE(commands); i++)
        gv_help_print_word(commands[i].name, commands[i].about);
    gv_help_print_word("--help", "tell the commands");
    gv_help_print_word("--version", "tell the version");
}

static int say_how_to_begin(int status)
{
    gv_next_step("galvan run -- PROGRAM   draws the OpenGL of a program on a Vulkan device");
    gv_next_step("galvan doctor           says what is missing for that, and what to do");
    return status;
}

/* Reports that no command has this name. Returns the exit status. */
static int refuse(const char *name)
{
    const int status =
        gv_usage_error("", "unknown %s \"%s\"", name[0] == '-' ? "option" : "command", name);

    for (size_t i = 0; i < GV_ARRAY_SIZE(commands); i++) {
        if (gv_next_step_is_near(name, commands[i].name)) {
            gv_next_step("did you mean galvan %s?", commands[i].name);
            return status;
        }
    }
    if (name[0] != '-' && gv_next_step_is_program(name)) {
        gv_next_step("to run that program: galvan run -- %s", name);
        return status;
    }
    return say_how_to_begin(status);
}

/* Opens standard input, output and error on /dev/null if they are closed. Otherwise a file that is
 * opened later would get the number of a standard file, and would be read or written in its
 * place. */
static void open_standard_files(void)
{
    int fd;

    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

int main(int argc, char **argv)
{
    struct gv_log_filter filter;
    char path[PATH_MAX];
    open_standard_files();
    const struct galvan_log log = gv_log_default(&filter);

    if (argc < 2)
        return say_how_to_begin(gv_usage_error("", "which command?"));
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help();
        return GV_EXIT_OK;
    }
    if (strcmp(name, "--help=words") == 0) {
        print_words();
        return GV_EXIT_OK;
    }
    if (strcmp(name, "--version") == 0) {
        puts("galvan " GALVAN_VERSION);
        return GV_EXIT_OK;
    }
    for (size_t i = 0; i < GV_ARRAY_SIZE(commands); i++) {
        if (strcmp(name, commands[i].name) != 0)
            continue;
        if (argc == 3 && strcmp(argv[2], "--help=man") == 0)
            gv_help_begin_page(name, commands[i].about);
        if (gv_client_env_find("nvidia_icd.json", path, sizeof(path)))
            gv_driver_files_do_without_display(path);
        return commands[i].main(argc - 1, argv + 1, &log);
    }
    return refuse(name);
}
