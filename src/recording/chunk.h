/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Single chunks of a recording: made, written, read. */
#ifndef GV_RECORDING_CHUNK_H
#define GV_RECORDING_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "recording/format.h"

/* Room to pack a chunk in; one thread at a time. */
struct gv_recording_packer {
    void *zstd;
    uint8_t *bytes; /* a header and what is stored behind it */
    size_t size_B;
};

/* False without memory. */
bool gv_recording_packer_init(struct gv_recording_packer *packer);
void gv_recording_packer_finish(struct gv_recording_packer *packer);

/* Appends a chunk of size_B (at most GV_RECORDING_CHUNK_MAX_B) bytes; of *chunk only type, stream,
 * frames and sequence are read. In one write, so that processes may share the file. False and errno
 * when the file did not take all of it. */
bool gv_recording_append(struct gv_recording_packer *packer, int fd,
                         const struct gv_recording_chunk *chunk, const void *data, size_t size_B);

/* Writes all bytes; false and errno when that fails. */
bool gv_recording_write(int fd, const void *data, size_t size_B);

/* Reads exactly size_B bytes at offset_B; false when the file has fewer. */
bool gv_recording_read(int fd, void *data, size_t size_B, uint64_t offset_B);

/* What the header and the stored bytes of a chunk must have as their check. */
uint64_t gv_recording_check(const struct gv_recording_chunk *chunk, const void *stored);

/* The header that every recording begins with. */
struct gv_recording_header gv_recording_header(void);

/* What a header must have as its check. */
uint64_t gv_recording_header_check(const struct gv_recording_header *header);

#endif
