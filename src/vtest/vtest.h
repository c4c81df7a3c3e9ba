/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Serving one vtest client: the handshake, resources in shared memory, command buffers and
 * transfers, from its first byte to its last. */
#ifndef GV_VTEST_H
#define GV_VTEST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"
#include "virgl/api/notes.h"

struct gv_virgl_limits;
struct gv_virgl_shader_hook;
struct gv_vtest_transport;
struct pipe_screen;

/* A picture that the client has read back in order to put it on its window. Row 0 is on top, rows
 * follow each other without padding. */
struct gv_vtest_frame {
    uint64_t idx; /* 1 is the first of this connection */
    uint32_t width;
    uint32_t height;
    uint32_t format; /* as the wire numbers them */
    void *data;      /* valid during the call */
    size_t data_size_B;
    bool may_draw; /* hooks may change the pixels: the client only shows them, as far as can be told
                      (a whole window that a client without pictures reads back) */
};

/* A client's connection as a whole, for whoever takes it down or plays it again. Every function may
 * be NULL, and is called on the thread that serves the client, before what it tells of is carried
 * out. */
struct gv_vtest_tap {
    /* A message has come: its two dwords of header and what is known to follow. */
    void (*message)(void *priv, const uint32_t header[2], const void *payload, size_t size_B);
    /* Further bytes of it. */
    void (*more)(void *priv, const void *data, size_t size_B);
    /* As that of struct gv_virgl_memory_hook. */
    void (*memory)(void *priv, uint32_t handle, uint64_t offset_B, void *memory, size_t size_B);
    /* The message ends a frame of the client. */
    void (*frame)(void *priv);
    /* The client is told of the device: who it is for log lines, the version that was agreed on,
     * the set of capabilities and its bytes. */
    void (*caps)(void *priv, const char *client, uint32_t version, uint32_t set, const void *data,
                 size_t size_B);
    /* The connection ends, or nobody wants to hear of it any more; nothing follows. Not called for
     * one without a message. */
    void (*ended)(void *priv, const char *client);
    void *priv;

    /* Nothing is told until the other process wants it (struct gv_vtest_notes). From the end of a
     * frame on the client is told of then, first by messages that make what it has. */
    bool when_wanted;
};

/* What a program around the protocol may want to see. Every function may be NULL. */
struct gv_vtest_hooks {
    /* The client has told its name. */
    void (*named)(void *priv, const char *name);
    /* A frame has been presented. */
    void (*presented)(void *priv, const struct gv_vtest_frame *frame);
    /* The memory of the latest presented frame is about to go: its resource is unreferenced or the
     * connection ends. */
    void (*retired)(void *priv, const struct gv_vtest_frame *frame);
    /* All that the client asked for has been carried out; may be NULL. */
    void (*ended)(void *priv);
    /* Has its own priv; may be NULL. */
    const struct gv_virgl_shader_hook *shader;
    /* Likewise. A client with a tap gets no memory that it writes unseen (blobs). */
    const struct gv_vtest_tap *tap;
    void *priv;
};

enum {
    GV_VTEST_NOTED_NAME_B = 63
};

/* Where the connection is, noted as it goes, for another process that shares this memory. */
struct gv_vtest_notes {
    _Atomic uint32_t heartbeat; /* counted up at the begin and the end of each piece of work, so
                               that it stays odd while one lasts */
    _Atomic uint32_t message;   /* number of the one that is or was carried out last; 0: none yet */
    _Atomic uint64_t frames;    /* that were presented */
    _Atomic char program[GV_VTEST_NOTED_NAME_B]; /* how the client calls itself, as much as fits,
                                                    without the NUL when it does not */
    struct gv_virgl_notes virgl;

    _Atomic bool tap_wanted; /* by the other process, for a tap that waits for that */
};

/* The name of a message; never NULL. */
const char *gv_vtest_message_name(uint32_t number);

struct gv_vtest_params {
    struct gv_vtest_transport *transport;
    struct pipe_screen *screen; /* must outlive the call; NULL: open_screen() makes it */

    /* Makes the screen when the client has sent its first message, with the time that it takes. It
     * reports its failure itself. */
    enum galvan_result (*open_screen)(void *priv, struct pipe_screen **out_screen);
    void *priv;

    /* Gets the client's name, if it has one, once there is a screen; may be NULL. */
    void (*set_program)(void *priv, struct pipe_screen *screen, const char *name);

    const struct galvan_log *log;         /* NULL: silent */
    const char *client;                   /* for log lines, e.g. "client 3, pid 1234" */
    const struct gv_virgl_limits *limits; /* NULL: virgl's defaults */
    uint64_t shm_limit_B;                 /* of one resource; virgl counts them all together.
                                             0: the memory that limits leave to the client */
    int idle_timeout_ms;                  /* for the rest of a message; 0: the default */
    const struct gv_vtest_hooks *hooks;   /* may be NULL */
    struct gv_vtest_notes *notes;         /* may be NULL */
};

/* Serves the client until it ends the stream (GALVAN_OK, also right after connecting) or until
 * nothing sensible can be read from it or sent to it any more (an error, after one line in the log
 * that names client, command, place and reason). */
enum galvan_result gv_vtest_serve(const struct gv_vtest_params *params);

#endif
