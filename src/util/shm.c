/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "util/shm.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    FUTURE_WRITE = 0x10 /* F_SEAL_FUTURE_WRITE, which not every libc's headers have */
};

static enum galvan_result from_errno(void)
{
    return errno == ENOMEM || errno == ENOSPC ? GALVAN_ERROR_NO_MEMORY : GALVAN_ERROR_IO;
}

/* Creates memory that is sealed against resizing. `seals` are further seals, which are added once
 * the memory is mapped. */
static enum galvan_result create(size_t size_B, int seals, struct gv_shm *out_shm, int *out_fd)
{
    enum galvan_result res;
    void *data;
    int fd;

    if (size_B == 0 || size_B > PTRDIFF_MAX)
        return GALVAN_ERROR_INVALID;
    fd = memfd_create("galvan-resource", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0)
        return from_errno();
    if (ftruncate(fd, (off_t)size_B) != 0) {
        res = from_errno();
        goto close_fd;
    }
    data = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (data == MAP_FAILED) {
        res = from_errno();
        goto close_fd;
    }
    if (fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL | seals) != 0) {
        res = errno == EINVAL ? GALVAN_ERROR_UNSUPPORTED : from_errno();
        munmap(data, size_B);
        goto close_fd;
    }
    *out_shm = (struct gv_shm){.data = data, .size_B = size_B};
    *out_fd = fd;
    return GALVAN_OK;

close_fd:
    close(fd);
    return res;
}

enum galvan_result gv_shm_create(size_t size_B, struct gv_shm *out_shm, int *out_fd)
{
    return create(size_B, 0, out_shm, out_fd);
}

enum galvan_result gv_shm_create_read_only(size_t size_B, struct gv_shm *out_shm, int *out_fd)
{
    return create(size_B, FUTURE_WRITE, out_shm, out_fd);
}

void gv_shm_finish(struct gv_shm *shm)
{
    if (shm->data)
        munmap(shm->data, shm->size_B);
    *shm = (struct gv_shm){0};
}
