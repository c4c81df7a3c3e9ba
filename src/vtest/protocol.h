/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Numbers of the vtest protocol that both ends share: commands, header words, sizes, limits. */
#ifndef GV_VTEST_PROTOCOL_H
#define GV_VTEST_PROTOCOL_H

#include <stdatomic.h>
#include <stdint.h>

#define GV_VTEST_DEFAULT_SOCKET "/tmp/.virgl_test"

/* Highest version offered: 2 is shared-memory resources, 3 has the server number them and adds
 * buffers that both sides map. Version 1 was withdrawn and means 0. */
#define GV_VTEST_PROTOCOL_VERSION 3

enum gv_vtest_command {
    GV_VTEST_GET_CAPS = 1,
    GV_VTEST_RESOURCE_CREATE = 2,
    GV_VTEST_RESOURCE_UNREF = 3,
    GV_VTEST_TRANSFER_GET = 4,
    GV_VTEST_TRANSFER_PUT = 5,
    GV_VTEST_SUBMIT_CMD = 6,
    GV_VTEST_RESOURCE_BUSY_WAIT = 7,
    GV_VTEST_CREATE_RENDERER = 8,
    GV_VTEST_GET_CAPS2 = 9,
    GV_VTEST_PING_PROTOCOL_VERSION = 10,
    GV_VTEST_PROTOCOL_VERSION_CMD = 11,
    GV_VTEST_RESOURCE_CREATE2 = 12,
    GV_VTEST_TRANSFER_GET2 = 13,
    GV_VTEST_TRANSFER_PUT2 = 14,
    GV_VTEST_RESOURCE_CREATE_BLOB = 18,

    /* Galvan's own, see docs/client-half.md. */
    GV_VTEST_PICTURES_OPEN = 64,
    GV_VTEST_PICTURE_MAKE = 65,
    GV_VTEST_PICTURE_SHOW = 66,
    GV_VTEST_PROGRESS_OPEN = 67,
    GV_VTEST_MEMORY_OPEN = 68,
    GV_VTEST_RESOURCE_PLACE = 69,
    GV_VTEST_RING_OPEN = 70,
    GV_VTEST_RING_WAKE = 71,
    GV_VTEST_NUM_COMMANDS,
};

/* With the slot of PICTURE_SHOW: the program swaps by EGL, behind which depth and stencil of a
 * window are undefined. */
#define GV_VTEST_PICTURE_BY_EGL (1u << 31)

/* What the two halves of Galvan agree on; another version is another language. */
#define GV_VTEST_HALVES_VERSION 4

/* Tells the client, on the way that PICTURES_OPEN gave it, what became of a PICTURE_SHOW. */
struct gv_vtest_told {
    uint32_t serial; /* the client's number of it */
    uint32_t there;  /* 1: the picture lies in its memory; 0: there will be none */
};

/* Every message starts with two dwords: payload length (in dwords, but for the exceptions that the
 * command table names) and command number. */
enum {
    GV_VTEST_HEADER_DW = 2,
    GV_VTEST_HEADER_B = 8,

    GV_VTEST_RESOURCE_DW = 10,  /* RESOURCE_CREATE */
    GV_VTEST_RESOURCE2_DW = 11, /* RESOURCE_CREATE2: and data_size */
    GV_VTEST_PLACE_DW = 12,     /* RESOURCE_PLACE: and the offset */
    GV_VTEST_TRANSFER_DW = 11,  /* TRANSFER_GET and the fixed part of TRANSFER_PUT */
    GV_VTEST_TRANSFER2_DW = 10, /* TRANSFER_GET2, TRANSFER_PUT2 whatever their length field says */
    GV_VTEST_BLOB_DW = 6,       /* RESOURCE_CREATE_BLOB: type, flags, 64 bits of size, 64 of id */

    GV_VTEST_BLOB_HOST3D = 2, /* blob type: what a command announced */

    GV_VTEST_BIND_DISPLAY_TARGET = 0x80, /* of a resource's bind field */
    GV_VTEST_BIND_CUSTOM = 0x20000,
    GV_VTEST_FORMAT_BGRA = 1,
    GV_VTEST_FORMAT_BGRX = 2,
    GV_VTEST_FENCE_B = 8, /* size of a CUSTOM buffer that is a fence */

    GV_VTEST_BUSY_WAIT_FLAG = 1,
};

/* Memory that the client half gives out to new resources (MEMORY_OPEN). */
enum {
    GV_VTEST_POOL_PART_B = 32 << 20, /* what it gets at once */
    GV_VTEST_MAX_POOL_PARTS = 4,
    GV_VTEST_POOL_B = GV_VTEST_MAX_POOL_PARTS * GV_VTEST_POOL_PART_B,
    GV_VTEST_POOL_ALIGN_B = 64,   /* of what a resource gets of it */
    GV_VTEST_MIN_POOL_SHARE = 16, /* all is at most one part in so many of the client's memory */
};

/* The ring of RING_OPEN: the client's bytes in shared memory, in place of the socket. */
enum {
    GV_VTEST_RING_B = 1 << 20,   /* a power of 2; four of the largest messages of Mesa's */
    GV_VTEST_RING_DATA_B = 4096, /* where its bytes begin, behind the page */
    GV_VTEST_RING_MEMORY_B = GV_VTEST_RING_DATA_B + GV_VTEST_RING_B,
};

/* Its first page. Bytes are counted from its beginning on, modulo 2^32. */
struct gv_vtest_ring_page {
    _Atomic uint32_t written_B; /* by the client, */
    _Atomic uint32_t waits;     /* which sleeps until taken_B has changed (a futex) and half is
                                   empty: then 1 */
    uint32_t padding[14];       /* what the other side writes has a cache line of its own */
    _Atomic uint32_t taken_B;   /* by the worker, */
    _Atomic uint32_t sleeps;    /* which looks into the ring when the client says RING_WAKE: then 1.
                                   Who says it sets 0. */
};

/* Where the server numbers resources, the client half numbers those that it places; the server's
 * numbers stay below. */
#define GV_VTEST_FIRST_PLACED UINT32_C(0x40000000)
#define GV_VTEST_END_PLACED   UINT32_C(0x80000000)

/* Bounds per client; the wire has no others. */
enum {
    GV_VTEST_MAX_SUBMIT_B = 1 << 20,         /* Mesa sends at most 266,240 bytes */
    GV_VTEST_MAX_NAME_B = 4096,              /* kept of CREATE_RENDERER's string */
    GV_VTEST_MAX_NAME_SENT_B = 1 << 20,      /* read of it */
    GV_VTEST_MAX_RESOURCES = 1 << 20,        /* handles alive at once */
    GV_VTEST_MAX_SLOTS = 3,                  /* pictures of one resource */
    GV_VTEST_MAX_REFUSED_KINDS = 64,         /* of refused commands that are logged */
    GV_VTEST_DEFAULT_IDLE_TIMEOUT_MS = 30000 /* for the rest of a message that has begun */
};

#endif
