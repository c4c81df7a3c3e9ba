/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory like the server's: a file that is sealed against changes of its size. */
#ifndef SEALED_MEMORY_H
#define SEALED_MEMORY_H

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/* Returns a descriptor of `size_B` bytes, which the caller must close, or -1 on failure. */
static inline int sealed_memory(size_t size_B)
{
    const int fd = memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    if (fd >= 0 && ftruncate(fd, (off_t)size_B) == 0 &&
        fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

#endif
