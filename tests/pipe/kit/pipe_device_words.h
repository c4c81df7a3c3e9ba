/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Words that the device writes just before something uses them, so that the host sees them only if
 * it waits. */
#ifndef PIPE_DEVICE_WORDS_H
#define PIPE_DEVICE_WORDS_H

#include "pipe_fixture.h"

/* num words at the begin of a buffer: by a copy, or by a grid that stores them. */
void device_words_copy(struct pipe_fixture *f, struct pipe_resource *to, const uint32_t *words,
                       unsigned num);
void device_words_store(struct pipe_fixture *f, struct pipe_resource *to, const uint32_t *words,
                        unsigned num);

#endif
