/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The server's answer that a thread waits for. Between a question and the read of its answer, no
 * other thread may ask a question over the connection. */
#ifndef GV_PRELOAD_AWAITED_H
#define GV_PRELOAD_AWAITED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct gv_connection;

/* The answer that a thread waits for. All members are zero if the thread waits for no answer. */
struct gv_awaited {
    size_t left_B; /* number of bytes of the answer that read() has yet to return */
    bool has_fd;   /* a descriptor is still to be received */
    struct gv_connection *connection; /* the connection over which the question was sent; the thread
                                         holds a use of the connection */
};

/* If the server answers the message, begins the thread's wait for the answer. Call before a whole
 * message is sent over the connection. */
void gv_awaited_begin(struct gv_awaited *awaited, uint32_t command, const uint32_t *payload,
                      struct gv_connection *connection);

/* Note the part of the answer that the thread has received. Call after read() and after recvmsg()
 * with the call's result. An error ends the answer. */
void gv_awaited_note_read(struct gv_awaited *awaited, ssize_t n);
void gv_awaited_note_fd(struct gv_awaited *awaited, ssize_t n);

/* Ends the wait for the answer, even if the thread has not read the whole answer. */
void gv_awaited_drop(struct gv_awaited *awaited);

#endif
