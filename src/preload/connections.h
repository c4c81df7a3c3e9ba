/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* This process's connections to the server of `galvan run`. The variable
 * GALVAN_FRAMES_AHEAD=NUMBER:SOCKET says that the server has the commands of the client half. */
#ifndef GV_PRELOAD_CONNECTIONS_H
#define GV_PRELOAD_CONNECTIONS_H

#include <stdbool.h>
#include <sys/types.h>

struct gv_connection;

/* Call when the descriptor has been connected to the socket. may_share: whether the screen's
 * contexts may share with those of other screens. Preserves errno. */
void gv_connections_add(int fd, const char *path, bool shares);

/* Call when the screen of this descriptor has exchanged greetings with the server. If it may
 * share with another screen, the descriptor is replaced by that screen's connection, so that both
 * know each other's resources, and this returns true. */
bool gv_connections_join(int fd);

/* As write(). Counts the bytes if this is such a connection. For messages whose contents are not
 * known. */
ssize_t gv_connections_write(int fd, const void *data, size_t size_B);

/* As above, and writes all of head before data. Returns the number of bytes of data, as write()
 * would. */
ssize_t gv_connections_write_behind(int fd, const void *head, size_t head_B, const void *data,
                                    size_t size_B);

/* Requests a ring for all later messages, once, if the server reports its progress. Call between
 * two messages. */
void gv_connections_open_ring(int fd);

/* Queues a message without an answer, which is sent together with the next one. False if that is
 * not possible. */
bool gv_connections_put_off(int fd, const void *message, size_t size_B);

/* Whether this is the descriptor number of such a connection; by now the number may belong to
 * another file. */
bool gv_connections_has(int fd);

/* Begins a use of the descriptor's connection, which the caller must release. NULL if the
 * descriptor has no connection any more, or if the connection is the parent process's. */
struct gv_connection *gv_connections_acquire(int fd);

/* Begins another use of a connection that was acquired by this descriptor before and had this
 * id. False if gv_connections_acquire() must search. */
bool gv_connections_reacquire(struct gv_connection *connection, unsigned id, int fd);

/* Call before and after descriptors with these numbers are closed. */
void gv_connections_note_closing(unsigned first, unsigned last);

/* Returns the memory to its pool if it is a pool's. Returns whether it is. */
bool gv_connections_unmap(void *address);

/* Whether there is any, of this process. */
bool gv_connections_are_there(void);

/* Waits until all presented frames are shown. */
void gv_connections_drain(void);

/* Call when this thread creates a mutex, and before it destroys one. Mesa does not close the
 * socket of a screen that ends, but destroys a mutex: the first one that the thread created after
 * it had asked for the protocol's version, before it asked anything else. When that mutex is
 * destroyed, the screen ends, and with its last screen the connection; descriptors are closed. */
void gv_connections_note_mutex(const void *mutex);
void gv_connections_note_mutex_end(const void *mutex);

/* Call when this thread asks for the protocol's version (true) or for anything else (false). */
void gv_connections_note_greeting(int fd, bool begins);

#endif
