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
    const char *path; /* path of the file or, if is_dir, of a
                         directory with a file for each client */
    bool is_dir;
    struct gv_vtest_tap tap; /* the tap for the server */

    struct gv_recording_pool *pool;
    int fd;
    uint64_t start_ns;

    /* Used only in a worker. */
    struct pipe_screen *screen; /* NULL: not created yet */
    struct gv_recording_writer *writer;
    bool begun;     /* the client has sent its first message, which creates the writer; if
                       `writer` is NULL now, creating the writer has failed */
    bool described; /* the INFO block has been written */
    uint64_t message_us;
};

/* Creates the file, which must not exist, for up to max_clients clients at the same time. Failures
 * are logged. */
enum galvan_result gv_cli_recorder_init(struct gv_cli_recorder *recorder, const char *path,
                                        unsigned max_clients, const struct galvan_log *log);

/* Initialises a recorder that records each client into a new file in the directory `dir`, which is
 * created if it does not exist. If when_wanted is true, records a client only when another process
 * requests this from the server (gv_ask_recording()). Each such recording is a new file.
 * gv_cli_recorder_finish() is not needed. Failures are logged. */
enum galvan_result gv_cli_recorder_init_dir(struct gv_cli_recorder *recorder, const char *dir,
                                            bool when_wanted, const struct galvan_log *log);

/* Adds the data that dead workers have left, closes the file and prints a summary of its contents.
 * Removes a file without a client. If the file cannot be used, writes a line to the log and returns
 * false. Call after all workers have ended. */
bool gv_cli_recorder_finish(struct gv_cli_recorder *recorder);

/* Removes the file. Call in place of gv_cli_recorder_finish() if no client can have connected. */
void gv_cli_recorder_discard(struct gv_cli_recorder *recorder);

#endif
