/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* This process's connections to the server of `galvan run`, which says by the variable
 * GALVAN_FRAMES_AHEAD=NUMBER:SOCKET that it speaks the commands of the client half. */
#ifndef GV_PRELOAD_CONNECTIONS_H
#define GV_PRELOAD_CONNECTIONS_H

#include <stdbool.h>
#include <sys/types.h>

struct gv_connection;

/* The descriptor has been connected to the socket, by a screen whose contexts may share with those
 * of other screens, or not. Keeps errno. */
void gv_connections_add(int fd, const char *path, bool shares);

/* The screen of this descriptor has been greeted by the server and begins to work. If it may share
 * with a screen that works, the descriptor leads to that one's connection from now on, so that each
 * knows the other's resources, and this returns true. */
bool gv_connections_join(int fd);

/* write(), counted where this is such a connection; of a message of which nothing is known. */
ssize_t gv_connections_write(int fd, const void *data, size_t size_B);

/* The same for what comes behind head, all of which goes out with it; tells of data alone. */
ssize_t gv_connections_write_behind(int fd, const void *head, size_t head_B, const void *data,
                                    size_t size_B);

/* Asks a server that tells how far it is, once, for a ring that messages go through from then on;
 * between two messages. */
void gv_connections_open_ring(int fd);

/* Has a message that nobody waits for go out with the next one. False when it cannot. */
bool gv_connections_put_off(int fd, const void *message, size_t size_B);

/* Whether this is the number of such a connection; it may mean something else by now. */
bool gv_connections_has(int fd);

/* The connection of this descriptor, which lasts until it is released; NULL when it is no such
 * connection, or not any more, or one of the process that this was forked from. */
struct gv_connection *gv_connections_acquire(int fd);

/* Begins another use of one that was acquired by this descriptor before, and had this id. False
 * where gv_connections_acquire() has to look. */
bool gv_connections_reacquire(struct gv_connection *connection, unsigned id, int fd);

/* Descriptors of these numbers, or what may be some, are about to be closed, and have been. Called
 * on both sides. */
void gv_connections_note_closing(unsigned first, unsigned last);

/* Whether the memory there is a pool's, to which it goes back then. */
bool gv_connections_unmap(void *address);

/* Whether there is any, of this process. */
bool gv_connections_are_there(void);

/* Waits until all that was given to windows is shown. */
void gv_connections_drain(void);

/* This thread makes a mutex, and is about to destroy one. Mesa does not close the socket of a
 * screen that ends, but destroys the mutex that it made once the protocol's version was known: the
 * first mutex of the thread that asked for the version, before it asks for anything else. Then the
 * screen ends, and the connection with its last one; descriptors are closed. */
void gv_connections_note_mutex(const void *mutex);
void gv_connections_note_mutex_end(const void *mutex);

/* This thread asks for the protocol's version (true), or for something else. */
void gv_connections_note_greeting(int fd, bool begins);

#endif
