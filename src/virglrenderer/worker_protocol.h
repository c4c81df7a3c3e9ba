/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The protocol between a virtual machine monitor and the worker that renders for its guest. Monitor
 * and worker use a SEQPACKET socket and shared memory, and each checks all data that it receives. A
 * message is one structure, with at most one descriptor.
 *
 * Each request is answered by one REPLY, unless the list below says that the request has no reply.
 * Before the REPLY, the worker may send any number of LINEs for the log, and FETCH and DRAIN, each
 * of which the monitor answers by the request DONE. The worker sends a message only during a
 * request that has a reply. */
#ifndef GV_VR_WORKER_PROTOCOL_H
#define GV_VR_WORKER_PROTOCOL_H

#include <stdatomic.h>
#include <stdint.h>

#include "virgl/api/notes.h"
#include "virgl/api/resource.h"

enum {
    GV_VR_WORKER_VERSION = 3,

    /* The descriptors with which a worker starts. */
    GV_VR_WORKER_SOCKET_FD = 3,
    GV_VR_WORKER_SHARED_FD = 4,
    GV_VR_WORKER_EVENT_FD = 5, /* counts passed fences, if the monitor
                                  has set GV_VR_HELLO_WANTS_EVENTS */
    GV_VR_WORKER_NUM_FDS = 6,

    GV_VR_COMMANDS_AT_B = 64 << 10, /* offset in the shared memory; a multiple
                                       of the page size of all processors */
    GV_VR_MAX_COMMANDS_B = 1 << 20, /* size of one submission */
    GV_VR_SHARED_B = GV_VR_COMMANDS_AT_B + GV_VR_MAX_COMMANDS_B,
    GV_VR_MAX_ROWS = 1024, /* a power of two */
    GV_VR_MAX_LABEL_B = 112,
    GV_VR_MAX_DATA_B = 2048, /* largest capability set, name or log line */
};

/* Rows of a backing's copy, which the monitor must copy to the guest's memory. */
struct gv_vr_shared_rows {
    uint32_t backing; /* 0: the memory of the current transfer */
    uint32_t num_rows, num_slices;
    uint32_t unused;
    uint64_t offset_B, row_B, stride_B, slice_stride_B;
};

/* The memory that both processes share while the worker lives. The commands of one SUBMIT begin at
 * GV_VR_COMMANDS_AT_B; the monitor writes them to the file, and does not map them. */
struct gv_vr_shared {
    /* The worker writes these fields. */
    _Atomic uint32_t fences_passed; /* number of the last fence that has passed */
    _Atomic uint32_t num_written;   /* number of rows written since the worker started */
    struct gv_virgl_notes notes;    /* the worker's position in the commands */
    /* The monitor writes this field. */
    _Atomic uint32_t num_read;
    uint32_t unused;
    struct gv_vr_shared_rows rows[GV_VR_MAX_ROWS]; /* row n is at index n % GV_VR_MAX_ROWS */
};

_Static_assert(sizeof(struct gv_vr_shared) <= GV_VR_COMMANDS_AT_B, "commands lie behind it");

enum gv_vr_request_kind {
    GV_VR_HELLO = 1, /* handle: version of the protocol; size_B: bits of gv_vr_hello_flag */
    GV_VR_CAPS,      /* handle: number of the capability set; size_B: its size */
    GV_VR_CONTEXT_CREATE,
    GV_VR_CONTEXT_DESTROY, /* no reply */
    GV_VR_CONTEXT_ATTACH,  /* no reply */
    GV_VR_CONTEXT_DETACH,  /* no reply */
    GV_VR_SUBMIT,          /* size_B: size of the commands; handle: number of a fence after them */
    GV_VR_RESOURCE_CREATE, /* if the resource has a backing: number and size_B of the backing, and
                              a descriptor of the backing's copy */
    GV_VR_RESOURCE_ATTACH, /* as RESOURCE_CREATE */
    GV_VR_RESOURCE_DETACH, /* no reply */
    GV_VR_RESOURCE_UNREF,  /* no reply */
    GV_VR_CALL_MEMORY, /* no reply; shared memory for later transfers that use memory of the caller:
                          its size_B and a descriptor */
    GV_VR_TRANSFER,    /* size_B: size of the transfer's memory;
                          0: the resource's backing is used */
    GV_VR_BLOB_CREATE, /* blob_id, size_B; the reply has the memory's descriptor */
    GV_VR_FENCE,       /* no reply; handle: the fence's number; numbers increase */
    GV_VR_CHANGED,     /* the reply has a box, unless its value is 0 */
    GV_VR_HAS_DMABUFS,
    GV_VR_DMABUF_CREATE,  /* the reply's value is the stride */
    GV_VR_DMABUF_OPEN,    /* the reply has a descriptor, unless descriptors have run out */
    GV_VR_DMABUF_UPDATE,  /* no reply */
    GV_VR_DMABUF_REFRESH, /* no reply */
    GV_VR_SHARE_PEER,     /* the reply's data is struct gv_virgl_share_peer */
    GV_VR_SHARE_CREATE,   /* the reply's value: 1 if the copy has ten bits per channel */
    GV_VR_SHARE_OPEN,     /* the reply has a descriptor, unless descriptors
                             have run out; value: the memory's size */
    GV_VR_SHARE_UPDATE,
    GV_VR_SHARE_REFRESH,
    GV_VR_SHARE_DESTROY, /* no reply */
    GV_VR_DONE,          /* no reply; the monitor has executed FETCH or DRAIN */
};

enum gv_vr_hello_flag {
    GV_VR_HELLO_SERVES_SOCKETS = 1, /* see gv_vr_params */
    GV_VR_HELLO_WANTS_EVENTS = 2,
};

struct gv_vr_wire_box {
    int32_t x, y, z, width, height, depth;
};

/* The fields that a kind of request does not use are 0. */
struct gv_vr_request {
    uint32_t kind;
    uint32_t ctx_id, handle;
    uint32_t backing; /* number of a backing: unique, never 0 */
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
    GV_VR_FETCH, /* asks the monitor to copy a range of the guest's memory to the backing's copy */
    GV_VR_DRAIN, /* asks the monitor to copy the written rows, since there is no space for more */
    GV_VR_LINE,  /* a log line; `error` is the level, and `data` is the component, a NUL and the
                     line */
};

struct gv_vr_answer {
    uint32_t kind;
    int32_t error; /* 0 or a negative errno value */
    uint32_t backing;
    uint32_t num_changes; /* incremented when a watched resource changes, see CHANGED */
    uint64_t offset_B, size_B;
    uint64_t value;
    struct gv_vr_wire_box box;
    uint32_t data_B;
    char data[GV_VR_MAX_DATA_B]; /* only the first data_B bytes are sent */
};

#endif
