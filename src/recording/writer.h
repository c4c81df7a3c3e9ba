/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes one stream of a recording: collects records, which a thread compresses and appends to the
 * file. */
#ifndef GV_RECORDING_WRITER_H
#define GV_RECORDING_WRITER_H

#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"
#include "recording/format.h"

struct galvan_device_info;
struct gv_recording_pool;
struct gv_recording_writer;

/* Creates a file that only its owner can access, and writes the header of a recording. Fails if the
 * file exists. The caller must close *out_fd. Failures are logged. */
enum galvan_result gv_recording_create(const char *path, const struct galvan_log *log, int *out_fd);

/* Like gv_recording_create(), but in the directory `dir`. The file's name is the time in
 * nanoseconds. */
enum galvan_result gv_recording_create_in(const char *dir, const struct galvan_log *log,
                                          int *out_fd);

/* Appends the index to a recording. Call when the recording has no writer any more. Failures are
 * logged. */
enum galvan_result gv_recording_close(int fd, const struct galvan_log *log);

/* Begins a stream. The pool, fd (from gv_recording_create()) and log must outlive the writer.
 * Errors that are not logged: GALVAN_ERROR_LIMIT if the pool has no unused slot,
 * GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_recording_writer_create(struct gv_recording_pool *pool, int fd,
                                              const struct galvan_log *log,
                                              struct gv_recording_writer **out_writer);

/* Ends the stream with an END chunk, and waits until the stream has been written. `writer` may be
 * NULL. */
void gv_recording_writer_destroy(struct gv_recording_writer *writer);

/* Adds a record, which is split if it is long. Waits while too many buffers are not written yet. A
 * failure to write to the file is logged; from then on, does nothing. Only one thread at a time may
 * call this function. */
void gv_recording_add(struct gv_recording_writer *writer, enum gv_recording_kind kind,
                      uint32_t handle, uint64_t at, const void *data, size_t size_B);

/* Adds an INFO or CAPS chunk, truncated to GV_RECORDING_CHUNK_MAX_B. Otherwise like
 * gv_recording_add(). */
void gv_recording_add_chunk(struct gv_recording_writer *writer, enum gv_recording_chunk_type type,
                            const void *data, size_t size_B);

/* Information about the stream for people who read the file. */
struct gv_recording_info {
    const char *client;
    uint32_t protocol;                       /* protocol version */
    const struct galvan_device_info *device; /* may be NULL */
    const char *mask;                        /* may be NULL */
};

/* Adds the information as an INFO chunk. Otherwise like gv_recording_add(). */
void gv_recording_add_info(struct gv_recording_writer *writer,
                           const struct gv_recording_info *info);

/* Marks the end of a frame. Otherwise like gv_recording_add(). */
void gv_recording_add_frame(struct gv_recording_writer *writer);

#endif
