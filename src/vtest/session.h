/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The state of one vtest connection, shared by the files that carry out its commands. */
#ifndef GV_VTEST_SESSION_H
#define GV_VTEST_SESSION_H

#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"
#include "vtest/resources.h"
#include "vtest/stream.h"

struct gv_virgl_context;
struct gv_virgl_renderer;
struct gv_vtest_params;

struct gv_vtest_session {
    const struct gv_vtest_params *params;
    struct gv_vtest_stream stream;
    struct gv_virgl_renderer *renderer; /* NULL until CREATE_RENDERER */
    struct gv_virgl_context *context;   /* the one of the renderer */
    struct gv_vtest_resources resources;
    uint32_t last_handle; /* that the server chose; 0: none yet */
    uint64_t shm_limit_B;
    struct gv_shm fence_shm; /* of all fence buffers; empty until the first */
    int fence_fd;            /* its other end; -1 until then */

    char client[160]; /* for log lines */
    uint32_t version; /* negotiated; 0 until PROTOCOL_VERSION */
    uint32_t num_refused;

    const char *command;       /* name of the one being carried out */
    uint64_t command_offset_B; /* where its header began in the stream */

    uint64_t num_frames;
    uint32_t frame_handle; /* resource of the latest frame; 0: none (any more) */
};

/* A message of the client as its handler gets it: what the command table says is there has been
 * read; handlers that read more themselves take it from the stream. */
struct gv_vtest_message {
    uint32_t len;            /* length field of the header */
    const uint32_t *payload; /* valid until the handler uses the stream */
};

/* Handlers return GALVAN_OK also when they refuse a command; an error ends the connection. */
typedef enum galvan_result (*gv_vtest_handler)(struct gv_vtest_session *session,
                                               const struct gv_vtest_message *message);

/* Logs why the connection ends, and returns result. */
enum galvan_result gv_vtest_fail(struct gv_vtest_session *session, enum galvan_result result,
                                 const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Logs that the current command is skipped; after many lines only once more. */
void gv_vtest_refuse(struct gv_vtest_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Passes res on; when it is a failure of the stream, logs that first. */
enum galvan_result gv_vtest_check(struct gv_vtest_session *session, enum galvan_result res);

/* Replies; a failure has been logged and ends the connection. */
enum galvan_result gv_vtest_reply(struct gv_vtest_session *session, const void *data,
                                  size_t size_B);
enum galvan_result gv_vtest_reply_fd(struct gv_vtest_session *session, int fd);

/* Tells the hook that the resource has been read back as a frame. */
void gv_vtest_present_frame(struct gv_vtest_session *session,
                            const struct gv_vtest_resource *resource);

/* Tells the hook that the latest frame's memory goes, if handle is it (0: whatever it is). */
void gv_vtest_retire_frame(struct gv_vtest_session *session, uint32_t handle);

/* The commands of resource_cmd.c. */
enum galvan_result gv_vtest_resource_create(struct gv_vtest_session *session,
                                            const struct gv_vtest_message *message);
enum galvan_result gv_vtest_resource_create2(struct gv_vtest_session *session,
                                             const struct gv_vtest_message *message);
enum galvan_result gv_vtest_resource_create_blob(struct gv_vtest_session *session,
                                                 const struct gv_vtest_message *message);
enum galvan_result gv_vtest_resource_unref(struct gv_vtest_session *session,
                                           const struct gv_vtest_message *message);

/* The commands of transfer_cmd.c. */
enum galvan_result gv_vtest_transfer_get(struct gv_vtest_session *session,
                                         const struct gv_vtest_message *message);
enum galvan_result gv_vtest_transfer_put(struct gv_vtest_session *session,
                                         const struct gv_vtest_message *message);
enum galvan_result gv_vtest_transfer_get2(struct gv_vtest_session *session,
                                          const struct gv_vtest_message *message);
enum galvan_result gv_vtest_transfer_put2(struct gv_vtest_session *session,
                                          const struct gv_vtest_message *message);

#endif
