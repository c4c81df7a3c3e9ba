/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/recorder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/path_rules.h"
#include "galvan/galvan.h"
#include "recording/pool.h"
#include "recording/reader.h"
#include "recording/writer.h"
#include "util/clock.h"
#include "util/env.h"
#include "util/log.h"

/* ---- In a worker ----------------------------------------------------------------------------- */

/* Creates the file of this client. */
static enum galvan_result make_file(struct gv_cli_recorder *recorder)
{
    recorder->pool = gv_recording_pool_create(1);
    if (!recorder->pool)
        return GALVAN_ERROR_NO_MEMORY;
    return gv_recording_create_in(recorder->path, recorder->log, &recorder->fd);
}

static void begin(struct gv_cli_recorder *recorder)
{
    enum galvan_result res = recorder->is_dir ? make_file(recorder) : GALVAN_OK;

    if (res == GALVAN_OK)
        res = gv_recording_writer_create(recorder->pool, recorder->fd, recorder->log,
                                         &recorder->writer);

    recorder->begun = true;
    if (res == GALVAN_ERROR_LIMIT)
        gv_err(recorder->log, "record", "a client is not recorded: there are too many");
    else if (res == GALVAN_ERROR_NO_MEMORY)
        gv_err(recorder->log, "record", "a client is not recorded: out of memory");
}

static void more(void *priv, const void *data, size_t size_B)
{
    struct gv_cli_recorder *recorder = priv;

    if (recorder->writer)
        gv_recording_add(recorder->writer, GV_RECORDING_MORE, 0, recorder->message_us, data,
                         size_B);
}

static void message(void *priv, const uint32_t header[2], const void *payload, size_t size_B)
{
    struct gv_cli_recorder *recorder = priv;

    if (!recorder->begun)
        begin(recorder);
    if (!recorder->writer)
        return;
    recorder->message_us = (gv_now_ns() - recorder->start_ns) / 1000;
    gv_recording_add(recorder->writer, GV_RECORDING_MESSAGE, 0, recorder->message_us, header,
                     2 * sizeof(header[0]));
    if (size_B > 0)
        more(recorder, payload, size_B);
}

static void memory(void *priv, uint32_t handle, uint64_t offset_B, void *data, size_t size_B)
{
    struct gv_cli_recorder *recorder = priv;

    if (recorder->writer)
        gv_recording_add(recorder->writer, GV_RECORDING_MEMORY, handle, offset_B, data, size_B);
}

static void frame(void *priv)
{
    struct gv_cli_recorder *recorder = priv;

    if (recorder->writer)
        gv_recording_add_frame(recorder->writer);
}

static void describe(struct gv_cli_recorder *recorder, const char *client, uint32_t version)
{
    struct galvan_device_info device;

    recorder->described = true;
    if (recorder->screen)
        galvan_screen_device_info(recorder->screen, &device);
    gv_recording_add_info(recorder->writer, &(struct gv_recording_info){
                                                .client = client,
                                                .protocol = version,
                                                .device = recorder->screen ? &device : NULL,
                                                .mask = gv_getenv("GALVAN_MASK"),
                                            });
}

static void caps(void *priv, const char *client, uint32_t version, uint32_t set, const void *data,
                 size_t size_B)
{
    struct gv_cli_recorder *recorder = priv;

    if (!recorder->writer || recorder->described || set != 2)
        return;
    describe(recorder, client, version);
    gv_recording_add_chunk(recorder->writer, GV_RECORDING_CAPS, data, size_B);
}

/* Closes the file. The client may be recorded again, into another file. */
static void finish_file(struct gv_cli_recorder *recorder)
{
    if (recorder->fd >= 0) {
        gv_recording_close(recorder->fd, recorder->log);
        close(recorder->fd);
    }
    gv_recording_pool_destroy(recorder->pool);
    recorder->fd = -1;
    recorder->pool = NULL;
    recorder->begun = recorder->described = false;
}

static void ended(void *priv, const char *client)
{
    struct gv_cli_recorder *recorder = priv;

    if (recorder->writer && !recorder->described)
        describe(recorder, client, 0);
    gv_recording_writer_destroy(recorder->writer);
    recorder->writer = NULL;
    if (recorder->is_dir)
        finish_file(recorder);
}

static struct gv_vtest_tap make_tap(struct gv_cli_recorder *recorder)
{
    return (struct gv_vtest_tap){
        .message = message,
        .more = more,
        .memory = memory,
        .frame = frame,
        .caps = caps,
        .ended = ended,
        .priv = recorder,
    };
}

/* ---- In the listener ------------------------------------------------------------------------- */

enum galvan_result gv_cli_recorder_init(struct gv_cli_recorder *recorder, const char *path,
                                        unsigned max_clients, const struct galvan_log *log)
{
    struct gv_cli_recorder made = {.log = log, .path = path, .start_ns = gv_now_ns()};
    enum galvan_result res = gv_recording_create(path, log, &made.fd);

    if (res != GALVAN_OK)
        return res;
    made.pool = gv_recording_pool_create(max_clients);
    if (!made.pool) {
        gv_err(log, "record", "no memory for a recording: %s", strerror(errno));
        close(made.fd);
        unlink(path);
        return GALVAN_ERROR_NO_MEMORY;
    }
    made.tap = make_tap(recorder);
    *recorder = made;
    return GALVAN_OK;
}

enum galvan_result gv_cli_recorder_init_dir(struct gv_cli_recorder *recorder, const char *dir,
                                            bool when_wanted, const struct galvan_log *log)
{
    if (!gv_cli_make_dir(dir, 0700)) {
        gv_err(log, "record", "no recordings can be made in %s: %s", dir, strerror(errno));
        return GALVAN_ERROR_IO;
    }
    *recorder = (struct gv_cli_recorder){
        .log = log,
        .path = dir,
        .is_dir = true,
        .tap = make_tap(recorder),
        .fd = -1,
        .start_ns = gv_now_ns(),
    };
    recorder->tap.when_wanted = when_wanted;
    return GALVAN_OK;
}

/* Prints a summary of the file's contents. Removes a file without contents. */
static void tell(const struct gv_cli_recorder *recorder, const struct gv_recording *recording)
{
    const uint32_t num = gv_recording_num_streams(recording);
    struct stat st = {0};
    uint64_t num_frames = 0;

    if (num == 0) {
        unlink(recorder->path);
        fprintf(stderr, "galvan: record: no client connected, so %s is not kept\n", recorder->path);
        return;
    }
    for (uint32_t i = 0; i < num; i++)
        num_frames += gv_recording_stream(recording, i)->num_frames;
    fstat(recorder->fd, &st);
    fprintf(stderr,
            "galvan: record: %llu frames of %u client%s, %.1f MB in %s, with all that they drew\n",
            (unsigned long long)num_frames, num, num == 1 ? "" : "s", (double)st.st_size / 1e6,
            recorder->path);
}

static void close_file(struct gv_cli_recorder *recorder)
{
    gv_recording_pool_destroy(recorder->pool);
    close(recorder->fd);
}

void gv_cli_recorder_discard(struct gv_cli_recorder *recorder)
{
    unlink(recorder->path);
    close_file(recorder);
}

bool gv_cli_recorder_finish(struct gv_cli_recorder *recorder)
{
    struct gv_recording *recording;
    bool good = gv_recording_pool_salvage(recorder->pool, recorder->fd);

    if (!good)
        gv_err(recorder->log, "record", "the recording has lost its end: %s", strerror(errno));
    good = gv_recording_close(recorder->fd, recorder->log) == GALVAN_OK && good;
    if (gv_recording_open_fd(recorder->fd, recorder->path, NULL, &recording) == GALVAN_OK) {
        tell(recorder, recording);
        gv_recording_destroy(recording);
    }
    close_file(recorder);
    return good;
}
