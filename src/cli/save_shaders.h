/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Saves the text of each shader that clients send, for tests of the translator. */
#ifndef GV_CLI_SAVE_SHADERS_H
#define GV_CLI_SAVE_SHADERS_H

#include <stdbool.h>

#include "galvan/log.h"
#include "virgl/api/renderer.h"

struct gv_shader_saver {
    const char *dir; /* value of --save-shaders; NULL: no shader is saved */
    const struct galvan_log *log;
    struct gv_virgl_shader_hook hook; /* the hook for workers */
};

/* A row for the table of options of each command that serves clients. */
#define GV_CLI_SAVE_SHADERS_OPTION(saver)                                                          \
    {                                                                                              \
        "save-shaders", "DIR",                                                                     \
            "keep every shader that clients send, in a file named\nby its hash", GV_OPTION_STRING, \
            &(saver)->dir                                                                          \
    }

/* Creates the hook and, if it does not exist, the directory. If this process cannot write to the
 * directory, writes a line to the log and returns false. */
bool gv_shader_saver_init(struct gv_shader_saver *saver, const struct galvan_log *log);

/* Returns the hook; NULL if no shader is to be saved. */
const struct gv_virgl_shader_hook *gv_shader_saver_hook(const struct gv_shader_saver *saver);

#endif
