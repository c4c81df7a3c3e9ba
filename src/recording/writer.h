/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes one stream of a recording: gathers records, and has a thread compress and append them. */
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

/* Makes a new file, for its owner only, with the header of a recording; what is there already is
 * refused. *out_fd is the caller's to close. A failure has been logged. */
enum galvan_result gv_recording_create(const char *path, const struct galvan_log *log, int *out_fd);

/* The same in a directory, named by the time to the nanosecond. */
enum galvan_result gv_recording_create_in(const char *dir, const struct galvan_log *log,
                                          int *out_fd);

/* Appends the index of its frames to a recording that nobody writes any more. A failure has been
 * logged. */
enum galvan_result gv_recording_close(int fd, const struct galvan_log *log);

/* Begins a stream. The pool, fd (of gv_recording_create()) and log must outlive the writer.
 * GALVAN_ERROR_LIMIT when the pool has no place, GALVAN_ERROR_NO_MEMORY; neither has been logged.
 */
enum galvan_result gv_recording_writer_create(struct gv_recording_pool *pool, int fd,
                                              const struct galvan_log *log,
                                              struct gv_recording_writer **out_writer);

/* Ends the stream with END and waits until it is in the file. NULL is fine. */
void gv_recording_writer_destroy(struct gv_recording_writer *writer);

/* Adds a record, in pieces where it is long. Waits while the file is too far behind. Once the file
 * takes no more, which is logged, this does nothing. One thread at a time. */
void gv_recording_add(struct gv_recording_writer *writer, enum gv_recording_kind kind,
                      uint32_t handle, uint64_t at, const void *data, size_t size_B);

/* Adds a chunk of its own, INFO or CAPS, cut at GV_RECORDING_CHUNK_MAX_B. Likewise. */
void gv_recording_add_chunk(struct gv_recording_writer *writer, enum gv_recording_chunk_type type,
                            const void *data, size_t size_B);

/* What somebody who gets the file wants to know. */
struct gv_recording_info {
    const char *client;
    uint32_t protocol;                       /* its version */
    const struct galvan_device_info *device; /* may be NULL */
    const char *mask;                        /* likewise */
};

/* Adds it as INFO. Likewise. */
void gv_recording_add_info(struct gv_recording_writer *writer,
                           const struct gv_recording_info *info);

/* Ends a frame of the stream. Likewise. */
void gv_recording_add_frame(struct gv_recording_writer *writer);

#endif
