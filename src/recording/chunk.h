/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes and reads single chunks of a recording. */
#ifndef GV_RECORDING_CHUNK_H
#define GV_RECORDING_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "recording/format.h"

/* Buffers for packing a chunk. Only one thread at a time may use them. */
struct gv_recording_packer {
    void *zstd;
    uint8_t *bytes; /* a header and the stored bytes */
    size_t size_B;
};

/* _init() allocates the buffers, and returns false if memory runs out. _finish() frees the
 * buffers. */
bool gv_recording_packer_init(struct gv_recording_packer *packer);
void gv_recording_packer_finish(struct gv_recording_packer *packer);

/* Appends a chunk of size_B bytes, at most GV_RECORDING_CHUNK_MAX_B. Only the type, stream, frames
 * and sequence of *chunk are used. The chunk is written by one system call, so that several
 * processes can append to the file. Returns false with errno if the chunk was not written
 * completely. */
bool gv_recording_append(struct gv_recording_packer *packer, int fd,
                         const struct gv_recording_chunk *chunk, const void *data, size_t size_B);

/* Writes all bytes. Returns false with errno on failure. */
bool gv_recording_write(int fd, const void *data, size_t size_B);

/* Reads exactly size_B bytes at offset_B. Returns false if the file ends before offset_B +
 * size_B. */
bool gv_recording_read(int fd, void *data, size_t size_B, uint64_t offset_B);

/* Returns the check value that a chunk with this header and these stored bytes must have. */
uint64_t gv_recording_check(const struct gv_recording_chunk *chunk, const void *stored);

/* Returns the header for the beginning of a recording. */
struct gv_recording_header gv_recording_header(void);

/* Returns the check value that a file header must have. */
uint64_t gv_recording_header_check(const struct gv_recording_header *header);

#endif
