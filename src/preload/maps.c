/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa maps the memory of each new resource, and unmaps it when the resource is destroyed. If the
 * memory is a piece of the pool (pool.h), which is mapped already, neither the map nor the unmap
 * needs a system call. Other mappings are passed to libc. */
#include <stddef.h>
#include <sys/mman.h>
#include <sys/types.h>

#include "preload/connections.h"
#include "preload/export.h"
#include "preload/next.h"
#include "preload/numbers.h"
#include "preload/wire.h"

static void *map(void *address, size_t size_B, int protection, int flags, int fd, off64_t offset)
{
    void *piece = address || offset || fd < 0 ? NULL : gv_wire_map(fd, size_B);

    if (piece)
        return piece;
    void *memory = gv_next_mmap(address, size_B, protection, flags, fd, offset);
    if (memory == MAP_FAILED)
        gv_numbers_not_mapped(fd);
    return memory;
}

/* libc's names of the parameters are reserved.
 * NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */

EXPORT void *mmap(void *address, size_t size_B, int protection, int flags, int fd, off_t offset)
{
    return map(address, size_B, protection, flags, fd, offset);
}

EXPORT void *mmap64(void *address, size_t size_B, int protection, int flags, int fd, off64_t offset)
{
    return map(address, size_B, protection, flags, fd, offset);
}

EXPORT int munmap(void *address, size_t size_B)
{
    return gv_connections_unmap(address) ? 0 : gv_next_munmap(address, size_B);
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
