/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Records clients, in the processes that serve them. */
#ifndef GV_CLI_RECORDER_H
#define GV_CLI_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"
#include "vtest/vtest.h"

#define GV_CLI_RECORDABLE_OPTION(dir)                                                              \
    {                                                                                              \
        "recordable", "DIR",                                                                       \
            "keep what a client sends in a new file there from\nwhen record --client asks for it", \
            GV_OPTION_STRING, dir                                                                  \
    }

struct gv_recording_pool;
struct gv_recording_writer;
struct pipe_screen;

struct gv_cli_recorder {
    const struct galvan_log *log;
    const char *path; /* of the file; of a directory with a file for each client */
    bool is_dir;
    struct gv_vtest_tap tap; /* for the server */

    struct gv_recording_pool *pool;
    int fd;
    uint64_t start_ns;

    /* Of this worker. */
    struct pipe_screen *screen; /* NULL until it has one */
    struct gv_recording_writer *writer;
    bool begun;     /* the client has sent a message: its writer exists, or never will */
    bool described; /* INFO has been written */
    uint64_t message_us;
};

/* Creates the file, which must not exist, for up to max_clients at a time. A failure has been
 * logged. */
enum galvan_result gv_cli_recorder_init(struct gv_cli_recorder *recorder, const char *path,
                                        unsigned max_clients, const struct galvan_log *log);

/* Gives each client a new file in a directory, which is created if it is missing. With when_wanted,
 * a client is recorded only when somebody asks the server for it (gv_ask_recording()), into a new
 * file each time. gv_cli_recorder_finish() is not needed. A failure has been logged. */
enum galvan_result gv_cli_recorder_init_dir(struct gv_cli_recorder *recorder, const char *dir,
                                            bool when_wanted, const struct galvan_log *log);

/* Call after all workers have ended. Adds the data that dead workers left, closes the file and
 * prints what it holds. A file without a client is removed. False, after a line in the log, if the
 * file cannot be used. */
bool gv_cli_recorder_finish(struct gv_cli_recorder *recorder);

/* Call in place of gv_cli_recorder_finish() if no client can have connected: removes the file. */
void gv_cli_recorder_discard(struct gv_cli_recorder *recorder);

#endif
