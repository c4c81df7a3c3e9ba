/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A library for frames.py that is preloaded after Galvan's. It counts the bytes that the process
 * copies by memcpy() and similar functions or writes to sockets, and prints the sum at the end.
 * Small copies that the compiler inlines are not counted. */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "preload/export.h"

static atomic_ullong copied_B;

static struct {
    void *(*memcpy)(void *, const void *, size_t);
    void *(*memmove)(void *, const void *, size_t);
    ssize_t (*write)(int, const void *, size_t);
    ssize_t (*writev)(int, const struct iovec *, int);
    ssize_t (*sendmsg)(int, const struct msghdr *, int);
} next;

static void count(size_t size_B)
{
    atomic_fetch_add_explicit(&copied_B, size_B, memory_order_relaxed);
}

/* Copies byte by byte through volatile pointers, or the compiler would call memcpy() for the copy.
 */
static void *copy_bytes(void *to, const void *from, size_t size_B)
{
    volatile char *dst = to;
    const volatile char *src = from;
    for (size_t i = 0; i < size_B; i++)
        dst[i] = src[i];
    return to;
}

static void find(void *slot, const char *name)
{
    void *symbol = dlsym(RTLD_NEXT, name);
    copy_bytes(slot, &symbol, sizeof(symbol));
}

__attribute__((constructor)) static void begin(void)
{
    find(&next.memcpy, "memcpy");
    find(&next.memmove, "memmove");
    find(&next.write, "write");
    find(&next.writev, "writev");
    find(&next.sendmsg, "sendmsg");
}

__attribute__((destructor)) static void end(void)
{
    fprintf(stderr, "copies library: %llu bytes\n", atomic_load(&copied_B));
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): libc's names are reserved */
EXPORT void *memcpy(void *to, const void *from, size_t size)
{
    count(size);
    return next.memcpy ? next.memcpy(to, from, size) : copy_bytes(to, from, size);
}

/* copy_bytes() suffices until the constructor has run: no earlier caller moves bytes to a higher
 * address that overlaps the source. */
EXPORT void *memmove(void *to, const void *from, size_t size)
{
    count(size);
    return next.memmove ? next.memmove(to, from, size) : copy_bytes(to, from, size);
}

EXPORT ssize_t write(int fd, const void *data, size_t size)
{
    count(size);
    return next.write ? next.write(fd, data, size) : -1;
}

static size_t size_of(const struct iovec *pieces, size_t num)
{
    size_t size_B = 0;
    for (size_t i = 0; i < num; i++)
        size_B += pieces[i].iov_len;
    return size_B;
}

EXPORT ssize_t writev(int fd, const struct iovec *pieces, int num)
{
    count(size_of(pieces, (size_t)num));
    return next.writev ? next.writev(fd, pieces, num) : -1;
}

EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    count(size_of(message->msg_iov, message->msg_iovlen));
    return next.sendmsg ? next.sendmsg(fd, message, flags) : -1;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
