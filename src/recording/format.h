/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The file format of recordings, which docs/recording-format.md describes. Integers are in the byte
 * order of the recording machine, like those of the recorded protocol. */
#ifndef GV_RECORDING_FORMAT_H
#define GV_RECORDING_FORMAT_H

#include <stdint.h>

#define GV_RECORDING_MAGIC       "GVREC\r\n\x1a"
#define GV_RECORDING_END_MAGIC   "GVRECEND"
#define GV_RECORDING_CHUNK_MAGIC 0x4b435647u /* "GVCK" */

enum {
    GV_RECORDING_MAJOR = 1, /* changes if the format changes incompatibly */
    GV_RECORDING_MINOR = 0, /* increases if the format gets parts that readers may ignore */
    GV_RECORDING_BYTE_ORDER = 0x01020304,

    GV_RECORDING_CHUNK_MAX_B = 256 << 10, /* maximum size of a stream's chunk before compression */
    GV_RECORDING_MAX_STREAMS = 4096,
};

/* The first 64 bytes of a file. */
struct gv_recording_header {
    char magic[8];
    uint32_t major, minor;
    uint32_t byte_order;
    uint32_t zero[9];
    uint64_t check; /* check value of all preceding bytes */
};

enum gv_recording_chunk_type {
    GV_RECORDING_INFO = 1, /* lines "name: value" that describe the stream */
    GV_RECORDING_CAPS = 2, /* the capability set 2 that the client got, as on the wire */
    GV_RECORDING_DATA = 3, /* records */
    GV_RECORDING_END = 4,  /* empty: the client has ended the stream */
    GV_RECORDING_INDEX = 5
};

enum {
    GV_RECORDING_IS_ZSTD = 1 << 0 /* flag of a chunk: its bytes are
                                     stored as one frame of Zstandard */
};

/* The header of a chunk; stored_B bytes follow. Streams are independent of each other. The chunks
 * of one stream are ordered by sequence. */
struct gv_recording_chunk {
    uint32_t magic;
    uint32_t type; /* enum gv_recording_chunk_type; readers skip unknown types */
    uint32_t stream;
    uint32_t flags;
    uint32_t stored_B;
    uint32_t raw_B;
    uint64_t frames_before; /* number of frames of the stream that ended before this chunk */
    uint32_t num_frames;    /* number of frames of the stream that end in this chunk */
    uint32_t sequence;      /* number of the chunk in its stream, from 0 on */
    uint64_t check; /* check value of the stored bytes and of this header, whose `check` counts as
                       0 */
};

enum gv_recording_kind {
    GV_RECORDING_MESSAGE = 1, /* the first bytes of a message; `at` is the time of the message in
                                 microseconds */
    GV_RECORDING_MORE = 2,    /* further bytes of the same message */
    GV_RECORDING_MEMORY = 3,  /* memory of a resource that the message reads; `at` is the offset
                                 in bytes */
    GV_RECORDING_FRAME = 4    /* the message ends the frame with number `at`, from 1 on */
};

/* A record in a DATA chunk. size_B bytes follow, then zeros up to a multiple of 8. */
struct gv_recording_record {
    uint32_t kind; /* enum gv_recording_kind; readers skip unknown kinds */
    uint32_t handle;
    uint64_t at;
    uint32_t size_B;
    uint32_t zero;
};

/* An entry of the INDEX chunk. The INDEX chunk has one entry for each preceding chunk of the file,
 * in the file's order. */
struct gv_recording_index_entry {
    uint64_t offset_B;
    uint64_t frames_before;
    uint32_t stream;
    uint32_t type;
    uint32_t num_frames;
    uint32_t sequence;
};

/* The last 16 bytes of the INDEX chunk. Since the INDEX chunk is stored without compression, the
 * footer is also the end of a file that was closed properly. */
struct gv_recording_footer {
    uint64_t index_B; /* offset of the INDEX chunk in the file */
    char magic[8];
};

_Static_assert(sizeof(struct gv_recording_header) == 64, "no padding");
_Static_assert(sizeof(struct gv_recording_chunk) == 48, "no padding");
_Static_assert(sizeof(struct gv_recording_record) == 24, "no padding");
_Static_assert(sizeof(struct gv_recording_index_entry) == 32, "no padding");
_Static_assert(sizeof(struct gv_recording_footer) == 16, "no padding");

#endif
