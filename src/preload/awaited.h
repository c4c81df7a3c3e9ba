/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The server's answer that a thread waits for. From the question until the answer has been read,
 * the connection's other threads ask nothing. */
#ifndef GV_PRELOAD_AWAITED_H
#define GV_PRELOAD_AWAITED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct gv_connection;

/* All zero: the thread waits for none. */
struct gv_awaited {
    size_t left_B;                    /* of what read() gets */
    bool has_fd;                      /* a descriptor is to come */
    struct gv_connection *connection; /* that was asked; acquired */
};

/* Before a whole message is sent to the connection. Begins an answer where the server gives one. */
void gv_awaited_begin(struct gv_awaited *awaited, uint32_t command, const uint32_t *payload,
                      struct gv_connection *connection);

/* read(), or recvmsg(), has returned this. An error ends the answer. */
void gv_awaited_note_read(struct gv_awaited *awaited, ssize_t n);
void gv_awaited_note_fd(struct gv_awaited *awaited, ssize_t n);

/* The thread turns to something else, whatever it has read. */
void gv_awaited_drop(struct gv_awaited *awaited);

#endif
