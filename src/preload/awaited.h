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

/* All zero: the thread waits for no answer. */
struct gv_awaited {
    size_t left_B;                    /* bytes of the answer that read() has yet to return */
    bool has_fd;                      /* a descriptor is still to be received */
    struct gv_connection *connection; /* the connection that was asked;
                                         the thread holds a use of it */
};

/* Call before a whole message is sent over the connection. Begins an answer if the server sends
 * one. */
void gv_awaited_begin(struct gv_awaited *awaited, uint32_t command, const uint32_t *payload,
                      struct gv_connection *connection);

/* Call after read() and after recvmsg() with the call's result. An error ends the answer. */
void gv_awaited_note_read(struct gv_awaited *awaited, ssize_t n);
void gv_awaited_note_fd(struct gv_awaited *awaited, ssize_t n);

/* Ends the answer, however much of it the thread has read. */
void gv_awaited_drop(struct gv_awaited *awaited);

#endif
