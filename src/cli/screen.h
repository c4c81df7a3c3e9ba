/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates the screen that the command line chooses. */
#ifndef GV_CLI_SCREEN_H
#define GV_CLI_SCREEN_H

#include <stdbool.h>

#include "galvan/log.h"
#include "galvan/result.h"

struct galvan_cache;
struct galvan_pace;
struct pipe_context;
struct pipe_draw_info;
struct pipe_grid_info;
struct pipe_screen;

struct gv_cli_screen {
    const char *device; /* --device; may be NULL */
    const char *mask;   /* --mask; may be NULL */
    bool device_time;   /* this field and the following ones are as in galvan_screen_params */
    void (*drawn)(void *priv, struct pipe_context *pipe, const struct pipe_draw_info *info);
    void (*launched)(void *priv, struct pipe_context *pipe, const struct pipe_grid_info *info);
    void *drawn_priv;
    const struct galvan_pace *pace;
    const struct galvan_log *log;
};

/* Two rows for the table of options of a command that opens a device. */
#define GV_CLI_SCREEN_OPTIONS(screen)                                                              \
    {"device", "DEVICE", "Vulkan device: an index or a part of its name", GV_OPTION_STRING,        \
     &(screen)->device},                                                                           \
    {                                                                                              \
        "mask", "LIST",                                                                            \
            "Vulkan extensions, features, limits, formats and quirks to\n"                         \
            "do without, comma-separated; @NAME: what a device lacks",                             \
            GV_OPTION_STRING, &(screen)->mask                                                      \
    }

/* A row for the table of options of a command with workers; `no_sandbox` is a bool *. */
#define GV_CLI_SANDBOX_OPTION(no_sandbox)                                                          \
    {                                                                                              \
        "no-sandbox", NULL, "let the processes of clients do what the user may", GV_OPTION_FLAG,   \
            no_sandbox                                                                             \
    }

/* A row for the table of options of a command with workers; `core_files` is a bool *. */
#define GV_CLI_CORE_FILES_OPTION(core_files)                                                       \
    {                                                                                              \
        "core-files", NULL, "let processes of clients that die leave core files", GV_OPTION_FLAG,  \
            core_files                                                                             \
    }

/* Opens the device. Failures are logged. cache: as in galvan_screen_params. */
enum galvan_result gv_cli_screen_create(const struct gv_cli_screen *params,
                                        const struct galvan_cache *cache,
                                        struct pipe_screen **out_screen);

/* Calls galvan_screen_is_likely(). */
bool gv_cli_screen_is_likely(const struct gv_cli_screen *params);

bool gv_cli_screen_is_software(struct pipe_screen *screen);

#endif
