/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads recordings. Nothing that a file says is believed: each length is compared with the file
 * before it costs memory, and a file costs at most its own size for the table of its chunks, and
 * two chunks for each cursor. */
#ifndef GV_RECORDING_READER_H
#define GV_RECORDING_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"
#include "recording/format.h"

struct gv_recording;
struct gv_recording_cursor;

struct gv_recording_stream {
    uint32_t number; /* that its chunks have */
    uint64_t num_frames;
    uint32_t first, last; /* of its chunks */
    uint32_t num_chunks;
    bool is_whole; /* its client ended it, and nothing of it is missing */
};

/* Opens a file; what can be read of a damaged one is there, and the log is told what is not.
 * GALVAN_ERROR_IO, GALVAN_ERROR_SYNTAX (no recording), GALVAN_ERROR_UNSUPPORTED (another version or
 * byte order), GALVAN_ERROR_NO_MEMORY; all have been logged. */
enum galvan_result gv_recording_open(const char *path, const struct galvan_log *log,
                                     struct gv_recording **out_recording);

/* The same for an open file, which stays the caller's and must outlive the recording. name is for
 * the log. */
enum galvan_result gv_recording_open_fd(int fd, const char *name, const struct galvan_log *log,
                                        struct gv_recording **out_recording);

/* NULL is fine. */
void gv_recording_destroy(struct gv_recording *recording);

/* Streams are in the order in which they began. */
uint32_t gv_recording_num_streams(const struct gv_recording *recording);
const struct gv_recording_stream *gv_recording_stream(const struct gv_recording *recording,
                                                      uint32_t idx);

/* Whether it has the index of a file that was closed well, and all streams are whole
 * and there. */
bool gv_recording_is_whole(const struct gv_recording *recording);

/* Reads a stream from its beginning. The recording must outlive the cursor. NULL without memory. */
struct gv_recording_cursor *gv_recording_cursor_create(const struct gv_recording *recording,
                                                       uint32_t stream_idx);
/* NULL is fine. */
void gv_recording_cursor_destroy(struct gv_recording_cursor *cursor);

/* The next record, with the bytes behind it; valid until the next call. NULL at the end of the
 * stream, and where it is damaged. */
const struct gv_recording_record *gv_recording_next(struct gv_recording_cursor *cursor);

/* The next record without going on to it. */
const struct gv_recording_record *gv_recording_peek(struct gv_recording_cursor *cursor);

/* The bytes of a record. */
static inline const void *gv_recording_bytes(const struct gv_recording_record *record)
{
    return record + 1;
}

/* The first chunk of a type, INFO or CAPS, for the caller to free(); NULL when there is none. One
 * NUL follows its *out_size_B bytes. */
void *gv_recording_find(const struct gv_recording *recording, uint32_t stream_idx,
                        enum gv_recording_chunk_type type, size_t *out_size_B);

/* Appends an index of all chunks. False and errno when the file does not take it. */
bool gv_recording_append_index(const struct gv_recording *recording);

#endif
