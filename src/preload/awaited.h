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

/* All zero: the thread waits for none. */
struct gv_awaited {
    size_t left_B;                    /* of what read() gets */
    bool has_fd;                      /* a descriptor is to come */
    struct gv_connection *connection; /* that was asked; acquired */
};

/* Call before a whole message is sent over the connection. Begins an answer if the server sends
 * one. */
void gv_awaited_begin(struct gv_awaited *awaited, uint32_t command, const uint32_t *payload,
                      struct gv_connection *connection);

/* Call after read() or recvmsg(), with its result. An error ends the answer. */
void gv_awaited_note_read(struct gv_awaited *awaited, ssize_t n);
void gv_awaited_note_fd(struct gv_awaited *awaited, ssize_t n);

/* Ends the answer, however much of it the thread has read. */
void gv_awaited_drop(struct gv_awaited *awaited);

#endif
