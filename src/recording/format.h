/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A recording as it lies in its file; docs/recording.md describes it. Numbers are in the byte order
 * of the machine that recorded, as those of the protocol inside. */
#ifndef GV_RECORDING_FORMAT_H
#define GV_RECORDING_FORMAT_H

#include <stdint.h>

#define GV_RECORDING_MAGIC       "GVREC\r\n\x1a"
#define GV_RECORDING_END_MAGIC   "GVRECEND"
#define GV_RECORDING_CHUNK_MAGIC 0x4b435647u /* "GVCK" */

enum {
    GV_RECORDING_MAJOR = 1, /* another one is another format */
    GV_RECORDING_MINOR = 0, /* a higher one has more that may be ignored */
    GV_RECORDING_BYTE_ORDER = 0x01020304,

    GV_RECORDING_CHUNK_MAX_B = 256 << 10, /* of a chunk of a stream, before compression */
    GV_RECORDING_MAX_STREAMS = 4096,
};

/* The first 64 bytes of a file. */
struct gv_recording_header {
    char magic[8];
    uint32_t major, minor;
    uint32_t byte_order;
    uint32_t zero[9];
    uint64_t check; /* of all bytes before */
};

enum gv_recording_chunk_type {
    GV_RECORDING_INFO = 1, /* lines "name: value" about the stream */
    GV_RECORDING_CAPS = 2, /* what the client was told of the device: set 2 as on the wire */
    GV_RECORDING_DATA = 3, /* records */
    GV_RECORDING_END = 4,  /* empty: the client has ended the stream */
    GV_RECORDING_INDEX = 5
};

enum {
    GV_RECORDING_IS_ZSTD = 1 << 0 /* flag of a chunk: stored as one frame of Zstandard */
};

/* What a chunk begins with; stored_B bytes follow. Streams are independent of each other, and the
 * chunks of a stream follow each other by sequence. */
struct gv_recording_chunk {
    uint32_t magic;
    uint32_t type; /* enum gv_recording_chunk_type; others are skipped */
    uint32_t stream;
    uint32_t flags;
    uint32_t stored_B;
    uint32_t raw_B;
    uint64_t frames_before; /* frames of the stream that ended before this chunk */
    uint32_t num_frames;    /* that end in it */
    uint32_t sequence;      /* counted from 0 in each stream */
    uint64_t check;         /* of this header with a check of 0, and of what is stored */
};

enum gv_recording_kind {
    GV_RECORDING_MESSAGE = 1, /* the first bytes of a message; at: its time in microseconds */
    GV_RECORDING_MORE = 2,    /* further bytes of the same message */
    GV_RECORDING_MEMORY =
        3,                 /* memory of resource handle from byte at on, as the message reads it */
    GV_RECORDING_FRAME = 4 /* at: number of the frame, from 1, that the message ends */
};

/* In DATA: size_B bytes follow, and zeroes up to a multiple of 8. */
struct gv_recording_record {
    uint32_t kind; /* enum gv_recording_kind; others are skipped */
    uint32_t handle;
    uint64_t at;
    uint32_t size_B;
    uint32_t zero;
};

/* In INDEX, one for each chunk of the file before, in their order. */
struct gv_recording_index_entry {
    uint64_t offset_B;
    uint64_t frames_before;
    uint32_t stream;
    uint32_t type;
    uint32_t num_frames;
    uint32_t sequence;
};

/* The last 16 bytes of INDEX, which is stored as it is, and so of a file that was closed well. */
struct gv_recording_footer {
    uint64_t index_B; /* where the chunk of the index begins in the file */
    char magic[8];
};

_Static_assert(sizeof(struct gv_recording_header) == 64, "no padding");
_Static_assert(sizeof(struct gv_recording_chunk) == 48, "no padding");
_Static_assert(sizeof(struct gv_recording_record) == 24, "no padding");
_Static_assert(sizeof(struct gv_recording_index_entry) == 32, "no padding");
_Static_assert(sizeof(struct gv_recording_footer) == 16, "no padding");

#endif
