/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Takes clients down in a recording, from the processes that serve them. */
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
    bool begun;     /* the client has said something: there is a writer, or never will be */
    bool described; /* INFO has been written */
    uint64_t message_us;
};

/* Makes the file, which must not be there yet, for up to max_clients at a time. A failure has been
 * logged. */
enum galvan_result gv_cli_recorder_init(struct gv_cli_recorder *recorder, const char *path,
                                        unsigned max_clients, const struct galvan_log *log);

/* Gives each client a new file in a directory, which is made if need be; when_wanted: only once
 * somebody asks the server to (gv_ask_recording()), and a further one each time. Nothing is to be
 * finished. A failure has been logged. */
enum galvan_result gv_cli_recorder_init_dir(struct gv_cli_recorder *recorder, const char *dir,
                                            bool when_wanted, const struct galvan_log *log);

/* Once all workers have ended: adds what those that died have left, closes the file and tells what
 * is in it. A file without a client is removed. False, after a line in the log, when it cannot be
 * used. */
bool gv_cli_recorder_finish(struct gv_cli_recorder *recorder);

/* In its place, when no client could come: removes the file. */
void gv_cli_recorder_discard(struct gv_cli_recorder *recorder);

#endif
