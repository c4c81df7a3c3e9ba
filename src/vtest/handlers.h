/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Handlers of the commands that session.c does not execute itself. */
#ifndef GV_VTEST_HANDLERS_H
#define GV_VTEST_HANDLERS_H

#include <stdint.h>

#include "galvan/result.h"

struct gv_vtest_session;

/* A message for a command's handler. The part of the payload that the command table describes has
 * been read already; a handler reads further bytes from the stream. */
struct gv_vtest_message {
    uint32_t len;            /* length field of the header */
    const uint32_t *payload; /* valid until the handler uses the stream */
};

/* Handlers return GALVAN_OK even if they refuse a command; an error ends the connection. */
typedef enum galvan_result (*gv_vtest_handler)(struct gv_vtest_session *session,
                                               const struct gv_vtest_message *message);

/* The commands of resource_cmd.c. */
enum galvan_result gv_vtest_resource_create(struct gv_vtest_session *session,
                                            const struct gv_vtest_message *message);
enum galvan_result gv_vtest_resource_create2(struct gv_vtest_session *session,
                                             const struct gv_vtest_message *message);
enum galvan_result gv_vtest_resource_place(struct gv_vtest_session *session,
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

/* The commands of present_cmd.c. */
enum galvan_result gv_vtest_present_open(struct gv_vtest_session *session,
                                         const struct gv_vtest_message *message);
enum galvan_result gv_vtest_present_create(struct gv_vtest_session *session,
                                           const struct gv_vtest_message *message);
enum galvan_result gv_vtest_present_show(struct gv_vtest_session *session,
                                         const struct gv_vtest_message *message);

/* The command of progress_cmd.c. */
enum galvan_result gv_vtest_progress_open(struct gv_vtest_session *session,
                                          const struct gv_vtest_message *message);

/* The command of memory_cmd.c. */
enum galvan_result gv_vtest_memory_open(struct gv_vtest_session *session,
                                        const struct gv_vtest_message *message);

/* The command of ring_cmd.c. */
enum galvan_result gv_vtest_ring_open(struct gv_vtest_session *session,
                                      const struct gv_vtest_message *message);

/* Updates the client's progress page. Call after a message was executed. */
void gv_vtest_note_progress(struct gv_vtest_session *session);

#endif
