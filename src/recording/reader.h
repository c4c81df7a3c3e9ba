/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads recordings. The contents of a file are untrusted: each length is compared with the size of
 * the file before memory is allocated. The table of a file's chunks is never larger than the file;
 * each cursor allocates memory for two chunks. */
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
    uint32_t number; /* number of the stream in the headers of its chunks */
    uint64_t num_frames;
    uint32_t first, last; /* first and last chunk of the stream */
    uint32_t num_chunks;
    bool is_whole; /* the client has ended the stream, and no chunk is missing */
};

/* Opens a file. The readable part of a damaged file is available, and the log reports the damage.
 * Failures are logged: GALVAN_ERROR_IO, GALVAN_ERROR_SYNTAX (not a recording),
 * GALVAN_ERROR_UNSUPPORTED (other version or byte order), GALVAN_ERROR_NO_MEMORY. */
enum galvan_result gv_recording_open(const char *path, const struct galvan_log *log,
                                     struct gv_recording **out_recording);

/* Opens a recording by a descriptor, which the caller must close after it has destroyed the
 * recording. `name` is for log lines. */
enum galvan_result gv_recording_open_fd(int fd, const char *name, const struct galvan_log *log,
                                        struct gv_recording **out_recording);

/* Destroys the object, which may be NULL. */
void gv_recording_destroy(struct gv_recording *recording);

/* gv_recording_num_streams() returns the number of streams. gv_recording_stream() returns the
 * stream with index idx. Streams are in the order in which they began. */
uint32_t gv_recording_num_streams(const struct gv_recording *recording);
const struct gv_recording_stream *gv_recording_stream(const struct gv_recording *recording,
                                                      uint32_t idx);

/* Whether the file was closed properly, and all streams are complete. */
bool gv_recording_is_whole(const struct gv_recording *recording);

/* Creates a cursor at the start of a stream. The recording must outlive the cursor. NULL if memory
 * runs out. */
struct gv_recording_cursor *gv_recording_cursor_create(const struct gv_recording *recording,
                                                       uint32_t stream_idx);
/* Destroys the object, which may be NULL. */
void gv_recording_cursor_destroy(struct gv_recording_cursor *cursor);

/* Returns the next record, which is followed by its bytes and is valid until the next call. NULL at
 * the end of the stream, or if the stream is damaged at this point. */
const struct gv_recording_record *gv_recording_next(struct gv_recording_cursor *cursor);

/* Returns the next record, but does not advance. */
const struct gv_recording_record *gv_recording_peek(struct gv_recording_cursor *cursor);

/* Returns the bytes of a record. */
static inline const void *gv_recording_bytes(const struct gv_recording_record *record)
{
    return record + 1;
}

/* Returns the contents of the first chunk of this type (INFO or CAPS) in a stream; NULL if the
 * stream has no chunk of this type. The caller must free() the contents. A NUL follows the
 * *out_size_B bytes. */
void *gv_recording_find(const struct gv_recording *recording, uint32_t stream_idx,
                        enum gv_recording_chunk_type type, size_t *out_size_B);

/* Appends an index of all chunks. Returns false with errno if writing fails. */
bool gv_recording_append_index(const struct gv_recording *recording);

#endif
