/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* This process's connections to the server of `galvan run`. If the environment has
 * GALVAN_FRAMES_AHEAD=NUMBER:SOCKET, the server at SOCKET supports the messages of the client
 * library, and a program may be NUMBER frames ahead of the device. */
#ifndef GV_PRELOAD_CONNECTIONS_H
#define GV_PRELOAD_CONNECTIONS_H

#include <stdbool.h>
#include <sys/types.h>

struct gv_connection;

/* Adds a connection with one screen to the table, if the server supports the client library. Call
 * when fd has been connected to the socket at `path`. shares: contexts of the new screen may share
 * objects with contexts of other screens. Preserves errno. */
void gv_connections_add(int fd, const char *path, bool shares);

/* Moves the screen of this descriptor to the connection of an earlier screen, if the two may share
 * objects. fd then becomes a duplicate of the earlier screen's descriptor, so that both screens can
 * use each other's resources. Returns whether the screen was moved. Call when the screen has
 * exchanged greetings with the server. */
bool gv_connections_join(int fd);

/* As write(), for messages whose contents are not known. If fd belongs to a connection, the bytes
 * are counted, and the library assumes that the message uses the memory of all resources. */
ssize_t gv_connections_write(int fd, const void *data, size_t size_B);

/* Writes all of `head`, then `data` as write() does. Returns write()'s result for `data`. If fd
 * belongs to a connection, the bytes are counted. */
ssize_t gv_connections_write_behind(int fd, const void *head, size_t head_B, const void *data,
                                    size_t size_B);

/* If the server reports its progress, requests a ring for all later messages, once for each
 * connection. Call between two messages. */
void gv_connections_open_ring(int fd);

/* Queues a message that the server does not answer. The message is sent together with the next
 * message. False if the message cannot be queued. */
bool gv_connections_put_off(int fd, const void *message, size_t size_B);

/* Whether fd is the descriptor number of a connection. The program may have closed that descriptor,
 * and the number may belong to another file by now. */
bool gv_connections_has(int fd);

/* Begins a use of the descriptor's connection. The caller must release the use. NULL if the
 * descriptor has no connection any more, or if the connection belongs to the parent process. */
struct gv_connection *gv_connections_acquire(int fd);

/* Begins another use of `connection`, which the caller has acquired by this descriptor before. id:
 * the connection's id at that time. False: the caller must try gv_connections_acquire(). */
bool gv_connections_reacquire(struct gv_connection *connection, unsigned id, int fd);

/* Whether this is the descriptor of a connection of which the caller holds a use. */
bool gv_connections_is_right(struct gv_connection *connection, int fd);

/* Notes that the descriptors `first` to `last` may be closed. Call before and after they are
 * closed. */
void gv_connections_note_closing(unsigned first, unsigned last);

/* If `address` is a piece of a connection's pool, gives the piece back to the pool and returns
 * true; else returns false. */
bool gv_connections_unmap(void *address);

/* Whether this process has a connection. */
bool gv_connections_are_there(void);

/* Waits until all frames that were presented over all connections are on their windows. */
void gv_connections_drain(void);

/* Call _note_mutex() when this thread creates a mutex, and _note_mutex_end() before it destroys
 * one. From these calls the library notices the end of a screen. Mesa does not close the socket of
 * a screen that ends, but destroys the screen's mutex: the first mutex that the thread created
 * between its request for the protocol's version and its next message. The library then ends the
 * screen, and closes the screen's descriptor. A connection ends with its last screen. */
void gv_connections_note_mutex(const void *mutex);
void gv_connections_note_mutex_end(const void *mutex);

/* Notes whether this thread begins a screen. `begins` is true if the thread's message asks for the
 * protocol's version. Call when the thread sends a message. */
void gv_connections_note_greeting(int fd, bool begins);

#endif
