/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a virtual machine monitor and the worker that draws for its guest send each other, over a
 * SEQPACKET socket and in shared memory. Either side checks all that it gets. A message is one
 * structure, and at most one descriptor.
 *
 * A request is answered by one REPLY, unless the list below says that it has none. Before it the
 * worker may send any number of lines for the log, and FETCH and DRAIN, which the monitor answers
 * with a request DONE. Without a request that has a reply the worker sends nothing. */
#ifndef GV_VR_WORKER_PROTOCOL_H
#define GV_VR_WORKER_PROTOCOL_H

#include <stdatomic.h>
#include <stdint.h>

#include "virgl/api/notes.h"
#include "virgl/api/resource.h"

enum {
    GV_VR_WORKER_VERSION = 3,

    /* Descriptors that a worker begins with. */
    GV_VR_WORKER_SOCKET_FD = 3,
    GV_VR_WORKER_SHARED_FD = 4,
    GV_VR_WORKER_EVENT_FD = 5, /* counts fences that have passed, if the monitor wants to hear */
    GV_VR_WORKER_NUM_FDS = 6,

    GV_VR_COMMANDS_AT_B = 64 << 10, /* in the shared memory: whole pages, of any processor */
    GV_VR_MAX_COMMANDS_B = 1 << 20, /* one submission */
    GV_VR_SHARED_B = GV_VR_COMMANDS_AT_B + GV_VR_MAX_COMMANDS_B,
    GV_VR_MAX_ROWS = 1024, /* a power of two */
    GV_VR_MAX_LABEL_B = 112,
    GV_VR_MAX_DATA_B = 2048, /* capability sets, names, lines */
};

/* Rows of a backing's copy, which the monitor writes to the guest's memory. */
struct gv_vr_shared_rows {
    uint32_t backing; /* 0: the call's memory */
    uint32_t num_rows, num_slices;
    uint32_t unused;
    uint64_t offset_B, row_B, stride_B, slice_stride_B;
};

/* The memory that both share for as long as the worker lives. The commands of one SUBMIT, which the
 * monitor writes to the file and does not map, begin at GV_VR_COMMANDS_AT_B. */
struct gv_vr_shared {
    /* The worker's. */
    _Atomic uint32_t fences_passed; /* number of the last one */
    _Atomic uint32_t num_written;   /* rows, since it began */
    struct gv_virgl_notes notes;    /* how far it is */
    /* The monitor's. */
    _Atomic uint32_t num_read;
    uint32_t unused;
    struct gv_vr_shared_rows rows[GV_VR_MAX_ROWS]; /* number n lies at n % GV_VR_MAX_ROWS */
};

_Static_assert(sizeof(struct gv_vr_shared) <= GV_VR_COMMANDS_AT_B, "commands lie behind it");

enum gv_vr_request_kind {
    GV_VR_HELLO = 1, /* handle: the version; size_B: bits of gv_vr_hello_flag */
    GV_VR_CAPS,      /* handle: the set; size_B */
    GV_VR_CONTEXT_CREATE,
    GV_VR_CONTEXT_DESTROY, /* no reply */
    GV_VR_CONTEXT_ATTACH,  /* no reply */
    GV_VR_CONTEXT_DETACH,  /* no reply */
    GV_VR_SUBMIT,          /* size_B of the commands; handle: number of the fence behind it */
    GV_VR_RESOURCE_CREATE, /* with a backing: backing, size_B, and the copy's descriptor */
    GV_VR_RESOURCE_ATTACH, /* the same */
    GV_VR_RESOURCE_DETACH, /* no reply */
    GV_VR_RESOURCE_UNREF,  /* no reply */
    GV_VR_CALL_MEMORY,     /* no reply; size_B and a descriptor: the memory of later transfers */
    GV_VR_TRANSFER,        /* size_B: of the call's memory; 0: the resource's backing */
    GV_VR_BLOB_CREATE,     /* blob_id, size_B; the reply has the memory's descriptor */
    GV_VR_FENCE,           /* no reply; handle: its number, which grows */
    GV_VR_CHANGED,         /* the reply has a box, unless its value is 0 */
    GV_VR_HAS_DMABUFS,
    GV_VR_DMABUF_CREATE,  /* value: the stride */
    GV_VR_DMABUF_OPEN,    /* a descriptor, or none */
    GV_VR_DMABUF_UPDATE,  /* no reply */
    GV_VR_DMABUF_REFRESH, /* no reply */
    GV_VR_SHARE_PEER,     /* the peer as data */
    GV_VR_SHARE_CREATE,   /* value: whether it has ten bits */
    GV_VR_SHARE_OPEN,     /* a descriptor, or none; value: its size */
    GV_VR_SHARE_UPDATE,
    GV_VR_SHARE_REFRESH,
    GV_VR_SHARE_DESTROY, /* no reply */
    GV_VR_DONE,          /* no reply: what FETCH or DRAIN asked for */
};

enum gv_vr_hello_flag {
    GV_VR_HELLO_SERVES_SOCKETS = 1, /* see gv_vr_params */
    GV_VR_HELLO_WANTS_EVENTS = 2,
};

struct gv_vr_wire_box {
    int32_t x, y, z, width, height, depth;
};

/* Fields that a kind does not need are 0. */
struct gv_vr_request {
    uint32_t kind;
    uint32_t ctx_id, handle;
    uint32_t backing; /* number of a backing: each has its own, and never 0 */
    uint64_t size_B, blob_id;
    struct gv_virgl_resource_args args;
    struct {
        uint32_t to_host, level, stride, layer_stride;
        uint64_t offset_B;
    } transfer;
    struct gv_vr_wire_box box;
    char label[GV_VR_MAX_LABEL_B];
};

enum gv_vr_answer_kind {
    GV_VR_REPLY = 1,
    GV_VR_FETCH, /* requests a range of the guest's memory in the copy */
    GV_VR_DRAIN, /* there is no room for more rows */
    GV_VR_LINE,  /* error: the level; the component, a NUL and the line as data */
};

struct gv_vr_answer {
    uint32_t kind;
    int32_t error; /* 0 or a negative errno value */
    uint32_t backing;
    uint32_t num_changes; /* counted up when a watched resource changes, see CHANGED */
    uint64_t offset_B, size_B;
    uint64_t value;
    struct gv_vr_wire_box box;
    uint32_t data_B;
    char data[GV_VR_MAX_DATA_B]; /* the message ends behind data_B bytes of it */
};

#endif
