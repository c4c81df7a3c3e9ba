/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Serves a vtest client from its first byte to its last: the handshake, resources in shared memory,
 * command buffers and transfers. */
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

/* A frame that the client has read back in order to show it in its window. Row 0 is at the top;
 * rows have no padding. */
struct gv_vtest_frame {
    uint64_t idx; /* 1 is the first frame of this connection */
    uint32_t width;
    uint32_t height;
    uint32_t format; /* with the numbers of the wire */
    void *data;      /* valid during the call */
    size_t data_size_B;
    bool may_draw; /* hooks may change the pixels, because as far as known the client only shows
                      them (a whole window that a client without present buffers reads back) */
};

/* Observes a client's whole connection, in order to record or replay it. Each function may be NULL.
 * They are called on the thread that serves the client, before the message is executed. */
struct gv_vtest_tap {
    /* Called for each message with its two header dwords and the part of the payload that has been
     * read. */
    void (*message)(void *priv, const uint32_t header[2], const void *payload, size_t size_B);
    /* Further bytes of the payload. */
    void (*more)(void *priv, const void *data, size_t size_B);
    /* As in struct gv_virgl_memory_hook. */
    void (*memory)(void *priv, uint32_t handle, uint64_t offset_B, void *memory, size_t size_B);
    /* The message ends a frame. */
    void (*frame)(void *priv);
    /* The client gets the device's capabilities. client is the client's name in log lines, version
     * the negotiated version, followed by the number of the capability set and its bytes. */
    void (*caps)(void *priv, const char *client, uint32_t version, uint32_t set, const void *data,
                 size_t size_B);
    /* The connection or the tap has ended; no other function is called afterwards. Not called if
     * there was no message. */
    void (*ended)(void *priv, const char *client);
    void *priv;

    /* The tap begins only when the other process requests it (tap_wanted of struct gv_vtest_notes):
     * at the end of a frame, with messages that create the client's present state. */
    bool when_wanted;
};

/* Callbacks for the program that serves the client. Each function may be NULL. */
struct gv_vtest_hooks {
    /* The client has sent its name. */
    void (*named)(void *priv, const char *name);
    /* A frame has been presented. */
    void (*presented)(void *priv, const struct gv_vtest_frame *frame);
    /* The memory of the latest presented frame is about to be freed, because its resource is
     * unreferenced or the connection ends. */
    void (*retired)(void *priv, const struct gv_vtest_frame *frame);
    /* All that the client requested has been executed; may be NULL. */
    void (*ended)(void *priv);
    /* Has its own priv; may be NULL. */
    const struct gv_virgl_shader_hook *shader;
    /* Has its own priv; may be NULL. A client with a tap gets no memory that it could write unseen
     * (blobs). */
    const struct gv_vtest_tap *tap;
    void *priv;
};

enum {
    GV_VTEST_NOTED_NAME_B = 63
};

/* The state of a connection, updated continuously in memory that another process may share. */
struct gv_vtest_notes {
    _Atomic uint32_t heartbeat; /* incremented at the start and end of each piece of work, so it is
                                   odd during work */
    _Atomic uint32_t message;   /* number of the present or last message; 0: none yet */
    _Atomic uint64_t frames;    /* presented frames */
    _Atomic char program[GV_VTEST_NOTED_NAME_B]; /* the client's name, truncated; without a NUL if
                                                    truncated */
    struct gv_virgl_notes virgl;

    _Atomic bool tap_wanted; /* set by the other process to request a late tap */
};

/* The name of a message; never NULL. */
const char *gv_vtest_message_name(uint32_t number);

struct gv_vtest_params {
    struct gv_vtest_transport *transport;
    struct pipe_screen *screen; /* must outlive the call; NULL: open_screen() makes it */

    /* Creates the screen after the client's first message, with the time that takes. Reports its
     * own failure. */
    enum galvan_result (*open_screen)(void *priv, struct pipe_screen **out_screen);
    void *priv;

    /* Passes the client's name, if it has one, to a screen; may be NULL. */
    void (*set_program)(void *priv, struct pipe_screen *screen, const char *name);

    const struct galvan_log *log;         /* NULL: silent */
    const char *client;                   /* for log lines, e.g. "client 3, pid 1234" */
    const struct gv_virgl_limits *limits; /* NULL: virgl's defaults */
    uint64_t shm_limit_B; /* of one resource; virgl limits their sum. 0: the client's limit */
    int idle_timeout_ms;  /* for the rest of a message; 0: the default */
    const struct gv_vtest_hooks *hooks; /* may be NULL */
    struct gv_vtest_notes *notes;       /* may be NULL */
};

/* Serves the client until it ends the stream (GALVAN_OK, also right after connecting) or until an
 * unrecoverable error, which is returned after one line in the log with client, command, position
 * and reason. */
enum galvan_result gv_vtest_serve(const struct gv_vtest_params *params);

#endif
