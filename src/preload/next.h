/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The original functions that this library's functions replace. */
#ifndef GV_PRELOAD_NEXT_H
#define GV_PRELOAD_NEXT_H

#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <threads.h>

/* libc's functions, for any thread and for signal handlers. All of these functions set errno. */
ssize_t gv_next_read(int fd, void *data, size_t size_B);
ssize_t gv_next_write(int fd, const void *data, size_t size_B);
ssize_t gv_next_recvmsg(int fd, struct msghdr *message, int flags);
int gv_next_connect(int fd, const struct sockaddr *address, socklen_t size);
void *gv_next_mmap(void *address, size_t size_B, int protection, int flags, int fd, off64_t offset);
int gv_next_munmap(void *address, size_t size_B);
int gv_next_close(int fd);
int gv_next_dup2(int from, int to);
int gv_next_dup3(int from, int to, int flags);
int gv_next_close_range(unsigned first, unsigned last, int flags);
void gv_next_closefrom(int first);
int gv_next_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr);
int gv_next_mutex_destroy(pthread_mutex_t *mutex);
int gv_next_mtx_init(mtx_t *mutex, int type);
void gv_next_mtx_destroy(mtx_t *mutex);
char *gv_next_getenv(const char *name);

/* Returns the real dlsym(); NULL if it cannot be found. */
typedef void *(*gv_dlsym_fn)(void *handle, const char *name);
gv_dlsym_fn gv_next_dlsym(void);

/* Returns the function of this name that this library's function replaces, even if it belongs to a
 * library that is not in the global scope; NULL if there is no such function. */
void *gv_next_symbol(const char *library, const char *name);

/* Returns the function of this name in a library, which is loaded permanently if necessary; NULL if
 * the function cannot be found. */
void *gv_library_symbol(const char *library, const char *name);

/* As gv_library_symbol(), but looks the function up only once: *slot caches it. */
void *gv_next_once(void **slot, const char *library, const char *name);

#endif
