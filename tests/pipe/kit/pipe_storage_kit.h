/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Dispatches that store to buffers and images, and checks of dwords in buffers. */
#ifndef GALVAN_TESTS_PIPE_STORAGE_KIT_H
#define GALVAN_TESTS_PIPE_STORAGE_KIT_H

#include "pipe_fixture.h"

/* Runs a compute shader in a grid of x * y * z blocks of one thread. */
void storage_dispatch(struct pipe_fixture *f, const char *text, unsigned x, unsigned y, unsigned z);

/* Creates a buffer of `num` dwords, each with the value `value`. */
struct pipe_resource *storage_words(struct pipe_fixture *f, unsigned num, uint32_t value);

/* Fails the test if a dword of the buffer is not `expected`. */
void storage_expect_word(struct pipe_fixture *f, struct pipe_resource *res, unsigned word,
                         uint32_t expected);

/* Binds a range of a buffer as a shader buffer. If `res` is NULL, unbinds the slot. */
void storage_bind_buffer(struct pipe_fixture *f, unsigned shader, unsigned slot,
                         struct pipe_resource *res, unsigned offset_B, unsigned size_B);

#endif
