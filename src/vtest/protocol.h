/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Constants of the vtest protocol that both ends share: commands, message headers, sizes, limits.
 */
#ifndef GV_VTEST_PROTOCOL_H
#define GV_VTEST_PROTOCOL_H

#include <stdatomic.h>
#include <stdint.h>

#define GV_VTEST_DEFAULT_SOCKET "/tmp/.virgl_test"

/* The highest protocol version that the server offers. Version 2 has shared-memory resources;
 * version 3 lets the server choose handles and adds buffers that both sides map. Version 1 was
 * withdrawn: a client that requests it gets version 0. */
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

    /* Internal commands, see docs/client-half.md. */
    GV_VTEST_PRESENTS_OPEN = 64,
    GV_VTEST_PRESENT_BUFFER_CREATE = 65,
    GV_VTEST_PRESENT = 66,
    GV_VTEST_PROGRESS_OPEN = 67,
    GV_VTEST_MEMORY_OPEN = 68,
    GV_VTEST_RESOURCE_PLACE = 69,
    GV_VTEST_RING_OPEN = 70,
    GV_VTEST_RING_WAKE = 71,
    GV_VTEST_NUM_COMMANDS,
};

/* Flag in the slot of PRESENT: the program swaps by EGL, so the depth and stencil contents of a
 * window are undefined after the swap. */
#define GV_VTEST_PRESENT_BY_EGL (1u << 31)

/* The version of the internal commands. Client library and server must have the same version. */
#define GV_VTEST_INTERNAL_VERSION 4

/* A notice to the client that a PRESENT has finished. It is sent over the socket that PRESENTS_OPEN
 * returned. */
struct gv_vtest_present_done {
    uint32_t serial; /* the client's id of the present */
    uint32_t filled; /* 1: the present buffer is filled; 0: the present failed */
};

/* Every message starts with two dwords: the length of the payload (in dwords, with exceptions in
 * the command table) and the command number. */
enum {
    GV_VTEST_HEADER_DW = 2,
    GV_VTEST_HEADER_B = 8,

    GV_VTEST_RESOURCE_DW = 10,  /* dwords of RESOURCE_CREATE */
    GV_VTEST_RESOURCE2_DW = 11, /* dwords of RESOURCE_CREATE2, with data_size */
    GV_VTEST_PLACE_DW = 12,     /* dwords of RESOURCE_PLACE, with the offset */
    GV_VTEST_TRANSFER_DW = 11,  /* dwords of TRANSFER_GET, and of the fixed part of TRANSFER_PUT */
    GV_VTEST_TRANSFER2_DW = 10, /* dwords of TRANSFER_GET2 and
                                   TRANSFER_PUT2, whatever their length
                                   field says */
    GV_VTEST_BLOB_DW = 6,       /* dwords of RESOURCE_CREATE_BLOB: type,
                                   flags, 64-bit size, 64-bit id */

    GV_VTEST_BLOB_HOST3D = 2, /* type of a blob that an earlier command has announced */

    GV_VTEST_BIND_DISPLAY_TARGET = 0x80, /* bit in a resource's bind field */
    GV_VTEST_BIND_CUSTOM = 0x20000,
    GV_VTEST_FORMAT_BGRA = 1,
    GV_VTEST_FORMAT_BGRX = 2,
    GV_VTEST_FENCE_B = 8, /* size of a CUSTOM buffer that is a fence */

    GV_VTEST_BUSY_WAIT_FLAG = 1,
};

/* Memory that the client library assigns to new resources (MEMORY_OPEN). */
enum {
    GV_VTEST_POOL_PART_B = 32 << 20, /* size of one part */
    GV_VTEST_MAX_POOL_PARTS = 4,
    GV_VTEST_POOL_B = GV_VTEST_MAX_POOL_PARTS * GV_VTEST_POOL_PART_B,
    GV_VTEST_POOL_ALIGN_B = 64,   /* alignment of a resource */
    GV_VTEST_MIN_POOL_SHARE = 16, /* all parts together are at most 1/16 of the client's memory */
};

/* The ring of RING_OPEN: shared memory that carries the client's bytes in place of the socket. */
enum {
    GV_VTEST_RING_B = 1 << 20,   /* a power of 2; space for four of Mesa's largest messages */
    GV_VTEST_RING_DATA_B = 4096, /* offset of the ring's data, after its page */
    GV_VTEST_RING_MEMORY_B = GV_VTEST_RING_DATA_B + GV_VTEST_RING_B,
};

/* The first page of the ring. The counters count bytes since the ring's creation, modulo 2^32. */
struct gv_vtest_ring_page {
    _Atomic uint32_t written_B; /* bytes written so far; the client writes this field */
    _Atomic uint32_t waits;     /* 1: the client sleeps (on a futex) until the worker
                                   has changed taken_B and half of the ring is empty */
    uint32_t padding[14];       /* moves the worker's fields to another cache line */
    _Atomic uint32_t taken_B;   /* bytes taken so far; the worker writes this field */
    _Atomic uint32_t sleeps;    /* 1: the worker sleeps until the client sends RING_WAKE; the client
                                   then sets the field to 0 */
};

/* The client library chooses the handles of resources that it places, from GV_VTEST_FIRST_PLACED
 * on, even if the server chooses all other handles. The server's handles are lower. */
#define GV_VTEST_FIRST_PLACED UINT32_C(0x40000000)
#define GV_VTEST_END_PLACED   UINT32_C(0x80000000)

/* Limits for each client; the wire protocol itself has no limits. */
enum {
    GV_VTEST_MAX_SUBMIT_B = 1 << 20,         /* Mesa sends at most 266,240 bytes */
    GV_VTEST_MAX_NAME_B = 4096,              /* number of bytes of CREATE_RENDERER's string that are
                                                used */
    GV_VTEST_MAX_NAME_SENT_B = 1 << 20,      /* number of bytes of the string that are read */
    GV_VTEST_MAX_RESOURCES = 1 << 20,        /* number of existing resources */
    GV_VTEST_MAX_SLOTS = 3,                  /* number of present buffers of one resource */
    GV_VTEST_MAX_REFUSED_KINDS = 64,         /* number of kinds of refused commands that are
                                                logged */
    GV_VTEST_DEFAULT_IDLE_TIMEOUT_MS = 30000 /* timeout for the remainder of an incomplete
                                                message */
};

#endif
