/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pipe_fences.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    CLOSED = 12345 /* the process has no such descriptor */
};

void fixture_refuses_descriptors(struct pipe_fixture *f, unsigned type)
{
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    const int open_ones[] = {ends[0], ends[1], open("/dev/null", O_RDWR | O_CLOEXEC),
                             memfd_create("galvan-test", MFD_CLOEXEC)};
    const int closed_ones[] = {-1, CLOSED};
    for (size_t i = 0; i < sizeof(open_ones) / sizeof(open_ones[0]); i++) {
        struct pipe_fence_handle *fence = (void *)f;
        f->pipe->create_fence_fd(f->pipe, &fence, open_ones[i], type);
        assert_null(fence);
        assert_int_equal(close(open_ones[i]), 0); /* the caller still owns the descriptor */
    }
    for (size_t i = 0; i < sizeof(closed_ones) / sizeof(closed_ones[0]); i++) {
        struct pipe_fence_handle *fence = (void *)f;
        f->pipe->create_fence_fd(f->pipe, &fence, closed_ones[i], type);
        assert_null(fence);
    }
}
