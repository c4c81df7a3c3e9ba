/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#ifndef GV_TEST_PIPE_FENCES_H
#define GV_TEST_PIPE_FENCES_H

#include "pipe_fixture.h"

/* Asserts that create_fence_fd() refuses descriptors that are not fences of this type,
 * PIPE_FD_TYPE_*. */
void fixture_refuses_descriptors(struct pipe_fixture *f, unsigned type);

#endif
